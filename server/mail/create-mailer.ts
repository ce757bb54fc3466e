import type { Logger } from '../logger.ts'
import type { Mailer } from './mailer.ts'
import { createOutboxMailer } from './outbox-mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'
import type { SmtpTimeouts } from './smtp-url.ts'

/** The mailer of this process: SMTP where a server is set, else files in the outbox folder.
 *  @param from  'Name <address>' or an address
 *  @param connections  how many messages may be under way at once */
export function createMailer(options: {
  smtpUrl: string | undefined
  outboxDir: string
  from: string
  connections: number
  timeouts?: Partial<SmtpTimeouts>
  logger: Logger
}): Mailer {
  const { smtpUrl, outboxDir, from, connections, timeouts, logger } = options
  if (smtpUrl === undefined) {
    logger.info({ outboxDir }, 'No SMTP_URL is set: mail is written to the outbox folder')
    return createOutboxMailer({ folder: outboxDir, from })
  }
  return createSmtpMailer({
    url: smtpUrl,
    from,
    connections,
    ...(timeouts === undefined ? {} : { timeouts }),
  })
}
