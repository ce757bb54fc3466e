import type { NodemailerError } from 'nodemailer'

import type { ComposedMessage } from './compose-message.ts'
import { MessageStream } from './message-stream.ts'
import type { OpenConnection } from './smtp-connection.ts'

/** How far a message has got. Nodemailer's errors do not tell a close before the final dot from one after it. */
export interface Handover {
  /** Undefined until a connection was there to take the message. */
  stream?: MessageStream
}

/** Some connections to one mail server, each with one message at a time. */
export interface SmtpPool {
  /** Waits for its turn, first come first served, and hands the message over.
   *  @returns the server's answer to the final dot
   *  @throws a NodemailerError, or UnsendableMailError when the server lacks what this message needs */
  send(message: ComposedMessage, handover: Handover): Promise<string>
  /** Ends the connections, each after what is under way on it; what still waits for its turn fails. */
  close(): Promise<void>
}

/** A place for one connection, which is opened when it is first needed and then kept. */
interface Lane {
  connection: OpenConnection | undefined
}

/** @param size  how many connections there may be */
export function createSmtpPool(options: { size: number; open: () => Promise<OpenConnection> }): SmtpPool {
  const { size, open } = options
  // Taken from the end: a connection that was used just now is less likely to be closed than one that was idle.
  const free: Lane[] = Array.from({ length: size }, () => ({ connection: undefined }))
  const waiting: { take: (lane: Lane) => void; fail: (error: Error) => void }[] = []
  let isClosed = false
  let onAllFree = () => {}

  function takeLane(): Promise<Lane> {
    if (isClosed) return Promise.reject(poolClosed())
    const lane = free.pop()
    if (lane !== undefined) return Promise.resolve(lane)
    return new Promise((take, fail) => {
      waiting.push({ take, fail })
    })
  }

  function giveBack(lane: Lane): void {
    const next = waiting.shift()
    if (next !== undefined) {
      next.take(lane)
      return
    }
    // An open connection is taken before another one is opened.
    if (lane.connection === undefined || lane.connection.isClosed) free.unshift(lane)
    else free.push(lane)
    if (free.length === size) onAllFree()
  }

  return {
    async send(message, handover) {
      const lane = await takeLane()
      try {
        const reply = await sendOn(lane, { open, message, handover })
        giveBack(lane)
        return reply
      } catch (error) {
        void tidyUp(lane, handover, error).then(() => giveBack(lane))
        throw error
      }
    },
    async close() {
      isClosed = true
      for (const { fail } of waiting.splice(0)) fail(poolClosed())
      if (free.length < size) {
        await new Promise<void>((resolve) => {
          onAllFree = resolve
        })
      }
      await Promise.all(
        free.flatMap(({ connection }) => (connection === undefined ? [] : [connection.quit()])),
      )
    },
  }
}

async function sendOn(
  lane: Lane,
  {
    open,
    message,
    handover,
  }: { open: () => Promise<OpenConnection>; message: ComposedMessage; handover: Handover },
): Promise<string> {
  const kept = lane.connection
  if (kept !== undefined && !kept.isClosed) {
    const stream = new MessageStream(message.parts)
    handover.stream = stream
    try {
      return await kept.send(message, stream)
    } catch (error) {
      // A server may end a session that was idle or has served enough. Not a byte of the message has gone: it is as if
      // the connection had not been there.
      if (stream.readableDidRead || !isEndOfConnection(error)) throw error
    }
  }
  lane.connection = await open()
  handover.stream = new MessageStream(message.parts)
  return lane.connection.send(message, handover.stream)
}

async function tidyUp(lane: Lane, { stream }: Handover, error: unknown): Promise<void> {
  if (stream !== undefined) await lane.connection?.tidy(stream, error)
}

const ENDS_OF_CONNECTION = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'])

function isEndOfConnection(error: unknown): boolean {
  const { code = '', responseCode } = error as NodemailerError
  return responseCode === 421 || ENDS_OF_CONNECTION.has(code)
}

function poolClosed(): NodemailerError {
  return Object.assign(new Error('The mailer is closed'), { code: 'ECONNECTION' })
}
