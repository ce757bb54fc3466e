import { createServer } from 'node:http'

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { StockResponse } from '../../shared/market-contract.ts'
import { chartBody, startFakeYahoo, summaryBody, type FakeYahoo } from '../market/testing/fake-yahoo.ts'
import { createTestSite, type TestSite } from '../testing/app-fixture.ts'
import { aWeek, publishEdition } from '../testing/published-edition.ts'
import { type Listening, listenLocally } from '../testing/listen-locally.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { keepAcmeTrades } from '../letter/testing/kept-trades.ts'
import { describeCloses } from './answers.ts'

const database = setUpDatabase()
let yahoo: FakeYahoo
let site: TestSite
let server: Listening
beforeAll(async () => {
  yahoo = await startFakeYahoo()
  yahoo.handlers.set('/chart/ACME', () => ({ body: chartBody() }))
  yahoo.handlers.set('/quoteSummary/ACME', () => ({ body: summaryBody({}) }))
  const { db } = database
  await keepAcmeTrades(db)
  await publishEdition(db, { content: aWeek('2025-01-27') })
  await publishEdition(db)
  site = createTestSite(database, { settings: { UPSTREAM_BASE_URL: yahoo.baseUrl } })
  server = await listenLocally(createServer(site.app))
})
afterAll(async () => {
  await server.close()
  await yahoo.close()
})

/** Calls the server as an assistant's client does, including the handshake. */
async function withClient<Answer>(ask: (client: Client) => Promise<Answer>): Promise<Answer> {
  const client = new Client({ name: 'a test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)))
  try {
    return await ask(client)
  } finally {
    await client.close()
  }
}

/** @returns the text of the answer, and whether the tool reports an error */
async function call(name: string, given: Record<string, unknown> = {}) {
  const { content, isError = false } = await withClient((client) =>
    client.callTool({ name, arguments: given }),
  )
  const [block] = content
  return { text: block?.type === 'text' ? block.text : '', isError }
}
const callForJson = async (name: string, given: Record<string, unknown>) =>
  JSON.parse((await call(name, given)).text) as Record<string, unknown>

describe('the tools', () => {
  it('lists six read-only tools', async () => {
    const { tools } = await withClient((client) => client.listTools())
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['search_asset', true],
      ['get_closes', true],
      ['get_trades', true],
      ['list_letters', true],
      ['read_letter', true],
      ['get_figures', true],
    ])
  })

  it('get_closes returns no price that may not be republished, but links the page that shows it', async () => {
    const answer = await callForJson('get_closes', { ticker: 'acme' })
    expect(answer).toEqual({
      ticker: 'ACME',
      kind: 'stock',
      name: expect.any(String) as string,
      page: 'https://lunchpail.test/stocks/ACME',
      leftOut: [
        'Prices: Yahoo Finance does not allow them to be passed on. https://lunchpail.test/stocks/ACME shows them.',
        expect.stringMatching(
          /^Facts of the company, from Yahoo Finance.*, may not be passed on\./,
        ) as string,
      ],
    })
  })

  it('get_trades returns trades with filings, coverage and legal notice', async () => {
    const { insiders, congress, leftOut } = (await callForJson('get_trades', { ticker: 'ACME' })) as {
      insiders: { licence: string; trades: { url: string }[]; coverage: { readTo: string } }
      congress: { licence: string; trades: { url: string }[] }
      leftOut: string[]
    }
    expect([insiders.licence, insiders.coverage.readTo]).toEqual(['Public domain.', '2025-01-28'])
    expect(insiders.trades.map((trade) => new URL(trade.url).hostname)).toEqual(['www.sec.gov'])
    expect(congress.licence).toContain('5 U.S.C. 13107')
    expect(congress.trades.map((trade) => new URL(trade.url).hostname)).toEqual(['reports.example'])
    expect(leftOut).toEqual([])
  })

  it('list_letters pages through the letters, and read_letter returns a record for each figure', async () => {
    const first = await callForJson('list_letters', { limit: 1 })
    expect(first).toMatchObject({ letters: [{ date: '2025-02-03' }], nextBefore: '2025-02-03' })
    const second = await callForJson('list_letters', { limit: 1, before: '2025-02-03' })
    expect(second).toMatchObject({ letters: [{ date: '2025-01-27' }], nextBefore: null })

    const { text } = await call('read_letter', { date: '2025-02-03' })
    expect(text).toContain('https://lunchpail.test/newsletter/archive/2025-02-03')
    expect(text).toMatch(/\[6\.95%\]\(https:\/\/[^)]+\)/)
    expect(text).toContain('5 U.S.C. 13107')
    expect(text).toContain('Left out: charts')
    expect(text).not.toContain('points')
  })

  it('get_figures returns the figures of a section fifty at a time, with source, time and licence', async () => {
    const page = (await callForJson('get_figures', { date: '2025-02-03', section: 'housing' })) as {
      figures: Record<string, unknown>[]
      licences: string[]
      total: number
    }
    expect(page.figures.length).toBe(Math.min(50, page.total))
    expect(page.figures.length).toBeGreaterThan(5)
    for (const figure of page.figures) {
      expect(figure).toMatchObject({
        section: 'housing',
        sourceUrl: expect.stringMatching(/^https:/) as string,
        retrievedAt: expect.stringMatching(/Z$/) as string,
      })
    }
    expect(page.licences.join(' ')).toContain('Freddie Mac')
    const beyond = await callForJson('get_figures', {
      date: '2025-02-03',
      section: 'housing',
      from: page.total,
    })
    expect(beyond).toMatchObject({ figures: [], nextFrom: null })
  })

  it('explains what is wrong with a call', async () => {
    expect(await call('read_letter', { date: '2025-02-10' })).toEqual({
      text: '{"code":"not-found","detail":"No edition of 2025-02-10 went out. /api/editions lists those that did."}',
      isError: true,
    })
    expect(await callForJson('get_trades', { ticker: '../etc' })).toMatchObject({ code: 'invalid-ticker' })
    expect((await call('get_closes', { ticker: 'ACME', range: 'MAX' })).isError).toBe(true)
    expect((await call('search_asset', { text: 'a'.repeat(61) })).isError).toBe(true)
  })
})

it('get_closes returns prices that may be republished, with source, time and licence', async () => {
  const stock: StockResponse = {
    ticker: 'ACME',
    dates: ['2026-11-19', '2026-11-20'],
    prices: [12.5, 13],
    info: { 'Company Name': 'Acme', Ticker: 'ACME', CEO: 'Rosa Acme' },
    meta: {
      kind: 'stock',
      source: { name: 'Source', url: 'https://source.example/ACME' },
      asOf: '2026-11-20T21:00:00.000Z',
      retrievedAt: '2026-11-20T21:01:00.000Z',
      currency: 'USD',
      delayed: true,
      stale: false,
      sample: false,
      republishable: true,
      range: '1M',
      profileAvailable: true,
      profile: {
        sources: [{ name: 'Wikidata', url: 'https://www.wikidata.org/' }],
        retrievedAt: '2026-11-20T21:01:00.000Z',
        stale: false,
        republishable: true,
      },
      suspectDays: [],
      coversRange: true,
    },
  }
  const { market, ...parts } = {
    ...site.deps,
    ...site.deps.newsletter,
    site: { name: 'L', url: 'https://l.test' },
  }
  const closes = await describeCloses(
    { ...parts, market: { ...market, getStock: () => Promise.resolve(stock) } },
    { ticker: 'ACME', range: '1M' },
  )
  expect(closes).toMatchObject({
    lastClose: { day: '2026-11-20', close: 13 },
    closes: [
      ['2026-11-19', 12.5],
      ['2026-11-20', 13],
    ],
    currency: 'USD',
    record: 'https://source.example/ACME',
    licence: expect.stringContaining('Source lets this site pass its prices on') as string,
    asOf: '2026-11-20T21:00:00.000Z',
    facts: { CEO: 'Rosa Acme' },
    leftOut: [],
  })
})

describe('POST /mcp', () => {
  const ask = (body: unknown) =>
    request(site.app)
      .post('/mcp')
      .set('Accept', 'application/json, text/event-stream')
      .send(body as object)
  const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

  it('answers without a handshake and keeps no session', async () => {
    const { status, headers, text } = await ask(LIST)
    expect([status, headers['cache-control'], headers['mcp-session-id']]).toEqual([
      200,
      'no-store',
      undefined,
    ])
    expect(text).toContain('get_closes')
  })

  it.each([
    ['another site’s page', { Origin: 'https://evil.example' }],
    ['a page marked cross-site by the browser', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a foreign host name', { Host: 'evil.example', Origin: 'http://evil.example' }],
    [
      'a foreign host name marked same-origin by the browser',
      { Host: 'evil.example', 'Sec-Fetch-Site': 'same-origin' },
    ],
  ])('rejects %s', async (_who, headers) => {
    const { status, body } = await ask(LIST).set(headers)
    expect([status, body.code]).toEqual([403, 'cross-site-request'])
  })

  it('accepts the site’s own host name', async () => {
    expect((await ask(LIST).set('Host', 'lunchpail.test')).status).toBe(200)
  })

  it('accepts only one JSON message of at most 16 kB per POST', async () => {
    expect((await ask([LIST, LIST])).body).toMatchObject({ status: 400, code: 'malformed-request' })
    expect((await ask({ ...LIST, params: { text: 'a'.repeat(17_000) } })).status).toBe(413)
    expect((await request(site.app).post('/mcp').type('text').send('{}')).status).toBe(415)
    const got = await request(site.app).get('/mcp').set('Accept', 'text/event-stream')
    expect([got.status, got.headers['allow']]).toEqual([405, 'POST'])
  })

  it('refuses a message with thousands of entries, since the answer would tell a fault of each', async () => {
    const icons = [{ src: 'a', sizes: Array.from({ length: 7_000 }, () => 0) }]
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'a', version: '1', icons },
    }
    const { status, body, text } = await ask({ ...LIST, method: 'initialize', params })
    expect([status, body.code]).toEqual([400, 'malformed-request'])
    expect(text.length).toBeLessThan(1_000)
  })

  it('shares one rate limit with the API', async () => {
    const { headers: first } = await request(site.app).get('/api/nowhere')
    const { headers: second } = await ask(LIST)
    const left = (header: string | undefined) => Number(/; r=(\d+);/.exec(header ?? '')?.[1])
    expect(left(second['ratelimit'])).toBe(left(first['ratelimit']) - 1)
  })
})

describe('/llms.txt', () => {
  it('lists the pages of the site with working links', async () => {
    const { text, headers } = await request(site.app).get('/llms.txt').expect(200)
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(text).toMatch(/^# Lunchpail\n\n> A free weekly letter about money/)
    const paths = [...text.matchAll(/\]\(https:\/\/lunchpail\.test([^)]*)\)/g)].map(([, path]) => path)
    expect(paths).toEqual([
      '/',
      '/newsletter/archive',
      '/newsletter/how-we-know',
      '/newsletter/corrections',
      '/newsletter/feed.xml',
      '/stocks',
      '/crypto',
      '/terms-of-service',
      '/disclaimers',
      '/privacy-policy',
      '/api/docs',
      '/api/openapi.json',
      '/mcp',
    ])
    for (const path of paths) {
      expect([path, (await request(site.app).get(String(path))).status]).toEqual([
        path,
        path === '/mcp' ? 405 : 200,
      ])
    }
    expect((await request(site.app).post('/llms.txt')).status).toBe(405)
  })
})
