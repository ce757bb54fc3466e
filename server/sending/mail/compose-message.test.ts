import { generateKeyPairSync } from 'node:crypto'

import fc from 'fast-check'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'

import { parseEmailAddress } from '../../../shared/email-address.ts'
import { createComposer, type ComposedMessage } from './compose-message.ts'
import { createDkimSigner } from './dkim-sign.ts'
import type { OutgoingMail, UnsendableMailError } from './mailer.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const RECORD = `v=DKIM1; k=ed25519; p=${publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`
const MARKS = ['https://recipient.invalid/a', 'https://recipient.invalid/ab', '%%b%%']

const compose = createComposer({
  from: '"Lunchpäil, Inc." <monday@lunchpail.example>',
  sign: createDkimSigner({
    domain: 'lunchpail.example',
    keys: [{ selector: 's', key: privateKey }],
  }),
})

const mail = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  messageId: '7.42@lunchpail.example',
  to: 'jane@reader.example',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  ...changes,
})

const rawOf = ({ parts }: ComposedMessage) => Buffer.concat(parts)

const hard = fc.constantFrom(
  '=',
  '.',
  '..',
  '\n.\n',
  '\r',
  '\n',
  '\r\n',
  '\r\n.\r\n',
  ' ',
  '   ',
  '\t',
  ' \n',
  'ü',
  'é',
  '😀',
  '漢字',
  '\u00a0',
  '\u2028',

  '=20',
  '=\r\n',
  '=?utf-8?Q?a?=',
  '--=_alternative--',
  '\r\n--=_alternative\r\n',
  'From ',
  '&<>"\'',
  '$&',
  '$1',
  'a'.repeat(74),
  'b'.repeat(75),
  'c'.repeat(76),
  'd'.repeat(1100),
  'ü'.repeat(40),
)
const words = fc.array(fc.oneof(hard, fc.string({ unit: 'grapheme' })), { maxLength: 12 })
const value = words.map((list) => list.join(''))
const body = fc
  .array(fc.oneof(hard, fc.string({ unit: 'grapheme' }), fc.constantFrom(...MARKS)), { maxLength: 20 })
  .map((list) => list.join(''))
const subject = value.map((text) => text.replace(/[\r\n\t]/g, '').trim())

/** Replaces each mark by its value, in one pass and with LF: the plain meaning of marks. */
function filled(text: string, values: readonly string[], present: (value: string) => string): string {
  return unixLines(text).replace(/https:\/\/recipient\.invalid\/ab?|%%b%%/g, (mark) =>
    present(unixLines(values[MARKS.indexOf(mark)] ?? '')),
  )
}

const unixLines = (text: string) => text.replace(/\r\n?/g, '\n')
const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] ?? c,
  )

describe('the sender', () => {
  it.each([
    ['Pail: News <a@b.example>', '"Pail: News" <a@b.example>'],
    ['Pail; News <a@b.example>', '"Pail; News" <a@b.example>'],
    ['Joe (Pail) <a@b.example>', '"Joe (Pail)" <a@b.example>'],
    ['O"Neil <a@b.example>', '"O\\"Neil" <a@b.example>'],
    ['"Joe \\"J\\" Pail, Inc." <a@b.example>', '"Joe \\"J\\" Pail, Inc." <a@b.example>'],
    ['Joe’s Pail <a@b.example>', '=?UTF-8?Q?Joe=E2=80=99s_Pail?= <a@b.example>'],
    ['Pail <a@bücher.example>', 'Pail <a@xn--bcher-kva.example>'],
    ['<a@b.example>', 'a@b.example'],
    ['a@b.example', 'a@b.example'],
  ])('%s is From: %s', async (from, line) => {
    const { parts, envelope } = await createComposer({ from })(mail())
    expect(Buffer.concat(parts).toString().split('\r\n')[0]).toBe(`From: ${line}`)
    expect(envelope.from).toMatch(/^a@(?:b|xn--bcher-kva)\.example$/)
  })
})

describe('a composed message', () => {
  it('parses to its input, whatever that was, and has a valid signature', async () => {
    await fc.assert(
      fc.asyncProperty(
        subject,
        body,
        body,
        fc.tuple(value, value, value),
        async (subjectText, html, text, values) => {
          const raw = rawOf(
            await compose(
              mail({
                subject: subjectText,
                html,
                text,
                values: Object.fromEntries(MARKS.map((mark, index) => [mark, values[index] ?? ''])),
              }),
            ),
          )
          const lines = raw.toString('latin1').split('\r\n')
          expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([])
          expect(lines.filter((line) => line.length > 998)).toEqual([])
          const bodyLines = lines.slice(lines.indexOf(''))
          expect(bodyLines.filter((line) => line.length > 76 || line.startsWith('.'))).toEqual([])

          const parsed = await PostalMime.parse(raw)
          expect(parsed.subject ?? '').toBe(subjectText)
          expect(unixLines(parsed.text ?? '')).toBe(`${filled(text, values, (v) => v)}\n`)
          expect(unixLines(parsed.html ?? '')).toBe(`${filled(html, values, escaped)}\n`)
          for (const name of ['from', 'to', 'subject', 'date', 'message-id']) {
            expect(parsed.headers.filter(({ key }) => key === name)).toHaveLength(1)
          }
          const { results } = await dkimVerify(raw, { resolver: async () => [[RECORD]] })
          expect(results.map(({ status }) => status.result)).toEqual(['pass'])
        },
      ),
      { numRuns: 100 },
    )
  })

  it('encodes its sender so that mail programs can read it', async () => {
    const message = await compose(mail())
    const { envelope } = message
    const parsed = await PostalMime.parse(rawOf(message))
    expect(parsed.from).toMatchObject({ name: 'Lunchpäil, Inc.', address: 'monday@lunchpail.example' })
    expect(envelope).toEqual({ from: 'monday@lunchpail.example', to: 'jane@reader.example' })
  })

  it('has domains in ASCII', async () => {
    const message = await compose(mail({ to: 'jane@bücher.example' }))
    expect(message.envelope.to).toBe('jane@xn--bcher-kva.example')
    expect(rawOf(message).toString()).toContain('\r\nTo: jane@xn--bcher-kva.example\r\n')
  })

  it('can be addressed to whatever counts as an address at sign-up', async () => {
    const unit = fc.oneof(
      fc.constantFrom('a', 'ü', '|', '%', '^', '{', '.', '-', '_', '0', 'x'),
      fc.string({ unit: 'grapheme', maxLength: 1 }),
    )
    const part = fc.string({ unit, minLength: 1 })
    await fc.assert(
      fc.asyncProperty(part, part, async (local, domain) => {
        const address = parseEmailAddress(`${local}@${domain}.example`)
        if (address === undefined) return
        const { envelope } = await compose(mail({ to: address }))
        expect(envelope.to).toBe(address)
      }),
      { numRuns: 1_000 },
    )
  })

  it('has no header beyond ASCII unless the mail server must take one anyway', async () => {
    const headers = { 'List-Id': '<weekly.bücher.example>' }
    for (const changes of [{ headers }, { messageId: '7.42@bücher.example' }]) {
      await expect(compose(mail(changes))).rejects.toThrow('beyond ASCII')
      expect(rawOf(await compose(mail({ ...changes, to: 'jörg@reader.example' }))).toString()).toContain(
        'bücher',
      )
    }
  })

  it.each([
    ['an address that reads as two', { to: 'a,b@reader.example' }],
    ['a control character in the address', { to: 'a\u0000b@reader.example' }],
    ['a line break in the Message-ID', { messageId: '1@a.example>\r\nBcc: <b@c.example' }],
    ['a line break in a header', { headers: { 'X-One': 'a\nBcc: b' } }],
    ['a header name that holds two', { headers: { 'X-One: a\r\nBcc': 'b' } }],
    ['a header of 999 octets', { headers: { 'X-One': 'ü'.repeat(496) } }],
    ['a domain that DNS cannot have', { to: 'ü@a|b.example' }],
  ])('is refused with %s', async (_, changes) => {
    await expect(compose(mail(changes))).rejects.toThrow(
      expect.objectContaining({ name: 'UnsendableMailError' }),
    )
  })

  it('is refused for the recipient only if it is the recipient’s address that is no good', async () => {
    const about = (changes: Partial<OutgoingMail>) =>
      compose(mail(changes)).catch((error: unknown) => (error as UnsendableMailError).about)
    expect(await about({ to: 'a,b@reader.example' })).toBe('recipient')
    expect(await about({ envelopeFrom: 'bounces@a|b.example' })).toBe('message')
    expect(await about({ to: 'a,b@reader.example', envelopeFrom: 'bounces' })).toBe('message')
  })
})
