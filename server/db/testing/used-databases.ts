import { openAsBlob } from 'node:fs'

import { PGlite } from '@electric-sql/pglite'

/** Runs one statement. */
export type Ask = (statement: string) => Promise<{ rows: unknown[] }>

/** The state of a freshly migrated database. */
export interface Made {
  readonly schema: string
  readonly ownClock: string
}

/** Deletes all rows and restores the real clock.
 *  @returns false if a test changed tables, functions or triggers */
export async function emptyDatabase(ask: Ask, { schema, ownClock }: Made): Promise<boolean> {
  await ask(ownClock)
  if ((await describeSchema(ask)).schema !== schema) return false
  await emptyTables(ask)
  return true
}

/** A larger table is truncated. For a smaller one that takes fifty times as long as deleting, since it writes new files. */
const SMALL_BYTES = 131_072

/** Deletes all rows.
 *  @param options.names  only the rows of these tables, and of the tables that refer to them
 *  @param options.keepsIds  true: later rows get ids that no row has had; by default ids start over */
export async function emptyTables(
  ask: Ask,
  { names, keepsIds = false }: { names?: readonly string[]; keepsIds?: boolean } = {},
): Promise<void> {
  const given = names?.map((name) => `'${name}'::regclass`).join(', ')
  // One statement deletes in any order of the tables. The lock waits for writers that a test has left behind.
  await ask(`do $$ declare emptied regclass[]; deletes text; large text; begin
    with recursive emptying (id) as (
      select oid from pg_class where ${
        given === undefined
          ? `relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%'`
          : `oid in (${given})`
      }
      union select conrelid from pg_constraint join emptying on confrelid = id where contype = 'f'
    )
    select array_agg(id::regclass order by id) into emptied from emptying;
    execute 'lock table ' || array_to_string(emptied, ', ');
    select string_agg(format('d%s as (delete from %s)', id::oid, id), ', ') filter (where bytes <= ${SMALL_BYTES}),
        string_agg(id::text, ', ') filter (where bytes > ${SMALL_BYTES})
      into deletes, large from (select id, pg_relation_size(id) as bytes from unnest(emptied) as id) as sized;
    if large <> '' then execute format('truncate %s cascade', large); end if;
    if deletes <> '' then execute format('with %s select', deletes); end if;
    perform setval(seqrelid::regclass, seqstart, false) from pg_sequence join pg_depend
      on objid = seqrelid and classid = 'pg_class'::regclass and refclassid = classid
      where refobjid = any(emptied) and not ${keepsIds};
  end $$`)
}

export async function describeSchema(ask: Ask): Promise<Made> {
  const { rows } = await ask(`
    select pg_get_functiondef('lunchpail_now'::regproc) as "ownClock", (
      select md5(string_agg(line, ';' order by line)) from (
        select concat_ws(' ', relname, attname, attnum, atttypid, attnotnull)
          from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0
          where relnamespace = 'public'::regnamespace
        union all select nspname from pg_namespace where nspname not like 'pg\\_%'
        union all select indexdef from pg_indexes where schemaname = 'public'
        union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
        union all select concat_ws(' ', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
        union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      ) as described (line)) as schema`)
  const [described] = rows as Made[]
  if (!described) throw new Error('the database does not describe itself')
  return described
}

/** An embedded database, with its state after migration. */
interface Embedded extends Made {
  readonly embedded: PGlite
}

/** Databases that were closed, for the next tests of this process: creating one takes half a second of CPU time. */
const idle: Embedded[] = []

/** Returns a database for the next test. */
export const giveBackEmbedded = (given: Embedded): void => void idle.push(given)

/** Takes a used database and empties it, or creates one from the image. */
export async function takeEmbedded(image: string): Promise<Embedded> {
  const used = idle.pop()
  if (used) {
    await used.embedded.exec('rollback')
    await used.embedded.exec('discard all')
    if (await emptyDatabase(asking(used.embedded), used)) return used
    await used.embedded.close()
  }
  const embedded = await loadEmbedded(image)
  return { embedded, ...(await describeSchema(asking(embedded))) }
}

const asking =
  (embedded: PGlite): Ask =>
  (statement) =>
    embedded.query(statement)

/** Creates a database from the image. */
export const loadEmbedded = async (image: string): Promise<PGlite> =>
  PGlite.create({ dataDir: 'memory://', loadDataDir: await openAsBlob(image) })
