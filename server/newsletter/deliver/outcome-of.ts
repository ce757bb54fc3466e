import type { Submission } from '../../mail/index.ts'
import type { Claim, Outcome } from './ledger.ts'

export interface RetryPolicy {
  readonly retryBaseSeconds: number
  readonly retryFactor: number
}

/** What a submission means for its delivery. Unreachable is nobody's fault: the row goes back as it was. */
export function outcomeOf(
  { subscriberId, claim, attempts }: Claim & { attempts: number },
  submission: Submission,
  policy: RetryPolicy,
): Outcome {
  const row = { subscriberId, claim }
  if (submission.status === 'unreachable') return { ...row, state: 'pending' }
  if (submission.status === 'submitted') return { ...row, state: 'submitted', reply: submission.reply }
  if (submission.status === 'unknown') return { ...row, state: 'unknown', reply: submission.reason }
  const { reply, permanent, about } = submission
  if (permanent) {
    const [isHardBounce, isPolicyRefusal] = [about === 'recipient', about === 'policy']
    return { ...row, state: 'failed', reply, isHardBounce, isPolicyRefusal }
  }
  const retryInSeconds = policy.retryBaseSeconds * policy.retryFactor ** attempts
  return { ...row, state: 'deferred', reply, retryInSeconds }
}
