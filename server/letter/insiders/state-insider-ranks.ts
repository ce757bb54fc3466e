import type { Fact } from '../facts/fact.ts'
import { numberOf } from '../facts/format-fact.ts'
import { deriveFact } from '../statements/make-statement.ts'
import type { Statement } from '../statements/statement.ts'
import type { InsiderSection } from './insider-section.ts'

/** Fewer weeks are not enough to rank. */
const FEWEST_WEEKS = 8
const RANK = 34

/** The sums of an earlier letter's week, as printed there. */
export interface EarlierWeek {
  /** Its Monday, 'YYYY-MM-DD'. */
  readonly slotDate: string
  /** By id; see `RANKED_FACTS`. */
  readonly facts: readonly Fact[]
}

const SUMS = { buy: 'insiders/total/market-buy-value', sale: 'insiders/total/market-sale-value' } as const
const LISTED = 'insiders/coverage/listed'
const READ = 'insiders/coverage/read'
const MISSING = ['insiders/coverage/daysUnread', 'insiders/coverage/failedSizes'] as const
/** The facts that rank a week, and those that show it was read completely, with closes to check it. */
export const RANKED_FACTS: readonly string[] = [...Object.values(SUMS), LISTED, READ, ...MISSING]

/** States that the week's sum is above that of every earlier week of a year that was read completely and summed by the
 *  same rule. Anything unread this week could only increase it. */
export function stateRanks({ totals }: InsiderSection, earlier: readonly EarlierWeek[]): Statement[] {
  return (['buy', 'sale'] as const).flatMap((side) => {
    const sum = side === 'buy' ? totals.marketBuyValue : totals.marketSaleValue
    const weeks = earlier.filter(isWhole).flatMap(({ slotDate, facts }) => {
      const before = facts.find(({ id, formula }) => id === SUMS[side] && formula === sum.formula)
      return before ? [{ slotDate, before }] : []
    })
    const [most] = weeks.toSorted((a, b) => numberOf(b.before) - numberOf(a.before))
    if (most === undefined || weeks.length < FEWEST_WEEKS || numberOf(most.before) >= numberOf(sum)) return []
    return [stateRank(side, sum, weeks, most)]
  })
}

interface RankedWeek {
  readonly slotDate: string
  readonly before: Fact
}

function stateRank(
  side: 'buy' | 'sale',
  sum: Fact,
  weeks: readonly RankedWeek[],
  most: RankedWeek,
): Statement {
  const recordOf = ({ slotDate, before }: RankedWeek) => `edition of ${slotDate}: ${before.id}`
  const count = deriveFact(
    {
      id: `insiders/total/weeks-below-${side}`,
      value: weeks.length,
      unit: 'count',
      formula:
        'letters of the year before whose weeks were read whole and summed by the same rule; the sum of each is below this one',
      inputs: [...weeks.map(recordOf).toSorted(), sum.id],
    },
    sum,
  )
  const highest = deriveFact(
    {
      id: `insiders/total/most-before-${side}`,
      value: numberOf(most.before),
      unit: 'usd',
      formula: 'the largest of these sums, as its letter told it',
      inputs: [recordOf(most)],
    },
    sum,
  )
  const noun = side === 'buy' ? 'purchases' : 'sales'
  return {
    id: `insiders/total/most-${side}`,
    section: 'insiders',
    kind: 'extreme',
    topic: 'insiders/total',
    slots: { weeks: { figure: count }, most: { figure: highest } },
    direction: side === 'buy' ? 'up' : 'down',
    salience: RANK,
    isNews: true,
    tellings: [
      `Insiders’ ordinary ${noun} came to more than in any of the {weeks} earlier weeks that our letters cover in full, by the same count; the most before was {most}.`,
      `In none of the {weeks} earlier weeks that our letters cover in full did insiders’ ordinary ${noun} come to as much, by the same count; {most} was the most.`,
    ],
  }
}

function isWhole({ facts }: EarlierWeek): boolean {
  const valueOf = (id: string) => facts.find((fact) => fact.id === id)?.value
  const isRead = valueOf(LISTED) !== undefined && valueOf(LISTED) === valueOf(READ)
  return isRead && MISSING.every((id) => valueOf(id) === 0)
}
