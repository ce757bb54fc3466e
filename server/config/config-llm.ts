import { z } from 'zod'

const LLM_PROVIDERS = ['openai-compatible', 'anthropic'] as const

/** A language model that puts words around facts: LLM_PROVIDER, LLM_BASE_URL, LLM_MODEL and LLM_API_KEY. */
export type LlmSettings =
  | {
      readonly provider: 'openai-compatible'
      /** Up to and without '/chat/completions': 'http://ollama:11434/v1'. */
      readonly baseUrl: string
      readonly model: string
      /** A model on one's own machine needs none. */
      readonly apiKey: string | undefined
    }
  | {
      readonly provider: 'anthropic'
      /** undefined asks the provider itself. */
      readonly baseUrl: string | undefined
      readonly model: string
      readonly apiKey: string
    }

/** The settings of the model: a group, which is set as a whole or not at all. */
export const llmSettingsShape = {
  LLM_PROVIDER: z.enum(LLM_PROVIDERS, `is not one of ${LLM_PROVIDERS.join(', ')}`).optional(),
  LLM_BASE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'is not a web address such as http://localhost:11434/v1',
      abort: true,
    })
    .refine((text) => !hasCredentials(text), {
      error: 'has a name or a password in it: a key belongs in LLM_API_KEY',
    })
    .refine((text) => !/[?#]|\/chat\/completions\/*$/.test(text), {
      error: 'goes up to and without /chat/completions, such as http://localhost:11434/v1',
    })
    .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
    .optional(),
  LLM_MODEL: z.string().max(200, 'is longer than 200 characters').optional(),
  LLM_API_KEY: z.string().optional(),
  LLM_TIMEOUT_SECONDS: z.coerce
    .number('is not a number')
    .refine((value) => Number.isInteger(value) && value >= 5 && value <= 1800, {
      error: 'is not a whole number from 5 to 1800',
    })
    .optional(),
}

/** A small model on a machine without a graphics card takes its time. */
export const DEFAULT_LLM_TIMEOUT_SECONDS = 120

type GivenSettings = Readonly<Record<string, string | undefined>>
type ParsedSettings = z.infer<z.ZodObject<typeof llmSettingsShape>>

const NEEDED = {
  'openai-compatible': ['LLM_BASE_URL', 'LLM_MODEL'],
  anthropic: ['LLM_MODEL', 'LLM_API_KEY'],
} as const

const OTHERS = ['LLM_BASE_URL', 'LLM_MODEL', 'LLM_API_KEY', 'LLM_TIMEOUT_SECONDS']

/** What is missing where a part of the group is set, a sentence for each. */
export function llmProblems(given: GivenSettings): string[] {
  const provider = LLM_PROVIDERS.find((known) => known === given['LLM_PROVIDER'])
  if (provider) {
    return NEEDED[provider]
      .filter((name) => given[name] === undefined)
      .map((name) => `${name} is missing: LLM_PROVIDER=${provider} needs it`)
  }
  if (given['LLM_PROVIDER'] !== undefined) return []
  const alone = OTHERS.filter((name) => given[name] !== undefined)
  return alone.length === 0
    ? []
    : [
        `LLM_PROVIDER is missing: ${alone.join(', ')} ${alone.length === 1 ? 'does' : 'do'} nothing without it`,
      ]
}

/** @returns undefined where no model is set, or where something is missing (see llmProblems) */
export function readLlmSettings(parsed: ParsedSettings): LlmSettings | undefined {
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey } = parsed
  if (model === undefined) return undefined
  if (parsed.LLM_PROVIDER === 'anthropic') {
    return apiKey === undefined ? undefined : { provider: 'anthropic', baseUrl, model, apiKey }
  }
  return parsed.LLM_PROVIDER === undefined || baseUrl === undefined
    ? undefined
    : { provider: 'openai-compatible', baseUrl, model, apiKey }
}

function hasCredentials(address: string): boolean {
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}
