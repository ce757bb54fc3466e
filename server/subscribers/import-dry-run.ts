import { sql } from 'kysely'

import type { Database } from '../db/database.ts'
import type { GivenConsent } from './import-consent.ts'
import type { Verdict } from './import-words.ts'
import { isActive } from './subscribers.queries.ts'

/** The verdicts that put an address on the do-not-mail list. */
export type SuppressingVerdict = Extract<Verdict, 'complained' | 'bounced' | 'blocked'>

/** An address with the consent that came with it. */
export type ImportedConsent = GivenConsent & { readonly email: string }

/** Addresses that are saved together. */
export interface Batch {
  readonly subscribed: ImportedConsent[]
  readonly suppressed: [email: string, reason: SuppressingVerdict][]
  /** Addresses that get no mail according to the file. */
  readonly leftOut: string[]
}

/** 72 bits tell a million addresses apart. */
export const shortHash = (emailHash: string): string => emailHash.slice(0, 12)

/** Creates a replacement for saving that only counts. */
export function createDryRun(db: Database, hash: (email: string) => string) {
  const toSuppress = new Set<string>()
  const added = new Set<string>()
  return async ({ subscribed, suppressed }: Batch) => {
    const counts = { added: 0, already: 0, suppressed: 0, ended: 0 }
    const suppressedHashes = suppressed.map(([email]) => hash(email))
    const hashes = subscribed.map(({ email }) => hash(email))
    const known = await findAddressStates(db, [...hashes, ...suppressedHashes])
    for (const emailHash of suppressedHashes) {
      if (known.get(emailHash) === 'subscribed' && !toSuppress.has(shortHash(emailHash))) counts.ended += 1
      toSuppress.add(shortHash(emailHash))
    }
    for (const emailHash of hashes) {
      const state = toSuppress.has(shortHash(emailHash)) ? 'suppressed' : known.get(emailHash)
      if (state === 'suppressed') counts.suppressed += 1
      else if (state === 'subscribed') counts.already += 1
      else {
        counts.added += 1
        added.add(shortHash(emailHash))
      }
    }
    const takeBack = async (leftOut: readonly string[]) =>
      leftOut.filter((emailHash) => added.delete(shortHash(emailHash))).length
    return { ...counts, takeBack }
  }
}

/** Looks up the state of addresses by their hashes; those that are neither are left out. */
export async function findAddressStates(
  db: Database,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, 'suppressed' | 'subscribed'>> {
  const { rows } = await sql<{ emailHash: string; state: 'suppressed' | 'subscribed' }>`
    select email_hash as "emailHash", 'suppressed' as state from suppression
    where email_hash = any(${hashes}::text[])
    union all
    select email_hash, 'subscribed' from subscriber
    where email_hash = any(${hashes}::text[]) and ${isActive}`.execute(db)
  return new Map(rows.map(({ emailHash, state }) => [emailHash, state]))
}
