import { listDays } from '../../lib/dates.ts'
import { describe, expect, it } from 'vitest'

import { setUpDatabase } from '../../testing/set-up-database.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import { accessionOf, createFiling, createTransaction } from '../../letter/testing/insider-filings.ts'
import { forgetTrades, keepInsiderDay, keepInsiderFiling } from '../../letter/testing/kept-trades.ts'
import { readPurchaseHistory } from './kept-insider-filing.ts'

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
