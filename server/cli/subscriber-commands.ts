import { once } from 'node:events'
import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'

import type { Command } from 'commander'

import { INVALID_EMAIL_MESSAGE, parseEmailAddress } from '../../shared/email-address.ts'
import { InvalidInputError } from '../errors.ts'
import type { CommandContext } from './program.ts'

/** subscribers count, add, remove and import. */
export function addSubscriberCommands(
  program: Command,
  { deps, output, folder }: CommandContext,
  setExitCode: (code: number) => void,
): void {
  const subscribers = program.command('subscribers').description('The people who get the weekly edition.')

  subscribers
    .command('count')
    .description('Print how many get the next edition.')
    .action(async () => {
      output.write(`${await (await deps()).subscribers.count()}\n`)
    })

  subscribers
    .command('add <email>')
    .description('Subscribe an address whose owner agreed to it.')
    .action(async (text: string) => {
      const address = requireAddress(text)
      await (await deps()).subscribers.add(address)
      output.writeError('Subscribed.\n')
    })

  subscribers
    .command('remove <email>')
    .description('Unsubscribe an address and forget it.')
    .action(async (text: string) => {
      const address = requireAddress(text)
      const wasSubscribed = await (await deps()).subscribers.remove(address)
      output.writeError(wasSubscribed ? 'Unsubscribed.\n' : 'That address is not subscribed.\n')
      if (!wasSubscribed) setExitCode(1)
    })

  subscribers
    .command('import <file>')
    .description('Subscribe the addresses of a CSV file with the header "email"; their owners agreed to it.')
    .action(async (name: string) => {
      const file = path.resolve(folder, name)
      const csv = await openFile(file)
      const result = await (await deps()).subscribers.importCsv(csv)
      for (const { line, reason } of result.invalid) output.writeError(`line ${line}: ${reason}\n`)
      output.write(`${JSON.stringify({ ...result, invalid: result.invalid.length })}\n`)
      if (result.invalid.length > 0) setExitCode(1)
    })
}

async function openFile(file: string): Promise<ReadStream> {
  try {
    if (!(await stat(file)).isFile()) throw new Error('not a file')
    const stream = createReadStream(file, 'utf8')
    await once(stream, 'open')
    return stream
  } catch (error) {
    throw new InvalidInputError('malformed-request', `${file} cannot be read.`, { cause: error })
  }
}

function requireAddress(text: string): string {
  const address = parseEmailAddress(text)
  if (address === undefined) throw new InvalidInputError('invalid-email', INVALID_EMAIL_MESSAGE)
  return address
}
