import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { askOnBehalfOf, currentAskers } from '../../lib/askers.ts'
import { BudgetUsedUpError } from '../sources/budget-refusals.ts'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts'
import { startFakeSource, type FakeReply, type FakeSource } from '../testing/fake-source.ts'
import { itKeepsTheProviderContract } from '../testing/provider-contract.ts'
import { fetchFrom } from '../testing/source-contract.ts'
import type { Asset } from './provider.ts'
import { createTwelveDataProvider } from './twelve-data.ts'

type Deps = Parameters<typeof createTwelveDataProvider>[0]

const KEY = 'not-a-real-key-of-twelve-data'
const SERIES = '/api.twelvedata.com/time_series'
const stock = (ticker: string): Asset => ({ kind: 'stock', ticker, symbol: ticker })
const coin = (ticker: string): Asset => ({ kind: 'crypto', ticker, symbol: `${ticker}-USD` })
const year = { from: new Date('2025-11-20T00:00:00Z'), to: new Date('2026-11-20T15:00:00Z') }

const meta = {
  symbol: 'ACME',
  interval: '1day',
  currency: 'USD',
  exchange_timezone: 'America/New_York',
  exchange: 'NASDAQ',
  mic_code: 'XNAS',
  type: 'Common Stock',
}
const row = (datetime: string, close: string) => ({ datetime, open: close, high: close, low: close, close })
const series = (...values: unknown[]) => ({ meta, values, status: 'ok' })
const both = series(row('2026-11-18', '10.00000'), row('2026-11-19', '11.50000'))
/** A refusal, with HTTP status 200 or the code itself. */
const refusal = (code: number, message: string, status = 200): FakeReply => ({
  status,
  body: { code, message, status: 'error' },
})
const INVALID = '**symbol** or **figi** parameter is missing or invalid. Please provide a valid symbol.'
const NO_DATA = 'No data is available on the specified dates. Try setting different start/end dates.'

function createProvider(
  source: FakeSource,
  clock: FakeClock,
  { republishable = false, takeCalls = async () => {}, mostCalls = 12 }: Partial<Deps> = {},
) {
  return createTwelveDataProvider({
    fetch: fetchFrom(source),
    takeCalls,
    mostCalls,
    clock,
    userAgent: 'test',
    apiKey: KEY,
    republishable,
  })
}

describe('Twelve Data', () => {
  itKeepsTheProviderContract(async () => {
    const source = await startFakeSource()
    return {
      source,
      provider: createProvider(source, createFakeClock()),
      secret: KEY,
      known: stock('ACME'),
      answers: { [SERIES]: both },
      unknown: { [SERIES]: refusal(404, INVALID) },
      emptySeries: { [SERIES]: refusal(400, NO_DATA, 400) },
    }
  })
})

describe('a series of Twelve Data', () => {
  let source: FakeSource
  let clock: FakeClock
  let provider: ReturnType<typeof createProvider>
  const reply = (answer: FakeReply) => source.handlers.set(SERIES, () => answer)
  const queries = () => source.requests.map(({ url }) => Object.fromEntries(url.searchParams))

  beforeEach(async () => {
    source = await startFakeSource()
    clock = createFakeClock()
    provider = createProvider(source, clock)
    reply({ body: both })
  })
  afterEach(() => source.close())

  it('keeps a newest day that the list adjusted for dividends does not have yet', async () => {
    source.handlers.set(SERIES, (url) => ({
      body:
        url.searchParams.get('adjust') === 'all'
          ? series(row('2026-11-17', '8.75000'))
          : series(row('2026-11-17', '9'), row('2026-11-18', '10'), row('2026-11-19', '11.5')),
    }))
    const { closes } = await provider.getPrices(stock('ACME'), year)
    expect(closes.map(({ date, adjustedClose }) => [date, adjustedClose])).toEqual([
      ['2026-11-17', 8.75],
      ['2026-11-19', 11.5],
    ])
  })

  it('has closes adjusted for splits, and others adjusted for dividends as well', async () => {
    source.handlers.set(SERIES, (url) => ({
      body:
        url.searchParams.get('adjust') === 'all'
          ? series(row('2026-11-19', '11.50000'), row('2026-11-18', '9.75000'), row('2026-11-17', '9'))
          : both,
    }))
    expect(await provider.getPrices(stock('ACME'), year)).toEqual({
      closes: [
        { date: '2026-11-18', close: 10, adjustedClose: 9.75 },
        { date: '2026-11-19', close: 11.5, adjustedClose: 11.5 },
      ],
      splits: [],
      currency: 'USD',
      exchange: 'NASDAQ',
      type: 'equity',
      asOf: '2026-11-19T21:00:00.000Z',
    })
    expect(provider.tellsSplits).toBe(false)
  })

  it('is requested for the United States, with one extra day at the end', async () => {
    reply({ body: { ...both, meta: { ...meta, symbol: 'BRK.B' } } })
    await provider.getPrices(stock('BRK-B'), year)
    expect(queries()[0]).toEqual({
      symbol: 'BRK.B',
      country: 'United States',
      interval: '1day',
      start_date: '2025-11-20',
      end_date: '2026-11-21',
      outputsize: '5000',
      order: 'asc',
      adjust: 'splits',
    })
    expect(queries().map(({ adjust }) => adjust)).toEqual(['splits', 'all'])
  })

  it('is refused if it is of another symbol', async () => {
    reply({ body: { ...both, meta: { ...meta, symbol: 'OTHER' } } })
    await expect(provider.getPrices(stock('ACME'), year)).rejects.toMatchObject({
      code: 'source-failed',
      concerns: 'ticker',
      message: 'Twelve Data was asked for ACME and answered for OTHER.',
    })
  })

  it('of a coin takes one question, in dollars', async () => {
    const exchange = { symbol: 'BTC/USD', exchange: 'Coinbase Pro', type: 'Digital Currency' }
    reply({ body: { meta: exchange, values: [row('2026-11-19', '90000.5')], status: 'ok' } })
    expect(await provider.getPrices(coin('BTC'), year)).toMatchObject({
      closes: [{ date: '2026-11-19', close: 90_000.5, adjustedClose: 90_000.5 }],
      currency: 'USD',
      exchange: undefined,
      type: 'coin',
      asOf: '2026-11-20T00:00:00.000Z',
    })
    expect(queries()).toMatchObject([{ symbol: 'BTC/USD' }])
  })

  it('has the current time during the day of its last close', async () => {
    reply({ body: series(row('2026-11-20', '12')) })
    expect((await provider.getPrices(stock('ACME'), year)).asOf).toBe('2026-11-20T15:00:00.000Z')
  })

  it('is requested in spans that fit one answer, until there is nothing older', async () => {
    source.handlers.set(SERIES, (url) =>
      (url.searchParams.get('start_date') ?? '') < '2000-01-01'
        ? refusal(400, NO_DATA)
        : { body: series(row(url.searchParams.get('start_date') ?? '', '1')) },
    )
    const { closes } = await provider.getPrices(stock('ACME'), { ...year, from: new Date('1900-01-01') })
    expect(closes.map(({ date }) => date)).toEqual(['2007-09-22'])
    const spans = queries().filter(({ adjust }) => adjust === 'splits')
    expect(spans.map((query) => `${query['start_date']} ${query['end_date']}`)).toEqual([
      '2007-09-22 2026-11-21',
      '1988-07-23 2007-09-22',
    ])
  })

  it('of a coin that trades every day fits its spans as well', async () => {
    reply({ body: { ...series(row('2000-01-01', '1')), meta: { ...meta, symbol: 'BTC/USD' } } })
    const century = { ...year, from: new Date('2000-01-01T00:00:00Z') }
    await provider.getPrices(coin('BTC'), century)
    const days = queries().map(
      (query) =>
        (Date.parse(query['end_date'] ?? '') - Date.parse(query['start_date'] ?? '')) / 86_400_000 + 1,
    )
    expect(days).toEqual([5_000, 4_823])
  })

  it('is read row by row', async () => {
    reply({
      body: series(
        row('2026-11-17', 'n/a'),
        row('2026-13-45', '9'),
        { datetime: '2026-11-18', close: 10 },
        null,
        row('2026-11-19', ''),
        row('2026-11-20', '0.00000'),
      ),
    })
    expect((await provider.getPrices(stock('ACME'), year)).closes).toEqual([
      { date: '2026-11-18', close: 10, adjustedClose: 10 },
    ])
  })

  it.each([
    ['Common Stock', 'equity'],
    ['American Depositary Receipt', 'equity'],
    ['ETF', 'etf'],
    ['Closed-end Fund', 'fund'],
    ['Warrant', undefined],
  ])('maps %s to %s', async (type, expected) => {
    reply({ body: { ...both, meta: { ...meta, type } } })
    expect((await provider.getPrices(stock('ACME'), year)).type).toBe(expected)
  })

  it.each([
    refusal(404, INVALID),
    refusal(404, INVALID, 404),
    refusal(400, '**symbol** not found: ACME. Please specify it correctly.', 400),
  ])('reports the ticker as unknown for %j', async (answer) => {
    reply(answer)
    await expect(provider.getPrices(stock('ACME'), year)).rejects.toMatchObject({ code: 'unknown-ticker' })
  })

  it.each([
    [refusal(404, 'This symbol is available starting with the Grow plan.'), 'ticker', 30],
    [refusal(404, 'Data not found'), 'ticker', 30],
    [refusal(400, 'Invalid **interval** provided: 1dy.', 400), 'ticker', 30],
    [refusal(401, `**apikey** parameter is incorrect or not specified: ${KEY}`, 401), 'source', 30],
    [refusal(403, 'This endpoint is not for you.'), 'source', 30],
    [refusal(429, 'You have run out of API credits for the current minute.'), 'source', 60],
    [refusal(429, 'You have run out of API credits for the day.', 429), 'source', 3_600],
    [refusal(500, 'Internal error'), 'source', 30],
    [refusal(0, ''), 'source', 30],
    [{ body: { meta, values: [], status: 'ok' } }, 'ticker', 30],
  ] as const)('says that the source does not answer for %j', async (answer, concerns, retryAfterSeconds) => {
    reply(answer)
    const error: unknown = await provider.getPrices(stock('ACME'), year).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'SourceError', concerns, retryAfterSeconds })
    expect(String(error)).not.toContain(KEY)
  })

  it.each([
    ['minute', 60],
    ['day', 3_600],
  ])('is not requested while the calls of a %s are used up, for %i seconds', async (period, seconds) => {
    reply(
      refusal(429, `You have run out of API credits for the ${period === 'day' ? '' : 'current '}${period}.`),
    )
    await expect(provider.getPrices(coin('BTC'), year)).rejects.toMatchObject({ concerns: 'source' })
    reply({ body: { ...both, meta: { ...meta, symbol: 'BTC/USD' } } })
    clock.advance((seconds - 1) * 1_000)
    await expect(provider.getPrices(coin('BTC'), year)).rejects.toMatchObject({
      concerns: 'pause',
      retryAfterSeconds: 1,
    })
    expect(queries()).toHaveLength(1)
    clock.advance(1_000)
    expect((await provider.getPrices(coin('BTC'), year)).closes).toHaveLength(2)
  })

  it('takes the calls of a span at once, and ends where there are no more', async () => {
    source.handlers.set(SERIES, (url) => ({
      body: series(row(url.searchParams.get('start_date') ?? '', '1')),
    }))
    const taken: unknown[] = []
    const limit = { source: 'twelve-data', name: 'Twelve Data', perMinute: 55 } as const
    const few = createProvider(source, clock, {
      takeCalls: async (need) => {
        if (taken.push(need) === 3) throw new BudgetUsedUpError(limit, 60, 'of the asker')
      },
    })
    const ask = () => few.getPrices(stock('ACME'), { ...year, from: new Date('1900-01-01') }, true)
    const { wereRefused, prices } = await askOnBehalfOf('client', async () => ({
      prices: await ask(),
      wereRefused: currentAskers().wereRefused,
    }))
    expect(taken).toEqual(Array.from({ length: 3 }, () => ({ calls: 2, isForLacking: true })))
    expect([prices.reachesBackTo, wereRefused]).toEqual(['1988-07-23', true])
    taken.splice(0, 3, 'a', 'b')
    await expect(ask()).rejects.toBeInstanceOf(BudgetUsedUpError)
  })

  it('is as long as one question may take calls', async () => {
    source.handlers.set(SERIES, (url) => ({
      body: series(row(url.searchParams.get('start_date') ?? '', '1')),
    }))
    const few = createProvider(source, clock, { mostCalls: 3 })
    const { closes, reachesBackTo } = await few.getPrices(stock('ACME'), {
      ...year,
      from: new Date('1900-01-01'),
    })
    expect([closes.length, reachesBackTo]).toEqual([1, '2007-09-22'])
    expect((await few.getPrices(stock('ACME'), year)).reachesBackTo).toBeUndefined()
  })

  it('is requested with the key as a header only, and not from a redirect target', async () => {
    reply({ status: 302, body: '', headers: { location: 'https://elsewhere.example/' } })
    await expect(provider.getPrices(coin('BTC'), year)).rejects.toMatchObject({ name: 'SourceError' })
    expect(source.requests.map(({ headers }) => headers.authorization)).toEqual([`apikey ${KEY}`])
    expect(source.requests[0]?.url.href).not.toContain(KEY)
  })

  it.each([
    [stock('AAPL'), true],
    [stock('BRK-B'), true],
    [coin('BTC'), true],
    [stock('OCDO.L'), false],
    [stock('^GSPC'), false],
    [stock('EURUSD=X'), false],
    [stock('BTC-USD'), false],
    [stock('JPM-PC'), false],
    [stock('VTSAX'), false],
    [coin('SUI20947'), false],
  ])('covers %j: %s', (asset, expected) => {
    expect(provider.covers(asset)).toBe(expected)
  })

  it("may be passed on if the operator's contract allows it", () => {
    expect([
      provider.republishable,
      createProvider(source, clock, { republishable: true }).republishable,
    ]).toEqual([false, true])
  })
})
