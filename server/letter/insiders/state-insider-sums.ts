import type { Fact } from '../facts/fact.ts'
import { numberOf } from '../facts/format-fact.ts'
import { bound, deriveFact, keepHeads, rateDollars } from '../statements/make-statement.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { InsiderFinding, InsiderSection } from './insider-section.ts'
import { isOnMarket, isPartOfWeek, MOST, TOTAL } from './state-insider-share.ts'
import { INSIDER_SCALE } from './state-insider-trade.ts'
import { companySlot } from './describe-party.ts'

/** Cents apart. */
const ALL_OF_ONE = 0.999_999
/** From this share on, it is nearly all. */
const NEARLY_ALL_OF_ONE = 0.9
/** In that case it would only repeat the trades. */
const FEW_FINDINGS = 2
const TOTAL_OF_FEW = 5
/** A person who buys on the market is more to readers than a sum of deals that they could not make. */
const LESS_APART = 20
/** Beyond it two sums print alike. */
const NEARLY_ALL = 0.995

/** Which part of the money was not spent on the open market. */
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
      formula: 'purchases in an offering or a placement + purchases on a day of conversions, both in cents',
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
  const into = !hasOffers
    ? 'stock on days when they also turned other holdings into it'
    : hasConversions
      ? 'stock in ways that may not be ordinary buying, such as new stock sold by the company itself'
      : 'deals off the open market, such as new stock sold by the company itself'
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
    salience: bound(rateDollars(apart, INSIDER_SCALE) - LESS_APART),
    isNews: true,
    tellings: isAll
      ? [`Insiders spent {all} that we could count.\n${part === 1 ? 'All' : 'Nearly all'} of it ${what}`]
      : [
          `Insiders put another {apart} into ${into}.`,
          `Another {apart} of insiders’ money went into ${into}.`,
        ],
    kickers: [
      hasConversions
        ? `${part === 1 ? 'All' : part > MOST ? 'Most' : 'Part'} of the insiders’ “buying” deserves a second look.`
        : `${part === 1 ? 'All' : part > MOST ? 'Most' : 'Part'} of what insiders “bought” ${ordinary}`,
    ],
    ...(part > MOST
      ? {
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
function describeMost(
  section: InsiderSection,
  [side, total]: readonly ['buy' | 'sale', Fact],
  slots: Record<string, Slot>,
): string {
  const findings = (side === 'buy' ? section.buys : section.sales).filter(isOnMarket)
  const valueOf = (some: readonly InsiderFinding[]) =>
    some.reduce((sum, { facts }) => sum + numberOf(facts.value), 0)
  const companies = [...Map.groupBy(findings, ({ issuer }) => issuer.cik).values()]
  const [most] = companies.toSorted((a, b) => valueOf(b) - valueOf(a))
  const [first] = most ?? []
  const part = most ? valueOf(most) / numberOf(total) : 0
  if (!first || !(part > MOST)) return ''
  slots[`${side}Company`] = companySlot(first.issuer)
  const how = part > ALL_OF_ONE ? 'all of it' : part > NEARLY_ALL_OF_ONE ? 'nearly all of it' : 'most of it'
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
  const isPart = isPartOfWeek(section)
  const read =
    completeness !== 'whole' ? ', in the forms we could read' : isPart ? ', as far as we could count' : ''
  const short = isPart ? ', by our count' : ''
  // Told beside the part of it on the open market.
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
  const mostly = {
    sale: describeMost(section, ['sale', sale], slots),
    buy: describeMost(section, ['buy', buy], slots),
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
      lines: [`We found nothing${apart} that we could add up.`],
    }
  }
  const who = '(bosses, directors, big owners)'
  const insiders = isPart ? `As far as we could count, insiders ${who}` : `Insiders ${who}`
  const oneSide = hasSales ? 'sold {sale}' : 'bought {buy}'
  const other = `${hasSales ? 'purchase' : 'sale'}${isApart ? ' there' : ''}`
  if (!hasBuys || !hasSales) {
    return {
      ...shared,
      tellings: [
        `Insiders (bosses, directors, big owners) ${oneSide} of their companies’ stock${apart}${read}.\nWe found no ${other} to add up beside it.${more}`,
        `All told, insiders ${oneSide} of stock${apart}${read}, and we found no ${other} to add up.${more}`,
      ],
      ...keepHeads(shared, [
        `Insiders ${oneSide} of their own stock${apart}${short}`,
        `Insiders ${oneSide}${apart}${short}`,
      ]),
      lines: [`${insiders} ${oneSide}${apart}${hasSales ? mostly.sale : mostly.buy}.`],
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
      `Insiders sold {sale} and bought {buy}${apart}${short}`,
      `Insiders: {sale} sold, {buy} bought${apart}${short}`,
      `Insiders sold {sale}${apart}${short}`,
    ]),
    lines: [`${insiders} sold {sale}${apart}${mostly.sale}.\nThey bought {buy}${mostly.buy}.`],
  }
}
