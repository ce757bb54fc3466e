import { expect, it } from 'vitest'

import { addDays } from '../../lib/dates.ts'
import { createFiling, createTransaction } from '../../letter/testing/insider-filings.ts'
import { listClosesOfDays } from './kept-closes.ts'

const SOURCE = { sourceName: 'Test', sourceUrl: 'https://closes.example/' }

function listCloses(days: readonly string[], closes: readonly { date: string; close: number }[]) {
  const filing = createFiling({ transactions: days.map((tradedOn) => createTransaction({ tradedOn })) })
  const reported = [{ filing, reportedOn: '2025-01-28', owners: filing.owners }]
  const known = { ...SOURCE, closes: closes.map((one) => Object.assign(one, { adjustedClose: one.close })) }
  return [...listClosesOfDays(reported, () => known)].map(([key, { close }]) => [key, close])
}

it('finds the last close of the seven days up to a trade', () => {
  const closes = ['2025-01-06', '2025-01-07', '2025-01-17'].map((date, index) => ({ date, close: index + 1 }))
  const days = ['2025-01-05', '2025-01-06', '2025-01-14', '2025-01-15', '2025-01-18', '2025-01-25']
  expect(listCloses(days, closes)).toEqual([
    ['ACME 2025-01-06', 1],
    ['ACME 2025-01-14', 2],
    ['ACME 2025-01-18', 3],
  ])
  expect(listCloses(days, [])).toEqual([])
})

it('looks at few of many closes for each line', () => {
  let looks = 0
  const closes = Array.from({ length: 10_000 }, (_, index) => ({
    close: index,
    get date() {
      looks += 1
      return addDays('1990-01-01', index)
    },
  }))
  const days = Array.from({ length: 100 }, (_, index) => addDays('2025-01-28', index))
  expect(listCloses(days, closes)).toEqual([])
  expect(looks).toBeLessThan(20 * days.length)
})
