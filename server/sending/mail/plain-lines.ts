import type { Transform } from 'node:stream'

import type SMTPConnection from 'nodemailer/lib/smtp-connection'

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
