import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Database } from '../db/database.ts'
import { openDatabase, type OpenedDatabase } from '../db/open-database.ts'
import { createLogger } from '../lib/logger.ts'
import type { OutgoingMail, Submission } from '../sending/mail/mailer.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { getEditionStatus } from '../sending/editions/edition-status.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import { createEditionReviews } from '../sending/editions/edition-reviews.ts'
import { anEdition, resetTables, setDatabaseClock } from '../testing/edition-fixtures.ts'
import { listPreviewNotes } from '../operator/preview-notes.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { previewDueEdition, type PreviewDeps } from './preview-due-edition.ts'

const MONDAY = '2026-11-23'
const SUNDAY_EVENING = '2026-11-23T00:00:30Z'
const [ED, OP] = ['ed@paper.test', 'op@paper.test']
const UNREACHABLE: Submission = { status: 'unreachable', reason: 'connect ECONNREFUSED', cause: 'connection' }

let opened: OpenedDatabase
/** Another process's connection; undefined on the embedded database. */
let elsewhere: OpenedDatabase | undefined
let db: Database
let mails: OutgoingMail[]
let alarms: string[]
let canTell: boolean
/** The mail server's reply to an address, instead of accepting it. */
let answers: Record<string, Submission>

beforeAll(async () => {
  const database = await createTestDatabase()
  opened = database
  db = database.db
  if (database.url !== undefined) {
    elsewhere = await openDatabase({ url: database.url }, (error) => {
      throw error
    })
  }
})
afterAll(async () => {
  await elsewhere?.close()
  await opened.close()
})
beforeEach(async () => {
  await resetTables(db)
  await setDatabaseClock(db, SUNDAY_EVENING)
  mails = []
  alarms = []
  canTell = true
  answers = {}
})

function processOn(db: Database, previewTo: readonly string[] = [ED, OP]): PreviewDeps {
  const mailer = {
    submit(mail: OutgoingMail): Promise<Submission> {
      mails.push(mail)
      return Promise.resolve(answers[mail.to] ?? { status: 'submitted', reply: '250 ok' })
    },
    close: () => Promise.resolve(),
  }
  return {
    db,
    logger: createLogger('silent'),
    reviews: createEditionReviews({
      db,
      mailer,
      siteUrl: 'https://lunchpail.test',
      domain: 'lunchpail.test',
      previewNotes: listPreviewNotes,
      rules: { requireRelease: false, minSections: 0, hasPreview: true },
      hashAddress: (address) => `hash of ${address}`,
    }),
    alarm: {
      raise({ subject, detail }) {
        alarms.push(`${subject}: ${detail}`)
        return Promise.resolve(canTell)
      },
    },
    previewTo,
  }
}

const go = new AbortController().signal
async function tickAt(now: string): Promise<void> {
  await setDatabaseClock(db, now)
  await previewDueEdition(processOn(db), go)
}
const recipients = () => mails.map(({ to }) => to)

describe('previewDueEdition', () => {
  it('sends the coming edition once to each address and stores the time', async () => {
    await storeEdition(db, anEdition())
    await tickAt(SUNDAY_EVENING)
    await tickAt('2026-11-23T00:01:00Z')
    await tickAt('2026-11-23T13:59:00Z')
    expect(recipients()).toEqual([ED, OP])
    expect(mails[0]?.subject).toBe('[Preview] What insiders bought')
    const row = await db.selectFrom('edition').select('preview_submitted_at').executeTakeFirstOrThrow()
    expect(row.preview_submitted_at?.toISOString()).toBe('2026-11-23T00:00:30.000Z')
    expect(alarms).toEqual([])
  })

  it('sends the preview once when two processes wake together', async () => {
    await storeEdition(db, anEdition())
    for (let tick = 0; tick < 2; tick += 1) {
      await Promise.all([
        previewDueEdition(processOn(db), go),
        previewDueEdition(processOn(elsewhere?.db ?? db), go),
      ])
    }
    expect(recipients().toSorted()).toEqual([ED, OP])
  })

  it('previews a rebuilt edition again', async () => {
    await storeEdition(db, anEdition())
    await tickAt(SUNDAY_EVENING)
    await setDatabaseClock(db, '2026-11-23T03:00:00Z')
    await storeEdition(db, anEdition({ subject: 'A better subject' }))
    await tickAt('2026-11-23T03:00:30Z')
    expect(mails.map(({ subject }) => subject)).toEqual([
      '[Preview] What insiders bought',
      '[Preview] What insiders bought',
      '[Preview] A better subject',
      '[Preview] A better subject',
    ])
  })

  it('waits until Sunday 18:00, and until there is an edition', async () => {
    await tickAt(SUNDAY_EVENING)
    await setDatabaseClock(db, '2026-11-20T12:00:00Z')
    await storeEdition(db, anEdition())
    await tickAt('2026-11-22T23:59:00Z')
    expect(mails).toEqual([])
    await tickAt('2026-11-23T00:00:00Z')
    expect(recipients()).toEqual([ED, OP])
  })

  it('sends no preview if it has no recipients, or the edition is already being sent', async () => {
    await storeEdition(db, anEdition())
    await previewDueEdition(processOn(db, []), go)
    await freezeEdition(db, MONDAY, { by: 'hand' })
    await tickAt(SUNDAY_EVENING)
    expect(mails).toEqual([])
  })

  it('retries after five minutes an address the mail server did not accept, without a second copy for the others', async () => {
    await storeEdition(db, anEdition())
    answers = { [OP]: UNREACHABLE }
    await tickAt(SUNDAY_EVENING)
    await tickAt('2026-11-23T00:01:00Z')
    expect(recipients()).toEqual([ED, OP])
    answers = { [OP]: { status: 'refused', reply: '450 later', permanent: false, about: 'recipient' } }
    await tickAt('2026-11-23T00:05:31Z')
    answers = {}
    await tickAt('2026-11-23T00:10:32Z')
    await tickAt('2026-11-23T00:20:00Z')
    expect(recipients()).toEqual([ED, OP, OP, OP])
    expect(alarms).toEqual([])
  })

  it('alerts the operator once, half an hour before the edition is due, without delaying it', async () => {
    await storeEdition(db, anEdition())
    answers = { [ED]: UNREACHABLE, [OP]: UNREACHABLE }
    await tickAt(SUNDAY_EVENING)
    await tickAt('2026-11-23T13:29:00Z')
    expect(alarms).toEqual([])
    await tickAt('2026-11-23T13:30:00Z')
    await tickAt('2026-11-23T13:36:00Z')
    expect(alarms).toHaveLength(1)
    expect(alarms[0]).toContain('The preview of 2026-11-23 has not gone out')
    expect(alarms[0]).toContain('for e***@***.test, o***@***.test')
    expect(alarms[0]).toContain('lunchpail edition hold --date 2026-11-23')
    expect(await getEditionStatus(db, MONDAY)).toMatchObject({ state: 'built' })
  })

  it('gives up after a permanent refusal, with an alarm', async () => {
    await storeEdition(db, anEdition())
    answers = {
      [ED]: { status: 'refused', reply: '550 5.1.1 no such user', permanent: true, about: 'recipient' },
    }
    await tickAt(SUNDAY_EVENING)
    await tickAt('2026-11-23T00:10:00Z')
    await tickAt('2026-11-23T13:40:00Z')
    expect(recipients()).toEqual([ED, OP])
    expect(alarms).toHaveLength(1)
    expect(alarms[0]).toContain('was refused for e***@***.test: 550 5.1.1 no such user')
  })

  it('repeats the alarm for a permanent refusal until it reaches the operator', async () => {
    await storeEdition(db, anEdition())
    answers = { [OP]: { status: 'refused', reply: '550 no such user', permanent: true, about: 'recipient' } }
    canTell = false
    await tickAt(SUNDAY_EVENING)
    canTell = true
    await tickAt('2026-11-23T00:10:00Z')
    await tickAt('2026-11-23T00:20:00Z')
    expect(recipients()).toEqual([ED, OP, OP])
    expect(alarms).toHaveLength(2)
  })

  it('does not send a second preview if the first may have been accepted', async () => {
    await storeEdition(db, anEdition())
    answers = { [ED]: { status: 'unknown', reason: 'reset after the data' } }
    await tickAt(SUNDAY_EVENING)
    await tickAt('2026-11-23T00:10:00Z')
    expect(recipients()).toEqual([ED, OP])
  })

  it('skips the remaining addresses when the process must stop', async () => {
    await storeEdition(db, anEdition())
    await previewDueEdition(processOn(db), AbortSignal.abort())
    expect(mails).toEqual([])
  })
})
