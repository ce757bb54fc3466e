import type { Site } from '../../lib/api-client.ts'
import type { Head } from '../../lib/head.ts'
import { tickerPath, type TickerScreenData } from './load-ticker.ts'

/** Title, description and canonical address of a ticker's screen. */
export function tickerHead(loaderData: unknown, site: Site): Head {
  const { kind, ticker, answer } = loaderData as TickerScreenData
  if (ticker === undefined || !answer) {
    const assets = kind === 'crypto' ? 'Crypto' : 'Stock'
    return {
      title: `${assets} lookup · ${site.name}`,
      description: 'Price history, profile, key statistics and related tickers. Free, without an account.',
    }
  }
  if (!answer.ok) {
    return { title: `${ticker} · ${site.name}`, description: `${ticker} could not be shown.`, isHidden: true }
  }
  const name = answer.data.info['Company Name']
  return {
    title: `${name} (${answer.data.ticker}) · ${site.name}`,
    description: `${name} (${answer.data.ticker}): price history, profile, key statistics and related tickers.`,
    canonicalPath: tickerPath(kind, answer.data.ticker),
  }
}
