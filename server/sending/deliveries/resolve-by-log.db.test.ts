import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import { DAY_MS } from '../../lib/dates.ts'
import { createLogger } from '../../lib/logger.ts'
import {
  acceptInto,
  beginMonday,
  deliveryDeps,
  readers,
  setDatabaseClock,
  takeTurnsById,
} from '../../testing/edition-fixtures.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { setUpFolder } from '../../testing/set-up-folder.ts'
import { getEditionStatus } from '../editions/edition-status.ts'
import { findEditionHead } from '../editions/editions.ts'
import { freezeEdition } from '../editions/freeze-edition.ts'
import { markSent } from '../editions/mark-sent.ts'
import { pauseByHand, resumeEdition } from '../editions/pause-resume-cancel.ts'
import type { Mailer } from '../mail/index.ts'
import { deliverEdition } from './deliver-edition.ts'
import { handOverFile } from './hand-over-files.ts'
import { createHandOverLog, readHandOvers } from './hand-over-log.ts'
import { listStepsAfterLog, describeResolved } from '../../operator/order-words.ts'
import { resolveByLog } from './resolve-by-log.ts'

const MONDAY = '2026-11-23'
const hashAddress = (email: string) => createHash('sha256').update(email).digest('base64url')

let db: Database
const folder = setUpFolder()
let mailed: string[]
setUpDatabase(async (given) => {
  db = given
  mailed = []
  await asBackedUp()
})

/** The database as it was in a backup from before the sending. */
async function asBackedUp(count = 6): Promise<void> {
  await beginMonday(db, count)
  for (const email of readers(count)) {
    await sql`update subscriber set email_hash = ${hashAddress(email)} where email = ${email}`.execute(db)
  }
}

/** Sends until this many have been handed over; the last one's answer never comes. */
async function sendUntil(count: number): Promise<void> {
  await freezeEdition(db, MONDAY, { by: 'hand' })
  await takeTurnsById(db)
  const enough = new AbortController()
  const submit: Mailer['submit'] = ({ to }) => {
    mailed.push(to)
    if (mailed.length < count) return Promise.resolve({ status: 'submitted', reply: '250 ok' })
    enough.abort()
    return new Promise(() => undefined)
  }
  const deps = deliveryDeps(db, { submit }, { connections: 1 })
  void deliverEdition({ ...deps, handOvers: aLog() }, MONDAY, { signal: enough.signal }).catch(
    () => undefined,
  )
  await new Promise((resolve) => enough.signal.addEventListener('abort', resolve, { once: true }))
}

const aLog = (logger = createLogger('silent')) => createHandOverLog({ folder, hashAddress, logger })
const resolve = async (...files: string[]) =>
  resolveByLog(
    db,
    MONDAY,
    await readHandOvers(files.length === 0 ? [handOverFile(folder, MONDAY)] : files, hashAddress),
  )
const statusNow = () => getEditionStatus(db, MONDAY)

async function sendTheRest(): Promise<string[]> {
  const before = mailed.length
  await resumeEdition(db, MONDAY)
  const deps = deliveryDeps(db, { submit: acceptInto(mailed) })
  await deliverEdition({ ...deps, handOvers: aLog() }, MONDAY, { signal: new AbortController().signal })
  return mailed.slice(before).sort()
}

describe('the log of what was handed over', () => {
  it('holds only hashes, is readable only by its owner, and is written before anything goes out', async () => {
    let atFirst = ''
    await freezeEdition(db, MONDAY, { by: 'hand' })
    const submit: Mailer['submit'] = () => {
      if (atFirst === '') atFirst = readFileSync(handOverFile(folder, MONDAY), 'utf8')
      return Promise.resolve({ status: 'submitted', reply: '250 ok' })
    }
    const deps = deliveryDeps(db, { submit })
    await deliverEdition({ ...deps, handOvers: aLog() }, MONDAY, { signal: new AbortController().signal })
    expect(atFirst.match(/^[\w-]{22} begun$/gm)).toHaveLength(6)
    const text = readFileSync(handOverFile(folder, MONDAY), 'utf8')
    expect(text.match(/^[\w-]{22} submitted$/gm)).toHaveLength(6)
    expect(text).not.toContain('@')
    expect(statSync(handOverFile(folder, MONDAY)).mode & 0o777).toBe(0o600)
  })

  it('is deleted when an edition is sent four weeks after the last letter in it', async () => {
    const weeksAgo = (weeks: number) => new Date(Date.now() - weeks * 7 * DAY_MS)
    for (const [date, written] of [
      ['2026-10-19', weeksAgo(5)],
      ['2026-10-26', weeksAgo(3)],
    ] as const) {
      writeFileSync(handOverFile(folder, date), '')
      utimesSync(handOverFile(folder, date), written, written)
    }
    await aLog().begin(MONDAY, ['reader1@mail.example'])
    expect(() => statSync(handOverFile(folder, '2026-10-19'))).toThrow('ENOENT')
    expect(statSync(handOverFile(folder, '2026-10-26')).size).toBe(0)
  })

  const [one, two, three, four] = ['reader1', 'reader2', 'reader3', 'reader4'].map(
    (name) => `${name}@mail.example`,
  ) as [string, string, string, string]
  const readLog = async () => {
    const {
      missing,
      unread,
      readers: found,
    } = await readHandOvers([handOverFile(folder, MONDAY)], hashAddress)
    return { missing, unread, found: [...found.values()] }
  }
  const fill = () => (rmSync(folder, { recursive: true }), writeFileSync(folder, ''))
  const empty = () => (rmSync(folder), mkdirSync(folder))

  it('says how many it lacks if the disk was full, and holds up no letter', async () => {
    const errors: unknown[] = []
    const log = createHandOverLog({
      folder,
      hashAddress,
      logger: createLogger('silent'),
      onUnnoted: (error) => errors.push(error),
    })
    // There is a file in place of the folder: nothing can be written.
    fill()
    await log.begin(MONDAY, [one, two, three])
    log.end(MONDAY, one, 'submitted')
    // Nobody has it.
    log.end(MONDAY, two, 'deferred')
    expect(errors).toHaveLength(3)
    empty()
    await log.begin(MONDAY, [four])
    log.end(MONDAY, four, 'submitted')
    expect(await readLog()).toEqual({ missing: 1, unread: 0, found: ['open', 'submitted'] })
    log.end(MONDAY, three, 'submitted')
    expect(await readLog()).toEqual({ missing: 1, unread: 0, found: ['submitted', 'submitted'] })
  })

  it('does not count letters as missing that were noted before the disk was full, or ended once there was room', async () => {
    let room = 2 * 29 + 23
    const log = createHandOverLog({
      folder,
      hashAddress,
      logger: createLogger('silent'),
      append: (file, text) => {
        const bytes = Math.min(room, text.length)
        room -= bytes
        appendFileSync(file, text.slice(0, bytes))
        return Promise.resolve(bytes < text.length ? { bytes, error: new Error('ENOSPC') } : { bytes })
      },
    })
    await log.begin(MONDAY, [one, two, three, four])
    // The third line was cut off after its hash.
    expect(await readLog()).toEqual({ missing: 0, unread: 0, found: ['open', 'open', 'open'] })
    fill()
    for (const email of [one, two, three, four]) log.end(MONDAY, email, 'submitted')
    empty()
    room = '\ngap 1 lett'.length
    await log.catchUp()
    expect(await readLog()).toEqual({ missing: 0, unread: 1, found: [] })
    room = Infinity
    await log.catchUp()
    await log.catchUp()
    expect((await readLog()).missing).toBe(1)
  })

  it('is read even if its last line was cut off: a mail server may have that letter, and the next line counts', async () => {
    const log = aLog()
    await log.begin(MONDAY, ['reader1@mail.example', 'reader2@mail.example'])
    appendFileSync(handOverFile(folder, MONDAY), `\n${hashAddress('reader1@mail.example').slice(0, 22)} subm`)
    log.end(MONDAY, 'reader2@mail.example', 'submitted')
    const { readers: found } = await readHandOvers([handOverFile(folder, MONDAY)], hashAddress)
    expect([...found.values()]).toEqual(['open', 'submitted'])
  })
})

describe('an edition that was half sent when its database was lost', () => {
  it('goes to nobody twice: the log says who has it, and who may have it waits for a person', async () => {
    await sendUntil(4)
    const [, , , last] = mailed
    await asBackedUp()
    expect(await resolve()).toMatchObject({
      submitted: 3,
      found: 3,
      unknown: 3,
      open: 0,
      state: 'paused',
    })
    expect(last).toBe('reader4@mail.example')
    expect(await resolve()).toMatchObject({ submitted: 0, found: 0, unknown: 3 })
    expect(await sendTheRest()).toEqual([])
    expect((await statusNow())?.counts).toMatchObject({ submitted: 3, unknown: 3 })
  })

  it('goes only to those whose letters were not begun', async () => {
    await asBackedUp(30)
    await sendUntil(4)
    await asBackedUp(30)
    const { submitted, unknown, open } = await resolve()
    expect([submitted, submitted + unknown + open]).toEqual([3, 30])
    const rest = await sendTheRest()
    expect(rest).toHaveLength(open)
    expect(rest.filter((email) => mailed.slice(0, 4).includes(email))).toEqual([])
  })

  it('treats readers who joined after the backup as strangers', async () => {
    await sendUntil(4)
    await asBackedUp(1)
    expect(await resolve()).toMatchObject({ submitted: 1, unknown: 0, notRecipients: 5 })
  })

  it('continues as the backup has it, paused in the middle', async () => {
    await freezeEdition(db, MONDAY, { by: 'hand' })
    await pauseByHand(db, MONDAY, undefined)
    await aLog().begin(MONDAY, readers(2))
    aLog().end(MONDAY, 'reader1@mail.example', 'submitted')
    aLog().end(MONDAY, 'reader2@mail.example', 'deferred')
    expect(await resolve()).toMatchObject({ submitted: 1, unknown: 0, open: 5 })
    expect(await sendTheRest()).toEqual(readers(6).slice(1))
  })

  it('can also be resolved from addresses, as a mail server’s log gives them', async () => {
    const list = path.join(folder, 'addresses.txt')
    writeFileSync(list, 'Reader1@Mail.example\r\nreader2@mail.example\nto=<x>\n')
    expect(await resolve(list)).toMatchObject({ submitted: 2, unknown: 0, open: 4 })
    expect((await readHandOvers([list], hashAddress)).unread).toBe(1)
  })

  it('is not changed by a log that names none of its readers, or does not exist', async () => {
    const list = path.join(folder, 'addresses.txt')
    writeFileSync(list, 'stranger@mail.example\n')
    await expect(resolve(list)).rejects.toThrow('None of the readers')
    await expect(resolve()).rejects.toThrow('it is not there')
    expect(await findEditionHead(db, MONDAY)).toMatchObject({ state: 'built' })
  })

  it('is not touched before its day: a list of another week would keep it from its readers', async () => {
    const list = path.join(folder, 'addresses.txt')
    writeFileSync(list, 'reader1@mail.example\n')
    await setDatabaseClock(db, '2026-11-23T05:59:00Z')
    await expect(resolve(list)).rejects.toMatchObject({ refusal: { order: 'resolve', reason: 'not-due' } })
    expect(await findEditionHead(db, MONDAY)).toMatchObject({ state: 'built' })
    await setDatabaseClock(db, '2026-11-23T06:00:00Z')
    expect(await resolve(list)).toMatchObject({ submitted: 1 })
  })

  it('is not touched once a person marked it as sent', async () => {
    await aLog().begin(MONDAY, readers(2))
    await sql`update edition set built_at = lunchpail_now()`.execute(db)
    await markSent(db, MONDAY, { at: '2026-11-23T08:00:00-06:00' })
    await expect(resolve()).rejects.toMatchObject({ refusal: { reason: 'marked' } })
  })
})

describe('an edition that is being sent', () => {
  it('keeps open deliveries, and resolves unknown ones that the log knows about', async () => {
    await freezeEdition(db, MONDAY, { by: 'hand' })
    await aLog().begin(MONDAY, readers(3))
    aLog().end(MONDAY, 'reader1@mail.example', 'submitted')
    aLog().end(MONDAY, 'reader2@mail.example', 'submitted')
    await sql`update delivery set state = 'unknown' from subscriber
      where subscriber_id = id and email = 'reader1@mail.example'`.execute(db)
    expect(await resolve()).toMatchObject({ submitted: 1, unknown: 0, open: 5, state: 'frozen' })
  })

  it('says what stays unknown, and what to do about it, if the log resolves none of it', async () => {
    await freezeEdition(db, MONDAY, { by: 'hand' })
    await aLog().begin(MONDAY, readers(3))
    await sql`update delivery set state = 'unknown' from subscriber
      where subscriber_id = id and email in ('reader1@mail.example', 'reader2@mail.example')`.execute(db)
    const resolved = await resolve()
    expect(resolved).toMatchObject({ submitted: 0, found: 0, unknown: 2, state: 'frozen' })
    expect(describeResolved(MONDAY, { ...resolved, readers: new Map(), missing: 0, unread: 0 })).toBe(
      `Resolved by the log: 0 more readers had the edition of ${MONDAY}. Still unknown: 2 deliveries, none of them newly found in the log.`,
    )
    expect(listStepsAfterLog(MONDAY, resolved)).toEqual([
      { step: 'resolve', date: MONDAY, decisions: ['resend', 'assume-submitted'] },
    ])
  })
})
