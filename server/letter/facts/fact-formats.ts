import { isCalendarDay } from '../../lib/dates.ts'
import {
  formatDay,
  formatDayOfYear,
  formatLongDay,
  formatMonth,
  formatShortMonth,
} from '../../../shared/format-date.ts'
import type { Fact } from './fact.ts'
import { cleanText } from '../../lib/text.ts'
import { formatExactMoney, formatFact } from './format-fact.ts'
import { presentCompany, presentCompanyShort, presentOwner } from '../../records/names/present-names.ts'

const PLUS = /^(?:\+\s?|(?:up|rose) (?:by )?)/i
const MINUS = /^(?:[-−]\s?|(?:down|fell) (?:by )?)/i
const FALLS =
  /\b(?:fell|falls|fallen|down|lower|less|fewer|lost|loss|below|under|behind|shrank|dropped|declined|decreased|smallest|lowest|least)\b/i
const FALLS_BY = /\b(?:fell|dropped|declined|decreased|down|shrank)(?: by)? $/i
const FALLS_AFTER = /^ (?:lower|less|fewer|below|under|down)\b/i
/** Units whose words may stand apart from the number: in a table's head, after the figure. */
const APART: ReadonlySet<string> = new Set([
  'shares',
  'business-days',
  'days',
  'months',
  'percentage-points',
  'usd-per-hour',
])

/** Why a text is not what its fact says; undefined where it is.
 *  @param before  the words of the sentence up to it
 *  @param after  those behind it
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
  if (value > 0 && (isMinus || (isChange && FALLS_BY.test(before)))) return 'has another sign than its fact'
  return undefined
}

/** Whether a fact is a word that says that something fell. */
export function saysFalling({ unit, value }: Fact): boolean {
  return unit === 'text' && FALLS.test(String(value))
}

/** At a sentence's beginning the first letter is a capital: 'Less than 0.1%'. */
function isAmong(formats: readonly string[], text: string): boolean {
  const lower = text.slice(0, 1).toLowerCase() + text.slice(1)
  return formats.includes(text) || formats.includes(lower)
}

/** A fact never changes, and every number of a line is held against all of them: 7 ms for a section without this, 1.3 ms with it. */
const formatsOf = new WeakMap<Fact, readonly string[]>()

/** Every way in which the letter prints a fact's value, without its sign. */
export function listFormats(fact: Fact): readonly string[] {
  const known = formatsOf.get(fact) ?? computeFormats(fact)
  formatsOf.set(fact, known)
  return known
}

function computeFormats(fact: Fact): string[] {
  const { value, unit } = fact
  if (typeof value === 'string') return unit === 'date' ? listDayFormats(value) : listNames(value)
  const text = formatFact(fact, { sign: 'left out' })
  if (text === undefined) return []
  if (typeof value !== 'number') return [text]
  const absolute = { ...fact, value: Math.abs(value) }
  return [
    text,
    ...(unit === 'usd' ? [formatExactMoney(absolute)] : []),
    ...(APART.has(unit) ? [text.slice(0, text.indexOf(' '))] : []),
  ]
}

/** Every way in which the letter writes a name. */
export function listNames(name: string): string[] {
  const clean = cleanText(name)
  const forms = [clean, presentCompany(name), presentCompanyShort(name), presentOwner({ name })]
  const starts = forms.map((form) => form.slice(0, 1).toUpperCase() + form.slice(1))
  return [...new Set([...forms, ...starts])].filter((form) => form !== '')
}

/** Every way in which the letter writes a day: 'Jan 27, 2025', 'Jan 27', 'January 2025'.
 *  @returns nothing for a text that is no day */
export function listDayFormats(day: string): string[] {
  if (!isCalendarDay(day)) return []
  return [formatDay(day), formatDayOfYear(day), formatLongDay(day), formatMonth(day), formatShortMonth(day)]
}
