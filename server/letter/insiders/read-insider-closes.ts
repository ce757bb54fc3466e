import { AppError, SourceError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import { closeKey, type DailyClose, isNoTrade } from '../../records/insiders/judge-trades.ts'
import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'
import { compareText } from '../../lib/text.ts'

/** Lists a stock's closes between two days, both included; the market module's own method. */
export type ListDailyCloses = (query: {
  ticker: string
  from: string
  to: string
}) => Promise<readonly (DailyClose & { readonly date: string })[]>

export interface ReadClosesDeps {
  readonly listDailyCloses: ListDailyCloses
  readonly logger: Logger
  readonly onProgress: (line: string) => void
}

// The most requests to the source of prices, one for each ticker: the largest trades are checked, and the rest are marked
// unchecked.
const MAX_CLOSE_REQUESTS = 100
const CLOSE_READERS = 4
const GIVE_UP_CLOSES_AFTER = 5

export interface InsiderCloses {
  readonly closes: ReadonlyMap<string, DailyClose>
  /** Tickers without an answer: the source of prices failed, or we gave up on it before asking for them. */
  readonly failedTickers: ReadonlySet<string>
}

/** Reads the closes for the days of the largest trades. A trade whose close the source does not give is told as
 *  unchecked. */
export async function readInsiderCloses(
  { listDailyCloses, logger, onProgress }: ReadClosesDeps,
  filings: readonly InsiderFiling[],
): Promise<InsiderCloses> {
  const closes = new Map<string, DailyClose>()
  const wanted = listClosesWanted(filings, MAX_CLOSE_REQUESTS)
  if (wanted.length > 0) onProgress(`Checking prices against the closes of ${wanted.length} tickers.`)
  const queue = wanted.values()
  const failedTickers = new Set<string>()
  let failuresInARow = 0

  async function readOnward(): Promise<void> {
    for (const query of queue) {
      if (failuresInARow >= GIVE_UP_CLOSES_AFTER) {
        failedTickers.add(query.ticker)
        continue
      }
      try {
        for (const { date, close, adjustedClose } of await listDailyCloses(query)) {
          closes.set(closeKey(query.ticker, date), { close, adjustedClose })
        }
        failuresInARow = 0
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        // An unknown ticker or a ticker without closes is still an answer. Anything else may mean that the source failed.
        const isFailure = error instanceof SourceError && error.concerns !== 'ticker'
        if (isFailure) {
          failuresInARow++
          failedTickers.add(query.ticker)
        }
        logger[isFailure ? 'warn' : 'debug'](
          { ticker: query.ticker, code: error.code },
          'no closes for a ticker',
        )
      }
    }
  }

  await Promise.all(Array.from({ length: CLOSE_READERS }, readOnward))
  return { closes, failedTickers }
}

export interface ClosesWanted {
  readonly ticker: string
  /** First and last day of its trades, 'YYYY-MM-DD'. */
  readonly from: string
  readonly to: string
}

/** The closes that matter most for checking prices: those of the largest claimed trades, among which a mistyped price
 *  would be.
 *  @param limit  the most tickers, each of which is a request to the source of prices
 *  @returns the largest claimed value first */
function listClosesWanted(filings: readonly InsiderFiling[], limit: number): ClosesWanted[] {
  const wanted = new Map<string, { ticker: string; days: string[]; claimed: number }>()
  for (const { issuer, transactions } of filings) {
    for (const { code, via, price, shares, tradedOn } of transactions) {
      const isTrade = (code === 'P' || code === 'S') && !isNoTrade(via)
      if (issuer.ticker === undefined || !isTrade) continue
      const entry = wanted.get(issuer.ticker) ?? { ticker: issuer.ticker, days: [], claimed: 0 }
      entry.days.push(tradedOn)
      entry.claimed += (price ?? 0) * (shares ?? 0)
      wanted.set(issuer.ticker, entry)
    }
  }
  return [...wanted.values()]
    .filter(({ claimed }) => claimed > 0)
    .sort((a, b) => b.claimed - a.claimed || compareText(a.ticker, b.ticker))
    .slice(0, limit)
    .map(({ ticker, days }) => {
      const ordered = days.sort()
      return { ticker, from: ordered[0] ?? '', to: ordered.at(-1) ?? '' }
    })
}
