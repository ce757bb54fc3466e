import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { createTestDeps } from '../../testing/app-fixture.ts'
import { resetTables, setDatabaseClock } from '../../testing/edition-fixtures.ts'
import { startSmtpTestServer, type SmtpTestServer } from '../../testing/smtp-test-server.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { complaint, outOfOffice, postfixBounce, unsubscribeMail } from './testing/incoming-messages.ts'

const ADA = 'ada@mail.example'
const BOB = 'bob@mail.example'
const SETTINGS = { BOUNCE_ADDRESS: 'bounces@pail.test', UNSUBSCRIBE_MAILBOX: 'leave@pail.test' }

let database: TestDatabase
let smtp: SmtpTestServer
let opened: ReturnType<typeof createTestDeps>['deps'][] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.deleteFrom('notice').execute()
  await resetTables(database.db)
  await setDatabaseClock(database.db, '2026-11-20T12:00:00Z')
  smtp = await startSmtpTestServer()
})
afterEach(async () => {
  await Promise.all(opened.map(({ mailer }) => mailer.close()))
  opened = []
  await smtp.close()
})

function open(settings: Readonly<Record<string, string>>) {
  const { deps } = createTestDeps(database, { SMTP_URL: smtp.url, ...SETTINGS, ...settings })
  opened.push(deps)
  return {
    subscribers: deps.subscribers,
    ingest: (text: string) => deps.bounces.ingest(Buffer.from(text, 'latin1')),
  }
}

/** @returns single mail number `count`, as the mail server got it */
async function waitForMail(count = 1) {
  await vi.waitFor(() => expect(smtp.received).toHaveLength(count))
  const { envelopeFrom, raw } = smtp.received[count - 1]!
  const header = raw.replace(/\r\n[ \t]/g, ' ')
  return {
    verp: envelopeFrom,
    leave: /^List-Unsubscribe: .*mailto:([^?>]+)/m.exec(header)?.[1] ?? '',
    link: /confirm\?token=([\w.-]+)/.exec(raw.replace(/=\r\n/g, '').replaceAll('=3D', '='))?.[1] ?? '',
  }
}

const reasons = async () =>
  (await database.db.selectFrom('suppression').select('reason').execute()).map(({ reason }) => reason)

/** A welcomed subscriber, and another who stays. */
async function welcome() {
  const site = open({ WELCOME_MAIL: 'true' })
  await site.subscribers.add(BOB)
  await site.subscribers.subscribe(ADA)
  return { ...site, mail: await waitForMail() }
}

describe('a welcome mail', () => {
  it('has its own addresses for bounces and for unsubscribing', async () => {
    const { mail } = await welcome()
    expect(mail.verp).toMatch(/^bounces\+[0-9a-z-]{20,44}@pail\.test$/)
    expect(mail.leave).toMatch(/^leave\+[0-9a-z-]{20,44}@pail\.test$/)
  })

  it('uses the sender and the contact if neither is set', async () => {
    const site = open({ WELCOME_MAIL: 'true', BOUNCE_ADDRESS: '', UNSUBSCRIBE_MAILBOX: '' })
    await site.subscribers.subscribe(ADA)
    expect(await waitForMail()).toMatchObject({
      verp: 'monday@lunchpail.test',
      leave: 'hello@lunchpail.test',
    })
  })

  it('that bounces permanently ends only the mail to its address; a second report changes nothing', async () => {
    const { mail, subscribers, ingest } = await welcome()
    const about = { kind: 'permanent', status: '5.1.1' }
    expect(await ingest(postfixBounce(mail.verp))).toEqual({ ...about, outcome: 'suppressed' })
    expect(await ingest(postfixBounce(mail.verp))).toEqual({ ...about, outcome: 'already' })
    expect(await reasons()).toEqual(['bounced'])
    expect(await subscribers.count()).toBe(1)
  })

  it.each(['5.2.2', '5.7.1'])('that comes back with %s suppresses nobody', async (status) => {
    const { mail, subscribers, ingest } = await welcome()
    expect(await ingest(postfixBounce(mail.verp, { status }))).toMatchObject({ outcome: 'nothing' })
    expect(await reasons()).toEqual([])
    expect(await subscribers.count()).toBe(2)
  })

  it('that is called spam ends all mail', async () => {
    const { mail, subscribers, ingest } = await welcome()
    expect(await ingest(complaint({ returnPath: mail.verp }))).toMatchObject({ outcome: 'suppressed' })
    expect(await ingest(complaint({ unsubscribe: mail.leave }))).toMatchObject({ outcome: 'already' })
    expect(await reasons()).toEqual(['complained'])
    expect(await subscribers.count()).toBe(1)
  })

  it('can be unsubscribed from by mail', async () => {
    const { mail, subscribers, ingest } = await welcome()
    expect(await ingest(outOfOffice(mail.leave))).toMatchObject({ outcome: 'nothing' })
    expect(await ingest(unsubscribeMail(mail.verp))).toMatchObject({ outcome: 'nothing' })
    expect(await subscribers.count()).toBe(2)
    const request = unsubscribeMail(mail.leave)
    expect(await ingest(request)).toEqual({ kind: 'unsubscribe', outcome: 'unsubscribed' })
    expect(await ingest(request)).toEqual({ kind: 'unsubscribe', outcome: 'already' })
    expect(await reasons()).toEqual(['unsubscribed'])
    expect(await subscribers.count()).toBe(1)
  })

  it('does not affect a consent given after it', async () => {
    const { mail, subscribers, ingest } = await welcome()
    await ingest(unsubscribeMail(mail.leave))
    await setDatabaseClock(database.db, '2026-11-24T12:00:00Z')
    await subscribers.subscribe(ADA)
    for (const message of [
      postfixBounce(mail.verp),
      complaint({ returnPath: mail.verp }),
      unsubscribeMail(mail.leave),
    ]) {
      expect(await ingest(message)).toMatchObject({ outcome: 'nothing' })
    }
    expect(await subscribers.count()).toBe(2)
    const later = unsubscribeMail(mail.leave, { date: 'Wed, 25 Nov 2026 08:00:00 +0000' })
    expect(await ingest(later)).toMatchObject({ outcome: 'unsubscribed' })
    expect(await subscribers.count()).toBe(1)
  })

  it('does not affect a subscriber who was erased', async () => {
    const { mail, subscribers, ingest } = await welcome()
    await subscribers.erase(ADA)
    expect(await ingest(postfixBounce(mail.verp))).toMatchObject({ outcome: 'nothing' })
    expect(await ingest(unsubscribeMail(mail.leave))).toMatchObject({ outcome: 'already' })
    expect(await reasons()).toEqual(['erased'])
  })
})

describe('a confirmation mail that bounces permanently', () => {
  it('forgets the address', async () => {
    const { subscribers, ingest } = open({ SUBSCRIBE_CONFIRM: 'true' })
    await subscribers.subscribe(ADA)
    const mail = await waitForMail()
    expect(await ingest(postfixBounce(mail.verp))).toMatchObject({ outcome: 'suppressed' })
    expect(await database.db.selectFrom('subscriber').select('email').execute()).toEqual([{ email: null }])
    expect(await subscribers.confirm(mail.link)).toBe('invalid-token')
  })
})

describe('a notice of unsubscription that bounces permanently', () => {
  it('records that the address does not exist', async () => {
    const { subscribers, ingest } = open({})
    await subscribers.subscribe(ADA)
    await subscribers.unsubscribeByAddress(ADA)
    const mail = await waitForMail()
    expect(await ingest(postfixBounce(mail.verp))).toMatchObject({ outcome: 'suppressed' })
    expect(await reasons()).toEqual(['bounced'])
  })
})
