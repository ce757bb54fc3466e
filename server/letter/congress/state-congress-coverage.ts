import { numberOf, plural } from '../facts/format-fact.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { ChamberCoverage, CongressCoverageKind, CongressSection } from './congress-section.ts'

import { areMostImpossible } from './state-impossible-days.ts'

/** More would be no line: the rest stands on the page. */
const MOST_NAMED = 2

const CHAMBERS = { house: 'House', senate: 'Senate' } as const

/** One line: how much was read, which chamber is missing, and what is in no sum. */
export function stateCongressCoverage({ coverage, chambers, counted }: CongressSection): Statement {
  const { listed, read, onPaper, unread } = coverage
  const slots: Record<string, Slot> = {
    listed: { figure: listed },
    read: { figure: read },
    onPaper: { figure: onPaper },
    unread: { figure: unread },
    slips: { figure: counted.slipRows },
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
      ? 'The lists we read name no report this week.'
      : isAll
        ? numberOf(listed) === 1
          ? `We read the only report ${isListPartial ? 'that we could find' : 'listed'}.`
          : `We read all {listed} reports${isListPartial ? ' that we could find' : ''}.`
        : `We read {read} of ${isListPartial ? 'at least ' : ''}{listed} ${reports}${missing.length === 0 ? '' : `; ${missing.join(', ')}`}.`
  const part = (kind: CongressCoverageKind, one: string, several: string): string[] => {
    const fact = coverage[kind]
    if (numberOf(fact) === 0) return []
    slots[kind] = { figure: fact }
    return [`{${kind}} ${plural(fact, one, several)}`]
  }
  const parts = [
    // Where they are most of them, they are told above.
    ...(areMostImpossible(coverage)
      ? []
      : part('impossibleDays', 'row dated after its own report', 'rows dated after their own report')),
    ...(numberOf(counted.slipRows) === 0
      ? []
      : [`{slips} ${plural(counted.slipRows, 'row', 'rows')} on trades more than a year old`]),
    ...part('gifts', 'gift', 'gifts'),
    ...part('redemptions', 'redemption', 'redemptions'),
    ...part('reinvestments', 'reinvested payment', 'reinvested payments'),
    ...part('exchanges', 'exchange', 'exchanges'),
    ...part('otherChanges', 'transfer or the like', 'transfers or the like'),
    ...part(
      'correctionsLeftOut',
      'corrected row whose original is not in this week’s reports',
      'corrected rows whose originals are not in this week’s reports',
    ),
    ...part('replacedRows', 'row corrected since', 'rows corrected since'),
  ]
  const isShort = parts.length <= MOST_NAMED
  const among = isShort ? '' : ', among others'
  const told = isShort ? parts : parts.slice(0, 1)
  const list = told.join(' and ')
  const out = told.length === 0 ? '' : ` Not counted${among}: ${list}.`
  return {
    id: 'congress/coverage',
    section: 'congress',
    kind: 'coverage',
    topic: 'congress/coverage',
    slots,
    salience: 0,
    isNews: false,
    tellings: [`${first}${chambers.map(describeMissing).join('')}${out}`],
  }
}

/** Where reports are unread its run is partial too: its list was whole then, as far as we know. */
const isPartlyListed = ({ state, unread }: ChamberCoverage) => state === 'partial' && numberOf(unread) === 0

function describeMissing(coverage: ChamberCoverage): string {
  const { chamber, state } = coverage
  if (state === 'off') return ` The ${CHAMBERS[chamber]} is left out.`
  if (state === 'failed') return ` The ${CHAMBERS[chamber]}’s site gave no usable answer.`
  return isPartlyListed(coverage) ? ` Some entries of the ${CHAMBERS[chamber]} list could not be read.` : ''
}
