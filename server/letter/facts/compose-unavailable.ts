import type { SectionContent, SectionName } from '../../../shared/edition-contract.ts'
import { cleanText } from '../../lib/text.ts'
import type { UnavailableCode } from '../../records/core/unread-reason.ts'
import { hasNumeral } from '../../records/names/find-numerals.ts'
import { SECTION_TITLES } from './fixed-text.ts'
import { plain } from './spans.ts'

/** A part whose source failed: it says so, and holds nothing else.
 *  @param source  its name for readers
 *  @param failure  whose doing it is, and what a source that failed said; told in fixed words, for it comes from the network */
export function composeUnavailable(
  name: SectionName,
  source: string,
  failure?: { readonly code: UnavailableCode; readonly reason: string },
): SectionContent {
  const named = cleanText(source)
  const who = named === '' || hasNumeral(named) ? 'its source' : named
  const why = failure === undefined ? '' : `${describeFailure(failure)} `.trimStart()
  // What we have left undone is no answer of the source's.
  const isOurs = failure !== undefined && failure.code !== 'failed'
  const what = isOurs ? `We have nothing of ${who} for this week` : `${who} gave no usable answer this week`
  const text = `${what}, so this part is missing. ${why}It is not that nothing happened.`
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

const OWN_FAILURES: Readonly<Record<Exclude<UnavailableCode, 'failed'>, string>> = {
  'not-read': 'We have not read it yet.',
  unfinished: 'We had not finished reading it.',
  off: 'Nobody has agreed to its terms for this site.',
}

function describeFailure({ code, reason }: { code: UnavailableCode; reason: string }): string {
  if (code !== 'failed') return OWN_FAILURES[code]
  if (/\b429\b|too many/i.test(reason)) return 'It asked us to slow down.'
  if (/\b40[13]\b/.test(reason)) return 'It refused to answer us.'
  if (/\b404\b/.test(reason)) return 'It had no such record.'
  if (/\b5\d\d\b/.test(reason)) return 'Its server failed.'
  if (/in time|within|timed? ?out/i.test(reason)) return 'It did not answer in time.'
  if (/connect|network|socket/i.test(reason)) return 'The connection failed.'
  return /HTML|XML|JSON|parse|read|cut off/i.test(reason) ? 'What it sent could not be read.' : ''
}
