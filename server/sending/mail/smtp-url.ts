import { parseConnectionUrl } from 'nodemailer/lib/shared'

import type { SmtpServerOptions } from './smtp-connection.ts'

export interface SmtpTimeouts {
  /** From looking up the name to the greeting, STARTTLS included. */
  readonly connectMs: number
  readonly greetingMs: number
  /** Without a byte from the server, the answer to the final dot included. */
  readonly idleMs: number
}

/** @param url  smtp://user:password@host:587 or smtps://...; Nodemailer's options may follow as ?requireTLS=false */
export function readSmtpUrl(url: string, timeouts: SmtpTimeouts): SmtpServerOptions {
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

/** A password does not go over an open line, unless the address says so itself or the server is this machine. */
function needsTls(smtpUrl: string): boolean {
  const url = new URL(smtpUrl)
  const isSaidInUrl = ['requireTLS', 'ignoreTLS', 'opportunisticTLS'].some((name) =>
    url.searchParams.has(name),
  )
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url.protocol === 'smtp:' && url.password !== '' && !isLocal && !isSaidInUrl
}
