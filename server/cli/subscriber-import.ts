import { once } from 'node:events'
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'

import type { Command } from 'commander'
import Papa from 'papaparse'

import { InvalidInputError } from '../errors.ts'
import type { ImportSummary, RejectedLine } from '../subscribers/index.ts'
import type { CommandContext } from './program.ts'
import { createFileProgressLine } from './subscriber-progress.ts'
import { untilInterrupted } from './until-interrupted.ts'
import { waitUntilDrained } from './wait-until-drained.ts'

/** What /dev/stdin and <(...) stand for: in another process they are other files, its database's among them. */
const OF_ONE_PROCESS = /^\/(dev|proc)\//

/** subscribers import */
export function addImportCommand(
  subscribers: Command,
  { deps, output, folder }: CommandContext,
  setExitCode: (code: number) => void,
): void {
  const resolvePath = (name: string) => {
    const file = path.resolve(folder, name)
    if (output.isHandedOver === true && OF_ONE_PROCESS.test(file)) {
      throw new InvalidInputError(
        'malformed-request',
        `${name} belongs to this process, and the server is to open it, since it runs on the embedded database. Name a file on disk.`,
      )
    }
    return file
  }

  subscribers
    .command('import <file>')
    .description('Subscribe the addresses of a CSV file with the header "email"; their owners agreed to it.')
    .option('--rejects <file>', 'write the lines that were rejected to this CSV file, not to standard error')
    .option('--json', 'the summary as one line of JSON')
    .action(async (name: string, options: { rejects?: string; json?: true }) => {
      const file = resolvePath(name)
      const { csv, totalBytes } = await openFile(file)
      const { subscribers: site, clock } = await deps()
      const progress = createFileProgressLine(output, clock)
      const rejects =
        options.rejects === undefined ? undefined : await openRejects(resolvePath(options.rejects), file)
      let kept: ImportSummary | undefined
      let isInterrupted = false
      try {
        const summary = await untilInterrupted((signal) => {
          // Not ended but broken: the half of a line that was read last is nobody's address.
          signal.addEventListener('abort', () => {
            isInterrupted = true
            progress.clear()
            // A pipe that stands still is waited for.
            output.writeError('Stopping. Ctrl-C once more ends it at once.\n')
            csv.destroy(new Error('Interrupted'))
          })
          return site.importCsv(csv, {
            async onRejected(rejected) {
              if (rejects) return rejects.add(rejected)
              progress.clear()
              output.writeError(describeRejected(rejected))
              await output.caughtUp?.()
            },
            async onSaved(saved) {
              kept = saved
              progress.show({ lines: saved.lines, bytes: csv.bytesRead, totalBytes })
              await output.caughtUp?.()
            },
          })
        })
        progress.clear()
        output.write(options.json ? `${JSON.stringify(summary)}\n` : describeSummary(summary))
        if (summary.rejected > 0) setExitCode(1)
      } catch (error) {
        progress.clear()
        if (kept !== undefined) output.writeError(describeStop(kept))
        else if (isInterrupted) output.writeError('Stopped. Nothing was kept yet.\n')
        if (!isInterrupted) throw error
        setExitCode(1)
      } finally {
        csv.destroy()
        await rejects?.close()
      }
    })
}

/** @param file  a pipe is read too, without saying how long it takes */
async function openFile(file: string): Promise<{ csv: ReadStream; totalBytes: number | undefined }> {
  try {
    const found = await stat(file)
    if (found.isDirectory()) throw new Error('it is a folder')
    const csv = createReadStream(file)
    await once(csv, 'open')
    return { csv, totalBytes: found.isFile() ? found.size : undefined }
  } catch (error) {
    throw new InvalidInputError('malformed-request', `${file} cannot be read.`, { cause: error })
  }
}

async function openRejects(file: string, imported: string) {
  if (await isSameFile(file, imported)) {
    throw new InvalidInputError('malformed-request', 'The rejected lines cannot go into the file itself.')
  }
  // Parts of addresses are in it: for nobody else to read.
  const stream = createWriteStream(file, { mode: 0o600 })
  try {
    await once(stream, 'open')
  } catch (error) {
    throw new InvalidInputError('malformed-request', `${file} cannot be written.`, { cause: error })
  }
  const write = async (cells: readonly (string | number)[]) => {
    stream.write(`${Papa.unparse([[...cells]], { escapeFormulae: true })}\n`)
    await waitUntilDrained(stream)
  }
  await write(['line', 'reason', 'masked'])
  return {
    add: ({ line, reason, masked }: RejectedLine) => write([line, reason, masked]),
    async close() {
      stream.end()
      await finished(stream)
    },
  }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((file) => stat(file, { bigint: true }).catch(undefinedIfMissing)),
  )
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

const describeRejected = ({ line, reason, masked }: RejectedLine) =>
  `line ${line}: ${reason}${masked === '' ? '' : ` (${masked})`}\n`

function describeSummary({ lines, added, already, repeated, suppressed, rejected }: ImportSummary): string {
  return [
    `Lines: ${lines}. Subscribed: ${added}, before already: ${already}.`,
    repeated > 0 ? `More than once in the file: ${repeated}.` : '',
    suppressed > 0 ? `Left out, being on the do-not-mail list: ${suppressed}.` : '',
    rejected > 0 ? `Rejected: ${rejected}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
    .concat('\n')
}

const describeStop = ({ lines, added }: ImportSummary) =>
  `Stopped. Of ${lines} lines all is kept (subscribed: ${added}). Run it again to go on.\n`
