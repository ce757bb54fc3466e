import type { Command } from 'commander'
import Papa from 'papaparse'

import type { CommandContext } from './program.ts'
import { noteDeed } from '../operator/deeds.ts'
import { parseAddress, wholeNumber, whoTypes } from './arguments.ts'
import { addImportCommand } from './subscriber-import.ts'
import { utcDay } from '../lib/dates.ts'
import { describeFileError, InvalidInputError } from '../lib/errors.ts'
import { formatQuantity } from '../../shared/format-number.ts'
import { FORMULA_START } from '../lib/text.ts'
import type { Erasure, EverythingAbout, ListedSubscriber } from '../subscribers/index.ts'
import { deleteOldHandOvers, eraseHandOvers, findHandOvers } from '../sending/deliveries/hand-over-files.ts'
import { hashAddress } from '../sending/tokens.ts'
import { deleteOldDeliveries } from '../sending/editions/editions.ts'
import { describeReader, isNothing } from '../operator/reader-words.ts'
import { deleteOldVisits } from '../visits/visits.queries.ts'

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

const EXPORTED = ['email', 'consented_at', 'confirmed_at', 'consent_source']
const LISTED_BY_ITSELF = 50

/** subscribers list and export */
function addExportCommands(subscribers: Command, { deps, output }: CommandContext): void {
  subscribers
    .command('list')
    .description('List who is subscribed or waiting for confirmation, for people to read.')
    .option('--limit <number>', 'the most to print', wholeNumber('--limit', { least: 1 }), LISTED_BY_ITSELF)
    .option(
      '--after <id>',
      'start after this id, the first word of a line',
      wholeNumber('--after', { least: 0 }),
      0,
    )
    .action(async ({ limit, after: id }: { limit: number; after: number }) => {
      const after = String(id)
      const { subscribers: site } = await deps()
      let printed = 0
      let last = after
      for await (const page of site.list({ after, limit: limit + 1, only: 'all' })) {
        const shown = page.slice(0, limit - printed)
        output.write(shown.map(formatListed).join(''))
        await output.caughtUp?.()
        printed += shown.length
        last = shown.at(-1)?.id ?? last
        if (shown.length < page.length) output.writeError(`There are more: --after ${last}\n`)
      }
      if (printed === 0) output.writeError('There are none.\n')
    })

  subscribers
    .command('export')
    .description('Write everyone who gets the next edition to standard output.')
    .option('--format <csv|jsonl>', 'csv or jsonl', 'csv')
    .action(async ({ format }: { format: string }) => {
      const formatPage = pageFormats.get(format)
      if (formatPage === undefined) {
        throw new InvalidInputError(`"${format}" is not a format: csv or jsonl.`)
      }
      const { subscribers: site } = await deps()
      if (format === 'csv') output.write(`${EXPORTED.join(',')}\n`)
      for await (const page of site.list({ after: '0', limit: Number.MAX_SAFE_INTEGER, only: 'active' })) {
        output.write(formatPage(page))
        await output.caughtUp?.()
      }
    })
}

const toRow = ({ email, consentedAt, confirmedAt, consentSource }: ListedSubscriber) => [
  email,
  consentedAt?.toISOString() ?? '',
  confirmedAt?.toISOString() ?? '',
  consentSource ?? '',
]

const pageFormats = new Map<string, (page: readonly ListedSubscriber[]) => string>([
  ['csv', (page) => `${Papa.unparse(page.map(toRow), { newline: '\n', escapeFormulae: FORMULA_START })}\n`],
  [
    'jsonl',
    (page) =>
      page
        .map(({ email, consentedAt, confirmedAt, consentSource }) =>
          JSON.stringify({
            email,
            consented_at: consentedAt ?? null,
            confirmed_at: confirmedAt ?? null,
            consent_source: consentSource ?? null,
          }),
        )
        .join('\n')
        .concat('\n'),
  ],
])

const formatListed = ({ id, email, state, consentedAt }: ListedSubscriber) =>
  `${id.padEnd(8)} ${state.padEnd(11)} ${(consentedAt ? utcDay(consentedAt) : '-').padEnd(10)}  ${email}\n`

/** subscribers find, export-one, erase and purge */
function addRecordCommands(subscribers: Command, { deps, output, setExitCode }: CommandContext): void {
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
      const { subscribers: site, config, keys } = await deps()
      const about = await site.readEverythingAbout(address)
      const { handOvers, unread } = await findHandOvers(
        config.dataDir,
        hashAddress(address, keys.suppressionKey),
      ).then(
        (found) => ({ handOvers: found, unread: undefined }),
        (error: unknown) => ({ handOvers: [], unread: describeFileError(error) }),
      )
      output.write(`${JSON.stringify({ address, ...about, handOvers }, null, 2)}\n`)
      if (unread !== undefined) {
        output.writeError(
          `A log of who got a letter, in ${config.dataDir}, could not be read: ${unread}. Type this as the server’s user.\n`,
        )
        setExitCode(1)
      } else if (isNothing(about) && handOvers.length === 0) {
        output.writeError('Nothing is stored about this address.\n')
      }
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
      const { db, subscribers: site, config, keys } = await deps()
      const erasure = await site.erase(address)
      await noteDeed(db, whoTypes(), { what: 'subscribers erase', words: 'Erased one address.' })
      const hash = hashAddress(address, keys.suppressionKey)
      try {
        const handOvers = await eraseHandOvers(config.dataDir, hash)
        output.writeError(describeErasure({ ...erasure, handOvers }))
      } catch (error) {
        output.writeError(
          `Erased in the database. A log of who got a letter, in ${config.dataDir}, could not be changed: ${describeFileError(error, 'write')}. Type this again as the server’s user.\n`,
        )
        setExitCode(1)
      }
    })

  subscribers
    .command('purge')
    .description('Delete expired data, as the timetable does daily, and say how much.')
    .option('--json', 'as one line of JSON')
    .action(async (options: { json?: true }) => {
      const { db, subscribers: site, config, clock } = await deps()
      const deliveries = await deleteOldDeliveries(db)
      const visits = await deleteOldVisits(db)
      const handOverLogs = deleteOldHandOvers(config.dataDir, clock.now())
      const counts = { ...(await site.forgetExpired()), deliveries, visits, handOverLogs }
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

/** @param erasure.handOvers  lines in the logs of who got a letter */
function describeErasure(erasure: Erasure & { handOvers: number }): string {
  const { hadSubscriber, notices, deliveries, openDeliveries, handOvers, wasErased } = erasure
  const found = hadSubscriber || notices > 0 || handOvers > 0
  if (!found && wasErased) return 'Nothing was left to erase: it was erased before.\n'
  if (!found) return 'Nothing was stored. No mail goes to this address from now on.\n'
  const parts = [
    hadSubscriber ? 'the subscription' : '',
    deliveries > 0 ? formatQuantity(deliveries, 'delivery', 'deliveries') : '',
    notices > 0 ? formatQuantity(notices, 'notice', 'notices') : '',
    handOvers > 0
      ? `${formatQuantity(handOvers, 'line', 'lines')} in the logs of who got a letter on this machine`
      : '',
  ].filter(Boolean)
  const open =
    openDeliveries > 0
      ? ` Kept without the address until their sending is over: ${formatQuantity(openDeliveries, 'delivery', 'deliveries')}.`
      : ''
  return `Erased: ${parts.join(', ')}. What stays is a keyed hash that keeps mail from it.${open}\n`
}

interface PurgeCounts {
  readonly unconfirmed: number
  readonly notices: number
  readonly erased: number
  readonly deliveries: number
  readonly visits: number
  /** Logs on this machine of who got a letter. */
  readonly handOverLogs: number
}

const describePurge = ({ unconfirmed, notices, erased, deliveries, visits, handOverLogs }: PurgeCounts) =>
  [
    `Addresses never confirmed: ${unconfirmed}`,
    `Traces of notices: ${notices}`,
    `Erased subscribers whose edition is over: ${erased}`,
    `Deliveries: ${deliveries}`,
    `Visits: ${visits}`,
    `Logs of who got a letter: ${handOverLogs}`,
    '',
  ].join('\n')
