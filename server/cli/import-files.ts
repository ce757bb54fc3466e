import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import Papa from 'papaparse'

import { InvalidInputError, describeFileError } from '../lib/errors.ts'
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

/** Opens a CSV file for writing, and writes its header.
 *  @param imported  the file being imported, which must not be overwritten
 *  @throws InvalidInputError if the file cannot be written, or is the imported one */
export async function openCsv(file: string, imported: string | undefined, names: readonly string[]) {
  if (imported !== undefined && (await isSameFile(file, imported))) {
    throw new InvalidInputError(`${file} is the file that is imported: name another one.`)
  }
  // Contains addresses, or parts of them: readable only by its owner.
  const stream = createWriteStream(file, { mode: 0o600 })
  try {
    await once(stream, 'open')
  } catch (error) {
    throw new InvalidInputError(`${file} cannot be written: ${describeFileError(error, 'write')}.`, {
      cause: error,
    })
  }
  const write = async (cells: readonly (string | number)[]) => {
    stream.write(`${Papa.unparse([[...cells]], { escapeFormulae: true })}\n`)
    await waitUntilDrained(stream)
  }
  await write(names)
  return {
    add: write,
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
