import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'

import { tradesResponseSchema, type TradesResponse } from '../../../shared/trades-contract.ts'
import { createLogger } from '../../lib/logger.ts'
import { createTestDeps } from '../../testing/app-fixture.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import {
  accessionOf,
  createFiling,
  createTransaction,
  type FilingParts,
} from '../../letter/testing/insider-filings.ts'
import {
  aCongressRow,
  forgetTrades,
  keepCongressReport,
  keepInsiderDay,
  keepInsiderFiling,
  keepMember,
  keepRun,
} from '../../letter/testing/kept-trades.ts'
import { newYorkDay } from '../../lib/dates.ts'
import { listSpellings } from '../names/list-spellings.ts'
import type { ListedCompany } from './filings-of-company.ts'
import type { KeptCloses } from './kept-closes.ts'
import { createTradeRecords } from './trades-of-ticker.ts'

const NOW = '2025-02-03T15:00:00Z'

const database = setUpDatabase(forgetTrades)

const logLines: string[] = []
/** The company on the SEC's list. */
let listed: ListedCompany | undefined
let keptCloses: Readonly<Record<string, KeptCloses>> = {}
beforeEach(() => {
  listed = undefined
  keptCloses = {}
})
const open = (now = NOW, clock = { now: () => new Date(now) }) =>
  createTradeRecords({
    db: database.db,
    findCompany: (ticker) => Promise.resolve(ticker === 'ACME' || ticker === 'ACM-B' ? listed : undefined),
    findKeptCloses: (ticker) => Promise.resolve(keptCloses[ticker]),
    clock,
    logger: createLogger('info', { write: (line) => void logLines.push(line) }),
  })
const ask = async (ticker = 'ACME', now = NOW): Promise<TradesResponse> =>
  tradesResponseSchema.parse(await open(now).getTrades({ ticker }))

const yahoo = { sourceName: 'Yahoo Finance', sourceUrl: 'https://finance.yahoo.com/quote/ACME' }
const closesAt = (close: number, date = '2025-01-27') => ({
  ...yahoo,
  closes: [{ date, close, adjustedClose: close }],
})

const file = (number: number, parts: FilingParts = {}) =>
  keepInsiderFiling(database.db, createFiling({ accession: accessionOf(number), ...parts }))

/** Marks the SEC's filings of a week as read, except for one day. */
async function readWeek(): Promise<void> {
  for (const day of ['2025-01-27', '2025-01-28', '2025-01-30', '2025-01-31']) {
    await keepInsiderDay(database.db, day)
  }
  await keepRun(database.db, { source: 'insiders', asOf: '2025-01-31', listed: 1 })
}

describe('getTrades for insiders', () => {
  beforeEach(readWeek)

  it('says which shares are held through others, and which trades others decided on', async () => {
    const held = { ownership: 'indirect', ownershipNature: 'By trust' } as const
    await file(1, { transactions: [createTransaction({ ...held, isUnasked: true })] })
    await file(2, {
      ownerCiks: ['78'],
      transactions: [createTransaction({ shares: 5 }), createTransaction({ ...held, line: 2, shares: 7 })],
    })
    const { insiders } = await ask()
    const told = insiders?.trades.map(({ ownership, isUnasked }) => [ownership, isUnasked])
    expect(told?.toSorted()).toEqual([
      ['indirect', true],
      ['partly indirect', false],
    ])
  })

  it('names a holder who is a director of another company as a person, and marks a note that we do not understand', async () => {
    await file(1, { issuerCik: '43', ticker: 'OTHR', ownerName: 'ROE RICHARD' })
    const filing = createFiling({ accession: accessionOf(2), ownerName: 'ROE RICHARD' })
    const owners = filing.owners.map((owner) => ({ ...owner, isDirector: false, isTenPercentOwner: true }))
    const transactions = [createTransaction({ via: 'unread note' })]
    await keepInsiderFiling(database.db, { ...filing, owners, transactions })
    const { insiders } = await ask()
    expect(insiders?.trades.map((trade) => [trade.owners[0]?.name, trade.via])).toEqual([
      ['Richard Roe', 'unread note'],
    ])
    expect(insiders?.sums).toMatchObject({ buyers: 0, bought: 0, apart: 1 })
  })

  it('returns the purchases and sales of each filing, lines joined, newest report first', async () => {
    await file(1, {
      transactions: [
        createTransaction({ shares: 100, price: 10, tradedOn: '2025-01-24', isPlanned: true }),
        createTransaction({ line: 2, shares: 300, price: 12, isPlanned: true }),
        createTransaction({ line: 3, code: 'S', shares: 5, price: 11, isPlanned: false }),
        createTransaction({ line: 4, code: 'A', shares: 5000, price: 20 }),
        createTransaction({ line: 5, shares: 70, price: 0 }),
      ],
    })
    await file(2, { filedOn: '2025-01-30', ownerName: 'Roe Richard J', ownerCiks: ['78'] })
    await file(3, { ticker: 'OTHR', issuerCik: '43' })
    const { insiders } = await ask()
    expect(insiders?.trades.map(({ owners, filedOn }) => [owners[0]?.name, filedOn])).toEqual([
      ['Richard J. Roe', '2025-01-30'],
      ['Jane Doe', '2025-01-28'],
      ['Jane Doe', '2025-01-28'],
    ])
    expect(insiders?.trades[1]).toEqual({
      owners: [{ name: 'Jane Doe', role: 'director' }],
      side: 'buy',
      via: null,
      ownership: 'direct',
      isUnasked: false,
      security: 'Common Stock',
      shares: 400,
      averagePrice: 11.5,
      value: 4600,
      tradedFrom: '2025-01-24',
      tradedTo: '2025-01-27',
      filedOn: '2025-01-28',
      correctedOn: null,
      lagBusinessDays: 2,
      isLate: false,
      isVeryLarge: false,
      farFromClose: null,
      plan: 'all',
      url: 'https://www.sec.gov/Archives/edgar/data/42/000000004225000001/0000000042-25-000001-index.htm',
    })
    expect(insiders?.trades[2]).toMatchObject({ side: 'sale', shares: 5, value: 55, plan: 'none' })
    expect(insiders?.sums).toMatchObject({ buyers: 2, sellers: 1, sold: 55, soldByPlan: 0, apart: 0 })
    expect(insiders?.leftOut).toEqual({
      doubtful: 0,
      unpriced: 1,
      noTrades: 0,
      corrections: 0,
      otherTickers: 0,
      otherCompanies: 0,
    })
  })

  it('separates shares of an offering and leaves out gifts and reinvestments', async () => {
    await file(1, {
      transactions: [
        createTransaction({ shares: 100 }),
        createTransaction({ line: 2, shares: 900, via: 'placement' }),
        createTransaction({ line: 3, via: 'reinvestment' }),
        createTransaction({ line: 4, code: 'S', via: 'gift' }),
      ],
    })
    const { insiders } = await ask()
    expect(insiders?.trades.map(({ side, via, shares }) => [side, via, shares])).toEqual([
      ['buy', 'placement', 900],
      ['buy', null, 100],
    ])
    expect(insiders?.sums).toMatchObject({ buyers: 1, apart: 1 })
    expect(insiders?.leftOut).toEqual({
      doubtful: 0,
      unpriced: 0,
      noTrades: 2,
      corrections: 0,
      otherTickers: 0,
      otherCompanies: 0,
    })
  })

  it('leaves out filings of another company under its ticker, by the SEC’s list', async () => {
    listed = { cik: '42', name: 'ACME CORP' }
    await file(1)
    const other = { issuerCik: '43', issuerName: 'Zenith Shell Inc.', filedOn: '2025-01-30' }
    for (const number of [2, 3]) {
      await file(number, { ...other, ownerName: 'Roe Richard J', ownerCiks: [String(number)] })
    }
    const { insiders } = await ask()
    expect(insiders?.trades.map(({ owners }) => owners[0]?.name)).toEqual(['Jane Doe'])
    expect(insiders).toMatchObject({ sums: { buyers: 1 }, leftOut: { otherCompanies: 2 } })
  })

  it('leaves filings of another company under its ticker out of the largest trades too', async () => {
    listed = { cik: '42', name: 'ACME CORP' }
    await file(1)
    await file(2, {
      issuerCik: '43',
      issuerName: 'Zenith Shell Inc.',
      ownerCiks: ['2'],
      transactions: [createTransaction({ shares: 1_000_000 })],
    })
    const { insiders } = await open().getLargest()
    expect(insiders?.trades.map(({ company, ticker }) => [company, ticker])).toEqual([['Acme', 'ACME']])
  })

  it('names a company by its current title among the largest trades, whatever its forms called it', async () => {
    listed = { cik: '42', name: 'Acme, Inc.' }
    await file(1, { issuerName: 'ACME MOTORS INC' })
    const { insiders } = await open().getLargest()
    expect(insiders?.trades.map(({ company }) => company)).toEqual(['Acme'])
  })

  describe('a price far from the close of its day', () => {
    const line = (parts: Parameters<typeof createTransaction>[0]) =>
      createTransaction({ code: 'S', shares: 1_000, price: 10, tradedOn: '2025-01-27', ...parts })

    it('is marked in its row with that close, and is in no sum', async () => {
      // Somewhat below the close, and typed ten times too high.
      await file(1, { transactions: [line({}), line({ line: 2, price: 98 })] })
      keptCloses = { ACME: closesAt(10) }
      const { insiders } = await ask()
      expect(insiders?.trades.map(({ value, farFromClose }) => [value, farFromClose])).toEqual([
        [
          98_000,
          {
            close: 10,
            day: '2025-01-27',
            source: { name: 'Yahoo Finance', url: 'https://finance.yahoo.com/quote/ACME' },
          },
        ],
        [10_000, null],
      ])
      expect(insiders?.sums).toMatchObject({ sellers: 1, sold: 10_000, apart: 1 })
      expect(insiders?.leftOut.doubtful).toBe(0)
    })

    it.each([
      ['is not known if no close is near', '2025-01-27', closesAt(1, '2025-01-17'), null],
      [
        'is judged by the last close before a day without one',
        '2025-01-26',
        closesAt(1, '2025-01-24'),
        '2025-01-24',
      ],
      ['may also be too low', '2025-01-27', closesAt(51), '2025-01-27'],
      ['does not count as far if it is off by less than a factor of two', '2025-01-27', closesAt(19), null],
      [
        'does not count as far if it fits the close as adjusted for a split',
        '2025-01-27',
        { ...yahoo, closes: [{ date: '2025-01-27', close: 200, adjustedClose: 10 }] },
        null,
      ],
    ])('%s', async (_title, tradedOn, closes, day) => {
      await file(1, { transactions: [line({ tradedOn })] })
      keptCloses = { ACME: closes }
      const { insiders } = await ask()
      expect(insiders?.trades.map(({ farFromClose }) => farFromClose?.day ?? null)).toEqual([day])
    })

    it('is recognized once the closes are there, even for a share class', async () => {
      await file(1, { ticker: 'ACM.B', transactions: [line({ price: 99 })] })
      const records = open()
      const isFar = async () => {
        const { insiders } = await records.getTrades({ ticker: 'ACM.B' })
        return insiders?.trades.map(({ farFromClose }) => farFromClose !== null)
      }
      expect(await isFar()).toEqual([false])
      keptCloses = { 'ACM-B': closesAt(10) }
      expect(await isFar()).toEqual([true])
    })

    it('does not exist for a price near the close, which confirms a sum of over a hundred million dollars', async () => {
      await file(1, { transactions: [line({ shares: 200_000_000 })] })
      const isApart = async () => (await ask()).insiders?.sums.apart
      expect(await isApart()).toBe(1)
      keptCloses = { ACME: closesAt(10) }
      expect(await isApart()).toBe(0)
    })

    it('is not among the largest of the week', async () => {
      await file(1, { transactions: [line({ price: 99 })] })
      await file(2, {
        ticker: 'OTHR',
        issuerCik: '43',
        issuerName: 'Other Corp.',
        ownerCiks: ['2'],
        transactions: [line({})],
      })
      const records = open()
      const tickers = async () => (await records.getLargest()).insiders?.trades.map(({ ticker }) => ticker)
      expect(await tickers()).toEqual(['ACME', 'OTHR'])
      keptCloses = { ACME: closesAt(10) }
      expect(await tickers()).toEqual(['OTHR'])
    })
  })

  it('returns how the company’s forms spell its name, except in capitals', async () => {
    const recently = newYorkDay(new Date())
    await file(1, { filedOn: recently, issuerName: 'AcMe Corp.', ticker: 'ACM.B' })
    await file(2, { filedOn: recently, issuerName: 'ACME CORP', ticker: 'ACM.B' })
    expect([...(await listSpellings(database.db))]).toEqual([['ACM-B', ['AcMe Corp.']]])
  })

  it('keeps what the same company filed before it got another number', async () => {
    listed = { cik: '99', name: 'Acme Corporation' }
    await file(1)
    const { insiders } = await ask()
    expect([insiders?.total, insiders?.leftOut.otherCompanies]).toEqual([1, 0])
  })

  it.each([undefined, 'SQR', 'ACMEE'])(
    'finds a company’s filings under its former ticker, none, or one mistyped (%s)',
    async (typed) => {
      listed = { cik: '42', name: 'Acme Payments, Inc.', tickers: ['ACME'] }
      keptCloses = { ACME: closesAt(1) }
      await file(1, { issuerName: 'Square Inc.', ticker: typed })
      const { insiders } = await ask()
      expect(insiders?.trades.map(({ farFromClose }) => farFromClose?.close)).toEqual([1])
      expect(insiders?.leftOut).toMatchObject({ otherTickers: 0, otherCompanies: 0 })
    },
  )

  it('leaves the filings under a former ticker to the company that has it now', async () => {
    listed = { cik: '43', name: 'Zenith Shell Inc.', tickers: ['ACME'] }
    await file(1)
    await file(2, { issuerCik: '43', issuerName: 'Zenith Shell Inc.', ticker: 'ZNTH', ownerCiks: ['2'] })
    const { insiders } = await ask()
    expect(insiders?.trades.map(({ url }) => url)).toEqual([expect.stringContaining('/data/43/')])
    expect(insiders?.leftOut.otherCompanies).toBe(1)
  })

  describe('a company with several tickers', () => {
    const sold = (line: number, security: string) => createTransaction({ line, security, shares: line })
    const sharesOn = async (ticker: string) => {
      const { insiders } = await ask(ticker)
      return [insiders?.trades.map(({ shares }) => shares).toSorted(), insiders?.leftOut.otherTickers]
    }
    beforeEach(() => {
      listed = { cik: '42', name: 'ACME CORP', tickers: ['ACME', 'ACM-B', 'ACM-PK'] }
    })

    it('has a line on the page of the ticker whose class its title names, whatever ticker the form has', async () => {
      await file(1, {
        ticker: 'ACME',
        transactions: [sold(1, 'Class A Common Stock'), sold(2, 'Class B Common Stock'), sold(3, 'Common')],
      })
      expect(await sharesOn('ACME')).toEqual([[1, 3], 1])
      expect(await sharesOn('ACM-B')).toEqual([[2], 2])
    })

    it('has a form on the page of the ticker that it names, and one that names none of them on each', async () => {
      await file(1, { ticker: 'ACM/B', transactions: [sold(1, 'Common Stock')] })
      await file(2, { ticker: 'OLD', ownerCiks: ['2'], transactions: [sold(2, 'Common Stock')] })
      expect(await sharesOn('ACME')).toEqual([[2], 1])
      expect(await sharesOn('ACM.B')).toEqual([[1, 2], 0])
    })

    it('is not judged by the closes of a ticker that the form does not name', async () => {
      keptCloses = { ACME: closesAt(1) }
      await file(1, { ticker: 'OLD' })
      await file(2, { ownerCiks: ['2'], transactions: [createTransaction({ shares: 7 })] })
      const { insiders } = await ask()
      const told = insiders?.trades.map(({ shares, farFromClose }) => [shares, farFromClose?.close])
      expect(told).toEqual(
        expect.arrayContaining([
          [7, 1],
          [expect.any(Number), undefined],
        ]),
      )
    })
  })

  it('uses the company with the most filings while the SEC lists none, and asks the list again later', async () => {
    await file(1)
    await file(2, { ownerCiks: ['2'], transactions: [createTransaction({ shares: 7 })] })
    await file(3, { issuerCik: '43', issuerName: 'Zenith Shell Inc.', filedOn: '2025-01-30' })
    const records = open()
    const askAgain = async () =>
      tradesResponseSchema.parse(await records.getTrades({ ticker: 'ACME' })).insiders
    const unlisted = await askAgain()
    expect([unlisted?.total, unlisted?.leftOut.otherCompanies]).toEqual([2, 1])
    listed = { cik: '43', name: 'Zenith Shell Inc.' }
    const known = await askAgain()
    expect([known?.total, known?.leftOut.otherCompanies]).toEqual([1, 2])
  })

  it('finds a class of shares in the list, however its ticker is written', async () => {
    listed = { cik: '43', name: 'Zenith Shell Inc.' }
    await file(1, { ticker: 'ACM.B' })
    expect((await ask('acm.b')).insiders?.leftOut.otherCompanies).toBe(1)
  })

  it('replaces an original by its amendment, dated by the original report', async () => {
    await file(1)
    await file(2, {
      form: '4/A',
      filedOn: '2025-01-31',
      originalFiledOn: '2025-01-28',
      transactions: [createTransaction({ shares: 900 })],
    })
    const { insiders } = await ask()
    expect(insiders?.trades).toMatchObject([
      { shares: 900, filedOn: '2025-01-28', correctedOn: '2025-01-31', isLate: false },
    ])
  })

  it('counts a trade on several filings once, with all owners', async () => {
    await file(1, { ownerCiks: ['1'], ownerName: 'Acme Fund LP' })
    await file(2, { ownerCiks: ['2'], ownerName: 'Acme Partners LLC' })
    const { insiders } = await ask()
    expect(insiders?.trades.map(({ owners }) => owners.map(({ name }) => name))).toEqual([
      ['Acme Fund LP', 'Acme Partners LLC'],
    ])
  })

  it('leaves out contradictory trades and amendments without a known original', async () => {
    await file(1, {
      transactions: [
        createTransaction({ tradedOn: '2026-01-27' }),
        createTransaction({ line: 2, direction: 'disposed' }),
      ],
    })
    await file(2, { form: '4/A', originalFiledOn: '2024-12-02' })
    const { insiders } = await ask()
    expect(insiders).toMatchObject({
      trades: [],
      total: 0,
      leftOut: { doubtful: 2, unpriced: 0, noTrades: 0, corrections: 1, otherCompanies: 0 },
    })
  })

  it('marks sums over a hundred million dollars, which no price confirms', async () => {
    await file(1, { transactions: [createTransaction({ shares: 1_000_000, price: 100 })] })
    await file(2, { ownerCiks: ['2'], transactions: [createTransaction({ shares: 1_000_001, price: 100 })] })
    const { insiders } = await ask()
    expect(insiders?.trades.map(({ value, isVeryLarge }) => [value, isVeryLarge])).toEqual([
      [100_000_100, true],
      [100_000_000, false],
    ])
    expect(insiders?.sums).toMatchObject({ buyers: 1, bought: 100_000_000, apart: 1 })
    expect(insiders?.leftOut).toEqual({
      doubtful: 0,
      unpriced: 0,
      noTrades: 0,
      corrections: 0,
      otherTickers: 0,
      otherCompanies: 0,
    })
  })

  it('returns at most two hundred trades of the twelve months before the last read day, with the total', async () => {
    await file(999, { filedOn: '2024-01-30', transactions: [createTransaction({ tradedOn: '2024-01-29' })] })
    for (let number = 1; number <= 202; number++) {
      await file(number, { transactions: [createTransaction({ shares: 5000 + number })] })
    }
    const { insiders } = await ask()
    expect(insiders?.window).toEqual({ from: '2024-01-31', to: '2025-01-31' })
    expect([insiders?.trades.length, insiders?.total]).toEqual([200, 202])
  })

  it('marks a trade as late after the second business day', async () => {
    await file(1, { filedOn: '2025-01-31' })
    const { insiders } = await ask()
    expect(insiders?.trades[0]).toMatchObject({ lagBusinessDays: 4, isLate: true })
  })

  it.each([
    ['BRK.B', 'BRK-B'],
    ['BRK-B', 'brk.b'],
    ['BRK.B', 'Brk-B'],
  ])('finds trades stored under %s by %s', async (kept, asked) => {
    await file(1, { ticker: kept })
    expect((await ask(asked)).insiders?.total).toBe(1)
  })

  it('does not take a London listing for a share class', async () => {
    await file(1, { ticker: 'BP' })
    await file(2, { ticker: 'BP.L' })
    expect((await ask('BP-L')).insiders?.total).toBe(0)
  })

  it('reports the period read and the number of missing days', async () => {
    await keepRun(database.db, { source: 'insiders', asOf: '2025-02-02', outcome: 'failed' })
    await database.db
      .insertInto('insider_filing')
      .values({
        accession: accessionOf(7),
        form: '4',
        filed_on: '2025-01-30',
        page_url: 'https://www.sec.gov/7',
        record_url: 'https://www.sec.gov/7',
        unread_code: 'no-answer',
        unread_reason: 'no answer in time',
      })
      .execute()
    await database.db
      .updateTable('insider_day')
      .set({ unread_lines: 2 })
      .where('day', '=', '2025-01-31')
      .execute()
    const { insiders } = await ask()
    expect(insiders?.daysUnread).toBe(1)
    expect(insiders?.coverage).toEqual({
      source: { name: 'SEC EDGAR', url: 'https://www.sec.gov/edgar/search/' },
      state: 'failing',
      since: '2025-01-27',
      readTo: '2025-01-31',
      readAt: '2025-01-31T22:00:00.000Z',
      unread: 3,
    })
  })
})

describe('getTrades for everything on record', () => {
  const reported = (number: number, filedOn: string) =>
    file(number, { filedOn, transactions: [createTransaction({ tradedOn: filedOn })] })
  const inCongress = (reportId: string, filedOn: string) =>
    keepCongressReport(database.db, { reportId, filedOn, rows: [aCongressRow({ traded_on: filedOn })] })
  beforeEach(async () => {
    await readWeek()
    await keepRun(database.db, { source: 'house', asOf: '2025-01-31', listed: 1 })
    await reported(1, '2025-01-28')
    await inCongress('1', '2025-01-20')
  })
  const daysOf = ({ insiders, congress }: TradesResponse) => ({
    insiders: [insiders?.window?.from, ...(insiders?.trades.map(({ filedOn }) => filedOn) ?? [])],
    congress: [congress?.window?.from, ...(congress?.trades.map(({ filedOn }) => filedOn) ?? [])],
  })

  it('reaches back to the first record, independently of an answer for twelve months', async () => {
    await keepInsiderDay(database.db, '2022-03-01')
    await reported(2, '2022-03-02')
    await inCongress('2', '2021-05-04')
    const records = open()
    const year = await records.getTrades({ ticker: 'ACME' })
    const all = tradesResponseSchema.parse(await records.getTrades({ ticker: 'ACME', window: 'all' }))
    expect(daysOf(all)).toEqual({
      insiders: ['2022-03-01', '2025-01-28', '2022-03-02'],
      congress: ['2021-05-04', '2025-01-20', '2021-05-04'],
    })
    expect(daysOf(year)).toEqual({
      insiders: ['2024-01-31', '2025-01-28'],
      congress: ['2024-01-31', '2025-01-20'],
    })
    expect(daysOf(await records.getTrades({ ticker: 'ACME' }))).toEqual(daysOf(year))
  })

  it('reaches back ten years at most, and twelve months at least', async () => {
    await keepInsiderDay(database.db, '2013-03-01')
    await reported(2, '2014-03-03')
    const { insiders, congress } = await open().getTrades({ ticker: 'ACME', window: 'all' })
    expect([insiders?.window?.from, insiders?.total]).toEqual(['2015-01-31', 1])
    expect(congress?.window?.from).toBe('2024-01-31')
  })
})

describe('getTrades for a cached ticker', () => {
  const rowOfCongress = (reportId: string) =>
    keepCongressReport(database.db, { reportId, filedOn: '2025-01-20', rows: [aCongressRow()] })
  beforeEach(async () => {
    await readWeek()
    await keepRun(database.db, { source: 'house', asOf: '2025-01-31', listed: 1 })
    await file(1)
    await rowOfCongress('1')
  })

  /** The records, and a clock that advances by a second on request. */
  function openWithClock() {
    let ms = Date.parse(NOW)
    return {
      records: open(NOW, { now: () => new Date(ms) }),
      waitASecond: () => void (ms += 1_000),
    }
  }

  it('does not read the trades again until a source was collected', async () => {
    const { records, waitASecond } = openWithClock()
    const askAgain = async () => {
      waitASecond()
      const { insiders, congress } = await records.getTrades({ ticker: 'ACME' })
      return { insiders, congress }
    }
    const first = await askAgain()
    await file(2, { transactions: [createTransaction({ shares: 7, ownedAfter: 7 })] })
    await rowOfCongress('2')
    const second = await askAgain()
    expect(second.insiders).toBe(first.insiders)
    expect(second.congress).toBe(first.congress)

    await keepRun(database.db, { source: 'insiders', asOf: '2025-01-31', listed: 1 })
    const third = await askAgain()
    expect([first.insiders?.total, third.insiders?.total]).toEqual([1, 2])
    expect(third.congress).toBe(first.congress)

    await keepRun(database.db, { source: 'house', asOf: '2025-01-31', listed: 1 })
    const fourth = await askAgain()
    expect([first.congress?.total, fourth.congress?.total]).toEqual([1, 2])
    expect(fourth.insiders).toBe(third.insiders)
  })

  it('matches members by the newest list', async () => {
    const { records, waitASecond } = openWithClock()
    const nameParty = async () => (await records.getTrades({ ticker: 'ACME' })).congress?.trades[0]?.party
    expect(await nameParty()).toBeNull()
    await keepMember(database.db)
    await keepRun(database.db, { source: 'members', asOf: '2025-01-31' })
    waitASecond()
    expect(await nameParty()).toBe('Purple')
  })

  it('asks no more than once a second whether a source was collected', async () => {
    const { records, waitASecond } = openWithClock()
    const countTrades = async () => (await records.getTrades({ ticker: 'ACME' })).insiders?.total
    expect(await countTrades()).toBe(1)
    await file(2, { transactions: [createTransaction({ shares: 7, ownedAfter: 7 })] })
    await keepRun(database.db, { source: 'insiders', asOf: '2025-01-31', listed: 1 })
    expect(await countTrades()).toBe(1)
    waitASecond()
    expect(await countTrades()).toBe(2)
  })
})

describe('getTrades without usable records', () => {
  it('reports the state "never" if nothing was read yet', async () => {
    const { insiders, congress } = await ask()
    expect([insiders?.coverage.state, insiders?.window]).toEqual(['never', null])
    expect([congress?.coverage.map(({ state }) => state), congress?.window]).toEqual([
      ['never', 'never'],
      null,
    ])
  })

  it('reports a source as failing if it could read nothing of what it listed', async () => {
    await keepRun(database.db, {
      source: 'insiders',
      asOf: '2025-01-31',
      outcome: 'partial',
      listed: 9,
      read: 0,
    })
    expect((await ask()).insiders?.coverage).toMatchObject({ state: 'failing', readTo: null })
  })

  it('returns the other part if one cannot be read', async () => {
    await readWeek()
    await keepRun(database.db, { source: 'house', asOf: '2025-01-31' })
    await file(1)
    await sql`alter table congress_line rename column asset to lost`.execute(database.db)
    try {
      const answer = await open().getTrades({ ticker: 'ACME' })
      expect([answer.congress, answer.insiders?.total]).toEqual([null, 1])
      expect(logLines.join('')).toMatch(/column \S*asset\S* does not exist/)
    } finally {
      await sql`alter table congress_line rename column lost to asset`.execute(database.db)
    }
  })

  it('throws not-ready if the database fails', async () => {
    const other = await createTestDatabase()
    await sql`drop table collect_run`.execute(other.db)
    const { trades } = createTestDeps(other, { LOG_LEVEL: 'silent' }).deps.newsletter
    await expect(trades.getTrades({ ticker: 'ACME' })).rejects.toMatchObject({
      code: 'not-ready',
      retryAfterSeconds: 30,
    })
    await other.close()
  })

  it('rejects an invalid ticker', async () => {
    await expect(open().getTrades({ ticker: 'A B' })).rejects.toMatchObject({ code: 'invalid-ticker' })
  })
})
