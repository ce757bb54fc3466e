import { expect, it } from 'vitest'

import { askOnBehalfOf, GoneError } from '../lib/askers.ts'
import type { Feed } from './feeds.ts'
import { listKeptQuotes } from './quotes.ts'

it('a list of quotes reads one ticker at a time, so that it does not take every connection to the database', async () => {
  const readAtOnce: number[] = []
  let reading = 0
  const feed: Pick<Feed, 'peekPrices'> = {
    async peekPrices() {
      reading += 1
      readAtOnce.push(reading)
      await Promise.resolve()
      reading -= 1
      return undefined
    },
  }
  const wanted = ['AAPL', 'MSFT', 'NVDA'].map((ticker) => ({ kind: 'stock', ticker }) as const)
  expect(await listKeptQuotes(feed as Feed, wanted)).toEqual([])
  expect(readAtOnce).toEqual([1, 1, 1])
})

it('a list of quotes ends with the ticker at which its client hangs up', async () => {
  const read: string[] = []
  let hangUp = () => {}
  const feed: Pick<Feed, 'peekPrices'> = {
    peekPrices({ ticker }) {
      read.push(ticker)
      hangUp()
      return Promise.resolve(undefined)
    },
  }
  const wanted = ['AAPL', 'MSFT'].map((ticker) => ({ kind: 'stock', ticker }) as const)
  const listing = askOnBehalfOf(
    'a',
    () => listKeptQuotes(feed as Feed, wanted),
    (leave) => (hangUp = leave),
  )
  await expect(listing).rejects.toThrow(GoneError)
  expect(read).toEqual(['AAPL'])
})
