import type { Statement } from '../../statements/statement.ts'
import { know, listTold, PERSON, type Read, type Wording } from './know-statement.ts'
import type { Meaning, Word } from './read-words.ts'
import { refuse, type Verdict } from '../judge.ts'

/** Who traded with whom, who counted, and who says so: each pair of words that says it must be one of the statements' own. */
export function checkRoles({ words, meanings, told }: Read): Verdict | undefined {
  const own = listTold(told).flatMap((statement) => know(statement).own)
  const ownWords = new Set(own.flatMap((wording) => wording.words.map(({ text }) => text)))
  const many = words.find(({ text, slot }) => !slot && MANY.has(text) && !ownWords.has(text))
  if (many) return refuse('subject', `'${many.raw}'`)
  const alone = listTold(told)
    .map((statement) => nameAlone({ words, meanings }, statement))
    .find((pair) => pair !== undefined)
  if (alone !== undefined) return refuse('roles', `no '${alone}'`)
  const isOfTrades = listTold(told).some(({ kind }) => kind === 'trade' || kind === 'no-trade')
  for (const [code, list] of RULES) {
    // 'Of each dollar {cents} went to {who}' is of no trade.
    if (list === listPersons && !isOfTrades) continue
    const known = new Set(own.flatMap((wording) => list(wording.words, wording.meanings)))
    if (
      own.some(({ words: its }) =>
        its.some(
          ({ text }, at) =>
            text === 'count' && its.slice(Math.max(0, at - 3), at).some((one) => one.text === 'we'),
        ),
      )
    )
      known.add('our count')
    const other = list(words, meanings).find((pair) => !known.has(pair))
    if (other !== undefined) return refuse(code, `'${other}'`)
  }
  return undefined
}

/** '{who} and linked funds' are not the funds alone. */
function nameAlone({ words, meanings }: Wording, statement: Statement): string | undefined {
  if (statement.kind !== 'trade') return undefined
  const [first = [], ...others] = know(statement).tellings.map((own) => listParties(own.words, own.meanings))
  const both = first.find((pair) => pair.startsWith('and ') && others.every((pairs) => pairs.includes(pair)))
  const isBoth =
    both === undefined ||
    listParties(words, meanings).includes(both) ||
    words.some(({ text }, at) => text === 'with' && /^(?:together|along)$/.test(words[at - 1]?.text ?? ''))
  return isBoth ? undefined : both
}

/** What one of them did is not true of all. */
const MANY: ReadonlySet<string> = new Set(
  'congress lawmakers members politicians republicans democrats senators directors executives bosses insiders children spouses'.split(
    ' ',
  ),
)

const RULES: readonly (readonly [
  string,
  (words: readonly Word[], meanings: readonly Meaning[]) => readonly string[],
])[] = [
  ['roles', listParties],
  ['roles', listPersons],
  ['roles', listDealers],
  ['attribution', listSayers],
  ['attribution', listCounts],
  ['attribution', listCheckers],
  ['attribution', listOurs],
]

/** Who may have a part in a trade beside the one who reports it. */
const PARTY = /^(?:qual:(?:trust|spouse|child|account|fund|family)|post:university)$/
const PARTY_WORDS: ReadonlySet<string> = new Set('issuer issuers company companies exchange bank'.split(' '))
const LEADS: ReadonlySet<string> = new Set(
  'to from for through by with of in into at on like and or had has have'.split(' '),
)
const BETWEEN: ReadonlySet<string> = new Set(
  'a an the its his her their own ’s joint trust linked tied report same other another'.split(' '),
)
/** What is true, in other words, of anyone through whom a trade is made. */
const ANY_PARTY = /^(?:in|through|by|for|of|from) qual:(?:account|trust)$|^by |^of qual:fund$/

/** 'to post:university': how a sentence comes to a party. */
function listParties(words: readonly Word[], meanings: readonly Meaning[]): readonly string[] {
  const parties = [
    ...meanings.filter(({ code }) => PARTY.test(code)),
    ...words.flatMap(({ text }, at) => (PARTY_WORDS.has(text) ? [{ code: text, at }] : [])),
  ]
  return parties.flatMap(({ code, at }) => {
    const lead = words.slice(0, at).findLastIndex(({ text }) => !BETWEEN.has(text))
    const word = words[lead]
    if (!word || word.sentence !== words[at]?.sentence || !LEADS.has(word.text)) return []
    // '{who}, together with a linked trust'.
    const isBeside =
      /^(?:together|along)$/.test(words[lead - 1]?.text ?? '') ||
      words.slice(lead, at).some(({ text }) => text === 'linked')
    if (word.text === 'with' && isBeside) return []
    // '..., and funds tied to {who} bought' begins anew.
    const isNew =
      /^(?:and|or)$/.test(word.text) &&
      ((words[lead - 1]?.isPause === true &&
        meanings.some(({ sort, end }) => sort === 'side' && end <= lead)) ||
        /^(?:tied|linked|of|’s)$/.test(words[at + 1]?.text ?? ''))
    if (isNew) return []
    const pair = `${word.text} ${code}`
    return ANY_PARTY.test(pair) ? [] : [pair]
  })
}

/** 'company side:sell': on which side a company is. */
function listDealers(words: readonly Word[], meanings: readonly Meaning[]): readonly string[] {
  return words.flatMap(({ text }, at) => {
    if (text !== 'company' && text !== 'companies') return []
    const by = BETWEEN.has(words[at - 1]?.text ?? '') ? at - 2 : at - 1
    const side = meanings.find(
      (one) => one.sort === 'side' && (one.at === at + 1 || (words[by]?.text === 'by' && one.end === by)),
    )
    return side ? [`company ${side.code}`] : []
  })
}

const OF_A_PERSON: ReadonlySet<string> = new Set('to from for with like against'.split(' '))

/** 'tied to #': how a sentence comes to a person. */
function listPersons(words: readonly Word[], meanings: readonly Meaning[]): readonly string[] {
  return words.flatMap(({ slot }, at) => {
    const lead = words[at - 1]
    const isPerson = slot ? PERSON.test(slot.role) : words[at]?.text === 'him' || words[at]?.text === 'them'
    if (!isPerson || !lead || lead.slot || !OF_A_PERSON.has(lead.text)) return []
    // 'Funds linked to {who}': that they are linked is a word of the statement's own, or is not known.
    if (lead.text === 'to' && /^(?:tied|linked)$/.test(words[at - 2]?.text ?? '')) return []
    // 'Came from {who}’s sales'.
    if (
      words[at + 1]?.text === '’s' &&
      meanings.some(({ sort, at: its }) => sort === 'side' && its === at + 2)
    )
      return []
    return [`${lead.text} #`]
  })
}

const SAYING: ReadonlySet<string> = new Set(
  'call calls called say says said tell tells told find finds found could count counts counted put puts note notes confirm confirms confirmed had'.split(
    ' ',
  ),
)
const SAYERS: ReadonlySet<string> = new Set(
  (
    'company companies fund funds trust trusts ceo director directors executive chief member members spouse child children he she they ' +
    'owner owners lenders employers insiders sellers buyers seller account accounts issuer university people workers households everyone someone anyone it folks person somebody data country borrowers shoppers savers'
  ).split(' '),
)

/** 'form says': who says, finds or counts. */
function listSayers(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text }, at) => {
    const doer = words[at - 1]
    // 'For only part of it could we check the price.'
    if (!SAYING.has(text) || words[at + 1]?.text === 'we' || !doer || doer.sentence !== words[at]?.sentence)
      return []
    // 'It had risen' says nothing; 'it had it that' does.
    if (
      text === 'had' &&
      !/^(?:it|that|said|told|found|counted|noted|checked)$/.test(words[at + 1]?.text ?? '')
    )
      return []
    const isAside =
      doer.slot !== undefined &&
      PERSON.test(doer.slot.role) &&
      /^(?:say|said|tell|told|find|found)/.test(text)
    return isAside || SAYERS.has(doer.text)
      ? [`${doer.text} ${text === 'had' ? `had ${words[at + 1]?.text ?? ''}` : text}`]
      : []
  })
}

const COUNTS: ReadonlySet<string> = new Set(
  'count reading word words note notes view story reckoning'.split(' '),
)
const WHOSE: ReadonlySet<string> = new Set('my our his her its their your ’s'.split(' '))

/** 'our count', 'report ’s note': whose it is. */
function listCounts(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text }, at) => {
    const place = words[at - 1]?.text === 'own' ? at - 2 : at - 1
    const whose = words[place]?.text ?? ''
    if (!COUNTS.has(text) || !WHOSE.has(whose)) return []
    // 'We do not count it' is 'not in our count'.
    if (whose === 'our' && text === 'count') return ['our count']
    return [whose === '’s' ? `${words[place - 1]?.text ?? ''} ’s ${text}` : `${whose} ${text}`]
  })
}

/** 'checked by': who looked. */
function listCheckers(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text }, at) => {
    const isBy =
      text === 'by' &&
      /^(?:checked|counted|noted|said|told|found|named|confirmed)$/.test(words[at - 1]?.text ?? '')
    return isBy && words[at + 1]?.text !== 'us' ? [`${words[at - 1]?.text ?? ''} by`] : []
  })
}

const OF_OURS = /^(?:count|counts|counted|check|checks|checked|could|found|find|finds|read)$/
const OF_RECORDS = /^(?:say|note|name|report|list|give)$/

/** 'form could', 'we note': what a record says we do not say, and what we count, check and find nobody else does. */
function listOurs(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text, slot }, at) => {
    // 'The report does not count it'.
    const doer = words.slice(0, at).findLast((word) => !DENIED_DOING.has(word.text))
    if (slot || !doer || doer.isPause || doer.sentence !== words[at]?.sentence) return []
    if (doer.text === 'we') return OF_RECORDS.test(text) ? [`we ${text}`] : []
    const isOther = doer.slot !== undefined || OTHER_DOERS.has(doer.text)
    const isOurs = OF_OURS.test(text) || (text === 'had' && words[at + 1]?.text === 'no' && !doer.slot)
    return isOther && isOurs && words[at + 1]?.text !== 'we' ? [`${doer.text} ${text}`] : []
  })
}

const DENIED_DOING: ReadonlySet<string> = new Set(['does', 'do', 'did', 'not'])
const OTHER_DOERS: ReadonlySet<string> = new Set(
  'form forms report reports note trust trusts fund funds company companies issuer account spouse child market he she they it university'.split(
    ' ',
  ),
)
