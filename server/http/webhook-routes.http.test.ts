import request from 'supertest'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { AppError } from '../lib/errors.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import {
  fromMailgun,
  fromPostmark,
  fromSendGrid,
  PROVIDER_SETTINGS,
  type SentWebhook,
} from '../sending/webhooks/testing/provider-events.ts'
import { createTestSite, type TestSite } from '../testing/app-fixture.ts'
import { askOften } from '../testing/ask-often.ts'
import {
  addSubscribers,
  anEdition,
  readers,
  resetTables,
  setDatabaseClock,
} from '../testing/edition-fixtures.ts'
import { startSmtpTestServer, type SmtpTestServer } from '../testing/smtp-test-server.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'

const MONDAY = '2026-11-23'
/** The clock of a test site. */
const NOW = new Date('2026-11-20T15:00:00Z')

const database = setUpDatabase(resetTables)
let smtp: SmtpTestServer
let site: TestSite
beforeEach(async () => {
  smtp = await startSmtpTestServer()
  site = createTestSite(database, {
    settings: {
      ...PROVIDER_SETTINGS,
      SMTP_URL: smtp.url,
      MAIL_PROVIDER: 'sendgrid',
      METRICS_TOKEN: 'm'.repeat(16),
    },
  })
  await setDatabaseClock(database.db, '2026-11-20T12:00:00Z')
})
afterEach(async () => {
  await site.deps.mailer.close()
  await smtp.close()
})

/** Sends an edition to this many readers.
 *  @returns their tokens, in the order of their addresses, as in their letters */
async function sendTo(count: number): Promise<string[]> {
  await addSubscribers(database.db, readers(count))
  await setDatabaseClock(database.db, '2026-11-23T14:00:00Z')
  await storeEdition(database.db, anEdition())
  await site.deps.newsletter.sendByHand(MONDAY, new AbortController().signal)
  return smtp.received
    .toSorted((one, two) => Number(/\d+/.exec(one.to)) - Number(/\d+/.exec(two.to)))
    .map(({ raw }) => /^message-id:\s*<([^@>]+)@lunchpail\.test>/im.exec(raw)?.[1] ?? '')
}
const post = (provider: string, { body, headers }: SentWebhook) =>
  request(site.app).post(`/webhooks/${provider}`).set(headers).send(body)
const bounceOf = (letter: string) => ({
  event: 'bounce',
  status: '5.1.1',
  reason: '550 5.1.1 no such user',
  letter,
})
const reasons = async () =>
  (await database.db.selectFrom('suppression').select('reason').execute()).map(({ reason }) => reason).sort()
const notes = async () =>
  (await database.db.selectFrom('bounce').select('kind').execute()).map(({ kind }) => kind).sort()
const countOf = async (by: string, outcome: string) => {
  const { text } = await request(site.app)
    .get('/metrics')
    .set('Authorization', `Bearer ${'m'.repeat(16)}`)
  const line = text.split('\n').find((one) => one.includes(`by="${by}",outcome="${outcome}"`))
  return Number(line?.split(' ')[1])
}

describe('POST /webhooks/:provider', () => {
  it('matches each event of a batch to its reader by the letter’s token, and changes nothing when repeated', async () => {
    const [gone = '', angry = ''] = await sendTo(4)
    const batch = fromSendGrid(
      [
        bounceOf(gone),
        { event: 'spamreport', letter: angry },
        { event: 'delivered', letter: angry },
        { event: 'spamreport', letter: '1-3-0123456789abcdef', email: 'reader3@mail.example' },
        { event: 12 },
      ],
      NOW,
    )
    const { status, body } = await post('sendgrid', batch)
    expect([status, body]).toEqual([200, { events: 5 }])
    expect(await reasons()).toEqual(['bounced', 'complained'])
    expect(await site.deps.subscribers.count()).toBe(2)
    expect((await post('sendgrid', batch)).status).toBe(200)
    expect(await notes()).toEqual(['complaint', 'permanent'])
    expect(await countOf('sendgrid', 'suppressed')).toBe(2)
    expect(await countOf('sendgrid', 'already')).toBe(2)
    expect(await countOf('sendgrid', 'no-token')).toBe(2)
  })

  it('suppresses nobody for a letter’s token in a mail that anyone could write', async () => {
    const [token = ''] = await sendTo(1)
    const report = `From: x@y.example\r\nTo: bounces+${token}@lunchpail.test\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; y\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n`
    expect(await site.deps.bounces.ingest(Buffer.from(report))).toMatchObject({
      kind: 'permanent',
      token: 'none',
    })
    expect(await reasons()).toEqual([])
  })

  it('counts a complaint that Mailgun reports if only its key is set', async () => {
    site = createTestSite(database, {
      settings: {
        SMTP_URL: smtp.url,
        MAILGUN_SIGNING_KEY: PROVIDER_SETTINGS.MAILGUN_SIGNING_KEY,
      },
    })
    const [token = ''] = await sendTo(2)
    const message = { headers: { 'message-id': `${token}@lunchpail.test` } }
    await post('mailgun', fromMailgun({ event: 'complained', timestamp: NOW.getTime() / 1000, message }, NOW))
    expect(await reasons()).toEqual(['complained'])
  })

  it('unsubscribes a reader who left through the provider, and counts that with the edition', async () => {
    const [token = ''] = await sendTo(2)
    const event = { event: 'unsubscribed', timestamp: NOW.getTime() / 1000 + 400_000 }
    const left = fromMailgun(
      { ...event, message: { headers: { 'message-id': `${token}@lunchpail.test` } } },
      NOW,
    )
    await post('mailgun', left)
    await post('mailgun', left)
    expect(await reasons()).toEqual(['unsubscribed'])
  })

  it('refuses an unsigned request, and leaves no address in the log', async () => {
    const [token = ''] = await sendTo(1)
    const { status, body } = await post('postmark', fromPostmark({ RecordType: 'SpamComplaint' }, 'wrong'))
    expect([status, body.code]).toEqual([401, 'not-verified'])
    const forged = { ...fromSendGrid([], NOW), body: JSON.stringify([bounceOf(token)]) }
    expect((await post('sendgrid', forged)).status).toBe(401)
    expect(await reasons()).toEqual([])
    expect(await countOf('sendgrid', 'refused')).toBe(1)
    const log = site.logLines.join('')
    expect(log).toContain('Its signature is not that of the provider.')
    expect(log).not.toContain('reader1@')
  })

  it('tells the log of one refusal a second', async () => {
    const forged = { ...fromSendGrid([], NOW), body: '[{}]' }
    const answers = await Promise.all(Array.from({ length: 40 }, () => post('sendgrid', forged)))
    expect(answers.every(({ status }) => status === 401)).toBe(true)
    const lines = site.logLines.filter((line) => line.includes('A webhook was refused'))
    expect(lines).not.toEqual([])
    expect(lines.length).toBeLessThan(40)
  })

  describe('from an address that strangers with the same provider use', () => {
    const proxied = () =>
      createTestSite(database, { settings: { ...PROVIDER_SETTINGS, TRUST_PROXY: 'loopback' } }).app
    const clientAt = (last: number) => ({ 'X-Forwarded-For': `203.0.113.${last}` })
    const send = async (app: TestSite['app'], { body, headers }: SentWebhook, client: object) =>
      (
        await request(app)
          .post('/webhooks/sendgrid')
          .set({ ...headers, ...client })
          .send(body)
      ).status
    const padded = (bytes: number) => fromSendGrid([{ event: 'open', note: 'x'.repeat(bytes) }], NOW)
    const forged = (bytes: number) => ({ ...padded(bytes), body: ' '.repeat(bytes) })
    // A busy machine may take longer than the one minute that the limits cover.
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
    afterEach(() => void vi.useRealTimers())

    it('is read after 100 large unsigned requests in a minute if it has at most 128 kB', async () => {
      const app = proxied()
      const answers: number[] = []
      for (let count = 0; count < 100; count += 1) answers.push(await send(app, forged(131_073), clientAt(1)))
      expect(new Set(answers)).toEqual(new Set([401]))
      expect(await send(app, padded(131_072), clientAt(1))).toBe(429)
      expect(await send(app, padded(130_000), clientAt(1))).toBe(200)
      expect(await send(app, padded(131_072), clientAt(2))).toBe(200)
      const inChunks = request(app).post('/webhooks/sendgrid').set(clientAt(1))
      inChunks.write('x'.repeat(131_073))
      expect((await inChunks).status).toBe(413)
      vi.setSystemTime(Date.now() + 60_000)
      expect(await send(app, padded(131_072), clientAt(1))).toBe(200)
    })

    it('is read after 100 that were too long for anybody if it has at most 128 kB', async () => {
      const app = proxied()
      for (let count = 0; count < 100; count += 1)
        expect(await send(app, forged(1_048_577), clientAt(1))).toBe(413)
      expect(await send(app, padded(131_072), clientAt(1))).toBe(429)
      expect(await send(app, padded(130_000), clientAt(1))).toBe(200)
    })

    it('is taken after thousands of unsigned ones if a signed one came from there before', async () => {
      const app = proxied()
      const flood = (last: number) =>
        askOften(app, {
          method: 'POST',
          path: '/webhooks/sendgrid',
          times: 3_000,
          headersOf: () => clientAt(last),
        })
      expect(await send(app, padded(1), clientAt(1))).toBe(200)
      expect(new Set([...(await flood(1)), ...(await flood(2))])).toEqual(new Set([401]))
      expect(await send(app, padded(1), clientAt(1))).toBe(200)
      expect(await send(app, padded(1), clientAt(2))).toBe(429)
    })
  })

  it('accepts at most a megabyte', async () => {
    const most = [{ event: 'open', note: 'x'.repeat(1_000_000) }]
    expect((await post('sendgrid', fromSendGrid(most, NOW))).status).toBe(200)
    const more = [{ event: 'open', note: 'x'.repeat(1_048_576) }]
    expect((await post('sendgrid', fromSendGrid(more, NOW))).status).toBe(413)
  })

  it('asks the provider to send it again while the database does not answer', async () => {
    const [token = ''] = await sendTo(1)
    const broken = createTestSite(database, { settings: PROVIDER_SETTINGS })
    const { app } = broken
    broken.deps.bounces.ingestEvent = () => Promise.reject(new Error('connect ECONNREFUSED'))
    const { body, headers } = fromSendGrid([bounceOf(token)], NOW)
    const answer = await request(app).post('/webhooks/sendgrid').set(headers).send(body)
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '60'])
  })

  it('logs a limit of our own in words, without a stack trace', async () => {
    site.deps.webhooks.receive = () =>
      Promise.reject(
        new AppError('not-ready', 'Too much was fetched from Amazon SNS in this minute.', {
          retryAfterSeconds: 60,
        }),
      )
    expect((await post('sendgrid', fromSendGrid([], NOW))).status).toBe(503)
    const line = site.logLines.find((one) => one.includes('could not be acted on')) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      provider: 'sendgrid',
      reason: 'Too much was fetched from Amazon SNS in this minute.',
    })
    expect(line).not.toContain('stack')
  })

  it('answers a flood with 429, which providers retry, and loses nothing it accepted', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    site.deps.bounces.ingestEvent = () => held.then(() => ({ kind: 'report', outcome: 'nothing' }))
    const underWay = Array.from({ length: 101 }, () =>
      post('postmark', fromPostmark({ RecordType: 'Open' })).then((answer) => answer),
    )
    // The others are held up, so whichever request is answered is the one too many.
    const first = await Promise.race(underWay)
    expect([first.status, first.headers['retry-after']]).toEqual([429, '1'])
    release()
    const statuses = (await Promise.all(underWay)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
  })

  it('does not exist without its secret, and accepts only POST', async () => {
    const plain = createTestSite(database)
    for (const path of ['/webhooks/sendgrid', '/webhooks/nobody']) {
      expect((await request(plain.app).post(path).send('[]')).status).toBe(404)
      expect((await request(plain.app).get(path)).status).toBe(404)
    }
    expect((await request(site.app).get('/webhooks/sendgrid')).status).toBe(405)
  })
})
