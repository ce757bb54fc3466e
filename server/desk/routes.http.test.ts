import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'
import request from 'supertest'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { createSharedCounters } from '../http/shared-counters.ts'
import { AppError } from '../lib/errors.ts'
import { listDeeds } from '../operator/deeds.ts'
import { findEditionHead, storeEdition } from '../sending/editions/editions.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { createTestSite, type TestSite } from '../testing/app-fixture.ts'
import {
  addSubscribers,
  anEdition,
  freezeFor,
  readers,
  resetTables,
  setDatabaseClock,
} from '../testing/edition-fixtures.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { emptyTables } from '../testing/test-database.ts'
import { DESK_ORDERS } from './orders.ts'
import { createDeskRouter } from './routes.ts'
import { createLink, createToken, findOperator, spendLink } from './sessions.ts'

const ANN = 'ann@lunchpail.test'
const BEN = 'ben@lunchpail.test'
const OPERATORS = [ANN, BEN]
const MONDAY = '2026-11-23'
const EDITION = `/desk/editions/${MONDAY}`
const OWN = { Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin' }
/** The only routes open to everyone, all for signing in and out. */
const OPEN = new Set(['/desk/style.css', '/desk/sign-in', '/desk/sign-in/link', '/desk/sign-out'])

const database = setUpDatabase()
let site: TestSite
beforeEach(async () => {
  const { db } = database
  await resetTables(db)
  await emptyTables(db, ['deed', 'desk_link', 'desk_session', 'raised_alarm', 'rate_limit'])
  await setDatabaseClock(db, '2026-11-23T01:00:00Z')
  site = createTestSite(database, { settings: { OPERATORS: OPERATORS.join(',') } })
})

/** @returns the cookie of a session */
async function signIn(address = ANN): Promise<string> {
  const browser = createToken()
  const token = await createLink(database.db, { address, browser })
  const begun = await spendLink(database.db, { token, browser, operators: OPERATORS })
  return `__Host-desk=${begun!.session}`
}
const get = (cookie: string, address: string) =>
  request(site.app)
    .get(address)
    .set({ ...OWN, Cookie: cookie })
const post = (cookie: string, address: string, body: Record<string, string> = {}) =>
  request(site.app)
    .post(address)
    .set({ ...OWN, Cookie: cookie })
    .type('form')
    .send(body)
/** @returns the version that the edition's page sends with each order */
async function look(cookie: string): Promise<string> {
  const { text } = await get(cookie, EDITION)
  return /name="seen" value="([^"]*)"/.exec(text)?.[1] ?? ''
}
const heldOf = async () => (await findEditionHead(database.db, MONDAY))?.held

/** Every route of the desk, from the router, with each existing order. */
function listRoutes(): { method: 'get' | 'post'; address: string }[] {
  const router = createDeskRouter({
    ...site.deps,
    counters: createSharedCounters({ db: database.db, secretKey: 's'.repeat(40), logger: site.deps.logger }),
    mailDomain: 'lunchpail.test',
  })
  interface Layer {
    route?: { path: string; methods: Record<string, boolean> }
    handle?: { stack?: Layer[] }
  }
  const layers = (stack: readonly Layer[]): Layer[] =>
    stack.flatMap((layer) => (layer.handle?.stack && !layer.route ? layers(layer.handle.stack) : [layer]))
  return layers(router.stack as unknown as Layer[]).flatMap(({ route }) => {
    if (route === undefined) return []
    const orders = route.path.includes(':order') ? Object.keys(DESK_ORDERS) : ['']
    return (['get', 'post'] as const)
      .filter((method) => route.methods[method])
      .flatMap((method) =>
        orders.map((order) => ({
          method,
          address: route.path.replace(':date', MONDAY).replace(':order', order),
        })),
      )
  })
}

describe('the desk', () => {
  it('does not exist without OPERATORS', async () => {
    const bare = createTestSite(database)
    expect((await request(bare.app).get('/desk').set(OWN)).status).toBe(404)
    // The same page as for any unknown address.
    expect(bare.rendered).toEqual(['/not-found'])
    expect((await request(bare.app).get('/robots.txt')).text).not.toContain('/desk')
    expect((await request(site.app).get('/robots.txt')).text).toContain('Disallow: /desk')
  })

  it('redirects every route without a session to the sign-in, and does nothing', async () => {
    await storeEdition(database.db, anEdition())
    const routes = listRoutes().filter(({ address }) => !OPEN.has(address))
    expect(routes.length).toBeGreaterThan(40)
    const forged = `__Host-desk=${createToken()}`
    for (const cookie of ['', forged]) {
      for (const { method, address } of routes) {
        const send = request(site.app)
        const asked = method === 'get' ? send.get(address) : send.post(address)
        const answer = await asked.set({ ...OWN, Cookie: cookie })
        expect([method, address, answer.status, answer.headers['location']]).toEqual([
          method,
          address,
          303,
          '/desk/sign-in',
        ])
      }
    }
    expect(await listDeeds(database.db, { limit: 5 })).toEqual([])
    expect(await heldOf()).toBeUndefined()
  })

  it.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbor under the same domain', { 'Sec-Fetch-Site': 'same-site' }],
    ['the address bar', { 'Sec-Fetch-Site': 'none' }],
    ['another origin', { Origin: 'https://evil.test' }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['a browser that does not say', {}],
  ])('accepts no POST from %s, on any route', async (_, headers) => {
    await storeEdition(database.db, anEdition())
    const cookie = await signIn()
    const routes = listRoutes().filter(({ method }) => method === 'post')
    expect(routes.length).toBeGreaterThan(15)
    for (const { address } of routes) {
      const answer = await request(site.app)
        .post(address)
        .set({ Accept: 'text/html', Cookie: cookie, ...headers })
        .type('form')
        .send({ sure: 'yes', seen: 'x' })
      expect([address, answer.status]).toEqual([address, 403])
    }
    expect(await heldOf()).toBeUndefined()
    expect((await get(cookie, '/desk')).status).toBe(200)
  })

  it('accepts an Origin header from a browser that sends nothing else about the page', async () => {
    const cookie = await signIn()
    const answer = await request(site.app)
      .post('/desk/sign-out')
      .set({ Accept: 'text/html', Cookie: cookie, Origin: 'https://lunchpail.test' })
    expect(answer.status).toBe(200)
  })

  it('is not cached, not indexed, and loads nothing from elsewhere', async () => {
    await storeEdition(database.db, anEdition())
    const cookie = await signIn()
    for (const { address } of listRoutes().filter(({ method }) => method === 'get')) {
      const { headers } = await get(cookie, address)
      expect([address, headers['cache-control'], headers['x-robots-tag']]).toEqual([
        address,
        'no-store',
        'noindex, nofollow',
      ])
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['content-security-policy']).not.toContain('script-src')
    }
  })
})

/** Reads mails from the folder where a site without a mail server writes them. */
async function readMails(): Promise<string[]> {
  const folder = path.join(site.deps.config.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  // A file still being written has another name.
  const finished = names.filter((name) => name.endsWith('.eml'))
  return finished.map((name) => readFileSync(path.join(folder, name), 'utf8'))
}
const ask = (address: string, cookie = '') =>
  request(site.app)
    .post('/desk/sign-in')
    .set({ ...OWN, Cookie: cookie })
    .type('form')
    .send({ address })
/** @returns the cookie that remains after a sign-in has ended */
async function keepFromSignIn(address: string): Promise<string> {
  const browser = createToken()
  const token = await createLink(database.db, { address, browser })
  const begun = await post(`__Host-desk-asked=${browser}`, '/desk/sign-in/link', { token })
  return (
    cookieOf(begun)
      .find((one) => one.startsWith('__Host-desk-known='))
      ?.split(';')[0] ?? ''
  )
}
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie'] ?? []].flat().map(String)
const linkIn = (mail: string) =>
  /\/desk\/sign-in\/link\?token=[\w-]{43}/.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ??
  ''

describe('signing in', () => {
  it('gives the same answer whatever is typed, and mails only operators', async () => {
    const answers = []
    for (const address of ['stranger@mail.example', ' ANN@lunchpail.test ', 'no address']) {
      const { status, text } = await ask(address)
      answers.push(`${status} ${text}`)
    }
    expect(new Set(answers).size).toBe(1)
    await vi.waitFor(async () => expect(await readMails()).toHaveLength(1))
    expect((await readMails())[0]).toContain(`To: ${ANN}`)
    expect(site.logLines.join('')).not.toContain(ANN)
  })

  it('warns in the log of a link that the mail server did not accept', async () => {
    vi.spyOn(site.deps.mailer, 'submit').mockResolvedValue({
      status: 'refused',
      reply: '554 no',
      permanent: true,
      about: 'policy',
    })
    await ask(ANN)
    await vi.waitFor(() => expect(site.logLines.join('')).toContain('554 no'))
    const line = site.logLines.find((one) => one.includes('554 no')) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      level: 'warn',
      msg: 'A link to the desk was not accepted by the mail server',
    })
  })

  it('accepts a link once, when its button is pressed in the browser that asked for it', async () => {
    const asked = cookieOf(await ask(ANN))
    expect(asked[0]).toMatch(
      /^__Host-desk-asked=[\w-]{43}; Max-Age=900; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    )
    const browser = asked[0]!.split(';')[0]!
    await vi.waitFor(async () => expect(await readMails()).toHaveLength(1))
    const link = linkIn((await readMails())[0]!)
    const token = link.split('=')[1]!
    const fromMail = { Accept: 'text/html', 'Sec-Fetch-Site': 'cross-site' }

    const elsewhere = await request(site.app).get(link).set(fromMail)
    expect([elsewhere.status, elsewhere.text.includes('in another browser')]).toEqual([403, true])
    expect(elsewhere.text).toContain('copy the link from the mail, and paste it into the browser')
    expect(elsewhere.text).toContain('href="/desk/sign-in"')
    const opened = await request(site.app)
      .get(link)
      .set({ ...fromMail, Cookie: browser })
    expect([opened.status, opened.text.includes('>Sign in</button>')]).toEqual([200, true])
    expect(cookieOf(opened)).toEqual([])
    await request(site.app)
      .head(link)
      .set({ ...fromMail, Cookie: browser })

    const stolen = await post(`__Host-desk-asked=${createToken()}`, '/desk/sign-in/link', { token })
    expect([stolen.status, cookieOf(stolen)]).toEqual([403, []])
    const begun = await post(browser, '/desk/sign-in/link', { token })
    expect([begun.status, begun.headers['location']]).toEqual([303, '/desk'])
    const session = cookieOf(begun).find((one) => one.startsWith('__Host-desk='))!
    expect(session).toMatch(/; Max-Age=43200; Path=\/; .*HttpOnly; Secure; SameSite=Strict$/)
    const known = cookieOf(begun).find((one) => one.startsWith('__Host-desk-known='))
    expect(known).toMatch(/; Max-Age=34560000; Path=\/; .*HttpOnly; Secure; SameSite=Strict$/)
    expect((await get(known!.split(';')[0]!, '/desk')).headers['location']).toBe('/desk/sign-in')
    const cookie = session.split(';')[0]!
    expect((await get(cookie, '/desk')).status).toBe(200)
    expect((await post(browser, '/desk/sign-in/link', { token })).status).toBe(403)

    const { rows } = await sql<{ kept: string }>`
      select concat(l.*, s.*) as kept from desk_session s left join desk_link l on true`.execute(database.db)
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1])

    expect((await post(cookie, '/desk/sign-out')).status).toBe(200)
    expect((await get(cookie, '/desk')).headers['location']).toBe('/desk/sign-in')
  })

  it('expires a link after 15 minutes, a session after 12 hours', async () => {
    const browser = createToken()
    const { db } = database
    const token = await createLink(db, { address: ANN, browser })
    const cookie = await signIn()
    await setDatabaseClock(db, '2026-11-23T01:15:00Z')
    expect((await post(`__Host-desk-asked=${browser}`, '/desk/sign-in/link', { token })).status).toBe(403)
    await setDatabaseClock(db, '2026-11-23T12:59:00Z')
    expect((await get(cookie, '/desk')).status).toBe(200)
    await setDatabaseClock(db, '2026-11-23T13:00:00Z')
    expect((await get(cookie, '/desk')).status).toBe(303)
  })

  it('ends the sessions and links of an address removed from OPERATORS', async () => {
    const cookie = await signIn()
    const browser = createToken()
    const token = await createLink(database.db, { address: ANN, browser })
    site = createTestSite(database, { settings: { OPERATORS: BEN } })
    expect((await get(cookie, '/desk')).status).toBe(303)
    expect((await post(`__Host-desk-asked=${browser}`, '/desk/sign-in/link', { token })).status).toBe(403)
    await site.deps.jobs.clean(new AbortController().signal)
    const session = cookie.split('=')[1]!
    expect(await findOperator(database.db, session, OPERATORS)).toBeUndefined()
  })

  it('mails an address six links an hour, and refuses a client after twenty', async () => {
    for (let times = 0; times < 20; times += 1) expect((await ask(ANN)).status).toBe(200)
    expect((await ask(ANN)).status).toBe(429)
    await vi.waitFor(async () => expect(await readMails()).toHaveLength(6))
  })

  it('mails an operator links, however many a stranger has requested for the same address', async () => {
    const settings = { OPERATORS: OPERATORS.join(','), TRUST_PROXY: 'loopback' }
    site = createTestSite(database, { settings })
    const askFrom = (client: string) =>
      request(site.app)
        .post('/desk/sign-in')
        .set({ ...OWN, 'X-Forwarded-For': client })
        .type('form')
        .send({ address: ANN })
    for (let times = 0; times < 7; times += 1) await askFrom('203.0.113.66')
    await vi.waitFor(async () => expect(await readMails()).toHaveLength(6))
    await askFrom('198.51.100.7')
    await vi.waitFor(async () => expect(await readMails()).toHaveLength(7))
  })

  it('mails a link to a browser where the operator has signed in before, however many networks have asked for one', async () => {
    const settings = { OPERATORS: OPERATORS.join(','), TRUST_PROXY: 'loopback' }
    site = createTestSite(database, { settings })
    const askFrom = (client: string, address: string, cookies: readonly string[] = []) =>
      request(site.app)
        .post('/desk/sign-in')
        .set({ ...OWN, 'X-Forwarded-For': client, ...(cookies.length > 0 && { Cookie: cookies.join('; ') }) })
        .type('form')
        .send({ address })
    const [known, ofBen] = [await keepFromSignIn(ANN), await keepFromSignIn(BEN)]
    for (let network = 1; network <= 11; network += 1) {
      for (let times = 0; times < 6; times += 1) await askFrom(`203.0.${network}.66`, ANN)
    }
    const before = 60
    await vi.waitFor(async () => expect(await readMails()).toHaveLength(before))
    for (const cookies of [[], [`${known}x`], [ofBen]]) await askFrom('198.51.100.7', ANN, cookies)
    for (let times = 0; times < 8; times += 1) await askFrom('198.51.100.7', ANN, [known])
    await vi.waitFor(async () => expect(await readMails()).toHaveLength(before + 6))
    expect(await readMails()).toHaveLength(before + 6)
  })

  it('works for a link in a mail, which the browser opens without the session', async () => {
    const fromMail = { Accept: 'text/html', 'Sec-Fetch-Site': 'cross-site' }
    const first = await request(site.app).get(EDITION).set(fromMail)
    expect([first.status, first.headers['refresh']]).toEqual([200, `0; url=${EDITION}?here=1`])
    const again = await request(site.app).get(`${EDITION}?here=1`).set(fromMail)
    expect([again.status, again.headers['location']]).toEqual([303, '/desk/sign-in'])
  })
})

describe('orders about an edition', () => {
  it('holds and releases, and records who did it', async () => {
    await storeEdition(database.db, anEdition())
    const cookie = await signIn()
    const held = await post(cookie, `${EDITION}/hold`, {
      seen: await look(cookie),
      reason: 'look at housing',
    })
    expect([held.status, held.headers['location']]).toEqual([303, EDITION])
    expect(await heldOf()).toMatchObject({ kind: 'by-hand', reason: 'look at housing' })
    const { text } = await get(cookie, EDITION)
    expect(text.replaceAll('\u00a0', ' ')).toContain(
      'ann@lunchpail.test, Sunday, Nov 22, 7:00 PM Chicago, at the desk: hold (look at housing). Held:',
    )
    expect((await post(cookie, `${EDITION}/release`, { seen: await look(cookie) })).status).toBe(303)
    expect(await heldOf()).toBeUndefined()
    expect(await listDeeds(database.db, { date: MONDAY, limit: 5 })).toMatchObject([
      { who: ANN, by: 'desk', what: 'release', outcome: 'done' },
      { who: ANN, by: 'desk', what: 'hold', outcome: 'done' },
    ])
  })

  it('says who is building an edition that does not exist yet, and does not offer a second build', async () => {
    const cookie = await signIn()
    await database.db
      .insertInto('deed')
      .values({
        begun_at: new Date('2026-11-23T00:59:00Z'),
        who: ANN,
        by: 'desk',
        what: 'build',
        slot_date: MONDAY,
        detail: null,
        outcome: null,
        words: null,
        ended_at: null,
      })
      .execute()
    const ran = await site.deps.jobLocks.build(MONDAY).runExclusively(async () => {
      const page = await get(cookie, EDITION)
      expect([page.status, page.text.includes(`It is being built, as ${ANN} asked`)]).toEqual([200, true])
      expect(page.text).not.toContain(`process ${process.pid}`)
      expect(page.text).toContain(
        `${ANN}, Sunday,\u00a0Nov\u00a022,\u00a06:59\u00a0PM\u00a0Chicago, at the desk: build. It has begun`,
      )
      const desk = await get(cookie, '/desk')
      expect(desk.text).toContain(`It is being built, as ${ANN} asked`)
      expect(desk.text).not.toContain('Build it now')
    })
    expect(ran).toBe(true)
    expect((await get(cookie, EDITION)).status).toBe(200)
    expect((await get(cookie, '/desk/editions/2026-11-30')).status).toBe(404)
  })

  it('says on Sunday evening that an edition is late', async () => {
    const cookie = await signIn()
    expect((await get(cookie, '/desk')).text).toContain('is not written yet, and should be')
    await setDatabaseClock(database.db, '2026-11-22T23:59:00Z')
    const { text } = await get(cookie, '/desk')
    expect(text).toContain('The timetable writes it on Sunday at 6:00 PM')
    expect(text).toContain('Build it now')
  })

  it('says how far a paused edition is, and does not offer the next one while one is being sent', async () => {
    const { db } = database
    await freezeFor(db, readers(3))
    await setDatabaseClock(db, '2026-11-23T15:00:00Z')
    const cookie = await signIn()
    const next = (await get(cookie, '/desk')).text
    expect(next).toContain('That of 2026-11-30 is not written yet')
    expect(next).not.toContain('Build it now')
    await post(cookie, `${EDITION}/pause`, { seen: await look(cookie) })
    const { text } = await get(cookie, EDITION)
    expect(text).toContain('It is paused in the middle of its sending')
    expect(text).toContain('The mail server has taken it for 0 of 3 readers.')
  })

  it('sends an edition whose Monday is over, after confirmation', async () => {
    const { db } = database
    await addSubscribers(db, readers(2))
    await storeEdition(db, anEdition())
    await setDatabaseClock(db, '2026-11-25T01:00:00Z')
    const cookie = await signIn()
    const { text } = await get(cookie, EDITION)
    expect(text).toContain('It goes out only if a person sends it.')
    expect(text).toContain(`href="${EDITION}/sure/send"`)
    expect(text).not.toMatch(/action="[^"]*\/release"|sure\/release/)
    expect((await get(cookie, `${EDITION}/sure/send`)).text).toContain('goes out to 2 readers')
    const unasked = await post(cookie, `${EDITION}/send`, { seen: await look(cookie) })
    expect(unasked.headers['location']).toBe(`${EDITION}/sure/send`)
    expect((await findEditionHead(db, MONDAY))?.state).toBe('built')
    expect(
      (await post(cookie, `${EDITION}/send`, { seen: await look(cookie), sure: 'yes' })).headers['location'],
    ).toBe(EDITION)
    expect((await findEditionHead(db, MONDAY))?.state).toBe('frozen')
  })

  it('records that a cancelled edition went out before a backup was restored', async () => {
    const { db } = database
    await storeEdition(db, anEdition())
    await setDatabaseClock(db, '2026-11-24T01:00:00Z')
    const cookie = await signIn()
    await post(cookie, `${EDITION}/cancel`, { seen: await look(cookie), sure: 'yes' })
    const { text } = await get(cookie, EDITION)
    expect(text).toContain('It was cancelled, for good')
    expect(text).toContain(`href="${EDITION}/sure/mark-sent"`)
    await post(cookie, `${EDITION}/mark-sent`, { seen: await look(cookie), sure: 'yes' })
    expect((await findEditionHead(db, MONDAY))?.state).toBe('finished')
    const after = (await get(cookie, EDITION)).text
    expect(after.replaceAll('\u00a0', ' ')).toContain(
      'It went out Monday, Nov 23, 8:00 AM Chicago, by a person’s word',
    )
    expect(after).not.toContain('/sure/mark-sent')
  })

  it('resumes what a restored backup paused only after confirmation, and offers to read the log first', async () => {
    const { db } = database
    await addSubscribers(db, readers(2))
    await storeEdition(db, anEdition())
    await setDatabaseClock(db, '2026-11-23T14:00:00Z')
    await freezeEdition(db, MONDAY, { by: 'hand' })
    await sql`update edition set state = 'paused', paused_at = lunchpail_now(), pause_kind = 'restored'`.execute(
      db,
    )
    const cookie = await signIn()
    const { text } = await get(cookie, EDITION)
    expect(text.indexOf(`${EDITION}/sure/resolve-by-log`)).toBeGreaterThan(0)
    expect(text.indexOf(`${EDITION}/sure/resolve-by-log`)).toBeLessThan(
      text.indexOf(`${EDITION}/sure/resume`),
    )
    expect(text).not.toContain(`action="${EDITION}/resume"`)
    expect((await get(cookie, `${EDITION}/sure/resume`)).text).toContain('gets it a second time')
    const unasked = await post(cookie, `${EDITION}/resume`, { seen: await look(cookie) })
    expect(unasked.headers['location']).toBe(`${EDITION}/sure/resume`)
    expect((await findEditionHead(db, MONDAY))?.state).toBe('paused')
    await post(cookie, `${EDITION}/resume`, { seen: await look(cookie), sure: 'yes' })
    expect((await findEditionHead(db, MONDAY))?.state).toBe('frozen')
  })

  it('tells the second of two operators what the first did, and does nothing twice', async () => {
    await storeEdition(database.db, anEdition())
    const [ann, ben] = [await signIn(ANN), await signIn(BEN)]
    const seen = await look(ann)
    expect(await look(ben)).toBe(seen)
    const answers = await Promise.all([
      post(ann, `${EDITION}/hold`, { seen, reason: 'one' }),
      post(ben, `${EDITION}/hold`, { seen, reason: 'two' }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.text).toMatch(/The last that was done: (ann|ben)@lunchpail\.test, .*: hold/)
    expect(await listDeeds(database.db, { date: MONDAY, limit: 5 })).toHaveLength(1)
  })

  it('refuses an order about an edition that has been rewritten meanwhile', async () => {
    await storeEdition(database.db, anEdition())
    const cookie = await signIn()
    const seen = await look(cookie)
    await setDatabaseClock(database.db, '2026-11-23T02:00:00Z')
    await storeEdition(database.db, anEdition())
    expect((await post(cookie, `${EDITION}/release`, { seen })).status).toBe(409)
    expect((await post(cookie, `${EDITION}/release`)).status).toBe(400)
  })

  it('keeps what was typed if an order is refused, and accepts it once corrected', async () => {
    await storeEdition(database.db, anEdition())
    const cookie = await signIn()
    const reason = `"${'x'.repeat(300)}" & so on`
    const refused = await post(cookie, `${EDITION}/hold`, { seen: await look(cookie), reason })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('A reason has 1 to 300 characters')
    expect(refused.text).toContain(`value="&quot;${'x'.repeat(300)}&quot; &amp; so on"`)
    const note = await post(cookie, `${EDITION}/note`, {
      seen: await look(cookie),
      text: 'x'.repeat(601),
      by: 'Pat',
    })
    expect([note.status, note.text.includes(`${'x'.repeat(601)}</textarea>`)]).toEqual([400, true])
    expect(note.text).toContain('value="Pat"')

    // Somebody was quicker: the form keeps the typed words and carries the page's new version.
    const seen = await look(cookie)
    await post(await signIn(BEN), `${EDITION}/release`, { seen })
    const late = await post(cookie, `${EDITION}/hold`, { seen, reason: 'look at housing' })
    expect([late.status, late.text.includes('value="look at housing"')]).toEqual([409, true])
    const now = /name="seen" value="([^"]*)"/.exec(late.text)?.[1] ?? ''
    expect((await post(cookie, `${EDITION}/hold`, { seen: now, reason: 'look at housing' })).status).toBe(303)
    expect(await heldOf()).toMatchObject({ reason: 'look at housing' })
  })

  it.each([
    ['hold', 'reason'],
    ['correct', 'text'],
    ['undo-correct', 'id'],
  ])(
    'answers in words if %s gets %s with a character that the database cannot store',
    async (order, name) => {
      await storeEdition(database.db, anEdition())
      const cookie = await signIn()
      const answer = await post(cookie, `${EDITION}/${order}`, { seen: await look(cookie), [name]: '\0' })
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(' characters')])
    },
  )

  it('keeps the typed id of a finding that the edition does not have', async () => {
    await storeEdition(database.db, anEdition())
    const cookie = await signIn()
    vi.spyOn(site.deps.newsletter, 'build').mockRejectedValue(
      new AppError('not-found', 'There is no finding insiders/sale/9 in this edition.'),
    )
    const refused = await post(cookie, `${EDITION}/drop`, {
      seen: await look(cookie),
      text: 'insiders/sale/9',
    })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Nothing was changed')
    expect(refused.text).toContain('There is no finding insiders/sale/9 in this edition.')
    expect(refused.text).toContain('value="insiders/sale/9"')
  })

  it('says when a finished edition went out', async () => {
    await storeEdition(database.db, anEdition())
    await freezeEdition(database.db, MONDAY, { by: 'hand' })
    await sql`update edition set state = 'finished', finished_at = lunchpail_now()`.execute(database.db)
    const { text } = await get(await signIn(), EDITION)
    expect(text.replaceAll('\u{a0}', ' ')).toContain(
      'It went out Sunday, Nov 22, 7:00 PM Chicago: its sending has ended.',
    )
  })

  it('says why a state does not allow an order', async () => {
    await storeEdition(database.db, anEdition())
    const cookie = await signIn()
    const refused = await post(cookie, `${EDITION}/pause`, { seen: await look(cookie) })
    expect([refused.status, refused.text.includes('is not being sent yet.')]).toEqual([409, true])
    expect(refused.text).not.toContain('lunchpail edition')
  })

  it('shows what came back about an edition, on its page and in the list', async () => {
    const { db } = database
    await addSubscribers(db, readers(4))
    await storeEdition(db, anEdition())
    await setDatabaseClock(db, '2026-11-23T14:00:00Z')
    await freezeEdition(db, MONDAY, { by: 'hand' })
    await sql`update delivery set state = 'submitted'`.execute(db)
    await sql`
      insert into bounce (edition_id, subscriber_id, kind, received_at)
      select edition_id, subscriber_id, 'complaint', lunchpail_now() from delivery limit 1`.execute(db)
    const cookie = await signIn()
    expect((await get(cookie, EDITION)).text).toMatch(
      /complained<\/dt>\s*<dd>25%: 1 \(above 0\.3%, Gmail(&#39;|')s limit/,
    )
    expect((await get(cookie, '/desk/editions')).text).toContain(
      'bounced 0%, complained 25% (above 0.3%), left 0%',
    )
  })

  it('asks for confirmation before what cannot be undone', async () => {
    const { db } = database
    await freezeFor(db, readers(3))
    const cookie = await signIn()
    const seen = await look(cookie)
    const first = await post(cookie, `${EDITION}/cancel`, { seen })
    expect([first.status, first.headers['location']]).toEqual([303, `${EDITION}/sure/cancel`])
    expect((await findEditionHead(db, MONDAY))?.state).toBe('frozen')
    const asked = await get(cookie, `${EDITION}/sure/cancel`)
    expect(asked.text).toContain('This cannot be undone: 3 readers would not get the edition of 2026-11-23.')
    await post(cookie, `${EDITION}/cancel`, { seen, sure: 'yes' })
    expect((await findEditionHead(db, MONDAY))?.state).toBe('cancelled')
    expect((await get(cookie, EDITION)).text).toContain('3 readers will not get it')
  })

  it('shows the letter in a frame without any permissions', async () => {
    await storeEdition(database.db, anEdition({ html: '<p>Hello</p><script>alert(1)</script>' }))
    const cookie = await signIn()
    expect((await get(cookie, EDITION)).text).toContain(`sandbox="" src="${EDITION}/letter"`)
    const { text, headers } = await get(cookie, `${EDITION}/letter`)
    expect(text).toContain('<p>Hello</p>')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; .*frame-ancestors 'self'; sandbox$/,
    )
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  })

  it('finds one reader without their address in a URL, a log or a deed', async () => {
    await site.deps.subscribers.add('reader@mail.example')
    const cookie = await signIn()
    const { text } = await post(cookie, '/desk/readers/find', { address: 'reader@mail.example' })
    expect(text).toContain('On the do-not-mail list: no')
    expect((await post(cookie, '/desk/readers/find', { address: 'x' })).status).toBe(400)
    const kept = JSON.stringify(await listDeeds(database.db, { limit: 5 })) + site.logLines.join('')
    expect(kept).toContain('Looked up one address.')
    expect(kept).not.toContain('reader@')
  })
})
