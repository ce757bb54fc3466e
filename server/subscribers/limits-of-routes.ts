import type { Request, RequestHandler } from 'express'

import { limitClients } from '../web/client-limit.ts'
import type { SharedCounters } from '../web/shared-counters.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const SIGN_UPS_WITH_TOKEN_PER_HOUR = 50
const SIGN_UPS_WITHOUT_TOKEN_PER_HOUR = 20
const SIGN_UPS_OF_ALL_PER_MINUTE = 600
const UNSUBSCRIPTIONS_PER_HOUR = 50
const UNSUBSCRIPTIONS_OF_AN_ADDRESS_PER_HOUR = 5

/** How often may be asked, over all processes; docs/subscribers.md has the numbers. There is no count of an address's
 *  sign-ups: refusing would tell strangers of each other, leaving one aside would lose who comes back after somebody
 *  else unsubscribed them. What sign-ups cost an address is mail, and that is limited where it is queued. */
export interface SubscriptionLimits {
  /** @param hasToken  whether a request brings a form's token */
  signUps(hasToken: (request: Request) => boolean): RequestHandler[]
  /** @param addressOf  the address that is to be unsubscribed */
  unsubscriptions(addressOf: (request: Request) => string): RequestHandler[]
}

/** @param counters  one name, one count */
export function createSubscriptionLimits(counters: SharedCounters): SubscriptionLimits {
  return {
    signUps: (hasToken) => [
      limitClients({
        limit: SIGN_UPS_WITH_TOKEN_PER_HOUR,
        windowMs: HOUR_MS,
        store: counters('sign-up-with-token'),
        when: hasToken,
      }),
      limitClients({
        limit: SIGN_UPS_WITHOUT_TOKEN_PER_HOUR,
        windowMs: HOUR_MS,
        store: counters('sign-up'),
        when: (request) => !hasToken(request),
      }),
      // Last: whom their own limit stops takes nothing away from the others.
      limitClients({
        limit: SIGN_UPS_OF_ALL_PER_MINUTE,
        windowMs: MINUTE_MS,
        store: counters('sign-ups-of-all'),
        key: () => 'all',
        headers: 'none',
      }),
    ],
    unsubscriptions: (addressOf) => [
      limitClients({
        limit: UNSUBSCRIPTIONS_PER_HOUR,
        windowMs: HOUR_MS,
        store: counters('unsubscription'),
      }),
      limitClients({
        limit: UNSUBSCRIPTIONS_OF_AN_ADDRESS_PER_HOUR,
        windowMs: HOUR_MS,
        store: counters('unsubscription-of-address'),
        key: addressOf,
        headers: 'none',
      }),
    ],
  }
}
