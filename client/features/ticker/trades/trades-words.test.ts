import { describe, expect, it } from 'vitest'

import { aCongressTrade, anInsiderTrade, createCongress, createInsiders } from '../testing/market-answers.ts'
import {
  describeCongressCoverage,
  describeInsiderCoverage,
  describeMember,
  describeNoInsiders,
  describeNoMembers,
  formatDays,
  formatRange,
  nameOwners,
  noteInsiderTrade,
  noteMemberTrade,
} from './trades-words.ts'

const owner = (name: string) => ({ name, role: 'director' })

describe('a trade of insiders', () => {
  it.each([
    ['Jane Doe', ['Jane Doe']],
    ['Jane Doe and Roe LP', ['Jane Doe', 'Roe LP']],
    ['Jane Doe and 2 others', ['Jane Doe', 'Roe LP', 'Roe LLC']],
  ])('is that of %s', (expected, names) => {
    expect(nameOwners(anInsiderTrade({ owners: names.map(owner) }))).toBe(expected)
  })

  it('notes what its figures cannot show', () => {
    expect(noteInsiderTrade(anInsiderTrade())).toEqual(['price not checked'])
    expect(
      noteInsiderTrade(
        anInsiderTrade({
          owners: [owner('A'), owner('B')],
          security: 'Class B Common Stock',
          plan: 'some',
          isLate: true,
          isVeryLarge: true,
          lagBusinessDays: 1_274,
          correctedOn: '2026-11-20',
        }),
      ),
    ).toEqual([
      'Class B Common Stock',
      'planned in part (Rule 10b5-1)',
      'reported together',
      'reported 1,274 business days after the trade; the rule allows 2',
      'over a billion dollars, price not checked',
      'corrected on Nov 20, 2026',
    ])
  })

  it('was made on one day or over several', () => {
    expect(formatDays(anInsiderTrade())).toBe('Nov 16, 2026 to Nov 17, 2026')
    expect(formatDays(anInsiderTrade({ tradedFrom: '2026-11-17' }))).toBe('Nov 17, 2026')
  })
})

describe('a trade of a member of Congress', () => {
  it.each([
    [1001, 15_000, '$1,001 to $15,000'],
    [50_000_001, null, '$50,000,001 or more'],
    [1200, 1200, '$1,200'],
  ])('stays a range: %d to %s', (low, high, expected) => {
    expect(formatRange({ low, high })).toBe(expected)
  })

  it('names party, state and chamber if known', () => {
    expect(describeMember(aCongressTrade())).toBe('Purple, ZZ, House')
    expect(describeMember(aCongressTrade({ party: null, state: null, chamber: 'senate' }))).toBe('Senate')
  })

  it('notes what its figures cannot show', () => {
    expect(noteMemberTrade(aCongressTrade())).toEqual([])
    expect(
      noteMemberTrade(
        aCongressTrade({
          owner: 'spouse',
          isShares: false,
          asset: 'options on Apple Inc. (AAPL)',
          isLate: true,
          lagDays: 61,
          isCorrection: true,
        }),
      ),
    ).toEqual([
      'options on Apple Inc. (AAPL)',
      'the spouse’s account',
      'reported 61 days after the trade; the law allows 45',
      'corrected',
    ])
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
    const leftOut = { doubtful: 1, corrections: 0 }
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
  ] as const)('and without anything read, no absence is claimed: %s', (state, expected) => {
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
          leftOut: { doubtful: 2, unpriced: 1, noTrades: 1, corrections: 1 },
          coverage: { state: 'failing', unread: 1_200 },
        }),
      ),
    ).toEqual([
      'The newest 1 of 34 reports are shown.',
      'Reported from Jan 5, 2026 to Nov 20, 2026, as far as we read the filings.',
      'Our last reading failed: trades reported after Nov 20, 2026 may be missing.',
      '3 business days in between could not be read.',
      '1,200 filings of that time, of all companies, could not be read or are on paper.',
      'Left out: 2 lines of filings with a side or a day that contradicts the rest of the filing; 1 line of filings without a price; 1 line that a footnote calls a gift, dividends reinvested or a purchase under an employees’ plan; 1 correction of a report that we do not have.',
    ])
  })

  it('of Congress is given by chamber', () => {
    expect(
      describeCongressCoverage(
        createCongress({
          house: { state: 'partial', unread: 1 },
          senate: { state: 'off', since: null, readTo: null, readAt: null },
          leftOut: { doubtful: 1, corrections: 0 },
        }),
      ),
    ).toEqual([
      'House: reports from Jan 5, 2026 to Nov 20, 2026, as far as we read them.',
      'A part of our last reading failed, so trades may be missing.',
      '1 report of that time, of all companies, could not be read or are on paper.',
      'Senate: left out by a setting of this site. This does not mean nobody traded.',
      'Left out: 1 trade dated after its own report.',
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
