import { createTransport, type SendMailOptions } from 'nodemailer'

import { classifyFailure } from './classify-failure.ts'
import { composeMessage, UnsendableMailError } from './compose-message.ts'
import type { Mailer } from './mailer.ts'
import { maskReply } from './mask-reply.ts'

export interface SmtpTimeouts {
  readonly connectMs: number
  readonly greetingMs: number
  /** Without a byte from the server, the answer to the final dot included. */
  readonly idleMs: number
}

// RFC 5321 4.5.3.2.6: ten minutes for the answer to the final dot; a client that gives up sooner makes duplicates.
const DEFAULT_TIMEOUTS: SmtpTimeouts = { connectMs: 30_000, greetingMs: 60_000, idleMs: 600_000 }

/** How far a message has got. Nodemailer's errors do not tell a close before the final dot from one after it. */
interface Handover {
  dataSent: boolean
}
type TrackedOptions = SendMailOptions & { handover: Handover }

/** Hands messages to an SMTP server over a few connections that stay open.
 *  @param url  smtp://user:password@host:587 or smtps://...; Nodemailer's options may follow as ?requireTLS=false
 *  @param from  'Name <address>' or an address */
export function createSmtpMailer(options: {
  url: string
  from: string
  connections: number
  timeouts?: Partial<SmtpTimeouts>
}): Mailer {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts }
  const transport = createTransport({
    pool: true,
    url: options.url,
    maxConnections: options.connections,
    // Only for connections that the server ended before a byte of the message: after an idle time, or at the greeting.
    maxRequeues: 2,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.idleMs,
    ...(needsTls(options.url) ? { requireTLS: true } : {}),
  })

  transport.use('stream', (mail, done) => {
    if (mail.message.getEnvelope().to.length !== 1) {
      done(new UnsendableMailError('The address is not one recipient'))
      return
    }
    const { handover } = mail.data as TrackedOptions
    const createReadStream = mail.message.createReadStream.bind(mail.message)
    mail.message.createReadStream = (streamOptions) => {
      const stream = createReadStream(streamOptions)
      // Whatever the pool may think: what has gone out once is not read a second time.
      if (handover.dataSent) stream.destroy(new Error('The message had already been sent'))
      // Fires before the final dot is written, never after: in doubt we say "unknown".
      stream.once('end', () => {
        handover.dataSent = true
      })
      return stream
    }
    done()
  })

  return {
    async submit(mail) {
      const handover: Handover = { dataSent: false }
      try {
        const tracked: TrackedOptions = { ...composeMessage(mail, options.from), handover }
        const info = await transport.sendMail(tracked)
        return { status: 'submitted', reply: maskReply(info.response ?? '') }
      } catch (error) {
        return classifyFailure(error, handover)
      }
    },
    close() {
      transport.close()
      return Promise.resolve()
    },
  }
}

/** A password does not go over an open line, unless the address says so itself or the server is this machine. */
function needsTls(smtpUrl: string): boolean {
  const url = new URL(smtpUrl)
  const isSaidInUrl = ['requireTLS', 'ignoreTLS', 'opportunisticTLS'].some((name) =>
    url.searchParams.has(name),
  )
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url.protocol === 'smtp:' && url.password !== '' && !isLocal && !isSaidInUrl
}
