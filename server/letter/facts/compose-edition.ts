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
import type { SectionStatements, Statement } from '../statements/statement.ts'
import { capitalize } from '../statements/make-statement.ts'
import { chooseTelling, fillTemplate, textOf } from '../statements/tell.ts'
import { SECTION_TITLES } from './fact.ts'

const MIN_PREHEADER = 90
const MAX_PREHEADER = 140
const MAX_TOP_FINDINGS = 3

/** Fill the preheader if the lines are shorter than what a mailbox shows next to the subject. */
const STANDING = ['Every figure links to its record.', 'Where a source failed, the letter says so.']

export interface EditionParts {
  /** The Monday. */
  readonly slotDate: string
  readonly week: EditionWeek
  readonly letter: LetterContent
  /** In any order. */
  readonly sections: readonly SectionContent[]
  /** Of the sections that are not missing. */
  readonly statements: readonly SectionStatements[]
}

/** Puts the sections together in the letter's order, with the lines that a mailbox shows. */
export function composeEdition({
  slotDate,
  week,
  letter,
  sections,
  statements,
}: EditionParts): EditionContent {
  const ordered = [...sections].sort((a, b) => placeOf(a) - placeOf(b))
  return {
    slotDate,
    week: { from: week.from, to: week.to },
    subject: letter.headline,
    preheader: writePreheader(letter),
    letter,
    sections: ordered,
    topFindings: pickTopFindings(statements, letter, slotDate),
  }
}

/** Writes what else the letter has, then as many lines as fit of the sections that the headline does not cover. A line's second
 *  sentence needs the first. */
function writePreheader({ also = [], lines, lead, sections }: LetterContent): string {
  const isReady = new Set(sections.flatMap(({ name, state }) => (state === 'ready' ? [name] : [])))
  const others = lines
    .filter(({ section }) => isReady.has(section) && !lead?.id.startsWith(`${section}/`))
    .map(({ sentences }) => sentences)
  const told = [also, ...others].map((sentences) => sentences.map((sentence) => textOf([sentence])))
  let preheader = ''
  for (const sentences of [...told, STANDING]) {
    for (const sentence of sentences) {
      const longer = preheader === '' ? sentence : `${preheader} ${sentence}`
      if (preheader.length >= MIN_PREHEADER || longer.length > MAX_PREHEADER) break
      preheader = longer
    }
  }
  return preheader
}

/** The letter's lead, then the most salient news of other sections. */
function pickTopFindings(
  sections: readonly SectionStatements[],
  { lead, headline, story }: LetterContent,
  slotDate: string,
): TopFinding[] {
  const leading = sections.find(({ statements }) => statements.some(({ id }) => id === lead?.id))
  const [sentence = []] = story
  const figure = sentence.find(({ factId }) => factId !== undefined)
  const first = leading && figure ? [{ section: leading.section, title: headline, figure, sentence }] : []
  const others = sections
    .filter((section) => section !== leading)
    .flatMap(({ statements }) =>
      statements
        .filter(({ isNews }) => isNews)
        .toSorted(bySalience)
        .flatMap((statement) => {
          const found = presentFinding(statement, slotDate)
          return found ? [{ salience: statement.salience, found }] : []
        })
        .slice(0, 1),
    )
    .toSorted((a, b) => b.salience - a.salience)
  return [...first, ...others.map(({ found }) => found)].slice(0, MAX_TOP_FINDINGS)
}

const bySalience = (a: Statement, b: Statement) => b.salience - a.salience || (a.id < b.id ? -1 : 1)

/** Presents a statement by its first headline that has a figure, otherwise by its line, followed by its first sentence.
 *  @returns undefined if none of them has a figure */
function presentFinding(statement: Statement, slotDate: string): TopFinding | undefined {
  const { heads = [], lines = [], section } = statement
  const fill = (template: string) => fillTemplate(statement, template, { slotDate })[0] ?? []
  const titles = [...heads, ...lines].map((template) => fill(template))
  const [title, figure] = titles
    .map((spans) => [spans, spans.find(({ factId }) => factId !== undefined)] as const)
    .find(([, found]) => found) ?? [[], undefined]
  if (!figure) return undefined
  const sentence = fill(chooseTelling(statement, slotDate))
  return { section, title: textOf([title]).replace(/\.$/, ''), figure, sentence }
}

function placeOf({ name }: SectionContent): number {
  return SECTION_NAMES.indexOf(name)
}

/** A missing section, which contains only the reason.
 *  @param source  its source's name for readers
 *  @param code  what its source did, or what we did wrong or left undone; if left out, no reason is given */
export function composeUnavailable(
  name: SectionName,
  source: string,
  code: UnavailableCode | 'mistake' = 'other',
): SectionContent {
  const named = cleanText(source)
  const who = named === '' || hasNumeral(named) ? 'its source' : named
  // Our own failures are not described as the source's answer.
  const what = OURS.has(code)
    ? `We have nothing of ${who} for this week`
    : `${capitalize(who)} gave no usable answer this week`
  const why = UNAVAILABLE[code] === '' ? '' : `${UNAVAILABLE[code]} `
  const first =
    code === 'mistake'
      ? 'A mistake in our own program kept us from working this part out.'
      : `${what}, so this part is missing.`
  return {
    name,
    title: SECTION_TITLES[name],
    state: 'unavailable',
    tables: [],
    coverage: [[plain(first)], [plain(`${why}That does not mean nothing happened.`)]],
    notices: [],
  }
}

const OURS: ReadonlySet<UnavailableCode | 'mistake'> = new Set(['not-read', 'unfinished', 'off'])
const NOT_UNDERSTOOD = 'What they sent could not be read.'
const UNAVAILABLE: Readonly<Record<UnavailableCode | 'mistake', string>> = {
  'not-read': 'We have not read it yet.',
  unfinished: 'We had not finished reading it.',
  off: 'Nobody has agreed to their terms for this site.',
  'slow-down': 'They asked us to slow down.',
  refused: 'They refused to answer us.',
  missing: 'They had no such record.',
  'server-failed': 'Their server failed.',
  'no-answer': 'They did not answer in time.',
  connection: 'The connection failed.',
  incomplete: NOT_UNDERSTOOD,
  'too-much': NOT_UNDERSTOOD,
  unreadable: NOT_UNDERSTOOD,
  rows: NOT_UNDERSTOOD,
  mistake: '',
  stopped: '',
  'no-value': '',
  other: '',
}
