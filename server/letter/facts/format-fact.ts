import { isCalendarDay } from '../../lib/dates.ts'
import { formatDay } from '../../../shared/format-date.ts'
import { cleanText } from '../../lib/text.ts'
import type { Fact } from './fact.ts'
import type { Sentence, Span } from '../../../shared/edition-contract.ts'

/** The number of a fact, to be printed.
 *  @throws TypeError for a fact that is not a single number: a template asked for the wrong fact */
export function numberOf(fact: Fact): number {
  if (typeof fact.value !== 'number') throw new TypeError(`${fact.id} is not a number`)
  return fact.value
}

/** '$9.0 million', '$3.58 billion', '$100,355': easy to read; the exact figure is in the table. */
export function formatMoney(fact: Fact): string {
  const value = numberOf(fact)
  // A value moves to the next unit when rounding reaches it: 999,960 is $1.0 million.
  if (value >= 999_500_000) return `$${formatDigits(value / 1_000_000_000, 2)} billion`
  if (value >= 999_950) return `$${formatDigits(value / 1_000_000, 1)} million`
  return formatExactMoney(fact)
}

/** '$5.2 billion', '$561 million', '$9.0 million': as people say it, for headlines. */
export function formatShortMoney(fact: Fact): string {
  const value = numberOf(fact)
  if (value >= 999_500_000) return `$${formatDigits(value / 1_000_000_000, 1)} billion`
  if (value >= 9_950_000) return `$${formatDigits(value / 1_000_000, 0)} million`
  return formatMoney(fact)
}

/** '$24,999,840', to the dollar. */
export function formatExactMoney(fact: Fact): string {
  return `$${formatDigits(numberOf(fact), 0)}`
}

/** '$243.00'; below a dollar, with all four digits that the record supports. */
export function formatPrice(fact: Fact): string {
  const value = numberOf(fact)
  return `$${formatDigits(value, value < 1 ? 4 : 2)}`
}

/** '$3.38', '$1,849.11': to the cent. */
export function formatCents(fact: Fact): string {
  return `$${formatDigits(numberOf(fact), 2)}`
}

/** '7.66 million'; below a million, every digit. */
export function formatLargeCount(fact: Fact): string {
  const value = numberOf(fact)
  return value < 999_500 ? formatCount(fact) : `${formatDigits(value / 1_000_000, 2)} million`
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(
  ' ',
)
const ORDINAL_RULES = new Intl.PluralRules('en-US', { type: 'ordinal' })
const ENDINGS: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
  many: 'th',
  other: 'th',
  zero: 'th',
}
const CARDINALS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** 'third' for a count of three, up to 'twelfth', then '13th', '21st'; digits for anything but a whole number. */
export function formatOrdinal(fact: Fact): string {
  const count = numberOf(fact)
  if (!Number.isInteger(count)) return formatCount(fact)
  return ORDINALS[count - 1] ?? `${formatCount(fact)}${ENDINGS[ORDINAL_RULES.select(count)]}`
}

/** 'three', up to 'twelve'; digits beyond that. */
export function formatCardinal(fact: Fact): string {
  return CARDINALS[numberOf(fact) - 1] ?? formatCount(fact)
}

/** '102,880' */
export function formatCount(fact: Fact): string {
  return formatDigits(numberOf(fact), 0)
}

/** '0.3%'; no decimals from ten percent upwards, but never '100%' for what is not all. */
function formatPercent(fact: Fact): string {
  const percent = numberOf(fact) * 100
  if (percent < 0.1) return 'less than 0.1%'
  if (percent >= 99.5 && percent < 100) return 'more than 99%'
  return `${formatDigits(percent, percent < 9.95 ? 1 : 0)}%`
}

/** '97 cents' of each dollar.
 *  @returns undefined for a share that is not a number of cents between zero and a dollar */
export function formatCentsOfDollar(fact: Fact): string | undefined {
  const cents = Math.round(numberOf(fact) * 100)
  if (cents < 1 || cents > 99) return undefined
  return cents === 1 ? '1 cent' : `${cents} cents`
}

/** A fact's value as written in a sentence, with its unit: '$9.0 million', '102,880 shares', '3 business days', '$1,001
 *  to $15,000', '6.95%', 'Jan 27, 2025'.
 *  @param sign  'left out' next to a word that says it: 'fell by 0.2%'
 *  @returns undefined for a value that does not fit its unit, and for a unit without a format */
export function formatFact(
  fact: Fact,
  { sign = 'shown' }: { sign?: 'shown' | 'left out' } = {},
): string | undefined {
  const { value, unit } = fact
  if (typeof value === 'string') return formatWords(value, unit)
  if (typeof value !== 'number') return formatRange(fact, value)
  if (!Number.isFinite(value)) return undefined
  const text = FORMATS[unit]?.({ ...fact, value: Math.abs(value) })
  return text === undefined || value >= 0 || sign === 'left out' ? text : `-${text}`
}

function formatWords(value: string, unit: string): string | undefined {
  if (unit === 'text') return cleanText(value) || undefined
  return unit === 'date' && isCalendarDay(value) ? formatDay(value) : undefined
}

/** Both ends, never the middle. */
function formatRange(fact: Fact, [low, high]: readonly [number, number]): string | undefined {
  if (!Number.isFinite(low) || !Number.isFinite(high) || low < 0 || low > high) return undefined
  if (fact.unit === 'usd') {
    return `${formatExactMoney({ ...fact, value: low })} to ${formatExactMoney({ ...fact, value: high })}`
  }
  return fact.unit === 'count' ? `${formatDigits(low, 0)} to ${formatDigits(high, 0)}` : undefined
}

const counted = (one: string, several: string) => (fact: Fact) =>
  `${formatCount(fact)} ${numberOf(fact) === 1 ? one : several}`
const withDigits = (fact: Fact) => formatDigits(numberOf(fact), Math.min(2, fact.precision))

/** By unit. A figure in any other unit cannot be written, and the check refuses it. */
const FORMATS: Readonly<Record<string, (fact: Fact) => string>> = {
  usd: formatMoney,
  'usd-per-share': formatPrice,
  'usd-per-hour': (fact) => `${formatPrice(fact)} an hour`,
  'usd-per-gallon': (fact) => `${formatPrice(fact)} a gallon`,
  shares: counted('share', 'shares'),
  count: formatCount,
  persons: formatCount,
  'business-days': counted('business day', 'business days'),
  days: counted('day', 'days'),
  months: (fact) => `${formatDigits(numberOf(fact), 1)} months`,
  fraction: (fact) =>
    // A purchase as a share of a holding is not a statistic: the letter rounds it.
    fact.section === 'insiders' || fact.section === 'congress'
      ? formatPercent(fact)
      : `${formatDigits(numberOf(fact) * 100, 1)}%`,
  percent: (fact) => `${withDigits(fact)}%`,
  'percentage-points': (fact) => `${withDigits(fact)} percentage points`,
  index: withDigits,
}

const byDigits = new Map<number, Intl.NumberFormat>()

/** Creating a format takes about fifty times as long as using it. */
function formatDigits(value: number, digits: number): string {
  const known = byDigits.get(digits)
  if (known !== undefined) return known.format(value)
  const made = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  byDigits.set(digits, made)
  return made.format(value)
}

export type { Sentence, Span }

/** A fact's value as readers see it, bound to the fact and linked to its record.
 *  @param text  the value in another of the letter's formats; by default as written in a sentence
 *  @param href  another page of the same record, easier to read than its source
 *  @throws TypeError for a value that cannot be written because it does not fit its unit */
export function figure(fact: Fact, text = formatFact(fact), href = fact.sourceUrl): Required<Span> {
  if (text === undefined) throw new TypeError(`${fact.id} cannot be written`)
  return { text, href, factId: fact.id }
}

export function plain(text: string): Span {
  return { text }
}

export function plural(fact: Fact, one: string, several: string): string {
  return numberOf(fact) === 1 ? one : several
}

/** A sentence about a count: 'We left {count} lines out.' */
export function tellCount(fact: Fact, one: string, several: string): Sentence {
  const [before = '', after = ''] = plural(fact, one, several).split('{count}')
  return [plain(before), figure(fact), plain(after)]
}
