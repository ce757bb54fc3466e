import { isIP } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'
import { limitClients } from '../http/client-limit.ts'
import { DAY_MS } from '../lib/dates.ts'
import type { SharedCounters } from '../http/shared-counters.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

const SIGN_UPS_WITH_TOKEN_PER_HOUR = 50
const SIGN_UPS_WITHOUT_TOKEN_PER_HOUR = 20
/** Beyond the first, new addresses must confirm; beyond the second, the network is refused. */
const SIGN_UPS_OF_A_SITE = { ask: 100, refuse: 300 }
/** Each may cause a mail to an address that does not exist, and too many of these ruin the sender's name. */
const SIGN_UPS_PER_DAY = 200
const SIGN_UPS_OF_A_SITE_PER_DAY = 600
const SIGN_UPS_OF_A_PROVIDER = { ask: 1_000, refuse: 10_000 }
/** Beyond these, new addresses must confirm; nobody is refused because of what everybody does. */
const SIGN_UPS_WITHOUT_TOKEN_OF_ALL_PER_MINUTE = 100
const SIGN_UPS_WITH_TOKEN_OF_ALL_PER_MINUTE = 600

const UNSUBSCRIPTIONS_PER_HOUR = 50
const UNSUBSCRIPTIONS_OF_A_SITE_PER_HOUR = 200
const UNSUBSCRIPTIONS_PER_DAY = 100
const UNSUBSCRIPTIONS_OF_A_SITE_PER_DAY = 300
const UNSUBSCRIPTIONS_OF_AN_ADDRESS_PER_HOUR = 5

/** Networks that one party may control, from narrow to wide. A home connection has an IPv6 /64 or more, a server or an office a
 *  /48, a whole provider a /32. */
type Network = 'client' | 'site' | 'provider'
const IPV6_BITS = { client: 64, site: 48, provider: 32 } as const
const IPV4_BYTES = { client: 4, site: 3, provider: 2 } as const

/** The form token of a request; 'spent-before' if another request was faster. */
export type Proof = 'none' | 'unspent' | 'spent' | 'spent-before'

/** Rate limits over all processes, listed in docs/subscribers.md. No limit on an address stops its sign-up, since strangers could
 *  use it up. The mails to a mailbox are limited separately, where they are queued. */
export interface SubscriptionLimits {
  /** @param proofOf  returns the form token of a request
   *  @param spendProof  runs once the limits of its networks let the request through
   *  @param askToConfirm  called for a request whose address must be confirmed, whatever the settings say */
  signUps(read: {
    proofOf: (request: Request) => Proof
    spendProof: RequestHandler
    askToConfirm: (request: Request) => void
  }): RequestHandler[]
  /** @param addressOf  returns the address to unsubscribe */
  unsubscriptions(addressOf: (request: Request) => string): RequestHandler[]
}

/** @returns the network a request comes from, e.g. '192.0' or '2001:db8::/32' */
export const originOf = (request: Request) => networkOf(request, 'provider')

/** @param counters  counts under one name are shared */
export function createSubscriptionLimits(counters: SharedCounters): SubscriptionLimits {
  const ofNetwork = (name: string, network: Network, limit: number, windowMs = HOUR_MS) => ({
    limit,
    windowMs,
    store: counters(name),
    key: (request: Request) => networkOf(request, network),
    // For wider networks the count would include other clients, and one limit is enough to state.
    headers: network === 'client' && windowMs === HOUR_MS ? ('standard' as const) : ('none' as const),
  })
  const ofAll = (name: string, limit: number) => ({
    limit,
    windowMs: MINUTE_MS,
    store: counters(name),
    key: () => 'all',
    headers: 'none' as const,
  })
  const limitWithoutToken = (when: (request: Request) => boolean) =>
    limitClients({ ...ofNetwork('sign-up', 'client', SIGN_UPS_WITHOUT_TOKEN_PER_HOUR), when })
  return {
    signUps: ({ proofOf, spendProof, askToConfirm }) => [
      limitClients({
        ...ofNetwork('sign-up-with-token', 'client', SIGN_UPS_WITH_TOKEN_PER_HOUR),
        when: (request) => proofOf(request) === 'unspent',
      }),
      limitWithoutToken((request) => proofOf(request) === 'none'),
      // From narrow to wide, so that what one limit refuses does not count against others in a wider network.
      limitClients(ofNetwork('sign-up-of-day', 'client', SIGN_UPS_PER_DAY, DAY_MS)),
      limitClients(ofNetwork('sign-up-of-site', 'site', SIGN_UPS_OF_A_SITE.refuse)),
      limitClients(ofNetwork('sign-up-of-site-day', 'site', SIGN_UPS_OF_A_SITE_PER_DAY, DAY_MS)),
      limitClients(ofNetwork('sign-up-of-provider', 'provider', SIGN_UPS_OF_A_PROVIDER.refuse)),
      // Each spent token takes a row for two hours, so only requests within the limits may spend one.
      spendProof,
      limitWithoutToken((request) => proofOf(request) === 'spent-before'),
      limitClients({
        ...ofNetwork('sign-up-of-site-unasked', 'site', SIGN_UPS_OF_A_SITE.ask),
        beyond: askToConfirm,
      }),
      limitClients({
        ...ofNetwork('sign-up-of-provider-unasked', 'provider', SIGN_UPS_OF_A_PROVIDER.ask),
        beyond: askToConfirm,
      }),
      limitClients({
        ...ofAll('sign-ups-of-all', SIGN_UPS_WITHOUT_TOKEN_OF_ALL_PER_MINUTE),
        when: (request) => proofOf(request) !== 'spent',
        beyond: askToConfirm,
      }),
      limitClients({
        ...ofAll('sign-ups-of-all-with-token', SIGN_UPS_WITH_TOKEN_OF_ALL_PER_MINUTE),
        when: (request) => proofOf(request) === 'spent',
        beyond: askToConfirm,
      }),
    ],
    unsubscriptions: (addressOf) => [
      limitClients(ofNetwork('unsubscription', 'client', UNSUBSCRIPTIONS_PER_HOUR)),
      limitClients(ofNetwork('unsubscription-of-day', 'client', UNSUBSCRIPTIONS_PER_DAY, DAY_MS)),
      limitClients(ofNetwork('unsubscription-of-site', 'site', UNSUBSCRIPTIONS_OF_A_SITE_PER_HOUR)),
      limitClients(
        ofNetwork('unsubscription-of-site-day', 'site', UNSUBSCRIPTIONS_OF_A_SITE_PER_DAY, DAY_MS),
      ),
      // Per network, so that strangers elsewhere do not use up the owner's share.
      limitClients({
        limit: UNSUBSCRIPTIONS_OF_AN_ADDRESS_PER_HOUR,
        windowMs: HOUR_MS,
        store: counters('unsubscription-of-address'),
        key: (request) => `${addressOf(request)}\n${networkOf(request, 'site')}`,
        headers: 'none',
      }),
    ],
  }
}

function networkOf({ ip, socket }: Pick<Request, 'ip' | 'socket'>, network: Network): string {
  // Returns the IPv4 address of a mapped one (::ffff:192.0.2.7), and the network of an IPv6 one.
  const cut = ipKeyGenerator(ip ?? socket.remoteAddress ?? 'gone', IPV6_BITS[network])
  return isIP(cut) === 4 ? cut.split('.').slice(0, IPV4_BYTES[network]).join('.') : cut
}

/** Far longer than any case takes, yet too short to notice for a person waiting for a dialog. */
const STEP_MS = 150

/** Does the work and ends at a multiple of `stepMs` after its start, so that the time of an answer does not reveal what the work
 *  found. A failure takes as long.
 *  @param stepMs  milliseconds */
export async function takeEvenSteps(work: () => Promise<void>, stepMs = STEP_MS): Promise<void> {
  const startedAt = performance.now()
  try {
    await work()
  } finally {
    const spentMs = performance.now() - startedAt
    const waitMs = Math.max(1, Math.ceil(spentMs / stepMs)) * stepMs - spentMs
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/** Runs the work for one key in this process one at a time, that of different origins in turn and that of one in order; a failure
 *  only affects its own caller. Waiting takes no database connection: a flood for one key must not occupy them all. */
export function createOneAtATime() {
  /** What waits for each key that is being worked for, by origin, those next in turn first. */
  const lines = new Map<string, Map<string, (() => void)[]>>()

  function startNext(key: string): void {
    const line = lines.get(key)
    const [next] = line ?? []
    if (line === undefined || next === undefined) {
      lines.delete(key)
      return
    }
    const [origin, waiting] = next
    const start = waiting.shift()
    line.delete(origin)
    if (waiting.length > 0) line.set(origin, waiting)
    start?.()
  }

  return async <Result>(key: string, work: () => Promise<Result>, origin = ''): Promise<Result> => {
    const line = lines.get(key)
    if (line === undefined) lines.set(key, new Map())
    else {
      const waiting = line.get(origin) ?? []
      line.set(origin, waiting)
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      startNext(key)
    }
  }
}
