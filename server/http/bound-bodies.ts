import type { IncomingMessage, ServerResponse } from 'node:http'

const MB = 1024 * 1024
/** More than any address takes. */
const MOST_BYTES = 2 * MB
/** The largest body that is taken comes in 700 to 1,900, one for each packet; others come in a few. Each costs the same
 *  CPU time and memory, whether it holds 64 kB or, as a chunk, a single byte. */
const MOST_PIECES = 2_000
/** How long what was answered before its body had come may take to notice. Closed at once, it might never see the answer. */
const LINGER_MS = 2_000

/** Keeps a body from being read beyond what any address takes, and after its answer: Node would read it to its end.
 *  @param cutOff  ends the connection; told what the body has too many of */
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
  // Where Node's parser gives what it has read. Listening for data would take it from those who read it later.
  request.push = (chunk: Buffer | null, encoding) => {
    if (chunk === null) return push(chunk)
    // What is left of the piece of a connection that was read is parsed all the same.
    if (isCutOff) return false
    bytes += chunk.length
    pieces += 1
    if (bytes <= MOST_BYTES && pieces <= MOST_PIECES) return push(chunk, encoding)
    isCutOff = true
    cutOff(bytes > MOST_BYTES ? 'bytes' : 'pieces')
    return false
  }
  // Before Node's own listener, which reads the rest of what nobody has begun to read.
  response.prependOnceListener('finish', () => {
    if (request.complete) return
    request.read(0)
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
}
