import type { Command } from 'commander'

import { InvalidInputError } from '../lib/errors.ts'
import { deleteOldDeliveries } from '../sending/editions/editions.ts'
import type { Erasure, EverythingAbout } from '../subscribers/index.ts'
import { describeReader, isNothing } from '../operator/reader-words.ts'
import { deleteOldVisits } from '../visits/visits.queries.ts'
import type { CommandContext } from './program.ts'
import { tellCount } from '../lib/text.ts'
import { noteDeed } from '../operator/deeds.ts'
import { parseAddress, whoTypes } from './arguments.ts'

/** subscribers find, export-one, erase and purge */
export function addRecordCommands(subscribers: Command, { deps, output, setExitCode }: CommandContext): void {
  subscribers
    .command('find')
    .argument('<email>', 'the address', parseAddress)
    .description(
      'Show the state of an address: subscribed or not, since when, and the outcome of each edition.',
    )
    .option('--json', 'as one line of JSON, without the address')
    .action(async (address: string, options: { json?: true }) => {
      const about = await (await deps()).subscribers.readEverythingAbout(address)
      output.write(
        options.json
          ? `${JSON.stringify(withoutAddress(about))}\n`
          : describeReader(about)
              .map((line) => `${line}\n`)
              .join(''),
      )
      if (isNothing(about)) setExitCode(1)
    })

  subscribers
    .command('export-one')
    .argument('<email>', 'the address', parseAddress)
    .description('Write everything stored about an address, as JSON, at its owner’s request.')
    .action(async (address: string) => {
      const about = await (await deps()).subscribers.readEverythingAbout(address)
      output.write(`${JSON.stringify({ address, ...about }, null, 2)}\n`)
      if (isNothing(about)) output.writeError('Nothing is stored about this address.\n')
    })

  subscribers
    .command('erase')
    .argument('<email>', 'the address', parseAddress)
    .description(
      'Delete everything stored about an address, at its owner’s request. Only a keyed hash stays, so that it gets no mail.',
    )
    .option('--yes', 'required at a terminal, since it cannot be undone')
    .action(async (address: string, options: { yes?: true }) => {
      if (output.isTerminal === true && options.yes !== true) {
        throw new InvalidInputError(
          'This cannot be undone. Look at the address once more, and add --yes to erase it.',
        )
      }
      const { db, subscribers: site } = await deps()
      const erasure = await site.erase(address)
      await noteDeed(db, whoTypes(), { what: 'subscribers erase', words: 'Erased one address.' })
      output.writeError(describeErasure(erasure))
    })

  subscribers
    .command('purge')
    .description('Delete expired data, as the timetable does daily, and say how much.')
    .option('--json', 'as one line of JSON')
    .action(async (options: { json?: true }) => {
      const { db, subscribers: site } = await deps()
      const deliveries = await deleteOldDeliveries(db)
      const visits = await deleteOldVisits(db)
      const counts = { ...(await site.forgetExpired()), deliveries, visits }
      output.write(options.json ? `${JSON.stringify(counts)}\n` : describePurge(counts))
    })
}

function withoutAddress({ subscriber, notices, ...rest }: EverythingAbout) {
  if (subscriber === null) return { subscriber, notices: notices.map(withoutEmail), ...rest }
  return { subscriber: withoutEmail(subscriber), notices: notices.map(withoutEmail), ...rest }
}

function withoutEmail<Row extends { email: string | null }>({ email: _email, ...rest }: Row) {
  return rest
}

function describeErasure(erasure: Erasure): string {
  const { hadSubscriber, notices, deliveries, openDeliveries, wasErased } = erasure
  const found = hadSubscriber || notices > 0
  if (!found && wasErased) return 'Nothing was left to erase: it was erased before.\n'
  if (!found) return 'Nothing was stored. No mail goes to this address from now on.\n'
  const parts = [
    hadSubscriber ? 'the subscription' : '',
    deliveries > 0 ? tellCount(deliveries, 'delivery', 'deliveries') : '',
    notices > 0 ? tellCount(notices, 'notice', 'notices') : '',
  ].filter(Boolean)
  const open =
    openDeliveries > 0
      ? ` Kept without the address until their sending is over: ${tellCount(openDeliveries, 'delivery', 'deliveries')}.`
      : ''
  return `Erased: ${parts.join(', ')}. What stays is a keyed hash that keeps mail from it.${open}\n`
}

interface PurgeCounts {
  readonly unconfirmed: number
  readonly notices: number
  readonly erased: number
  readonly deliveries: number
  readonly visits: number
}

const describePurge = ({ unconfirmed, notices, erased, deliveries, visits }: PurgeCounts) =>
  [
    `Addresses never confirmed: ${unconfirmed}`,
    `Traces of notices: ${notices}`,
    `Erased subscribers whose edition is over: ${erased}`,
    `Deliveries: ${deliveries}`,
    `Visits: ${visits}`,
    '',
  ].join('\n')
