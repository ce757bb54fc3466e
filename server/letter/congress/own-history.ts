import { addMonths, daysBetween, wholeMonthsBetween } from '../../lib/dates.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import type { CongressTrade } from '../../records/congress/congress-trade.ts'
import type { CongressHistory } from '../../records/congress/member-histories.ts'
import { readAsset } from '../../records/congress/present-asset.ts'
import { rowId } from '../../records/congress/apply-amendments.ts'
import type { Fact } from '../facts/fact.ts'
import { addAmounts, type Amount, amountValue, type FactMaker } from './congress-facts.ts'
import type { CongressFinding } from './congress-section.ts'
import type { TradeGroup } from './roll-up.ts'

/** How many earlier ones it must exceed to be called the largest. */
const TRADES_BELOW = 3

type AgainstOwn = Pick<CongressFinding['facts'], 'monthsWithout' | 'mostBefore'>
const NOTHING: AgainstOwn = { monthsWithout: undefined, mostBefore: undefined }

/** What a filer reported before the week. */
interface OwnRecord {
  /** Names, tickers and keys of all assets. */
  readonly assets: ReadonlySet<string>
  readonly most: Readonly<Record<TradeGroup['side'], Most | undefined>>
}

/** The largest range of one asset in a week of the year before. */
interface Most {
  readonly rows: readonly CongressTrade[]
  readonly sum: Amount
  /** Of how many it is the largest. */
  readonly count: number
}

/** Describes how a finding compares with what its filer reported before, in either chamber. If a report from that time is on
 *  paper, unread, or by somebody with a similar name, nothing is compared.
 *  @param rows  all of the week: of an asset that they have elsewhere, too, a trade is not called the first */
export function createOwnComparison(
  history: CongressHistory | undefined,
  rows: readonly CongressTrade[],
  week: EditionWeek,
  make: FactMaker,
): (group: TradeGroup) => AgainstOwn {
  if (history === undefined) return () => NOTHING
  const records = recordsOf(history, week)
  const inWeek = countSigns(rows)
  return ({ id, side, filer, trades, amount }) => {
    const member = trades[0]?.member
    const since = history.since.get(member?.bioguideId ?? '')
    if (since === undefined || member === undefined) return NOTHING
    const isOpen =
      history.openMembers.has(member.bioguideId) ||
      history.openNames.some((name) => name.includes(filer.lastName.toLowerCase()))
    if (isOpen) return NOTHING
    const record = records.get(member.bioguideId)
    const own = [...(countSigns(trades).get(member.bioguideId) ?? [])]
    const isElsewhere = own.some(
      ([sign, count]) => record?.assets.has(sign) || (inWeek.get(member.bioguideId)?.get(sign) ?? 0) > count,
    )
    return {
      monthsWithout: isElsewhere
        ? undefined
        : make.ofTrades(
            {
              id: `${id}/months-without`,
              subject: filer.name,
              value: wholeMonthsBetween(since, week.from),
              unit: 'count',
              formula: `whole months before the week, from ${since} on, with all reports of the filer in either chamber read and no row of this asset or ticker among them`,
              inputs: trades.map(rowId),
            },
            trades,
          ),
      mostBefore: describeMost({ id, side, filer, amount }, record?.most[side], make),
    }
  }
}

/** Reads each row once, since a filer may have thousands.
 *  @returns by bioguide id */
function recordsOf({ since, trades }: CongressHistory, week: EditionWeek): Map<string, OwnRecord> {
  const known = trades.filter(({ member, filedOn }) => {
    const first = since.get(member?.bioguideId ?? '')
    return first !== undefined && filedOn >= first
  })
  const byFiler = Map.groupBy(known, ({ member }) => member?.bioguideId ?? '')
  return new Map(
    [...byFiler].map(([filer, ofFiler]) => {
      const rows = ofFiler.map((trade) => ({ trade, asset: readAsset(trade) }))
      const assets = new Set(rows.flatMap(({ asset }) => signsOf(asset)))
      // A row with an unread note may be larger than any other.
      const isUnread = ofFiler.some(({ kind }) => kind === 'unread note')
      const mostOf = (kind: CongressTrade['kind']) => (isUnread ? undefined : findMost(rows, kind, week))
      return [filer, { assets, most: { buy: mostOf('purchase'), sale: mostOf('sale') } }]
    }),
  )
}

/** What identifies an asset: one sign in common is enough. Options on a share count as trades in the same company. */
function signsOf({ key, name, short }: TradeGroup['asset']): string[] {
  const ticker = /\(([A-Z.]{1,8})\)$/.exec(name)?.[1]
  return [
    `key ${key}`,
    `name ${short.replace(/^options on /, '').toLowerCase()}`,
    ...(ticker === undefined ? [] : [`ticker ${ticker}`]),
  ]
}

/** Counts the rows that have each sign, by bioguide id. */
function countSigns(rows: readonly CongressTrade[]): Map<string, Map<string, number>> {
  const byMember = Map.groupBy(rows, ({ member }) => member?.bioguideId ?? '')
  return new Map(
    [...byMember].map(([id, own]) => {
      const signs = own.flatMap((row) => signsOf(readAsset(row)))
      return [id, new Map([...Map.groupBy(signs, String)].map(([sign, alike]) => [sign, alike.length]))]
    }),
  )
}

function findMost(
  rows: readonly { readonly trade: CongressTrade; readonly asset: TradeGroup['asset'] }[],
  kind: CongressTrade['kind'],
  week: EditionWeek,
): Most | undefined {
  const from = addMonths(week.from, -12)
  const byWeek = Map.groupBy(
    rows.filter(({ trade }) => trade.kind === kind && trade.filedOn >= from),
    ({ trade, asset }) => `${Math.floor((daysBetween(trade.filedOn, week.from) - 1) / 7)} ${asset.key}`,
  )
  const ranges = [...byWeek.values()]
    .map((some) => some.map(({ trade }) => trade))
    .map((some) => ({ rows: some, sum: addAmounts(some) }))
  const most = ranges.toSorted((a, b) => (b.sum.high ?? Infinity) - (a.sum.high ?? Infinity))[0]
  return most && { ...most, count: ranges.length }
}

/** The largest before, if even its upper end is below the lower end of this one. */
function describeMost(
  { id, side, filer, amount }: Pick<TradeGroup, 'id' | 'side' | 'filer' | 'amount'>,
  most: Most | undefined,
  make: FactMaker,
): Fact | undefined {
  if (most?.sum.high === undefined || most.count < TRADES_BELOW || most.sum.high >= amount.low) {
    return undefined
  }
  const kind = side === 'buy' ? 'purchase' : 'sale'
  const { value, unit } = amountValue(most.sum)
  return make.ofTrades(
    {
      id: `${id}/most-before`,
      subject: filer.name,
      value,
      unit,
      formula: `the largest range of one asset that the filer’s reports of one week, Monday to Sunday, show as a ${kind}, of ${most.count} in the year before`,
      inputs: most.rows.map(rowId),
    },
    most.rows,
  )
}
