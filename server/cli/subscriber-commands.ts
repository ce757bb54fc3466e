import type { Command } from 'commander'

import type { CommandContext } from './program.ts'
import { noteDeed } from '../operator/deeds.ts'
import { parseAddress, whoTypes } from './arguments.ts'
import { addExportCommands } from './subscriber-export.ts'
import { addImportCommand } from './subscriber-import.ts'
import { addRecordCommands } from './subscriber-records.ts'

/** subscribers count, add, remove, import, list, export, find, export-one, erase and purge. */
export function addSubscriberCommands(program: Command, context: CommandContext): void {
  const { deps, output, setExitCode } = context
  const subscribers = program.command('subscribers').description('The people who get the weekly edition.')

  subscribers
    .command('count')
    .description('Print how many get the next edition.')
    .action(async () => {
      output.write(`${await (await deps()).subscribers.count()}\n`)
    })

  subscribers
    .command('add')
    .argument('<email>', 'the address', parseAddress)
    .description('Subscribe an address whose owner agreed to it.')
    .action(async (address: string) => {
      const { db, subscribers: site } = await deps()
      const isNew = (await site.add(address)) === 'added'
      if (isNew) await noteDeed(db, whoTypes(), { what: 'subscribers add', words: 'Subscribed one address.' })
      output.writeError(isNew ? 'Subscribed.\n' : 'That address is subscribed already.\n')
    })

  subscribers
    .command('remove')
    .argument('<email>', 'the address', parseAddress)
    .description('Unsubscribe an address and forget it.')
    .action(async (address: string) => {
      const { db, subscribers: site } = await deps()
      const wasSubscribed = await site.remove(address)
      if (wasSubscribed)
        await noteDeed(db, whoTypes(), { what: 'subscribers remove', words: 'Unsubscribed one address.' })
      output.writeError(wasSubscribed ? 'Unsubscribed.\n' : 'That address is not subscribed.\n')
      if (!wasSubscribed) setExitCode(1)
    })

  addImportCommand(subscribers, context)
  addExportCommands(subscribers, context)
  addRecordCommands(subscribers, context)
}
