import type { Statement } from '../../statements/statement.ts'
import { know, PERSON } from './know-statement.ts'
import type { Word } from './read-words.ts'
import { refuse, type Told, type Verdict } from '../judge.ts'

/** Words that are treated alike next to a slot. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    SIDE: 'bought sold buy buys sell sells buying selling purchased acquired unloaded offloaded shed',
    POST: 'ceo chief director executive officer chairman boss finance insider',
    KIN: 'trust spouse child children wife husband fund funds account accounts',
  }).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
)
/** Words right next to a slot that treat it as something it is not. Allowed if the statement's own wordings have them. */
const PARTS = [
  [/<dollars> (?:trades|purchases|sales|times)\b|\bworth <figure>/, 'a sum counts no trades'],
  [/<price>(?! (?:a share|per share|apiece|each))/, 'a price is for a share'],
  [/<(?!price)[a-z-]+> (?:a share|per share|apiece)/, 'a price is for a share'],
  [
    /<nth>(?! (?:straight |consecutive )?(?:week|month|year|time|rise|fall|gain|drop|loss|increase|decline|decrease))/,
    'how many in a row',
  ],
  [
    /<(?!nth)[a-z-]+> (?:straight |consecutive )?(?:week|month|year|time)s? (?:in a row|running|straight)|<(?!nth)[a-z-]+> (?:straight|consecutive) /,
    'how many in a row',
  ],
  [/\bSIDE (?:an? |the |his |her |their )?KIN\b(?! (?:’s|account))/, 'nobody trades a person or a trust'],
  [/\bSIDE (?:out )?<person>(?! (?:’s|and (?:a|linked)))/, 'a person is not traded'],
  [
    // '$1 million of Tesla, sold on Nov 14'
    /(?<!of |at )<company>,? (?:itself )?(?:has )?(?:SIDE(?! by)|spent|paid|let go|put)\b|(?<!POST |owner |<person> |board )of <company>,? (?:itself )?(?:has )?(?:SIDE(?! by| on <| from <)|spent|paid|let go|put)\b|\bSIDE by <company>/,
    'a company does not trade',
  ],
  [/<person> POST\b|<company>,? an? <person>/, 'a person has no director'],
  [/\b(?:to|from|with|against) <company>(?! POST)/, 'a company is no party to a trade of its stock'],
  [
    /\b(?:bought|sold) (?:to|from|back to) the company\b|\bstock (?:back )?(?:to|from) the company\b|\bSIDE the company\b(?! ’s)/,
    'a company is no party to a trade of its stock',
  ],
  [/<company> of <person>/, 'a company is nobody’s'],
  [/<company> ’s KIN\b|\bKIN (?:of|tied to|for) <company>(?! POST)/, 'a company has no trust'],
  [
    /<(?:dollars|figure|price|change|level|nth|day|first-day|last-day)> (?:’s|and (?:a|linked)) (?:linked )?KIN\b/,
    'only a person has a trust',
  ],
] as const

/** Whether the words right next to a slot treat it as something it is not. */
export function checkParts(words: readonly Word[], told: Told): Verdict | undefined {
  const text = draw(words, (slot) => told.statements.get(slot.number))
  for (const [pattern, detail] of PARTS) {
    const owns = told.of.some((number) => {
      const statement = told.statements.get(number)
      return statement && know(statement).own.some((own) => pattern.test(draw(own.words, () => statement)))
    })
    if (!owns && pattern.test(text)) return refuse('roles', detail)
  }
  return checkTraded(words, told)
}

/** '{who} sold {company} for {value}': its stock was sold. A trade in Congress names the asset itself. */
function checkTraded(words: readonly Word[], { statements }: Told): Verdict | undefined {
  const sold = words.find(({ slot }, at) => {
    const statement = slot && statements.get(slot.number)
    const isCompany =
      statement?.section === 'insiders' && (slot?.role === 'company' || slot?.role === 'ticker')
    return (
      isCompany &&
      ALIKE.get(words[at - 1]?.text ?? '') === 'SIDE' &&
      !/^(?:stock|shares?)$/.test(words[at + 1]?.text ?? '')
    )
  })
  return sold ? refuse('roles', `${sold.raw} is not what was traded`) : undefined
}

function draw(
  words: readonly Word[],
  statementOf: (slot: NonNullable<Word['slot']>) => Statement | undefined,
): string {
  const drawn = words.map((word, at) => {
    const end = at > 0 && words[at - 1]?.sentence !== word.sentence ? '. ' : ''
    if (!word.slot) return `${end}${ALIKE.get(word.text) ?? word.text}`
    return `${end}<${partOf(statementOf(word.slot), word.slot.role)}>`
  })
  return drawn.join(' ').replaceAll(/ ,/g, ',')
}

const COMPANY: ReadonlySet<string> = new Set(['company', 'ticker', 'short', 'asset'])

function partOf(statement: Statement | undefined, role: string): string {
  if (PERSON.test(role)) return 'person'
  if (COMPANY.has(role)) return 'company'
  const slot = statement?.slots[role]
  if (role === 'nth' || role === 'count') return 'nth'
  if (role === 'plan' || role === 'indirect') return `${role}-part`
  if (!slot || 'name' in slot) return 'day'
  const { unit, kind } = slot.figure
  if (unit === 'usd-per-share') return 'price'
  if (unit === 'date') return role === 'from' ? 'first-day' : role === 'to' ? 'last-day' : 'day'
  if (/change|move/.test(kind)) return 'change'
  if (unit === 'percent') return 'level'
  return unit === 'usd' ? 'dollars' : 'figure'
}
