import { sql } from 'kysely'
import { z } from 'zod'

import {
  editionContentSchema,
  letterContentSchema,
  topFindingSchema,
  type EditionContent,
  type EditionSummary,
  type LetterContent,
} from '../../../shared/edition-contract.ts'
import { findTickers } from '../../../shared/link-words.ts'
import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { Fact } from '../facts/fact.ts'
import type { EditionState } from '../../sending/editions/tables.ts'
import type { IndexedEdition } from './edition-index.ts'
import { markLine, markSummary, parseWrongFacts, wrongFacts } from './mark-wrong.ts'
import { storedFactsSchema, StoredContentError } from './named-facts.ts'

/** States after sending has begun: readers have the edition, so everybody may see it. */
export const PUBLISHED: readonly EditionState[] = ['frozen', 'paused', 'finished']

const storedFindingsSchema = z.array(topFindingSchema)

/** A stored edition as it went out, with the figures in its subject marked that turned out wrong. */
export interface StoredEdition {
  readonly date: string
  readonly subject: string
  readonly wrongInSubject?: EditionSummary['wrongInSubject']
  readonly preheader: string
  readonly publishedAt: string
  readonly text: string
  /** Null for an edition of a program that did not keep its letter. */
  readonly content: EditionContent | null
}

/** Turns a day into one that Postgres accepts, since it has no year 0. */
export const asDay = (date: string) => (date < '0001-01-01' ? '0001-01-01' : date)

/** Each edition that went out, with a version that changes with any write to it or to its corrections, whichever columns
 *  the write touches. Does not decompress the edition's words.
 *  @returns the newest first */
export async function listEditionVersions(
  db: DatabaseOrTransaction,
): Promise<Omit<IndexedEdition, 'summary' | 'tickers'>[]> {
  // Postgres keeps, for each row, the transaction that last wrote it.
  const rows = await db
    .selectFrom('edition')
    .select((eb) => [
      'slot_date as date',
      'subject',
      sql<string>`concat_ws(':', id, xmin)`.as('row'),
      eb
        .selectFrom('edition_correction as note')
        .whereRef('note.edition_id', '=', 'edition.id')
        .select(
          sql<string | null>`string_agg(concat_ws(':', note.id, note.xmin), ',' order by note.id)`.as(
            'notes',
          ),
        )
        .as('notes'),
      sql<Date>`greatest(coalesce(frozen_at, built_at), (
        select greatest(max(noted_at), max(withdrawn_at))
        from edition_correction as note where note.edition_id = edition.id))`.as('changed_at'),
    ])
    .where('state', 'in', PUBLISHED)
    .orderBy('slot_date', 'desc')
    .execute()
  return rows.map(({ date, subject, row, notes, changed_at: changedAt }) => ({
    date,
    subject,
    version: `${row}/${notes ?? ''}`,
    changedAt: changedAt.toISOString(),
  }))
}

/** What lists say about the editions of some Mondays that went out, by Monday, and which tickers they name; a
 *  StoredContentError for an edition that cannot be read. */
export async function readSummaries(
  db: DatabaseOrTransaction,
  dates: readonly string[],
): Promise<Map<string, Pick<IndexedEdition, 'summary' | 'tickers'>>> {
  if (dates.length === 0) return new Map()
  const rows = await db
    .selectFrom('edition')
    .select((eb) => [
      'slot_date',
      'subject',
      'preheader',
      sql<Date>`coalesce(frozen_at, built_at)`.as('published_at'),
      sql`content -> 'topFindings'`.as('top_findings'),
      sql`content -> 'letter' -> 'story'`.as('story'),
      sql`content -> 'letter' -> 'byPerson'`.as('by_person'),
      sql<string | null>`jsonb_path_query_array(content,
        '$.sections[*] ? (@.name == "insiders" || @.name == "congress").tables[*].rows[*].**.text')::text`.as(
        'names',
      ),
      wrongFacts.as('wrong_facts'),
      eb
        .selectFrom('edition_correction')
        .whereRef('edition_id', '=', 'edition.id')
        .where('withdrawn_at', 'is', null)
        .select((inner) => inner.fn.max('noted_at').as('corrected_at'))
        .as('corrected_at'),
    ])
    .where('state', 'in', PUBLISHED)
    .where('slot_date', 'in', dates)
    .execute()
  const toSummary = (row: (typeof rows)[number]): EditionSummary => ({
    date: row.slot_date,
    subject: row.subject,
    preheader: row.preheader,
    publishedAt: row.published_at.toISOString(),
    correctedAt: row.corrected_at?.toISOString() ?? null,
    ...(row.story === null
      ? {}
      : { story: parseStored(letterContentSchema.shape.story, row.story, row.slot_date, 'story') }),
    ...(row.by_person === null
      ? {}
      : {
          byPerson: parseStored(
            letterContentSchema.shape.byPerson,
            row.by_person,
            row.slot_date,
            'label of what a person wrote',
          ),
        }),
    topFindings: parseStored(storedFindingsSchema, row.top_findings ?? [], row.slot_date, 'top findings'),
  })
  const orError = (row: (typeof rows)[number]): EditionSummary | StoredContentError => {
    try {
      return markSummary(toSummary(row), parseWrongFacts(row.wrong_facts))
    } catch (error) {
      if (error instanceof StoredContentError) return error
      throw error
    }
  }
  return new Map(
    rows.map((row) => {
      const tickers = findTickers(row.names ?? '').map((ticker) => ticker.replace('-', '.'))
      return [row.slot_date, { summary: orError(row), tickers: new Set(tickers) }]
    }),
  )
}

const storedLeadSchema = letterContentSchema.shape.lead

/** What the letters of earlier Mondays that went out led with.
 *  @returns the newest first
 *  @throws StoredContentError */
export async function listEarlierLeads(
  db: DatabaseOrTransaction,
  { before, limit }: { before: string; limit: number },
): Promise<NonNullable<LetterContent['lead']>[]> {
  const rows = await db
    .selectFrom('edition')
    .select(['slot_date', sql`content -> 'letter' -> 'lead'`.as('lead')])
    .where('state', 'in', PUBLISHED)
    .where('slot_date', '<', asDay(before))
    .orderBy('slot_date', 'desc')
    .limit(limit)
    .execute()
  return rows
    .map(({ lead, slot_date: date }) => parseStored(storedLeadSchema, lead ?? null, date, 'lead'))
    .filter((lead) => lead !== null)
}

/** @returns undefined if that Monday has no edition or it did not go out
 *  @throws StoredContentError */
export async function findPublishedEdition(
  db: DatabaseOrTransaction,
  date: string,
): Promise<StoredEdition | undefined> {
  const row = await db
    .selectFrom('edition')
    .select(['slot_date', 'subject', 'preheader', 'text', 'content'])
    .select([sql<Date>`coalesce(frozen_at, built_at)`.as('published_at'), wrongFacts.as('wrong_facts')])
    .where('slot_date', '=', asDay(date))
    .where('state', 'in', PUBLISHED)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const wrong = parseWrongFacts(row.wrong_facts)
  const { line: subject, found } = markLine(row.subject, wrong)
  return {
    date: row.slot_date,
    subject,
    ...(found.length > 0 ? { wrongInSubject: found } : {}),
    preheader: markLine(row.preheader, wrong).line,
    publishedAt: row.published_at.toISOString(),
    text: row.text,
    content:
      row.content === null || isWithoutLetter(row.content)
        ? null
        : parseStored(editionContentSchema, row.content, date, 'content'),
  }
}

/** Whether the words were stored by an earlier program, so that the mail's text is shown instead. */
const isWithoutLetter = (content: unknown) =>
  typeof content === 'object' && content !== null && 'sections' in content && !('letter' in content)

/** All facts stored with a published edition; undefined if that Monday has none.
 *  @throws StoredContentError */
export async function findStoredFacts(
  db: DatabaseOrTransaction,
  date: string,
): Promise<readonly Fact[] | undefined> {
  const row = await db
    .selectFrom('edition')
    .select('facts')
    .where('slot_date', '=', asDay(date))
    .where('state', 'in', PUBLISHED)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return parseStored(storedFactsSchema, row.facts, date, 'facts')
}

/** Some facts of the letters of earlier Mondays that went out. A letter whose facts an earlier program stored has none.
 *  @param days  the range of Mondays; `from` is included, `before` is not
 *  @param ids  the ids of the facts
 *  @returns the oldest first */
export async function listEarlierFacts(
  db: DatabaseOrTransaction,
  { from, before }: { from: string; before: string },
  ids: readonly string[],
): Promise<{ slotDate: string; facts: readonly Fact[] }[]> {
  const rows = await db
    .selectFrom('edition')
    .select([
      'slot_date',
      sql`(
        select coalesce(jsonb_agg(fact), '[]') from jsonb_array_elements(facts) as fact
        where fact ->> 'id' = any(${ids}::text[]))`.as('some'),
    ])
    .where('state', 'in', PUBLISHED)
    .where('slot_date', '>=', asDay(from))
    .where('slot_date', '<', asDay(before))
    .orderBy('slot_date')
    .execute()
  return rows.map(({ slot_date: slotDate, some }) => {
    const parsed = storedFactsSchema.safeParse(some)
    return { slotDate, facts: parsed.success ? parsed.data : [] }
  })
}

function parseStored<Value>(schema: z.ZodType<Value>, stored: unknown, date: string, what: string): Value {
  const parsed = schema.safeParse(stored)
  if (parsed.success) return parsed.data
  throw new StoredContentError(
    `The ${what} of the edition of ${date} cannot be read as this release reads them: ${z.prettifyError(parsed.error)}`,
    { cause: parsed.error },
  )
}
