import { presentCompanyShort } from '../../lib/company-name.ts'
import type { Fact } from '../facts/fact.ts'
import { formatCentsOfDollar, numberOf } from '../facts/format-fact.ts'
import { bound, capitalize, deriveFact, keepHeads, rateDollars } from '../statements/make-statement.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { InsiderFinding, InsiderSection } from './insider-section.ts'
import { describeParty } from './describe-party.ts'
import { INSIDER_SCALE, stateInsiderTrade } from './state-insider-trade.ts'

/** From this part of a total on, one name is worth a word of its own. */
const LARGE_SHARE = 0.3
/** And from this on the total says little without it. */
const MOST = 0.5
/** From here on it is nearly all of it. */
const NEARLY_ALL_OF_ONE = 0.9
/** Then it says once more what the trades say. */
const FEW_FINDINGS = 2
const TOTAL_OF_FEW = 5
const TOTAL = 22
const ONLY = 12
/** Beyond it two sums print alike. */
const NEARLY_ALL = 0.995

const isOnMarket = ({ via, isBesideConversion }: InsiderFinding) => via === undefined && !isBesideConversion

type Side = 'buy' | 'sale'

function findLargest(section: InsiderSection, side: Side): InsiderFinding | undefined {
  const [largest] = (side === 'buy' ? section.buys : section.sales)
    .filter(isOnMarket)
    .toSorted((a, b) => numberOf(b.facts.value) - numberOf(a.facts.value))
  return largest
}

/** The part that the largest one has in a total, and the total without it where it is not most of it; or that there is no
 *  other. */
export function stateShare(section: InsiderSection, total: Fact, side: Side): Statement[] {
  const largest = findLargest(section, side)
  if (!largest || largest.isOld || numberOf(total) <= 0) return []
  const part = numberOf(largest.facts.value) / numberOf(total)
  const kind = side === 'buy' ? 'share-of-purchases' : 'share-of-sales'
  const share = deriveFact(
    {
      id: `${largest.id}/${kind}`,
      subject: total.subject,
      value: part,
      unit: 'fraction',
      formula: 'value of the finding / value of all',
      inputs: [largest.facts.value.id, total.id],
    },
    total,
  )
  const rest = makeRest(largest, total, side)
  if (numberOf(rest) <= 0) return [stateOnly(largest, side)]
  const cents = formatCentsOfDollar(share)
  if (part < LARGE_SHARE || cents === undefined) return []
  const trade = stateInsiderTrade(largest)
  const { wrap, who: whoSlot } = describeParty(largest)
  const [noun, goes] = side === 'buy' ? ['purchases', 'went into'] : ['sales', 'came from']
  const { offerBuyValue, conversionBuyValue, offerSaleValue } = section.totals
  const apart = side === 'buy' ? [offerBuyValue, conversionBuyValue] : [offerSaleValue]
  const isApart = apart.some((fact) => numberOf(fact) > 0)
  const took = `${side === 'buy' ? 'spent' : 'took in'}${isApart ? ' on the open market' : ''}`
  const who = wrap('{who}')
  // Where it is most of it, that is what the section comes to for a reader.
  const isMost = part >= MOST
  const without = isMost ? '' : `\nLeave that out, and insiders ${side === 'buy' ? 'bought' : 'sold'} {rest}.`
  return [
    {
      section: 'insiders',
      topic: trade.topic,
      isNews: true,
      id: `${largest.id}/share`,
      slots: {
        who: whoSlot,
        cents: { figure: share, text: cents },
        ...(isMost ? {} : { rest: { figure: rest } }),
      },
      kind: 'share',
      direction: side === 'buy' ? 'up' : 'down',
      salience: bound(trade.salience - 8),
      tellings: [
        `Of every dollar that insiders (bosses, directors, big owners) ${took}, {cents} ${goes} ${noun} by ${who}, by our count.${without}`,
        `${capitalize(noun)} by ${who} were {cents} of every dollar that insiders (bosses, directors, big owners) ${took}, by our count.${without}`,
        `{cents} of every dollar of insiders’ ${isApart ? 'open-market ' : ''}${noun} we counted this week ${goes} ${noun} by ${who}.${without}`,
      ],
      carry: [
        `Of every dollar that insiders (bosses, directors, big owners) ${took}, {cents} ${side === 'buy' ? 'went into that purchase' : 'came from that sale'}, by our count.`,
        `By our count, {cents} of every dollar that insiders (bosses, directors, big owners) ${took} ${side === 'buy' ? 'went into that purchase' : 'came from that sale'}.`,
      ],
    },
  ]
}

function makeRest(largest: InsiderFinding, total: Fact, side: Side): Fact {
  return deriveFact(
    {
      id: `${largest.id}/rest-of-${side === 'buy' ? 'purchases' : 'sales'}`,
      subject: total.subject,
      value: numberOf(total) - numberOf(largest.facts.value),
      unit: 'usd',
      formula: 'value of all - value of the finding',
      inputs: [largest.facts.value.id, total.id],
    },
    total,
  )
}

/** For whoever reads the sum elsewhere: what it is without the one who is most of it. */
export function stateWithoutOne(section: InsiderSection, total: Fact, side: Side): Statement[] {
  const largest = findLargest(section, side)
  if (!largest || largest.isOld || numberOf(largest.facts.value) < numberOf(total) * MOST) return []
  const rest = makeRest(largest, total, side)
  if (numberOf(rest) <= 0) return []
  const { who } = describeParty(largest)
  const isPerson = largest.owners.length === 1 && 'name' in who && who.short !== undefined
  const [said, trader] = side === 'buy' ? ['bought', 'buyer'] : ['sold', 'seller']
  const one = isPerson ? 'one person' : `one ${trader}`
  return [
    {
      id: `insiders/without-one/${side}`,
      section: 'insiders',
      kind: 'total',
      topic: 'insiders/total',
      slots: { total: { figure: total }, rest: { figure: rest } },
      salience: TOTAL,
      isNews: true,
      tells: [`${largest.id}/share`],
      tellings: [
        `“Insiders ${said} {total}” is true.\nLeave out ${one} and it is {rest}.`,
        `You may read that insiders ${said} {total}.\nThat is true: leave out ${one} and it is {rest}.`,
        `“Insiders ${said} {total}” is true.\nLeave out ${one}, and it is down to {rest}.`,
      ],
    },
  ]
}

/** Of one side there is one trade: whoever reads the sum is to know. */
function stateOnly(finding: InsiderFinding, side: 'buy' | 'sale'): Statement {
  const { brief, who } = describeParty(finding)
  const trade = side === 'buy' ? 'purchase' : 'sale'
  const only = `only ${trade} on the open market that we could count this week`
  return {
    id: `${finding.id}/only`,
    section: 'insiders',
    kind: 'share',
    topic: stateInsiderTrade(finding).topic,
    slots: { who, company: { name: presentCompanyShort(finding.issuer.name) } },
    salience: ONLY,
    isNews: true,
    joins: finding.id,
    tellings: [
      `The ${only} was that of {company} stock by ${brief('{who}')}.`,
      `${capitalize(brief('{who}'))} made the ${only}: of {company} stock.`,
    ],
    carry: [
      `By our count, it was the week’s only ${trade} on the open market.`,
      `By our count, the week had no other ${trade} on the open market.`,
    ],
  }
}

/** What part of the money spent was no shopping on the open market. */
export function stateOffering({ totals }: InsiderSection): Statement | undefined {
  const { offerBuyValue, conversionBuyValue, buyValue } = totals
  const apart = numberOf(offerBuyValue) + numberOf(conversionBuyValue)
  if (apart <= 0) return undefined
  const hasOffers = numberOf(offerBuyValue) > 0
  const hasConversions = numberOf(conversionBuyValue) > 0
  const sum = deriveFact(
    {
      id: 'insiders/total/apart-buy-value',
      subject: buyValue.subject,
      value: apart,
      unit: 'usd',
      formula: 'purchases in an offering or a placement + purchases on a day of conversions',
      inputs: [offerBuyValue.id, conversionBuyValue.id],
    },
    buyValue,
  )
  const what =
    hasOffers && hasConversions
      ? 'came with stock offerings, private deals or conversions of other holdings.'
      : hasOffers
        ? 'came with stock offerings and private deals.'
        : 'came on days when the buyer also turned other holdings into stock.'
  const into =
    hasOffers && hasConversions
      ? 'new stock that companies sold, private deals and the like'
      : hasOffers
        ? 'new stock that companies sold and private deals'
        : 'stock on days when they also turned other holdings into it'
  const ordinary = hasConversions
    ? 'may not have been ordinary buying.'
    : 'was not bought on the open market.'
  const part = numberOf(sum) / numberOf(buyValue)
  const isAll = part > NEARLY_ALL
  const slots: Record<string, Slot> = isAll ? { all: { figure: buyValue } } : { apart: { figure: sum } }
  const statement = { id: 'insiders/offering', slots }
  return {
    ...statement,
    section: 'insiders',
    kind: 'circumstance',
    topic: 'insiders/offerings',
    salience: bound(rateDollars(apart, INSIDER_SCALE) - 8),
    isNews: true,
    tellings: isAll
      ? [`Insiders spent {all} that we could count.\n${part === 1 ? 'All' : 'Nearly all'} of it ${what}`]
      : [
          `Insiders put {apart} into ${into}.\nWe count that apart, not as buying on the market.`,
          `Off the market, insiders put {apart} into ${into}.\nThat is no ordinary shopping for stock.`,
        ],
    kickers: [
      hasConversions
        ? `${part === 1 ? 'All' : part > MOST ? 'Most' : 'Part'} of the insiders’ “buying” takes a second look.`
        : `${part === 1 ? 'All' : part > MOST ? 'Most' : 'Part'} of what insiders “bought” ${ordinary}`,
    ],
    ...(part > MOST
      ? {
          behindLabel: `most of what insiders “bought” ${ordinary.replace(/\.$/, '')}`,
          teases: [
            'what most of the insiders’ “buying” really was',
            'insiders’ “buying” that mostly was none',
          ] as const,
        }
      : {}),
    ...(hasConversions
      ? {}
      : keepHeads(statement, [
          `Insiders spent {${isAll ? 'all' : 'apart'}} in stock offerings and private deals`,
          `Insiders spent {${isAll ? 'all' : 'apart'}} off the open market`,
        ])),
  }
}

/** ', nearly all of it Tesla,': where one company is most of what was bought or sold on the open market.
 *  @param slots  gets its name */
function describeMost(section: InsiderSection, side: 'buy' | 'sale', slots: Record<string, Slot>): string {
  const findings = (side === 'buy' ? section.buys : section.sales).filter(isOnMarket)
  const valueOf = (some: readonly InsiderFinding[]) =>
    some.reduce((sum, { facts }) => sum + numberOf(facts.value), 0)
  const companies = [...Map.groupBy(findings, ({ issuer }) => issuer.cik).values()]
  const [most] = companies.toSorted((a, b) => valueOf(b) - valueOf(a))
  const [first] = most ?? []
  const part = most ? valueOf(most) / valueOf(findings) : 0
  if (!first || !(part > MOST)) return ''
  slots[`${side}Company`] = { name: presentCompanyShort(first.issuer.name) }
  const how =
    companies.length === 1 ? 'all of it' : part > NEARLY_ALL_OF_ONE ? 'nearly all of it' : 'most of it'
  return `, ${how} {${side}Company}`
}

/** What was bought and sold in all; offerings, placements and days of conversions apart. */
export function stateTotal(section: InsiderSection): Statement | undefined {
  const { totals, completeness, coverage } = section
  const {
    marketBuyValue: buy,
    marketSaleValue: sale,
    buyValue,
    offerBuyValue,
    offerSaleValue,
    conversionBuyValue,
    taxSaleValue,
  } = totals
  const hasBuys = numberOf(buy) > 0
  const hasSales = numberOf(sale) > 0
  const isApart = [offerBuyValue, offerSaleValue, conversionBuyValue].some((fact) => numberOf(fact) > 0)
  const apart = isApart ? ' on the open market' : ''
  const read = completeness === 'whole' ? '' : ', in the forms we could read'
  // Told beside the part of it that is the market's.
  const isMore = hasBuys && numberOf(buyValue) > numberOf(buy)
  const hasTaxes = numberOf(taxSaleValue) > 0
  const more = `${isMore ? '\nWith offerings, private deals and days of conversions, they bought {all}.' : ''}${
    hasTaxes ? '\nNot in it: {tax} sold only to cover taxes.' : ''
  }`
  const slots: Record<string, Slot> = {
    buy: { figure: buy },
    sale: { figure: sale },
    read: { figure: coverage.read },
    ...(isMore ? { all: { figure: buyValue } } : {}),
    ...(hasTaxes ? { tax: { figure: taxSaleValue } } : {}),
  }
  const mostly = { sale: describeMost(section, 'sale', slots), buy: describeMost(section, 'buy', slots) }
  const shared = {
    id: 'insiders/total',
    section: 'insiders',
    kind: 'total',
    topic: 'insiders/total',
    slots,
    salience:
      numberOf(totals.buyFindings) + numberOf(totals.saleFindings) > FEW_FINDINGS ? TOTAL : TOTAL_OF_FEW,
    isNews: true,
  } as const
  if (!hasBuys && !hasSales) {
    if (numberOf(coverage.read) === 0) return undefined
    const nothing = `no purchase or sale${apart} that we could add up`
    return {
      ...shared,
      salience: 10,
      tellings: [
        `In the {read} forms we read there is ${nothing}.`,
        `We read {read} forms and found ${nothing}.`,
      ],
      lines: [`Nothing${apart} that we could add up.`],
    }
  }
  const oneSide = hasSales ? 'sold {sale}' : 'bought {buy}'
  const other = `${hasSales ? 'purchase' : 'sale'}${isApart ? ' there' : ''}`
  if (!hasBuys || !hasSales) {
    return {
      ...shared,
      tellings: [
        `Insiders (bosses, directors, big owners) ${oneSide} of their companies’ stock${apart}${read}.\nWe found no ${other} to add up beside it.${more}`,
        `All told, insiders ${oneSide} of stock${apart}${read}, and we found no ${other} to add up.${more}`,
      ],
      ...keepHeads(shared, [`Insiders ${oneSide} of their own stock${apart}`, `Insiders ${oneSide}${apart}`]),
      lines: [`Insiders ${oneSide}${apart}${hasSales ? mostly.sale : mostly.buy}.`],
    }
  }
  return {
    ...shared,
    direction: numberOf(buy) >= numberOf(sale) ? 'up' : 'down',
    tellings: [
      `Insiders (bosses, directors, big owners) sold {sale} of their companies’ stock and bought {buy}${apart}${read}.${more}`,
      `All told, insiders sold {sale} and bought {buy} of their companies’ stock${apart}${read}.${more}`,
      `The week’s sum${apart}, bosses, directors and big owners together: {sale} sold, {buy} bought${read}.${more}`,
    ],
    ...keepHeads(shared, [
      `Insiders sold {sale} and bought {buy}${apart}`,
      `Insiders: {sale} sold, {buy} bought${apart}`,
      `Insiders sold {sale}${apart}`,
    ]),
    lines: [
      `Sold${apart}: {sale}${mostly.sale}.\nBought: {buy}${mostly.buy}.`,
      `{sale} sold${apart}${mostly.sale}.\n{buy} bought${mostly.buy}.`,
    ],
  }
}
