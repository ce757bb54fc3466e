import { expect } from 'vitest'

import type { CongressTrade } from '../../../records/congress/congress-trade.ts'
import type { SectionStatements, Statement } from '../../statements/statement.ts'
import { listFaults } from '../../testing/check-statements.ts'
import { CONGRESS_WEEK, createRuns } from '../../testing/compose-congress-week.ts'
import { analyseCongress } from '../analyse-congress.ts'
import type { CongressInput } from '../congress-section.ts'
import { stateCongress } from '../congress-statements.ts'
import { createCoverage } from './congress-trades.ts'

/** The statements of a week with these trades; throws unless their facts support all of them. */
export function tellCongress(
  trades: readonly CongressTrade[],
  parts: Partial<CongressInput> = {},
): SectionStatements {
  const runs = createRuns('complete', 'complete')
  const section = analyseCongress({ trades, coverage: [createCoverage()], runs, ...parts }, CONGRESS_WEEK)
  const told = stateCongress(section)
  expect(listFaults(told, section.facts)).toEqual([])
  return told
}

/** The first statement of a kind.
 *  @throws Error if there is none */
export function ofKind({ statements }: SectionStatements, kind: Statement['kind']): Statement {
  const found = statements.find((one) => one.kind === kind)
  if (!found) throw new Error(`there is no ${kind} among ${statements.map(({ id }) => id).join(', ')}`)
  return found
}
