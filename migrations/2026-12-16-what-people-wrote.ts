import { sql, type Kysely } from 'kysely'

/** What a person changed in an edition before it went out: their own headline and note, and dropped findings. A correction
 *  may name the wrong figure and may be withdrawn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table edition_edit (
      id bigint generated always as identity primary key,
      edition_id bigint not null references edition (id) on delete cascade,
      kind text not null constraint edition_edit_kind check (kind in ('headline', 'note', 'drop')),
      text text not null constraint edition_edit_text check (length(text) between 1 and 2000),
      made_by text not null constraint edition_edit_made_by check (length(made_by) between 1 and 80),
      made_at timestamptz not null
    )`.execute(db)
  await sql`
    create unique index edition_edit_once on edition_edit (edition_id, kind, (case when kind = 'drop' then text else '' end))`.execute(
    db,
  )
  await sql`
    alter table edition_correction
      add column fact_id text,
      add column withdrawn_at timestamptz`.execute(db)
}
