import { addDays, utcDay } from '../../lib/dates.ts'
import type { EditionContent } from '../../../shared/edition-contract.ts'
import type { Fact } from './fact.ts'
import { listDayFormats, listNames } from './fact-formats.ts'
import { findNumerals, hasNumeral } from '../../records/names/find-numerals.ts'
import { seriesFixedPhrases } from '../series/series-words-parts.ts'

/** Numbers that are no figures of a week: names of forms, laws and measures, and the letter's own rules. */
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
  'more than ten times, or less than a tenth of,',
  'over a billion dollars',
  'over ten million dollars',
  'holder of over a tenth of the company',
  'One week says little',
]

const MONTHS =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?'
// oxlint-disable-next-line no-restricted-globals -- one of constants, which the linter reads
const DAY = new RegExp(
  String.raw`(?:\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, )?\b(?:${MONTHS}) (?:\d{1,2}(?!\d)(?:, \d{4})?|\d{4})(?![\d,.]*\d)`,
  'g',
)

/** What may be said in plain words although a number is in it. */
export interface KnownWords {
  /** @param isPastAllowed  whether any day before the edition may stand there
   *  @returns the numbers of a text that nothing bears out */
  listUnknown(text: string, options?: { isPastAllowed?: boolean }): string[]
  /** @returns the text with room in place of what is known */
  hideKnown(text: string): string
}

/** Knows the names and the days of some facts, the edition's own days, and fixed words.
 *  @param moreDays  others that are known, 'YYYY-MM-DD' */
export function createKnownWords(
  { slotDate, week }: Pick<EditionContent, 'slotDate' | 'week'>,
  facts: readonly Fact[],
  moreDays: readonly string[] = [],
): KnownWords {
  const named = facts.flatMap(({ subject, value, unit }) =>
    unit === 'text' && typeof value === 'string' ? [subject, value] : [subject],
  )
  const names = [...new Set(named)]
    .flatMap((name) => listNames(name))
    .filter((name) => hasNumeral(name) && /\p{L}/u.test(name))
  const phrases = [...new Set([...names, ...FIXED_WORDS])].sort((a, b) => b.length - a.length)
  const knownDays = new Set([
    ...facts.flatMap(({ period, asOf, retrievedAt, value }) => [
      period.from,
      period.to,
      asOf,
      utcDay(retrievedAt),
      String(value),
    ]),
    ...Array.from({ length: 7 }, (_, index) => addDays(week.from, index)),
    slotDate,
    ...moreDays,
  ])
  const days = new Set([...knownDays].flatMap((day) => listDayFormats(day)))
  const hideNames = (text: string) => phrases.reduce(hidePhrase, text)
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
    hideKnown: (text) => hideNames(text).replaceAll(DAY, (day) => (days.has(day) ? hide(day) : day)),
  }
}

/** Room of the same length: what stands around it keeps its place. */
export function hide(text: string): string {
  return ' '.repeat(text.length)
}

/** Takes a phrase out wherever it stands by itself. */
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
