import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

import type { Answers } from './answers.ts'
import { clientOf, limitUnderWay } from './client-limit.ts'
import { isProbe } from './health.ts'
import { boundHead } from './http-server.ts'
import { createPace } from './pace.ts'
import type { ForwardedReader } from './trusted-proxies.ts'
import { createRequestLines, type Logger } from '../lib/logger.ts'

/** A request that has been answered, or whose client has hung up. */
export interface Ended {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Without the query. */
  readonly path: string
  /** As clientOf returns it. */
  readonly client: string
  readonly milliseconds: number
}

/** A refusal takes less than a tenth of a millisecond. */
const BEGUN_IN_A_TURN = 16

const refusals = new WeakMap<IncomingMessage, unknown>()

/** Why a request is refused, for the first of the routes to throw; undefined if it is not. */
export const refusalOf = (request: IncomingMessage): unknown => refusals.get(request)

/** Runs before all routes. Whatever answers it later, each request passes the same checks here once: the length of its head, what
 *  proxies say about its client, and how many of that client's requests are under way. A cached answer is sent at once; all other
 *  requests go to the routes.
 *  @param headers  sent with every answer, names with values
 *  @param onEnded  called for every request except monitoring's
 *  @param routes  must throw what refusalOf returns */
export function createEntrance({
  readForwarded,
  mostUnderWay,
  headers,
  answers,
  onEnded,
  routes,
}: {
  readForwarded: ForwardedReader
  mostUnderWay: number
  headers: readonly (readonly [string, string])[]
  answers: Pick<Answers, 'answerAtOnce'>
  onEnded: (ended: Ended) => void
  routes: RequestListener
}): RequestListener {
  const underWay = limitUnderWay(mostUnderWay)
  const pace = createPace(BEGUN_IN_A_TURN)
  return (request, response) => {
    const startedAtMs = performance.now()
    // Routers overwrite the address.
    const path = withoutQuery(request.url ?? '')
    const goOn = () => {
      for (const [name, value] of headers) response.setHeader(name, value)
      routes(request, response)
    }
    let client = ''
    let isCounted = false
    // A response closes only once, and `once` costs more.
    response.on('close', () => {
      if (isCounted) underWay.end(client)
      const milliseconds = performance.now() - startedAtMs
      if (!isProbe(path)) onEnded({ request, response, path, client, milliseconds })
    })
    // Outside the routes an error would end the process.
    try {
      readForwarded(request)
      client = clientOf(request)
      boundHead(request)
      underWay.begin(client)
      isCounted = true
    } catch (error) {
      refusals.set(request, error)
    }
    pace.begin(client, response, () => {
      // Its body was refused while it waited.
      if (response.headersSent) return
      if (isCounted) answers.answerAtOnce(request, response, client, goOn)
      else goOn()
    })
  }
}

function withoutQuery(address: string): string {
  const end = address.indexOf('?')
  return end === -1 ? address : address.slice(0, end)
}

/** Refusals logged in a second: a client may get thousands, a megabyte of lines. */
const MOST_REFUSALS = 20
/** Other requests of one client logged in a second. */
const MOST_OF_A_CLIENT = 30

/** Logs one line per request: path without the query (which holds addresses and tokens), status and time taken. Of many in a second
 *  that are refused, or are of one client, only the number. */
export function createRequestLog(logger: Logger): (ended: Ended) => void {
  const write = createRequestLines(logger)
  const counts = new Map<string, number>()
  const unlogged = { refused: 0, others: 0 }
  const endSecond = () => {
    if (unlogged.refused + unlogged.others > 0) logger.info({ ...unlogged }, 'more requests than are logged')
    Object.assign(unlogged, { refused: 0, others: 0 })
    counts.clear()
  }
  return ({ request, response, path, client, milliseconds }) => {
    if (counts.size === 0) setTimeout(endSecond, 1_000).unref()
    const isRefused = response.statusCode === 429 || refusals.has(request)
    const name = isRefused ? 'refused' : `client ${client}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count > (isRefused ? MOST_REFUSALS : MOST_OF_A_CLIENT)) {
      unlogged[isRefused ? 'refused' : 'others'] += 1
      return
    }
    write({
      method: request.method ?? '',
      path,
      status: response.statusCode,
      milliseconds: Math.round(milliseconds),
      isAborted: !response.writableFinished,
    })
  }
}
