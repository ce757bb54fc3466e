import type { Fact } from '../facts/fact.ts'
import { formatCentsOfDollar, numberOf } from '../facts/format-fact.ts'
import { bound, capitalize, deriveFact, keepHeads, rateDollars } from '../statements/make-statement.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { InsiderFinding, InsiderSection } from './insider-section.ts'
import { describeParty, INSIDER_SCALE, stateInsiderTrade } from './state-insider-trade.ts'

/** From this part of a total on, one name is worth a word of its own. */
const LARGE_SHARE = 0.3
/** And from this on the total says little without it. */
const MOST = 0.5
/** Then it says once more what the trades say. */
const FEW_FINDINGS = 2
const TOTAL_OF_FEW = 5
const TOTAL = 22

const isOnMarket = ({ via, isBesideConversion }: InsiderFinding) => via === undefined && !isBesideConversion

interface StatedShare {
  readonly share: Statement
  readonly without: Statement
}

/** The part that the largest one has in a total, and the total without it. */
export function stateShare(
  findings: readonly InsiderFinding[],
  total: Fact,
  side: 'buy' | 'sale',
): StatedShare[] {
  const [largest] = findings
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
  const verb = side === 'buy' ? 'spent on their companies’ stock' : 'took in by selling stock'
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
          `Of every dollar that insiders ${verb} this week, {cents} ${side === 'buy' ? 'came from' : 'went to'} ${who}, by our count.`,
          `By our count, ${who} made up {cents} of every dollar that insiders (bosses, directors, big owners) ${side === 'buy' ? 'spent' : 'sold'}.`,
          `{cents} of every dollar of stock that insiders ${said} this week was ${said} by ${who}, by our count.`,
        ],
      },
      without: {
        ...shared,
        id: `${largest.id}/without`,
        slots: { who: whoSlot, total: { figure: total }, rest: { figure: rest } },
        kind: 'share',
        salience: part >= MOST ? 60 : 40,
        tellings: [
          `“Insiders ${said} {total}” is true.\nLeave out ${who}, and it is {rest}.`,
          `A single name can make a week: without ${who}, insiders ${said} {rest}, not {total}.`,
          `Read “insiders ${said} {total}” with care.\nAll but ${who} together ${said} {rest}.`,
        ],
      },
    },
  ]
}

/** What part of the money spent was no shopping on the open market. */
export function stateOffering({ totals }: InsiderSection): Statement | undefined {
  const { offerBuyValue, conversionBuyValue, buyValue } = totals
  const apart = numberOf(offerBuyValue) + numberOf(conversionBuyValue)
  if (apart <= 0) return undefined
  const isBoth = numberOf(offerBuyValue) > 0 && numberOf(conversionBuyValue) > 0
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
  const share = deriveFact(
    {
      id: 'insiders/total/apart-share-of-purchases',
      subject: buyValue.subject,
      value: apart / numberOf(buyValue),
      unit: 'fraction',
      formula: 'apart-buy-value / value of all purchases',
      inputs: [sum.id, buyValue.id],
    },
    buyValue,
  )
  const cents = formatCentsOfDollar(share)
  const whole = numberOf(share) > 0.995
  const what = isBoth
    ? 'came in a stock offering, in a private deal, or on a day when their other holdings turned into stock'
    : numberOf(offerBuyValue) > 0
      ? 'went into stock offerings and private deals'
      : 'was spent on a day when their other holdings turned into stock'
  const isNot =
    numberOf(conversionBuyValue) > 0
      ? 'So it may not be plain buying on the market.'
      : 'That is no plain buying on the market.'
  const slots: Record<string, Slot> = {
    apart: { figure: sum },
    all: { figure: buyValue },
    ...(cents === undefined ? {} : { cents: { figure: share, text: cents } }),
  }
  const tellings: [string, ...string[]] =
    cents === undefined
      ? [`${whole ? 'All that insiders spent' : 'Of what insiders spent, {apart}'} ${what}.\n${isNot}`]
      : [
          `Of each dollar insiders spent, {cents} ${what}.\n${isNot}`,
          `Insiders spent {all}, and {apart} of it ${what}.\n${isNot}`,
          `{cents} of each dollar that insiders spent ${what}.\n${isNot}`,
        ]
  const statement = { id: 'insiders/offering', slots }
  const heads =
    cents === undefined
      ? {}
      : keepHeads(
          statement,
          isBoth
            ? []
            : [
                'Insiders spent {apart} in stock offerings and private deals',
                'Insiders spent {apart} off the open market',
              ],
        )
  return {
    ...statement,
    section: 'insiders',
    kind: 'circumstance',
    topic: 'insiders/offerings',
    salience: bound(rateDollars(apart, INSIDER_SCALE) - 8),
    isNews: true,
    tellings,
    ...heads,
  }
}

/** What was bought and sold in all; offerings, placements and days of conversions apart. */
export function stateTotal({ totals, completeness, coverage }: InsiderSection): Statement | undefined {
  const {
    marketBuyValue: buy,
    marketSaleValue: sale,
    offerBuyValue,
    offerSaleValue,
    conversionBuyValue,
  } = totals
  const hasBuys = numberOf(buy) > 0
  const hasSales = numberOf(sale) > 0
  const isApart = [offerBuyValue, offerSaleValue, conversionBuyValue].some((fact) => numberOf(fact) > 0)
  const apart = isApart ? ', leaving out stock offerings and the like' : ''
  const apartShort = isApart ? ', offerings apart' : ''
  const read = completeness === 'whole' ? '' : ', in the forms we could read'
  const slots: Record<string, Slot> = {
    buy: { figure: buy },
    sale: { figure: sale },
    read: { figure: coverage.read },
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
    const nothing = 'no purchase or sale that we could add up'
    return {
      ...shared,
      salience: 10,
      tellings: [
        `In the {read} forms we read there is ${nothing}${apart}.`,
        `We read {read} forms and found ${nothing}${apart}.`,
      ],
      lines: ['Nothing that we could add up.'],
    }
  }
  const oneSide = hasSales ? 'sold {sale}' : 'bought {buy}'
  const other = hasSales ? 'purchase' : 'sale'
  if (!hasBuys || !hasSales) {
    return {
      ...shared,
      tellings: [
        `Insiders (bosses, directors, big owners) ${oneSide} of their companies’ stock${apart}${read}.\nWe found no ${other} to add up beside it.`,
        `All told, insiders ${oneSide} of stock${apart}${read}, and we found no ${other} to add up.`,
      ],
      ...keepHeads(shared, [
        `Insiders ${oneSide} of their own stock${apartShort}`,
        `Insiders ${oneSide}${apartShort}`,
      ]),
      lines: [`${capitalize(oneSide)}${apartShort}.`],
    }
  }
  return {
    ...shared,
    direction: numberOf(buy) >= numberOf(sale) ? 'up' : 'down',
    tellings: [
      `Insiders (bosses, directors, big owners) sold {sale} of their companies’ stock and bought {buy}${apart}${read}.`,
      `All told, insiders sold {sale} and bought {buy} of their companies’ stock${apart}${read}.`,
      `The week’s sum, bosses, directors and big owners together: {sale} sold, {buy} bought${apart}${read}.`,
    ],
    ...keepHeads(shared, [
      `Insiders sold {sale} and bought {buy}${apartShort}`,
      `Insiders: {sale} sold, {buy} bought${apartShort}`,
      `Insiders sold {sale}${apartShort}`,
    ]),
    lines: [`Sold {sale}, bought {buy}${apartShort}.`, `{sale} sold and {buy} bought${apartShort}.`],
  }
}
