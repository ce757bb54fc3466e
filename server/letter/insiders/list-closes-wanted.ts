import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'
import { isNoTrade } from '../../records/core/trade-kinds.ts'
import { compareText } from '../../lib/text.ts'

export interface ClosesWanted {
  readonly ticker: string
  /** First and last day of its trades, 'YYYY-MM-DD'. */
  readonly from: string
  readonly to: string
}

/** The closes that matter most for checking prices: those of the largest claimed trades, which a mistyped price heads.
 *  @param limit  how many tickers at most: each one is a request to the source of prices
 *  @returns the largest claimed value first */
export function listClosesWanted(filings: readonly InsiderFiling[], limit: number): ClosesWanted[] {
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
