import type { IncomingMessage } from 'node:http'

import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'

import { parseTicker, readTickerPath } from '../../shared/asset-address.ts'
import type { LookedUp, LookupCounter } from '../visits/lookups.ts'
import type { Ended } from './entrance.ts'
import { pageQuery } from './page-address.ts'

const API_PATH = /^\/(?:api|prod)\/stocks\/([^/]+)$/

/** Counts known tickers whose pages people open, directly or from another page of ours. Declared bots do not count. */
export function countLookups(lookups: Pick<LookupCounter, 'note'>): (ended: Ended) => void {
  return ({ request, response, path, client }) => {
    const isAnswered = response.statusCode === 200 || response.statusCode === 304
    // An incomplete page may be of a ticker that does not exist.
    const isWhole = response.writableFinished && response.getHeader('Cache-Control') !== 'no-store'
    if (request.method !== 'GET' || !isAnswered || !isWhole) return
    const asset = findLookedUp(request, path)
    if (asset !== undefined && !isKnownBot(request.headers['user-agent'] ?? '')) lookups.note(asset, client)
  }
}

/** Browsers' names have some 120 characters. */
const MAX_AGENT = 500
/** Matching a browser's name against those of all bots takes a tenth as long as everything else done for a cached answer. */
const known = new LRUCache<string, boolean>({
  maxSize: 256 * 1_024,
  sizeCalculation: (_isBot, agent) => agent.length + 64,
})

function isKnownBot(header: string): boolean {
  const agent = header.slice(0, MAX_AGENT)
  const before = known.get(agent)
  if (before !== undefined) return before
  const isBot = isbot(agent)
  known.set(agent, isBot)
  return isBot
}

function findLookedUp(request: IncomingMessage, path: string): LookedUp | undefined {
  const page = readTickerPath(path)
  if (page !== undefined) return isOpened(request) ? toLookedUp(page.kind, page.ticker) : undefined
  // An API request from outside is not a page view.
  if (request.headers['sec-fetch-site'] !== 'same-origin') return undefined
  const [, typed] = API_PATH.exec(path) ?? []
  const isCoin = pageQuery(request.url ?? '').get('kind') === 'crypto'
  return toLookedUp(isCoin ? 'crypto' : 'stock', typed)
}

/** Whether a page is requested to be looked at: not as another site's image or frame, which its visitors do not see, nor ahead of
 *  time. Old browsers and programs do not say. */
function isOpened({ headers }: IncomingMessage): boolean {
  return (headers['sec-fetch-dest'] ?? 'document') === 'document' && headers['sec-purpose'] === undefined
}

function toLookedUp(kind: LookedUp['kind'], typed: string | undefined): LookedUp | undefined {
  const ticker = typed === undefined ? undefined : parseTicker(typed)
  return ticker === undefined ? undefined : { kind, ticker }
}
