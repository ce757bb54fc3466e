import { generateKeyPairSync } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import { askOnBehalfOf } from '../../lib/askers.ts'
import { type ProviderName, WebhookRefusedError } from './index.ts'
import { makeCertificate } from './testing/certificate.ts'
import {
  CERTIFICATE_URL,
  fromMailgun,
  fromPostmark,
  fromResend,
  fromSendGrid,
  fromSns,
  listen,
  type SentWebhook,
  sesBounce,
  TOPIC,
} from './testing/provider-events.ts'

const NOW = new Date('2026-11-23T15:00:00Z')
const HOUR_MS = 3_600_000
const ago = (ms: number) => new Date(NOW.getTime() - ms)

const { pem, key } = makeCertificate({ from: ago(HOUR_MS), to: new Date('2027-11-23T00:00:00Z') })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

/** Requests to Amazon, in order. */
let asked: string[]
let answer: () => Response
let told: ReturnType<typeof listen>['told']
let receive: ReturnType<typeof listen>['receive']
beforeEach(() => {
  asked = []
  answer = () => new Response(pem)
  const fetch = (url: string | URL) => {
    asked.push(String(url))
    return Promise.resolve(answer())
  }
  ;({ told, receive } = listen({ now: NOW, fetch }))
})

/** Why it was refused; 'taken' if it was accepted. */
const refusalOf = async (name: ProviderName, webhook: SentWebhook): Promise<string> => {
  try {
    await receive(name, webhook)
    return 'taken'
  } catch (error) {
    return error instanceof WebhookRefusedError ? error.why : String(error)
  }
}
const altered = (webhook: SentWebhook): SentWebhook => ({
  ...webhook,
  body: webhook.body.replace('reader1', 'reader2'),
})

const BOUNCE = { event: 'bounce', email: 'reader1@mail.example' }
const COMPLAINT = { type: 'email.complained', data: { to: ['reader1@mail.example'] } }
const SES = sesBounce({}, { status: '5.1.1' })

describe('a webhook of SendGrid', () => {
  it('is accepted with the signature over its bytes, event by event', async () => {
    await receive('sendgrid', fromSendGrid([BOUNCE, { event: 'delivered' }], NOW))
    expect(told.map(({ form }) => form)).toEqual(['delivery-status', 'report'])
  })
  it('is refused with another key, another body, another time, or without a signature', async () => {
    const foreign = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
    const good = fromSendGrid([BOUNCE], NOW)
    expect(await refusalOf('sendgrid', fromSendGrid([BOUNCE], NOW, foreign))).toBe('signature')
    expect(await refusalOf('sendgrid', altered(good))).toBe('signature')
    expect(await refusalOf('sendgrid', { ...good, headers: {} })).toBe('signature')
    const time = 'x-twilio-email-event-webhook-timestamp'
    expect(await refusalOf('sendgrid', { ...good, headers: { ...good.headers, [time]: '1' } })).toBe(
      'signature',
    )
    expect(await refusalOf('sendgrid', fromSendGrid([BOUNCE], ago(26 * HOUR_MS)))).toBe('time')
    expect(told).toEqual([])
  })
})

describe('a webhook of Resend', () => {
  it('is accepted with any one of its signatures, for five minutes', async () => {
    expect(await refusalOf('resend', fromResend(COMPLAINT, ago(4 * 60_000)))).toBe('taken')
    expect(await refusalOf('resend', fromResend(COMPLAINT, ago(6 * 60_000)))).toBe('time')
    expect(await refusalOf('resend', fromResend(COMPLAINT, ago(-6 * 60_000)))).toBe('time')
  })
  it('is refused with another secret or another body', async () => {
    const secret = `whsec_${Buffer.from('somebody else has this one').toString('base64')}`
    expect(await refusalOf('resend', fromResend(COMPLAINT, NOW, secret))).toBe('signature')
    expect(await refusalOf('resend', altered(fromResend(COMPLAINT, NOW)))).toBe('signature')
    expect(await refusalOf('resend', { body: '{}', headers: {} })).toBe('signature')
  })
})

describe('a webhook of Mailgun', () => {
  it('is accepted for a day, as long as Mailgun retries', async () => {
    expect(await refusalOf('mailgun', fromMailgun({ event: 'opened' }, ago(9 * HOUR_MS)))).toBe('taken')
    expect(await refusalOf('mailgun', fromMailgun({ event: 'opened' }, ago(26 * HOUR_MS)))).toBe('time')
  })
  it('is refused with another key', async () => {
    expect(await refusalOf('mailgun', fromMailgun({ event: 'opened' }, NOW, 'another key'))).toBe('signature')
    expect(await refusalOf('mailgun', { body: 'no JSON', headers: {} })).toBe('shape')
  })
})

// Takes fifty times as long to read as an event of that length.
const MANY_NAMES = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [index.toString(36), 1]))
it.each([
  ['mailgun', fromMailgun({ event: 'opened', padding: 'x'.repeat(200_000) }, NOW)],
  ['ses', fromSns({ padding: 'x'.repeat(200_000) }, NOW, { key })],
  ['mailgun', fromMailgun({ event: 'opened', names: MANY_NAMES }, NOW)],
  ['ses', fromSns({ names: MANY_NAMES }, NOW, { key })],
] as const)(
  'an event of %s that is larger than any real one is refused before it is read',
  async (name, webhook) => {
    expect(await refusalOf(name, webhook)).toBe('shape')
    expect(asked).toEqual([])
  },
)

describe('a webhook of Postmark', () => {
  it('is accepted only with the password in its URL', async () => {
    const event = { RecordType: 'Delivery' }
    expect(await refusalOf('postmark', fromPostmark(event))).toBe('taken')
    expect(await refusalOf('postmark', fromPostmark(event, 'a password of others'))).toBe('signature')
    expect(await refusalOf('postmark', { ...fromPostmark(event), headers: {} })).toBe('signature')
  })
})

describe('a message of Amazon SNS', () => {
  it.each(['1', '2'] as const)('is accepted with a signature of version %s', async (version) => {
    await receive('ses', fromSns(SES, NOW, { key, version }))
    expect(told).toHaveLength(1)
    expect(asked).toEqual([CERTIFICATE_URL])
  })

  it('is refused with anyone else’s signature, or another text', async () => {
    expect(await refusalOf('ses', fromSns(SES, NOW, { key: other }))).toBe('signature')
    expect(await refusalOf('ses', altered(fromSns(SES, NOW, { key })))).toBe('signature')
    expect(await refusalOf('ses', fromSns(SES, ago(26 * HOUR_MS), { key }))).toBe('time')
  })

  it.each([
    `https://sns.eu-central-1.amazonaws.com.evil.example/SimpleNotificationService-${'0a'.repeat(16)}.pem`,
    `https://evil.example/SimpleNotificationService-${'0a'.repeat(16)}.pem`,
    `http://sns.eu-central-1.amazonaws.com/SimpleNotificationService-${'0a'.repeat(16)}.pem`,
    `https://sns.us-east-1.amazonaws.com/SimpleNotificationService-${'0a'.repeat(16)}.pem`,
    `https://bucket.s3.amazonaws.com/SimpleNotificationService-${'0a'.repeat(16)}.pem`,
    `https://x@sns.eu-central-1.amazonaws.com/SimpleNotificationService-${'0a'.repeat(16)}.pem`,
    'https://sns.eu-central-1.amazonaws.com/anything.pem',
    'nowhere',
  ])('is refused, and nothing is fetched, if its certificate is at %s', async (SigningCertURL) => {
    expect(await refusalOf('ses', fromSns(SES, NOW, { key, SigningCertURL }))).toBe('signature')
    expect(asked).toEqual([])
  })

  it('from another’s topic is refused before anything is fetched, though Amazon signed it', async () => {
    const TopicArn = 'arn:aws:sns:eu-central-1:999999999999:theirs'
    expect(await refusalOf('ses', fromSns(SES, NOW, { key, TopicArn }))).toBe('signature')
    const confirmation = {
      key,
      TopicArn,
      Type: 'SubscriptionConfirmation',
      Token: 't',
      SubscribeURL: 'https://x',
    }
    expect(await refusalOf('ses', fromSns('', NOW, confirmation))).toBe('signature')
    expect(asked).toEqual([])
  })

  it('confirms a subscription to our topic, at a URL that is built here', async () => {
    const confirmation = {
      key,
      Type: 'SubscriptionConfirmation',
      Token: 'to&ken',
      SubscribeURL: 'https://evil.example/',
    }
    await receive('ses', fromSns('You have chosen to subscribe', NOW, confirmation))
    expect(asked).toEqual([
      CERTIFICATE_URL,
      `https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${encodeURIComponent(TOPIC)}&Token=to%26ken`,
    ])
    expect(told).toEqual([])
  })

  it('without its signature (raw delivery) is refused, with what to change', async () => {
    const raw = { body: JSON.stringify(SES), headers: { 'x-amz-sns-rawdelivery': 'true' } }
    await expect(receive('ses', raw)).rejects.toThrow('switch it off in the subscription')
  })

  it('is refused with an expired certificate, and put off while Amazon serves none', async () => {
    const old = makeCertificate({ from: ago(9 * HOUR_MS), to: ago(HOUR_MS) })
    answer = () => new Response(old.pem)
    expect(await refusalOf('ses', fromSns(SES, NOW, { key: old.key }))).toBe('signature')
    answer = () => new Response('', { status: 503 })
    const SigningCertURL = CERTIFICATE_URL.replace('0a', '0b')
    expect(await refusalOf('ses', fromSns(SES, NOW, { key, SigningCertURL }))).toContain(
      'does not give its certificate',
    )
  })

  it.each([
    ['429', () => new Response('', { status: 429 })],
    ['a page', () => new Response('<html>Sign in to the network</html>')],
  ])(
    'is put off while Amazon answers %s instead of its certificate, and then accepted',
    async (_what, odd) => {
      answer = odd
      expect(await refusalOf('ses', fromSns(SES, NOW, { key }))).toContain('does not give its certificate')
      answer = () => new Response(pem)
      expect(await refusalOf('ses', fromSns(SES, NOW, { key }))).toBe('taken')
    },
  )

  it('is accepted again ten minutes after Amazon did not find its certificate', async () => {
    const now = new Date(NOW)
    ;({ receive } = listen({ now, fetch: () => Promise.resolve(answer()) }))
    answer = () => new Response('', { status: 404 })
    expect(await refusalOf('ses', fromSns(SES, NOW, { key }))).toBe('signature')
    answer = () => new Response(pem)
    expect(await refusalOf('ses', fromSns(SES, NOW, { key }))).toBe('signature')
    now.setTime(NOW.getTime() + 10 * 60_000)
    expect(await refusalOf('ses', fromSns(SES, NOW, { key }))).toBe('taken')
  })

  const urlOf = (digit: string) => CERTIFICATE_URL.replace('0a', `0${digit}`)
  const comesFrom = (client: string, SigningCertURL: string) =>
    askOnBehalfOf(client, () => refusalOf('ses', fromSns(SES, NOW, { key, SigningCertURL })))

  it('from a client that makes up certificates does not use up those of others', async () => {
    answer = () => new Response('', { status: 404 })
    for (const digit of '123') expect(await comesFrom('a stranger', urlOf(digit))).toBe('signature')
    for (const digit of '456789') expect(await comesFrom('a stranger', urlOf(digit))).toContain('Too much')
    expect(asked).toHaveLength(3)
    answer = () => new Response(pem)
    expect(await comesFrom('amazon', CERTIFICATE_URL)).toBe('taken')
  })

  it('keeps its certificate cached, however many were made up since', async () => {
    expect(await comesFrom('amazon', CERTIFICATE_URL)).toBe('taken')
    answer = () => new Response('', { status: 404 })
    for (let index = 10; index < 35; index += 1) {
      const name = `SimpleNotificationService-${String(index).padStart(32, '0')}.pem`
      await comesFrom(`stranger ${index}`, new URL(name, CERTIFICATE_URL).href)
    }
    expect(await comesFrom('amazon', CERTIFICATE_URL)).toBe('taken')
    expect(asked.filter((url) => url === CERTIFICATE_URL)).toHaveLength(1)
  })

  it('arriving many times at once has its certificate fetched once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => comesFrom('amazon', CERTIFICATE_URL)))
    expect(new Set(outcomes)).toEqual(new Set(['taken']))
    expect(asked).toEqual([CERTIFICATE_URL])
  })
})
