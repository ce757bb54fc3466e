import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { errorCodes, type ErrorCode } from '../../shared/problem-contract.ts'
import { AppError } from '../lib/errors.ts'
import { boundBody } from './bound-bodies.ts'
import { networkOf } from './client-limit.ts'

const KB = 1_024
/** Our longest URL is a link in a letter: an e-mail address of 254 characters, each percent-encoded as three, and a token. */
const MAX_ADDRESS = 2 * KB
const MAX_PATH = KB
const MAX_HEADERS = 8 * KB
const MAX_HEADER_COUNT = 100
/** Express would never answer an address that it cannot read, such as one with a user's name before its host. */
const READABLE = /^(?:\*$|\/(?![/\\][^/]*@)|https?:\/\/[\w.:[\]-]+(?:[/?#]|$))/i
/** How many requests may be under way on one connection. Two, since a browser or proxy may send the next request as soon as it
 *  has the whole answer, a moment before we know that. More would all be computed at once and held until earlier ones are read. */
const MAX_UNDER_WAY = 2

/** How many connections one client may have, except a trusted proxy, which carries everyone's. An office behind one address has
 *  fewer, since idle ones are closed after five seconds. */
const MAX_CONNECTIONS = 100
/** How long a client cannot connect after one of its bodies came in thousands of pieces: each such body costs the time of
 *  parsing 64 kB of pieces, even if it is cut off. */
const KEPT_OUT_MS = 10_000

/** How long a trusted proxy's connection may be idle between two requests: longer than proxies keep it (nginx a minute, Caddy two,
 *  Google's load balancer ten), so that it is never closed just as the next visitor's request is sent on it. Connections of other
 *  clients are closed after Node's five seconds. */
const PROXY_IDLE_MS = 11 * 60_000

/** How long the client may take, in milliseconds. */
interface Patience {
  /** Until the request head has arrived. */
  readonly headMs: number
  /** Until the body has arrived too. */
  readonly requestMs: number
  /** While nothing moves on a connection: neither side sends, or the client does not read. */
  readonly idleMs: number
  /** From the request head, or the end of the answer before it, to the last byte of the answer, however slowly it is read. */
  readonly answerMs: number
  /** How often all but the third are checked. */
  readonly checkEveryMs: number
}
const PATIENCE: Patience = {
  headMs: 10_000,
  requestMs: 30_000,
  idleMs: 60_000,
  answerMs: 2 * 60_000,
  checkEveryMs: 2_000,
}

/** The requests on a connection that are not answered yet. */
interface Asked {
  underWay: number
  /** Since when the first of them has been waiting. */
  waitsSinceMs: number
  last: ServerResponse | undefined
  isRefused: boolean
  readonly isProxys: boolean
}

/** An HTTP server on which nobody can hold a connection for long by writing or reading slowly. Unreadable requests are
 *  answered as a problem, like every other error.
 *  @param isProxy  whether an address is a trusted proxy's */
export function createHttpServer(
  app: RequestListener,
  isProxy: (address: string) => boolean = () => false,
  { maxConnections = MAX_CONNECTIONS, ...patience }: Patience & { maxConnections?: number } = PATIENCE,
): Server {
  const asked = new Map<Duplex, Asked>()
  const connections = createConnections(maxConnections, isProxy)
  const add = (socket: Socket): Asked => {
    const { remoteAddress } = socket
    const isProxys = remoteAddress !== undefined && isProxy(remoteAddress)
    const own: Asked = { underWay: 0, waitsSinceMs: 0, last: undefined, isRefused: false, isProxys }
    asked.set(socket, own)
    socket.once('close', () => asked.delete(socket))
    return own
  }
  // Node itself answers requests without Host or with an unknown Expect, thousands in one chunk: count them like all others.
  const take = (request: IncomingMessage, response: ServerResponse, fault?: RefusalCode): void => {
    const { socket } = request
    const own = asked.get(socket) ?? add(socket)
    own.underWay += 1
    // Already refused: the parser should not have got this far.
    if (own.underWay > MAX_UNDER_WAY + 1 || own.isRefused) return
    own.last = response
    if (own.underWay === 1) own.waitsSinceMs = performance.now()
    response.on('close', () => {
      own.underWay -= 1
      own.waitsSinceMs = performance.now()
      if (own.underWay > 0) return
      if (!server.listening) socket.end()
      else if (own.isProxys) socket.setTimeout(PROXY_IDLE_MS)
    })
    if (!server.listening) response.shouldKeepAlive = false
    const why = own.underWay > MAX_UNDER_WAY ? 'too-many-requests' : fault
    if (why === undefined) {
      boundBody(request, response, (tooMany) => {
        own.isRefused = true
        if (tooMany === 'pieces') connections.keepOut(socket)
        // A proxy that got no answer might take the server for broken.
        if (response.headersSent) socket.destroy()
        else refuse(response, 'payload-too-large')
      })
      app(request, response)
      return
    }
    own.isRefused = true
    stopReading(socket)
    refuse(response, why)
  }
  const server = createServer(
    {
      requireHostHeader: false,
      // Most requests have no body, so Node can mark it as ended from the start.
      optimizeEmptyRequests: true,
      headersTimeout: patience.headMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.checkEveryMs,
      maxHeaderSize: 16 * KB,
    },
    (request, response) => {
      const { url = '', headers, httpVersion } = request
      const lacksHost = headers.host === undefined && httpVersion === '1.1'
      const isOdd = !READABLE.test(url) || (/^h/i.test(url) && !URL.canParse(url))
      take(request, response, lacksHost || isOdd ? 'malformed-request' : undefined)
    },
  )
  // A head of a thousand names takes Node more than a millisecond to build, before anything counts it.
  server.maxHeadersCount = MAX_HEADER_COUNT + 1
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    take(request, response, 'malformed-request'),
  )
  // Without a listener, the server closes connections that have been idle that long.
  server.setTimeout(patience.idleMs)
  server.on('connection', connections.take)
  const close = server.close.bind(server)
  // What is under way is answered, but a proxy must send nothing more on these connections.
  server.close = (done) => {
    for (const { last } of asked.values()) if (last?.headersSent === false) last.shouldKeepAlive = false
    return close(done)
  }
  // A timer for each answer would cost more than everything else done for it here.
  const sweep = setInterval(() => {
    const latestMs = performance.now() - patience.answerMs
    for (const [socket, { underWay, waitsSinceMs }] of asked) {
      if (underWay > 0 && waitsSinceMs < latestMs) socket.destroy()
    }
  }, patience.checkEveryMs).unref()
  server.once('close', () => clearInterval(sweep))
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    // After the start of one answer, a second would be read as the rest of it.
    const last = asked.get(socket)?.last
    const hasBegun = last?.headersSent === true && !last.writableFinished
    if (!socket.writable || hasBegun || error.code === 'ECONNRESET') socket.destroy(error)
    else socket.end(writeProblem(codeOf(error)), () => socket.destroy())
  })
  return server
}

/** Some 2,600 small requests fit into one chunk, and Node's parser reads all of them before anything else happens, at 0.04 s
 *  of CPU time, even if the connection is closed at the first. There is no documented way to stop it: this declares at the next
 *  request that whatever follows is not HTTP (as after an upgrade). */
function stopReading(socket: Socket): void {
  const { parser } = socket as Socket & { parser?: { onIncoming: () => number } | null }
  if (parser) parser.onIncoming = () => 2
}

/** The open connections of each client, without a trusted proxy's, which carry everyone's requests. */
function createConnections(most: number, isProxy: (address: string) => boolean) {
  const open = new Map<string, Set<Socket>>()
  const keptOut = new Set<string>()
  const clientOf = ({ remoteAddress }: Socket) =>
    remoteAddress === undefined || isProxy(remoteAddress) ? undefined : networkOf(remoteAddress)
  return {
    /** Closes connections beyond the client's limit, or opened while it is blocked, or reset before they were accepted: requests on
     *  these can still be read, but nobody knows their addresses, so that they would all be one client. */
    take(this: void, socket: Socket): void {
      if (socket.remoteAddress === undefined) socket.destroy()
      const client = clientOf(socket)
      if (client === undefined) return
      const own = open.get(client) ?? new Set()
      if (own.size >= most || keptOut.has(client)) return void socket.destroy()
      open.set(client, own.add(socket))
      socket.once('close', () => {
        own.delete(socket)
        if (own.size === 0) open.delete(client)
      })
    },
    /** Closes all connections of the client behind this one, which cannot connect again for a while. */
    keepOut(this: void, socket: Socket): void {
      const client = clientOf(socket)
      if (client === undefined) return
      keptOut.add(client)
      setTimeout(() => keptOut.delete(client), KEPT_OUT_MS).unref()
      for (const each of open.get(client) ?? []) each.destroy()
    },
  }
}

/** These are parsed one entry at a time, some of them before any limit applies: thousands of entries take two milliseconds.
 *  Browsers send some 200 characters, so a request with a longer list counts as one without it. */
const LISTS = [
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-type',
  'if-match',
  'if-none-match',
  'range',
] as const
const MAX_LIST = 500

/** Refuses a head longer than any legitimate one, before any work is done on it, and removes long lists from it. Also refuses a
 *  compressed body, which no browser sends: 158 bytes of Brotli take 16 MB and 40 ms until their limit is noticed.
 *  @throws AppError 'address-too-long', 'headers-too-large' or 'unsupported-media-type' */
export function boundHead({ url = '', headers, rawHeaders }: IncomingMessage): void {
  for (const name of LISTS) if ((headers[name]?.length ?? 0) > MAX_LIST) delete headers[name]
  const pathEnd = url.indexOf('?')
  if (url.length > MAX_ADDRESS || (pathEnd === -1 ? url.length : pathEnd) > MAX_PATH) {
    throw new AppError('address-too-long', DETAILS['address-too-long'])
  }
  let headerLength = 0
  for (const text of rawHeaders) headerLength += text.length
  if (headerLength > MAX_HEADERS || rawHeaders.length > 2 * MAX_HEADER_COUNT) {
    throw new AppError('headers-too-large', DETAILS['headers-too-large'])
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new AppError('unsupported-media-type', DETAILS['unsupported-media-type'])
  }
}

const DETAILS = {
  'address-too-long': `An address has at most ${MAX_ADDRESS} characters here, its path at most ${MAX_PATH}.`,
  'headers-too-large': `The headers have at most ${MAX_HEADERS} characters here, and there are at most ${MAX_HEADER_COUNT}. Old cookies of this site may be the reason: please delete them.`,
  'unsupported-media-type':
    'A body is taken as it is, not compressed: please send it without Content-Encoding.',
  'request-timeout': 'The request did not arrive in time. Please try again.',
  'payload-too-large': 'The request body is larger than is taken here.',
  'too-many-requests': 'One request after another: this one came before the answers to the two before it.',
  'malformed-request': 'The request could not be read: it is not HTTP/1.1 as RFC 9112 has it.',
} as const satisfies Partial<Record<ErrorCode, string>>

/** @param error  from Node's parser or its timer */
function codeOf({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }): keyof typeof DETAILS {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request-timeout'
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'payload-too-large'
  if (code !== 'HPE_HEADER_OVERFLOW') return 'malformed-request'
  const isFirstLine =
    rawPacket !== undefined &&
    !rawPacket.includes('\n') &&
    /^[A-Z]+ \//.test(rawPacket.toString('latin1', 0, 20))
  return isFirstLine ? 'address-too-long' : 'headers-too-large'
}

const PROBLEM_HEADERS = {
  Connection: 'close',
  'Cache-Control': 'no-store',
  'Content-Type': 'application/problem+json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
}

function describeProblem(code: keyof typeof DETAILS) {
  const { status, title } = errorCodes[code]
  const body = JSON.stringify({ type: 'about:blank', title, status, detail: DETAILS[code], code })
  return { status, title, headers: { ...PROBLEM_HEADERS, 'Content-Length': Buffer.byteLength(body) }, body }
}

type RefusalCode = 'too-many-requests' | 'malformed-request' | 'payload-too-large'

/** Built once, so that refusing a flood costs little. */
const REFUSALS = {
  'too-many-requests': describeProblem('too-many-requests'),
  'malformed-request': describeProblem('malformed-request'),
  'payload-too-large': describeProblem('payload-too-large'),
}

function refuse(response: ServerResponse, why: RefusalCode): void {
  const { status, headers, body } = REFUSALS[why]
  response.writeHead(status, headers).end(body)
}

/** A complete HTTP answer: without a request there is no Express to write it. */
function writeProblem(code: keyof typeof DETAILS): string {
  const { status, title, headers, body } = describeProblem(code)
  const lines = Object.entries(headers).map((header) => header.join(': '))
  return [`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n')
}
