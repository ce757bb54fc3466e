import { sql, type Kysely } from 'kysely'

/** API tokens of the operator's programs: a hash of each, and its scopes. */
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
