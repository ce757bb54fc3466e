import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Database } from '../db/database.ts'
import { createLogger } from '../lib/logger.ts'
import type { WeeklyEditionDeps } from '../letter/index.ts'
import { findSendingProgress } from '../sending/editions/edition-status.ts'
import { findEditionHead, storeEdition } from '../sending/editions/editions.ts'
import { releaseEdition } from '../sending/editions/hold-edition.ts'
import { holdAfterRestore } from '../sending/editions/restored-database.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { markSent } from '../sending/editions/mark-sent.ts'
import { createSentRecord, recordSendings } from '../sending/editions/sent-record.ts'
import { resumeEdition } from '../sending/editions/pause-resume-cancel.ts'
import {
  acceptInto,
  anEdition,
  beginMonday,
  deliveryDeps,
  readers,
  setDatabaseClock,
} from '../testing/edition-fixtures.ts'
import {
  ADA,
  age,
  createFixture,
  findSubscriberId,
  signer,
} from '../subscribers/testing/subscriber-fixtures.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { findUnsentEditions, sendDueEditions } from './due-editions.ts'
import { listEditionAlarms } from './edition-alarms.ts'
import { describeAlarm } from '../operator/alarm-words.ts'

const MONDAY = '2026-11-23'
const go = new AbortController().signal

let db: Database
let folder = ''
let mailed: string[]
let deps: WeeklyEditionDeps
setUpDatabase(async (given) => {
  db = given
  folder = mkdtempSync(path.join(tmpdir(), 'lunchpail-restored-'))
  mailed = []
  deps = {
    ...deliveryDeps(db, { submit: acceptInto(mailed) }),
    sentRecord: createSentRecord(folder, createLogger('silent')),
    buildEdition: ({ asOf }) => storeEdition(db, anEdition({ slotDate: asOf })),
  }
  await beginAgain()
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Resets the database to Monday morning, before anything went out. */
async function beginAgain(): Promise<void> {
  await db.deleteFrom('notice').execute()
  await beginMonday(db, 3)
}
/** A dump contains the rows, but not the identity of the database they were in. */
const restore = () => sql`update database_identity set identity = 'another'`.execute(db)

const recorded = () =>
  JSON.parse(readFileSync(path.join(folder, 'sent-editions.json'), 'utf8')) as { editions: unknown[] }

describe('a backup from before an edition went out, restored on the machine that sent it', () => {
  it('holds the edition instead of sending it again, with an alarm that gives the command', async () => {
    await sendDueEditions(deps, go)
    expect(mailed.sort()).toEqual(readers(3))
    expect(recorded().editions).toEqual([
      { date: MONDAY, mark: 2, begunAt: '2026-11-23T14:00:00.000Z', submitted: 3 },
    ])

    await beginAgain()
    await sendDueEditions(deps, go)
    await sendDueEditions(deps, go)
    expect(mailed).toHaveLength(3)
    expect(await findEditionHead(db, MONDAY)).toMatchObject({
      state: 'built',
      held: { kind: 'restored', reason: 'begun 2026-11-23T14:00:00.000Z, 3 submitted by then' },
    })
    const alarms = listEditionAlarms(await findUnsentEditions(db)).map(({ about, next }) =>
      describeAlarm(about, next),
    )
    expect(alarms.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['restored', `The edition of ${MONDAY} may have gone out before this database was restored`],
    ])
    expect(alarms[0]?.detail).toContain(`lunchpail edition mark-sent --date ${MONDAY}`)

    await markSent(db, MONDAY, {})
    await sendDueEditions(deps, go)
    expect(mailed).toHaveLength(3)
    expect(listEditionAlarms(await findUnsentEditions(db))).toEqual([])
  })

  it('sends the edition once when a person releases it', async () => {
    deps.sentRecord.keep([{ date: MONDAY, mark: 2, begunAt: '2026-11-23T14:00:00.000Z', submitted: 0 }])
    await sendDueEditions(deps, go)
    expect(mailed).toEqual([])
    await releaseEdition(db, MONDAY)
    await sendDueEditions(deps, go)
    await sendDueEditions(deps, go)
    expect(mailed.sort()).toEqual(readers(3))
  })

  it('is also noticed by a machine that did not send but recorded the sendings', async () => {
    await sendDueEditions(deps, go)
    rmSync(path.join(folder, 'sent-editions.json'))
    await recordSendings(db, deps.sentRecord)
    await beginAgain()
    await sendDueEditions(deps, go)
    expect(mailed).toHaveLength(3)
  })
})

describe('a restored backup from the middle of a sending', () => {
  it('pauses the edition and continues once a person resumes it', async () => {
    await sendDueEditions(deps, go)
    await sql`update edition set state = 'frozen', finished_at = null, sent_mark = 1`.execute(db)
    await sql`update delivery set state = 'pending' where subscriber_id > 1`.execute(db)
    await sendDueEditions(deps, go)
    expect(mailed).toHaveLength(3)
    expect(await findSendingProgress(db, MONDAY)).toMatchObject({
      state: 'paused',
      meta: { paused: { kind: 'restored' } },
    })
    await resumeEdition(db, MONDAY)
    await sendDueEditions(deps, go)
    expect(mailed).toHaveLength(5)
  })
})

describe('the record of sent editions outside the database', () => {
  it('does not stop a server that was only restarted', async () => {
    await sendDueEditions(deps, go)
    await sql`update edition set state = 'frozen', finished_at = null`.execute(db)
    await sql`update delivery set state = 'pending' where subscriber_id = 1`.execute(db)
    await sendDueEditions(deps, go)
    expect(mailed).toHaveLength(4)
  })

  it('stops every sending while it cannot be read, and names the file', async () => {
    writeFileSync(path.join(folder, 'sent-editions.json'), '{"editions": [{"date"')
    await expect(sendDueEditions(deps, go)).rejects.toThrow(
      `What was sent cannot be read from ${path.join(folder, 'sent-editions.json')}`,
    )
    expect(mailed).toEqual([])
  })

  it('keeps the newest thirty editions', () => {
    const noteOf = (day: number) => ({
      date: `2026-0${day > 30 ? 2 : 1}-${String(((day - 1) % 30) + 1).padStart(2, '0')}`,
      mark: 1,
      begunAt: '2026-01-05T14:00:00.000Z',
      submitted: 1,
    })
    deps.sentRecord.keep(Array.from({ length: 31 }, (_, index) => noteOf(index + 1)))
    expect(deps.sentRecord.list().map(({ date }) => date)).toHaveLength(30)
    expect(deps.sentRecord.list().at(0)?.date).toBe('2026-02-01')
    expect(deps.sentRecord.list().at(-1)?.date).toBe('2026-01-02')
  })
})

describe('a restored backup where nothing outside the database is left', () => {
  beforeEach(() => sendDueEditions({ ...deps, rules: HOLDS_ALL }, go))
  const HOLDS_ALL = { requireRelease: true, minSections: 0, hasPreview: false }
  const status = async () => {
    const progress = await findSendingProgress(db, MONDAY)
    return [progress?.state, progress?.meta.paused?.kind]
  }
  const hold = async () => (await findEditionHead(db, MONDAY))?.held?.kind

  it('pauses what was being sent until a person resumes it', async () => {
    await releaseEdition(db, MONDAY)
    await freezeEdition(db, MONDAY, { by: 'timetable' })
    await restore()
    await sendDueEditions(deps, go)
    expect(await status()).toEqual(['paused', 'restored'])
    await sendDueEditions(deps, go)
    expect(mailed).toEqual([])
    await resumeEdition(db, MONDAY)
    await sendDueEditions(deps, go)
    expect(mailed.sort()).toEqual(readers(3))
  })

  it('holds what was due, released or not, and what is written only after the restore', async () => {
    await releaseEdition(db, MONDAY)
    await setDatabaseClock(db, `${MONDAY}T14:05:00Z`)
    await restore()
    await sendDueEditions(deps, go)
    expect(await hold()).toBe('restored')
    await storeEdition(db, anEdition())
    await releaseEdition(db, MONDAY)
    await storeEdition(db, anEdition())
    await sendDueEditions(deps, go)
    expect([await hold(), mailed]).toEqual(['restored', []])
    await releaseEdition(db, MONDAY)
    await sendDueEditions(deps, go)
    expect(mailed.sort()).toEqual(readers(3))
  })

  it('leaves alone what is due later', async () => {
    await setDatabaseClock(db, `${MONDAY}T13:00:00Z`)
    await releaseEdition(db, MONDAY)
    await restore()
    await sendDueEditions(deps, go)
    expect(await hold()).toBeUndefined()
    await setDatabaseClock(db, `${MONDAY}T14:00:00Z`)
    await sendDueEditions(deps, go)
    expect(mailed.sort()).toEqual(readers(3))
  })

  it('is not suspected after a mere restart', async () => {
    await releaseEdition(db, MONDAY)
    await sendDueEditions(deps, go)
    expect(mailed.sort()).toEqual(readers(3))
  })
})

describe('the ids that a restored backup gives out', () => {
  const NAMED = ['subscriber', 'edition', 'notice'] as const
  const setIds = async (last: number) => {
    for (const table of NAMED) {
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last}::integer)`.execute(db)
    }
  }
  beforeEach(async () => {
    await holdAfterRestore(db, createLogger('silent'))
    await setIds(10)
  })
  /** Restores the backup of then: what giveOut made is lost. */
  async function loseAndRestore(): Promise<void> {
    await db.deleteFrom('notice').execute()
    await db.deleteFrom('mailbox_allowance').execute()
    await db.deleteFrom('subscriber').where('email', '=', ADA).execute()
    await db.deleteFrom('edition').where('slot_date', '=', '2026-11-30').execute()
    await setIds(10)
    await restore()
    await holdAfterRestore(db, createLogger('silent'))
  }
  /** @returns the ids of a new subscriber, edition and mail */
  async function giveOut() {
    await createFixture(db, { subscribeConfirm: true }).subscribers.subscribe(ADA)
    await storeEdition(db, anEdition({ slotDate: '2026-11-30' }))
    const notice = await db.selectFrom('notice').select('id').executeTakeFirstOrThrow()
    const edition = await findEditionHead(db, '2026-11-30')
    return { subscriber: await findSubscriberId(db, ADA), edition: edition?.id, notice: notice.id }
  }

  it('were never given out before, even if the same backup is restored again', async () => {
    const given = [await giveOut()]
    for (const hour of [15, 16]) {
      await setDatabaseClock(db, `${MONDAY}T${hour}:00:00Z`)
      await loseAndRestore()
      given.push(await giveOut())
    }
    for (const table of NAMED) expect(new Set(given.map((ids) => ids[table])).size).toBe(3)
  })

  it('are in no link of before: none confirms or unsubscribes somebody else', async () => {
    const lost = await giveOut()
    await loseAndRestore()
    const { subscribers, time } = createFixture(db)
    await subscribers.subscribe('bob@mail.example')
    const expiresAt = new Date(time.now.getTime() + 86_400_000)
    const link = signer.signConfirmation(lost.subscriber, expiresAt)
    expect(await subscribers.confirm(link)).toBe('invalid-token')
    await subscribers.unsubscribeByToken(signer.signUnsubscribe(lost.subscriber), undefined, 'one-click')
    expect(await subscribers.count()).toBe(4)
  })
})

describe('single mails that wait in a restored backup', () => {
  const WAITING = { subscribeConfirm: true }
  const LATER = 'later@mail.example'
  const mailedTo = (inbox: readonly { to: string }[]) => inbox.map(({ to }) => to)
  beforeEach(() => holdAfterRestore(db, createLogger('silent')))

  it('do not go out if they were due, and those that are due later do', async () => {
    const { subscribers, inbox, sendNotices } = createFixture(db, WAITING)
    await subscribers.subscribe(LATER)
    await sql`update notice set next_at = next_at + interval '2 hours'`.execute(db)
    await subscribers.subscribe(ADA)
    await restore()
    expect(await holdAfterRestore(db, createLogger('silent'))).toBe(1)
    expect(await holdAfterRestore(db, createLogger('silent'))).toBe(0)
    await sendNotices()
    expect(mailedTo(inbox)).toEqual([])
    await age(db, '3 hours')
    await sendNotices()
    expect(mailedTo(inbox)).toEqual([LATER])
  })

  it.each([
    ['queued', '1 minute'],
    ['queued', '3 days'],
    ['sending', '1 minute'],
  ])('hold back nobody who signs up again: %s %s ago', async (state, since) => {
    const { subscribers, inbox, sendNotices } = createFixture(db, WAITING)
    // After a complaint the next link may be asked for only after 30 days.
    await subscribers.suppress(ADA, 'complained')
    for (const email of [ADA, LATER]) await subscribers.subscribe(email)
    await age(db, since)
    await sql`
      update notice set state = ${state}, attempts = 1,
        next_at = case ${state} when 'sending' then lunchpail_now() + interval '59 minutes' else next_at end`.execute(
      db,
    )
    await restore()
    await holdAfterRestore(db, createLogger('silent'))
    for (const email of [ADA, LATER]) await subscribers.subscribe(email)
    await sendNotices()
    expect(mailedTo(inbox).toSorted()).toEqual([ADA, LATER])
  })
})
