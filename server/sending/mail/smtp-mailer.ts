import { classifyFailure, maskReply } from './classify-failure.ts'
import { createComposer } from './compose-message.ts'
import type { DkimSigner } from './dkim-sign.ts'
import type { Mailer } from './mailer.ts'
import { openConnection, type SmtpServerOptions } from './smtp-connection.ts'
import { createSmtpPool, type Handover } from './smtp-pool.ts'
import { parseConnectionUrl } from 'nodemailer/lib/shared'

// RFC 5321 4.5.3.2.6: ten minutes for the answer to the final dot; a client that gives up sooner makes duplicates.
const DEFAULT_TIMEOUTS: SmtpTimeouts = { connectMs: 30_000, greetingMs: 60_000, idleMs: 600_000 }

/** Hands messages to an SMTP server over a few connections that stay open.
 *  @param url  smtp://user:password@host:587 or smtps://...; Nodemailer's options may follow as ?requireTLS=false
 *  @param from  'Name <address>' or an address
 *  @param connections  maximum number of messages in progress at once, not counting one to the operator
 *  @param sign  undefined: messages go out without a DKIM signature */
export function createSmtpMailer(options: {
  url: string
  from: string
  connections: number
  timeouts?: Partial<SmtpTimeouts>
  sign?: DkimSigner | undefined
}): Mailer {
  const { url, from, connections, sign } = options
  const server = readSmtpUrl(url, { ...DEFAULT_TIMEOUTS, ...options.timeouts })
  const compose = createComposer({ from, sign })
  const open = () => openConnection(server)
  const pool = createSmtpPool({ size: connections, open })
  const poolForOperator = connections > 1 ? createSmtpPool({ size: 1, open }) : pool
  return {
    async submit(mail) {
      const handover: Handover = {}
      try {
        const message = await compose(mail)
        const reply = await (mail.isForOperator ? poolForOperator : pool).send(message, handover)
        return { status: 'submitted', reply: maskReply(reply, mail.to) }
      } catch (error) {
        return classifyFailure(error, {
          dataSent: handover.stream?.readableEnded ?? false,
          to: mail.to,
        })
      }
    },
    async close() {
      await Promise.all([...new Set([pool, poolForOperator])].map((each) => each.close()))
    },
  }
}

/** Connects to the mail server and signs in, as for a message, without sending mail.
 *  @throws a NodemailerError with the server's words */
export async function trySignIn(
  url: string,
  timeouts: SmtpTimeouts,
): Promise<{ isEncrypted: boolean; isSignedIn: boolean }> {
  const server = readSmtpUrl(url, timeouts)
  const connection = await openConnection(server)
  await connection.quit()
  return { isEncrypted: connection.isEncrypted, isSignedIn: server.auth !== undefined }
}

export interface SmtpTimeouts {
  /** From the name lookup to the greeting, including STARTTLS. */
  readonly connectMs: number
  readonly greetingMs: number
  /** Silence of the server, including before the answer to the final dot. */
  readonly idleMs: number
}

/** @param url  smtp://user:password@host:587 or smtps://...; Nodemailer's options may follow as ?requireTLS=false */
function readSmtpUrl(url: string, timeouts: SmtpTimeouts): SmtpServerOptions {
  const { auth, ...server } = parseConnectionUrl(url)
  const method = server['authMethod']
  return {
    connection: {
      ...server,
      connectionTimeout: timeouts.connectMs,
      greetingTimeout: timeouts.greetingMs,
      socketTimeout: timeouts.idleMs,
      ...(needsTls(url) ? { requireTLS: true } : {}),
    },
    auth: auth && {
      user: auth.user,
      credentials: auth,
      method: typeof method === 'string' && method.toUpperCase(),
    },
  }
}

/** Requires TLS for a password, unless the address itself disables it or the server is this machine. */
function needsTls(smtpUrl: string): boolean {
  const url = new URL(smtpUrl)
  const isSaidInUrl = ['requireTLS', 'ignoreTLS', 'opportunisticTLS'].some((name) =>
    url.searchParams.has(name),
  )
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url.protocol === 'smtp:' && url.password !== '' && !isLocal && !isSaidInUrl
}
