import { numberOf, plural } from '../facts/format-fact.ts'
import { deriveFact, stateReading } from '../statements/make-statement.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { InsiderSection } from './insider-section.ts'
import { companySlot } from './describe-party.ts'
import { hasGaps } from './state-insider-gaps.ts'
import { isMostUnchecked } from './state-insider-share.ts'

/** Prices that are in doubt are told with their sum from here on. */
const LARGE_USD = 100_000_000

/** One line about how much was read, and about what is large and either left out of the sums or unchecked. The page has
 *  the rest. */
export function stateInsiderCoverage(section: InsiderSection): Statement {
  const { coverage, daysUnread } = section
  const slots: Record<string, Slot> = {
    read: { figure: coverage.read },
    listed: { figure: coverage.listed },
  }
  const forms = plural(coverage.listed, 'form', 'forms')
  const all: Readonly<Record<number, string>> = {
    0: 'The SEC listed no form this week',
    1: 'We read the only form listed',
    2: 'We read both forms listed',
  }
  const read =
    numberOf(coverage.read) < numberOf(coverage.listed)
      ? `We read {read} of {listed} ${forms}`
      : (all[numberOf(coverage.listed)] ?? 'We read all {listed} forms')
  const days = daysUnread.length === 0 ? '' : '; the list of some days is missing'
  const leftOut = [
    describeFailed(section, slots),
    describeLeftOut(section, slots),
    describeOddPrices(section, slots),
  ].filter((part) => part !== '')
  // What is missing is then told above.
  const rest =
    days === ''
      ? 'We could not read the rest'
      : 'Of the forms on the lists we have, we read {read} of {listed}'
  const sentences = [
    section.completeness === 'below half' ? rest : `${read}${days}${describeUnchecked(section, slots)}`,
    ...(leftOut.length > 0 ? [`Among what is left out: ${leftOut.join('; ')}`] : []),
  ]
  return stateReading('insiders', { slots, tellings: [sentences.map((one) => `${one}.`).join(' ')] })
}

/** What was left out because the source of prices failed; if it is most of the money, that is already told above. */
function describeFailed(section: InsiderSection, slots: Record<string, Slot>): string {
  const { failedSizes, failedSizeValue } = section.coverage
  if (numberOf(failedSizes) === 0 || isMostUnchecked(section)) return ''
  slots['failed'] = { figure: failedSizes }
  slots['failedValue'] = { figure: failedSizeValue }
  return `{failedValue} as reported, on {failed} ${plural(failedSizes, 'line', 'lines')}, because the source of closing prices failed`
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
        value: numberOf(size) + numberOf(note),
        unit: 'usd',
        formula:
          'lines without a known close + lines with a note in words that we do not know, both in cents',
        inputs: [size.id, note.id],
      },
      size,
    )
    slots['leftOut'] = { figure: sum }
    return '{leftOut} of trades too large to count with no price to check them against, or with notes we do not understand'
  }
  if (hasNotes) {
    slots['unreadNoteValue'] = { figure: note }
    return `{unreadNoteValue} of trades with ${plural(unreadNotes, 'a note', 'notes')} we do not understand`
  }
  if (!hasSizes) return ''
  const [one, ...others] = heldBack.filter(({ reason }) => reason === 'unverified-size')
  if (!one || others.length > 0) {
    slots['unverifiedSizeValue'] = { figure: size }
    return '{unverifiedSizeValue} of trades too large to count with no closing price to check them against'
  }
  slots['sizeCompany'] = companySlot(one.issuer)
  slots['sizeValue'] = { figure: one.value }
  const what = one.side === 'buy' ? 'purchases' : 'sales'
  return `{sizeValue} of {sizeCompany} ${what}, too large to count with no closing price to check them against`
}

/** Lines too far from the close of their day. */
function describeOddPrices({ coverage, heldBack }: InsiderSection, slots: Record<string, Slot>): string {
  const { suspectPrices } = coverage
  if (numberOf(suspectPrices) === 0) return ''
  const one = heldBack.find(({ reason, value }) => reason === 'suspect-price' && numberOf(value) >= LARGE_USD)
  if (one) {
    slots['oddCompany'] = companySlot(one.issuer)
    slots['oddValue'] = { figure: one.value }
    return `{oddCompany} ${one.side === 'buy' ? 'purchases' : 'sales'} of {oddValue} at prices we could not confirm`
  }
  slots['suspectPrices'] = { figure: suspectPrices }
  return `{suspectPrices} ${plural(suspectPrices, 'line at a price we could not confirm', 'lines at prices we could not confirm')}`
}

/** What is counted although nothing checks it. */
function describeUnchecked(section: InsiderSection, slots: Record<string, Slot>): string {
  const { uncheckedValue } = section.coverage
  if (numberOf(uncheckedValue) === 0 || hasGaps(section)) return ''
  slots['uncheckedValue'] = { figure: uncheckedValue }
  return '; {uncheckedValue} is counted with no closing price to check it against'
}
