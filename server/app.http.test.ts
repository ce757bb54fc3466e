import { sql } from 'kysely'
import request from 'supertest'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { editionListSchema } from '../shared/edition-contract.ts'
import { relatedResponseSchema, statsResponseSchema, stockResponseSchema } from '../shared/market-contract.ts'
import { problemSchema } from '../shared/problem-contract.ts'
import { acceptedResponseSchema } from '../shared/subscription-contract.ts'
import { tradesResponseSchema } from '../shared/trades-contract.ts'
import { chartBody } from './market/testing/fake-yahoo.ts'
import { answerAcme, setUpYahoo } from './market/testing/set-up-yahoo.ts'
import { createTestSite } from './testing/app-fixture.ts'
import { setUpDatabase } from './testing/set-up-database.ts'
import { createTestDatabase } from './testing/test-database.ts'

const CSP =
  "default-src 'none';base-uri 'none';connect-src 'self';font-src 'self';form-action 'self';frame-ancestors 'none';" +
  "img-src 'self' data:;manifest-src 'self';script-src 'self';style-src 'self';upgrade-insecure-requests"
const ADA = 'ada@mail.example'
const NULL_BYTE = String.fromCodePoint(0)

const database = setUpDatabase(async (db) => {
  await db.deleteFrom('notice').execute()
  await db.deleteFrom('suppression').execute()
  await db.deleteFrom('subscriber').execute()
  await db.deleteFrom('visit').execute()
  await db.deleteFrom('market_cache').execute()
})
const yahoo = setUpYahoo()
beforeEach(() => answerAcme(yahoo))

function open(settings: Readonly<Record<string, string>> = {}) {
  const site = createTestSite(database, { settings: { UPSTREAM_BASE_URL: yahoo.baseUrl, ...settings } })
  return { ...site, http: request(site.app) }
}

/** A problem as the contract specifies it, which reveals nothing internal. */
function readProblem(response: request.Response) {
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.text).not.toMatch(/node_modules|\.ts\b|^ *at |s{40}|h{40}|[^\s"]@[^\s"]/m)
  const problem = problemSchema.strict().parse(JSON.parse(response.text))
  expect(problem.status).toBe(response.status)
  return problem
}

describe('every answer', () => {
  it.each([
    '/',
    '/stocks/ACME',
    '/nowhere',
    '/api/stocks/ACME',
    '/api/nowhere',
    '/api/docs',
    '/assets/none.js',
    '/healthz',
    '/readyz',
    '/metrics',
  ])('of %s has the security headers and does not reveal what serves it', async (path) => {
    const { headers } = await open().http.get(path)
    expect(headers).toMatchObject({
      'content-security-policy': CSP,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  it('does not enforce https for a site without it', async () => {
    const { headers } = await open({ SITE_URL: 'http://lunchpail.test' }).http.get('/')
    expect(headers['content-security-policy']).toBe(CSP.replace(';upgrade-insecure-requests', ''))
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('sets no cookie without consent', async () => {
    const { http } = open()
    const answers = [
      await http.get('/'),
      await http.get('/api/stocks/ACME'),
      await http.post('/api/subscribe').send({ email: ADA }),
      await http.delete('/api/unsubscribe').send({ email: ADA }),
      await http.post('/api/visits').send({ path: '/', seconds: 1 }),
      await http.put('/api/consent').send({ choice: 'perhaps' }),
      await http.put('/api/consent').send({}),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 204, 400, 400])
    expect(answers.flatMap((answer) => answer.get('Set-Cookie') ?? [])).toEqual([])
    const agreed = await http.put('/api/consent').send({ choice: 'accepted' })
    expect(agreed.get('Set-Cookie')?.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-cookie_choice',
      '__Host-visitor',
    ])
  })
})

describe('health', () => {
  it('answers as long as the process runs', async () => {
    const response = await open().http.get('/healthz')
    expect([response.status, response.body]).toEqual([200, { status: 'ok' }])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('is ready while the database answers, and not once the process goes down', async () => {
    const { http, lifecycle } = open()
    expect((await http.get('/readyz')).status).toBe(200)
    lifecycle.isDraining = true
    const draining = await http.get('/readyz')
    expect([draining.status, draining.body]).toEqual([503, { status: 'draining' }])
    expect((await http.get('/healthz')).status).toBe(200)
  })

  it('asks the database once for all requests within a second', async () => {
    const { http, deps } = open()
    const asked = vi.spyOn(deps.db.getExecutor(), 'executeQuery')
    const probes = await Promise.all(Array.from({ length: 20 }, () => http.get('/readyz')))
    expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([200]))
    expect(asked.mock.calls.length).toBeLessThan(20)
    asked.mockRestore()
  })

  it('is not ready without its database, which is logged once for all requests within a second', async () => {
    const gone = await createTestDatabase()
    const site = createTestSite(gone)
    await gone.close()
    vi.useFakeTimers({ toFake: ['performance'] })
    const probes = [await request(site.app).get('/readyz'), await request(site.app).get('/readyz')]
    vi.useRealTimers()
    for (const { status, body } of probes) {
      expect([status, body]).toEqual([503, { status: 'database unavailable' }])
    }
    expect(site.logLines.filter((line) => line.includes('has no tables')).length).toBe(1)
    expect((await request(site.app).get('/healthz')).status).toBe(200)
  })

  it('is not ready on a database that has no tables', async () => {
    const other = await createTestDatabase()
    const site = createTestSite(other)
    await sql`alter table edition rename to edition_elsewhere`.execute(other.db)
    expect((await request(site.app).get('/readyz')).status).toBe(503)
    await sql`alter table edition_elsewhere rename to edition`.execute(other.db)
    await other.close()
  })
})

describe('without its database', () => {
  it.each([
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }),
    Object.assign(new Error('could not extend file "base/1": No space left on device'), { code: '53100' }),
  ])('a request is refused in words, with a time to try again: %s', async (failure) => {
    const { app, deps, logLines } = open()
    deps.subscribers.subscribe = () => Promise.reject(failure)
    const response = await request(app).post('/api/subscribe').send({ email: ADA })
    const { code, detail } = readProblem(response)
    expect([response.status, code, response.headers['retry-after']]).toEqual([503, 'not-ready', '60'])
    expect(detail).toBe('Our database cannot be used at the moment. Please try again in a few minutes.')
    const logged = logLines.filter((line) => line.includes('the database cannot be used'))
    expect(logged).toHaveLength(1)
    expect(logged[0]).not.toContain('    at ')
  })
})

describe('the API', () => {
  it('answers under both /api and /prod, as the contract specifies', async () => {
    const { http } = open()
    for (const [path, schema] of [
      ['stocks/acme?range=1M', stockResponseSchema],
      ['stats/ACME', statsResponseSchema],
      ['related/ACME', relatedResponseSchema],
      ['trades/ACME', tradesResponseSchema],
      ['editions', editionListSchema],
    ] as const) {
      const [api, prod] = [await http.get(`/api/${path}`), await http.get(`/prod/${path}`)]
      expect([api.status, prod.status]).toEqual([200, 200])
      expect(schema.strict().safeParse(api.body).error).toBeUndefined()
      expect(prod.text).toBe(api.text)
    }
    const subscribed = await http.post('/prod/subscribe').send({ email: ADA })
    expect(acceptedResponseSchema.parse(subscribed.body)).toEqual({ status: 'ok' })
    const left = await http.delete('/prod/unsubscribe').send({ email: ADA })
    expect(acceptedResponseSchema.parse(left.body)).toEqual({ status: 'ok' })
  })

  it('gives the prices of the source under the specified names', async () => {
    const { body } = await open().http.get('/api/stocks/acme')
    expect(body).toMatchObject({
      ticker: 'ACME',
      dates: ['2026-11-18', '2026-11-19'],
      prices: [10, 11],
      info: { 'Company Name': 'Acme Inc.', Ticker: 'ACME' },
    })
  })

  it.each([
    ['/api', 404, 'not-found'],
    ['/api/', 404, 'not-found'],
    ['/api/nowhere', 404, 'not-found'],
    ['/prod/stocks', 404, 'not-found'],
    ['/api/stocks/ACME/more', 404, 'not-found'],
    [`/api/subscribers/${ADA}`, 404, 'not-found'],
    ['/api/%E0%A4%A', 404, 'not-found'],
    ['/api/stocks/%E0%A4%A', 400, 'malformed-request'],
    ['/api/stocks/%', 400, 'malformed-request'],
    ['/api/stocks/%00', 400, 'invalid-ticker'],
    ['/api/stocks/AC%00ME', 400, 'invalid-ticker'],
    ['/api/stats/---', 400, 'invalid-ticker'],
    ['/api/related/..%2F..%2Fetc%2Fpasswd', 400, 'invalid-ticker'],
    ['/api/trades/..%2Fetc', 400, 'invalid-ticker'],
    [`/api/stocks/${'A'.repeat(16)}`, 400, 'invalid-ticker'],
    [`/api/stocks/${encodeURIComponent(ADA)}`, 400, 'invalid-ticker'],
    ['/api/stocks/ACME?range=2W', 400, 'malformed-request'],
    ['/api/stocks/ACME?kind=stock&kind=crypto', 400, 'malformed-request'],
    ['/api/stocks/ACME?kind=__proto__', 400, 'malformed-request'],
    ['/api/search', 400, 'malformed-request'],
    ['/api/search?q=a&q=b', 400, 'malformed-request'],
    [`/api/search?q=${'x'.repeat(61)}`, 400, 'malformed-request'],
    ['/api/stocks/NOPE', 404, 'unknown-ticker'],
    ['/api/stats/NOPE', 404, 'unknown-ticker'],
    ['/api/related/NOPE', 404, 'unknown-ticker'],
    ['/api/stocks/DOWN', 503, 'source-unavailable'],
  ])('answers %s with %d %s', async (path, status, code) => {
    const response = await open().http.get(path)
    expect([response.status, readProblem(response).code]).toEqual([status, code])
  })

  it('refuses long addresses on every route, and reads those that are not too long', async () => {
    const { http, rendered } = open()
    const long = 'A'.repeat(1_000)
    expect(readProblem(await http.get(`/api/stocks/${long}`)).code).toBe('invalid-ticker')
    expect(readProblem(await http.get(`/api/stocks/ACME?range=${long}`)).code).toBe('malformed-request')
    expect((await http.get(`/${long}?${long}`)).status).toBe(404)
    const rendersBefore = rendered.length
    for (const start of [
      '',
      'api/',
      'api/stocks/',
      'assets/',
      'share-image/',
      'newsletter/charts/',
      'stocks/',
    ]) {
      expect(readProblem(await http.get(`/${start}${'/'.repeat(15_000)}x`)).code).toBe('address-too-long')
    }
    for (const probe of ['healthz', 'readyz', 'metrics', 'robots.txt', 'sitemap.xml']) {
      expect((await http.get(`/${probe}?${long.repeat(3)}`)).status).toBe(414)
    }
    expect(rendered.length).toBe(rendersBefore)
    // More than Node accepts as a request's headers.
    expect((await http.get(`/${long.repeat(24)}`)).status).toBe(431)
  })

  it('says when to ask again if the source is down', async () => {
    await yahoo.close()
    for (const path of ['/api/stocks/ACME', '/api/stats/ACME', '/api/related/ACME']) {
      const response = await open().http.get(path)
      expect([response.status, readProblem(response).code]).toEqual([503, 'source-unavailable'])
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
      expect(response.text).not.toContain('127.0.0.1')
    }
  })

  it('answers HEAD as GET, without a body', async () => {
    const { http } = open()
    const head = await http.head('/api/stocks/ACME')
    expect([head.status, head.text]).toEqual([200, undefined])
    expect(head.headers['content-type']).toBe('application/json; charset=utf-8')
    expect((await http.head('/api/stocks/NOPE')).status).toBe(404)
  })

  it('compresses answers that are worth compressing', async () => {
    const days = Array.from({ length: 200 }, (_, day) => 1_780_000_000 + day * 86_400)
    yahoo.handlers.set('/chart/LONG', () => ({
      body: chartBody({ timestamp: days, close: days.map((_, day) => 100 + day) }),
    }))
    const { http } = open()
    for (const encoding of ['br', 'gzip']) {
      const response = await http.get('/api/stocks/LONG').set('Accept-Encoding', encoding)
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(response.headers['vary']).toContain('Accept-Encoding')
      expect(stockResponseSchema.safeParse(response.body).error).toBeUndefined()
    }
    const plain = await http.get('/api/stocks/LONG').set('Accept-Encoding', 'identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(stockResponseSchema.safeParse(plain.body).error).toBeUndefined()
  })

  it('reveals nothing internal when it fails itself', async () => {
    const { app, deps, logLines } = open()
    deps.subscribers.subscribe = () => Promise.reject(new Error(`duplicate key for ${ADA} in secret_table`))
    const response = await request(app).post('/api/subscribe').send({ email: ADA })
    expect([response.status, readProblem(response).code]).toEqual([500, 'internal'])
    expect(response.text).not.toContain('secret_table')
    const logged = logLines.join('')
    expect(logged).toContain('duplicate key for ***@*** in secret_table')
    expect(logged).not.toContain(ADA)
  })
})

describe('methods', () => {
  it.each([
    ['/api/docs', 'GET, HEAD', ['post', 'options']],
    ['/prod/subscribe', 'POST', ['get', 'head', 'put', 'delete', 'options']],
    ['/', 'GET, HEAD', ['post', 'put', 'delete', 'options']],
    ['/nowhere', 'GET, HEAD', ['post']],
    ['/newsletter/feed.xml', 'GET, HEAD', ['post']],
    ['/newsletter/charts/2026-11-23/housing.png', 'GET, HEAD', ['post']],
    ['/share-image/site.png', 'GET, HEAD', ['post']],
    ['/share-image/stocks/ACME.png', 'GET, HEAD', ['post']],
    ['/share-image/crypto/BTC.png', 'GET, HEAD', ['post']],
    ['/sitemap.xml', 'GET, HEAD', ['post']],
    ['/robots.txt', 'GET, HEAD', ['delete']],
    ['/favicon.ico', 'GET, HEAD', ['delete']],
  ] as const)('%s accepts only %s', async (path, allowed, methods) => {
    const { http } = open()
    for (const method of methods) {
      const response = await http[method](path)
      expect([method, response.status, response.headers['allow']]).toEqual([method, 405, allowed])
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    }
  })
})

describe('bodies', () => {
  const writes = [
    ['post', '/api/subscribe'],
    ['post', '/api/subscribe/confirm'],
    ['delete', '/prod/unsubscribe'],
    ['put', '/api/consent'],
    ['post', '/api/visits'],
  ] as const

  it.each(writes)('%s %s accepts only JSON, and at most 16 kB', async (method, path) => {
    const { http } = open()
    const send = (body: string, type = 'application/json') =>
      http[method](path).set('Content-Type', type).send(body)
    const refused: [request.Response, number, string][] = [
      [await send(JSON.stringify({ email: 'a'.repeat(17_000) })), 413, 'payload-too-large'],
      [await send('{"email": '), 400, 'malformed-request'],
      [await send(`email=${ADA}`, 'application/x-www-form-urlencoded'), 415, 'unsupported-media-type'],
      [await send(`{"email":"${ADA}"}`, 'text/plain'), 415, 'unsupported-media-type'],
      [await send(`{"email":"${ADA}"}`, 'application/json; charset=x-none'), 415, 'unsupported-media-type'],
      [await http[method](path), 415, 'unsupported-media-type'],
      [
        await http[method](path).set('Content-Encoding', 'compress').type('json').send('{}'),
        415,
        'unsupported-media-type',
      ],
    ]
    for (const [response, status, code] of refused) {
      expect([response.status, readProblem(response).code]).toEqual([status, code])
    }
  })

  it.each([
    ['a null byte', { email: `ada${NULL_BYTE}@mail.example` }],
    ['an object', { email: { toString: 'x' } }],
    ['a list', { email: [ADA] }],
    ['a long text', { email: `${'a'.repeat(2_000)}@mail.example` }],
    ['a null', { email: null }],
  ])('an email that is %s is refused, not an error', async (_what, body) => {
    const { http } = open()
    for (const response of [
      await http.post('/api/subscribe').send(body),
      await http.delete('/api/unsubscribe').send(body),
    ]) {
      expect([response.status, readProblem(response).code]).toEqual([400, 'invalid-email'])
    }
  })

  it.each([NULL_BYTE, '\n', '\u{7f}'])(
    'a visit to a path with %j is refused, not an error',
    async (character) => {
      const { app } = open({ SITE_URL: 'http://lunchpail.test' })
      const browser = request.agent(app)
      await browser.put('/api/consent').send({ choice: 'accepted' }).expect(204)
      const response = await browser.post('/api/visits').send({ path: `/a${character}`, seconds: 1 })
      expect([response.status, readProblem(response).code]).toEqual([400, 'malformed-request'])
      await browser.post('/api/visits').send({ path: '/a', seconds: 1e300, referrer: NULL_BYTE }).expect(204)
    },
  )
})
