import { ReadStream } from 'node:fs'
import path from 'node:path'

import type { Command } from 'commander'
import { InvalidInputError } from '../lib/errors.ts'
import { IMPORT_PROGRAMS, type ImportSummary, type RejectedLine } from '../subscribers/index.ts'
import { noteDeed } from '../operator/deeds.ts'
import { whoTypes } from './arguments.ts'
import type { CommandContext } from './program.ts'
import { openCsv, openImportFile, type CsvFile, refuseNonsubscribed, resolveFile } from './import-files.ts'
import { untilInterrupted } from './process-output.ts'
import { formatCount, formatSeconds } from '../lib/text.ts'
import { createProgressLine, formatBar } from './progress-line.ts'

const FROM = [...IMPORT_PROGRAMS, 'none'] as const
const REPORTED = ['line', 'email', 'outcome', 'consented_at', 'consent_source', 'problem']

interface TypedOptions {
  rejects?: string
  report?: string
  from?: string
  json?: true
  dryRun?: true
  column?: string
  statusColumn?: string
  subscribedValues?: string
  ignoreColumn?: string[]
}

export function addImportCommand(subscribers: Command, context: CommandContext): void {
  const { deps, output, setExitCode } = context
  subscribers
    .command('import <file>')
    .description(
      'Subscribe the addresses in a CSV file, whose owners agreed to it; "-" is standard input. People who left or never confirmed, according to the columns of listmonk, Ghost, Substack, beehiiv, Mailchimp, Buttondown or Keila, are left out; those who complained, bounced or were blocked go on the do-not-mail list.',
    )
    .option('--dry-run', 'only count what would be done; nothing is saved')
    .option('--column <name>', 'the column of addresses, if it is not "email" or similar')
    .option('--status-column <name>', 'the column that says who gets mail')
    .option('--subscribed-values <values>', 'its values that mean yes, comma-separated')
    .option(
      '--ignore-column <name>',
      'a column that does not say who gets mail; may be repeated',
      collectNames,
    )
    .option(
      '--from <program>',
      `only the columns of this program count, with its time of consent: ${FROM.join(', ')}`,
    )
    .option(
      '--report <file>',
      'write the outcome of each line to this CSV file, with the consent given in the file and any problem',
    )
    .option('--rejects <file>', 'write rejected lines to this CSV file instead of standard error')
    .option('--json', 'the summary as one line of JSON')
    .action(async (name: string, options: TypedOptions) => {
      const columns = readColumnOptions(options)
      refuseNonsubscribed(name)
      const { csv, totalBytes, file } = await openImportFile(context, name)
      const { db, subscribers: site, clock } = await deps()
      const progress = createProgressLine(output, clock)
      let rejects: CsvFile | undefined
      let report: CsvFile | undefined
      let kept: ImportSummary | undefined
      let isInterrupted = false
      try {
        const rejectsTo = options.rejects === undefined ? undefined : resolveFile(context, options.rejects)
        const reportTo = options.report === undefined ? undefined : resolveFile(context, options.report)
        if (rejectsTo !== undefined) rejects = await openCsv(rejectsTo, [file], ['line', 'reason', 'masked'])
        if (reportTo !== undefined) report = await openCsv(reportTo, [file, rejectsTo], REPORTED)
        const summary = await untilInterrupted((signal) => {
          // Destroy the stream instead of ending it: its last, partial line is not a whole address.
          signal.addEventListener('abort', () => {
            isInterrupted = true
            progress.clear()
            // A stalled pipe may delay the end.
            output.writeError('Stopping. Ctrl-C once more ends it at once.\n')
            csv.destroy(new Error('Interrupted'))
          })
          return site.importCsv(csv, {
            ...columns,
            fileName: path.basename(file ?? ''),
            isDryRun: options.dryRun === true,
            async onRejected(rejected) {
              if (rejects) return rejects.add([rejected.line, rejected.reason, rejected.masked])
              progress.clear()
              output.writeError(describeRejected(rejected))
              await output.caughtUp?.()
            },
            async onUnreadTime({ line, problem }) {
              // The report contains this line too.
              if (report) return
              progress.clear()
              output.writeError(`line ${line}: ${problem} Kept without that time.\n`)
              await output.caughtUp?.()
            },
            ...(report && {
              onOutcome: async ({ line, email, outcome, consent, problem = '' }) =>
                report?.add([
                  line,
                  email,
                  outcome,
                  consent?.consentedAt ?? '',
                  consent?.source ?? '',
                  problem,
                ]),
            }),
            async onSaved(saved) {
              if (!options.dryRun) kept = saved
              const bytes = csv instanceof ReadStream ? csv.bytesRead : 0
              progress.show((elapsedMs) =>
                formatProgress({ lines: saved.lines, bytes, totalBytes, elapsedMs }),
              )
              await output.caughtUp?.()
            },
          })
        })
        progress.clear()
        if (!options.dryRun) {
          await noteDeed(db, whoTypes(), {
            what: 'subscribers import',
            words: `Of ${summary.lines} lines added ${summary.added}.`,
          })
        }
        output.write(options.json ? `${JSON.stringify(summary)}\n` : describeSummary(summary, options))
        if (summary.rejected > 0) setExitCode(1)
      } catch (error) {
        progress.clear()
        if (kept !== undefined) output.writeError(describeStop(kept))
        else if (isInterrupted) output.writeError('Stopped. Nothing was kept yet.\n')
        if (!isInterrupted) throw error
        setExitCode(1)
      } finally {
        csv.destroy()
        await Promise.all([rejects?.close(), report?.close()])
      }
    })
}

function collectNames(name: string, given: readonly string[] = []): string[] {
  return [...given, name]
}

function readColumnOptions({ column, statusColumn, subscribedValues, ignoreColumn, from }: TypedOptions) {
  const program = FROM.find((name) => name === from?.toLowerCase())
  if (from !== undefined && program === undefined) {
    throw new InvalidInputError(`--from: "${from}" is not one of ${FROM.join(', ')}.`)
  }
  const values = subscribedValues
    ?.split(',')
    .map((value) => value.trim())
    .filter(Boolean)
  if (values !== undefined && (statusColumn === undefined || values.length === 0)) {
    throw new InvalidInputError('--subscribed-values needs --status-column, and at least one value.')
  }
  return { column, statusColumn, subscribedValues: values, ignoredColumns: ignoreColumn, from: program }
}

const describeRejected = ({ line, reason, masked }: RejectedLine) =>
  `line ${line}: ${reason}${masked === '' ? '' : ` (${masked})`}\n`

function describeSummary(summary: ImportSummary, { dryRun }: TypedOptions): string {
  const { lines, added, already, repeated, suppressed, rejected, ended } = summary
  const { complained, bounced, blocked, unsubscribed, unconfirmed, other, stillSubscribed, timesUnread } =
    summary
  const left = listCounts({ unsubscribed, 'never confirmed': unconfirmed, 'with another status': other })
  const grave = listCounts({ complained, bounced, blocked })
  return [
    dryRun ? 'Nothing was saved; it would come to this.' : '',
    `Lines: ${lines}. Subscribed: ${added}, before already: ${already}.`,
    repeated > 0 ? `More than once in the file: ${repeated}.` : '',
    suppressed > 0 ? `Left out, being on the do-not-mail list: ${suppressed}.` : '',
    left === '' ? '' : `Left out by the file: ${left}.`,
    stillSubscribed > 0
      ? `Of these, still subscribed here: ${stillSubscribed}. To end that, with a file of only those who left: lunchpail suppressions import FILE --reason unsubscribed.`
      : '',
    grave === '' ? '' : `Put on the do-not-mail list by the file: ${grave}.`,
    ended > 0 ? `Of these, subscribed here until now: ${ended}.` : '',
    timesUnread > 0 ? `Subscribed without a time of consent that could be read: ${timesUnread}.` : '',
    rejected > 0 ? `Rejected: ${rejected}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
    .concat('\n')
}

const listCounts = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ')

const describeStop = ({ lines, added }: ImportSummary) =>
  `Stopped. Of ${lines} lines all is kept (subscribed: ${added}). Run it again to go on.\n`

/** How much of a file has been read. */
interface FileProgress {
  readonly lines: number
  readonly bytes: number
  /** Undefined if it cannot be known, as for a pipe. */
  readonly totalBytes: number | undefined
  readonly elapsedMs: number
}

/** @returns such as '[######------------------]  25 %  250,000 lines, 12,500 lines/s, 1 min 0 s left' */
export function formatProgress({ lines, bytes, totalBytes, elapsedMs }: FileProgress): string {
  const perSecond = elapsedMs > 0 ? Math.round((lines / elapsedMs) * 1_000) : 0
  const counted = `${formatCount(lines)} lines, ${formatCount(perSecond)} lines/s`
  if (totalBytes === undefined || totalBytes === 0) return counted
  const fraction = Math.min(1, bytes / totalBytes)
  const left = fraction > 0 ? `, ${formatSeconds((elapsedMs / 1_000) * (1 / fraction - 1))} left` : ''
  return `${formatBar(fraction)}  ${counted}${left}`
}
