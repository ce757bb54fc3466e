import type { NodemailerError } from 'nodemailer'

import type { ComposedMessage } from './compose-message.ts'
import { MessageStream } from './message-stream.ts'
import type { OpenConnection } from './smtp-connection.ts'

/** How far a message has got. Nodemailer's errors do not distinguish a close before the final dot from one after it. */
export interface Handover {
  /** Undefined until there was a connection to send the message. */
  stream?: MessageStream
}

/** A few connections to one mail server, each with one message at a time. */
export interface SmtpPool {
  /** Waits for a free connection, first come first served, and submits the message.
   *  @returns the server's answer to the final dot
   *  @throws a NodemailerError, or UnsendableMailError if the server lacks a feature that this message needs */
  send(message: ComposedMessage, handover: Handover): Promise<string>
  /** Closes each connection after its message in progress; messages still waiting fail. */
  close(): Promise<void>
}

/** A place for one connection, opened when first needed and then kept open. */
interface Lane {
  connection: OpenConnection | undefined
}

/** @param size  maximum number of connections */
export function createSmtpPool(options: { size: number; open: () => Promise<OpenConnection> }): SmtpPool {
  const { size, open } = options
  // Taken from the end: a connection used just now is less likely to have been closed than an idle one.
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

  function release(lane: Lane): void {
    const next = waiting.shift()
    if (next !== undefined) {
      next.take(lane)
      return
    }
    // An open connection is used before another one is opened.
    if (lane.connection === undefined || lane.connection.isClosed) free.unshift(lane)
    else free.push(lane)
    if (free.length === size) onAllFree()
  }

  return {
    async send(message, handover) {
      const lane = await takeLane()
      try {
        const reply = await sendOn(lane, { open, message, handover })
        release(lane)
        return reply
      } catch (error) {
        void tidyUp(lane, handover, error).then(() => release(lane))
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
      // A server may end a session that was idle or has served enough. No byte of the message was sent, so it is as if the
      // connection had not existed.
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
