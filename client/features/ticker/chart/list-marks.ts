import { formatDay } from '../../../../shared/format-date.ts'
import { formatCompactMoney, formatMoney } from '../../../../shared/format-money.ts'
import { formatNumber } from '../../../../shared/format-number.ts'
import type { StockResponse } from '../../../../shared/market-contract.ts'
import type { CongressTradeEntry, InsiderTrade, TradesResponse } from '../../../../shared/trades-contract.ts'
import {
  describeMember,
  formatDayBeside,
  formatRange,
  formatShares,
  nameOwners,
  qualifyInsiderTrade,
  qualifyMemberTrade,
  sideOfInsider,
  sideOfMember,
} from '../trades/filings.ts'
import type { PricePoint } from './price-points.ts'

/** The marks below the chart. A letter and a shape distinguish the kinds: filled for people, outlined for what the company did. */
export const MARK_KINDS = {
  insider: { letter: 'I', name: 'Insiders', isRound: true, isFilled: true },
  congress: { letter: 'C', name: 'Congress', isRound: false, isFilled: true },
  dividend: { letter: 'D', name: 'Dividends', isRound: true, isFilled: false },
  split: { letter: 'S', name: 'Splits', isRound: false, isFilled: false },
} as const
export type MarkKind = keyof typeof MARK_KINDS

/** Something that happened on a day of the chart. */
export interface Mark {
  kind: MarkKind
  /** 'YYYY-MM-DD'. */
  day: string
  /** The index of the close above it. */
  index: number
  /** What happened, and who did it, without the day. */
  words: string
  /** Where it was reported. */
  url?: string
}

/** Marks that are too close to be told apart, or a single one. */
export interface MarkGroup {
  /** As a share of the plot's width, 0 to 1. */
  x: number
  /** Oldest first, at least one. */
  marks: readonly [Mark, ...Mark[]]
}

export const isMixed = ({ marks }: MarkGroup): boolean => marks.some(({ kind }) => kind !== marks[0].kind)

/** Everything to mark on the days of a chart, oldest first. What happened while the exchange was closed is placed at its next
 *  close; what happened before the first close is left out.
 *  @param points  oldest first */
export function listMarks(
  points: readonly PricePoint[],
  { currency, dividends = [], splits = [] }: Pick<StockResponse['meta'], 'currency' | 'dividends' | 'splits'>,
  trades: TradesResponse | undefined,
): Mark[] {
  const first = points[0]?.day ?? ''
  const marks: Omit<Mark, 'index'>[] = [
    ...(trades?.insiders?.trades ?? []).map((trade) => ({
      kind: 'insider' as const,
      day: trade.tradedTo,
      words: describeInsider(trade),
      url: trade.url,
    })),
    ...(trades?.congress?.trades ?? [])
      .filter(({ isOtherCompany }) => !isOtherCompany)
      .map((trade) => ({
        kind: 'congress' as const,
        day: trade.tradedOn,
        words: describeMemberTrade(trade),
        url: trade.url,
      })),
    ...dividends.map(({ date, amount }) => ({
      kind: 'dividend' as const,
      day: date,
      words: `${formatMoney(amount, currency)} a share`,
    })),
    ...splits.map(({ date, factor }) => ({
      kind: 'split' as const,
      day: date,
      words: describeSplit(factor),
    })),
  ]
  return marks
    .filter(({ day }) => day >= first)
    .map((mark) => {
      const found = points.findIndex(({ day }) => day >= mark.day)
      return Object.assign(mark, { index: found < 0 ? points.length - 1 : found })
    })
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}

function describeInsider(trade: InsiderTrade): string {
  const { shares, value, owners, farFromClose, via } = trade
  const doubt = farFromClose === null ? '' : ', at a price far from the close'
  const role = owners.length === 1 && owners[0]?.role ? ` (${owners[0].role})` : ''
  const side = sideOfInsider(trade).word.toLowerCase()
  const price = via === 'unread note' ? '' : ` for ${formatCompactMoney(value, 'USD')}${doubt}`
  return [
    `${nameOwners(trade)}${role} ${side} ${formatShares(shares)} shares${price}`,
    ...qualifyInsiderTrade(trade),
    `filed ${formatDayBeside(trade.filedOn, trade.tradedTo)}`,
  ].join(', ')
}

function describeMemberTrade(trade: CongressTradeEntry): string {
  const { word } = sideOfMember(trade)
  return [
    `${trade.member} (${describeMember(trade)}): ${word.toLowerCase()}`,
    ...qualifyMemberTrade(trade),
    formatRange(trade),
    `reported ${formatDayBeside(trade.filedOn, trade.tradedOn)}`,
  ].join(', ')
}

/** '4 for 1', '1 for 10', '3 for 2'. */
function describeSplit(factor: number): string {
  const per = [1, 2, 3, 4, 5, 10].find(
    (shares) => Math.abs(factor * shares - Math.round(factor * shares)) < 0.001,
  )
  if (factor >= 1) return `${formatNumber(factor * (per ?? 1))} for ${per ?? 1}`
  return `1 for ${formatNumber(1 / factor)}`
}

/** Joins marks that are too close for a finger or an eye to tell apart.
 *  @param marks  oldest first
 *  @param count  the number of closes in the chart
 *  @param width  of the plot, CSS pixels
 *  @param apart  the minimum distance between centers, CSS pixels */
export function groupMarks(
  marks: readonly Mark[],
  { count, width, apart = 24 }: { count: number; width: number; apart?: number },
): MarkGroup[] {
  const least = apart / width
  let groups = marks.map((mark): MarkGroup => ({ x: placeOf(mark.index, count, least / 2), marks: [mark] }))
  while (true) {
    const joined: MarkGroup[] = []
    for (const group of groups) {
      const before = joined.at(-1)
      if (before && group.x - before.x < least) joined[joined.length - 1] = join(before, group)
      else joined.push(group)
    }
    if (joined.length === groups.length) return joined
    groups = joined
  }
}

/** The middle of a close's column, but far enough from the edge for the mark not to be cut off. */
const placeOf = (index: number, count: number, edge: number) =>
  Math.min(1 - edge, Math.max(edge, (index + 0.5) / count))

function join(a: MarkGroup, b: MarkGroup): MarkGroup {
  const share = b.marks.length / (a.marks.length + b.marks.length)
  return { x: a.x + (b.x - a.x) * share, marks: [...a.marks, ...b.marks] }
}

/** The text of a group: how many of which kind, on which days. For a single mark, its kind.
 *  @returns e.g. 'Mixed: 2 insider trades, 1 dividend', 'Oct 2 to Oct 8, 2024' */
export function describeGroup(group: MarkGroup): { title: string; days: string } {
  const { marks } = group
  const [first] = marks
  const last = marks.at(-1) ?? first
  const days =
    first.day === last.day
      ? formatDay(first.day)
      : `${formatDayBeside(first.day, last.day)} to ${formatDay(last.day)}`
  const counts = Object.entries(KIND_WORDS).flatMap(([kind, [, one, many]]) => {
    const count = marks.filter((mark) => mark.kind === kind).length
    return count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`]
  })
  if (marks.length === 1) return { title: KIND_WORDS[first.kind][0], days }
  return { title: `${isMixed(group) ? 'Mixed: ' : ''}${counts.join(', ')}`, days }
}

const KIND_WORDS: Readonly<Record<MarkKind, readonly [alone: string, one: string, many: string]>> = {
  insider: ['Insider', 'insider trade', 'insider trades'],
  congress: ['Congress', 'trade in Congress', 'trades in Congress'],
  dividend: ['Dividend', 'dividend', 'dividends'],
  split: ['Split', 'split', 'splits'],
}
