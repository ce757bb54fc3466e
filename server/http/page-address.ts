import type { Request } from 'express'
import { z } from 'zod'

import { ARCHIVE_PATH, CORRECTIONS_PATH, HOW_WE_KNOW_PATH } from '../../shared/edition-address.ts'
import { asksForTable, LONG_RANGES, parseTicker, SHOWN_RANGES } from '../../shared/asset-address.ts'
import type { TradesWindow } from '../../shared/trades-contract.ts'
import { readUnsubscribeLink, SIGN_UP_PATH } from '../../shared/posted-form.ts'

/** The one screen below /api. */
export const API_DOCS_PATH = '/api/docs'

/** Screens without parameters. */
const PLAIN_PATHS = new Set([
  '/',
  '/newsletter',
  HOW_WE_KNOW_PATH,
  CORRECTIONS_PATH,
  '/dashboard',
  SIGN_UP_PATH,
  '/confirm',
  '/privacy-policy',
  '/terms-of-service',
  '/disclaimers',
  API_DOCS_PATH,
])
const UNSUBSCRIBE_PATH = '/unsubscribe'
/** How many characters of a broken link are shown. */
const MOST_SHOWN = 100
const ALL_YEARS: TradesWindow = 'all'
const EDITION_PATH = /^\/newsletter\/archive\/([^/]+?)(\/figures)?$/
const daySchema = z.iso.date()
const rangeSchema = z.enum(SHOWN_RANGES)
const TICKER_PATH = /^\/(stocks|crypto)(?:\/([^/]+))?$/

/** The canonical address of what a request shows. Whatever the page does not read (such as an email address in the query) is
 *  left out, so it reaches neither the rendering nor the cache. */
export interface PageAddress {
  address: string
  /** False for addresses that anyone can vary endlessly. */
  isCacheable: boolean
  /** The version of what the page shows, if known: while it is the same, so is the page. */
  version?: string
}

/** @param originalUrl  of a request
 *  @returns its query, as pages read it */
export function pageQuery(originalUrl: string): URLSearchParams {
  // Not through URL, which reads '//' as the start of a host.
  const [, ...search] = originalUrl.split('?')
  return new URLSearchParams(search.join('?'))
}

/** Whether a request asks for prices or trades of many years, as read by a page or by the API: if they read a query differently,
 *  either reading counts. So does a table of each day's closes, which takes as long to write. */
export const asksForLongHistory = ({ query, originalUrl }: Pick<Request, 'query' | 'originalUrl'>): boolean =>
  query['window'] === ALL_YEARS ||
  asksForTable(pageQuery(originalUrl)) ||
  [query['range'], pageQuery(originalUrl).get('range')].some(
    (range) => typeof range === 'string' && LONG_RANGES.has(range),
  )

/** @param path  as requested, still percent-encoded
 *  @returns any unknown path as '/not-found': all of them share one page */
export function pageAddress(path: string, query: URLSearchParams): PageAddress {
  const trimmed = path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') || '/' : path
  if (PLAIN_PATHS.has(trimmed)) return { address: trimmed, isCacheable: true }
  if (trimmed === UNSUBSCRIBE_PATH) {
    // The page needs no details of a usable link; for any other, it learns what the link has in place of an address.
    const { email, typed } = readUnsubscribeLink(query)
    if (email !== undefined) return { address: `${trimmed}?link=usable`, isCacheable: true }
    if (typed === undefined) return { address: trimmed, isCacheable: true }
    const unusable = new URLSearchParams({ unusable: typed.slice(0, MOST_SHOWN) })
    return { address: `${trimmed}?${unusable}`, isCacheable: false }
  }
  if (trimmed === ARCHIVE_PATH) {
    const before = daySchema.safeParse(query.get('before')).data
    return { address: before === undefined ? trimmed : `${trimmed}?before=${before}`, isCacheable: true }
  }
  const edition = EDITION_PATH.exec(trimmed)
  // Everything that is not a date shares one page, which explains how editions are named.
  if (edition !== null) {
    const [, typed, figures = ''] = edition
    return {
      address: `${ARCHIVE_PATH}/${daySchema.safeParse(typed).data ?? 'unknown'}${figures}`,
      isCacheable: true,
    }
  }
  const match = TICKER_PATH.exec(trimmed)
  if (!match) return { address: '/not-found', isCacheable: true }
  const [, section, typed] = match
  if (typed === undefined) {
    const searched = query.get('ticker')?.trim()
    if (!searched) return { address: `/${section}`, isCacheable: true }
    return { address: `/${section}?${new URLSearchParams({ ticker: searched })}`, isCacheable: false }
  }
  const range = rangeSchema.safeParse(query.get('range')).data
  const compare = parseTicker(query.get('compare') ?? '')
  const shown = new URLSearchParams({
    ...(range && { range }),
    ...(compare && { compare }),
    ...(asksForTable(query) && { table: 'closes' }),
  })
  const suffix = shown.size === 0 ? '' : `?${shown}`
  const text = decode(typed)
  // Neither a ticker nor any route's path.
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return { address: '/not-found', isCacheable: true }
  const ticker = parseTicker(text)
  return ticker === undefined
    ? // Encoded again: the router would complain on the console about what cannot be decoded.
      { address: `/${section}/${encodeURIComponent(text)}${suffix}`, isCacheable: false }
    : { address: `/${section}/${encodeURIComponent(ticker)}${suffix}`, isCacheable: true }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    if (error instanceof URIError) return segment
    throw error
  }
}
