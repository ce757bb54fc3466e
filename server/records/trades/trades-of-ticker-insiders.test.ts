import { expect, it } from 'vitest'

import { accessionOf, createFiling, createTransaction } from '../../letter/testing/insider-filings.ts'
import { arrangeInsiderTrades, describeTrade, sumInsiderTrades } from './trades-of-ticker-insiders.ts'

const DAYS = { from: '2025-01-01', to: '2025-02-02' }
const OWNERS = 100
const TITLES = 1_000

/** Counts how often the names and titles of owners are looked at. */
function createCounted() {
  const seen = { looks: 0 }
  const createLongFiling = (number: number) => {
    const filing = createFiling({
      accession: accessionOf(number),
      ownerCiks: Array.from({ length: OWNERS }, (_, index) => `${number * OWNERS + index + 1}`),
      transactions: Array.from({ length: TITLES }, (_, index) =>
        createTransaction({
          line: index + 1,
          security: `Common Stock, $0.${String(index).padStart(4, '0')} par value`,
          ownership: 'indirect',
        }),
      ),
    })
    const owners = filing.owners.map(({ name, officerTitle, ...owner }) => ({
      ...owner,
      get name() {
        seen.looks += 1
        return name
      },
      get officerTitle() {
        seen.looks += 1
        return officerTitle
      },
    }))
    return { ...filing, owners }
  }
  return { seen, createLongFiling }
}

it('presents the owners of a report once, however many titles its lines have', () => {
  const { seen, createLongFiling } = createCounted()
  const { trades } = arrangeInsiderTrades([createLongFiling(1)], DAYS)
  expect(trades).toHaveLength(TITLES)
  expect(sumInsiderTrades(trades).buyers).toBe(1)
  const shown = trades.slice(0, 200).map(describeTrade)
  expect(shown[199]?.owners).toHaveLength(10)
  expect(shown[199]?.moreOwners).toBe(90)
  expect(seen.looks).toBeLessThan(10 * OWNERS)
})

it('joins only so many owners of reports that repeat the same trades', () => {
  const { seen, createLongFiling } = createCounted()
  const filings = Array.from({ length: 30 }, (_, index) => createLongFiling(index))
  const { trades } = arrangeInsiderTrades(filings, DAYS)
  expect(trades).toHaveLength(TITLES)
  expect(trades[0] && describeTrade(trades[0]).moreOwners).toBe(90)
  expect(seen.looks).toBeLessThan(10 * OWNERS * filings.length)
})

it('lists up to ten owners, and says how many more there are only if there are any', () => {
  const ownerCiks = Array.from({ length: 12 }, (_, index) => `${index + 1}`)
  const describeOwners = (count: number) => {
    const { trades } = arrangeInsiderTrades([createFiling({ ownerCiks: ownerCiks.slice(0, count) })], DAYS)
    const [{ owners, moreOwners }] = trades.map(describeTrade) as [ReturnType<typeof describeTrade>]
    return [owners.length, moreOwners]
  }
  expect([1, 10, 11, 12].map(describeOwners)).toEqual([
    [1, undefined],
    [10, undefined],
    [10, 1],
    [10, 2],
  ])
})

it('looks for moves between holders without comparing each line with each other', () => {
  let looks = 0
  const transactions = Array.from({ length: TITLES }, (_, index) => {
    const { price, ...line } = createTransaction({ line: index + 1, code: index % 2 === 0 ? 'P' : 'S' })
    return {
      ...line,
      ownedAfter: 1_000_000,
      get price() {
        looks += 1
        return price
      },
    }
  })
  const last = createTransaction({ line: TITLES + 1, code: 'S', shares: 7 })
  const moved = createTransaction({
    line: TITLES + 2,
    shares: 7,
    ownership: 'indirect',
    ownershipNature: 'By trust',
  })
  const filing = createFiling({ transactions: [...transactions, last, moved] })
  const { leftOut } = arrangeInsiderTrades([filing], DAYS)
  expect(leftOut.noTrades).toBe(2)
  expect(looks).toBeLessThan(20 * TITLES)
})
