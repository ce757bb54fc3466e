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
/** Then it says once more what the trades say. */
const FEW_FINDINGS = 2
const TOTAL_OF_FEW = 5
const TOTAL = 22
/** Beyond it two sums print alike. */
const NEARLY_ALL = 0.995

const isOnMarket = ({ via, isBesideConversion }: InsiderFinding) => via === undefined && !isBesideConversion

interface StatedShare {
  readonly share: Statement
  readonly without: Statement
}

/** The part that the largest one has in a total, and the total without it. */
export function stateShare(section: InsiderSection, total: Fact, side: 'buy' | 'sale'): StatedShare[] {
  const [largest] = (side === 'buy' ? section.buys : section.sales)
    .filter(isOnMarket)
    .toSorted((a, b) => numberOf(b.facts.value) - numberOf(a.facts.value))
  if (!largest || largest.isOld || numberOf(total) <= 0) return []
  const part = numberOf(largest.facts.value) / numberOf(total)
  const others = numberOf(total) - numberOf(largest.facts.value)
  const kind = side === 'buy' ? 'share-of-purchases' : 'share-of-sales'
  const inputs = [largest.facts.value.id, total.id]
  const share = deriveFact(
    {
      id: `${largest.id}/${kind}`,
      subject: total.subject,
      value: part,
      unit: 'fraction',
      formula: 'value of the finding / value of all',
      inputs,
    },
    total,
  )
  const rest = deriveFact(
    {
      id: `${largest.id}/rest-of-${side === 'buy' ? 'purchases' : 'sales'}`,
      subject: total.subject,
      value: others,
      unit: 'usd',
      formula: 'value of all - value of the finding',
      inputs,
    },
    total,
  )
  const cents = formatCentsOfDollar(share)
  if (part < LARGE_SHARE || others <= 0 || cents === undefined) return []
  const trade = stateInsiderTrade(largest)
  const { brief, who: whoSlot } = describeParty(largest)
  const noun = side === 'buy' ? 'purchases' : 'sales'
  const { offerBuyValue, conversionBuyValue, offerSaleValue } = section.totals
  const apart = side === 'buy' ? [offerBuyValue, conversionBuyValue] : [offerSaleValue]
  const isApart = apart.some((fact) => numberOf(fact) > 0)
  const took = `${side === 'buy' ? 'spent' : 'took in'}${isApart ? ' on the open market' : ''}`
  const unchecked = describeUnchecked(section, side, { largest, rest })
  const said = side === 'buy' ? 'bought' : 'sold'
  const who = brief('{who}')
  const shared = { section: 'insiders', topic: trade.topic, isNews: true } as const
  return [
    {
      share: {
        ...shared,
        id: `${largest.id}/share`,
        slots: { who: whoSlot, cents: { figure: share, text: cents } },
        kind: 'share',
        direction: side === 'buy' ? 'up' : 'down',
        salience: bound(trade.salience - 8),
        tellings: [
          `Of every dollar that insiders (bosses, directors, big owners) ${took}, {cents} ${side === 'buy' ? 'came from' : 'went to'} ${who}, by our count.`,
          `${capitalize(who)} ${side === 'buy' ? 'spent' : 'got'} {cents} of every dollar that insiders (bosses, directors, big owners) ${took}, by our count.`,
          `{cents} of every dollar of insiders’ ${isApart ? 'open-market ' : ''}${noun} we counted this week ${side === 'buy' ? 'came from' : 'went to'} ${who}.`,
        ],
        carry: [
          `Of every dollar that insiders (bosses, directors, big owners) ${took}, {cents} ${side === 'buy' ? 'went into that purchase' : 'came from that sale'}, by our count.`,
          `By our count, {cents} of every dollar that insiders (bosses, directors, big owners) ${took} ${side === 'buy' ? 'went into that purchase' : 'came from that sale'}.`,
        ],
      },
      without: {
        ...shared,
        id: `${largest.id}/without`,
        slots: { who: whoSlot, total: { figure: total }, rest: { figure: rest } },
        kind: 'share',
        salience: part >= MOST ? 60 : 40,
        tellings: [
          `“Insiders ${said} {total}” is true of what we could count.\nLeave out ${who}, and it is {rest}${unchecked}.`,
          `You may hear that insiders ${said} {total}.\nLeave out ${who}, and it is {rest}${unchecked}.`,
        ],
      },
    },
  ]
}

/** Where no closing price bears out most of the sum without the largest one. */
function describeUnchecked(
  { totals }: InsiderSection,
  side: 'buy' | 'sale',
  { largest, rest }: { readonly largest: InsiderFinding; readonly rest: Fact },
): string {
  const { uncheckedSaleValue } = totals
  const isMost =
    side === 'sale' && largest.priceCheck === 'all' && numberOf(uncheckedSaleValue) >= numberOf(rest) / 2
  return isMost ? ', most of it at prices that we could not check' : ''
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
  const ordinary = hasConversions
    ? 'may not have been ordinary buying.'
    : 'was not bought on the open market.'
  const slots: Record<string, Slot> = { apart: { figure: sum }, all: { figure: buyValue } }
  const statement = { id: 'insiders/offering', slots }
  const part = numberOf(sum) / numberOf(buyValue)
  return {
    ...statement,
    section: 'insiders',
    kind: 'circumstance',
    topic: 'insiders/offerings',
    salience: bound(rateDollars(apart, INSIDER_SCALE) - 8),
    isNews: true,
    tellings:
      part > NEARLY_ALL
        ? [`Insiders spent {all} that we could count.\n${part === 1 ? 'All' : 'Nearly all'} of it ${what}`]
        : [
            `Of the {all} that insiders spent, by our count, {apart} ${what}`,
            `Insiders (bosses, directors, big owners) spent {all}, by our count.\nOf that, {apart} ${what}`,
          ],
    kickers: [`${part === 1 ? 'All' : part > MOST ? 'Most' : 'Part'} of what insiders “bought” ${ordinary}`],
    ...(hasConversions
      ? {}
      : keepHeads(statement, [
          'Insiders spent {apart} in stock offerings and private deals',
          'Insiders spent {apart} off the open market',
        ])),
  }
}

/** What was bought and sold in all; offerings, placements and days of conversions apart. */
export function stateTotal({ totals, completeness, coverage }: InsiderSection): Statement | undefined {
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
      lines: [`Insiders ${oneSide}${apart}.`],
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
      `Insiders sold {sale} and bought {buy}${apart}.`,
      `Insiders bought {buy} and sold {sale}${apart}.`,
    ],
  }
}
