import type { RequestListener } from 'node:http'

import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { problemSchema } from '../shared/problem-contract.ts'
import { createTestSite } from './testing/app-fixture.ts'
import { askOften, type Often } from './testing/ask-often.ts'
import { setUpDatabase } from './testing/set-up-database.ts'

const API_REQUESTS_PER_MINUTE = 1_500
const ADA = 'ada@mail.example'

const database = setUpDatabase()
// A busy machine may take longer than the one minute that the limits cover.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

/** Uses up one client's allowance.
 *  @param asked  `times` defaults to the whole allowance */
async function exhaust(
  app: RequestListener,
  { times = API_REQUESTS_PER_MINUTE, ...asked }: Omit<Often, 'times'> & { times?: number },
): Promise<void> {
  const statuses = await askOften(app, { times, ...asked })
  expect(new Set(statuses)).toEqual(new Set([404]))
}

describe('the limit of the API', () => {
  it('tells a client how much is left, and when to come back', async () => {
    const { app } = createTestSite(database)
    const http = request(app)
    const first = await http.get('/api/nowhere')
    expect(first.headers['ratelimit-policy']).toMatch(/^"1500-in-1min"; q=1500; w=60/)
    expect(first.headers['ratelimit']).toMatch(/^"1500-in-1min"; r=1499; t=\d+$/)
    await exhaust(app, { path: '/prod/nowhere', times: API_REQUESTS_PER_MINUTE - 1 })
    const refused = await http.get('/prod/nowhere')
    expect(refused.status).toBe(429)
    expect(problemSchema.parse(JSON.parse(refused.text)).code).toBe('too-many-requests')
    expect(refused.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(refused.headers['cache-control']).toBe('no-store')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await http.get('/api/openapi.json')).status).toBe(429)
    expect((await http.get('/')).status).toBe(200)
    expect((await http.get('/healthz')).status).toBe(200)
  })

  it('is not evaded by a header that anyone can write', async () => {
    const { app } = createTestSite(database)
    const headersOf = (index: number) => ({
      'X-Forwarded-For': `203.0.${Math.floor(index / 250)}.${(index % 250) + 1}`,
    })
    await exhaust(app, { path: '/api/nowhere', headersOf })
    expect((await request(app).get('/api/nowhere').set(headersOf(API_REQUESTS_PER_MINUTE))).status).toBe(429)
  })

  it('writes nothing to the console because of that header', async () => {
    const toConsole = vi.spyOn(console, 'error').mockReturnValue()
    const { app } = createTestSite(database)
    const forged = { 'X-Forwarded-For': '203.0.113.7' }
    await request(app).get('/').set(forged).expect(200)
    await request(app).post('/api/subscribe').set(forged).send({}).expect(400)
    await request(app).delete('/api/unsubscribe').set(forged).send({ email: ADA }).expect(200)
    await request(app).post('/api/visits').set(forged).send({}).expect(204)
    expect(toConsole).not.toHaveBeenCalled()
    toConsole.mockRestore()
  })

  it('counts each client of a trusted proxy separately', async () => {
    const { app } = createTestSite(database, { settings: { TRUST_PROXY: 'loopback' } })
    const askAs = (address: string) => request(app).get('/api/nowhere').set('X-Forwarded-For', address)
    await exhaust(app, { path: '/api/nowhere', headersOf: () => ({ 'X-Forwarded-For': '203.0.113.7' }) })
    expect((await askAs('203.0.113.7')).status).toBe(429)
    expect((await askAs('203.0.113.8')).status).toBe(404)
    // The client's own entry is to the left of the address that the proxy saw.
    expect((await askAs('198.51.100.1, 203.0.113.7')).status).toBe(429)
  })
})

it('an assistant’s messages have their own limit, since they cost more than other answers', async () => {
  const { app } = createTestSite(database)
  const statuses = await askOften(app, { path: '/mcp', times: 300 })
  expect(new Set(statuses)).toEqual(new Set([405]))
  expect((await request(app).get('/mcp')).status).toBe(429)
  expect((await request(app).get('/api/nowhere')).status).toBe(404)
})

it('lists of quotes have their own limit, since their tickers may have to be read from the database', async () => {
  const { app } = createTestSite(database, { settings: { MARKET_DATA: 'sample' } })
  const statuses = await askOften(app, { path: '/api/quotes', times: 300 })
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await request(app).get('/prod/quotes')).status).toBe(429)
  expect((await request(app).get('/api/nowhere')).status).toBe(404)
})

describe('the limit of long histories', () => {
  it('counts one client’s requests to the API, for files and for pages, and still answers shorter ones', async () => {
    const { app } = createTestSite(database, {
      settings: { MARKET_DATA: 'sample', TRUST_PROXY: 'loopback' },
    })
    const askAs = (address: string, url: string) => request(app).get(url).set('X-Forwarded-For', address)
    const long = [
      '/api/stocks/AAPL?range=MAX',
      '/prod/stocks/AAPL/closes.csv?range=5Y',
      '/stocks/AAPL?range=5Y',
      '/crypto/BTC??range=MAX',
      '/api/trades/AAPL?window=all',
      '/stocks/AAPL?table=closes',
    ]
    const first = await askAs('203.0.113.7', '/api/stocks/AAPL?range=MAX')
    expect(first.headers['ratelimit-policy']).toBe('"1500-in-1min"; q=1500; w=60, "60-in-1min"; q=60; w=60')
    for (let count = 1; count < 60; count++) {
      const { status } = await askAs('203.0.113.7', long[count % long.length] ?? '')
      expect(status).not.toBe(429)
    }
    for (const url of long) {
      const refused = await askAs('203.0.113.7', url)
      expect([url, refused.status]).toEqual([url, 429])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    for (const url of [
      '/api/stocks/AAPL',
      '/api/stocks/AAPL?range=1Y',
      '/stocks/AAPL?range=6M',
      '/api/trades/AAPL?window=year',
    ]) {
      expect([url, (await askAs('203.0.113.7', url)).status]).toEqual([url, 200])
    }
    expect((await askAs('203.0.113.8', '/api/stocks/AAPL?range=MAX')).status).toBe(200)
  })
})

describe('the log', () => {
  it('has a line for each request: no query, no address, no token', async () => {
    const { app, logLines } = createTestSite(database)
    const http = request(app)
    await http.get(`/unsubscribe?email=${ADA}&token=t0ken`)
    await http.get(`/unsubscribe/${encodeURIComponent(ADA)}`)
    await http.get(`/api/subscribers/${ADA}?token=t0ken`)
    await http.get(`//${ADA}`)
    await http.post('/api/subscribe').set('X-Forwarded-For', '203.0.113.7').send({ email: ADA })
    await http.post('/api/unsubscribe/one-click?token=t0ken').type('form').send('List-Unsubscribe=One-Click')
    const lines = logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'request')
    expect(lines.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['GET', '/unsubscribe', 200],
      ['GET', '/unsubscribe/***@***', 404],
      ['GET', '/api/subscribers/***@***', 404],
      ['GET', '//***@***', 404],
      ['POST', '/api/subscribe', 200],
      ['POST', '/api/unsubscribe/one-click', 400],
    ])
    expect(logLines.join('')).not.toMatch(/t0ken|\bada\b|mail\.example|127\.0\.0\.1|203\.0\.113|::1/)
    expect(Object.keys(lines[0] ?? {})).toEqual(
      expect.arrayContaining(['level', 'time', 'method', 'path', 'status', 'milliseconds', 'msg']),
    )
  })

  it('reports a page that could not be rendered, without its query', async () => {
    const site = createTestSite(database, {
      render: () => {
        throw new Error(`no template for ${ADA}`)
      },
    })
    const response = await request(site.app).get(`/unsubscribe?email=${ADA}`)
    expect(response.status).toBe(500)
    expect(response.text).not.toContain('template')
    expect(site.logLines.join('')).toContain('no template for ***@***')
    expect(site.logLines.join('')).not.toContain(ADA)
  })
})

describe('a request that a page’s route refuses', () => {
  it('is answered to a browser by a page, and to a program by a problem', async () => {
    const { app } = createTestSite(database)
    const asBrowser = await request(app).post('/stocks').set('Accept', 'text/html,*/*;q=0.8')
    expect([asBrowser.status, asBrowser.type]).toEqual([405, 'text/html'])
    expect(asBrowser.text).toContain('<h1>This address does not take that method</h1>')
    const asProgram = await request(app).post('/stocks')
    expect([asProgram.status, asProgram.type]).toEqual([405, 'application/problem+json'])
    const api = await request(app).post('/api/stocks/AAPL').set('Accept', 'text/html')
    expect(api.type).toBe('application/problem+json')
  })
})
