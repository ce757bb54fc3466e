import { numberOf, plural } from '../facts/format-fact.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { InsiderSection } from './insider-section.ts'
import { companySlot } from './describe-party.ts'

/** One line: how much was read, and what of it is large and in no sum, or in a sum and unchecked. */
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
  return {
    id: 'insiders/coverage',
    section: 'insiders',
    kind: 'coverage',
    topic: 'insiders/coverage',
    slots,
    salience: 0,
    isNews: false,
    tellings: [
      `${read}${days}${describeLargeLines(section, slots)}${describeUnreadNotes(section, slots)}${describeUnchecked(section, slots)}${describeOdd(section, slots)}`,
    ],
  }
}

/** What a note may have told otherwise. */
function describeUnreadNotes(
  { coverage: { unreadNotes, unreadNoteValue } }: InsiderSection,
  slots: Record<string, Slot>,
): string {
  if (numberOf(unreadNotes) === 0) return ''
  slots['unreadNotes'] = { figure: unreadNotes }
  slots['unreadNoteValue'] = { figure: unreadNoteValue }
  return plural(
    unreadNotes,
    ' We left out {unreadNotes} line, {unreadNoteValue}, whose form carries a note that we could not read.',
    ' We left out {unreadNotes} lines, {unreadNoteValue}, whose forms carry notes that we could not read.',
  )
}

/** If no price confirms a tenth of what is counted or more, the line says so; of less, only the page does. */
function describeUnchecked({ coverage, totals }: InsiderSection, slots: Record<string, Slot>): string {
  const { uncheckedValue } = coverage
  const counted = numberOf(totals.buyValue) + numberOf(totals.saleValue)
  if (counted > 0 && numberOf(uncheckedValue) >= counted / 10) {
    slots['uncheckedValue'] = { figure: uncheckedValue }
    return ' Of what we count, {uncheckedValue} had no closing price to check it.'
  }
  return ''
}

/** Prices too far apart for any market within days, for the largest trade that has them: its sum is told all the same.
 *  @param slots  gets the company and its prices */
function describeOdd({ buys, sales }: InsiderSection, slots: Record<string, Slot>): string {
  const [largest] = [...buys, ...sales]
    .filter(({ areFarApart, isOld }) => areFarApart && !isOld)
    .toSorted((a, b) => numberOf(b.facts.value) - numberOf(a.facts.value))
  const { lowestPrice, highestPrice } = largest?.facts ?? {}
  if (!largest || !lowestPrice || !highestPrice) return ''
  slots['oddCompany'] = companySlot(largest.issuer)
  slots['oddLow'] = { figure: lowestPrice }
  slots['oddHigh'] = { figure: highestPrice }
  const sale = largest.side === 'buy' ? 'purchase' : 'sale'
  const give = largest.filings.length > 1 ? 'forms give' : 'form gives'
  return ` For the {oddCompany} ${sale}, the ${give} prices from {oddLow} to {oddHigh} a share; our sum takes each as reported.`
}

/** What would be much of the week if a price confirmed it; the page says what else is in no sum.
 *  @param slots  gets those that its words name */
function describeLargeLines({ coverage, heldBack }: InsiderSection, slots: Record<string, Slot>): string {
  const { unverifiedSizes, unverifiedSizeValue } = coverage
  if (numberOf(unverifiedSizes) === 0) return ''
  const [size, ...others] = heldBack.filter(({ reason }) => reason === 'unverified-size')
  if (!size || others.length > 0) {
    slots['unverifiedSizeValue'] = { figure: unverifiedSizeValue }
    return ' We left out {unverifiedSizeValue} of trades, too large to count without a closing price to check them.'
  }
  slots['sizeCompany'] = companySlot(size.issuer)
  slots['sizeValue'] = { figure: size.claimed }
  const what = size.side === 'buy' ? 'purchases' : 'sales'
  return ` We left out {sizeValue} of {sizeCompany} ${what}, too large to count without a closing price to check them.`
}
