import { randomUUID } from 'node:crypto'

import { escapeHtml } from '../escape-html.ts'
import type { Clock } from '../clock.ts'
import type { Logger } from '../logger.ts'
import type { Mailer } from './mailer.ts'

export interface OperatorAlarm {
  /** Logs and mails an alarm; never throws, since it is raised where something else went wrong. What was raised before is
   *  remembered in the database, for all processes, by whoever calls this.
   *  @param quietMs  keeps still when this process has raised the same subject within so long: for where the database does
   *  not answer
   *  @returns false when it could not be mailed: raised again, it is tried again */
  raise(alarm: { subject: string; detail: string; quietMs?: number }): Promise<boolean>
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
  onRaised?: (subject: string) => void
}): OperatorAlarm {
  const { mailer, logger, clock, to, domain, siteName, onRaised } = deps
  const raisedAt = new Map<string, number>()
  return {
    async raise({ subject, detail, quietMs = 0 }) {
      const now = clock.now().getTime()
      if (now - (raisedAt.get(subject) ?? -Infinity) < quietMs) return true
      raisedAt.set(subject, now)
      logger.error({ alarm: subject, detail }, 'alarm')
      onRaised?.(subject)
      if (to === undefined) return true
      const submission = await mailer.submit({
        messageId: `alarm.${randomUUID()}@${domain}`,
        to,
        subject: `${siteName}: ${subject}`,
        text: `${subject}.\n\n${detail}\n`,
        html: `<p><strong>${escapeHtml(subject)}.</strong></p><p>${escapeHtml(detail)}</p>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      if (submission.status === 'submitted') return true
      // Not mailed: the next time it is raised it is tried again.
      raisedAt.delete(subject)
      logger.error({ alarm: subject, submission: submission.status }, 'the alarm could not be mailed')
      return false
    },
  }
}
