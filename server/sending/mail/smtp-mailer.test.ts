import PostalMime from 'postal-mime'
import { afterEach, describe, expect, it, vi } from 'vitest'

import {
  startSmtpTestServer,
  type SmtpBehaviour,
  type SmtpTestServer,
} from '../../testing/smtp-test-server.ts'
import { startSmtpPeer, type SmtpStep } from '../../testing/smtp-peer.ts'
import type { Mailer, OutgoingMail } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Longer than any test takes: only a test itself lets this time pass. */
const IDLE_MS = 120_000

async function setUp(behaviour: SmtpBehaviour = {}): Promise<{ server: SmtpTestServer; mailer: Mailer }> {
  const server = await startSmtpTestServer(behaviour)
  const mailer = createSmtpMailer({
    url: server.url,
    from: 'Lunchpail <monday@lunchpail.example>',
    connections: 2,
    timeouts: { idleMs: IDLE_MS },
  })
  cleanups.push(
    () => server.close(),
    () => mailer.close(),
  )
  return { server, mailer }
}

const mailTo = (to: string, changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  messageId: '12.34@lunchpail.example',
  to,
  subject: 'Übersicht: what insiders bought',
  html: '<p>Hello <a href="https://lunchpail.example/unsubscribe?token=abc">Unsubscribe</a></p>',
  text: 'Hello\nhttps://lunchpail.example/unsubscribe?token=abc\n',
  headers: {
    'List-Unsubscribe':
      '<https://lunchpail.example/api/unsubscribe/one-click?token=abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz>, <mailto:hello@lunchpail.example?subject=unsubscribe>',
  },
  ...changes,
})

describe('createSmtpMailer', () => {
  it('delivers both parts, the message id and unfolded list headers', async () => {
    const { server, mailer } = await setUp()
    const submission = await mailer.submit(
      mailTo('jane@reader.example', { envelopeFrom: 'bounces@lunchpail.example' }),
    )

    expect(submission).toEqual({ status: 'submitted', reply: '250 OK: message queued' })
    expect(server.received).toHaveLength(1)
    const [{ to, envelopeFrom, raw }] = server.received as [(typeof server.received)[0]]
    expect({ to, envelopeFrom }).toEqual({
      to: 'jane@reader.example',
      envelopeFrom: 'bounces@lunchpail.example',
    })
    const parsed = await PostalMime.parse(raw)
    expect(parsed.subject).toBe('Übersicht: what insiders bought')
    expect(parsed.messageId).toBe('<12.34@lunchpail.example>')
    expect(parsed.from).toMatchObject({ name: 'Lunchpail', address: 'monday@lunchpail.example' })
    expect(parsed.to).toMatchObject([{ address: 'jane@reader.example' }])
    expect(parsed.html).toContain('token=abc">Unsubscribe')
    expect(parsed.text).toContain('https://lunchpail.example/unsubscribe?token=abc')
    expect(raw).toContain(
      'List-Unsubscribe: <https://lunchpail.example/api/unsubscribe/one-click?token=abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz>, <mailto:hello@lunchpail.example?subject=unsubscribe>\r\n',
    )
  })

  it.each([
    [
      'an unknown mailbox',
      { code: 550, text: '5.1.1 <jane@reader.example> no such user' },
      true,
      'recipient',
      '550 5.1.1 <j***@***.example> no such user',
    ],
    ['a disabled mailbox', { code: 550, text: '5.2.1 disabled' }, true, 'recipient', '550 5.2.1 disabled'],
    ['a full mailbox', { code: 552, text: '5.2.2 full' }, true, 'message', '552 5.2.2 full'],
    ['a policy', { code: 550, text: '5.7.1 blocked' }, true, 'policy', '550 5.7.1 blocked'],
    ['greylisting', { code: 450, text: '4.2.0 later' }, false, 'message', '450 4.2.0 later'],
    [
      'an unknown user without an enhanced code',
      { code: 550, text: 'User unknown' },
      true,
      'recipient',
      '550 User unknown',
    ],
    ['a refusal without an enhanced code', { code: 550, text: 'Spam' }, true, 'policy', '550 Spam'],
  ] as const)('classifies a refusal of the recipient: %s', async (_, refusal, permanent, about, reply) => {
    const { mailer, server } = await setUp({ onRecipient: () => refusal })
    expect(await mailer.submit(mailTo('jane@reader.example'))).toEqual({
      status: 'refused',
      permanent,
      about,
      reply: expect.stringContaining(reply) as string,
    })
    expect(server.received).toEqual([])
  })

  it('treats a refusal after the final dot as an answer', async () => {
    const { mailer } = await setUp({ onDot: () => ({ code: 554, text: '5.6.0 not this' }) })
    expect(await mailer.submit(mailTo('jane@reader.example'))).toEqual({
      status: 'refused',
      permanent: true,
      about: 'message',
      reply: '554 5.6.0 not this',
    })
  })

  it.each<[string, SmtpBehaviour]>([
    ['421 at connecting', { onConnect: () => ({ code: 421, text: '4.3.2 closing' }) }],
    ['421 at the recipient', { onRecipient: () => ({ code: 421, text: '4.3.2 closing' }) }],
    ['421 after the dot', { onDot: () => ({ code: 421, text: '4.3.2 closing' }) }],
    ['a request to sign in', { onRecipient: () => ({ code: 530, text: '5.7.0 sign in first' }) }],
  ])('counts as unreachable: %s', async (_, behaviour) => {
    const { mailer } = await setUp(behaviour)
    expect(await mailer.submit(mailTo('jane@reader.example'))).toMatchObject({ status: 'unreachable' })
  })

  it('counts as unreachable: nobody listening', async () => {
    const { mailer, server } = await setUp()
    await server.close()
    expect(await mailer.submit(mailTo('jane@reader.example'))).toMatchObject({ status: 'unreachable' })
  })

  it('counts as unreachable: a wrong password', async () => {
    const server = await startSmtpTestServer(
      {},
      { onAuth: (_auth, _session, callback) => callback(new Error('wrong')), allowInsecureAuth: true },
    )
    const mailer = createSmtpMailer({
      url: server.url.replace('//', '//user:password@'),
      from: 'monday@lunchpail.example',
      connections: 1,
    })
    cleanups.push(
      () => server.close(),
      () => mailer.close(),
    )
    expect(await mailer.submit(mailTo('jane@reader.example'))).toMatchObject({
      status: 'unreachable',
      reason: expect.stringContaining('535') as string,
    })
  })

  it.each([
    ['silence', { silentMs: IDLE_MS }],
    ['reset', 'reset'],
  ] as const)('reports a message as unknown after a %s after the final dot', async (_, end) => {
    let dots = 0
    const onDot = () => {
      dots += 1
      return end
    }
    const { mailer } = await setUp({ onDot })
    expect(await mailer.submit(mailTo('jane@reader.example'))).toMatchObject({ status: 'unknown' })
    expect(dots).toBe(1)
  })

  it('reports a message as unknown even on a connection used before', async () => {
    let dots = 0
    const { mailer } = await setUp({
      onDot() {
        dots += 1
        return dots === 1 ? undefined : 'reset'
      },
    })
    expect(await mailer.submit(mailTo('jane@reader.example'))).toMatchObject({ status: 'submitted' })
    expect(await mailer.submit(mailTo('joe@reader.example'))).toMatchObject({ status: 'unknown' })
    expect(dots).toBe(2)
  })

  it('reports a large message cut off in its data as not accepted', async () => {
    const { mailer, server } = await setUp({ onDataStart: () => 'reset' })
    const text = 'A line of a letter that is far too long to be in flight at once.\n'.repeat(120_000)
    expect(await mailer.submit(mailTo('jane@reader.example', { text }))).toMatchObject({
      status: 'unreachable',
    })
    expect(server.received).toEqual([])
  })

  it.each([
    ['two recipients in one address', mailTo('a,b@reader.example'), 'recipient'],
    ['angle brackets', mailTo('<jane@reader.example'), 'recipient'],
    [
      'a line break in the address',
      mailTo('jane@reader.example\r\nRCPT TO:<joe@reader.example>'),
      'recipient',
    ],
    [
      'a line break in a header',
      mailTo('jane@reader.example', { headers: { 'X-One': 'a\r\nBcc: b' } }),
      'message',
    ],
    [
      'a header of 1000 characters',
      mailTo('jane@reader.example', { headers: { 'X-One': 'a'.repeat(1000) } }),
      'message',
    ],
  ])('refuses for good without asking the server: %s', async (_, mail, about) => {
    const { mailer, server } = await setUp()
    expect(await mailer.submit(mail)).toMatchObject({ status: 'refused', permanent: true, about })
    expect(server.connectionCount()).toBe(0)
    expect(await mailer.submit(mailTo('joe@reader.example'))).toMatchObject({ status: 'submitted' })
  })
})

it('a server that writes a line now and then, but never the last one, is given up after six times the longest silence', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const drip = '250-wait\r\n'.repeat(10_000)
  const steps = ['EHLO', 'RCPT', 'dot'] as const
  const reached = steps.map(() => Promise.withResolvers<void>())
  const submitTo = async (at: SmtpStep, index: number) => {
    const peer = await startSmtpPeer({
      script({ step }) {
        if (step !== at) return undefined
        reached[index]?.resolve()
        return { drip, everyMs: 5 }
      },
    })
    const mailer = createSmtpMailer({
      url: peer.url,
      from: 'monday@lunchpail.example',
      connections: 1,
      timeouts: { idleMs: IDLE_MS },
    })
    cleanups.push(
      () => peer.close(),
      () => mailer.close(),
    )
    return (await mailer.submit(mailTo('jane@reader.example'))).status
  }
  const ended: string[] = []
  const submitted = steps.map(async (step, index) => {
    const status = await submitTo(step, index)
    ended.push(step)
    return status
  })
  await Promise.all(reached.map(({ promise }) => promise))
  await vi.advanceTimersByTimeAsync(6 * IDLE_MS - 1)
  expect(ended).toEqual([])
  vi.advanceTimersByTime(1)
  expect(await Promise.all(submitted)).toEqual(['unreachable', 'unreachable', 'unknown'])
})
