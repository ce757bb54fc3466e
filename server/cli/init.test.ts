import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { parseEnv } from 'node:util'

import { beforeEach, describe, expect, it } from 'vitest'

import { loadConfig } from '../config/config.ts'
import { InvalidInputError } from '../lib/errors.ts'
import { setUpFolder } from '../testing/set-up-folder.ts'
import { initEnvFile, initQuestions, type InitAnswers, type InitOptions } from './init.ts'
import { createAsk } from './setup-commands.ts'

const ANSWERS: InitAnswers = {
  SITE_URL: 'https://lunchpail.test',
  SMTP_URL: 'smtps://user:pa$$word@mail.lunchpail.test:465',
  MAIL_FROM: 'Lunchpail <monday@lunchpail.test>',
  CONTACT_EMAIL: 'hello@lunchpail.test',
  OPERATOR_NAME: "Rosie's Pail Works",
  POSTAL_ADDRESS: '1 Pail Lane #2, Chicago, IL 60601, USA',
}

describe('initEnvFile', () => {
  const directory = setUpFolder()
  let told: string[] = []

  beforeEach(() => {
    told = []
  })

  const init = (changes: Partial<InitOptions> = {}) =>
    initEnvFile({
      directory,
      answers: {},
      purpose: 'production',
      tell: (line) => told.push(line),
      ...changes,
    })
  const readFile = () => readFileSync(path.join(directory, '.env'), 'utf8')
  const readSettings = () => parseEnv(readFile()) as Record<string, string>

  it('writes every answer so that it reads back as it was given', async () => {
    await init({ answers: ANSWERS })
    expect(readSettings()).toMatchObject(ANSWERS)
    expect(told.slice(-2)).toEqual([
      'Next: docker compose up -d',
      'Commands then run in the container: docker compose exec app lunchpail --help',
    ])
  })

  it('keeps $ from being expanded by Docker Compose', async () => {
    await init({ answers: ANSWERS })
    expect(readFile()).toContain("SMTP_URL='smtps://user:pa$$word@mail.lunchpail.test:465'")
  })

  it('makes settings that production accepts', async () => {
    await init({ answers: ANSWERS })
    const config = loadConfig({
      ...readSettings(),
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://postgres/lunchpail',
    })
    expect(config.operatorName).toBe("Rosie's Pail Works")
  })

  it('makes three different keys, and new ones the next time', async () => {
    await init()
    const first = readSettings()
    rmSync(path.join(directory, '.env'))
    await init()
    const second = readSettings()
    const keys = [first, second].flatMap(({ SECRET_KEY, SUPPRESSION_KEY, POSTGRES_PASSWORD }) => [
      SECRET_KEY,
      SUPPRESSION_KEY,
      POSTGRES_PASSWORD,
    ])
    expect(new Set(keys).size).toBe(6)
    expect(keys.every((key) => /^[\w-]{43}$/.test(key ?? ''))).toBe(true)
  })

  it('lets only its owner read the file', async () => {
    await init()
    expect(statSync(path.join(directory, '.env')).mode & 0o777).toBe(0o600)
  })

  it('leaves unanswered settings empty, explains and lists them', async () => {
    await init({ answers: { SITE_URL: 'https://lunchpail.test' } })
    expect(readFile()).toContain(
      '# Public contact address, needed in production, for example hello@example.com\nCONTACT_EMAIL=\n',
    )
    expect(told).toContain(
      'Still empty, and needed in production: SMTP_URL, MAIL_FROM, CONTACT_EMAIL, OPERATOR_NAME, POSTAL_ADDRESS',
    )
    expect(told).toContain('Next: fill that in, then docker compose up -d')
  })

  it('asks only for what the command line did not give', async () => {
    const asked: string[] = []
    await init({
      answers: { SITE_URL: 'https://lunchpail.test', SMTP_URL: 'smtp://mail.lunchpail.test' },
      ask: ({ name }) => {
        asked.push(name)
        if (name === 'OPERATOR_NAME') return Promise.resolve(' Pail Works ')
        return Promise.resolve(
          name === 'MAIL_FROM' || name.endsWith('_EMAIL')
            ? 'later'
            : name.startsWith('POSTAL')
              ? '1 Pail Lane'
              : '',
        )
      },
    })
    expect(asked).toEqual([
      'MAIL_FROM',
      'CONTACT_EMAIL',
      'OPERATOR_NAME',
      'POSTAL_ADDRESS',
      'OPERATORS',
      'TRUST_PROXY',
      'SUBSCRIBE_CONFIRM',
      'DATABASE_URL',
    ])
    expect(readSettings()).toMatchObject({ OPERATOR_NAME: 'Pail Works', MAIL_FROM: '' })
  })

  it('asks again for what is needed or cannot be used, saying why', async () => {
    const typed: Record<string, string[]> = {
      SITE_URL: ['lunchpail', 'http://pails.test', 'https://lunchpail.test'],
      MAIL_FROM: ['', ' ', 'nobody', 'Pails <monday@pails.test>'],
      CONTACT_EMAIL: ['hello@example.com', 'hello@pails.test'],
      OPERATOR_NAME: [`Rosie's "Pail"`, 'Pail Works'],
      TRUST_PROXY: ['Caddy', '1'],
    }
    const reasons: string[] = []
    await init({
      answers: { SMTP_URL: 'smtp://mail.pails.test', POSTAL_ADDRESS: '1 Pail Lane' },
      ask: ({ name }, why) => {
        if (why !== undefined) reasons.push(why)
        return Promise.resolve(typed[name]?.shift() ?? '')
      },
    })
    expect(reasons).toEqual([
      expect.stringMatching(/SITE_URL/),
      expect.stringMatching(/SITE_URL begins with http: production needs https/),
      'MAIL_FROM is needed: without it the site does not start in production. Type "later" to leave it empty for now.',
      'MAIL_FROM is needed: without it the site does not start in production. Type "later" to leave it empty for now.',
      expect.stringMatching(/MAIL_FROM/),
      expect.stringMatching(/CONTACT_EMAIL still has the example's value/),
      expect.stringMatching(/OPERATOR_NAME cannot be written/),
      expect.stringMatching(/TRUST_PROXY/),
    ])
    expect(readSettings()).toMatchObject({
      MAIL_FROM: 'Pails <monday@pails.test>',
      OPERATOR_NAME: 'Pail Works',
      TRUST_PROXY: '1',
    })
  })

  it('accepts a proxy, a yes to confirmation, and one’s own Postgres, which needs no containers', async () => {
    const answers = {
      ...ANSWERS,
      TRUST_PROXY: '1',
      SUBSCRIBE_CONFIRM: 'Yes',
      DATABASE_URL: 'postgres://pail:secret@localhost:5432/pail',
    }
    await init({ answers })
    const settings = readSettings()
    expect(settings).toMatchObject({ NODE_ENV: 'production', SUBSCRIBE_CONFIRM: 'true' })
    expect(settings).not.toHaveProperty('POSTGRES_PASSWORD')
    expect(loadConfig(settings)).toMatchObject({ trustProxy: 1, subscribeConfirm: true, mode: 'production' })
    expect(told.slice(-2)).toEqual([
      'Next: npm ci --include=dev && npm start',
      'Commands: npm run -s lunchpail -- --help',
    ])
  })

  it('fills in everything for a trial, in a way that production accepts', async () => {
    await init({ purpose: 'trial' })
    const config = loadConfig({
      ...readSettings(),
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://postgres/lunchpail',
    })
    expect(config).toMatchObject({ siteUrl: 'http://localhost:3000', smtpUrl: 'smtp://mailpit:1025' })
  })

  it('prefers an answer over a trial’s default', async () => {
    await init({ purpose: 'trial', answers: { CONTACT_EMAIL: 'hello@pails.test' } })
    expect(readSettings()['CONTACT_EMAIL']).toBe('hello@pails.test')
  })

  it('never overwrites an existing file', async () => {
    writeFileSync(path.join(directory, '.env'), 'SECRET_KEY=kept\n')
    await expect(init({ answers: ANSWERS })).rejects.toThrow(/is already there and stays as it is/)
    expect(readFile()).toBe('SECRET_KEY=kept\n')
  })

  it('names every unusable answer, and writes nothing', async () => {
    const attempt = init({ answers: { SITE_URL: 'lunchpail', CONTACT_EMAIL: 'hello' } })
    await expect(attempt).rejects.toBeInstanceOf(InvalidInputError)
    await expect(attempt).rejects.toThrow(/SITE_URL[^]*CONTACT_EMAIL/)
    expect(() => readFile()).toThrow(/ENOENT/)
  })

  it.each(['Pail\nSECRET_KEY=known', `Rosie's "Pail"`])(
    'refuses %j, which .env cannot hold',
    async (name) => {
      await expect(init({ answers: { OPERATOR_NAME: name } })).rejects.toThrow(
        /OPERATOR_NAME cannot be written/,
      )
      expect(() => readFile()).toThrow(/ENOENT/)
    },
  )
})

describe('a question on the terminal', () => {
  const [question] = initQuestions

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('is ended by %s with words', async (_, typed) => {
    const input = new PassThrough()
    const asked = createAsk(input, Object.assign(new PassThrough(), { isTTY: true }))(question)
    input.write(typed)
    await expect(asked).rejects.toMatchObject({
      name: 'AppError',
      message: 'Stopped. Nothing was written.',
    })
  })
})
