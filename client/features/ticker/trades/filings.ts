import { daysBetween } from '../../../../shared/dates.ts'
import { formatDay, formatDayOfYear } from '../../../../shared/format-date.ts'
import { formatMoney } from '../../../../shared/format-money.ts'
import { formatNumber, formatQuantity } from '../../../../shared/format-number.ts'
import { areNamedOtherwise, CONGRESS_REPORT_DAYS, SLIP_AFTER_DAYS } from '../../../../shared/trade-rules.ts'
import type { CongressTradeEntry, InsiderTrade } from '../../../../shared/trades-contract.ts'
import { CHAMBER_NAMES, present } from './trades-words.ts'

const ACCOUNTS: Readonly<Record<CongressTradeEntry['owner'], string>> = {
  self: 'own account',
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
  'unread note': { word: 'Not clear: we do not understand its note', mark: '·', tone: undefined },
} as const

const ENTITIES = { firm: 'a firm’s', foundation: 'a foundation’s' } as const

/** Which way a trade went, as words, a mark and a color show it. */
export interface ShownSide {
  word: string
  mark: string
  tone: 'rise' | 'fall' | undefined
}

export const sideOfInsider = ({ side }: InsiderTrade): ShownSide =>
  CONGRESS_SIDES[side === 'buy' ? 'purchase' : 'sale']

export const sideOfMember = ({ type }: CongressTradeEntry): ShownSide => CONGRESS_SIDES[type]

/** 'Jane Doe', 'Jane Doe and Richard Roe', 'Jane Doe and 3 others'. */
export function nameOwners({ owners, moreOwners = 0 }: InsiderTrade): string {
  const [first, second] = owners
  if (second === undefined) return first?.name ?? ''
  const others = owners.length - 1 + moreOwners
  return others === 1 ? `${first?.name} and ${second.name}` : `${first?.name} and ${others} others`
}

const WAYS: Readonly<Record<NonNullable<InsiderTrade['via']>, string>> = {
  offering: 'in an offering',
  placement: 'in a private placement',
  taxes: 'only to cover taxes, by the form’s own note',
  'unread note': 'with a note that we do not understand',
}
/** The same where it stands by itself, not within a sentence. */
const UNREAD_NOTE = `${WAYS['unread note']}: see the form for its price; in no sum`
const HELD: Readonly<Record<Exclude<InsiderTrade['ownership'], 'direct'>, string>> = {
  indirect: 'held through others, such as a trust, a fund or family',
  'partly indirect': 'partly held through others, such as a trust, a fund or family',
}

/** What says that a trade is not simply its owner's own purchase or sale. It belongs wherever the trade is told. */
export function qualifyInsiderTrade({ via, ownership, isUnasked }: InsiderTrade): string[] {
  return present(
    via !== null && WAYS[via],
    ownership !== 'direct' && HELD[ownership],
    isUnasked && 'decided by others, by the form’s own note',
  )
}

/** The same for a member's trade: what it was in, if not shares, whose account it was, if not simply the member's own, and a doubt
 *  about its day. */
export function qualifyMemberTrade(trade: CongressTradeEntry): string[] {
  const account = describeAccount(trade)
  return present(
    !trade.isShares && trade.asset,
    ...(account.join() === ACCOUNTS.self ? [] : account),
    isMaybeSlip(trade) && SLIP,
  )
}

/** Whose account it was, by the report's own words: a trust's or a firm's is not called the member's own. */
function describeAccount({ owner, isTrust, entity, isManaged }: CongressTradeEntry): string[] {
  return present(
    (owner !== 'self' || (!isTrust && entity === null)) && ACCOUNTS[owner],
    isTrust && 'in a trust account',
    entity !== null && `in an account that bears ${ENTITIES[entity]} name`,
    isManaged && 'managed by others',
  )
}

const SLIP = 'an old trade, or a slip in the year'
const isMaybeSlip = ({ publicDays }: CongressTradeEntry) =>
  publicDays !== null && publicDays > SLIP_AFTER_DAYS

/** Remarks on a trade besides its figures; most trades need none. */
export function noteInsiderTrade(trade: InsiderTrade): string[] {
  const { owners, security, via, plan, isVeryLarge, farFromClose, correctedOn } = trade
  const plans = { all: 'under a plan (Rule 10b5-1)', some: 'in part under a plan (Rule 10b5-1)' }
  return present(
    !/^common (stock|shares?)$/i.test(security) && security,
    ...qualifyInsiderTrade(trade).map((words) => (words === WAYS['unread note'] ? UNREAD_NOTE : words)),
    (plan === 'all' || plan === 'some') && plans[plan],
    owners.length > 1 && 'reported together',
    isVeryLarge && via !== 'unread note' && 'over a hundred million dollars, which nothing here confirms',
    farFromClose !== null &&
      `far from the close of ${formatMoney(farFromClose.close, 'USD')} on ${formatDay(farFromClose.day)} (${farFromClose.source.name}): perhaps a slip, in no sum`,
    correctedOn !== null && `corrected on ${formatDay(correctedOn)}`,
  )
}

/** @param company  the page's company: tickers are mistyped or reused, and then the row says what was reported */
export function noteMemberTrade(trade: CongressTradeEntry, company?: string): string[] {
  const { isShares, asset, lagDays, isCorrection } = trade
  return present(
    !isShares && asset,
    isShares && company !== undefined && areNamedOtherwise(asset, company) && `reported as ${asset}`,
    ...describeAccount(trade),
    isMaybeSlip(trade) && SLIP,
    lagDays === null && 'its days contradict each other, or its first report is not known',
    isCorrection && 'corrected',
  )
}

/** E.g. 'Democrat, CA, House'; parts that are not known are missing. */
export function describeMember({ party, state, chamber }: CongressTradeEntry): string {
  return [party, state, CHAMBER_NAMES[chamber]].filter((part) => part !== null).join(', ')
}

export const formatShares = (shares: number) => formatNumber(shares, { maxDigits: 2 })

const formatDollars = (amount: number) => formatMoney(amount, 'USD', { cents: 'rounded' })

/** '$1,001 to $15,000', 'more than $50,000,000'. */
export function formatRange({ low, high }: Pick<CongressTradeEntry, 'low' | 'high'>): string {
  if (high === null) return `more than ${formatDollars(low)}`
  return low === high ? formatDollars(low) : `${formatDollars(low)} to ${formatDollars(high)}`
}

/** The days of trading, shown next to the day of filing, whose year is not repeated.
 *  @returns e.g. 'Nov 16', 'Nov 16 to Nov 17', 'Dec 30, 2025 to Jan 2' */
export function formatDays(from: string, to: string, filedOn: string): string {
  const until = formatDayBeside(to, filedOn)
  return from === to ? until : `${formatDayBeside(from, filedOn)} to ${until}`
}

/** A day with its year only if that is not the year of another day shown with it. */
export const formatDayBeside = (day: string, other: string): string =>
  day.slice(0, 4) === other.slice(0, 4) ? formatDayOfYear(day) : formatDay(day)

/** One kind of trade by one filing. */
export interface ShownLine {
  side: ShownSide
  /** In words, most telling first. */
  notes: string[]
  /** Shares and their price; empty if the record gives none. */
  amount: string
  /** Empty if it is not certain. */
  value: string
}

/** A filing as it is shown: one row, whatever it reports. */
export interface ShownFiling {
  url: string
  filedOn: string
  name: string
  role: string
  lines: ShownLine[]
  /** How long the filing took; undefined if that is usual, or not known. */
  lag: { text: string; isLate: boolean } | undefined
}

/** @param trades  with those of one filing next to each other */
export function listInsiderFilings(trades: readonly InsiderTrade[]): ShownFiling[] {
  return groupByUrl(trades).map((own) => {
    const [first] = own
    const late = own.filter(({ isLate }) => isLate)
    const days = formatNumber(Math.max(...late.map(({ lagBusinessDays }) => lagBusinessDays)))
    return {
      url: first.url,
      filedOn: first.filedOn,
      name: nameOwners(first),
      role: first.owners[0]?.role ?? '',
      lines: own.map((trade) => ({
        side: sideOfInsider(trade),
        notes: [formatDays(trade.tradedFrom, trade.tradedTo, trade.filedOn), ...noteInsiderTrade(trade)],
        ...amountOfInsider(trade),
      })),
      lag: late.length > 0 ? { text: `after ${days} business days, late`, isLate: true } : undefined,
    }
  })
}

/** A note that we do not understand may say that the price is in another currency, or of something else. */
function amountOfInsider({ via, shares, averagePrice, value }: InsiderTrade) {
  if (via === 'unread note') return { amount: `${formatShares(shares)} shares`, value: '' }
  return {
    amount: `${formatShares(shares)} at ${formatMoney(averagePrice, 'USD')}`,
    value: formatDollars(value),
  }
}

/** How long a trade took to become public, and whether its report says that it was in time, if it looks late by that.
 *  @returns empty if it is not known */
export function describeLag(trade: CongressTradeEntry): string {
  const { tradedOn, filedOn, lagDays, publicDays, isLate } = trade
  if (lagDays === null || publicDays === null) return ''
  // Beside the day on which a correction became public 'after' would mean that day.
  const after = publicDays === daysBetween(tradedOn, filedOn) ? 'after' : 'first reported after'
  const isInTime = lagDays <= CONGRESS_REPORT_DAYS && publicDays > CONGRESS_REPORT_DAYS
  const judgement = isLate ? ', late' : isInTime && !isMaybeSlip(trade) ? ', in time by its own date' : ''
  return `${after} ${formatQuantity(publicDays, 'day')}${judgement}`
}

/** Rows of a report that differ only in their day are shown together, with the sum of their ranges. */
export function listCongressReports(trades: readonly CongressTradeEntry[], company?: string): ShownFiling[] {
  return groupByUrl(trades).map((own) => {
    const [first] = own
    const isLate = own.some((trade) => trade.isLate)
    // The days beside "late" are those of a late row: another row's may only be a slip.
    const judged = own.filter((trade) => trade.isLate === isLate)
    const oldest = judged.reduce((one, other) =>
      (other.publicDays ?? -1) > (one.publicDays ?? -1) ? other : one,
    )
    const text = describeLag(oldest)
    return {
      url: first.url,
      filedOn: first.filedOn,
      name: first.member,
      role: describeMember(first),
      lines: groupRows(own, company).map((rows) => describeRows(rows, company)),
      lag: text === '' ? undefined : { text, isLate },
    }
  })
}

type Filled<Item> = [Item, ...Item[]]

function groupByUrl<Trade extends { url: string }>(trades: readonly Trade[]): Filled<Trade>[] {
  return groupBy(trades, ({ url }) => url)
}

const groupRows = (rows: readonly CongressTradeEntry[], company: string | undefined) =>
  groupBy(rows, ({ type, ...row }) => `${type} ${noteMemberTrade({ type, ...row }, company).join(' ')}`)

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Filled<Item>[] {
  const groups = new Map<string, Filled<Item>>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()]
}

function describeRows(rows: Filled<CongressTradeEntry>, company: string | undefined): ShownLine {
  const [first] = rows
  const days = rows.map(({ tradedOn }) => tradedOn).toSorted()
  const from = days[0] ?? first.tradedOn
  const to = days.at(-1) ?? first.tradedOn
  const ends = rows.map(({ high }) => high)
  return {
    side: sideOfMember(first),
    notes: [
      ...(rows.length > 1 ? [`${rows.length} trades`] : []),
      formatDays(from, to, first.filedOn),
      ...noteMemberTrade(first, company),
    ],
    amount: '',
    value: formatRange({
      low: rows.reduce((sum, { low }) => sum + low, 0),
      high: ends.includes(null) ? null : ends.reduce<number>((sum, high) => sum + (high ?? 0), 0),
    }),
  }
}
