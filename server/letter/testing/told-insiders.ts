import { expect } from 'vitest'

import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'
import { closeKey, type DailyCloses } from '../../records/insiders/judge-trades.ts'
import type { OwnHistories } from '../../records/insiders/own-histories.ts'
import { analyseInsiders } from '../insiders/analyse-insiders.ts'
import { stateInsiders } from '../insiders/insider-statements.ts'
import type { SectionStatements, Statement } from '../statements/statement.ts'
import { listFaults } from './check-statements.ts'
import { createCollection, createFiling, createTransaction } from './insider-filings.ts'

export const INSIDER_WEEK = { from: '2025-01-27', to: '2025-02-02' }
/** Closes of ACME only. */
export const ACME_CLOSES: DailyCloses = new Map(
  ['2025-01-24', '2025-01-27', '2025-01-28'].map((day) => [
    closeKey('ACME', day),
    { close: 10, adjustedClose: 10 },
  ]),
)

/** The statements of a week with these filings; throws unless their facts support all of them. */
export function tellInsiders(
  filings: readonly InsiderFiling[],
  closes = ACME_CLOSES,
  histories: OwnHistories = new Map(),
): SectionStatements {
  const section = analyseInsiders(
    createCollection(filings),
    closes,
    INSIDER_WEEK,
    new Set(),
    undefined,
    histories,
  )
  const told = stateInsiders(section)
  expect(listFaults(told, section.facts)).toEqual([])
  return told
}

/** @throws Error if there is none with that id */
export function findStatement({ statements, forYou }: SectionStatements, id: string): Statement {
  const found = [...statements, ...forYou].find((one) => one.id === id)
  if (!found) throw new Error(`${id} is none of ${statements.map((one) => one.id).join(', ')}`)
  return found
}

export function aFilingOf(
  transactions: readonly Parameters<typeof createTransaction>[0][],
  parts: Parameters<typeof createFiling>[0] = {},
): InsiderFiling {
  return createFiling({
    ...parts,
    transactions: transactions.map((line, index) => createTransaction({ line: index + 1, ...line })),
  })
}
