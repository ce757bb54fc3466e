import { describe, expect, it } from 'vitest'

import { judgeTelling as judge } from '../testing/judges.ts'

const MIXED = [
  [
    'an index that continues as Bitcoin',
    'markets/sp500-turn + markets/bitcoin',
    'A week earlier the S&P 500 was down {before} for the year. Bitcoin fell {2.change} in the week to {2.end}. Since the year began it is up {2.year}. Then it rose {change} by {end}, and is now up {year}.',
  ],
  [
    'a mortgage rate that continues as house prices',
    'housing/prices + housing/mortgage',
    'House prices rose {change} in the year to {month}. A year before it was {2.lastYear}; the 30-year mortgage rate was {2.rate} on {2.day}, after {2.lastWeek} a week before.',
  ],
  [
    'an average told as a single month’s figure',
    'economy/payrolls + economy/payrolls-usual',
    '{month} had {change} fewer jobs than {before}, farms not counted. That was an average gain: {2.usual} jobs a month over the 12 months before {2.month}.',
  ],
] as const

const TRUE = [
  [
    'a sentence that names its series again',
    'markets/sp500 + markets/bitcoin',
    'The S&P 500 rose {change} in the week to {end}. Since the year began it is up {year}. Bitcoin fell {2.change} in the week to {2.end}. Since the year began it is up {2.year}.',
  ],
  [
    'an extreme of what was told before',
    'housing/mortgage + housing/mortgage-extreme',
    'The 30-year mortgage rate was {rate} on {day}, after {lastWeek} a week before. It has not been this high since {2.since}. A year before, it was {lastYear}.',
  ],
  [
    'a streak that begins with its figure',
    'housing/mortgage-streak',
    'It was the {nth} week in a row that the 30-year mortgage rate rose.',
  ],
] as const

describe('checkReferences', () => {
  it.each(MIXED)('refuses %s', (_what, ids, say) => {
    expect(judge(ids, say)).toBe('mixed')
  })

  it.each(TRUE)('accepts %s', (_what, ids, say) => {
    expect(judge(ids, say)).toBe('accepted')
  })
})
