import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'

import { afterEach, describe, expect, it } from 'vitest'

import { startDnsTestServer, type DnsTestServer, type DnsZone } from '../../testing/dns-test-server.ts'
import { setUpFolder } from '../../testing/set-up-folder.ts'
import { type Listening, listenLocally } from '../../testing/listen-locally.ts'
import { checkSpf } from './check-records.ts'
import { checkMail, createDnsLookup, type Check, type MailCheckSettings } from './index.ts'

// RFC 8463, appendix A: the key and its record.
const ED25519_PEM =
  '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n'
const ED25519_RECORD = 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='

const folder = setUpFolder()
let dns: DnsTestServer | undefined
let smtp: Listening | undefined
afterEach(async () => {
  await dns?.close()
  await smtp?.close()
  dns = undefined
  smtp = undefined
})

function writeKey(name: string, pem: string, mode = 0o600): string {
  const file = path.join(folder, name)
  writeFileSync(file, pem)
  chmodSync(file, mode)
  return file
}

type Settings = Omit<MailCheckSettings, 'sending'> & MailCheckSettings['sending']

/** @param patienceMs  short for a server that does not answer */
async function check(
  zone: DnsZone,
  settings: Partial<Settings> = {},
  patienceMs = 120_000,
): Promise<Check[]> {
  dns = await startDnsTestServer(zone)
  return checkMail(createDnsLookup({ server: dns.address, patienceMs }), {
    mailFrom: 'Lunchpail <monday@news.lunchpail.test>',
    bounceAddress: undefined,
    smtpUrl: undefined,
    ...settings,
    sending: { dkimKeys: settings.dkimKeys ?? [], dkimDomain: settings.dkimDomain },
  })
}

const find = (checks: readonly Check[], what: string) => checks.find((one) => one.what.startsWith(what))
const stateOf = async (what: string, zone: DnsZone, settings: Partial<Settings> = {}) => {
  const found = find(await check(zone, settings), what)
  return [found?.state, found?.words]
}

async function startGreeter(greeting: string): Promise<string> {
  smtp = await listenLocally(createServer((socket) => void socket.end(greeting)))
  return `smtp://someone:secret@127.0.0.1:${smtp.port}`
}

describe('checkMail', () => {
  it('finds a correct setup correct', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const rsa = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    const p = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    const smtpUrl = await startGreeter('220 mail.test ESMTP\r\n')
    const checks = await check(
      {
        'news.lunchpail.test': {
          txt: [['site-verification=1'], ['v=spf1 ip4:203.0.113.7 -all']],
          mx: [{ priority: 10, exchange: 'mx.lunchpail.test' }],
        },
        // A long key is stored in strings of up to 255 characters, and may contain blanks.
        's2026._domainkey.news.lunchpail.test': {
          txt: [[`v=DKIM1; k=rsa; p=${p.slice(0, 200)}`, ` ${p.slice(200)}`]],
        },
        'e2026._domainkey.news.lunchpail.test': { txt: [[ED25519_RECORD]] },
        '_dmarc.news.lunchpail.test': { txt: [['v=DMARC1; p=reject']] },
      },
      {
        smtpUrl,
        dkimKeys: [
          { selector: 's2026', file: writeKey('rsa.pem', rsa) },
          { selector: 'e2026', file: writeKey('ed.pem', ED25519_PEM) },
        ],
      },
    )
    expect(checks.map(({ what, state }) => [what.replace(/:\d+$/, ''), state])).toEqual([
      ['SPF of news.lunchpail.test', 'ok'],
      ['DKIM key s2026 (RSA, 2,048 bits)', 'ok'],
      ['DKIM key e2026 (Ed25519)', 'ok'],
      ['DMARC of news.lunchpail.test', 'ok'],
      ['Alignment with From (news.lunchpail.test)', 'ok'],
      ['Mail to news.lunchpail.test', 'ok'],
      ['Mail server 127.0.0.1', 'ok'],
    ])
    expect(find(checks, 'DKIM key e2026')?.record).toEqual({
      name: 'e2026._domainkey.news.lunchpail.test',
      value: ED25519_RECORD,
    })
    expect(find(checks, 'DKIM key s2026')?.record?.value).toBe(`v=DKIM1; k=rsa; p=${p}`)
    expect(JSON.stringify(checks)).not.toMatch(/secret|PRIVATE/)
  })

  it('says what is missing, and how it should read', async () => {
    const file = writeKey('ed.pem', ED25519_PEM)
    const checks = await check(
      {},
      { dkimKeys: [{ selector: 'e2026', file }], smtpUrl: await startGreeter('220 hi\r\n') },
    )
    expect(checks.slice(0, 3).map(({ state, record }) => [state, record])).toEqual([
      ['missing', { name: 'news.lunchpail.test', value: 'v=spf1 a:YOUR-MAIL-SERVER -all' }],
      ['missing', { name: 'e2026._domainkey.news.lunchpail.test', value: ED25519_RECORD }],
      ['missing', { name: '_dmarc.news.lunchpail.test', value: 'v=DMARC1; p=quarantine' }],
    ])
    expect(find(checks, 'Mail to')?.state).toBe('missing')
  })

  it('distinguishes DNS that fails from DNS without a record', async () => {
    const checks = await check({ 'news.lunchpail.test': 'fails' })
    expect(checks.slice(0, 1)).toMatchObject([
      { state: 'no answer', words: 'DNS did not answer (ESERVFAIL).' },
    ])
    expect(find(checks, 'DMARC')?.state).toBe('missing')
    expect(find(checks, 'Mail to')?.state).toBe('no answer')
  })

  it('distinguishes DNS that does not answer from DNS without a record', async () => {
    const checks = await check({ '_dmarc.news.lunchpail.test': 'silent' }, {}, 300)
    expect(find(checks, 'DMARC')).toMatchObject({
      state: 'no answer',
      words: 'DNS did not answer (ETIMEOUT).',
    })
  })
})

describe('SPF', () => {
  it.each([
    [[['v=spf1 include:_spf.provider.test ~all']], 'ok', /cannot be seen from here/],
    [[['v=spf1 mx -all'], ['v=spf1 a -all']], 'differs', /with several SPF records none counts/],
    [[['v=spf1 -all']], 'differs', /lets nobody send/],
    [[['v=spf1 mx +all']], 'differs', /lets everybody send/],
    [[['v=spf10 mx -all']], 'missing', /Nobody is named/],
    [[['v=spf1 ip4:127.0.0.1 ip6:::1 -all']], 'differs', /lets nobody send/],
    [[['v=spf1 +ip4:192.168.0.0/24 ip4:203.0.113.7 -all']], 'ok', /cannot be seen from here/],
  ])('reports the record %j as: %s', async (txt, state, words) => {
    const found = await stateOf('SPF', { 'news.lunchpail.test': { txt } })
    expect(found).toEqual([state, expect.stringMatching(words)])
  })

  const spfOf = (host: string, ...values: string[]) =>
    checkSpf('lunchpail.test', host, values.length === 0 ? { kind: 'none' } : { kind: 'found', values })

  it.each([
    ['203.0.113.7', 'v=spf1 ip4:203.0.113.7 -all'],
    ['smtp.provider.test', 'v=spf1 a:smtp.provider.test -all'],
    ['2001:db8::7', 'v=spf1 ip6:2001:db8::7 -all'],
  ])('the record for mail server %s should read %s', (host, value) => {
    expect(spfOf(host).record?.value).toBe(value)
    expect(spfOf(host, value)).toMatchObject({ state: 'ok' })
    expect(spfOf(host, value).words).toBeUndefined()
  })

  it.each([
    '127.0.0.1',
    '::1',
    '10.0.0.3',
    '172.20.0.2',
    '192.168.1.5',
    'fd00::5',
    'localhost',
    'postfix',
    'relay.internal',
  ])('does not name an address that the internet cannot see: %s', (host) => {
    expect(spfOf(host)).toMatchObject({
      state: 'missing',
      record: { value: 'v=spf1 a:YOUR-MAIL-SERVER -all' },
      words: expect.stringContaining('YOUR-MAIL-SERVER stands for') as string,
    })
  })

  it("is that of the envelope's domain", async () => {
    const checks = await check(
      {
        'back.lunchpail.test': { txt: [['v=spf1 mx -all']] },
        '_dmarc.lunchpail.test': { txt: [['v=DMARC1; p=none']] },
      },
      { bounceAddress: 'bounces@back.lunchpail.test' },
    )
    expect(find(checks, 'SPF of back.lunchpail.test')?.state).toBe('ok')
    expect(checks.filter(({ what }) => what.startsWith('Mail to')).map(({ what }) => what)).toEqual([
      'Mail to news.lunchpail.test',
      'Mail to back.lunchpail.test',
    ])
    // Both are below the domain whose DMARC record applies.
    expect(find(checks, 'Alignment')?.state).toBe('ok')
  })
})

describe('DKIM', () => {
  const name = 'e2026._domainkey.news.lunchpail.test'
  const p = ED25519_RECORD.split('p=')[1]
  it.each([
    [`v=DKIM1; k=ed25519; p=`, 'differs', 'an empty p= takes the key back.'],
    [`v=DKIM1; k=ed25519; p=AAAA${p}`, 'differs', 'that is another key.'],
    [`v=DKIM1; p=${p}`, 'differs', 'the kind of the key (k=) is wrong.'],
    [`v=DKIM1; k=ed25519; h=sha1; p=${p}`, 'differs', 'h= shuts out sha256.'],
    [`v=DKIM1; k=ed25519; s=tlsrpt; p=${p}`, 'differs', 's= shuts out mail.'],
    [`k=ed25519; t=y; p=${p}`, 'ok', 't=y says that it is on trial: some servers then ignore it.'],
  ])('reports the record %s as: %s', async (text, state, words) => {
    const [found, says] = await stateOf(
      'DKIM key e2026',
      { [name]: { txt: [[text]] } },
      { dkimKeys: [{ selector: 'e2026', file: writeKey('ed.pem', ED25519_PEM) }] },
    )
    expect(found).toBe(state)
    expect(says?.endsWith(words)).toBe(true)
  })

  it('warns about a key that others can read, and one that cannot be used', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const checks = await check(
      { [name]: { txt: [[ED25519_RECORD]] } },
      {
        dkimKeys: [
          { selector: 'e2026', file: writeKey('ed.pem', ED25519_PEM, 0o644) },
          { selector: 'none', file: path.join(folder, 'none.pem') },
          { selector: 'text', file: writeKey('text.pem', 'hello') },
          {
            selector: 'ec',
            file: writeKey('ec.pem', privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()),
          },
        ],
      },
    )
    expect(find(checks, 'DKIM key e2026')?.state).toBe('ok')
    expect(find(checks, 'File of DKIM key e2026')).toEqual({
      what: 'File of DKIM key e2026',
      state: 'differs',
      words: `Others on this machine may read the private key: chmod 600 ${folder}/ed.pem`,
    })
    expect(['none', 'text', 'ec'].map((selector) => find(checks, `DKIM key ${selector}`)?.words)).toEqual([
      `${folder}/none.pem cannot be read: ENOENT.`,
      `${folder}/text.pem holds no private key in PEM, or one with a password.`,
      `${folder}/ec.pem holds a key of the kind ec: mail is signed with RSA or Ed25519.`,
    ])
  })
})

describe('DMARC and alignment', () => {
  it.each([
    ['_dmarc.news.lunchpail.test', [['v=DMARC1; p=none']], 'ok', /let failing mail through/],
    ['_dmarc.lunchpail.test', [['v=DMARC1; p=none; sp=reject']], 'ok', /at _dmarc\.lunchpail\.test\.$/],
    [
      '_dmarc.news.lunchpail.test',
      [['v=DMARC1; rua=mailto:a@b.test']],
      'differs',
      /p= is none, quarantine or reject/,
    ],
    ['_dmarc.news.lunchpail.test', [['v=DMARC1; p=none'], ['v=DMARC1; p=none']], 'differs', /none counts/],
    ['_dmarc.news.lunchpail.test', [['p=none']], 'missing', /Gmail and Yahoo/],
  ])('reports the record at %s, %j, as: %s', async (name, txt, state, words) => {
    expect(await stateOf('DMARC', { [name]: { txt } })).toEqual([state, expect.stringMatching(words)])
  })

  it.each([
    ['lunchpail.test', 'v=DMARC1; p=none', 'ok'],
    ['lunchpail.test', 'v=DMARC1; p=none; adkim=s', 'differs'],
    ['provider.test', 'v=DMARC1; p=none', 'differs'],
  ])('a signature by %s under %s: %s', async (dkimDomain, record, state) => {
    const file = writeKey('ed.pem', ED25519_PEM)
    const [found] = await stateOf(
      'Alignment',
      { '_dmarc.lunchpail.test': { txt: [[record]] } },
      { dkimDomain, dkimKeys: [{ selector: 'e2026', file }] },
    )
    expect(found).toBe(state)
  })
})

describe('the servers for incoming and outgoing mail', () => {
  it.each([
    [{ mx: [{ priority: 0, exchange: '' }] }, 'differs'],
    [{ a: ['192.0.2.1'] }, 'ok'],
  ] as const)('mail to a domain with %j: %s', async (records, state) => {
    expect((await stateOf('Mail to', { 'news.lunchpail.test': records }))[0]).toBe(state)
  })

  it('a mail server that is busy, or not there', async () => {
    const url = await startGreeter('421 come back later\r\n')
    expect(await stateOf('Mail server', {}, { smtpUrl: url })).toEqual([
      'differs',
      'It says 421 come back later',
    ])
    await dns?.close()
    const [state, words] = await stateOf('Mail server', {}, { smtpUrl: 'smtp://127.0.0.1:1' })
    expect([state, words]).toEqual(['no answer', 'It cannot be reached: connect ECONNREFUSED 127.0.0.1:1'])
  })
})
