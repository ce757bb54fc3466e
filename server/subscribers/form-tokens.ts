import type { Clock } from '../clock.ts'
import type { Keys } from '../local-keys.ts'
import { createSigner } from '../signing/index.ts'

// Nobody types an address and reads the disclaimer faster; programs mostly do.
const YOUNGEST_MS = 2_000
// As long as a page may reasonably lie open with the form begun.
const OLDEST_MS = 2 * 3_600_000

/** What tells a form that a person fills in from a program that knows the address alone. It is a hurdle, not a proof:
 *  who has none signs up under tighter limits, and is never refused for that. */
export interface FormTokens {
  issue(): string
  /** @returns whether it is ours, and neither too young nor too old */
  isTimely(token: string): boolean
}

export function createFormTokens({
  keys,
  clock,
}: {
  keys: Pick<Keys, 'secretKey' | 'oldSecretKeys'>
  clock: Clock
}): FormTokens {
  const signer = createSigner(keys.secretKey, keys.oldSecretKeys)
  return {
    issue: () => signer.signForm(clock.now()),
    isTimely(token) {
      const signedAt = signer.verifyForm(token)
      if (signedAt === undefined) return false
      const ageMs = clock.now().getTime() - signedAt.getTime()
      return ageMs >= YOUNGEST_MS && ageMs <= OLDEST_MS
    },
  }
}
