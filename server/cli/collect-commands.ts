import type { Command } from 'commander'
import type { Database } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError, InvalidInputError } from '../lib/errors.ts'
import {
  collectRecords,
  findSources,
  type SourceReport,
  createRecordSources,
} from '../records/collect-records.ts'
import { formatChicagoTime } from '../lib/dates.ts'
import { userAgentOf } from '../lib/upstream-fetch.ts'
import { listLatestRuns } from '../records/core/runs.ts'
import { runWhenFree } from '../records/core/sleep.ts'
import type { RecordSource } from '../records/core/record-source.ts'
import { wholeNumber } from './arguments.ts'
import type { CommandContext } from './program.ts'
import { untilInterrupted } from './process-output.ts'

const MOST_DAYS = 3660
/** How many reasons are printed for people; --json has all of them. */
const MOST_REASONS = 5

interface CollectOptions {
  asOf?: string
  days?: number
  backFill?: true
  json?: true
}

export function addCollectCommands(
  program: Command,
  { config, deps, output, setExitCode }: CommandContext,
): void {
  const recordSources = createRecordSources(config)
  const known = recordSources.map(({ id }) => id).join(', ')
  program
    .command('collect')
    .description(
      `Read public records into the database: ${known}; all if none is named. Repeating it changes nothing.`,
    )
    .argument('[source...]', 'which')
    .option('--as-of <date>', 'the last day to read, YYYY-MM-DD; by default today in New York')
    .option(
      '--days <number>',
      'how many days up to that one, for daily records',
      wholeNumber('--days', { least: 1, most: MOST_DAYS }),
    )
    .option(
      '--back-fill',
      'also the twelve months before, for sources where that is cheap; may be stopped at any time',
    )
    .option('--json', 'one line of JSON for each source')
    .action(async (ids: string[], options: CollectOptions) => {
      const sources = findSources(recordSources, ids)
      if (options.backFill && options.days !== undefined) {
        throw new InvalidInputError('Either --back-fill or --days: both say how far back.')
      }
      const reports = await untilInterrupted(async (signal) =>
        collect(await deps(), { sources, options, signal }),
      )
      const isShort = reports.some(({ outcome }) => outcome === 'failed' || outcome === 'partial')
      if (isShort) setExitCode(1)
    })

  /** @throws AppError if it was stopped, or another process went on collecting for too long */
  async function collect(
    { db, clock, logger, jobLocks }: Deps,
    {
      sources,
      options,
      signal,
    }: { sources: readonly RecordSource[]; options: CollectOptions; signal: AbortSignal },
  ): Promise<SourceReport[]> {
    const tell = (line: string) => output.writeError(`${line}\n`)
    const whoElse = async () => (await jobLocks.collect.findHolder()) ?? 'another process'
    let reports: SourceReport[] = []
    const job = async () => {
      for (const line of await listBrokenOff(db, sources)) tell(line)
      reports = await collectRecords(
        {
          db,
          clock,
          logger,
          upstreamBaseUrl: config.upstreamBaseUrl,
          userAgent: userAgentOf(config),
          onProgress: tell,
          onReport: (report) => output.write(options.json ? formatJson(report) : formatWords(report)),
          signal,
        },
        { sources, asOf: options.asOf, days: options.backFill ? 'back-fill' : options.days },
      )
    }
    try {
      const isCollected = await runWhenFree(() => jobLocks.collect.runExclusively(job), {
        onWaiting: async () =>
          tell(
            `The public records are being read by ${await whoElse()}: waiting for it, or for a minute if it was killed. Ctrl-C is safe.`,
          ),
        signal,
      })
      if (isCollected) return reports
    } catch (error) {
      if (!signal.aborted) throw error
      throw new AppError(
        'not-ready',
        'Stopped. What was read by then is kept; the next time goes on from there.',
        { cause: error },
      )
    }
    throw new AppError(
      'not-ready',
      `The public records are still being read by ${await whoElse()}: nothing was read now. Try again later.`,
    )
  }
}

/** Lists runs without an end: while nobody else collects, they belong to processes that died. */
async function listBrokenOff(db: Database, sources: readonly RecordSource[]): Promise<string[]> {
  const runs = await listLatestRuns(db)
  return sources.flatMap(({ id, name }) => {
    const broken = runs.find(({ source, outcome }) => source === id && outcome === 'unfinished')
    if (broken === undefined) return []
    const begun = formatChicagoTime(new Date(broken.startedAt))
    return [`${name}: its reading of ${begun} broke off. What it had read is kept.`]
  })
}

function formatJson(report: SourceReport): string {
  const { source, outcome, listed, read, onPaper = [], unread, notes = [], seconds } = report
  return `${JSON.stringify({ source, outcome, listed, read, onPaper, unread, notes, seconds })}\n`
}

function formatWords({ source, outcome, listed, read, unread, seconds }: SourceReport): string {
  const shown = unread.slice(0, MOST_REASONS).map((record) => `  ${describeUnreadRecord(record)}\n`)
  const more = unread.length - shown.length
  return [
    `${source.padEnd(10)} ${outcome.padEnd(9)} ${read} of ${listed} read, ${seconds.toFixed(1)} s\n`,
    ...shown,
    more > 0 ? `  and ${more} more unread; --json names them all\n` : '',
  ].join('')
}

/** A reason for the whole source begins with its name. */
function describeUnreadRecord({ what, reason }: SourceReport['unread'][number]): string {
  return reason.startsWith(what) ? reason : `${what}: ${reason}`
}
