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

/** Where the mail server is, and how to sign in there. */
export interface SmtpServerOptions {
  readonly connection: SMTPConnectionOptions
  readonly auth: SMTPConnectionAuth | undefined
}

/** A session with the mail server, signed in, that takes one message after another. */
export interface OpenConnection {
  readonly isClosed: boolean
  readonly isEncrypted: boolean
  /** @returns the server's answer to the final dot
   *  @throws a NodemailerError, or UnsendableMailError when the server lacks what this message needs */
  send(message: ComposedMessage, stream: MessageStream): Promise<string>
  /** Makes it ready for the next message after one that was not taken; closes it where that is in doubt.
   *  @param error  what its sending ended with */
  tidy(unfinished: MessageStream, error: unknown): Promise<void>
  /** Says goodbye and closes. */
  quit(): Promise<void>
}

const GOODBYE_MS = 2_000

/** Connects, with TLS where it is offered, and signs in.
 *  @throws a NodemailerError */
export async function openConnection({
  connection: options,
  auth,
}: SmtpServerOptions): Promise<OpenConnection> {
  const connection = new SMTPConnection(options)
  passPlainLines(connection)
  // What breaks a message reaches that message as well; what breaks an idle connection is seen by `isClosed`.
  connection.on('error', () => undefined)
  let greeting = ''
  try {
    await answered(connection, (answer) => {
      connection.connect((error) => {
        // The answer to EHLO: what the server can do.
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
    async send({ envelope, needsSmtpUtf8 }, stream) {
      if (needsSmtpUtf8 && !offersSmtpUtf8) {
        const words = 'The mail server does not take such an address: it lacks SMTPUTF8'
        throw new UnsendableMailError(words, 'server')
      }
      const info = await answered<SMTPConnectionSendInfo>(connection, (answer) => {
        connection.send({ from: envelope.from, to: [envelope.to] }, stream, answer)
      })
      return info?.response ?? ''
    },
    async tidy(unfinished, error) {
      // An answer in the middle of the data leaves the two sides at different places, and so does one too many.
      const isInTheMiddle = unfinished.readableDidRead && !unfinished.readableEnded
      if (isInTheMiddle || isOutOfStep(error)) connection.close()
      if (connection.destroyed) return
      try {
        await answered(connection, (answer) => connection.reset(answer))
      } catch {
        // A session that cannot be reset is of no more use; the next message opens another.
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

/** Nodemailer calls back with an answer and after most ends of a connection, but not after all of them. */
function answered<Value>(
  connection: SMTPConnection,
  ask: (answer: Answer<Value>) => void,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const finish: Answer<Value> = (error, value) => {
      connection.off('error', finish).off('end', finishAfterEnd)
      if (error) reject(error)
      else resolve(value)
    }
    // An end is told before its reason, which comes within the same turn.
    const finishAfterEnd = () => setImmediate(() => finish(connectionEnded()))
    connection.once('error', finish).once('end', finishAfterEnd)
    ask(finish)
  })
}

function connectionEnded(): NodemailerError {
  return Object.assign(new Error('The connection to the mail server ended'), { code: 'ECONNECTION' })
}
