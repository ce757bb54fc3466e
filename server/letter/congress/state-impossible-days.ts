import { numberOf } from '../facts/format-fact.ts'
import { advise, keepHeads } from '../statements/make-statement.ts'
import type { Statement } from '../statements/statement.ts'
import type { CongressSection } from './congress-section.ts'

/** If at least this share of the rows has impossible dates, that is the main thing to say about the week's reports. */
const MOST = 0.5
const FEWEST = 3
/** Ranks above trades of a million dollars, since a sum of the remaining rows would say little. */
const SALIENCE = 66

/** Advice for readers who see lists of what Congress traded elsewhere. */
export const ASK = advise({
  id: 'congress/ask',
  section: 'congress',
  topic: 'congress/dates',
  tellings: [
    'Does somebody show you “what Congress bought this week”?\nLook for the day of each trade: it cannot come after the day its report came out.',
    'If a list of “what Congress bought this week” has no day for each trade, do not trust it.\nThat day cannot come after the day its report came out.',
    'Before you trust a list of “what Congress bought this week”, look at the dates.\nNo trade can have been made after its report came out.',
  ],
})

/** Whether most of what the reports list has an impossible date; if so, `stateCongressCoverage` does not mention it. */
export function areMostImpossible({ rows, impossibleDays }: CongressSection['coverage']): boolean {
  return numberOf(impossibleDays) >= FEWEST && numberOf(impossibleDays) >= numberOf(rows) * MOST
}

/** Whether all rows have impossible dates. */
export const areAllImpossible = ({ rows, impossibleDays }: CongressSection['coverage']): boolean =>
  numberOf(impossibleDays) === numberOf(rows)

/** States that most rows date a trade after the day on which their report came out, which is then the main news. */
export function stateImpossibleDays(coverage: CongressSection['coverage']): Statement | undefined {
  if (!areMostImpossible(coverage)) return undefined
  const isAll = areAllImpossible(coverage)
  const statement = {
    id: 'congress/impossible-days',
    slots: {
      impossible: { figure: coverage.impossibleDays },
      ...(isAll ? {} : { rows: { figure: coverage.rows } }),
    },
  }
  const fault = isAll ? '\nThe mistake may be in the reports, or in how we read them.' : ''
  const [of, ofReports] = isAll
    ? ['All {impossible} entries we could read', 'All {impossible} entries in the reports we could read']
    : [
        'Of {rows} entries we could read, {impossible}',
        'Of {rows} entries in the reports we could read, {impossible}',
      ]
  return {
    ...statement,
    section: 'congress',
    kind: 'circumstance',
    topic: 'congress/dates',
    salience: SALIENCE,
    isNews: true,
    tellings: [
      `${of} are dated after the day their report came out.\nThat cannot be, so we count none of them.${fault}`,
      `${ofReports} are dated after the day their report came out.\nNobody can report a trade before making it, so we count none of them.${fault}`,
      `${of} carry a date after the day their report came out.\nNobody can report a trade before making it: we count none of them.${fault}`,
    ],
    opening: [
      `Members of Congress must report the stocks they trade.\n${ofReports} are dated after the day their report came out.\nThat cannot be, so we count none of them.${fault}`,
    ],
    kickers: [
      isAll
        ? 'The trade dates we could read cannot be right.'
        : 'Most of the dates we could read do not add up.',
    ],
    teases: [
      isAll ? 'why we left out all that Congress reported' : 'why we left out most of what Congress reported',
      'trades in Congress with impossible dates',
    ],
    ...keepHeads(statement, [
      isAll
        ? 'All {impossible} entries we read from Congress have impossible dates'
        : 'In Congress, {impossible} of {rows} entries have impossible dates',
      '{impossible} entries from Congress have impossible dates',
    ]),
    lines: [
      isAll
        ? 'All {impossible} entries we could read are dated after their own report.'
        : '{impossible} of {rows} entries we could read are dated after their own report.',
    ],
    glances: [`${isAll ? 'All' : 'Most'} entries we could read have dates that cannot be right.`],
  }
}
