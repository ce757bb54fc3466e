import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { openDatabase, type OpenedDatabase } from '../db/open-database.ts'
import type { Mailer } from '../sending/mail/index.ts'
import { deliverEdition } from '../sending/deliveries/deliver-edition.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import { createSigner } from '../sending/tokens.ts'
import { anEdition, deliveryDeps } from '../testing/edition-fixtures.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createFixture, keys } from './testing/subscriber-fixtures.ts'
import { createSubscriberSite } from './testing/mount-routes.ts'

const MONDAY = '2026-11-23'
const signer = createSigner(keys.secretKey)

let database: TestDatabase
/** The site's own connections; a statement that waits for a lock there fails. */
let impatient: OpenedDatabase

// The embedded database's only connection is busy meanwhile.
describe.runIf(process.env['LUNCHPAIL_TEST_POSTGRES'])(
  "while an edition's recipients are being written down",
  () => {
    beforeEach(async () => {
      database = await createTestDatabase()
      impatient = await open(`${database.url!}?options=${encodeURIComponent('-c lock_timeout=3s')}`)
      await storeEdition(database.db, anEdition())
      // After all rows, and after the foreign keys have taken their locks.
      await sql`
        create function wait_for_test() returns trigger language plpgsql
        as 'begin perform pg_advisory_xact_lock_shared(1); return null; end'`.execute(database.db)
      await sql`
        create trigger wait_for_test after insert on delivery
        for each statement execute function wait_for_test()`.execute(database.db)
    })
    afterEach(async () => {
      await impatient.close()
      await database.close()
    })

    it('sign-ups and unsubscriptions are served at once, and the edition later skips those who left', async () => {
      const { http, subscribers } = createSubscriberSite(impatient.db)
      const signUp = async (name: string) =>
        (await http.post('/api/subscribe').send({ email: addressOf(name) })).status
      const signOff = async (name: string) =>
        (await http.delete('/api/unsubscribe').send({ email: addressOf(name) })).status
      for (const name of ['stays', 'leaves', 'one-click', 'comes-back', 'left-before']) await signUp(name)
      await signOff('left-before')
      const token = signer.signUnsubscribe(await idOf('one-click'))
      await whileFreezing(async () => {
        expect(await signUp('new')).toBe(200)
        expect(await signUp('stays')).toBe(200)
        expect(await signUp('left-before')).toBe(200)
        expect(await signOff('unknown')).toBe(200)
        expect(await signOff('leaves')).toBe(200)
        expect(await signOff('comes-back')).toBe(200)
        expect(await signUp('comes-back')).toBe(200)
        const oneClick = await http
          .post(`/api/unsubscribe/one-click?token=${token}`)
          .type('form')
          .send({ 'List-Unsubscribe': 'One-Click' })
        expect(oneClick.status).toBe(200)
        await subscribers.add(addressOf('stays'))
        expect(await subscribers.count()).toBe(4)
      })
      expect(await deliver()).toMatchObject({
        counts: { submitted: 2, skipped: 2 },
        sentTo: ['comes-back@mail.example', 'stays@mail.example'],
      })
    })

    it('a recipient is erased only afterwards, and can unsubscribe until then', async () => {
      const { http, subscribers } = createSubscriberSite(impatient.db)
      for (const name of ['stays', 'erased']) await subscribers.subscribe(addressOf(name))
      let erasing: Promise<unknown> | undefined
      await whileFreezing(async () => {
        erasing = createFixture(database.db).subscribers.erase(addressOf('erased'))
        await untilSomebodyWaitsFor('transactionid')
        const answer = await http.delete('/api/unsubscribe').send({ email: addressOf('erased') })
        expect(answer.status).toBe(200)
      })
      expect(await erasing).toMatchObject({ hadSubscriber: true, deliveries: 0, openDeliveries: 1 })
      expect(await deliver()).toMatchObject({
        counts: { submitted: 1, skipped: 1 },
        sentTo: ['stays@mail.example'],
      })
    })
  },
)

/** Runs `work` while the edition's transaction has written all recipients and is not committed. */
async function whileFreezing(work: () => Promise<void>): Promise<void> {
  const other = await open(database.url!)
  let freezing: Promise<void> | undefined
  try {
    await other.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(trx)
      freezing = freezeEdition(database.db, MONDAY, { by: 'hand' })
      await untilSomebodyWaitsFor('advisory')
      await work()
    })
  } finally {
    await other.close()
    await freezing
  }
}

async function untilSomebodyWaitsFor(lock: 'advisory' | 'transactionid'): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select from pg_locks join pg_stat_activity using (pid)
      where not granted and locktype = ${lock} and datname = current_database()`.execute(database.db)
    expect(rows).toHaveLength(1)
  })
}

/** Sends the edition, and returns how it ended and who got it. */
async function deliver() {
  const sentTo: string[] = []
  const mailer: Mailer = {
    async submit({ to }) {
      sentTo.push(to)
      return { status: 'submitted', reply: '250 ok' }
    },
    close: () => Promise.resolve(),
  }
  const { counts } = await deliverEdition(deliveryDeps(database.db, { mailer }), MONDAY, {
    signal: new AbortController().signal,
  })
  return { counts, sentTo: sentTo.sort() }
}

async function idOf(name: string): Promise<string> {
  const row = await database.db
    .selectFrom('subscriber')
    .select('id')
    .where('email', '=', addressOf(name))
    .executeTakeFirstOrThrow()
  return row.id
}

const addressOf = (name: string) => `${name}@mail.example`

function open(url: string): Promise<OpenedDatabase> {
  return openDatabase({ url }, (error) => {
    throw error
  })
}
