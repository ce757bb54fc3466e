import { z } from 'zod'

import {
  type EditionContent,
  type FactRecord,
  type Sentence,
  type Span,
} from '../../../shared/edition-contract.ts'
import { presentCompany } from '../../lib/company-name.ts'
import { type Fact, factSchema, inputFactIds } from '../facts/fact.ts'
import { formatExactMoney, formatFact } from '../facts/format-fact.ts'

/** What is stored of an edition does not fit the expected shape; the message says what and where. */
export class StoredContentError extends Error {
  override readonly name = 'StoredContentError'
}

/** Facts as stored with an edition. */
export const storedFactsSchema = z.array(factSchema)

/** The facts that an edition's words name, the facts that they are computed from, and those about coverage: by section in
 *  the letter's order, and within each as stored.
 *  @throws StoredContentError if the words name a fact that is not stored */
export function listNamedFacts(content: EditionContent, facts: readonly Fact[]): Fact[] {
  const known = new Map(facts.map((fact) => [fact.id, fact]))
  const shown = new Set<string>()
  const show = (factId: string): void => {
    const fact = known.get(factId)
    if (fact === undefined || shown.has(factId)) return
    shown.add(factId)
    for (const id of fact.inputs.flatMap(inputFactIds)) show(id)
  }
  for (const id of listFactIds(content)) {
    if (!known.has(id))
      throw new StoredContentError(`The edition of ${content.slotDate} names ${id} and keeps no such fact.`)
    show(id)
  }
  for (const { id, section } of facts) if (id.startsWith(`${section}/coverage/`)) show(id)
  return content.sections.flatMap(({ name }) =>
    facts.filter(({ id, section }) => section === name && shown.has(id)),
  )
}

/** The fact as a reader sees it. */
export function toFactRecord(fact: Fact): FactRecord {
  const { kind, value: _value, unit: _unit, precision: _precision, subject, section, ...record } = fact
  return {
    ...record,
    section,
    // Registries write companies in capitals; in other sections capitals are abbreviations.
    subject: section === 'insiders' ? presentCompany(subject) : subject,
    kind: labelFact(kind),
    value: describeValue(fact),
  }
}

/** In the letter's format and, if that is rounded, also to the dollar, since the tables have the exact sum. */
function describeValue(fact: Fact): string {
  const text = formatFact(fact)
  if (text === undefined) return `${String(fact.value)} (${fact.unit})`
  const isRounded = fact.unit === 'usd' && /(million|billion)$/.test(text)
  return isRounded ? `${text} (${formatExactMoney(fact)})` : text
}

function listFactIds(content: EditionContent): string[] {
  const spans: Span[] = content.topFindings.flatMap(({ figure, sentence }) => [figure, ...sentence])
  const add = (...sentences: readonly Sentence[]) => spans.push(...sentences.flat())
  for (const { tables, chart, coverage } of content.sections) {
    add(...coverage, chart?.alt ?? [])
    for (const { rows } of tables) {
      for (const { head, about, cells } of rows) add(head, ...about, ...cells)
    }
  }
  const { story, also = [], lines, sections, connects, ahead = [] } = content.letter
  add(...story, ...also, ...connects, ...ahead, ...lines.flatMap(({ sentences }) => sentences))
  for (const { big, smaller, more = [], forYou, coverage } of sections) {
    add(...big, ...smaller.flat(), ...more.flat(), ...forYou, ...coverage)
  }
  return spans.flatMap(({ factId }) => (factId === undefined ? [] : [factId]))
}

/** Names for kinds of facts, in plain words. */
const LABELS: Readonly<Record<string, string>> = {
  value: 'dollars in all',
  'average-price': 'average price of a share',
  'lowest-price': 'lowest price of a share',
  'highest-price': 'highest price of a share',
  'range-low': 'lowest price of the trades',
  'range-high': 'highest price of the trades',
  price: 'price of a share, as typed',
  close: 'that day’s closing price',
  'first-traded-on': 'first traded on',
  'last-traded-on': 'last traded on',
  'filed-on': 'made public on',
  lag: 'from trade to report',
  'public-after': 'from trade to the day it became public',
  'lag-weeks': 'whole weeks from trade to that day',
  'usual-lag': 'typical time from trade to report',
  'size-against-holding': 'added to the shares that the form lists',
  'part-of-holding': 'of the shares that the form lists',
  'plan-value': 'of it on a trading plan',
  'indirect-value': 'of it held through others',
  'months-without-purchase': 'months before it without a purchase',
  'net-buyers': 'buyers less sellers',
  'net-members': 'buyers less sellers',
  'buy-value': 'bought in all',
  'sale-value': 'sold in all',
  'market-buy-value': 'bought on the open market or in private',
  'market-sale-value': 'sold on the open market or in private',
  'offer-buy-value': 'bought in offerings and private deals',
  'offer-sale-value': 'sold in offerings and private deals',
  'conversion-buy-value': 'bought on a day of conversions',
  'apart-buy-value': 'bought in offerings, private deals or on a day of conversions',
  'unchecked-sale-value': 'sold, with no closing price to check it',
  'tax-sale-value': 'sold only to cover taxes',
  'share-of-sales': 'part of all sales',
  'share-of-purchases': 'part of all purchases',
  'rest-of-sales': 'sales without it',
  'rest-of-purchases': 'purchases without it',
  'buy-findings': 'purchases, by owner and company',
  'sale-findings': 'sales, by owner and company',
  'buy-issuers': 'companies bought',
  'sale-issuers': 'companies sold',
  amount: 'reported range',
  rows: 'rows of reports',
  'buy-sum': 'bought, as ranges',
  'sale-sum': 'sold, as ranges',
  'members-buying': 'filers who bought',
  'members-selling': 'filers who sold',
  'both-sides': 'filers who did both',
  'party-buyers': 'of the party who bought',
  'party-sellers': 'of the party who sold',
  'slip-rows': 'rows on trades more than a year old',
  'managed-rows': 'rows in accounts that others manage',
  'filers-without-party': 'filers whose party we do not know',
  listed: 'reports listed',
  read: 'reports read',
  unread: 'reports not read',
  onPaper: 'reports on paper',
  daysUnread: 'days without a readable index',
  trades: 'lines counted',
  lateTrades: 'lines reported late',
  suspectPrices: 'lines with an unlikely price',
  unverifiedSizes: 'lines too large to count unchecked',
  pricesFailed: 'companies whose prices could not be asked for',
  failedSizes: 'large lines left out for want of prices',
  impossibleTrades: 'lines that contradict themselves',
  giftLines: 'lines that are gifts',
  transferLines: 'lines that are transfers or the like',
  reinvestedLines: 'lines that are reinvested dividends',
  planLines: 'lines of employees’ plans',
  otherSecurityLines: 'lines whose title is not known as that of shares',
  offerTrades: 'lines of offerings and private deals',
  unpricedLines: 'lines without a clear price in dollars',
  uncheckedTrades: 'lines with no closing price to check them',
  uncheckedValue: 'dollars of those lines',
  unverifiedSizeValue: 'dollars of those lines',
  failedSizeValue: 'dollars of those lines, as typed',
  'value-as-typed': 'dollars in all, as typed',
  'bought-too': 'dollars of the same owner’s purchases',
  'sold-too': 'dollars of the same owner’s sales',
  correctionsApplied: 'corrections put in place',
  correctionsLeftOut: 'corrections whose originals are not of the week',
  repeatsLeftOut: 'repeats counted once',
  impossibleDays: 'rows dated after their report',
  doubtfulDays: 'rows that were known before they were traded',
  otherChanges: 'inheritances, transfers and the like',
  deletedRows: 'rows taken back',
  replacedRows: 'rows replaced by later ones',
  repeatedRows: 'rows of reports that repeat earlier ones',
  lateFindings: 'trades reported late',
  committeeOverlaps: 'trades in a field of a filer’s committee',
  unknownFilers: 'reports whose filer we cannot name for certain',
  'rate-last-week': 'a week before',
  'rate-last-month': 'a month before',
  'rate-last-year': 'a year before',
  'price-last-week': 'a week before',
  'price-last-year': 'a year before',
  'payment-last-week': 'at the rate of a week before',
  'payment-last-year': 'at the rate of a year before',
  'pay-last-year': 'a year before',
  payment: 'a month',
  interest: 'a month',
  'weekly-change': 'change, a week',
  'adjusted-change': 'change',
  'usual-change': 'average change of the months before',
  'usual-move': 'average move of a week',
  since: 'not so since',
  'records-from': 'our records begin',
  streak: 'times in a row',
  'four-week-mean': 'average of the weeks',
  'four-week-mean-last-week': 'the same a week before',
  'income-needed': 'yearly income it takes',
  worth: 'what it buys, a week',
  loss: 'what prices took, a week',
  'real-change': 'change after prices',
  first: 'where the picture begins',
  highest: 'highest in the picture',
  lowest: 'lowest in the picture',
  'year-start': 'where the year in the picture begins',
  'read-by': 'read by',
}

/** @returns for a kind without a label, its name as words: 'day-unread' and 'dayUnread' become 'day unread' */
const labelFact = (kind: string): string =>
  LABELS[kind] ?? kind.replaceAll('-', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
