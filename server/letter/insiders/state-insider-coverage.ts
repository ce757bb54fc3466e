import { presentCompanyShort } from '../../lib/company-name.ts'
import type { Fact } from '../facts/fact.ts'
import { numberOf, plural } from '../facts/format-fact.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { InsiderCoverageKind, InsiderSection } from './insider-section.ts'

/** More would be no line: the rest stands on the page. */
const MOST_NAMED = 2

/** One line: how much was read, and what of it is in no sum, the largest first. */
export function stateInsiderCoverage(section: InsiderSection): Statement {
  const { coverage, daysUnread } = section
  const slots: Record<string, Slot> = {
    read: { figure: coverage.read },
    listed: { figure: coverage.listed },
  }
  const isAll = numberOf(coverage.read) === numberOf(coverage.listed)
  const forms = plural(coverage.listed, 'form', 'forms')
  const days = daysUnread.length === 0 ? '' : ' The list of some days is missing.'
  const read =
    numberOf(coverage.listed) === 0
      ? 'The SEC listed no form this week.'
      : isAll
        ? numberOf(coverage.listed) === 1
          ? 'We read the only form listed.'
          : 'We read all {listed} forms.'
        : `We read {read} of {listed} ${forms}.`
  const parts = listNotCounted(section, slots)
  const isShort = parts.length <= MOST_NAMED
  const among = isShort ? '' : ', among others'
  const told = isShort ? parts : parts.slice(0, 1)
  const notCounted = told.length === 0 ? '' : ` Not counted${among}: ${joinWords(told)}.`
  return {
    id: 'insiders/coverage',
    section: 'insiders',
    kind: 'coverage',
    topic: 'insiders/coverage',
    slots,
    salience: 0,
    isNews: false,
    tellings: [`${read}${days}${notCounted}${describeUnchecked(section, slots)}`],
  }
}

/** Where no price bears out most of what is counted, or of the sales without the largest, that is said of it. */
function describeUnchecked({ coverage, totals, sales }: InsiderSection, slots: Record<string, Slot>): string {
  const { uncheckedValue } = coverage
  const { uncheckedSaleValue, marketSaleValue } = totals
  const counted = numberOf(totals.buyValue) + numberOf(totals.saleValue)
  if (counted > 0 && numberOf(uncheckedValue) >= counted / 2) {
    slots['uncheckedValue'] = { figure: uncheckedValue }
    return ' Of what we count, {uncheckedValue} had no closing price to check it.'
  }
  const onMarket = sales.filter(({ via, isBesideConversion }) => via === undefined && !isBesideConversion)
  const largest = Math.max(0, ...onMarket.map(({ facts }) => numberOf(facts.value)))
  const rest = numberOf(marketSaleValue) - largest
  if (rest <= 0 || numberOf(uncheckedSaleValue) < rest / 2) return ''
  slots['uncheckedSales'] = { figure: uncheckedSaleValue }
  return ' We had no closing price to check {uncheckedSales} of the sales.'
}

function joinWords(parts: readonly string[]): string {
  const [last = '', ...before] = parts.toReversed()
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`
}

/** Fills the slots that its words name. */
function listNotCounted({ coverage, heldBack }: InsiderSection, slots: Record<string, Slot>): string[] {
  const part = (kind: InsiderCoverageKind, one: string, several: string): string[] => {
    const fact: Fact = coverage[kind]
    if (numberOf(fact) === 0) return []
    slots[kind] = { figure: fact }
    return [`{${kind}} ${plural(fact, one, several)}`]
  }
  const sizes = heldBack.filter(({ reason }) => reason === 'unverified-size')
  const [size] = sizes
  const ofSize = (): string[] => {
    if (!size || sizes.length > 1) {
      return part(
        'unverifiedSizes',
        'line over a billion dollars with no closing price to check it',
        'lines over a billion dollars with no closing price to check them',
      )
    }
    slots['sizeCompany'] = { name: presentCompanyShort(size.issuer.name) }
    slots['sizeValue'] = { figure: size.claimed }
    const what = size.side === 'buy' ? 'purchase' : 'sale'
    return part(
      'unverifiedSizes',
      `{sizeCompany} ${what} line ({sizeValue} as typed, no closing price to check)`,
      `{sizeCompany} ${what} lines ({sizeValue} as typed, no closing price to check)`,
    )
  }
  return [
    ...ofSize(),
    ...part(
      'failedSizes',
      'line while prices could not be checked',
      'lines while prices could not be checked',
    ),
    ...part('suspectPrices', 'line with an unlikely price', 'lines with unlikely prices'),
    ...part('giftLines', 'gift', 'gifts'),
    ...part('planLines', 'line of an employees’ plan', 'lines of employees’ plans'),
    ...part('reinvestedLines', 'reinvested dividend', 'reinvested dividends'),
    ...part('impossibleTrades', 'line that contradicts itself', 'lines that contradict themselves'),
    ...part(
      'correctionsLeftOut',
      'correction whose original is not in this week’s forms',
      'corrections whose originals are not in this week’s forms',
    ),
    ...part('unpricedLines', 'line without a price', 'lines without a price'),
  ]
}
