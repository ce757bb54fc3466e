import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readMessage, type IncomingMail } from './read-message.ts'
import {
  complaint,
  eximBounce,
  exchangeBounce,
  gmailBounce,
  outOfOffice,
  postfixBounce,
  unsubscribeMail,
} from './testing/incoming-messages.ts'

const TOKEN = '1-2-0123456789abcdef'
const VERP = `bounces+${TOKEN}@pail.test`

const read = (text: string, recipients: readonly string[] = []): Promise<IncomingMail> =>
  readMessage(Buffer.from(text, 'latin1'), recipients)

const verdictOf = async (text: string) => {
  const mail = await read(text)
  return mail.form === 'delivery-status' ? `${mail.verdict.verdict} ${mail.verdict.status}` : mail.form
}

describe('bounces', () => {
  it.each([
    ['Postfix', postfixBounce(VERP), '5.1.1'],
    ['Exim', eximBounce(VERP), '5.1.1'],
    ['Exchange', exchangeBounce(VERP), '5.1.10'],
    ['Gmail', gmailBounce(VERP), '5.1.1'],
  ])('of %s are read with their token and their code', async (_server, text, status) => {
    expect(await read(text)).toEqual({
      form: 'delivery-status',
      verdict: { verdict: 'permanent', status },
      tokens: [TOKEN],
    })
  })

  it.each([
    ['5.1.1', 'permanent'],
    ['5.1.2', 'permanent'],
    ['5.1.6', 'permanent'],
    ['5.2.1', 'permanent'],
    ['5.2.2', 'transient'],
    ['5.4.4', 'transient'],
    ['5.4.1', 'transient'],
    ['5.0.0', 'transient'],
    ['4.4.7', 'transient'],
    ['4.2.2', 'transient'],
    ['5.7.1', 'policy'],
    ['5.7.26', 'policy'],
    ['4.7.0', 'policy'],
    ['5.1.8', 'policy'],
    ['5.3.4', 'policy'],
    ['5.2.3', 'policy'],
    ['5.6.1', 'policy'],
  ])('given up with %s are %s', async (status, verdict) => {
    expect(await verdictOf(postfixBounce(VERP, { status }))).toBe(`${verdict} ${status}`)
  })

  it.each([
    ['delayed', '4.4.1', 'delayed 4.4.1'],
    ['delivered', '2.0.0', 'delivered 2.0.0'],
    ['relayed', '2.0.0', 'delivered 2.0.0'],
    ['thrown away', '5.1.1', 'report'],
    ['failed', '5.1', 'report'],
    ['failed', 'five', 'report'],
  ])('with the action %s and the code %s are %s', async (action, status, outcome) => {
    expect(await verdictOf(postfixBounce(VERP, { action, status }))).toBe(outcome)
  })

  it('from Exim without a code in the reply do not count as permanent', async () => {
    expect(await verdictOf(eximBounce(VERP, { reply: '550 No such user' }))).toBe('transient 5.0.0')
  })

  it('that name several addresses count as the mildest of them', async () => {
    const one =
      '\r\n\r\nFinal-Recipient: rfc822; two@reader.example\r\nAction: delivered\r\nStatus: 2.0.0\r\n'
    const text = postfixBounce(VERP).replace('not\r\n    taken here\r\n', `no${one}`)
    expect(await verdictOf(text)).toBe('delivered 2.0.0')
  })

  it('have their token where the mail server put it, in capitals and after its own prefix', async () => {
    const without = postfixBounce('undisclosed-recipients:;')
    const tokensOf = async (text: string, recipients: readonly string[] = []) => {
      const mail = await read(text, recipients)
      return 'tokens' in mail ? mail.tokens : undefined
    }
    expect(await tokensOf(without)).toEqual([])
    expect(await tokensOf(without, [VERP.toUpperCase()])).toEqual([TOKEN])
    expect(await tokensOf(`X-Original-To: ${VERP}\r\n${without}`)).toEqual([TOKEN])
    expect(await tokensOf(`Delivered-To: prvs=12ab34=${VERP}\r\n${without}`)).toEqual([TOKEN])
  })

  it('are not read from the returned letter, nor from a nested message', async () => {
    const forwarded = `From: a@b.example
To: ${VERP}
Content-Type: multipart/mixed; boundary=outer

--outer
Content-Type: message/rfc822

${postfixBounce(VERP)}
--outer--
`
    expect(await read(forwarded)).toMatchObject({ form: 'mail' })
    const nested = `To: ${VERP}
Content-Type: multipart/report; boundary=outer

--outer
Content-Type: message/rfc822

${postfixBounce(VERP)}
--outer--
`
    expect(await read(nested)).toEqual({ form: 'report' })
  })
})

describe('complaints', () => {
  it.each([
    ['Return-Path', { returnPath: VERP }],
    ['List-Unsubscribe', { unsubscribe: VERP }],
    ['Original-Mail-From', { mailFrom: VERP }],
  ])('have the token of the returned letter: %s', async (_where, letter) => {
    expect(await read(complaint(letter))).toEqual({ form: 'complaint', tokens: [TOKEN] })
  })

  it('have no token if the letter was anonymized', async () => {
    expect(await read(complaint({ returnPath: 'bounces+redacted@pail.test' }))).toEqual({
      form: 'complaint',
      tokens: [],
    })
  })

  it.each(['not-spam', 'auth-failure', ''])('do not count when their type is %j', async (type) => {
    expect(await read(complaint({ returnPath: VERP }, { type }))).toEqual({ form: 'report' })
  })
})

describe('other mail', () => {
  it('to unsubscribe has its token and its time', async () => {
    expect(await read(unsubscribeMail(VERP))).toEqual({
      form: 'mail',
      tokens: [TOKEN],
      sentAt: new Date('2026-11-23T16:00:00Z'),
    })
    expect(await read(unsubscribeMail(VERP, { date: 'yesterday' }))).toMatchObject({ sentAt: undefined })
  })

  it.each(['Auto-Submitted: auto-replied', 'Precedence: auto_reply', 'X-Autoreply: yes'])(
    'that is an automatic reply is recognized by %s',
    async (header) => {
      expect(await read(outOfOffice(VERP, { header }))).toEqual({ form: 'auto-reply' })
    },
  )
})

describe('a broken message', () => {
  it.each([
    ['nothing', ''],
    ['blank lines', '\r\n\r\n'],
  ])('is empty: %s', async (_what, text) => {
    expect(await read(text)).toEqual({ form: 'empty' })
  })

  it('is unreadable when its head is longer than any real one, since a list of addresses takes long to parse', async () => {
    const addressed = (length: number) =>
      Buffer.from(`To: ${'g:'.repeat(length / 2)}\nSubject: hello\n\nHello\n`)
    expect(await readMessage(addressed(70_000), [])).toEqual({ form: 'unreadable' })
    expect(await readMessage(addressed(10_000), [])).toMatchObject({ form: 'mail' })
  })

  it('does not take long for a list of addresses, of which only the tokens are read', async () => {
    const text = `From: ${'g:a@b;'.repeat(5000)}\nTo: ${'g:a@b;'.repeat(5000)}\nCc: ${VERP}\n\nHello\n`
    for (let message = 0; message < 300; message += 1) {
      expect(await read(text)).toMatchObject({ form: 'mail', tokens: [TOKEN] })
    }
  })

  it('is read no further than its first few hundred parts', async () => {
    const behind = (parts: number) =>
      postfixBounce(VERP).replace(
        /\r?\n--\S+(?=\r?\n)/,
        (boundary) => `${boundary}\r\n\r\n`.repeat(parts) + boundary,
      )
    expect(await verdictOf(behind(100))).toBe('permanent 5.1.1')
    expect(await verdictOf(behind(2000))).toBe('report')
  })

  it.each([
    ['96 kB', 'A', 60_000, 140_000],
    ['32,768 pieces of base64, each of which takes long', 'A=', 60_000, 70_000],
    ['3,000 lines', '\r\n', 5_000, 7_000],
  ])('is read no further than its first %s', async (_most, repeated, few, many) => {
    const behind = (bytes: number) =>
      postfixBounce(VERP).replace(
        /\r?\n--\S+(?=\r?\n)/,
        (boundary) =>
          `${boundary}\r\nContent-Type: a/b\r\nContent-Transfer-Encoding: base64\r\n\r\n${repeated.repeat(bytes / repeated.length)}${boundary}`,
      )
    expect(await verdictOf(behind(few))).toBe('permanent 5.1.1')
    expect(await verdictOf(behind(many))).toBe('report')
  })

  it.each(['text/html', 'text/(x)html', 'text/"html"'])(
    'does not take long for HTML, however its type is written: %s',
    async (type) => {
      const html = `<a ${'href=x'.repeat(2_000)}`
      const text = `Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: ${type}\r\n\r\n${html}\r\n--b--\r\n`
      // Turned into text, it would take longer than a test may.
      expect(await read(text)).toEqual({ form: 'report' })
    },
  )

  it.each(['\n\n', '\r\n\r\n', '\n\r\n', '\r\n\n', '\r\n\r\r\n', '\r\n\r\r\r\n'])(
    'is read no further than its head if it is no report, even if the head ends with %j',
    async (end) => {
      const text = `To: ${VERP}\r\nContent-Type: text/plain${end}${'x'.repeat(70_000)}\r\n`
      // Else it would be a head longer than any real one.
      expect(await read(text)).toMatchObject({ form: 'mail' })
    },
  )

  it('is unreadable when it is nested too deep', async () => {
    const parts = Array.from(
      { length: 100 },
      (_, index) => `Content-Type: multipart/report; boundary=b${index}\r\n\r\n--b${index}\r\n`,
    )
    expect(await read(parts.join(''))).toEqual({ form: 'unreadable' })
  })

  it.each([
    ['empty lines', '\n'.repeat(5_000_000)],
    ['parts', '--b\r\n\r\nx\r\n'.repeat(500_000)],
    [
      'HTML next to text',
      `--b\r\nContent-Type: text/html\r\n\r\n${'<a href='.repeat(300_000)}\r\n--b\r\n\r\n${'http://'.repeat(300_000)}`,
    ],
    [
      'fields',
      `--b\r\nContent-Type: message/delivery-status\r\n\r\n${`\n${' '.repeat(10_000)}`.repeat(500)}`,
    ],
  ])('does not take long: 5 MB of %s', async (_what, body) => {
    expect(await read(`To: ${VERP}\r\nContent-Type: multipart/report; boundary=b\r\n\r\n${body}`)).toEqual({
      form: 'report',
    })
    // Now all take less than a second. A twentieth of it took 4 to 10 s, and the time grew with the square of the length: this would
    // run into the test's time limit.
  })

  it('is ignored when cut off before its code', async () => {
    const text = postfixBounce(VERP)
    expect(await verdictOf(text.slice(0, text.indexOf('Status:')))).toBe('report')
    expect(await verdictOf(text.slice(0, text.indexOf('Status:') + 11))).toBe('report')
  })

  it('counts by its code when cut off after that', async () => {
    const text = postfixBounce(VERP)
    expect(await verdictOf(text.slice(0, text.indexOf('Remote-MTA:')))).toBe('permanent 5.1.1')
  })

  it('is read despite charsets and encodings that do not exist', async () => {
    const odd = postfixBounce(VERP, { subject: '=?no-such-charset?B?////?= =?utf-8?Q?=FF=FE?= \u00e9\u0000' })
      .replace('charset=us-ascii', 'charset="klingon-9"')
      .replace(
        'Content-Type: message/delivery-status',
        'Content-Type: message/delivery-status; charset=x\u00ff',
      )
    expect(await verdictOf(odd)).toBe('permanent 5.1.1')
  })

  it('never throws, and random input never becomes a bounce', async () => {
    const whole = Buffer.from(postfixBounce(VERP), 'latin1')
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.nat(whole.length), async (noise, at) => {
        expect((await readMessage(Buffer.from(noise), [])).form).not.toBe('delivery-status')
        const damaged = Buffer.concat([whole.subarray(0, at), Buffer.from(noise), whole.subarray(at)])
        expect(await readMessage(damaged, [])).toHaveProperty('form')
      }),
    )
  })
})
