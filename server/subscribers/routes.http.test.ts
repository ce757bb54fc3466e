import { describe, expect, it } from 'vitest'

import { createSigner } from '../sending/tokens.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { createSubscriberSite, visible } from './testing/mount-routes.ts'
import { clear, keys, readConfirmationToken } from './testing/subscriber-fixtures.ts'

const ADA = 'ada@mail.example'
const OK = { status: 'ok' }
const signer = createSigner(keys.secretKey)

const database = setUpDatabase(clear)

const createSite = (settings: Parameters<typeof createSubscriberSite>[1] = {}) =>
  createSubscriberSite(database.db, settings)

async function signToken(email: string): Promise<string> {
  const row = await database.db
    .selectFrom('subscriber')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return signer.signUnsubscribe(row.id)
}

describe('POST /subscribe', () => {
  it('subscribes an address however it is typed', async () => {
    const { http, subscribers } = createSite()
    const response = await http.post('/api/subscribe').send({ email: ' Ada@Mail.Example ' })
    expect(response.status).toBe(200)
    expect(response.body).toEqual(OK)
    expect(await subscribers.count()).toBe(1)
    expect(await signToken(ADA)).toMatch(/^\d+\./)
  })

  it('gives the same answer whatever is known about an address', async () => {
    const { http, subscribers } = createSite()
    await subscribers.subscribe(ADA)
    await subscribers.subscribe('gone@mail.example')
    await subscribers.suppress('gone@mail.example', 'complained')
    const answers = []
    for (const email of ['new@mail.example', ADA, 'gone@mail.example']) {
      answers.push(visible(await http.post('/api/subscribe').send({ email })))
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  it.each([
    { email: 'nonsense' },
    { email: 7 },
    {},
    [],
    { email: 'a@b' },
    { email: 'ada%mail.example@localhost.localdomain' },
  ])('refuses %j', async (body) => {
    const response = await createSite().http.post('/api/subscribe').send(body)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      code: 'invalid-email',
      detail: 'Please enter a valid email address.',
    })
  })

  it('accepts only JSON', async () => {
    const { http, subscribers } = createSite()
    const response = await http.post('/api/subscribe').type('form').send({ email: ADA })
    expect(response.status).toBe(415)
    expect(await subscribers.count()).toBe(0)
  })
})

describe('POST /subscribe/confirm', () => {
  it('confirms with the mailed link, and answers the same a second time', async () => {
    const { http, subscribers, inbox, sendNotices } = createSite({ subscribeConfirm: true })
    await http.post('/api/subscribe').send({ email: ADA }).expect(200)
    await sendNotices()
    const token = readConfirmationToken(inbox[0])
    await http.post('/api/subscribe/confirm').send({ token }).expect(200, OK)
    await http.post('/api/subscribe/confirm').send({ token }).expect(200, OK)
    expect(await subscribers.count()).toBe(1)
  })

  it.each([{ token: 'forged' }, { token: '1.zzzzzz.AAAAAAAAAAAAAAAAAAAAAA' }, { token: '' }, {}])(
    'refuses %j',
    async (body) => {
      const response = await createSite().http.post('/api/subscribe/confirm').send(body)
      expect(response.status).toBe(400)
      expect(response.body).toMatchObject({ code: 'malformed-request' })
    },
  )
})

describe('DELETE /unsubscribe', () => {
  it('works with the address alone, with the same answer for an unknown one', async () => {
    const { http, subscribers } = createSite()
    await subscribers.subscribe(ADA)
    const known = await http.delete('/api/unsubscribe').send({ email: ADA })
    const unknown = await http.delete('/api/unsubscribe').send({ email: 'nobody@mail.example' })
    expect(known.body).toEqual(OK)
    expect(visible(known)).toEqual(visible(unknown))
    expect(await subscribers.count()).toBe(0)
  })

  it.each([{}, { email: '' }, { email: 'nonsense' }])('refuses %j', async (body) => {
    const response = await createSite().http.delete('/api/unsubscribe').send(body)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      code: 'invalid-email',
      detail: 'Invalid or missing email address.',
    })
  })

  it('limits requests that name an address, but not a letter’s link', async () => {
    const { http, subscribers } = createSite()
    await subscribers.subscribe(ADA)
    const token = await signToken(ADA)
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await http.delete('/api/unsubscribe').send({ email: ADA, token: 'forged' }).expect(200)
    }
    const refused = await http.delete('/api/unsubscribe').send({ email: ADA })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await subscribers.subscribe(ADA)
    await http.delete('/api/unsubscribe').send({ email: ADA, token }).expect(200, OK)
    expect(await subscribers.count()).toBe(0)
  })

  it('accepts only the signed link if so configured', async () => {
    const { http, subscribers } = createSite({ unsubscribeRequireToken: true })
    await subscribers.subscribe(ADA)
    const token = await signToken(ADA)
    for (const body of [{ email: ADA }, { email: ADA, token: `${token}x` }]) {
      const response = await http.delete('/api/unsubscribe').send(body)
      expect(response.status).toBe(403)
      expect(response.body).toMatchObject({ code: 'token-required' })
    }
    expect(await subscribers.count()).toBe(1)
    await http.delete('/api/unsubscribe').send({ email: ADA, token }).expect(200, OK)
    expect(await subscribers.count()).toBe(0)
  })
})

describe('POST /unsubscribe/one-click', () => {
  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('unsubscribes with the same answer twice, from any site, with %s', async (type, body) => {
    const { http, subscribers, inbox, sendNotices } = createSite({ unsubscribeRequireToken: true })
    await subscribers.subscribe(ADA)
    const path = `/api/unsubscribe/one-click?token=${await signToken(ADA)}`
    for (let click = 0; click < 2; click += 1) {
      await http
        .post(path)
        .set('Content-Type', type)
        .set('Sec-Fetch-Site', 'cross-site')
        .send(body)
        .expect(200, OK)
    }
    await sendNotices()
    expect(inbox).toEqual([])
    expect(await subscribers.count()).toBe(0)
  })

  it.each(['', '?token=', '?token=forged', '?token=1.x&token=2.y'])(
    'refuses the token of "%s"',
    async (query) => {
      const response = await createSite()
        .http.post(`/api/unsubscribe/one-click${query}`)
        .type('form')
        .send('List-Unsubscribe=One-Click')
      expect(response.status).toBe(400)
    },
  )

  it('refuses a POST without the body that RFC 8058 requires', async () => {
    const { http, subscribers } = createSite()
    await subscribers.subscribe(ADA)
    await http.post(`/api/unsubscribe/one-click?token=${await signToken(ADA)}`).expect(400)
    expect(await subscribers.count()).toBe(1)
  })
})

describe('a List-Unsubscribe address opened in a browser', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

  it('shows a button, changes nothing, and unsubscribes once it is pressed', async () => {
    const { http, subscribers } = createSite()
    await subscribers.subscribe(ADA)
    const address = `/api/unsubscribe/one-click?token=${await signToken(ADA)}`
    const page = await http.get(address).set('Accept', BROWSER).expect(200)
    await http.head(address).set('Accept', BROWSER).expect(200)
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.text).not.toContain(ADA)
    expect(await subscribers.count()).toBe(1)

    const field = /<input type="hidden" name="([^"]+)" value="([^"]+)">/.exec(page.text)
    const done = await http
      .post(address)
      .set('Accept', BROWSER)
      .type('form')
      .send(`${field?.[1]}=${field?.[2]}`)
      .expect(200)
    expect(done.text).toContain('You have been successfully unsubscribed.')
    expect(await subscribers.count()).toBe(0)
  })

  it('says that a link is not ours, without a useless button', async () => {
    const { http } = createSite()
    for (const query of ['', '?token=', '?token=1.forged']) {
      const page = await http.get(`/api/unsubscribe/one-click${query}`).set('Accept', BROWSER).expect(400)
      expect(page.text).toContain('This link is not valid, or not any more.')
      expect(page.text).not.toContain('<button')
    }
    const posted = await http
      .post('/api/unsubscribe/one-click?token=1.forged')
      .set('Accept', BROWSER)
      .type('form')
      .send('List-Unsubscribe=One-Click')
      .expect(400)
    expect(posted.text).toContain('This link is not valid, or not any more.')
  })

  it('has the site’s colors', async () => {
    const page = await createSite().http.get('/api/unsubscribe/one-click').set('Accept', BROWSER)
    expect(page.text).toContain('<link rel="stylesheet" href="/plain.css">')
  })
})

describe('link scanners', () => {
  it('change nothing with GET and HEAD, and are told the allowed method', async () => {
    const { http, subscribers } = createSite()
    await subscribers.subscribe(ADA)
    const token = await signToken(ADA)
    const addresses = [
      [`/api/unsubscribe?email=${ADA}&token=${token}`, 'DELETE'],
      [`/api/subscribe?email=new@mail.example`, 'POST'],
      [`/api/subscribe/confirm?token=${token}`, 'POST'],
    ] as const
    for (const [address, method] of addresses) {
      const response = await http.get(address)
      expect(response.status).toBe(405)
      expect(response.headers['allow']).toBe(method)
      await http.head(address).expect(405)
    }
    expect(await subscribers.count()).toBe(1)
  })
})
