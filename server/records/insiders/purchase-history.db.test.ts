import { sql } from 'kysely'

import { listDays } from '../../lib/dates.ts'
import { describe, expect, it } from 'vitest'

import { setUpDatabase } from '../../testing/set-up-database.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import { accessionOf, createFiling, createTransaction } from '../../letter/testing/insider-filings.ts'
import { forgetTrades, keepInsiderDay, keepInsiderFiling } from '../../letter/testing/kept-trades.ts'
import { listInsiderFilings, readPurchaseHistory } from './kept-insider-filing.ts'

const BEFORE = '2025-01-27'

const opened = setUpDatabase(forgetTrades)

async function keepDays(from: string, to: string, { without = '' } = {}): Promise<void> {
  for (const day of listDays(from, to)) {
    if (isBusinessDay(day) && day !== without) await keepInsiderDay(opened.db, day)
  }
}

describe('readPurchaseHistory', () => {
  it('reaches back to the first missing business day, ignoring weekends and holidays', async () => {
    await keepDays('2025-01-02', '2025-02-07', { without: '2025-01-08' })
    expect(await readPurchaseHistory(opened.db, { before: BEFORE })).toEqual({
      unbrokenSince: '2025-01-09',
      buyers: new Set(),
    })
  })

  it('returns undefined if the business day before the week is not stored', async () => {
    await keepDays('2025-01-02', '2025-01-23')
    expect(await readPurchaseHistory(opened.db, { before: BEFORE })).toBeUndefined()
  })

  it('reaches back to the last day with an unread filing: it may be a purchase by anybody', async () => {
    await keepDays('2025-01-02', '2025-02-07')
    const { accession, pageUrl, recordUrl } = createFiling()
    await opened.db
      .insertInto('insider_filing')
      .values({
        accession,
        form: '4',
        filed_on: '2025-01-15',
        page_url: pageUrl,
        record_url: recordUrl,
        unread_code: 'not-read',
        unread_reason: 'not read yet',
      })
      .execute()
    const history = await readPurchaseHistory(opened.db, { before: BEFORE })
    expect(history?.unbrokenSince).toBe('2025-01-16')
  })

  it('reaches back to the last day whose index had a line that could not be read', async () => {
    await keepDays('2025-01-02', '2025-02-07')
    await opened.db
      .updateTable('insider_day')
      .set({ unread_lines: 1 })
      .where('day', '=', '2025-01-15')
      .execute()
    const history = await readPurchaseHistory(opened.db, { before: BEFORE })
    expect(history?.unbrokenSince).toBe('2025-01-16')
  })

  it('lists the owners of purchases before the week, but not of sales or later purchases', async () => {
    await keepDays('2025-01-13', '2025-01-31')
    const filings = [
      createFiling({ accession: accessionOf(1), filedOn: '2025-01-24', ownerCiks: ['1', '2'] }),
      createFiling({
        accession: accessionOf(2),
        filedOn: '2025-01-24',
        ownerCiks: ['3'],
        transactions: [createTransaction({ code: 'S' })],
      }),
      createFiling({ accession: accessionOf(3), filedOn: BEFORE, ownerCiks: ['4'] }),
    ]
    for (const filing of filings) await keepInsiderFiling(opened.db, filing)
    const { buyers } = (await readPurchaseHistory(opened.db, { before: BEFORE })) ?? {}
    const [first] = filings
    expect([...(buyers ?? [])].sort()).toEqual(
      first?.owners.map(({ cik }) => `${first.issuer.cik}/${cik}`).sort(),
    )
  })
})

describe('listInsiderFilings', () => {
  it('finds out by an index whether a holder is a director elsewhere, however many filings there are', async () => {
    const filing = createFiling({ filedOn: '2025-01-24' })
    const [owner] = filing.owners
    if (!owner) throw new Error('the filing has no owner')
    const holder = { ...owner, isDirector: false, isOfficer: false }
    await keepInsiderFiling(opened.db, { ...filing, owners: [holder] })
    await sql`
      insert into insider_filing select (jsonb_populate_record(kept, jsonb_build_object(
        'accession', '1234567890-25-' || lpad(copy::text, 6, '0'), 'filed_on', kept.filed_on - 30,
        'owners', jsonb_build_array(jsonb_build_object('cik', 'another ' || copy, 'isDirector', true))))).*
      from insider_filing as kept, generate_series(1, 5000) as copy`.execute(opened.db)
    await sql`analyze insider_filing`.execute(opened.db)
    const read = await opened.db.transaction().execute(async (trx) => {
      const filings = await listInsiderFilings(trx, { filedFrom: '2025-01-24', filedTo: '2025-01-24' })
      const { rows } = await sql<{ read: number }>`
        select seq_tup_read::integer as read from pg_stat_xact_user_tables where relname = 'insider_filing'`.execute(
        trx,
      )
      return { filings: filings.length, rows: rows[0]?.read }
    })
    expect(read.filings).toBe(1)
    expect(read.rows).toBeLessThan(5_000)
  })
})
