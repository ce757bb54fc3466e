import { searchPath, shareImagePath, tickerPath } from '../../../shared/asset-address.ts'
import { endsInClose, formatPrice, priceStyleOf } from '../../../shared/format-price.ts'
import { formatDay } from '../../../shared/format-date.ts'
import { formatPercent } from '../../../shared/format-number.ts'
import type { StockResponse } from '../../../shared/market-contract.ts'
import type { Site } from '../../lib/api-client.ts'
import { describeAsset } from '../../lib/describe-asset.ts'
import type { Head } from '../../lib/head.ts'
import { mayHaveTrades, type TickerScreenData } from './load-ticker.ts'

/** How much search engines show of a description. */
const MAX_DESCRIPTION = 160
const MORE = ' Price chart, key statistics and related tickers.'

/** A ticker screen's part of the document's head, with one address for each asset, whatever the range and spelling. */
export function tickerHead(loaderData: unknown, site: Site): Head {
  const { kind, ticker, answer, trades } = loaderData as TickerScreenData
  if (ticker === undefined) {
    const assets = kind === 'crypto' ? 'Crypto' : 'Stock'
    return {
      title: `${assets} lookup · ${site.name}`,
      description: 'Price history, profile, key statistics and related tickers. Free, without an account.',
      canonicalPath: searchPath(kind),
    }
  }
  if (!answer) {
    return {
      title: `${ticker} · ${site.name}`,
      description: `${ticker} is on its way.`,
      isHidden: true,
      isUnfinished: true,
    }
  }
  // They wait in their client's own queue, and are shown beside prices and where the source lacks a ticker.
  const areTradesLate = mayHaveTrades(kind, ticker) && trades === undefined
  if (!answer.ok) {
    return {
      title: `${ticker} · ${site.name}`,
      description: `${ticker} could not be shown.`,
      isHidden: true,
      isIncomplete: answer.code === 'not-at-source' && areTradesLate,
    }
  }
  const stock = answer.data
  const name = stock.info['Company Name']
  const title = titleOf(stock, site.name)
  // Search engines must not show generated data as if it were real.
  if (stock.meta.sample) {
    return { title, description: `${name}, with sample data: not real prices.`, isHidden: true }
  }
  // BTCUSD, BTC-USD and BTC are one coin: the answer says under which address.
  const canonicalPath = tickerPath(stock.meta.kind, stock.ticker)
  const description = describe(stock)
  return {
    title,
    description,
    canonicalPath,
    isIncomplete: !stock.meta.profileAvailable || stock.meta.stale || areTradesLate,
    image: {
      path: shareImagePath(stock.meta.kind, stock.ticker),
      alt: `${titleName(name, stock.ticker)}: price and a line of its closes`,
    },
    structuredData: describeAsset(stock, { site, title, description, path: canonicalPath }),
  }
}

/** The title of the page for a loaded asset. */
export const titleOf = ({ info, ticker }: StockResponse, siteName: string): string =>
  `${titleName(info['Company Name'], ticker)} · ${siteName}`

const titleName = (name: string, ticker: string) => (name === ticker ? ticker : `${name} (${ticker})`)

/** @returns e.g. 'Apple Inc. (AAPL): $245.50 at the close of Nov 20, 2026, +9.09% since Nov 20, 2025. Price chart, key
 *  statistics and related tickers.' */
function describe(stock: StockResponse): string {
  const name = stock.info['Company Name']
  const figures = describeFigures(stock)
  const full = `${titleName(name, stock.ticker)}${figures}`
  if (full.length + MORE.length <= MAX_DESCRIPTION) return full + MORE
  const excess = full.length - MAX_DESCRIPTION
  return excess <= 0 ? full : `${name.slice(0, -excess - 1).trimEnd()}… (${stock.ticker})${figures}`
}

function describeFigures(stock: StockResponse): string {
  const { dates, prices } = stock
  const lastDay = dates.at(-1)
  const last = prices.at(-1)
  if (lastDay === undefined || last === undefined) return '.'
  const on = endsInClose(stock) ? 'at the close of' : 'on'
  const price = `: ${formatPrice(last, priceStyleOf(stock))} ${on} ${formatDay(lastDay)}`
  const [firstDay] = dates
  const [first] = prices
  if (firstDay === undefined || firstDay === lastDay || first === undefined || first <= 0) return `${price}.`
  return `${price}, ${formatPercent((last - first) / first, { sign: 'always' })} since ${formatDay(firstDay)}.`
}
