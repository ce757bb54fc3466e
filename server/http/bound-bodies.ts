import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const MB = 1024 * 1024
/** More than any address accepts. */
const MOST_BYTES = 2 * MB
/** Each piece costs the same CPU time and memory, whether it holds 64 kB or, as a chunk, a single byte: a body may have these, and
 *  one more for every so many bytes. The largest accepted one arrives in 700 to 1,900, one per packet; others arrive in a few. */
const SMALL_PIECES = 100
const BYTES_PER_PIECE = 512
/** More than a sign-up or another form has. Such a body may arrive after its answer, a refusal for example, and is then read to its
 *  end: a proxy may already have sent its next visitor's request on the same connection, which must not be lost. */
const SHORT_BYTES = 16 * 1024
/** How long a client that was answered before its body arrived may take to notice. If its connection closed at once, it might
 *  never see the answer. */
const LINGER_MS = 2_000

/** Calls back once the whole body of a request has arrived, or more of it than a form has: then with 'long'. Never calls back if the
 *  client hangs up first. Until then Node holds what has arrived, as nobody reads it. */
export function whenArrived(request: IncomingMessage, listener: (body: 'whole' | 'long') => void): void {
  const stateOf = () => {
    if (request.complete || !hasBody(request)) return 'whole'
    return request.readableLength > SHORT_BYTES ? 'long' : undefined
  }
  const state = stateOf()
  if (state !== undefined) {
    listener(state)
    return
  }
  const push = request.push.bind(request)
  request.push = (chunk: Buffer | null, encoding) => {
    const wantsMore = push(chunk, encoding)
    const newState = stateOf()
    if (newState !== undefined) {
      request.push = push
      listener(newState)
    }
    return wantsMore
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

/** Stops reading a body that is larger than any address accepts, or long and already answered: Node would read it to its end.
 *  @param cutOff  ends the connection; receives what there are too many of in the body */
export function boundBody(
  request: IncomingMessage,
  response: ServerResponse,
  cutOff: (tooMany: 'bytes' | 'pieces') => void,
): void {
  const { socket, headers } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  let bytes = 0
  let pieces = 0
  let isCutOff = false
  const push = request.push.bind(request)
  // This is where Node's parser delivers what it has read. A data listener would take it from later readers.
  request.push = (chunk: Buffer | null, encoding) => {
    // The body's end may already have been read from the connection: it must not pass for whole.
    if (isCutOff) return false
    if (chunk === null) return push(chunk)
    bytes += chunk.length
    pieces += 1
    if (bytes <= MOST_BYTES && pieces <= SMALL_PIECES + bytes / BYTES_PER_PIECE) return push(chunk, encoding)
    isCutOff = true
    skipBody(socket)
    cutOff(bytes > MOST_BYTES ? 'bytes' : 'pieces')
    return false
  }
  if (Number(headers['content-length']) <= SHORT_BYTES) return
  closeUnlessRead(request, response)
  // Before Node's own listener, which reads the rest.
  response.prependOnceListener('finish', () => {
    if (request.complete) return
    leaveUnread(request)
    // By now the answer has said that the connection ends, after which Node would close it at once.
    socket.destroySoon = () => socket.end()
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
}

/** After an answer Node reads the rest of any body that nobody has read, gigabytes of it. */
function leaveUnread(request: IncomingMessage): void {
  Object.assign(request, { _dump() {} })
}

/** The parser goes through all that was read from the connection, 10,000 pieces for example, and calls its property 3 for each, which
 *  takes most of the time. There is no documented way to stop it. Node reuses parsers: the next connection gets the property back. */
function skipBody(socket: Socket): void {
  const { parser } = socket as Socket & { parser?: { [ON_BODY]: unknown } | null }
  if (!parser) return
  const onBody = parser[ON_BODY]
  parser[ON_BODY] = null
  socket.prependOnceListener('close', () => (parser[ON_BODY] = onBody))
}
const ON_BODY = 3

/** Lets the answer say whether its connection ends, when its head is written, by whichever of Node's ways: a proxy that was told
 *  nothing gives the connection to its next visitor, whose request is then lost. */
function closeUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  let isKept = response.shouldKeepAlive
  Object.defineProperty(response, 'shouldKeepAlive', {
    get: () => isKept && request.complete,
    set(value: boolean) {
      isKept = value
    },
  })
}
