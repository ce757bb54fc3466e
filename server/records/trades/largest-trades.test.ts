import { expect, it } from 'vitest'

import { createFiling } from '../../letter/testing/insider-filings.ts'
import { createLargestInsiderTrades } from './largest-trades.ts'

it('chooses the largest trades again only if the week, a company or its closes are others', async () => {
  let looks = 0
  const week = {
    from: '2025-01-22',
    to: '2025-01-28',
    tickers: ['ACME'],
    get filings() {
      looks += 1
      return [createFiling()]
    },
  }
  let date = '2025-01-27'
  let name = 'Acme Corp.'
  const choose = createLargestInsiderTrades({
    findCompany: () => Promise.resolve({ cik: '42', name }),
    findKeptCloses: () =>
      Promise.resolve({
        closes: [{ date, close: 10, adjustedClose: 10 }],
        sourceName: 'Prices',
        sourceUrl: 'https://prices.example/',
      }),
  })
  const { trades } = await choose('1', week)
  expect(trades.map(({ ticker, company, value }) => [ticker, company, value])).toEqual([
    ['ACME', 'Acme', 10_000],
  ])
  await choose('1', week)
  expect(looks).toBe(1)
  date = '2025-01-28'
  await choose('1', week)
  name = 'Acme Holdings'
  const renamed = await choose('1', week)
  expect(renamed.trades[0]?.company).toBe('Acme Holdings')
  await choose('2', week)
  expect(looks).toBe(4)
})
