import { describe, expect, it } from 'vitest'

import type { CongressTrade } from '../../records/congress/congress-trade.ts'
import { analyseCongress } from './analyse-congress.ts'
import { createCoverage, createMember, createTrade, createTradeOf } from './testing/congress-trades.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const analyse = (trades: readonly CongressTrade[]) =>
  analyseCongress({ trades, coverage: [createCoverage()] }, WEEK)

describe('a finding about Congress', () => {
  it('adds up the ranges of what a filer, spouse and children bought of one asset, end by end', () => {
    const { findings } = analyse([
      createTrade(),
      createTrade({ row: 2, owner: 'SP', low: 15_001, high: 50_000, tradedOn: '2025-01-08' }),
      createTrade({ row: 3, type: 'S', owner: 'DC' }),
    ])
    expect(findings).toHaveLength(2)
    const [buy] = findings
    expect(buy).toMatchObject({
      id: 'congress/buy/house-20000001-1',
      filer: { name: 'Jane Doe', party: 'Democrat', state: 'CA', chamber: 'house' },
      accounts: ['self', 'SP'],
      reports: [{ reportId: '20000001', url: 'https://house.example/20000001', filedOn: '2025-01-28' }],
      isLate: false,
    })
    expect(buy?.facts.amount).toMatchObject({
      id: 'congress/buy/house-20000001-1/amount',
      kind: 'amount',
      subject: 'Jane Doe',
      value: [16_002, 65_000],
      unit: 'usd',
      period: { from: '2025-01-06', to: '2025-01-08' },
      asOf: '2025-01-28',
      sourceUrl: 'https://house.example/20000001',
      inputs: ['house 20000001#1', 'house 20000001#2'],
    })
    expect(buy?.facts.asset.value).toBe('Acme Corp. (ACME)')
    expect([buy?.facts.rows.value, buy?.facts.lag?.value]).toEqual([2, 22])
  })

  it.each([
    ['a range without an upper end', [50_000_000, undefined], 'more than $50,000,000', 'text'],
    ['one exact sum', [3500, 3500], 3500, 'usd'],
    ['a range', [1001, 15_000], [1001, 15_000], 'usd'],
  ] as const)('keeps %s as reported', (_name, [low, high], value, unit) => {
    expect(analyse([createTrade({ low, high })]).findings[0]?.facts.amount).toMatchObject({ value, unit })
  })

  it('has a sum without an upper end if one of its rows has none', () => {
    const { counted } = analyse([createTrade(), createTrade({ row: 2, low: 50_000_000, high: undefined })])
    expect(counted.buySum?.value).toBe('more than $50,001,001')
    expect(counted.saleSum).toBeUndefined()
  })

  it('is late after the forty-fifth day', () => {
    const isLate = (tradedOn: string) => analyse([createTrade({ tradedOn })]).findings[0]?.isLate
    expect(isLate('2024-12-14')).toBe(false)
    expect(isLate('2024-12-13')).toBe(true)
  })

  it('has no delay if the filer learned of a trade before it was made', () => {
    const { findings, coverage, slowest } = analyse([
      createTrade({ tradedOn: '2024-11-01', notifiedOn: '2024-10-31' }),
    ])
    expect([findings[0]?.facts.lag, findings[0]?.isLate, slowest]).toEqual([undefined, false, undefined])
    expect(coverage.doubtfulDays.value).toBe(1)
  })

  it('puts what others wrote on one line, truncated', () => {
    const name = `Acme\n\u202eCorp ${'x'.repeat(500)}`
    const asset = analyse([createTrade({ asset: name })]).findings[0]?.facts.asset.value
    expect(asset).toMatch(/^Acme Corp x{10,60}… \(ACME\)$/)
  })

  it('distinguishes options from shares, in both chambers', () => {
    const inSenate = { chamber: 'senate', assetType: 'Stock', reportId: 'abc' } as const
    const { findings } = analyse([
      createTrade(),
      createTrade({ ...inSenate, asset: 'Acme Corporation' }),
      createTrade({ row: 2, assetType: 'OP' }),
    ])
    expect(findings.map(({ facts }) => [facts.asset.value, facts.rows.value])).toEqual([
      ['Acme Corp. (ACME)', 2],
      ['options on Acme Corp. (ACME)', 1],
    ])
  })

  it('counts nothing from a row with a note that we do not understand, and says how large those rows are', () => {
    const { findings, noTrades, coverage } = analyse([
      createTrade(),
      createTrade({ row: 2, description: 'Contribution of 382 shares to a university' }),
    ])
    expect(findings.map(({ facts }) => facts.rows.value)).toEqual([1])
    expect(noTrades.map(({ kind }) => kind)).toEqual(['unread note'])
    expect([coverage.unreadNotes.value, coverage.unreadNoteSum.value]).toEqual([1, [1001, 15_000]])
  })

  it('passes on only the subject of a filer’s note', () => {
    const notes = (description: string) => analyse([createTrade({ description })]).findings[0]?.notes
    expect(notes('Capital call for $3,500')).toEqual(['capital call'])
    expect(notes('Bought 10 shares.')).toEqual([])
    const bond = {
      type: 'S',
      assetType: 'GS',
      asset: 'Springfield 5%',
      description: 'Sold before maturity',
    } as const
    expect(analyse([createTrade(bond)]).findings[0]?.notes).toEqual([])
  })

  it('says which notes apply to only some rows', () => {
    const [finding] = analyse([
      createTrade({ assetType: 'HN', asset: 'Roe Partners', ticker: undefined, description: 'Capital call' }),
      createTrade({
        assetType: 'HN',
        asset: 'Roe Partners',
        ticker: undefined,
        row: 2,
        tradedOn: '2024-11-01',
      }),
    ]).findings
    expect(finding).toMatchObject({
      notes: [],
      notesOfSome: ['capital call'],
      isLate: true,
      isPartlyLate: true,
    })
  })
})

it('gives the delay of the rows that were late, not of those that need not be reported', () => {
  const small = createTrade({ tradedOn: '2024-06-01', low: 1, high: 1000 })
  const [finding] = analyse([small, createTrade({ row: 2, tradedOn: '2024-12-12' })]).findings
  expect([finding?.isPartlyLate, finding?.facts.lag?.value, finding?.facts.publicLag?.value]).toEqual([
    true,
    47,
    241,
  ])
})

describe('what no sum includes', () => {
  it('contains each row dated after its own report, even if it corrects another', () => {
    const late = { tradedOn: '2025-01-29' }
    const { coverage } = analyse([
      createTrade(late),
      createTrade({ ...late, row: 2, status: 'amended' }),
      createTrade({ row: 3, status: 'amended' }),
    ])
    expect(coverage).toMatchObject({
      rows: { value: 3 },
      impossibleDays: { value: 2, inputs: ['house 20000001#1', 'house 20000001#2'] },
      correctionsLeftOut: { value: 1, inputs: ['house 20000001#3'] },
    })
  })

  it('contains a trade dated after its own report, which is still mentioned', () => {
    const { findings, heldBack, coverage } = analyse([createTrade({ tradedOn: '2025-01-29' })])
    expect(findings).toEqual([])
    expect(coverage.impossibleDays).toMatchObject({ value: 1, inputs: ['house 20000001#1'] })
    expect(heldBack).toEqual([
      {
        reportId: '20000001',
        url: 'https://house.example/20000001',
        filedOn: '2025-01-28',
        filer: 'Jane Doe',
      },
    ])
  })

  it('contains gifts, reinvested income and redemptions: they are in no sum, count, party or herd, but mentioned as what they are', () => {
    const given = { type: 'S (partial)', description: 'Contribution of 40 shares to a school' } as const
    const { findings, counted, herds, tickers, coverage, notTraded } = analyse([
      createTrade(given),
      createTradeOf('Ann Roe', given),
      createTradeOf('Bo Poe', { ...given, low: 1_000_001, high: 5_000_000 }),
      createTradeOf('Cy Loe', { comments: 'Dividend Reinvestment' }),
      createTradeOf('Di Moe', { type: 'S', assetType: 'GS', description: 'Called by issuer' }),
      createTradeOf('Ed Noe', { description: 'Inherited' }),
    ])
    expect([findings, counted.parties, herds, tickers]).toEqual([[], [], [], []])
    expect([counted.filers.value, counted.buySum, counted.saleSum]).toEqual([0, undefined, undefined])
    const { rows, gifts, reinvestments, redemptions, exchanges, otherChanges } = coverage
    expect(
      [rows, gifts, reinvestments, redemptions, exchanges, otherChanges].map(({ value }) => value),
    ).toEqual([6, 3, 1, 1, 0, 1])
    expect(notTraded.map(({ kind, filer }) => [kind, filer])).toEqual([
      ['gift', 'Ann Roe'],
      ['gift', 'Bo Poe'],
      ['gift', 'Jane Doe'],
      ['reinvestment', 'Cy Loe'],
      ['redemption', 'Di Moe'],
      ['other', 'Ed Noe'],
    ])
  })

  it('contains exchanges, deleted rows and what a later report takes back', () => {
    const { findings, coverage } = analyse([
      createTrade({ type: 'E' }),
      createTrade({ row: 2, replacedBy: '9' }),
      createTrade({ row: 3, status: 'deleted' }),
    ])
    expect(findings).toEqual([])
    const { rows, exchanges, deletedRows, replacedRows } = coverage
    expect([rows, exchanges, deletedRows, replacedRows].map(({ value }) => value)).toEqual([3, 1, 1, 1])
  })

  it('contains what became public outside the week', () => {
    const { findings, coverage } = analyse([
      createTrade({ filedOn: '2025-01-26' }),
      createTrade({ row: 2, filedOn: '2025-02-03' }),
    ])
    expect([findings, coverage.rows.value]).toEqual([[], 0])
  })
})

describe('a correction of a row in Congress', () => {
  const original = createTrade({ replacedBy: '2', tradedOn: '2024-12-14' })
  const corrected = createTrade({
    ...original,
    reportId: '2',
    replacedBy: undefined,
    status: 'amended',
    filedOn: '2025-01-30',
    low: 15_001,
    high: 50_000,
  })

  it('replaces its row, but the row’s filing day still counts', () => {
    const { findings, coverage } = analyse([corrected, original])
    expect(findings).toHaveLength(1)
    expect(findings[0]?.facts.amount.value).toEqual([15_001, 50_000])
    expect([findings[0]?.facts.lag?.value, findings[0]?.isLate]).toEqual([45, false])
    expect(coverage.correctionsApplied.value).toBe(1)
  })

  it.each([
    ['an earlier week', [{ ...original, filedOn: '2025-01-20' }, corrected]],
    ['an unknown report', [corrected]],
  ])('of %s is not counted again', (_name, trades) => {
    const { findings, coverage } = analyse(trades)
    expect([findings, coverage.correctionsLeftOut.value]).toEqual([[], 1])
  })

  it('repeats its whole report in the Senate, with added rows', () => {
    const inSenate = { chamber: 'senate', status: undefined } as const
    const { counted } = analyse([
      createTrade({ ...inSenate, replacedBy: '2' }),
      createTrade({ ...inSenate, reportId: '2', status: 'amended' }),
      createTrade({ ...inSenate, reportId: '2', row: 2, status: 'amended', asset: 'Roe Inc.' }),
    ])
    expect(counted.buySum?.value).toEqual([2002, 30_000])
  })
})

describe('a herd of filers', () => {
  const names = ['Ann Roe', 'Bo Roe', 'Cy Roe']
  const onDay = (days: readonly string[], parts: Partial<CongressTrade> = {}) =>
    names.map((name, index) => createTradeOf(name, { tradedOn: days[index] ?? '', ...parts }))

  it('is found if three filers trade the same shares in the same direction within thirty days', () => {
    const { herds } = analyse(onDay(['2024-12-30', '2025-01-06', '2025-01-28']))
    expect(herds).toHaveLength(1)
    expect(herds[0]?.facts.members).toMatchObject({
      id: 'congress/herd/buy/ACME-acme/members-buying',
      subject: 'Acme Corp. (ACME)',
      value: 3,
      formula: expect.stringContaining('no claim of coordination') as string,
    })
    expect(herds[0]?.facts.sum.value).toEqual([3003, 45_000])
  })

  it.each([
    ['in trades over thirty-one days', onDay(['2024-12-29', '2025-01-06', '2025-01-28'])],
    ['in trades of one filer', names.map((_, row) => createTrade({ row }))],
    [
      'in options, which may go either way',
      onDay(['2025-01-06', '2025-01-06', '2025-01-06'], { assetType: 'OP' }),
    ],
    ['in assets without a ticker', onDay(['2025-01-06', '2025-01-06', '2025-01-06'], { ticker: undefined })],
  ])('is not found %s', (_name, trades) => {
    expect(analyse(trades).herds).toEqual([])
  })
})

it('joins no trades by a ticker alone, which may be mistyped', () => {
  const { herds, tickers } = analyse([
    ...['Ann Roe', 'Bo Poe'].map((name) => createTradeOf(name, { asset: 'Apple Inc.', ticker: 'AAPL' })),
    createTradeOf('Cy Loe', { asset: 'Applied Materials, Inc.', ticker: 'AAPL' }),
    createTradeOf('Di Noe', { asset: 'Roundhill Ball Metaverse ETF', ticker: 'AAPL', low: 1_000_001 }),
  ])
  expect(herds).toEqual([])
  expect(tickers.map(({ buyers }) => [buyers.subject, buyers.value])).toEqual([['Apple Inc. (AAPL)', 2]])
})

it('counts the filers on both sides of a ticker, and adds their ranges', () => {
  const { tickers } = analyse([
    createTradeOf('Ann Roe'),
    createTradeOf('Bo Roe', { type: 'S' }),
    createTradeOf('Cy Roe', {
      type: 'S (partial)',
      member: createMember({ bioguideId: 'c', name: 'Cy Roe', party: 'Republican' }),
    }),
    createTradeOf('Di Roe', { member: undefined, ticker: 'ROE' }),
  ])
  const values = ({ buyers, sellers, bought, sold }: (typeof tickers)[number]) => [
    buyers.subject,
    ...[buyers, sellers, bought, sold].map((fact) => fact?.value),
  ]
  expect(tickers.map(values)).toEqual([['Acme Corp. (ACME)', 1, 2, [1001, 15_000], [2002, 30_000]]])
})

describe('the link to a committee', () => {
  const HSBA = { id: 'HSBA', name: 'House Committee on Financial Services' }
  const member = createMember({ committees: [HSBA] })
  const overlapOf = (parts: Partial<CongressTrade>) => analyse([createTrade({ member, ...parts })])

  it('is mentioned only if the report itself names the field', () => {
    expect(overlapOf({ asset: 'First Bank Common Stock' }).findings[0]?.overlap).toEqual({
      committee: HSBA.name,
      field: 'banking',
    })
    expect(overlapOf({ asset: 'Bitcoin', assetType: 'CT' }).findings[0]?.overlap).toMatchObject({
      field: 'cryptocurrency',
    })
    const { findings, coverage } = overlapOf({ asset: 'Wells & Co' })
    expect([findings[0]?.overlap, coverage.committeeOverlaps.value]).toEqual([undefined, 0])
  })

  it('is not made for subcommittees, words within words or next to the name, the other chamber, or an unknown filer', () => {
    const sub = createMember({ committees: [{ ...HSBA, parent: 'Another' }] })
    expect(overlapOf({ member: sub, asset: 'First Bank' }).findings[0]?.overlap).toBeUndefined()
    expect(
      overlapOf({ asset: 'Acme Corp - Stock (held at Chase Bank)' }).findings[0]?.overlap,
    ).toBeUndefined()
    expect(overlapOf({ asset: 'Acme Corp, Maple Insurance annuity' }).findings[0]?.overlap).toBeUndefined()
    expect(overlapOf({ asset: 'Burbank Tools' }).findings[0]?.overlap).toBeUndefined()
    const ofSenate = createMember({ committees: [{ id: 'SSBK', name: 'Senate Banking' }] })
    expect(overlapOf({ member: ofSenate, asset: 'First Bank' }).findings[0]?.overlap).toBeUndefined()
    expect(overlapOf({ member: undefined, asset: 'First Bank' }).findings[0]?.overlap).toBeUndefined()
  })
})

describe('the order of findings about Congress', () => {
  it('is by size, with late reports first and few from each filer', () => {
    const of = (name: string, asset: string, low: number, parts: Partial<CongressTrade> = {}) =>
      createTradeOf(name, { asset, ticker: undefined, low, high: low, row: low, ...parts })
    const { findings } = analyse([
      of('Ann Roe', 'A', 10_000),
      of('Ann Roe', 'B', 9000),
      of('Ann Roe', 'C', 8000),
      of('Bo Roe', 'D', 4000, { tradedOn: '2024-12-01' }),
      of('Cy Roe', 'E', 5000),
    ])
    expect(findings.map(({ facts }) => facts.asset.value)).toEqual(['D', 'A', 'B', 'E', 'C'])
  })

  it('puts the slowest report among the first five', () => {
    const trades = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Fay'].map((name) =>
      createTradeOf(`${name} Roe`, { low: 100_001, high: 250_000, ticker: undefined }),
    )
    const slow = createTradeOf('Zed Roe', { tradedOn: '2020-01-01', ticker: undefined })
    const { findings, limit } = analyse([...trades, slow])
    expect(findings[4]?.filer.name).toBe('Zed Roe')
    expect(findings[4]?.facts.lag?.value).toBe(1854)
    expect(limit).toMatchObject({ value: 45, sourceName: '5 U.S.C. 13105(l)' })
  })
})
