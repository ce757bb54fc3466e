import { AsyncResource } from 'node:async_hooks'

import type { NextFunction, RequestHandler, Response } from 'express'

import { askOnBehalfOf } from '../lib/askers.ts'
import { AppError } from '../lib/errors.ts'
import { afterWait } from '../lib/patience.ts'
import { whenArrived } from './bound-bodies.ts'
import { clientOf } from './client-limit.ts'

/** Each listener accepts one connection in a turn of the event loop. If each turn also began a page of one client, a thousand
 *  connections of that client would keep the next visitor waiting for as many pages. */
const TURNS_APART = 16

/** How long a request waits for its client's earlier ones; in-time.ts has the sum of all waits. */
const PATIENCE_MS = 10_000

/** Works on `most` requests of one client at once, and on twice as many that it has given up, since a route goes on reading and
 *  computing; begins one in every few turns of the event loop. The rest wait in order. If a client requests a hundred pages at
 *  the same moment, other clients are answered in between, even where a page is complete before anything else is read, as with
 *  the embedded database. limitUnderWay bounds the queue; a request that has waited in it too long is refused with AppError 'not-ready'.
 *
 *  A request that waits for a source, for its body or for its answer to be read has no place, so that it is in nobody's way. Its
 *  questions to sources count toward its client's share, and are dropped once the client hangs up. Long bodies arrive while they
 *  are worked on, at whatever pace: they have places of their own. */
export function takeTurns(most: number, patienceMs = PATIENCE_MS): RequestHandler {
  const lines = new Map<string, Turns>()
  return (request, response, next) => {
    const client = clientOf(request)
    whenArrived(request, (body) => {
      // Its end would not be reported any more, so its slot would never be free again. Or its body has been refused.
      if (response.destroyed || response.headersSent) return
      takeTurn(body === 'long' ? `${client} with a long body` : client, client, response, next)
    })
  }

  function takeTurn(line: string, client: string, response: Response, next: NextFunction): void {
    const own = lines.get(line) ?? { working: 0, givenUp: 0, waiting: new Set(), hasBegunOne: false }
    lines.set(line, own)
    let hasPlace = false
    const leavePlace = () => {
      if (hasPlace) own.working--
      hasPlace = false
      goOn()
    }
    let stopWaiting = (): unknown => undefined
    // Whoever leaves a place calls it, from within the work for another request.
    const begin = AsyncResource.bind(() => {
      stopWaiting()
      own.working++
      hasPlace = true
      own.hasBegunOne = true
      onceAnswered(response, () => {
        endGivenUp()
        leavePlace()
      })
      askOnBehalfOf(client, next, dropWhenGone, leavePlace)
      afterTurns(TURNS_APART, () => {
        own.hasBegunOne = false
        goOn()
      })
    })
    let endGivenUp = () => {}
    const dropWhenGone = (hangUp: () => void) =>
      response.once('close', () => {
        if (!response.writableFinished) hangUp()
      })
    /** Begins the next request, if it may begin; forgets a line that has none. */
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
      if (lines.get(line) === own) lines.delete(line)
    }
    response.once('close', () => {
      // A request that leaves the queue had no place, but was perhaps in the way of the next.
      own.waiting.delete(begin)
      stopWaiting()
      if (hasPlace && !response.headersSent) {
        own.givenUp++
        endGivenUp = onlyOnce(LONGEST_MS, () => {
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

/** Calls back once an answer is handed over, as a whole or with its head, after which a file is read only as fast as its client
 *  reads it. */
function onceAnswered(response: Response, listener: () => void): void {
  let isAnswered = false
  const note = () => {
    // The rest of the answer comes first.
    if (!isAnswered) process.nextTick(listener)
    isAnswered = true
  }
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (...all: unknown[]) => {
    const written = writeHead(...(all as Parameters<typeof writeHead>))
    note()
    return written
  }
  // Writes no head if the client has hung up.
  const end = response.end.bind(response)
  response.end = (...all: unknown[]) => {
    const ended = end(...(all as Parameters<typeof end>))
    note()
    return ended
  }
}

/** @returns a function that calls the listener the first time; the listener is called after that much time at the latest */
function onlyOnce(latestMs: number, listener: () => void): () => void {
  let isOver = false
  const call = () => {
    clearTimeout(timer)
    if (!isOver) listener()
    isOver = true
  }
  const timer = setTimeout(call, latestMs).unref()
  return call
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
