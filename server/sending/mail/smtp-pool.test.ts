import { createServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'

import {
  startSmtpTestServer,
  type SmtpBehaviour,
  type SmtpTestServer,
} from '../../testing/smtp-test-server.ts'
import { listenLocally } from '../../testing/listen-locally.ts'
import type { Mailer, OutgoingMail, Submission } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function mailerFor(url: string, connections = 2): Mailer {
  const mailer = createSmtpMailer({
    url,
    from: 'monday@lunchpail.example',
    connections,
    timeouts: { connectMs: 120_000 },
  })
  cleanups.push(() => mailer.close())
  return mailer
}

async function setUp(
  behaviour: SmtpBehaviour = {},
  options: SMTPServerOptions = {},
  toUrl: (url: string) => string = (url) => url,
): Promise<{ server: SmtpTestServer; mailer: Mailer }> {
  const server = await startSmtpTestServer(behaviour, options)
  cleanups.push(() => server.close())
  return { server, mailer: mailerFor(toUrl(server.url)) }
}

let mailCount = 0
const mailTo = (to: string): OutgoingMail => ({
  messageId: `${(mailCount += 1)}@lunchpail.example`,
  to,
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello\n',
})
const readers = (count: number) => Array.from({ length: count }, (_, index) => `r${index}@reader.example`)
const submitTo = (mailer: Mailer, addresses: readonly string[]) =>
  Promise.all(addresses.map((address) => mailer.submit(mailTo(address))))
const statusesOf = (submissions: readonly Submission[]) => submissions.map(({ status }) => status)

/** Closes the session at the second MAIL FROM over all connections. */
function closingAtSecondMail(): SMTPServerOptions {
  let mails = 0
  return {
    onMailFrom(_address, _session, callback) {
      mails += 1
      callback(
        mails === 2 ? Object.assign(new Error('4.3.2 enough for now'), { responseCode: 421 }) : undefined,
      )
    },
  }
}

describe('the connections of a mailer', () => {
  it('never exceed the limit, and are kept open', async () => {
    const { server, mailer } = await setUp()
    expect(statusesOf(await submitTo(mailer, readers(30)))).toEqual(Array(30).fill('submitted'))
    await submitTo(mailer, readers(30))
    expect(server.received).toHaveLength(60)
    expect(server.connectionCount()).toBe(2)
  })

  it('serve messages in order', async () => {
    const server = await startSmtpTestServer()
    cleanups.push(() => server.close())
    await submitTo(mailerFor(server.url, 1), readers(20))
    expect(server.received.map(({ to }) => to)).toEqual(readers(20))
  })

  it('leave one more to the operator, however long the others are held up', async () => {
    const { server, mailer } = await setUp({ onDot: ({ to }) => (to.startsWith('r') ? 'stall' : undefined) })
    const held = submitTo(mailer, readers(3))
    await expect.poll(() => server.connectionCount()).toBe(2)
    const alarm = { ...mailTo('operator@lunchpail.example'), isForOperator: true }
    expect(await mailer.submit(alarm)).toMatchObject({ status: 'submitted' })
    server.endConnections()
    await expect.poll(() => server.openConnectionCount()).toBe(1)
    server.endConnections()
    await held
  })

  it('are given up if the server does not take a recipient within the time that a message has for that', async () => {
    const { server, mailer } = await setUp(
      {},
      {
        onRcptTo({ address }, _session, callback) {
          if (!address.startsWith('slow')) callback()
        },
      },
    )
    const submission = await mailer.submit({ ...mailTo('slow@reader.example'), recipientMs: 50 })
    expect(submission).toMatchObject({ status: 'refused', permanent: false, about: 'message' })
    expect(await mailer.submit({ ...mailTo('a@reader.example'), recipientMs: 60_000 })).toMatchObject({
      status: 'submitted',
    })
    expect(server.connectionCount()).toBe(2)
    expect(server.received.map(({ to }) => to)).toEqual(['a@reader.example'])
  })

  it('are opened when needed', async () => {
    const { server, mailer } = await setUp()
    expect(server.connectionCount()).toBe(0)
    for (const reader of readers(5)) await mailer.submit(mailTo(reader))
    expect(server.connectionCount()).toBe(1)
  })

  it('are kept open after a refusal', async () => {
    const server = await startSmtpTestServer({
      onRecipient: (to) => (to.startsWith('r0') ? { code: 550, text: '5.1.1 no such user' } : undefined),
      onDot: ({ to }) => (to.startsWith('r1') ? { code: 554, text: '5.6.0 not this' } : undefined),
    })
    cleanups.push(() => server.close())
    const mailer = mailerFor(server.url, 1)
    await submitTo(mailer, readers(4))
    expect(server.received.map(({ to }) => to)).toEqual(['r2@reader.example', 'r3@reader.example'])
    expect(server.connectionCount()).toBe(1)
  })

  it('are reopened if the server closed them with 421 at the next message', async () => {
    const { server, mailer } = await setUp({}, closingAtSecondMail())
    expect(await mailer.submit(mailTo('a@reader.example'))).toMatchObject({ status: 'submitted' })
    expect(await mailer.submit(mailTo('b@reader.example'))).toMatchObject({ status: 'submitted' })
    expect(server.received).toHaveLength(2)
    expect(server.connectionCount()).toBe(2)
  })

  it.each([
    ['with 421 while idle', '421 4.4.2 idle for too long\r\n', 0],
    ['silently while idle', '', 0],
    ['silently as the next message was sent', '', 1],
  ])('are reopened if the server closed them %s', async (_, lastReply, openCount) => {
    const { server, mailer } = await setUp()
    expect(await mailer.submit(mailTo('a@reader.example'))).toMatchObject({ status: 'submitted' })
    server.endConnections(lastReply)
    await expect.poll(() => server.openConnectionCount()).toBe(openCount)
    expect(await mailer.submit(mailTo('b@reader.example'))).toMatchObject({ status: 'submitted' })
    expect(server.received).toHaveLength(2)
    expect(server.connectionCount()).toBe(2)
  })

  it('are reopened only once', async () => {
    let mails = 0
    const { server, mailer } = await setUp(
      {},
      {
        onMailFrom(_address, _session, callback) {
          mails += 1
          callback(mails === 1 ? undefined : Object.assign(new Error('4.3.2 closing'), { responseCode: 421 }))
        },
      },
    )
    await mailer.submit(mailTo('a@reader.example'))
    expect(await mailer.submit(mailTo('b@reader.example'))).toMatchObject({
      status: 'unreachable',
      cause: 'service',
    })
    expect(server.connectionCount()).toBe(2)
  })

  it('are closed with a goodbye after messages in progress, while waiting messages fail', async () => {
    const { server, mailer } = await setUp()
    const running = submitTo(mailer, readers(4))
    await nextTurn()
    await mailer.close()
    expect(statusesOf(await running)).toEqual(['submitted', 'submitted', 'unreachable', 'unreachable'])
    await expect.poll(() => server.openConnectionCount()).toBe(0)
    expect(await mailer.submit(mailTo('late@reader.example'))).toEqual({
      status: 'unreachable',
      reason: 'The mailer is closed',
      cause: 'connection',
    })
    await mailer.close()
  })

  it('are not reused if a refusal came before the end of the data', async () => {
    const sessions: string[] = []
    const server = createServer((socket) => {
      const session = sessions.push('') - 1
      let hasData = false
      socket.on('error', () => socket.destroy())
      socket.on('data', (chunk: Buffer) => {
        // Not along with the 354, which a busy client would read in one piece: an answer to no message.
        if (hasData) {
          socket.pause().write('552 5.3.4 too much\r\n')
          return
        }
        const words = chunk.toString('latin1')
        sessions[session] += words
        hasData = words.includes('DATA')
        socket.write(hasData ? '354 go on\r\n' : '250 fine\r\n')
      })
      socket.write('220 hello\r\n')
    })
    const { port, close } = await listenLocally(server)
    cleanups.push(close)
    const mailer = mailerFor(`smtp://127.0.0.1:${port}`, 1)
    const large = {
      ...mailTo('a@reader.example'),
      text: 'A line of a letter that is far too long to be in flight at once.\n'.repeat(120_000),
    }
    for (let count = 0; count < 2; count += 1) {
      expect(await mailer.submit(large)).toMatchObject({
        status: 'refused',
        permanent: true,
        about: 'message',
      })
    }
    expect(sessions).toHaveLength(2)
  })
})

describe('a non-ASCII address', () => {
  it('gets mail if the server offers SMTPUTF8', async () => {
    const { server, mailer } = await setUp()
    expect(await mailer.submit(mailTo('jörg@bücher.example'))).toMatchObject({ status: 'submitted' })
    expect(server.received[0]?.to).toMatch(/^jörg@(?:bücher|xn--bcher-kva)\.example$/)
    expect(server.received[0]?.raw).toContain('\r\nTo: jörg@xn--bcher-kva.example\r\n')
  })

  it('is the only one refused if the server does not', async () => {
    const { server, mailer } = await setUp({}, { hideSMTPUTF8: true })
    const submissions = await submitTo(mailer, [
      'a@reader.example',
      'jörg@reader.example',
      'b@reader.example',
    ])
    expect(submissions).toMatchObject([
      { status: 'submitted' },
      { status: 'refused', permanent: true, about: 'message', isOfAddress: true },
      { status: 'submitted' },
    ])
    expect(server.received).toHaveLength(2)
  })

  it('of the sender is our own fault if the server does not', async () => {
    const { mailer } = await setUp({}, { hideSMTPUTF8: true })
    const mail = { ...mailTo('a@reader.example'), envelopeFrom: 'jörg@lunchpail.example' }
    expect(await mailer.submit(mail)).toMatchObject({ status: 'refused', about: 'message', isOurs: true })
  })
})

describe('an unusable server', () => {
  const SIGN_IN = (responseCode: number): SMTPServerOptions => ({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(Object.assign(new Error('no'), { responseCode })),
  })
  const withPassword = (url: string) => url.replace('//', '//user:password@')

  it.each<[string, SMTPServerOptions, (url: string) => string, string]>([
    ['an untrusted certificate', { secure: true }, (url) => url.replace('smtp:', 'smtps:'), 'tls'],
    ['an untrusted certificate after STARTTLS', { disabledCommands: [] }, (url) => url, 'tls'],
    ['no STARTTLS although required', {}, (url) => `${url}?requireTLS=true`, 'tls'],
    ['no TLS although expected from the start', {}, (url) => url.replace('smtp:', 'smtps:'), 'tls'],
    ['a wrong password', SIGN_IN(535), withPassword, 'sign-in'],
    ['a sign-in deferred with 454', SIGN_IN(454), withPassword, 'service'],
    ['a sign-in deferred with 451', SIGN_IN(451), withPassword, 'service'],
    ['a closed port', {}, (url) => url.replace(/:\d+$/, ':9'), 'connection'],
  ])('is reported with its cause: %s', async (_, options, toUrl, cause) => {
    const { mailer, server } = await setUp({}, options, toUrl)
    expect(await mailer.submit(mailTo('a@reader.example'))).toMatchObject({ status: 'unreachable', cause })
    expect(server.received).toEqual([])
  })

  it('is used despite its certificate if the URL says so', async () => {
    const { mailer } = await setUp(
      {},
      { secure: true },
      (url) => `${url.replace('smtp:', 'smtps:')}?tls.rejectUnauthorized=false`,
    )
    expect(await mailer.submit(mailTo('a@reader.example'))).toMatchObject({ status: 'submitted' })
  })

  it('does not blame the recipient for a temporary refusal of the sender', async () => {
    const { mailer } = await setUp(
      {},
      {
        onMailFrom: (_address, _session, callback) =>
          callback(Object.assign(new Error('sender over quota'), { responseCode: 451 })),
      },
    )
    expect(await mailer.submit(mailTo('a@reader.example'))).toMatchObject({
      status: 'refused',
      permanent: false,
      about: 'policy',
    })
  })
})
