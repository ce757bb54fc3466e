import { numberOf, plural } from '../facts/format-fact.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { ChamberCoverage, CongressCoverageKind, CongressSection } from './congress-section.ts'

import { areMostImpossible } from './state-impossible-days.ts'

const CHAMBERS = { house: 'House', senate: 'Senate' } as const

/** One line: how much was read, which chamber is missing, and impossible dates. The page says what else is in no sum. */
export function stateCongressCoverage({ coverage, chambers }: CongressSection): Statement {
  const { listed, read, onPaper, unread } = coverage
  const slots: Record<string, Slot> = {
    listed: { figure: listed },
    read: { figure: read },
    onPaper: { figure: onPaper },
    unread: { figure: unread },
  }
  const isAll = numberOf(read) === numberOf(listed)
  const isListPartial = chambers.some(isPartlyListed)
  const missing = [
    numberOf(onPaper) > 0 ? `{onPaper} ${plural(onPaper, 'is a scan', 'are scans')}` : '',
    numberOf(unread) > 0 ? `{unread} could not be read whole` : '',
  ].filter((part) => part !== '')
  const reports = plural(listed, 'report', 'reports')
  const first =
    numberOf(listed) === 0
      ? chambers.some(isPartlyListed)
        ? 'The lists we could read name no report this week.'
        : ''
      : isAll
        ? numberOf(listed) === 1
          ? `We read the only report ${isListPartial ? 'that we could find' : 'listed'}.`
          : `We read all {listed} reports${isListPartial ? ' that we could find' : ''}.`
        : `We read {read} of ${isListPartial ? 'at least ' : ''}{listed} ${reports}${missing.length === 0 ? '' : `; ${missing.join(', ')}`}.`
  const part = (kind: CongressCoverageKind, one: string, several: string): string => {
    const fact = coverage[kind]
    if (numberOf(fact) === 0) return ''
    slots[kind] = { figure: fact }
    return ` We left out {${kind}} ${plural(fact, one, several)}.`
  }
  // If they are most of the rows, they are told above; the page says what else is in no sum.
  const out = areMostImpossible(coverage)
    ? ''
    : part('impossibleDays', 'entry dated after its own report', 'entries dated after their own reports')
  const { unreadNotes, unreadNoteSum } = coverage
  if (numberOf(unreadNotes) > 0) slots['unreadNoteSum'] = { figure: unreadNoteSum }
  const unreadPart = part(
    'unreadNotes',
    'row, {unreadNoteSum}, whose note we could not read',
    'rows, {unreadNoteSum}, whose notes we could not read',
  )
  return {
    id: 'congress/coverage',
    section: 'congress',
    kind: 'coverage',
    topic: 'congress/coverage',
    slots,
    salience: 0,
    isNews: false,
    tellings: [`${first}${chambers.map(describeMissing).join('')}${out}${unreadPart}`.trim()],
  }
}

/** If reports are unread, the run is partial too; its list was then complete, as far as we know. */
const isPartlyListed = ({ state, unread }: ChamberCoverage) => state === 'partial' && numberOf(unread) === 0

function describeMissing({ chamber, state }: ChamberCoverage): string {
  if (state === 'off') return ` We do not read the ${CHAMBERS[chamber]}’s reports.`
  if (state === 'failed') return ` The ${CHAMBERS[chamber]}’s site gave no usable answer.`
  return ''
}
