import { setImmediate } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { askOnBehalfOf, currentAskers, GoneError } from '../lib/askers.ts'
import { SourceError } from '../lib/errors.ts'
import { createLogger } from '../lib/logger.ts'
import type { Loaded } from './cache/read-through.ts'
import { createMemoryState } from './cache/shared-state.ts'
import type { WitnessedPrices } from './closes.ts'
import type { Feed } from './feeds.ts'
import { createRenewals, listKeptQuotes, listOwnQuotes } from './quotes.ts'
import { createMemoryBudget } from './sources/call-budget.ts'
import { createTestMarket } from './testing/create-test-market.ts'
import { createFakeClock } from './testing/fake-clock.ts'

it('a renewal that failed is not tried again for the same client for a while, but for others', async () => {
  const renewed: string[] = []
  const feed: Pick<Feed, 'isSample' | 'findListedName' | 'peekPrices' | 'loadPrices'> = {
    isSample: false,
    findListedName: () => undefined,
    peekPrices: () => Promise.resolve({ ...loaded, isStale: true }),
    loadPrices: ({ ticker }) => {
      renewed.push(`${ticker} for ${currentAskers().clients.join()}`)
      return ticker === 'KO' ? Promise.reject(new SourceError('Test', 'refused')) : Promise.resolve(loaded)
    },
  }
  const renew = createRenewals(createLogger('silent'))
  const wanted = ['KO', 'PEP'].map((ticker) => ({ kind: 'stock', ticker }) as const)
  for (const client of ['a', 'a', 'b'])
    await askOnBehalfOf(client, () => listKeptQuotes(feed as Feed, wanted, renew))
  expect(renewed.toSorted()).toEqual(['KO for a', 'KO for b', 'PEP for a', 'PEP for a', 'PEP for b'])
})

it('a price that has expired says so, whoever lists it', async () => {
  const feed: Pick<Feed, 'isSample' | 'findListedName' | 'peekPrices' | 'loadPrices'> = {
    isSample: false,
    findListedName: () => undefined,
    peekPrices: ({ ticker }) => Promise.resolve({ ...loaded, isStale: ticker === 'KO' }),
    loadPrices: () => Promise.reject(new SourceError('Test', 'down')),
  }
  const wanted = ['KO', 'PEP'].map((ticker) => ({ kind: 'stock', ticker }) as const)
  const listed = [
    await listKeptQuotes(feed as Feed, wanted, renew),
    await listOwnQuotes(feed as Feed, wanted),
  ]
  expect(listed.map((quotes) => quotes.map(({ day, stale }) => [day, stale]))).toEqual([
    [
      ['2026-11-19', true],
      ['2026-11-19', false],
    ],
    [
      ['2026-11-19', true],
      ['2026-11-19', false],
    ],
  ])
})

const loaded: Loaded<WitnessedPrices> = {
  value: {
    source: { name: 'Test', url: 'https://source.example/', republishable: false },
    data: {
      closes: [{ date: '2026-11-19', close: 10, adjustedClose: 10 }],
      splits: [],
      dividends: [],
      asOf: '2026-11-19T21:00:00Z',
    },
  },
  retrievedAt: '2026-11-19T22:00:00Z',
  isStale: false,
}

const renew = createRenewals(createLogger('silent'))

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
  expect(await listKeptQuotes(feed as Feed, wanted, renew)).toEqual([])
  expect(readAtOnce).toEqual([1, 1, 1])
})

it('two lists of quotes are read at once, one of a client, so that many take no more connections', async () => {
  const clock = createFakeClock()
  const reading: string[] = []
  const readAtOnce: string[] = []
  const memory = createMemoryState({ clock })
  const { market } = createTestMarket('http://127.0.0.1:9', {
    clock,
    config: { marketData: 'live' },
    shared: {
      ...memory,
      store: {
        ...memory.store,
        async get() {
          const [client = ''] = currentAskers().clients
          readAtOnce.push([...reading, client].sort().join(' '))
          reading.push(client)
          await setImmediate()
          reading.splice(reading.indexOf(client), 1)
          return undefined
        },
      },
    },
  })
  const listFor = (client: string) =>
    askOnBehalfOf(client, () => market.listKeptQuotes([{ kind: 'stock', ticker: 'KO' }]))
  await Promise.all(['a', 'a', 'a', 'b', 'b'].map(listFor))
  expect(readAtOnce.toSorted()).toEqual(['a', 'a', 'a', 'a b', 'a b'])
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
    () => listKeptQuotes(feed as Feed, wanted, renew),
    (leave) => (hangUp = leave),
  )
  await expect(listing).rejects.toThrow(GoneError)
  expect(read).toEqual(['AAPL'])
})

it('the quotes of the site itself leave most of the calls of a source with few to visitors', async () => {
  const budget = createMemoryBudget({ clock: createFakeClock('2026-11-20T15:00:00Z') })
  const limit = { source: 'coingecko', name: 'CoinGecko', perMinute: 10 } as const
  const take = () => budget.take(limit, ...currentAskers().clients)
  const feed: Pick<Feed, 'isSample' | 'findListedName' | 'peekPrices' | 'loadPrices'> = {
    isSample: false,
    findListedName: () => undefined,
    peekPrices: () => Promise.resolve(undefined),
    async loadPrices() {
      await take()
      return loaded
    },
  }
  const coins = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'LTC', 'LINK'].map(
    (ticker) => ({ kind: 'crypto', ticker }) as const,
  )
  expect(await listOwnQuotes(feed as Feed, coins)).toHaveLength(4)
  for (const visitor of ['a', 'a', 'b', 'b']) await askOnBehalfOf(visitor, take)
})

it('one renewal of an expired ticker runs at a time, however many lists name it', async () => {
  const renewals: ((error: Error) => void)[] = []
  const feed: Pick<Feed, 'isSample' | 'findListedName' | 'peekPrices' | 'loadPrices'> = {
    isSample: false,
    findListedName: () => undefined,
    peekPrices: () => Promise.resolve({ ...loaded, isStale: true }),
    loadPrices: () => new Promise((_resolve, reject) => renewals.push(reject)),
  }
  const lines: string[] = []
  const renew = createRenewals(createLogger('error', { write: (line) => void lines.push(line) }))
  const list = () => listKeptQuotes(feed as Feed, [{ kind: 'stock', ticker: 'KO' }], renew)
  expect(await Promise.all([list(), list()])).toMatchObject([[{ price: 10 }], [{ price: 10 }]])
  expect(renewals).toHaveLength(1)
  renewals[0]?.(new TypeError('kept by another release'))
  await expect.poll(() => lines.join('')).toMatch(/kept by another release.*stock KO/)
  await list()
  expect(renewals).toHaveLength(2)
})
