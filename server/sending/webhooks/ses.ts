import { createVerify } from 'node:crypto'

import { z } from 'zod'

import { judgeGivenUp, listTokens, type ReturnedEvent } from '../bounces/index.ts'
import {
  parseBody,
  parseUnproven,
  type Provider,
  requireRecent,
  requireSigned,
  WebhookRefusedError,
} from './provider.ts'
import type { SnsHost } from './sns-host.ts'

/** Amazon retries for an hour by default, longer if an operator sets it. */
const OLDEST_MS = 25 * 3_600_000

const envelopeSchema = z.object({
  Type: z.string(),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Subject: z.string().nullish(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string().max(2_000),
  SigningCertURL: z.string().max(500),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
})
type Envelope = z.infer<typeof envelopeSchema>

const eventSchema = z.object({
  // From a topic of feedback notifications, and from a configuration set.
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.object({
    /** The envelope's sender. */
    source: z.string().optional(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  }),
  bounce: z
    .object({
      bounceType: z.string().optional(),
      bounceSubType: z.string().optional(),
      bouncedRecipients: z
        .array(z.object({ status: z.string().optional(), diagnosticCode: z.string().optional() }))
        .default([]),
    })
    .optional(),
  complaint: z
    .object({ complaintFeedbackType: z.string().nullish(), complaintSubType: z.string().nullish() })
    .optional(),
})

/** The signed fields, in this order. */
const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

/** Amazon SES, through SNS topics. Anyone with an account there can have messages signed by Amazon too: those of other topics
 *  are refused before anything is fetched for them.
 *  @param topics  their ARNs
 *  @param onSubscription  called for a confirmation that was answered, and for a subscription that ended */
export function createSes({
  topics,
  host,
  onSubscription,
}: {
  topics: readonly string[]
  host: SnsHost
  onSubscription: (what: 'confirmed' | 'ended', topic: string) => void
}): Provider {
  return {
    async read({ body, header }, now) {
      if (header('x-amz-sns-rawdelivery') === 'true') {
        throw new WebhookRefusedError(
          'shape',
          'Raw message delivery leaves the signature out: switch it off in the subscription.',
        )
      }
      const message = parseUnproven(envelopeSchema, body)
      if (!topics.includes(message.TopicArn)) {
        throw new WebhookRefusedError('signature', 'Its topic is not in SES_TOPICS.')
      }
      await requireSignature(message, host)
      requireRecent(new Date(message.Timestamp), now, OLDEST_MS)
      if (message.Type === 'SubscriptionConfirmation') {
        await host.confirm(message.TopicArn, message.Token ?? '')
        onSubscription('confirmed', message.TopicArn)
        return []
      }
      if (message.Type === 'UnsubscribeConfirmation') {
        onSubscription('ended', message.TopicArn)
        return []
      }
      // A new topic of a configuration set sends one sentence to test it.
      return message.Message.trimStart().startsWith('{') ? readEvent(message.Message) : []
    },
  }
}

async function requireSignature(message: Envelope, host: SnsHost): Promise<void> {
  const fields = Object.hasOwn(SIGNED, message.Type) ? SIGNED[message.Type as keyof typeof SIGNED] : undefined
  if (fields === undefined) throw new WebhookRefusedError('shape', 'SNS has no such type of message.')
  const verify = createVerify(message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
  for (const field of fields) {
    const value = message[field]
    if (typeof value === 'string') verify.update(`${field}\n${value}\n`)
  }
  const key = await host.findKey(message.SigningCertURL, message.TopicArn)
  requireSigned(key !== undefined && verify.verify(key, message.Signature, 'base64'))
}

/** SES's own decision: it has not tried the address, which proves nothing about it now. */
const OWN_LIST = new Set(['Suppressed', 'OnAccountSuppressionList', 'OnTenantSuppressionList'])
/** RFC 5965; 'not-spam' and 'auth-failure' are not complaints. */
const NO_COMPLAINT = new Set(['not-spam', 'auth-failure'])

function readEvent(text: string): ReturnedEvent[] {
  const { notificationType, eventType, mail, bounce, complaint } = parseBody(eventSchema, text)
  const ours = (mail.headers ?? []).filter(({ name }) => /^(?:message-id|return-path)$/i.test(name))
  const tokens = listTokens([mail.source ?? '', ...ours.map(({ value }) => value)])
  switch (eventType ?? notificationType) {
    case 'Bounce':
      if (OWN_LIST.has(bounce?.bounceSubType ?? '')) {
        return [{ form: 'delivery-status', verdict: judgeGivenUp({}), tokens }]
      }
      // Without a code it may be an out-of-office reply, which SES also calls a transient bounce.
      return (bounce?.bouncedRecipients ?? []).map(({ status, diagnosticCode: diagnostic }) =>
        status === undefined && diagnostic === undefined
          ? { form: 'report' }
          : { form: 'delivery-status', verdict: judgeGivenUp({ status, diagnostic }), tokens },
      )
    case 'Complaint':
      return [
        NO_COMPLAINT.has(complaint?.complaintFeedbackType ?? '')
          ? { form: 'report' }
          : { form: 'complaint', tokens },
      ]
    case 'Reject':
      return [{ form: 'delivery-status', verdict: { verdict: 'policy', status: '5.7.0' }, tokens }]
    case undefined:
    default:
      return [{ form: 'report' }]
  }
}
