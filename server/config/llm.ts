import { z } from 'zod'

import { oneOf, setting, text, webAddress, withoutEndSlash } from './settings.ts'

const LLM_PROVIDERS = ['openai-compatible', 'anthropic'] as const
const EXAMPLE = 'http://localhost:11434/v1'

const baseUrl = webAddress(EXAMPLE)
  .refine((text) => !hasCredentials(text), {
    error: 'has a name or a password in it: a key belongs in LLM_API_KEY',
  })
  .refine((text) => !/[?#]|\/chat\/completions\/*$/.test(text), {
    error: `goes up to and without /chat/completions, such as ${EXAMPLE}`,
  })
  .transform(withoutEndSlash)

/** A language model that puts words around facts: a group, which is set as a whole or not at all; undefined where it is
 *  not. */
export const llmSettings = z
  .object({
    provider: setting('LLM_PROVIDER', oneOf(LLM_PROVIDERS).optional()),
    /** Up to and without '/chat/completions'; undefined asks the provider itself. */
    baseUrl: setting('LLM_BASE_URL', baseUrl.optional()),
    model: setting('LLM_MODEL', text(200).optional()),
    /** A model on one's own machine needs none. */
    apiKey: setting('LLM_API_KEY', z.string().optional()),
  })
  .transform(({ provider, baseUrl, model, apiKey }) => {
    if (model === undefined) return undefined
    if (provider === 'anthropic') {
      return apiKey === undefined ? undefined : { provider, baseUrl, model, apiKey }
    }
    return provider === undefined || baseUrl === undefined ? undefined : { provider, baseUrl, model, apiKey }
  })
export type LlmSettings = NonNullable<z.infer<typeof llmSettings>>

const NEEDED = {
  'openai-compatible': ['LLM_BASE_URL', 'LLM_MODEL'],
  anthropic: ['LLM_MODEL', 'LLM_API_KEY'],
} as const

const OTHERS = ['LLM_BASE_URL', 'LLM_MODEL', 'LLM_API_KEY', 'LLM_TIMEOUT_SECONDS']

/** What is missing where a part of the group is set, a sentence for each. */
export function llmProblems(given: Readonly<Record<string, string>>): string[] {
  const provider = LLM_PROVIDERS.find((known) => known === given['LLM_PROVIDER'])
  if (provider) {
    return NEEDED[provider]
      .filter((name) => given[name] === undefined)
      .map((name) => `${name} is missing: LLM_PROVIDER=${provider} needs it`)
  }
  const alone = OTHERS.filter((name) => given[name] !== undefined)
  if (given['LLM_PROVIDER'] !== undefined || alone.length === 0) return []
  return [
    `LLM_PROVIDER is missing: ${alone.join(', ')} ${alone.length === 1 ? 'does' : 'do'} nothing without it`,
  ]
}

function hasCredentials(address: string): boolean {
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}
