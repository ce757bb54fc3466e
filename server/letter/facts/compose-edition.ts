import {
  SECTION_NAMES,
  type EditionContent,
  type SectionContent,
  type TopFinding,
  type SectionName,
} from '../../../shared/edition-contract.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import type { ComposedSection } from './section-words.ts'
import { plain } from './format-fact.ts'
import { cleanText } from '../../lib/text.ts'
import type { UnavailableCode } from '../../records/core/unread-reason.ts'
import { hasNumeral } from '../../records/names/present-names.ts'
import { SECTION_TITLES } from './fact.ts'

const MAX_SUBJECT = 59
const MIN_PREHEADER = 90
const MAX_PREHEADER = 140
const MAX_TOP_FINDINGS = 3

const ANY_WEEK = 'The week’s money news'
/** Said where the headlines are too short for the line beside the subject. */
const STANDING = ['Every figure links to its record.', 'Where a source failed, the letter says so.']

export interface EditionParts {
  /** The Monday. */
  readonly slotDate: string
  readonly week: EditionWeek
  readonly sections: readonly ComposedSection[]
}

/** Puts the sections together in the letter's order, with the lines that a mailbox shows. There is always a subject. */
export function composeEdition({ slotDate, week, sections }: EditionParts): EditionContent {
  const ordered = [...sections].sort((a, b) => placeOf(a) - placeOf(b))
  const lines = listLines(ordered)
  const [subject] = lines
  return {
    slotDate,
    week: { from: week.from, to: week.to },
    subject: subject?.text ?? ANY_WEEK,
    preheader: writePreheader(lines, subject),
    sections: ordered.map(({ content }) => saySomething(content)),
    topFindings: pickTopFindings(ordered),
  }
}

interface Line {
  readonly section: SectionContent['name']
  readonly weight: number
  readonly text: string
}

/** Each headline in the longest of its wordings that fits, the weightiest first; of equals the letter's order decides. */
function listLines(sections: readonly ComposedSection[]): Line[] {
  return sections
    .flatMap(({ content, headlines }) =>
      headlines.map(({ weight, texts }) => ({
        section: content.name,
        weight,
        text: texts.find((text) => text !== '' && text.length <= MAX_SUBJECT),
      })),
    )
    .filter((line): line is Line => line.text !== undefined)
    .sort((a, b) => b.weight - a.weight)
}

/** The best line of each other section, then what else there is, as long as it fits. */
function writePreheader(lines: readonly Line[], subject: Line | undefined): string {
  const others = lines.filter(({ section }) => section !== subject?.section)
  const bests = others.filter((line) => others.find(({ section }) => section === line.section) === line)
  const rest = lines.filter((line) => line !== subject && !bests.includes(line))
  let preheader = ''
  for (const sentence of [...bests, ...rest].map(({ text }) => endSentence(text)).concat(STANDING)) {
    const longer = preheader === '' ? sentence : `${preheader} ${sentence}`
    if (preheader.length < MIN_PREHEADER && longer.length <= MAX_PREHEADER) preheader = longer
  }
  return preheader
}

function endSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}

/** The first finding of the sections with the weightiest headlines. */
function pickTopFindings(sections: readonly ComposedSection[]): TopFinding[] {
  const weightOf = ({ headlines }: ComposedSection) => Math.max(0, ...headlines.map(({ weight }) => weight))
  return [...sections]
    .sort((a, b) => weightOf(b) - weightOf(a))
    .flatMap(({ content }) => {
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

function placeOf({ content }: ComposedSection): number {
  return SECTION_NAMES.indexOf(content.name)
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
