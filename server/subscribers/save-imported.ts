import { sql } from 'kysely'

import type { Database } from '../db/database.ts'
import type { ImportedConsent } from './import-dry-run.ts'

export interface SavedCounts {
  readonly added: number
  readonly already: number
  readonly suppressed: number
}

/** Saves consents that somebody vouches for; the do-not-mail list takes precedence. A current subscriber keeps the consent on
 *  record, unless it has no time and the given one has.
 *  @param given  addresses as returned by parseEmailAddress, each once */
export async function saveImported(
  db: Database,
  hash: (email: string) => string,
  given: readonly ImportedConsent[],
): Promise<SavedCounts> {
  if (given.length === 0) return { added: 0, already: 0, suppressed: 0 }
  // Ordered by hash, so that two simultaneous imports wait for each other instead of deadlocking.
  const sorted = given
    .map((consent) => [hash(consent.email), consent] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const hashes = sorted.map(([emailHash]) => emailHash)
  const cells = (read: (consent: ImportedConsent) => string | undefined) =>
    sorted.map(([, consent]) => read(consent) ?? null)
  return db.transaction().execute(async (trx) => {
    // Makes owners' requests on the site wait, so that we see those just completed.
    await sql`select pg_advisory_xact_lock(hashtextextended(email_hash, 0)) from unnest(${hashes}::text[]) as given (email_hash)`.execute(
      trx,
    )
    const { rows } = await sql<{ added: number; suppressed: number }>`
      with given as (
        select given.email, email_hash, source, given_confirmation,
          case when given_consent = 'now' then lunchpail_now() else given_consent::timestamptz end as given_consent,
          exists (select from suppression where suppression.email_hash = given.email_hash) as is_suppressed
        from unnest(${cells(({ email }) => email)}::text[], ${hashes}::text[],
          ${cells(({ consentedAt }) => consentedAt)}::text[],
          ${cells(({ confirmedAt }) => confirmedAt)}::timestamptz[],
          ${cells(({ source }) => source)}::text[]
        ) as given (email, email_hash, given_consent, given_confirmation, source)
      ), saved as (
        insert into subscriber (email, email_hash, consented_at, consent_source, confirmed_at, recorded_at)
        select email, email_hash, given_consent, source, coalesce(given_confirmation, lunchpail_now()),
          lunchpail_now()
        from given where not is_suppressed
        on conflict (email_hash) do update
          set email = excluded.email, consented_at = excluded.consented_at,
            consent_source = excluded.consent_source, confirmed_at = excluded.confirmed_at,
            recorded_at = excluded.recorded_at, withdrawn_at = null
          where subscriber.withdrawn_at is not null or subscriber.confirmed_at is null
        returning 1
      ), filled_in as (
        update subscriber set consented_at = given_consent, consent_source = source
        from given
        where given.email_hash = subscriber.email_hash and not is_suppressed and given_consent is not null
          and withdrawn_at is null and confirmed_at is not null and consented_at is null
      )
      select (select count(*)::integer from saved) as added,
        (select count(*)::integer from given where is_suppressed) as suppressed`.execute(trx)
    const { added, suppressed } = rows[0] ?? { added: 0, suppressed: 0 }
    return { added, suppressed, already: given.length - added - suppressed }
  })
}

/** Ends subscriptions that this import began, for addresses that a later line says have left. They go on no list, so their
 *  owners can subscribe again on the site.
 *  @param startedAt  older subscriptions stay
 *  @returns the number of subscriptions ended */
export async function takeBack(db: Database, hashes: readonly string[], startedAt: string): Promise<number> {
  if (hashes.length === 0) return 0
  const { numAffectedRows } = await sql`
    update subscriber set email = null, withdrawn_at = lunchpail_now()
    where id in (
      select id from subscriber
      where email_hash = any(${hashes}::text[]) and email is not null and confirmed_at is not null
        and recorded_at >= ${startedAt}::timestamptz
      order by email_hash for update
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The time on the database clock, as text to keep its microseconds. */
export async function readDatabaseTime(db: Database): Promise<string> {
  const { rows } = await sql<{ now: string }>`select to_json(lunchpail_now()) #>> '{}' as now`.execute(db)
  return rows[0]?.now ?? 'infinity'
}
