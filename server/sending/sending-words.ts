import { formatCount, formatSeconds } from '../lib/text.ts'
import { formatQuantity } from '../../shared/format-number.ts'
import type { DeliveryReason } from './deliveries/tables.ts'
import type { Pause } from './editions/pause-resume-cancel.ts'
import type { PauseKind } from './editions/tables.ts'

const PAUSES: Readonly<Record<PauseKind, string>> = {
  'by-hand': 'by hand',
  policy: 'servers refuse the letter for policy',
  bounce: 'servers say that too many readers do not exist',
  ours: 'we cannot write the letter for too many readers, a fault of our own and of no server',
  other: 'servers refuse the letter to too many readers, neither for policy nor as unknown',
  'sign-in': 'the mail server refuses the sign-in',
  tls: 'TLS with the mail server fails',
  unbalanced: 'there are fewer deliveries than recipients were written down',
  restored: 'the database is a restored backup, and more may have gone out than it knows',
}

/** Why an edition is paused, in words for an operator: no capital at the start, no full stop at the end. */
export function describePause({ kind, reason }: Pause): string {
  if (kind === null) return reason ?? 'no reason is noted'
  return reason === undefined ? PAUSES[kind] : `${PAUSES[kind]}: ${reason}`
}

const REASONS: Readonly<Record<DeliveryReason, string>> = {
  'warm-up': 'warm-up',
  cancelled: 'cancelled',
  'not-subscribed': 'No longer subscribed',
  expired: 'The edition expired first',
  'process-ended': 'The sending process ended before the answer was kept',
}

/** Why a delivery ended as it did, in words for an operator: the server's reply if there is one, else our reason.
 *  @param end  reason: undefined where a server's reply says it; reply: with addresses masked */
export function describeEnd({
  reason,
  reply,
}: {
  readonly reason: DeliveryReason | undefined
  readonly reply: string | undefined
}): string {
  return reply ?? (reason === undefined ? 'no words are kept' : REASONS[reason])
}

/** How long an edition's readers take, and how long it has. */
export interface Pace {
  readonly readers: number
  /** Letters per second, over all processes. */
  readonly perSecond: number
  /** Until the edition ends. */
  readonly seconds: number
}

/** The two times, without a full stop at the end. */
export const describePace = ({ readers, perSecond, seconds }: Pace): string =>
  `${formatQuantity(readers, 'reader')} at ${formatCount(perSecond)} a second: ${formatSeconds(readers / perSecond)}; the letter has ${formatSeconds(seconds)}`
