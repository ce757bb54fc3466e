import { applyAmendments } from './apply-amendments.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { setUpDatabase } from '../../testing/set-up-database.ts'
import type { Chamber } from './congress-trade.ts'
import { keepDocument } from '../core/documents.ts'
import {
  describeUnknownFilers,
  findNewestRetrieval,
  listCongressCoverage,
  listCongressTrades,
} from './congress-trades.ts'
import { keepReading, noteListed, type CongressRow, type ListedCongressReport } from './reports.ts'

const DAYS = { filedFrom: '2025-01-01', filedTo: '2025-03-31' }

const opened = setUpDatabase((db) => db.deleteFrom('congress_report').execute())
let documentId: string
beforeAll(async () => {
  documentId = await keepDocument(
    opened.db,
    { id: 'house', licence: 'None.', republishable: false },
    { url: 'https://reports.example/1', bytes: Buffer.from('a report') },
  )
  await opened.db
    .insertInto('member')
    .values({
      bioguide_id: 'D000001',
      name: 'Jane Doe',
      name_forms: JSON.stringify({ first: 'Jane', last: 'Doe' }),
      terms: JSON.stringify([
        {
          chamber: 'house',
          start: '2025-01-03',
          end: '2027-01-03',
          state: 'ZZ',
          district: 7,
          party: 'Purple',
        },
      ]),
      committees: JSON.stringify([{ id: 'HSEX', name: 'House Committee on Examples' }]),
      is_serving: true,
      document_id: documentId,
    })
    .execute()
})

const aRow = (parts: Partial<CongressRow> = {}): CongressRow => ({
  row: 1,
  owner: 'self',
  asset: 'Acme Corp.',
  asset_detail: null,
  ticker: 'ACME',
  asset_type: 'ST',
  type: 'P',
  traded_on: '2025-01-06',
  notified_on: '2025-01-07',
  low: 1001,
  high: 15_000,
  filing_status: 'New',
  subholding: null,
  description: null,
  comments: null,
  ...parts,
})

/** Stores a report of Jane Doe, ZZ07, with these rows. */
async function keep(
  reportId: string,
  filedOn: string,
  rows: readonly CongressRow[],
  parts: Partial<ListedCongressReport> & { chamber?: Chamber; amendment?: number; signedOn?: string } = {},
): Promise<void> {
  const { chamber = 'house', amendment, signedOn, ...more } = parts
  const listed = {
    reportId,
    member: 'Jane Doe',
    state: 'ZZ',
    district: 7,
    filedOn,
    pageUrl: `https://reports.example/${reportId}`,
    isOnPaper: false,
    ...more,
  }
  await noteListed(opened.db, chamber, [listed])
  await keepReading(opened.db, chamber, reportId, {
    status: 'read',
    documentId,
    amendment,
    signedOn,
    rows,
  })
}

const listMarks = async () =>
  (await listCongressTrades(opened.db, DAYS)).map(({ reportId, row, status, replacedBy }) => [
    reportId,
    row,
    status,
    replacedBy,
  ])

describe('listCongressTrades', () => {
  it('lists rows filed on these days, both ends inclusive, with their members', async () => {
    await keep('1', '2025-01-20', [aRow()])
    await keep('2', '2025-01-21', [aRow({ high: null, low: 50_000_000 })])
    await keep('3', '2025-01-22', [aRow()], { member: 'Jane Roe' })
    await keep('4', '2025-01-23', [aRow()])
    const trades = await listCongressTrades(opened.db, { filedFrom: '2025-01-21', filedTo: '2025-01-22' })
    expect(trades).toMatchObject([
      {
        reportId: '2',
        low: 50_000_000,
        high: undefined,
        member: {
          bioguideId: 'D000001',
          name: 'Jane Doe',
          party: 'Purple',
          state: 'ZZ',
          committees: [{ id: 'HSEX', name: 'House Committee on Examples' }],
        },
      },
      { reportId: '3', member: undefined },
    ])
  })

  it('gives no committees for a member who has left', async () => {
    await keep('1', '2025-01-20', [aRow()])
    const serves = (is_serving: boolean) => opened.db.updateTable('member').set({ is_serving }).execute()
    await serves(false)
    const [trade] = await listCongressTrades(opened.db, { filedFrom: '2025-01-20', filedTo: '2025-01-20' })
    await serves(true)
    expect(trade?.member).toMatchObject({ name: 'Jane Doe', committees: [] })
  })

  it('returns the signing day, the account and the everyday names', async () => {
    await keep('1', '2025-01-20', [aRow({ subholding: 'Doe Trust > Brokerage' })], { signedOn: '2025-01-14' })
    expect(await listCongressTrades(opened.db, DAYS)).toMatchObject([
      {
        signedOn: '2025-01-14',
        subholding: 'Doe Trust > Brokerage',
        member: { commonName: 'Jane Doe', lastName: 'Doe' },
      },
    ])
  })

  it('marks the House row that an amended or deleted row replaces', async () => {
    await keep('1', '2025-01-20', [
      aRow(),
      aRow({ row: 2, asset: 'Roe Inc.' }),
      aRow({ row: 3, owner: 'SP' }),
    ])
    await keep('2', '2025-02-20', [
      aRow({ filing_status: 'Amended', low: 15_001, high: 50_000 }),
      aRow({ row: 2, asset: 'Roe Inc.', filing_status: 'Deleted' }),
    ])
    expect(await listMarks()).toEqual([
      ['1', 1, 'new', '2'],
      ['1', 2, 'new', '2'],
      ['1', 3, 'new', undefined],
      ['2', 1, 'amended', undefined],
      ['2', 2, 'deleted', undefined],
    ])
  })

  it.each([
    ['owner', { owner: 'SP' }],
    ['type', { type: 'S' }],
    ['day', { traded_on: '2025-01-09' }],
    ['asset, of the same amount,', { asset: 'Apex Inc.', ticker: 'APEX' }],
  ] as const)('marks the one House row whose %s an amended row corrects', async (_part, correction) => {
    await keep('1', '2025-01-20', [aRow(), aRow({ row: 2, asset: 'Roe Inc.', low: 15_001, high: 50_000 })])
    await keep('2', '2025-02-20', [aRow({ ...correction, filing_status: 'Amended' })])
    expect(await listMarks()).toEqual([
      ['1', 1, 'new', '2'],
      ['1', 2, 'new', undefined],
      ['2', 1, 'amended', undefined],
    ])
  })

  it('marks the one House row that a deleted row names differently, and none of several', async () => {
    const deleted = aRow({ asset: 'Acme Corporation', filing_status: 'Deleted' })
    await keep('1', '2025-01-20', [aRow(), aRow({ row: 2, traded_on: '2025-01-07', asset: 'Roe Inc.' })])
    await keep('2', '2025-02-20', [deleted])
    expect((await listMarks())[0]).toEqual(['1', 1, 'new', '2'])
    await keep('0', '2025-01-19', [aRow({ asset: 'Roe Inc.' })])
    expect((await listMarks()).filter(([, , , replacedBy]) => replacedBy !== undefined)).toEqual([])
  })

  it('marks no House row for an amended one that could correct several, or differs in more than one part', async () => {
    await keep('1', '2025-01-20', [
      aRow(),
      aRow({ row: 2, traded_on: '2025-01-08' }),
      aRow({ row: 3, asset: 'Roe Inc.' }),
    ])
    await keep('2', '2025-02-20', [
      aRow({ owner: 'JT', traded_on: '2025-01-07', filing_status: 'Amended' }),
      aRow({ row: 2, traded_on: '2025-01-09', filing_status: 'Amended' }),
      aRow({ row: 3, asset: 'Roe Inc.', owner: 'JT', type: 'S', filing_status: 'Amended' }),
    ])
    expect((await listMarks()).filter(([, , , replacedBy]) => replacedBy !== undefined)).toEqual([])
  })

  it.each(['Amended', 'Deleted'])(
    'does not mistake a similar trade of the same report for the row that is %s, which is in an earlier report',
    async (status) => {
      await keep('1', '2024-12-20', [aRow({ traded_on: '2024-12-03', notified_on: '2024-12-04' })])
      await keep('2', '2025-01-20', [aRow()])
      await keep('3', '2025-01-21', [
        aRow({ traded_on: '2024-12-03', notified_on: '2024-12-04', filing_status: status }),
      ])
      const marks = await listCongressTrades(opened.db, { filedFrom: '2025-01-20', filedTo: '2025-01-26' })
      expect(marks.map(({ reportId, replacedBy }) => [reportId, replacedBy])).toEqual([
        ['2', undefined],
        ['3', undefined],
      ])
    },
  )

  it('does not mistake a trade made and notified on other days for the corrected one', async () => {
    await keep('2', '2025-01-20', [aRow()])
    await keep('3', '2025-01-21', [
      aRow({ traded_on: '2024-12-03', notified_on: '2024-12-04', filing_status: 'Amended' }),
    ])
    expect((await listMarks()).map(([, , , replacedBy]) => replacedBy)).toEqual([undefined, undefined])
  })

  it('marks what a correction of a correction replaces', async () => {
    await keep('1', '2025-01-20', [aRow()])
    await keep('2', '2025-01-21', [aRow({ filing_status: 'Amended', low: 15_001, high: 50_000 })])
    await keep('3', '2025-01-22', [aRow({ filing_status: 'Amended', low: 50_001, high: 100_000 })])
    expect((await listMarks()).map(([id, , , replacedBy]) => [id, replacedBy])).toEqual([
      ['1', '2'],
      ['2', '3'],
      ['3', undefined],
    ])
    const week = { from: '2025-01-20', to: '2025-01-26' }
    const { effective } = applyAmendments(await listCongressTrades(opened.db, DAYS), week)
    expect(effective.map(({ trade }) => [trade.reportId, trade.low])).toEqual([['3', 50_001]])
  })

  it('marks no House row if two rows match, and none of another filer', async () => {
    await keep('1', '2025-01-20', [aRow(), aRow({ row: 2, low: 15_001, high: 50_000 })])
    await keep('2', '2025-01-21', [aRow({ owner: 'JT' })], { member: 'Jane Roe' })
    await keep('3', '2025-02-20', [
      aRow({ filing_status: 'Amended' }),
      aRow({ row: 2, owner: 'JT', filing_status: 'Amended' }),
    ])
    expect((await listMarks()).map(([, , , replacedBy]) => replacedBy)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('marks the Senate report that an amendment replaces, whatever rows it has', async () => {
    const inSenate = { chamber: 'senate', title: 'Periodic Transaction Report for 01/20/2025' } as const
    const row = aRow({ filing_status: null, notified_on: null })
    await keep('a', '2025-01-20', [row], inSenate)
    await keep('b', '2025-01-20', [row], { ...inSenate, title: 'Periodic Transaction Report for 01/21/2025' })
    await keep('c', '2025-02-01', [aRow({ ...row, asset: 'Roe Inc.' })], {
      ...inSenate,
      title: `${inSenate.title} (Amendment 1)`,
      amendment: 1,
    })
    expect(await listMarks()).toEqual([
      ['a', 1, undefined, 'c'],
      ['b', 1, undefined, undefined],
      ['c', 1, 'amended', undefined],
    ])
  })
})

const OTHER = { low: 15_001, high: 50_000 }

describe('a report with the rows of an earlier one', () => {
  const three = [
    aRow(),
    aRow({ row: 2, asset: 'Roe Inc.', ticker: 'ROE' }),
    aRow({ row: 3, asset: 'Poe LLC', ticker: null, comments: 'By a trust.' }),
  ]
  const reversed = three.toReversed().map((row, index) => aRow(Object.assign({}, row, { row: index + 1 })))
  const listRepeats = async (parts: { tickers?: string[]; filedFrom?: string; reportIds?: string[] } = {}) =>
    (await listCongressTrades(opened.db, { ...DAYS, ...parts })).map(({ reportId, repeats }) => [
      reportId,
      repeats,
    ])
  const rowsOf = (id: string, repeats: string | undefined, count = 3) =>
    Array.from({ length: count }, () => [id, repeats])

  it('repeats it, whatever the order of its rows, even for a single ticker', async () => {
    await keep('1', '2025-01-20', three)
    await keep('2', '2025-01-27', reversed)
    await keep('3', '2025-03-28', three)
    const expected = [...rowsOf('1', undefined), ...rowsOf('2', '1'), ...rowsOf('3', '1')]
    expect(await listRepeats()).toEqual(expected)
    expect(await listRepeats({ reportIds: ['1', '2'] })).toEqual(expected.slice(0, 6))
    expect(await listRepeats({ tickers: ['ROE'] })).toEqual([
      ['1', undefined],
      ['2', '1'],
      ['3', '1'],
    ])
  })

  it('repeats one filed up to sixty days before the requested days', async () => {
    await keep('1', '2025-01-20', three)
    await keep('2', '2025-03-21', three)
    expect(await listRepeats({ filedFrom: '2025-03-21' })).toEqual(rowsOf('2', '1'))
    await opened.db.deleteFrom('congress_report').where('report_id', '=', '2').execute()
    await keep('2', '2025-03-22', three)
    expect(await listRepeats({ filedFrom: '2025-03-21' })).toEqual(rowsOf('2', undefined))
  })

  it.each<[string, readonly CongressRow[], readonly CongressRow[], Parameters<typeof keep>[3]?]>([
    ['of two rows', three.slice(0, 2), three.slice(0, 2)],
    [
      'of lots that are alike',
      [aRow(), aRow({ row: 2 }), aRow({ row: 3 })],
      [aRow(), aRow({ row: 2 }), aRow({ row: 3 })],
    ],
    ['with two other sums', three, [aRow(OTHER), aRow({ ...three[1], ...OTHER }), aRow(three[2])]],
    ['with one other account', three, [aRow({ subholding: 'IRA' }), ...three.slice(1)]],
    ['that is said to be amended', three, three.map((row) => ({ ...row, filing_status: 'Amended' }))],
    ['by somebody else', three, three, { member: 'Jane Roe' }],
  ])('%s repeats nothing', async (_title, rows, again, parts) => {
    await keep('1', '2025-01-20', rows)
    await keep('2', '2025-01-27', again, parts)
    for (const tickers of [undefined, ['ACME']]) {
      const found = await listRepeats(tickers && { tickers })
      expect(found.filter(([, repeats]) => repeats !== undefined)).toEqual([])
    }
  })

  it.each([
    ['amount', aRow(OTHER)],
    ['word', aRow({ comments: 'By a trust.' })],
  ])('corrects what has another %s in it, and repeats the rest', async (_title, row) => {
    await keep('1', '2025-01-20', three)
    await keep('2', '2025-01-27', [row, ...three.slice(1)])
    const corrected = ['1', 1, 'new', '2']
    expect(await listMarks()).toEqual([
      corrected,
      ['1', 2, 'new', undefined],
      ['1', 3, 'new', undefined],
      ['2', 1, 'amended', undefined],
      ['2', 2, 'new', undefined],
      ['2', 3, 'new', undefined],
    ])
    expect(await listRepeats()).toEqual([...rowsOf('1', undefined), ['2', undefined], ...rowsOf('2', '1', 2)])
    const ofTicker = await listCongressTrades(opened.db, { ...DAYS, tickers: ['ACME'] })
    expect(ofTicker.map(({ replacedBy, status }) => [replacedBy, status])).toEqual([
      ['2', 'new'],
      [undefined, 'amended'],
    ])
  })

  it('counts once what both have, and what it adds', async () => {
    const more = ['Doe Inc.', 'Low Inc.'].map((asset, index) => aRow({ row: index + 4, asset }))
    await keep('1', '2025-01-20', [...three, ...more])
    await keep('2', '2025-01-27', [
      aRow(OTHER),
      ...three.slice(1),
      ...more,
      aRow({ row: 6, asset: 'Coe Inc.' }),
    ])
    const trades = await listCongressTrades(opened.db, DAYS)
    const { effective } = applyAmendments(trades, { from: '2025-01-01', to: '2025-03-31' })
    expect(effective.map(({ trade: { asset, low } }) => [asset, low])).toEqual([
      ['Roe Inc.', 1001],
      ['Doe Inc.', 1001],
      ['Low Inc.', 1001],
      ['Acme Corp.', 15_001],
      ['Coe Inc.', 1001],
    ])
  })

  it('is corrected together with it, and deleted before it', async () => {
    await keep('1', '2025-01-20', three)
    await keep('2', '2025-01-27', three)
    await keep('3', '2025-02-03', [
      aRow({ low: 15_001, high: 50_000, filing_status: 'Amended' }),
      aRow({ row: 2, asset: 'Roe Inc.', ticker: 'ROE', filing_status: 'Deleted' }),
    ])
    expect((await listMarks()).filter(([, , , replacedBy]) => replacedBy !== undefined)).toEqual([
      ['1', 1, 'new', '3'],
      ['2', 2, 'new', '3'],
    ])
  })
})

describe('listCongressTrades by ticker', () => {
  const inSenate = { chamber: 'senate', title: 'Periodic Transaction Report for 01/20/2025' } as const
  const ofRoe = { asset: 'Roe Inc.', ticker: 'ROE' }
  beforeEach(async () => {
    await keep('1', '2025-01-20', [
      aRow(),
      aRow({ row: 2, ...ofRoe }),
      aRow({ row: 3, asset: 'Sold twice', ticker: 'TWO' }),
      aRow({ row: 4, asset: 'Sold twice', ticker: null }),
      aRow({ row: 5, asset: 'Alone Ltd.', ticker: 'ALONE' }),
    ])
    await keep('2', '2025-02-20', [
      aRow({ ticker: null, filing_status: 'Amended', low: 15_001, high: 50_000 }),
      aRow({ row: 2, ...ofRoe, ticker: 'roe', filing_status: 'Deleted' }),
      aRow({ row: 3, asset: 'Sold twice', ticker: 'TWO', filing_status: 'Amended' }),
    ])
    const ofSenate = { filing_status: null, notified_on: null }
    await keep('a', '2025-01-20', [aRow({ ...ofSenate, asset: 'Left out later', ticker: 'GONE' })], inSenate)
    await keep('b', '2025-02-01', [aRow({ ...ofSenate, asset: 'Added later', ticker: 'LATER' })], {
      ...inSenate,
      title: `${inSenate.title} (amendment 1)`,
      amendment: 1,
    })
  })

  it.each(['ACME', 'ROE', 'TWO', 'ALONE', 'GONE', 'LATER'])(
    'returns the same rows for %s as without the filter',
    async (ticker) => {
      const isOf = (trade: { ticker: string | undefined }) => trade.ticker?.toUpperCase() === ticker
      const all = await listCongressTrades(opened.db, DAYS)
      const some = await listCongressTrades(opened.db, { ...DAYS, tickers: [ticker] })
      expect(some.filter(isOf)).toEqual(all.filter(isOf))
      expect(some.filter(isOf)).not.toEqual([])
      expect(all).toEqual(expect.arrayContaining(some))
      expect(some.length).toBeLessThan(all.length)
    },
  )

  it('includes the original of an amendment, so that it is marked as replaced', async () => {
    const some = await listCongressTrades(opened.db, { ...DAYS, tickers: ['LATER'] })
    expect(some.map(({ reportId, replacedBy }) => [reportId, replacedBy])).toEqual([
      ['a', 'b'],
      ['b', undefined],
    ])
  })

  it('leaves out reports of the same title by others and follows a member through several names', async () => {
    const title = 'Periodic Report for 02/02/2025'
    const rows = [aRow({ asset: 'Something else', ticker: null })]
    await keep('c', '2025-02-02', rows, { title, member: 'Somebody Else' })
    await keep('d', '2025-02-02', rows, { title })
    await keep('e', '2025-02-02', rows, { title, member: 'Hon. Jane Doe' })
    await keep('f', '2025-02-03', [aRow({ asset: 'Of Jane', ticker: 'JANE' })], {
      title: `${title} (Amendment 1)`,
      amendment: 1,
    })
    const some = await listCongressTrades(opened.db, { ...DAYS, tickers: ['JANE'] })
    const titled = some.filter(({ reportId }) => 'cdef'.includes(reportId))
    expect(titled.map(({ reportId, replacedBy }) => [reportId, replacedBy])).toEqual([
      ['d', 'f'],
      ['e', 'f'],
      ['f', undefined],
    ])
    expect(await listCongressTrades(opened.db, DAYS)).toEqual(expect.arrayContaining(some))
  })

  it('includes rows of other assets by a filer who corrected one, so that it is marked as replaced', async () => {
    await keep('g', '2025-03-02', [aRow({ asset: 'Apex Inc.', ticker: 'APEX', traded_on: '2025-03-01' })])
    await keep('h', '2025-03-09', [
      aRow({ asset: 'Zeta Inc.', ticker: 'ZETA', traded_on: '2025-03-01', filing_status: 'Amended' }),
    ])
    const some = await listCongressTrades(opened.db, { ...DAYS, tickers: ['APEX'] })
    expect(some.find(({ reportId }) => reportId === 'g')?.replacedBy).toBe('h')
  })

  it('reads no rows of a filer that no correction can be about', async () => {
    const ofApex = { asset: 'Apex Inc.', ticker: 'APEX' }
    const many = Array.from({ length: 50 }, (_, index) => {
      const name = { asset: `Other ${index}`, ticker: `O${index}` }
      return aRow({ ...name, row: index + 3, traded_on: '2025-03-02' })
    })
    const near = aRow({ row: 2, asset: 'Near Inc.', ticker: 'NEAR', traded_on: '2025-03-01' })
    await keep('g', '2025-03-05', [aRow({ ...ofApex, traded_on: '2025-03-01' }), near, ...many])
    await keep('h', '2025-03-09', [
      aRow({ asset: 'Zeta Inc.', ticker: 'ZETA', traded_on: '2025-03-01', filing_status: 'Amended' }),
    ])
    const some = await listCongressTrades(opened.db, { ...DAYS, tickers: ['APEX'] })
    // Zeta may correct Apex or Near, so that neither is marked.
    const later = some.filter(({ reportId }) => 'gh'.includes(reportId))
    expect(later.map(({ asset, replacedBy }) => [asset, replacedBy])).toEqual([
      ['Apex Inc.', undefined],
      ['Near Inc.', undefined],
      ['Zeta Inc.', undefined],
    ])
  })

  it('includes a refiled report of a filer who corrected a row, with the rows near the correction', async () => {
    const three = ['Apex Inc.', 'Bolt Inc.', 'Coal Inc.'].map((asset, index) =>
      aRow({ row: index + 1, asset, ticker: asset.slice(0, 4).toUpperCase(), traded_on: '2025-03-01' }),
    )
    await keep('g', '2025-03-02', three)
    await keep('h', '2025-03-09', three)
    await keep('i', '2025-03-16', [
      aRow({ asset: 'Bolt Inc.', ticker: 'BOLT', traded_on: '2025-03-01', filing_status: 'Deleted' }),
    ])
    const all = await listCongressTrades(opened.db, DAYS)
    for (const ticker of ['APEX', 'BOLT']) {
      const some = await listCongressTrades(opened.db, { ...DAYS, tickers: [ticker] })
      expect(all).toEqual(expect.arrayContaining(some))
      expect(some.filter(({ repeats }) => repeats === 'g')).not.toEqual([])
    }
  })

  it('returns nothing for a ticker that no row names', async () => {
    expect(await listCongressTrades(opened.db, { ...DAYS, tickers: ['NONE'] })).toEqual([])
  })
})

describe('keepReading', () => {
  it('does not change a report that is read', async () => {
    await keep('1', '2025-01-20', [aRow()])
    await keepReading(opened.db, 'house', '1', {
      status: 'unread',
      why: { code: 'server-failed', reason: 'the Clerk answered 503' },
    })
    await keepReading(opened.db, 'house', '1', { status: 'read', documentId, rows: [] })
    expect(await listMarks()).toEqual([['1', 1, 'new', undefined]])
    expect(await listCongressCoverage(opened.db, DAYS)).toMatchObject([
      {
        read: 1,
        readReports: [{ reportId: '1', url: 'https://reports.example/1' }],
        unread: [],
      },
      { readReports: [] },
    ])
  })

  it('replaces the rows of a partial reading by those of a better one', async () => {
    await noteListed(opened.db, 'house', [
      {
        reportId: '1',
        member: 'Jane Doe',
        filedOn: '2025-01-20',
        pageUrl: 'https://x.example/',
        isOnPaper: false,
      },
    ])
    const why = { code: 'rows', reason: '1 of its rows cannot be read' } as const
    const part = { status: 'in part', documentId, why } as const
    await keepReading(opened.db, 'house', '1', { ...part, rows: [aRow({ asset: 'Half' })] })
    expect(await listCongressCoverage(opened.db, DAYS)).toMatchObject([
      { listed: 1, read: 0, unread: [why] },
      {},
    ])
    await keepReading(opened.db, 'house', '1', {
      status: 'read',
      documentId,
      rows: [aRow(), aRow({ row: 2 })],
    })
    expect((await listCongressTrades(opened.db, DAYS)).map(({ asset }) => asset)).toEqual([
      'Acme Corp.',
      'Acme Corp.',
    ])
  })
})

describe('findNewestRetrieval', () => {
  it('returns the time of the newest document of these days, unchanged when it is listed again', async () => {
    expect(await findNewestRetrieval(opened.db, DAYS)).toBeUndefined()
    await keep('1', '2025-01-20', [aRow()])
    const at = await findNewestRetrieval(opened.db, DAYS)
    await keep('1', '2025-01-20', [aRow()])
    const [trade] = await listCongressTrades(opened.db, DAYS)
    expect(at).toBe(trade?.retrievedAt)
    expect(await findNewestRetrieval(opened.db, DAYS)).toBe(at)
  })
})

describe('describeUnknownFilers', () => {
  it('lists filers who match no member', async () => {
    await keep('1', '2025-01-20', [aRow()])
    await keep('2', '2025-01-20', [aRow()], { member: 'Jane Roe' })
    expect(await describeUnknownFilers(opened.db, 'house', DAYS)).toEqual([
      '2, Jane Roe: the list of members has nobody of that name for ZZ07 on that day.',
    ])
    expect(await describeUnknownFilers(opened.db, 'senate', DAYS)).toEqual([])
  })
})
