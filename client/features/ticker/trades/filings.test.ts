import { describe, expect, it } from 'vitest'

import { aCongressTrade, anInsiderTrade } from '../testing/market-answers.ts'
import {
  describeMember,
  formatDays,
  formatRange,
  listCongressReports,
  listInsiderFilings,
  nameOwners,
  noteInsiderTrade,
  noteMemberTrade,
  qualifyMemberTrade,
} from './filings.ts'

const owner = (name: string) => ({ name, role: 'director' })

describe('a trade by insiders', () => {
  it.each([
    ['Jane Doe', ['Jane Doe']],
    ['Jane Doe and Roe LP', ['Jane Doe', 'Roe LP']],
    ['Jane Doe and 2 others', ['Jane Doe', 'Roe LP', 'Roe LLC']],
  ])('is by %s', (expected, names) => {
    expect(nameOwners(anInsiderTrade({ owners: names.map(owner) }))).toBe(expected)
  })

  it('counts the owners that are not listed', () => {
    const owners = Array.from({ length: 10 }, (_, index) => owner(`Owner ${index}`))
    expect(nameOwners(anInsiderTrade({ owners, moreOwners: 2 }))).toBe('Owner 0 and 11 others')
  })

  it('notes what its figures cannot show', () => {
    expect(noteInsiderTrade(anInsiderTrade())).toEqual([])
    expect(
      noteInsiderTrade(
        anInsiderTrade({
          owners: [owner('A'), owner('B')],
          security: 'Class B Common Stock',
          ownership: 'indirect',
          isUnasked: true,
          plan: 'some',
          isVeryLarge: true,
          farFromClose: {
            close: 1.5,
            day: '2026-11-17',
            source: { name: 'Yahoo Finance', url: 'https://finance.yahoo.com/quote/ACME' },
          },
          correctedOn: '2026-11-20',
        }),
      ),
    ).toEqual([
      'Class B Common Stock',
      'held through others, such as a trust, a fund or family',
      'decided by others, by the form’s own note',
      'in part under a plan (Rule 10b5-1)',
      'reported together',
      'over a hundred million dollars, which nothing here confirms',
      'far from the close of $1.50 on Nov 17, 2026 (Yahoo Finance): perhaps a slip, in no sum',
      'corrected on Nov 20, 2026',
    ])
  })

  it('was made on one day or over several', () => {
    expect(formatDays('2026-11-16', '2026-11-17', '2026-11-18')).toBe('Nov 16 to Nov 17')
    expect(formatDays('2026-11-17', '2026-11-17', '2026-11-18')).toBe('Nov 17')
    expect(formatDays('2025-12-30', '2026-01-02', '2026-01-05')).toBe('Dec 30, 2025 to Jan 2')
  })
})

describe('a trade by a member of Congress', () => {
  it.each([
    [1001, 15_000, '$1,001 to $15,000'],
    [50_000_000, null, 'more than $50,000,000'],
    [1200, 1200, '$1,200'],
  ])('stays a range: %d to %s', (low, high, expected) => {
    expect(formatRange({ low, high })).toBe(expected)
  })

  it('names party, state and chamber if known', () => {
    expect(describeMember(aCongressTrade())).toBe('Purple, ZZ, House')
    expect(describeMember(aCongressTrade({ party: null, state: null, chamber: 'senate' }))).toBe('Senate')
  })

  it('notes what its figures cannot show', () => {
    expect(noteMemberTrade(aCongressTrade())).toEqual(['own account'])
    expect(noteMemberTrade(aCongressTrade({ asset: 'The J.P. Morgan Co (JPM)' }), 'JPMorgan Chase')).toEqual([
      'own account',
    ])
    // Until 2022 the ticker was Meta's.
    expect(noteMemberTrade(aCongressTrade({ asset: 'Facebook, Inc. (FB)' }), 'ProShares Buffer ETF')).toEqual(
      ['reported as Facebook, Inc. (FB)', 'own account'],
    )
    expect(
      noteMemberTrade(
        aCongressTrade({
          owner: 'spouse',
          isShares: false,
          asset: 'options on Apple Inc. (AAPL)',
          isOtherCompany: false,
          isManaged: true,
          lagDays: null,
          isCorrection: true,
        }),
      ),
    ).toEqual([
      'options on Apple Inc. (AAPL)',
      'the spouse’s account',
      'managed by others',
      'its days contradict each other, or its first report is not known',
      'corrected',
    ])
  })
})

it('tells a trade of Congress like the letter: a trust’s account, and the days until anybody could read of it', () => {
  const days = { tradedOn: '2025-08-06', filedOn: '2026-11-26', lagDays: 37, publicDays: 477 }
  const [report] = listCongressReports([aCongressTrade({ ...days, isTrust: true })])
  expect(report?.lines[0]?.notes).toEqual([
    'Aug 6, 2025',
    'in a trust account',
    'an old trade, or a slip in the year',
  ])
  expect(report?.lag).toEqual({ text: 'after 477 days', isLate: false })
  const [inTime] = listCongressReports([aCongressTrade({ ...days, tradedOn: '2026-09-17', publicDays: 70 })])
  expect(inTime?.lag?.text).toBe('after 70 days, in time by its own date')
  expect(noteMemberTrade(aCongressTrade({ owner: 'spouse', isTrust: true, entity: 'firm' }))).toEqual([
    'the spouse’s account',
    'in a trust account',
    'in an account that bears a firm’s name',
  ])
  expect(qualifyMemberTrade(aCongressTrade({ ...days, isTrust: true }))).toEqual([
    'in a trust account',
    'an old trade, or a slip in the year',
  ])
  expect(qualifyMemberTrade(aCongressTrade())).toEqual([])
})

describe('filings', () => {
  it('show no sum of a trade with a note that we do not understand: it may be in another currency', () => {
    const [filing] = listInsiderFilings([anInsiderTrade({ via: 'unread note', isVeryLarge: true })])
    expect(filing?.lines).toEqual([
      {
        side: { word: 'Bought', mark: '+', tone: 'rise' },
        notes: [
          'Nov 16 to Nov 17',
          'with a note that we do not understand: see the form for its price; in no sum',
        ],
        amount: '1,500 shares',
        value: '',
      },
    ])
  })

  it('have one row each, whatever they report', () => {
    const trades = [
      anInsiderTrade({ plan: 'all' }),
      anInsiderTrade({ side: 'sale', tradedFrom: '2026-11-17', shares: 1_234.5, value: 12_345 }),
      anInsiderTrade({ url: 'https://www.sec.gov/2', isLate: true, lagBusinessDays: 1_274 }),
    ]
    const [first, second, ...others] = listInsiderFilings(trades)
    expect(others).toEqual([])
    expect(first).toEqual({
      url: 'https://www.sec.gov/Archives/edgar/data/42/1-index.htm',
      filedOn: '2026-11-18',
      name: 'Jane Doe',
      role: 'director',
      lines: [
        {
          side: { word: 'Bought', mark: '+', tone: 'rise' },
          notes: ['Nov 16 to Nov 17', 'under a plan (Rule 10b5-1)'],
          amount: '1,500 at $10.00',
          value: '$15,000',
        },
        {
          side: { word: 'Sold', mark: '−', tone: 'fall' },
          notes: ['Nov 17'],
          amount: '1,234.5 at $10.00',
          value: '$12,345',
        },
      ],
      lag: undefined,
    })
    expect(second?.lag).toEqual({ text: 'after 1,274 business days, late', isLate: true })
  })

  it('are late by the days of what was late', () => {
    const [filing] = listInsiderFilings([
      anInsiderTrade({ isLate: true, lagBusinessDays: 4 }),
      anInsiderTrade({ side: 'sale', lagBusinessDays: 55 }),
    ])
    expect(filing?.lag?.text).toBe('after 4 business days, late')
  })
})

describe('reports to Congress', () => {
  const linesOf = (...trades: Parameters<typeof listCongressReports>[0]) =>
    listCongressReports(trades).map(({ lines }) => lines.map(({ notes, value }) => [...notes, value]))

  it('add up the ranges of trades that differ only in their day', () => {
    expect(
      linesOf(aCongressTrade(), aCongressTrade({ tradedOn: '2026-10-01', low: 15_001, high: 50_000 })),
    ).toEqual([[['2 trades', 'Oct 1 to Oct 5', 'own account', '$16,002 to $65,000']]])
    expect(linesOf(aCongressTrade(), aCongressTrade({ low: 50_000_000, high: null }))).toEqual([
      [['2 trades', 'Oct 5', 'own account', 'more than $50,001,001']],
    ])
  })

  it('keep trades of a different kind or account separate', () => {
    expect(
      linesOf(aCongressTrade(), aCongressTrade({ owner: 'spouse' }), aCongressTrade({ type: 'gift' })),
    ).toEqual([
      [
        ['Oct 5', 'own account', '$1,001 to $15,000'],
        ['Oct 5', 'the spouse’s account', '$1,001 to $15,000'],
        ['Oct 5', 'own account', '$1,001 to $15,000'],
      ],
    ])
  })

  it('say how long they took, by the oldest of their trades', () => {
    const lagOf = (...trades: Parameters<typeof listCongressReports>[0]) =>
      listCongressReports(trades)[0]?.lag
    expect(lagOf(aCongressTrade())).toEqual({ text: 'after 28 days', isLate: false })
    expect(lagOf(aCongressTrade({ tradedOn: '2026-11-01', lagDays: 1 }))).toEqual({
      text: 'after 1 day',
      isLate: false,
    })
    expect(
      lagOf(aCongressTrade(), aCongressTrade({ tradedOn: '2026-09-02', lagDays: 61, isLate: true })),
    ).toEqual({
      text: 'after 61 days, late',
      isLate: true,
    })
    // A slip of another row is not what was late.
    expect(
      lagOf(
        aCongressTrade({ tradedOn: '2025-03-05', lagDays: 607 }),
        aCongressTrade({ tradedOn: '2026-09-02', lagDays: 61, isLate: true }),
      )?.text,
    ).toBe('after 61 days, late')
    // Signed a week before it became public.
    expect(lagOf(aCongressTrade({ lagDays: 21, publicDays: 28 }))?.text).toBe('after 28 days')
    // A correction of what was public a week earlier.
    expect(lagOf(aCongressTrade({ lagDays: 21 }))?.text).toBe('first reported after 21 days')
    expect(lagOf(aCongressTrade({ lagDays: null }))).toBeUndefined()
  })
})
