import type { Request, RequestHandler } from 'express'

import { limitClients } from '../web/client-limit.ts'
import type { SharedCounters } from '../web/shared-counters.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const SIGN_UPS_WITH_TOKEN_PER_HOUR = 50
const SIGN_UPS_WITHOUT_TOKEN_PER_HOUR = 20
const SIGN_UPS_OF_AN_ADDRESS_PER_HOUR = 20
const SIGN_UPS_OF_ALL_PER_MINUTE = 600
const UNSUBSCRIPTIONS_PER_HOUR = 50
const UNSUBSCRIPTIONS_OF_AN_ADDRESS_PER_HOUR = 5

/** How often may be asked, over all processes; docs/subscribers.md has the numbers. An address is counted by its name
 *  alone, before it is looked up: who is refused learns that it was named often, not whether it is known. */
export interface SubscriptionLimits {
  /** @param hasToken  whether a request brings a form's token
   *  @param addressOf  the address that is to be signed up; undefined where none is going to be, which counts for none */
  signUps(read: {
    hasToken: (request: Request) => boolean
    addressOf: (request: Request) => string | undefined
  }): RequestHandler[]
  /** @param addressOf  the address that is to be unsubscribed */
  unsubscriptions(addressOf: (request: Request) => string): RequestHandler[]
}

/** @param counters  one name, one count */
export function createSubscriptionLimits(counters: SharedCounters): SubscriptionLimits {
  return {
    signUps: ({ hasToken, addressOf }) => [
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
      limitClients({
        limit: SIGN_UPS_OF_AN_ADDRESS_PER_HOUR,
        windowMs: HOUR_MS,
        store: counters('sign-up-of-address'),
        key: (request) => addressOf(request) ?? '',
        headers: 'none',
        when: (request) => addressOf(request) !== undefined,
      }),
      // Last: what another limit stops takes nothing away from the others.
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
