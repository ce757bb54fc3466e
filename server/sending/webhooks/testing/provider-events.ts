import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

import { loadConfig } from '../../../config/config.ts'
import { createLogger } from '../../../lib/logger.ts'
import type { UpstreamFetch } from '../../../lib/upstream-fetch.ts'
import type { ReturnedEvent } from '../../bounces/index.ts'
import { createWebhooks, type ProviderName } from '../index.ts'

/** A request as a provider would send it. */
export interface SentWebhook {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Keys used only by the tests. */
const POSTMARK_PASSWORD = 'a password of the test'
const MAILGUN_KEY = 'key-of-the-test-alone'
const RESEND_SECRET = `whsec_${Buffer.from('the secret key of a test').toString('base64')}`
const sendGrid = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
/** Settings with each secret, as in .env. */
export const PROVIDER_SETTINGS = {
  MAIL_PROVIDER: 'postmark',
  SES_TOPICS: 'arn:aws:sns:eu-central-1:123456789012:lunchpail',
  POSTMARK_WEBHOOK_PASSWORD: POSTMARK_PASSWORD,
  MAILGUN_SIGNING_KEY: MAILGUN_KEY,
  SENDGRID_VERIFICATION_KEY: sendGrid.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  RESEND_WEBHOOK_SECRET: RESEND_SECRET,
}

const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000))

export function fromPostmark(event: object, password = POSTMARK_PASSWORD): SentWebhook {
  const authorization = `Basic ${Buffer.from(`lunchpail:${password}`).toString('base64')}`
  return { body: JSON.stringify(event), headers: { authorization, 'content-type': 'application/json' } }
}

export function fromMailgun(event: object, at: Date, key = MAILGUN_KEY): SentWebhook {
  const timestamp = seconds(at)
  const token = 'f'.repeat(50)
  const signature = createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex')
  return {
    body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event }),
    headers: { 'content-type': 'application/json' },
  }
}

export function fromSendGrid(
  events: readonly object[],
  at: Date,
  key: KeyObject = sendGrid.privateKey,
): SentWebhook {
  // SendGrid's own spacing: signing what was parsed and serialized again would fail.
  const body = `[${events.map((event) => JSON.stringify(event)).join(',\r\n')}]\r\n`
  const signature = createSign('sha256')
    .update(`${seconds(at)}${body}`)
    .sign(key, 'base64')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-twilio-email-event-webhook-signature': signature,
      'x-twilio-email-event-webhook-timestamp': seconds(at),
    },
  }
}

export function fromResend(event: object, at: Date, secret = RESEND_SECRET): SentWebhook {
  const body = JSON.stringify(event)
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key)
    .update(`msg_1.${seconds(at)}.${body}`)
    .digest('base64')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'svix-id': 'msg_1',
      'svix-timestamp': seconds(at),
      'svix-signature': `v1,${Buffer.from('another secret').toString('base64')} v1,${signature}`,
    },
  }
}

export const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:lunchpail'
export const CERTIFICATE_URL = `https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-${'0a'.repeat(16)}.pem`

/** @param changes  to the envelope, before it is signed
 *  @param event  what SES reports; a text is sent as it is */
export function fromSns(
  event: object | string,
  at: Date,
  { key, version = '2', ...changes }: { key: KeyObject; version?: '1' | '2' } & Record<string, unknown>,
): SentWebhook {
  const message: Record<string, unknown> = {
    Type: 'Notification',
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: TOPIC,
    Message: typeof event === 'string' ? event : JSON.stringify(event),
    Timestamp: at.toISOString(),
    SignatureVersion: version,
    SigningCertURL: CERTIFICATE_URL,
    ...changes,
  }
  const signed =
    message['Type'] === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
  const text = signed
    .filter((field) => message[field] !== undefined)
    .map((field) => `${field}\n${String(message[field])}\n`)
    .join('')
  const signature = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
    .update(text)
    .sign(key, 'base64')
  return {
    body: JSON.stringify({ Signature: signature, ...message }),
    headers: {
      'content-type': 'text/plain; charset=UTF-8',
      'x-amz-sns-message-type': String(message['Type']),
    },
  }
}

/** A bounce as SES reports it, under a configuration set.
 *  @param recipient  fields of the one bounced recipient */
export const sesBounce = (mail: object, recipient: object, bounce: object = {}) => ({
  eventType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: 'reader1@mail.example', action: 'failed', ...recipient }],
    ...bounce,
  },
  mail: { messageId: '0100018', destination: ['reader1@mail.example'], ...mail },
})

/** Webhooks with each secret of the test.
 *  @returns receive, and the events passed on, in order */
export function listen({ now, fetch }: { now: Date; fetch: UpstreamFetch }): {
  readonly receive: (name: ProviderName, webhook: SentWebhook) => Promise<unknown>
  readonly told: readonly ReturnedEvent[]
} {
  const told: ReturnedEvent[] = []
  const webhooks = createWebhooks({
    settings: loadConfig(PROVIDER_SETTINGS).providers,
    bounces: {
      ingestEvent: (event) => {
        told.push(event)
        return Promise.resolve({ kind: 'report', outcome: 'nothing' })
      },
    },
    clock: { now: () => now },
    logger: createLogger('silent'),
    fetch,
  })
  return {
    told,
    receive: (name, { body, headers }) =>
      webhooks.receive(name, { body: Buffer.from(body), header: (header) => headers[header] }),
  }
}
