import { stat } from 'node:fs/promises'
import path from 'node:path'

import type { Command } from 'commander'
import { sql } from 'kysely'

import { backUp, kindOfBackup, restoreEmbedded, restorePostgres } from '../db/backup.ts'
import type { Database } from '../db/database.ts'
import { compareMigrations, migrateToLatest } from '../db/migrate.ts'
import { embeddedFolder, type OpenedDatabase } from '../db/open-database.ts'
import { WrongDatabaseError } from '../db/database-unavailable.ts'
import { AppError, InvalidInputError } from '../lib/errors.ts'
import { systemClock } from '../lib/clock.ts'
import { formatChicagoTime } from '../lib/dates.ts'
import { markRestored } from '../sending/editions/restored-database.ts'
import { createSentRecord, holdRestored } from '../sending/editions/sent-record.ts'
import { createLogger } from '../lib/logger.ts'
import { commandOf } from '../operator/edition-words.ts'
import { formatQuantity } from '../../shared/format-number.ts'
import { formatCount } from '../lib/text.ts'
import type { CommandContext } from './program.ts'

/** backup and restore. */
export function addBackupCommands(
  program: Command,
  { config, openDatabase, output, folder }: CommandContext,
): void {
  const say = (line: string) => output.writeError(`${line}\n`)

  program
    .command('backup <file>')
    .description(
      'Write everything in the database to a file, even while a letter goes out: pg_dump’s custom format, or the folder of the embedded database. Keys and settings are not in it.',
    )
    .action(async (name: string) => {
      const file = path.resolve(folder, name)
      // As it is: a backup from before an upgrade must not have the tables of after it.
      const database = await openDatabase()
      try {
        if ((await compareMigrations(database.db)).isNew) {
          throw new AppError('not-ready', 'This database has no tables yet: there is nothing to back up.')
        }
        const bytes = await backUp(database, { file, url: config.databaseUrl })
        say(
          `Wrote ${file}: ${formatCount(Math.ceil(bytes / 1024))} kB; ${await describeContent(database.db)}`,
        )
      } finally {
        await database.close()
      }
      say(
        config.databaseUrl === undefined
          ? `It holds every address: keep it safe. Not in it, and needed beside it: .env, and ${path.join(config.dataDir, 'keys.json')} where the keys are not set.`
          : 'It holds every address: keep it safe. Not in it, and needed beside it: .env with SUPPRESSION_KEY and SECRET_KEY.',
      )
    })

  program
    .command('restore <file>')
    .description('Replace everything in the database with a backup. Every server must be stopped.')
    .option('--yes', 'required if the database is not empty: its current content is lost')
    .action(async (name: string, { yes }: { yes?: true }) => {
      const file = path.resolve(folder, name)
      if (config.isForCompose) throw new WrongDatabaseError(config.dataDir)
      const kind = await kindOfBackup(file)
      const expected = config.databaseUrl === undefined ? 'embedded' : 'postgres'
      if (kind !== expected) throw otherKind(file, kind)
      const url = config.databaseUrl
      if (url === undefined) {
        if (!yes && (await isThere(embeddedFolder(config.dataDir)))) {
          throw needsYes(`the embedded database in ${config.dataDir}`)
        }
        const kept = await restoreEmbedded(config.dataDir, { file, now: systemClock.now() })
        if (kept !== undefined) say(`What was there before is kept in ${kept}: delete it when all is well.`)
      }
      const database = await openDatabase()
      try {
        if (url !== undefined) await replacePostgres(database, { file, url, isConfirmed: yes === true })
        await migrateToLatest(database.db)
        await markRestored(database.db)
        const logger = createLogger('silent')
        const sentRecord = createSentRecord(config.dataDir, logger)
        const forgottenMails = await holdRestored({ db: database.db, sentRecord, logger })
        say(`Restored ${file}: ${await describeContent(database.db)}`)
        for (const date of await listWaiting(database.db)) {
          say(
            `The edition of ${date} may have gone further than this backup knows, and waits for a person: ${commandOf({ step: 'status', date })}`,
          )
        }
        if (forgottenMails > 0) {
          say(
            `${formatCount(forgottenMails)} single ${forgottenMails === 1 ? 'mail was' : 'mails were'} due (confirmations, welcomes, notices of unsubscription) and may have gone out since: not sent again. Whoever still waits for a confirmation gets another by signing up again.`,
          )
        }
        say(
          'What it cannot know, before a server starts on it: docs/sending.md, "A restored backup". Who signed up or left since is lost.',
        )
      } finally {
        await database.close()
      }
    })
}

async function replacePostgres(
  { db }: OpenedDatabase,
  { file, url, isConfirmed }: { file: string; url: string; isConfirmed: boolean },
): Promise<void> {
  const { rows } = await sql`select 1 from pg_tables where schemaname = 'public' limit 1`.execute(db)
  if (rows.length > 0 && !isConfirmed) {
    const { hostname, pathname } = new URL(url)
    throw needsYes(`the database "${decodeURIComponent(pathname.slice(1))}" at ${hostname}`)
  }
  await restorePostgres(db, { file, url })
}

/** @returns such as '5,000 subscribers, newest edition 2026-11-23: finished, migrated to 2026-12-11-waiting-for-a-person' */
async function describeContent(db: Database): Promise<string> {
  const { rows } = await sql<{ subscribers: number; newest: string | null; state: string | null; at: Date }>`
    select (select count(*)::integer from subscriber) as subscribers, edition.slot_date as newest, edition.state,
      lunchpail_now() as at
    from (select 1) as one left join lateral (
      select slot_date, state from edition order by slot_date desc limit 1
    ) as edition on true`.execute(db)
  const [content] = rows
  if (content === undefined) throw new Error('The database did not say what it holds')
  const { subscribers, newest, state, at } = content
  const edition = newest === null ? 'no edition' : `newest edition ${newest}: ${state}`
  return `${formatQuantity(subscribers, 'address', 'addresses')}, ${edition}; it is ${formatChicagoTime(at)} now.`
}

async function listWaiting(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('edition')
    .select('slot_date')
    .where((edition) =>
      edition.or([edition('held_kind', '=', 'restored'), edition('pause_kind', '=', 'restored')]),
    )
    .orderBy('slot_date')
    .execute()
  return rows.map((row) => row.slot_date)
}

function otherKind(file: string, kind: 'postgres' | 'embedded'): AppError {
  return new AppError(
    'malformed-request',
    kind === 'postgres'
      ? `${file} is a backup of Postgres: set DATABASE_URL to the database that it is for. Nothing was changed.`
      : `${file} is a backup of the embedded database, and DATABASE_URL names a Postgres. Restore it without that setting. Nothing was changed.`,
  )
}

const needsYes = (what: string) =>
  new InvalidInputError(`This replaces all that is in ${what}. Add --yes. Nothing was changed.`)

const isThere = (place: string) =>
  stat(place).then(
    () => true,
    () => false,
  )
