import { userInfo } from 'node:os'

import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'

import { setUpTypedCommands } from '../cli/testing/typed-commands.ts'
import { failedSourcesAlarm } from '../schedule/edition-alarms.ts'
import { raiseAlarms } from '../schedule/raise-alarms.ts'
import { describeDeed, describeBuilder } from '../desk/deed-list.ts'
import { createLogger } from '../lib/logger.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import { anEdition, setDatabaseClock } from '../testing/edition-fixtures.ts'
import { emptyTables } from '../testing/test-database.ts'
import {
  beginDeed,
  ChangedMeanwhileError,
  deleteOldDeeds,
  findVersion,
  listDeeds,
  endLeftBuilds,
  noteDeed,
} from './deeds.ts'
import { listAlarms } from './raised-alarms.ts'

const MONDAY = '2026-11-23'
const ANN = { who: 'ann@lunchpail.test', by: 'desk' } as const

const { database, run } = setUpTypedCommands()
beforeEach(async () => {
  await emptyTables(database.db, ['deed', 'raised_alarm'])
  await setDatabaseClock(database.db, '2026-11-23T01:00:00Z')
})

describe('deeds', () => {
  it('of commands record the system user, the order and its outcome', async () => {
    await storeEdition(database.db, anEdition())
    await run(`edition hold --date ${MONDAY} --reason figures`)
    await run(`edition pause --date ${MONDAY}`)
    const who = userInfo().username
    expect(await listDeeds(database.db, { date: MONDAY, limit: 5 })).toMatchObject([
      {
        who,
        by: 'command',
        what: 'pause',
        outcome: 'refused',
        words: `The edition of ${MONDAY} is not being sent yet.`,
      },
      {
        who,
        by: 'command',
        what: 'hold',
        detail: 'figures',
        outcome: 'done',
        words: `Held: the edition of ${MONDAY}. It does not go out on Monday, Nov 23, 8:00 AM Chicago.`,
      },
    ])
  })

  it('of commands about readers contain no address', async () => {
    await run('subscribers add reader@mail.example')
    // A command that changes nothing is not recorded.
    await run('subscribers add reader@mail.example')
    await run('subscribers remove stranger@mail.example')
    await run('subscribers erase reader@mail.example --yes')
    const deeds = await listDeeds(database.db, { limit: 5 })
    expect(deeds.map(({ what, words }) => [what, words])).toEqual([
      ['subscribers erase', 'Erased one address.'],
      ['subscribers add', 'Subscribed one address.'],
    ])
  })

  it('based on an outdated view are refused', async () => {
    await storeEdition(database.db, anEdition())
    const seen = await findVersion(database.db, MONDAY)
    await noteDeed(database.db, { who: 'ben', by: 'command' }, { what: 'hold', date: MONDAY, words: 'Held.' })
    const late = beginDeed(database.db, { ...ANN, seen }, { what: 'release', date: MONDAY })
    await expect(late).rejects.toThrow(ChangedMeanwhileError)
    await expect(late).rejects.toMatchObject({ deed: { who: 'ben', what: 'hold' } })
    expect(await listDeeds(database.db, { limit: 5 })).toHaveLength(1)
  })

  it('of a command that sends an edition are recorded before the first letter goes out', async () => {
    await storeEdition(database.db, anEdition())
    await sql`insert into subscriber (email, email_hash, consented_at, confirmed_at)
      values ('reader@mail.example', 'hash', lunchpail_now(), lunchpail_now())`.execute(database.db)
    await sql`create function fail_at_sending() returns trigger language plpgsql as $$
      begin if new.state = 'sending' then raise 'the process is killed here'; end if; return new; end $$`.execute(
      database.db,
    )
    await sql`create trigger killed before update on delivery for each row execute function fail_at_sending()`.execute(
      database.db,
    )
    try {
      await run(`edition send --date ${MONDAY} --json`).catch(() => undefined)
    } finally {
      await sql`drop function fail_at_sending cascade`.execute(database.db)
    }
    expect(await listDeeds(database.db, { date: MONDAY, limit: 5 })).toMatchObject([
      { who: userInfo().username, by: 'command', what: 'send' },
    ])
  })

  it('of builds whose processes were killed are ended by the next build of that edition', async () => {
    await beginDeed(database.db, ANN, { what: 'headline', date: MONDAY, detail: 'Home prices' })
    await beginDeed(database.db, ANN, { what: 'hold', date: MONDAY })
    await beginDeed(database.db, ANN, { what: 'build', date: '2026-11-30' })
    const ours = await beginDeed(database.db, { who: 'ben', by: 'command' }, { what: 'build', date: MONDAY })
    const builder = async () => describeBuilder(await listDeeds(database.db, { date: MONDAY, limit: 5 }))
    await endLeftBuilds(database.db, MONDAY, { except: ours })
    expect(await builder()).toBe('as ben asked')
    await endLeftBuilds(database.db, MONDAY)
    expect(await builder()).toBe('by the timetable')
    const deeds = await listDeeds(database.db, { limit: 5 })
    expect(deeds.map((deed) => describeDeed(deed).replace(/^.*: /, ''))).toEqual([
      'build. Its process ended before it was done.',
      'build. It has begun; what came of it is not known yet.',
      'hold. It has begun; what came of it is not known yet.',
      'headline (Home prices). Its process ended before it was done.',
    ])
  })

  it('are deleted after 13 months', async () => {
    await noteDeed(database.db, ANN, { what: 'sign in', words: 'Signed in.' })
    await setDatabaseClock(database.db, '2027-12-22T01:00:00Z')
    expect(await deleteOldDeeds(database.db)).toBe(0)
    await setDatabaseClock(database.db, '2027-12-24T01:00:00Z')
    expect(await deleteOldDeeds(database.db)).toBe(1)
  })
})

describe('alarms', () => {
  it('are stored once per occasion, whether or not they could be mailed', async () => {
    const deps = {
      db: database.db,
      logger: createLogger('silent'),
      alarm: { raise: () => Promise.resolve(false) },
    }
    const alarm = failedSourcesAlarm([{ source: 'House', unread: [] }])
    await raiseAlarms(deps, [alarm])
    await raiseAlarms(deps, [alarm])
    expect(await listAlarms(database.db, { limit: 5 })).toMatchObject([
      { subject: 'Public records could not be read: House', raisedAt: new Date('2026-11-23T01:00:00Z') },
    ])
    expect(await listAlarms(database.db, { limit: 5, date: MONDAY })).toEqual([])
  })
})
