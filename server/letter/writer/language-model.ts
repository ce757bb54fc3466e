import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  extractJsonMiddleware,
  generateText,
  jsonSchema,
  type JSONSchema7,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  Output,
  wrapLanguageModel,
} from 'ai'

import type { LlmSettings } from '../../config/llm.ts'
import { SourceError } from '../../lib/errors.ts'
import { createUpstreamFetch } from '../../lib/upstream-fetch.ts'
import { z } from 'zod'

/** One question, and the form that its answer must have. */
export type Question<T> = {
  readonly instructions: string
  /** Contains data, never instructions. */
  readonly prompt: string
  /** Aborts the question, which then has no answer. */
  readonly signal?: AbortSignal | undefined
} & (
  | { readonly schema: z.ZodType<T>; readonly read?: undefined }
  | {
      /** The form requested. */
      readonly schema: z.ZodType
      /** Reads an answer that need not have exactly that form.
       *  @returns undefined if it cannot be read */
      readonly read: (given: unknown) => T | undefined
    }
)

/** The outcome of one question; a failure is a short reason in our words, which never contains an answer or a key. */
export type ModelAnswer<T> = Cost &
  (
    | { readonly status: 'answered'; readonly answer: T; readonly rawOutput: string }
    | { readonly status: 'failed'; readonly reason: string; readonly rawOutput: string | undefined }
  )

/** Tokens as counted by the provider; undefined if it does not say. */
export interface Cost {
  readonly inputTokens: number | undefined
  readonly outputTokens: number | undefined
  readonly elapsedMs: number
}

export interface AnswerModel {
  /** Provider and model: 'openai-compatible/llama3.2'. */
  readonly name: string
  /** Asks once, without a retry. Never throws. */
  ask<T>(question: Question<T>): Promise<ModelAnswer<T>>
}

type LanguageModel = Parameters<typeof wrapLanguageModel>[0]['model']

/** A whole letter's plan takes about 2,500. */
const MAX_OUTPUT_TOKENS = 6000
const MAX_ANSWER_BYTES = 1_000_000
const MAX_RAW_CHARACTERS = 40_000
/** A small model on a machine without a graphics card is slow. */
const TIMEOUT_MS = 120_000

/** @param options  for tests: a shorter time limit */
export function createAnswerModel(
  settings: LlmSettings,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): AnswerModel {
  // Limits time and size, and does not follow redirects, which could send the key elsewhere.
  const fetch = createUpstreamFetch({
    upstreamBaseUrl: undefined,
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
    fetch: fetchPatiently,
  })
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
  return wrapAnswerModel(model, {
    name: `${settings.provider}/${settings.model}`,
    timeoutMs,
    secret: apiKey,
  })
}

/** Like fetch, but waits for an answer's headers and body as long as its signal allows. */
async function fetchPatiently(url: string, init: RequestInit): Promise<Response> {
  // Loaded only when a model is asked, since it takes a while.
  const { Agent, fetch } = await import('undici')
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, pipelining: 0 })
  return (await fetch(url, { ...(init as object), dispatcher })) as unknown as Response
}

/** @param secret  never appears in what is returned, even if a model repeats it */
export function wrapAnswerModel(
  model: LanguageModel,
  { name, timeoutMs = TIMEOUT_MS, secret }: { name: string; timeoutMs?: number; secret?: string | undefined },
): AnswerModel {
  const wrapped = wrapLanguageModel({ model, middleware: extractJsonMiddleware() })
  const redact = (text: string) =>
    secret === undefined || secret === '' ? text : text.replaceAll(secret, '(key)')
  return {
    name: redact(name),
    async ask<T>(question: Question<T>): Promise<ModelAnswer<T>> {
      const { instructions, prompt, schema, signal } = question
      const startedAt = performance.now()
      const tell = (text: string | undefined, usage: Partial<Omit<Cost, 'elapsedMs'>> = {}) => ({
        rawOutput: text === undefined ? undefined : redact(text).slice(0, MAX_RAW_CHARACTERS),
        inputTokens: usage.inputTokens,
        outputTokens: usage.outputTokens,
        elapsedMs: Math.round(performance.now() - startedAt),
      })
      try {
        const { output, text, finishReason, usage } = await generateText({
          model: wrapped,
          instructions,
          prompt,
          output: Output.object({ schema: jsonSchema(z.toJSONSchema(schema) as JSONSchema7) }),
          maxOutputTokens: MAX_OUTPUT_TOKENS,
          maxRetries: 0,
          timeout: timeoutMs,
          ...(signal && { abortSignal: signal }),
        })
        const told = { ...tell(text, usage), rawOutput: redact(text).slice(0, MAX_RAW_CHARACTERS) }
        if (finishReason === 'length') return { status: 'failed', reason: CUT_OFF, ...told }
        const given = redactAll(output, redact)
        const answer = question.read ? question.read(given) : question.schema.safeParse(given).data
        return answer === undefined
          ? { status: 'failed', reason: OTHER_FORM, ...told }
          : { status: 'answered', answer, ...told }
      } catch (error) {
        const known = NoObjectGeneratedError.isInstance(error) ? error : undefined
        return { status: 'failed', reason: describeFailure(error), ...tell(known?.text, known?.usage) }
      }
    },
  }
}

const CUT_OFF = 'the answer was cut off'
const EMPTY = 'the answer was empty'
const OTHER_FORM = 'the answer had not the form asked for'

function redactAll(output: unknown, redact: (text: string) => string): unknown {
  return JSON.parse(
    JSON.stringify(output, (_key, value: unknown) => (typeof value === 'string' ? redact(value) : value)),
  )
}

/** Uses only our words, since providers' messages may repeat addresses, keys and anything else. */
function describeFailure(error: unknown): string {
  if (NoObjectGeneratedError.isInstance(error)) {
    if (error.finishReason === 'length') return CUT_OFF
    return error.text === undefined || error.text.trim() === '' ? EMPTY : OTHER_FORM
  }
  if (NoOutputGeneratedError.isInstance(error)) return EMPTY
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
