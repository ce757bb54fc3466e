import { describe, expect, it } from 'vitest'

import { createSigner } from '../sending/tokens.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { clear, findSubscriberId, keys, readConfirmationToken } from './testing/subscriber-fixtures.ts'
import { createSubscriberSite } from './testing/mount-routes.ts'

const ADA = 'ada@mail.example'
const FAILED = 'Something went wrong. Please try again.'

const database = setUpDatabase(clear)

const createSite = (settings: Parameters<typeof createSubscriberSite>[1] = {}) => {
  const site = createSubscriberSite(database.db, settings)
  const post = (path: string, fields: Record<string, string> = {}) =>
    site.http.post(path).type('form').send(fields)
  return { ...site, post }
}

describe('the sign-up form', () => {
  it('leads through the disclaimer to the welcome page, and signs up only there', async () => {
    const { post, subscribers, time } = createSite()
    const asked = await post('/sign-up', { email: ' Ada@Mail.Example ', website: '' }).expect(200)
    expect(asked.body).toEqual({
      address: '/sign-up',
      posted: { step: 'disclaimer', email: ADA, website: '', formToken: expect.any(String) },
    })
    expect(await subscribers.count()).toBe(0)

    time.now = new Date('2026-11-23T14:00:05Z')
    const { email, formToken } = asked.body.posted
    const done = await post('/sign-up', { email, formToken, website: '', answer: 'accept' }).expect(200)
    expect(done.body.posted).toEqual({
      step: 'welcome',
      nextLetter: 'Monday, November 30, 2026 at 8:00 AM CST',
    })
    expect(await subscribers.count()).toBe(1)
  })

  it('returns on Cancel, with the address and without a subscriber', async () => {
    const { post, subscribers } = createSite()
    const back = await post('/sign-up', { email: ADA, answer: 'cancel' }).expect(200)
    expect(back.body.posted).toEqual({ step: 'form', email: ADA })
    expect(await subscribers.count()).toBe(0)
  })

  it.each(['nonsense', '', 'ada@mail'])(
    'reports "%s" as invalid, and keeps it in the form',
    async (email) => {
      const { post } = createSite()
      for (const answer of [{}, { answer: 'accept' }]) {
        const refused = await post('/sign-up', { email, ...answer })
        expect(refused.status).toBe(400)
        expect(refused.body.posted).toEqual({
          step: 'form',
          email,
          error: 'Please enter a valid email address.',
        })
      }
    },
  )

  it('shows the welcome page if the hidden field is filled in, and does nothing', async () => {
    const { post, subscribers } = createSite()
    const filled = { email: ADA, website: 'https://spam.example' }
    const asked = await post('/sign-up', filled)
    expect(asked.body.posted).toMatchObject({ step: 'disclaimer', website: 'https://spam.example' })
    const done = await post('/sign-up', { ...filled, answer: 'accept' }).expect(200)
    expect(done.body.posted.step).toBe('welcome')
    expect(await subscribers.count()).toBe(0)
  })

  describe('on a page of another site', () => {
    const BLOG = 'https://blog.example'
    const fromPageOf = (origin: string, fields: Record<string, string>, embedOrigins = [BLOG]) => {
      const site = createSite({ embedOrigins })
      const headers = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' }
      return { ...site, answer: site.post('/sign-up', fields).set(headers) }
    }

    it('leads to the disclaimer if its origin is allowed, and continues as usual', async () => {
      const { answer, post, subscribers, time } = fromPageOf(BLOG, { email: ADA })
      const { status, body, headers } = await answer
      expect([status, body.posted.step]).toEqual([200, 'disclaimer'])
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(await subscribers.count()).toBe(0)
      time.now = new Date('2026-11-23T14:00:05Z')
      const { email, formToken } = body.posted
      const done = await post('/sign-up', { email, formToken, answer: 'accept' })
      expect(done.body.posted.step).toBe('welcome')
      expect(await subscribers.count()).toBe(1)
    })

    it('signs nobody up without the disclaimer, whatever it sends', async () => {
      const { answer, subscribers } = fromPageOf(BLOG, { email: ADA, answer: 'accept', formToken: 'x' })
      expect((await answer).body.posted.step).toBe('disclaimer')
      expect(await subscribers.count()).toBe(0)
      expect(await database.db.selectFrom('notice').selectAll().execute()).toEqual([])
    })

    it.each([
      ['https://evil.example', [BLOG]],
      ['null', [BLOG]],
      ['https://blog.example.evil.example', [BLOG]],
      ['http://blog.example', [BLOG]],
      [BLOG, []],
    ])('is refused from %s with EMBED_ORIGINS=%j', async (origin, embedOrigins) => {
      const { status, body } = await fromPageOf(origin, { email: ADA }, embedOrigins).answer
      expect([status, body.code]).toEqual([403, 'cross-site-request'])
    })

    it.each(['/unsubscribe?email=ada@mail.example', '/confirm?token=x', '/api/subscribe'])(
      'cannot request %s',
      async (path) => {
        const { http } = createSite({ embedOrigins: [BLOG] })
        const headers = { Origin: BLOG, 'Sec-Fetch-Site': 'cross-site' }
        expect((await http.post(path).set(headers).send({ email: ADA })).status).toBe(403)
      },
    )
  })

  it('shares the limits and the counts of the JSON route', async () => {
    const { http, post } = createSite()
    for (let count = 0; count < 10; count += 1) {
      await http
        .post('/api/subscribe')
        .send({ email: `json${count}@mail.example` })
        .expect(200)
      await post('/sign-up', { email: `form${count}@mail.example`, answer: 'accept' }).expect(200)
    }
    const refused = await post('/sign-up', { email: ADA, answer: 'accept' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.body.posted).toEqual({ step: 'form', email: ADA, error: FAILED })
    await http.post('/api/subscribe').send({ email: ADA }).expect(429)
  })

  it('accepts a token of the disclaimer’s page when sign-ups without one are used up', async () => {
    const { post, time } = createSite()
    for (let count = 0; count < 20; count += 1) {
      await post('/sign-up', { email: `form${count}@mail.example`, answer: 'accept' }).expect(200)
    }
    const { formToken } = (await post('/sign-up', { email: ADA })).body.posted
    time.now = new Date('2026-11-23T14:00:05Z')
    const first = await post('/sign-up', { email: ADA, formToken, answer: 'accept' })
    const second = await post('/sign-up', { email: ADA, formToken, answer: 'accept' })
    expect([first.status, second.status]).toEqual([200, 429])
  })

  it('is not accepted from another site’s page', async () => {
    const { post, subscribers } = createSite()
    for (const answer of [{}, { answer: 'accept' }]) {
      await post('/sign-up', { email: ADA, ...answer })
        .set('Sec-Fetch-Site', 'cross-site')
        .expect(403)
    }
    expect(await subscribers.count()).toBe(0)
  })

  it.each([
    ['https://lunchpail.test', 200],
    [undefined, 200],
    ['https://other.test', 403],
    ['https://lunchpail.test.other.test', 403],
    ['null', 403],
  ])('without Sec-Fetch-Site and with the Origin %s is answered with %d', async (origin, status) => {
    const { post, subscribers } = createSite()
    const asked = post('/sign-up', { email: ADA, answer: 'accept' })
    await (origin === undefined ? asked : asked.set('Origin', origin)).expect(status)
    expect(await subscribers.count()).toBe(status === 200 ? 1 : 0)
  })

  it('is not accepted as JSON', async () => {
    const { http, subscribers } = createSite()
    await http.post('/sign-up').send({ email: ADA, answer: 'accept' }).expect(400)
    expect(await subscribers.count()).toBe(0)
  })
})

describe('the unsubscribe form', () => {
  it('unsubscribes the address in the URL of its page', async () => {
    const { post, subscribers } = createSite()
    await subscribers.subscribe('ada+letters@mail.example')
    const done = await post('/unsubscribe?email=ada+letters@mail.example').expect(200)
    expect(done.body).toEqual({ address: '/unsubscribe', posted: { outcome: 'done' } })
    expect(await subscribers.count()).toBe(0)
  })

  it.each(['', '?email=', '?email=nonsense'])('reports what is wrong with "%s"', async (query) => {
    const refused = await createSite().post(`/unsubscribe${query}`)
    expect(refused.status).toBe(400)
    expect(refused.body.posted).toEqual({ outcome: 'missing' })
  })

  it('has the limits of the JSON route, except for a letter’s link', async () => {
    const { post, subscribers } = createSite()
    await subscribers.subscribe(ADA)
    const token = createSigner(keys.secretKey).signUnsubscribe(await findSubscriberId(database.db, ADA))
    for (let count = 0; count < 5; count += 1) await post(`/unsubscribe?email=${ADA}`).expect(200)
    const refused = await post(`/unsubscribe?email=${ADA}`)
    expect([refused.status, refused.body.posted]).toEqual([429, { outcome: 'failed' }])
    await subscribers.subscribe(ADA)
    await post(`/unsubscribe?email=${ADA}&token=${token}`).expect(200)
    expect(await subscribers.count()).toBe(0)
  })

  it('says so if it requires a letter’s link', async () => {
    const { post } = createSite({ unsubscribeRequireToken: true })
    const refused = await post(`/unsubscribe?email=${ADA}`)
    expect([refused.status, refused.body.posted]).toEqual([403, { outcome: 'link-needed' }])
  })

  it('is not accepted from another site’s page, and GET does nothing', async () => {
    const { http, post, subscribers } = createSite()
    await subscribers.subscribe(ADA)
    await post(`/unsubscribe?email=${ADA}`).set('Sec-Fetch-Site', 'cross-site').expect(403)
    await http.get(`/unsubscribe?email=${ADA}`)
    expect(await subscribers.count()).toBe(1)
  })
})

describe('the confirmation form', () => {
  it('confirms with the token in the URL of its page, and refuses another one', async () => {
    const { http, post, subscribers, inbox, sendNotices } = createSite({ subscribeConfirm: true })
    await http.post('/api/subscribe').send({ email: ADA }).expect(200)
    await sendNotices()
    const refused = await post('/confirm?token=forged')
    expect([refused.status, refused.body.posted]).toEqual([400, { outcome: 'link-needed' }])
    expect(await subscribers.count()).toBe(0)
    const done = await post(`/confirm?token=${readConfirmationToken(inbox[0])}`).expect(200)
    expect(done.body).toEqual({ address: '/confirm', posted: { outcome: 'done' } })
    expect(await subscribers.count()).toBe(1)
  })
})
