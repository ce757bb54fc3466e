import { describe, expect, it } from 'vitest'

import { judgeTelling as judge } from '../testing/judges.ts'

const TOTAL = 'insiders/total'
const SALES =
  'We counted {sale} of ordinary sales by insiders (bosses, directors, big owners), nearly all of it {saleCompany}'
const PURCHASES = 'We counted {buy} of ordinary purchases by insiders (bosses, directors, big owners)'
const ALL =
  'Insiders (bosses, directors, big owners) sold {sale} of their companies’ stock and bought {buy} in ordinary trades. With offerings, private deals and days of conversions, they bought {all}.'

describe('checkBare', () => {
  it.each([
    `${SALES}. The purchases we counted come to far more.`,
    `${SALES}, and the purchases we counted come to far more.`,
    `${SALES}; the purchases we counted come to far more.`,
    `${SALES}. The sales we counted come to far less.`,
    `${SALES}. The sales we counted come to far more.`,
    `${SALES}. They come to far less.`,
    `${SALES}. Ordinary purchases came to {buy}. The sales we counted come to far less.`,
    `${PURCHASES}. The sales we counted come to far less.`,
    `${PURCHASES}, but the sales we counted come to far less.`,
    `${PURCHASES}. The purchases we counted come to far less.`,
    `The purchases we counted come to far more. ${SALES}.`,
    `${ALL} The purchases we counted come to far more.`,
    `${ALL} The purchases we counted come to far less.`,
    `${ALL} The sales we counted come to far less.`,
  ])('refuses a comparison that is turned round, or is of other figures: %s', (say) => {
    expect([judge(TOTAL, say, 'line'), judge(TOTAL, say)]).not.toContain('accepted')
  })

  it.each([
    ['housing/mortgage', 'The mortgage rate fell this week. It is {rate}.', 'line'],
    ['housing/mortgage', 'The mortgage rate is {rate}. It is lower than a year ago.', 'line'],
    [
      'economy/unemployment',
      'Unemployment fell. It was {rate} in {month}, up from {lastMonth} in {before}.',
      'big',
    ],
    [
      'economy/claims',
      'First filings for jobless benefits fell, by their four-week average. It was {mean} a week, after {before} a week earlier.',
      'big',
    ],
    [
      'economy/claims',
      'First filings for jobless benefits rose, by their four-week average. It fell to {mean} a week, after {before} a week earlier.',
      'big',
    ],
    ['markets/bitcoin', 'Bitcoin fell {change} in the week to {end}. For the year it is down.', 'big'],
    [
      'markets/treasury-10y',
      'The 10-year Treasury yield rose. It was {rate} on {day}, down from {before} a week before.',
      'big',
    ],
  ] as const)('refuses a direction that is turned round (%s): %s', (id, say, place) => {
    expect(judge(id, say, place)).not.toBe('accepted')
  })

  it('refuses “all” in place of “nearly all”', () => {
    const all = SALES.replace('nearly all', 'all')
    expect(judge(TOTAL, `${all}. The purchases we counted come to far less.`, 'line')).toBe('quant')
  })

  it.each([
    `${SALES}. The purchases we counted come to far less.`,
    `${SALES}, and the purchases we counted come to far less.`,
    `${SALES}. But the purchases we counted come to far less.`,
    `${PURCHASES}. The sales we counted come to far more.`,
    `${PURCHASES}, while the sales we counted come to far more.`,
    'Ordinary purchases came to {buy}. The sales we counted come to far more.',
  ])('accepts as a line: %s', (say) => {
    expect(judge(TOTAL, say, 'line')).toBe('accepted')
  })
})
