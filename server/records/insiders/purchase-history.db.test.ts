import { listDays } from '../../lib/dates.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import { createFiling, createTransaction } from '../../letter/testing/insider-filings.ts'
import { forgetTrades, keepInsiderDay, keepInsiderFiling } from '../../letter/testing/kept-trades.ts'
import { readPurchaseHistory } from './kept-insider-filing.ts'

const BEFORE = '2025-01-27'
const accession = (number: number) => `0000000042-25-${String(number).padStart(6, '0')}`

let opened: TestDatabase
beforeAll(async () => {
  opened = await createTestDatabase()
})
afterAll(() => opened.close())
beforeEach(() => forgetTrades(opened.db))

async function keepDays(from: string, to: string, { without = '' } = {}): Promise<void> {
  for (const day of listDays(from, to)) {
    if (isBusinessDay(day) && day !== without) await keepInsiderDay(opened.db, day)
  }
}

describe('readPurchaseHistory', () => {
  it('reaches back as far as no business day is missing; weekends and holidays are none', async () => {
    await keepDays('2025-01-02', '2025-02-07', { without: '2025-01-08' })
    expect(await readPurchaseHistory(opened.db, { before: BEFORE })).toEqual({
      unbrokenSince: '2025-01-09',
      buyers: new Set(),
    })
  })

  it('knows nothing where the day before the week is not kept', async () => {
    await keepDays('2025-01-02', '2025-01-23')
    expect(await readPurchaseHistory(opened.db, { before: BEFORE })).toBeUndefined()
  })

  it('names each owner of a purchase before the week, and nobody who sold or bought later', async () => {
    await keepDays('2025-01-13', '2025-01-31')
    const filings = [
      createFiling({ accession: accession(1), filedOn: '2025-01-24', ownerCiks: ['1', '2'] }),
      createFiling({
        accession: accession(2),
        filedOn: '2025-01-24',
        ownerCiks: ['3'],
        transactions: [createTransaction({ code: 'S' })],
      }),
      createFiling({ accession: accession(3), filedOn: BEFORE, ownerCiks: ['4'] }),
    ]
    for (const filing of filings) await keepInsiderFiling(opened.db, filing)
    const { buyers } = (await readPurchaseHistory(opened.db, { before: BEFORE })) ?? {}
    const [first] = filings
    expect([...(buyers ?? [])].sort()).toEqual(
      first?.owners.map(({ cik }) => `${first.issuer.cik}/${cik}`).sort(),
    )
  })
})
