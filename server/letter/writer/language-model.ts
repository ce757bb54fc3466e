import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  extractJsonMiddleware,
  generateText,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  Output,
  wrapLanguageModel,
} from 'ai'

import type { LlmSettings } from '../../config/llm.ts'
import { SourceError } from '../../lib/errors.ts'
import { createUpstreamFetch } from '../../lib/upstream-fetch.ts'
import { z } from 'zod'
import type { Fact, SectionName } from '../facts/fact.ts'

/** What came of one question; a failure is a short reason in our words, which never holds an answer or a key. */
export type ModelAnswer =
  | { readonly status: 'draft'; readonly draft: Draft; readonly rawOutput: string }
  | { readonly status: 'failed'; readonly reason: string; readonly rawOutput: string | undefined }

export interface DraftModel {
  /** Provider and model: 'openai-compatible/llama3.2'. */
  readonly name: string
  /** Asks once, without a second try. Never throws. */
  ask(question: { readonly instructions: string; readonly prompt: string }): Promise<ModelAnswer>
}

type LanguageModel = Parameters<typeof wrapLanguageModel>[0]['model']

const MAX_OUTPUT_TOKENS = 3000
const MAX_ANSWER_BYTES = 1_000_000
const MAX_RAW_CHARACTERS = 40_000
/** A small model on a machine without a graphics card takes its time. */
const TIMEOUT_MS = 120_000

/** @param options  for tests: a shorter time */
export function createDraftModel(
  settings: LlmSettings,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): DraftModel {
  // Bounded in time and size; an answer that sends the key elsewhere is no answer.
  const fetch = createUpstreamFetch({ upstreamBaseUrl: undefined, timeoutMs, maxBytes: MAX_ANSWER_BYTES })
  const ask = (url: URL | RequestInfo, init?: RequestInit) =>
    fetch(url instanceof Request ? url.url : url, { ...init, redirect: 'manual' })
  const { apiKey } = settings
  const model =
    settings.provider === 'anthropic'
      ? createAnthropic({
          apiKey: settings.apiKey,
          fetch: ask,
          ...(settings.baseUrl !== undefined && { baseURL: settings.baseUrl }),
        })(settings.model)
      : createOpenAICompatible({
          name: 'openai-compatible',
          baseURL: settings.baseUrl,
          supportsStructuredOutputs: true,
          fetch: ask,
          ...(apiKey !== undefined && { apiKey }),
        })(settings.model)
  return wrapDraftModel(model, {
    name: `${settings.provider}/${settings.model}`,
    timeoutMs,
    secret: apiKey,
  })
}

/** @param secret  never appears in what is returned, not even where a model repeats it */
export function wrapDraftModel(
  model: LanguageModel,
  { name, timeoutMs = TIMEOUT_MS, secret }: { name: string; timeoutMs?: number; secret?: string | undefined },
): DraftModel {
  const wrapped = wrapLanguageModel({ model, middleware: extractJsonMiddleware() })
  const redact = (text: string) =>
    (secret === undefined || secret === '' ? text : text.replaceAll(secret, '(key)')).slice(
      0,
      MAX_RAW_CHARACTERS,
    )
  return {
    name: redact(name),
    async ask({ instructions, prompt }) {
      try {
        const { output, text, finishReason } = await generateText({
          model: wrapped,
          instructions,
          prompt,
          output: Output.object({ schema: draftSchema }),
          maxOutputTokens: MAX_OUTPUT_TOKENS,
          maxRetries: 0,
          timeout: timeoutMs,
        })
        const rawOutput = redact(text)
        if (finishReason === 'length') return { status: 'failed', reason: 'the draft was cut off', rawOutput }
        return { status: 'draft', draft: redactDraft(output, redact), rawOutput }
      } catch (error) {
        const text = NoObjectGeneratedError.isInstance(error) ? error.text : undefined
        return {
          status: 'failed',
          reason: describeFailure(error),
          rawOutput: text === undefined ? undefined : redact(text),
        }
      }
    },
  }
}

function redactDraft({ sections }: Draft, redact: (text: string) => string): Draft {
  return {
    sections: sections.map(({ section, sentences }) => ({
      section,
      sentences: sentences.map(({ text, factIds }) => ({ text: redact(text), factIds: factIds.map(redact) })),
    })),
  }
}

/** In our words alone: messages of providers repeat addresses, keys and whatever they like. */
function describeFailure(error: unknown): string {
  if (NoObjectGeneratedError.isInstance(error)) {
    if (error.finishReason === 'length') return 'the draft was cut off'
    return error.text === undefined || error.text.trim() === ''
      ? 'the draft was empty'
      : 'the draft had not the form asked for'
  }
  if (NoOutputGeneratedError.isInstance(error)) return 'the draft was empty'
  if (APICallError.isInstance(error)) {
    const { statusCode } = error
    if (statusCode === undefined) return hasTimedOut(error.cause) ? 'no answer in time' : 'no connection'
    return statusCode === 200 ? 'the answer could not be read' : `the provider answered ${statusCode}`
  }
  if (hasTimedOut(error)) return 'no answer in time'
  if (error instanceof SourceError && error.code === 'source-failed') return 'the answer was too large'
  return `the question failed (${error instanceof Error ? error.name : 'unknown'})`
}

function hasTimedOut(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /Timeout|Abort/.test(error.name) || /within|in time/.test(error.message) || hasTimedOut(error.cause)
}

/** Asks a model no more once it has failed to answer so often one after another: each time-out takes minutes, and the
 *  letter has to be written.
 *  @param failures  how many sections in a row */
export function giveUpAfter(failures: number, model: DraftModel): DraftModel {
  let inARow = 0
  return {
    name: model.name,
    async ask(question) {
      if (inARow >= failures) {
        const reason = `not asked: the model had failed to answer ${inARow} times in a row`
        return { status: 'failed', reason, rawOutput: undefined }
      }
      const answer = await model.ask(question)
      inARow = answer.status === 'failed' && answer.rawOutput === undefined ? inARow + 1 : 0
      return answer
    },
  }
}

const MAX_SENTENCES = 16
const MAX_TEXT = 600

/** What a writer gives: sentences with slots where figures, names and days belong. */
export const draftSchema = z.object({
  sections: z
    .array(
      z.object({
        section: z.enum(['insiders', 'congress', 'housing', 'economy', 'markets']),
        sentences: z
          .array(
            z.object({
              /** 'Insiders bought {{f1}} of {{s1}} in {{p1}}.' */
              text: z.string().max(MAX_TEXT),
              /** The facts whose slots the text has: ['f1']. */
              factIds: z.array(z.string().max(20)).max(20),
            }),
          )
          .max(MAX_SENTENCES),
      }),
    )
    .max(1),
})

export type Draft = z.infer<typeof draftSchema>

export interface DraftSentence {
  readonly text: string
  readonly factIds: readonly string[]
}

/** What a section is written from. */
export interface SectionFacts {
  readonly section: SectionName
  readonly facts: readonly Fact[]
  /** Ids of the facts that the text must carry; the ranker's choice. */
  readonly required: readonly string[]
}
