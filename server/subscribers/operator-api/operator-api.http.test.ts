import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import request from 'supertest'

import type { OpenedDatabase } from '../../db/open-database.ts'
import { createOpenApiDocument } from '../../http/openapi.ts'
import { createTestSite } from '../../testing/app-fixture.ts'
import { setDatabaseClock } from '../../testing/edition-fixtures.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { clear } from '../testing/subscriber-fixtures.ts'
import { createOperatorTokens, SCOPES, type Scope } from './tokens.ts'

const ADA = 'ada@mail.example'
const NOW = '2026-11-20T15:00:00.000Z'

let database: OpenedDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await clear(database.db)
  await database.db.deleteFrom('operator_token').execute()
  await setDatabaseClock(database.db, NOW)
})

const openSite = (settings: Readonly<Record<string, string>> = {}) =>
  createTestSite(database, { settings: { TRUST_PROXY: '1', LOG_LEVEL: 'info', ...settings } })
const tokens = () => createOperatorTokens(database.db)
const makeToken = async (...scopes: Scope[]) =>
  (await tokens().create({ name: 'shop', scopes: scopes.length === 0 ? SCOPES : scopes })).token

let clients = 0
/** Sends a request as a client of its own. */
function ask(
  { app }: ReturnType<typeof openSite>,
  [method, path]: readonly [string, string],
  { token, body, headers = {} }: { token?: string; body?: object; headers?: Record<string, string> } = {},
) {
  clients += 1
  const http = request(app)
  const sent = http[method as 'post'](`/api${path}`).set({
    'X-Forwarded-For': `10.1.${Math.floor(clients / 250)}.${(clients % 250) + 1}`,
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...headers,
  })
  return body === undefined ? sent : sent.send(body)
}

/** The body and scope of each route. A route that is missing here fails the test below. */
const ROUTES: Readonly<Record<string, { scope: Scope; body?: object }>> = {
  'get /operator/subscribers/count': { scope: 'subscribers:read' },
  'post /operator/subscribers/find': { scope: 'subscribers:read', body: { email: ADA } },
  'post /operator/subscribers': {
    scope: 'subscribers:write',
    body: { email: ADA, consent: { at: '2026-11-20T10:00:00Z', source: 'a form' } },
  },
  'post /operator/subscribers/remove': { scope: 'subscribers:write', body: { email: ADA } },
  'post /operator/subscribers/suppress': {
    scope: 'suppressions:write',
    body: { email: ADA, reason: 'complained' },
  },
}

it('covers every operator route in the description', () => {
  const { paths = {} } = createOpenApiDocument({ name: 'Lunchpail' })
  const described = Object.entries(paths)
    .filter(([path]) => path.startsWith('/operator'))
    .flatMap(([path, operations]) => Object.keys(operations as object).map((method) => `${method} ${path}`))
  expect(Object.keys(ROUTES).toSorted()).toEqual(described.toSorted())
})

describe.each(Object.entries(ROUTES))('%s', (name, { scope, body }) => {
  const [method = '', path = ''] = name.split(' ')
  const send = async (site: ReturnType<typeof openSite>, token?: string) => {
    const answer = await ask(site, [method, path], { ...(token && { token }), ...(body && { body }) })
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    const { code } = answer.body as { code?: string }
    return [answer.status, code, answer.headers['www-authenticate']]
  }

  it('refuses requests without a valid token, without the scope, and from pages of other sites', async () => {
    const site = openSite()
    const { id, token: revoked } = await tokens().create({ name: 'old', scopes: SCOPES })
    await tokens().revoke(id)
    const { token: expired } = await tokens().create({
      name: 'short',
      scopes: SCOPES,
      expiresAt: new Date('2026-11-20T14:59:00Z'),
    })
    const others = SCOPES.filter((one) => one !== scope)
    const invalid = [401, 'unauthorized', 'Bearer error="invalid_token"']
    const told = {
      none: await send(site),
      'another form': await send(site, 'secret'),
      'made up': await send(site, `lp_op_${'a'.repeat(43)}`),
      revoked: await send(site, revoked),
      expired: await send(site, expired),
      'other scopes': await send(site, await makeToken(...others)),
    }
    expect(told).toEqual({
      none: [401, 'unauthorized', 'Bearer'],
      'another form': invalid,
      'made up': invalid,
      revoked: invalid,
      expired: invalid,
      'other scopes': [403, 'insufficient-scope', `Bearer error="insufficient_scope", scope="${scope}"`],
    })
    const token = await makeToken(scope)
    const elsewhere = await ask(site, [method, path], {
      token,
      ...(body && { body }),
      headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    })
    expect([elsewhere.status, (elsewhere.body as { code: string }).code]).toEqual([403, 'cross-site-request'])
    const preflight = await ask(site, ['options', path], { headers: { Origin: 'https://evil.example' } })
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
    expect(await database.db.selectFrom('subscriber').selectAll().execute()).toEqual([])
    expect(await database.db.selectFrom('suppression').selectAll().execute()).toEqual([])
  })

  it('accepts a token with just its scope, records its use, and logs no address', async () => {
    const site = openSite()
    expect(await send(site, await makeToken(scope))).toEqual([200, undefined, undefined])
    expect(await tokens().list()).toMatchObject([{ lastUsedAt: new Date(NOW) }])
    const log = site.logLines.join('')
    expect(log).not.toMatch(/\bada\b/)
    expect(log).not.toContain('lp_op_')
    expect(log).toContain('"msg":"operator api"')
  })
})

describe('adding', () => {
  const ADD = ['post', '/operator/subscribers'] as const
  const consent = { at: '2026-11-19T10:00:00+01:00', source: 'https://shop.example/checkout' }
  const listSubscribers = () =>
    database.db
      .selectFrom('subscriber')
      .select(['email', 'consented_at', 'confirmed_at', 'consent_source'])
      .execute()
  const listNotices = () => database.db.selectFrom('notice').select(['kind', 'email']).execute()

  it('stores when and where the person agreed, and mails nothing', async () => {
    const site = openSite()
    const token = await makeToken()
    const added = await ask(site, ADD, { token, body: { email: 'ADA@mail.example', consent } })
    expect(added.body).toEqual({ outcome: 'added' })
    expect((await ask(site, ADD, { token, body: { email: ADA, consent } })).body).toEqual({
      outcome: 'already',
    })
    expect(await listSubscribers()).toEqual([
      {
        email: ADA,
        consented_at: new Date('2026-11-19T09:00:00Z'),
        confirmed_at: new Date(NOW),
        consent_source: 'api:shop (https://shop.example/checkout)',
      },
    ])
    expect(await listNotices()).toEqual([])
    const found = await ask(site, ['post', '/operator/subscribers/find'], { token, body: { email: ADA } })
    expect(found.body).toMatchObject({ state: 'subscribed', consentedAt: '2026-11-19T09:00:00.000Z' })
  })

  it.each([
    ['no consent is stated', {}, undefined],
    ['SUBSCRIBE_CONFIRM is on', { SUBSCRIBE_CONFIRM: 'true' }, consent],
  ])('asks the person by mail if %s', async (_why, settings, stated) => {
    const site = openSite(settings)
    const body = { email: ADA, ...(stated && { consent: stated }) }
    const { body: answer } = await ask(site, ADD, { token: await makeToken(), body })
    expect(answer).toEqual({ outcome: 'asked-to-confirm' })
    expect(await listSubscribers()).toMatchObject([{ confirmed_at: null, consent_source: 'api:shop' }])
    expect(await listNotices()).toMatchObject([{ kind: 'confirmation' }])
  })

  it('asks somebody who had left by mail, whatever consent is stated', async () => {
    const site = openSite()
    const token = await makeToken()
    await ask(site, ADD, { token, body: { email: ADA, consent } })
    await ask(site, ['post', '/operator/subscribers/remove'], { token, body: { email: ADA } })
    const { body } = await ask(site, ADD, { token, body: { email: ADA, consent } })
    expect(body).toEqual({ outcome: 'asked-to-confirm' })
    const { body: found } = await ask(site, ['post', '/operator/subscribers/find'], {
      token,
      body: { email: ADA },
    })
    expect(found).toMatchObject({ state: 'unsubscribed', doNotMail: { reason: 'unsubscribed' } })
  })

  it.each(['complained', 'bounced', 'blocked'])('neither adds nor mails somebody who %s', async (reason) => {
    const site = openSite()
    const token = await makeToken()
    const suppress = ['post', '/operator/subscribers/suppress'] as const
    await ask(site, suppress, { token, body: { email: ADA, reason } })
    for (const body of [{ email: ADA, consent }, { email: ADA }]) {
      const { status, body: problem } = await ask(site, ADD, { token, body })
      expect([status, (problem as { code: string }).code]).toEqual([409, 'do-not-mail'])
    }
    // A lesser reason does not replace that one.
    const again = await ask(site, suppress, { token, body: { email: ADA, reason: 'unsubscribed' } })
    expect(again.body).toEqual({ outcome: 'already' })
    expect(await database.db.selectFrom('suppression').select('reason').execute()).toEqual([{ reason }])
    expect(await listNotices()).toEqual([])
  })

  it.each([
    [{ at: '2026-11-21T00:00:00Z', source: 'x' }, 'consent.at is in the future.'],
    [
      { at: '2026-11-19 10:00', source: 'x' },
      'The body is not as /api/docs describes it: look at consent.at.',
    ],
    [{ at: '2026-11-19T10:00:00Z' }, 'The body is not as /api/docs describes it: look at consent.source.'],
  ])('refuses the consent %j', async (stated, detail) => {
    const site = openSite()
    const body = { email: ADA, consent: stated }
    const answer = await ask(site, ADD, { token: await makeToken(), body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'malformed-request', detail })
    expect(await listSubscribers()).toEqual([])
  })
})

it('ends a subscription by putting the address on the do-not-mail list, and counts both', async () => {
  const site = openSite()
  const token = await makeToken()
  await database.db
    .insertInto('subscriber')
    .values({
      email: 'bo@mail.example',
      email_hash: 'hash of bo',
      consented_at: null,
      confirmed_at: new Date(),
    })
    .execute()
  const count = async () =>
    (await ask(site, ['get', '/operator/subscribers/count'], { token })).body as object
  await ask(site, ['post', '/operator/subscribers'], {
    token,
    body: { email: ADA, consent: { at: NOW, source: 'fair' } },
  })
  expect(await count()).toMatchObject({ subscribed: 2, doNotMail: { complained: 0 } })
  const suppressed = await ask(site, ['post', '/operator/subscribers/suppress'], {
    token,
    body: { email: ADA, reason: 'complained' },
  })
  expect(suppressed.body).toEqual({ outcome: 'suppressed' })
  expect(await count()).toMatchObject({ subscribed: 1, doNotMail: { complained: 1 } })
})

it('counts once for all who ask meanwhile', async () => {
  const site = openSite()
  const token = await makeToken('subscribers:read')
  const { promise: held, resolve: release } = Promise.withResolvers<number>()
  const count = vi.spyOn(site.deps.subscribers, 'count').mockReturnValue(held)
  const asked = Promise.all(
    Array.from({ length: 5 }, () => ask(site, ['get', '/operator/subscribers/count'], { token })),
  )
  await vi.waitFor(async () => {
    const { rows } = await sql`select points from rate_limit`.execute(database.db)
    expect(rows).toContainEqual({ points: 5 })
  })
  // Once this one is answered, which the same limit counts after the five, they have all come to the counting.
  await ask(site, ['post', '/operator/subscribers/find'], { token, body: { email: ADA } })
  release(7)
  const answers = await asked
  expect(answers.map(({ body }) => (body as { subscribed: number }).subscribed)).toEqual([7, 7, 7, 7, 7])
  expect(count).toHaveBeenCalledTimes(1)
})

it('limits wrong tokens of a client to 60 in 15 minutes, and a token to 600 requests a minute from anywhere', async () => {
  // A slow machine could take longer than the minute that the limits count.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })
  onTestFinished(() => void vi.useRealTimers())
  const site = openSite()
  const guess = () =>
    request(site.app)
      .get('/api/operator/subscribers/count')
      .set({ 'X-Forwarded-For': '10.2.0.1', Authorization: `Bearer lp_op_${'b'.repeat(43)}` })
  for (let count = 0; count < 60; count++) expect((await guess()).status).toBe(401)
  expect((await guess()).status).toBe(429)
  const token = await makeToken('subscribers:read')
  await database.db.updateTable('operator_token').set({ name: 'busy' }).execute()
  const statuses = new Set<number>()
  for (let count = 0; count < 601; count++) {
    statuses.add((await ask(site, ['get', '/operator/subscribers/count'], { token })).status)
  }
  expect([...statuses]).toEqual([200, 429])
})
