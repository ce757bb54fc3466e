import { formatLongDay } from '../../../shared/format-date.ts'
import type { EditionInput } from '../edition-input.ts'
import { UNSUBSCRIBE_URL_SLOT } from '../recipient-slots.ts'
import {
  AUTOMATED,
  AUTOMATED_LABEL,
  disclaimer,
  disclaimerTitle,
  insiderText,
  method,
  methodTitle,
  SECTION_TITLES,
  unavailable,
  whyYouGetThis,
} from './fixed-text.ts'
import { putInsidersIntoWords, type FindingWords, type InsiderWords, type TableRow } from './insider-words.ts'
import type { Sentence } from './spans.ts'

const WIDTH = 72

/** Sets the letter as plain text: 72 columns, links on lines of their own. */
export function writePlainText({ site, slotDate, sections }: EditionInput): string {
  const parts = [
    `${site.name.toUpperCase()}\n${formatLongDay(slotDate)} - ${AUTOMATED_LABEL}`,
    ...sections.flatMap((section) =>
      section.state === 'ready'
        ? writeInsiders(putInsidersIntoWords(section.analysis))
        : [heading(SECTION_TITLES[section.name], '='), wrap(unavailable(section.name, section.source))],
    ),
    heading(methodTitle, '-'),
    ...[AUTOMATED, ...method].map((text) => wrap(text)),
    heading(disclaimerTitle, '-'),
    ...[...disclaimer, whyYouGetThis(site.name, site.url)].map((text) => wrap(text)),
    `Unsubscribe:\n${UNSUBSCRIBE_URL_SLOT}`,
    `Website: ${site.url}/\nPrivacy: ${site.url}/privacy-policy\nContact: ${site.contactEmail}`,
    `${wrap(site.operatorName)}\n${wrap(site.postalAddress)}`,
  ]
  return `${parts.join('\n\n')}\n`
}

function writeInsiders(words: InsiderWords): string[] {
  const links = words.coverage.flatMap((sentence) =>
    sentence.flatMap(({ href }) => (href === undefined ? [] : [href])),
  )
  return [
    heading(insiderText.title, '='),
    ...words.lead.map((sentence) => wrap(flatten(sentence))),
    ...(words.findings.length > 0 ? [wrap(insiderText.what)] : []),
    ...words.findings.map(writeFinding),
    ...(words.table.length > 0 ? [heading(insiderText.tableTitle, '-'), ...words.table.map(writeRow)] : []),
    heading(insiderText.meaningTitle, '-'),
    ...insiderText.meaning.map((text) => wrap(text)),
    heading(insiderText.coverageTitle, '-'),
    ...words.coverage.map((sentence) => wrap(flatten(sentence), '* ')),
    [...new Set(links)].join('\n'),
  ]
}

const LABELS = { bought: 'BOUGHT', sold: 'SOLD', cluster: 'BOUGHT BY SEVERAL' } as const

function writeFinding({ kind, company, value, sentences, filings }: FindingWords): string {
  return [
    wrap(`${LABELS[kind]}: ${company}, ${value.text}`),
    wrap(sentences.map(flatten).join(' ')),
    ...filings.map(({ href }) => href),
  ].join('\n')
}

function writeRow({ company, owner, side, value, detail }: TableRow): string {
  const label = `${company}, ${side}`
  const gap = Math.max(2, WIDTH - label.length - value.text.length)
  return `${label}${' '.repeat(gap)}${value.text}\n${wrap(`${owner.replace(/,$/, '')}: ${flatten(detail)}`, '  ')}\n  ${value.href ?? ''}`
}

function flatten(sentence: Sentence): string {
  return sentence.map(({ text }) => text).join('')
}

function heading(text: string, line: '=' | '-'): string {
  return `${text.toUpperCase()}\n${line.repeat(Math.min(WIDTH, text.length))}`
}

/** Breaks between words; a word longer than the line, such as an address, stays whole. */
function wrap(text: string, indent: '' | '  ' | '* ' = ''): string {
  const hang = ' '.repeat(indent.length)
  const lines: string[] = []
  let line = indent
  for (const word of text.split(/\s+/)) {
    const isStart = line === indent || line === hang
    if (!isStart && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = hang + word
    } else line += (isStart ? '' : ' ') + word
  }
  return [...lines, line].join('\n')
}
