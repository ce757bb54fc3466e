import { presentTicker } from '../../records/names/present-names.ts'
import { formatDay } from '../../../shared/format-date.ts'
import { formatShortMoney, numberOf } from '../facts/format-fact.ts'
import {
  bound,
  capitalize,
  daySlots,
  keepHeads,
  rateDollars,
  wordDays,
} from '../statements/make-statement.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import { companySlot, describeParty, type Party, type Role } from './describe-party.ts'
import { describeVia, listNotes, makePlanPart, PARTLY_FOR_TAXES, type Note } from './insider-notes.ts'
import type { InsiderFinding } from './insider-section.ts'
import { rateHistory } from './state-insider-history.ts'

/** Dollars on the open market, and the salience of that amount. */
export const INSIDER_SCALE = [
  [10_000, 0],
  [1_000_000, 30],
  [10_000_000, 45],
  [100_000_000, 60],
  [1_000_000_000, 78],
  [5_000_000_000, 88],
  [100_000_000_000, 100],
] as const

const LESS = {
  unasked: 15,
  offer: 15,
  taxes: 25,
  conversion: 15,
  fund: 6,
  unchecked: 15,
  partlyChecked: 4,
  long: 15,
  farApart: 10,
}
/** The highest salience of a trade whose price nothing confirms: it may be a slip, however large it looks. */
const MOST_UNCHECKED = 45
/** The salience of trades from years ago, which rank low. */
const OLD = 8
/** The headline of a trade this large may leave out the company. */
const KNOWN_FOR_ITS_SIZE_USD = 1_000_000_000
/** A month of business days. Older trades are less newsworthy. */
const LONG_LATE_DAYS = 20

function appositionOf(role: Role): string {
  if (role === 'CEO' || role === 'finance chief') return `the ${role} of {company}`
  return role === 'executive' ? 'an executive of {company}' : `a ${role} of {company}`
}

interface Beside {
  /** What was sold for taxes alone. */
  readonly forTaxes?: InsiderFinding | undefined
  /** Whether lines are left out because their prices are too far from the close. */
  readonly hasOddPrices?: boolean
  /** Whether the forms also show trades of the other side in this stock. */
  readonly wentBothWays?: boolean
}

/** States one owner's purchase or sale, or that of owners who report together.
 *  @param beside  what else they did with the stock that week that the sum leaves out, told along with it */
export function stateInsiderTrade(finding: InsiderFinding, beside: Beside = {}): Statement {
  const { forTaxes } = beside
  const { id, side, issuer, facts, filings, isOld, isMaybeSlip } = finding
  const party = describeParty(finding)
  const notes = listNotes(finding)
  const [page] = filings.length === 1 ? filings : []
  const href = page && { href: page.pageUrl }
  const ticker = presentTicker(issuer)
  const planPart = makePlanPart(finding)
  const slots: Record<string, Slot> = {
    who: party.who,
    ...('short' in party.who && party.who.short !== undefined ? { last: { name: party.who.short } } : {}),
    company: companySlot(issuer),
    ...(ticker === undefined ? {} : { ticker: { name: ticker } }),
    value: { figure: facts.value, ...href },
    about: { figure: facts.value, text: formatShortMoney(facts.value), ...href },
    shares: { figure: facts.shares, ...href },
    ...(isMaybeSlip ? { lag: { figure: facts.lag, ...href } } : {}),
    ...daySlots(facts, href),
    ...(facts.averagePrice ? { price: { figure: facts.averagePrice, ...href } } : {}),
    ...(facts.rangeLow && facts.rangeHigh
      ? { low: { figure: facts.rangeLow, ...href }, high: { figure: facts.rangeHigh, ...href } }
      : {}),
    ...(facts.planValue ? { plan: { figure: facts.planValue, ...href } } : {}),
    ...(planPart ? { planPart: { figure: planPart } } : {}),
    ...(facts.planAdoptedOn && finding.plan === 'all'
      ? {
          adopted: {
            figure: facts.planAdoptedOn,
            text: formatDay(String(facts.planAdoptedOn.value)),
            ...href,
          },
        }
      : {}),
    ...(facts.indirectValue ? { indirect: { figure: facts.indirectValue, ...href } } : {}),
    ...(forTaxes ? { forTaxes: { figure: forTaxes.facts.value } } : {}),
  }
  // An insider who must sell for taxes made no choice worth leading a letter.
  const canLead = !isOld && !isMaybeSlip && !finding.isBesideConversion && finding.via !== 'taxes'
  const statement = { id, slots }
  const heads = canLead ? keepHeads(statement, writeHeads(finding, party, notes)) : {}
  const verb = side === 'buy' ? 'bought' : 'sold'
  const where = describeVia(finding)
  const noteTail = joinShort(notes)
  const brief = capitalize(party.brief('{who}'))
  return {
    ...statement,
    section: 'insiders',
    kind: 'trade',
    topic: `insiders/${ticker ?? issuer.cik}`,
    direction: side === 'buy' ? 'up' : 'down',
    salience: rateTrade(finding, party),
    isNews: !isOld && !isMaybeSlip,
    tellings: writeTellings(finding, party, listCaveats(finding, notes, beside)),
    ...(canLead ? writeOpening(finding, party, listCaveats(finding, notes, beside)) : {}),
    ...heads,
    ...(isMaybeSlip || isOld
      ? {}
      : {
          lines: [`${brief} ${verb} {value} of {company}${where}${noteTail}.`],
          glances: [
            `${brief} ${verb} {company} stock${where}${noteTail.replace('{plan} of it', 'part of it')}.`,
          ],
        }),
  }
}

function writeTellings(
  finding: InsiderFinding,
  { wrap, wrapLong, partly, role }: Party,
  caveats: readonly string[],
): [string, ...string[]] {
  const { side, facts } = finding
  const days = wordDays(facts)
  const verb = side === 'buy' ? 'bought' : 'sold'
  const where = describeVia(finding)
  const held = partly === '' ? '' : `, ${partly},`
  const heldLast = held.replace(/,$/, '')
  const end = `.${caveats.map((caveat) => `\n${caveat}`).join('')}`
  const who = wrap('{who}')
  // With several lines, prices from options of different years may be mixed.
  const isOneLine = facts.value.inputs.length === 1
  const [first, ...more] = [
    role === undefined
      ? `${who} ${verb} {value} of {company} stock${where}${held} ${days}${end}`
      : `${wrapLong('{who}', appositionOf(role))} ${verb} {value} of the company’s stock${where}${held} ${days}${end}`,
    `${who} ${verb} {shares} of {company} for {value}${where}${held} ${days}${end}`,
    `At {company}, ${wrap(role === undefined ? '{who}' : `${role} {who}`)} ${verb} {value} of stock${where}${held} ${days}${end}`,
    `${days}, ${who} ${verb} {value} of {company} stock${where}${heldLast}${end}`,
    ...(isOneLine && facts.rangeLow && facts.rangeHigh
      ? [`${who} ${verb} {value} of {company} stock${where}${held} ${days}, at {low} to {high} a share${end}`]
      : []),
    ...(isOneLine && facts.averagePrice
      ? [`${who} ${verb} {value} of {company} stock${where}${held} ${days}, at {price} a share${end}`]
      : []),
  ].map(capitalize)
  return [first ?? '', ...more]
}

/** In a line of the week, a part on a plan and a part for taxes are told together. */
function joinShort(notes: readonly Note[]): string {
  const [reason, plan, ...others] = notes
  const isPart = reason?.short === PARTLY_FOR_TAXES && plan?.short.startsWith('{plan}')
  const told = isPart
    ? ['part of it planned, or partly for taxes', ...others.map(shortOf)]
    : notes.map(shortOf)
  return told.map((short) => `, ${short}`).join('')
}
const shortOf = ({ short }: Note) => short

/** The wording for a trade that leads the letter: who, what and when first, then what the trade is not. */
function writeOpening(
  finding: InsiderFinding,
  party: Party,
  caveats: readonly string[],
): Pick<Statement, 'opening' | 'caveat' | 'asks'> {
  const { wrap, wrapLong, role } = party
  const { side, facts } = finding
  const verb = side === 'buy' ? 'bought' : 'sold'
  const where = describeVia(finding)
  const partly = party.partly === '' ? '' : `, ${party.partly}`
  const days = wordDays(facts)
  const [who, what] =
    role === undefined
      ? [wrap('{who}'), '{company} stock']
      : wrap('{who}').startsWith('{who}') && role !== 'major owner'
        ? [`{company} ${role} ${wrap('{who}')}`, 'the company’s stock']
        : [wrapLong('{who}', appositionOf(role)), 'its stock']
  const sold = `${who} ${verb} {about} of ${what}${where}`
  const more = side === 'buy' ? 'buy' : 'sell'
  const short = party.head('short' in party.who && party.who.short !== undefined ? '{last}' : '{who}')
  return {
    opening: [capitalize(`${days}, ${sold}${partly}.`), capitalize(`${sold} ${days}${partly}.`)],
    asks: [`Will ${short} ${more} more?\nThe form would be due within days, and we will look for it.`],
    ...(caveats.length > 0 ? { caveat: caveats.join('\n') } : {}),
  }
}

/** What the trade is not, one sentence each; a part on a plan and a part for taxes share a sentence. */
function listCaveats(
  finding: InsiderFinding,
  notes: readonly Note[],
  { forTaxes, hasOddPrices = false, wentBothWays = false }: Beside,
): string[] {
  const [own, bought] = finding.side === 'buy' ? ['Purchases', 'sold'] : ['Sales', 'bought']
  return [
    ...listOwnCaveats(finding, notes),
    ...(forTaxes ? ['Another {forTaxes}, sold only to cover taxes, is not in that sum.'] : []),
    ...(wentBothWays ? [`The same owner also ${bought} some of it.`] : []),
    ...(hasOddPrices ? [`${own} at prices we could not confirm are left out.`] : []),
  ]
}

function listOwnCaveats(finding: InsiderFinding, notes: readonly Note[]): string[] {
  const trade = finding.side === 'buy' ? 'the purchase' : 'the sale'
  const { reason, facts, isRestWithoutReason } = finding
  const [first, second, ...others] = notes
  if (!facts.planValue) return notes.map(({ sentence }) => sentence(trade))
  const isOnPlan = `Not all of ${trade} was a new decision: {plan} ran on a plan set up ahead`
  const isForTaxes = reason?.code === 'part taxes' && !reason.isOfAll
  if (isRestWithoutReason && isForTaxes && first && second) {
    return [
      `${isOnPlan}, partly to cover taxes.`,
      `For the rest, we found no reason on the ${finding.filings.length > 1 ? 'forms' : 'form'}.`,
      ...others.map(({ sentence }) => sentence(trade)),
    ]
  }
  // The notes list the reason before the plan.
  return isForTaxes && first && second
    ? [
        `${isOnPlan}, and the form gives taxes as part of the reason.`,
        ...others.map(({ sentence }) => sentence(trade)),
      ]
    : notes.map(({ short, sentence }) => (short.startsWith('{plan}') ? `${isOnPlan}.` : sentence(trade)))
}

function writeHeads(finding: InsiderFinding, party: Party, notes: readonly Note[]): string[] {
  const companies = [
    ' of {company}',
    ...(presentTicker(finding.issuer) === undefined ? [] : [' of {ticker}']),
  ]
  const verb = finding.side === 'buy' ? 'bought' : 'sold'
  const where = describeVia(finding).replace('a stock', 'an').replace('stock ', '')
  const inHead = notes.filter(({ shortest }) => shortest !== undefined)
  const ends = [inHead.map(({ short }) => short), inHead.map(({ shortest }) => shortest)].map((list) =>
    [where, ...list.map((note) => `, ${note}`)].join(''),
  )
  // The story tells a smaller part of a trust or a spouse, and names whose form it is.
  const names = ['{who}', ...('short' in party.who ? ['{last}'] : [])].map((name) =>
    capitalize(party.head(name)),
  )
  const unnamed = party.head('an insider')
  const write = (some: readonly string[]) =>
    some.flatMap((company) =>
      ends.flatMap((end) => names.map((name) => `${name} ${verb} {about}${company}${end}`)),
    )
  // When the sum itself is the story, the amount says more than the company's name.
  const isKnownForItsSize = numberOf(finding.facts.value) >= KNOWN_FOR_ITS_SIZE_USD
  return [
    ...write(isKnownForItsSize ? [...companies, ''] : companies),
    ...ends.flatMap((end) => companies.map((what) => `{about}${what} ${verb} by ${unnamed}${end}`)),
  ]
}

function rateTrade(finding: InsiderFinding, { isFund }: Party): number {
  const { facts, via, isBesideConversion, priceCheck, isOld, isMaybeSlip } = finding
  if (isOld || isMaybeSlip) return OLD
  const most = priceCheck === 'none' ? MOST_UNCHECKED : 100
  return bound(
    Math.min(most + LESS.unchecked, rateDollars(numberOf(facts.value), INSIDER_SCALE)) +
      rateHistory(finding) -
      (via === undefined ? 0 : via === 'taxes' ? LESS.taxes : LESS.offer) -
      (isBesideConversion ? LESS.conversion : 0) -
      (finding.isUnasked === 'none' ? 0 : LESS.unasked) -
      (isFund ? LESS.fund : 0) -
      (priceCheck === 'none' ? LESS.unchecked : priceCheck === 'some' ? LESS.partlyChecked : 0) -
      (finding.areFarApart ? LESS.farApart : 0) -
      (numberOf(facts.lag) > LONG_LATE_DAYS ? LESS.long : 0),
  )
}
