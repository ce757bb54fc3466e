import type { Command } from 'commander'

import { migrateToLatest } from '../db/migrate.ts'
import { InvalidInputError } from '../lib/errors.ts'
import { loadKeys } from '../config/local-keys.ts'
import { acceptNewKey, countForNewKey, REASONS_GIVEN, type ReasonGiven } from '../subscribers/index.ts'
import { noteDeed } from '../operator/deeds.ts'
import { parseWord, whoTypes } from './arguments.ts'
import type { CommandContext } from './program.ts'
import { openImportFile } from './import-files.ts'

/** suppressions count, import, export and new-key */
export function addSuppressionCommands(program: Command, context: CommandContext): void {
  const { config, deps, output, openDatabase, setExitCode } = context
  const suppressions = program
    .command('suppressions')
    .description('The do-not-mail list: keyed hashes of addresses that get no mail, whatever is imported.')

  suppressions
    .command('count')
    .description('Print how many are on it, by reason.')
    .option('--json', 'as one line of JSON')
    .action(async ({ json }: { json?: true }) => {
      const counts = await (await deps()).subscribers.countSuppressions()
      output.write(
        json
          ? `${JSON.stringify(counts)}\n`
          : Object.entries(counts)
              .map(([reason, count]) => `${reason.padEnd(13)}${count}\n`)
              .join(''),
      )
    })

  suppressions
    .command('import <file>')
    .description(
      'Put the addresses of a CSV file on it; "-" is standard input. It ends their subscriptions. It also reads the output of "suppressions export", if that was made with the same SUPPRESSION_KEY.',
    )
    .option('--reason <reason>', `why they get no mail: ${REASONS_GIVEN.join(', ')}`, (text) =>
      parseWord(REASONS_GIVEN, text, 'a reason'),
    )
    .option('--column <name>', 'the column of addresses, if it is not "email" or similar')
    .option('--json', 'the summary as one line of JSON')
    .action(async (name: string, options: { reason?: ReasonGiven; column?: string; json?: true }) => {
      const { csv } = await openImportFile(context, name)
      try {
        const { db, subscribers: site } = await deps()
        const summary = await site.importSuppressions(csv, {
          reason: options.reason,
          column: options.column,
          async onRejected({ line, reason: why }) {
            output.writeError(`line ${line}: ${why}\n`)
            await output.caughtUp?.()
          },
        })
        const { lines, added, already, rejected, ended } = summary
        await noteDeed(db, whoTypes(), {
          what: 'suppressions import',
          words: `Of ${lines} lines added ${added}; ended ${ended} subscriptions.`,
        })
        output.write(
          options.json
            ? `${JSON.stringify(summary)}\n`
            : `Lines: ${lines}. On the do-not-mail list from now on: ${added}, before already: ${already}. Subscriptions that ended: ${ended}. Rejected: ${rejected}.\n`,
        )
        if (rejected > 0) setExitCode(1)
      } finally {
        csv.destroy()
      }
    })

  suppressions
    .command('export')
    .description(
      'Write it as CSV: hash, reason, suppressed_at, key. It contains no addresses: none are stored.',
    )
    .action(async () => {
      const { subscribers: site } = await deps()
      let entries = 0
      output.write('hash,reason,suppressed_at,key\n')
      for await (const page of site.listSuppressions()) {
        const rows = page.map(
          ({ emailHash, reason, suppressedAt }) =>
            `${emailHash},${reason},${suppressedAt.toISOString()},${site.suppressionKeyFingerprint}\n`,
        )
        entries += rows.length
        output.write(rows.join(''))
        await output.caughtUp?.()
      }
      output.writeError(
        `Entries: ${entries}. These are keyed hashes: addresses are not kept. Only a Lunchpail with the same SUPPRESSION_KEY can use them.\n`,
      )
    })

  suppressions
    .command('new-key')
    .description(
      'Continue with a new SUPPRESSION_KEY if the old one is lost for good. Stop every server first. Addresses on the do-not-mail list are no longer recognized.',
    )
    .option('--yes', 'required, since nobody on the list is recognized any more')
    .action(async ({ yes }: { yes?: true }) => {
      // Opened here, since the usual dependencies refuse a key that does not match.
      const database = await openDatabase()
      try {
        await migrateToLatest(database.db)
        if (!yes) {
          const { forgotten } = await countForNewKey(database.db)
          throw new InvalidInputError(
            `${forgotten} entries of the do-not-mail list would not be known any more: an import could bring these addresses back. Look for the old key first. Add --yes to go on without it.`,
          )
        }
        const { subscribers, forgotten } = await acceptNewKey(database.db, loadKeys(config).suppressionKey)
        output.writeError(
          `Hashed with the new key: ${subscribers} subscribers. Not known any more: ${forgotten} entries of the do-not-mail list.\n`,
        )
      } finally {
        await database.close()
      }
    })
}
