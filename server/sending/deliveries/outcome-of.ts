import type { Submission } from '../mail/index.ts'
import type { Claim, Outcome } from './ledger.ts'

export interface RetryPolicy {
  readonly retryBaseSeconds: number
  readonly retryFactor: number
}

/** Enough for an hour or so, with five minutes at first. */
const MOST_UNCHARGED_GROWTHS = 9

/** What a submission means for its delivery. That no server was reached is charged to nobody; the row is put off all the
 *  same, longer with each claim: a server that breaks off at one reader's message is tried with another's. Where we are
 *  refused whoever the reader is, it goes back as it was. */
export function outcomeOf(
  { subscriberId, claim, attempts }: Claim & { attempts: number },
  submission: Submission,
  policy: RetryPolicy,
): Outcome {
  const row = { subscriberId, claim }
  if (submission.status === 'unreachable') {
    const { cause, reason } = submission
    if (cause === 'sign-in' || cause === 'tls') return { ...row, state: 'pending' }
    const growths = Math.min(claim - 1, MOST_UNCHARGED_GROWTHS)
    const retryInSeconds = policy.retryBaseSeconds * policy.retryFactor ** growths
    return { ...row, state: 'deferred', reply: reason, retryInSeconds, isUncharged: true }
  }
  if (submission.status === 'submitted') return { ...row, state: 'submitted', reply: submission.reply }
  if (submission.status === 'unknown') return { ...row, state: 'unknown', reply: submission.reason }
  const { reply, permanent, about, isOurs = false } = submission
  if (permanent) {
    const [isHardBounce, isPolicyRefusal] = [about === 'recipient', about === 'policy']
    return { ...row, state: 'failed', reply, isHardBounce, isPolicyRefusal, isOurs }
  }
  const retryInSeconds = policy.retryBaseSeconds * policy.retryFactor ** attempts
  return { ...row, state: 'deferred', reply, retryInSeconds }
}
