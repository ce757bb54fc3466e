import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { buildTestEdition } from './testing/edition-builder.ts'

const REPLAY = path.join(import.meta.dirname, '../../../shared/upstream/replay.mjs')

/** The replay enforces the SEC's limit of requests per second; here each of its seconds takes a millisecond. */
const HURRIED = `data:text/javascript,${encodeURIComponent(
  'const { now } = Date; const start = now(); Date.now = () => start + (now() - start) * 1000',
)}`

// Skipped if the recordings are not next to the project.
describe.skipIf(!existsSync(REPLAY))('recorded weeks (needs ../shared/upstream/replay.mjs)', () => {
  let opened: TestDatabase
  let replay: ChildProcess | undefined
  // The recordings of one week are served under the dates of another, so each week gets its own database.
  beforeEach(async () => {
    opened = await createTestDatabase()
  })
  afterEach(async () => {
    replay?.kill()
    await opened.close()
  })

  async function startReplay(endDate: string): Promise<string> {
    replay = spawn(process.execPath, ['--import', HURRIED, REPLAY, '--port', '0', '--end-date', endDate], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface({ input: replay.stdout! })) {
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
      if (address !== undefined) return address
    }
    throw new Error('the replay ended')
  }

  it.each([
    ['2025-02-03', '2025-01-31', 13],
    ['2025-03-24', '2025-03-21', 10],
  ])(
    'builds the edition of %s with five sections, and a picture for each section with a series',
    async (slotDate, friday, houseReports) => {
      const upstreamBaseUrl = await startReplay(friday)
      const edition = await buildTestEdition({ db: opened.db, upstreamBaseUrl, slotDate })
      expect(edition.content.sections.map(({ name, state }) => [name, state])).toEqual(
        ['insiders', 'congress', 'housing', 'economy', 'markets'].map((name) => [name, 'ready']),
      )
      expect(edition.coverage.insiders).toMatchObject({ listed: 74, read: 74, unread: [], daysUnread: [] })
      expect(edition.coverage.congress).toMatchObject([
        { chamber: 'house', listed: houseReports },
        { chamber: 'senate', listed: 0 },
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
