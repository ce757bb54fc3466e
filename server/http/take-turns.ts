import type { RequestHandler, Response } from 'express'

import { askOnBehalfOf } from '../lib/askers.ts'
import { AppError } from '../lib/errors.ts'
import { afterWait } from '../lib/patience.ts'
import { clientOf } from './client-limit.ts'

/** Node accepts one connection in each turn of the event loop. If each turn also began a page of one client, a thousand connections
 *  of that client would keep the next visitor waiting for a thousand pages. */
const TURNS_APART = 16

/** How long a request waits for its client's earlier ones; in-time.ts has the sum of all waits. */
const PATIENCE_MS = 10_000

/** Works on `most` requests of one client at once, and on twice as many that it has given up, since a route goes on reading and
 *  computing; begins one in every few turns of the event loop. The rest wait in order. If a client requests a hundred pages at
 *  the same moment, other clients are answered in between, even where a page is complete before anything else is read, as with
 *  the embedded database. limitUnderWay bounds the queue; a request that has waited in it too long is refused with AppError 'not-ready'.
 *
 *  A request that waits for a source has no place, so that it is in nobody's way. Its questions count toward its client's share,
 *  and are dropped once the client hangs up. */
export function takeTurns(most: number, patienceMs = PATIENCE_MS): RequestHandler {
  const clients = new Map<string, Turns>()
  return (request, response, next) => {
    // Its end would not be reported any more, so its slot would never be free again.
    if (response.destroyed) return
    const client = clientOf(request)
    const own = clients.get(client) ?? { working: 0, givenUp: 0, waiting: new Set(), hasBegunOne: false }
    clients.set(client, own)
    let hasPlace = false
    const leavePlace = () => {
      if (hasPlace) own.working--
      hasPlace = false
      goOn()
    }
    let stopWaiting = (): unknown => undefined
    const begin = () => {
      stopWaiting()
      own.working++
      hasPlace = true
      own.hasBegunOne = true
      askOnBehalfOf(client, next, dropWhenGone, leavePlace)
      afterTurns(TURNS_APART, () => {
        own.hasBegunOne = false
        goOn()
      })
    }
    const dropWhenGone = (hangUp: () => void) =>
      response.once('close', () => {
        if (!response.writableFinished) hangUp()
      })
    /** Begins the next request, if it may begin; forgets a client that has none. */
    const goOn = () => {
      const [first] = own.waiting
      const isFree = !own.hasBegunOne && own.working < most && own.givenUp <= 2 * most
      if (first !== undefined && isFree) {
        own.waiting.delete(first)
        first()
      } else if (own.working + own.givenUp + own.waiting.size === 0 && !own.hasBegunOne) forget()
    }
    // Whoever waited for a source may have been forgotten before, and have come back.
    const forget = () => {
      if (clients.get(client) === own) clients.delete(client)
    }
    response.once('close', () => {
      // A request that leaves the queue had no place, but was perhaps in the way of the next.
      own.waiting.delete(begin)
      stopWaiting()
      if (hasPlace && !response.headersSent) {
        own.givenUp++
        onceEnded(response, () => {
          own.givenUp--
          goOn()
        })
      }
      leavePlace()
    })
    own.waiting.add(begin)
    goOn()
    if (own.waiting.has(begin)) {
      const giveUp = () => {
        own.waiting.delete(begin)
        next(waitedTooLong())
      }
      stopWaiting = afterWait(patienceMs, giveUp, { keepsAlive: false })
    }
  }
}

const waitedTooLong = () =>
  new AppError(
    'not-ready',
    'Earlier requests from your address have to be answered first. Please try again in a few seconds.',
    { retryAfterSeconds: 10 },
  )

/** Calls back that many turns of the event loop from now, after everything that was deferred until then. */
function afterTurns(turns: number, listener: () => void): void {
  setImmediate(() => (turns > 1 ? afterTurns(turns - 1, listener) : listener()))
}

/** Only a route that returned without ending its answer takes this long to be noticed. */
const LONGEST_MS = 60_000

/** Calls back once the route has ended an answer that nobody reads any more. */
function onceEnded(response: Response, listener: () => void): void {
  let isOver = false
  const finish = () => {
    clearTimeout(timer)
    if (!isOver) listener()
    isOver = true
  }
  const timer = setTimeout(finish, LONGEST_MS).unref()
  const end = response.end.bind(response)
  response.end = (...all: unknown[]) => {
    finish()
    return end(...(all as Parameters<typeof end>))
  }
}

interface Turns {
  working: number
  /** How many requests are worked on although nobody waits for them any more. */
  givenUp: number
  /** Each begins to work on a request. */
  readonly waiting: Set<() => void>
  /** Whether a request has begun in the last few turns of the event loop. */
  hasBegunOne: boolean
}
