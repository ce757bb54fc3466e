import type { Store } from 'express-rate-limit'

import type { Clock } from '../lib/clock.ts'
import type { Keys } from '../config/local-keys.ts'
import { createSigner } from '../sending/tokens.ts'

// Nobody types an address and reads the disclaimer faster than this; most programs do.
const YOUNGEST_MS = 2_000
/** The longest a page may reasonably stay open with the form begun; spent tokens must be remembered that long. */
export const OLDEST_FORM_MS = 2 * 3_600_000

/** Distinguishes a person who fills in a form from a program that only knows the address. A hurdle, not a proof: a sign-up
 *  without a token has tighter limits, but is never refused just for that. */
export interface FormTokens {
  issue(): string
  /** @returns whether it could be spent; stores nothing */
  isUnspent(token: string): Promise<boolean>
  /** Spends a token, for all processes.
   *  @returns whether it is ours, neither too young nor too old, and not spent before */
  spend(token: string): Promise<boolean>
}

/** @param used  counts how often each token was spent, for OLDEST_FORM_MS */
export function createFormTokens({
  keys,
  clock,
  used,
}: {
  keys: Pick<Keys, 'secretKey' | 'oldSecretKeys'>
  clock: Clock
  used: Pick<Required<Store>, 'get' | 'increment'>
}): FormTokens {
  const signer = createSigner(keys.secretKey, keys.oldSecretKeys)
  function isTimely(token: string): boolean {
    const signedAt = signer.verifyForm(token)
    if (signedAt === undefined) return false
    const ageMs = clock.now().getTime() - signedAt.getTime()
    return ageMs >= YOUNGEST_MS && ageMs <= OLDEST_FORM_MS
  }
  return {
    issue: () => signer.signForm(clock.now()),
    isUnspent: async (token) => isTimely(token) && (await used.get(token)) === undefined,
    async spend(token) {
      if (!isTimely(token)) return false
      const { totalHits } = await used.increment(token)
      return totalHits === 1
    },
  }
}
