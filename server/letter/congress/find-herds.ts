import { addDays } from '../../lib/dates.ts'
import type { HerdFinding, SidesOfTrades } from './congress-section.ts'
import type { CongressTrade } from '../../records/congress/congress-trade.ts'
import type { Fact } from '../facts/fact.ts'
import {
  addAmounts,
  amountValue,
  factsOf,
  midpointOf,
  RANGES_ADDED,
  type FactMaker,
} from './congress-facts.ts'
import { byId, isMaybeSlip, type TradeGroup } from './roll-up.ts'
import { type Asset, readAccount } from '../../records/congress/present-asset.ts'
import { compareText } from '../../lib/text.ts'
import { firstWordOf } from '../../lib/company-name.ts'

const HERD_FILERS = 3
const HERD_DAYS = 30
const HERD_RULE = `at least ${HERD_FILERS} filers traded the same shares in the same direction within ${HERD_DAYS} days; no claim of coordination`
/** A single filer's trades are a finding of their own; the two sides of a ticker are worth showing from two filers up. */
const LEAST_FILERS = 2
const MAX_TICKERS = 10

/** A herd and the groups of trades in it. */
export interface FoundHerd {
  readonly herd: HerdFinding
  readonly groupIds: ReadonlySet<string>
}

/** @returns the herd with the most filers first */
export function findHerds(groups: readonly TradeGroup[], make: FactMaker): FoundHerd[] {
  const counted = groups.filter((group) => !isMaybeSlip(group))
  const shares = counted.filter(({ asset }) => asset.shareTicker !== undefined)
  // Filers whose accounts others manage did not pick the shares.
  const picked = shares.flatMap((group) => {
    const trades = group.trades.filter((trade) => !readAccount(trade).isManaged)
    return trades.length === 0 ? [] : [{ ...group, trades, amount: addAmounts(trades) }]
  })
  return (['buy', 'sale'] as const)
    .flatMap((side) => groupByShare(picked.filter((group) => group.side === side)))
    .flatMap(([share, ofShare]) => {
      const found = widestWindow(ofShare)
      const [first] = ofShare
      if (!first || !found) return []
      const opposite = counted.filter(({ side }) => side !== first.side)
      const others = opposite.filter(({ asset }) => isSameShare(asset, first.asset))
      // A ticker under another name may be a mistyped one, or the same share.
      const unclear = opposite.filter(
        (group) => group.asset.shareTicker === first.asset.shareTicker && !others.includes(group),
      )
      return [describeHerd(`${first.side}/${share}`, found, { others, unclear }, make)]
    })
    .sort(
      (a, b) =>
        Number(b.herd.facts.members.value) - Number(a.herd.facts.members.value) || byId(a.herd, b.herd),
    )
}

/** Identifies a share by its ticker, which may be mistyped, and the first word of its name: 'AAPL-apple'. If one begins with
 *  another, such as 'JPM-jpmorgan' with 'JPM-jp', they are the same share. */
const shareOf = ({ shareTicker, short }: Asset) => `${shareTicker}-${firstWordOf(short)}`

/** Groups trades by what identifies their share. */
function groupByShare(groups: readonly TradeGroup[]): [share: string, TradeGroup[]][] {
  const sorted = groups.toSorted((a, b) => compareText(shareOf(a.asset), shareOf(b.asset)))
  let share: string | undefined
  const shares = Map.groupBy(sorted, ({ asset }) => {
    if (share === undefined || !shareOf(asset).startsWith(share)) share = shareOf(asset)
    return share
  })
  return [...shares]
}

/** Whether two reports name one share. One that gives no ticker must have the same name. */
function isSameShare(a: Asset, b: Asset): boolean {
  const [one, other] = [shareOf(a), shareOf(b)]
  return a.shareTicker === undefined || b.shareTicker === undefined
    ? [a, b].every(({ key }) => key.startsWith('share ')) && a.short.toLowerCase() === b.short.toLowerCase()
    : one.startsWith(other) || other.startsWith(one)
}

/** Shares that several filers traded, the most filers first. */
export function describeTickers(groups: readonly TradeGroup[], make: FactMaker): SidesOfTrades[] {
  const shares = groups.filter(({ asset }) => asset.shareTicker !== undefined)
  return groupByShare(shares)
    .map(([share, ofShare]) => ({ share, ofShare, filers: countFilers(ofShare) }))
    .filter(({ filers }) => filers >= LEAST_FILERS)
    .sort((a, b) => b.filers - a.filers || compareText(a.share, b.share))
    .slice(0, MAX_TICKERS)
    .map(({ share, ofShare }) => describeSides(share, ofShare, make))
}

function describeSides(share: string, groups: readonly TradeGroup[], make: FactMaker): SidesOfTrades {
  const subject = groups[0]?.asset.name ?? share
  const of = (side: TradeGroup['side']) => groups.filter((group) => group.side === side)
  const words = (kind: string, ofSide: readonly TradeGroup[]) => ({
    id: `net/${share}/${kind}`,
    subject,
    inputs: ofSide.map(idOf),
  })
  const count = (kind: string, ofSide: readonly TradeGroup[], formula: string) =>
    make.ofTrades(
      { ...words(kind, ofSide), value: countFilers(ofSide), unit: 'count', formula },
      tradesOf(ofSide.length > 0 ? ofSide : groups),
    )
  const sum = (kind: string, ofSide: readonly TradeGroup[]): Fact | undefined =>
    ofSide.length === 0
      ? undefined
      : make.ofTrades(
          {
            ...words(kind, ofSide),
            ...amountValue(addAmounts(ofSide.map(({ amount }) => amount))),
            formula: 'the amounts of the findings, added low end by low end and high end by high end',
          },
          tradesOf(ofSide),
        )
  return {
    buyers: count('members-buying', of('buy'), 'distinct filers who bought'),
    sellers: count('members-selling', of('sale'), 'distinct filers who sold'),
    bought: sum('buy-sum', of('buy')),
    sold: sum('sale-sum', of('sale')),
  }
}

/** The 30 days with the most filers, the earliest of equals; undefined if there are fewer than three filers. */
function widestWindow(groups: readonly TradeGroup[]): TradeGroup[] | undefined {
  const starts = [...new Set(tradesOf(groups).map(({ tradedOn }) => tradedOn))].sort()
  let widest: TradeGroup[] | undefined
  for (const from of starts) {
    const to = addDays(from, HERD_DAYS - 1)
    const within = groups.flatMap((group) => {
      const trades = group.trades.filter(({ tradedOn }) => tradedOn >= from && tradedOn <= to)
      return trades.length > 0 ? [{ ...group, trades, amount: addAmounts(trades) }] : []
    })
    const filers = countFilers(within)
    if (filers >= HERD_FILERS && filers > (widest ? countFilers(widest) : 0)) widest = within
  }
  return widest
}

function describeHerd(
  key: string,
  groups: readonly TradeGroup[],
  { others, unclear }: Readonly<Record<'others' | 'unclear', readonly TradeGroup[]>>,
  make: FactMaker,
): FoundHerd {
  const id = `herd/${key}`
  const trades = tradesOf(groups)
  const days = trades.map(({ tradedOn }) => tradedOn).sort()
  const [first] = groups
  const name = first?.asset.name ?? ''
  const side = first?.side ?? 'buy'
  const fact = factsOf(make, { id, subject: name, trades })
  const sum = amountValue(addAmounts(groups.map(({ amount }) => amount)))
  const otherAmount = addAmounts(others.map(({ amount }) => amount))
  const otherSum = amountValue(otherAmount)
  const isOtherSideKnown = unclear.length === 0
  const ofOthers =
    others.length === 0 || !isOtherSideKnown
      ? undefined
      : factsOf(make, { id, subject: name, trades: tradesOf(others) })
  return {
    groupIds: new Set(groups.map(idOf)),
    herd: {
      id: `congress/${id}`,
      side,
      shortName: first?.asset.short ?? '',
      midpoint: midpointOf(addAmounts(groups.map(({ amount }) => amount))),
      otherMidpoint: others.length === 0 ? 0 : midpointOf(otherAmount),
      isOtherSideKnown,
      isPartlyFamily: isPartlyFamily(groups),
      areOthersPartlyFamily: isPartlyFamily(others),
      facts: {
        members: fact(
          side === 'buy' ? 'members-buying' : 'members-selling',
          countFilers(groups),
          'count',
          `distinct filers; ${HERD_RULE}`,
        ),
        asset: fact('asset', name, 'text', 'as the first of the reports names it'),
        otherMembers: ofOthers?.(
          'members-on-the-other-side',
          countFilers(others),
          'count',
          'distinct filers on the other side in the week’s reports',
        ),
        otherSum: ofOthers?.(
          'sum-of-the-other-side',
          otherSum.value,
          otherSum.unit,
          'the ranges of their rows, added low end by low end and high end by high end',
        ),
        sum: fact('sum', sum.value, sum.unit, RANGES_ADDED),
        firstTradedOn: fact('first-traded-on', days[0] ?? '', 'date', 'earliest day of a trade'),
        lastTradedOn: fact('last-traded-on', days.at(-1) ?? '', 'date', 'latest day of a trade'),
      },
    },
  }
}

const idOf = ({ id }: TradeGroup) => `congress/${id}`

const tradesOf = (groups: readonly TradeGroup[]): CongressTrade[] => groups.flatMap(({ trades }) => trades)

/** Whether at least one filer reports only trades of a spouse or a child. */
function isPartlyFamily(groups: readonly TradeGroup[]): boolean {
  return [...Map.groupBy(groups, ({ filerKey }) => filerKey).values()].some((own) =>
    tradesOf(own).every(({ owner }) => owner === 'SP' || owner === 'DC'),
  )
}

export function countFilers(groups: readonly TradeGroup[]): number {
  return new Set(groups.map(({ filerKey }) => filerKey)).size
}
