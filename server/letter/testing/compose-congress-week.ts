import { NO_ATTEMPTS } from './statements.ts'
import { analyseCongress } from '../congress/analyse-congress.ts'
import type { CongressInput, CongressRun } from '../congress/congress-section.ts'
import { stateCongress } from '../congress/congress-statements.ts'
import { composeCongress } from '../congress/congress-tables.ts'
import { createCoverage } from '../congress/testing/congress-trades.ts'
import { checkEditionBound } from '../facts/check-bound.ts'
import { composeEdition } from '../facts/compose-edition.ts'
import type { CongressTrade } from '../../records/congress/congress-trade.ts'
import { aLetter } from './edition-content.ts'

export const CONGRESS_WEEK = { from: '2025-01-27', to: '2025-02-02' }

/** How the newest runs of both chambers ended, on the Sunday of the week. */
export function createRuns(house: CongressRun['outcome'], senate: CongressRun['outcome']): CongressRun[] {
  const startedAt = '2025-02-02T20:00:00.000Z'
  return [
    { source: 'house', outcome: house, startedAt },
    { source: 'senate', outcome: senate, startedAt },
  ]
}

/** What the page adds to the letter for a week. By default the House listed one report, and both chambers answered.
 *  @returns the content, and those of its figures that no fact supports */
export function composeCongressWeek(trades: readonly CongressTrade[], parts: Partial<CongressInput> = {}) {
  const input = { trades, coverage: [createCoverage()], runs: createRuns('complete', 'complete'), ...parts }
  const section = analyseCongress(input, CONGRESS_WEEK)
  const statements = stateCongress(section)
  const content = composeCongress(section, '2025-02-03', NO_ATTEMPTS)
  const edition = composeEdition({
    slotDate: '2025-02-03',
    week: CONGRESS_WEEK,
    letter: aLetter(),
    sections: [content],
    statements: [statements],
  })
  return { content, unbound: checkEditionBound(edition, [...section.facts, ...statements.facts]) }
}
