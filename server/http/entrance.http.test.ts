import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import zlib from 'node:zlib'

import request from 'supertest'
import { beforeAll, describe, expect, it, vi } from 'vitest'

import { createTestSite } from '../testing/app-fixture.ts'
import { askOften } from '../testing/ask-often.ts'
import { publishEdition } from '../testing/published-edition.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { createLogger } from '../lib/logger.ts'
import { createEntrance, createRequestLog, refusalOf } from './entrance.ts'

const PATHS = [
  ['/', 'page'],
  ['/stocks/AAPL', 'page'],
  ['/newsletter/archive/2025-02-03', 'page'],
  ['/api/stocks/AAPL', 'market api'],
  ['/prod/stocks/AAPL?range=5Y&kind=stock', 'market api'],
  ['/api/stats/AAPL', 'market api'],
  ['/api/related/AAPL', 'market api'],
  ['/api/search?q=apple', 'market api'],
  ['/api/trades/AAPL', 'market api'],
  ['/api/overview?kind=crypto', 'other api'],
  ['/api/editions', 'edition api'],
  ['/api/editions/2025-02-03', 'edition api'],
] as const

const database = setUpDatabase()
beforeAll(async () => {
  await publishEdition(database.db)
})

/** A site that counts the requests reaching its routes. */
function openSite() {
  const site = createTestSite(database, {
    settings: { MARKET_DATA: 'sample', TRUST_PROXY: 'loopback', LOG_LEVEL: 'info' },
    render: (address) => ({ status: 200, html: `<p>${address}</p>`.repeat(100), location: undefined }),
  })
  const routed = vi.spyOn(site.routes as unknown as { handle: () => void }, 'handle')
  const get = (path: string, headers: Record<string, string> = {}, method: 'get' | 'head' = 'get') =>
    (method === 'get' ? request(site.app).get(path) : request(site.app).head(path)).set({
      'Accept-Encoding': 'br',
      ...headers,
    })
  return { ...site, routed, get }
}

/** An answer's headers, except those that tell the time. */
function lasting(headers: Readonly<Record<string, string>>) {
  return { ...headers, date: '', ratelimit: '' }
}
const leftOf = (headers: Readonly<Record<string, string>>) =>
  [...(headers['ratelimit'] ?? '').matchAll(/r=(\d+)/g)].map(([, left]) => Number(left))

describe('a cached answer', () => {
  it.each(PATHS)('is sent before any routing, exactly as it was made: %s', async (path, group) => {
    const { get, routed, logLines, deps } = openSite()
    const made = await get(path).expect(200)
    expect(routed).toHaveBeenCalledTimes(1)
    const kept = await get(path).expect(200)
    expect(lasting(kept.headers)).toEqual(lasting(made.headers))
    expect(kept.text).toBe(made.text)
    expect(leftOf(made.headers).length).toBeGreaterThan(0)
    expect(leftOf(kept.headers)).toEqual(leftOf(made.headers).map((left) => left - 1))
    expect(kept.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    })

    const head = await get(path, {}, 'head').expect(200)
    expect(lasting(head.headers)).toEqual(lasting(made.headers))
    const unchanged = await get(path, { 'If-None-Match': String(made.headers['etag']) }).expect(304)
    expect(unchanged.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': made.headers['cache-control'],
    })
    expect(leftOf(unchanged.headers)).toEqual(leftOf(made.headers).map((left) => left - 3))
    expect(routed).toHaveBeenCalledTimes(1)

    const listLines = () => logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const [pathname] = path.split('?')
    await expect
      .poll(() => listLines().filter(({ msg }) => msg === 'request'))
      .toEqual(
        [
          { method: 'GET', status: 200 },
          { method: 'GET', status: 200 },
          { method: 'HEAD', status: 200 },
          { method: 'GET', status: 304 },
        ].map((expected) => expect.objectContaining({ ...expected, path: pathname }) as unknown),
      )
    const metrics = await deps.metrics.registry.metrics()
    const countOf = (labels: string) =>
      new RegExp(`lunchpail_http_request_seconds_count{group="${group}",${labels}} (\\d+)`).exec(metrics)?.[1]
    expect([
      countOf('method="GET",status="2xx"'),
      countOf('method="HEAD",status="2xx"'),
      countOf('method="GET",status="3xx"'),
    ]).toEqual(['2', '1', '1'])
  })

  it('is left to the routes if it cannot be sent, without affecting anything else', async () => {
    const { get, routed } = openSite()
    const made = await get('/stocks/AAPL').expect(200)
    const unpack = vi.spyOn(zlib, 'createGunzip').mockImplementationOnce(() => {
      throw new Error('no memory to unpack it')
    })
    const plain = await get('/stocks/AAPL', { 'Accept-Encoding': 'identity' }).expect(200)
    expect(plain.text).toBe(made.text)
    expect(unpack).toHaveBeenCalledTimes(2)
    expect(routed).toHaveBeenCalledTimes(2)
    unpack.mockRestore()
  })

  it('is made by the routes again once it has expired', async () => {
    const { get, routed, pass } = openSite()
    await get('/api/search?q=apple')
    pass(31_000)
    await get('/api/search?q=apple')
    expect(routed).toHaveBeenCalledTimes(2)
  })

  it('is not remembered under an address that contains more than the page reads', async () => {
    const { get, routed, rendered } = openSite()
    const link = '/unsubscribe?email=ada%40mail.example&token=t0ken'
    const first = await get(link).expect(200)
    expect((await get(link)).text).toBe(first.text)
    // Nor may a shared cache keep it.
    expect(first.headers['cache-control']).toBe('private, no-cache')
    expect((await get('/unsubscribe')).headers['cache-control']).toMatch(
      /^public, max-age=0, s-maxage=\d+, stale/,
    )
    expect([routed.mock.calls.length, rendered]).toEqual([3, ['/unsubscribe?link=usable', '/unsubscribe']])
  })

  it.each([
    [{ 'X-Long': 'x'.repeat(9_000) }, 431],
    [{ 'X-Forwarded-For': 'not an address' }, 200],
  ])('is sent after the checks of every request', async (headers, status) => {
    const { get } = openSite()
    await get('/').expect(200)
    expect((await get('/', headers)).status).toBe(status)
  })

  it('counts towards its own client’s limit, beyond which it is refused, and nobody else’s', async () => {
    // A busy machine may take longer than the minute that limits count.
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const { app, get, routed } = openSite()
      const from = (client: string) => get('/api/editions', { 'X-Forwarded-For': client })
      await from('203.0.113.7').expect(200)
      const headersOf = () => ({ 'Accept-Encoding': 'br', 'X-Forwarded-For': '203.0.113.7' })
      const statuses = await askOften(app, { path: '/api/editions', times: 1_499, headersOf })
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(routed).toHaveBeenCalledTimes(1)
      const refused = await from('203.0.113.7').expect(429)
      expect(refused.headers['cache-control']).toBe('no-store')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      await from('203.0.113.8').expect(200)
    } finally {
      vi.useRealTimers()
    }
  })
})

it('an error before the routes is thrown by the first of them, and does not end the process', async () => {
  const error = new Error('unreadable')
  const refused: unknown[] = []
  const answer = createEntrance({
    readForwarded() {
      throw error
    },
    mostUnderWay: 1,
    headers: [],
    answers: { answerAtOnce: () => refused.push('not refused') },
    onEnded: () => {},
    routes(incoming, response) {
      refused.push(refusalOf(incoming))
      response.end()
    },
  })
  await request(answer).get('/').expect(200)
  expect(refused).toEqual([error])
})

it('a request that was answered, or given up, while it waited for its turn is not worked on', async () => {
  const worked: unknown[] = []
  const answer = createEntrance({
    readForwarded: () => {},
    mostUnderWay: 100,
    headers: [],
    answers: { answerAtOnce: (incoming) => worked.push(incoming) },
    onEnded: () => {},
    routes: () => {},
  })
  const asked = Array.from({ length: 40 }, () => ({
    incoming: { url: '/', headers: {}, rawHeaders: [], socket: {} } as unknown as IncomingMessage,
    response: Object.assign(new EventEmitter(), { headersSent: false }),
  }))
  for (const { incoming, response } of asked) answer(incoming, response as unknown as ServerResponse)
  asked[37]!.response.headersSent = true
  asked[38]!.response.emit('close')
  await setImmediate()
  expect(worked).toEqual(
    asked.filter((_one, index) => index !== 37 && index !== 38).map(({ incoming }) => incoming),
  )
})

it('of a thousand refusals in a second the log has twenty, of a client’s answers thirty, and the numbers of the others', () => {
  vi.useFakeTimers()
  const lines: string[] = []
  const note = createRequestLog(createLogger('info', { write: (line) => void lines.push(line) }))
  const end = (statusCode: number, client = '203.0.113.7') =>
    note({
      request: { method: 'GET' } as IncomingMessage,
      response: { statusCode, writableFinished: true } as ServerResponse,
      path: '/',
      client,
      milliseconds: 1,
    })
  for (let second = 0; second < 2; second += 1) {
    for (let refusal = 0; refusal < 1_000; refusal += 1) end(429)
    for (let answer = 0; answer < 500; answer += 1) end(404)
    end(200, '198.51.100.7')
    vi.advanceTimersByTime(1_000)
  }
  vi.useRealTimers()
  expect(lines.filter((line) => line.includes('"status":429'))).toHaveLength(40)
  expect(lines.filter((line) => line.includes('"status":200'))).toHaveLength(2)
  expect(lines.filter((line) => line.includes('"status":404'))).toHaveLength(60)
  expect(lines.filter((line) => line.includes('"refused":980,"others":470'))).toHaveLength(2)
})
