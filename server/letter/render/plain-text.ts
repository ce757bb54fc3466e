import { readTickerPath } from '../../../shared/asset-address.ts'
import type { LetterContent, LetterSection, Sentence } from '../../../shared/edition-contract.ts'
import { describeLabel, noteLabel, noteTitle } from '../../../shared/edition-label.ts'
import { editionPath } from '../../../shared/edition-address.ts'
import { formatDay, formatLongDay } from '../../../shared/format-date.ts'
import type { EditionInput } from '../edition-input.ts'
import { UNSUBSCRIBE_URL_SLOT } from '../../sending/deliveries/recipient-mail.ts'
import * as fixed from './fixed-text.ts'
import { addressOf, listPages, sectionPage } from './letter-links.ts'

const WIDTH = 72

/** Writes the letter as plain text: 72 columns, links on separate lines, and the number of its record after each figure;
 *  the records are listed at the end. */
export function writePlainText(input: EditionInput, letter: LetterContent): string {
  const { site, content } = input
  const records = new RecordNumbers()
  const say = (sentences: readonly Sentence[], indent: '' | '* ' = '', before = '') =>
    wrap(
      before +
        sentences
          .map((sentence) =>
            records.mark(
              sentence.map((span) =>
                // A ticker's page is not a record.
                span.href === undefined || readTickerPath(span.href)
                  ? { text: span.text }
                  : { ...span, href: addressOf(span.href, site.url) },
              ),
            ),
          )
          .join(' '),
      indent,
    )
  const titles = new Map(letter.sections.map(({ name, title }) => [name, title]))
  const writeSection = (section: LetterSection): string[] => {
    const { name, title, state, label, model, big, smaller, forYou, coverage } = section
    return [
      heading(title, '='),
      ...(label === 'automated summary' ? [] : [wrap(describeLabel({ label, model }))]),
      say(big),
      ...(smaller.length > 0 ? [smaller.map((sentences) => say(sentences, '* ')).join('\n')] : []),
      ...(forYou.length > 0 ? [say(forYou, '', `${fixed.forYouTitle} `)] : []),
      ...(coverage.length > 0 ? [say(coverage)] : []),
      ...(state === 'ready' ? [`${fixed.moreOnThePage}:\n${sectionPage(input, name)}`] : []),
    ]
  }
  const editor = fixed.describeEditor(letter)
  const paragraphs = [
    `${wrap(site.name.toUpperCase())}\n${formatLongDay(content.slotDate)}`,
    ...(editor === undefined ? [] : [wrap(editor)]),
    heading(letter.headline, '='),
    ...(letter.also ? [say(letter.also)] : []),
    ...(letter.byPerson?.note
      ? [
          heading(noteTitle(letter.byPerson.note.by), '-'),
          `${wrap(letter.byPerson.note.text)}\n${wrap(noteLabel)}`,
        ]
      : []),
    ...(letter.story.length > 0 ? [say(letter.story, '', `${fixed.greeting} `)] : []),
    ...letter.corrections.flatMap(({ slotDate, text }) => [
      heading(fixed.correctionsTitle, '-'),
      `${wrap(`${fixed.wasWrong(formatDay(slotDate))} ${text}`)}\n${site.url}${editionPath(slotDate)}`,
    ]),
    heading(fixed.linesTitle, '-'),
    letter.lines.map(({ section, sentences }) => say(sentences, '* ', `${titles.get(section)}: `)).join('\n'),
    ...letter.sections.flatMap(writeSection),
    ...(letter.connects.length > 0 ? [heading(fixed.connectsTitle, '='), say(letter.connects)] : []),
    ...(letter.ahead
      ? [heading(fixed.aheadTitle, '='), say([...letter.ahead, [{ text: fixed.goodbye }]])]
      : []),
    say(
      letter.missing ?? [],
      '',
      `${fixed.whatItReads(formatDay(content.week.from), formatDay(content.week.to), letter)} `,
    ),
    heading(fixed.forwardTitle, '-'),
    `${wrap(`${fixed.forwardText} ${fixed.getYourOwn}`)}\n${site.url}/`,
    heading(fixed.methodTitle, '-'),
    wrap(fixed.describeMethod(letter)),
    listPages(input)
      .map(({ text, href }) => `${text}:\n${href}`)
      .join('\n'),
    ...(records.list() === '' ? [] : [heading('Records', '-'), records.list()]),
    heading(fixed.disclaimerTitle, '-'),
    ...[
      ...fixed.disclaimer,
      ...fixed.listNotices(content, letter),
      fixed.whyYouGetThis(site.name, site.url),
    ].map((text) => wrap(text)),
    `Unsubscribe:\n${UNSUBSCRIBE_URL_SLOT}`,
    `Website:\n${site.url}/\nPrivacy:\n${site.url}/privacy-policy\nContact:\n${site.contactEmail}`,
    `${wrap(site.operatorName)}\n${wrap(site.postalAddress)}`,
  ]
  return `${paragraphs.join('\n\n')}\n`
}

function heading(text: string, line: '=' | '-'): string {
  const set = wrap(text.toUpperCase())
  return `${set}\n${line.repeat(Math.min(WIDTH, set.length))}`
}

/** Breaks between words; a word longer than the line, such as an address, stays whole. */
function wrap(text: string, indent: '' | '* ' = ''): string {
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

/** The records that the plain text refers to, by number. */
class RecordNumbers {
  private readonly numbers = new Map<string, number>()

  /** The sentence with record numbers; figures in a row that lead to one record share a number after the last of them. */
  mark(sentence: Sentence): string {
    return sentence
      .map(({ text, href }, index) => {
        if (href === undefined) return text
        const next = sentence.slice(index + 1).find((span) => span.href !== undefined)
        return next?.href === href ? text : text + this.cite(href)
      })
      .join('')
  }

  /** Lists each record once. */
  list(): string {
    return [...this.numbers].map(([address, number]) => `[${number}] ${address}`).join('\n')
  }

  private cite(address: string): string {
    const number = this.numbers.get(address) ?? this.numbers.size + 1
    this.numbers.set(address, number)
    return `[${number}]`
  }
}
