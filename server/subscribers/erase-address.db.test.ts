import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { deliverEdition } from '../sending/deliveries/deliver-edition.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import { anEdition, deliveryDeps } from '../testing/edition-fixtures.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { age, clear, createFixture, dump } from './testing/subscriber-fixtures.ts'

const ADA = 'ada@mail.example'
const SLOT = '2026-11-23'

const database = setUpDatabase(clear)

/** Records a bounce of a letter to Ada. */
async function addBounce() {
  await sql`insert into bounce (edition_id, subscriber_id, kind, status, received_at)
    select edition_id, subscriber_id, 'transient', '4.2.2', lunchpail_now()
    from delivery join subscriber on subscriber.id = subscriber_id where email = ${ADA}`.execute(database.db)
}
const countBounces = async () => (await database.db.selectFrom('bounce').select('kind').execute()).length

/** Freezes an edition for Ada and Bob. */
async function freezeForTwo() {
  const fixture = createFixture(database.db)
  await fixture.subscribers.subscribe(ADA)
  await fixture.subscribers.subscribe('bob@mail.example')
  await storeEdition(database.db, anEdition({ slotDate: SLOT }))
  await freezeEdition(database.db, SLOT, { by: 'hand' })
  return fixture
}

async function deliver() {
  const sentTo: string[] = []
  const mailer = {
    submit: (mail: { to: string }) => {
      sentTo.push(mail.to)
      return Promise.resolve({ status: 'submitted', reply: '250 taken for Ada' } as const)
    },
    close: () => Promise.resolve(),
  }
  const { signal } = new AbortController()
  const { state, counts } = await deliverEdition(deliveryDeps(database.db, { mailer }), SLOT, { signal })
  return { state, counts, sentTo }
}

async function countRows(): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::integer from subscriber) as subscriber,
      (select count(*)::integer from delivery) as delivery,
      (select count(*)::integer from notice) as notice,
      (select expected_count from edition) as expected`.execute(database.db)
  return rows[0] ?? {}
}
async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
const listSuppressed = () => database.db.selectFrom('suppression').select('reason').execute()

describe('erasing an address', () => {
  it('keeps only the hash and its reason of a reader whose editions are over', async () => {
    const { subscribers, sendNotices } = await freezeForTwo()
    await deliver()
    await addBounce()
    await subscribers.unsubscribeByAddress(ADA)
    await sendNotices()
    await subscribers.subscribe(ADA)
    expect(await countRows()).toEqual({ subscriber: 2, delivery: 2, notice: 1, expected: 2 })
    expect(await subscribers.erase(ADA)).toEqual({
      hadSubscriber: true,
      notices: 1,
      deliveries: 1,
      openDeliveries: 0,
      wasErased: false,
    })
    expect(await countRows()).toEqual({ subscriber: 1, delivery: 1, notice: 0, expected: 1 })
    expect(await listSuppressed()).toEqual([{ reason: 'erased' }])
    expect(await countBounces()).toBe(0)
    expect(await dump(database.db)).not.toContain('ada@')
  })

  it('is idempotent', async () => {
    const { subscribers } = await freezeForTwo()
    await deliver()
    await subscribers.erase(ADA)
    const before = await dump(database.db)
    expect(await subscribers.erase(ADA)).toEqual({
      hadSubscriber: false,
      notices: 0,
      deliveries: 0,
      openDeliveries: 0,
      wasErased: true,
    })
    expect(await dump(database.db)).toBe(before)
  })

  it('keeps mail from an address that was never known', async () => {
    const { subscribers } = createFixture(database.db)
    expect(await subscribers.erase(ADA)).toMatchObject({ hadSubscriber: false, wasErased: false })
    expect(await listSuppressed()).toEqual([{ reason: 'erased' }])
  })

  it('during a send mails nothing more and keeps an anonymous row until it is over', async () => {
    const { subscribers } = await freezeForTwo()
    await addBounce()
    expect(await subscribers.erase(ADA)).toMatchObject({ deliveries: 0, openDeliveries: 1 })
    expect(await countBounces()).toBe(0)
    expect(await dump(database.db)).not.toContain('ada@')
    expect(await subscribers.forgetExpired()).toMatchObject({ erased: 0 })
    const { state, counts, sentTo } = await deliver()
    expect({ state, sentTo }).toEqual({ state: 'finished', sentTo: ['bob@mail.example'] })
    expect(counts).toMatchObject({ submitted: 1, skipped: 1 })
    expect(await subscribers.forgetExpired()).toMatchObject({ erased: 1 })
    expect(await countRows()).toEqual({ subscriber: 1, delivery: 1, notice: 0, expected: 1 })
  })

  it('lets the outcome of a delivery in progress be written and forgets it afterwards', async () => {
    const { subscribers } = await freezeForTwo()
    const fixture = deliveryDeps(database.db, {
      mailer: {
        async submit({ to }) {
          if (to === ADA) await subscribers.erase(ADA)
          return { status: 'submitted', reply: '250 ok' }
        },
        close: () => Promise.resolve(),
      },
    })
    const { signal } = new AbortController()
    const { state, counts } = await deliverEdition(fixture, SLOT, { signal })
    expect([state, counts.submitted]).toEqual(['finished', 2])
    expect(await subscribers.forgetExpired()).toMatchObject({ erased: 1 })
    expect(await countRows()).toEqual({ subscriber: 1, delivery: 1, notice: 0, expected: 1 })
  })

  it('is rolled back completely if its last step fails', async () => {
    const { subscribers } = await freezeForTwo()
    await deliver()
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$`.execute(database.db)
    await sql`create trigger refuse before delete on subscriber execute function refuse()`.execute(
      database.db,
    )
    try {
      await expect(subscribers.erase(ADA)).rejects.toThrow('the disk is full')
      expect(await countRows()).toEqual({ subscriber: 2, delivery: 2, notice: 0, expected: 2 })
      expect(await listSuppressed()).toEqual([])
    } finally {
      await sql`drop function refuse cascade`.execute(database.db)
    }
  })
})

describe('what is stored about an address', () => {
  it('is exported completely, without anything about others', async () => {
    const { subscribers } = await freezeForTwo()
    await deliver()
    await addBounce()
    await subscribers.unsubscribeByAddress(ADA)
    const about = await subscribers.readEverythingAbout(ADA)
    expect(about).toMatchObject({
      subscriber: { email: null, withdrawnAt: expect.any(Date) },
      doNotMail: { reason: 'unsubscribed' },
      notices: [{ kind: 'unsubscribed', state: 'queued', email: ADA }],
      deliveries: [{ edition: SLOT, state: 'submitted', attempts: 1, reply: '250 taken for Ada' }],
      bounces: [{ edition: SLOT, kind: 'transient', status: '4.2.2' }],
    })
    expect(JSON.stringify(about)).not.toContain('bob')
    expect(await subscribers.readEverythingAbout('eve@mail.example')).toEqual({
      subscriber: null,
      doNotMail: null,
      notices: [],
      deliveries: [],
      bounces: [],
    })
  })

  it('is in no other table, so that a new one cannot be forgotten in export and erasure', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct table_name::text as name from information_schema.columns
      where table_schema = current_schema() and column_name in ('email', 'email_hash', 'address', 'subscriber_id')
      order by name`.execute(database.db)
    expect(rows.map(({ name }) => name)).toEqual([
      'bounce',
      'delivery',
      // Of operators, until a sign-in ends.
      'desk_link',
      'desk_session',
      'notice',
      'subscriber',
      'suppression',
    ])
  })
})

describe('forgetExpired', () => {
  it('counts what had expired', async () => {
    const { subscribers, sendNotices } = createFixture(database.db, { subscribeConfirm: true })
    await subscribers.subscribe(ADA)
    await sendNotices()
    expect(await subscribers.forgetExpired()).toEqual({ unconfirmed: 0, notices: 0, erased: 0 })
    await age(database.db, '31 days')
    expect(await subscribers.forgetExpired()).toEqual({ unconfirmed: 1, notices: 1, erased: 0 })
    expect(await subscribers.forgetExpired()).toEqual({ unconfirmed: 0, notices: 0, erased: 0 })
  })
})

describe('listing', () => {
  it('continues after an id and distinguishes active from unconfirmed subscribers', async () => {
    const confirmed = createFixture(database.db)
    for (const name of ['ada', 'bob', 'eve']) await confirmed.subscribers.subscribe(`${name}@mail.example`)
    await createFixture(database.db, { subscribeConfirm: true }).subscribers.subscribe('may@mail.example')
    await confirmed.subscribers.suppress('eve@mail.example', 'complained')
    await confirmed.subscribers.subscribe('eve@mail.example')
    const list = async (after: string, limit: number, only: 'active' | 'all') =>
      (await collect(confirmed.subscribers.list({ after, limit, only }))).flat()
    const all = await list('0', 10, 'all')
    expect(all.map(({ email, state }) => [email, state])).toEqual([
      [ADA, 'active'],
      ['bob@mail.example', 'active'],
      ['eve@mail.example', 'unconfirmed'],
      ['may@mail.example', 'unconfirmed'],
    ])
    expect((await list(all[0]!.id, 2, 'all')).map(({ id }) => id)).toEqual([all[1]!.id, all[2]!.id])
    expect((await list('0', 10, 'active')).map(({ email }) => email)).toEqual([ADA, 'bob@mail.example'])
  })

  it('lists everybody once over many pages', async () => {
    const { subscribers } = createFixture(database.db)
    await sql`insert into subscriber (email, email_hash, consented_at, confirmed_at)
      select n || '@mail.example', 'hash of ' || n, lunchpail_now(), lunchpail_now()
      from generate_series(1, 2500) as n`.execute(database.db)
    const range = { after: '0', limit: 2_400, only: 'active' } as const
    const pages = await collect(subscribers.list(range))
    expect(pages.map((page) => page.length)).toEqual([1_000, 1_000, 400])
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(2_400)
  })
})
