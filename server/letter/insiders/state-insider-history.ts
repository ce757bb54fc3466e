import type { Slot, Statement } from '../statements/statement.ts'
import type { InsiderFinding } from './insider-section.ts'

/** The salience of each, and how much it adds to that of its trade. */
const FIRST = { salience: 45, more: 3 }
const MOST = { salience: 45, more: 4 }
const OFTEN = 25

/** Makes a statement that continues the story of a trade. */
export type StateMore = (
  part: string,
  kind: Statement['kind'],
  salience: number,
  slots: Readonly<Record<string, Slot>>,
  tellings: readonly [string, ...string[]],
) => Statement

/** States how a trade compares with what its owner reported earlier for the same company. */
export function stateHistory({ side, facts }: InsiderFinding, more: StateMore): Statement[] {
  const { monthsWithout: months, mostBefore: most, weeksBefore: weeks, sumBefore: sum } = facts
  const [noun, doing] = side === 'buy' ? ['purchase', 'buying'] : ['sale', 'selling']
  return [
    ...(months
      ? [
          more('first', 'extreme', FIRST.salience, { months: { figure: months } }, [
            `it is the first ${noun} of {company} stock that {who} reported in {months} months or more.`,
            `for {months} months or more, {who} had reported no ${noun} of {company} stock.`,
            `in the {months} months before, no report of {who} shows a ${noun} of {company} stock.`,
          ]),
        ]
      : []),
    ...(most
      ? [
          more('most', 'extreme', MOST.salience, { most: { figure: most } }, [
            `in no week of the twelve months before did {who} report ${doing} as much of {company}: the most was {most}.`,
            `it is the most of {company} that {who} reported ${doing} in a week for at least twelve months; the most before was {most}.`,
            `the largest week of {who} in {company} stock in the twelve months before came to {most}.`,
          ]),
        ]
      : []),
    ...(weeks && sum
      ? [
          more('often', 'against-usual', OFTEN, { weeks: { figure: weeks }, sum: { figure: sum } }, [
            `in {weeks} weeks of the twelve months before, {who} reported such ${noun}s of {company} stock too, {sum} in all.`,
            `in the twelve months before, {who} reported such ${noun}s in {weeks} weeks, {sum} in all.`,
          ]),
        ]
      : []),
  ]
}

/** What a trade's own history adds to its salience. */
export function rateHistory({ facts: { monthsWithout, mostBefore } }: InsiderFinding): number {
  return (monthsWithout ? FIRST.more : 0) + (mostBefore ? MOST.more : 0)
}
