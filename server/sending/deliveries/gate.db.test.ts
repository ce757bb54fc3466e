import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Database } from '../../db/database.ts'
import type { Mailer, Submission } from '../mail/mailer.ts'
import {
  deliveryDeps,
  freezeFor,
  readers,
  resetTables,
  setDatabaseClock,
  takeTurnsById,
} from '../../testing/edition-fixtures.ts'
import { describePause } from '../sending-words.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { createMailGate, type MailGate, type Pass } from './gate.ts'
import { deliverEdition, type DeliverySettings } from './deliver-edition.ts'
import { freezeEdition } from '../editions/freeze-edition.ts'
import { findSendingProgress, getEditionStatus } from '../editions/edition-status.ts'

const MONDAY = '2026-11-23'
let db: Database
setUpDatabase(async (given) => {
  db = given
  await resetTables(db)
})

const settings = {
  sendPerSecond: 10,
  circuitPauseMs: 30_000,
  circuitMaxPauseMs: 100_000,
  trialLeaseSeconds: 60,
}
/** Creates the gate of another process; they share only the database. */
const aGate = (): MailGate => createMailGate(db, settings)
async function admitted(gate: MailGate): Promise<Pass> {
  const pass = await gate.admit(1)
  if (pass === undefined) throw new Error('The gate is shut.')
  return pass
}

describe('the circuit', () => {
  beforeEach(() => setDatabaseClock(db, '2026-11-23T14:00:00Z'))

  it('counts connections that break together as one failure, and opens for every process', async () => {
    const [one, other] = [aGate(), aGate()]
    const passes = [await admitted(one), await admitted(other), await admitted(one)]
    const pauses = []
    for (const pass of passes) pauses.push(await one.trip(pass, 'ECONNREFUSED'))
    expect(pauses).toEqual([30_000, undefined, undefined])
    expect(await other.look()).toEqual({ kind: 'open', forMs: 30_000 })
    expect(await other.admit(20)).toBeUndefined()
    const row = await db.selectFrom('mail_gate').select(['failures', 'reason']).execute()
    expect(row).toEqual([{ failures: 1, reason: 'ECONNREFUSED' }])
  })

  it('allows one trial at a time over all processes, with growing pauses, until the server answers', async () => {
    const [one, other] = [aGate(), aGate()]
    await one.trip(await admitted(one), 'down')
    await setDatabaseClock(db, '2026-11-23T14:00:30Z')
    expect(await other.look()).toEqual({ kind: 'half-open' })
    const trials = await Promise.all([one.admit(1), other.admit(1), one.admit(1)])
    const [trial, ...more] = trials.filter((pass) => pass !== undefined)
    expect({ trial, more }).toMatchObject({ trial: { isTrial: true }, more: [] })
    expect(await other.trip(trial!, 'still down')).toBe(60_000)

    await setDatabaseClock(db, '2026-11-23T14:01:29Z')
    expect(await one.admit(1)).toBeUndefined()
    await setDatabaseClock(db, '2026-11-23T14:01:30Z')
    expect(await one.trip(await admitted(one), 'down')).toBe(100_000)
    await setDatabaseClock(db, '2026-11-23T14:04:00Z')
    await other.close(await admitted(other))
    expect(await one.look()).toEqual({ kind: 'closed' })
    expect(await admitted(one)).toMatchObject({ isTrial: false })
    expect(await one.trip(await admitted(one), 'down')).toBe(30_000)
  })

  it('ignores observations from before its last change', async () => {
    const gate = aGate()
    const [early, late] = [await admitted(gate), await admitted(gate)]
    await gate.trip(early, 'down')
    await setDatabaseClock(db, '2026-11-23T14:01:00Z')
    const trial = await admitted(gate)
    await gate.close(late)
    expect(await gate.look()).toMatchObject({ kind: 'open' })
    await gate.close(trial)
    await gate.trip(late, 'down')
    await gate.renewTrial(trial)
    await gate.returnTrial(trial)
    expect(await gate.look()).toEqual({ kind: 'closed' })
  })

  it('passes on the trial of a dead process after a minute, and an unused one at once', async () => {
    const [killed, other] = [aGate(), aGate()]
    await killed.trip(await admitted(killed), 'down')
    await setDatabaseClock(db, '2026-11-23T14:01:00Z')
    const lost = await admitted(killed)
    await setDatabaseClock(db, '2026-11-23T14:01:59Z')
    expect(await other.look()).toEqual({ kind: 'open', forMs: 1000 })
    expect(await other.admit(1)).toBeUndefined()
    await setDatabaseClock(db, '2026-11-23T14:02:00Z')
    const unused = await admitted(other)
    expect(unused.isTrial).toBe(true)
    await killed.returnTrial(lost)
    expect(await other.look()).toMatchObject({ kind: 'open' })
    await other.returnTrial(unused)
    expect(await admitted(killed)).toMatchObject({ isTrial: true })
  })

  it('tries the server at once if it was opened before the clock was set back', async () => {
    const [killed, other] = [aGate(), aGate()]
    await killed.trip(await admitted(killed), 'down')
    await setDatabaseClock(db, '2026-11-23T06:00:00Z')
    expect(await other.look()).toEqual({ kind: 'half-open' })
    expect(await other.admit(20)).toMatchObject({ isTrial: true })
    expect(await killed.admit(20)).toBeUndefined()
  })

  it('gives no second trial to a process whose request began before the first one got the row', async () => {
    const open = () => createMailGate(db, { ...settings, circuitMaxPauseMs: 30_000 })
    const [first, second] = [open(), open()]
    await first.trip(await admitted(first), 'down')
    await setDatabaseClock(db, '2026-11-23T14:01:01Z')
    expect(await admitted(first)).toMatchObject({ isTrial: true })
    await setDatabaseClock(db, '2026-11-23T14:01:00Z')
    expect(await second.admit(1)).toBeUndefined()
  })

  it('leaves a trial to its process as long as that renews it', async () => {
    const [slow, other] = [aGate(), aGate()]
    await slow.trip(await admitted(slow), 'down')
    await setDatabaseClock(db, '2026-11-23T14:01:00Z')
    const trial = await admitted(slow)
    const begun = Date.parse('2026-11-23T14:01:00Z')
    // A server may take ten minutes to answer.
    for (let seconds = 59; seconds < 600; seconds += 59) {
      await setDatabaseClock(db, new Date(begun + seconds * 1000).toISOString())
      expect(await other.admit(1)).toBeUndefined()
      await slow.renewTrial(trial)
    }
    await slow.close(trial)
    expect(await other.look()).toEqual({ kind: 'closed' })
  })
})

describe('the pace', () => {
  it('gives all processes slots from one sequence, using the database’s clock', async () => {
    await setDatabaseClock(db, '2026-11-23T14:00:00Z')
    const starts = []
    for (const gate of [aGate(), aGate(), aGate()]) starts.push((await gate.admit(20))?.startInMs)
    expect(starts).toEqual([0, 2000, 4000])
    await setDatabaseClock(db, '2026-11-23T14:00:05Z')
    expect((await aGate().admit(20))?.startInMs).toBe(1000)
    await setDatabaseClock(db, '2026-11-23T15:00:00Z')
    expect((await aGate().admit(1))?.startInMs).toBe(0)
  })

  it('does not wait for slots from before the clock was set back', async () => {
    await setDatabaseClock(db, '2026-11-23T18:00:00Z')
    await aGate().admit(20)
    await setDatabaseClock(db, '2026-11-23T14:00:00Z')
    expect((await aGate().admit(20))?.startInMs).toBe(0)
  })
})

describe('two processes that deliver', () => {
  beforeEach(async () => {
    await freezeFor(db, readers(120))
    await takeTurnsById(db)
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function deliver(
    submit: Mailer['submit'],
    more: Partial<DeliverySettings> = {},
    leave = false,
    signal = new AbortController().signal,
  ) {
    const deps = deliveryDeps(db, { submit }, more)
    const onIdle = leave ? 'leave' : 'wait'
    return deliverEdition(deps, MONDAY, { signal, onIdle })
  }
  const attempts = async () => {
    const rows = await db.selectFrom('delivery').select('attempts').distinct().execute()
    return rows.map((row) => row.attempts)
  }

  it('never exceed the rate together', async () => {
    const times: number[] = []
    const submit = (): Promise<Submission> => {
      times.push(performance.now())
      return Promise.resolve({ status: 'submitted', reply: '250 ok' })
    }
    const startedAt = performance.now()
    await Promise.all([
      deliver(submit, { sendPerSecond: 100 }),
      deliver(submit, { sendPerSecond: 100, connections: 20 }),
    ])
    expect(times).toHaveLength(120)
    // Slots are ten milliseconds apart: a busy machine may be late for one, never early. Timers and the database's clock differ
    // slightly.
    const early = times.filter((at, index) => at - startedAt < index * 10 - 50)
    expect(early).toEqual([])
  })

  it('share an open circuit, try one message at a time and count no attempts', async () => {
    let asked = 0
    let underWay = 0
    let mostUnderWay = 0
    const taken: string[] = []
    const allConnections = Promise.withResolvers<void>()
    const submit: Mailer['submit'] = async ({ to }) => {
      asked += 1
      underWay += 1
      const isFirstBreak = asked <= 6
      if (!isFirstBreak && asked <= 10) mostUnderWay = Math.max(mostUnderWay, underWay)
      const isDown = asked <= 10
      // The first outage hits every connection of both processes, however slow one of them is.
      if (asked === 6) allConnections.resolve()
      await (isFirstBreak ? allConnections.promise : setTimeout(10))
      underWay -= 1
      if (isDown) return { status: 'unreachable', reason: 'ECONNREFUSED', cause: 'connection' }
      taken.push(to)
      return { status: 'submitted', reply: '250 ok' }
    }
    const slow = { circuitPauseMs: 150, circuitMaxPauseMs: 150, retryBaseSeconds: 0.1 }
    await Promise.all([deliver(submit, slow), deliver(submit, slow)])
    expect(await getEditionStatus(db, MONDAY)).toMatchObject({
      state: 'finished',
      counts: { submitted: 120 },
    })
    expect(taken.sort()).toEqual(readers(120).sort())
    expect(mostUnderWay).toBe(1)
    expect(await attempts()).toEqual([1])
  })

  it('keep a trial as long as the server takes to answer, even beyond a delivery’s lease', async () => {
    // On a busy machine the lease would run out, so the database's clock is stopped; a renewal shows as a new version of the
    // row.
    await setDatabaseClock(db, new Date().toISOString())
    await sql`
      insert into mail_gate (name, next_at, failures, open_until)
      values ('newsletter', lunchpail_now(), 1, lunchpail_now())`.execute(db)
    const renewal = async () => {
      const { rows } = await sql<{ version: string }>`select xmin::text as version from mail_gate`.execute(db)
      return rows[0]?.version
    }
    let asked = 0
    const submit: Mailer['submit'] = async () => {
      asked += 1
      if (asked > 1) return { status: 'submitted', reply: '250 ok' }
      // Answer once the trial has been renewed twice.
      let renewals = 0
      for (let last = await renewal(); renewals < 2;) {
        const now = await renewal()
        if (now !== last) renewals += 1
        last = now
        // The embedded database answers without letting a timer run.
        await setTimeout(10)
      }
      return { status: 'submitted', reply: '250 ok' }
    }
    const settings = { trialLeaseSeconds: 0.3, leaseSeconds: 900 }
    expect(await deliver(submit, settings)).toMatchObject({ state: 'finished', counts: { submitted: 120 } })
    expect(asked).toBe(120)
  })

  it('return at once while the circuit is open, if told to leave when idle', async () => {
    const submit = vi.fn<Mailer['submit']>(() =>
      Promise.resolve({ status: 'unreachable', reason: '421 busy', cause: 'service' }),
    )
    const slow = { circuitPauseMs: 60_000, circuitMaxPauseMs: 60_000 }
    const { state, counts } = await deliver(submit, slow, true)
    const asked = submit.mock.calls.length
    expect({ state, counts }).toMatchObject({
      state: 'frozen',
      counts: { pending: 120 - asked, deferred: asked },
    })
    expect(asked).toBeLessThanOrEqual(3)
    await deliver(submit, slow, true)
    expect(submit).toHaveBeenCalledTimes(asked)
    expect(await attempts()).toEqual([0])
  })

  it('continue with other readers if a server breaks off at a few, without counting attempts for those', async () => {
    const isBad = (to: string) => ['reader1@mail.example', 'reader50@mail.example'].includes(to)
    const taken: string[] = []
    const stop = new AbortController()
    const submit: Mailer['submit'] = ({ to }) => {
      if (isBad(to))
        return Promise.resolve({ status: 'unreachable', reason: 'ECONNRESET', cause: 'connection' })
      taken.push(to)
      if (taken.length === 118) stop.abort()
      return Promise.resolve({ status: 'submitted', reply: '250 ok' })
    }
    const hurried = { retryBaseSeconds: 0.1 }
    await Promise.all([
      deliver(submit, hurried, false, stop.signal),
      deliver(submit, hurried, false, stop.signal),
    ])
    expect(taken.sort()).toEqual(
      readers(120)
        .filter((to) => !isBad(to))
        .sort(),
    )
    const bad = await db
      .selectFrom('delivery')
      .select(['state', 'attempts', 'reply'])
      .where('state', '<>', 'submitted')
      .execute()
    // Pending if it was claimed again just before the stop, and returned.
    const open = { state: expect.stringMatching(/^(?:deferred|pending)$/), attempts: 0, reply: 'ECONNRESET' }
    expect(bad).toEqual([open, open])
  })

  it.each([
    ['sign-in', 'the mail server refuses the sign-in: 535 5.7.8 wrong'],
    ['tls', 'TLS with the mail server fails: 535 5.7.8 wrong'],
  ] as const)('pause the edition for a %s problem, and count no attempts', async (cause, words) => {
    const submit = vi.fn<Mailer['submit']>(() =>
      Promise.resolve({ status: 'unreachable', reason: '535 5.7.8 wrong', cause }),
    )
    await Promise.all([deliver(submit), deliver(submit)])
    expect(await getEditionStatus(db, MONDAY)).toMatchObject({ state: 'paused', counts: { pending: 120 } })
    expect(submit.mock.calls.length).toBeLessThanOrEqual(6)
    expect(await attempts()).toEqual([0])
    const paused = (await findSendingProgress(db, MONDAY))?.meta.paused
    expect(paused).toMatchObject({ kind: cause })
    expect(describePause(paused!)).toBe(words)
  })

  it('count policy refusals together, and from zero after a person resumes', async () => {
    const submit: Mailer['submit'] = () =>
      Promise.resolve({ status: 'refused', reply: '550 5.7.1 no', permanent: true, about: 'policy' })
    const strict = { policyThreshold: 20, connections: 2, chunkSize: 2 }
    await Promise.all([deliver(submit, strict), deliver(submit, strict)])
    const failed = (await getEditionStatus(db, MONDAY))?.counts.failed ?? 0
    expect(failed).toBeGreaterThanOrEqual(20)
    expect(failed).toBeLessThanOrEqual(23)
    await freezeEdition(db, MONDAY, { by: 'hand' })
    const again = await deliver(submit, strict)
    expect(again).toMatchObject({ state: 'paused' })
    expect(again.counts.failed).toBeGreaterThanOrEqual(failed + 20)
  })

  it('use the database’s clock, not their own', async () => {
    await setDatabaseClock(db, '2026-11-23T14:00:00Z')
    await sql`update edition set expires_at = lunchpail_now() + interval '1 hour'`.execute(db)
    await sql`update delivery set state = 'deferred', next_at = lunchpail_now() + interval '5 minutes'`.execute(
      db,
    )
    const submit = vi.fn<Mailer['submit']>(() => Promise.resolve({ status: 'submitted', reply: '250' }))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 })
    expect(await deliver(submit, {}, true)).toMatchObject({ counts: { deferred: 120 } })
    expect(submit).not.toHaveBeenCalled()
    vi.setSystemTime(Date.now() - 20 * 60_000)
    await setDatabaseClock(db, '2026-11-23T14:05:00Z')
    expect(await deliver(submit)).toMatchObject({ state: 'finished', counts: { submitted: 120 } })
  })
})
