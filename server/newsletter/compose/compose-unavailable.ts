import type { SectionContent, SectionName } from '../../../shared/edition-contract.ts'
import { cleanText } from '../format-fact.ts'
import { hasNumeral } from './find-numerals.ts'
import { SECTION_TITLES } from './fixed-text.ts'
import { plain } from './spans.ts'

/** A part whose source failed: it says so, and holds nothing else.
 *  @param source  its name for readers
 *  @param reason  why, as the failure says it; told in fixed words, for it comes from the network */
export function composeUnavailable(name: SectionName, source: string, reason?: string): SectionContent {
  const named = cleanText(source)
  const who = named === '' || hasNumeral(named) ? 'its source' : named
  const why = reason === undefined ? '' : `${describeFailure(reason)} `.trimStart()
  const text = `${who} gave no usable answer this week, so this part is missing. ${why}It is not that nothing happened.`
  return {
    name,
    title: SECTION_TITLES[name],
    state: 'unavailable',
    label: 'automated summary',
    summary: [[plain(`${SECTION_TITLES[name]}: ${text}`)]],
    findings: [],
    meaning: [],
    coverage: [],
    notices: [],
  }
}

function describeFailure(reason: string): string {
  if (/was not read/.test(reason)) return 'It was not read for this week.'
  if (/not finished/.test(reason)) return 'Its reading was not finished.'
  if (/\bagreed\b/i.test(reason)) return 'Nobody has agreed to its terms for this site.'
  if (/\b429\b|too many/i.test(reason)) return 'It asked us to slow down.'
  if (/\b40[13]\b/.test(reason)) return 'It refused to answer us.'
  if (/\b404\b/.test(reason)) return 'It had no such record.'
  if (/\b5\d\d\b/.test(reason)) return 'Its server failed.'
  if (/in time|within|timed? ?out/i.test(reason)) return 'It did not answer in time.'
  if (/connect|network|socket/i.test(reason)) return 'The connection failed.'
  return /HTML|XML|JSON|parse|read|cut off/i.test(reason) ? 'What it sent could not be read.' : ''
}
