import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'

import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import { addSubscribers, anEdition, readers, setDatabaseClock } from '../testing/edition-fixtures.ts'
import { setUpTypedCommands } from './testing/typed-commands.ts'

const MONDAY = '2026-11-23'
const NOW = '2026-11-23T15:00:00Z'
const IN_48_HOURS = '2026-11-25T15:00:00.000Z'
const STATES = ['built', 'frozen', 'paused', 'finished', 'missed', 'cancelled'] as const
type State = (typeof STATES)[number]

const given = setUpTypedCommands()
beforeEach(() => setDatabaseClock(given.database.db, NOW))
const { run } = given

/** Six readers: two deliveries are pending, and there is one in each other state except sending. */
async function arrange(state: State): Promise<void> {
  const { db } = given.database
  await addSubscribers(db, readers(6))
  await storeEdition(db, anEdition())
  if (state === 'built') return
  if (state === 'missed') {
    await sql`update edition set state = 'missed'`.execute(db)
    return
  }
  await freezeEdition(db, MONDAY, { by: 'hand' })
  await sql`
    update delivery set state = (array['pending', 'claimed', 'deferred', 'submitted', 'failed', 'unknown'])[subscriber_id],
      next_at = case subscriber_id when 3 then lunchpail_now() + interval '1 hour' end,
      lease_until = case subscriber_id when 2 then lunchpail_now() + interval '1 hour' end`.execute(db)
  await sql`
    update edition set state = ${state}, expires_at = lunchpail_now() + interval '1 hour',
      paused_at = case ${state} when 'paused' then lunchpail_now() end,
      pause_kind = case ${state} when 'paused' then 'sign-in' end,
      pause_reason = case ${state} when 'paused' then '535 no' end,
      finished_at = case ${state} when 'finished' then lunchpail_now() end`.execute(db)
}

const edition = () =>
  given.database.db
    .selectFrom('edition')
    .select(['state', 'expires_at', 'paused_at', 'pause_kind', 'pause_reason', 'finished_at'])
    .executeTakeFirstOrThrow()

/** The states of the readers 1 to 6. */
async function deliveries(): Promise<string[]> {
  const rows = await given.database.db
    .selectFrom('delivery')
    .select('state')
    .orderBy('subscriber_id')
    .execute()
  return rows.map(({ state }) => state)
}

const GONE = 'was cancelled'
/** For each command in each state: exit code, the state after it, and how its output begins. */
const TABLE: Readonly<Record<string, Readonly<Record<State, readonly [number, State, string]>>>> = {
  pause: {
    built: [
      1,
      'built',
      'The edition of 2026-11-23 is not being sent yet. To keep it from going out: lunchpail edition hold --date 2026-11-23\n',
    ],
    frozen: [0, 'paused', 'Paused: the edition of 2026-11-23. '],
    paused: [0, 'paused', 'Paused: the edition of 2026-11-23. '],
    finished: [1, 'finished', 'The edition of 2026-11-23 is finished: there is nothing left to pause.'],
    missed: [
      1,
      'missed',
      'The edition of 2026-11-23 was not sent in time, and goes out only by hand. To send it now: lunchpail edition send --date 2026-11-23\n',
    ],
    cancelled: [1, 'cancelled', `The edition of 2026-11-23 ${GONE}: nothing more of it goes out.\n`],
  },
  resume: {
    built: [
      1,
      'built',
      'The edition of 2026-11-23 is not paused: it has not gone out yet. To send it now: lunchpail edition send --date 2026-11-23\n',
    ],
    frozen: [0, 'frozen', 'Not paused: the edition of 2026-11-23 is being sent.\n'],
    paused: [0, 'frozen', 'Resumed: the edition of 2026-11-23, for 48 hours from now.'],
    finished: [
      1,
      'finished',
      'The edition of 2026-11-23 is not paused: it is finished. To try again what failed: lunchpail edition retry --date 2026-11-23\n',
    ],
    missed: [1, 'missed', 'The edition of 2026-11-23 is not paused: it was not sent in time.'],
    cancelled: [1, 'cancelled', `The edition of 2026-11-23 ${GONE}, for good: it cannot go on.\n`],
  },
  cancel: {
    built: [
      2,
      'built',
      'This cannot be undone: 6 readers would not get the edition of 2026-11-23. Add --yes to cancel it.',
    ],
    frozen: [2, 'frozen', 'This cannot be undone: 3 readers would not get the edition of 2026-11-23.'],
    paused: [2, 'paused', 'This cannot be undone: 3 readers would not get the edition of 2026-11-23.'],
    finished: [1, 'finished', 'The edition of 2026-11-23 is finished: it can no longer be cancelled.'],
    missed: [2, 'missed', 'This cannot be undone: 6 readers would not get the edition of 2026-11-23.'],
    cancelled: [2, 'cancelled', 'This cannot be undone: 3 readers would not get the edition of 2026-11-23.'],
  },
  'cancel --yes': {
    built: [0, 'cancelled', 'Cancelled: the edition of 2026-11-23. 6 readers will not get it;'],
    frozen: [0, 'cancelled', 'Cancelled: the edition of 2026-11-23. 3 readers will not get it;'],
    paused: [0, 'cancelled', 'Cancelled: the edition of 2026-11-23. 3 readers will not get it;'],
    finished: [1, 'finished', 'The edition of 2026-11-23 is finished: it can no longer be cancelled.'],
    missed: [0, 'cancelled', 'Cancelled: the edition of 2026-11-23. 6 readers will not get it;'],
    cancelled: [0, 'cancelled', 'Cancelled: the edition of 2026-11-23. 3 readers will not get it;'],
  },
  retry: {
    built: [
      1,
      'built',
      'The edition of 2026-11-23 has not gone out yet. To send it now: lunchpail edition send --date 2026-11-23\n',
    ],
    frozen: [
      0,
      'frozen',
      'To be tried again: 1 given up, 1 put off. A running server goes on within a minute; wi',
    ],
    paused: [
      0,
      'paused',
      'To be tried again: 1 given up, 1 put off. It stays paused. To let it go on: lunchpail edition resume --date 2026-11-23\n',
    ],
    finished: [0, 'frozen', 'To be tried again: 1 given up, 1 put off. A '],
    missed: [
      1,
      'missed',
      'The edition of 2026-11-23 was not sent in time. To send it now: lunchpail edition send --date 2026-11-23\n',
    ],
    cancelled: [
      1,
      'cancelled',
      `The edition of 2026-11-23 ${GONE}, for good: nothing more of it goes out.\n`,
    ],
  },
  hold: {
    built: [0, 'built', 'Held: the edition of 2026-11-23.'],
    frozen: [
      1,
      'frozen',
      'The edition of 2026-11-23 is being sent: it can no longer be held. To stop the rest of it for now: lunchpail edition pause',
    ],
    paused: [1, 'paused', 'The edition of 2026-11-23 is paused in the middle of its sending:'],
    finished: [1, 'finished', 'The edition of 2026-11-23 was sent: it can no longer be held.'],
    missed: [0, 'missed', 'Held: the edition of 2026-11-23.'],
    cancelled: [1, 'cancelled', `The edition of 2026-11-23 ${GONE}: it does not go out.\n`],
  },
  'resolve --resend': {
    built: [0, 'built', 'Resolved: 0\n'],
    frozen: [0, 'frozen', 'Resolved: 1\n'],
    paused: [
      0,
      'paused',
      'Resolved: 1\nThe edition of 2026-11-23 is paused: they wait for lunchpail edition resume',
    ],
    finished: [0, 'frozen', 'Resolved: 1\n'],
    missed: [0, 'missed', 'Resolved: 0\n'],
    cancelled: [
      1,
      'cancelled',
      `The edition of 2026-11-23 ${GONE}: nothing more of it goes out. To resolve what is unknown:`,
    ],
  },
  'resolve --assume-submitted': {
    built: [0, 'built', 'Resolved: 0\n'],
    frozen: [0, 'frozen', 'Resolved: 1\n'],
    paused: [0, 'paused', 'Resolved: 1\n'],
    finished: [0, 'finished', 'Resolved: 1\n'],
    missed: [0, 'missed', 'Resolved: 0\n'],
    cancelled: [0, 'cancelled', 'Resolved: 1\n'],
  },
}

describe.each(Object.keys(TABLE))('edition %s', (command) => {
  it.each(STATES)('of an edition that is %s works or suggests what is possible instead', async (state) => {
    const [exitCode, after, words] = TABLE[command]![state]
    await arrange(state)
    const before = await deliveries()
    const [name = '', ...flags] = command.split(' ')
    const result = await run(['edition', name, '--date', MONDAY, ...flags])
    const firstWords = result.error.slice(0, words.length)
    // A refused command changes nothing.
    const isUnchanged = (await deliveries()).join() === before.join()
    expect({
      ...result,
      error: firstWords,
      state: (await edition()).state,
      isUnchanged: exitCode === 0 || isUnchanged,
    }).toEqual({ exitCode, out: '', error: words, state: after, isUnchanged: true })
  })
})

describe('edition pause, resume, cancel and retry', () => {
  it.each(['pause', 'resume', 'cancel --yes', 'retry'])('%s: there is no such edition', async (command) => {
    expect(await run(`edition ${command} --date 2026-11-30`)).toEqual({
      exitCode: 1,
      out: '',
      error: 'There is no edition of 2026-11-30. Build it first.\n',
    })
  })

  it.each([
    ['pause', "error: required option '--date <date>' not specified"],
    ['resume --date 2026-11-24', '2026-11-24 is not a Monday written as YYYY-MM-DD.'],
    ['cancel --date 2026-11-23 --maybe', "error: unknown option '--maybe'"],
  ])('%s: wrong arguments end with 2', async (typed, sentence) => {
    const { exitCode, out, error } = await run(`edition ${typed}`)
    expect([exitCode, out, error.split('\n')[0]]).toEqual([2, '', sentence])
  })

  it('a second pause without a reason keeps the time and reason of the first; resuming gives 48 hours from now', async () => {
    await arrange('frozen')
    await run(['edition', 'pause', '--date', MONDAY, '--reason', 'a figure  looks wrong'])
    await setDatabaseClock(given.database.db, '2026-11-23T16:00:00Z')
    await run(['edition', 'pause', '--date', MONDAY])
    expect(await edition()).toMatchObject({
      state: 'paused',
      paused_at: new Date(NOW),
      pause_kind: 'by-hand',
      pause_reason: 'a figure looks wrong',
    })
    await setDatabaseClock(given.database.db, NOW)
    await run(`edition resume --date ${MONDAY}`)
    expect(await edition()).toEqual({
      state: 'frozen',
      expires_at: new Date(IN_48_HOURS),
      paused_at: null,
      pause_kind: null,
      pause_reason: null,
      finished_at: null,
    })
  })

  it.each([
    ['frozen', 'it is being sent'],
    ['paused', 'not while it is paused'],
    ['finished', 'Monday, Nov 23, 9:00 AM Chicago; its sending has ended'],
    ['cancelled', 'never: it was cancelled'],
  ] as const)('the status of an edition that is %s says when it goes out', async (state, words) => {
    await arrange(state)
    expect((await run(`edition status --date ${MONDAY}`)).out).toContain(`  goes out     ${words}\n`)
  })

  it('the status of an edition from another year names the year', async () => {
    await arrange('finished')
    await setDatabaseClock(given.database.db, '2027-02-01T15:00:00Z')
    const { out } = await run(`edition status --date ${MONDAY}`)
    expect(out).toContain('  goes out     Monday, Nov 23, 2026, 9:00 AM Chicago; its sending has ended\n')
    expect(out).toMatch(/ {2}built {8}.*, 2026, /)
  })

  it('cancelling skips those whose letter no server has, and keeps deliveries that are at a server or unknown', async () => {
    await arrange('frozen')
    await sql`update delivery set state = 'sending' where subscriber_id = 4`.execute(given.database.db)
    await run(`edition cancel --date ${MONDAY} --yes`)
    expect(await deliveries()).toEqual(['skipped', 'skipped', 'skipped', 'sending', 'failed', 'unknown'])
    const reasons = await given.database.db.selectFrom('delivery').select('reason').distinct().execute()
    expect(reasons).toContainEqual({ reason: 'cancelled' })
  })

  it('a retry leaves out readers who left or are suppressed, and unknown deliveries', async () => {
    await arrange('finished')
    const { db } = given.database
    await sql`update delivery set state = 'failed' where subscriber_id in (1, 2, 5)`.execute(db)
    await sql`update subscriber set email = null, withdrawn_at = lunchpail_now() where id = 1`.execute(db)
    await sql`
      insert into suppression (email_hash, reason, suppressed_at)
      values ('hash of reader2@mail.example', 'bounced', lunchpail_now())`.execute(db)
    const { error } = await run(`edition retry --date ${MONDAY}`)
    expect(error).toBe(
      'To be tried again: 1 given up, 1 put off. Left out, no longer subscribed: 2. A running server goes on within a minute; without one: lunchpail edition send --date 2026-11-23\n',
    )
    expect(await deliveries()).toEqual(['failed', 'failed', 'deferred', 'submitted', 'pending', 'unknown'])
    expect(await edition()).toMatchObject({
      state: 'frozen',
      expires_at: new Date(IN_48_HOURS),
      finished_at: null,
    })
    const { rows } = await sql`
      select 1 from delivery where subscriber_id = 3 and next_at <= lunchpail_now()`.execute(db)
    expect(rows).toHaveLength(1)
  })

  it('a retry includes what ran out of time, but not those left out on purpose', async () => {
    await arrange('finished')
    const { db } = given.database
    await sql`
      update delivery set state = 'skipped',
        reason = (array['expired', 'warm-up', 'cancelled', 'not-subscribed', 'expired'])[subscriber_id],
        reply = case subscriber_id when 5 then '451 4.7.1 later' end
      where subscriber_id <= 5`.execute(db)
    await run(`edition retry --date ${MONDAY}`)
    expect(await deliveries()).toEqual(['pending', 'skipped', 'skipped', 'skipped', 'pending', 'unknown'])
  })

  it('a retry keeps the pause and its reason; what it includes goes out after resume', async () => {
    await arrange('paused')
    const before = await edition()
    expect((await run(`edition retry --date ${MONDAY}`)).exitCode).toBe(0)
    expect(await edition()).toEqual(before)
    expect(await deliveries()).toEqual(['pending', 'claimed', 'deferred', 'submitted', 'pending', 'unknown'])
    await run(`edition resume --date ${MONDAY}`)
    expect(await edition()).toMatchObject({ state: 'frozen', expires_at: new Date(IN_48_HOURS) })
  })

  it('a retry with nothing to try leaves the edition as it is', async () => {
    await arrange('finished')
    await sql`update delivery set state = 'submitted'`.execute(given.database.db)
    expect(await run(`edition retry --date ${MONDAY}`)).toEqual({
      exitCode: 0,
      out: '',
      error: 'Nothing to retry in the edition of 2026-11-23.\n',
    })
    expect((await edition()).state).toBe('finished')
  })
})
