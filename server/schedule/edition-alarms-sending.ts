import type { SendingProgress } from '../sending/editions/edition-status.ts'
import { describePause } from '../sending/sending-words.ts'
import { REPEAT_HOURS, type Alarm } from './edition-alarms.ts'

/** A mail server that is away for less is nothing for a person. */
const CIRCUIT_PATIENCE_MS = 10 * 60_000

/** The alarms that the sending of an edition gives rise to: paused, unknown outcomes, readers who got none, left over by
 *  the warm-up. */
export function listSendingAlarms({ date, state, counts, meta }: SendingProgress): Alarm[] {
  const { askedAt, paused, unknownSince, warmUpLeft, finishedAt } = meta
  const alarms: Alarm[] = []
  if (paused !== undefined) {
    alarms.push(
      lasting(paused.since, askedAt, {
        kind: 'paused',
        subject: `The edition of ${date} is paused`,
        detail: `Why: ${describePause(paused)}. ${sentences(counts)} Once that is settled: lunchpail edition resume --date ${date}\nTo end it for good: lunchpail edition cancel --date ${date} --yes`,
      }),
    )
  }
  if (counts.unknown > 0 && unknownSince !== undefined) {
    alarms.push(
      lasting(unknownSince, askedAt, {
        kind: 'unknown',
        subject: `The edition of ${date} has deliveries whose outcome is unknown`,
        detail: `The mail server may or may not have taken them. ${sentences(counts)} To settle them: lunchpail edition resolve --date ${date} ${state === 'cancelled' ? '' : '--resend or '}--assume-submitted`,
      }),
    )
  }
  if (state !== 'finished' || finishedAt === undefined) return alarms
  const cause = `finished ${finishedAt.toISOString()}`
  if (counts.failed + counts.skipped - warmUpLeft > 0) {
    alarms.push({
      kind: 'not-everyone-reached',
      subject: `The edition of ${date} did not reach everyone`,
      detail: `${sentences(counts)} Why: lunchpail edition status --date ${date}${counts.failed > 0 ? `\nTo try again what failed: lunchpail edition retry --date ${date}` : ''}`,
      cause,
    })
  }
  if (warmUpLeft > 0) {
    alarms.push({
      kind: 'warm-up',
      subject: `The warm-up left ${warmUpLeft.toLocaleString('en-US')} readers without the edition of ${date}`,
      detail: `WARM_UP_PER_DAY and WARM_UP_GROWTH let no more go out before its end. They come first in the next edition.`,
      cause,
    })
  }
  return alarms
}

/** @param since  since when the mail server has not answered
 *  @returns undefined while that is not long */
export function circuitAlarm(
  { failures, reason }: NonNullable<SendingProgress['meta']['circuit']>,
  since: Date,
  now: Date,
): Alarm | undefined {
  if (now.getTime() - since.getTime() < CIRCUIT_PATIENCE_MS) return undefined
  return lasting(since, now, {
    kind: 'mail-server',
    subject: 'The mail server does not answer',
    detail: `${failures} trials in a row came to nothing, the last with: ${reason ?? 'no words'}. It is tried again by itself, and no reader is lost by it until the edition ends. Look at SMTP_URL and at the mail server: lunchpail mail check`,
  })
}

/** An alarm whose cause lasts: raised at once, and again every six hours. */
function lasting(
  since: Date,
  now: Date,
  { kind, subject, detail }: Pick<Alarm, 'kind' | 'subject' | 'detail'>,
): Alarm {
  const repeats = Math.floor((now.getTime() - since.getTime()) / (REPEAT_HOURS * 3_600_000))
  return {
    kind,
    subject: repeats <= 0 ? subject : `${subject}, for ${repeats * REPEAT_HOURS} hours now`,
    detail,
    cause: `since ${since.toISOString()}`,
  }
}

const sentences = (counts: SendingProgress['counts']) =>
  `Submitted: ${counts.submitted}. Unknown: ${counts.unknown}. Failed: ${counts.failed}. Skipped: ${counts.skipped}. Open: ${counts.pending + counts.claimed + counts.sending + counts.deferred}.`
