import { isCalendarDay, newYorkDay } from '../lib/dates.ts'
import { systemClock, type Clock } from '../lib/clock.ts'
import type { Database } from '../db/database.ts'
import { mayPass } from '../db/database-unavailable.ts'
import { InvalidInputError } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import { createUpstreamFetch } from '../lib/upstream-fetch.ts'
import { findVersion } from './core/documents.ts'
import type { CollectOutcome, Coverage, RecordSource } from './core/record-source.ts'
import { finishRun, startRun, type RunReport } from './core/runs.ts'
import { createSourceClient, type SourceClientDeps } from './core/source-client.ts'
import { toUnread } from './core/unread-reason.ts'
import { houseSource } from './congress/house/collect-house.ts'
import { insiderSource } from './insiders/collect-insiders.ts'
import { membersSource } from './congress/members/collect-members.ts'
import { createSenateSource } from './congress/senate/collect-senate-records.ts'
import { seriesSources } from './series/sources.ts'

const DEFAULT_DAYS = 7
/** Records between two progress reports. */
const REPORT_EVERY = 5

export interface CollectDeps {
  readonly db: Database
  readonly clock?: Clock
  readonly logger: Logger
  /** A mirror, from UPSTREAM_BASE_URL. */
  readonly upstreamBaseUrl: string | undefined
  /** Name and contact address, sent to the sources. */
  readonly userAgent: string
  /** Called with progress, in sentences. */
  readonly onProgress?: (line: string) => void
  /** Called with each source's report as soon as it is done. */
  readonly onReport?: (report: SourceReport) => void
  /** Aborts: stored records stay, current runs stay unfinished. */
  readonly signal?: AbortSignal
  readonly backoffMs?: SourceClientDeps['backoffMs']
}

/** The result of running one source. */
export interface SourceReport extends RunReport {
  readonly source: string
  readonly seconds: number
}

export interface CollectRequest {
  readonly sources: readonly RecordSource[]
  /** The last day to request, 'YYYY-MM-DD'; default today in New York. */
  readonly asOf?: string | undefined
  /** Number of days up to it, for sources that publish by the day; default the source's usual number, mostly 7. 'back-fill':
   *  enough for a baseline to compare a week with, for sources where that is cheap. */
  readonly days?: number | 'back-fill' | undefined
}

/** Reads sources into the database concurrently, each within its own limits. A source's failure is reported and stored in its
 *  row of `collect_run`, never thrown.
 *  @returns reports in the order of `sources`
 *  @throws InvalidInputError for an invalid or future day; the database's error; the signal's reason */
export async function collectRecords(deps: CollectDeps, request: CollectRequest): Promise<SourceReport[]> {
  const today = newYorkDay((deps.clock ?? systemClock).now())
  const { asOf = today, days } = request
  if (!isCalendarDay(asOf)) {
    throw new InvalidInputError(`"${asOf}" is not a day such as 2025-02-03.`)
  }
  if (asOf > today) {
    throw new InvalidInputError(`${asOf} has not come: in New York it is ${today}.`)
  }
  const runs = await Promise.allSettled(
    request.sources.map((source) => runSource(deps, source, { asOf, days: daysOf(source, days) })),
  )
  // Throw only now, when no source uses the database any more.
  const failures = runs.flatMap((run) => (run.status === 'rejected' ? [run.reason as unknown] : []))
  if (failures.length > 0) throw failures.find(mayPass) ?? failures[0]
  return runs.flatMap((run) => (run.status === 'fulfilled' ? [run.value] : []))
}

function daysOf(
  { usualDays = DEFAULT_DAYS, backFillDays = usualDays }: RecordSource,
  days: CollectRequest['days'],
) {
  return days === 'back-fill' ? backFillDays : (days ?? usualDays)
}

/** @throws InvalidInputError that lists the known sources */
export function findSources(known: readonly RecordSource[], ids: readonly string[]): readonly RecordSource[] {
  const unknown = ids.filter((id) => !known.some((source) => source.id === id))
  if (unknown.length > 0) {
    throw new InvalidInputError(
      `No source is called ${unknown.join(', ')}. The sources are ${known.map(({ id }) => id).join(', ')}.`,
    )
  }
  return ids.length === 0 ? known : known.filter(({ id }) => ids.includes(id))
}

async function runSource(
  deps: CollectDeps,
  source: RecordSource,
  period: { asOf: string; days: number },
): Promise<SourceReport> {
  const { db, clock = systemClock, logger, onProgress, userAgent } = deps
  const signal = deps.signal ?? new AbortController().signal
  const fetch = createUpstreamFetch({
    upstreamBaseUrl: deps.upstreamBaseUrl,
    userAgent,
    timeoutMs: source.limits.timeoutMs,
    maxBytes: source.limits.maxBytes,
  })
  const startedMs = performance.now()
  const run = await startRun(db, { source: source.id, asOf: period.asOf })
  const report = await collectFrom(source, () =>
    source.collect({
      db,
      clock,
      ...period,
      client: createSourceClient(
        {
          fetch,
          signal,
          backoffMs: deps.backoffMs,
          findVersion: (url) => findVersion(db, { source: source.id, url }),
        },
        source,
      ),
      userAgent,
      signal,
      onMessage: (line) => onProgress?.(`${source.name}: ${line}`),
      onProgress({ done, listed, unread }) {
        if (done % REPORT_EVERY !== 0 && done !== listed) return
        const minutes = Math.floor((listed - done) / source.limits.requestsPerSecond / 60)
        const left = minutes === 0 ? '' : ` ${minutes} minute${minutes === 1 ? '' : 's'} or more to go.`
        onProgress?.(`${source.name}: ${done} of ${listed} done, ${unread} unread.${left}`)
      },
    }),
  )
  await finishRun(db, run, report)
  const { outcome, listed, read } = report
  const counts = { source: source.id, outcome, listed, read, unread: report.unread.slice(0, 5) }
  if (outcome === 'failed') logger.error(counts, 'a source of public records failed')
  else if (outcome === 'partial') logger.warn(counts, 'a source of public records was read in part')
  else logger.info(counts, 'public records collected')
  const whole = { source: source.id, ...report, seconds: Math.round(performance.now() - startedMs) / 1000 }
  deps.onReport?.(whole)
  return whole
}

async function collectFrom(source: RecordSource, collect: () => Promise<Coverage>): Promise<RunReport> {
  if (source.off !== undefined) {
    return {
      outcome: 'off',
      listed: 0,
      read: 0,
      unread: [{ what: source.name, code: 'off', reason: source.off }],
    }
  }
  try {
    const coverage = await collect()
    return { outcome: judge(coverage), ...coverage }
  } catch (error) {
    return { outcome: 'failed', listed: 0, read: 0, unread: [{ what: source.name, ...toUnread(error) }] }
  }
}

/** A source that lists forty records and yields none has failed, even if every answer was valid. Records on paper do not
 *  count as read here. */
function judge({ listed, read, unread, onPaper = [] }: Coverage): CollectOutcome {
  if (unread.length === 0 && read === listed) return 'complete'
  return read === onPaper.length ? 'failed' : 'partial'
}

/** Creates every source of public records, in the order of reports.
 *  @param settings.senateTermsAcceptedBy  the operator who accepted the terms of the Senate's site; without one that source
 *    is off */
export function createRecordSources(settings: {
  senateTermsAcceptedBy?: string | undefined
}): readonly RecordSource[] {
  return [
    ...seriesSources,
    membersSource,
    houseSource,
    createSenateSource({ termsAcceptedBy: settings.senateTermsAcceptedBy }),
    insiderSource,
  ]
}
