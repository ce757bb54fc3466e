import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Deps } from '../deps.ts'
import { createJobs } from '../jobs.ts'
import { DAY_MS } from '../lib/dates.ts'
import { handOverFile } from '../sending/deliveries/hand-over-files.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { holdEdition } from '../sending/editions/hold-edition.ts'
import { createTestDeps } from '../testing/app-fixture.ts'
import {
  addSubscribers,
  anEdition,
  readers,
  resetTables,
  setDatabaseClock,
} from '../testing/edition-fixtures.ts'
import type { Submission } from '../sending/mail/index.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'

const go = new AbortController().signal
const database = setUpDatabase(resetTables)
let deps: Deps
beforeEach(async () => {
  await setDatabaseClock(database.db, '2026-11-23T01:00:00Z')
  await storeEdition(database.db, anEdition())
  ;({ deps } = createTestDeps(database, {
    NEWSLETTER_PREVIEW_TO: 'ed@paper.test',
    OPERATOR_EMAIL: 'boss@paper.test',
    LOG_LEVEL: 'silent',
  }))
})
afterEach(() => rmSync(deps.config.dataDir, { recursive: true, force: true }))

/** The jobs with these parts in place of others, and nothing sent before. */
const jobsWith = (changes: Partial<Pick<Deps, 'collect' | 'database' | 'mailer'>>) =>
  createJobs({
    ...deps,
    rules: { requireRelease: false, minSections: 0, hasPreview: true },
    sentRecord: { file: 'none', list: () => [], keep: () => undefined },
    handOvers: { catchUp: () => Promise.resolve() },
    takeUnnoted: () => undefined,
    submitNotices: () => Promise.resolve(),
    ...changes,
  })

/** 'To: Subject' of each mail in the outbox. */
function outbox(): string[] {
  const folder = path.join(deps.config.dataDir, 'outbox')
  return readdirSync(folder).map((name) => {
    const mail = readFileSync(path.join(folder, name), 'utf8')
    return `${/^To: (.*)\r$/m.exec(mail)?.[1]}: ${/^Subject: (.*)\r$/m.exec(mail)?.[1]}`
  })
}

describe('deps.jobs', () => {
  it('sends the preview to the configured addresses once the edition is written', async () => {
    await deps.jobs['write-edition'](go)
    await deps.jobs['write-edition'](go)
    expect(outbox()).toEqual(['ed@paper.test: [Preview] What insiders bought'])
  })

  it('alerts the operator to an edition that is due and held', async () => {
    await holdEdition(deps.db, '2026-11-23', undefined)
    await setDatabaseClock(database.db, '2026-11-23T14:00:00Z')
    await deps.jobs['watch-sending'](go)
    await deps.jobs['watch-sending'](go)
    expect(outbox()).toEqual(['boss@paper.test: Lunchpail: The edition of 2026-11-23 is due and held'])
  })

  it('alerts the operator to an edition for more readers than SEND_PER_SECOND reaches in time', async () => {
    await addSubscribers(database.db, readers(21))
    await setDatabaseClock(database.db, '2026-11-24T01:59:59Z')
    await freezeEdition(database.db, '2026-11-23', { by: 'timetable' })
    await deps.jobs['watch-sending'](go)
    expect(outbox()).toEqual([
      'boss@paper.test: Lunchpail: The edition of 2026-11-23 is too slow to reach everyone',
    ])
  })

  it('tidies a database that does not do so itself whenever it may be time to clean', async () => {
    const tidy = vi.fn<() => Promise<void>>(async () => {})
    const jobs = jobsWith({ database: { ...deps.database, tidy } })
    await jobs.clean(go)
    await jobs.clean(go)
    expect(tidy).toHaveBeenCalledTimes(2)
  })

  it('alerts the operator once to sources that failed, later if the mail server is down when they are read', async () => {
    const answers: Submission[] = [
      { status: 'unreachable', reason: 'connection refused', cause: 'connection' },
    ]
    const subjects: string[] = []
    const jobs = jobsWith({
      collect: () =>
        Promise.resolve([
          {
            source: 'sec',
            outcome: 'failed',
            listed: 0,
            read: 0,
            unread: [{ what: 'sec', code: 'server-failed', reason: 'HTTP 503' }],
            seconds: 1,
          },
        ]),
      mailer: {
        submit({ subject }) {
          subjects.push(subject)
          return Promise.resolve(answers.shift() ?? { status: 'submitted', reply: '250 ok' })
        },
        close: () => Promise.resolve(),
      },
    })
    const wakeAt = async (time: string) => {
      await setDatabaseClock(database.db, time)
      await jobs.collect(go)
    }
    const subject = 'Lunchpail: Public records could not be read: sec'
    await wakeAt('2026-11-20T23:00:00Z')
    expect(subjects).toEqual([subject])
    await wakeAt('2026-11-20T23:03:00Z')
    await wakeAt('2026-11-21T05:30:00Z')
    expect(subjects).toEqual([subject, subject])
  })

  it('alerts the operator once to a sending that has failed twice in a row', async () => {
    await setDatabaseClock(database.db, '2026-11-23T14:00:00Z')
    mkdirSync(deps.config.dataDir, { recursive: true })
    writeFileSync(path.join(deps.config.dataDir, 'sent-editions.json'), '{')
    const send = () => expect(deps.jobs['send-edition'](go)).rejects.toThrow('Nothing is sent until it can')
    await send()
    expect(existsSync(path.join(deps.config.dataDir, 'outbox'))).toBe(false)
    await send()
    await send()
    const watch = () => expect(deps.jobs['watch-sending'](go)).rejects.toThrow('Nothing is sent until it can')
    await watch()
    await watch()
    expect(outbox()).toEqual(['boss@paper.test: Lunchpail: A job of the timetable fails: send-edition'])
  })

  it('does not take two failures of different days for two in a row', async () => {
    const site = createTestDeps(database, { OPERATOR_EMAIL: 'boss@paper.test', LOG_LEVEL: 'silent' })
    ;({ deps } = site)
    await setDatabaseClock(database.db, '2026-11-03T12:00:00Z')
    await sql`alter table visit rename to visit_away`.execute(database.db)
    const fail = () => expect(deps.jobs.clean(go)).rejects.toThrow('Not done: delete old visits.')
    try {
      await fail()
      site.pass(17 * DAY_MS)
      await setDatabaseClock(database.db, '2026-11-20T12:00:00Z')
      await fail()
      expect(existsSync(path.join(deps.config.dataDir, 'outbox'))).toBe(false)
      site.pass(DAY_MS / 24)
      await setDatabaseClock(database.db, '2026-11-20T13:00:01Z')
      await fail()
      expect(outbox()).toEqual(['boss@paper.test: Lunchpail: A job of the timetable fails: clean'])
    } finally {
      await sql`alter table visit_away rename to visit`.execute(database.db)
    }
  })

  it('delete the logs of who got a letter after four weeks, even if no letter follows and another machine cleans', async () => {
    const log = handOverFile(deps.config.dataDir, '2026-10-19')
    mkdirSync(deps.config.dataDir, { recursive: true })
    writeFileSync(log, '')
    const writtenDaysAgo = (days: number) => {
      const written = new Date(deps.clock.now().getTime() - days * DAY_MS)
      utimesSync(log, written, written)
    }
    writtenDaysAgo(27)
    await deps.jobs.clean(go)
    expect(existsSync(log)).toBe(true)
    writtenDaysAgo(29)
    expect(await deps.jobs.clean(go)).toBe('not due')
    expect(existsSync(log)).toBe(false)
    writeFileSync(log, '')
    writtenDaysAgo(29)
    await setDatabaseClock(database.db, '2026-11-26T12:00:00Z')
    await sql`alter table visit rename to visit_away`.execute(database.db)
    await expect(deps.jobs.clean(go)).rejects.toThrow('Not done')
    await sql`alter table visit_away rename to visit`.execute(database.db)
    expect(existsSync(log)).toBe(false)
  })
})
