import { Readable, type Transform } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'

/** Read size. Small enough that the end of a large message is not read before most of it has been sent. */
export const CHUNK_OCTETS = 64 * 1024

/** A message to be read for sending. Once it is `readableEnded` its final dot may have gone out, since that follows in the same
 *  tick; before that the server certainly has not received the whole message.
 *  @param parts  in order; not copied, since messages share them */
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
    // A part that is small enough is passed on as the same Buffer in each message.
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
// A dot at the start of a line, a bare CR, a bare LF, or a missing final line end: what SMTP must escape, or could misread (RFC
// 5321 4.5.2).
const NOT_PLAIN = /^\.|\n\.|\r(?!\n)|(?<!\r)\n|[^\n]$/

const plainLines = new WeakSet<Buffer>()

/** Scans lines that go into many messages once. Nodemailer scans each byte of each message for what it must escape, which took
 *  30 % of the work of sending; lines found plain here are not scanned again.
 *  @param lines  never to be written to again
 *  @returns the same lines */
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

/** Lets lines that rememberIfPlain() found plain, and nothing else, pass to the socket unchanged. */
export function passPlainLines(connection: SMTPConnection): void {
  // There is no public way to do this; the version is pinned, and message-stream.test.ts fails if the internals have changed.
  /* oxlint-disable no-underscore-dangle -- names of nodemailer and of Node */
  const inside = connection as unknown as ConnectionInside
  const createSendStream = inside._createSendStream.bind(connection)
  inside._createSendStream = (answer) => {
    const stream = createSendStream(answer)
    const escapeDots = stream._transform.bind(stream)
    stream._transform = (chunk: Buffer, encoding, done) => {
      // Only after a whole line: after a bare CR even a plain line would have to be escaped.
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
