import { readFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { createToldWeek } from '../../server/letter/testing/told-week.ts'
import type { Statement } from '../../server/letter/statements/statement.ts'
import type { Told } from '../../server/letter/writer/check/check-telling.ts'

// A set is one JSON file:
//
//   { "title": "...", "statements": STATEMENTS, "true": [SENTENCE, ...], "lies": [LIE, ...] }
//
// STATEMENTS: { "7": Statement, ... } by the numbers that sentences use, each of the type in server/letter/statements/statement.ts;
//   or the path, beside the set, of a file with such an object. In place of a statement, the end of an id from the made-up week
//   in server/letter/testing/told-week.ts will do: { "7": "housing/mortgage" }.
// SENTENCE: { "of": [7], "place": "story", "say": "{7.who} unloaded {7.value} of {7.company} shares on {7.from}." }; with
//   "draft": "writer-3/insiders" it is one of the sentences of a section draft. It says what its statements say.
// LIE: the same with a "kind" that says what is wrong: value, sign, subject, record, period, qualifier, advice, cause, ...

const placeSchema = z.enum(['headline', 'story', 'line', 'big', 'smaller', 'connects'])
const sentenceSchema = z.object({
  of: z.array(z.int().positive()).min(1),
  place: placeSchema,
  say: z.string(),
  draft: z.string().optional(),
})
const lieSchema = sentenceSchema.extend({ kind: z.string() })
/** Statements are the program's own: only the parts that the check reads are validated. */
const statementSchema = z.looseObject({
  id: z.string(),
  slots: z.record(z.string(), z.unknown()),
  tellings: z.array(z.string()).min(1),
})
const statementsSchema = z.record(z.string().regex(/^\d+$/), z.union([z.string(), statementSchema]))
const setSchema = z.object({
  title: z.string().default(''),
  statements: z.union([z.string(), statementsSchema]),
  true: z.array(sentenceSchema).default([]),
  lies: z.array(lieSchema).default([]),
})

/** A sentence with its statements, and whether it is a lie. */
export interface SetSentence {
  readonly told: Told
  /** For a lie: what is wrong with it. */
  readonly kind: string | undefined
  readonly draft: string | undefined
}

export interface SentenceSet {
  readonly title: string
  readonly sentences: readonly SetSentence[]
}

/** @throws Error for a file that cannot be read, and ZodError for an invalid set */
export function readSet(file: string): SentenceSet {
  const set = setSchema.parse(readJson(file))
  const found =
    typeof set.statements === 'string'
      ? statementsSchema.parse(readJson(path.join(path.dirname(file), set.statements)))
      : set.statements
  const week = createToldWeek()
  const statements = new Map(
    Object.entries(found).map(([number, one]) => [Number(number), readStatement(one, week)]),
  )
  const read = ({ of, place, say, draft }: z.infer<typeof sentenceSchema>, kind?: string): SetSentence => ({
    told: { statements, of, say, place },
    kind,
    draft,
  })
  return {
    title: set.title === '' ? path.basename(file) : set.title,
    sentences: [...set.true.map((one) => read(one)), ...set.lies.map((one) => read(one, one.kind))],
  }
}

function readStatement(
  given: string | z.infer<typeof statementSchema>,
  week: readonly Statement[],
): Statement {
  if (typeof given !== 'string') return given as unknown as Statement
  const found = week.find(({ id }) => id.endsWith(given))
  if (!found) throw new Error(`the made-up week has no ${given}`)
  return found
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
