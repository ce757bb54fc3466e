import { indexFacts } from './household-sum.ts'
import { formatOrdinal } from '../facts/format-fact.ts'
import type { SectionStatements, Statement } from '../statements/statement.ts'
import { amount, written } from './statement-book.ts'

/** Says what comes out before the next letter, and what that will mean for a household. It covers only what comes out
 *  every week on a known day: Freddie Mac's survey and the claims for jobless benefits, on Thursdays, or on Wednesdays if
 *  a holiday is in the way.
 *  @param sections  of the same week, in any order
 *  @returns undefined without a mortgage rate of this week */
export function stateAhead(sections: readonly SectionStatements[]): Statement | undefined {
  const { find } = indexFacts(sections)
  const rate = find('housing/mortgage-30/rate')
  const lastWeek = find('housing/mortgage-30/rate-last-week')
  const step = find('housing/loan-300/step')
  if (!rate || !lastWeek || !step) return undefined
  const moved = Math.sign(Number(rate.value) - Number(lastWeek.value))
  const go = moved === 0 ? 'move' : moved > 0 ? 'rise' : 'fall'
  const next = find('housing/mortgage/next/streak')
  const again = moved === 0 ? ' at last' : next ? ' for a {next} week in a row' : ' again'
  const claims = find('economy/claims/four-week-mean') ? ', and so are new jobless claims' : ''
  const worth = 'each tenth of a percentage point is about {step} a month'
  return {
    id: 'housing/ahead',
    section: 'housing',
    kind: 'worth',
    topic: 'housing/ahead',
    slots: { step: amount(step), ...(next ? { next: written(next, formatOrdinal) } : {}) },
    salience: 0,
    isNews: false,
    tellings: [
      `Will the mortgage rate ${go}${again}?\nThe next rate is due by Thursday${claims}.\nOn a new $300,000 loan, ${worth}.`,
      `Will the mortgage rate ${go}${again}?\nOn a new $300,000 loan, ${worth}.\nThe next rate is due by Thursday${claims}.`,
      `The next mortgage rate is due by Thursday${claims}.\nFor a new $300,000 loan, ${worth}.\nWill the rate ${go}${again}?`,
    ],
  }
}
