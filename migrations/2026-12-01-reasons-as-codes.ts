import { sql, type Kysely } from 'kysely'

/** Codes of pauses and how their reasons were worded before this migration. */
const PAUSES = [
  ['by-hand', 'by hand'],
  ['policy', 'servers refuse the letter for policy'],
  ['bounce', 'servers say that too many readers do not exist'],
  ['ours', 'we cannot write the letter for too many readers, a fault of our own and of no server'],
  ['other', 'servers refuse the letter to too many readers, neither for policy nor as unknown'],
  ['sign-in', 'the mail server refuses the sign-in'],
  ['tls', 'TLS with the mail server fails'],
  ['unbalanced', 'there are fewer deliveries than recipients were written down'],
] as const

/** Codes and the texts that stood in place of a server's reply. */
const REPLIES = [
  ['warm-up', 'warm-up'],
  ['cancelled', 'cancelled'],
  ['not-subscribed', 'No longer subscribed'],
  ['expired', 'The edition expired first'],
  ['process-ended', 'The sending process ended before the answer was kept'],
] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  await pausesOfEditions(db)
  await reasonsOfDeliveries(db)
  await recentOutcomes(db)
  await leasesAndNotes(db)
}

/** Moves the kind of a pause to a code; `pause_reason` keeps only the words of a server or a person. */
async function pausesOfEditions(db: Kysely<unknown>): Promise<void> {
  const kinds = PAUSES.map(([kind]) => sql.lit(kind))
  await sql`alter table edition add column pause_kind text
    constraint edition_pause_kind check (pause_kind in (${sql.join(kinds)}))`.execute(db)
  for (const [kind, words] of PAUSES) {
    await sql`
      update edition set pause_kind = ${kind},
        pause_reason = nullif(substr(pause_reason, length(${words}::text) + 3), '')
      where pause_kind is null and (pause_reason = ${words} or starts_with(pause_reason, ${`${words}: `}))`.execute(
      db,
    )
  }
}

/** Moves our own reasons for a delivery's state to a code; `reply` keeps only the servers' words. */
async function reasonsOfDeliveries(db: Kysely<unknown>): Promise<void> {
  const reasons = REPLIES.map(([reason]) => sql.lit(reason))
  await sql`alter table delivery add column reason text
    constraint delivery_reason check (reason in (${sql.join(reasons)}))`.execute(db)
  const reasonOf = REPLIES.map(([reason, reply]) => sql`when ${reply} then ${reason}`)
  // A single pass over a year of deliveries. Those skipped with a server's reply or none had expired.
  await sql`
    update delivery set
      reason = case reply ${sql.join(reasonOf, sql` `)} else 'expired' end,
      reply = case when reply in (${sql.join(REPLIES.map(([, reply]) => reply))}) then null else reply end
    where state = 'skipped' or reply in (${sql.join(REPLIES.map(([, reply]) => reply))})`.execute(db)
}

/** Moves the latest outcomes of an edition being sent out of the circuit's row, where each was a single character. */
async function recentOutcomes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table recent_outcomes (
      edition_id bigint primary key references edition (id),
      outcomes text[] not null
        check (outcomes <@ array['submitted', 'policy', 'bounce', 'ours', 'other'])
    )`.execute(db)
  await sql`
    insert into recent_outcomes (edition_id, outcomes)
    select edition.id, array(
      select case sign when '.' then 'submitted' when 'p' then 'policy' when 'b' then 'bounce' when 'u' then 'ours'
        else 'other' end
      from unnest(string_to_array(gate.reason, null)) with ordinality as signs (sign, place) order by place
    )
    from mail_gate as gate join edition on gate.name = 'outcomes of edition ' || edition.id
    where gate.reason is not null`.execute(db)
  await sql`delete from mail_gate where starts_with(name, 'outcomes of edition ')`.execute(db)
}

/** Moves out of the leases the finished jobs and the start of a mail server outage, which were rows with special names, and
 *  splits the holder from the token, which were one text. */
async function leasesAndNotes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table finished_job (name text primary key, remembered_until timestamptz not null)`.execute(db)
  await sql`
    insert into finished_job (name, remembered_until)
    select substr(name, length('done: ') + 1), lease_until from job_lease where starts_with(name, 'done: ')`.execute(
    db,
  )
  await sql`alter table mail_gate add column unanswered_since timestamptz`.execute(db)
  await sql`
    update mail_gate set unanswered_since = job_lease.lease_until - interval '720 hours'
    from job_lease
    where mail_gate.name = 'newsletter' and job_lease.name = 'since: the mail server does not answer'`.execute(
    db,
  )
  await sql`
    delete from job_lease
    where starts_with(name, 'done: ') or name = 'since: the mail server does not answer'`.execute(db)

  await sql`alter table job_lease add column token text not null default ''`.execute(db)
  await sql`
    update job_lease set
      token = coalesce(substring(holder from ', ([0-9a-f-]+)$'), ''),
      holder = regexp_replace(holder, ', [0-9a-f-]+$', '')`.execute(db)
}
