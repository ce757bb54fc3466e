import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { hasRecordings, startReplay, type Replay } from '../market/testing/start-replay.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { buildTestEdition } from './testing/edition-builder.ts'

// Skipped if the recordings are not next to the project.
describe.skipIf(!hasRecordings)('recorded weeks (needs ../shared/upstream/replay.mjs)', () => {
  let opened: TestDatabase
  let replay: Replay | undefined
  // The recordings of one week are served under the dates of another, so each week gets its own database.
  beforeEach(async () => {
    opened = await createTestDatabase()
  })
  afterEach(async () => {
    replay?.stop()
    await opened.close()
  })

  it.each([
    ['2025-02-03', '2025-01-31', 13],
    ['2025-03-24', '2025-03-21', 10],
  ])(
    'builds the edition of %s with five sections, and a picture for each section with a series',
    async (slotDate, friday, houseReports) => {
      replay = await startReplay({ endDate: friday, isHurried: true })
      const { baseUrl: upstreamBaseUrl } = replay
      const edition = await buildTestEdition({ db: opened.db, upstreamBaseUrl, slotDate })
      expect(edition.content.sections.map(({ name, state }) => [name, state])).toEqual(
        ['insiders', 'congress', 'housing', 'economy', 'markets'].map((name) => [name, 'ready']),
      )
      const valueOf = (id: string) => edition.facts.find((fact) => fact.id === id)?.value
      const insiders = ['listed', 'read', 'unread', 'daysUnread'].map((kind) =>
        valueOf(`insiders/coverage/${kind}`),
      )
      expect(insiders).toEqual([74, 74, 0, 0])
      expect(['house', 'senate'].map((chamber) => valueOf(`congress/coverage/${chamber}/listed`))).toEqual([
        houseReports,
        0,
      ])
      expect(edition.content.sections.filter(({ chart }) => chart).map(({ name }) => name)).toEqual([
        'housing',
        'economy',
        'markets',
      ])
      expect(edition.audits.map(({ outcome }) => outcome)).toEqual(['rules'])
      expect(edition.subject.length).toBeLessThan(60)
      expect(Buffer.byteLength(edition.html)).toBeLessThan(100_000)
      expect(edition.html).not.toMatch(/undefined|NaN|\[object|Infinity/)
    },
  )
})
