import type { Fact } from '../facts/fact.ts'
import { formatCentsOfDollar, numberOf } from '../facts/format-fact.ts'
import { advise, bound, capitalize, deriveFact } from '../statements/make-statement.ts'
import type { Statement } from '../statements/statement.ts'
import type { InsiderFinding, InsiderSection } from './insider-section.ts'
import { companySlot, describeParty } from './describe-party.ts'
import { stateInsiderTrade } from './state-insider-trade.ts'

/** From this share of a total upwards, one name gets a statement of its own. */
const LARGE_SHARE = 0.3
/** From this share upwards, the total says little without it. */
export const MOST = 0.5
export const TOTAL = 22
const ONLY = 12
/** In business days: a report on the next day is not called late. */
const LATE_DAYS = 2

/** Whether no note on the form says that the trade was an offering, a private deal or for taxes alone, and there is no
 *  conversion on the same day. No form says whether such a trade was made on the open market. */
export const isPlain = ({ via, isBesideConversion }: InsiderFinding) =>
  via === undefined && !isBesideConversion

export type Side = 'buy' | 'sale'

/** If less than this share of a week's money was left out of the sums, they still say the same. */
const LEAST_LEFT_OUT = 0.05

/** Whether so much could not be checked and was left out that the sums cover only part of the week. */
export function isPartOfWeek({ coverage, totals }: InsiderSection): boolean {
  const leftOut = numberOf(coverage.unverifiedSizeValue) + numberOf(coverage.unreadNoteValue)
  const counted = numberOf(totals.buyValue) + numberOf(totals.saleValue)
  return numberOf(coverage.failedSizes) > 0 || leftOut > counted * LEAST_LEFT_OUT
}

/** Whether the source of prices failed, and more money was left out for it than was read in any other trade. */
export const isMostUnchecked = ({ coverage, totals }: InsiderSection): boolean =>
  numberOf(coverage.failedSizeValue) >
  [totals.buyValue, totals.saleValue, totals.taxSaleValue, coverage.unreadNoteValue].reduce(
    (sum, fact) => sum + numberOf(fact),
    0,
  )

const listPlain = ({ buys, sales }: InsiderSection, side: Side): InsiderFinding[] =>
  (side === 'buy' ? buys : sales).filter(isPlain)

function findLargest(section: InsiderSection, side: Side): InsiderFinding | undefined {
  const [largest] = listPlain(section, side).toSorted(
    (a, b) => numberOf(b.facts.value) - numberOf(a.facts.value),
  )
  return largest
}

/** Whether what was counted on a side has more than ordinary trades, so that words must say which of both they mean. */
function hasSpecial({ totals }: InsiderSection, side: Side): boolean {
  const { offerBuyValue, conversionBuyValue, offerSaleValue } = totals
  const special = side === 'buy' ? [offerBuyValue, conversionBuyValue] : [offerSaleValue]
  return special.some((fact) => numberOf(fact) > 0)
}

/** What else was counted of one of a trade's owners on its side, whether the letter has room for it or not. */
const listOthersOf = ({ counted }: InsiderSection, { id, side, owners }: InsiderFinding): InsiderFinding[] =>
  counted.filter(
    (one) =>
      one.id !== id &&
      one.side === side &&
      one.via !== 'taxes' &&
      one.owners.some(({ cik }) => owners.some((owner) => owner.cik === cik)),
  )

/** States the largest ordinary trade's share of everything counted on its side, or that no other trade on that side is
 *  ordinary. */
export function stateShare(section: InsiderSection, total: Fact, side: Side): Statement | undefined {
  const largest = findLargest(section, side)
  if (!largest || largest.isOld || numberOf(total) <= 0) return undefined
  const all = side === 'buy' ? section.totals.buyValue : section.totals.saleValue
  const part = numberOf(largest.facts.value) / numberOf(all)
  const kind = side === 'buy' ? 'share-of-purchases' : 'share-of-sales'
  const share = deriveFact(
    {
      id: `${largest.id}/${kind}`,
      value: part,
      unit: 'fraction',
      formula: 'value of the finding / value of all',
      inputs: [largest.facts.value.id, all.id],
    },
    all,
  )
  const rest = makeRest(largest, total, side)
  if (numberOf(rest) <= 0) {
    const hasTaxes = side === 'sale' && numberOf(section.totals.taxSaleValue) > 0
    return stateOnly(largest, side, { isApart: hasSpecial(section, side) || hasTaxes })
  }
  const cents = formatCentsOfDollar(share)
  // A share of what was counted says little if much was left out.
  if (part < LARGE_SHARE || cents === undefined || isPartOfWeek(section)) return undefined
  const ofCompany = listOthersOf(section, largest).filter(({ issuer }) => issuer.cik === largest.issuer.cik)
  if (ofCompany.some(isPlain)) return undefined
  const trade = stateInsiderTrade(largest)
  const { brief, who } = describeParty(largest)
  const [noun, goes] = side === 'buy' ? ['purchases', 'went into'] : ['sales', 'came from']
  const one = `${ofCompany.length > 0 ? 'ordinary ' : ''}${noun} of {company} by ${brief('{who}')}`
  return {
    section: 'insiders',
    topic: trade.topic,
    isNews: true,
    id: `${largest.id}/share`,
    slots: {
      who,
      company: companySlot(largest.issuer),
      cents: { figure: share, text: cents },
    },
    kind: 'share',
    direction: side === 'buy' ? 'up' : 'down',
    salience: bound(trade.salience - 8),
    tellings: [
      `Of every dollar of insiders’ ${noun} that we counted, {cents} ${goes} ${one}.`,
      `${capitalize(one)} were {cents} of every dollar of insiders’ ${noun} that we counted.`,
      `{cents} of every dollar of insiders’ ${noun} that we counted this week ${goes} ${one}.`,
    ],
    carry: [
      `Of every dollar of insiders’ ${noun} that we counted, {cents} ${goes} that ${side === 'buy' ? 'purchase' : 'sale'}.`,
      `That is {cents} of every dollar of insiders’ ${noun} that we counted.`,
    ],
  }
}

function makeRest(largest: InsiderFinding, total: Fact, side: Side): Fact {
  return deriveFact(
    {
      id: `${largest.id}/rest-of-${side === 'buy' ? 'purchases' : 'sales'}`,
      value: numberOf(total) - numberOf(largest.facts.value),
      unit: 'usd',
      formula: 'value of all - value of the finding, both in cents',
      inputs: [largest.facts.value.id, total.id],
    },
    total,
  )
}

/** States what the sum is without the one who makes up most of it, for readers who see the sum elsewhere. */
export function stateWithoutOne(section: InsiderSection, total: Fact, side: Side): Statement | undefined {
  const largest = findLargest(section, side)
  if (!largest || largest.isOld || numberOf(largest.facts.value) < numberOf(total) * MOST) return undefined
  const rest = makeRest(largest, total, side)
  // Most of the rest may be trades that no close confirms.
  if (numberOf(rest) <= 0 || numberOf(section.coverage.uncheckedValue) > numberOf(rest) / 2) return undefined
  const others = listOthersOf(section, largest).filter(isPlain)
  if (others.some(({ issuer }) => issuer.cik === largest.issuer.cik)) return undefined
  const { who, brief } = describeParty(largest)
  const noun = side === 'buy' ? 'purchases' : 'sales'
  const one = others.length === 0 ? brief('{who}') : `${noun} of {company} by ${brief('{who}')}`
  const all = `${hasSpecial(section, side) ? 'ordinary ' : ''}insider ${noun} we counted`
  return {
    id: `insiders/without-one/${side}`,
    section: 'insiders',
    kind: 'total',
    topic: 'insiders/total',
    slots: {
      who,
      company: companySlot(largest.issuer),
      rest: { figure: rest },
    },
    salience: TOTAL,
    isNews: true,
    tells: [`${largest.id}/share`],
    tellings: [
      `Most of the ${all} come down to a single name.\nLeave out ${one}, and they are {rest}.`,
      `Leave out ${one}, and the ${all} come to {rest}.`,
      `A single name is most of the ${all}.\nWithout ${one}, they come to {rest}.`,
    ],
  }
}

/** Says that one side has only one ordinary trade, which readers of the sum should know. */
function stateOnly(finding: InsiderFinding, side: Side, { isApart }: { isApart: boolean }): Statement {
  const { brief, who } = describeParty(finding)
  const trade = side === 'buy' ? 'purchase' : 'sale'
  const plain = isApart ? 'ordinary-looking ' : ''
  return {
    id: `${finding.id}/only`,
    section: 'insiders',
    kind: 'share',
    topic: stateInsiderTrade(finding).topic,
    slots: { who, company: companySlot(finding.issuer) },
    salience: ONLY,
    isNews: true,
    joins: finding.id,
    tellings: [
      `The only ${plain}${trade} that we could count this week was that of {company} stock by ${brief('{who}')}.`,
      `${capitalize(brief('{who}'))} made the only ${plain}${trade} that we could count this week: of {company} stock.`,
    ],
    kickers: [
      `We found ${isApart ? 'ordinary ' : ''}${side === 'buy' ? 'buying' : 'selling'} at a single company.`,
    ],
    carry: [`It is the only ${trade} we counted${isApart ? ' that looks ordinary' : ''}.`],
  }
}

/** States how old these trades are when the public can first know of them. */
export function stateLag({ usualLag }: InsiderSection): Statement[] {
  if (!usualLag || numberOf(usualLag) < LATE_DAYS) return []
  return [
    {
      id: 'insiders/usual-lag',
      section: 'insiders',
      kind: 'lag',
      topic: 'insiders/lag',
      slots: { lag: { figure: usualLag } },
      salience: 20,
      isNews: false,
      tellings: [
        'By the time the form was out, the typical trade here was {lag} old.\nIf you copy it, you trade later than they did.',
        'The typical form here came {lag} after the trade.\nThe price may have moved since.',
        'Copy an insider, and you come late: the typical form here came out {lag} after the trade.',
      ],
    },
  ]
}

/** For a week whose forms mean nothing for a reader. */
export const LOOK_UP = advise({
  id: 'insiders/look-up',
  section: 'insiders',
  topic: 'insiders/look-up',
  tells: ['congress/look-up'],
  tellings: [
    'If you own a company’s stock, look up its ticker on our site.\nIts page lists the purchases and sales that its insiders reported.',
    'On our site, each ticker’s page lists the purchases and sales that insiders reported.\nLook there before you believe a tip.',
    'Before you believe a tip, look up the ticker on our site.\nIts page lists the purchases and sales that insiders reported.',
  ],
})
