import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'

import express from 'express'
import { LRUCache } from 'lru-cache'

import type { Config } from '../config/config.ts'
import type { Logger } from '../lib/logger.ts'
import { isNearby } from '../lib/nearby.ts'

/** Express's `trust proxy`, from our setting. A number of hops does not say who connects: it applies only to connections from
 *  this machine or a private network, so that nobody who reaches the port directly from the internet passes for a proxy. A
 *  proxy elsewhere is named by its address. */
export function createProxyTrust(
  setting: Config['trustProxy'],
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof setting !== 'number') return setting
  // Whoever has hung up has no address any more, whatever Express's types say.
  return (address: string | undefined, hop) => hop < setting && (hop > 0 || isNearby(address))
}

/** Whether a connection comes from a trusted proxy, judged by its address; asked again for each proxy (`hop`) before it. */
export type Trust = (address: string | undefined, hop: number) => boolean

/** The trust of an application in the form that Express compiles it to. */
export const trustOf = (app: express.Application) => app.get('trust proxy fn') as Trust

/** Determines the client, before anything else does. */
export type ForwardedReader = (request: IncomingMessage) => void

/** Not a WeakMap: with an entry for each request, that costs more than everything else done here. */
const ADDRESS = Symbol('address of the client')
type Read = IncomingMessage & { [ADDRESS]?: string | undefined }

/** The address of the client, as Express's request.ip: behind trusted proxies, it is what they say.
 *  @returns undefined if the connection is gone */
export const addressOf = (request: Read): string | undefined =>
  ADDRESS in request ? request[ADDRESS] : request.socket.remoteAddress

/** Tidies what proxies say about the client so that Express can read it. Some append a port to the address, which would make each
 *  connection a client of its own; anything that is not an address ends the list, since nobody knows who wrote the rest. If a
 *  proxy seems to be in front but is not trusted, the log says so once. */
export function createForwardedReader({
  trustProxy,
  trusts,
  logger,
}: {
  trustProxy: Config['trustProxy']
  trusts: Trust
  logger: Logger
}): ForwardedReader {
  let hasWarned = false
  const app = { get: () => trusts }
  const trusted = new LRUCache<string, boolean>({ maxSize: 1_000, sizeCalculation: () => 1 })
  /** Whether a peer is a trusted proxy. */
  function isTrusted(peer: string | undefined): boolean {
    if (peer === undefined) return trusts(peer, 0)
    const known = trusted.get(peer)
    if (known !== undefined) return known
    const isOne = trusts(peer, 0)
    trusted.set(peer, isOne)
    return isOne
  }
  return (request: Read) => {
    const { headers, socket } = request
    const forwarded = headers['x-forwarded-for']?.toString()
    if (forwarded === undefined) return
    const peer = socket.remoteAddress
    const isBelieved = isTrusted(peer)
    if (!hasWarned && !isBelieved && peer !== undefined) {
      hasWarned = true
      logger.warn(
        { peer: isNearby(peer) ? 'nearby' : 'internet' },
        trustProxy === false ? UNDECLARED : UNTRUSTED,
      )
    }
    // What nearly all proxies write: the address of whoever asked them, and nothing else.
    if (!isBelieved || isIPv4(forwarded)) {
      request[ADDRESS] = isBelieved ? forwarded : peer
      return
    }
    const clean = cleanForwarded(forwarded)
    if (clean === '') delete headers['x-forwarded-for']
    else headers['x-forwarded-for'] = clean
    // The routes are not reached yet: this is what they would read, from the same source.
    const address: unknown = Reflect.get(express.request, 'ip', { app, headers, socket })
    request[ADDRESS] = typeof address === 'string' ? address : undefined
  }
}

const CONSEQUENCE =
  'X-Forwarded-For is not believed, so all its visitors share the limits of one client. Where nothing stands in front, somebody made the header up and nothing needs to be done.'
const UNDECLARED = `A request came with X-Forwarded-For, and TRUST_PROXY is not set. If a proxy stands in front of this server, set TRUST_PROXY to its address or network (10.0.0.0/8), or to 1 for one on this machine or a private network. Until then ${CONSEQUENCE}`
const UNTRUSTED = `A request came with X-Forwarded-For from an address that TRUST_PROXY does not cover; a number there covers this machine and private networks alone. If a proxy stands at another address, name it or its network in TRUST_PROXY. Until then ${CONSEQUENCE}`

/** Room for ten proxies; whoever asks the first of them can write thousands of entries, each to be parsed before any limit. */
const MAX_FORWARDED = 500

/** @returns the addresses from the right up to the first invalid one, without ports; '' if the last is invalid */
function cleanForwarded(forwarded: string): string {
  const entries = forwarded.slice(-MAX_FORWARDED).split(',')
  // Cut short, so it may be another address.
  if (forwarded.length > MAX_FORWARDED) entries.shift()
  const addresses = entries.map((entry) => withoutPort(entry.trim()))
  return addresses.slice(addresses.findLastIndex((address) => isIP(address) === 0) + 1).join(', ')
}

/** '203.0.113.7:4711', '[2001:db8::7]:4711' and '[2001:db8::7]' without port and brackets. */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^[\]]{2,45})\]|(\d{1,3}(?:\.\d{1,3}){3}))(?::\d{1,5})?$/.exec(entry) ?? []
  return ipv6 ?? ipv4 ?? entry
}
