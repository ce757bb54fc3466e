import { beforeEach, describe, expect, it } from 'vitest'

import type { PriceRange, StockResponse } from '../../shared/market-contract.ts'
import { askOnBehalfOf } from '../lib/askers.ts'
import type { AppError } from '../lib/errors.ts'
import { createTestMarket } from './testing/create-test-market.ts'
import { setUpYahoo } from './testing/set-up-yahoo.ts'
import type { FakeReply } from './testing/fake-source.ts'

const SERIES = '/api.twelvedata.com/time_series'
const FIRST_DAY = '1980-12-12'
const NEWEST_DAY = '2026-11-19'
const TICKERS = Array.from({ length: 26 }, (_, index) => `Q${String.fromCharCode(65 + index)}`)
const blocked: FakeReply = { status: 403, body: 'blocked' }
const down: FakeReply = { status: 502, body: 'down' }

const yahoo = setUpYahoo()
const { countOf, reply } = yahoo
beforeEach(() => {
  reply('/v8/finance/chart/', blocked)
  reply('company_tickers_exchange.json', {
    body: {
      fields: ['cik', 'name', 'ticker', 'exchange'],
      data: TICKERS.map((ticker, index) => [index + 1, `${ticker} Incorporated`, ticker, 'NYSE']),
    },
  })
  yahoo.handlers.set(SERIES, answerWell)
})

/** Answers for a stock that has been traded since FIRST_DAY, with the first and last day of the span. */
function answerWell({ searchParams }: URL): FakeReply {
  const start = searchParams.get('start_date') ?? ''
  const end = searchParams.get('end_date') ?? ''
  if (end < FIRST_DAY) {
    const message = 'No data is available on the specified dates.'
    return { status: 400, body: { code: 400, message, status: 'error' } }
  }
  const days = [start < FIRST_DAY ? FIRST_DAY : start, end > NEWEST_DAY ? NEWEST_DAY : end]
  const [symbol, type] = [searchParams.get('symbol'), 'Common Stock']
  return {
    body: {
      meta: { symbol, currency: 'USD', exchange_timezone: 'America/New_York', type },
      values: days.map((datetime) => ({ datetime, close: '10.00' })),
      status: 'ok',
    },
  }
}

/** How often Twelve Data was asked. */
const asked = () => countOf(SERIES)

async function openMarket(plan: { callsPerMinute?: number; callsPerDay?: number } = {}) {
  const { market, clock } = createTestMarket(yahoo.baseUrl, {
    config: {
      marketData: 'live',
      marketSources: ['yahoo', 'twelve-data'],
      twelveData: { apiKey: 'a-key', callsPerMinute: 8, callsPerDay: 800, mayRepublish: false, ...plan },
    },
  })
  await market.listCompanyTitles()
  const ask = async (client: string, ticker: string | undefined, range: PriceRange = '1Y') => {
    const query = { ticker: ticker ?? '', kind: 'stock', range, only: 'prices' } as const
    try {
      return await askOnBehalfOf(client, () => market.getStock(query))
    } catch (error) {
      return error as AppError
    } finally {
      await market.backgroundLoadsEnded()
    }
  }
  return { market, clock, ask }
}
const found = (coversRange: boolean) =>
  expect.objectContaining({ meta: expect.objectContaining({ coversRange }) as unknown }) as StockResponse

describe('Twelve Data in place of Yahoo, with eight calls a minute', () => {
  it('gives three visitors five years each, and a fourth one year', async () => {
    const { ask } = await openMarket()
    for (const [index, client] of ['a', 'b', 'c'].entries())
      expect(await ask(client, TICKERS[index], '5Y')).toEqual(found(true))
    expect(await ask('d', TICKERS[3])).toEqual(found(true))
    expect(asked()).toBe(8)
    expect(await ask('e', TICKERS[4])).toMatchObject({ code: 'source-unavailable' })
    expect(asked()).toBe(8)
  })

  it('gives as much of a whole history as a client may ask for, and says so', async () => {
    const { ask } = await openMarket()
    const whole = await ask('a', 'QA', 'MAX')
    expect(whole).toMatchObject({ dates: ['2007-09-22', NEWEST_DAY], meta: { coversRange: false } })
    // It is for everybody.
    expect(await ask('b', 'QA', 'MAX')).toEqual(whole)
    expect(asked()).toBe(2)
  })

  it('asks nothing for a client with calls for half a question', async () => {
    const { ask } = await openMarket()
    expect(await ask('a', 'QA')).toEqual(found(true))
    expect(await ask('a', 'QB')).toMatchObject({ code: 'too-many-requests' })
    for (const [index, client] of ['b', 'c', 'd'].entries())
      expect(await ask(client, TICKERS[index + 2])).toEqual(found(true))
    expect(asked()).toBe(8)
  })

  it('tells clients that the source fails, not that they asked too much, and leaves it alone after five', async () => {
    reply(SERIES, down)
    const { ask, clock } = await openMarket()
    for (let client = 0; client < 7; client++) {
      expect(await ask(`${client}`, TICKERS[client])).toMatchObject({
        code: 'source-unavailable',
        source: 'Yahoo Finance',
      })
      clock.advance(30_000)
    }
    expect(asked()).toBe(10)
  })
})

it('gives a whole history on a plan that allows it, and a shorter one to a client alone that has fewer calls left', async () => {
  const { ask } = await openMarket({ callsPerMinute: 55, callsPerDay: 0 })
  expect(await ask('a', 'QA', 'MAX')).toMatchObject({ dates: expect.arrayContaining([FIRST_DAY]) as unknown })
  // Three spans with rows and one without.
  expect(asked()).toBe(8)
  expect(await ask('a', 'QB', 'MAX')).toMatchObject({
    dates: ['1988-07-23', '2007-09-22', NEWEST_DAY],
    meta: { coversRange: false },
  })
  expect(asked()).toBe(12)
  expect(await ask('b', 'QB', 'MAX')).toMatchObject({ dates: expect.arrayContaining([FIRST_DAY]) as unknown })
})

describe('a day of Twelve Data', () => {
  const DAY_MS = 86_400_000
  /** Asks for tickers that nobody has asked for, one a minute. */
  async function createDay(callsPerDay: number) {
    const { ask, clock } = await openMarket({ callsPerDay })
    let next = 0
    const askNew = async (client: string) => {
      clock.advance(60_000)
      return ask(client, TICKERS[next++])
    }
    return { clock, askNew }
  }

  it('has a share for each client', async () => {
    const { clock, askNew } = await createDay(80)
    for (let question = 0; question < 2; question++) expect(await askNew('greedy')).toEqual(found(true))
    expect(await askNew('greedy')).toMatchObject({
      code: 'too-many-requests',
      message:
        'Your address has asked for so much that is new that Twelve Data is not asked for more today. Try again in 9 hours.',
    })
    expect(await askNew('visitor')).toEqual(found(true))
    clock.advance(DAY_MS)
    expect(await askNew('greedy')).toEqual(found(true))
  })

  it('is never exceeded, and is over at midnight UTC', async () => {
    const { clock, askNew } = await createDay(6)
    for (const client of ['a', 'b', 'c']) expect(await askNew(client)).toEqual(found(true))
    expect(await askNew('d')).toMatchObject({ code: 'source-unavailable' })
    expect(asked()).toBe(6)
    clock.advance(9 * 3_600_000)
    expect(await askNew('d')).toEqual(found(true))
  })

  it('keeps half of its calls for when Yahoo fails, rather than lacks a ticker that is listed', async () => {
    yahoo.handlers.delete('/v8/finance/chart/')
    const { askNew } = await createDay(8)
    for (const client of ['a', 'b']) expect(await askNew(client)).toEqual(found(true))
    expect(await askNew('c')).toMatchObject({ code: 'not-at-source', source: 'Yahoo Finance' })
    expect(asked()).toBe(4)
    reply('/v8/finance/chart/', blocked)
    for (const client of ['c', 'd']) expect(await askNew(client)).toEqual(found(true))
    expect(await askNew('e')).toMatchObject({ code: 'source-unavailable' })
    expect(asked()).toBe(8)
  })
})
