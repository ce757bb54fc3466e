import { isDeepStrictEqual } from 'node:util'

import { sql, type RawBuilder } from 'kysely'

import type { Database } from '../../db/database.ts'
import { isWithin, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { compareText } from '../../lib/text.ts'

/** Older reports may have a company's former name. */
const MONTHS = 24
const MOST_SPELLINGS = 20_000

interface Written {
  readonly ticker: string
  readonly name: string
  readonly count: number
}

/** Lists how reports of Congress and Forms 4 write the names of companies, by ticker, most frequent first: the SEC's own list
 *  has many in capitals. Names in capitals alone are left out. Forms are read a month at a time, since the embedded database answers
 *  nobody else meanwhile.
 *  @returns tickers written BRK-B */
export async function listSpellings(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const counts = new Map<string, Written>()
  const count = async (written: RawBuilder<unknown>) => {
    const { rows } = await sql<Written>`
      select replace(upper(ticker), '.', '-') as ticker, name, count(*)::int as count from (${written}) as written
      where name <> upper(name) and length(name) <= 200 group by 1, 2`.execute(db)
    for (const row of rows) {
      const key = `${row.ticker} ${row.name}`
      counts.set(key, { ...row, count: row.count + (counts.get(key)?.count ?? 0) })
    }
  }
  await count(sql`
    select ticker, asset as name from congress_line
    where ticker is not null and traded_on > current_date - make_interval(months => ${MONTHS})`)
  for (let month = 0; month < MONTHS; month++) {
    await count(sql`
      select issuer_ticker as ticker, issuer_name as name from insider_filing
      where issuer_ticker is not null and filed_on > current_date - make_interval(months => ${month + 1})
        and filed_on <= current_date - make_interval(months => ${month})`)
  }
  const frequent = [...counts.values()].sort((a, b) => b.count - a.count || compareText(a.name, b.name))
  const byTicker = Map.groupBy(frequent.slice(0, MOST_SPELLINGS), ({ ticker }) => ticker)
  return new Map([...byTicker].map(([ticker, written]) => [ticker, written.map(({ name }) => name)]))
}

const KEPT_MS = 60 * 60_000
/** A new site reads its first records shortly after it starts. */
const EMPTY_KEPT_MS = 60_000

/** Keeps a list of spellings for an hour, an empty one for a minute; then it is read again while the kept one is used. While it
 *  cannot be read, names are shown as registered.
 *  @returns the list as last read: the same object until it has changed */
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
      // Whoever joins the lists of tickers with another object sorts all names again.
      if (!isDeepStrictEqual(found, kept)) kept = found
    } catch (error) {
      logger.warn({ err: error }, 'the spellings of company names could not be read')
    }
    reading = undefined
  }
  return async () => {
    const now = clock.now().getTime()
    if (!reading && !isWithin(now, readAtMs, kept.size === 0 ? EMPTY_KEPT_MS : KEPT_MS)) {
      readAtMs = now
      reading = read()
    }
    if (kept.size === 0) await reading
    return kept
  }
}
