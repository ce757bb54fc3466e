import { LRUCache } from 'lru-cache'

import { isCalendarDay, addDays, utcDay } from '../../lib/dates.ts'
import {
  formatDay,
  formatDayOfYear,
  formatLongDay,
  formatMonth,
  formatShortMonth,
} from '../../../shared/format-date.ts'
import type { Fact } from './fact.ts'
import { cleanText } from '../../lib/text.ts'
import {
  formatCardinal,
  formatCents,
  formatCentsOfDollar,
  formatExactMoney,
  formatFact,
  formatLargeCount,
  formatOrdinal,
  formatShortMoney,
} from './format-fact.ts'
import { presentCompany, presentCompanyShort } from '../../lib/company-name.ts'
import { presentOwner, findNumerals, hasNumeral } from '../../records/names/present-names.ts'
import type { EditionContent } from '../../../shared/edition-contract.ts'
import { seriesFixedPhrases } from '../series/fact-book.ts'

const PLUS = /^(?:\+\s?|(?:up|rose) (?:by )?)/i
const MINUS = /^(?:[-−]\s?|(?:down|fell) (?:by )?)/i
const FALLS =
  /\b(?:fell|falls|fallen|down|lower|less|fewer|lost|loss|below|under|behind|shrank|dropped|declined|decreased|smallest|lowest|least)\b/i
const FALLS_BY = /\b(?:fell|dropped|declined|decreased|down|shrank)(?: by)? $/i
const FALLS_AFTER = /^(?: a (?:week|month|year|gallon|tank))? (?:lower|less|fewer|below|under|down)\b/i
/** After a change that rose, these words reverse the comparison: 'costs $115 less'. */
const TURNS_ROUND = /^(?: a (?:week|month|year|gallon|tank))? (?:lower|less|fewer)\b/i
/** Units whose words may be separate from the number: in a table's header, or after the figure. */
const APART: ReadonlySet<string> = new Set([
  'shares',
  'business-days',
  'days',
  'months',
  'percentage-points',
  'usd-per-hour',
  'usd-per-gallon',
])

/** Why a text is not what its fact says; undefined if it is.
 *  @param before  the words of the sentence before it
 *  @param after  the words after it
 *  @param isFalling  whether its place says that the figure fell: an arrow, a sign beside it */
export function findMismatch(
  fact: Fact,
  text: string,
  { before, after, isFalling = false }: { before: string; after: string; isFalling?: boolean },
): string | undefined {
  const { value } = fact
  if (typeof value !== 'number') {
    return isAmong(listFormats(fact), text) ? undefined : 'is not its fact’s value'
  }
  const isMinus = MINUS.test(text)
  const isPlus = PLUS.test(text)
  const bare = text.replace(isMinus ? MINUS : PLUS, '')
  if (!isAmong(listFormats(fact), bare)) return 'is not its fact’s value'
  const saysFall = isMinus || isFalling || FALLS.test(before) || FALLS_AFTER.test(after)
  if (value < 0 && (isPlus || !saysFall)) return 'is without its sign'
  const isChange = /(^|-)(change|delta|growth|difference)(-|$)/.test(fact.kind)
  const isTurned = isChange && (FALLS_BY.test(before) || TURNS_ROUND.test(after))
  if (value > 0 && (isMinus || isTurned)) return 'has another sign than its fact'
  return undefined
}

/** Whether the fact is itself a word that says that something fell. */
export function saysFalling({ unit, value }: Fact): boolean {
  return unit === 'text' && FALLS.test(String(value))
}

/** The first letter may be a capital at the beginning of a sentence: 'Less than 0.1%'. */
function isAmong(formats: readonly string[], text: string): boolean {
  const lower = text.slice(0, 1).toLowerCase() + text.slice(1)
  return formats.includes(text) || formats.includes(lower)
}

/** Cached, since a fact never changes and every number in a line is compared with all facts: 7 ms for a section without this,
 *  1.3 ms with it. */
const formatsOf = new WeakMap<Fact, readonly string[]>()

/** Every way in which the letter prints a fact's value, without its sign. */
export function listFormats(fact: Fact): readonly string[] {
  const known = formatsOf.get(fact) ?? computeFormats(fact)
  formatsOf.set(fact, known)
  return known
}

function computeFormats(fact: Fact): readonly string[] {
  const { value, unit } = fact
  if (typeof value === 'string') return unit === 'date' ? listDayFormats(value) : listNames(value)
  const text = formatFact(fact, { sign: 'left out' })
  if (text === undefined) return []
  if (typeof value !== 'number') return [text]
  const absolute = { ...fact, value: Math.abs(value) }
  // A share of each dollar: one party's part of what everyone spent.
  const cents = /(?:^|-)share-of-/.test(fact.kind) ? formatCentsOfDollar(absolute) : undefined
  return [
    text,
    ...(cents === undefined ? [] : [cents]),
    ...(unit === 'usd' ? [formatExactMoney(absolute), formatShortMoney(absolute)] : []),
    ...(unit === 'usd' && fact.precision >= 2 ? [formatCents(absolute)] : []),
    ...(unit === 'count' ? [formatLargeCount(absolute), formatCardinal(absolute)] : []),
    ...(fact.kind === 'streak' ? [formatOrdinal(absolute)] : []),
    ...(APART.has(unit) ? [text.slice(0, text.indexOf(' '))] : []),
  ]
}

/** Every way in which the letter writes a name. */
const listNames = remember((name) => {
  const clean = cleanText(name)
  const forms = [clean, presentCompany(name), presentCompanyShort(name), presentOwner({ name })]
  const starts = forms.map((form) => form.slice(0, 1).toUpperCase() + form.slice(1))
  return [...new Set([...forms, ...starts])].filter((form) => form !== '')
})

/** Those of its forms that have a number and words: 'First 5 Bancorp'. */
const listNumberedNames = remember((name) =>
  listNames(name).filter((form) => hasNumeral(form) && /\p{L}/u.test(form)),
)

/** Every way in which the letter writes a day: 'Jan 27, 2025', 'Jan 27', 'January 2025'.
 *  @returns nothing for a text that is not a day */
const listDayFormats = remember((day) =>
  isCalendarDay(day)
    ? [formatDay(day), formatDayOfYear(day), formatLongDay(day), formatMonth(day), formatShortMonth(day)]
    : [],
)

/** Makes the formats of a text once, since an edition is checked again and again, and its facts share names and days. */
function remember(make: (text: string) => readonly string[]): (text: string) => readonly string[] {
  const made = new LRUCache<string, readonly string[]>({ max: 5_000, memoMethod: make })
  return (text) => made.memo(text)
}

/** Numbers that are not figures of a week: names of forms, laws and measures, and rules of the letter itself. */
const FIXED_WORDS = [
  'Forms 4',
  'Form 4/A',
  'Form 4',
  'Rule 10b5-1',
  '5 U.S.C. 13107',
  ...Object.values(seriesFixedPhrases),
  '30-year',
  '10-year',
  '2-year',
  '3-month',
  'three or more insiders',
  'within thirty days',
  'where two are allowed',
  'more than two business days after',
  'more than twice, or less than half of,',
  'over a hundred million dollars',
  'over ten million dollars',
  'holder of over a tenth of the company',
  'One week says little',
  'tenth of a percentage point',
]

const MONTHS =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?'
// oxlint-disable-next-line no-restricted-globals -- one of constants, which the linter reads
const DAY = new RegExp(
  String.raw`(?:\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, )?\b(?:${MONTHS}) (?:\d{1,2}(?!\d)(?:, \d{4})?|\d{4})(?![\d,.]*\d)`,
  'g',
)

/** Plain text that may be used although it contains a number. */
export interface KnownWords {
  /** @param isPastAllowed  whether any day before the edition may be named
   *  @returns the numbers in a text that nothing supports */
  listUnknown(text: string, options?: { isPastAllowed?: boolean }): string[]
  /** @returns the text with spaces in place of what is known */
  hideKnown(text: string): string
  /** The same for days alone; a day that is not known loses its digits, which are no figure. */
  hideDays(text: string): string
}

/** Knows the names and days in some facts, the edition's own days, and the fixed words.
 *  @param moreDays  other known days, 'YYYY-MM-DD' */
export function createKnownWords(
  { slotDate, week }: Pick<EditionContent, 'slotDate' | 'week'>,
  facts: readonly Fact[],
  moreDays: readonly string[] = [],
): KnownWords {
  const named = facts.flatMap(({ subject, value, unit }) =>
    unit === 'text' && typeof value === 'string' ? [subject, value] : [subject],
  )
  const names = [...new Set(named)].flatMap(listNumberedNames)
  const phrases = [...new Set([...names, ...FIXED_WORDS])].sort((a, b) => b.length - a.length)
  const knownDays = new Set([
    ...facts.flatMap(({ period, asOf, value }) => [period.from, period.to, asOf, String(value)]),
    ...Array.from(new Set(facts.map(({ retrievedAt }) => retrievedAt)), utcDay),
    ...Array.from({ length: 7 }, (_, index) => addDays(week.from, index)),
    // The last market close before the week.
    addDays(week.from, -3),
    slotDate,
    ...moreDays,
  ])
  const days = new Set([...knownDays].flatMap((day) => listDayFormats(day)))
  const hideNames = (text: string) => phrases.reduce(hidePhrase, text)
  const hideDays = (text: string, unknown = (day: string) => day) =>
    text.replaceAll(DAY, (day) => (days.has(day) ? hide(day) : unknown(day)))
  return {
    listUnknown(text, { isPastAllowed = false } = {}) {
      if (!hasNumeral(text)) return []
      const unknownDays: string[] = []
      const rest = hideNames(text).replaceAll(DAY, (day) => {
        if (!days.has(day) && !(isPastAllowed && isPast(day, slotDate))) unknownDays.push(day)
        return hide(day)
      })
      return [...unknownDays, ...findNumerals(rest).map((numeral) => numeral.text)]
    },
    hideKnown: (text) => hideDays(hideNames(text)),
    hideDays: (text) => hideDays(text, (day) => day.replaceAll(/\d/g, 'x')),
  }
}

/** Replaces the text by as many spaces, so that the rest keeps its position. */
export function hide(text: string): string {
  return ' '.repeat(text.length)
}

/** Hides a phrase wherever it stands alone. */
function hidePhrase(text: string, phrase: string): string {
  let rest = text
  for (let at = rest.indexOf(phrase); at >= 0; at = rest.indexOf(phrase, at + 1)) {
    const end = at + phrase.length
    const isApart = !/[\p{L}\p{N}]$/u.test(rest.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(rest.slice(end))
    if (isApart) rest = rest.slice(0, at) + hide(phrase) + rest.slice(end)
  }
  return rest
}

function isPast(day: string, slotDate: string): boolean {
  const time = Date.parse(`${day} UTC`)
  return /\d{4}/.test(day) && !Number.isNaN(time) && time < Date.parse(slotDate)
}
