import type {
  FindingContent,
  SectionContent,
  Sentence,
  TableContent,
} from '../../../shared/edition-contract.ts'
import { formatDay, formatLongDay } from '../../../shared/format-date.ts'
import type { EditionInput } from '../edition-input.ts'
import { UNSUBSCRIBE_URL_SLOT } from '../../sending/deliveries/recipient-mail.ts'
import {
  contentsTitle,
  coverageTitle,
  disclaimer,
  disclaimerTitle,
  LABELS,
  meaningTitle,
  method,
  methodTitle,
  missingThisWeek,
  moreFailed,
  moreOnThePage,
  nothingToShow,
  whatItReads,
  whyYouGetThis,
  markTone,
  nameTone,
} from './fixed-text.ts'
import { listPages, sectionPage } from './letter-links.ts'
import { RecordNumbers } from './record-numbers.ts'
import type { LetterSection } from './shorten-content.ts'

const WIDTH = 72

/** Sets the letter as plain text: 72 columns, links on lines of their own, and behind a figure the number of its record.
 *  @param parts  as much of each section as is shown */
export function writePlainText(input: EditionInput, parts: readonly LetterSection[]): string {
  const { site, content } = input
  const paragraphs = [
    `${wrap(site.name.toUpperCase())}\n${formatLongDay(content.slotDate)}`,
    wrap(whatItReads(formatDay(content.week.from), formatDay(content.week.to))),
    listPages(input)
      .map(({ text, href }) => `${text}:\n${href}`)
      .join('\n'),
    heading(contentsTitle, '-'),
    content.sections.map(writeContentsLine).join('\n'),
    ...writeSections(input, parts),
    heading(methodTitle, '-'),
    ...method.map((text) => wrap(text)),
    heading(disclaimerTitle, '-'),
    ...[...disclaimer, whyYouGetThis(site.name, site.url)].map((text) => wrap(text)),
    `Unsubscribe:\n${UNSUBSCRIBE_URL_SLOT}`,
    `Website:\n${site.url}/\nPrivacy:\n${site.url}/privacy-policy\nContact:\n${site.contactEmail}`,
    `${wrap(site.operatorName)}\n${wrap(site.postalAddress)}`,
  ]
  return `${paragraphs.join('\n\n')}\n`
}

function writeContentsLine({ title, state, findings }: SectionContent): string {
  const [first] = findings
  const instead = state === 'ready' ? nothingToShow : missingThisWeek
  const told = first && `${first.title}, ${first.figure.text} (${nameTone(first)})`
  return wrap(`${title}: ${told ?? instead}`, '* ')
}

/** The records have one row of numbers through the whole letter. */
function writeSections(input: EditionInput, parts: readonly LetterSection[]): string[] {
  const numbers = new Map<string, number>()
  return parts.flatMap((part) => writeSection(input, part, new RecordNumbers(numbers)))
}

function writeSection(input: EditionInput, part: LetterSection, records: RecordNumbers): string[] {
  const { section, isShortened, hidesFailures } = part
  const { title, state, label, summary, findings, table, meaning, coverage, notices } = section
  const words = [
    heading(title, '='),
    state === 'ready' ? LABELS[label] : missingThisWeek,
    ...summary.map((sentence) => wrap(records.mark(sentence))),
    ...findings.map((finding) => writeFinding(finding, records)),
    ...(table && table.rows.length > 0 ? [heading(table.title, '-'), writeTable(table, records)] : []),
    ...(meaning.length > 0 ? [heading(meaningTitle, '-'), wrap(meaning.join(' '))] : []),
    ...(coverage.length > 0
      ? [
          heading(coverageTitle, '-'),
          coverage.map((sentence) => wrap(records.mark(sentence), '* ')).join('\n'),
        ]
      : []),
    ...(hidesFailures ? [wrap(moreFailed)] : []),
    ...notices.map((text) => wrap(text)),
    ...(isShortened ? [`${moreOnThePage}:\n${sectionPage(input, section.name)}`] : []),
  ]
  const list = records.list()
  return list === '' ? words : [...words, heading('Records', '-'), list]
}

function writeFinding(finding: FindingContent, records: RecordNumbers): string {
  const { title, figure, sentences, links } = finding
  const told = sentences.map((sentence) => records.mark(sentence)).join(' ')
  const head = `${title}: ${records.mark([figure])}`
  const others = records.markOthers(links.map(({ href }) => href))
  return [
    wrap(markTone(finding)),
    wrap(head),
    ...(told === '' && others === '' ? [] : [wrap(`${told} ${others}`)]),
  ].join('\n')
}

function writeTable({ columns, rows }: TableContent, records: RecordNumbers): string {
  return rows.map((row) => writeRow(row, columns, records)).join('\n')
}

/** The row's head, then what stands in its columns, each with the column's name. */
function writeRow(
  [head = [], ...cells]: readonly Sentence[],
  columns: readonly string[],
  records: RecordNumbers,
): string {
  const first = wrap(records.mark(head), '* ')
  const figures = cells.map((cell, index) => `${columns[index + 1] ?? ''}: ${records.mark(cell)}`)
  return `${first}\n${wrap(figures.join('; '), '  ')}`
}

function heading(text: string, line: '=' | '-'): string {
  const set = wrap(text.toUpperCase())
  return `${set}\n${line.repeat(Math.min(WIDTH, set.length))}`
}

/** Breaks between words; a word longer than the line, such as an address, stays whole. */
function wrap(text: string, indent: '' | '  ' | '* ' = ''): string {
  const hang = ' '.repeat(indent.length)
  const lines: string[] = []
  let line = indent
  for (const word of text.trim().split(/\s+/)) {
    const isStart = line === indent || line === hang
    if (!isStart && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = hang + word
    } else line += (isStart ? '' : ' ') + word
  }
  return [...lines, line].join('\n')
}
