import { formatDay, formatDayOfYear } from '../../../../shared/format-date.ts'
import { formatCompactMoney, formatMoney } from '../../../../shared/format-money.ts'
import { formatNumber } from '../../../../shared/format-number.ts'
import type { StockResponse } from '../../../../shared/market-contract.ts'
import type { CongressTradeEntry, InsiderTrade, TradesResponse } from '../../../../shared/trades-contract.ts'
import {
  describeMember,
  formatRange,
  formatShares,
  nameOwners,
  sideOfInsider,
  sideOfMember,
} from '../trades/filings.ts'
import type { PricePoint } from './price-points.ts'

/** What is marked beneath the chart: a letter and a shape tell the kinds apart, filled for people, outlined for what the
 *  company did. */
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
  /** Of the close under which it stands. */
  index: number
  /** Who did what, without its day. */
  words: string
  /** Where it was reported. */
  url?: string
}

/** Marks that stand too close to be told apart, or one by itself. */
export interface MarkGroup {
  /** Of the plot's width, 0 to 1. */
  x: number
  /** Oldest first, at least one. */
  marks: readonly [Mark, ...Mark[]]
}

/** Everything to mark on the days of a chart, oldest first. What happened while the exchange was closed stands at its next
 *  close; what happened before the first one is left out.
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
    ...(trades?.congress?.trades ?? []).map((trade) => ({
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
  const { shares, value, owners } = trade
  const role = owners.length === 1 && owners[0]?.role ? ` (${owners[0].role})` : ''
  const side = sideOfInsider(trade).word.toLowerCase()
  return `${nameOwners(trade)}${role} ${side} ${formatShares(shares)} shares for ${formatCompactMoney(value, 'USD')}, filed ${formatDayOfYear(trade.filedOn)}`
}

function describeMemberTrade(trade: CongressTradeEntry): string {
  const { word } = sideOfMember(trade)
  return `${trade.member} (${describeMember(trade)}): ${word.toLowerCase()}, ${formatRange(trade)}, reported ${formatDayOfYear(trade.filedOn)}`
}

/** '4 for 1', '1 for 10', '3 for 2'. */
function describeSplit(factor: number): string {
  const per = [1, 2, 3, 4, 5, 10].find(
    (shares) => Math.abs(factor * shares - Math.round(factor * shares)) < 0.001,
  )
  if (factor >= 1) return `${formatNumber(factor * (per ?? 1))} for ${per ?? 1}`
  return `1 for ${formatNumber(1 / factor)}`
}

/** Joins marks that are nearer to one another than a finger or an eye can tell.
 *  @param marks  oldest first
 *  @param count  of the chart's closes
 *  @param width  of the plot, CSS pixels
 *  @param apart  CSS pixels from the middle of one to that of the next, at least */
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

/** The middle of a close's column, not so near to the edge that half of the mark would stand beyond it. */
const placeOf = (index: number, count: number, edge: number) =>
  Math.min(1 - edge, Math.max(edge, (index + 0.5) / count))

function join(a: MarkGroup, b: MarkGroup): MarkGroup {
  const share = b.marks.length / (a.marks.length + b.marks.length)
  return { x: a.x + (b.x - a.x) * share, marks: [...a.marks, ...b.marks] }
}

/** What a group says: how many of which kind, on which days. Of a single mark, its kind.
 *  @returns e.g. '2 insiders, 1 dividend', 'Oct 2 to Oct 8, 2024' */
export function describeGroup({ marks }: MarkGroup): { title: string; days: string } {
  const [first] = marks
  const last = marks.at(-1) ?? first
  const days =
    first.day === last.day ? formatDay(first.day) : `${formatDayOfYear(first.day)} to ${formatDay(last.day)}`
  const counts = Object.entries(KIND_WORDS).flatMap(([kind, [one, many]]) => {
    const count = marks.filter((mark) => mark.kind === kind).length
    return count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`]
  })
  return { title: marks.length === 1 ? SINGLE_WORDS[first.kind] : counts.join(', '), days }
}

const KIND_WORDS: Readonly<Record<MarkKind, readonly [string, string]>> = {
  insider: ['insider trade', 'insider trades'],
  congress: ['trade in Congress', 'trades in Congress'],
  dividend: ['dividend', 'dividends'],
  split: ['split', 'splits'],
}
const SINGLE_WORDS: Readonly<Record<MarkKind, string>> = {
  insider: 'Insider',
  congress: 'Congress',
  dividend: 'Dividend',
  split: 'Split',
}
