import { Readable } from 'node:stream'

// Small enough that the end of a large message is not read before most of it has gone out.
const CHUNK_OCTETS = 64 * 1024

/** A message to be read for sending. Once it is `readableEnded` its final dot may have gone out, since that follows in the
 *  same turn; until then the server certainly has not got the whole message. */
export class MessageStream extends Readable {
  readonly #message: Buffer
  #position = 0

  constructor(message: Buffer) {
    super({ highWaterMark: CHUNK_OCTETS })
    this.#message = message
  }

  override _read(): void {
    if (this.#position >= this.#message.length) {
      this.push(null)
      return
    }
    const chunk = this.#message.subarray(this.#position, this.#position + CHUNK_OCTETS)
    this.#position += chunk.length
    this.push(chunk)
  }
}
