import { sql } from 'kysely'

import type { Database } from '../../db/database.ts'
import { isWithin, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'

/** Older reports may have a company's former name. */
const YEARS = 2

/** Lists how reports of Congress and Forms 4 write the names of companies, by ticker, most frequent first: the SEC's own list
 *  has many in capitals. Names in capitals alone are left out.
 *  @returns tickers written BRK-B */
export async function listSpellings(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ ticker: string; name: string }>`
    select replace(upper(ticker), '.', '-') as ticker, name from (
      select ticker, asset as name from congress_line
      where ticker is not null and traded_on > current_date - make_interval(years => ${YEARS})
      union all
      select issuer_ticker, issuer_name from insider_filing
      where issuer_ticker is not null and filed_on > current_date - make_interval(years => ${YEARS})
    ) as written
    where name <> upper(name) and length(name) <= 200
    group by 1, 2 order by count(*) desc, name limit 20000`.execute(db)
  const byTicker = new Map<string, string[]>()
  for (const { ticker, name } of rows) {
    const known = byTicker.get(ticker)
    if (known) known.push(name)
    else byTicker.set(ticker, [name])
  }
  return byTicker
}

const KEPT_MS = 60 * 60_000
/** A new site reads its first records shortly after it starts. */
const EMPTY_KEPT_MS = 60_000

/** Keeps a list of spellings for an hour, an empty one for a minute. While the list cannot be read, names are shown as registered.
 *  @returns the list as last read: the same object until it is read again */
export function keepSpellings(
  list: () => Promise<ReadonlyMap<string, readonly string[]>>,
  { clock, logger }: { clock: Clock; logger: Logger },
): () => Promise<ReadonlyMap<string, readonly string[]>> {
  let kept: ReadonlyMap<string, readonly string[]> = new Map()
  let readAtMs = -Infinity
  let reading: Promise<void> | undefined
  const read = async () => {
    try {
      const found = await list()
      // The same map, where nothing is known yet: whoever joins lists with a new one does all of it again.
      if (found.size > 0 || kept.size > 0) kept = found
    } catch (error) {
      logger.warn({ err: error }, 'the spellings of company names could not be read')
    }
    reading = undefined
  }
  return async () => {
    const now = clock.now().getTime()
    if (!isWithin(now, readAtMs, kept.size === 0 ? EMPTY_KEPT_MS : KEPT_MS)) {
      readAtMs = now
      reading = read()
    }
    await reading
    return kept
  }
}
