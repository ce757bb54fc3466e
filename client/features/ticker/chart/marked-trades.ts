import { addDays } from '../../../../shared/dates.ts'
import { formatDay } from '../../../../shared/format-date.ts'
import { formatQuantity } from '../../../../shared/format-number.ts'
import type { TradesResponse } from '../../../../shared/trades-contract.ts'
import type { MarkKind } from './list-marks.ts'

/** Whether there are records from before the days of this answer. */
export function hasOlderTrades({ insiders, congress }: TradesResponse): boolean {
  const parts = [insiders && { ...insiders, coverage: [insiders.coverage] }, congress]
  return parts.some((part) => {
    const from = part?.window?.from
    return from !== undefined && part?.coverage.some(({ since }) => since !== null && since < from) === true
  })
}

/** Says since which report trades are marked, if the chart begins earlier.
 *  @param first  the first day of the chart
 *  @param kinds  the kinds that can be marked
 *  @returns undefined if all of its days are covered, or nothing was read */
export function describeMarkedSince(
  { insiders, congress }: TradesResponse,
  first: string,
  kinds: readonly MarkKind[],
): string | undefined {
  const ofInsiders = kinds.includes('insider') ? findSince(insiders, [insiders?.coverage.since]) : undefined
  const ofCongress = kinds.includes('congress')
    ? findSince(
        congress,
        congress?.coverage.map(({ since }) => since),
      )
    : undefined
  const isCovered = [ofInsiders, ofCongress].every((since) => since === undefined || since <= first)
  if (isCovered) return undefined
  const unread = ofInsiders ? (insiders?.daysUnread ?? 0) : 0
  const gaps =
    unread === 0 ? '' : ` Insiders’ filings of ${formatQuantity(unread, 'business day')} since were not read.`
  if (ofInsiders === ofCongress || !ofInsiders || !ofCongress) {
    return `Trades are marked if they were reported since ${formatDay(ofInsiders ?? ofCongress ?? first)}.${gaps}`
  }
  return `Trades of insiders are marked if they were reported since ${formatDay(ofInsiders)}, those in Congress since ${formatDay(ofCongress)}.${gaps}`
}

/** The first filing day since which every trade is listed.
 *  @param recorded  the first day of each register; null for one without records */
function findSince(
  part: { window: { from: string } | null; trades: readonly { filedOn: string }[]; total: number } | null,
  recorded: readonly (string | null | undefined)[] = [],
): string | undefined {
  const days = recorded.filter((day) => typeof day === 'string')
  if (!part?.window || days.length === 0) return undefined
  const oldest = part.trades.at(-1)?.filedOn
  // Only the newest trades are listed, so some of the oldest day may be missing.
  const listed = oldest !== undefined && part.total > part.trades.length ? addDays(oldest, 1) : ''
  return [part.window.from, ...days, listed].toSorted().at(-1)
}
