import { sql, type Kysely } from 'kysely'

/** Operators' actions, raised alarms, and operator sign-in: mailed links and sessions. Tokens are stored only as hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deed (
      id bigint generated always as identity primary key,
      begun_at timestamptz not null,
      who text not null check (length(who) between 1 and 254),
      by text not null constraint deed_by check (by in ('desk', 'command', 'link')),
      what text not null check (length(what) between 1 and 40),
      slot_date date,
      detail text check (length(detail) <= 2000),
      outcome text constraint deed_outcome check (outcome in ('done', 'refused')),
      words text,
      ended_at timestamptz
    )`.execute(db)
  await sql`create index deed_of_edition on deed (slot_date, id)`.execute(db)
  await sql`
    create table raised_alarm (
      id bigint generated always as identity primary key,
      raised_at timestamptz not null,
      kind text not null,
      subject text not null,
      detail text not null
    )`.execute(db)
  await sql`
    create table desk_link (
      token_hash text primary key,
      browser_hash text not null,
      address text not null,
      ends_at timestamptz not null
    )`.execute(db)
  await sql`
    create table desk_session (
      token_hash text primary key,
      address text not null,
      begun_at timestamptz not null,
      ends_at timestamptz not null
    )`.execute(db)
}
