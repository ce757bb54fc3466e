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

/** What EDGAR lists under one CIK. */
export interface OwnerFilings {
  /** Forms 4 and 4/A, the newest first. */
  readonly filings: readonly ListedFiling[]
  /** The day from which on nothing is missing; older filings are listed in further files. Undefined: none is missing. */
  readonly wholeSince: string | undefined
}

/** The address of what EDGAR lists under one CIK: the newest thousand filings, or those of a year where there are more. */
export function submissionsUrl(cik: string): string {
  return `https://data.sec.gov/submissions/CIK${cik.padStart(10, '0')}.json`
}

/** Reads submissions/CIK##########.json.
 *  @throws SyntaxError, TypeError when it is no such list */
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
  // Of the oldest day listed here a part may stand in the next file.
  const oldest = filingDate.toSorted()[0]
  return { filings, wholeSince: files.length > 0 ? (oldest ?? '9999-12-31') : undefined }
}

/** Years back, the longest first: more than these filings are not read of one owner. */
const MOST_FILINGS = 60
const YEARS_BACK = [3, 1] as const

/** The longest of three years and one of which all filings are listed, and not too many.
 *  @param asOf  the last day asked for, 'YYYY-MM-DD'
 *  @returns undefined where even those of a year are */
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

/** A week more, so that a year before the edition's week is whole. */
export function yearsBefore(day: string, years: number): string {
  return addDays(addMonths(day, -12 * years), -7)
}
