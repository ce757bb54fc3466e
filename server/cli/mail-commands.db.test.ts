import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startDnsTestServer, type DnsTestServer } from '../testing/dns-test-server.ts'
import { setUpTypedCommands } from './testing/typed-commands.ts'

const { folder, smtp, run: runTyped } = setUpTypedCommands()
let dns: DnsTestServer
beforeAll(async () => {
  dns = await startDnsTestServer({
    'lunchpail.test': {
      txt: [['v=spf1 ip4:203.0.113.7 -all']],
      mx: [{ priority: 10, exchange: 'mx.lunchpail.test' }],
    },
    '_dmarc.lunchpail.test': { txt: [['v=DMARC1; p=quarantine']] },
  })
})
afterAll(() => dns.close())

const run = (typed: string, settings: Readonly<Record<string, string>> = {}) =>
  runTyped(`mail check ${typed}`, settings)

describe('mail check', () => {
  it('ends with 0 if everything is correct', async () => {
    const { exitCode, out, error } = await run(`--dns ${dns.address}`)
    expect([exitCode, error]).toEqual([0, ''])
    expect(out.split('\n').filter((line) => !line.startsWith(' '))).toEqual([
      'SPF of lunchpail.test: ok',
      'DKIM: unchecked',
      'DMARC of lunchpail.test: ok',
      'Alignment with From (lunchpail.test): ok',
      'Mail to lunchpail.test: ok',
      `Mail server ${smtp.url.slice('smtp://'.length)}: ok`,
      '',
    ])
  })

  it('prints a key that DNS does not have, in strings that a TXT record takes, and ends with 1', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const file = path.join(folder, 'dkim.pem')
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 })
    const { exitCode, out } = await run(`--dns ${dns.address}`, { DKIM_KEYS: `s2026=${file}` })
    expect(exitCode).toBe(1)
    expect(out).toContain('DKIM key s2026 (RSA, 2,048 bits): missing\n')
    const [, strings = ''] = /s2026\._domainkey\.lunchpail\.test\. IN TXT (".*")\n/.exec(out) ?? []
    const parts = strings.slice(1, -1).split('" "')
    expect(parts.map(({ length }) => length)).toEqual([255, 155])
    expect(parts.join('')).toBe(
      `v=DKIM1; k=rsa; p=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`,
    )
    expect(out).not.toContain('PRIVATE')
  })

  it('sends one test message, and reports its outcome', async () => {
    const taken = await run(`--dns ${dns.address} --json --send operator@paper.test`)
    expect(taken.exitCode).toBe(0)
    const { checks } = JSON.parse(taken.out) as { checks: { what: string; state: string }[] }
    expect(checks.at(-1)).toMatchObject({ what: 'Test message', state: 'ok' })
    expect(smtp.received.map(({ to }) => to)).toEqual(['operator@paper.test'])
    expect(smtp.received[0]?.raw).toContain('Subject: Lunchpail: a test message')

    const refused = await run(`--dns ${dns.address} --send gone@paper.test`)
    expect(refused.exitCode).toBe(1)
    expect(refused.out).toContain('Test message: differs\n  refused: 550 5.1.1 no such user\n')
  })

  it.each([
    ['--dns nowhere', 'nowhere is not the address of a DNS server, such as 9.9.9.9 or 127.0.0.1:5353.'],
    ['--send nobody', 'nobody: Please enter a valid email address.'],
  ])('%s ends with 2', async (typed, sentence) => {
    expect(await run(typed)).toEqual({ exitCode: 2, out: '', error: `${sentence}\n` })
  })

  it('says that there is no sender', async () => {
    expect(await run('', { MAIL_FROM: '' })).toEqual({
      exitCode: 1,
      out: '',
      error: 'MAIL_FROM is not set: there is no sender whose records could be looked at.\n',
    })
  })
})
