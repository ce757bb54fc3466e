import { promises as fs } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'

import { createEmptyTestDatabase } from '../testing/test-database.ts'
import { migrateToLatest } from './migrate.ts'

/** Reasons as the version before kept them for Forms 4, and their codes. */
const REASONS = [
  ['not read yet', 'not-read'],
  ['the SEC answered 403', 'refused'],
  ['the SEC answered 404', 'missing'],
  ['the SEC answered 429', 'slow-down'],
  ['the SEC answered 503', 'server-failed'],
  ['no answer in time', 'no-answer'],
  ['the connection failed: www.sec.gov did not answer within 20 seconds. Try again later.', 'no-answer'],
  ['the SEC had stopped answering', 'stopped'],
  ['a page of HTML came instead', 'incomplete'],
  ['the submission is cut off', 'incomplete'],
  ['the connection failed: read ECONNRESET', 'connection'],
  ['it took more than 512 MB of memory to read', 'too-much'],
  ['it is a Form 3, not a Form 4', 'unreadable'],
] as const

it('a database of the version before has a code for every Form 4 that is not read, and keeps its words', async () => {
  const database = await createEmptyTestDatabase()
  const { db } = database
  try {
    const migrationFolder = path.join(import.meta.dirname, '../../migrations')
    const provider = new FileMigrationProvider({ fs, path, migrationFolder })
    const { error } = await new Migrator({ db, provider }).migrateTo('2026-12-01-reasons-as-codes')
    if (error) throw error
    await sql`
      insert into insider_filing (accession, form, filed_on, page_url, record_url, unread_reason)
      select '0001127602-25-' || lpad(place::text, 6, '0'), '4', '2025-01-31', '', '', reason
      from unnest(${REASONS.map(([reason]) => reason)}::text[]) with ordinality as given (reason, place)`.execute(
      db,
    )
    await migrateToLatest(db)
    const rows = await db
      .selectFrom('insider_filing')
      .select(['unread_reason', 'unread_code'])
      .orderBy('accession')
      .execute()
    expect(rows.map((row) => [row.unread_reason, row.unread_code])).toEqual(REASONS)
  } finally {
    await database.close()
  }
})
