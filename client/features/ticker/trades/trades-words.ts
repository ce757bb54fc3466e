import { formatDay } from '../../../../shared/format-date.ts'
import { formatMoney } from '../../../../shared/format-money.ts'
import { formatNumber } from '../../../../shared/format-number.ts'
import { CONGRESS_REPORT_DAYS, INSIDER_REPORT_DAYS } from '../../../../shared/reporting-limits.ts'
import type {
  CongressTradeEntry,
  CongressTrades,
  InsiderTrade,
  InsiderTrades,
  RecordCoverage,
} from '../../../../shared/trades-contract.ts'

export const INSIDER_TEXT = {
  title: 'Insider trades',
  what: 'Purchases and sales of its shares that officers, directors and large holders of this company reported to the SEC on Form 4, on the open market or in private: the form does not say which. Grants, options, gifts and reinvested dividends are left out.',
  unchecked:
    'Prices and sums are as filed. We did not check them against closing prices here, as the weekly letter does where it can, so a slip in a filing shows as it stands.',
  meaning: 'A report says that somebody traded, not why. It is no advice.',
} as const

export const CONGRESS_TEXT = {
  title: 'Trades by members of Congress',
  what: 'What members reported of trades in this company: their own, their spouses’ and those of dependent children. A report gives a range, not an exact sum. Gifts, reinvested income, redemptions and exchanges are marked as such: they are no purchases and no sales.',
  meaning: 'A report says that somebody traded, not why. It is no advice, and no proof of wrongdoing.',
} as const

const CHAMBER_NAMES = { house: 'House', senate: 'Senate' } as const

const ACCOUNTS: Readonly<Record<CongressTradeEntry['owner'], string | undefined>> = {
  self: undefined,
  spouse: 'the spouse’s account',
  joint: 'a joint account',
  'dependent child': 'a dependent child’s account',
}

const CONGRESS_SIDES = {
  purchase: { word: 'Bought', mark: '+', tone: 'rise' },
  sale: { word: 'Sold', mark: '−', tone: 'fall' },
  'partial sale': { word: 'Sold a part', mark: '−', tone: 'fall' },
  exchange: { word: 'Exchanged', mark: '⇄', tone: undefined },
  gift: { word: 'Gift or donation', mark: '·', tone: undefined },
  reinvestment: { word: 'Income reinvested', mark: '·', tone: undefined },
  redemption: { word: 'Redeemed', mark: '·', tone: undefined },
  other: { word: 'Neither bought nor sold', mark: '·', tone: undefined },
} as const

/** Which way a trade went: told in words, by a mark and by a colour. */
export interface ShownSide {
  word: string
  mark: string
  tone: 'rise' | 'fall' | undefined
}

export const sideOfInsider = ({ side }: InsiderTrade): ShownSide =>
  CONGRESS_SIDES[side === 'buy' ? 'purchase' : 'sale']

export const sideOfMember = ({ type }: CongressTradeEntry): ShownSide => CONGRESS_SIDES[type]

/** 'Jane Doe', 'Jane Doe and Richard Roe', 'Jane Doe and 3 others'. */
export function nameOwners({ owners }: InsiderTrade): string {
  const [first, second] = owners
  if (second === undefined) return first?.name ?? ''
  return owners.length === 2
    ? `${first?.name} and ${second.name}`
    : `${first?.name} and ${owners.length - 1} others`
}

/** What is to be said of a trade beside its figures. */
export function noteInsiderTrade(trade: InsiderTrade): string[] {
  const { owners, security, via, plan, isLate, isVeryLarge, lagBusinessDays, correctedOn } = trade
  const ways = {
    offering: 'in an offering',
    placement: 'in a private placement',
    taxes: 'only to cover taxes, by the form’s own note',
  }
  const plans = { all: 'planned (Rule 10b5-1)', some: 'planned in part (Rule 10b5-1)' }
  return [
    ...(/^common (stock|shares?)$/i.test(security) ? [] : [security]),
    ...(via === null ? [] : [ways[via]]),
    ...(plan === 'all' || plan === 'some' ? [plans[plan]] : []),
    ...(owners.length > 1 ? ['reported together'] : []),
    ...(isLate
      ? [
          `reported ${formatNumber(lagBusinessDays)} business days after the trade; the rule allows ${INSIDER_REPORT_DAYS}`,
        ]
      : []),
    isVeryLarge ? 'over a billion dollars, price not checked' : 'price not checked',
    ...(correctedOn === null ? [] : [`corrected on ${formatDay(correctedOn)}`]),
  ]
}

export function noteMemberTrade(trade: CongressTradeEntry): string[] {
  const { owner, isShares, asset, isLate, lagDays, isCorrection } = trade
  const account = ACCOUNTS[owner]
  return [
    ...(isShares ? [] : [asset]),
    ...(account === undefined ? [] : [account]),
    ...(isLate && lagDays !== null
      ? [`reported ${formatNumber(lagDays)} days after the trade; the law allows ${CONGRESS_REPORT_DAYS}`]
      : []),
    ...(lagDays === null ? ['its days contradict each other, or its first report is not known'] : []),
    ...(isCorrection ? ['corrected'] : []),
  ]
}

/** 'Democrat, CA, House', as far as it is known. */
export function describeMember({ party, state, chamber }: CongressTradeEntry): string {
  return [party, state, CHAMBER_NAMES[chamber]].filter((part) => part !== null).join(', ')
}

export const formatShares = (shares: number) => formatNumber(shares, { maxDigits: 2 })

export const formatDollars = (amount: number) => formatMoney(amount, 'USD', { cents: 'rounded' })

/** '$1,001 to $15,000', '$50,000,001 or more'. */
export function formatRange({ low, high }: Pick<CongressTradeEntry, 'low' | 'high'>): string {
  if (high === null) return `${formatDollars(low)} or more`
  return low === high ? formatDollars(low) : `${formatDollars(low)} to ${formatDollars(high)}`
}

/** 'Nov 16 to Nov 17, 2026' reads badly over two years: both days whole. */
export function formatDays({ tradedFrom, tradedTo }: InsiderTrade): string {
  const last = formatDay(tradedTo)
  return tradedFrom === tradedTo ? last : `${formatDay(tradedFrom)} to ${last}`
}

/** What stands in the place of a table without rows; undefined where there are some. "None" is said only of days that were
 *  read. */
export function describeNoInsiders({ trades, window, coverage, leftOut }: InsiderTrades): string | undefined {
  if (trades.length > 0) return undefined
  if (window === null) return describeUnread([coverage], 'the SEC’s filings')
  const { from, to } = spanOf(window, coverage.since)
  return `No insider trades${whichOf(leftOut)} were reported from ${from} to ${to}, as far as we read the filings.`
}

export function describeNoMembers({ trades, window, coverage, leftOut }: CongressTrades): string | undefined {
  if (trades.length > 0) return undefined
  if (window === null) return describeUnread(coverage, 'the reports of Congress')
  const starts = coverage.map(({ since }) => since).filter((since) => since !== null)
  const { from, to } = spanOf(window, starts.toSorted()[0] ?? null)
  return `No trades in this company${whichOf(leftOut)} were reported from ${from} to ${to}, as far as we read the reports.`
}

/** What is left out was reported all the same. */
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
    ...(total > trades.length
      ? [`The newest ${trades.length} of ${formatNumber(total)} reports are shown.`]
      : []),
    ...(trades.length > 0 ? [`Reported from ${from} to ${to}, as far as we read the filings.`] : []),
    ...describeState(coverage),
    ...(daysUnread > 0 ? [`${countOf(daysUnread, 'business day')} in between could not be read.`] : []),
    ...describeUnreadRecords(coverage, 'filing'),
    ...describeLeftOut([
      [leftOut.doubtful, 'line', 'of filings with a side or a day that contradicts the rest of the filing'],
      [leftOut.unpriced, 'line', 'of filings without a price'],
      [
        leftOut.noTrades,
        'line',
        'that a footnote calls a gift, dividends reinvested or a purchase under an employees’ plan',
      ],
      [leftOut.corrections, 'correction', 'of a report that we do not have'],
    ]),
  ]
}

/** How far the reports of each chamber were read, in sentences. */
export function describeCongressCoverage(part: CongressTrades): string[] {
  const { trades, total, window, coverage, leftOut } = part
  return [
    ...(total > trades.length
      ? [`The newest ${trades.length} of ${formatNumber(total)} trades are shown.`]
      : []),
    ...coverage.flatMap((one) => describeChamber(one, window)),
    ...describeLeftOut([
      [leftOut.doubtful, 'trade', 'dated after its own report'],
      [leftOut.corrections, 'correction', 'of a report that we do not have'],
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
  return [`${countOf(unread, what)} of that time, of all companies, could not be read or are on paper.`]
}

type LeftOut = readonly [count: number, what: string, why: string]

function describeLeftOut(kinds: readonly LeftOut[]): string[] {
  const parts = kinds
    .filter(([count]) => count > 0)
    .map(([count, what, why]) => `${countOf(count, what)} ${why}`)
  return parts.length === 0 ? [] : [`Left out: ${parts.join('; ')}.`]
}

const countOf = (count: number, what: string) => `${formatNumber(count)} ${what}${count === 1 ? '' : 's'}`

function spanOf(window: { from: string; to: string }, since: string | null): { from: string; to: string } {
  const from = since !== null && since > window.from ? since : window.from
  return { from: formatDay(from), to: formatDay(window.to) }
}
