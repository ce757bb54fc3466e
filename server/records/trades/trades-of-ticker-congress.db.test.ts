import { beforeEach, describe, expect, it } from 'vitest'

import { tradesResponseSchema, type TradesResponse } from '../../../shared/trades-contract.ts'
import { createTradeRecords } from './trades-of-ticker.ts'
import { createTestDeps } from '../../testing/app-fixture.ts'
import { createFiling } from '../../letter/testing/insider-filings.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import {
  aCongressRow,
  forgetTrades,
  keepCongressReport,
  keepInsiderFiling,
  keepMember,
  keepRun,
} from '../../letter/testing/kept-trades.ts'

const database = setUpDatabase(forgetTrades)

const open = () => createTestDeps(database).deps.newsletter.trades
const ask = async (ticker = 'ACME'): Promise<TradesResponse> =>
  tradesResponseSchema.parse(await open().getTrades({ ticker }))

/** The answer for ACME, which the SEC lists as ACME CORP. */
async function askForAcme(): Promise<TradesResponse['congress']> {
  const records = createTradeRecords({
    ...createTestDeps(database).deps,
    db: database.db,
    findCompany: () => Promise.resolve({ cik: '42', name: 'ACME CORP' }),
    findKeptCloses: () => Promise.resolve(undefined),
  })
  return tradesResponseSchema.parse(await records.getTrades({ ticker: 'ACME' })).congress
}

describe('getTrades for Congress', () => {
  const report = (parts: Parameters<typeof keepCongressReport>[1]) => keepCongressReport(database.db, parts)
  beforeEach(async () => {
    await keepMember(database.db)
    await keepRun(database.db, { source: 'members', asOf: '2025-01-31' })
    await keepRun(database.db, { source: 'house', asOf: '2025-01-31', listed: 1 })
    await keepRun(database.db, { source: 'senate', asOf: '2025-01-31', outcome: 'off' })
  })

  it('returns the rows of reports with range, owner and lag', async () => {
    await report({
      reportId: '1',
      filedOn: '2025-01-20',
      rows: [
        aCongressRow({ owner: 'SP', low: 50_000_001, high: null }),
        aCongressRow({ row: 2, ticker: 'OTHR' }),
        aCongressRow({ row: 3, ticker: null }),
      ],
    })
    await report({
      reportId: '2',
      filedOn: '2025-01-30',
      member: 'Nobody Known',
      rows: [aCongressRow({ type: 'S (partial)', traded_on: '2024-12-01', asset_type: 'OP' })],
    })
    const { congress } = await ask()
    expect(congress?.sums).toEqual({ trades: 2, members: 2, buyers: 1, sellers: 1, late: 1, unknownLag: 0 })
    expect(congress?.trades).toEqual([
      {
        member: 'Nobody Known',
        party: null,
        state: null,
        chamber: 'house',
        owner: 'self',
        type: 'partial sale',
        asset: 'options on Acme Corp. (ACME)',
        isShares: false,
        isOtherCompany: false,
        isManaged: false,
        isTrust: false,
        entity: null,
        low: 1001,
        high: 15_000,
        tradedOn: '2024-12-01',
        filedOn: '2025-01-30',
        isCorrection: false,
        lagDays: 60,
        publicDays: 60,
        isLate: true,
        url: 'https://reports.example/2',
      },
      {
        member: 'Jane Doe',
        party: 'Purple',
        state: 'ZZ',
        chamber: 'house',
        owner: 'spouse',
        type: 'purchase',
        asset: 'Acme Corp. (ACME)',
        isShares: true,
        isOtherCompany: false,
        isManaged: false,
        isTrust: false,
        entity: null,
        low: 50_000_001,
        high: null,
        tradedOn: '2025-01-06',
        filedOn: '2025-01-20',
        isCorrection: false,
        lagDays: 14,
        publicDays: 14,
        isLate: false,
        url: 'https://reports.example/1',
      },
    ])
  })

  it('leaves out rows that name another company’s shares, and counts none as late whose year may be wrong', async () => {
    await report({
      reportId: '1',
      filedOn: '2025-01-20',
      rows: [
        aCongressRow({ asset: 'Bolt Inc. - Common Stock' }),
        aCongressRow({ row: 2, traded_on: '2024-01-06' }),
      ],
    })
    const congress = await askForAcme()
    expect(
      congress?.trades.map(({ asset, isOtherCompany, isLate }) => [asset, isOtherCompany, isLate]),
    ).toEqual([
      ['Bolt Inc. (ACME)', true, false],
      ['Acme Corp. (ACME)', false, false],
    ])
    expect(congress?.sums).toEqual({ trades: 1, members: 1, buyers: 1, sellers: 0, late: 0, unknownLag: 1 })
  })

  it('counts the days until a report was public, and names the account, as the letter does', async () => {
    await report({
      reportId: '1',
      filedOn: '2025-01-28',
      rows: [aCongressRow({ traded_on: '2024-01-02', subholding: 'Doe Family Trust > Brokerage' })],
    })
    await database.db.updateTable('congress_report').set({ signed_on: '2024-01-20' }).execute()
    const { congress } = await ask()
    expect(congress?.trades).toMatchObject([
      { lagDays: 18, publicDays: 392, isLate: false, owner: 'self', isTrust: true, entity: null },
    ])
    expect(congress?.sums.unknownLag).toBe(1)
  })

  it('does not know whether a row with an unread note was reported in time', async () => {
    const note = { comments: 'Bought at the request of the other trustee', traded_on: '2024-07-01' }
    await report({ reportId: '1', filedOn: '2025-01-28', rows: [aCongressRow(note)] })
    const { congress } = await ask()
    expect(congress?.trades).toMatchObject([{ type: 'unread note', lagDays: 211, isLate: false }])
    expect(congress?.sums.unknownLag).toBe(1)
  })

  it('finds rows under a former ticker of the company, by its own forms, that name the company', async () => {
    const filing = { issuerCik: '42', filedOn: '2023-01-20', ticker: 'ACQ' }
    await keepInsiderFiling(database.db, createFiling(filing))
    await report({
      reportId: '1',
      filedOn: '2025-01-20',
      rows: [
        aCongressRow({ ticker: 'ACQ', low: 2000 }),
        aCongressRow({ row: 2, ticker: 'ACQ', asset: 'Zenith Fund', low: 15_001 }),
        aCongressRow({ row: 3, owner: 'SP' }),
      ],
    })
    const congress = await askForAcme()
    expect(congress?.trades.map(({ asset }) => asset)).toEqual(['Acme Corp. (ACQ)', 'Acme Corp. (ACME)'])
    expect(congress?.sums.trades).toBe(2)
    expect((await ask('ACQ')).congress?.total).toBe(2)
  })

  it.each(['CT', 'Cryptocurrency'])('leaves out coins that have its ticker (%s)', async (asset_type) => {
    await report({
      reportId: '1',
      filedOn: '2025-01-20',
      rows: [aCongressRow({ asset: 'Acme', asset_type })],
    })
    const { trades, total, sums, leftOut } = (await askForAcme()) ?? {}
    expect([trades, total, sums?.members, leftOut?.coins]).toEqual([[], 0, 0, 1])
  })

  it.each([
    ['Bolt Inc.', 'OP', true],
    ['Bolt Inc. 5% due 2030', 'CS', true],
    ['Call options on Bolt', 'OP', true],
    ['ACME CORP', 'OP', false],
    ['Call options: Acme', 'OP', false],
    ['ACME call 150', 'OP', false],
    ['Acme Corp 5% due 2030', 'CS', false],
  ])('tells whether %s (%s) is of another company', async (asset, asset_type, isOther) => {
    await report({ reportId: '1', filedOn: '2025-01-20', rows: [aCongressRow({ asset, asset_type })] })
    const congress = await askForAcme()
    expect(congress?.trades.map(({ isOtherCompany }) => isOtherCompany)).toEqual([isOther])
    expect(congress?.sums.trades).toBe(isOther ? 0 : 1)
  })

  it('leaves out rows that a later report deletes or amends', async () => {
    await report({
      reportId: '1',
      filedOn: '2025-01-20',
      rows: [aCongressRow(), aCongressRow({ row: 2, owner: 'SP' }), aCongressRow({ row: 3, type: 'E' })],
    })
    await report({
      reportId: '2',
      filedOn: '2025-01-29',
      rows: [
        aCongressRow({ filing_status: 'Amended', low: 15_001, high: 50_000 }),
        aCongressRow({ row: 2, owner: 'SP', filing_status: 'Deleted' }),
      ],
    })
    const { congress } = await ask()
    expect(congress?.trades.map(({ type, low, isCorrection, lagDays }) => [type, low, isCorrection, lagDays]))
      // The correction was first reported with its original.
      .toEqual([
        ['purchase', 15_001, true, 14],
        ['exchange', 1001, false, 14],
      ])
  })

  it('returns the kind that the row’s own words give, for old rows too', async () => {
    await report({
      reportId: '1',
      filedOn: '2025-01-20',
      rows: [
        aCongressRow({ type: 'S (partial)', description: 'Contribution of 40 shares to a school' }),
        aCongressRow({ row: 2, comments: 'Dividend Reinvestment', low: 900 }),
        aCongressRow({ row: 3, type: 'E', description: 'redemption of a bond', low: 800 }),
      ],
    })
    const { congress } = await ask()
    expect(congress?.trades.map(({ type, lagDays }) => [type, lagDays])).toEqual([
      ['gift', 14],
      ['reinvestment', 14],
      ['redemption', 14],
    ])
    expect(congress?.sums).toMatchObject({ trades: 3, members: 0 })
  })

  it('leaves out rows dated after their report and corrections without a known original', async () => {
    await report({
      reportId: '1',
      filedOn: '2025-01-20',
      rows: [
        aCongressRow({ traded_on: '2025-06-06' }),
        aCongressRow({ row: 2, owner: 'JT', filing_status: 'Amended' }),
      ],
    })
    const { congress } = await ask()
    expect(congress).toMatchObject({ trades: [], total: 0, leftOut: { doubtful: 1, corrections: 1 } })
  })

  it.each(['BRK/B', 'brk-b', 'BRK.B', 'BRK B'])('finds rows stored under %s by BRK-B', async (ticker) => {
    await report({ reportId: '1', filedOn: '2025-01-20', rows: [aCongressRow({ ticker })] })
    expect((await ask('BRK-B')).congress?.total).toBe(1)
  })

  it('reports how far each chamber was read, and that one is off', async () => {
    await report({ reportId: '1', filedOn: '2025-01-20', rows: [aCongressRow()] })
    await report({ reportId: '8', filedOn: '2025-01-21' })
    const { congress } = await ask('NONE')
    expect(congress?.total).toBe(0)
    expect(congress?.window).toEqual({ from: '2024-01-31', to: '2025-01-31' })
    expect(congress?.coverage).toMatchObject([
      {
        chamber: 'house',
        state: 'current',
        since: '2025-01-20',
        readTo: '2025-01-31',
        readAt: '2025-01-31T22:00:00.000Z',
        unread: 1,
      },
      { chamber: 'senate', state: 'off', since: null, readTo: null, readAt: null, unread: 0 },
    ])
  })

  it('reads the rows again after a source was collected', async () => {
    const { deps, pass } = createTestDeps(database)
    const total = async () => (await deps.newsletter.trades.getTrades({ ticker: 'ACME' })).congress?.total
    expect(await total()).toBe(0)
    await report({ reportId: '1', filedOn: '2025-01-20', rows: [aCongressRow()] })
    await keepRun(database.db, { source: 'house', asOf: '2025-02-01', listed: 1 })
    pass(1_000)
    expect(await total()).toBe(1)
  })
})
