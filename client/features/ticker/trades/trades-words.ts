import { formatDay } from '../../../../shared/format-date.ts'
import { formatCompactMoney } from '../../../../shared/format-money.ts'
import { formatNumber, formatQuantity } from '../../../../shared/format-number.ts'
import { CONGRESS_REPORT_DAYS } from '../../../../shared/trade-rules.ts'
import type { CongressTrades, InsiderTrades, RecordCoverage } from '../../../../shared/trades-contract.ts'

export const INSIDER_TEXT = {
  title: 'Insider trades',
  what: 'Purchases and sales of its shares that officers, directors and large holders of this company reported to the SEC on Form 4, on the open market or in private: the form does not say which. Grants, options, gifts and reinvested dividends are left out.',
  unchecked:
    'Prices and sums are as filed. A price that is more than twice, or less than half of, the day’s close is marked and in no sum, as far as we have that close here. Any other slip in a filing shows as it stands.',
  meaning:
    'As filed: a slip in a filing may show here. A report says that somebody traded, not why. It is no advice.',
} as const

export const CONGRESS_TEXT = {
  title: 'Congress trades',
  what: 'What members reported of trades in this company: their own, their spouses’ and those of dependent children. A report gives a range, not an exact sum. Gifts, reinvested income, redemptions by an issuer and exchanges are marked as such: they are no purchases and no sales.',
  meaning: `The law allows ${CONGRESS_REPORT_DAYS} days and asks for a range, not a sum. A report says that somebody traded, not why. It is no advice, and no proof of wrongdoing.`,
} as const

export const CHAMBER_NAMES = { house: 'House', senate: 'Senate' } as const

/** The summary of insiders' trades, over everything that was read, not only over what is shown.
 *  @returns undefined if there are none */
export function sumUpInsiders({
  total,
  sums,
  window,
  coverage,
  daysUnread,
}: InsiderTrades): string | undefined {
  if (total === 0 || window === null) return undefined
  const { buyers, bought, sellers, sold, soldByPlan, apart } = sums
  const byPlan =
    soldByPlan === 0
      ? ''
      : soldByPlan === sold
        ? ', under plans set in advance'
        : `, ${formatCompactMoney(soldByPlan, 'USD')} of it under plans set in advance`
  const parts = present(
    buyers > 0 &&
      `${formatQuantity(buyers, 'insider')} bought shares for ${formatCompactMoney(bought, 'USD')}`,
    sellers > 0 &&
      `${buyers > 0 ? formatNumber(sellers) : formatQuantity(sellers, 'insider')} sold ${buyers > 0 ? '' : 'shares '}for ${formatCompactMoney(sold, 'USD')}${byPlan}`,
  )
  const isWhole = isWholeYear(window, [coverage]) && daysUnread === 0
  return present(
    parts.length > 0 && `${leadOf(window, [coverage], isWhole, 'filings')} ${parts.join(' and ')}.`,
    apart > 0 &&
      `${formatQuantity(apart, 'trade')} in offerings, for taxes alone, with notes that we do not understand, of very large sums or at prices far from the close ${apart === 1 ? 'stands' : 'stand'} apart.`,
  ).join(' ')
}

/** The same for members of Congress. */
export function sumUpCongress({ sums, window, coverage }: CongressTrades): string | undefined {
  const { trades: total, members, buyers, sellers, late, unknownLag } = sums
  if (total === 0 || window === null) return undefined
  const isWhole = isWholeYear(window, coverage)
  const sides = present(
    buyers > 0 && `purchases by ${formatNumber(buyers)}`,
    sellers > 0 && `sales by ${formatNumber(sellers)}`,
  )
  const inTime =
    members === 0
      ? ''
      : late > 0 && late === total
        ? ` ${total === 1 ? 'The only trade' : 'All'} came late.`
        : late > 0
          ? ` ${formatNumber(late)} of ${formatQuantity(total, 'trade')} came late.`
          : unknownLag === 0
            ? ' All were reported in time.'
            : ''
  const who =
    members > 0
      ? `${formatQuantity(members, 'member')} reported trades: ${sides.join(', ')}.`
      : 'no member reported a purchase or a sale that we can count.'
  return `${leadOf(window, coverage, isWhole, 'reports')} ${who}${inTime}`
}

/** The words that apply. */
export const present = (...words: readonly (string | false)[]): string[] =>
  words.filter((one) => one !== false)

/** Whether the whole window was read, as far as is known. */
function isWholeYear({ from }: { from: string }, coverage: readonly RecordCoverage[]): boolean {
  return coverage.every(
    ({ state, since, unread }) => state === 'current' && since !== null && since <= from && unread === 0,
  )
}

/** A year is mentioned only if all of it was read. */
function leadOf(
  window: { from: string; to: string },
  coverage: readonly RecordCoverage[],
  isWhole: boolean,
  what: string,
): string {
  if (isWhole) return `In the year to ${formatDay(window.to)},`
  return `In the ${what} that we read since ${spanOf(window, firstOf(coverage)).from},`
}

/** The text in place of a table without rows; undefined if there are rows. It says "none" only about days that were read. */
export function describeNoInsiders({ trades, window, coverage, leftOut }: InsiderTrades): string | undefined {
  if (trades.length > 0) return undefined
  if (window === null) return describeUnread([coverage], 'the SEC’s filings')
  const { from, to } = spanOf(window, coverage.since)
  return `No insider trades${whichOf(leftOut)} were reported from ${from} to ${to}, as far as we read the filings.`
}

export function describeNoMembers({ trades, window, coverage, leftOut }: CongressTrades): string | undefined {
  if (trades.length > 0) return undefined
  if (window === null) return describeUnread(coverage, 'the reports of Congress')
  const { from, to } = spanOf(window, firstOf(coverage))
  return `No trades in this company${whichOf(leftOut)} were reported from ${from} to ${to}, as far as we read the reports.`
}

/** Says what is left out, since it was reported all the same. */
const whichOf = (leftOut: Readonly<Record<string, number>>) =>
  Object.values(leftOut).some((count) => count > 0) ? ' that we can count' : ''

function describeUnread(coverage: readonly RecordCoverage[], what: string): string {
  const isFailing = coverage.some(({ state }) => state === 'failing' || state === 'partial')
  if (isFailing) return `We could not read ${what}, so we cannot say whether anybody traded.`
  const isOff = coverage.every(({ state }) => state === 'off')
  if (isOff) return `This site does not read ${what}, so we cannot say whether anybody traded.`
  return `We have not read ${what} yet, so we cannot say whether anybody traded.`
}

/** How far the filings were read, in sentences. */
export function describeInsiderCoverage(part: InsiderTrades): string[] {
  const { trades, total, window, coverage, daysUnread, leftOut } = part
  if (window === null) return []
  const { from, to } = spanOf(window, coverage.since)
  return [
    ...present(
      total > trades.length && `The newest ${trades.length} of ${formatNumber(total)} reports are shown.`,
      trades.length > 0 && `Reported from ${from} to ${to}, as far as we read the filings.`,
    ),
    ...describeState(coverage),
    ...present(
      daysUnread > 0 && `${formatQuantity(daysUnread, 'business day')} in between could not be read.`,
    ),
    ...describeUnreadRecords(coverage, 'filing'),
    ...describeLeftOut([
      [leftOut.doubtful, 'line', 'of filings with a side or a day that contradicts the rest of the filing'],
      [leftOut.unpriced, 'line', 'of filings without a clear price in dollars'],
      [
        leftOut.noTrades,
        'line',
        'with a title that we do not know as that of shares, or that a footnote calls a gift, dividends reinvested or a purchase under an employees’ plan',
      ],
      [leftOut.corrections, 'correction', 'of a report that we do not have'],
      [leftOut.otherTickers, 'line', 'of filings about shares of this company that have another ticker'],
      [leftOut.otherCompanies, 'filing', 'under this ticker about another company'],
    ]),
  ]
}

/** How far the reports of each chamber were read, in sentences. */
export function describeCongressCoverage(part: CongressTrades): string[] {
  const { trades, total, window, coverage, leftOut } = part
  return [
    ...present(
      total > trades.length && `The newest ${trades.length} of ${formatNumber(total)} trades are shown.`,
    ),
    ...coverage.flatMap((one) => describeChamber(one, window)),
    ...describeLeftOut([
      [leftOut.doubtful, 'trade', 'dated after its own report'],
      [leftOut.corrections, 'correction', 'of a report that we do not have'],
      [leftOut.repeats, 'trade', 'of a report that repeats an earlier one'],
      [leftOut.coins, 'trade', 'in a cryptocurrency that has this ticker too'],
    ]),
  ]
}

function describeChamber(
  coverage: CongressTrades['coverage'][number],
  window: CongressTrades['window'],
): string[] {
  const name = CHAMBER_NAMES[coverage.chamber]
  const { state, since, readTo } = coverage
  if (readTo === null || window === null) {
    const why = {
      off: 'left out by a setting of this site',
      never: 'not read yet',
      failing: 'could not be read',
      partial: 'could not be read',
      current: 'not read yet',
    }[state]
    return [`${name}: ${why}. This does not mean nobody traded.`]
  }
  const { from } = spanOf(window, since)
  return [
    since === null
      ? `${name}: read up to ${formatDay(readTo)}, without any report.`
      : `${name}: reports from ${from} to ${formatDay(readTo)}, as far as we read them.`,
    ...describeState(coverage),
    ...describeUnreadRecords(coverage, 'report'),
  ]
}

function describeState({ state, readTo }: RecordCoverage): string[] {
  if (state === 'partial') return ['A part of our last reading failed, so trades may be missing.']
  const upTo = readTo === null ? '' : ` after ${formatDay(readTo)}`
  if (state === 'failing') return [`Our last reading failed: trades reported${upTo} may be missing.`]
  if (state === 'off') return [`It is not read any more: trades reported${upTo} are missing.`]
  return []
}

function describeUnreadRecords({ unread }: RecordCoverage, what: string): string[] {
  if (unread === 0) return []
  return [
    `${formatQuantity(unread, what)} of that time, of all companies, could not be read or are on paper.`,
  ]
}

type LeftOut = readonly [count: number, what: string, why: string]

function describeLeftOut(kinds: readonly LeftOut[]): string[] {
  const parts = kinds
    .filter(([count]) => count > 0)
    .map(([count, what, why]) => `${formatQuantity(count, what)} ${why}`)
  return parts.length === 0 ? [] : [`Left out: ${parts.join('; ')}.`]
}

/** The first day of the oldest register that was read. */
function firstOf(coverage: readonly RecordCoverage[]): string | null {
  const starts = coverage.map(({ since }) => since).filter((since) => since !== null)
  return starts.toSorted()[0] ?? null
}

function spanOf(window: { from: string; to: string }, since: string | null): { from: string; to: string } {
  const from = since !== null && since > window.from ? since : window.from
  return { from: formatDay(from), to: formatDay(window.to) }
}
