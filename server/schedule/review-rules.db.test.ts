import type { KyselyPlugin } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { Database } from '../db/database.ts'
import { anEditionWithout, anEditionContent } from '../letter/testing/edition-content.ts'
import type { WeeklyEditionDeps } from '../letter/index.ts'
import { describeAlarm } from '../operator/alarm-words.ts'
import { describeState, listStateBlocks } from '../operator/edition-state-words.ts'
import { askToRelease } from '../operator/order-words.ts'
import type { ReviewRules } from '../sending/editions/await-person.ts'
import { getEditionStatus } from '../sending/editions/edition-status.ts'
import { findEditionHead, storeEdition, type BuiltEdition } from '../sending/editions/editions.ts'
import { releaseEdition } from '../sending/editions/hold-edition.ts'
import { reviewEdition } from '../sending/editions/review-edition.ts'
import {
  acceptInto,
  addSubscribers,
  anEdition,
  deliveryDeps,
  readers,
  resetTables,
  setDatabaseClock,
} from '../testing/edition-fixtures.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { findUnsentEditions, holdDueEdition, sendDueEditions } from './due-editions.ts'
import { listEditionAlarms } from './edition-alarms.ts'

const MONDAY = '2026-11-23'
const SUNDAY_EVENING = '2026-11-23T00:10:00Z'
const NONE: ReviewRules = { requireRelease: false, minSections: 0, hasPreview: false }
const go = new AbortController().signal

let db: Database
let mailed: string[]
setUpDatabase(async (given) => {
  db = given
  await resetTables(db)
  mailed = []
  await addSubscribers(db, readers(2))
})

function siteWith(rules: ReviewRules): WeeklyEditionDeps {
  return {
    ...deliveryDeps(db, { submit: acceptInto(mailed) }),
    sentRecord: { file: 'none', list: () => [], keep: () => undefined },
    rules,
    buildEdition: () => Promise.reject(new Error('It is stored already')),
  }
}

async function storeAt(now: string, changes: Partial<BuiltEdition> = {}): Promise<void> {
  await setDatabaseClock(db, now)
  await storeEdition(db, anEdition(changes))
}
async function sendAt(now: string, rules: ReviewRules): Promise<number> {
  await setDatabaseClock(db, now)
  await sendDueEditions(siteWith(rules), go)
  return mailed.length
}
const alarmsWith = async (rules: ReviewRules) =>
  listEditionAlarms(await findUnsentEditions(db, rules)).map(({ about, next }) => describeAlarm(about, next))

describe('REQUIRE_RELEASE', () => {
  const rules = { ...NONE, requireRelease: true }

  it('sends only a released edition, and holds it again once rebuilt', async () => {
    await storeAt(SUNDAY_EVENING)
    await holdDueEdition(db, rules)
    expect((await findEditionHead(db, MONDAY))?.held).toMatchObject({ kind: 'release-required' })
    await releaseEdition(db, MONDAY)
    await holdDueEdition(db, rules)
    expect((await findEditionHead(db, MONDAY))?.held).toBeUndefined()
    await storeAt('2026-11-23T02:00:00Z')
    expect(await sendAt('2026-11-23T14:00:00Z', rules)).toBe(0)
    await releaseEdition(db, MONDAY)
    expect(await sendAt('2026-11-23T14:05:00Z', rules)).toBe(2)
  })

  it('does not send a build that replaces the released one in the moment of its sending', async () => {
    await storeAt(SUNDAY_EVENING)
    await releaseEdition(db, MONDAY)
    await setDatabaseClock(db, '2026-11-23T14:00:00Z')
    let isRebuilt = false
    const rebuildsOnceReviewed: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isRebuilt && result.rows[0] !== undefined && 'released_at' in result.rows[0]) {
          isRebuilt = true
          await storeEdition(db, anEdition({ subject: 'Nobody has seen it' }))
        }
        return result
      },
    }
    await sendDueEditions({ ...siteWith(rules), db: db.withPlugin(rebuildsOnceReviewed) }, go)
    expect({ isRebuilt, mailed }).toEqual({ isRebuilt: true, mailed: [] })
    expect(await sendAt('2026-11-23T14:00:30Z', rules)).toBe(0)
    await releaseEdition(db, MONDAY)
    expect(await sendAt('2026-11-23T14:01:00Z', rules)).toBe(2)
  })

  it('holds an edition that the server first sees when it is due', async () => {
    await storeAt(SUNDAY_EVENING)
    expect(await sendAt('2026-11-23T14:00:00Z', rules)).toBe(0)
    const [alarm] = await alarmsWith(rules)
    expect(alarm).toMatchObject({ kind: 'held', subject: 'The edition of 2026-11-23 is due and held' })
    expect(alarm?.detail).toContain(
      'a person has to release each edition before it goes out: REQUIRE_RELEASE',
    )
  })
})

describe('MIN_SECTIONS', () => {
  const one = anEditionWithout('housing', 'Freddie Mac')

  it('holds an edition with fewer sections and raises an alarm at once', async () => {
    const rules = { ...NONE, minSections: 5 }
    await storeAt(SUNDAY_EVENING, { content: one })
    await holdDueEdition(db, rules)
    const [alarm, ...others] = await alarmsWith(rules)
    expect(others).toEqual([])
    expect(alarm).toMatchObject({
      kind: 'sections',
      subject: 'The edition of 2026-11-23 lacks a section: Housing',
    })
    expect(alarm?.detail).toContain('does not go out until it is released')
    expect(alarm?.detail).toContain('lunchpail edition release --date 2026-11-23')
    expect(await sendAt('2026-11-23T14:00:00Z', rules)).toBe(0)
    await releaseEdition(db, MONDAY)
    expect(await sendAt('2026-11-23T14:05:00Z', rules)).toBe(2)
  })

  it('sends an edition with enough sections, with an alarm about the missing ones', async () => {
    const rules = { ...NONE, minSections: 4 }
    await storeAt(SUNDAY_EVENING, { content: one })
    await holdDueEdition(db, rules)
    expect((await alarmsWith(rules)).map(({ detail }) => detail)).toEqual([
      expect.stringContaining('It goes out as it is, unless it is held or built again.'),
    ])
    expect(await sendAt('2026-11-23T14:00:00Z', rules)).toBe(2)
  })

  it('raises no alarm for a complete edition', async () => {
    await storeAt(SUNDAY_EVENING, { content: anEditionContent() })
    expect(await alarmsWith({ ...NONE, minSections: 5 })).toEqual([])
  })
})

describe('a preview less than an hour before the edition is due', () => {
  const rules = { ...NONE, hasPreview: true }

  it('delays the sending until an hour has passed, with an alarm', async () => {
    await storeAt('2026-11-23T13:30:00Z')
    const [alarm] = await alarmsWith(rules)
    expect(alarm?.kind).toBe('short-notice')
    expect(alarm?.detail).toContain('it goes out Monday, Nov 23, 8:30 AM Chicago')
    await setDatabaseClock(db, '2026-11-24T01:30:00Z')
    await storeEdition(db, anEdition())
    const [late] = await alarmsWith(rules)
    expect(late?.subject).toBe('The edition of 2026-11-23 was written when it was due already')
    expect(late?.detail).toContain(
      'it goes out when it is released, before Monday, Nov 23, 8:00 PM Chicago: an hour after its preview its time is over. To let it go out: lunchpail edition release --date 2026-11-23 --yes',
    )
    await storeAt('2026-11-23T13:30:00Z')
    expect(await sendAt('2026-11-23T14:29:59Z', rules)).toBe(0)
    expect(await sendAt('2026-11-23T14:30:00Z', rules)).toBe(2)
  })

  it('does not delay an edition that a person releases, and raises no alarm if nobody gets a preview', async () => {
    await storeAt('2026-11-23T13:30:00Z')
    await releaseEdition(db, MONDAY)
    expect(await sendAt('2026-11-23T14:00:00Z', rules)).toBe(2)
    expect((await getEditionStatus(db, MONDAY))?.state).toBe('finished')
    expect(await alarmsWith(NONE)).toEqual([])
  })
})

describe('what an edition waits for', () => {
  const preview = { ...NONE, hasPreview: true }
  /** What its state says, whether a release would ask for confirmation, and whether the timetable sends it. */
  const lookAt = async (now: string, rules: ReviewRules) => {
    await setDatabaseClock(db, now)
    const review = await reviewEdition(db, MONDAY, rules)
    if (review === undefined) throw new Error('There is none')
    const [block] = listStateBlocks(review)
    return {
      row: block?.rows.find(({ label }) => label === 'goes out')?.words,
      words: describeState(review).words,
      asks: askToRelease(review) !== undefined,
      mailed: await sendAt(now, rules),
    }
  }

  it.each([
    {
      title: 'its time to come',
      built: SUNDAY_EVENING,
      now: '2026-11-23T13:59:00Z',
      row: 'Monday, Nov 23, 8:00 AM Chicago',
      words: 'It goes out Monday, Nov 23, 8:00 AM Chicago, unless it is held.',
      asks: false,
    },
    {
      title: 'a server',
      built: SUNDAY_EVENING,
      now: '2026-11-23T14:00:00Z',
      row: 'within a minute, by a running server',
      words: 'It goes out within a minute, by a running server.',
      asks: true,
    },
    {
      title: 'the end of an hour after a preview shortly before its time',
      built: '2026-11-23T13:30:00Z',
      now: '2026-11-23T13:45:00Z',
      row: 'Monday, Nov 23, 8:30 AM Chicago, an hour after its preview, or Monday, Nov 23, 8:00 AM Chicago if it is released',
      words:
        'It goes out Monday, Nov 23, 8:30 AM Chicago, an hour after its preview, or Monday, Nov 23, 8:00 AM Chicago if it is released, unless it is held.',
      asks: false,
    },
    {
      title: 'the end of an hour after a preview that came after its time',
      built: '2026-11-23T15:00:00Z',
      now: '2026-11-23T15:59:00Z',
      row: 'Monday, Nov 23, 10:00 AM Chicago, an hour after its preview, or at once if it is released',
      words:
        'It goes out Monday, Nov 23, 10:00 AM Chicago, an hour after its preview, or at once if it is released, unless it is held.',
      asks: true,
    },
    {
      title: 'a person, if that hour ends after its day',
      built: '2026-11-24T01:30:00Z',
      now: '2026-11-24T01:59:00Z',
      row: 'when it is released, before Monday, Nov 23, 8:00 PM Chicago: an hour after its preview its time is over',
      words:
        'It goes out when it is released, before Monday, Nov 23, 8:00 PM Chicago: an hour after its preview its time is over, unless it is held.',
      asks: true,
    },
    {
      title: 'the end of its week',
      built: '2026-11-22T12:00:00Z',
      now: '2026-11-23T15:00:00Z',
      row: 'once it is written again: its week was not over when it was built',
      words:
        'It goes out once it is written again: its week was not over when it was built, unless it is held.',
      asks: false,
    },
  ])('is stated: $title', async ({ built, now, row, words, asks }) => {
    await storeAt(built)
    const isSent = words.startsWith('It goes out within')
    expect(await lookAt(now, preview)).toEqual({ row, words, asks, mailed: isSent ? 2 : 0 })
  })

  it('includes a release that REQUIRE_RELEASE will ask for once it is rebuilt', async () => {
    await storeAt('2026-11-22T12:00:00Z')
    const { row, words } = await lookAt('2026-11-22T13:00:00Z', { ...preview, requireRelease: true })
    expect(row).toMatch(/its week was not over when it was built, if it is released$/)
    expect(words).toMatch(/its week was not over when it was built, if a person releases it\.$/)
  })
})
