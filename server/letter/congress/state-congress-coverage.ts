import { listWords } from '../../lib/text.ts'
import { numberOf, plural } from '../facts/format-fact.ts'
import { capitalize, deriveFact, stateReading } from '../statements/make-statement.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { ChamberCoverage, CongressSection } from './congress-section.ts'
import { CHAMBER_NAMES } from './congress-facts.ts'
import { areMostImpossible } from './state-impossible-days.ts'

/** One line: how much was read, which chamber is missing, and what is left out. The page says why, and what else is in no
 *  sum. */
export function stateCongressCoverage(section: CongressSection): Statement {
  const { coverage, chambers } = section
  const { listed, read, onPaper, unread } = coverage
  const slots: Record<string, Slot> = {
    listed: { figure: listed },
    read: { figure: read },
    onPaper: { figure: onPaper },
    unread: { figure: unread },
  }
  const isListPartial = chambers.some(isPartlyListed)
  const reports = plural(listed, 'report', 'reports')
  const found = isListPartial ? 'we could find' : 'listed'
  const all: Readonly<Record<number, string>> = {
    // What is told above says so.
    0: '',
    1: `We read the only report ${isListPartial ? `that ${found}` : found}`,
    2: `We read both reports ${found}`,
  }
  const first =
    numberOf(read) < numberOf(listed)
      ? `We read {read} of ${isListPartial ? 'at least ' : ''}{listed} ${reports}`
      : (all[numberOf(listed)] ?? `We read all {listed} reports${isListPartial ? ` ${found}` : ''}`)
  const parts = [
    first,
    numberOf(onPaper) > 0
      ? `{onPaper} ${plural(onPaper, 'is a scan that we cannot read', 'are scans that we cannot read')}`
      : '',
    numberOf(unread) > 0 ? '{unread} could not be read whole' : '',
    ...chambers.map(describeMissing),
  ].filter((part) => part !== '')
  const lines = [parts.join('; '), describeLeftOut(section, slots)].filter((line) => line !== '')
  return stateReading('congress', {
    slots,
    tellings: [lines.map((line) => `${capitalize(line)}.`).join(' ')],
  })
}

/** Rows that are in no sum because their dates or notes cannot be trusted, unless impossible dates are already told above.
 *  @param slots  receives the slots that its words name */
function describeLeftOut(section: CongressSection, slots: Record<string, Slot>): string {
  const { impossibleDays: days, unreadNotes: notes } = section.coverage
  const { slipRows: old } = section.counted
  const kinds = [
    ...(areMostImpossible(section.coverage) ? [] : [[days, 'impossible dates'] as const]),
    [old, 'dates over a year before the report'] as const,
    [notes, 'notes we do not understand'] as const,
  ].filter(([rows]) => numberOf(rows) > 0)
  const [first, ...others] = kinds
  if (!first) return ''
  const facts = kinds.map(([rows]) => rows)
  const rows =
    others.length === 0
      ? first[0]
      : deriveFact(
          {
            id: 'congress/coverage/left-out',
            value: facts.reduce((sum, fact) => sum + numberOf(fact), 0),
            unit: 'count',
            formula: `rows with ${kinds.map(([, why]) => why).join(' + rows with ')}`,
            inputs: facts.map(({ id }) => id),
          },
          first[0],
        )
  slots['leftOut'] = { figure: rows }
  const why = listWords(kinds.map(([, words]) => words)).replace(/,? and /, ' or ')
  return `among what is left out: {leftOut} ${plural(rows, 'entry', 'entries')} with ${why}`
}

/** If reports are unread, the run is partial too, but its list was complete as far as we know. */
const isPartlyListed = ({ state, unread }: ChamberCoverage) => state === 'partial' && numberOf(unread) === 0

function describeMissing(coverage: ChamberCoverage): string {
  const name = `the ${CHAMBER_NAMES[coverage.chamber]}’s`
  if (coverage.state === 'off') return `${name} are not read`
  if (coverage.state === 'failed') return `${name} site gave no usable answer`
  return isPartlyListed(coverage) ? `${name} list may be incomplete` : ''
}
