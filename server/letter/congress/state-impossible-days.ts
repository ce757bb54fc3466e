import { numberOf } from '../facts/format-fact.ts'
import { keepHeads } from '../statements/make-statement.ts'
import type { Statement } from '../statements/statement.ts'
import type { CongressSection } from './congress-section.ts'

/** If at least this part of the rows has impossible dates, that is the main thing about the week's reports. */
const MOST = 0.5
const FEWEST = 3
/** Ranks above trades of a million dollars, since a sum of the remaining rows would say little. */
const SALIENCE = 66

/** For readers who see elsewhere what Congress traded. */
export const ASK: Statement = {
  id: 'congress/ask',
  section: 'congress',
  kind: 'circumstance',
  topic: 'congress/dates',
  slots: {},
  salience: 0,
  isNews: false,
  tellings: [
    'If someone sells you “what Congress bought this week”, ask how they read the dates.',
    'Where somebody lists “what Congress bought this week”, ask how they read the dates.',
    'Before you trust a list of “what Congress bought this week”, ask how it reads the dates.',
  ],
}

/** Whether most of what the reports list has a date that cannot be; `stateCongressCoverage` then leaves it out. */
export function areMostImpossible({ rows, impossibleDays }: CongressSection['coverage']): boolean {
  return numberOf(impossibleDays) >= FEWEST && numberOf(impossibleDays) >= numberOf(rows) * MOST
}

/** Most rows date a trade after the day on which their report came out: that is the thing to tell. */
export function stateImpossibleDays(coverage: CongressSection['coverage']): Statement | undefined {
  if (!areMostImpossible(coverage)) return undefined
  const statement = {
    id: 'congress/impossible-days',
    slots: { impossible: { figure: coverage.impossibleDays }, rows: { figure: coverage.rows } },
  }
  return {
    ...statement,
    section: 'congress',
    kind: 'circumstance',
    topic: 'congress/dates',
    salience: SALIENCE,
    isNews: true,
    tellings: [
      'Of {rows} lines, {impossible} date a trade after the day its report came out.\nThat cannot be, so we count none of them.',
      '{impossible} of {rows} lines date a trade after the day its report came out.\nNobody can report a trade before making it, so none of them is counted.',
      'The reports list {rows} lines, and {impossible} date a trade after the day its report came out.\nNobody can report a trade before making it: we count none of them.',
    ],
    opening: [
      'Members of Congress must report the stocks they trade.\nOf {rows} trades in the reports we could read, {impossible} are dated after the day their report came out.\nThat cannot be, so we count none of them.',
    ],
    kickers: ['Most of the dates do not add up.'],
    teases: ['why we left out most of what Congress reported', 'trades in Congress with impossible dates'],
    behindLabel: 'most trades that Congress reported carry dates that cannot be right',
    ...keepHeads(statement, [
      'In Congress, {impossible} of {rows} trades have impossible dates',
      '{impossible} trades in Congress have impossible dates',
    ]),
    lines: ['{impossible} of {rows} reported trades are dated after their own report.'],
  }
}
