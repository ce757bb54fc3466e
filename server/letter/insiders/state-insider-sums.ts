import { listWords } from '../../lib/text.ts'
import type { Fact } from '../facts/fact.ts'
import { numberOf } from '../facts/format-fact.ts'
import { bound, capitalize, deriveFact, keepHeads, rateDollars } from '../statements/make-statement.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { InsiderFinding, InsiderSection } from './insider-section.ts'
import { isPartOfWeek, isPlain, MOST, TOTAL, type Side } from './state-insider-share.ts'
import { INSIDER_SCALE } from './state-insider-trade.ts'
import { companySlot } from './describe-party.ts'

/** Above this share, only cents remain. */
const ALL_OF_ONE = 0.999_999
/** Above this share, it is nearly all. */
const NEARLY_ALL_OF_ONE = 0.9
/** With this few findings, the sum would only repeat the trades. */
const FEW_FINDINGS = 2
const TOTAL_OF_FEW = 5
/** Readers care more about a person buying on the market than about a sum of deals that readers could not make. */
const LESS_APART = 20
/** Beyond this share, the two sums print alike. */
const NEARLY_ALL = 0.995
/** This many times as much is "far more". */
const FAR = 3

const KINDS = [
  ['stock offerings', ({ via }: InsiderFinding) => via === 'offering'],
  ['private deals', ({ via }: InsiderFinding) => via === 'placement'],
  [
    'shares bought on days when the buyer also converted other holdings',
    ({ via, isBesideConversion }: InsiderFinding) => via === undefined && isBesideConversion,
  ],
] as const

/** States what part of the money went into deals that are not ordinary purchases. If a single purchase is ordinary, it is
 *  told together with that. */
export function stateOffering({ totals, buys, counted }: InsiderSection): Statement | undefined {
  const { offerBuyValue, conversionBuyValue, buyValue, marketBuyValue } = totals
  const apart = numberOf(offerBuyValue) + numberOf(conversionBuyValue)
  if (apart <= 0) return undefined
  const hasConversions = numberOf(conversionBuyValue) > 0
  const sum = deriveFact(
    {
      id: 'insiders/total/apart-buy-value',
      value: apart,
      unit: 'usd',
      formula: 'purchases in an offering or a placement + purchases on a day of conversions, both in cents',
      inputs: [offerBuyValue.id, conversionBuyValue.id],
    },
    buyValue,
  )
  const special = counted.filter(({ side }) => side === 'buy')
  const into = listWords(KINDS.flatMap(([kind, isOf]) => (special.some(isOf) ? [kind] : [])))
  const part = numberOf(sum) / numberOf(buyValue)
  const how = part === 1 ? 'All' : part > MOST ? 'Most' : 'Part'
  const isAll = part > NEARLY_ALL
  const slots: Record<string, Slot> = isAll ? { all: { figure: buyValue } } : { apart: { figure: sum } }
  const statement = { id: 'insiders/offering', slots }
  const ordinary =
    !isAll && marketBuyValue.inputs.length === 1 ? buys.find((one) => isPlain(one) && !one.isOld) : undefined
  return {
    ...statement,
    section: 'insiders',
    kind: ordinary ? 'total' : 'circumstance',
    topic: 'insiders/offerings',
    salience: bound(rateDollars(apart, INSIDER_SCALE) - LESS_APART),
    isNews: true,
    tellings: isAll
      ? [
          `Insiders spent {all} that we could count.\n${part === 1 ? 'All' : 'Nearly all'} of it went into ${into}.`,
        ]
      : [`Insiders put {apart} into ${into}.`, `Of insiders’ money, {apart} went into ${into}.`],
    ...(ordinary ? { joins: ordinary.id, tells: [`${ordinary.id}/only`] } : {}),
    carry: ordinary && [
      `It is the only purchase we counted that looks ordinary: another {apart} went into ${into}.`,
      `Nothing else that we counted looks like an ordinary purchase: another {apart} went into ${into}.`,
    ],
    kickers: ordinary
      ? undefined
      : [
          hasConversions
            ? `${how} of the insiders’ “buying” that we counted deserves a second look.`
            : `${how} of what insiders “bought”, by our count, was not bought on the open market.`,
        ],
    // Purchases on a day of conversion may be ordinary after all.
    ...(numberOf(offerBuyValue) > MOST * numberOf(buyValue)
      ? {
          teases: [
            'what most of the insiders’ “buying” really was',
            'insiders’ “buying” that mostly wasn’t',
          ] as const,
        }
      : {}),
    ...(hasConversions
      ? {}
      : keepHeads(statement, [
          `Insiders spent {${isAll ? 'all' : 'apart'}} in ${into}`,
          `Insiders spent {${isAll ? 'all' : 'apart'}} off the open market`,
        ])),
  }
}

/** ', nearly all of it Tesla' if one company makes up most of what was bought or sold in ordinary trades.
 *  @param slots  receives the company's name */
function describeMost(
  section: InsiderSection,
  [side, total]: readonly [Side, Fact],
  slots: Record<string, Slot>,
): string {
  // Much of what was left out may be of other companies.
  if (isPartOfWeek(section)) return ''
  const findings = (side === 'buy' ? section.buys : section.sales).filter(isPlain)
  // The line has the sum of a single trade only if the section has no room for that trade: then neither names it.
  if (findings.length < 2) return ''
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

/** The sum of one trade is that trade's own value, so it does not count as a second figure. */
function factOf(total: Fact, findings: readonly InsiderFinding[]): Fact {
  const [only, ...others] = total.inputs
  const one = findings.find(({ facts }) => facts.value.id === only)
  return one && others.length === 0 ? one.facts.value : total
}

const OTHER_WAY = {
  '': '',
  less: 'more',
  'far less': 'far more',
  more: 'less',
  'far more': 'far less',
} as const

/** How all purchases compare with ordinary sales, or all sales with ordinary purchases; '' if that says little. */
function compareSides({ totals }: InsiderSection): keyof typeof OTHER_WAY {
  const allBought = numberOf(totals.buyValue)
  const allSold = numberOf(totals.saleValue) + numberOf(totals.taxSaleValue)
  const [buy, sale] = [numberOf(totals.marketBuyValue), numberOf(totals.marketSaleValue)]
  if (sale > allBought) return sale > FAR * allBought ? 'far less' : 'less'
  if (buy > allSold) return buy > FAR * allSold ? 'far more' : 'more'
  return ''
}

/** States what was bought and sold in ordinary trades, apart from offerings, private deals and days of conversions. */
export function stateTotal(section: InsiderSection): Statement | undefined {
  const { totals, completeness, coverage } = section
  const { buyValue, offerBuyValue, offerSaleValue, conversionBuyValue } = totals
  const buy = factOf(totals.marketBuyValue, section.buys)
  const sale = factOf(totals.marketSaleValue, section.sales)
  const tax = factOf(totals.taxSaleValue, section.sales)
  const hasBuys = numberOf(buy) > 0
  const hasSales = numberOf(sale) > 0
  const isApart = [offerBuyValue, offerSaleValue, conversionBuyValue].some((fact) => numberOf(fact) > 0)
  const plainly = isApart ? ' in ordinary trades' : ''
  const isPart = isPartOfWeek(section)
  const read =
    completeness !== 'whole' ? ', in the forms we could read' : isPart ? ', as far as we could count' : ''
  const short = isPart ? ', by our count' : ''
  // The sum of all purchases is told next to its ordinary part.
  const isMore = hasBuys && numberOf(buyValue) > numberOf(buy)
  const hasTaxes = numberOf(tax) > 0
  const besides = `${isMore ? '\nWith offerings, private deals and days of conversions, they bought {all}.' : ''}${
    hasTaxes ? '\nNot in it: {tax} sold only to cover taxes.' : ''
  }`
  const slots: Record<string, Slot> = {
    buy: { figure: buy },
    sale: { figure: sale },
    read: { figure: coverage.read },
    ...(isMore ? { all: { figure: buyValue } } : {}),
    ...(hasTaxes ? { tax: { figure: tax } } : {}),
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
    const nothing = `no ${isApart ? 'ordinary ' : ''}purchase or sale that we could add up`
    return {
      ...shared,
      salience: 10,
      tellings: [
        `In the {read} forms we read there is ${nothing}.`,
        `We read {read} forms and found ${nothing}.`,
      ],
      lines: [`We found no ${isApart ? 'ordinary trade' : 'trade'} that we could add up.`],
    }
  }
  const insiders = 'insiders (bosses, directors, big owners)'
  const plain = isApart ? 'ordinary ' : ''
  const other = `${plain}${hasSales ? 'purchase' : 'sale'}`
  if (!hasBuys || !hasSales) {
    const oneSide = hasSales ? 'sold {sale}' : 'bought {buy}'
    const nouns = hasSales ? 'sales' : 'purchases'
    return {
      ...shared,
      tellings: [
        `${capitalize(insiders)} ${oneSide} of their companies’ stock${plainly}${read}.\nWe found no ${other} to add up beside it.${besides}`,
        `All told, insiders ${oneSide} of stock${plainly}${read}, and we found no ${other} to add up.${besides}`,
      ],
      ...keepHeads(shared, [
        `Insiders ${oneSide} of their own stock${plainly}${short}`,
        `Insiders ${oneSide}${plainly}${short}`,
      ]),
      lines: [
        `We counted {${hasSales ? 'sale' : 'buy'}} of ${plain}${nouns} by ${insiders}${hasSales ? mostly.sale : mostly.buy}.`,
      ],
      glances: [
        `We counted ${plain}${nouns} by ${insiders}, and no ${plain}${hasSales ? 'purchases' : 'sales'}.`,
      ],
    }
  }
  const less = compareSides(section)
  const more = OTHER_WAY[less]
  const sold = `We counted {sale} of ${plain}sales by ${insiders}${mostly.sale}.`
  const bought = `We counted {buy} of ${plain}purchases by ${insiders}${mostly.buy}.`
  return {
    ...shared,
    direction: numberOf(buy) >= numberOf(sale) ? 'up' : 'down',
    tellings: [
      `${capitalize(insiders)} sold {sale} of their companies’ stock and bought {buy}${plainly}${read}.${besides}`,
      `All told, insiders sold {sale} and bought {buy} of their companies’ stock${plainly}${read}.${besides}`,
      `The week’s sum${plainly}, bosses, directors and big owners together: {sale} sold, {buy} bought${read}.${besides}`,
    ],
    ...keepHeads(shared, [
      `Insiders sold {sale} and bought {buy}${plainly}${short}`,
      `Insiders: {sale} sold, {buy} bought${plainly}${short}`,
      `Insiders sold {sale}${plainly}${short}`,
    ]),
    lines: [
      `${sold}\n${capitalize(`${plain}purchases came to {buy}${mostly.buy}.`)}`,
      less === '' ? sold : `${sold}\nThe purchases we counted come to ${less}.`,
      more === '' ? bought : `${bought}\nThe sales we counted come to ${more}.`,
    ],
    glances: [
      less === ''
        ? `We counted ${plain}purchases and sales by ${insiders}.`
        : `By our count, ${insiders} bought ${less} than they sold.`,
    ],
  }
}
