import { numberOf, plural } from '../facts/format-fact.ts'
import type { Statement } from '../statements/statement.ts'
import type { InsiderSection } from './insider-section.ts'
import { isMostUnchecked } from './state-insider-share.ts'

/** More salient than any trade: what is told of such a week is not the week. */
const ABOVE_ALL = 100

/** Whether less was read or checked than not. */
export const hasGaps = (section: InsiderSection): boolean =>
  section.completeness === 'below half' || isMostUnchecked(section)

/** States that most of the week is missing: its forms or their lists were not read, or most of the money could not be
 *  checked. Nothing then leads the letter, and no sum is told. */
export function stateGaps(section: InsiderSection): Statement | undefined {
  const { coverage, completeness, daysUnread } = section
  const shared = {
    id: 'insiders/gaps',
    section: 'insiders',
    kind: 'circumstance',
    topic: 'insiders/gaps',
    salience: ABOVE_ALL,
    isNews: true,
  } as const
  if (completeness === 'below half') {
    const areDays = numberOf(coverage.read) * 2 >= numberOf(coverage.listed) && daysUnread.length > 0
    const missing = areDays
      ? 'For most days of the week, the SEC’s list of forms is missing, so there may be larger trades than those told here.'
      : 'We could read only {read} of the {listed} forms listed this week, so there may be larger trades than those told here.'
    const line = areDays
      ? 'The list of forms is missing for most days.'
      : 'We could read only a part of the week’s forms.'
    return {
      ...shared,
      slots: areDays ? {} : { read: { figure: coverage.read }, listed: { figure: coverage.listed } },
      tellings: [missing],
      lines: [line],
    }
  }
  if (!isMostUnchecked(section)) return undefined
  return {
    ...shared,
    slots: { lines: { figure: coverage.failedSizes }, value: { figure: coverage.failedSizeValue } },
    tellings: [
      `We could not check most of the money on this week’s forms, because the source of closing prices failed.\nWe left out {value} as reported, on {lines} ${plural(coverage.failedSizes, 'line', 'lines')}.\nWhat we tell is only smaller trades.`,
    ],
    lines: ['With closing prices missing, we could not check most of the money on the week’s forms.'],
  }
}
