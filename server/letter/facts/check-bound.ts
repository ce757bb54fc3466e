import { readTickerPath } from '../../../shared/asset-address.ts'
import { factAnchor, figuresPath } from '../../../shared/edition-address.ts'
import type {
  EditionContent,
  LetterContent,
  SectionContent,
  Sentence,
  TableContent,
} from '../../../shared/edition-contract.ts'
import { textOf } from '../../../shared/link-words.ts'
import type { Fact } from './fact.ts'
import {
  findMismatch,
  listFormats,
  saysFalling,
  createKnownWords,
  hide,
  type KnownWords,
} from './fact-formats.ts'

/** A number that readers would see and that no fact supports. */
export interface UnboundFigure {
  /** 'insiders/findings/0/kicker' */
  readonly where: string
  readonly text: string
  /** Continues the sentence that the text begins: 'is not its fact’s value'. */
  readonly reason: string
}

/** Checks every word of an edition against its facts: each number must be a figure with its fact and its record, or
 *  belong to a known day, a known name or one of the fixed words.
 *  @param facts  of all sections
 *  @returns empty if every word is supported; otherwise the edition must not go out */
export function checkEditionBound(content: EditionContent, facts: readonly Fact[]): readonly UnboundFigure[] {
  const checked = content.sections.map((section) => {
    const ofSection = facts.filter((fact) => fact.section === section.name)
    const days = section.chart ? [section.chart.points[0], section.chart.points.at(-1)] : []
    const known = createKnownWords(
      content,
      ofSection,
      days.map((point) => point?.[0] ?? ''),
    )
    return { section, check: createCheck(section.name, ofSection, known, content.slotDate) }
  })
  const whole = createKnownWords(content, facts)
  const checkOf = new Map(checked.map(({ section, check }) => [section.name, check]))
  const ofAll = createCheck('the edition', facts, whole, content.slotDate)
  return [
    ...ofAll.line('subject', content.subject),
    ...ofAll.line('preheader', content.preheader),
    ...content.topFindings.flatMap(({ section, title, figure, sentence }, index) => {
      const where = `topFindings/${index}`
      const found = checked.find((one) => one.section.name === section && one.section.state === 'ready')
      if (!found) return [{ where, text: title, reason: 'is of a section that the edition does not have' }]
      return [
        ...ofAll.line(`${where}/title`, title),
        // The finding's sentence contains this figure, and says which way it went.
        ...found.check.sentence(`${where}/figure`, [figure], { isFalling: true }),
        ...found.check.sentence(`${where}/sentence`, sentence),
      ]
    }),
    ...checked.flatMap(({ section, check }) => checkSection(section, check)),
    ...checkLetter(content.letter, ofAll, (name) => checkOf.get(name) ?? ofAll),
  ]
}

/** The figures in a headline that the letter itself does not contain.
 *  @param facts  of all sections */
export function listUnknownInHeadline(
  headline: string,
  letter: LetterContent,
  edition: Pick<EditionContent, 'slotDate' | 'week'>,
  facts: readonly Fact[],
): string[] {
  const { story, lines, sections, connects } = letter
  const told = new Set(
    [
      story,
      connects,
      ...lines.map(({ sentences }) => sentences),
      ...sections.flatMap(({ big, smaller, forYou }) => smaller.concat([big, forYou])),
    ]
      .flat(2)
      .flatMap(({ factId }) => factId ?? []),
  )
  const known = facts.filter(({ id }) => told.has(id))
  return checkLine('headline', headline, known, createKnownWords(edition, known)).map(({ text }) => text)
}

function checkLetter(
  {
    headline,
    story,
    also = [],
    lines,
    sections,
    connects,
    ahead = [],
    missing = [],
    notices = [],
  }: LetterContent,
  ofAll: Check,
  checkOf: (name: SectionContent['name']) => Check,
): UnboundFigure[] {
  const sentences = (check: Check, where: string, list: readonly Sentence[], options?: SentenceOptions) =>
    list.flatMap((sentence, index) => check.sentence(`letter/${where}/${index}`, sentence, options))
  return [
    ...ofAll.line('letter/headline', headline),
    ...sentences(ofAll, 'story', story),
    ...sentences(ofAll, 'also', also),
    ...lines.flatMap((line) => sentences(checkOf(line.section), `lines/${line.section}`, line.sentences)),
    ...sections.flatMap(({ name, title, big, smaller, more = [], forYou, coverage }) => {
      const check = checkOf(name)
      return [
        ...check.words(`letter/${name}/title`, title),
        ...sentences(check, `${name}/big`, big),
        ...smaller.flatMap((one, index) => sentences(check, `${name}/smaller/${index}`, one)),
        ...more.flatMap((one, index) => sentences(check, `${name}/more/${index}`, one)),
        ...sentences(check, `${name}/forYou`, forYou),
        // A value that is too old to use is named only by its day, which is in no fact.
        ...sentences(check, `${name}/coverage`, coverage, { isPastAllowed: true }),
      ]
    }),
    ...sentences(ofAll, 'connects', connects),
    ...sentences(ofAll, 'ahead', ahead),
    ...sentences(ofAll, 'missing', missing),
    ...notices.flatMap((notice, index) => ofAll.words(`letter/notices/${index}`, notice)),
  ]
}

interface SentenceOptions {
  readonly isFalling?: boolean
  readonly isPastAllowed?: boolean
}

interface Check {
  /** Checks a line that a mailbox shows, which has no links. */
  line(where: string, line: string): UnboundFigure[]
  words(where: string, text: string): UnboundFigure[]
  sentence(where: string, sentence: Sentence, options?: SentenceOptions): UnboundFigure[]
  link(where: string, href: string): UnboundFigure[]
}

function checkSection(section: SectionContent, check: Check): UnboundFigure[] {
  const { name, title, tables, chart, coverage, notices } = section
  const sentences = (where: string, list: readonly Sentence[], options?: SentenceOptions) =>
    list.flatMap((sentence, index) => check.sentence(`${where}/${index}`, sentence, options))
  const texts = (where: string, list: readonly string[]) =>
    list.flatMap((text, index) => check.words(`${where}/${index}`, text))
  return [
    ...check.words(`${name}/title`, title),
    ...tables.flatMap((table, index) => checkTable(`${name}/tables/${index}`, table, check)),
    ...(chart
      ? [
          ...check.line(`${name}/chart/title`, chart.title),
          ...check.words(`${name}/chart/credit`, chart.credit),
          ...check.sentence(`${name}/chart/alt`, chart.alt),
        ]
      : []),
    // A value that is too old to use is named only by its day, which is in no fact.
    ...sentences(`${name}/coverage`, coverage, { isPastAllowed: true }),
    ...texts(`${name}/notices`, notices),
  ]
}

function checkTable(where: string, { title, columns, rows }: TableContent, check: Check): UnboundFigure[] {
  const cells = rows.flatMap((row, index) =>
    [row.head, ...row.about, ...row.cells].map((sentence) => ({ at: `${where}/rows/${index}`, sentence })),
  )
  return [
    ...check.words(`${where}/title`, title),
    ...columns.flatMap((column) => check.words(`${where}/columns`, column)),
    ...cells.flatMap(({ at, sentence }) => check.sentence(at, sentence)),
  ]
}

function createCheck(section: string, facts: readonly Fact[], known: KnownWords, slotDate: string): Check {
  const byId = new Map(facts.map((fact) => [fact.id, fact]))
  const check: Check = {
    line: (where, line) => checkLine(where, line, facts, known),

    words: (where, text) =>
      known.listUnknown(text).map((run) => ({ where, text: run, reason: 'is bound to no fact' })),

    link: (where, href) =>
      href.startsWith('https://') ||
      href.startsWith(`${figuresPath(slotDate)}#`) ||
      readTickerPath(href)?.ticker !== undefined
        ? []
        : [{ where, text: href, reason: 'is no address of a record' }],

    sentence: (where, sentence, { isFalling, isPastAllowed } = {}) =>
      sentence.flatMap((span, index) => {
        const isSaid =
          isFalling === true || sentence.some(({ factId }) => isFallingWord(byId.get(factId ?? '')))
        const before = textOf(sentence.slice(0, index))
        const after = textOf(sentence.slice(index + 1))
        const { text, href, factId } = span
        if (factId === undefined) {
          return [
            ...known
              .listUnknown(text, { isPastAllowed: isPastAllowed ?? false })
              .map((run) => ({ where, text: run, reason: 'is bound to no fact' })),
            ...(href === undefined ? [] : check.link(where, href)),
          ]
        }
        const fact = byId.get(factId)
        const fault = (reason: string | undefined) => (reason === undefined ? [] : [{ where, text, reason }])
        if (!fact) return fault(`names ${factId}, which is no fact of ${section}`)
        return [
          ...fault(findMismatch(fact, text, { before, after, isFalling: isSaid })),
          ...fault(isRecordOf(href, fact, slotDate) ? undefined : 'does not lead to its fact’s record'),
          ...fault(runsOn(before, after) ? 'runs on into other words' : undefined),
        ]
      }),
  }
  return check
}

function isFallingWord(fact: Fact | undefined): boolean {
  return fact !== undefined && saysFalling(fact)
}

/** Whether an address leads to a record of the fact: its source, another page of one of its filings, recognized by the
 *  accession, or the fact's own place on the page of the edition's figures. */
function isRecordOf(href: string | undefined, fact: Fact, slotDate: string): boolean {
  if (href === undefined) return false
  if (href === fact.sourceUrl || href === `${figuresPath(slotDate)}#${factAnchor(fact.id)}`) return true
  const accessions = [fact.sourceUrl, ...fact.inputs].flatMap(
    (text) => text.match(/\d{10}-\d{2}-\d{6}/g) ?? [],
  )
  return (
    href.startsWith('https://www.sec.gov/Archives/') &&
    accessions.some((accession) => href.includes(accession))
  )
}

/** '$9' followed by '00' or 'k' is a different figure. */
function runsOn(before: string, after: string): boolean {
  return /[\p{L}\p{N}$€£+\-−.,]$/u.test(before) || /^(?:[\p{L}\p{N}%]|[.,]\p{N})/u.test(after)
}

const VALUE =
  /(?:[-−+]\s?)?\$?\d(?:[\d,]*\d)?(?:\.\d+)?%?(?: (?:million|billion|percentage points?|shares?|business days?|days?|months|an hour|cents?))?/g
const RANGE = /(?<![\d,])\$?\d(?:[\d,]*\d)? to \$?\d(?:[\d,]*\d)?/g

/** A line that a mailbox shows has no links, so each of its numbers must be the value of some fact. */
function checkLine(where: string, line: string, facts: readonly Fact[], known: KnownWords): UnboundFigure[] {
  const isBorneOut = (text: string, before: string, after: string) =>
    facts.some(
      (fact) =>
        fact.unit !== 'text' &&
        fact.unit !== 'date' &&
        findMismatch(fact, text, { before, after }) === undefined,
    )
  const ranges = new Set(facts.filter(({ value }) => typeof value === 'object').flatMap(listFormats))
  const withoutNames = known.hideKnown(line)
  const withoutFigures = known
    .hideDays(line)
    .replaceAll(RANGE, (range) => (ranges.has(range) ? hide(range) : range))
    .replaceAll(VALUE, (text: string, at: number) => {
      const [before, after] = [line.slice(0, at), line.slice(at + text.length)]
      return !runsOn(before, after) && isBorneOut(text, before, after) ? hide(text) : text
    })
  // Each is found in the whole line: a name may be a word of a figure ('billion') or have one in it ('1-800-Flowers').
  const rest = line.replaceAll(/[^ ]/g, (character, at: number) =>
    withoutNames[at] === ' ' || withoutFigures[at] === ' ' ? ' ' : character,
  )
  const unknown = known.listUnknown(rest)
  return unknown.map((text) => ({ where, text, reason: 'is the value of no fact' }))
}
