import { createHash } from 'node:crypto'
import type { Logger } from '../../lib/logger.ts'
import type { SectionName } from '../facts/fact.ts'
import type { SectionText, WrittenSentence } from '../facts/section-words.ts'
import { listUnboundRuns } from './check-written.ts'
import type { DraftSentence, SectionFacts, DraftModel } from './language-model.ts'
import { sectionMeanings, writePlainly } from './write-plainly.ts'
import { INSTRUCTIONS, writePrompt, writeRetryPrompt } from './prompt.ts'
import { renderSentence, type NameStyle } from './render-draft.ts'
import { createSlotTable, type SlotTable } from './slot-table.ts'
import type { Verdict } from './verdict.ts'
import { verifyDraft } from './verify-draft.ts'

/** How a section came to its words, to be kept with the edition. Holds no key. */
export interface SectionAudit {
  readonly section: SectionName
  /** SHA-256, in hex, of the facts and of which are required. */
  readonly factsHash: string
  /** Provider and model; undefined where none was asked. */
  readonly model: string | undefined
  readonly instructions: string | undefined
  /** The first question, and the second where there was one. */
  readonly prompts: readonly string[]
  /** What the model answered, as far as it can be read. */
  readonly rawOutputs: readonly string[]
  readonly verdicts: readonly Verdict[]
  readonly retries: 0 | 1
  readonly outcome: 'model' | 'model after retry' | 'rules'
  /** Why no model's words stand there. */
  readonly reason: string | undefined
  /** Required facts that are no facts of the section, or whose value cannot be written; the text is without them. */
  readonly unwritten: readonly string[]
}

export interface WriteDeps {
  /** undefined: fixed rules alone. */
  readonly model: DraftModel | undefined
  readonly logger: Logger
}

type Attempts = Pick<SectionAudit, 'prompts' | 'rawOutputs' | 'verdicts'>
type Asked = Attempts & {
  readonly accepted: readonly WrittenSentence[] | undefined
  readonly reason: string | undefined
}

/** Puts a section's facts into words: a model's where there is one and its draft is borne out by the facts, at the second
 *  try at the latest; else those of fixed rules. Never throws for what a model does. */
export async function writeSection(
  { model, logger }: WriteDeps,
  facts: SectionFacts,
  style: NameStyle = {},
): Promise<{ readonly text: SectionText; readonly audit: SectionAudit }> {
  const { section } = facts
  const table = createSlotTable(facts)
  const asked = await askModel(model, table, style)
  const { accepted, reason, ...attempts } = asked
  const plain = accepted ? undefined : writeByRules(table, style, listMissing(facts))
  if (model && reason !== undefined) {
    const codes = [...new Set(attempts.verdicts.flatMap(listCodes))]
    logger.warn({ section, model: model.name, reason, codes }, 'section written by rules')
  }
  if (plain && plain.unwritten.length > 0) {
    logger.error({ section, facts: plain.unwritten }, 'facts that cannot be written')
  }
  const retries = attempts.prompts.length > 1 ? 1 : 0
  return {
    text: {
      section,
      sentences: accepted ?? plain?.sentences ?? [],
      meaning: sectionMeanings[section],
      label: accepted ? 'AI-written' : 'automated summary',
      model: accepted ? model?.name : undefined,
    },
    audit: {
      section,
      factsHash: hashFacts(facts),
      model: model?.name,
      instructions: model && INSTRUCTIONS,
      ...attempts,
      retries,
      outcome: accepted ? (retries === 1 ? 'model after retry' : 'model') : 'rules',
      reason,
      unwritten: plain?.unwritten ?? [],
    },
  }
}

/** @returns SHA-256 in hex */
export function hashFacts({ facts, required }: SectionFacts): string {
  return createHash('sha256').update(JSON.stringify({ facts, required })).digest('hex')
}

async function askModel(model: DraftModel | undefined, table: SlotTable, style: NameStyle): Promise<Asked> {
  const prompts: string[] = []
  const rawOutputs: string[] = []
  const verdicts: Verdict[] = []
  const end = (accepted: Asked['accepted'], reason: string | undefined): Asked => ({
    accepted,
    reason,
    prompts,
    rawOutputs,
    verdicts,
  })
  if (!model) return end(undefined, 'no model is set up')
  if (table.facts.size === 0) return end(undefined, 'there are no facts to write about')

  for (let prompt = writePrompt(table); prompts.length < 2;) {
    prompts.push(prompt)
    const answer = await model.ask({ instructions: INSTRUCTIONS, prompt })
    if (answer.rawOutput !== undefined) rawOutputs.push(answer.rawOutput)
    if (answer.status === 'failed') return end(undefined, answer.reason)
    const verdict = verifyDraft(table, answer.draft)
    verdicts.push(verdict)
    if (verdict.isAccepted) {
      const written = renderBound(
        table,
        answer.draft.sections.flatMap(({ sentences }) => sentences),
        style,
      )
      return written ? end(written, undefined) : end(undefined, 'a written figure is bound to no fact')
    }
    prompt = writeRetryPrompt(table, verdict)
  }
  return end(undefined, 'the draft was refused twice')
}

/** @returns undefined where the finished sentences hold anything that no fact bears out */
function renderBound(
  table: SlotTable,
  sentences: readonly DraftSentence[],
  style: NameStyle,
): WrittenSentence[] | undefined {
  const written = sentences.map((sentence) => renderSentence(table, sentence, style))
  return written.every((sentence) => listUnboundRuns(table, sentence, style).length === 0)
    ? written
    : undefined
}

function writeByRules(
  table: SlotTable,
  style: NameStyle,
  missing: readonly string[],
): { sentences: WrittenSentence[]; unwritten: string[] } {
  const { sentences, unwritten } = writePlainly(table)
  const written = sentences.map((sentence) => renderSentence(table, sentence, style))
  const isBound = (sentence: WrittenSentence) => listUnboundRuns(table, sentence, style).length === 0
  const unbound = written.filter((sentence) => !isBound(sentence))
  return {
    sentences: written.filter(isBound),
    unwritten: [
      ...unwritten,
      ...missing,
      ...unbound.flatMap((spans) => spans.flatMap(({ factId }) => factId ?? [])),
    ],
  }
}

function listMissing({ section, facts, required }: SectionFacts): string[] {
  return required.filter((id) => !facts.some((fact) => fact.id === id && fact.section === section))
}

function listCodes({ sentences, draft }: Verdict): string[] {
  return [...sentences.flatMap(({ errors }) => errors), ...draft].map(({ code }) => code)
}
