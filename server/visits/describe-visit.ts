import { isIP } from 'node:net'
import Bowser from 'bowser'
import type { VisitRequest } from '../../shared/visit-contract.ts'
import { ipKeyGenerator } from 'express-rate-limit'

/** The stored data of one page view. */
export interface Visit {
  readonly path: string
  readonly seconds: number
  readonly country: string | null
  readonly network: string | null
  readonly referringDomain: string | null
  readonly browser: string | null
  readonly operatingSystem: string | null
}

/** RFC 1035 */
const LONGEST_DOMAIN = 253
const KNOWN_BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP))
const KNOWN_SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP))

/** Cap for a page left open and forgotten, in seconds. */
export const MAX_SECONDS = 4 * 3600

/** Reduces a request to what may be stored.
 *  @param seen.country  ISO 3166 alpha-2, from a trusted proxy
 *  @param seen.ownDomain  our own domain, which does not count as a referrer */
export function describeVisit(
  visit: VisitRequest,
  seen: {
    ip: string | undefined
    userAgent: string | undefined
    country: string | undefined
    ownDomain: string
  },
): Visit {
  const agent = seen.userAgent ? Bowser.parse(seen.userAgent.slice(0, 1_000)) : undefined
  return {
    path: visit.path,
    seconds: Math.min(Math.round(visit.seconds), MAX_SECONDS),
    country: findCountry(seen.country),
    network: truncateIp(seen.ip ?? '') ?? null,
    referringDomain: findReferringDomain(visit.referrer, seen.ownDomain),
    browser: keepKnown(agent?.browser.name, KNOWN_BROWSERS),
    operatingSystem: keepKnown(agent?.os.name, KNOWN_SYSTEMS),
  }
}

/** Proxies say XX for an unknown country and T1 for the Tor network. */
function findCountry(text: string | undefined): string | null {
  const country = text?.trim().toUpperCase() ?? ''
  return /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null
}

/** An IP address instead of a domain may be somebody's own machine. */
function findReferringDomain(referrer: string | undefined, ownDomain: string): string | null {
  const url = URL.parse(referrer ?? '')
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const domain = url.hostname
  if (domain.startsWith('[') || isIP(domain) !== 0 || domain.length > LONGEST_DOMAIN) return null
  return withoutWww(domain) === withoutWww(ownDomain) ? null : domain
}

const withoutWww = (domain: string) => domain.replace(/^www\./, '')

/** For an unknown program Bowser returns text from the request, which may be anything. */
function keepKnown(name: string | undefined, known: ReadonlySet<string>): string | null {
  return name !== undefined && known.has(name) ? name : null
}

/** Truncates an address, so that it identifies a neighborhood and not a person.
 *  @returns the IPv4 /24 or IPv6 /48, e.g. '192.0.2.0/24' or '2001:db8:1::/48'; undefined if it is not an address */
export function truncateIp(address: string): string | undefined {
  if (isIP(address) === 0) return undefined
  // Returns the IPv4 address for a mapped one (::ffff:192.0.2.7), and the network for an IPv6 one.
  const cut = ipKeyGenerator(address, 48)
  return isIP(cut) === 4 ? `${cut.slice(0, cut.lastIndexOf('.'))}.0/24` : cut
}
