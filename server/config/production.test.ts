import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { loadConfig } from './config.ts'
import { problemsOf } from './testing/problems-of.ts'

/** The minimal settings of a production server. */
function productionSettings(changes: Record<string, string> = {}): Record<string, string> {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://lunchpail:pass@postgres:5432/lunchpail',
    SMTP_URL: 'smtps://user:pass@mail.lunchpail.test:465',
    MAIL_FROM: 'Lunchpail <monday@lunchpail.test>',
    SITE_URL: 'https://lunchpail.test',
    SECRET_KEY: 'qyA3J1ZpVb0sXcW7rT9uKfGdLmNhE5oP2iQ8xYwRtBk',
    SUPPRESSION_KEY: '0f8c1d3b5a7e9264c0d1e2f3a4b5968778695a4b3c2d1e0f',
    CONTACT_EMAIL: 'hello@lunchpail.test',
    POSTAL_ADDRESS: '1 Pail Lane, Chicago',
    OPERATOR_NAME: 'Pail Works',
    ...changes,
  }
}

describe('loadConfig in production', () => {
  it('accepts complete settings', () => {
    expect(loadConfig(productionSettings())).toMatchObject({
      mode: 'production',
      siteUrl: 'https://lunchpail.test',
      operatorName: 'Pail Works',
    })
  })

  it('names every missing setting', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
      'DATABASE_URL is missing: production needs it (see .env.example)',
      'SMTP_URL is missing: production needs it (see .env.example)',
      'MAIL_FROM is missing: production needs it (see .env.example)',
      'SITE_URL is missing: production needs it (see .env.example)',
      'SECRET_KEY is missing: production needs it (see .env.example)',
      'SUPPRESSION_KEY is missing: production needs it (see .env.example)',
      'CONTACT_EMAIL is missing: production needs it (see .env.example)',
      'POSTAL_ADDRESS is missing: production needs it (see .env.example)',
      'OPERATOR_NAME is missing: production needs it (see .env.example)',
    ])
  })

  it('names wrong and missing settings together', () => {
    expect(problemsOf(productionSettings({ PORT: 'eighty', OPERATOR_NAME: '' }))).toEqual([
      'PORT is not a number',
      'OPERATOR_NAME is missing: production needs it (see .env.example)',
    ])
  })

  it.each(['http://lunchpail.test', 'http://10.0.0.1', 'http://localhost.lunchpail.test'])(
    'refuses %s as the site’s address, since others can read along',
    (SITE_URL) => {
      expect(problemsOf(productionSettings({ SITE_URL }))).toEqual([
        'SITE_URL begins with http: production needs https, except on localhost',
      ])
    },
  )

  it('allows embedded forms on https pages only', () => {
    expect(problemsOf(productionSettings({ EMBED_ORIGINS: 'https://blog.lunchpail.test' }))).toEqual([])
    const mixed = 'https://blog.lunchpail.test, http://shop.lunchpail.test'
    expect(problemsOf(productionSettings({ EMBED_ORIGINS: mixed }))).toEqual([
      'EMBED_ORIGINS has an address with http: in production a form may stand on https pages alone',
    ])
    expect(problemsOf(productionSettings({ EMBED_ORIGINS: 'https://blog.lunchpail.test/page' }))).toEqual([
      'EMBED_ORIGINS is more than scheme and host, such as https://lunchpail.example',
    ])
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://pail.localhost'])(
    'accepts %s as the site’s address, since it is on this machine',
    (SITE_URL) => {
      expect(problemsOf(productionSettings({ SITE_URL }))).toEqual([])
    },
  )

  it('refuses guessable and repeated keys, and names all of them at once', () => {
    const old = 'Zk4TqL8vWm2XsYc6RbNd0PgHf3JuEa9KiVoQ7xCwMtB'
    expect(
      problemsOf(
        productionSettings({
          SITE_URL: 'http://lunchpail.test',
          SECRET_KEY: 'abcdefgh'.repeat(5),
          SUPPRESSION_KEY: 'a'.repeat(43),
          SECRET_KEY_OLD: [old, 'a'.repeat(43), old].join(','),
        }),
      ),
    ).toEqual([
      'SITE_URL begins with http: production needs https, except on localhost',
      'SECRET_KEY is not random: `npm run lunchpail -- init` writes fresh keys',
      'SUPPRESSION_KEY is not random: `npm run lunchpail -- init` writes fresh keys',
      'SECRET_KEY_OLD is not random: `npm run lunchpail -- init` writes fresh keys',
      'SECRET_KEY_OLD repeats SUPPRESSION_KEY: no key serves twice',
      'SECRET_KEY_OLD repeats a key: no key serves twice',
    ])
    const { SECRET_KEY = '' } = productionSettings()
    expect(problemsOf(productionSettings({ SUPPRESSION_KEY: SECRET_KEY }))).toEqual([
      'SUPPRESSION_KEY repeats SECRET_KEY: no key serves twice',
    ])
    expect(problemsOf(productionSettings({ SECRET_KEY_OLD: SECRET_KEY }))).toEqual([
      'SECRET_KEY_OLD repeats SECRET_KEY: no key serves twice',
    ])
  })

  it.each([
    '12345678901234567890123456789012',
    'abcdefghijklmnopqrstuvwxyz123456',
    'zyxwvutsrqponmlkjihgfedcba987654',
    'qwertyuiopasdfghjklzxcvbnm123456',
    '1234567890qwertzuiopasdfghjklyxcvbnm',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  ])('refuses a run of characters as a key: %s', (SECRET_KEY) => {
    expect(problemsOf(productionSettings({ SECRET_KEY }))).toEqual([
      'SECRET_KEY is not random: `npm run lunchpail -- init` writes fresh keys',
    ])
  })

  it.each([
    ['https://lunch.example.org', 'example.org'],
    ['https://example.net/', 'example.net'],
  ])('refuses %s, a reserved name', (SITE_URL, name) => {
    expect(problemsOf(productionSettings({ SITE_URL }))).toEqual([
      `SITE_URL is at ${name}, a name reserved for examples, which nobody can own or reach`,
    ])
  })

  it('accepts keys made by init and openssl', () => {
    for (let count = 0; count < 200; count += 1) {
      const changes = {
        SECRET_KEY: randomBytes(16).toString('hex'),
        SUPPRESSION_KEY: randomBytes(32).toString('base64url'),
      }
      expect(problemsOf(productionSettings(changes))).toEqual([])
    }
  })

  it('never shows sample data', () => {
    expect(problemsOf(productionSettings({ MARKET_DATA: 'sample' }))).toEqual([
      'MARKET_DATA is sample: production shows live data only',
    ])
  })

  it.each([
    'DATABASE_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'SITE_URL',
    'SECRET_KEY',
    'SUPPRESSION_KEY',
    'CONTACT_EMAIL',
    'POSTAL_ADDRESS',
    'OPERATOR_NAME',
  ])("refuses the example's value of %s", (name) => {
    const example = readFileSync(path.join(import.meta.dirname, '../../.env.example'), 'utf8')
    const line = example.split('\n').find((one) => one.startsWith(`${name}=`)) ?? ''
    const value = line.slice(name.length + 1).replaceAll("'", '')
    expect(problemsOf(productionSettings({ [name]: value }))).toContain(
      `${name} still has the example's value`,
    )
  })
})
