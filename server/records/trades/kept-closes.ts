import type { InsiderTrade } from '../../../shared/trades-contract.ts'
import { addDays } from '../../lib/dates.ts'
import type { InsiderFiling } from '../insiders/insider-filing.ts'
import type { EffectiveFiling } from '../insiders/repeated-filings.ts'
import { closeKey, type DailyClose, type DailyCloses, type DoubtfulTrade } from '../insiders/judge-trades.ts'

/** A day without a close, such as a Sunday, uses the last close of this many days before it. */
const CLOSE_DAYS = 7

/** A stock's closes as they were paid, with their source. */
export interface KeptCloses {
  /** Oldest first, 'YYYY-MM-DD'. */
  readonly closes: readonly (DailyClose & { readonly date: string })[]
  readonly sourceName: string
  readonly sourceUrl: string
}

/** Finds closes that the site already has; no source is asked.
 *  @param ticker  written as AAPL or BRK-B
 *  @param options.mayWait  whether it waits for closes that somebody else is looking up */
export type FindKeptCloses = (
  ticker: string,
  options: { mayWait: boolean },
) => Promise<KeptCloses | undefined>

/** The known closes of an issuer's shares. */
export type ClosesOf = (issuer: InsiderFiling['issuer']) => KeptCloses | undefined

/** Finds the close of each day on which one of these was traded, or the last one before it.
 *  @returns by `closeKey` */
export function listClosesOfDays(reported: readonly EffectiveFiling[], closesOf: ClosesOf): DailyCloses {
  const closes = new Map<string, DailyClose>()
  for (const { filing } of reported) {
    const known = closesOf(filing.issuer)
    if (known === undefined) continue
    for (const { tradedOn } of filing.transactions) {
      const close = findClose(known, tradedOn)
      if (close) closes.set(closeKey(filing.issuer.ticker ?? '', tradedOn), close)
    }
  }
  return closes
}

/** A form may have a thousand lines, and a stock closes of many years. */
function findClose({ closes }: KeptCloses, day: string): KeptCloses['closes'][number] | undefined {
  let [from, to] = [0, closes.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if ((closes[middle]?.date ?? '') <= day) from = middle + 1
    else to = middle
  }
  const last = closes[from - 1]
  return last !== undefined && last.date >= addDays(day, -CLOSE_DAYS) ? last : undefined
}

/** The close shown with a trade whose price is far from it. */
export function describeClose(
  { source: { filing }, line, close }: DoubtfulTrade,
  closesOf: ClosesOf,
): NonNullable<InsiderTrade['farFromClose']> | undefined {
  const known = closesOf(filing.issuer)
  const found = known && findClose(known, line.tradedOn)
  if (known === undefined || found === undefined || close === undefined) return undefined
  return { close, day: found.date, source: { name: known.sourceName, url: known.sourceUrl } }
}
