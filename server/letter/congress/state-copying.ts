import type { Fact } from '../facts/fact.ts'
import { numberOf } from '../facts/format-fact.ts'
import { advise, deriveFact } from '../statements/make-statement.ts'
import type { Statement } from '../statements/statement.ts'
import type { CongressSection } from './congress-section.ts'
import { assetSlots } from './congress-slots.ts'
import { describeHolder } from './state-congress-trade.ts'

const WEEK_DAYS = 7
/** A shorter delay is given in days. */
const WEEKS_FROM_DAYS = 14

/** What readers who copy Congress should know: how late they are, and what a range leaves open. */
export function stateCopying({ slowest, counted, limit, hasExactSum }: CongressSection): Statement[] {
  const stated = [slowest && stateLag(slowest, limit), hasExactSum ? undefined : stateRange(counted)]
  return stated.filter((one) => one !== undefined)
}

/** For a week whose reports mean nothing for a reader. */
export const LOOK_UP = advise({
  id: 'congress/look-up',
  section: 'congress',
  topic: 'congress/look-up',
  tells: ['insiders/look-up'],
  tellings: [
    'If you own a company’s stock, look up its ticker on our site.\nIts page lists what Congress reported of it.',
    'On our site, the page of each ticker lists what Congress reported of it.\nLook there before you believe a tip.',
    'Before you believe a tip, look up the ticker on our site.\nIts page lists what Congress reported of it.',
  ],
})

/** States how late a reader is who copies what a report shows. */
function stateLag(
  { finding: slowest, isAlone }: NonNullable<CongressSection['slowest']>,
  limit: Fact,
): Statement | undefined {
  const { lag: toReport, publicLag: lag } = slowest.facts
  if (!lag || numberOf(lag) < 1) return undefined
  const isInDays = numberOf(lag) < WEEKS_FROM_DAYS
  const weeks = Math.floor(numberOf(lag) / WEEK_DAYS)
  const isExact = isInDays || weeks * WEEK_DAYS === numberOf(lag)
  // A fact of its own, since the report does not show the day on which it came out.
  const fact = deriveFact(
    {
      id: `${slowest.id}/${isInDays ? 'lag-days' : 'lag-weeks'}`,
      subject: slowest.filer.name,
      value: isInDays ? numberOf(lag) : weeks,
      unit: isInDays ? 'days' : 'count',
      formula: isInDays
        ? 'days from the trade to the day on which it came out'
        : 'whole weeks in the days from the trade to the day on which it came out',
      inputs: [lag.id],
    },
    lag,
  )
  const holder = describeHolder(slowest)
  const isOverLimit = numberOf(lag) > numberOf(limit)
  const isLate = slowest.isLate && !slowest.isPartlyLate
  const isInTime = !slowest.isLate && toReport !== undefined && numberOf(toReport) <= numberOf(limit)
  // A report's own date may be long before the day on which it came out. If several trades are as slow, each has its own
  // report, so none is judged; nor is a trade that the law does not ask for, or one whose slowest part may not be the late one.
  const judged =
    !isOverLimit || !isAlone
      ? ''
      : isLate
        ? '\nThe law allows {limit}.'
        : isInTime
          ? '\nBy the date on it, that report was in time: the law allows {limit}.'
          : ''
  // What a report calls options or the like must be told completely or not at all; if several trades are as slow, none is
  // singled out.
  const what =
    slowest.assetType === undefined && isAlone
      ? `: a ${slowest.side === 'buy' ? 'purchase' : 'sale'} of {short} by ${holder.brief('{name}')}${holder.tail}`
      : ''
  const far = `${isExact ? '' : 'at least '}${isInDays ? '{behind}' : '{behind} weeks'}`
  return {
    id: 'congress/lag',
    section: 'congress',
    kind: 'lag',
    topic: 'congress/lag',
    slots: {
      ...holder.slots,
      ...assetSlots(slowest),
      behind: { figure: fact },
      ...(judged === '' ? {} : { limit: { figure: limit } }),
    },
    salience: 40,
    isNews: false,
    tellings: [
      `Copy Congress, and you trade late: the oldest trade we count was ${far} old when it came out${what}.${judged}`,
      `Would you copy Congress?\nThe oldest trade we count was ${far} old when it came out${what}.${judged}`,
      `If you copy these trades the day they come out, you could be ${far} behind.${judged}`,
    ],
  }
}

/** States what a range leaves open. */
function stateRange({ buySum, saleSum }: CongressSection['counted']): Statement | undefined {
  const sum = buySum ?? saleSum
  if (sum === undefined || typeof sum.value !== 'object') return undefined
  const noun = buySum ? 'purchases' : 'sales'
  return {
    id: 'congress/range',
    section: 'congress',
    kind: 'level',
    topic: 'congress/range',
    slots: { sum: { figure: sum } },
    salience: 10,
    isNews: false,
    tellings: [
      `No report gives an exact sum: all ${noun} here come to {sum}.\nA list that shows an exact figure is an estimate.`,
      `All ${noun} here come to {sum}, and no report says where in between.\nAn exact figure elsewhere is an estimate.`,
      `Reports give ranges: all ${noun} here come to {sum}.\nWhere you see an exact figure, somebody has guessed.`,
    ],
  }
}
