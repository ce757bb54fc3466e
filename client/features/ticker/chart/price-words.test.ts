import { describe, expect, it } from 'vitest'

import { summarisePrices, type PricePoint, type PriceSummary } from './price-points.ts'
import {
  describeAge,
  describeChange,
  describeCounterpart,
  describePrices as describeInParts,
  describeSession,
  describeSpan,
  describeSuspectDays,
} from './price-words.ts'

const summarise = (...points: PricePoint[]): PriceSummary => {
  const summary = summarisePrices(points)
  if (!summary) throw new Error('no prices')
  return summary
}
const describePrices = (prices: Parameters<typeof describeInParts>[0]) => {
  const { brief, rest } = describeInParts(prices)
  return brief + rest
}
const summaryOf = (...prices: number[]) =>
  summarise(...prices.map((price, index) => ({ day: `2026-01-0${index + 1}`, price })))
const between = (firstDay: string, lastDay: string) =>
  summarise({ day: firstDay, price: 29.53 }, { day: lastDay, price: 30 })
const USD = { unit: 'USD', digits: 2 }

describe('the words of a price series', () => {
  it('give first, last, change, low and high with their days', () => {
    expect(
      describePrices({
        ticker: 'AAPL',
        range: '1Y',
        summary: summarise(
          { day: '2025-11-21', price: 225.1 },
          { day: '2026-04-08', price: 164.08 },
          { day: '2026-10-01', price: 260.1 },
          { day: '2026-11-20', price: 245.55 },
        ),
        style: USD,
      }),
    ).toBe(
      'AAPL, past year: from $225.10 on Nov 21, 2025 to $245.55 on Nov 20, 2026, +$20.45 (+9.08%). ' +
        'Lowest close $164.08 on Apr 8, 2026, highest $260.10 on Oct 1, 2026.',
    )
  })

  it('do not name a range that the closes do not cover', () => {
    const summary = between('2026-10-26', '2026-11-20')
    expect(describePrices({ ticker: 'IPO', range: '5Y', summary, style: USD })).toBe(
      'IPO, since Oct 26, 2026: from $29.53 to $30.00 on Nov 20, 2026, +$0.47 (+1.59%). ' +
        'Lowest close $29.53 on Oct 26, 2026, highest $30.00 on Nov 20, 2026.',
    )
  })

  it('do not mention a change if there is a single close', () => {
    expect(describePrices({ ticker: 'QQQ', range: '1Y', summary: summaryOf(209.64), style: USD })).toBe(
      'QQQ: one close is known, $209.64 on Jan 1, 2026.',
    )
  })

  it('write every figure of an exchange rate with the same digits', () => {
    const style = { unit: 'USD', digits: 4 }
    expect(describePrices({ ticker: 'EURUSD=X', range: '1Y', summary: summaryOf(1.1235, 1.12), style })).toBe(
      'EURUSD=X, since Jan 1, 2026: from $1.1235 to $1.1200 on Jan 2, 2026, -$0.0035 (-0.31%). ' +
        'Lowest close $1.1200 on Jan 2, 2026, highest $1.1235 on Jan 1, 2026.',
    )
  })

  it('give every change a sign and the unit of the prices', () => {
    expect(describeChange(summaryOf(400, 387.7), { unit: 'GBp', digits: 2 })).toBe('-12.30p (-3.08%)')
    expect(describeChange(summaryOf(400, 400), { unit: 'EUR', digits: 2 })).toBe('€0.00 (0.00%)')
    expect(describeChange(summaryOf(0, 4), { unit: undefined, digits: 2 })).toBe('+4.00')
  })
})

describe('the words of a span', () => {
  it.each([
    ['1M', '2026-10-21', '2026-11-20', 'past month'],
    ['6M', '2026-05-21', '2026-11-20', 'past 6 months'],
    ['1Y', '2025-11-21', '2026-11-20', 'past year'],
    ['5Y', '2021-11-22', '2026-11-20', 'past 5 years'],
    ['5Y', '2021-11-30', '2026-11-20', 'past 5 years'],
    ['5Y', '2021-12-01', '2026-11-20', 'since Dec 1, 2021'],
    ['1Y', '2026-11-18', '2026-11-20', 'since Nov 18, 2026'],
    ['1Y', '2025-11-21', '2026-03-02', 'since Nov 21, 2025'],
    ['MAX', '2014-11-21', '2026-11-20', 'since Nov 21, 2014'],
  ] as const)('are for %s from %s to %s: %s', (range, firstDay, lastDay, words) => {
    expect(describeSpan(range, between(firstDay, lastDay))).toBe(words)
  })
})

describe('the words of a session', () => {
  it.each([
    ['closed', true, 'The exchange is closed.'],
    ['closed', false, 'The exchange is closed.'],
    ['open', true, 'The exchange is open. Delayed: not a live price.'],
    ['open', false, 'The exchange is open.'],
    [undefined, true, 'Delayed or the exchange is closed: not a live price.'],
    [undefined, false, ''],
  ] as const)('of a stock, %s and delayed %s, are "%s"', (session, delayed, words) => {
    expect(describeSession({ kind: 'stock', session, delayed, sample: false })).toBe(words)
  })

  it('do not name an exchange for coins', () => {
    const coin = { kind: 'crypto', session: 'open', sample: false } as const
    expect(describeSession({ ...coin, delayed: true })).toBe(
      'Coins trade at all hours. Delayed: not a live price.',
    )
    expect(describeSession({ ...coin, delayed: false })).toBe('Coins trade at all hours.')
    const inEuros = { kind: 'stock', type: 'coin', delayed: false, sample: false } as const
    expect(describeSession(inEuros)).toBe('Coins trade at all hours.')
  })

  it('are left out for sample data', () => {
    expect(describeSession({ kind: 'stock', session: 'open', delayed: true, sample: true })).toBe('')
  })
})

describe('an age', () => {
  const minute = 60_000
  const hour = 60 * minute
  it.each([
    [-hour, 'less than a minute ago'],
    [59_999, 'less than a minute ago'],
    [minute, '1 minute ago'],
    [59 * minute, '59 minutes ago'],
    [3.9 * hour, '3 hours ago'],
    [47 * hour, '47 hours ago'],
    [48 * hour, '2 days ago'],
  ])('of %d ms is %s', (ageMs, words) => {
    expect(describeAge(ageMs)).toBe(words)
  })
})

describe('the words of a warning', () => {
  it('name up to five days', () => {
    expect(describeSuspectDays(['2026-03-03'])).toBe(
      'The close leaps tenfold or more on these days: Mar 3, 2026. ' +
        'Such leaps are often errors; the figures are shown as the source has them, unrepaired.',
    )
    const days = ['01', '02', '03', '04', '05', '06', '07'].map((day) => `2026-03-${day}`)
    expect(describeSuspectDays(days)).toContain(
      'Mar 1, 2026; Mar 2, 2026; Mar 3, 2026; Mar 4, 2026; Mar 5, 2026; and on 2 more.',
    )
  })
})

describe('the words of a counterpart', () => {
  it('say what else trades under the ticker', () => {
    expect(describeCounterpart('BTC', 'crypto')).toBe('BTC is also a coin:')
    expect(describeCounterpart('BTC', 'stock')).toBe('BTC is also a stock or fund:')
  })
})
