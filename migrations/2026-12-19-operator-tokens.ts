import { sql, type Kysely } from 'kysely'

/** What a program of the operator's proves itself with: a hash, and what it may do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_token (
      id bigint generated always as identity primary key,
      name text not null check (length(name) between 1 and 80),
      token_hash text not null unique,
      scopes text[] not null check (cardinality(scopes) > 0),
      created_at timestamptz not null,
      expires_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz
    )`.execute(db)
}
