import { sql } from 'kysely'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { storeEdition } from '../editions/editions.ts'
import { createSigner, listTokens } from '../tokens.ts'
import { createTestDeps } from '../../testing/app-fixture.ts'
import { addSubscribers, anEdition, resetTables, setDatabaseClock } from '../../testing/edition-fixtures.ts'
import { startSmtpTestServer, type SmtpTestServer } from '../../testing/smtp-test-server.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import {
  complaint,
  eximBounce,
  exchangeBounce,
  gmailBounce,
  outOfOffice,
  postfixBounce,
  unsubscribeMail,
} from './testing/incoming-messages.ts'

const NEVER = new AbortController().signal
const READER = 'reader1@mail.example'
const MONDAYS = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14'] as const

let database: TestDatabase
let smtp: SmtpTestServer
let site: ReturnType<typeof createTestDeps>['deps']
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.deleteFrom('notice').execute()
  await resetTables(database.db)
  smtp = await startSmtpTestServer()
  site = createTestDeps(database, { SMTP_URL: smtp.url, BOUNCE_ADDRESS: 'bounces@pail.test' }).deps
})
afterEach(async () => {
  await site.mailer.close()
  await smtp.close()
})

/** Sends the editions of these Mondays, each on its day.
 *  @returns the one reader's letters, as the mail server got them */
async function send(mondays: readonly string[]) {
  for (const slotDate of mondays) {
    await setDatabaseClock(database.db, `${slotDate}T14:00:00Z`)
    await storeEdition(database.db, anEdition({ slotDate }))
    await site.newsletter.sendByHand(slotDate, NEVER)
  }
  return smtp.received
    .filter(({ to }) => to === READER)
    .map(({ envelopeFrom, raw }) => ({
      verp: envelopeFrom,
      leave: /mailto:([^?>]+)/.exec(raw.replace(/\r\n[ \t]/g, ' '))?.[1] ?? '',
    }))
}

const subscribe = async (...emails: string[]) => {
  await setDatabaseClock(database.db, '2026-11-20T12:00:00Z')
  await addSubscribers(database.db, emails.length === 0 ? [READER] : emails)
}
const ingest = (text: string) => site.bounces.ingest(Buffer.from(text, 'latin1'))
const subscribedCount = () => site.subscribers.count()
const reasons = async () =>
  (await database.db.selectFrom('suppression').select('reason').execute()).map(({ reason }) => reason)
const notes = () =>
  database.db.selectFrom('bounce').select(['edition_id', 'subscriber_id', 'kind', 'status']).execute()

describe('the envelope', () => {
  it('has a sender of its own for each delivery, given to the SMTP server', async () => {
    await subscribe(READER, 'reader2@mail.example')
    await send(['2026-11-23'])
    const senders = smtp.received.map(({ envelopeFrom }) => envelopeFrom)
    expect(new Set(senders).size).toBe(2)
    for (const sender of senders) expect(sender).toMatch(/^bounces\+[0-9a-z-]{20,44}@pail\.test$/)
    const signer = createSigner('s'.repeat(40))
    const ids = senders.map((sender) =>
      signer.verifyMail('bounce', sender.slice('bounces+'.length, sender.indexOf('@'))),
    )
    expect(new Set(ids.map((id) => id?.subscriberId))).toEqual(new Set(['1', '2']))
    expect(smtp.received[0]?.raw).toMatch(/^From: Lunchpail <monday@lunchpail\.test>/m)
  })

  it('has the From address if no bounce address is set', async () => {
    const plain = createTestDeps(database, { SMTP_URL: smtp.url }).deps
    await subscribe()
    await storeEdition(database.db, anEdition())
    await plain.newsletter.sendByHand('2026-11-23', NEVER)
    await plain.mailer.close()
    expect(smtp.received.map(({ envelopeFrom }) => envelopeFrom)).toEqual(['monday@lunchpail.test'])
    expect(smtp.received[0]?.raw).toContain('<mailto:hello@lunchpail.test?subject=unsubscribe>')
  })
})

describe('an address that does not exist', () => {
  it.each([
    ['Postfix', postfixBounce, '5.1.1'],
    ['Exim', eximBounce, '5.1.1'],
    ['Exchange', exchangeBounce, '5.1.10'],
    ['Gmail', gmailBounce, '5.1.1'],
  ])(
    'gets no more mail after one report from %s; a second changes nothing',
    async (_server, report, status) => {
      await subscribe(READER, 'reader2@mail.example')
      const [letter] = await send(['2026-11-23'])
      const about = { kind: 'permanent', status, edition: '2026-11-23' }
      expect(await ingest(report(letter!.verp))).toEqual({ ...about, outcome: 'suppressed' })
      expect(await ingest(report(letter!.verp))).toEqual({ ...about, outcome: 'already' })
      expect(await reasons()).toEqual(['bounced'])
      expect(await subscribedCount()).toBe(1)
      expect(await notes()).toEqual([{ edition_id: '1', subscriber_id: '1', kind: 'permanent', status }])
    },
  )

  it('stays subscribed if its owner consented again after that letter', async () => {
    await subscribe()
    const [letter] = await send(['2026-11-23'])
    await database.db
      .updateTable('subscriber')
      .set({ recorded_at: sql<Date>`timestamptz '2026-11-24T00:00:00Z'` })
      .execute()
    expect(await ingest(postfixBounce(letter!.verp))).toMatchObject({ outcome: 'noted' })
    expect(await subscribedCount()).toBe(1)
  })
})

describe('a mailbox that is full', () => {
  const full = (verp: string) => ingest(postfixBounce(verp, { status: '5.2.2' }))

  it('gets no more mail after three editions in a row', async () => {
    await subscribe()
    const outcomes = []
    for (const monday of MONDAYS.slice(0, 3)) {
      const letters = await send([monday])
      outcomes.push((await full(letters.at(-1)!.verp)).outcome, (await full(letters.at(-1)!.verp)).outcome)
    }
    expect(outcomes).toEqual(['noted', 'already', 'noted', 'already', 'suppressed', 'already'])
    expect(await reasons()).toEqual(['bounced'])
  })

  it('still gets mail if an edition in between arrived', async () => {
    await subscribe()
    const letters = await send(MONDAYS)
    for (const index of [0, 1, 3])
      expect(await full(letters[index]!.verp)).toMatchObject({ outcome: 'noted' })
    expect(await subscribedCount()).toBe(1)
  })

  it('still gets mail if a later edition has not come back', async () => {
    await subscribe()
    const letters = await send(MONDAYS)
    for (const index of [0, 1, 2])
      expect(await full(letters[index]!.verp)).toMatchObject({ outcome: 'noted' })
    expect(await full(letters[3]!.verp)).toMatchObject({ outcome: 'suppressed' })
  })

  it('is judged the same whatever the order of the reports', async () => {
    await subscribe()
    const letters = await send(MONDAYS.slice(0, 3))
    const results = await Promise.all(letters.map(({ verp }) => full(verp)))
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['noted', 'noted', 'suppressed'])
    expect(await subscribedCount()).toBe(0)
  })

  it('is not inferred from policy refusals or delays, however many', async () => {
    await subscribe()
    const letters = await send(MONDAYS)
    for (const { verp } of letters) {
      expect(await ingest(postfixBounce(verp, { status: '5.7.1' }))).toMatchObject({
        kind: 'policy',
        outcome: 'noted',
      })
      const late = postfixBounce(verp, { status: '4.4.1', action: 'delayed' })
      expect(await ingest(late)).toMatchObject({ kind: 'delayed', outcome: 'nothing' })
    }
    expect(await subscribedCount()).toBe(1)
    expect((await notes()).map(({ kind }) => kind)).toEqual(['policy', 'policy', 'policy', 'policy'])
  })
})

describe('a complaint', () => {
  it('ends all mail at once, by any token of the letter; a second changes nothing', async () => {
    await subscribe()
    const [letter] = await send(['2026-11-23'])
    const about = { kind: 'complaint', edition: '2026-11-23' }
    expect(await ingest(complaint({ returnPath: letter!.verp }))).toEqual({ ...about, outcome: 'suppressed' })
    expect(await ingest(complaint({ unsubscribe: letter!.leave }))).toEqual({ ...about, outcome: 'already' })
    expect(await reasons()).toEqual(['complained'])
    expect(await subscribedCount()).toBe(0)
  })

  it('counts without a record of the delivery, as after a restored backup, by mail or as a provider’s event', async () => {
    await subscribe(READER, 'reader2@mail.example')
    await send(['2026-11-23'])
    const senders = smtp.received.map(({ envelopeFrom }) => envelopeFrom)
    await database.db.deleteFrom('delivery').execute()
    await database.db.deleteFrom('edition').execute()
    expect(await ingest(postfixBounce(senders[0]!))).toMatchObject({ outcome: 'nothing' })
    const about = { kind: 'complaint' }
    const byMail = complaint({ returnPath: senders[0]! })
    expect(await ingest(byMail)).toEqual({ ...about, outcome: 'suppressed' })
    expect(await ingest(byMail)).toEqual({ ...about, outcome: 'already' })
    const event = { form: 'complaint' as const, tokens: listTokens([senders[1]!]) }
    expect(await site.bounces.ingestEvent(event)).toEqual({ ...about, outcome: 'suppressed' })
    expect(await site.bounces.ingestEvent(event)).toEqual({ ...about, outcome: 'already' })
    expect(await reasons()).toEqual(['complained', 'complained'])
    expect(await subscribedCount()).toBe(0)
  })

  it('without a token ends nobody’s mail', async () => {
    await subscribe()
    await send(['2026-11-23'])
    expect(await ingest(complaint({ returnPath: 'bounces+redacted@pail.test' }))).toMatchObject({
      outcome: 'nothing',
    })
    expect(await subscribedCount()).toBe(1)
  })
})

describe('a mail that asks to unsubscribe', () => {
  it('unsubscribes; a second one changes nothing', async () => {
    await subscribe(READER, 'reader2@mail.example')
    const [letter] = await send(['2026-11-23'])
    expect(letter!.leave).toMatch(/^bounces\+[0-9a-z-]+@pail\.test$/)
    const mail = unsubscribeMail(letter!.leave)
    expect(await ingest(mail)).toEqual({
      kind: 'unsubscribe',
      outcome: 'unsubscribed',
      edition: '2026-11-23',
    })
    expect(await ingest(mail)).toEqual({ kind: 'unsubscribe', outcome: 'already' })
    expect(await reasons()).toEqual(['unsubscribed'])
    expect(await subscribedCount()).toBe(1)
  })

  it('ends a consent given before it, not one given after it', async () => {
    await subscribe()
    const [letter] = await send(['2026-11-23'])
    await database.db
      .updateTable('subscriber')
      .set({ recorded_at: sql<Date>`timestamptz '2026-11-24T00:00:00Z'` })
      .execute()
    expect(await ingest(unsubscribeMail(letter!.leave))).toMatchObject({ outcome: 'nothing' })
    expect(await subscribedCount()).toBe(1)
    const later = unsubscribeMail(letter!.leave, { date: 'Wed, 25 Nov 2026 08:00:00 +0000' })
    expect(await ingest(later)).toMatchObject({ outcome: 'unsubscribed' })
    expect(await subscribedCount()).toBe(0)
  })

  it('is not mail to the return address, nor an out-of-office reply', async () => {
    await subscribe()
    const [letter] = await send(['2026-11-23'])
    expect(await ingest(unsubscribeMail(letter!.verp))).toMatchObject({ kind: 'mail', outcome: 'nothing' })
    expect(await ingest(outOfOffice(letter!.verp))).toMatchObject({ kind: 'auto-reply', outcome: 'nothing' })
    expect(await ingest(outOfOffice(letter!.leave))).toMatchObject({ kind: 'auto-reply', outcome: 'nothing' })
    expect(await subscribedCount()).toBe(1)
  })

  it('is not a bounce sent to its address', async () => {
    await subscribe()
    const [letter] = await send(['2026-11-23'])
    expect(await ingest(postfixBounce(letter!.leave))).toMatchObject({
      kind: 'permanent',
      outcome: 'nothing',
    })
    expect(await subscribedCount()).toBe(1)
  })
})

describe('a forged token', () => {
  it('counts for nothing', async () => {
    await subscribe(READER, 'reader2@mail.example')
    const [letter] = await send(['2026-11-23'])
    const forgedSignature = fc.stringMatching(/^[0-9a-v]{16}$/).map((text) => `1-2-${text}`)
    const otherReader = fc.constant(
      letter!.verp.replace('+1-1-', '+1-2-').slice('bounces+'.length, -'@pail.test'.length),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(forgedSignature, otherReader),
        fc.constantFrom(
          (to: string) => postfixBounce(to),
          (to: string) => complaint({ returnPath: to }),
          (to: string) => unsubscribeMail(to),
        ),
        async (token, report) => {
          expect(await ingest(report(`bounces+${token}@pail.test`))).toMatchObject({ outcome: 'nothing' })
        },
      ),
    )
    expect(await subscribedCount()).toBe(2)
    expect(await notes()).toEqual([])
  })

  it('includes those of a removed key, but not those of one kept as an old key', async () => {
    await subscribe()
    const [letter] = await send(['2026-11-23'])
    const settings = { SECRET_KEY: 'n'.repeat(40) }
    const replaced = createTestDeps(database, settings).deps
    const rotated = createTestDeps(database, { ...settings, SECRET_KEY_OLD: 's'.repeat(40) }).deps
    const report = Buffer.from(postfixBounce(letter!.verp))
    expect(await replaced.bounces.ingest(report)).toMatchObject({ outcome: 'nothing' })
    expect(await rotated.bounces.ingest(report)).toMatchObject({ outcome: 'suppressed' })
    const link = createSigner('s'.repeat(40)).signUnsubscribe('1')
    expect(await replaced.subscribers.unsubscribeByToken(link)).toBe('invalid-token')
    expect(await rotated.subscribers.unsubscribeByToken(link)).toBe('unsubscribed')
  })
})

describe('what is kept', () => {
  it('is deleted with the delivery; later bounces of it are ignored', async () => {
    await subscribe()
    const [letter] = await send(['2026-11-23'])
    await ingest(postfixBounce(letter!.verp, { status: '5.2.2' }))
    expect(await notes()).toHaveLength(1)
    await database.db.deleteFrom('delivery').execute()
    expect(await notes()).toEqual([])
    expect(await ingest(postfixBounce(letter!.verp))).toMatchObject({ outcome: 'nothing' })
    expect(await subscribedCount()).toBe(1)
  })

  it('is deleted when the subscriber is erased', async () => {
    await setDatabaseClock(database.db, '2026-11-20T12:00:00Z')
    await site.subscribers.add(READER)
    const [letter] = await send(['2026-11-23'])
    await ingest(postfixBounce(letter!.verp, { status: '5.2.2' }))
    expect(await notes()).toHaveLength(1)
    await site.subscribers.erase(READER)
    expect(await notes()).toEqual([])
    expect(await ingest(postfixBounce(letter!.verp))).toMatchObject({ outcome: 'nothing' })
    expect(await reasons()).toEqual(['erased'])
  })
})
