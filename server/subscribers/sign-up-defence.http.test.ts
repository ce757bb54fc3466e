import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'

import { FORM_TOKEN_HEADER } from '../../shared/posted-form.ts'
import type { Database } from '../db/database.ts'
import { createLogger } from '../lib/logger.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { deleteEndedCounts } from '../http/shared-counters.ts'
import { createSubscriberSite, visible } from './testing/mount-routes.ts'
import { clear, readConfirmationToken } from './testing/subscriber-fixtures.ts'

const ADA = 'ada@mail.example'
const OK = { status: 'ok' }

const database = setUpDatabase(clear)

type Site = ReturnType<typeof createSubscriberSite>
const createSite = (settings: Parameters<typeof createSubscriberSite>[1] = {}) =>
  createSubscriberSite(database.db, settings)

const person = (number: number) => `p${number}@mail.example`
const client = (number: number) => ({ 'X-Forwarded-For': `192.0.2.${number}` })
const signUp = ({ http }: Site, email: string, headers: Record<string, string> = {}) =>
  http.post('/api/subscribe').set(headers).send({ email })

/** @returns the number of answers by status */
async function tally(count: number, ask: (number: number) => PromiseLike<{ status: number }>) {
  const statuses: Record<number, number> = {}
  for (let number = 0; number < count; number += 1) {
    const { status } = await ask(number)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

/** @returns the counts under that name, one for each party */
async function listCounts(name: string): Promise<number[]> {
  const { rows } = await sql<{ points: number }>`
    select points from rate_limit where key like ${`${name}:%`}`.execute(database.db)
  return rows.map(({ points }) => points)
}

async function setCounts(name: string, points: number): Promise<void> {
  await sql`update rate_limit set points = ${points} where key like ${`${name}:%`}`.execute(database.db)
}

async function fetchToken({ http, time }: Site, ageMs: number): Promise<string> {
  const response = await http.get('/api/subscribe/token').expect(200)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers['set-cookie']).toBeUndefined()
  time.now = new Date(time.now.getTime() + ageMs)
  return (response.body as { token: string }).token
}

describe('the limits of one client', () => {
  it('are 20 sign-ups an hour without a token, stated in the standard headers', async () => {
    const site = createSite()
    expect(await tally(20, (number) => signUp(site, person(number)))).toEqual({ 200: 20 })
    const refused = await signUp(site, ADA)
    expect(refused.status).toBe(429)
    expect(refused.headers['content-type']).toContain('application/problem+json')
    expect(refused.body).toMatchObject({ code: 'too-many-requests' })
    expect(refused.headers['ratelimit']).toMatch(/^"20-in-1hr?[^"]*"; r=0; t=3[56]\d\d$/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
    expect(await site.subscribers.count()).toBe(20)
    await signUp(site, ADA, client(7)).expect(200, OK)
  })

  it('are 50 with tokens of the form, in addition to those without; a token is valid once, in whichever process', async () => {
    const sites = [createSite(), createSite()] as const
    const [site, other] = sites
    const tokens: string[] = []
    for (let number = 0; number < 52; number += 1) tokens.push(await fetchToken(site, 0))
    for (const { time } of sites) time.now = new Date(time.now.getTime() + 3_000)
    const brings = (number: number) => ({ [FORM_TOKEN_HEADER]: tokens[number] ?? '' })
    expect(await tally(51, (number) => signUp(site, person(number), brings(number)))).toEqual({
      200: 50,
      429: 1,
    })
    // A spent token counts as none: a client at its limit with tokens may still use it for a sign-up without one.
    await signUp(other, ADA, brings(0)).expect(200, OK)
    await signUp(other, ADA, brings(51)).expect(429)
    // The token of a refused sign-up is not stored.
    expect(await listCounts('form-token')).toHaveLength(50)
  })

  it.each([
    ['too young', (site: Site) => fetchToken(site, 1_000)],
    ['too old', (site: Site) => fetchToken(site, 7_200_001)],
    ['made up', async () => 'mi9k2w00.AAAAAAAAAAAAAAAAAAAAAA'],
  ])('treat a token that is %s as missing, never as an error', async (_what, getToken) => {
    const site = createSite()
    const headers = { [FORM_TOKEN_HEADER]: await getToken(site) }
    const first = await signUp(site, person(0), headers)
    await setCounts('sign-up', 20)
    const late = await signUp(site, person(1), headers)
    expect([first.status, late.status]).toEqual([200, 429])
  })

  it('are shared by two processes, and store neither addresses nor clients', async () => {
    const sites = [createSite(), createSite()] as const
    const statuses = await tally(22, (number) => signUp(sites[number % 2 ? 1 : 0], person(number), client(9)))
    expect(statuses).toEqual({ 200: 20, 429: 2 })
    await sites[0].http
      .delete('/api/unsubscribe')
      .set(client(9))
      .send({ email: person(1) })
      .expect(200)
    const { rows } = await sql<{ key: string }>`select key from rate_limit order by key`.execute(database.db)
    expect(rows.map(({ key }) => key.replace(/:[\w-]{43}$/, ':hash'))).toEqual([
      'sign-up-of-day:hash',
      'sign-up-of-provider-unasked:hash',
      'sign-up-of-provider:hash',
      'sign-up-of-site-day:hash',
      'sign-up-of-site-unasked:hash',
      'sign-up-of-site:hash',
      'sign-up:hash',
      'sign-ups-of-all:hash',
      'unsubscription-of-address:hash',
      'unsubscription-of-day:hash',
      'unsubscription-of-site-day:hash',
      'unsubscription-of-site:hash',
      'unsubscription:hash',
    ])
  })

  it('are 50 unsubscriptions an hour over all addresses', async () => {
    const { http } = createSite()
    const statuses = await tally(51, (number) =>
      http.delete('/api/unsubscribe').send({ email: person(number) }),
    )
    expect(statuses).toEqual({ 200: 50, 429: 1 })
  })

  it.each([
    ['sign-ups', 'sign-up-of-day', 200, 'sign-up-of-site-day', 600],
    ['unsubscriptions', 'unsubscription-of-day', 100, 'unsubscription-of-site-day', 300],
  ] as const)(
    'are %s of a day too, and those of its site',
    async (what, ofClient, most, ofSite, mostOfSite) => {
      const site = createSite()
      for (const number of [0, 1]) await site.subscribers.add(person(number))
      const ask = (number: number, from: Record<string, string>) =>
        what === 'sign-ups'
          ? signUp(site, person(10 + number), from)
          : site.http
              .delete('/api/unsubscribe')
              .set(from)
              .send({ email: person(number) })
      await ask(0, client(1)).expect(200)
      await setCounts(ofClient, most)
      const refused = await ask(1, client(1))
      expect(refused.status).toBe(429)
      expect(refused.body).toMatchObject({
        code: 'too-many-requests',
        detail: 'That was asked for too often. Please try again in 24 hours.',
      })
      await setCounts(ofSite, mostOfSite)
      await ask(1, client(2)).expect(429)
      // Nobody is unsubscribed without a notice.
      expect(await site.subscribers.count()).toBe(what === 'sign-ups' ? 3 : 1)
      await ask(1, { 'X-Forwarded-For': '198.51.100.1' }).expect(200)
    },
  )
})

describe('the limits of a network', () => {
  it('apply to the 2^64 addresses of a client, and to the 2^16 clients of a site', async () => {
    const site = createSite()
    const at = (address: string) => ({ 'X-Forwarded-For': address })
    const ofClient = (number: number) => at(`2001:db8:1:1::${number.toString(16)}`)
    expect(await tally(21, (number) => signUp(site, person(number), ofClient(number)))).toEqual({
      200: 20,
      429: 1,
    })
    await signUp(site, ADA, at('2001:db8:1:2::1')).expect(200)
    await setCounts('sign-up-of-site', 300)
    await signUp(site, ADA, at('2001:db8:1:3::1')).expect(429)
    await signUp(site, ADA, at('2001:db8:2:1::1')).expect(200)
    await setCounts('sign-up-of-provider', 10_000)
    await signUp(site, ADA, at('2001:db8:3:1::1')).expect(429)
    await signUp(site, ADA, at('2001:db9:1:1::1')).expect(200)
    await signUp(site, ADA, at('192.0.2.1')).expect(200)
    await setCounts('sign-up-of-site', 300)
    await signUp(site, ADA, at('192.0.2.2')).expect(429)
    await signUp(site, ADA, at('192.0.3.2')).expect(200)
  })

  it.each(['sign-up-of-site-unasked', 'sign-up-of-provider-unasked', 'sign-ups-of-all'])(
    'ask everybody to confirm by mail beyond %s, and refuse nobody',
    async (name) => {
      const site = createSite()
      const known = await signUp(site, person(0), client(6))
      await setCounts(name, 1_000)
      const asked = await signUp(site, ADA, client(7))
      expect(visible(asked)).toEqual(visible(known))
      await signUp(site, person(0), client(8)).expect(200, OK)
      await site.sendNotices()
      expect(site.inbox.map(({ to }) => to)).toEqual([ADA])
      expect(await site.subscribers.count()).toBe(1)
      await site.subscribers.confirm(readConfirmationToken(site.inbox[0]))
      expect(await site.subscribers.count()).toBe(2)
    },
  )

  it('do not ask for confirmation with a token because of what others do', async () => {
    const site = createSite()
    await signUp(site, person(0)).expect(200)
    await setCounts('sign-ups-of-all', 1_000)
    const token = await fetchToken(site, 3_000)
    await signUp(site, ADA, { [FORM_TOKEN_HEADER]: token }).expect(200)
    expect(await site.subscribers.count()).toBe(2)
  })

  it('are not used up by a client that is stopped by its own limit', async () => {
    const site = createSite()
    await tally(22, (number) => signUp(site, person(number)))
    for (const name of ['sign-up-of-site', 'sign-up-of-provider', 'sign-ups-of-all']) {
      expect(await listCounts(name)).toEqual([20])
    }
  })
})

describe('one address', () => {
  it('can be signed up by its owner however often strangers named it', async () => {
    const site = createSite({ subscribeConfirm: true })
    expect(await tally(30, (number) => signUp(site, ADA, client(number)))).toEqual({ 200: 30 })
    await signUp(site, ADA, { 'X-Forwarded-For': '198.51.100.1' }).expect(200, OK)
    await site.sendNotices()
    expect(site.inbox.map(({ to }) => to)).toEqual([ADA])
    await site.subscribers.confirm(readConfirmationToken(site.inbox[0]))
    expect(await site.subscribers.count()).toBe(1)
  })

  it('can be unsubscribed by its owner however often strangers elsewhere tried', async () => {
    const site = createSite()
    const leave = (headers: Record<string, string>) =>
      site.http.delete('/api/unsubscribe').set(headers).send({ email: ADA })
    expect(await tally(10, (number) => leave(client(number)))).toEqual({ 200: 5, 429: 5 })
    await site.subscribers.subscribe(ADA)
    await leave({ 'X-Forwarded-For': '198.51.100.1' }).expect(200, OK)
    expect(await site.subscribers.count()).toBe(0)
  })
})

describe('a mailbox under attack', () => {
  const spellings = Array.from({ length: 8 }, (_, number) => `ada+${number}@mail.example`)
  const from = (number: number) => ({ 'X-Forwarded-For': `2001:db8:1:${(number + 1).toString(16)}::1` })

  it.each([true, false])(
    'gets two mails of a kind because of one network, and its owner can still sign up: confirmation %s',
    async (subscribeConfirm) => {
      const sites = [
        createSite({ subscribeConfirm, welcomeMail: true }),
        createSite({ subscribeConfirm, welcomeMail: true }),
      ] as const
      const statuses = await tally(8, (number) =>
        signUp(sites[number % 2 ? 1 : 0], spellings[number] ?? '', from(number)),
      )
      expect(statuses).toEqual({ 200: 8 })
      const [site] = sites
      await site.sendNotices()
      // Without confirmation: welcome mails to two of the three who were subscribed, and two links.
      expect(site.inbox).toHaveLength(subscribeConfirm ? 2 : 4)
      expect(await site.subscribers.count()).toBe(subscribeConfirm ? 0 : 3)

      await signUp(site, ADA, { 'X-Forwarded-For': '198.51.100.1' }).expect(200)
      await site.sendNotices()
      const link = site.inbox.at(-1)
      expect(link?.to).toBe(ADA)
      await site.subscribers.confirm(readConfirmationToken(link))
      expect(await site.subscribers.count()).toBe(subscribeConfirm ? 1 : 4)
    },
  )
})

describe('the counts', () => {
  it('continue in each process while the database is down, with a single log line', async () => {
    const lines: string[] = []
    const gone = {
      executeQuery: async () => Promise.reject(new Error('connection terminated')),
    } as unknown as Database
    const logger = createLogger('warn', { write: (line) => void lines.push(line) })
    const site = createSite({ countIn: gone, logger })
    expect(await tally(21, (number) => signUp(site, person(number)))).toEqual({ 200: 20, 429: 1 })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('each process counts by itself')
    expect(lines[0]).not.toContain('mail.example')
  })

  it('are deleted once their window is over', async () => {
    await signUp(createSite(), ADA).expect(200)
    expect(await deleteEndedCounts(database.db)).toBe(0)
    await sql`update rate_limit set expire = expire - 86400001`.execute(database.db)
    expect(await deleteEndedCounts(database.db)).toBe(8)
  })

  it('are also deleted hourly by processes that count', async () => {
    await signUp(createSite(), ADA).expect(200)
    await sql`update rate_limit set expire = expire - 86400001, key = 'ended:' || key`.execute(database.db)
    await signUp(createSite(), ADA).expect(200)
    await vi.waitFor(async () => expect(await listCounts('ended')).toEqual([]))
  })
})

describe('the hidden field', () => {
  it('makes the answer look like a success, but does nothing', async () => {
    const site = createSite({ welcomeMail: true })
    const caught = await site.http
      .post('/api/subscribe')
      .send({ email: ADA, website: 'https://spam.example' })
    expect(await site.subscribers.count()).toBe(0)
    const taken = await site.http.post('/api/subscribe').send({ email: ADA, website: '' })
    expect(visible(caught)).toEqual(visible(taken))
    expect(await site.subscribers.count()).toBe(1)
  })
})

describe('pages of other sites', () => {
  it.each([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://lunchpail.test' },
    { Origin: 'https://other.example' },
    { Origin: 'http://lunchpail.test' },
    { Origin: 'https://lunchpail.test.other.example' },
    { Origin: 'null' },
    { Origin: '' },
  ] as Record<string, string>[])('are refused: %j', async (headers) => {
    const site = createSite()
    const answers = [
      await signUp(site, ADA, headers),
      await site.http.delete('/api/unsubscribe').set(headers).send({ email: ADA }),
      await site.http.post('/api/subscribe/confirm').set(headers).send({ token: 'x' }),
    ]
    for (const { status, body } of answers) {
      expect([status, (body as { code: string }).code]).toEqual([403, 'cross-site-request'])
    }
    expect(await site.subscribers.count()).toBe(0)
  })

  it.each([
    {},
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
    { Origin: 'https://lunchpail.test' },
    { Origin: 'http://site.internal:3000', Host: 'site.internal:3000' },
  ] as Record<string, string>[])('do not include our own pages or programs: %j', async (headers) => {
    const site = createSite()
    await signUp(site, ADA, headers).expect(200, OK)
    expect(await site.subscribers.count()).toBe(1)
  })
})

describe('bodies', () => {
  it.each([
    ['post', '/api/subscribe'],
    ['post', '/api/subscribe/confirm'],
    ['delete', '/api/unsubscribe'],
  ] as const)('%s %s takes JSON of at most 4 kB', async (method, path) => {
    const { http, subscribers } = createSite()
    const large = await http[method](path).send({ email: ADA, website: 'a'.repeat(4_100) })
    expect([large.status, (large.body as { detail: string }).detail]).toEqual([
      413,
      'The request body is larger than 4 kB.',
    ])
    await http[method](path).type('form').send({ email: ADA }).expect(415)
    expect(await subscribers.count()).toBe(0)
  })
})

describe('the time of an answer', () => {
  it('is a fixed step, whatever is known about the address', async () => {
    const site = createSite({ answerStepMs: 400, welcomeMail: true })
    const { subscribers, http } = site
    await subscribers.subscribe('known@mail.example')
    await subscribers.subscribe('left@mail.example')
    await subscribers.unsubscribeByAddress('left@mail.example')
    await subscribers.suppress('complained@mail.example', 'complained')
    await subscribers.erase('erased@mail.example')
    const timed = async (ask: PromiseLike<unknown>) => {
      const startedAt = performance.now()
      await ask
      return performance.now() - startedAt
    }
    const addresses = ['known', 'left', 'complained', 'erased', 'new'].map((name) => `${name}@mail.example`)
    const times = await Promise.all([
      ...addresses.map((email) => timed(signUp(site, email).expect(200, OK))),
      timed(http.post('/api/subscribe').send({ email: ADA, website: 'x' }).expect(200, OK)),
    ])
    times.push(
      ...(await Promise.all(
        addresses.map((email) => timed(http.delete('/api/unsubscribe').send({ email }).expect(200, OK))),
      )),
    )
    // Only the lower bound holds on a slow machine; the test of takeEvenSteps checks the step itself.
    expect(Math.min(...times)).toBeGreaterThan(395)
  })
})
