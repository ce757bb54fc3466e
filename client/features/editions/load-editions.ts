import { data, type LoaderFunctionArgs } from 'react-router'

import type {
  Correction,
  EditionFigures,
  EditionList,
  EditionSummary,
  FactRecord,
  LetterContent,
  PublishedEdition,
  PublishedSection,
  Sentence,
  TableRow,
} from '../../../shared/edition-contract.ts'
import { textOf } from '../../../shared/link-words.ts'
import type { Answer } from '../../lib/api-client.ts'
import { apiContext, throwStatus } from '../../lib/loading.ts'

const PAGE_LENGTH = 20
const NO_EDITION = 404

export type ArchiveData = EditionList & { before: string | undefined }

/** A section as its page shows it. */
export type ShownSection = Omit<PublishedSection, 'chart'> & {
  chart?: Pick<NonNullable<PublishedSection['chart']>, 'title' | 'alt' | 'version'> | undefined
}
export type ShownEdition = Omit<PublishedEdition, 'content'> & {
  content: (Omit<PublishedContent, 'sections' | 'topFindings'> & { sections: readonly ShownSection[] }) | null
}

export interface EditionData {
  /** As in the address; may not be a date at all. */
  date: string
  /** Undefined if no letter of that date went out. */
  edition: ShownEdition | undefined
}

export interface FiguresData {
  date: string
  figures: (Omit<EditionFigures, 'facts'> & { records: readonly RecordGroup[] }) | undefined
}

export interface HowWeKnowData {
  /** The newest edition, with what was read for it; undefined before the first. */
  latest: Pick<EditionFigures, 'date' | 'sections'> | undefined
}

/** `latest` is undefined before the first edition. */
export type LandingData =
  | { latest: EditionSummary | undefined; sent: { letters: number; corrections: number } }
  | { failed: true }

type PublishedContent = NonNullable<PublishedEdition['content']>

type Loading = Pick<LoaderFunctionArgs, 'params' | 'request' | 'context'>

/** The list of editions before ?before=. */
export async function loadArchive({ request, context }: Loading): Promise<ArchiveData> {
  const before = new URL(request.url).searchParams.get('before') ?? undefined
  const list = orThrow(await context.get(apiContext).listEditions({ limit: PAGE_LENGTH, before }))
  return { ...list, before }
}

/** One edition; if it does not exist, the page says so, with status 404. */
export async function loadEdition({ params, context }: Loading) {
  const date = params['date'] ?? ''
  const answer = await context.get(apiContext).getEdition({ date })
  if (isMissing(answer))
    return data({ date, edition: undefined } satisfies EditionData, { status: NO_EDITION })
  const edition = orThrow(answer)
  return { date, edition: { ...edition, content: trimContent(edition) } } satisfies EditionData
}

/** The figures of one edition; like loadEdition. */
export async function loadFigures({ params, context }: Loading) {
  const date = params['date'] ?? ''
  const answer = await context.get(apiContext).getEditionFigures({ date })
  if (isMissing(answer))
    return data({ date, figures: undefined } satisfies FiguresData, { status: NO_EDITION })
  const { subject, sections, facts } = orThrow(answer)
  return { date, figures: { date, subject, sections, records: groupFacts(facts) } } satisfies FiguresData
}

/** What was read for the newest edition. */
export async function loadHowWeKnow({ context }: Loading): Promise<HowWeKnowData> {
  const api = context.get(apiContext)
  const [newest] = orThrow(await api.listEditions({ limit: 1 })).editions
  if (newest === undefined) return { latest: undefined }
  const { date, sections } = orThrow(await api.getEditionFigures({ date: newest.date }))
  return { latest: { date, sections } }
}

export async function loadCorrections({ context }: Loading): Promise<readonly Correction[]> {
  return orThrow(await context.get(apiContext).listCorrections()).corrections
}

/** The newest edition for the landing page, which works without it: visitors can still sign up. */
export async function loadLanding({ context }: Loading): Promise<LandingData> {
  const api = context.get(apiContext)
  const list = await api.listEditions({ limit: 1 })
  if (!list.ok) return { failed: true }
  const noted = await api.listCorrections()
  if (!noted.ok) return { failed: true }
  const sent = { letters: list.data.total, corrections: noted.data.corrections.length }
  return { latest: list.data.editions[0], sent }
}

const isMissing = (answer: Answer<unknown>) => !answer.ok && (answer.status === 404 || answer.status === 400)

/** For a reader the archive is unavailable, whatever its server answered; it never looks empty. */
function orThrow<Data>(answer: Answer<Data>): Data {
  if (answer.ok) return answer.data
  return throwStatus(answer.status, answer.retryAfterSeconds)
}

/** Keeps only what the page shows: for each figure its record's address and, if it was wrong, its text to strike through. */
function trimContent({ content, corrections }: PublishedEdition): ShownEdition['content'] {
  if (content === null) return null
  const wrong = new Set(corrections.map(({ factId }) => factId))
  const trim = (sentence: Sentence): Sentence => trimSentence(sentence, wrong)
  return {
    slotDate: content.slotDate,
    week: content.week,
    subject: content.subject,
    preheader: content.preheader,
    letter: trimLetter(content.letter, wrong),
    sections: content.sections.map(({ chart, tables, coverage, ...section }) => ({
      ...section,
      coverage: coverage.map(trim),
      tables: tables.map((table) => ({ ...table, rows: table.rows.map((row) => trimRow(row, trim)) })),
      ...(chart && { chart: { title: chart.title, alt: trim(chart.alt), version: chart.version } }),
    })),
  }
}

type Wrong = ReadonlySet<string | null>

const trimRow = ({ head, about, cells }: TableRow, trim: (sentence: Sentence) => Sentence): TableRow => ({
  head: trim(head),
  about: about.map(trim),
  cells: cells.map(trim),
})

function trimLetter(
  { story, also, lines, sections, connects, ahead, ...letter }: LetterContent,
  wrong: Wrong,
): LetterContent {
  const trim = (sentence: Sentence): Sentence => trimSentence(sentence, wrong)
  const isWrong = (sentence: Sentence) => sentence.some(({ factId }) => isOf(wrong, factId))
  return {
    ...letter,
    story: story.map(trim),
    ...(also && { also: also.map(trim) }),
    // A whole line is one link.
    lines: lines.map(({ section, sentences }) => ({
      section,
      sentences: sentences.map((sentence) => [
        { text: `${textOf(sentence)}${isWrong(sentence) ? ' (corrected)' : ''}` },
      ]),
    })),
    sections: sections.map(({ big, smaller, more, forYou, coverage: _told, ...section }) => ({
      ...section,
      big: big.map(trim),
      smaller: smaller.map((sentences) => sentences.map(trim)),
      ...(more && { more: more.map((sentences) => sentences.map(trim)) }),
      forYou: forYou.map(trim),
      // The page shows the section's full coverage instead.
      coverage: [],
    })),
    connects: connects.map(trim),
    ...(ahead && { ahead: ahead.map(trim) }),
  }
}

const isOf = (wrong: Wrong, factId: string | undefined) => factId !== undefined && wrong.has(factId)

const trimSentence = (sentence: Sentence, wrong: Wrong): Sentence =>
  sentence.map(({ text, href, factId }) => ({
    text,
    ...(href !== undefined && { href }),
    ...(isOf(wrong, factId) && { factId }),
  }))

/** What a figure does not share with the others of its record. */
type Own = 'id' | 'kind' | 'value' | 'formula' | 'correctionId'

/** Figures based on the same records, with the same subject and source. The records or figures that they are computed from are
 *  each listed once. */
export type RecordGroup = Omit<FactRecord, Own> & { figures: Pick<FactRecord, Own>[] }

/** Groups figures with the same subject, source, days and records, in the order of the first. */
export function groupFacts(facts: readonly FactRecord[]): RecordGroup[] {
  const groups = new Map<string, RecordGroup>()
  for (const { id, kind, value, formula, correctionId, ...record } of facts) {
    const key = JSON.stringify(record)
    const group = groups.get(key) ?? { ...record, inputs: [...new Set(record.inputs)], figures: [] }
    groups.set(key, group)
    group.figures.push({ id, kind, value, formula, correctionId })
  }
  return [...groups.values()]
}
