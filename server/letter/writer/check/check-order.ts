import type { Statement } from '../../statements/statement.ts'
import { know, listTold, type Read } from './know-statement.ts'
import { FUNCTION_WORDS, NEUTRAL } from './neutral-words.ts'
import type { Meaning, Word } from './read-words.ts'
import { refuse, type Verdict } from '../judge.ts'

/** Words that stand close together in the statements' own wordings, always in one order, stand in it here: stock is not turned
 *  into holdings where holdings turned into stock. And what leads to a condition is what leads to it there: 'against a plan'. */
export function checkOrder(read: Read): Verdict | undefined {
  return checkTurned(read) ?? checkLabel(read) ?? checkDoers(read) ?? checkConditions(read)
}

/** In words: so close together, the order of three says who did what to what. */
const CLOSE = 7

const isTelling = ({ text, slot, isPause }: Word): boolean =>
  !slot && isPause !== true && !FUNCTION_WORDS.has(text) && !NEUTRAL.has(text) && /[a-z]/.test(text)

/** 'holdings turned stock': three telling words that stand close together, in their order. */
function listTriples(words: readonly Word[]): readonly (readonly [string, string, string])[] {
  return words.flatMap((one, at) => {
    if (!isTelling(one)) return []
    const behind = words.slice(at + 1, at + CLOSE)
    // 'An average of claims' turns nothing round.
    const end = behind.findIndex(
      (word) =>
        word.isPause === true ||
        word.slot !== undefined ||
        word.text === 'of' ||
        word.sentence !== one.sentence,
    )
    const near = behind
      .slice(0, end === -1 ? behind.length : end)
      .filter(isTelling)
      .map(({ text }) => text)
    return near.flatMap((second, index) =>
      near.slice(index + 1).flatMap((third) => {
        const all = [one.text, second, third] as const
        return new Set(all).size === all.length ? [all] : []
      }),
    )
  })
}

const triples = new WeakMap<Statement, ReadonlySet<string>>()

function triplesOf(statement: Statement): ReadonlySet<string> {
  const found =
    triples.get(statement) ??
    new Set(know(statement).own.flatMap(({ words }) => listTriples(words).map((three) => three.join(' '))))
  triples.set(statement, found)
  return found
}

/** 'Stock turned into holdings' is the opposite of 'holdings turned into stock'. */
function checkTurned({ words, told }: Read): Verdict | undefined {
  const own = new Set(listTold(told).flatMap((statement) => Array.from(triplesOf(statement))))
  const turned = listTriples(words).find(
    (three) => !own.has(three.join(' ')) && own.has(three.toReversed().join(' ')),
  )
  return turned === undefined ? undefined : refuse('order', `'${turned.join(' ')}'`)
}

/** 'A “sale” was a gift', and not 'a gift was a “sale”'. */
function checkLabel({ words, meanings, told }: Read): Verdict | undefined {
  if (listTold(told).every(({ kind }) => kind !== 'no-trade')) return undefined
  const label = words.findIndex(({ isQuoted }) => isQuoted)
  // '..., reported as a “sale”' names the label behind.
  if (words.slice(Math.max(0, label - 3), label).some(({ text }) => text === 'as')) return undefined
  const early = meanings.find(({ sort, at }) => sort === 'other' && at < label && !words[at]?.isQuoted)
  return early ? refuse('order', `'${early.words}' before its label`) : undefined
}

/** Verbs of which it matters who does it. */
const DEEDS: ReadonlySet<string> = new Set(
  'took put puts made reported reports names named earns earn manage manages run runs set paid pays began offered asked'.split(
    ' ',
  ),
)
/** Who or what may come before any of them: it says nothing of who does it. */
const ANYONE: ReadonlySet<string> = new Set(
  'and or that which who it they he she was were is are be been has have had also to , : ; of not we by on in at for from ’s the a'.split(
    ' ',
  ),
)

const A_OR_ITS: ReadonlySet<string> = new Set('a an the its his her their'.split(' '))

/** '# took', 'insiders took': who does it. */
function listDoers(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text, slot, sentence }, at) => {
    if (slot || !DEEDS.has(text)) return []
    const by = [at + 1, at + 2].find((place) => words[place]?.text === 'by' && !words[place - 1]?.isPause)
    const behind =
      by === undefined ? undefined : words.slice(by + 1, by + 4).find(({ text: one }) => !A_OR_ITS.has(one))
    const before = words[at - 1]?.text === 'also' ? at - 2 : at - 1
    // 'Insiders (bosses, directors) took'.
    const open =
      words[before]?.text === ')' ? words.slice(0, before).findLastIndex((word) => word.text === '(') : -1
    const place = open === -1 ? before : open - 1
    const doer = words[place]
    const isDoer = doer && doer.sentence === sentence && !ANYONE.has(doer.text)
    return [
      ...(isDoer ? [`${doer.slot ? '#' : doer.text} ${text}`] : []),
      ...(behind && behind.sentence === sentence ? [`${behind.slot ? '#' : behind.text} ${text}`] : []),
    ]
  })
}

function checkDoers({ words, told }: Read): Verdict | undefined {
  const own = listTold(told).flatMap((statement) => know(statement).own)
  const known = new Set(own.flatMap((wording) => listDoers(wording.words)))
  const has = new Set(own.flatMap((wording) => wording.words.map(({ text }) => text)))
  const other = listDoers(words).find((pair) => {
    const [doer = '', deed = ''] = pair.split(' ')
    return has.has(deed) && !known.has(pair) && ((doer === '#' && deed !== 'made') || PARTIES.has(doer))
  })
  return other === undefined ? undefined : refuse('roles', `'${other}'`)
}

const PARTIES: ReadonlySet<string> = new Set(
  'company companies trust fund funds account spouse child issuer university insiders people households owners employers form report market others zillow case-shiller'.split(
    ' ',
  ),
)

const CONDITION = /^qual:(?:plan|offering|private|market|trust|account|fund|tax|managed)$/
/** What makes another thing of a condition, unless its own words have it. */
const AGAINST: ReadonlySet<string> = new Set(
  'against into over between before after until since from without beside beyond behind around past off out like than about toward'.split(
    ' ',
  ),
)
const ARTICLES: ReadonlySet<string> = new Set(
  'a an the its his her their own such stock linked tied joint'.split(' '),
)

/** 'against qual:plan' */
function listLeadsTo(words: readonly Word[], meanings: readonly Meaning[]): readonly string[] {
  return meanings.flatMap(({ code, at }) => {
    if (!CONDITION.test(code)) return []
    const lead = words.slice(0, at).findLast(({ text }) => !ARTICLES.has(text))
    return lead && !lead.slot && lead.sentence === words[at]?.sentence && AGAINST.has(lead.text)
      ? [`${lead.text} ${code}`]
      : []
  })
}

function checkConditions({ words, meanings, told }: Read): Verdict | undefined {
  const known = new Set(
    listTold(told)
      .flatMap((statement) => know(statement).own)
      .flatMap((wording) => listLeadsTo(wording.words, wording.meanings)),
  )
  const other = listLeadsTo(words, meanings).find((pair) => !known.has(pair))
  return other === undefined ? undefined : refuse('qual', `'${other}'`)
}
