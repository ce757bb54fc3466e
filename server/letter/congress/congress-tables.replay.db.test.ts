import { afterEach, describe, expect, it } from 'vitest'

import { NO_ATTEMPTS } from '../testing/statements.ts'
import type { Database } from '../../db/database.ts'
import { createLogger } from '../../lib/logger.ts'
import { hasRecordings, startReplay, type Replay } from '../../market/testing/start-replay.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { analyseCongress } from './analyse-congress.ts'
import { listCongressCoverage, listCongressTrades } from '../../records/congress/congress-trades.ts'
import { houseSource } from '../../records/congress/house/collect-house.ts'
import { membersSource } from '../../records/congress/members/collect-members.ts'
import { collectRecords } from '../../records/collect-records.ts'
import { withoutWaiting } from '../../records/core/testing/fake-upstream.ts'
import { createSenateSource } from '../../records/congress/senate/collect-senate-records.ts'
import { getEditionWeek } from '../../lib/edition-week.ts'
import { checkEditionBound } from '../facts/check-bound.ts'
import { composeEdition } from '../facts/compose-edition.ts'
import { aLetter } from '../testing/edition-content.ts'
import { stateCongress } from './congress-statements.ts'
import { composeCongress } from './congress-tables.ts'

let replay: Replay | undefined

// Skipped if the recordings are not next to the project.
describe.skipIf(!hasRecordings)('over recorded reports (needs ../shared/upstream/replay.mjs)', () => {
  // The recordings list the same reports under different days in each week.
  const opened = setUpDatabase((db) => db.deleteFrom('congress_report').execute())
  afterEach(() => replay?.stop())

  it.each([
    { slotDate: '2025-02-03', friday: '2025-01-31', rows: 162, impossible: 143, late: 3, findings: 15 },
    { slotDate: '2025-03-24', friday: '2025-03-21', rows: 146, impossible: 143, late: 3, findings: 3 },
  ])(
    'the edition of $slotDate builds its tables, and facts support every word of it',
    async ({ slotDate, friday, rows, impossible, late, findings }) => {
      const { section, content } = await readWeek(opened.db, slotDate, friday)
      const { coverage, facts, week } = section
      expect(coverage.rows.value).toBe(rows)
      expect(coverage.impossibleDays.value).toBe(impossible)
      expect(coverage.lateFindings.value).toBe(late)
      const told = content.tables
        .filter(({ title }) => /^(?:Bought$|Sold$|With a note that we do not understand)/.test(title))
        .flatMap((table) => table.rows)
      expect(told).toHaveLength(findings)
      const read = content.coverage.map((sentence) => sentence.map(({ text }) => text).join(''))
      expect(read.join(' ')).toContain(`We left ${impossible} rows out that date a trade after`)
      const statements = stateCongress(section)
      const edition = composeEdition({
        slotDate,
        week,
        letter: aLetter(),
        sections: [content],
        statements: [statements],
      })
      expect(checkEditionBound(edition, [...facts, ...statements.facts])).toEqual([])
    },
  )
})

/** Goes from the recordings, through the parsers and the database, to words written by rules. */
async function readWeek(db: Database, slotDate: string, friday: string) {
  const week = getEditionWeek(slotDate)
  replay = await startReplay({ endDate: friday })
  const sources = [membersSource, houseSource, createSenateSource({ termsAcceptedBy: 'Jane Operator' })]
  const clock = { now: () => new Date(`${week.to}T23:00:00.000Z`) }
  const reports = await collectRecords(
    {
      db,
      clock,
      logger: createLogger('silent', 2),
      upstreamBaseUrl: replay.baseUrl,
      userAgent: 'Lunchpail hello@lunchpail.test',
      backoffMs: { first: 1, most: 2 },
    },
    {
      sources: withoutWaiting(
        sources,
        sources.map(({ id }) => id),
      ),
      asOf: week.to,
    },
  )
  const startedAt = clock.now().toISOString()
  const runs = reports.map(({ source, outcome }) => ({ source, outcome, startedAt }))
  const days = { filedFrom: week.from, filedTo: week.to }
  const trades = await listCongressTrades(db, days)
  const coverage = await listCongressCoverage(db, days)
  const section = analyseCongress({ trades, coverage, runs }, week)
  return { section, content: composeCongress(section, slotDate, NO_ATTEMPTS) }
}
