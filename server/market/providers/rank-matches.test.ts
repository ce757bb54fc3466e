import { expect, it, onTestFinished, vi } from 'vitest'

import { createRanking } from './rank-matches.ts'

type Row = readonly [ticker: string, name: string]

const ROWS: readonly Row[] = [
  ['KO', 'Coca Cola Company'],
  ['CC', 'Chemours Co'],
  ['COKE', 'Coca-Cola Consolidated, Inc.'],
  ['ÉCO', 'École & Cie'],
  ['OC', 'Owens Corning'],
]
const tickersOf = (rows: readonly Row[]) => rows.map(([ticker]) => ticker)

it('reads each row only once for any number of searches', () => {
  let reads = 0
  const search = createRanking(ROWS, ([ticker, name]) => {
    reads++
    return { ticker, name }
  })
  for (let count = 0; count < 50; count++) search(`co ho in ${count}`)
  expect(reads).toBe(ROWS.length)
})

it('indexes each beginning of a word once for all words of a name', () => {
  const name = 'Alpha Apple '.repeat(5_000)
  const looks = vi.spyOn(Map.prototype, 'get')
  onTestFinished(() => looks.mockRestore())
  const search = createRanking([['AA', name] as Row], ([ticker]) => ({ ticker, name }))
  expect(looks.mock.calls.length).toBeLessThan(100)
  expect(tickersOf(search('apple').sure)).toEqual(['AA'])
})

it.each([
  ['coca cola', ['KO', 'COKE']],
  ['c c', ['KO', 'CC', 'COKE']],
  ['c o', []],
  ['o c', ['OC']],
  ['cola coca', []],
  ['cola i', ['COKE']],
  ['École', ['ÉCO']],
  ['co', ['COKE', 'KO', 'CC', 'OC']],
  ['x coca', []],
])('finds names whose words begin with those of "%s", in the same order', (text, tickers) => {
  const { sure } = createRanking(ROWS, ([ticker, name]) => ({ ticker, name }))(text)
  expect(tickersOf(sure)).toEqual(tickers)
})
