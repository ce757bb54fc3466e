import { createServer, type AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'

import {
  startSmtpTestServer,
  type SmtpBehaviour,
  type SmtpTestServer,
} from '../../testing/smtp-test-server.ts'
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

/** Fails the second MAIL FROM of all connections together. */
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
  it('are never more than allowed, and are kept', async () => {
    const { server, mailer } = await setUp()
    expect(statusesOf(await submitTo(mailer, readers(30)))).toEqual(Array(30).fill('submitted'))
    await submitTo(mailer, readers(30))
    expect(server.received).toHaveLength(60)
    expect(server.connectionCount()).toBe(2)
  })

  it('serve first who came first', async () => {
    const server = await startSmtpTestServer()
    cleanups.push(() => server.close())
    await submitTo(mailerFor(server.url, 1), readers(20))
    expect(server.received.map(({ to }) => to)).toEqual(readers(20))
  })

  it('are opened when they are needed', async () => {
    const { server, mailer } = await setUp()
    expect(server.connectionCount()).toBe(0)
    for (const reader of readers(5)) await mailer.submit(mailTo(reader))
    expect(server.connectionCount()).toBe(1)
  })

  it('are kept after a refusal', async () => {
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

  it.each<[string, SMTPServerOptions, number]>([
    ['with 421 while it was idle', { socketTimeout: 1_000 }, 0],
    ['with 421 at the next message', closingAtSecondMail(), 1],
  ])('are reopened when the server closed them %s', async (_, options, openCount) => {
    const { server, mailer } = await setUp({}, options)
    expect(await mailer.submit(mailTo('a@reader.example'))).toMatchObject({ status: 'submitted' })
    await expect.poll(() => server.openConnectionCount()).toBe(openCount)
    expect(await mailer.submit(mailTo('b@reader.example'))).toMatchObject({ status: 'submitted' })
    expect(server.received).toHaveLength(2)
    expect(server.connectionCount()).toBe(2)
  })

  it.each([
    ['while they were idle', 0],
    ['as the next message is on its way', 1],
  ])('are reopened when the server silently closed them %s', async (_, openCount) => {
    const { server, mailer } = await setUp()
    await mailer.submit(mailTo('a@reader.example'))
    server.endConnections()
    await expect.poll(() => server.openConnectionCount()).toBe(openCount)
    expect(await mailer.submit(mailTo('b@reader.example'))).toMatchObject({ status: 'submitted' })
    expect(server.received).toHaveLength(2)
  })

  it('are reopened once and no more', async () => {
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

  it('end after what is under way, with a goodbye; what waits fails', async () => {
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

  it('are not used again when a refusal came before the end of the data', async () => {
    const sessions: string[] = []
    const server = createServer((socket) => {
      const session = sessions.push('') - 1
      let hasData = false
      socket.on('error', () => socket.destroy())
      socket.on('data', (chunk: Buffer) => {
        if (hasData) return
        const words = chunk.toString('latin1')
        sessions[session] += words
        hasData = words.includes('DATA')
        if (hasData) socket.pause().write('354 go on\r\n', () => socket.write('552 5.3.4 too much\r\n'))
        else socket.write('250 fine\r\n')
      })
      socket.write('220 hello\r\n')
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    cleanups.push(async () => void server.close())
    const mailer = mailerFor(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, 1)
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

describe('an address beyond ASCII', () => {
  it('is sent to where the server offers SMTPUTF8', async () => {
    const { server, mailer } = await setUp()
    expect(await mailer.submit(mailTo('jörg@bücher.example'))).toMatchObject({ status: 'submitted' })
    expect(server.received[0]?.to).toMatch(/^jörg@(?:bücher|xn--bcher-kva)\.example$/)
    expect(server.received[0]?.raw).toContain('\r\nTo: jörg@xn--bcher-kva.example\r\n')
  })

  it('is refused alone where the server does not', async () => {
    const { server, mailer } = await setUp({}, { hideSMTPUTF8: true })
    const submissions = await submitTo(mailer, [
      'a@reader.example',
      'jörg@reader.example',
      'b@reader.example',
    ])
    expect(submissions).toMatchObject([
      { status: 'submitted' },
      { status: 'refused', permanent: true, about: 'message' },
      { status: 'submitted' },
    ])
    expect(server.received).toHaveLength(2)
  })
})

describe('a server that cannot be used', () => {
  const SIGN_IN = (responseCode: number): SMTPServerOptions => ({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(Object.assign(new Error('no'), { responseCode })),
  })
  const withPassword = (url: string) => url.replace('//', '//user:password@')

  it.each<[string, SMTPServerOptions, (url: string) => string, string]>([
    ['a certificate that is not trusted', { secure: true }, (url) => url.replace('smtp:', 'smtps:'), 'tls'],
    ['such a one after STARTTLS', { disabledCommands: [] }, (url) => url, 'tls'],
    ['no STARTTLS where it is a must', {}, (url) => `${url}?requireTLS=true`, 'tls'],
    ['no TLS where it is spoken from the start', {}, (url) => url.replace('smtp:', 'smtps:'), 'tls'],
    ['a wrong password', SIGN_IN(535), withPassword, 'sign-in'],
    ['a sign-in that is put off', SIGN_IN(454), withPassword, 'service'],
    ['a sign-in that failed for now', SIGN_IN(451), withPassword, 'service'],
    ['nobody listening', {}, (url) => url.replace(/:\d+$/, ':9'), 'connection'],
  ])('says why: %s', async (_, options, toUrl, cause) => {
    const { mailer, server } = await setUp({}, options, toUrl)
    expect(await mailer.submit(mailTo('a@reader.example'))).toMatchObject({ status: 'unreachable', cause })
    expect(server.received).toEqual([])
  })

  it('is used when the URL says that its certificate is to be believed', async () => {
    const { mailer } = await setUp(
      {},
      { secure: true },
      (url) => `${url.replace('smtp:', 'smtps:')}?tls.rejectUnauthorized=false`,
    )
    expect(await mailer.submit(mailTo('a@reader.example'))).toMatchObject({ status: 'submitted' })
  })

  it('says by a refusal of the sender for now nothing of the recipient', async () => {
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
