import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'

import type { Database } from '../db/database.ts'
import type { OutgoingMail } from '../sending/mail/mailer.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { getEditionStatus, type EditionStatus } from '../sending/editions/edition-status.ts'
import { holdEdition, releaseEdition } from '../sending/editions/hold-edition.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import type { WeeklyEditionDeps } from '../letter/index.ts'
import { deliverEdition } from '../sending/deliveries/deliver-edition.ts'
import {
  addSubscribers,
  anEdition,
  deliveryDeps,
  readers,
  resetTables,
  setDatabaseClock,
} from '../testing/edition-fixtures.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { findUnsentEditions } from './due-editions.ts'
import { sendDueEditions, writeDueEdition } from './due-editions.ts'
import { watchSending } from './edition-alarms-watch.ts'
import { createJobLocks } from './job-locks.ts'

let db: Database
let mails: OutgoingMail[]
let built: string[]
let deps: WeeklyEditionDeps

setUpDatabase(async (opened) => {
  db = opened
  await resetTables(db)
  mails = []
  built = []
  const mailer = {
    submit(mail: OutgoingMail) {
      mails.push(mail)
      return Promise.resolve({ status: 'submitted', reply: '250 ok' } as const)
    },
    close: () => Promise.resolve(),
  }
  deps = {
    ...deliveryDeps(db, { mailer }),
    sentRecord: { file: 'none', list: () => [], keep: () => undefined },
    buildEdition({ asOf }) {
      built.push(asOf)
      return storeEdition(db, anEdition({ slotDate: asOf }))
    },
  }
  await addSubscribers(db, readers(3))
})

const go = new AbortController().signal
async function tickAt(now: string, { processes = 1 } = {}): Promise<void> {
  await setDatabaseClock(db, now)
  await Promise.all(
    Array.from({ length: processes }, async () => {
      await writeDueEdition(deps, go)
      await sendDueEditions(deps, go)
    }),
  )
}

async function buildByHand(slotDate: string): Promise<void> {
  await deps.buildEdition({ asOf: slotDate })
}

async function sendByHand(slotDate: string): Promise<EditionStatus> {
  await freezeEdition(db, slotDate, { by: 'hand' })
  return deliverEdition(deps, slotDate, { signal: go })
}

describe('sendDueEditions and writeDueEdition over a week', () => {
  it('writes on Sunday 18:00 and sends on Monday 08:00 in Chicago, each once', async () => {
    await tickAt('2026-11-22T23:59:30Z')
    expect(built).toEqual([])
    await tickAt('2026-11-23T00:00:00Z')
    expect(built).toEqual(['2026-11-23'])
    await tickAt('2026-11-23T13:59:30Z')
    expect(mails).toEqual([])
    await tickAt('2026-11-23T14:00:00Z')
    await tickAt('2026-11-23T14:00:30Z')
    expect(mails.map(({ to }) => to).sort()).toEqual(readers(3))
    expect(built).toEqual(['2026-11-23'])
    expect(await getEditionStatus(db, '2026-11-23')).toMatchObject({ state: 'finished' })
  })

  it.each([
    ['spring', '2026-03-09T12:59:30Z', '2026-03-09T13:00:00Z'],
    ['autumn', '2026-11-02T13:59:30Z', '2026-11-02T14:00:00Z'],
  ])('sends at 08:00 after the clock change in %s', async (_, before, at) => {
    await tickAt(before)
    expect(mails).toEqual([])
    await tickAt(at)
    expect(mails).toHaveLength(3)
  })

  it('writes once and sends once when two processes wake together', async () => {
    await tickAt('2026-11-23T14:00:00Z', { processes: 2 })
    await tickAt('2026-11-23T14:00:30Z', { processes: 2 })
    expect(built).toEqual(['2026-11-23'])
    expect(mails.map(({ to }) => to).sort()).toEqual(readers(3))
  })

  it('sends late if the server was down at 08:00 and up at 10:00', async () => {
    await tickAt('2026-11-23T01:00:00Z')
    await tickAt('2026-11-23T16:00:00Z')
    expect(mails).toHaveLength(3)
  })

  it('marks the edition as missed if the server was down until after the cutoff', async () => {
    await tickAt('2026-11-23T01:00:00Z')
    await tickAt('2026-11-24T02:00:00Z')
    expect(mails).toEqual([])
    expect(await findUnsentEditions(db)).toMatchObject({ missed: [{ date: '2026-11-23' }] })
    expect(await getEditionStatus(db, '2026-11-23')).toMatchObject({ state: 'missed' })
  })

  it('tells of an edition that was never written because the server was down for its whole day', async () => {
    await tickAt('2026-11-23T14:00:00Z')
    await setDatabaseClock(db, '2026-12-01T01:59:59Z')
    expect(await findUnsentEditions(db)).toMatchObject({ missed: [] })
    await tickAt('2026-12-01T02:00:00Z')
    const missed = [{ date: '2026-11-30', isUnwritten: true, isHeld: false, isRestored: false }]
    expect(await findUnsentEditions(db)).toMatchObject({ missed })
    await buildByHand('2026-11-30')
    expect(await findUnsentEditions(db)).toMatchObject({ missed: [] })
    await sendByHand('2026-11-30')
    expect(mails).toHaveLength(6)
  })

  it('does not say that an edition was never written if a restored database may not know it', async () => {
    await tickAt('2026-11-23T14:00:00Z')
    await sql`update database_identity set restored_at = '2026-12-01T16:00:00Z'`.execute(db)
    await setDatabaseClock(db, '2026-12-01T16:01:00Z')
    expect(await findUnsentEditions(db)).toMatchObject({ missed: [] })
  })

  it('writes and sends nothing when first started in the middle of a week', async () => {
    await tickAt('2026-11-25T16:00:00Z')
    expect({ built, mails }).toEqual({ built: [], mails: [] })
    expect(await findUnsentEditions(db)).toMatchObject({ missed: [] })
  })

  it('leaves the sources alone for ten minutes after a failure', async () => {
    const failing: WeeklyEditionDeps = {
      ...deps,
      buildEdition({ asOf }) {
        built.push(asOf)
        return Promise.reject(new Error('no source answered'))
      },
    }
    await setDatabaseClock(db, '2026-11-23T01:00:00Z')
    await expect(writeDueEdition(failing, go)).rejects.toThrow('no source answered')
    await setDatabaseClock(db, '2026-11-23T01:09:00Z')
    await writeDueEdition(failing, go)
    expect(built).toHaveLength(1)
    await setDatabaseClock(db, '2026-11-23T01:11:00Z')
    await writeDueEdition(deps, go)
    expect(built).toHaveLength(2)
    expect(await getEditionStatus(db, '2026-11-23')).toMatchObject({ state: 'built' })
  })
})

describe('a due edition that cannot be sent', () => {
  let alarms: string[]
  let canMail: boolean
  beforeEach(() => {
    alarms = []
    canMail = true
  })

  /** Sends and raises alarms as the server does, in two processes, neither of which knows earlier alarms. */
  async function sendAt(now: string): Promise<void> {
    await setDatabaseClock(db, now)
    for (const process of ['one', 'another']) {
      const alarm = {
        raise({ subject }: { subject: string }) {
          alarms.push(`${process}: ${subject}`)
          return Promise.resolve(canMail)
        },
      }
      await sendDueEditions(deps, go)
      await watchSending({ db, logger: deps.logger, alarm }, go)
    }
  }

  it('raises one alarm while held, and is sent at the next run after its release', async () => {
    await tickAt('2026-11-23T01:00:00Z')
    await holdEdition(db, '2026-11-23', 'look at housing')
    await sendAt('2026-11-23T13:59:30Z')
    expect(alarms).toEqual([])
    await sendAt('2026-11-23T14:00:00Z')
    await sendAt('2026-11-23T14:00:30Z')
    await sendAt('2026-11-23T23:00:00Z')
    expect(mails).toEqual([])
    expect(alarms).toEqual(['one: The edition of 2026-11-23 is due and held'])

    await releaseEdition(db, '2026-11-23')
    await sendAt('2026-11-23T23:00:30Z')
    expect(mails).toHaveLength(3)
    expect(await getEditionStatus(db, '2026-11-23')).toMatchObject({ state: 'finished' })
  })

  it('is missed with an alarm if held until the cutoff, and not sent after its release', async () => {
    await tickAt('2026-11-23T01:00:00Z')
    await holdEdition(db, '2026-11-23', undefined)
    await sendAt('2026-11-24T02:00:00Z')
    expect(alarms).toEqual(['one: The edition of 2026-11-23 was not sent'])
    await releaseEdition(db, '2026-11-23')
    await sendAt('2026-11-24T02:01:00Z')
    expect(mails).toEqual([])
    expect(await getEditionStatus(db, '2026-11-23')).toMatchObject({ state: 'missed' })
    await sendByHand('2026-11-23')
    expect(mails).toHaveLength(3)
  })

  it('raises one alarm if missed, even if the process that noticed it died, and while another edition is being sent', async () => {
    await tickAt('2026-11-23T01:00:00Z')
    await storeEdition(db, anEdition({ slotDate: '2026-11-16' }))
    await freezeEdition(db, '2026-11-16', { by: 'hand' })
    await setDatabaseClock(db, '2026-11-24T02:00:00Z')
    let goOn = (): void => {}
    const wait = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const { mailer } = deps
    const slow = { ...mailer, submit: (mail: OutgoingMail) => wait.then(() => mailer.submit(mail)) }
    const sending = sendDueEditions({ ...deps, mailer: slow }, go)
    await findUnsentEditions(db)

    const raise = ({ subject }: { subject: string }) => Promise.resolve(alarms.push(subject) > 0)
    const watch = () => watchSending({ db, logger: deps.logger, alarm: { raise } }, go)
    await watch()
    await watch()
    expect(alarms).toEqual(['The edition of 2026-11-23 was not sent'])
    expect(mails).toEqual([])
    goOn()
    expect(await sending).toMatchObject([{ date: '2026-11-16', state: 'finished', counts: { submitted: 3 } }])
  })

  it('raises one alarm if not written at 8:00, and is sent as soon as it is written', async () => {
    await sendAt('2026-11-23T13:59:30Z')
    await sendAt('2026-11-23T14:00:00Z')
    await sendAt('2026-11-23T15:00:00Z')
    expect(alarms).toEqual(['one: The edition of 2026-11-23 is due and not written'])
    await tickAt('2026-11-23T16:00:00Z')
    expect(mails).toHaveLength(3)
  })

  it('raises its alarm again after two minutes if it could not be mailed', async () => {
    canMail = false
    await sendAt('2026-11-23T14:00:00Z')
    await sendAt('2026-11-23T14:01:00Z')
    expect(alarms).toHaveLength(1)
    canMail = true
    await sendAt('2026-11-23T14:02:01Z')
    await sendAt('2026-11-23T14:10:00Z')
    expect(alarms).toHaveLength(2)
  })
})

describe('deliveries of a dead process', () => {
  it.each(['paused', 'cancelled'])('are taken back if the edition was %s in the meantime', async (state) => {
    await tickAt('2026-11-23T01:00:00Z')
    await setDatabaseClock(db, '2026-11-23T14:00:00Z')
    await freezeEdition(db, '2026-11-23', { by: 'timetable' })
    await sql`update delivery set lease_until = lunchpail_now() + interval '15 minutes',
      state = case subscriber_id when 1 then 'sending' when 2 then 'claimed' else 'submitted' end`.execute(db)
    await sql`update edition set state = ${state}`.execute(db)

    await setDatabaseClock(db, '2026-11-23T14:14:00Z')
    expect(await sendDueEditions(deps, go)).toEqual([])
    await setDatabaseClock(db, '2026-11-23T14:16:00Z')
    const left = state === 'paused' ? { pending: 1, skipped: 0 } : { pending: 0, skipped: 1 }
    expect(await sendDueEditions(deps, go)).toMatchObject([
      { state, counts: { unknown: 1, submitted: 1, claimed: 0, sending: 0, ...left } },
    ])
    expect(await sendDueEditions(deps, go)).toEqual([])
    expect(mails).toEqual([])
  })
})

describe('writeDueEdition', () => {
  it('rebuilds once an edition that a person built before the week was over', async () => {
    await setDatabaseClock(db, '2026-11-21T15:00:00Z')
    await buildByHand('2026-11-23')
    await setDatabaseClock(db, '2026-11-22T23:59:30Z')
    await writeDueEdition(deps, go)
    expect(built).toEqual(['2026-11-23'])
    await setDatabaseClock(db, '2026-11-23T00:00:00Z')
    await writeDueEdition(deps, go)
    await writeDueEdition(deps, go)
    expect(built).toEqual(['2026-11-23', '2026-11-23'])
  })

  it('waits on Monday for the rebuild of an edition that a person built before the week was over', async () => {
    await setDatabaseClock(db, '2026-11-21T15:00:00Z')
    await buildByHand('2026-11-23')
    await setDatabaseClock(db, '2026-11-23T14:00:00Z')
    expect(await sendDueEditions(deps, go)).toEqual([])
    expect(await findUnsentEditions(db)).toMatchObject({ unwritten: '2026-11-23' })
    await tickAt('2026-11-23T14:00:30Z')
    expect(built).toEqual(['2026-11-23', '2026-11-23'])
    expect(mails).toHaveLength(3)
    expect(await findUnsentEditions(db)).toEqual({
      missed: [],
      held: undefined,
      restored: [],
      unwritten: undefined,
      stuck: [],
    })
  })

  it('does not fail if a person sends the earlier build in the meantime', async () => {
    await setDatabaseClock(db, '2026-11-21T15:00:00Z')
    await buildByHand('2026-11-23')
    await setDatabaseClock(db, '2026-11-23T14:00:00Z')
    const late: WeeklyEditionDeps = {
      ...deps,
      async buildEdition({ asOf }) {
        await freezeEdition(db, asOf, { by: 'hand' })
        await storeEdition(db, anEdition({ slotDate: asOf }))
      },
    }
    await writeDueEdition(late, go)
    expect(await getEditionStatus(db, '2026-11-23')).toMatchObject({ state: 'frozen' })
  })

  it('leaves an edition that a person is building, and checks again later', async () => {
    await setDatabaseClock(db, '2026-11-23T01:00:00Z')
    await createJobLocks(deps)
      .build('2026-11-23')
      .runExclusively(() => writeDueEdition(deps, go))
    expect(built).toEqual([])
    await writeDueEdition(deps, go)
    expect(built).toEqual(['2026-11-23'])
  })

  it('does not keep a process from stopping, and lets the next one start at once', async () => {
    await setDatabaseClock(db, '2026-11-23T01:00:00Z')
    const stop = new AbortController()
    const endless: WeeklyEditionDeps = {
      ...deps,
      buildEdition: () =>
        new Promise(() => {
          stop.abort()
        }),
    }
    await writeDueEdition(endless, stop.signal)
    await writeDueEdition(deps, go)
    expect(await getEditionStatus(db, '2026-11-23')).toMatchObject({ state: 'built' })
  })
})

describe('an edition sent by hand', () => {
  it('may be from any Monday, and goes to nobody twice when sent again', async () => {
    await buildByHand('2025-02-03')
    const sent = await sendByHand('2025-02-03')
    expect(sent).toMatchObject({ date: '2025-02-03', state: 'finished', counts: { submitted: 3 } })
    expect(await sendByHand('2025-02-03')).toMatchObject({ state: 'finished', counts: { submitted: 3 } })
    expect(mails).toHaveLength(3)
  })
})
