import { z } from 'zod'

import { apiKey, oneOf, setting, text, webAddress, withoutEndSlash } from './settings.ts'

const LLM_PROVIDERS = ['openai-compatible', 'anthropic'] as const
const EXAMPLE = 'http://localhost:11434/v1'

/** Prefix of the settings of the editing model, or of the model that checks its words. */
type Group = 'LLM' | 'LLM_CHECK'

const baseUrl = (group: Group) =>
  webAddress(EXAMPLE)
    .refine((text) => !hasCredentials(text), {
      error: `has a name or a password in it: a key belongs in ${group}_API_KEY`,
    })
    .refine((text) => !/[?#]|\/chat\/completions\/*$/.test(text), {
      error: `goes up to and without /chat/completions, such as ${EXAMPLE}`,
    })
    .transform(withoutEndSlash)

/** The settings of a language model: either complete or not set at all (undefined). */
const settingsOf = (group: Group) =>
  z
    .object({
      provider: setting(`${group}_PROVIDER`, oneOf(LLM_PROVIDERS).optional()),
      /** The address without '/chat/completions'; undefined uses the provider's own. */
      baseUrl: setting(`${group}_BASE_URL`, baseUrl(group).optional()),
      model: setting(`${group}_MODEL`, text(200).optional()),
      /** Not needed by a model on the operator's own machine. */
      apiKey: setting(`${group}_API_KEY`, apiKey.optional()),
    })
    .transform(({ provider, baseUrl, model, apiKey }) => {
      if (model === undefined) return undefined
      if (provider === 'anthropic') {
        return apiKey === undefined ? undefined : { provider, baseUrl, model, apiKey }
      }
      return provider === undefined || baseUrl === undefined
        ? undefined
        : { provider, baseUrl, model, apiKey }
    })

/** The model that edits the letter. */
export const llmSettings = settingsOf('LLM')
/** The model that checks the editor's words; it may be the same model at the same provider, asked in a fresh context. */
export const llmCheckSettings = settingsOf('LLM_CHECK')
export type LlmSettings = NonNullable<z.infer<typeof llmSettings>>

const NEEDED = {
  'openai-compatible': ['BASE_URL', 'MODEL'],
  anthropic: ['MODEL', 'API_KEY'],
} as const

const OTHERS = ['BASE_URL', 'MODEL', 'API_KEY', 'TIMEOUT_SECONDS']

/** Lists what is missing from a group that is only partly set, one sentence each. */
export function llmProblems(given: Readonly<Record<string, string>>): string[] {
  const isIdle = given['LLM_CHECK_PROVIDER'] !== undefined && given['LLM_PROVIDER'] === undefined
  return [
    ...groupProblems('LLM', given),
    ...groupProblems('LLM_CHECK', given),
    ...(isIdle ? ['LLM_CHECK_PROVIDER does nothing without LLM_PROVIDER'] : []),
  ]
}

function groupProblems(group: Group, given: Readonly<Record<string, string>>): string[] {
  const named = given[`${group}_PROVIDER`]
  const provider = LLM_PROVIDERS.find((known) => known === named)
  if (provider) {
    return NEEDED[provider]
      .map((name) => `${group}_${name}`)
      .filter((name) => given[name] === undefined)
      .map((name) => `${name} is missing: ${group}_PROVIDER=${provider} needs it`)
  }
  const alone = OTHERS.map((name) => `${group}_${name}`).filter((name) => given[name] !== undefined)
  if (named !== undefined || alone.length === 0) return []
  return [
    `${group}_PROVIDER is missing: ${alone.join(', ')} ${alone.length === 1 ? 'does' : 'do'} nothing without it`,
  ]
}

function hasCredentials(address: string): boolean {
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}
