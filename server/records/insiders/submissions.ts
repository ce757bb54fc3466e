import { z } from 'zod'

import { addDays, addMonths } from '../../lib/dates.ts'

import type { Span } from '../core/collected-spans.ts'
import type { ListedFiling } from './daily-index.ts'

const column = z.array(z.string())
const submissionsSchema = z.object({
  filings: z.object({
    recent: z.object({ accessionNumber: column, filingDate: column, form: column }),
    files: z.array(z.unknown()),
  }),
})

/** The filings that EDGAR lists under one CIK. */
export interface OwnerFilings {
  /** Forms 4 and 4/A, newest first. */
  readonly filings: readonly ListedFiling[]
  /** The oldest day in this list, if older filings are in further files; undefined if the list is complete. */
  readonly wholeSince: string | undefined
}

/** URL of EDGAR's list for one CIK: the newest thousand filings, or a full year's if those are more. */
export function submissionsUrl(cik: string): string {
  return `https://data.sec.gov/submissions/CIK${cik.padStart(10, '0')}.json`
}

/** Parses submissions/CIK##########.json.
 *  @throws SyntaxError, TypeError if it is not such a list */
export function parseSubmissions(text: string, { cik }: { cik: string }): OwnerFilings {
  const parsed = submissionsSchema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new TypeError('no list of submissions: its filings are missing')
  const { recent, files } = parsed.data.filings
  const { accessionNumber, filingDate, form } = recent
  if (accessionNumber.length !== filingDate.length || form.length !== filingDate.length) {
    throw new TypeError('the list of submissions has columns of different lengths')
  }
  const filings = accessionNumber.flatMap((accession, index) => {
    const [filedOn = '', name = ''] = [filingDate[index], form[index]]
    if (name !== '4' && name !== '4/A') return []
    if (!/^\d{10}-\d{2}-\d{6}$/.test(accession) || !/^\d{4}-\d{2}-\d{2}$/.test(filedOn)) {
      throw new TypeError('a filing of the list has no number or no day')
    }
    return [{ accession, form: name, filedOn, cik }]
  })
  // Part of the oldest day may be in the next file.
  const oldest = filingDate.toSorted()[0]
  return { filings, wholeSince: files.length > 0 ? (oldest ?? '9999-12-31') : undefined }
}

/** Filings read per owner at most. */
const MOST_FILINGS = 60
const YEARS_BACK = [3, 1] as const

/** Chooses the longest span (three years or one) whose filings are all listed and not too many.
 *  @param asOf  the last requested day, 'YYYY-MM-DD'
 *  @returns undefined if not even one year qualifies */
export function chooseSpan(
  { filings, wholeSince }: OwnerFilings,
  asOf: string,
): (Span & { readonly filings: readonly ListedFiling[] }) | undefined {
  const spans = YEARS_BACK.map((years) => {
    const from = yearsBefore(asOf, years)
    return { from, to: asOf, filings: filings.filter(({ filedOn }) => filedOn >= from && filedOn <= asOf) }
  })
  return spans.find(
    (span) => span.filings.length <= MOST_FILINGS && (wholeSince === undefined || wholeSince < span.from),
  )
}

/** The day some years and a week earlier, so that the years before the edition's week are complete. */
export function yearsBefore(day: string, years: number): string {
  return addDays(addMonths(day, -12 * years), -7)
}
