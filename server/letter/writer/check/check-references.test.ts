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
  [
    'an extreme of last year’s rate',
    'housing/mortgage + housing/mortgage-extreme',
    'The 30-year mortgage rate was {rate} on {day}, after {lastWeek} a week before. A year before, it was {lastYear}, the highest since {2.since}.',
  ],
  [
    'an extreme of last year’s rate before this week’s',
    'housing/mortgage + housing/mortgage-extreme',
    'A year before, it was {lastYear}, the highest since {2.since}; the 30-year mortgage rate was {rate} on {day}, after {lastWeek} a week before.',
  ],
  [
    'a streak that goes on from last year’s rate',
    'housing/mortgage + housing/mortgage-streak',
    'The 30-year mortgage rate was {rate} on {day}, after {lastWeek} a week before. A year before, it was {lastYear}, and it rose for the {2.nth} week in a row.',
  ],
  [
    'a streak in the sentence after last year’s rate',
    'housing/mortgage + housing/mortgage-streak',
    'The 30-year mortgage rate was {rate} on {day}, after {lastWeek} a week before. A year before, it was {lastYear}. It rose for the {2.nth} week in a row.',
  ],
  [
    'a part of a holding that follows another trade',
    'buy/42/81 + sale/44/83/size',
    '{who} bought {value} of {company} stock on {from}. By the form, that was {2.size} of the {2.company} shares of {2.who}’s trust.',
  ],
] as const

const TRUE = [
  [
    'an extreme next to the figure it is of',
    'housing/mortgage + housing/mortgage-extreme',
    'The 30-year mortgage rate was {rate} on {day}, up from {lastWeek} a week before and the highest since {2.since}. A year before, it was {lastYear}.',
  ],
  [
    'an extreme that names its series after an older figure',
    'housing/mortgage + housing/mortgage-extreme',
    'The 30-year mortgage rate was {rate} on {day}, after {lastWeek} a week before. A year before, it was {lastYear}. Not since {2.since} has the 30-year mortgage rate been this high.',
  ],
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
