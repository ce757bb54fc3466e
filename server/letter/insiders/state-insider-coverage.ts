import { numberOf, plural } from '../facts/format-fact.ts'
import { deriveFact, stateReading } from '../statements/make-statement.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { InsiderSection } from './insider-section.ts'
import { companySlot } from './describe-party.ts'

/** One line about how much was read, and about what is large and either left out of the sums or unchecked. The page has
 *  the rest. */
export function stateInsiderCoverage(section: InsiderSection): Statement {
  const { coverage, daysUnread } = section
  const slots: Record<string, Slot> = {
    read: { figure: coverage.read },
    listed: { figure: coverage.listed },
  }
  const isAll = numberOf(coverage.read) === numberOf(coverage.listed)
  const forms = plural(coverage.listed, 'form', 'forms')
  const read =
    numberOf(coverage.listed) === 0
      ? 'The SEC listed no form this week'
      : isAll
        ? numberOf(coverage.listed) === 1
          ? 'We read the only form listed'
          : 'We read all {listed} forms'
        : `We read {read} of {listed} ${forms}`
  const days = daysUnread.length === 0 ? '' : '; the list of some days is missing'
  const leftOut = [describeLeftOut(section, slots), describeOddPrices(section, slots)]
    .filter((part) => part !== '')
    .join(', and ')
  return stateReading('insiders', {
    slots,
    tellings: [
      `${read}${days}${leftOut === '' ? describeUnchecked(section, slots) : `. Among what is left out: ${leftOut}`}.`,
    ],
  })
}

/** What was left out for lack of a price or a readable note, if it may be a large part of the week.
 *  @param slots  receives the slots that the words name */
function describeLeftOut({ coverage, heldBack }: InsiderSection, slots: Record<string, Slot>): string {
  const { unverifiedSizes, unverifiedSizeValue: size, unreadNotes, unreadNoteValue: note } = coverage
  const [hasSizes, hasNotes] = [numberOf(unverifiedSizes) > 0, numberOf(unreadNotes) > 0]
  if (hasSizes && hasNotes) {
    const sum = deriveFact(
      {
        id: 'insiders/coverage/left-out-value',
        subject: size.subject,
        value: numberOf(size) + numberOf(note),
        unit: 'usd',
        formula:
          'lines without a known close + lines with a note in words that we do not know, both in cents',
        inputs: [size.id, note.id],
      },
      size,
    )
    slots['leftOut'] = { figure: sum }
    return '{leftOut} of trades with no price to check them, or notes we do not understand'
  }
  if (hasNotes) {
    slots['unreadNoteValue'] = { figure: note }
    return `{unreadNoteValue} of trades with ${plural(unreadNotes, 'a note', 'notes')} we do not understand`
  }
  if (!hasSizes) return ''
  const [one, ...others] = heldBack.filter(({ reason }) => reason === 'unverified-size')
  if (!one || others.length > 0) {
    slots['unverifiedSizeValue'] = { figure: size }
    return '{unverifiedSizeValue} of trades with no closing price to check them'
  }
  slots['sizeCompany'] = companySlot(one.issuer)
  slots['sizeValue'] = { figure: one.claimed }
  const what = one.side === 'buy' ? 'purchases' : 'sales'
  return `{sizeValue} of {sizeCompany} ${what} with no closing price to check them`
}

/** Lines too far from the close of their day. */
function describeOddPrices({ coverage }: InsiderSection, slots: Record<string, Slot>): string {
  const { suspectPrices } = coverage
  if (numberOf(suspectPrices) === 0) return ''
  slots['suspectPrices'] = { figure: suspectPrices }
  return `{suspectPrices} ${plural(suspectPrices, 'line at a price we could not confirm', 'lines at prices we could not confirm')}`
}

/** The line says so if a tenth or more of what is counted is unchecked. Below that, only the page does. */
function describeUnchecked({ coverage, totals }: InsiderSection, slots: Record<string, Slot>): string {
  const { uncheckedValue } = coverage
  const counted = numberOf(totals.buyValue) + numberOf(totals.saleValue)
  if (counted <= 0 || numberOf(uncheckedValue) < counted / 10) return ''
  slots['uncheckedValue'] = { figure: uncheckedValue }
  return '; {uncheckedValue} counted with no closing price to check it'
}
