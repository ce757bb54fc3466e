import { describe, expect, it } from 'vitest'

import { addDays } from '../../lib/dates.ts'
import type { Fact } from '../facts/fact.ts'
import { fillWords, listFaults } from '../testing/check-statements.ts'
import { createCollection, createFiling } from '../testing/insider-filings.ts'
import { ACME_CLOSES, INSIDER_WEEK } from '../testing/told-insiders.ts'
import { analyseInsiders } from './analyse-insiders.ts'
import { stateInsiders } from './insider-statements.ts'
import type { EarlierWeek } from './state-insider-ranks.ts'

/** A week in which $10,000 was bought. */
const section = analyseInsiders(createCollection([createFiling()]), ACME_CLOSES, INSIDER_WEEK)

/** The purchases in the letters of that many weeks, newest last. */
function earlierWeeks(sums: readonly number[], change: (fact: Fact) => Fact = (fact) => fact): EarlierWeek[] {
  const { listed, read, daysUnread, failedSizes } = section.coverage
  return sums.map((value, index) => ({
    slotDate: addDays('2025-01-27', -7 * (sums.length - index - 1)),
    facts: [{ ...section.totals.marketBuyValue, value }, listed, read, daysUnread, failedSizes].map(change),
  }))
}

function tell(earlier: readonly EarlierWeek[]): string[] | undefined {
  const told = stateInsiders(section, earlier)
  expect(listFaults(told, section.facts)).toEqual([])
  const rank = told.statements.find(({ id }) => id === 'insiders/total/most-buy')
  return rank?.tellings.map((telling) => fillWords(rank, telling))
}

describe('the rank of a week’s sum', () => {
  it('is stated if the sum is above those of all letters whose weeks were read completely', () => {
    expect(tell(earlierWeeks([100, 200, 300, 400, 9_000, 500, 600, 700]))).toEqual([
      'Insiders’ ordinary purchases came to more than in any of the 8 earlier weeks that our letters cover in full, by the same count; the most before was $9,000.',
      'In none of the 8 earlier weeks that our letters cover in full did insiders’ ordinary purchases come to as much, by the same count; $9,000 was the most.',
    ])
    const { facts, statements } = stateInsiders(section, earlierWeeks([1, 2, 3, 4, 5, 6, 7, 8]))
    const weeks = facts.find(({ id }) => id === 'insiders/total/weeks-below-buy')
    expect(weeks?.inputs).toHaveLength(9)
    expect(weeks?.inputs[0]).toBe('edition of 2024-12-09: insiders/total/market-buy-value')
    expect(statements.find(({ id }) => id === 'insiders/total')?.follows).toContain('insiders/total/most-buy')
  })

  it.each([
    ['one of the letters has as large a sum', earlierWeeks([1, 2, 3, 4, 5, 6, 7, 10_000])],
    ['there are too few letters', earlierWeeks([1, 2, 3, 4, 5, 6, 7])],
    [
      'their weeks were not read completely',
      earlierWeeks([1, 2, 3, 4, 5, 6, 7, 8], (fact) => (fact.kind === 'read' ? { ...fact, value: 0 } : fact)),
    ],
    [
      'a day of each week is missing',
      earlierWeeks([1, 2, 3, 4, 5, 6, 7, 8], (fact) =>
        fact.kind === 'daysUnread' ? { ...fact, value: 1 } : fact,
      ),
    ],
    [
      'their letters left trades out because closing prices failed',
      earlierWeeks([1, 2, 3, 4, 5, 6, 7, 8], (fact) =>
        fact.kind === 'failedSizes' ? { ...fact, value: 1 } : fact,
      ),
    ],
    [
      'they were summed by a different rule',
      earlierWeeks([1, 2, 3, 4, 5, 6, 7, 8], (fact) => ({ ...fact, formula: 'another' })),
    ],
  ])('is not stated if %s', (_name, earlier) => {
    expect(tell(earlier)).toBeUndefined()
  })
})
