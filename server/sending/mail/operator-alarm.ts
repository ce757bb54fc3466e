import { randomUUID } from 'node:crypto'

import { escapeHtml } from '../../lib/text.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Mailer } from './mailer.ts'
import type { PostedAlarm } from './outside-watch.ts'

/** The subjects of alarms, as codes: labels of a metric, tags of a message. */
export const ALARM_KINDS = [
  'paused',
  'unknown',
  'not-everyone-reached',
  'warm-up',
  'complaints',
  'mail-server',
  'not-sent',
  'missed',
  'held',
  'restored',
  'sections',
  'short-notice',
  'not-written',
  'database',
  'source-dark',
  'preview',
  'single-mails',
  'mailbox',
  'disk',
  'timetable',
] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

/** An alarm as an operator reads it, by mail, by a POST or in the log. */
export interface WordedAlarm {
  readonly kind: AlarmKind
  /** Without a full stop at the end. */
  readonly subject: string
  readonly detail: string
}

interface RaisedAlarm extends WordedAlarm {
  /** Does nothing if this process has raised the same subject within this time; used while the database does not answer. */
  readonly quietMs?: number
}

export interface OperatorAlarm {
  /** Logs and mails an alarm; never throws, since it is raised when something else went wrong. Callers remember in the database,
   *  for all processes, what was raised before.
   *  @returns false if it could not be mailed, in which case it may be raised again */
  raise(alarm: RaisedAlarm): Promise<boolean>
  /** Posts an alarm, which must also be raised, to the second channel, which does not depend on the mail server; never throws.
   *  Undefined without such a channel.
   *  @returns false if it was not accepted, in which case it may be posted again */
  readonly post?: ((alarm: RaisedAlarm) => Promise<boolean>) | undefined
}

/** Tells the operator about something a person should look at, on each call.
 *  @param to  undefined: alarms are only logged
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
        isForOperator: true,
      })
      if (submission.status === 'submitted') return true
      // Forgotten, so that it is mailed the next time it is raised.
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
