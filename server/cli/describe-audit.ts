import { z } from 'zod'

import type { EditionReview } from '../sending/editions/review-edition.ts'
import { describeRow } from './describe-edition.ts'
import { formatCount, formatSeconds } from '../lib/text.ts'

const pieceSchema = z.object({
  at: z.string(),
  of: z.array(z.number()),
  refused: z.string().optional(),
  words: z
    .object({
      say: z.string(),
      text: z.string(),
      refused: z.object({ by: z.string(), code: z.string(), detail: z.string() }).optional(),
    })
    .optional(),
})
const costSchema = z.object({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  elapsedMs: z.number(),
})
/** The part of a letter's record that is shown; editions of earlier programs have a different one. */
const recordSchema = z.object({
  checker: z.string().optional(),
  questions: z.array(costSchema),
  checks: z.array(costSchema),
  unread: z.array(z.string()),
  pieces: z.array(pieceSchema),
  byRules: z.array(z.string()),
})

/** How a letter was made, or one section of it in editions of earlier programs; several lines. */
export function describeAudit(audit: EditionReview['audits'][number]): string {
  const record = audit.section === 'letter' ? recordSchema.safeParse(audit.record).data : undefined
  const lines = [
    `${audit.section}: ${audit.outcome}`,
    describeRow('model', audit.model ?? 'none'),
    ...(record?.checker === undefined ? [] : [describeRow('checked by', record.checker)]),
    describeRow('retries', String(audit.retries)),
    ...(audit.reason === undefined ? [] : [describeRow('reason', audit.reason)]),
    ...(record?.questions.map((question) => describeRow('asked', tellCost(question))) ?? []),
    ...(record?.checks.map((question) => describeRow('check', tellCost(question))) ?? []),
    describeRow('facts hash', audit.factsHash),
    ...(record && audit.model !== undefined ? tellRecord(record) : []),
    ...(record && record.byRules.length > 0
      ? ['Put in by rules', ...record.byRules.map((item) => `  ${item}`)]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

const DONE: Readonly<Record<EditionReview['edits'][number]['kind'], string>> = {
  headline: 'headline by a person',
  note: 'note by a person',
  drop: 'dropped by a person',
}

/** One change by a person to an edition, on one line. */
export function describeEdit({ kind, text, by, madeAt }: EditionReview['edits'][number]): string {
  return `${DONE[kind]} (${by}, ${madeAt ?? 'now'}): ${text}\n`
}

function tellCost({ inputTokens, outputTokens, elapsedMs }: z.infer<typeof costSchema>): string {
  const tokens = (count: number | undefined) => (count === undefined ? '?' : formatCount(count))
  return `${tokens(inputTokens)} tokens in, ${tokens(outputTokens)} out, ${formatSeconds(elapsedMs / 1000)}`
}

function tellRecord({ pieces, unread }: z.infer<typeof recordSchema>): string[] {
  const worded = pieces.filter(({ words }) => words)
  const kept = worded.filter(({ words }) => !words?.refused)
  const chosen = pieces.filter(({ at, refused }) => at !== 'headline' && refused === undefined)
  const choices = pieces.filter(({ at }) => at !== 'headline')
  return [
    describeRow('choices', `${chosen.length} of ${choices.length} stand`),
    describeRow('own words', `${kept.length} of ${worded.length} stand`),
    ...unread.map((place) => describeRow('unread', place)),
    'Its plan',
    ...pieces.flatMap(tellPiece),
  ]
}

function tellPiece({ at, of, refused, words }: z.infer<typeof pieceSchema>): string[] {
  const choice = at === 'headline' ? '' : refused === undefined ? ': stands' : `: left out, ${refused}`
  return [
    `  ${at} (${of.join(', ')})${choice}`,
    ...(words
      ? [`    ${words.refused ? tellRefusal(words.refused) : 'own words'}: ${words.text || words.say}`]
      : []),
  ]
}

function tellRefusal({ by, code, detail }: { by: string; code: string; detail: string }): string {
  return `words refused by ${by} (${code}, ${detail})`
}
