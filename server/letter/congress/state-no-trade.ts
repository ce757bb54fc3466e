import {
  bound,
  capitalize,
  daySlots,
  keepHeads,
  rateDollars,
  wordDays,
} from '../statements/make-statement.ts'
import type { Statement } from '../statements/statement.ts'
import type { NoTradeFinding } from './congress-section.ts'
import { assetSlots } from './congress-slots.ts'
import { CONGRESS_SCALE, describeHolder, SLIP, someoneOf } from './state-congress-trade.ts'

/** 'an “exchange”' */
const quote = (label: string) => `${/^[aeiou]/.test(label) ? 'an' : 'a'} “${label}”`

const KINDS: Readonly<Record<NoTradeFinding['kind'], readonly [was: string, head: string]>> = {
  gift: ['a gift', 'a gift'],
  reinvestment: ['reinvested income', 'reinvested income'],
  redemption: ['paid off by its issuer', 'a payoff'],
  exchange: ['an exchange for another asset', 'an exchange'],
  other: [
    'no ordinary trade, but a transfer, a merger, stock from a job, a mistake or the like',
    'no ordinary trade',
  ],
  // Appears only in a table.
  'unread note': ['reported with a note that we do not understand', 'unclear'],
}
const AS_GIFT = {
  kickers: ['A “sale” in Congress was a gift.'],
  teases: ['a “sale” in Congress that was a gift', 'the “sale” in Congress that wasn’t'],
} satisfies Partial<Statement>
/** Added to the salience of a trade of the same size: a label that hides a gift is a story. */
const GIFT_MARKED_AS_SALE = 14
const OTHER_KIND = -15
const LEADS_FROM_USD = { gift: 100_000, other: 1_000_000 }

/** 'a gift of {shares} to a university' */
export function describeNoTrade({ kind, markedAs, to, facts }: NoTradeFinding): string {
  if (kind !== 'gift') return KINDS[kind][0]
  return `a gift${facts.shares ? ' of {shares}' : ''}${to === undefined || markedAs === 'buy' ? '' : ` to ${to}`}`
}

/** States what is marked as a trade but is not. */
export function stateNoTrade(finding: NoTradeFinding): Statement {
  const { id, kind, markedAs, filer, facts, midpoint, isMaybeSlip } = finding
  const holder = describeHolder(finding)
  const [, inHead] = KINDS[kind]
  const statement = {
    id,
    slots: {
      ...holder.slots,
      ...assetSlots(finding),
      amount: { figure: facts.amount },
      ...daySlots(facts),
      ...(facts.shares ? { shares: { figure: facts.shares } } : {}),
    },
  }
  const isGift = kind === 'gift'
  const what = describeNoTrade(finding)
  const label = { buy: 'purchase', sale: 'sale', exchange: 'exchange' }[markedAs]
  const marked = { buy: 'bought', sale: 'sold', exchange: 'exchanged' }[markedAs]
  const days = wordDays(facts)
  const owner = holder.subject
  const isSame = kind === 'exchange' && markedAs === 'exchange'
  const tellings: [string, ...string[]] = isSame
    ? [
        capitalize(
          `${owner} exchanged {amount} of {short} ${days}${holder.tail}.\nThat is neither bought nor sold, so we do not count it.`,
        ),
        capitalize(
          `${days}, ${owner} exchanged {amount} of {short}${holder.tail}.\nWe count it neither as bought nor as sold.`,
        ),
      ]
    : [
        `The report of {who} lists {amount} of {short}${holder.owned}${holder.tail}, as ${marked} ${days}.\nBut its own note says it was ${what}.`,
        capitalize(
          `${owner} “${marked}” {amount} of {short} ${days}${holder.tail}, the report says.\nRead on, and its own note says it was ${what}.`,
        ),
        `The report says that ${owner} ${marked} {amount} of {short} ${days}${holder.tail}.\nBut its own note says it was ${what}, so we do not count it.`,
      ]
  const shorter = isSame
    ? []
    : [
        `{who} reported ${quote(label)} of {short}${holder.by} ${days}, {amount}${holder.tail}.\nRead on, and the report’s own note says it was ${what}.`,
        capitalize(
          `by its label, ${owner} ${marked} {amount} of {short} ${days}${holder.tail}.\nThe report’s own note says it was ${what}, so we do not count it.`,
        ),
      ]
  const isTold = !isMaybeSlip && !isSame
  const canLead = isTold && midpoint >= (isGift ? LEADS_FROM_USD.gift : LEADS_FROM_USD.other)
  const names = ['{name}', '{last}', someoneOf(filer)]
  const quoted = capitalize(quote(label))
  const was = (what: string, name: string, tail: string) =>
    `${quoted} of ${what} by ${holder.brief(name)} was ${inHead}${tail}`
  const inShares = facts.shares && isGift ? ['{shares} of {short}', '{shares}'] : []
  const heads = names.flatMap((name) =>
    [...inShares, '{amount} of {short}', '{amount} of stock'].map((what) =>
      was(what, name, holder.shortTail),
    ),
  )
  return {
    ...statement,
    section: 'congress',
    kind: 'no-trade',
    topic: `congress/${filer.lastName}`,
    salience: isMaybeSlip
      ? SLIP
      : bound(
          rateDollars(midpoint, CONGRESS_SCALE) +
            (isGift && markedAs === 'sale' ? GIFT_MARKED_AS_SALE : OTHER_KIND),
        ),
    isNews: !isMaybeSlip,
    tellings,
    shorter,
    ...(isGift && markedAs === 'sale' ? AS_GIFT : {}),
    ...(canLead ? keepHeads(statement, heads) : {}),
    lines: isTold ? [`${was(inShares[0] ?? '{amount} of {short}', '{last}', holder.tail)}.`] : undefined,
    glances: isTold ? [`${was('{short}', '{last}', holder.tail)}.`] : undefined,
  }
}
