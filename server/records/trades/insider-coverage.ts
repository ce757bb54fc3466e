import type { InsiderTrades, TradesWindow } from '../../../shared/trades-contract.ts'
import type { Database } from '../../db/database.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import { addMonths, listDays, yearUpTo } from '../../lib/dates.ts'
import type { FilingDays } from '../insiders/kept-insider-filing.ts'
import type { SourceReadings } from './trades-of-ticker.ts'

const EDGAR = { name: 'SEC EDGAR', url: 'https://www.sec.gov/edgar/search/' }

/** The parts that the answers of all tickers share. */
export type CommonInsiderParts = Pick<InsiderTrades, 'window' | 'daysUnread' | 'coverage'>

const MOST_MONTHS = 120

/** Returns the filing days of an answer.
 *  @param first  the first day on record; undefined if there is none */
export function windowUpTo(
  to: string,
  wanted: TradesWindow,
  first: string | undefined,
): { from: string; to: string } {
  const year = yearUpTo(to)
  if (wanted === 'year' || first === undefined || first >= year.from) return year
  const earliest = addMonths(to, -MOST_MONTHS)
  return { from: first > earliest ? first : earliest, to }
}

export async function readCommonInsiderParts(
  db: Database,
  { today, wanted }: { today: string; wanted: TradesWindow },
  { state, readAt }: SourceReadings,
): Promise<CommonInsiderParts> {
  const days = await readInsiderDays(db, today)
  if (days === undefined) {
    const coverage = { source: EDGAR, state, since: null, readTo: null, readAt, unread: 0 }
    return { window: null, daysUnread: 0, coverage }
  }
  const window = windowUpTo(days.last, wanted, days.first)
  const since = days.first > window.from ? days.first : window.from
  const unread = await countUnreadFilings(db, { filedFrom: window.from, filedTo: window.to })
  return {
    window,
    daysUnread: days.listMissing(since).length,
    coverage: { source: EDGAR, state, since: days.first, readTo: days.last, readAt, unread },
  }
}

/** Reads which days have their index read: the first, the last, and a function that lists the missing business days up to
 *  the last.
 *  @param upTo  'YYYY-MM-DD' */
async function readInsiderDays(db: Database, upTo: string) {
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

/** @returns the number of listed but unread Forms 4 and 4/A of these days, over all companies, with those whose line in a daily
 *    index could not be read */
async function countUnreadFilings(db: Database, { filedFrom, filedTo }: FilingDays): Promise<number> {
  const { unread } = await db
    .selectFrom('insider_filing')
    .select((eb) => eb.fn.countAll<string>().as('unread'))
    .where('filed_on', '>=', filedFrom)
    .where('filed_on', '<=', filedTo)
    .where('unread_reason', 'is not', null)
    .executeTakeFirstOrThrow()
  const { lines } = await db
    .selectFrom('insider_day')
    .select((eb) => eb.fn.sum<string | null>('unread_lines').as('lines'))
    .where('day', '>=', filedFrom)
    .where('day', '<=', filedTo)
    .executeTakeFirstOrThrow()
  return Number(unread) + Number(lines ?? 0)
}
