import type { Logger } from '../../lib/logger.ts'
import { loadDkimKeys, createDkimSigner } from './dkim-sign.ts'
import type { Mailer } from './mailer.ts'
import { createOutboxMailer } from './outbox-mailer.ts'
import { createSmtpMailer, type SmtpTimeouts } from './smtp-mailer.ts'

export {
  ALARM_KINDS,
  createOperatorAlarm,
  type WordedAlarm,
  type AlarmKind,
  type OperatorAlarm,
} from './operator-alarm.ts'
export { createAlarmWebhook, createHeartbeat } from './outside-watch.ts'
export { longestSubmission } from './smtp-connection.ts'
export { trySignIn } from './smtp-mailer.ts'
export { maskReply } from './classify-failure.ts'
export type { Mailer, OutgoingMail, Submission } from './mailer.ts'

/** Creates the mailer of this process: SMTP if a server is set, else files in the outbox folder.
 *  @param from  'Name <address>' or an address
 *  @param connections  maximum number of messages in progress at once
 *  @param dkim  the key files and the signing domain; without keys nothing is signed
 *  @throws ConfigError for an unusable key */
export function createMailer(options: {
  smtpUrl: string | undefined
  outboxDir: string
  from: string
  connections: number
  timeouts?: Partial<SmtpTimeouts>
  dkim?: { keys: readonly { readonly selector: string; readonly file: string }[]; domain: string }
  logger: Logger
}): Mailer {
  const { smtpUrl, outboxDir, from, connections, timeouts, dkim, logger } = options
  const sign =
    dkim === undefined || dkim.keys.length === 0
      ? undefined
      : createDkimSigner({ domain: dkim.domain, keys: loadDkimKeys(dkim.keys, logger) })
  if (smtpUrl === undefined) {
    logger.info({ outboxDir }, 'No SMTP_URL is set: mail is written to the outbox folder')
    return createOutboxMailer({ folder: outboxDir, from, sign })
  }
  return createSmtpMailer({
    url: smtpUrl,
    from,
    connections,
    sign,
    ...(timeouts === undefined ? {} : { timeouts }),
  })
}
