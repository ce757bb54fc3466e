import { listDays } from '../../lib/dates.ts'
import { sql } from 'kysely'

import type { Database } from '../../db/database.ts'
import { SourceError } from '../../lib/errors.ts'
import { createLogger } from '../../lib/logger.ts'
import { buildEdition, type BuildEditionDeps, type Edition } from '../build-edition.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import { createRecordSources } from '../../records/collect-records.ts'
import { withoutWaiting } from '../../records/core/testing/fake-upstream.ts'
import { emptyTables } from '../../testing/test-database.ts'
import type { ReadCloses } from '../series/market-histories.ts'
import { noJudges } from '../writer/testing/judges.ts'
import { renderEdition } from '../render/render-edition.tsx'

const SLOT_DATE = '2025-02-03'

/** Builds the edition of 2025-02-03, or another one, on the Sunday evening before it, with fake sources.
 *  @param progress  receives the lines for people */
export function buildTestEdition(
  {
    db,
    upstreamBaseUrl,
    progress = [],
    slotDate = SLOT_DATE,
    records,
  }: {
    db: Database
    upstreamBaseUrl: string
    progress?: string[]
    slotDate?: string
    records?: 'kept'
  },
  changes: Partial<BuildEditionDeps> = {},
): Promise<Edition> {
  const sources = createRecordSources({ senateTermsAcceptedBy: undefined })
  const deps: BuildEditionDeps = {
    db,
    clock: { now: () => new Date(`${slotDate}T00:00:00Z`) },
    logger: createLogger('silent'),
    onProgress: (line) => void progress.push(line),
    upstreamBaseUrl,
    userAgent: 'Lunchpail hello@lunchpail.test',
    backoffMs: { first: 1, most: 2 },
    sources: withoutWaiting(
      sources,
      sources.map(({ id }) => id),
    ),
    whileNobodyElseCollects: async (job) => {
      await job()
      return true
    },
    signal: new AbortController().signal,
    listDailyCloses: () => Promise.resolve([]),
    readCloses: readInventedCloses,
    listCompanyTitles: () => Promise.resolve(new Map<string, string>()),
    findCompany: () => Promise.resolve(undefined),
    model: undefined,
    checker: undefined,
    judges: noJudges,
    site: {
      name: 'Lunchpail',
      url: 'https://lunchpail.test',
      contactEmail: 'hello@lunchpail.test',
      operatorName: 'Lunchpail Cooperative',
      postalAddress: 'PO Box, Springfield, USA',
    },
    renderEdition,
    ...changes,
  }
  return buildEdition(deps, { asOf: slotDate, records })
}

/** Closes that rise by one a day: on exchange days for the index, on all days for coins. */
export const readInventedCloses: ReadCloses = ({ ticker, kind, from, to }) => {
  const days = listDays(from, to).filter((day) => kind === 'crypto' || isBusinessDay(day))
  const first = ticker === '^GSPC' ? 5500 : ticker === 'BTC-USD' ? 90_000 : 3000
  return Promise.resolve({
    closes: days.map((date, index) => ({ date, close: first + index, adjustedClose: first + index })),
    sourceName: 'Yahoo Finance',
    sourceUrl: `https://finance.yahoo.com/quote/${ticker}`,
    retrievedAt: `${to}T23:30:00.000Z`,
  })
}

/** The source of prices is down. */
export const readNoCloses: ReadCloses = () =>
  Promise.reject(new SourceError('Yahoo Finance', 'Yahoo Finance answered 503', { fault: 'server-failed' }))

/** Forgets all records, and that they were read. */
export async function forgetRecords(db: Database): Promise<void> {
  // What recallRecords restores keeps its ids.
  await emptyTables(db, ['collect_run', 'source_document'], { keepsIds: true })
}

/** Keeps a copy of all records next to the tables.
 *  @returns deletes the copy */
export async function keepRecords(db: Database): Promise<() => Promise<void>> {
  await sql`do $$ declare name text; begin
    create schema kept;
    for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('create table kept.%I as table public.%I', name, name);
    end loop;
  end $$`.execute(db)
  return async () => void (await sql`drop schema kept cascade`.execute(db))
}

/** Restores what keepRecords kept and forgetRecords forgot. */
export async function recallRecords(db: Database): Promise<void> {
  await sql`do $$ declare name text; is_empty boolean; begin
    -- In any order of the tables.
    set local session_replication_role = replica;
    for name in select relname from pg_class where relkind = 'r' and relnamespace = 'kept'::regnamespace loop
      execute format('select not exists (select from public.%I)', name) into is_empty;
      if is_empty then
        execute format('insert into public.%I overriding system value table kept.%I', name, name);
      end if;
    end loop;
  end $$`.execute(db)
}

/** Forgets what some sources gave, and that they were read.
 *  @param sources  their ids */
export async function forgetSources(db: Database, sources: readonly string[]): Promise<void> {
  if (sources.length === 0) return
  await sql`delete from series_observation where document_id in
    (select id from source_document where source in (${sql.join(sources)}))`.execute(db)
  for (const table of sources.flatMap((source) => OWN_TABLES[source] ?? [])) {
    await sql`delete from ${sql.table(table)}`.execute(db)
  }
  await db.deleteFrom('source_document').where('source', 'in', sources).execute()
  await db.deleteFrom('collect_run').where('source', 'in', sources).execute()
}

const OWN_TABLES: Readonly<Record<string, readonly string[]>> = {
  insiders: ['insider_line', 'insider_filing', 'insider_day'],
  house: ['congress_line', 'congress_report'],
  members: ['member'],
}
