import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { readers } from '../../server/testing/edition-fixtures.ts'
import { sendHalfway, SIXTY } from './support/halfway.ts'
import { hasLooked, LEASE_SECONDS, MONDAY, openTrial, until, type Trial } from './support/trial.ts'

const TEN_MINUTES_MS = 600_000

let trial: Trial
beforeAll(async () => {
  trial = await openTrial()
})
afterAll(() => trial.close())
afterEach(() => trial.end())

const finished = () =>
  until(
    async () => (await trial.editionState()) === 'finished',
    () => 'it is finished',
  )

describe('17: two processes whose clocks are ten minutes ahead and behind', () => {
  it('send when the database says so, leave each other’s rows alone, and retry by its clock', async () => {
    const [busy = '', ...others] = readers(100)
    let isBusy = true
    const sentAt: number[] = []
    await trial.begin({
      async script({ step, to }) {
        if (step === 'RCPT' && to === busy && isBusy) return '450 4.2.0 Mailbox busy'
        if (step !== 'dot') return undefined
        sentAt.push(trial.now().getTime())
        // Long enough for each process to check several times what the other has claimed.
        await delay(sentAt.length < 8 ? 3000 : 10)
        return undefined
      },
    })
    const due = Date.parse(`${MONDAY}T14:00:00Z`)
    await trial.addSubscribers([busy, ...others])
    await trial.setClock(new Date(due - 5 * 60_000).toISOString())
    await trial.storeEdition()
    const both = [TEN_MINUTES_MS, -TEN_MINUTES_MS].map((clockShiftMs) =>
      trial.start('sending-child', ['timetable'], { clockShiftMs }),
    )
    await Promise.all(both.map((child) => child.says('keeping time')))
    // By the first one's clock it is 8:05.
    await hasLooked(...both)
    expect(sentAt).toEqual([])

    await trial.setClock(new Date(due - 500).toISOString())
    await until(
      async () => (await trial.counts())['submitted'] === 99,
      () => both.map((child) => child.written()).join('\n'),
    )
    expect(Math.min(...sentAt)).toBeGreaterThanOrEqual(due)
    // By the second one's clock it is not yet 8:00.
    expect(Math.min(...sentAt)).toBeLessThan(due + TEN_MINUTES_MS)
    expect(trial.copies()).toEqual(others.toSorted())
    expect(await trial.counts()).toEqual({ submitted: 99, deferred: 1 })

    // By the first one's clock the five minutes are over.
    isBusy = false
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from next_at - updated_at)::float8 as seconds from delivery where state = 'deferred'`.execute(
      trial.db,
    )
    expect(rows[0]?.seconds).toBeCloseTo(300, 0)
    await delay(1500)
    expect(await trial.counts()).toEqual({ submitted: 99, deferred: 1 })
    await trial.advanceClock(301)
    await finished()
    expect(trial.copies()).toEqual(readers(100).toSorted())
  })
})

const TABLES = [
  'subscriber',
  'suppression',
  'edition',
  'delivery',
  'recent_outcomes',
  'job_lease',
  'finished_job',
  'mail_gate',
  'mail_day',
]

/** A backup of the sending tables, in the same database. */
async function backUp(): Promise<void> {
  await sql`drop schema if exists backup cascade`.execute(trial.db)
  await sql`create schema backup`.execute(trial.db)
  for (const table of TABLES) {
    await sql`create table ${sql.table(`backup.${table}`)} as table ${sql.table(`public.${table}`)}`.execute(
      trial.db,
    )
  }
}

async function restore(): Promise<void> {
  await sql`truncate ${sql.join(TABLES.map((table) => sql.table(table)))} cascade`.execute(trial.db)
  for (const table of TABLES) {
    await sql`insert into ${sql.table(`public.${table}`)} overriding system value table ${sql.table(`backup.${table}`)}`.execute(
      trial.db,
    )
  }
}

describe('19: an old backup is restored', () => {
  it('from before the edition went out, after its cutoff: the edition is not sent again, and an alarm says that it was missed', async () => {
    await trial.begin()
    await trial.addSubscribers(SIXTY)
    await trial.setClock(`${MONDAY}T06:00:00Z`)
    await trial.storeEdition()
    await backUp()
    await trial.setClock(`${MONDAY}T14:00:00Z`)
    const before = trial.start('sending-child', ['timetable'])
    await finished()
    await before.kill()
    expect(trial.copies()).toEqual(SIXTY.toSorted())

    await restore()
    await trial.setClock('2026-11-24T03:00:00Z')
    const after = trial.start('sending-child', ['timetable'])
    await until(
      () => trial.alarms() !== '',
      () => 'the operator is told',
    )
    await hasLooked(after)
    expect(trial.copies()).toEqual(SIXTY.toSorted())
    expect(await trial.editionState()).toBe('missed')
    expect(trial.alarms()).toContain(`The edition of ${MONDAY} was not sent`)
  })

  it('from before the edition went out, an hour later: the edition is held, and an alarm says what to do', async () => {
    await trial.begin()
    await trial.addSubscribers(SIXTY)
    await trial.setClock(`${MONDAY}T06:00:00Z`)
    await trial.storeEdition()
    await backUp()
    await trial.setClock(`${MONDAY}T14:00:00Z`)
    const before = trial.start('sending-child', ['timetable'])
    await finished()
    await before.kill()

    await restore()
    await trial.setClock(`${MONDAY}T15:00:00Z`)
    const after = trial.start('sending-child', ['timetable'])
    await until(
      () => trial.alarms().includes(`lunchpail edition mark-sent --date ${MONDAY}`),
      () => `the operator is told\n${after.written()}`,
    )
    await hasLooked(after)
    expect(trial.copies()).toEqual(SIXTY.toSorted())
    expect(await trial.editionState()).toBe('built')
  })

  it('from the middle of sending: the edition is paused, nothing more goes out, and nobody is lost silently', async () => {
    const { sending, goOn } = await sendHalfway(trial)
    await backUp()
    const { sending: open = 0, submitted: known = 0 } = await trial.counts()
    goOn()
    expect((await sending.ended()).code).toBe(0)
    expect(trial.copies()).toEqual(SIXTY.toSorted())

    await restore()
    await trial.advanceClock(LEASE_SECONDS + 1)
    const child = trial.start('sending-child', ['timetable'])
    await until(
      () => /unknown/.test(trial.alarms()) && /is paused/.test(trial.alarms()),
      () => `the operator is told\n${child.written()}`,
    )
    await hasLooked(child)
    expect(trial.copies()).toEqual(SIXTY.toSorted())
    expect(open).toBeGreaterThan(0)
    const { pending = 0, claimed = 0, ...ended } = await trial.counts()
    expect(ended).toEqual({ submitted: known, unknown: open })
    expect(pending + claimed).toBe(60 - known - open)
  })
})
