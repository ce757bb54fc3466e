import type { InsiderFinding, InsiderSection } from './insider-section.ts'
import type { Headline } from '../facts/section-words.ts'
import { formatCount, formatMoney, numberOf } from '../facts/format-fact.ts'
import {
  hasNumeral,
  presentCompanyShort,
  presentOwner,
  presentTicker,
} from '../../records/names/present-names.ts'

const CLUSTER = 70
const LARGE_PURCHASE = 55
const PURCHASE = 45
const SALE = 15
const QUIET = 1
const LARGE_USD = 10_000_000
/** A month: what lies further back is no news of the week, and its line says so. */
const LONG_LATE_DAYS = 20

/** A cluster has none of an offering. */
type Headed = Pick<InsiderFinding, 'isOld' | 'priceCheck'> & Partial<Pick<InsiderFinding, 'via'>>

/** The lines that could be the subject: several buyers of one company, the largest purchase, the largest sale. What is old, or
 *  was bought in an offering, is none; and where the source of closing prices failed, nothing is that was not checked. */
export function writeInsiderHeadlines(section: InsiderSection): Headline[] {
  const { clusters, buys, sales, coverage, completeness } = section
  if (clusters.length + buys.length + sales.length === 0) {
    const isQuiet = completeness === 'whole' && section.heldBack.length === 0
    return isQuiet ? [{ weight: QUIET, texts: ['A quiet week: no insider purchases or sales'] }] : []
  }
  const hasPrices = numberOf(coverage.pricesFailed) === 0
  const isNews = ({ isOld, priceCheck, via }: Headed) =>
    !isOld && via === undefined && (hasPrices || priceCheck === 'all')
  // Only what was put first: what stands behind it is no bigger news.
  const leadOf = <T extends Headed>([first]: readonly T[]) => (first && isNews(first) ? first : undefined)
  const cluster = leadOf(clusters)
  const buy = leadOf(buys)
  const sale = leadOf(sales)
  const headlines = [
    ...(cluster ? [{ weight: CLUSTER, texts: clusterTexts(cluster) }] : []),
    ...(buy ? [{ weight: weighPurchase(buy), texts: tradeTexts(buy) }] : []),
    ...(sale ? [{ weight: SALE, texts: tradeTexts(sale) }] : []),
  ]
  return headlines.length > 0 || !hasPrices || completeness === 'below half'
    ? headlines
    : [{ weight: QUIET, texts: sumTexts(section) }]
}

function sumTexts({ totals }: InsiderSection): string[] {
  return [
    ...(numberOf(totals.buyFindings) > 0
      ? [`Insiders reported purchases for ${formatMoney(totals.buyValue)}`]
      : []),
    ...(numberOf(totals.saleFindings) > 0
      ? [`Insiders reported sales for ${formatMoney(totals.saleValue)}`]
      : []),
  ]
}

function weighPurchase({ facts, priceCheck }: InsiderFinding): number {
  const isLarge = numberOf(facts.value) >= LARGE_USD
  return isLarge && !isLongAgo(facts) && priceCheck !== 'none' ? LARGE_PURCHASE : PURCHASE
}

function isLongAgo({ lag }: InsiderFinding['facts']): boolean {
  return numberOf(lag) > LONG_LATE_DAYS
}

function clusterTexts({ issuer, facts, ownership }: InsiderSection['clusters'][number]): string[] {
  const verb = ownership === 'direct' ? 'bought' : 'reported buys:'
  const start = `${formatCount(facts.buyers)} insiders ${verb} ${formatMoney(facts.value)} of`
  return [presentCompanyShort(issuer.name), presentTicker(issuer) ?? 'a company'].map(
    (company) => `${start} ${company}`,
  )
}

function tradeTexts({ side, owners, issuer, facts, ownership, isPartlyLate }: InsiderFinding): string[] {
  const what = `${side === 'buy' ? 'bought' : 'sold'} ${formatMoney(facts.value)} of`
  const company = presentCompanyShort(issuer.name)
  const ticker = presentTicker(issuer) ?? 'a company'
  const owner = owners[0] ? presentOwner(owners[0]) : ''
  // A name with a number in it is in no fact: nothing would bear it out.
  const named = owner === '' || hasNumeral(owner) ? [] : [owner]
  const late = isPartlyLate ? 'Partly reported late: ' : 'Reported late: '
  const lead = isLongAgo(facts) ? late : ''
  // Who reports what others hold has not bought it.
  if (ownership !== 'direct') {
    const how = ownership === 'indirect' ? 'held indirectly' : 'partly held indirectly'
    return [company, ticker].map(
      (what) => `${lead}${formatMoney(facts.value)} of ${what} ${side === 'buy' ? 'bought' : 'sold'}, ${how}`,
    )
  }
  const anybody = lead === '' ? 'An insider' : `${lead}an insider`
  return [...named.map((name) => `${lead}${name}`), anybody].flatMap((who) => [
    `${who} ${what} ${company}`,
    `${who} ${what} ${ticker}`,
  ])
}
