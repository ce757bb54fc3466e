import { addMonths, daysBetween, wholeMonthsBetween } from '../../lib/dates.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import type { CongressTrade } from '../../records/congress/congress-trade.ts'
import type { CongressHistory } from '../../records/congress/member-histories.ts'
import { readAsset } from '../../records/congress/present-asset.ts'
import { rowId } from '../../records/congress/apply-amendments.ts'
import type { Fact } from '../facts/fact.ts'
import { addAmounts, amountValue, type FactMaker } from './congress-facts.ts'
import type { CongressFinding } from './congress-section.ts'
import type { TradeGroup } from './roll-up.ts'

/** How many earlier ones it must exceed to be called the largest. */
const TRADES_BELOW = 3

type AgainstOwn = Pick<CongressFinding['facts'], 'monthsWithout' | 'mostBefore'>
const NOTHING: AgainstOwn = { monthsWithout: undefined, mostBefore: undefined }

/** How a finding compares with what its filer reported before. If a report from that time is on paper, unread, or by somebody
 *  with a similar name, nothing is compared. */
export function describeAgainstOwn(
  { id, side, filer, asset, trades, amount }: TradeGroup,
  history: CongressHistory | undefined,
  week: EditionWeek,
  make: FactMaker,
): AgainstOwn {
  const [first] = trades
  const since = history?.since[filer.chamber]
  const member = first?.member
  if (history === undefined || since === undefined || member === undefined) return NOTHING
  const isOpen =
    history.openMembers.has(member.bioguideId) ||
    history.openNames.some((name) => name.includes(filer.lastName.toLowerCase()))
  if (isOpen) return NOTHING
  const before = history.trades.filter(
    (trade) =>
      trade.chamber === filer.chamber &&
      trade.filedOn >= since &&
      trade.member?.bioguideId === member.bioguideId,
  )
  return {
    monthsWithout: before.some((trade) => isAlike(trade, asset))
      ? undefined
      : make.ofTrades(
          {
            id: `${id}/months-without`,
            subject: filer.name,
            value: wholeMonthsBetween(since, week.from),
            unit: 'count',
            formula: `whole months before the week, from ${since} on, with all reports of the filer read and no row of this asset or ticker among them`,
            inputs: trades.map(rowId),
          },
          trades,
        ),
    mostBefore: describeMost({ id, side, filer, amount }, before, week, make),
  }
}

/** Options on a share count as trades in the same company. */
function isAlike(trade: CongressTrade, asset: TradeGroup['asset']): boolean {
  const other = readAsset(trade)
  const nameOf = ({ short }: typeof other) => short.replace(/^options on /, '').toLowerCase()
  return (
    other.key === asset.key || nameOf(other) === nameOf(asset) || tickerOf(other) === (tickerOf(asset) ?? '-')
  )
}

/** '(AAPL)' at the end of a name. */
const tickerOf = ({ name }: TradeGroup['asset']) => /\(([A-Z.]{1,8})\)$/.exec(name)?.[1]

/** The largest range of one asset in a week of the year before, if even its upper end is below the lower end of this one. */
function describeMost(
  { id, side, filer, amount }: Pick<TradeGroup, 'id' | 'side' | 'filer' | 'amount'>,
  before: readonly CongressTrade[],
  week: EditionWeek,
  make: FactMaker,
): Fact | undefined {
  // A row with an unread note may be larger than any other.
  if (before.some((trade) => trade.kind === 'unread note')) return undefined
  const kind = side === 'buy' ? 'purchase' : 'sale'
  const groups = [
    ...Map.groupBy(
      before.filter((trade) => trade.kind === kind && trade.filedOn >= addMonths(week.from, -12)),
      (trade) => `${Math.floor((daysBetween(trade.filedOn, week.from) - 1) / 7)} ${readAsset(trade).key}`,
    ).values(),
  ].map((rows) => ({ rows, sum: addAmounts(rows) }))
  const most = groups.toSorted((a, b) => (b.sum.high ?? Infinity) - (a.sum.high ?? Infinity))[0]
  if (most?.sum.high === undefined || groups.length < TRADES_BELOW || most.sum.high >= amount.low) {
    return undefined
  }
  const { value, unit } = amountValue(most.sum)
  return make.ofTrades(
    {
      id: `${id}/most-before`,
      subject: filer.name,
      value,
      unit,
      formula: `the largest range of one asset that the filer’s reports of one week, Monday to Sunday, show as a ${kind}, of ${groups.length} in the year before`,
      inputs: most.rows.map(rowId),
    },
    most.rows,
  )
}
