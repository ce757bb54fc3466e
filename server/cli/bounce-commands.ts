import { createReadStream } from 'node:fs'
import path from 'node:path'

import type { Command } from 'commander'

import { messageOf } from '../lib/errors.ts'
import { splitMessages, type Bounces } from '../sending/bounces/index.ts'
import type { CommandOutput } from './handover.ts'
import type { CommandContext } from './program.ts'

/** EX_TEMPFAIL of sysexits.h: a mail server keeps the message and tries again later. */
const TRY_AGAIN = 75
const UNREADABLE = 1
const FETCH_MS = 10 * 60_000

export function addBounceCommands(program: Command, context: CommandContext): void {
  const { setExitCode } = context
  const bounces = program
    .command('bounces')
    .description('Bounces, complaints and other mail that comes back.')
  bounces
    .command('fetch')
    .description('Read the mailbox of BOUNCE_IMAP_URL now, as the timetable does every three minutes.')
    .action(async () => {
      setExitCode(await fetchNow(context))
    })
  bounces
    .command('ingest')
    .description(
      'Read and act on bounces, complaints and mails that unsubscribe. One line of JSON for each ' +
        'message; a repeated message changes nothing.',
    )
    .argument('[file...]', 'messages (.eml) or mailbox files (mbox); "-", or none: standard input')
    .option('--recipient <address>', 'the recipient according to the mail server')
    .action(async (names: string[], { recipient }: { recipient?: string }) => {
      const recipients = recipient === undefined ? [] : [recipient]
      setExitCode(await ingestAll(context, names.length === 0 ? ['-'] : names, recipients))
    })
}

/** @returns the exit code */
async function fetchNow({ deps, output }: CommandContext): Promise<number> {
  const { fetchBounces, jobLocks } = await deps()
  if (fetchBounces === undefined) {
    output.writeError('No mailbox is set: BOUNCE_IMAP_URL (docs/bounces.md).\n')
    return UNREADABLE
  }
  let message = 0
  try {
    const isOurs = await jobLocks.mailbox.runExclusively(async () => {
      const { read, left } = await fetchBounces(AbortSignal.timeout(FETCH_MS), (result) => {
        message += 1
        output.write(`${JSON.stringify({ message, ...result })}\n`)
      })
      output.writeError(`Read: ${read}. Left in the mailbox, flagged: ${left}.\n`)
    })
    if (isOurs) return 0
    output.writeError('Another process reads it now.\n')
  } catch (error) {
    output.writeError(`${messageOf(error)}. Nothing in it is lost.\n`)
  }
  return TRY_AGAIN
}

/** Continues after a file that cannot be read, but stops when the database does not answer.
 *  @returns the exit code */
async function ingestAll(
  { deps, output, input, folder }: CommandContext,
  names: readonly string[],
  recipients: readonly string[],
): Promise<number> {
  if (names.includes('-') && input === undefined) {
    output.writeError(
      'A running server has the embedded database, and does not see this standard input: give files.\n',
    )
    return TRY_AGAIN
  }
  let exitCode = 0
  try {
    const { bounces } = await deps()
    for (const name of names) {
      const source = name === '-' && input ? input : createReadStream(path.resolve(folder, name))
      try {
        await ingestEach(bounces, { name, source, recipients }, output)
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error
        output.writeError(`${name}: ${error.message}\n`)
        exitCode = UNREADABLE
      }
    }
  } catch (error) {
    output.writeError(`Not all was done; give it again later, twice does no harm. ${messageOf(error)}\n`)
    return TRY_AGAIN
  }
  return exitCode
}

async function ingestEach(
  bounces: Bounces,
  {
    name,
    source,
    recipients,
  }: { name: string; source: AsyncIterable<Uint8Array>; recipients: readonly string[] },
  output: CommandOutput,
): Promise<void> {
  let message = 0
  for await (const bytes of splitMessages(readingOf(source))) {
    message += 1
    const result = await bounces.ingest(bytes, recipients)
    output.write(`${JSON.stringify({ file: name, message, ...result })}\n`)
  }
}

/** A failure of the input itself, as opposed to one of its messages. */
class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
}

async function* readingOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of source) yield chunk
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new UnreadableError(`cannot be read (${code})`, { cause: error })
  }
}
