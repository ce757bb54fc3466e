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
  // Truncating all tables would take five times as long: most have never held a row.
  await ask(`do $$ declare name text; is_used boolean; used text[]; begin
    for name in select oid::regclass from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%'
    loop
      execute format('select exists (select from %s)', name) into is_used;
      if is_used then used := used || name; end if;
    end loop;
    select used || array_agg(refobjid::regclass::text) into used from pg_depend
      join pg_sequences on objid = format('%I.%I', schemaname, sequencename)::regclass
      where classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass and last_value is not null;
    if used <> '{}' then
      execute 'truncate ' || array_to_string(used, ', ') || ' restart identity cascade';
    end if;
  end $$`)
  return true
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
