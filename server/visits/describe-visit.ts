import Bowser from 'bowser'

import type { VisitRequest } from '../../shared/visit-contract.ts'
import { truncateIp } from './truncate-ip.ts'

/** What is kept of one page seen. */
export interface Visit {
  readonly path: string
  readonly seconds: number
  readonly country: string | null
  readonly network: string | null
  readonly referringDomain: string | null
  readonly browser: string | null
  readonly operatingSystem: string | null
}

/** A page forgotten in a tab was not read for days. */
const MAX_SECONDS = 4 * 3600

/** Reduces a request to what may be kept.
 *  @param seen.country  ISO 3166 alpha-2, from a proxy that is trusted
 *  @param seen.ownHost  a page of ours is no referring domain */
export function describeVisit(
  visit: VisitRequest,
  seen: {
    ip: string | undefined
    userAgent: string | undefined
    country: string | undefined
    ownHost: string
  },
): Visit {
  const agent = seen.userAgent ? Bowser.parse(seen.userAgent.slice(0, 1_000)) : undefined
  return {
    path: visit.path,
    seconds: Math.min(Math.round(visit.seconds), MAX_SECONDS),
    country: findCountry(seen.country),
    network: truncateIp(seen.ip ?? '') ?? null,
    referringDomain: findReferringDomain(visit.referrer, seen.ownHost),
    browser: agent?.browser.name || null,
    operatingSystem: agent?.os.name || null,
  }
}

/** Proxies say XX for an unknown country and T1 for the Tor network. */
function findCountry(text: string | undefined): string | null {
  const country = text?.trim().toUpperCase() ?? ''
  return /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null
}

function findReferringDomain(referrer: string | undefined, ownHost: string): string | null {
  const url = URL.parse(referrer ?? '')
  if (!url || !/^https?:$/.test(url.protocol) || url.host === ownHost) return null
  return url.hostname
}
