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
import { listCaveats, type Beside } from './insider-caveats.ts'
import {
  describeVia,
  listNotes,
  makePlanPart,
  PARTLY_FOR_TAXES,
  splitNotes,
  type Note,
} from './insider-notes.ts'
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
  unchecked: 10,
  partlyChecked: 4,
  long: 15,
  farApart: 5,
}
/** The highest salience of a trade whose price nothing confirms: it may be a slip, however large it looks. */
export const MOST_UNCHECKED = 45
/** The salience of trades from years ago, which rank low. */
const OLD = 8
/** The headline of a trade this large may leave out the company. */
const KNOWN_FOR_ITS_SIZE_USD = 1_000_000_000
/** A month of business days. Older trades are less newsworthy. */
const LONG_LATE_DAYS = 20

function appositionOf(role: Role): string {
  if (role === 'CEO' || role === 'finance chief' || role === 'top lawyer') return `the ${role} of {company}`
  return role === 'executive' ? 'an executive of {company}' : `a ${role} of {company}`
}

/** States one owner's purchase or sale, or that of owners who report together.
 *  @param beside  what else they did with the stock that week that the sum leaves out, told along with it */
export function stateInsiderTrade(finding: InsiderFinding, beside: Beside = {}): Statement {
  const { forTaxes, oddPrices, otherWay } = beside
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
    ...(oddPrices ? { odd: { figure: oddPrices } } : {}),
    ...(otherWay ? { back: { figure: otherWay.facts.value } } : {}),
  }
  const isNews = !isOld && !isMaybeSlip
  // An insider who must sell for taxes made no choice worth leading a letter.
  const canLead = isNews && !finding.isBesideConversion && finding.via !== 'taxes'
  const statement = { id, slots }
  const heads = canLead ? keepHeads(statement, writeHeads(finding, party, notes)) : {}
  const verb = side === 'buy' ? 'bought' : 'sold'
  const where = describeVia(finding)
  const noteTail = joinShort(notes)
  const brief = capitalize(party.brief('{who}'))
  const caveats = listCaveats(finding, notes, { ...beside, brief })
  const [tail, others] = splitNotes(notes)
  return {
    ...statement,
    section: 'insiders',
    kind: 'trade',
    topic: `insiders/${ticker ?? issuer.cik}`,
    direction: side === 'buy' ? 'up' : 'down',
    salience: rateTrade(finding, party),
    isNews,
    ...writeTellings(finding, party, [tail, listCaveats(finding, others, { ...beside, brief })]),
    ...(canLead ? writeOpening(finding, party, caveats) : {}),
    ...(otherWay ? { tells: [otherWay.id] } : {}),
    ...heads,
    lines: isNews ? [`${brief} ${verb} {value} of {company}${where}${noteTail}.`] : undefined,
    glances: isNews
      ? [`${brief} ${verb} {company} stock${where}${noteTail.replace('{plan} of it', 'part of it')}.`]
      : undefined,
  }
}

/** Who traded and whose stock. The role says why anybody should care, so that no wording leaves it out. */
function nameParty({ wrap, wrapLong, role }: Party): readonly [who: string, what: string] {
  const who = wrap('{who}')
  if (role === undefined) return [who, '{company} stock']
  return who.startsWith('{who}') && role !== 'major owner'
    ? [`{company} ${role} ${who}`, 'the company’s stock']
    : [wrapLong('{who}', appositionOf(role)), 'its stock']
}

function writeTellings(
  finding: InsiderFinding,
  party: Party,
  [tail, caveats]: readonly [tail: string, caveats: readonly string[]],
): Pick<Statement, 'tellings' | 'shorter'> {
  const { side, facts } = finding
  const { wrap, wrapLong, partly, role } = party
  const days = wordDays(facts)
  const verb = side === 'buy' ? 'bought' : 'sold'
  const where = describeVia(finding)
  const held = partly === '' ? '' : `, ${partly},`
  const heldLast = held.replace(/,$/, '')
  const end = `${tail}.${caveats.map((caveat) => `\n${caveat}`).join('')}`
  // With several lines, prices from options of different years may be mixed.
  const isOneLine = facts.value.inputs.length === 1
  const write = ([who, what]: readonly [string, string]) => [
    `${who} ${verb} {shares} of ${what} for {value}${where}${held} ${days}${end}`,
    `${days}, ${who} ${verb} {value} of ${what}${where}${heldLast}${end}`,
    ...(isOneLine && facts.rangeLow && facts.rangeHigh
      ? [`${who} ${verb} {value} of ${what}${where}${held} ${days}, at {low} to {high} a share${end}`]
      : []),
    ...(isOneLine && facts.averagePrice
      ? [`${who} ${verb} {value} of ${what}${where}${held} ${days}, at {price} a share${end}`]
      : []),
  ]
  const bare = [wrap('{who}'), '{company} stock'] as const
  const [inShares = '', ...others] = write(nameParty(party)).map(capitalize)
  const [whole, its] =
    role === undefined ? bare : [wrapLong('{who}', appositionOf(role)), 'the company’s stock']
  return {
    tellings: [
      capitalize(`${whole} ${verb} {value} of ${its}${where}${held} ${days}${end}`),
      inShares,
      capitalize(
        `At {company}, ${wrap(role === undefined ? '{who}' : `${role} {who}`)} ${verb} {value} of stock${where}${held} ${days}${end}`,
      ),
      ...others,
    ],
    ...(role === undefined ? {} : { shorter: write(bare).map(capitalize) }),
  }
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
  const { side, facts } = finding
  const verb = side === 'buy' ? 'bought' : 'sold'
  const where = describeVia(finding)
  const partly = party.partly === '' ? '' : `, ${party.partly}`
  const days = wordDays(facts)
  const [who, what] = nameParty(party)
  const sold = `${who} ${verb} {about} of ${what}${where}`
  const more = side === 'buy' ? 'buy' : 'sell'
  const short = party.head('short' in party.who && party.who.short !== undefined ? '{last}' : '{who}')
  return {
    opening: [capitalize(`${days}, ${sold}${partly}.`), capitalize(`${sold} ${days}${partly}.`)],
    asks: [`Will ${short} ${more} more?\nThe form would be due within days, and we will look for it.`],
    ...(caveats.length > 0 ? { caveat: caveats.join('\n') } : {}),
  }
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
  const salience = bound(
    rateDollars(numberOf(facts.value), INSIDER_SCALE) +
      rateHistory(finding) -
      (via === undefined ? 0 : via === 'taxes' ? LESS.taxes : LESS.offer) -
      (isBesideConversion ? LESS.conversion : 0) -
      (finding.isUnasked === 'none' ? 0 : LESS.unasked) -
      (isFund ? LESS.fund : 0) -
      (priceCheck === 'none' ? LESS.unchecked : priceCheck === 'some' ? LESS.partlyChecked : 0) -
      (finding.areFarApart ? LESS.farApart : 0) -
      (numberOf(facts.lag) > LONG_LATE_DAYS ? LESS.long : 0),
  )
  return Math.min(most, salience)
}
