import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'
import { accessionOf, createCollection, createFiling, createTransaction } from '../testing/insider-filings.ts'
import { analyseInsiders } from './analyse-insiders.ts'
import { addDays } from '../../lib/dates.ts'
import { closeKey } from '../../records/insiders/judge-trades.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const analyse = (filings: readonly InsiderFiling[], closes: Record<string, [number, number]> = {}) =>
  analyseInsiders(
    createCollection(filings),
    new Map(Object.entries(closes).map(([key, [close, adjustedClose]]) => [key, { close, adjustedClose }])),
    WEEK,
  )

describe('analyseInsiders', () => {
  it('rolls the lines of one owner up into one finding', () => {
    const { buys, sales, totals } = analyse([
      createFiling({
        transactions: [
          createTransaction({ shares: 100, price: 10, ownedAfter: 300 }),
          createTransaction({ line: 2, shares: 300, price: 12, ownedAfter: 600 }),
          createTransaction({ line: 3, code: 'A', shares: 5000, price: 0 }),
        ],
      }),
    ])
    expect(sales).toEqual([])
    expect(buys).toHaveLength(1)
    const { facts } = buys[0]!
    expect(facts.shares.value).toBe(400)
    expect(facts.value.value).toBe(4600)
    expect(facts.averagePrice?.value).toBe(11.5)
    expect(facts.lag.value).toBe(1)
    expect(facts.sizeAgainstHolding?.value).toBe(2)
    expect(facts.value).toMatchObject({
      id: 'insiders/buy/42/77/value',
      unit: 'usd',
      asOf: '2025-01-28',
      period: { from: '2025-01-27', to: '2025-01-27' },
      sourceUrl: 'https://www.sec.gov/Archives/edgar/data/42/0000000042-25-000001.txt',
      inputs: ['0000000042-25-000001#1', '0000000042-25-000001#2'],
    })
    expect(totals.buyValue.value).toBe(4600)
  })

  it('counts once what joint filers list both as held directly and, through one of them, indirectly', () => {
    const through = { ownership: 'indirect', ownershipNature: 'By Bolt Fund LP' } as const
    const transactions = [createTransaction(), createTransaction({ line: 2, ...through })]
    const ofTwo = (owners: string[]) => analyse([createFiling({ ownerCiks: owners, transactions })])
    expect(ofTwo(['77', '78']).totals.buyValue.value).toBe(10_000)
    // A person's own lots and a spouse's are two.
    expect(ofTwo(['77']).totals.buyValue.value).toBe(20_000)
  })

  it('says nothing about the holding if more was sold before, or the notes mention further holdings', () => {
    const buy = createTransaction({ line: 2, tradedOn: '2025-01-28', ownedAfter: 1000 })
    const sale = createTransaction({ code: 'S', ownedAfter: 0 })
    expect(analyse([createFiling({ transactions: [sale, buy] })]).buys[0]?.isNewPosition).toBe(false)
    const more = { ...buy, isMoreHeld: true }
    expect(analyse([createFiling({ transactions: [more] })]).buys[0]?.isNewPosition).toBe(false)
    const all = { ...sale, isMoreHeld: true }
    expect(analyse([createFiling({ transactions: [all] })]).sales[0]?.facts.partOfHolding).toBeUndefined()
  })

  it.each([
    'Phantom Stock Units',
    'Deferred Stock Units',
    'Restricted Stock Units',
    'Term Loan',
    'Common Stock Call',
    'Total Return Swap',
    'Stock Appreciation Rights',
    'Performance Shares',
    '5.25% Senior 2030',
    'Subscription Receipts',
    'Trust Preferred Securities',
    'LLC Interests',
    'Class B Units',
    'Common Stock Equivalents',
    'Common Stock (Put)',
    'Common Stock of Subsidiary',
    'Common Stock (issued on conversion of notes)',
    'See footnote',
    '',
  ])('ignores a trade of %s', (security) => {
    const { totals, coverage } = analyse([createFiling({ transactions: [createTransaction({ security })] })])
    expect([totals.buyValue.value, coverage.otherSecurityLines.value]).toEqual([0, 1])
  })

  it.each([
    'Common Units representing limited partner interests',
    'Common Units (Limited Partner Interests)',
    'Restricted Common Stock',
    'Subordinate Voting Shares',
    'Acme Corp. Common Stock, par value $.001 per share (1)',
    'Class A Common Stock, $0.01 par value',
    'Shares of Beneficial Interest',
    'American Depositary Shares',
    'Series B Preferred',
  ])('includes a trade of %s', (security) => {
    const { totals } = analyse([createFiling({ transactions: [createTransaction({ security })] })])
    expect(totals.buyValue.value).toBe(10_000)
  })

  it('does not check prices of preferred shares against the close of the common shares', () => {
    const transactions = [createTransaction({ security: '6% Series B Preferred Stock', price: 100 })]
    const closes = { [closeKey('ACME', '2025-01-27')]: [10, 10] as [number, number] }
    const [buy] = analyse([createFiling({ transactions })], closes).buys
    expect([buy?.isPreferred, buy?.priceCheck]).toEqual(['all', 'none'])
  })

  it('counts the trade of joint filers once', () => {
    const { buys, totals } = analyse([createFiling({ ownerCiks: ['77', '78', '79'] })])
    expect(buys).toHaveLength(1)
    expect(totals.buyValue.value).toBe(10_000)
  })

  it('calls a purchase a new position only if the form lists no earlier holding of any kind', () => {
    const transactions = [createTransaction({ ownedAfter: 1000 })]
    expect(analyse([createFiling({ transactions })]).buys[0]?.isNewPosition).toBe(true)
    const holdings = [
      { security: 'Common Stock', owned: 4000, ownership: 'indirect', ownershipNature: 'By trust' },
    ] as const
    const [buy] = analyse([createFiling({ transactions, holdings })]).buys
    // It is not compared with a holding of another kind either.
    expect([buy?.isNewPosition, buy?.facts.sizeAgainstHolding]).toEqual([false, undefined])
  })

  it.each([
    ['Class A Common Stock', 'indirect', 'Bolt Funds'],
    ['Cl. A Common', 'indirect', 'Bolt Growth Fund'],
    ['Class A Common Shares', 'indirect', 'Bolt Funds'],
    ['Class B Common Shares', 'direct', undefined],
  ] as const)('calls none a new position if the form lists %s held %s', (security, ownership, nature) => {
    const through = { ownership: 'indirect', ownershipNature: 'Bolt Funds' } as const
    const transactions = [
      createTransaction({ security: 'Class A Common Shares', ownedAfter: 1000, ...through }),
    ]
    const newOf = (owned: number) =>
      analyse([
        createFiling({
          transactions,
          holdings: [{ security, owned, ownership, ownershipNature: nature }],
        }),
      ]).buys[0]?.isNewPosition
    expect([newOf(500), newOf(0)]).toEqual([false, true])
  })

  it('knows the holding before only if the last line gives the holding afterwards', () => {
    const holdingOf = (...ends: number[]) => {
      const transactions = ends.map((ownedAfter, at) =>
        createTransaction({ line: at + 1, shares: 500, ownedAfter }),
      )
      const [buy] = analyse([createFiling({ transactions })]).buys
      return [buy?.isNewPosition, buy?.facts.sizeAgainstHolding?.value]
    }
    expect(holdingOf(1500, 2000)).toEqual([false, 1])
    // Some forms give the last number on each line, and some list the newest trade first.
    expect(holdingOf(2000, 2000)).toEqual([false, 1])
    expect(holdingOf(2000, 1500)).toEqual([false, undefined])
    expect(holdingOf(1500, 1000)).toEqual([false, undefined])
  })

  it('makes no comparison with a holding if the form lists shares of another class', () => {
    const holdings = [
      { security: 'Class B Common Stock', owned: 5_000_000, ownership: 'direct', ownershipNature: undefined },
    ] as const
    const partsOf = (code: string, own: typeof holdings | []) => {
      const transactions = [createTransaction({ code, ownedAfter: 1500 })]
      const { buys, sales } = analyse([createFiling({ transactions, holdings: own })])
      const { facts } = [...buys, ...sales][0]!
      return [facts.sizeAgainstHolding?.value, facts.partOfHolding?.value]
    }
    expect([partsOf('P', []), partsOf('S', [])]).toEqual([
      [2, undefined],
      [undefined, 0.4],
    ])
    expect([partsOf('P', holdings), partsOf('S', holdings)]).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  it('says nothing about the holding if the figures contradict each other', () => {
    const [buy] = analyse([createFiling({ transactions: [createTransaction({ ownedAfter: 990 })] })]).buys
    expect([buy?.isNewPosition, buy?.facts.sizeAgainstHolding]).toEqual([false, undefined])
  })

  it('calls a report late after the second business day', () => {
    const filedOn = (day: string) => analyse([createFiling({ filedOn: day })]).buys[0]?.isLate
    expect(filedOn('2025-01-29')).toBe(false)
    expect(filedOn('2025-01-30')).toBe(true)
  })

  it.each([
    ['all', [true, true]],
    ['some', [true, undefined]],
    ['none', [false, false]],
    ['unknown', [false, undefined]],
    ['unknown', [undefined, undefined]],
  ] as const)('gives the plan status "%s" for %s', (plan, marks) => {
    const transactions = marks.map((isPlanned, index) => createTransaction({ line: index + 1, isPlanned }))
    expect(analyse([createFiling({ transactions })]).buys[0]?.plan).toBe(plan)
  })

  it('leaves out a price that is far from both the raw and the adjusted close, and says so', () => {
    const filing = createFiling({ transactions: [createTransaction({ price: 1000 })] })
    const { buys, heldBack, totals, coverage } = analyse([filing], {
      [closeKey('ACME', '2025-01-27')]: [10, 9.5],
    })
    expect(buys).toEqual([])
    expect(totals.buyValue.value).toBe(0)
    expect(coverage.suspectPrices.value).toBe(1)
    expect(heldBack[0]).toMatchObject({
      reason: 'suspect-price',
      price: { value: 1000 },
      close: { value: 10 },
    })
  })

  it('adds up all lines of an owner that are left out for their prices, over their days and forms', () => {
    const at = (number: number, tradedOn: string, price: number) =>
      createFiling({
        accession: accessionOf(number),
        transactions: [createTransaction({ price, tradedOn })],
      })
    const { heldBack } = analyse([at(1, '2025-01-27', 1000), at(2, '2025-01-24', 2000)], {
      [closeKey('ACME', '2025-01-27')]: [10, 9.5],
      [closeKey('ACME', '2025-01-24')]: [10, 9.5],
    })
    expect(heldBack).toMatchObject([
      {
        value: { value: 3_000_000, period: { from: '2025-01-24', to: '2025-01-27' } },
        filings: [{ accession: accessionOf(1) }, { accession: accessionOf(2) }],
        price: undefined,
        close: undefined,
      },
    ])
  })

  it.each([
    ['exactly twice the close', 20, 10, 10, true],
    ['more than twice', 20.01, 10, 10, false],
    ['exactly half', 5, 10, 10, true],
    ['less than half', 4.99, 10, 10, false],
    ['a price typed ten times too high, a little above the close', 99, 10, 10, false],
    ['a price far from the raw close but near the adjusted one', 200, 10, 190, true],
  ])('judges %s', (_name, price, close, adjusted, isCounted) => {
    const filing = createFiling({ transactions: [createTransaction({ price })] })
    const { buys } = analyse([filing], { [closeKey('ACME', '2025-01-27')]: [close, adjusted] })
    expect(buys.length === 1).toBe(isCounted)
  })

  it('counts a private deal far below the close, since the close says nothing about its price', () => {
    const priceOf = (via: 'placement' | 'offering', price: number) => {
      const filing = createFiling({ transactions: [createTransaction({ price, via })] })
      const { buys, heldBack } = analyse([filing], { [closeKey('ACME', '2025-01-27')]: [249.7, 249.7] })
      return [buys[0]?.priceCheck, heldBack[0]?.reason]
    }
    expect(priceOf('placement', 28.76)).toEqual(['none', undefined])
    expect(priceOf('placement', 249.7)).toEqual(['all', undefined])
    expect(priceOf('placement', 2497)).toEqual([undefined, 'suspect-price'])
    expect(priceOf('offering', 28.76)).toEqual([undefined, 'suspect-price'])
  })

  it('holds back unconfirmed trades above a hundred million dollars, in every week alike', () => {
    const sumOf = (shares: number) => {
      const { totals, coverage } = analyse([createFiling({ transactions: [createTransaction({ shares })] })])
      return [totals.buyValue.value, coverage.unverifiedSizeValue.value]
    }
    expect(sumOf(10_000_000)).toEqual([100_000_000, 0])
    expect(sumOf(10_000_001)).toEqual([0, 100_000_010])
  })

  it('adds up unrounded values, not values already rounded to cents', () => {
    const filings = ['77', '78', '79'].map((cik, index) =>
      createFiling({
        accession: accessionOf(index + 1),
        ownerCiks: [cik],
        transactions: [createTransaction({ shares: 1, price: 10.004 })],
      }),
    )
    expect(analyse(filings).totals.marketBuyValue.value).toBe(30.01)
  })

  it('holds back more than a hundred million dollars that no close confirms', () => {
    const filing = createFiling({ transactions: [createTransaction({ shares: 258_800_000, price: 1000 })] })
    const unchecked = analyse([filing])
    expect(unchecked.totals.buyValue.value).toBe(0)
    expect(unchecked.heldBack[0]).toMatchObject({
      reason: 'unverified-size',
      value: { value: 258_800_000_000 },
    })
    const checked = analyse([filing], { [closeKey('ACME', '2025-01-27')]: [900, 900] })
    expect(checked.totals.buyValue.value).toBe(258_800_000_000)
  })

  it('says for how many trades no close is known, and counts them', () => {
    const { coverage, buys } = analyse([createFiling({ ticker: undefined })])
    expect([coverage.uncheckedTrades.value, coverage.uncheckedValue.value]).toEqual([1, 10_000])
    expect(buys[0]?.priceCheck).toBe('none')
  })

  it('leaves out lines that contradict themselves, and lines without a price', () => {
    const { totals, coverage } = analyse([
      createFiling({
        transactions: [
          createTransaction({ tradedOn: '2026-01-27' }),
          createTransaction({ line: 2, code: 'S', direction: 'acquired' }),
          createTransaction({ line: 3, price: undefined }),
          createTransaction({ line: 4, price: 0 }),
        ],
      }),
    ])
    expect([totals.buyFindings.value, totals.saleFindings.value]).toEqual([0, 0])
    expect([coverage.impossibleTrades.value, coverage.unpricedLines.value]).toEqual([2, 2])
  })

  it('leaves out what a footnote calls a gift, reinvested income or a purchase under a plan, and says so', () => {
    const { totals, coverage } = analyse([
      createFiling({
        transactions: [
          createTransaction({ via: 'reinvestment' }),
          createTransaction({ line: 2, via: 'employee plan', price: undefined }),
          createTransaction({ line: 3, code: 'S', via: 'gift' }),
          createTransaction({ line: 4, code: 'S', via: 'transfer' }),
        ],
      }),
    ])
    expect([totals.buyFindings.value, totals.saleFindings.value, coverage.trades.value]).toEqual([0, 0, 0])
    const { giftLines, transferLines, reinvestedLines, planLines, unpricedLines } = coverage
    expect(
      [giftLines, transferLines, reinvestedLines, planLines, unpricedLines].map(({ value }) => value),
    ).toEqual([1, 1, 1, 1, 0])
    expect(giftLines.inputs).toEqual(['0000000042-25-000001#3'])
  })

  it('leaves a trade with a note that we do not understand out of sums, clusters and findings, and says how large it is', () => {
    const transactions = [
      createTransaction(),
      createTransaction({ line: 2, via: 'unread note', shares: 500 }),
    ]
    const { buys, others, totals, coverage } = analyse([createFiling({ transactions })])
    expect(buys.map(({ id }) => id)).toEqual(['insiders/buy/42/77'])
    expect(others.map(({ id }) => id)).toEqual(['insiders/buy/42/77/unread-note'])
    expect([totals.buyFindings.value, coverage.trades.value]).toEqual([1, 1])
    expect([coverage.unreadNotes.value, coverage.unreadNoteValue.value]).toEqual([1, 5000])
  })

  it('separates shares from an offering or a placement from the market, ranks them below it and keeps them out of clusters', () => {
    const buyer = (cik: string, via: 'offering' | 'placement' | undefined) =>
      createFiling({
        accession: accessionOf(Number(cik)),
        ownerCiks: [cik],
        transactions: [
          createTransaction({ via, shares: via === undefined ? 1 : 1000, ownedAfter: 5000 + Number(cik) }),
        ],
      })
    const both = createFiling({
      accession: accessionOf(8),
      ownerCiks: ['8'],
      transactions: [createTransaction(), createTransaction({ line: 2, via: 'offering' })],
    })
    const { buys, clusters, coverage, totals } = analyse([
      buyer('5', 'offering'),
      buyer('6', 'placement'),
      buyer('7', undefined),
      both,
    ])
    expect(buys.map(({ id, via }) => [id, via])).toEqual([
      ['insiders/buy/42/8', undefined],
      ['insiders/buy/42/7', undefined],
      ['insiders/buy/42/5/offering', 'offering'],
      ['insiders/buy/42/6/placement', 'placement'],
      ['insiders/buy/42/8/offering', 'offering'],
    ])
    expect(clusters).toEqual([])
    expect([coverage.offerTrades.value, totals.buyValue.value]).toEqual([3, 40_010])
  })

  it('keeps a sale for taxes alone out of the sums, the sellers and the ordinary sales of its owner', () => {
    const { sales, totals, coverage } = analyse([
      createFiling({
        transactions: [
          createTransaction({ code: 'S', via: 'taxes' }),
          createTransaction({ line: 2, code: 'S', shares: 5, reason: 'tax planning', priceRange: [9, 11] }),
          createTransaction({ line: 3, code: 'S', shares: 4 }),
        ],
      }),
      createFiling({
        accession: accessionOf(2),
        ownerCiks: ['5'],
        transactions: [createTransaction({ code: 'S', via: 'taxes' })],
      }),
    ])
    expect(sales.map(({ id, reason }) => [id, reason])).toEqual([
      ['insiders/sale/42/77', { code: 'tax planning', isOfAll: false }],
      ['insiders/sale/42/5/taxes', undefined],
      ['insiders/sale/42/77/taxes', undefined],
    ])
    const { saleValue, marketSaleValue, taxSaleValue, saleFindings, offerSaleValue } = totals
    expect(
      [saleValue, marketSaleValue, taxSaleValue, saleFindings, offerSaleValue].map(({ value }) => value),
    ).toEqual([90, 90, 20_000, 1, 0])
    expect(coverage.offerTrades.value).toBe(0)
    expect([sales[0]?.facts.rangeLow?.value, sales[0]?.facts.rangeHigh?.value]).toEqual([9, 11])
  })

  it('names a cluster of three independent buyers within 30 days', () => {
    const buyer = (cik: string, day: string) =>
      createFiling({
        accession: accessionOf(Number(cik)),
        ownerCiks: [cik, '900'].slice(0, cik === '5' ? 2 : 1),
        transactions: [createTransaction({ tradedOn: day, ownedAfter: 5000 + Number(cik) })],
      })
    const seller = createFiling({
      accession: accessionOf(99),
      ownerCiks: ['9'],
      transactions: [createTransaction({ code: 'S' })],
    })
    const two = analyse([buyer('5', '2025-01-27'), buyer('6', '2025-01-27'), seller])
    expect(two.clusters).toEqual([])
    const three = analyse([
      buyer('5', '2024-12-30'),
      buyer('6', '2025-01-27'),
      buyer('7', '2025-01-28'),
      seller,
    ])
    expect(three.clusters[0]?.facts.buyers.value).toBe(3)
    const wide = analyse([buyer('5', '2024-12-29'), buyer('6', '2025-01-27'), buyer('7', '2025-01-28')])
    expect(wide.clusters).toEqual([])
  })

  it('counts a fund, its manager and its founder once, even across several filings', () => {
    const shared = (number: number, ownerCiks: string[]) =>
      createFiling({
        accession: accessionOf(number),
        ownerCiks,
        transactions: [createTransaction({ ownedAfter: 5000 + number })],
      })
    const { clusters } = analyse([shared(1, ['1', '2']), shared(2, ['3']), shared(3, ['2', '3'])])
    expect(clusters).toEqual([])
  })

  it('counts once the funds of one manager that file separately, and the person they are named after', () => {
    const clustersOf = (names: readonly string[]) =>
      analyse(
        names.map((ownerName, index) =>
          createFiling({
            accession: accessionOf(index + 1),
            ownerName,
            ownerCiks: [String(index + 1)],
            transactions: [createTransaction({ shares: 1000 + index, ownedAfter: 5000 + index })],
          }),
        ),
      ).clusters.map(({ facts }) => facts.buyers.value)
    const others = ['Poe John', 'Low Ann']
    expect(clustersOf(['Roe Growth Fund I LP', 'ROE GROWTH FUND II, L.P.', 'The Roe Partners LLC'])).toEqual(
      [],
    )
    expect(clustersOf(['Roe Growth Fund I LP', 'Roe Jane', ...others])).toEqual([3])
    expect(clustersOf(['Van Roe Fund LP', 'Van Roe Jane', ...others])).toEqual([3])
    expect(clustersOf(['Roe Growth Fund I LP', 'Doe Capital LLC', 'Coe Trust'])).toEqual([3])
    // People of one name are two.
    expect(clustersOf(['Roe Jane', 'Roe Richard', 'Poe John'])).toEqual([3])
  })

  it('judges the price of ordinary shares by what part of a depositary share they are', () => {
    const analysed = (price: number, closes: Parameters<typeof analyse>[1], sharesPerDepositary = 10) => {
      const { buys, coverage, totals } = analyse(
        [createFiling({ transactions: [createTransaction({ price, sharesPerDepositary })] })],
        closes,
      )
      return [buys.length, totals.buyValue.value, coverage.unpricedLines.value]
    }
    const closes = { [closeKey('ACME', '2025-01-27')]: [10, 10] } satisfies Record<string, [number, number]>
    expect(analysed(1.02, closes)).toEqual([1, 1020, 0])
    expect(analysed(5.1, closes, 2)).toEqual([1, 5100, 0])
    // The price of a depositary share, or perhaps.
    expect(analysed(10, closes)).toEqual([0, 0, 1])
    expect(analysed(9.8, closes, 2)).toEqual([0, 0, 1])
    expect(analysed(1.02, {})).toEqual([0, 0, 1])
  })

  it.each([
    ['purchases', 'P', 'buyValue'],
    ['sales', 'S', 'saleValue'],
  ] as const)('counts the same %s on a second filing once', (_what, code, total) => {
    const transactions = [createTransaction({ code })]
    const { totals, coverage } = analyse([
      createFiling({ accession: accessionOf(1), ownerCiks: ['1'], transactions }),
      createFiling({ accession: accessionOf(2), ownerCiks: ['1'], transactions }),
    ])
    expect([totals[total].value, coverage.repeatsLeftOut.value]).toEqual([10_000, 1])
  })

  it.each([
    ['a fund and its manager', [createTransaction({ ownership: 'indirect' })], ['2']],
    [
      'the other owners of a form without room for more',
      undefined,
      ['2', '3', '4', '5', '6', '7', '8', '9', '10', '11'],
    ],
  ])('counts the same trades on the filing of %s once', (_who, transactions, ownerCiks) => {
    const { totals } = analyse([
      createFiling({ accession: accessionOf(1), ownerCiks: ['1'] }),
      createFiling({ accession: accessionOf(2), ownerCiks, ...(transactions ? { transactions } : {}) }),
    ])
    expect(totals.buyValue.value).toBe(10_000)
  })

  it('counts a report once if it was filed again with the price rounded differently', () => {
    const again = (number: number, price: number, ownedAfter = 1500) =>
      createFiling({
        accession: accessionOf(number),
        transactions: [createTransaction({ price, ownedAfter })],
      })
    expect(analyse([again(1, 10), again(2, 10.0049)]).totals.buyValue.value).toBe(10_000)
    expect(analyse([again(1, 10), again(2, 10.0049, 2500)]).buys[0]?.facts.shares.value).toBe(2000)
  })

  it.each([
    ['the holding through which it is held', { ownershipNature: 'By Baker Fund, L.P.' }, 10],
    ['an average price to a fraction of a cent', { ownershipNature: 'See footnote' }, 10.0137],
  ])(
    'counts the trade of a fund once, whatever else its manager and founder hold: %s',
    (_what, held, price) => {
      const filer = (
        number: number,
        ownerName: string,
        parts: Partial<InsiderFiling['transactions'][number]>,
      ) =>
        createFiling({
          accession: accessionOf(number),
          ownerCiks: [String(number)],
          ownerName,
          transactions: [createTransaction({ price, ownedAfter: 5000 + number, ...parts })],
        })
      const { buys, clusters } = analyse([
        filer(1, 'BAKER FUND LP', {}),
        filer(2, 'BAKER GP LLC', { ownership: 'indirect', ...held }),
        filer(3, 'BAKER FELIX', { ownership: 'indirect', ...held }),
      ])
      expect([buys.length, buys[0]?.owners.length, clusters.length]).toEqual([1, 3, 0])
    },
  )

  it.each([
    ['days before those that the form covers', { tradedOn: '2024-01-27' }, '2025-01-27'],
    ['far more shares than are held afterwards', { shares: 1000, ownedAfter: 90 }, undefined],
  ])('holds back a line that the form itself contradicts: %s', (_what, line, periodOfReport) => {
    const filing = createFiling({ periodOfReport, transactions: [createTransaction(line)] })
    const { totals, coverage } = analyse([filing])
    expect([totals.buyValue.value, coverage.impossibleTrades.value]).toEqual([0, 1])
  })

  it('counts the lag of a trade dated on a weekend from Monday', () => {
    const lagOf = (tradedOn: string) =>
      analyse([createFiling({ transactions: [createTransaction({ tradedOn })] })]).buys[0]?.facts.lag.value
    expect(['2025-01-24', '2025-01-25', '2025-01-26', '2025-01-27'].map(lagOf)).toEqual([2, 1, 1, 1])
  })

  it('never calls a trade late whose report was not due', () => {
    const line = createTransaction({ tradedOn: '2024-10-15', isNotDue: true })
    const { buys, coverage } = analyse([createFiling({ transactions: [line] })])
    expect([buys[0]?.isLate, coverage.lateTrades.value]).toEqual([false, 0])
  })

  it('reports no trade of less than half a dollar', () => {
    const filing = createFiling({ transactions: [createTransaction({ shares: 0.001 })] })
    const { buys, coverage } = analyse([filing])
    expect([buys.length, coverage.unpricedLines.value]).toEqual([0, 1])
  })

  it.each([
    ['husband and wife', 'By Spouse', ['Doe Jane', 'Doe John'], undefined],
    ['members of a family', 'By Roe Holdings LLC', ['Roe Ann', 'Poe Bo'], 'By Roe Holdings LLC'],
  ])(
    'counts a trade once that %s both report with different holdings',
    (_who, nature, [one = '', two = ''], own) => {
      const report = (cik: string, ownerName: string, ownershipNature: string | undefined) =>
        createFiling({
          accession: accessionOf(Number(cik)),
          ownerCiks: [cik],
          ownerName,
          transactions: [
            createTransaction({
              ownedAfter: 5000 + Number(cik),
              ownership: ownershipNature === undefined ? 'direct' : 'indirect',
              ownershipNature,
            }),
          ],
        })
      const countOf = (...filings: readonly InsiderFiling[]) => analyse(filings).totals.buyValue.value
      expect(countOf(report('1', one, nature), report('2', two, own))).toBe(10_000)
      // These words may mean anybody's spouse or trust.
      expect(countOf(report('1', 'Doe Jane', 'By Spouse'), report('2', 'Poe Bo', undefined))).toBe(20_000)
      for (const any of ['By Family Trust', 'By Dynasty Trust', 'In Fidelity IRA', 'See footnote 3']) {
        expect(countOf(report('1', 'Doe Jane', any), report('2', 'Poe Bo', any))).toBe(20_000)
      }
    },
  )

  it('keeps equal purchases by several people separate', () => {
    const { buys, clusters, coverage } = analyse(
      ['1', '2', '3'].map((cik) => createFiling({ accession: accessionOf(Number(cik)), ownerCiks: [cik] })),
    )
    expect(buys.map(({ owners, facts }) => [owners.length, facts.value.value])).toEqual([
      [1, 10_000],
      [1, 10_000],
      [1, 10_000],
    ])
    expect([clusters[0]?.facts.buyers.value, coverage.repeatsLeftOut.value]).toEqual([3, 0])
  })

  describe('by two people with one surname', () => {
    const buy = (cik: string, ownerName: string, line: Parameters<typeof createTransaction>[0] = {}) =>
      createFiling({
        accession: accessionOf(Number(cik)),
        ownerCiks: [cik],
        ownerName,
        transactions: [createTransaction(line)],
      })

    it('is counted once if they hold jointly, and held back if they may', () => {
      const joint = { ownershipNature: 'Joint with spouse' }
      const once = analyse([buy('1', 'Roe Richard', joint), buy('2', 'Roe Mary', joint)])
      expect([once.totals.buyValue.value, once.coverage.repeatsLeftOut.value]).toEqual([10_000, 1])
      const unclear = analyse([buy('1', 'Roe Richard'), buy('2', 'Roe Mary')])
      expect(unclear.totals.buyValue.value).toBe(0)
      expect(unclear.heldBack.map(({ reason }) => reason)).toEqual(['contradictory', 'contradictory'])
    })

    it('is counted twice if they hold different numbers afterwards', () => {
      const two = analyse([buy('1', 'Roe Richard'), buy('2', 'Roe Robert', { ownedAfter: 9000 })])
      expect(two.totals.buyValue.value).toBe(20_000)
    })
  })

  it('keeps equal sales of different classes separate', () => {
    const sell = (security: string, number: number) =>
      createFiling({
        accession: accessionOf(number),
        transactions: [createTransaction({ code: 'S', security, ownedAfter: 5000 })],
      })
    const both = [sell('Class A Common Stock', 1), sell('Class C Capital Stock', 2)]
    expect(analyse(both).totals.saleValue.value).toBe(20_000)
  })

  it('counts neither side of what moved between two holders on one form', () => {
    const sale = createTransaction({ code: 'S', ownership: 'indirect', ownershipNature: 'By GRAT' })
    const buy = createTransaction({ line: 2 })
    const moved = analyse([createFiling({ transactions: [sale, buy] })])
    expect([moved.totals.buyValue.value, moved.totals.saleValue.value]).toEqual([0, 0])
    expect(moved.coverage.transferLines.value).toBe(2)
    const traded = analyse([createFiling({ transactions: [sale, { ...buy, price: 10.01 }] })])
    expect([traded.totals.buyValue.value, traded.totals.saleValue.value]).toEqual([10_010, 10_000])
  })

  it.each([
    '5.25% Senior Notes due 2030',
    'Warrants to purchase Common Stock',
    'Stock Purchase Warrants',
    'Convertible Debentures',
  ])('does not count a purchase of %s as one of shares', (security) => {
    const { buys, coverage } = analyse([
      createFiling({ transactions: [createTransaction({ security, shares: 1_000_000, price: 1 })] }),
    ])
    expect([buys, coverage.otherSecurityLines.value]).toEqual([[], 1])
  })
})

describe('two reports of an owner that end with the same holding', () => {
  const sale = { code: 'S', ownedAfter: 5000 } as const
  const twice = (...second: Parameters<typeof createTransaction>[0][]) =>
    analyse([
      createFiling({ accession: accessionOf(1), transactions: [createTransaction(sale)] }),
      createFiling({
        accession: accessionOf(2),
        transactions: second.map((line, index) => createTransaction({ ...sale, line: index + 1, ...line })),
      }),
    ]).totals.saleValue.value

  it('are both held back, since one may be the other filed again', () => {
    expect(twice({ price: 10.4 })).toBe(0)
    expect(twice({ shares: 600, ownedAfter: 5400 }, { shares: 400 })).toBe(0)
  })

  it('count if the second continues from the first, or if shares were acquired in between', () => {
    expect(twice({ ownedAfter: 4000 })).toBe(20_000)
    expect(twice({ code: 'M', direction: 'acquired', price: 0, ownedAfter: 6000 }, { shares: 1001 })).toBe(
      20_010,
    )
  })
})

describe('an amendment', () => {
  const original = createFiling({ accession: accessionOf(1) })
  const amendment = createFiling({
    accession: accessionOf(2),
    form: '4/A',
    filedOn: '2025-01-30',
    originalFiledOn: '2025-01-28',
    transactions: [createTransaction({ shares: 900 })],
  })

  it('replaces its original, whose filing day still counts', () => {
    const { totals, coverage, buys } = analyse([amendment, original])
    expect(totals.buyValue.value).toBe(9000)
    expect(coverage.correctionsApplied.value).toBe(1)
    expect([buys[0]?.isLate, buys[0]?.facts.lag.value]).toEqual([false, 1])
  })

  it('is not counted if its original is from an earlier week', () => {
    const { totals, coverage } = analyse([amendment])
    expect([totals.buyValue.value, coverage.correctionsLeftOut.value]).toEqual([0, 1])
  })

  it('deletes nothing if it reports only holdings', () => {
    const { totals } = analyse([original, { ...amendment, transactions: [] }])
    expect(totals.buyValue.value).toBe(10_000)
  })

  it('finds its original among several reports of the day by the lines in common, or is left out', () => {
    const second = createFiling({
      accession: accessionOf(3),
      transactions: [createTransaction({ tradedOn: '2025-01-24', ownedAfter: 7000 })],
    })
    expect(analyse([original, second, amendment]).totals.buyValue.value).toBe(19_000)
    const alike = createFiling({
      accession: accessionOf(3),
      transactions: [createTransaction({ ownedAfter: 7000, shares: 1 })],
    })
    const { totals, coverage } = analyse([original, alike, amendment])
    expect([totals.buyValue.value, coverage.correctionsLeftOut.value]).toEqual([0, 1])
    expect(coverage.impossibleTrades.value).toBe(2)
  })

  it.each([
    ['names another day', '2025-01-27'],
    ['names no day', undefined],
  ])('holds back what it may correct if it %s', (_what, originalFiledOn) => {
    const { totals, coverage, heldBack } = analyse([original, { ...amendment, originalFiledOn }])
    expect([totals.buyValue.value, coverage.correctionsLeftOut.value]).toEqual([0, 1])
    expect(heldBack.map(({ reason }) => reason)).toEqual(['contradictory'])
    const others = [createTransaction({ tradedOn: '2025-01-21', code: 'S', shares: 7 })]
    const unlike = { ...amendment, originalFiledOn, transactions: others }
    expect(analyse([original, unlike]).totals.buyValue.value).toBe(0)
    // This amends a report from more than a month before.
    const long = { filedOn: '2024-12-01', transactions: [createTransaction({ tradedOn: '2024-11-29' })] }
    const late = analyse([{ ...original, ...long }, unlike])
    expect(late.totals.buyValue.value).toBe(10_000)
  })

  it('holds back its original if it has no trades and it is unclear what it says', () => {
    const unclear = { ...amendment, transactions: [], isUnclear: true }
    expect(analyse([original, unclear]).totals.buyValue.value).toBe(0)
    expect(analyse([original, { ...unclear, originalFiledOn: undefined }]).totals.buyValue.value).toBe(0)
  })

  it('holds back another owner’s report of the day that it names if both have a trade on the same day', () => {
    const [owner] = amendment.owners
    const ofSpouse = { ...amendment, owners: [{ ...owner!, cik: '78' }] }
    expect(analyse([original, ofSpouse]).totals.buyValue.value).toBe(0)
  })

  it('adds a forgotten trade if it continues from the holding with which the report ended', () => {
    const forgotten = { ...amendment, transactions: [createTransaction({ shares: 100, ownedAfter: 1600 })] }
    const { totals, coverage } = analyse([original, forgotten])
    expect([totals.buyValue.value, coverage.correctionsApplied.value]).toEqual([11_000, 1])
  })

  it('leaves open whether lines that it does not mention still stand', () => {
    const lines = [createTransaction(), createTransaction({ line: 2, tradedOn: '2025-01-24', shares: 50 })]
    const { totals, coverage } = analyse([{ ...original, transactions: lines }, amendment])
    expect([totals.buyValue.value, coverage.impossibleTrades.value]).toEqual([0, 1])
  })

  it.each([
    ['lists nothing', []],
    ['repeats the lines', original.transactions],
  ])('takes back what it withdraws in words if it %s', (_what, transactions) => {
    const { totals, coverage } = analyse([original, { ...amendment, withdraws: true, transactions }])
    expect([totals.buyValue.value, coverage.correctionsApplied.value]).toEqual([0, 1])
  })

  it('withdraws one line of several if it lists the others', () => {
    const lines = [createTransaction(), createTransaction({ line: 2, shares: 50, ownedAfter: 1550 })]
    const { totals, heldBack } = analyse([
      { ...original, transactions: lines },
      { ...amendment, withdraws: true, transactions: [createTransaction()] },
    ])
    expect([totals.buyValue.value, heldBack]).toEqual([10_000, []])
  })

  it('holds back a report that it may withdraw without naming the day', () => {
    const withdrawal = { ...amendment, originalFiledOn: undefined, withdraws: true, transactions: [] }
    expect(analyse([original, withdrawal]).heldBack.map(({ reason }) => reason)).toEqual(['contradictory'])
  })

  it.each([
    ['owner', createFiling({ ownerCiks: ['88'], ownerName: 'Roe Richard' })],
    ['company', createFiling({ issuerCik: '43', issuerName: 'Apex Inc.', ticker: 'APEX' })],
  ])('holds back the same trades filed for another %s on the day that it names', (_what, other) => {
    const right = {
      ...other,
      ...amendment,
      issuer: other.issuer,
      owners: other.owners,
      transactions: original.transactions,
    }
    const { totals, heldBack } = analyse([original, right])
    expect([totals.buyValue.value, heldBack.length]).toEqual([0, 1])
  })

  it('holds back a trade that was filed again with a holding that contradicts the first', () => {
    const again = (ownedAfter: number) =>
      createFiling({
        accession: accessionOf(5),
        filedOn: '2025-01-29',
        transactions: [createTransaction({ ownedAfter })],
      })
    // Told together, since both are of the same owner and company.
    expect(
      analyse([original, again(500_000)]).heldBack.map(({ reason, value }) => [
        reason,
        value.inputs.length,
        value.value,
      ]),
    ).toEqual([['contradictory', 2, 20_000]])
    expect(analyse([original, again(2500)]).totals.buyValue.value).toBe(20_000)
  })

  it('is counted once if it corrects another amendment', () => {
    const later = {
      ...amendment,
      accession: accessionOf(4),
      transactions: [createTransaction({ shares: 800 })],
    }
    expect(analyse([later, original, amendment]).totals.buyValue.value).toBe(8000)
  })
})

describe('any set of insider filings', () => {
  const transactions = fc.array(
    fc.record({
      code: fc.constantFrom('P', 'S', 'A', 'M'),
      shares: fc.integer({ min: 1, max: 1_000_000 }),
      price: fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100),
      day: fc.constantFrom('2025-01-24', '2025-01-27', '2025-01-28'),
      ownedAfter: fc.integer({ min: 0, max: 10_000_000 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  const filings = fc
    .array(
      fc.record({
        issuer: fc.integer({ min: 1, max: 3 }),
        owner: fc.integer({ min: 1, max: 4 }),
        transactions,
      }),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    .map((drafts) =>
      drafts.map((draft, index) =>
        createFiling({
          accession: accessionOf(index + 1),
          issuerCik: String(draft.issuer),
          ownerCiks: [String(100 + draft.owner)],
          transactions: draft.transactions.map(({ day, ...line }, number) =>
            createTransaction({ ...line, line: number + 1, tradedOn: day }),
          ),
        }),
      ),
    )

  it('gives the same section in any order', () => {
    fc.assert(
      fc.property(
        filings.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          expect(JSON.stringify(analyse(shuffled))).toBe(JSON.stringify(analyse(list)))
        },
      ),
    )
  })

  it('never doubles a sum by a 4/A that repeats its original', () => {
    fc.assert(
      fc.property(filings, fc.nat(), (list, pick) => {
        const original = list[pick % list.length]!
        const copy: InsiderFiling = {
          ...original,
          accession: accessionOf(900),
          form: '4/A',
          filedOn: '2025-01-30',
          originalFiledOn: original.filedOn,
        }
        const { totals } = analyse([...list, copy])
        const before = analyse(list).totals
        expect(totals.buyValue.value).toBe(before.buyValue.value)
        expect(totals.saleValue.value).toBe(before.saleValue.value)
      }),
    )
  })
})

it('reads the owners of a form once for a cluster, not once a line and window', () => {
  let looks = 0
  const filings = Array.from({ length: 3 }, (_, form) => {
    const filing = createFiling({
      accession: accessionOf(form),
      ownerCiks: Array.from({ length: 10 }, (_item, index) => `${form}${index}`),
      ownerName: `Roe${form} Jane`,
      transactions: Array.from({ length: 200 }, (_item, index) =>
        createTransaction({
          line: index + 1,
          shares: 1000 * (form + 1) + index,
          tradedOn: addDays('2024-12-20', index % 40),
        }),
      ),
    })
    const owners = filing.owners.map(({ name, ...owner }) => ({
      ...owner,
      get name() {
        looks += 1
        return name
      },
    }))
    return { ...filing, owners }
  })
  const { clusters } = analyse(filings)
  expect(clusters[0]?.facts.buyers.value).toBe(3)
  expect(looks).toBeLessThan(5000)
})
