import type { EditionStatus } from '../newsletter/index.ts'

/** What a person should look at, in a sentence; the first words stay the same while the cause does. */
export interface Alarm {
  readonly subject: string
  readonly detail: string
}

/** What came of looking for editions to send. */
export interface SendingReport {
  /** Mondays whose cutoff passed unsent. */
  readonly missed: readonly string[]
  /** How far each edition is that was worked on now. */
  readonly statuses: readonly EditionStatus[]
}

/** The alarms that a report gives rise to: missed and paused editions, and readers who may have got none. */
export function listEditionAlarms({ missed, statuses }: SendingReport): Alarm[] {
  return [
    ...missed.map((date) => ({
      subject: `The edition of ${date} was not sent`,
      detail: `It was not sent before its cutoff, 12 hours after Monday 8:00 in Chicago, and will not be by itself. To send it by hand: lunchpail edition send --date ${date}`,
    })),
    ...statuses.flatMap(statusAlarms),
  ]
}

function statusAlarms({ date, state, counts }: EditionStatus): Alarm[] {
  const alarms: Alarm[] = []
  if (state === 'paused') {
    alarms.push({
      subject: `The edition of ${date} is paused`,
      detail: `Too many messages were refused for reasons of policy. ${sentences(counts)} Once that is settled: lunchpail edition send --date ${date}`,
    })
  }
  if (counts.unknown > 0) {
    alarms.push({
      subject: `The edition of ${date} has deliveries whose outcome is unknown`,
      detail: `The mail server may or may not have taken them. ${sentences(counts)} To settle them: lunchpail edition resolve --date ${date} --resend or --assume-submitted`,
    })
  }
  if (state === 'finished' && counts.failed + counts.skipped > 0) {
    alarms.push({
      subject: `The edition of ${date} did not reach everyone`,
      detail: sentences(counts),
    })
  }
  return alarms
}

const sentences = (counts: EditionStatus['counts']) =>
  `Submitted: ${counts.submitted}. Unknown: ${counts.unknown}. Failed: ${counts.failed}. Skipped: ${counts.skipped}. Open: ${counts.pending + counts.claimed + counts.sending + counts.deferred}.`
