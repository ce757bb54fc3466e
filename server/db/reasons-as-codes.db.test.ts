import { promises as fs } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createLogger } from '../lib/logger.ts'
import { findLeaseHolder } from '../schedule/job-locks.ts'
import { runOnce } from '../schedule/run-once.ts'
import { isPausedForReaders } from '../sending/deliveries/record-outcomes.ts'
import { deliverEdition } from '../sending/deliveries/deliver-edition.ts'
import { findSendingProgress } from '../sending/editions/edition-status.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { retryEdition } from '../sending/editions/pause-resume-cancel.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import { describeEnd, describePause } from '../sending/sending-words.ts'
import {
  acceptInto,
  addSubscribers,
  anEdition,
  deliveryDeps,
  readers,
  setDatabaseClock,
} from '../testing/edition-fixtures.ts'
import { createEmptyTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { Database } from './database.ts'
import { migrateToLatest } from './migrate.ts'

/** The last migration of the previous version. */
const BEFORE = '2026-11-30-marked-editions-stay-finished'
const NOW = '2026-11-23T14:30:00Z'

let database: TestDatabase
let db: Database
beforeEach(async () => {
  database = await createEmptyTestDatabase()
  db = database.db
  const migrationFolder = path.join(import.meta.dirname, '../../migrations')
  const provider = new FileMigrationProvider({ fs, path, migrationFolder })
  const { error } = await new Migrator({ db, provider }).migrateTo(BEFORE)
  if (error) throw error
  await setDatabaseClock(db, NOW)
})
afterEach(() => database.close())

/** Adds an edition as the previous version stored it. */
async function addEdition(
  slotDate: string,
  {
    state,
    pauseReason = null,
    isOver = false,
  }: { state: string; pauseReason?: string | null; isOver?: boolean },
) {
  const hours = isOver ? -24 : 12
  const { rows } = await sql<{ id: string }>`
    insert into edition (slot_date, state, subject, preheader, html, text, facts, coverage, built_at, frozen_at,
      expires_at, expected_count, paused_at, pause_reason, finished_at)
    select ${slotDate}::date, ${state}, 'What insiders bought', 'Three purchases', '<p>Hello</p>', 'Hello', '[]', '[]',
      lunchpail_now(), ${slotDate}::date + interval '14 hours', lunchpail_now() + make_interval(hours => ${hours}), 0,
      case when ${state} = 'paused' then lunchpail_now() end, ${pauseReason},
      case when ${state} = 'finished' then lunchpail_now() end
    returning id`.execute(db)
  return rows[0]!.id
}

type Delivered = readonly [state: string, reply: string | null]

/** Adds deliveries for the readers 1, 2 and so on. */
async function addDeliveries(editionId: string, rows: readonly Delivered[]): Promise<void> {
  for (const [index, [state, reply]] of rows.entries()) {
    await sql`
      insert into delivery (edition_id, subscriber_id, position, updated_at, state, reply, attempts, claim, lease_until, next_at)
      values (${editionId}, ${index + 1}, ${index + 1}, lunchpail_now(), ${state}, ${reply},
        ${state === 'pending' ? 0 : 1}, ${index},
        case when ${state} in ('claimed', 'sending') then lunchpail_now() - interval '1 second' end,
        case when ${state} = 'deferred' then lunchpail_now() end)`.execute(db)
  }
  await sql`update edition set expected_count = ${rows.length} where id = ${editionId}`.execute(db)
}

/** Reads what the migration must not change. */
async function listUntouched() {
  const { rows: editions } =
    await sql`select id, state, expires_at, paused_at from edition order by id`.execute(db)
  const { rows: deliveries } = await sql`
    select edition_id, subscriber_id, state, attempts, claim, lease_until, next_at, position
    from delivery order by edition_id, subscriber_id`.execute(db)
  const { rows: notices } = await sql`
    select id, kind, state, email, email_hash, attempts, created_at, next_at from notice order by id`.execute(
    db,
  )
  return { editions, deliveries, notices }
}

/** Describes each delivery of an edition as an operator sees it, ordered by reader. */
async function listEnds(editionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('delivery')
    .select(['state', 'reason', 'reply'])
    .where('edition_id', '=', editionId)
    .orderBy('subscriber_id')
    .execute()
  return rows.map(
    ({ state, reason, reply }) =>
      `${state}: ${describeEnd({ reason: reason ?? undefined, reply: reply ?? undefined })}`,
  )
}

/** Every outcome of a delivery, with the text that the previous version stored for it. */
const ENDS: readonly Delivered[] = [
  ['pending', null],
  ['claimed', null],
  ['sending', null],
  ['submitted', '250 ok'],
  ['deferred', '450 later'],
  ['failed', '550 5.1.1 unknown'],
  ['skipped', 'No longer subscribed'],
  ['unknown', 'The sending process ended before the answer was kept'],
  ['pending', 'The edition expired first'],
  ['pending', '421 closing'],
]
const OVER: readonly Delivered[] = [
  ['submitted', '250 ok'],
  ['skipped', 'The edition expired first'],
  ['skipped', '451 4.7.1 later'],
  ['failed', 'The edition expired first'],
  ['skipped', 'No longer subscribed'],
  ['skipped', 'warm-up'],
  ['skipped', 'warm-up'],
]

/** The old text of each pause, with its code and detail. */
const PAUSES = [
  ['by-hand', 'by hand', undefined],
  ['by-hand', 'by hand: a figure: is wrong', 'a figure: is wrong'],
  ['policy', 'servers refuse the letter for policy: 550 5.7.1 spam', '550 5.7.1 spam'],
  ['bounce', 'servers say that too many readers do not exist: 550 5.1.1 no', '550 5.1.1 no'],
  [
    'ours',
    'we cannot write the letter for too many readers, a fault of our own and of no server: no key',
    'no key',
  ],
  [
    'other',
    'servers refuse the letter to too many readers, neither for policy nor as unknown: 552 5.3.4 too large',
    '552 5.3.4 too large',
  ],
  ['sign-in', 'the mail server refuses the sign-in: 535 no', '535 no'],
  ['tls', 'TLS with the mail server fails: expired', 'expired'],
  ['unbalanced', 'there are fewer deliveries than recipients were written down', undefined],
  [null, 'words of nobody we know', 'words of nobody we know'],
  [null, null, undefined],
] as const
const mondayOf = (index: number) => new Date(Date.UTC(2026, 5, 1 + 7 * index)).toISOString().slice(0, 10)

async function deliver(slotDate: string): Promise<string[]> {
  const mailed: string[] = []
  const deps = deliveryDeps(db, { submit: acceptInto(mailed) })
  await deliverEdition(deps, slotDate, { signal: new AbortController().signal })
  return mailed
}

async function addCircuitAndLeases(frozen: string): Promise<void> {
  await sql`
      insert into mail_gate (name, next_at, generation, failures, open_until, reason) values
        ('newsletter', lunchpail_now(), 7, 3, lunchpail_now() - interval '1 second', 'connect ECONNREFUSED'),
        (${`outcomes of edition ${frozen}`}, lunchpail_now(), 0, 0, null, '..pbuo.')`.execute(db)
  await sql`
      insert into job_lease (name, holder, lease_until) values
        ('collect', 'process 7 on web-2, 0f8fad5b-d9cb-469f-a165-70867728950e', lunchpail_now() + interval '30 seconds'),
        ('done: greet', 'nobody', lunchpail_now() + interval '9 days'),
        ('since: the mail server does not answer', 'nobody', lunchpail_now() + interval '719 hours')`.execute(
    db,
  )
}

async function expectCircuitAndLeases(frozen: string): Promise<void> {
  expect(await db.selectFrom('mail_gate').selectAll().execute()).toEqual([
    {
      name: 'newsletter',
      next_at: new Date(NOW),
      generation: 7,
      failures: 3,
      open_until: new Date('2026-11-23T14:29:59Z'),
      reason: 'connect ECONNREFUSED',
      unanswered_since: new Date('2026-11-23T13:30:00Z'),
    },
  ])
  expect(await db.selectFrom('recent_outcomes').selectAll().execute()).toEqual([
    {
      edition_id: frozen,
      outcomes: ['submitted', 'submitted', 'policy', 'bounce', 'ours', 'other', 'submitted'],
    },
  ])
  expect(await db.selectFrom('job_lease').selectAll().execute()).toEqual([
    {
      name: 'collect',
      holder: 'process 7 on web-2',
      token: '0f8fad5b-d9cb-469f-a165-70867728950e',
      lease_until: new Date('2026-11-23T14:30:30Z'),
    },
  ])
  expect(await findLeaseHolder(db, 'collect')).toBe('process 7 on web-2')
  const again = () => Promise.reject(new Error('done twice'))
  expect(
    await runOnce({ db, logger: createLogger('silent') }, { name: 'greet', leaseSeconds: 60 }, again),
  ).toBe(true)
}

describe('a database of the previous version', () => {
  it('keeps every state, lease and outcome of a send in progress, mails nobody twice and loses nobody', async () => {
    await addSubscribers(db, readers(12))
    const finished = await addEdition('2026-11-09', { state: 'finished', isOver: true })
    await addDeliveries(finished, OVER)
    const cancelled = await addEdition('2026-11-16', { state: 'cancelled' })
    await addDeliveries(cancelled, [
      ['submitted', '250 ok'],
      ['sending', null],
      ['skipped', 'cancelled'],
    ])
    const frozen = await addEdition('2026-11-23', { state: 'frozen' })
    await addDeliveries(frozen, ENDS)
    await sql`
      insert into notice (kind, email, email_hash, state, created_at, next_at) values
        ('confirmation', 'new@mail.example', 'h1', 'queued', lunchpail_now(), lunchpail_now()),
        ('welcome', 'newer@mail.example', 'h2', 'sending', lunchpail_now(), lunchpail_now()),
        ('unsubscribed', null, 'h3', 'submitted', lunchpail_now(), lunchpail_now())`.execute(db)
    await addCircuitAndLeases(frozen)
    const before = await listUntouched()

    await migrateToLatest(db)
    expect(await listUntouched()).toEqual(before)
    expect(await listEnds(finished)).toEqual(OVER.map(([state, reply]) => `${state}: ${reply}`))
    expect(await listEnds(frozen)).toEqual(
      ENDS.map(([state, reply]) => `${state}: ${reply ?? 'no words are kept'}`),
    )
    expect(await listEnds(cancelled)).toContain('skipped: cancelled')
    expect((await findSendingProgress(db, '2026-11-09'))?.meta.warmUpLeft).toBe(2)

    await expectCircuitAndLeases(frozen)

    // The sending process is gone: what it had claimed goes out, but not what a mail server may already have.
    expect((await deliver('2026-11-23')).sort()).toEqual(
      [1, 2, 5, 9, 10].map((id) => `reader${id}@mail.example`).sort(),
    )
    expect(await listEnds(frozen)).toEqual([
      'submitted: 250 ok',
      'submitted: 250 ok',
      'unknown: The sending process ended before the answer was kept',
      'submitted: 250 ok',
      'submitted: 250 ok',
      'failed: 550 5.1.1 unknown',
      'skipped: No longer subscribed',
      'unknown: The sending process ended before the answer was kept',
      'submitted: 250 ok',
      'submitted: 250 ok',
    ])
    expect(await deliver('2026-11-23')).toEqual([])

    // In the finished edition a retry includes the deliveries that expired, and nobody who was skipped on purpose.
    expect(await retryEdition(db, '2026-11-09')).toMatchObject({ failed: 3, leftOut: 0 })
  })

  it('knows why its editions are paused, and mails recipients skipped by the warm-up first in the next one', async () => {
    await addSubscribers(db, readers(7))
    const pausedIds: string[] = []
    for (const [index, [, words]] of PAUSES.entries()) {
      pausedIds.push(await addEdition(mondayOf(index), { state: 'paused', pauseReason: words }))
    }
    await addDeliveries(await addEdition('2026-11-16', { state: 'finished', isOver: true }), OVER)
    await migrateToLatest(db)

    for (const [index, [kind, words, reason]] of PAUSES.entries()) {
      const paused = (await findSendingProgress(db, mondayOf(index)))?.meta.paused
      expect(paused).toEqual({ since: new Date(NOW), kind, reason })
      expect(describePause(paused!)).toBe(words ?? 'no reason is noted')
      expect(await isPausedForReaders(db, pausedIds[index]!)).toBe(kind === 'bounce' || kind === 'ours')
    }
    await storeEdition(db, anEdition())
    await freezeEdition(db, '2026-11-23', { by: 'hand' })
    const first = await db
      .selectFrom('delivery')
      .innerJoin('edition', 'edition.id', 'delivery.edition_id')
      .select('subscriber_id')
      .where('slot_date', '=', '2026-11-23')
      .orderBy('position')
      .limit(2)
      .execute()
    expect(first.map((row) => row.subscriber_id)).toEqual(['6', '7'])
  })
})
