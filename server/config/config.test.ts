import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { loadConfig, settingNames } from './config.ts'
import { returnWarnings } from './providers.ts'
import { problemsOf } from './testing/problems-of.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/** The settings of .env.example, including the commented-out ones. */
function readExample(): Record<string, string> {
  const lines = readFileSync(path.join(ROOT, '.env.example'), 'utf8').split('\n')
  return Object.fromEntries(
    lines
      .map((line) => /^(?:# ?)?([A-Z][A-Z_]+)=(.*)$/.exec(line))
      .filter((match) => match !== null)
      .map((match) => [match[1]!, match[2]!.replaceAll("'", '')]),
  )
}

describe('loadConfig', () => {
  it('uses embedded defaults when nothing is set', () => {
    expect(loadConfig({})).toMatchObject({
      mode: 'embedded',
      port: 3000,
      host: '0.0.0.0',
      siteName: 'Lunchpail',
      siteUrl: 'http://localhost:3000',
      dataDir: '.data',
      databaseUrl: undefined,
      smtpUrl: undefined,
      secretKey: undefined,
      marketData: 'auto',
      trustProxy: false,
      subscribeConfirm: false,
      socialLinks: [],
      newsletterPreviewTo: [],
    })
  })

  it('recognizes docker compose’s settings, whose database is not reachable from outside', () => {
    const POSTGRES_PASSWORD = 'p'.repeat(20)
    expect(loadConfig({}).isForCompose).toBe(false)
    expect(loadConfig({ POSTGRES_PASSWORD }).isForCompose).toBe(true)
    expect(loadConfig({ POSTGRES_PASSWORD, DATABASE_URL: 'postgres://u:p@postgres/l' }).isForCompose).toBe(
      false,
    )
  })

  it.each([
    'https://hooks.slack.test/services/T0/B0/x',
    'http://127.0.0.1:8080/topic',
    'http://[::1]/topic',
    'http://10.1.2.3/topic',
    'http://172.31.0.9/topic',
    'http://ntfy/topic',
    'http://watch.internal/x',
    'https://op:pa%24s@watch.test/100%',
  ])('accepts %s for alarms', (address) => {
    expect(
      loadConfig({ ALARM_WEBHOOK_URL: address, ALARM_WEBHOOK_FORM: 'ntfy', HEARTBEAT_URL: address }).alarms,
    ).toEqual({ webhookUrl: address, webhookForm: 'ntfy', heartbeatUrl: address })
  })

  it.each([
    [{ ALARM_WEBHOOK_URL: 'http://hooks.slack.test/s3cret' }, 'ALARM_WEBHOOK_URL is not https'],
    [{ HEARTBEAT_URL: 'http://172.32.0.1/s3cret' }, 'HEARTBEAT_URL is not https'],
    [{ HEARTBEAT_URL: 'ftp://watch.test/s3cret' }, 'HEARTBEAT_URL is not a web address'],
    [
      { ALARM_WEBHOOK_URL: 'https://watch.test/s3cret', ALARM_WEBHOOK_FORM: 'sms' },
      'ALARM_WEBHOOK_FORM is not one of json, slack, ntfy',
    ],
    [
      { ALARM_WEBHOOK_URL: 'https://op:s3cret%s@watch.test/topic' },
      'ALARM_WEBHOOK_URL has a % that begins no escape: write a % itself as %25',
    ],
    [
      { HEARTBEAT_URL: 'https://s3cret%FF:x@watch.test/topic' },
      'HEARTBEAT_URL has a % that begins no escape',
    ],
    [
      { BOUNCE_IMAP_URL: 'imaps://us:s3cret%off@mail.test', PORT: 'eighty' },
      'PORT is not a number\n  - BOUNCE_IMAP_URL has a % that begins no escape: write a % itself as %25',
    ],
    [{ COINGECKO_API_KEY: '‘s3cret’' }, 'COINGECKO_API_KEY has a character that is in no key'],
    [{ LLM_API_KEY: 's3cret…' }, 'LLM_API_KEY has a character that is in no key'],
    [
      {
        POSTGRES_PASSWORD: 's3cret/x',
        DATABASE_URL: 'postgres://lunchpail:s3cret/x@postgres:5432/lunchpail',
      },
      'POSTGRES_PASSWORD has a / ? # or %, which ends or changes DATABASE_URL: letters, digits, - and _ only',
    ],
    [{ ALARM_WEBHOOK_FORM: 'slack' }, 'ALARM_WEBHOOK_FORM does nothing without ALARM_WEBHOOK_URL'],
    [
      { ALARM_WEBHOOK_URL: 'https://hooks.slack.com/services/T0/B0/s3cret' },
      'ALARM_WEBHOOK_FORM has to be slack for an incoming webhook of Slack',
    ],
  ])('refuses %j without repeating a secret', (settings, sentence) => {
    let words = ''
    try {
      loadConfig(settings)
    } catch (error) {
      words = String(error)
    }
    expect(words).toContain(sentence)
    expect(words).not.toContain('s3cret')
  })

  it('sends previews to the listed addresses without duplicates, by default to the operator or nobody, and reports an invalid one', () => {
    const previewTo = 'Ed@paper.test, op@paper.test,ed@paper.test'
    expect(loadConfig({ NEWSLETTER_PREVIEW_TO: previewTo }).newsletterPreviewTo).toEqual([
      'ed@paper.test',
      'op@paper.test',
    ])
    const CONTACT_EMAIL = 'hello@paper.test'
    expect(loadConfig({ CONTACT_EMAIL }).newsletterPreviewTo).toEqual([])
    const both = { CONTACT_EMAIL, OPERATOR_EMAIL: 'boss@paper.test' }
    expect(loadConfig(both).newsletterPreviewTo).toEqual(['boss@paper.test'])
    expect(loadConfig({ ...both, NEWSLETTER_PREVIEW_TO: 'none' }).newsletterPreviewTo).toEqual([])
    expect(problemsOf({ OPERATORS: 'ann,ben' })).toHaveLength(1)
    expect(problemsOf({ NEWSLETTER_PREVIEW_TO: 'ed@paper.test, nobody' })).toEqual([
      'NEWSLETTER_PREVIEW_TO is not an address such as hello@lunchpail.example',
    ])
  })

  it('accepts old signing keys that are long enough', () => {
    const [one, two] = ['o'.repeat(32), 'p'.repeat(40)]
    expect(loadConfig({}).oldSecretKeys).toEqual([])
    expect(loadConfig({ SECRET_KEY_OLD: `${one}, ${two}` }).oldSecretKeys).toEqual([one, two])
    expect(problemsOf({ SECRET_KEY_OLD: `${one},short` })).toEqual([
      'SECRET_KEY_OLD needs at least 32 characters; `npm run lunchpail -- init` writes fresh ones',
    ])
  })

  it('sends unsubscriptions to the bounce address unless they have one of their own', () => {
    const bounce = { BOUNCE_ADDRESS: 'bounces@pail.test' }
    expect(loadConfig({})).toMatchObject({ bounceAddress: undefined, unsubscribeMailbox: undefined })
    expect(loadConfig(bounce).unsubscribeMailbox).toBe('bounces@pail.test')
    expect(loadConfig({ ...bounce, UNSUBSCRIBE_MAILBOX: 'leave@pail.test' })).toMatchObject({
      bounceAddress: 'bounces@pail.test',
      unsubscribeMailbox: 'leave@pail.test',
    })
  })

  it('takes the domain of an address as it is in DNS', () => {
    const beyond = {
      MAIL_FROM: 'Jörg <a@Bücher.example>',
      CONTACT_EMAIL: 'b@bücher.example',
      BOUNCE_ADDRESS: 'c@bücher.example',
      OPERATOR_EMAIL: 'jörg@bücher.example',
      OPERATORS: 'D@bücher.example',
      NEWSLETTER_PREVIEW_TO: 'e@bücher.example,E@xn--bcher-kva.example',
    }
    expect(loadConfig(beyond)).toMatchObject({
      mailFrom: 'Jörg <a@xn--bcher-kva.example>',
      contactEmail: 'b@xn--bcher-kva.example',
      bounceAddress: 'c@xn--bcher-kva.example',
      unsubscribeMailbox: 'c@xn--bcher-kva.example',
      operatorEmail: 'jörg@xn--bcher-kva.example',
      operators: ['d@xn--bcher-kva.example'],
      newsletterPreviewTo: ['e@xn--bcher-kva.example'],
    })
    expect(loadConfig({ MAIL_FROM: 'a@bücher.example' }).mailFrom).toBe('a@xn--bcher-kva.example')
    expect(problemsOf({ MAIL_FROM: 'Pail <a@b.c|d>', OPERATOR_EMAIL: 'a@10.0.0.7' })).toEqual([
      'MAIL_FROM has a domain that DNS cannot have',
      'OPERATOR_EMAIL has a domain that DNS cannot have',
    ])
  })

  it('refuses letters beyond ASCII before the @ of addresses that each mail shows', () => {
    for (const MAIL_FROM of ['jörg@pail.test', 'Jörg <jörg@pail.test>']) {
      expect(problemsOf({ MAIL_FROM, CONTACT_EMAIL: 'jörg@pail.test' })).toEqual([
        'MAIL_FROM has a character beyond ASCII before the @, which not every mail server takes',
        'CONTACT_EMAIL has a character beyond ASCII before the @, which not every mail server takes',
      ])
    }
  })

  it.each(['bounces+mine@pail.test', 'a-name-of-20-letters@pail.test', 'Bounces <bounces@pail.test>'])(
    'refuses a bounce address without room for a token: %s',
    (address) => {
      expect(problemsOf({ BOUNCE_ADDRESS: address })[0]).toMatch(
        /^BOUNCE_ADDRESS (has more|is not an address)/,
      )
    },
  )

  it.each([
    ['smtp://u:p@mail.test:465', 'SMTP_URL has port 465, where TLS begins at once: its scheme is smtps://'],
    [
      'smtps://u:p@mail.test:587',
      'SMTP_URL has a port where TLS begins with STARTTLS: its scheme is smtp://',
    ],
    ['smtps://mail.test:25', 'SMTP_URL has a port where TLS begins with STARTTLS: its scheme is smtp://'],
    ['smtps://127.0.0.1:25', undefined],
    ['smtps://mail.test:465', undefined],
    ['smtp://mail.test:587', undefined],
    ['smtp://mail.test', undefined],
    ['smtps://mail.test', undefined],
  ])('knows of %s whether the server begins with TLS', (SMTP_URL, problem) => {
    expect(problemsOf({ SMTP_URL })).toEqual(problem === undefined ? [] : [problem])
  })

  it.each([
    [
      { MAIL_PROVIDER: 'postmark' },
      'MAIL_PROVIDER is postmark, whose events count only with POSTMARK_WEBHOOK_PASSWORD',
    ],
    [
      { BOUNCE_IMAP_URL: 'imaps://u:p@mail.test/INBOX' },
      'BOUNCE_IMAP_URL does nothing without BOUNCE_ADDRESS or UNSUBSCRIBE_MAILBOX',
    ],
  ])('refuses %j, with which nothing that comes back counts', (settings, problem) => {
    expect(problemsOf(settings)).toEqual([problem])
  })

  const SES_TOPICS = 'arn:aws:sns:us-east-1:123456789012:bounces'
  const MAILGUN_SIGNING_KEY = 'm'.repeat(16)
  const POSTMARK_WEBHOOK_PASSWORD = 'p'.repeat(16)
  it.each([
    [{ SES_TOPICS }, []],
    [{ MAILGUN_SIGNING_KEY }, []],
    [{ MAIL_PROVIDER: 'mailgun', POSTMARK_WEBHOOK_PASSWORD, MAILGUN_SIGNING_KEY }, []],
    [
      { POSTMARK_WEBHOOK_PASSWORD },
      [
        'POSTMARK_WEBHOOK_PASSWORD is set and MAIL_PROVIDER is not: bounces and complaints reported by postmark are sure to count only for letters sent with MAIL_PROVIDER=postmark',
      ],
    ],
    [
      { MAIL_PROVIDER: 'ses', MAILGUN_SIGNING_KEY },
      [
        'MAIL_PROVIDER is ses and SES_TOPICS is not set: bounces and complaints that ses reports by webhook do not count',
      ],
    ],
    [
      { MAIL_PROVIDER: 'ses', BOUNCE_ADDRESS: 'bounces@lunchpail.test' },
      [
        'MAIL_PROVIDER is ses and SES_TOPICS is not set: bounces and complaints that ses reports by webhook do not count',
      ],
    ],
  ])(
    'starts with %j, since something that comes back counts, and warns of what may not',
    (settings, words) => {
      expect(returnWarnings(loadConfig(settings).providers)).toEqual(words)
    },
  )

  it.each(['ab/cd', 'ab%2Fcd', '100%'])(
    'accepts the password %s of a database whose address does not have it as it is',
    (POSTGRES_PASSWORD) => {
      const DATABASE_URL = `postgres://u:${encodeURIComponent(POSTGRES_PASSWORD)}@db:5432/x`
      expect(loadConfig({ POSTGRES_PASSWORD, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
    },
  )

  it('accepts an escaped password of the database, which its address has as it is', () => {
    const DATABASE_URL = 'postgres://u:ab%2Fcd@db:5432/x'
    expect(loadConfig({ POSTGRES_PASSWORD: 'ab%2Fcd', DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  })

  it('treats an empty value as not set', () => {
    expect(loadConfig({ PORT: '', SITE_NAME: '  ', SMTP_URL: '' })).toMatchObject({
      port: 3000,
      siteName: 'Lunchpail',
      smtpUrl: undefined,
    })
  })

  it('accepts a role per process on a shared database, and none on the embedded one', () => {
    const databaseUrl = 'postgres://lunchpail:secret@db:5432/lunchpail'
    expect(loadConfig({}).role).toBe('all')
    expect(loadConfig({ ROLE: 'worker', DATABASE_URL: databaseUrl }).role).toBe('worker')
    expect(problemsOf({ ROLE: 'web' })).toEqual([
      'ROLE is web, and the embedded database serves one process alone: it needs DATABASE_URL',
    ])
    expect(problemsOf({ ROLE: 'sender', DATABASE_URL: databaseUrl })).toEqual(['ROLE is all, web or worker'])
  })

  it('includes the port in the default address of the site', () => {
    expect(loadConfig({ PORT: '8080' }).siteUrl).toBe('http://localhost:8080')
  })

  it('sends alarms to the contact if no operator address is set', () => {
    expect(loadConfig({ CONTACT_EMAIL: 'hello@lunchpail.test' }).operatorEmail).toBe('hello@lunchpail.test')
  })

  it('names every problem at once', () => {
    expect(
      problemsOf({
        PORT: 'eighty',
        SMTP_CONNECTIONS: '0',
        SEND_PER_SECOND: '2.5',
        SITE_NAME: 'x'.repeat(41),
        SITE_URL: 'lunchpail.test',
        DATABASE_URL: 'mysql://localhost/lunchpail',
        SMTP_URL: 'mail.lunchpail.test',
        MAIL_FROM: 'Lunchpail',
        CONTACT_EMAIL: 'hello',
        SECRET_KEY: 'short',
        MARKET_DATA: 'fast',
        SUBSCRIBE_CONFIRM: 'yes',
        SOCIAL_LINKS: 'https://social.lunchpail.test/@pail, javascript:alert(1)',
        LOG_LEVEL: 'loud',
        NODE_ENV: 'staging',
      }),
    ).toEqual([
      'NODE_ENV is production, development, test or not set',
      'PORT is not a number',
      'SITE_NAME is longer than 40 characters',
      'SITE_URL is not a web address such as https://lunchpail.example',
      'DATABASE_URL is not an address such as postgres://user:password@host:5432/name',
      'SMTP_URL is not an address such as smtps://user:password@mail.example:465',
      'MAIL_FROM is not a sender such as Lunchpail <monday@lunchpail.example>',
      'CONTACT_EMAIL is not an address such as hello@lunchpail.example',
      'SECRET_KEY needs at least 32 characters; `npm run lunchpail -- init` writes fresh ones',
      'MARKET_DATA is auto, live or sample',
      'SUBSCRIBE_CONFIRM is either true or false',
      'SEND_PER_SECOND is not a whole number from 1 to 10000',
      'SMTP_CONNECTIONS is not a whole number from 1 to 100',
      'SOCIAL_LINKS is not a web address such as https://lunchpail.example',
      'LOG_LEVEL is not a level',
    ])
  })

  it('removes trailing slashes from addresses', () => {
    expect(
      loadConfig({ SITE_URL: 'https://lunchpail.test/', UPSTREAM_BASE_URL: 'http://localhost:4100/mirror/' }),
    ).toMatchObject({ siteUrl: 'https://lunchpail.test', upstreamBaseUrl: 'http://localhost:4100/mirror' })
  })

  it.each(['https://lunchpail.test/news', 'https://lunchpail.test/?a=1', 'https://lunchpail.test/#top'])(
    'refuses %s as the address of the site',
    (address) => {
      expect(problemsOf({ SITE_URL: address })).toEqual([
        'SITE_URL is more than scheme and host, such as https://lunchpail.example',
      ])
    },
  )

  it.each([
    ['false', false],
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['loopback', ['loopback']],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
    ['fd00::/8', ['fd00::/8']],
  ])('reads TRUST_PROXY=%s', (text, expected) => {
    expect(loadConfig({ TRUST_PROXY: text }).trustProxy).toEqual(expected)
  })

  it.each([
    'true',
    '-1',
    '10.0.0.0/33',
    '10.0.0',
    'proxy.lunchpail.test',
    '10.0.0.1,',
    '::/129',
    '0.0.0.0/0',
    '::/0',
  ])('refuses TRUST_PROXY=%s, which would trust unknown clients', (text) => {
    expect(problemsOf({ TRUST_PROXY: text })).toEqual([
      'TRUST_PROXY is neither a number of hops (1) nor addresses and networks between commas (10.0.0.0/8, ::1, loopback)',
    ])
  })

  it('freezes the settings and their lists', () => {
    const config = loadConfig({ SOCIAL_LINKS: 'https://social.lunchpail.test/@pail' })
    expect(Object.isFrozen(config)).toBe(true)
    expect(Object.isFrozen(config.socialLinks)).toBe(true)
  })
})

describe('the sources of market data', () => {
  it('are Yahoo and CoinGecko, plus Twelve Data if it has a key', () => {
    expect(loadConfig({}).marketSources).toEqual(['yahoo', 'coingecko'])
    expect(loadConfig({ TWELVE_DATA_API_KEY: 'key' }).marketSources).toEqual([
      'yahoo',
      'coingecko',
      'twelve-data',
    ])
  })

  it('are asked in the order that the operator lists', () => {
    const settings = { MARKET_SOURCES: 'twelve-data, yahoo', TWELVE_DATA_API_KEY: 'key' }
    expect(loadConfig(settings).marketSources).toEqual(['twelve-data', 'yahoo'])
  })

  it('are asked as often as the plans allow', () => {
    expect(loadConfig({}).twelveData).toMatchObject({ callsPerMinute: 8, callsPerDay: 800 })
    expect(loadConfig({ TWELVE_DATA_CALLS_PER_DAY: '0' }).twelveData.callsPerDay).toBe(0)
    expect(problemsOf({ TWELVE_DATA_CALLS_PER_DAY: '-1' })).toHaveLength(1)
  })

  it('must be known, and have their key', () => {
    expect(problemsOf({ MARKET_SOURCES: 'yahoo,stooq' })).toEqual([
      'MARKET_SOURCES is not a list of yahoo, coingecko, twelve-data',
    ])
    expect(problemsOf({ MARKET_SOURCES: 'yahoo, yahoo' })).toEqual(['MARKET_SOURCES names a source twice'])
    expect(problemsOf({ TWELVE_DATA_MAY_REPUBLISH: 'true' })).toEqual([
      'TWELVE_DATA_MAY_REPUBLISH is true, and does nothing without TWELVE_DATA_API_KEY',
    ])
    expect(problemsOf({ MARKET_SOURCES: 'twelve-data' })).toEqual([
      'MARKET_SOURCES names twelve-data, which is asked only with TWELVE_DATA_API_KEY',
    ])
  })
})

describe('the documentation of the settings', () => {
  it('.env.example has every setting, what docker compose reads, and no other', () => {
    const compose = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8')
    const ofCompose = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map((match) => match[1]!)
    const names = new Set([...settingNames, ...ofCompose, 'COMPOSE_PROFILES'])
    expect(Object.keys(readExample()).toSorted()).toEqual([...names].toSorted())
  })

  it('.env.example starts a trial unchanged', () => {
    const { NODE_ENV: _notSet, ...example } = readExample()
    expect(problemsOf(example)).toEqual([])
  })

  it("the README's table has every setting, and no other", () => {
    const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8')
    const table = /## Settings\n(.*?)\n## /s.exec(readme)![1]!
    const names = [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1]!)
    expect(names.toSorted()).toEqual(settingNames.toSorted())
  })
})
