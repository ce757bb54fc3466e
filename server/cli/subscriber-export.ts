import { utcDay } from '../lib/dates.ts'
import type { Command } from 'commander'
import Papa from 'papaparse'

import { InvalidInputError } from '../lib/errors.ts'
import { FORMULA_START } from '../lib/text.ts'
import type { ListedSubscriber } from '../subscribers/index.ts'
import { wholeNumber } from './arguments.ts'
import type { CommandContext } from './program.ts'

const EXPORTED = ['email', 'consented_at', 'confirmed_at', 'consent_source']
const LISTED_BY_ITSELF = 50

/** subscribers list and export */
export function addExportCommands(subscribers: Command, { deps, output }: CommandContext): void {
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
