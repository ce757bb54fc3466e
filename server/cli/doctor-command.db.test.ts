import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { DatabaseUnavailableError } from '../db/database-unavailable.ts'
import type { OpenedDatabase } from '../db/open-database.ts'
import { insiderSource } from '../records/insiders/collect-insiders.ts'
import { startRun } from '../records/core/runs.ts'
import { createTestConfig } from '../testing/app-fixture.ts'
import { startDnsTestServer, type DnsTestServer } from '../testing/dns-test-server.ts'
import { startSmtpTestServer, type SmtpTestServer } from '../testing/smtp-test-server.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { runCommand } from './program.ts'
import { runTyped } from './testing/run-typed.ts'

const answerSchema = z.object({
  findings: z.array(z.object({ what: z.string(), state: z.string(), words: z.string() })),
})

let database: OpenedDatabase
let dns: DnsTestServer
let smtp: SmtpTestServer
let folder = ''
beforeAll(async () => {
  database = await createTestDatabase()
  smtp = await startSmtpTestServer(
    {},
    {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, answer) =>
        password === 'right' ? answer(null, { user: 'us' }) : answer(new Error('Invalid password')),
    },
  )
  dns = await startDnsTestServer({
    'lunchpail.test': {
      txt: [['v=spf1 ip4:203.0.113.7 -all']],
      mx: [{ priority: 10, exchange: 'mx.lunchpail.test' }],
    },
  })
})
afterAll(async () => {
  await dns.close()
  await smtp.close()
  await database.close()
})
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lunchpail-doctor-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await sql`delete from kysely_migration where name = '9999-12-31-of-tomorrow'`.execute(database.db)
})

async function examine(password = 'right', others: Record<string, string> = {}) {
  const settings = {
    DATABASE_URL: 'postgres://u:p@db.test/pail',
    SMTP_URL: smtp.url.replace('smtp://', `smtp://us:${password}@`),
    ...others,
  }
  const { exitCode, out } = await runTyped(database, folder, `doctor --json --dns ${dns.address}`, {
    settings,
  })
  const { findings } = answerSchema.parse(JSON.parse(out))
  const find = (what: string) =>
    findings.filter((one) => one.what === what).map(({ state, words }) => `${state}: ${words}`)
  return { exitCode, find }
}

describe('doctor', () => {
  it('reports the state of each part and what to do, and ends with 1 if something fails', async () => {
    const { exitCode, find } = await examine()
    expect(exitCode).toBe(1)
    expect(find('Tables')).toEqual(['ok: up to date'])
    expect(find('Keys')).toEqual(['ok: those that this database was used with'])
    expect(find('Mail server')).toEqual(['warn: took our sign-in, WITHOUT TLS'])
    expect(find('SPF of lunchpail.test')[0]).toMatch(/^ok: DNS says /)
    expect(find('DMARC of lunchpail.test')[0]).toMatch(
      /^fail: missing\..*The record of _dmarc\.lunchpail\.test as it should read: lunchpail mail check$/,
    )
    expect(find('DKIM')[0]).toMatch(/^warn: unchecked\. DKIM_KEYS is not set/)
    expect(find('Clock')).toEqual(['ok: this machine and the database agree'])
    expect(find('Silence')).toEqual(['warn: nobody notices when this server is down: set HEARTBEAT_URL'])
    expect(find('Site')[0]).toMatch(/^warn: https:\/\/lunchpail\.test is not reached from here/)
    expect(find('Note of what was sent')).toEqual([`ok: 0 editions in ${folder}`])
    expect(smtp.received).toEqual([])
  })

  const WEBHOOK = { ALARM_WEBHOOK_URL: 'https://watch.test/token' }
  it.each([
    [{}, 'warn: only by mail, which may be what is broken: set ALARM_WEBHOOK_URL'],
    [WEBHOOK, 'ok: by mail, and to watch.test in the form json, which is not tried here'],
    [
      { OPERATOR_EMAIL: 'ann@lunchpail.test', SMTP_URL: '' },
      'warn: only in the log: set SMTP_URL, or ALARM_WEBHOOK_URL',
    ],
    [
      { ...WEBHOOK, SMTP_URL: '' },
      'warn: only to watch.test in the form json, which is not tried here: to get them by mail too, set SMTP_URL',
    ],
    [{ CONTACT_EMAIL: '' }, 'warn: only in the log: set OPERATOR_EMAIL, or ALARM_WEBHOOK_URL'],
    [
      { CONTACT_EMAIL: '', SMTP_URL: '' },
      'warn: only in the log: set SMTP_URL and OPERATOR_EMAIL, or ALARM_WEBHOOK_URL',
    ],
  ])('says by which ways alarms reach a person, with %j', async (settings, words) => {
    const { find } = await examine('right', settings)
    expect(find('Alarms')).toEqual([words])
  })

  const BOUNCES = { BOUNCE_ADDRESS: 'bounces@lunchpail.test' }
  it.each([
    [
      {},
      'warn: nowhere: addresses that do not exist, and readers who complain, are mailed on. Set MAIL_PROVIDER or BOUNCE_ADDRESS (docs/bounces.md)',
    ],
    [
      { MAIL_PROVIDER: 'mailgun', MAILGUN_SIGNING_KEY: 'm'.repeat(16) },
      'ok: as events at https://lunchpail.test/webhooks/mailgun; not tried here',
    ],
    [
      { SES_TOPICS: 'arn:aws:sns:us-east-1:123456789012:bounces' },
      'ok: as events at https://lunchpail.test/webhooks/ses; not tried here',
    ],
    [
      BOUNCES,
      'ok: by mail to bounces@lunchpail.test, if it is piped into "lunchpail bounces ingest"; not tried here',
    ],
    [
      { ...BOUNCES, BOUNCE_IMAP_URL: 'imaps://u:p@imap.test' },
      'ok: from the mailbox at imap.test; not tried here',
    ],
  ])('says where bounces and complaints arrive, with %j', async (settings, words) => {
    const { find } = await examine('right', settings)
    expect(find('What comes back')).toEqual([words])
  })

  it('warns of a provider whose events may not count', async () => {
    const { find } = await examine('right', { ...BOUNCES, MAIL_PROVIDER: 'ses' })
    expect(find('What comes back')).toEqual([
      'ok: by mail to bounces@lunchpail.test, if it is piped into "lunchpail bounces ingest"; not tried here',
      'warn: MAIL_PROVIDER is ses and SES_TOPICS is not set: bounces and complaints that ses reports by webhook do not count',
    ])
  })

  it('reports a refused sign-in, a newer program’s tables and an unreadable record', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-12-31-of-tomorrow', '9999')`.execute(
      database.db,
    )
    writeFileSync(path.join(folder, 'sent-editions.json'), 'x')
    const { exitCode, find } = await examine('wrong')
    expect(exitCode).toBe(1)
    expect(find('Mail server')[0]).toMatch(/^fail: .*Invalid login.*Look at SMTP_URL$/)
    expect(find('Tables')).toEqual([
      'fail: made by a newer version of the program (9999-12-31-of-tomorrow): start that one, or restore a backup from before it',
    ])
    expect(find('Disk')[0]).toContain('What was sent cannot be read from')
  })

  it.each([
    ['the newest', -1, /^warn: 1 migration is to come: a server applies it when it starts$/],
    ['an earlier', -2, /^fail: .* belong before ones this database already has .*: start the version/],
  ])('says what becomes of %s migration that is not applied', async (_, place, words) => {
    const { rows } = await sql<{ name: string; timestamp: string }>`
      select name, timestamp from kysely_migration order by name`.execute(database.db)
    const missing = rows.at(place)
    await sql`delete from kysely_migration where name = ${missing?.name}`.execute(database.db)
    const { find } = await examine()
    await sql`insert into kysely_migration (name, timestamp) values (${missing?.name}, ${missing?.timestamp})`.execute(
      database.db,
    )
    expect(find('Tables')).toEqual([expect.stringMatching(words)])
  })

  it('refuses a name as the DNS server before it checks anything', async () => {
    expect(await runTyped(database, folder, 'doctor --dns dns.google')).toEqual({
      exitCode: 2,
      out: '',
      error: 'dns.google is not the address of a DNS server, such as 9.9.9.9 or 127.0.0.1:5353.\n',
    })
  })

  it('warns of tables that a restore put aside', async () => {
    await sql`create schema lunchpail_before_restore`.execute(database.db)
    const { find } = await examine()
    await sql`drop schema lunchpail_before_restore`.execute(database.db)
    expect(find('Tables')).toEqual([
      'ok: up to date',
      expect.stringMatching(
        /^warn: those of before a restore are kept in the schema lunchpail_before_restore, /,
      ),
    ])
  })

  it.each([
    ['10000', 'ok: 45,000 readers at 10,000 a second: 5 s; the letter has 12 h 0 min'],
    [
      '1',
      'warn: 45,000 readers at 1 a second: 12 h 30 min; the letter has 12 h 0 min. Raise SEND_PER_SECOND, as far as the mail server allows',
    ],
  ])('says whether the letter reaches everybody in time, at %s a second', async (perSecond, words) => {
    await sql`
      insert into subscriber (email, email_hash, consented_at, confirmed_at)
      select number || '@mail.example', number, lunchpail_now(), lunchpail_now()
      from generate_series(1, 45000) as number`.execute(database.db)
    const { find } = await examine('right', { SEND_PER_SECOND: perSecond })
    await database.db.deleteFrom('subscriber').execute()
    expect(find('Readers')).toEqual([words])
  })

  it('says which source was begun and not read to its end', async () => {
    await startRun(database.db, { source: 'insiders', asOf: '2026-11-20' })
    const { find } = await examine()
    await database.db.deleteFrom('collect_run').execute()
    expect(find(insiderSource.name)).toEqual([
      'warn: begun 0 hours ago and not done yet: it is being read now, or that was broken off (the log says why)',
    ])
  })

  it('creates no embedded database and no DATA_DIR if there are none', async () => {
    const place = path.join(folder, 'data')
    const { find } = await examine('right', { DATABASE_URL: '', DATA_DIR: place })
    expect(find('Disk')[0]).toMatch(/^ok: .*data is not there yet and can be made, /)
    expect(find('Database')).toEqual([
      expect.stringMatching(/^warn: embedded, not made yet: a server makes it when it starts\. /),
    ])
    expect(existsSync(place)).toBe(false)
  })

  it('still checks the rest if the database does not answer', async () => {
    let out = ''
    const exitCode = await runCommand(
      { words: ['doctor'], folder },
      {
        config: createTestConfig({ DATA_DIR: folder, DATABASE_URL: 'postgres://u:p@db.test/pail' }),
        deps: () => Promise.reject(new Error('not needed')),
        openDatabase: () =>
          Promise.reject(
            new DatabaseUnavailableError('postgres://me:secret@db.test:5432/pail', {
              code: 'ECONNREFUSED',
            }),
          ),
        output: { write: (text) => void (out += text), writeError: (text) => void (out += text) },
      },
    )
    expect(exitCode).toBe(1)
    expect(out).toContain(
      'fail  Database: The database cannot be used, Postgres at db.test:5432, database "pail": nothing listens there. Start it or look at DATABASE_URL, then try again\n',
    )
    expect(out).toContain('warn  Mail server: SMTP_URL is not set')
    expect(out).not.toContain('secret')
  })
})
