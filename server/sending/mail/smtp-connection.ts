import SMTPConnection, {
  type SMTPConnectionAuth,
  type SMTPConnectionOptions,
  type SMTPConnectionSendInfo,
} from 'nodemailer/lib/smtp-connection'
import type { NodemailerError } from 'nodemailer'
import { isOutOfStep } from './classify-failure.ts'
import type { ComposedMessage } from './compose-message.ts'
import { type MessageStream, passPlainLines } from './message-stream.ts'
import { UnsendableMailError } from './mailer.ts'
import { needsSmtpUtf8 } from '../../../shared/email-address.ts'
import { afterWait } from '../../lib/patience.ts'

/** The address of the mail server, and how to sign in. */
export interface SmtpServerOptions {
  readonly connection: SMTPConnectionOptions
  readonly auth: SMTPConnectionAuth | undefined
}

/** A signed-in session with the mail server that accepts one message after another. */
export interface OpenConnection {
  readonly isClosed: boolean
  readonly isEncrypted: boolean
  /** @returns the server's answer to the final dot
   *  @throws a NodemailerError, or UnsendableMailError if the server lacks a feature that this message needs */
  send(message: ComposedMessage, stream: MessageStream): Promise<string>
  /** Prepares for the next message after one that was not accepted; closes the connection if in doubt.
   *  @param error  with which sending ended */
  tidy(unfinished: MessageStream, error: unknown): Promise<void>
  /** Says goodbye and closes the connection. */
  quit(): Promise<void>
}

const GOODBYE_MS = 2_000
/** The longest that a message may take, as a multiple of the longest silence: a server that writes a line now and then, but never
 *  the last one, is never silent that long. */
const MOST_SILENCES = 6
const TO_CONNECT_MS = 5 * 60_000

/** @returns how long it may take to hand over a message, in milliseconds */
export const longestSubmission = (longestSilenceMs: number): number =>
  TO_CONNECT_MS + MOST_SILENCES * longestSilenceMs

/** Connects, with TLS if offered, and signs in.
 *  @throws a NodemailerError */
export async function openConnection({
  connection: options,
  auth,
}: SmtpServerOptions): Promise<OpenConnection> {
  const connection = new SMTPConnection(options)
  passPlainLines(connection)
  // An error during a message also reaches that message; one on an idle connection is seen by `isClosed`.
  connection.on('error', () => undefined)
  let greeting = ''
  try {
    await answered(connection, (answer) => {
      connection.connect((error) => {
        // The answer to EHLO: the server's features.
        greeting = connection.lastServerResponse || ''
        answer(error)
      })
    })
    if (auth !== undefined && connection.allowsAuth) {
      await answered(connection, (answer) => connection.login(auth, answer))
    }
  } catch (error) {
    connection.close()
    throw error
  }
  const offersSmtpUtf8 = /[ -]SMTPUTF8\b/i.test(greeting)

  return {
    get isClosed() {
      return connection.destroyed
    },
    isEncrypted: connection.secure,
    async send({ envelope, recipientMs }, stream) {
      if (!offersSmtpUtf8 && (needsSmtpUtf8(envelope.to) || needsSmtpUtf8(envelope.from))) {
        const words = 'The mail server does not take such an address: it lacks SMTPUTF8'
        throw new UnsendableMailError(words, needsSmtpUtf8(envelope.from) ? 'message' : 'server')
      }
      let forgetRecipient = () => 0
      const info = await answered<SMTPConnectionSendInfo>(connection, (answer) => {
        if (recipientMs !== undefined) {
          forgetRecipient = afterWait(recipientMs, () => {
            answer(recipientNotTaken(recipientMs))
            connection.close()
          })
        }
        // An answer that has arrived by now is not about the message, whose final dot has not gone out.
        stream.once('resume', () => {
          forgetRecipient()
          const [early] = answersNotRead(connection)
          if (early === undefined) return
          stream.destroy()
          answer(answeredEarly(early))
        })
        connection.send({ from: envelope.from, to: [envelope.to] }, stream, (error, info) => {
          if (error || stream.readableEnded) answer(error, info)
          else answer(answeredEarly(info?.response))
        })
      }).finally(() => forgetRecipient())
      return info?.response ?? ''
    },
    async tidy(unfinished, error) {
      // After an answer in the middle of the data, or one too many, the two sides are out of step.
      const isInTheMiddle = unfinished.readableDidRead && !unfinished.readableEnded
      if (isInTheMiddle || isOutOfStep(error)) connection.close()
      if (connection.destroyed) return
      try {
        await answered(connection, (answer) => connection.reset(answer))
      } catch {
        // A session that cannot be reset is useless; the next message opens another.
        connection.close()
      }
    },
    async quit() {
      if (connection.destroyed) return
      const timer = setTimeout(() => connection.close(), GOODBYE_MS)
      await new Promise<void>((resolve) => {
        connection.once('end', resolve)
        connection.quit()
      })
      clearTimeout(timer)
    },
  }
}

type Answer<Value> = (error?: Error | null, value?: Value) => void

/** Waits for a callback. Nodemailer calls back with an answer and after most ends of a connection, but not after all of them.
 *  Closes the connection if that takes too long. */
function answered<Value>(
  connection: SMTPConnection,
  ask: (answer: Answer<Value>) => void,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const { socketTimeout } = connection.options
    const overdue = socketTimeout && setTimeout(() => connection.close(), MOST_SILENCES * socketTimeout)
    const finish: Answer<Value> = (error, value) => {
      clearTimeout(overdue)
      connection.off('error', finish).off('end', finishAfterEnd)
      if (error) reject(error)
      else resolve(value)
    }
    // The end is reported before its reason, which follows within the same tick.
    const finishAfterEnd = () => setImmediate(() => finish(connectionEnded()))
    connection.once('error', finish).once('end', finishAfterEnd)
    ask(finish)
  })
}

/** Answers from the server beyond the one being worked on. There is no public way to know; the version is pinned, and
 *  smtp-out-of-step.test.ts fails if the internals have changed. */
function answersNotRead(connection: SMTPConnection): readonly string[] {
  // oxlint-disable-next-line no-underscore-dangle -- nodemailer's name
  return (connection as unknown as { _responseQueue: readonly string[] })._responseQueue
}

/** An error whose code is below 400, so that isOutOfStep recognizes it and the connection is closed. */
function answeredEarly(response = ''): NodemailerError {
  const error = new Error('The mail server answered before it had the message')
  return Object.assign(error, { code: 'EPROTOCOL', responseCode: Number.parseInt(response, 10) || 250 })
}

function recipientNotTaken(waitedMs: number): NodemailerError {
  const response = `450 4.4.1 Within ${waitedMs / 1000} s, the mail server did not say whether it takes the recipient`
  return Object.assign(new Error(response), {
    code: 'EENVELOPE',
    command: 'RCPT TO',
    responseCode: 450,
    response,
  })
}

function connectionEnded(): NodemailerError {
  return Object.assign(new Error('The connection to the mail server ended'), { code: 'ECONNECTION' })
}
