import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Database } from '../db/database.ts'
import type { OpenedDatabase } from '../db/open-database.ts'
import { createLogger } from '../lib/logger.ts'
import { listAlarms } from '../operator/raised-alarms.ts'
import { createOperatorAlarm } from '../sending/mail/operator-alarm.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import { pauseByHand, resolveUnknown, resumeEdition } from '../sending/editions/pause-resume-cancel.ts'
import {
  addSubscribers,
  anEdition,
  readers,
  resetTables,
  setDatabaseClock,
} from '../testing/edition-fixtures.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { watchSending, watchWriting } from './edition-alarms-watch.ts'
import { failedSourcesAlarm, mailboxAlarm, unwritableAlarm } from './edition-alarms.ts'
import { raiseAlarms, type AlarmDeps } from './raise-alarms.ts'

const MONDAY = '2026-11-23'
const go = new AbortController().signal

let database: OpenedDatabase
let db: Database
let texts: string[]
let metric: number
let now: Date
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(async () => {
  await resetTables(db)
  texts = []
  metric = 0
  await at('2026-11-23T14:00:00Z')
})

/** The dependencies of a separate process, with a server's alarm. */
function aProcess(): AlarmDeps {
  const logger = createLogger('silent')
  const mailer = {
    submit({ text }: { text: string }) {
      texts.push(text)
      return Promise.resolve({ status: 'submitted', reply: '250 ok' } as const)
    },
    close: () => Promise.resolve(),
  }
  const alarm = createOperatorAlarm({
    mailer,
    logger,
    clock: { now: () => now },
    to: 'op@lunchpail.test',
    domain: 'lunchpail.test',
    siteName: 'Lunchpail',
    onRaised: () => {
      metric += 1
    },
  })
  return { db, logger, alarm }
}

async function at(time: string): Promise<void> {
  now = new Date(time)
  await setDatabaseClock(db, time)
}

async function freeze(): Promise<void> {
  await addSubscribers(db, readers(3))
  await storeEdition(db, anEdition())
  await freezeEdition(db, MONDAY, { by: 'hand' })
}

const setUnknown = (id: number) =>
  sql`update delivery set state = 'unknown', updated_at = lunchpail_now() where subscriber_id = ${id}`.execute(
    db,
  )

describe('watchWriting', () => {
  const LOST = new Error('Connection terminated unexpectedly')

  it('raises no alarm for one lost connection, and one when the next run finds no database either', async () => {
    const ends: (Error | undefined)[] = [LOST, undefined, LOST, LOST, LOST]
    const write = watchWriting(aProcess(), () => {
      const error = ends.shift()
      return error === undefined ? Promise.resolve() : Promise.reject(error)
    })
    await expect(write(go)).rejects.toBe(LOST)
    await write(go)
    await expect(write(go)).rejects.toBe(LOST)
    expect(texts).toEqual([])
    await expect(write(go)).rejects.toBe(LOST)
    await expect(write(go)).rejects.toBe(LOST)
    expect(texts).toEqual([expect.stringContaining('The database does not answer')])
  })

  it('raises an alarm at once when an edition cannot be written, even after a lost connection', async () => {
    const ends = [LOST, new Error('no model answers')]
    const write = watchWriting(aProcess(), () => Promise.reject(ends.shift() ?? LOST))
    await expect(write(go)).rejects.toBe(LOST)
    await expect(write(go)).rejects.toThrow('no model answers')
    expect(texts).toEqual([expect.stringContaining('no model answers')])
  })
})

describe('watchSending and raiseAlarms', () => {
  it('raises an alarm for each pause, however soon after the last and in the same process', async () => {
    await freeze()
    const one = aProcess()
    await pauseByHand(db, MONDAY, 'servers refuse the letter')
    await watchSending(one, go)
    await watchSending(one, go)
    expect(texts).toHaveLength(1)
    await resumeEdition(db, MONDAY)
    await at('2026-11-23T14:05:00Z')
    await pauseByHand(db, MONDAY, 'the sign-in is refused')
    await watchSending(one, go)
    await watchSending(one, go)
    await watchSending(aProcess(), go)
    expect(texts).toEqual([
      expect.stringContaining('Why: by hand: servers refuse the letter.'),
      expect.stringContaining('Why: by hand: the sign-in is refused.'),
    ])
    expect(metric).toBe(2)
  })

  it('raises a new alarm for unknown deliveries once the earlier ones are resolved', async () => {
    await freeze()
    const one = aProcess()
    await setUnknown(1)
    await watchSending(one, go)
    await resolveUnknown(db, MONDAY, 'assume-submitted')
    await at('2026-11-23T14:20:00Z')
    await watchSending(one, go)
    expect(texts).toHaveLength(1)
    await setUnknown(2)
    await watchSending(one, go)
    await watchSending(one, go)
    expect(texts).toHaveLength(2)
  })

  it.each([
    ['an edition that cannot be written', unwritableAlarm(new Error('no model answers')), 'no model answers'],
    [
      'a database that does not answer, though the edition may be written',
      unwritableAlarm(new Error('Connection terminated unexpectedly')),
      'The database does not answer',
    ],
    [
      'unreadable sources',
      failedSourcesAlarm([
        { source: 'sec', unread: [{ what: 'index', code: 'server-failed', reason: 'HTTP 503' }] },
      ]),
      'sec: HTTP 503',
    ],
  ])('raises an alarm for %s at most every six hours over all processes', async (_, alarm, words) => {
    const [one, another] = [aProcess(), aProcess()]
    await raiseAlarms(one, [alarm])
    await at('2026-11-23T19:59:59Z')
    await raiseAlarms(one, [alarm])
    await raiseAlarms(another, [alarm])
    expect(texts).toEqual([expect.stringContaining(words)])
    await at('2026-11-23T20:00:01Z')
    await raiseAlarms(another, [alarm])
    await raiseAlarms(one, [alarm])
    expect(texts).toHaveLength(2)
  })

  it('mails and keeps every alarm of a round if the second channel throws', async () => {
    const one = aProcess()
    const post = () => Promise.reject(new Error('broken'))
    const alarms = [unwritableAlarm(new Error('no section')), mailboxAlarm('the password was refused')]
    expect(await raiseAlarms({ ...one, alarm: { ...one.alarm, post } }, alarms)).toBe(false)
    expect(texts).toEqual([
      expect.stringContaining('no section'),
      expect.stringContaining('the password was refused'),
    ])
    expect(await listAlarms(db, { limit: 2 })).toMatchObject([
      { detail: expect.stringContaining('the password was refused') },
      { detail: expect.stringContaining('no section') },
    ])
  })

  it('raises an alarm from memory while the database is down, at most every six hours', async () => {
    const broken = await createTestDatabase()
    await sql`drop table job_lease`.execute(broken.db)
    const one: AlarmDeps = { ...aProcess(), db: broken.db }
    const alarm = unwritableAlarm(new Error('connect ECONNREFUSED'))
    expect(await raiseAlarms(one, [alarm])).toBe(false)
    expect(await raiseAlarms(one, [alarm])).toBe(false)
    expect(texts).toHaveLength(1)
    now = new Date('2026-11-23T20:00:00Z')
    await raiseAlarms(one, [alarm])
    expect(texts).toHaveLength(2)
    await broken.close()
  })
})
