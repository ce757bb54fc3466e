import crypto from 'node:crypto'

import express from 'express'
import { sql } from 'kysely'
import request from 'supertest'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { createLogger } from '../lib/logger.ts'
import { createTestDeps } from '../testing/app-fixture.ts'
import { setDatabaseClock } from '../testing/edition-fixtures.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { createErrorHandler } from '../http/error-response.ts'
import { createVisitRouter } from './routes.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const VISIT = { path: '/stocks/AAPL', seconds: 30, referrer: 'https://search.example/?q=x' }
const keys = { secretKey: 's'.repeat(40), suppressionKey: 'h'.repeat(40) }

const database = setUpDatabase(async (db) => {
  await db.deleteFrom('visit').execute()
})

const listVisits = () => database.db.selectFrom('visit').selectAll().execute()

/** A browser with its own cookie jar. */
function openBrowser(
  settings: {
    siteUrl?: string
    countryHeader?: string
    trustProxy?: number | string[] | false
    keys?: Parameters<typeof createVisitRouter>[0]['keys']
  } = {},
) {
  const app = express()
  app.set('trust proxy', settings.trustProxy ?? false)
  app.use(express.json())
  const config = {
    siteUrl: settings.siteUrl ?? 'http://lunchpail.test',
    countryHeader: settings.countryHeader,
  }
  app.use('/api', createVisitRouter({ db: database.db, keys: settings.keys ?? keys, config }))
  app.use(createErrorHandler(createLogger('silent')))
  return request.agent(app).set('User-Agent', FIREFOX)
}

const readCookies = (response: request.Response) =>
  (response.get('Set-Cookie') ?? []).map((cookie) =>
    cookie.replace(/Expires=[^;]*/, 'Expires=...').replace(/s%3A[^;]*/, 's%3A...'),
  )

describe('createVisitRouter over https', () => {
  it('uses cookie names that no other site under the same domain can set, and ignores others', async () => {
    const browser = openBrowser({ siteUrl: 'https://lunchpail.test' })
    const agreed = await browser.put('/api/consent').send({ choice: 'accepted' })
    expect(readCookies(agreed)).toEqual([
      '__Host-cookie_choice=accepted-tickers; Max-Age=34128000; Path=/; Expires=...; Secure; SameSite=Lax',
      '__Host-visitor=s%3A...; Max-Age=34128000; Path=/; Expires=...; HttpOnly; Secure; SameSite=Lax',
    ])
    const signed = /__Host-visitor=([^;]*)/.exec((agreed.get('Set-Cookie') ?? []).join(' '))?.[1] ?? ''
    const planted = `cookie_choice=accepted; visitor=${signed}`
    await openBrowser({ siteUrl: 'https://lunchpail.test' })
      .post('/api/visits')
      .set('Cookie', planted)
      .send(VISIT)
      .expect(204)
    expect(await listVisits()).toEqual([])
    await openBrowser({ siteUrl: 'https://lunchpail.test' })
      .post('/api/visits')
      .set('Cookie', `__Host-cookie_choice=accepted; __Host-visitor=${signed}`)
      .send(VISIT)
      .expect(204)
    expect((await listVisits()).length).toBe(1)
    const cleared = await browser.put('/api/consent').set('Cookie', planted).send({ choice: 'refused' })
    expect(readCookies(cleared)).toEqual([
      'cookie_choice=; Path=/; Expires=...; Secure; SameSite=Lax',
      'visitor=; Path=/; Expires=...; Secure; SameSite=Lax',
      '__Host-cookie_choice=refused; Max-Age=34128000; Path=/; Expires=...; Secure; SameSite=Lax',
      '__Host-visitor=; Path=/; Expires=...; HttpOnly; Secure; SameSite=Lax',
    ])
  })
})

describe('PUT /consent', () => {
  it('sets the remembered choice and a signed visitor cookie', async () => {
    const response = await openBrowser().put('/api/consent').send({ choice: 'accepted' })
    expect(response.status).toBe(204)
    expect(readCookies(response)).toEqual([
      'cookie_choice=accepted-tickers; Max-Age=34128000; Path=/; Expires=...; SameSite=Lax',
      'visitor=s%3A...; Max-Age=34128000; Path=/; Expires=...; HttpOnly; SameSite=Lax',
    ])
  })

  it.each([
    [true, [keys.secretKey]],
    [false, []],
  ])(
    'recognizes a visitor whose cookie was signed with an older key, if that key is configured: %s',
    async (isKnown, oldSecretKeys) => {
      const before = await openBrowser().put('/api/consent').send({ choice: 'accepted' })
      const newKeys = { ...keys, secretKey: 'n'.repeat(40), oldSecretKeys }
      const response = await openBrowser({ keys: newKeys })
        .put('/api/consent')
        .set('Cookie', (before.get('Set-Cookie') ?? []).map((cookie) => cookie.split(';')[0]).join('; '))
        .send({ choice: 'accepted' })
      const visitorOf = (one: request.Response) =>
        /visitor=s%3A([^.]*)/.exec((one.get('Set-Cookie') ?? []).join(' '))?.[1]
      expect(visitorOf(before)).toBeTruthy()
      expect((visitorOf(response) ?? visitorOf(before)) === visitorOf(before)).toBe(isKnown)
    },
  )

  it('marks both cookies Secure on an https site', async () => {
    const browser = openBrowser({ siteUrl: 'https://lunchpail.test' })
    const response = await browser.put('/api/consent').send({ choice: 'accepted' })
    expect(readCookies(response).every((cookie) => cookie.includes('; Secure'))).toBe(true)
  })

  it('stores only the choice after a refusal', async () => {
    const response = await openBrowser().put('/api/consent').send({ choice: 'refused' })
    expect(readCookies(response)).toEqual([
      'cookie_choice=refused; Max-Age=34128000; Path=/; Expires=...; SameSite=Lax',
      'visitor=; Path=/; Expires=...; HttpOnly; SameSite=Lax',
    ])
  })

  it('deletes the visits of a visitor who withdraws consent, and only theirs', async () => {
    const [ada, bob] = [openBrowser(), openBrowser()]
    for (const browser of [ada, bob]) {
      await browser.put('/api/consent').send({ choice: 'accepted' })
      await browser.post('/api/visits').send(VISIT).expect(204)
    }
    expect(await listVisits()).toHaveLength(2)
    await ada.put('/api/consent').send({ choice: 'refused' }).expect(204)
    expect(await listVisits()).toHaveLength(1)
    await ada.post('/api/visits').send(VISIT).expect(204)
    expect(await listVisits()).toHaveLength(1)
  })

  it.each([{ choice: 'maybe' }, {}])('rejects %j', async (body) => {
    const response = await openBrowser().put('/api/consent').send(body)
    expect(response.status).toBe(400)
    expect(readCookies(response)).toEqual([])
  })

  it('rejects a request from another site', async () => {
    const response = await openBrowser()
      .put('/api/consent')
      .set('Sec-Fetch-Site', 'cross-site')
      .send({ choice: 'accepted' })
    expect(response.status).toBe(403)
    expect(readCookies(response)).toEqual([])
  })

  it.each(['Sec-GPC', 'DNT'])('sets no cookie if the browser sends %s', async (header) => {
    const response = await openBrowser().put('/api/consent').set(header, '1').send({ choice: 'accepted' })
    expect([response.status, readCookies(response)]).toEqual([204, []])
  })
})

describe('POST /visits', () => {
  it('stores what the privacy policy lists, truncated', async () => {
    const browser = openBrowser({ trustProxy: 1, countryHeader: 'CF-IPCountry' })
    await browser.put('/api/consent').send({ choice: 'accepted' })
    await browser
      .post('/api/visits')
      .set('X-Forwarded-For', '203.0.113.9')
      .set('CF-IPCountry', 'GB')
      .send(VISIT)
      .expect(204)
    const [visit] = await listVisits()
    expect(visit).toMatchObject({
      visitor_id: expect.stringMatching(/^[\w-]{22}$/) as string,
      path: '/stocks/AAPL',
      seconds: 30,
      country: 'GB',
      network: '203.0.113.0/24',
      referring_domain: 'search.example',
      browser: 'Firefox',
      operating_system: 'Linux',
    })
  })

  it('ignores a forwarded country from a client that is not our proxy', async () => {
    const browser = openBrowser({ trustProxy: ['10.0.0.0/8'], countryHeader: 'CF-IPCountry' })
    await browser.put('/api/consent').send({ choice: 'accepted' })
    await browser.post('/api/visits').set('CF-IPCountry', 'GB').send(VISIT).expect(204)
    expect(await listVisits()).toMatchObject([{ country: null, network: '127.0.0.0/24' }])
  })

  it('verifies only its own cookie, however many look signed', async () => {
    const verified = vi.spyOn(crypto, 'createHmac')
    try {
      const planted = Array.from({ length: 300 }, (_, index) => `k${index}=s:a.b`).join('; ')
      await openBrowser()
        .post('/api/visits')
        .set('Cookie', `${planted}; visitor=s:a.b`)
        .send(VISIT)
        .expect(204)
      expect(verified).toHaveBeenCalledTimes(1)
    } finally {
      verified.mockRestore()
    }
  })

  it('records nothing before consent or with a forged cookie', async () => {
    await openBrowser().post('/api/visits').send(VISIT).expect(204)
    for (const cookie of ['visitor=AAAAAAAAAAAAAAAAAAAAAA', 'visitor=s%3AAAAAAAAAAAAAAAAAAAAAAA.forged']) {
      await openBrowser().post('/api/visits').set('Cookie', cookie).send(VISIT).expect(204)
    }
    expect(await listVisits()).toEqual([])
  })

  it.each(['cookie_choice=refused; ', ''])('records nothing if the choice cookie is %j', async (choice) => {
    const response = await openBrowser().put('/api/consent').send({ choice: 'accepted' })
    const visitor = response.get('Set-Cookie')?.find((cookie) => cookie.startsWith('visitor='))
    await openBrowser()
      .post('/api/visits')
      .set('Cookie', `${choice}${visitor?.split(';')[0]}`)
      .send(VISIT)
      .expect(204)
    expect(await listVisits()).toEqual([])
  })

  it.each(['Sec-GPC', 'DNT'])(
    'records nothing if the browser sends %s, whatever was chosen before',
    async (header) => {
      const browser = openBrowser()
      await browser.put('/api/consent').send({ choice: 'accepted' })
      await browser.post('/api/visits').set(header, '1').send(VISIT).expect(204)
      expect(await listVisits()).toEqual([])
    },
  )

  it.each([
    { ...VISIT, path: '/unsubscribe?email=ada@mail.example' },
    { ...VISIT, path: '//elsewhere.example/' },
    { ...VISIT, path: 'https://elsewhere.example/' },
    { ...VISIT, path: '/ada@mail.example' },
    { ...VISIT, path: `/${'x'.repeat(300)}` },
    { ...VISIT, seconds: -1 },
    { ...VISIT, seconds: '30' },
    {},
  ])('rejects %j', async (body) => {
    const browser = openBrowser()
    await browser.put('/api/consent').send({ choice: 'accepted' })
    await browser.post('/api/visits').send(body).expect(400)
    expect(await listVisits()).toEqual([])
  })

  it('adds the time of a resumed page to its earlier view', async () => {
    const browser = openBrowser()
    await browser.put('/api/consent').send({ choice: 'accepted' })
    for (const visit of [
      { path: '/a', seconds: 10 },
      { path: '/b', seconds: 4 },
      { path: '/a', seconds: 5, isResumed: true },
      { path: '/b', seconds: 1e9, isResumed: true },
      { path: '/a', seconds: 7, isResumed: false },
      { path: '/c', seconds: 3, isResumed: true },
    ]) {
      await browser.post('/api/visits').send(visit).expect(204)
    }
    const seen = (await listVisits()).toSorted((a, b) => Number(a.id) - Number(b.id))
    expect(seen.map(({ path, seconds }) => [path, seconds])).toEqual([
      ['/a', 15],
      ['/b', 14_400],
      ['/a', 7],
      ['/c', 3],
    ])
  })

  it('adds no time to another visitor’s page', async () => {
    for (const isResumed of [false, true]) {
      const browser = openBrowser()
      await browser.put('/api/consent').send({ choice: 'accepted' })
      await browser.post('/api/visits').send({ ...VISIT, isResumed })
    }
    expect((await listVisits()).map(({ seconds }) => seconds)).toEqual([30, 30])
  })

  it.each([
    ['a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['a browser without a person', 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/142.0.0.0 Safari/537.36'],
    ['a program', 'curl/8.5.0'],
  ])('does not count %s', async (_name, userAgent) => {
    const browser = openBrowser().set('User-Agent', userAgent)
    await browser.put('/api/consent').send({ choice: 'accepted' })
    await browser.post('/api/visits').send(VISIT).expect(204)
    expect(await listVisits()).toEqual([])
  })

  it('stores no path that may contain an email address', async () => {
    const browser = openBrowser()
    await browser.put('/api/consent').send({ choice: 'accepted' })
    await browser.post('/api/visits').send({ path: '/ada%40mail.example', seconds: 3 }).expect(204)
    expect(await listVisits()).toEqual([])
  })

  it('accepts only JSON, which a form on another site cannot send', async () => {
    const browser = openBrowser()
    await browser.put('/api/consent').send({ choice: 'accepted' })
    await browser.post('/api/visits').type('text/plain').send(JSON.stringify(VISIT)).expect(415)
    await browser.post('/api/visits').set('Sec-Fetch-Site', 'cross-site').send(VISIT).expect(403)
    expect(await listVisits()).toEqual([])
  })

  it('limits the requests of a client per minute', async () => {
    // A busy machine may take longer than the one minute that the limit covers.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const browser = openBrowser()
    for (let visit = 0; visit < 120; visit += 1) await browser.post('/api/visits').send(VISIT).expect(204)
    const response = await browser.post('/api/visits').send(VISIT)
    expect(response.status).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('the daily clean job', () => {
  it('deletes visits older than thirteen months', async () => {
    const browser = openBrowser()
    await browser.put('/api/consent').send({ choice: 'accepted' })
    for (const path of ['/old', '/new']) await browser.post('/api/visits').send({ path, seconds: 5 })
    const daysOld = async (path: string, days: number) => {
      await database.db
        .updateTable('visit')
        .set({ started_at: sql`lunchpail_now() - ${days} * interval '1 day'` })
        .where('path', '=', path)
        .execute()
    }
    // The job is due from 03:30 in Chicago.
    await setDatabaseClock(database.db, '2026-11-25T18:00:00Z')
    await daysOld('/old', 400)
    await daysOld('/new', 390)
    const { deps } = createTestDeps(database)
    await deps.jobs.clean(new AbortController().signal)
    await deps.mailer.close()
    expect((await listVisits()).map(({ path }) => path)).toEqual(['/new'])
  })
})

describe('the hourly limit of a client', () => {
  it('records 300 views an hour and answers the rest alike without recording them', async () => {
    const clock = vi.spyOn(Date, 'now')
    const browser = openBrowser()
    await browser.put('/api/consent').send({ choice: 'accepted' })
    const statuses = new Set<number>()
    const startMs = Date.now()
    for (let view = 0; view < 303; view += 1) {
      // Avoids the limit per minute.
      clock.mockReturnValue(startMs + view * 1_000)
      statuses.add((await browser.post('/api/visits').send(VISIT)).status)
    }
    clock.mockRestore()
    expect([...statuses]).toEqual([204])
    expect((await listVisits()).length).toBe(300)
  })
})
