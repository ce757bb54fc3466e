import { Readable, type Transform } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'

/** What is read at once. Small enough that the end of a large message is not read before most of it has gone out. */
export const CHUNK_OCTETS = 64 * 1024

/** A message to be read for sending. Once it is `readableEnded` its final dot may have gone out, since that follows in the
 *  same turn; until then the server certainly has not got the whole message.
 *  @param parts  in order; read as they are, so that what messages share is not copied for each of them */
export class MessageStream extends Readable {
  readonly #parts: readonly Buffer[]
  #partIndex = 0
  #position = 0

  constructor(parts: readonly Buffer[]) {
    super({ highWaterMark: CHUNK_OCTETS })
    this.#parts = parts
  }

  override _read(): void {
    const part = this.#parts[this.#partIndex]
    if (part === undefined) {
      this.push(null)
      return
    }
    // A part that is small enough goes as it is, known as the same Buffer in each message.
    const chunk =
      part.length <= CHUNK_OCTETS ? part : part.subarray(this.#position, this.#position + CHUNK_OCTETS)
    this.#position += chunk.length
    if (this.#position >= part.length) {
      this.#partIndex += 1
      this.#position = 0
    }
    this.push(chunk)
  }
}

const LINE_FEED = 0x0a
// A dot at the start of a line, a bare CR, a bare LF, or no line end at the end: what SMTP wants escaped, or takes for more
// than it is (RFC 5321 4.5.2).
const NOT_PLAIN = /^\.|\n\.|\r(?!\n)|(?<!\r)\n|[^\n]$/

const plainLines = new WeakSet<Buffer>()

/** Looks once through lines that go into many messages. Nodemailer looks at each byte of each message for what it must
 *  escape, which was 30 % of the work of sending; where it finds nothing here it need not look again.
 *  @param lines  never to be written to again
 *  @returns the same */
export function rememberIfPlain(lines: Buffer): Buffer {
  if (lines.length > 0 && !NOT_PLAIN.test(lines.toString('latin1'))) plainLines.add(lines)
  return lines
}

/** Nodemailer's stream between a message and the socket (smtp-connection/data-stream.js). */
interface DataStream extends Transform {
  inByteCount: number
  outByteCount: number
  lastByte: number | false
}

interface ConnectionInside {
  _createSendStream(answer: (error: Error | null, reply?: string) => void): DataStream
}

/** Lets what rememberIfPlain() found plain, and nothing else, pass as it is to the socket. */
export function passPlainLines(connection: SMTPConnection): void {
  // No public way leads there; the version is pinned and plain-lines.test.ts tells when its inside has changed.
  /* oxlint-disable no-underscore-dangle -- names of nodemailer and of Node */
  const inside = connection as unknown as ConnectionInside
  const createSendStream = inside._createSendStream.bind(connection)
  inside._createSendStream = (answer) => {
    const stream = createSendStream(answer)
    const escapeDots = stream._transform.bind(stream)
    stream._transform = (chunk: Buffer, encoding, done) => {
      // Only after a whole line: behind a bare CR even a plain line is not what it was.
      if (stream.lastByte !== LINE_FEED || !plainLines.has(chunk)) {
        escapeDots(chunk, encoding, done)
        return
      }
      stream.inByteCount += chunk.length
      stream.outByteCount += chunk.length
      done(null, chunk)
    }
    return stream
  }
}
