import { describe, expect, it } from 'vitest'

import type { ProviderName } from './index.ts'
import { makeCertificate } from './testing/certificate.ts'
import {
  fromMailgun,
  fromPostmark,
  fromResend,
  fromSendGrid,
  fromSns,
  listen,
  sesBounce,
} from './testing/provider-events.ts'

const NOW = new Date('2026-11-23T15:00:00Z')
const TOKEN = '1-2-0123456789abcdef'
const ID = `<${TOKEN}@pail.test>`
const { pem, key } = makeCertificate({
  from: new Date('2026-11-01T00:00:00Z'),
  to: new Date('2027-11-01T00:00:00Z'),
})

/** The meaning of an event, as 'form' or 'verdict code', and the tokens in it. */
async function read(
  name: ProviderName,
  event: object,
): Promise<{ means: string; tokens: readonly string[] }> {
  const { receive, told } = listen({ now: NOW, fetch: () => Promise.resolve(new Response(pem)) })
  const webhook = {
    ses: () => fromSns(event, NOW, { key }),
    postmark: () => fromPostmark(event),
    mailgun: () => fromMailgun(event, NOW),
    sendgrid: () => fromSendGrid([event], NOW),
    resend: () => fromResend(event, NOW),
  }[name]()
  await receive(name, webhook)
  const [first] = told
  if (first === undefined) return { means: 'nothing', tokens: [] }
  if (first.form === 'report') return { means: 'report', tokens: [] }
  const { tokens } = first
  if (first.form !== 'delivery-status') return { means: first.form, tokens }
  return { means: `${first.verdict.verdict} ${first.verdict.status}`, tokens }
}
const meaningOf = async (name: ProviderName, event: object) => (await read(name, event)).means

describe('the token is found', () => {
  it.each<[ProviderName, string, object]>([
    ['ses', 'in the envelope', sesBounce({ source: `bounces+${TOKEN}@pail.test` }, { status: '5.1.1' })],
    [
      'ses',
      'in the returned headers',
      sesBounce({ source: 'a@pail.test', headers: [{ name: 'Message-ID', value: ID }] }, { status: '5.1.1' }),
    ],
    ['postmark', 'in its metadata', { RecordType: 'SpamComplaint', Metadata: { letter: TOKEN } }],
    [
      'mailgun',
      'in the Message-ID without brackets',
      { event: 'complained', message: { headers: { 'message-id': `${TOKEN}@pail.test` } } },
    ],
    ['sendgrid', 'in its unique arguments', { event: 'spamreport', letter: TOKEN }],
    ['sendgrid', 'in the Message-ID', { event: 'bounce', 'smtp-id': ID }],
    ['resend', 'in the Message-ID', { type: 'email.complained', data: { message_id: ID } }],
    [
      'resend',
      'in its own header',
      {
        type: 'email.complained',
        data: { message_id: '<0100@email.example>', headers: [{ name: 'X-Entity-Ref-ID', value: TOKEN }] },
      },
    ],
    ['resend', 'in a tag', { type: 'email.complained', data: { tags: { letter: TOKEN } } }],
  ])('by %s %s', async (name, _where, event) => {
    expect((await read(name, event)).tokens).toEqual([TOKEN])
  })

  it.each([{}, { order: 7 }, null])(
    'or not, in an event of another mail by Postmark with %j',
    async (Metadata) => {
      const event = { RecordType: 'SpamComplaint', Metadata }
      expect(await read('postmark', event)).toEqual({ means: 'complaint', tokens: [] })
    },
  )

  it('in no other field, such as a subject that a stranger can write', async () => {
    const event = {
      event: 'complained',
      message: { headers: { subject: ID } },
      recipient: `x+${TOKEN}@a.test`,
    }
    expect((await read('mailgun', event)).tokens).toEqual([])
  })
})

const ses = (recipient: object, bounce: object = {}) => sesBounce({}, recipient, bounce)
const sesComplaint = (complaint: object) => ({ notificationType: 'Complaint', complaint, mail: {} })

describe('an event of Amazon SES', () => {
  it.each<[string, object, string]>([
    [
      'no such user',
      ses({ status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 no such user' }),
      'permanent 5.1.1',
    ],
    [
      'a code only in the reply',
      ses({ status: '5.0.0', diagnosticCode: 'smtp; 550 5.1.1 x' }),
      'permanent 5.1.1',
    ],
    ['permanent according to SES alone', ses({ diagnosticCode: 'smtp; 550 no' }), 'transient 5.0.0'],
    ['full', ses({ status: '5.2.2' }, { bounceType: 'Transient' }), 'transient 5.2.2'],
    [
      'refused because of us',
      ses({ status: '5.7.1', diagnosticCode: 'smtp; 550 5.7.1 blocked' }),
      'policy 5.7.1',
    ],
    [
      'suppressed by its own list',
      ses({ status: '5.1.1' }, { bounceSubType: 'OnAccountSuppressionList' }),
      'transient 5.0.0',
    ],
    ['an out-of-office reply', ses({}, { bounceType: 'Transient' }), 'report'],
    ['a complaint', sesComplaint({ complaintFeedbackType: 'abuse' }), 'complaint'],
    ['a complaint without a type', sesComplaint({}), 'complaint'],
    ['a report that a mail is not spam', sesComplaint({ complaintFeedbackType: 'not-spam' }), 'report'],
    ['delivered', { eventType: 'Delivery', mail: {} }, 'report'],
  ])('is judged: %s', async (_what, event, means) => {
    expect(await meaningOf('ses', event)).toBe(means)
  })

  it('that only tests the topic is accepted, and has no effect', async () => {
    const { receive, told } = listen({ now: NOW, fetch: () => Promise.resolve(new Response(pem)) })
    await receive('ses', fromSns('Successfully validated SNS topic.', NOW, { key }))
    expect(told).toEqual([])
  })
})

const bounce = (Type: string, Details?: string) => ({ RecordType: 'Bounce', Type, Details })
const change = (SuppressionReason: string, Origin = 'Recipient', SuppressSending = true) => ({
  RecordType: 'SubscriptionChange',
  SuppressionReason,
  Origin,
  SuppressSending,
})

describe('an event of Postmark', () => {
  it.each<[string, object, string]>([
    ['no such user', bounce('HardBounce', 'smtp;550 5.1.1 no such user'), 'permanent 5.1.1'],
    ['a hard bounce without a code', bounce('HardBounce', 'Test bounce details'), 'transient 5.0.0'],
    ['full', bounce('SoftBounce', 'smtp;552 5.2.2 over quota'), 'transient 5.2.2'],
    ['spam to the other server', bounce('SpamNotification', 'smtp;550 5.1.1 x'), 'policy 5.7.0'],
    ['still being tried', bounce('Transient'), 'delayed 4.0.0'],
    ['an out-of-office reply', bounce('AutoResponder'), 'report'],
    ['a complaint', { RecordType: 'SpamComplaint' }, 'complaint'],
    ['left', change('ManualSuppression'), 'unsubscribe'],
    ['put on its list by the operator', change('ManualSuppression', 'Customer'), 'report'],
    ['taken off its list', change('ManualSuppression', 'Recipient', false), 'report'],
    ['on its list for a bounce', change('HardBounce'), 'report'],
    ['opened', { RecordType: 'Open' }, 'report'],
  ])('is judged: %s', async (_what, event, means) => {
    expect(await meaningOf('postmark', event)).toBe(means)
  })
})

const failed = (status: object, more: object = {}) => ({
  event: 'failed',
  severity: 'permanent',
  reason: 'bounce',
  'delivery-status': status,
  ...more,
})

describe('an event of Mailgun', () => {
  it.each<[string, object, string]>([
    ['no such user', failed({ code: 550, message: '5.1.1 no such user' }), 'permanent 5.1.1'],
    [
      'a code in a field of its own',
      failed({ code: 550, 'enhanced-code': '5.1.1', message: 'x' }),
      'permanent 5.1.1',
    ],
    ['no code', failed({ code: 550, message: 'no such user' }), 'transient 5.0.0'],
    ['refused because of us', failed({ code: 550, message: '5.7.1 blocked' }), 'policy 5.7.1'],
    [
      'still being tried',
      failed({ code: 450, message: '4.2.2' }, { severity: 'temporary' }),
      'delayed 4.0.0',
    ],
    ['suppressed by its own list', failed({ code: 605 }, { reason: 'suppress-bounce' }), 'transient 5.0.0'],
    [
      'suppressed by its list of complaints',
      failed({ code: 607 }, { reason: 'suppress-complaint' }),
      'complaint',
    ],
    [
      'suppressed by its list of those who left',
      failed({ code: 606 }, { reason: 'suppress-unsubscribe' }),
      'unsubscribe',
    ],
    ['left', { event: 'unsubscribed', timestamp: 1_795_000_000.5 }, 'unsubscribe'],
    ['opened', { event: 'opened' }, 'report'],
  ])('is judged: %s', async (_what, event, means) => {
    expect(await meaningOf('mailgun', event)).toBe(means)
  })
})

describe('an event of SendGrid', () => {
  it.each<[string, object, string]>([
    [
      'no such user',
      { event: 'bounce', status: '5.1.1', reason: '550 5.1.1 no such user' },
      'permanent 5.1.1',
    ],
    ['no such user, but blocked', { event: 'bounce', type: 'blocked', status: '5.1.1' }, 'policy 5.1.1'],
    [
      'an unknown sender',
      { event: 'bounce', status: '5.1.1', reason: '550 5.1.1 sender unknown' },
      'policy 5.1.1',
    ],
    ['still being tried', { event: 'deferred' }, 'delayed 4.0.0'],
    ['suppressed by its own list', { event: 'dropped', reason: 'Bounced Address' }, 'transient 5.0.0'],
    [
      'suppressed by its list of complaints',
      { event: 'dropped', reason: 'Spam Reporting Address' },
      'complaint',
    ],
    [
      'suppressed by its list of those who left',
      { event: 'dropped', reason: 'Unsubscribed Address' },
      'unsubscribe',
    ],
    ['left', { event: 'group_unsubscribe', timestamp: 1_795_000_000 }, 'unsubscribe'],
    ['another shape', { event: 12 }, 'report'],
  ])('is judged: %s', async (_what, event, means) => {
    expect(await meaningOf('sendgrid', event)).toBe(means)
  })
})

const resend = (type: string, bounced?: object) => ({ type, data: { bounce: bounced } })

describe('an event of Resend', () => {
  it.each<[string, object, string]>([
    ['no such user', resend('email.bounced', { diagnosticCode: ['smtp; 550 5.1.1 x'] }), 'permanent 5.1.1'],
    [
      'permanent according to Resend alone',
      resend('email.bounced', { type: 'Permanent' }),
      'transient 5.0.0',
    ],
    [
      'suppressed by its own list',
      resend('email.bounced', { subType: 'Suppressed', diagnosticCode: '550 5.1.1' }),
      'transient 5.0.0',
    ],
    ['suppressed, in an event of its own', resend('email.suppressed'), 'transient 5.0.0'],
    ['not sent', resend('email.failed'), 'policy 5.7.0'],
    ['still being tried', resend('email.delivery_delayed'), 'delayed 4.0.0'],
    ['opened', resend('email.opened'), 'report'],
  ])('is judged: %s', async (_what, event, means) => {
    expect(await meaningOf('resend', event)).toBe(means)
  })
})
