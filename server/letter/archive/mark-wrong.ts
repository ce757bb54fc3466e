import { sql } from 'kysely'

import type { EditionSummary, Sentence } from '../../../shared/edition-contract.ts'
import { listFormats } from '../facts/fact-formats.ts'
import type { Fact } from '../facts/fact.ts'
import { storedFactsSchema } from './named-facts.ts'

const MARK = ' (corrected)'

/** The facts of an edition if it has a correction that names a fact, otherwise null; for a query on the edition. They are
 *  decompressed only in that case. */
export const wrongFacts = sql`case when exists (
    select from edition_correction as note
    where note.edition_id = edition.id and note.withdrawn_at is null and note.fact_id is not null)
  then (
    select jsonb_agg(fact) from jsonb_array_elements(edition.facts) as fact
    where fact ->> 'id' in (
      select note.fact_id from edition_correction as note
      where note.edition_id = edition.id and note.withdrawn_at is null))
  end`

/** @returns nothing for facts that an earlier program stored */
export function parseWrongFacts(stored: unknown): readonly Fact[] {
  const parsed = storedFactsSchema.safeParse(stored ?? [])
  return parsed.success ? parsed.data : []
}

/** Marks each figure of a wrong fact in a line without links, such as a headline. */
export function markLine(
  line: string,
  wrong: readonly Fact[],
): { readonly line: string; readonly found: NonNullable<EditionSummary['wrongInSubject']> } {
  return wrong.reduce<ReturnType<typeof markLine>>(
    (marked, fact) => {
      const place = findFigure(marked.line, fact)
      if (place === undefined) return marked
      const end = place.at + place.text.length
      return {
        line: marked.line.slice(0, end) + MARK + marked.line.slice(end),
        found: [...marked.found, { text: place.text, factId: fact.id }],
      }
    },
    { line, found: [] },
  )
}

/** Finds the longest form in which the line prints a fact on its own. */
function findFigure(line: string, fact: Fact): { readonly at: number; readonly text: string } | undefined {
  const forms = listFormats(fact)
    .filter((text) => text !== '')
    .toSorted((a, b) => b.length - a.length)
  for (const text of forms) {
    for (let at = line.indexOf(text); at !== -1; at = line.indexOf(text, at + 1)) {
      const [before, after] = [line.slice(0, at), line.slice(at + text.length)]
      const isWhole = !/[\p{L}\p{N}$.,]$/u.test(before) && !/^(?:[\p{L}\p{N}%]|[.,]\d)/u.test(after)
      if (isWhole && !after.startsWith(MARK)) return { at, text }
    }
  }
  return undefined
}

const markSentence = (sentence: Sentence, wrong: readonly Fact[]): Sentence =>
  sentence.flatMap((span) => (wrong.some(({ id }) => id === span.factId) ? [span, { text: MARK }] : [span]))

/** What lists say about a letter, with each figure marked that turned out wrong. */
export function markSummary(summary: EditionSummary, wrong: readonly Fact[]): EditionSummary {
  if (wrong.length === 0) return summary
  const { line: subject, found } = markLine(summary.subject, wrong)
  return {
    ...summary,
    subject,
    ...(found.length > 0 ? { wrongInSubject: found } : {}),
    preheader: markLine(summary.preheader, wrong).line,
    ...(summary.story && { story: summary.story.map((sentence) => markSentence(sentence, wrong)) }),
    topFindings: summary.topFindings.map(({ title, sentence, ...finding }) =>
      Object.assign(finding, {
        title: markLine(title, wrong).line,
        sentence: markSentence(sentence, wrong),
      }),
    ),
  }
}
