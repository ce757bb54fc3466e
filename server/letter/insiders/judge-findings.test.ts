import { describe, expect, it } from 'vitest'

import type { FilingUnreadCode, InsiderFiling } from '../../records/insiders/insider-filing.ts'
import { accessionOf, createCollection, createFiling, createTransaction } from '../testing/insider-filings.ts'
import { analyseInsiders } from './analyse-insiders.ts'
import { closeKey } from '../../records/insiders/judge-trades.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const close = (price: number) => ({ close: price, adjustedClose: price })
const analyse = (
  filings: readonly InsiderFiling[],
  closes: ReadonlyMap<string, ReturnType<typeof close>> = new Map(),
  failed: readonly string[] = [],
) => analyseInsiders(createCollection(filings), closes, WEEK, new Set(failed))
const indirect = (ownershipNature: string | undefined, line = 1) =>
  createTransaction({ line, ownership: 'indirect', ownershipNature })

describe('how the shares of a finding are held', () => {
  it.each([
    ['direct', undefined, [createTransaction()]],
    ['indirect', 'trust', [indirect('By Trust'), indirect('The Doe Family Trust', 2)]],
    ['indirect', 'fund', [indirect('Sequoia Capital US/E Expansion Fund I, L.P.')]],
    ['indirect', 'fund or company', [indirect('Doe Holdings LLC')]],
    ['indirect', 'spouse', [indirect('by wife')]],
    ['indirect', undefined, [indirect('By former spouse')]],
    ['indirect', undefined, [indirect('See footnote')]],
    ['indirect', undefined, [indirect(undefined)]],
    ['indirect', undefined, [indirect('By Trust'), indirect('By Spouse', 2)]],
    ['indirect', undefined, [indirect('By Family Trust LLC')]],
    ['partly indirect', 'trust', [createTransaction(), indirect('By Trust', 2)]],
  ] as const)('is %s, through %s', (ownership, heldThrough, transactions) => {
    const [buy] = analyse([createFiling({ transactions })]).buys
    expect([buy?.ownership, buy?.heldThrough]).toEqual([ownership, heldThrough])
  })

  it('says how much a purchase adds only if all of it went to one holding', () => {
    const added = (...filings: InsiderFiling[]) => analyse(filings).buys[0]?.facts.sizeAgainstHolding?.value
    const line = createTransaction({ shares: 100, ownedAfter: 300 })
    expect(added(createFiling({ transactions: [line] }))).toBe(0.5)
    const other = { ...line, line: 2, ownership: 'indirect', ownershipNature: 'By Trust' } as const
    expect(added(createFiling({ transactions: [line, other] }))).toBeUndefined()
    const next = (ownedAfter: number) =>
      createFiling({
        accession: accessionOf(2),
        filedOn: '2025-01-29',
        transactions: [{ ...line, tradedOn: '2025-01-28', ownedAfter }],
      })
    expect(added(createFiling({ transactions: [line] }), next(400))).toBe(1)
    expect(added(createFiling({ transactions: [line] }), next(900))).toBeUndefined()
  })
})

describe('the order of insider findings', () => {
  it('puts checked and recent findings before all others, whatever their size', () => {
    const buy = (ticker: string, shares: number, tradedOn = '2025-01-27') =>
      createFiling({
        accession: accessionOf(shares),
        issuerCik: ticker,
        ticker,
        transactions: [createTransaction({ shares, tradedOn })],
      })
    const partly = createFiling({
      accession: accessionOf(9),
      issuerCik: 'PART',
      ticker: 'PART',
      transactions: [
        createTransaction({ shares: 2000 }),
        createTransaction({ line: 2, shares: 2000, tradedOn: '2025-01-24' }),
      ],
    })
    const { buys } = analyse(
      [
        buy('SLIP', 9500, '2022-01-27'),
        buy('OLD', 9000, '2023-11-27'),
        buy('FREE', 5000),
        partly,
        buy('SMALL', 10),
        buy('KNOWN', 100),
      ],
      new Map([
        [closeKey('OLD', '2023-11-27'), close(10)],
        [closeKey('PART', '2025-01-27'), close(10)],
        [closeKey('SMALL', '2025-01-27'), close(10)],
        [closeKey('KNOWN', '2025-01-27'), close(10)],
      ]),
    )
    expect(buys.map(({ issuer, priceCheck, isOld }) => [issuer.ticker, priceCheck, isOld])).toEqual([
      ['KNOWN', 'all', false],
      ['SMALL', 'all', false],
      ['PART', 'some', false],
      ['FREE', 'none', false],
      ['OLD', 'all', true],
      ['SLIP', 'none', true],
    ])
  })

  it('recognizes prices that differ within a few days by more than any market moves', () => {
    const judge = (tradedOn: string, price: number) => {
      const filing = createFiling({
        transactions: [createTransaction({ tradedOn, price: 155.43 }), createTransaction({ line: 2, price })],
      })
      const { areFarApart, facts } = analyse([filing]).buys[0]!
      return [areFarApart, facts.lowestPrice?.value, facts.highestPrice?.value]
    }
    expect(judge('2025-01-24', 1098.54)).toEqual([true, 155.43, 1098.54])
    expect(judge('2025-01-24', 240)).toEqual([false, undefined, undefined])
    expect(judge('2024-12-24', 1098.54)).toEqual([false, undefined, undefined])
  })

  it.each([
    ['2024-01-26', true],
    ['2024-01-18', false],
    ['2024-02-12', false],
  ])('takes %s for a slip in the year if the report is from 2025-01-28: %s', (tradedOn, isSlip) => {
    const [buy] = analyse([createFiling({ transactions: [createTransaction({ tradedOn })] })]).buys
    expect([buy?.isMaybeSlip, buy?.isOld]).toEqual([isSlip, isSlip || tradedOn < '2024-01-25'])
  })

  it('leaves out the average of trades that are more than a year apart', () => {
    const pricesOf = (tradedOn: string) => {
      const filing = createFiling({
        transactions: [
          createTransaction({ tradedOn, price: 28.76 }),
          createTransaction({ line: 2, price: 243 }),
        ],
      })
      const { averagePrice, lowestPrice, highestPrice } = analyse([filing]).buys[0]!.facts
      return [averagePrice?.value, lowestPrice?.value, highestPrice?.value]
    }
    expect(pricesOf('2024-01-28')).toEqual([135.88, undefined, undefined])
    expect(pricesOf('2024-01-26')).toEqual([undefined, 28.76, 243])
  })
})

describe('an analysis for which the source of closing prices failed', () => {
  const large = createFiling({ transactions: [createTransaction({ shares: 1_000_001 })] })

  it('holds back more than ten million dollars that could not be checked', () => {
    const { buys, heldBack, totals, coverage } = analyse([large], new Map(), ['ACME'])
    expect([buys.length, totals.buyValue.value]).toEqual([0, 0])
    expect(heldBack).toMatchObject([{ reason: 'prices-failed', value: { value: 10_000_010 } }])
    expect([coverage.pricesFailed.value, coverage.failedSizes.value]).toEqual([1, 1])
  })

  it('blames the failure for everything held back, even above a billion dollars', () => {
    const huge = createFiling({ transactions: [createTransaction({ shares: 200_000_000 })] })
    expect(analyse([huge], new Map(), ['ACME']).heldBack[0]?.reason).toBe('prices-failed')
    expect(analyse([huge]).heldBack[0]?.reason).toBe('unverified-size')
  })

  it('counts trades that are smaller, of another company, or checked despite the failure', () => {
    const small = createFiling({ transactions: [createTransaction({ shares: 1_000_000 })] })
    expect(analyse([small], new Map(), ['ACME']).totals.buyValue.value).toBe(10_000_000)
    expect(analyse([large], new Map(), ['OTHER']).totals.buyValue.value).toBe(10_000_010)
    const known = new Map([[closeKey('ACME', '2025-01-27'), close(10)]])
    expect(analyse([large], known, ['ACME']).totals.buyValue.value).toBe(10_000_010)
  })
})

describe('how much of the week’s forms was read', () => {
  it.each([
    ['whole', 4, 4, 0],
    ['part', 3, 4, 0],
    ['part', 2, 4, 0],
    ['below half', 1, 4, 0],
    ['part', 4, 4, 2],
    ['below half', 4, 4, 3],
  ])('is %s with %s of %s read and %s days missing', (completeness, read, listed, missing) => {
    const collection = createCollection([createFiling()])
    const days = collection.coverage.daysRead
    const coverage = {
      ...collection.coverage,
      read,
      listed,
      daysRead: days.slice(missing),
      daysUnread: days
        .slice(0, missing)
        .map((day) => ({ day, code: 'server-failed' as const, reason: 'the SEC answered 503' })),
    }
    expect(analyseInsiders({ ...collection, coverage }, new Map(), WEEK).completeness).toBe(completeness)
  })

  it('names every listed form, each with its own page, and every form that was not read', () => {
    const [first, second] = [createFiling(), createFiling({ accession: accessionOf(9) })]
    const collection = createCollection([first, second])
    const pages = [first.pageUrl, second.pageUrl]
    const inputsOf = (coverage: (typeof collection)['coverage']) => {
      const { listed, read, unread } = analyseInsiders({ ...collection, coverage }, new Map(), WEEK).coverage
      return [listed, read, unread].map(({ inputs }) => inputs)
    }
    expect(inputsOf(collection.coverage)).toEqual([pages, pages, []])
    const unread = {
      accession: accessionOf(8),
      pageUrl: 'https://www.sec.gov/8',
      code: 'other',
      reason: '',
    } as const
    expect(inputsOf({ ...collection.coverage, listed: 3, unread: [unread] })).toEqual([
      [unread.pageUrl, ...pages],
      ['insiders/coverage/listed', 'insiders/coverage/unread'],
      [unread.pageUrl],
    ])
  })

  it('says why filings are unread, and separates a refusal from a missing document', () => {
    const reasonOf = (code: FilingUnreadCode) => {
      const collection = createCollection([createFiling()])
      const unread = [
        { accession: accessionOf(8), pageUrl: 'https://www.sec.gov/', code, reason: 'answered 9' },
      ]
      return analyseInsiders(
        { ...collection, coverage: { ...collection.coverage, unread } },
        new Map(),
        WEEK,
      ).unreadReasons.map((one) => one.reason)
    }
    expect(reasonOf('refused')).toEqual(['the SEC refused to give it'])
    expect(reasonOf('missing')).toEqual(['the SEC had no such document'])
    expect(reasonOf('too-much')).toEqual(['reading it would take too much'])
  })
})

describe('the time since an owner’s last purchase', () => {
  const buyOn = (tradedOn: string) => createFiling({ transactions: [createTransaction({ tradedOn })] })
  const monthsOf = (filing: InsiderFiling, unbrokenSince: string, buyers: readonly string[] = []) => {
    const section = analyseInsiders(createCollection([filing]), new Map(), WEEK, new Set(), {
      unbrokenSince,
      buyers: new Set(buyers),
    })
    const [finding] = [...section.buys, ...section.sales]
    return finding?.facts.monthsWithoutPurchase?.value
  }
  const key = ({ issuer, owners }: InsiderFiling) => `${issuer.cik}/${owners[0]?.cik}`

  it.each([
    ['2024-05-27', 8],
    ['2024-05-28', 7],
    ['2024-10-27', 3],
    ['2024-10-28', undefined],
  ])('counts whole months since %s: %s', (unbrokenSince, months) => {
    expect(monthsOf(buyOn('2025-01-27'), unbrokenSince)).toBe(months)
  })

  it('is left out if the same owner bought the same issuer before', () => {
    const filing = buyOn('2025-01-27')
    expect(monthsOf(filing, '2024-05-27', [key(filing)])).toBeUndefined()
    expect(monthsOf(filing, '2024-05-27', ['1/2'])).toBe(8)
  })

  it('is left out if the same owner bought some in an offering of the same week', () => {
    const filing = createFiling({
      transactions: [createTransaction(), createTransaction({ line: 2, via: 'offering' })],
    })
    expect(monthsOf(filing, '2024-05-27')).toBeUndefined()
  })

  it('is left out for a sale, and without a history', () => {
    const sale = createFiling({ transactions: [createTransaction({ code: 'S' })] })
    expect(monthsOf(sale, '2024-05-27')).toBeUndefined()
    expect(analyse([buyOn('2025-01-27')]).buys[0]?.facts.monthsWithoutPurchase).toBeUndefined()
  })
})
