import {
  SECTION_NAMES,
  type EditionContent,
  type LetterContent,
  type SectionContent,
  type TopFinding,
  type SectionName,
} from '../../../shared/edition-contract.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import { plain } from './format-fact.ts'
import { cleanText } from '../../lib/text.ts'
import type { UnavailableCode } from '../../records/core/unread-reason.ts'
import { hasNumeral } from '../../records/names/present-names.ts'
import { SECTION_TITLES } from './fact.ts'

const MIN_PREHEADER = 90
const MAX_PREHEADER = 140
const MAX_TOP_FINDINGS = 3

/** Said where the lines are too short for what a mailbox shows beside the subject. */
const STANDING = ['Every figure links to its record.', 'Where a source failed, the letter says so.']

export interface EditionParts {
  /** The Monday. */
  readonly slotDate: string
  readonly week: EditionWeek
  readonly letter: LetterContent
  /** In any order. */
  readonly sections: readonly SectionContent[]
}

/** Puts the sections together in the letter's order, with the lines that a mailbox shows. */
export function composeEdition({ slotDate, week, letter, sections }: EditionParts): EditionContent {
  const ordered = [...sections].sort((a, b) => placeOf(a) - placeOf(b))
  return {
    slotDate,
    week: { from: week.from, to: week.to },
    subject: letter.headline,
    preheader: writePreheader(letter),
    letter,
    sections: ordered.map(saySomething),
    topFindings: pickTopFindings(ordered, letter),
  }
}

/** The lines of the sections that the headline does not tell of, as far as they fit. */
function writePreheader({ lines, lead, sections }: LetterContent): string {
  const isReady = new Set(sections.flatMap(({ name, state }) => (state === 'ready' ? [name] : [])))
  const others = lines
    .filter(({ section }) => isReady.has(section) && !lead?.id.startsWith(`${section}/`))
    .flatMap(({ sentences }) => sentences.map((sentence) => sentence.map(({ text }) => text).join('')))
  let preheader = ''
  for (const sentence of [...others, ...STANDING]) {
    const longer = preheader === '' ? sentence : `${preheader} ${sentence}`
    if (preheader.length < MIN_PREHEADER && longer.length <= MAX_PREHEADER) preheader = longer
  }
  return preheader
}

/** The first finding of three sections, that of the lead before the others. */
function pickTopFindings(sections: readonly SectionContent[], { lead }: LetterContent): TopFinding[] {
  const isOfLead = ({ name }: SectionContent) => lead?.id.startsWith(`${name}/`) === true
  return [...sections]
    .sort((a, b) => Number(isOfLead(b)) - Number(isOfLead(a)))
    .flatMap((content) => {
      const [first] = content.state === 'ready' ? content.findings : []
      if (!first) return []
      const { kicker, title, figure, sentences } = first
      return [{ section: content.name, kicker, title, figure, sentence: sentences[0] ?? [] }]
    })
    .slice(0, MAX_TOP_FINDINGS)
}

/** A section without a word would look like a fault. */
function saySomething(content: SectionContent): SectionContent {
  if (content.summary.length > 0 || content.findings.length > 0) return content
  return { ...content, summary: [[plain('The records of this week hold nothing that we could tell here.')]] }
}

function placeOf({ name }: SectionContent): number {
  return SECTION_NAMES.indexOf(name)
}

/** A part whose source failed: it says so, and holds nothing else.
 *  @param source  its name for readers
 *  @param code  what its source did, or what we have left undone; left out where nothing is to be said of it */
export function composeUnavailable(
  name: SectionName,
  source: string,
  code: UnavailableCode = 'other',
): SectionContent {
  const named = cleanText(source)
  const who = named === '' || hasNumeral(named) ? 'its source' : named
  // What we have left undone is no answer of the source's.
  const what = OURS.has(code)
    ? `We have nothing of ${who} for this week`
    : `${who} gave no usable answer this week`
  const why = UNAVAILABLE[code] === '' ? '' : `${UNAVAILABLE[code]} `
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

const OURS: ReadonlySet<UnavailableCode> = new Set(['not-read', 'unfinished', 'off'])
const NOT_UNDERSTOOD = 'What it sent could not be read.'
const UNAVAILABLE: Readonly<Record<UnavailableCode, string>> = {
  'not-read': 'We have not read it yet.',
  unfinished: 'We had not finished reading it.',
  off: 'Nobody has agreed to its terms for this site.',
  'slow-down': 'It asked us to slow down.',
  refused: 'It refused to answer us.',
  missing: 'It had no such record.',
  'server-failed': 'Its server failed.',
  'no-answer': 'It did not answer in time.',
  connection: 'The connection failed.',
  incomplete: NOT_UNDERSTOOD,
  'too-much': NOT_UNDERSTOOD,
  unreadable: NOT_UNDERSTOOD,
  rows: NOT_UNDERSTOOD,
  stopped: '',
  'no-value': '',
  other: '',
}
