import { LRUCache } from 'lru-cache'

import type { Quote } from '../../shared/overview-contract.ts'
import { chooseName, presentCompanyShort } from '../lib/company-name.ts'
import { SourceError } from '../lib/errors.ts'
import { askOnBehalfOf, currentAskers } from '../lib/askers.ts'
import type { Logger } from '../lib/logger.ts'
import { firstWithin } from '../lib/patience.ts'
import { firstCandidate, type Sourced, isUnknownTicker } from './ask-in-order.ts'
import type { Loaded } from './cache/read-through.ts'
import type { Feed } from './feeds.ts'
import type { Asset, PriceSeries } from './providers/provider.ts'

/** A page is shown without its quotes rather than wait longer. */
const QUOTE_WAIT_MS = 1_000

/** Renews prices in the background; never rejects. */
export type Renew = (feed: Feed, asset: Asset) => Promise<void>

/** How long a ticker is not renewed for the same client after that failed. */
const FAILED_MS = 10_000

/** Runs one renewal of a ticker at a time, however many lists name it. */
export function createRenewals(logger: Logger): Renew {
  const renewing = new Set<string>()
  const failed = new LRUCache<string, boolean>({ max: 10_000, ttl: FAILED_MS })
  return async (feed, asset) => {
    const name = `${asset.kind} ${asset.ticker}`
    const tried = `${currentAskers().clients.join()} ${name}`
    if (renewing.has(name) || failed.has(tried)) return
    renewing.add(name)
    try {
      const found = await findPrices(feed, asset)
      if (found?.isStale !== false) failed.set(tried, true)
    } catch (error) {
      logger.error({ err: error, asset: name }, 'prices could not be renewed')
    } finally {
      renewing.delete(name)
    }
  }
}

/** Returns quotes from the cache. Expired prices are renewed in the background, on the asker's account, for later readers: a list
 *  of tickers never waits for a source, and costs nothing for tickers that were never looked up. */
export async function listKeptQuotes(
  feed: Feed,
  wanted: readonly Pick<Asset, 'kind' | 'ticker'>[],
  renew: Renew,
): Promise<Quote[]> {
  const quotes: Quote[] = []
  // One after the other: each one that is not in memory costs a statement, and a list of twenty would take every connection.
  for (const asset of wanted.flatMap(firstCandidate)) {
    currentAskers().throwIfGone()
    const found = await feed.peekPrices(asset)
    if (found?.isStale) void renew(feed, asset)
    const quote = found && composeQuote(asset, found, feed)
    if (quote !== undefined) quotes.push(quote)
  }
  return quotes
}

/** The client on whose account the site's own quotes are: they get no more of a source's calls than a visitor does. */
const OWN_QUOTES = 'own quotes'

/** Returns quotes that the site requests itself, for everybody: always the same few. */
export async function listOwnQuotes(
  feed: Feed,
  wanted: readonly Pick<Asset, 'kind' | 'ticker'>[],
): Promise<Quote[]> {
  const found = await Promise.all(
    wanted.flatMap(firstCandidate).map(async (asset) => {
      const loading = askOnBehalfOf(OWN_QUOTES, () => findPrices(feed, asset))
      const prices = (await firstWithin(QUOTE_WAIT_MS, loading)) ?? (await feed.peekPrices(asset))
      return prices && composeQuote(asset, prices, feed)
    }),
  )
  return found.filter((quote) => quote !== undefined)
}

async function findPrices(feed: Feed, asset: Asset): Promise<Loaded<Sourced<PriceSeries>> | undefined> {
  try {
    return await feed.loadPrices(asset, '1Y')
  } catch (error) {
    if (error instanceof SourceError || isUnknownTicker(error)) return undefined
    throw error
  }
}

/** @returns undefined for a series without a close */
function composeQuote(
  { kind, ticker }: Asset,
  { value: { data, source }, isStale }: Loaded<Sourced<PriceSeries>>,
  { isSample, findListedName }: Pick<Feed, 'isSample' | 'findListedName'>,
): Quote | undefined {
  const last = data.closes.at(-1)
  const before = data.closes.at(-2)
  if (last === undefined) return undefined
  const name = data.name ?? ticker
  return {
    kind,
    ticker,
    name:
      kind === 'crypto' ? name : presentCompanyShort(chooseName([name, findListedName({ kind, ticker })])),
    price: last.adjustedClose,
    ...(data.currency === undefined ? {} : { currency: data.currency }),
    ...(data.priceDigits === undefined ? {} : { priceDigits: data.priceDigits }),
    changeFraction:
      before === undefined || before.adjustedClose <= 0 || data.leftOut?.some((day) => day > before.date)
        ? null
        : last.adjustedClose / before.adjustedClose - 1,
    day: last.date,
    source: { name: source.name, url: source.url },
    stale: isStale,
    sample: isSample,
  }
}
