import { listDays } from '../../lib/dates.ts'
import { sql, type Selectable } from 'kysely'
import type { RecordCoverage } from '../../../shared/trades-contract.ts'
import type { DatabaseOrTransaction, Tables } from '../../db/database.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import type { Chamber } from '../congress/congress-trade.ts'
import type { InsiderFiling } from '../insiders/insider-filing.ts'
import { toInsiderFiling } from '../insiders/kept-insider-filing.ts'
import { cleanText } from '../../lib/text.ts'

/** A range of filing days, both ends inclusive, 'YYYY-MM-DD'. */
export interface FilingDays {
  readonly filedFrom: string
  readonly filedTo: string
}

/** The state of one source's runs. */
export interface SourceReadings {
  readonly state: RecordCoverage['state']
  /** The last day that was read; null if none was. */
  readonly readTo: string | null
  readonly readAt: string | null
  /** Changes with each finished run. */
  readonly newestRunId: string
}

const NEVER: SourceReadings = { state: 'never', readTo: null, readAt: null, newestRunId: 'none' }

/** Finds the finished runs of these sources.
 *  @param sources  ids as in collect_run: 'insiders' */
export async function findReadings(
  db: DatabaseOrTransaction,
  sources: readonly string[],
): Promise<(source: string) => SourceReadings> {
  const newest = await db
    .selectFrom('collect_run')
    .distinctOn('source')
    .select(['source', 'id', 'outcome', sql<boolean>`listed > 0 and read = 0`.as('is_empty_handed')])
    .where('source', 'in', sources)
    .where('outcome', 'is not', null)
    .orderBy('source')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const usable = await db
    .selectFrom('collect_run')
    .select(['source', (eb) => eb.fn.max('as_of').as('read_to'), (eb) => eb.fn.max('finished_at').as('at')])
    .where('source', 'in', sources)
    .where('outcome', 'in', ['complete', 'partial'])
    .where((eb) => eb.or([eb('listed', '=', 0), eb('read', '>', 0)]))
    .groupBy('source')
    .execute()
  return (source) => {
    const run = newest.find((one) => one.source === source)
    if (!run) return NEVER
    const last = usable.find((one) => one.source === source)
    return {
      state: stateOf(run.outcome, run.is_empty_handed),
      readTo: last?.read_to ?? null,
      readAt: last?.at?.toISOString() ?? null,
      newestRunId: run.id,
    }
  }
}

function stateOf(
  outcome: Selectable<Tables['collect_run']>['outcome'],
  isEmptyHanded: boolean,
): RecordCoverage['state'] {
  if (outcome === 'off') return 'off'
  if (outcome === 'complete') return 'current'
  return outcome === 'partial' && !isEmptyHanded ? 'partial' : 'failing'
}

/** Reads the days whose index was read: the first, the last, and a function that lists the missing business days up to the
 *  last.
 *  @param upTo  'YYYY-MM-DD' */
export async function readInsiderDays(db: DatabaseOrTransaction, upTo: string) {
  const rows = await db
    .selectFrom('insider_day')
    .select('day')
    .where('day', '<=', upTo)
    .orderBy('day')
    .execute()
  const read = new Set(rows.map(({ day }) => day))
  const [first, last] = [rows[0]?.day, rows.at(-1)?.day]
  if (first === undefined || last === undefined) return undefined
  const isMissing = (day: string) => isBusinessDay(day) && !read.has(day)
  return { first, last, listMissing: (from: string) => listDays(from, last).filter(isMissing) }
}

/** @returns the number of listed but unread Forms 4 and 4/A of these days, over all companies */
export async function countUnreadFilings(
  db: DatabaseOrTransaction,
  { filedFrom, filedTo }: FilingDays,
): Promise<number> {
  const { unread } = await db
    .selectFrom('insider_filing')
    .select((eb) => eb.fn.countAll<string>().as('unread'))
    .where('filed_on', '>=', filedFrom)
    .where('filed_on', '<=', filedTo)
    .where('unread_reason', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** Finds for each chamber the filing day of its first report, and counts the reports of these days that were not read
 *  completely. */
export async function countCongressReports(
  db: DatabaseOrTransaction,
  { filedFrom, filedTo }: FilingDays,
): Promise<(chamber: Chamber) => { since: string | null; unread: number }> {
  const rows = await db
    .selectFrom('congress_report')
    .select([
      'chamber',
      (eb) => eb.fn.min('filed_on').as('since'),
      sql<string>`count(*) filter (where status <> 'read' and filed_on between ${filedFrom} and ${filedTo})`.as(
        'unread',
      ),
    ])
    .groupBy('chamber')
    .execute()
  return (chamber) => {
    const row = rows.find((one) => one.chamber === chamber)
    return { since: row?.since ?? null, unread: Number(row?.unread ?? 0) }
  }
}

/** Lists the read Forms 4 and 4/A of these days that name one of these tickers, as filed.
 *  @param tickers  one ticker in all forms in which it may be stored */
export async function listFilingsOf(
  db: DatabaseOrTransaction,
  tickers: readonly string[],
  { filedFrom, filedTo }: FilingDays,
): Promise<InsiderFiling[]> {
  const rows = await db
    .selectFrom('insider_filing')
    .innerJoin('source_document', 'source_document.id', 'insider_filing.document_id')
    .selectAll('insider_filing')
    .select('retrieved_at')
    .where('issuer_ticker', 'in', tickers)
    .where('unread_reason', 'is', null)
    .where('filed_on', '>=', filedFrom)
    .where('filed_on', '<=', filedTo)
    .orderBy('accession')
    .execute()
  if (rows.length === 0) return []
  const lines = await db
    .selectFrom('insider_line')
    .selectAll()
    .where('accession', '=', sql<string>`any(${rows.map(({ accession }) => accession)}::text[])`)
    .orderBy('line')
    .execute()
  const linesOf = Map.groupBy(lines, ({ accession }) => accession)
  return rows.map((row) => toInsiderFiling(row, linesOf.get(row.accession) ?? []))
}

/** A letter from A to C after a separator is a share class; other letters name exchanges, such as .L for London. */
const SHARE_CLASS = /^([A-Z0-9]{1,6})[\s./-]([A-C])$/

/** Normalises a ticker for comparison: BRK-B, brk/b and BRK.B become the same.
 *  @param typed  the ticker as somebody wrote it */
export function normaliseTicker(typed: string): string {
  return cleanText(typed).toUpperCase().replace(SHARE_CLASS, '$1.$2')
}

/** Lists all forms in which records may have stored a ticker. */
export function listTickerForms(typed: string): string[] {
  const ticker = normaliseTicker(typed)
  const [, base, shareClass] = SHARE_CLASS.exec(ticker) ?? []
  return base === undefined ? [ticker] : ['.', '-', '/', ' '].map((sign) => `${base}${sign}${shareClass}`)
}
