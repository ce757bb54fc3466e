import { randomUUID } from 'node:crypto'

import { escapeHtml } from '../../lib/text.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Mailer } from './mailer.ts'
import type { PostedAlarm } from './outside-watch.ts'

/** What alarms are about, as codes: labels of a metric, tags of a message. */
export const ALARM_KINDS = [
  'paused',
  'unknown',
  'not-everyone-reached',
  'warm-up',
  'mail-server',
  'missed',
  'held',
  'restored',
  'sections',
  'short-notice',
  'not-written',
  'source-dark',
  'preview',
  'mailbox',
] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

interface RaisedAlarm {
  readonly kind: AlarmKind
  readonly subject: string
  readonly detail: string
  /** Keeps still when this process has told the same subject within so long: for where the database does not answer. */
  readonly quietMs?: number
}

export interface OperatorAlarm {
  /** Logs and mails an alarm; never throws, since it is raised where something else went wrong. What was raised before is
   *  remembered in the database, for all processes, by whoever calls this.
   *  @returns false when it could not be mailed: raised again, it is tried again */
  raise(alarm: RaisedAlarm): Promise<boolean>
  /** Tells the second channel, which does not go by the mail server, of an alarm that is raised too; never throws. Undefined
   *  where there is none.
   *  @returns false when it was not taken: posted again, it is tried again */
  readonly post?: ((alarm: RaisedAlarm) => Promise<boolean>) | undefined
}

/** Tells the operator what a person should look at, each time it is asked to.
 *  @param to  undefined mails nobody: the log alone has it
 *  @param domain  for the Message-ID */
export function createOperatorAlarm(deps: {
  mailer: Mailer
  logger: Logger
  clock: Clock
  to: string | undefined
  domain: string
  siteName: string
  /** Called for each alarm that is logged. */
  onRaised?: (kind: AlarmKind) => void
  /** The second channel. */
  post?: ((alarm: PostedAlarm) => Promise<boolean>) | undefined
}): OperatorAlarm {
  const { mailer, logger, clock, to, domain, siteName, onRaised, post } = deps
  const raisedAt = new Map<string, number>()
  const postedAt = new Map<string, number>()
  return {
    async raise({ kind, subject, detail, quietMs = 0 }) {
      const now = clock.now().getTime()
      if (now - (raisedAt.get(subject) ?? -Infinity) < quietMs) return true
      raisedAt.set(subject, now)
      logger.error({ alarm: subject, kind, detail }, 'alarm')
      onRaised?.(kind)
      if (to === undefined) return true
      const submission = await mailer.submit({
        messageId: `alarm.${randomUUID()}@${domain}`,
        to,
        subject: `${siteName}: ${subject}`,
        text: `${subject}.\n\n${detail}\n`,
        html: `<p><strong>${escapeHtml(subject)}.</strong></p><p>${escapeHtml(detail).replaceAll('\n', '<br>')}</p>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      if (submission.status === 'submitted') return true
      // Not mailed: the next time it is raised it is tried again.
      raisedAt.delete(subject)
      logger.error({ alarm: subject, submission: submission.status }, 'the alarm could not be mailed')
      return false
    },
    ...(post && {
      async post({ kind, subject, detail, quietMs = 0 }) {
        const now = clock.now()
        if (now.getTime() - (postedAt.get(subject) ?? -Infinity) < quietMs) return true
        const isTaken = await post({ kind, subject, detail, raisedAt: now })
        if (isTaken) postedAt.set(subject, now.getTime())
        return isTaken
      },
    }),
  }
}
