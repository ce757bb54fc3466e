import { generateKeyPairSync, type KeyObject } from 'node:crypto'

import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { describe, expect, it } from 'vitest'

import { createComposer } from './compose-message.ts'
import { createDkimSigner, type DkimKey } from './dkim-sign.ts'
import type { OutgoingMail } from './mailer.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed25519 = generateKeyPairSync('ed25519')
const RSA_KEY: DkimKey = { selector: 's2026', key: rsa.privateKey }
const ED25519_KEY: DkimKey = { selector: 'e2026', key: ed25519.privateKey }
const MARK = 'https://recipient.invalid/unsubscribe'

/** The answers of DNS. */
const RECORDS: Readonly<Record<string, string>> = {
  's2026._domainkey.lunchpail.example': `v=DKIM1; k=rsa; p=${derOf(rsa.publicKey).toString('base64')}`,
  // RFC 8463 4: the bare 32 octets, which end the DER form.
  'e2026._domainkey.lunchpail.example': `v=DKIM1; k=ed25519; p=${derOf(ed25519.publicKey).subarray(-32).toString('base64')}`,
}

function derOf(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

const LETTER: OutgoingMail = {
  messageId: '7.42@lunchpail.example',
  to: 'jane@reader.example',
  subject: 'Übersicht: was Insider diese Woche gekauft haben, und was der Kongress daraus gemacht hat',
  html: `<p>Größe   12.5 %\t</p>\n\n  <a href="${MARK}">Unsubscribe</a>\n`,
  text: `Größe   12.5 %\t \n\n\n.\n${MARK}\n`,
  values: { [MARK]: `https://lunchpail.example/unsubscribe?token=${'a1b2c3d4'.repeat(50)}` },
  headers: {
    'List-Id': '<weekly.lunchpail.example>',
    'List-Unsubscribe': `<https://lunchpail.example/one-click?token=${'a1b2c3d4'.repeat(50)}>, <mailto:u+${'x'.repeat(90)}@lunchpail.example?subject=unsubscribe>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Feedback-ID': '2026-11-23:weekly:newsletter:lunchpail',
    Precedence: 'bulk',
    'Auto-Submitted': 'auto-generated',
  },
}

async function signed(keys: readonly DkimKey[], mail: OutgoingMail = LETTER): Promise<string> {
  const sign = createDkimSigner({ domain: 'lunchpail.example', keys })
  const compose = createComposer({ from: 'Lunchpäil <monday@lunchpail.example>', sign })
  return Buffer.concat((await compose(mail)).parts).toString('utf8')
}

async function verdicts(raw: string): Promise<string[]> {
  const { results } = await dkimVerify(raw, {
    resolver: async (name) => {
      const record = RECORDS[name]
      if (record === undefined) throw Object.assign(new Error('no record'), { code: 'ENOTFOUND' })
      return [[record]]
    },
  })
  return results.map(({ selector, algo, status }) => `${selector} ${algo} ${status.result}`)
}

describe('a DKIM signature', () => {
  it.each([
    ['RSA', [RSA_KEY], ['s2026 rsa-sha256 pass']],
    ['Ed25519', [ED25519_KEY], ['e2026 ed25519-sha256 pass']],
    ['both', [RSA_KEY, ED25519_KEY], ['s2026 rsa-sha256 pass', 'e2026 ed25519-sha256 pass']],
  ])('passes an independent verifier: %s', async (_, keys, expected) => {
    expect(await verdicts(await signed(keys))).toEqual(expected)
  })

  it('passes for a message without values or headers of its own, and for several readers in turn', async () => {
    const bare: OutgoingMail = {
      messageId: '1@a.example',
      to: 'j@r.example',
      subject: '',
      html: '',
      text: '',
    }
    expect(await verdicts(await signed([RSA_KEY], bare))).toEqual(['s2026 rsa-sha256 pass'])

    const sign = createDkimSigner({ domain: 'lunchpail.example', keys: [RSA_KEY] })
    const compose = createComposer({ from: 'monday@lunchpail.example', sign })
    for (const token of ['one', 'two  with \t spaces ', 'three\r\n\r\n']) {
      const { parts } = await compose({ ...LETTER, values: { [MARK]: token } })
      expect(await verdicts(Buffer.concat(parts).toString('utf8'))).toEqual(['s2026 rsa-sha256 pass'])
    }
  })

  it('covers every header of a list message, visible ones once more than they occur, and no length', async () => {
    const raw = await signed([RSA_KEY])
    const field = raw.slice(0, raw.indexOf('\r\nFrom: ')).replace(/\s+/g, '')
    expect(/;h=([^;]*);/.exec(field)?.[1]).toBe(
      'from:to:subject:date:message-id:mime-version:content-type:list-id:list-unsubscribe:list-unsubscribe-post:feedback-id:precedence:auto-submitted:from:to:cc:reply-to:subject:date:content-type:list-unsubscribe:list-unsubscribe-post',
    )
    expect(field).toMatch(
      /^DKIM-Signature:v=1;a=rsa-sha256;c=relaxed\/relaxed;d=lunchpail\.example;s=s2026;t=\d{10};/,
    )
    expect(field).not.toContain(';l=')
  })

  it('leaves the event loop free while it is made', async () => {
    const sign = createDkimSigner({ domain: 'lunchpail.example', keys: [RSA_KEY] })
    let isDone = false
    let turnCount = 0
    const countTurns = () => {
      turnCount += 1
      if (!isDone) setImmediate(countTurns)
    }
    setImmediate(countTurns)
    await Promise.all(Array.from({ length: 60 }, () => sign(['From: a@a.example'], '', new Date())))
    isDone = true
    // On the main thread all of them would be made within a single tick.
    expect(turnCount).toBeGreaterThan(0)
  })

  it.each([
    ['another amount in the body', (raw: string) => raw.replace('12.5 %', '99.5 %')],
    ['another link', (raw: string) => raw.replace('a1b2c3d4a1', 'a1b2c3d4a2')],
    ['another subject', (raw: string) => raw.replace(/Subject: .*/, 'Subject: Win')],
    ['another recipient', (raw: string) => raw.replace('To: jane@', 'To: joe@')],
    [
      'a missing one-click header',
      (raw: string) => raw.replace('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n', ''),
    ],
    ['another one-click link', (raw: string) => raw.replace('one-click?token=a', 'one-click?token=b')],
  ])('breaks with %s', async (_, tamper) => {
    const raw = await signed([RSA_KEY, ED25519_KEY])
    const changed = tamper(raw)
    expect(changed).not.toBe(raw)
    expect(await verdicts(changed)).toEqual([
      expect.stringMatching(/^s2026 rsa-sha256 (?:neutral|fail)$/),
      expect.stringMatching(/^e2026 ed25519-sha256 (?:neutral|fail)$/),
    ])
  })

  it.each([
    'From: Bank <a@bank.example>',
    'Subject: Win',
    'Reply-To: a@bank.example',
    'Content-Type: text/plain',
    'List-Unsubscribe: <https://bank.example/>',
  ])('breaks with an added line: %s', async (line) => {
    expect(await verdicts(`${line}\r\n${await signed([RSA_KEY])}`)).toEqual([
      expect.stringMatching(/^s2026 rsa-sha256 (?:neutral|fail)$/),
    ])
  })
})
