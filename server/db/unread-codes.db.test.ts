import { promises as fs } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { listCongressCoverage } from '../records/congress/congress-trades.ts'
import { listLatestRuns } from '../records/core/runs.ts'
import { readInsiderCoverage } from '../records/insiders/stored-filings.ts'
import { createEmptyTestDatabase } from '../testing/test-database.ts'
import { migrateToLatest } from './migrate.ts'

/** Reasons that earlier versions stored for unread Forms 4, with their codes. */
const OF_FILINGS = [
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

/** The same for reports of Congress. */
const OF_REPORTS = [
  ['not read yet', 'not-read'],
  ['not asked: The Clerk had failed 6 times in a row (The Clerk answered 503)', 'stopped'],
  ['the Senate had stopped answering', 'stopped'],
  ["The Senate refused this server's requests (403), as it does many addresses.", 'refused'],
  ['The Clerk answered 403', 'refused'],
  ['the Senate answered 404', 'missing'],
  ['Senate data is unavailable: the Senate answered 429.', 'slow-down'],
  ['The Clerk answered 503', 'server-failed'],
  ['house.example did not answer within 30 seconds. Try again later.', 'no-answer'],
  ['The connection to house.example failed. Try again later.', 'connection'],
  ['it took longer than 60 seconds to read', 'too-much'],
  ['house.example sent more than 20000000 bytes, which is not read.', 'too-much'],
  ['a page of HTML came instead', 'incomplete'],
  ['it is cut off: the end of the PDF is missing', 'incomplete'],
  ['it is not a PDF', 'incomplete'],
  ['1 of its rows cannot be read, the first on page 1: the amount reads "$1,001 -"', 'rows'],
  ['none of its 2 rows can be read: in the first the amount reads "$1,001 -"', 'rows'],
  ['row 3 has "Gift" under "type"', 'rows'],
  ['its PDF is that of report 20000009', 'unreadable'],
  ['it has text and no table of transactions', 'unreadable'],
  ['what nobody has written so far', 'other'],
] as const

/** The same for everything else that a run lists. */
const OF_RUNS = [
  [
    'No daily index of SEC EDGAR from 2025-01-27 to 2025-02-02 could be read: the SEC answered 503.',
    'server-failed',
  ],
  ['the SEC has published no index for it', 'missing'],
  ['the document has no value of it', 'no-value'],
  ['the document ends on 2024-12-01, and 2025-01-01 had been read before', 'no-value'],
  ['not used: committees-current.yaml could not be read', 'other'],
] as const

describe('a database of an earlier version', () => {
  let database: Awaited<ReturnType<typeof createEmptyTestDatabase>>
  beforeAll(async () => {
    database = await createEmptyTestDatabase()
    const { db } = database
    const migrationFolder = path.join(import.meta.dirname, '../../migrations')
    const provider = new FileMigrationProvider({ fs, path, migrationFolder })
    const { error } = await new Migrator({ db, provider }).migrateTo('2026-12-01-reasons-as-codes')
    if (error) throw error
    await sql`
    insert into insider_filing (accession, form, filed_on, page_url, record_url, unread_reason)
    select '0001127602-25-' || lpad(place::text, 6, '0'), '4', '2025-01-31', '', '', reason
    from unnest(${OF_FILINGS.map(([reason]) => reason)}::text[]) with ordinality as given (reason, place)`.execute(
      db,
    )
    await sql`
    insert into congress_report (chamber, report_id, member, filed_on, page_url, status, reason)
    select 'house', lpad(place::text, 3, '0'), 'Jane Doe', date '2025-01-31', '', 'unread', reason
    from unnest(${OF_REPORTS.map(([reason]) => reason)}::text[]) with ordinality as given (reason, place)
    union all select 'house', '999', 'Jane Doe', date '2025-01-31', '', 'on paper', null`.execute(db)
    const unread = OF_RUNS.map(([reason]) => ({ what: 'a record', reason }))
    const off = [{ what: 'Senate eFD', reason: 'terms not accepted.' }]
    await sql`
    insert into collect_run (source, as_of, started_at, finished_at, outcome, listed, unread)
    values ('insiders', '2025-02-02', now(), now(), 'failed', 5, ${JSON.stringify(unread)}::jsonb),
      ('pmms', '2025-02-02', now(), now(), 'complete', 1, '[]'),
      ('senate', '2025-02-02', now(), now(), 'off', 0, ${JSON.stringify(off)}::jsonb)`.execute(db)
    await migrateToLatest(db)
  })
  afterAll(() => database.close())

  it('has a code for every unread Form 4, and keeps the old words', async () => {
    const days = { filedFrom: '2025-01-31', filedTo: '2025-01-31' }
    const { unread } = await readInsiderCoverage(database.db, days)
    expect(unread.map(({ reason, code }) => [reason, code])).toEqual(OF_FILINGS)
  })

  it('has a code for every unread report of Congress', async () => {
    const days = { filedFrom: '2025-01-31', filedTo: '2025-01-31' }
    const [house] = await listCongressCoverage(database.db, days)
    expect(house?.unread.map(({ reason, code }) => [reason, code])).toEqual(OF_REPORTS)
    expect(house?.onPaper).toHaveLength(1)
  })

  it('has a code for everything else a run has not read', async () => {
    const runs = await listLatestRuns(database.db)
    const codesOf = runs.map(({ source, unread }) => [
      source,
      unread.map(({ reason, code }) => [reason, code]),
    ])
    expect(codesOf).toEqual([
      ['insiders', OF_RUNS],
      ['pmms', []],
      ['senate', [['terms not accepted.', 'off']]],
    ])
  })

  it('accepts "other" as the code of a filing, and refuses an unknown code', async () => {
    const insert = (code: string) =>
      sql`
      insert into insider_filing (accession, form, filed_on, page_url, record_url, unread_code, unread_reason)
      values ('0001127602-25-000099', '4', '2025-01-31', '', '', ${code}, 'the SEC redirected')`.execute(
        database.db,
      )
    await expect(insert('nonsense')).rejects.toThrow('insider_filing_unread_code')
    await insert('other')
  })
})
