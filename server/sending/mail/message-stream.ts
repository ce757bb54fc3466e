import { Readable } from 'node:stream'

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
