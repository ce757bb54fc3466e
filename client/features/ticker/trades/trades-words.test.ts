import { describe, expect, it } from 'vitest'

import { aCongressTrade, anInsiderTrade, createCongress, createInsiders } from '../testing/market-answers.ts'
import {
  describeCongressCoverage,
  describeInsiderCoverage,
  describeNoInsiders,
  describeNoMembers,
  sumUpCongress,
  sumUpInsiders,
} from './trades-words.ts'

const WHOLE = { since: '2024-03-01' }

describe('the summary of the trades', () => {
  const sums = { buyers: 1, bought: 852_280, sellers: 4, sold: 77_800_000, soldByPlan: 63_900_000, apart: 0 }

  it('covers a year only if all of it was read', () => {
    expect(sumUpInsiders(createInsiders({ total: 5, sums, coverage: WHOLE }))).toBe(
      'In the year to Nov 20, 2026, 1 insider bought shares for $852,280 and 4 sold for $77.8M, $63.9M of it under plans set in advance.',
    )
    for (const changes of [
      { coverage: {} },
      { coverage: { ...WHOLE, state: 'failing' as const } },
      { coverage: { ...WHOLE, unread: 1 } },
      { coverage: WHOLE, daysUnread: 1 },
    ]) {
      expect(sumUpInsiders(createInsiders({ total: 5, sums, ...changes }))).toMatch(
        /^In the filings that we read since (Jan 5, 2026|Nov 20, 2025), 1 insider bought/,
      )
    }
  })

  it('leaves out a side on which nobody traded, and names what is counted separately', () => {
    const none = { buyers: 0, bought: 0, sellers: 0, sold: 0, soldByPlan: 0, apart: 0 }
    const sumUp = (changes: Partial<typeof none>) =>
      sumUpInsiders(createInsiders({ total: 2, sums: { ...none, ...changes }, coverage: WHOLE }))
    expect(sumUp({ buyers: 2, bought: 5000, apart: 1 })).toBe(
      'In the year to Nov 20, 2026, 2 insiders bought shares for $5,000. 1 trade in offerings, for taxes alone, with notes that we do not understand, of very large sums or at prices far from the close stands apart.',
    )
    expect(sumUp({ sellers: 1, sold: 9000, soldByPlan: 9000 })).toBe(
      'In the year to Nov 20, 2026, 1 insider sold shares for $9,000, under plans set in advance.',
    )
    expect(sumUp({ apart: 2 })).toBe(
      '2 trades in offerings, for taxes alone, with notes that we do not understand, of very large sums or at prices far from the close stand apart.',
    )
    expect(sumUpInsiders(createInsiders())).toBeUndefined()
  })

  it('counts members, and says whether they reported in time if that is known', () => {
    const sums = { trades: 12, members: 3, buyers: 2, sellers: 2, late: 0, unknownLag: 0 }
    const sumUp = (changes: Partial<typeof sums>, house = WHOLE) =>
      sumUpCongress(createCongress({ total: 14, sums: { ...sums, ...changes }, house, senate: WHOLE }))
    expect(sumUp({})).toBe(
      'In the year to Nov 20, 2026, 3 members reported trades: purchases by 2, sales by 2. All were reported in time.',
    )
    // Gifts and exchanges are no trades.
    const none = { members: 0, buyers: 0, sellers: 0 }
    expect(sumUp(none)).toBe(
      'In the year to Nov 20, 2026, no member reported a purchase or a sale that we can count.',
    )
    expect(sumUp({ ...none, late: 2 })).toBe(
      'In the year to Nov 20, 2026, no member reported a purchase or a sale that we can count.',
    )
    expect(sumUp({ late: 12 })).toMatch(/ sales by 2\. All came late\.$/)
    expect(
      sumUpCongress(
        createCongress({ total: 1, sums: { ...sums, trades: 1, late: 1 }, house: WHOLE, senate: WHOLE }),
      ),
    ).toMatch(/ sales by 2\. The only trade came late\.$/)
    expect(sumUp({ unknownLag: 1 }, { since: '2026-01-05' })).toBe(
      'In the reports that we read since Nov 20, 2025, 3 members reported trades: purchases by 2, sales by 2.',
    )
    expect(sumUpCongress(createCongress())).toBeUndefined()
    expect(sumUp({ trades: 0, members: 0, buyers: 0, sellers: 0 })).toBeUndefined()
  })
})

describe('without trades', () => {
  it('the words cover only the days that were read', () => {
    expect(describeNoInsiders(createInsiders())).toBe(
      'No insider trades were reported from Jan 5, 2026 to Nov 20, 2026, as far as we read the filings.',
    )
    expect(describeNoInsiders(createInsiders({ coverage: { since: '2024-03-01' } }))).toContain(
      'from Nov 20, 2025 to',
    )
    expect(describeNoMembers(createCongress({ senate: { since: null } }))).toBe(
      'No trades in this company were reported from Jan 5, 2026 to Nov 20, 2026, as far as we read the reports.',
    )
    const leftOut = { doubtful: 0, corrections: 0, repeats: 0, coins: 1 }
    expect(describeNoMembers(createCongress({ leftOut }))).toContain(
      'No trades in this company that we can count were reported',
    )
    expect(describeNoInsiders(createInsiders({ trades: [anInsiderTrade()] }))).toBeUndefined()
    expect(describeNoMembers(createCongress({ trades: [aCongressTrade()] }))).toBeUndefined()
  })

  it.each([
    ['never', 'We have not read the SEC’s filings yet, so we cannot say whether anybody traded.'],
    ['failing', 'We could not read the SEC’s filings, so we cannot say whether anybody traded.'],
    ['off', 'This site does not read the SEC’s filings, so we cannot say whether anybody traded.'],
  ] as const)('no absence is claimed if nothing was read: %s', (state, expected) => {
    const nothing = { state, since: null, readTo: null, readAt: null }
    const none = describeNoInsiders(createInsiders({ window: null, coverage: nothing }))
    expect(none).toBe(expected)
    expect(describeNoMembers(createCongress({ window: null, house: nothing, senate: nothing }))).toBe(
      expected.replace('the SEC’s filings', 'the reports of Congress'),
    )
  })
})

describe('the coverage', () => {
  it('of filings says what is missing and left out', () => {
    expect(
      describeInsiderCoverage(
        createInsiders({
          trades: [anInsiderTrade()],
          total: 34,
          daysUnread: 3,
          leftOut: {
            doubtful: 2,
            unpriced: 1,
            noTrades: 1,
            corrections: 1,
            otherTickers: 3,
            otherCompanies: 4,
          },
          coverage: { state: 'failing', unread: 1_200 },
        }),
      ),
    ).toEqual([
      'The newest 1 of 34 reports are shown.',
      'Reported from Jan 5, 2026 to Nov 20, 2026, as far as we read the filings.',
      'Our last reading failed: trades reported after Nov 20, 2026 may be missing.',
      '3 business days in between could not be read.',
      '1,200 filings of that time, of all companies, could not be read or are on paper.',
      'Left out: 2 lines of filings with a side or a day that contradicts the rest of the filing; 1 line of filings without a clear price in dollars; 1 line with a title that we do not know as that of shares, or that a footnote calls a gift, dividends reinvested or a purchase under an employees’ plan; 1 correction of a report that we do not have; 3 lines of filings about shares of this company that have another ticker; 4 filings under this ticker about another company.',
    ])
  })

  it('of Congress is given by chamber', () => {
    expect(
      describeCongressCoverage(
        createCongress({
          house: { state: 'partial', unread: 1 },
          senate: { state: 'off', since: null, readTo: null, readAt: null },
          leftOut: { doubtful: 1, corrections: 0, repeats: 2, coins: 1 },
        }),
      ),
    ).toEqual([
      'House: reports from Jan 5, 2026 to Nov 20, 2026, as far as we read them.',
      'A part of our last reading failed, so trades may be missing.',
      '1 report of that time, of all companies, could not be read or are on paper.',
      'Senate: left out by a setting of this site. This does not mean nobody traded.',
      'Left out: 1 trade dated after its own report; 2 trades of a report that repeats an earlier one; 1 trade in a cryptocurrency that has this ticker too.',
    ])
    expect(describeCongressCoverage(createCongress({ house: { since: null } }))[0]).toBe(
      'House: read up to Nov 20, 2026, without any report.',
    )
    const failing = { state: 'failing', since: null, readTo: null, readAt: null } as const
    expect(describeCongressCoverage(createCongress({ senate: failing }))[1]).toBe(
      'Senate: could not be read. This does not mean nobody traded.',
    )
  })
})
