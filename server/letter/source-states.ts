import type { Database } from '../db/database.ts'
import type { CollectOutcome, RecordSource } from '../records/core/record-source.ts'
import { codeOfUnread, type UnavailableCode } from '../records/core/unread-reason.ts'
import { listLatestRuns, type LatestRun } from '../records/core/runs.ts'

/** How the reading of a source for one edition stands. */
export interface SourceState {
  readonly id: string
  /** As people know it. */
  readonly name: string
  /** 'unfinished': it is being read, or its reading broke off · 'not asked': nobody has read it for that week. */
  readonly outcome: CollectOutcome | 'unfinished' | 'not asked'
  /** Why it is not complete; undefined where it is. */
  readonly reason: string | undefined
  /** Whose doing that is. */
  readonly code: UnavailableCode
  readonly run: LatestRun | undefined
}

/** The newest reading of each source for a week.
 *  @param asOf  the day up to which it was asked, 'YYYY-MM-DD' */
export async function readSourceStates(
  db: Database,
  sources: readonly RecordSource[],
  asOf: string,
): Promise<Map<string, SourceState>> {
  const runs = new Map((await listLatestRuns(db, { asOf })).map((run) => [run.source, run]))
  return new Map(sources.map(({ id, name }) => [id, judge(id, name, runs.get(id))]))
}

function judge(id: string, name: string, run: LatestRun | undefined): SourceState {
  const outcome = run?.outcome ?? 'not asked'
  return { id, name, outcome, reason: describe(outcome, run), code: findCode(outcome, run), run }
}

function findCode(outcome: SourceState['outcome'], run: LatestRun | undefined): UnavailableCode {
  if (outcome === 'not asked') return 'not-read'
  if (outcome === 'unfinished') return 'unfinished'
  return outcome === 'off' ? 'off' : codeOfUnread(run?.unread ?? [])
}

function describe(outcome: SourceState['outcome'], run: LatestRun | undefined): string | undefined {
  if (outcome === 'complete') return undefined
  if (outcome === 'not asked') return 'it was not read for that week'
  if (outcome === 'unfinished') return 'its reading was not finished'
  const [first] = run?.unread ?? []
  if (run !== undefined && outcome !== 'off' && run.listed > 0 && run.read === 0) {
    return `it listed ${run.listed} records and none of them was read: ${first?.reason ?? 'no reason is known'}`
  }
  return first?.reason ?? 'nothing could be read'
}

/** Whether it gave nothing that the edition may lean on: what is not there may still have happened. */
export function isDark({ outcome }: SourceState): boolean {
  return outcome === 'failed' || outcome === 'unfinished' || outcome === 'not asked'
}

/** @throws TypeError for an id that no source has: a mistake in the program */
export function getSource(sources: ReadonlyMap<string, SourceState>, id: string): SourceState {
  const source = sources.get(id)
  if (!source) throw new TypeError(`no source is called ${id}`)
  return source
}
