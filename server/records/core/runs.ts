import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import { toStorableJson } from '../../lib/text.ts'
import type { CollectOutcome, Coverage, PaperRecord } from './record-source.ts'

/** The result of a source's run. */
export interface RunReport extends Coverage {
  readonly outcome: CollectOutcome
}

/** A source's newest run. */
export interface LatestRun extends Coverage {
  readonly source: string
  readonly asOf: string
  /** ISO 8601 in UTC. */
  readonly startedAt: string
  /** 'unfinished': still running, or its process died. */
  readonly outcome: CollectOutcome | 'unfinished'
  readonly onPaper: readonly PaperRecord[]
  readonly notes: readonly string[]
}

/** @returns the run's id */
export async function startRun(
  db: DatabaseOrTransaction,
  { source, asOf }: { source: string; asOf: string },
): Promise<string> {
  const run = await db
    .insertInto('collect_run')
    .values({ source, as_of: asOf, started_at: sql<Date>`lunchpail_now()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return run.id
}

export async function finishRun(db: DatabaseOrTransaction, id: string, report: RunReport): Promise<void> {
  await db
    .updateTable('collect_run')
    .set({
      finished_at: sql<Date>`lunchpail_now()`,
      outcome: report.outcome,
      listed: report.listed,
      read: report.read,
      unread: toStorableJson(report.unread),
      on_paper: toStorableJson(report.onPaper ?? []),
      notes: toStorableJson(report.notes ?? []),
    })
    .where('id', '=', id)
    .execute()
}

/** Lists the newest run of each source, for the coverage note, ordered by source.
 *  @param asked.asOf  only runs up to exactly this day, 'YYYY-MM-DD' */
export async function listLatestRuns(
  db: DatabaseOrTransaction,
  { asOf }: { asOf?: string } = {},
): Promise<LatestRun[]> {
  const rows = await db
    .selectFrom('collect_run')
    .distinctOn('source')
    .select(['source', 'as_of', 'started_at', 'outcome', 'listed', 'read', 'unread', 'on_paper', 'notes'])
    .$if(asOf !== undefined, (query) => query.where('as_of', '=', asOf ?? ''))
    .orderBy('source')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ source, as_of, started_at, outcome, listed, read, unread, on_paper, notes }) => ({
    source,
    asOf: as_of,
    startedAt: started_at.toISOString(),
    outcome: outcome ?? 'unfinished',
    listed,
    read,
    unread: unread.map(({ what, code = 'other', reason }) => ({ what, code, reason })),
    onPaper: on_paper,
    notes,
  }))
}
