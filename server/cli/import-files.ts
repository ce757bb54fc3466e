import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import Papa from 'papaparse'

import { AppError, InvalidInputError, describeFileError } from '../lib/errors.ts'
import { waitUntilDrained } from './process-output.ts'
import type { CommandContext } from './program.ts'

/** What /dev/stdin and <(...) resolve to: in another process these names open other files, even its database's. */
const OF_ONE_PROCESS = /^\/(dev|proc)\//

/** @throws InvalidInputError for a file of this process, such as /dev/stdin, if the server runs the command */
export function resolveFile({ output, folder }: CommandContext, name: string): string {
  const file = path.resolve(folder, name)
  if (output.isHandedOver === true && OF_ONE_PROCESS.test(file)) throw ofAnotherProcess(name)
  return file
}

const ofAnotherProcess = (name: string) =>
  new InvalidInputError(
    `${name} belongs to this process, and the server is to open it, since it runs on the embedded database. Name a file on disk.`,
  )

/** @param name  '-' is standard input
 *  @returns totalBytes and file are undefined for standard input, totalBytes also for a pipe
 *  @throws InvalidInputError if the file cannot be read */
export async function openImportFile(
  context: CommandContext,
  name: string,
): Promise<{ csv: Readable; totalBytes: number | undefined; file: string | undefined }> {
  if (name === '-') {
    if (context.input === undefined) throw ofAnotherProcess('Standard input')
    return { csv: Readable.from(context.input), totalBytes: undefined, file: undefined }
  }
  const file = resolveFile(context, name)
  try {
    const found = await stat(file)
    if (found.isDirectory()) throw new Error('it is a folder')
    const csv = createReadStream(file)
    await once(csv, 'open')
    return { csv, totalBytes: found.isFile() ? found.size : undefined, file }
  } catch (error) {
    throw new InvalidInputError(`${file} cannot be read: ${describeFileError(error)}.`, {
      cause: error,
    })
  }
}

/** Mailchimp exports a file for each kind of contact. The file of people who never agreed has no column that says so.
 *  @throws InvalidInputError if this is that file */
export function refuseNonsubscribed(name: string): void {
  if (!/non[ _-]?subscribed/i.test(path.basename(name))) return
  throw new InvalidInputError(
    `By its name, ${name} has Mailchimp's non-subscribed contacts, who never agreed to get mail. Leave it out; where they did agree, give the file another name.`,
  )
}

/** A CSV file that is being written. */
export interface CsvFile {
  /** @throws AppError if the file cannot be written any more, such as on a full disk */
  add(cells: readonly (string | number)[]): Promise<void>
  /** @throws AppError if not all of it could be written */
  close(): Promise<void>
}

/** Opens a CSV file for writing, and writes its header.
 *  @param taken  files that the command reads or writes already, which must not be overwritten
 *  @throws InvalidInputError if the file cannot be written, or is one of those */
export async function openCsv(
  file: string,
  taken: readonly (string | undefined)[],
  names: readonly string[],
): Promise<CsvFile> {
  for (const other of taken) {
    if (other !== undefined && (await isSameFile(file, other))) {
      throw new InvalidInputError(`${file} is read or written by this command already: name another one.`)
    }
  }
  const stream = await openForOwner(file).catch((error: unknown) => {
    throw new InvalidInputError(describeUnwritable(file, error), { cause: error })
  })
  const unwritable = (error: unknown) =>
    new AppError('not-ready', describeUnwritable(file, stream.errored ?? error), { cause: error })
  // What is written next says it. Without a listener an error would end the process, which may be the server.
  stream.on('error', () => undefined)
  const csv: CsvFile = {
    async add(cells) {
      stream.write(`${Papa.unparse([[...cells]], { escapeFormulae: true })}\n`)
      await waitUntilDrained(stream).catch((error: unknown) => {
        throw unwritable(error)
      })
    },
    async close() {
      stream.end()
      await finished(stream).catch((error: unknown) => {
        throw unwritable(error)
      })
    },
  }
  await csv.add(names)
  return csv
}

/** Opens a file that only its owner may read, since it is to hold addresses, or parts of them. */
async function openForOwner(file: string): Promise<Writable> {
  const handle = await open(file, 'w', 0o600)
  try {
    // One that was there before keeps its mode. Others, such as /dev/stderr, are not ours.
    if ((await handle.stat()).isFile()) await handle.chmod(0o600)
    return handle.createWriteStream()
  } catch (error) {
    await handle.close()
    throw error
  }
}

const describeUnwritable = (file: string, error: unknown) =>
  `${file} cannot be written: ${describeFileError(error, 'write')}.`

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    // Not there, or out of reach: opening it says which.
    [one, other].map((file) => stat(file, { bigint: true }).catch(() => undefined)),
  )
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
}
