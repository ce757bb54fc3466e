import { describe, expect, it } from 'vitest'

import { loadConfig } from './config.ts'
import { problemsOf } from './testing/problems-of.ts'

describe('the language model', () => {
  it('is off unless it is set', () => {
    expect(loadConfig({}).llm).toBeUndefined()
  })

  it('may run on the operator’s own server, without a key', () => {
    const settings = {
      LLM_PROVIDER: 'openai-compatible',
      LLM_BASE_URL: 'http://ollama:11434/v1/',
      LLM_MODEL: 'qwen2.5:3b',
    }
    expect(loadConfig(settings).llm).toEqual({
      provider: 'openai-compatible',
      baseUrl: 'http://ollama:11434/v1',
      model: 'qwen2.5:3b',
      apiKey: undefined,
    })
    expect(loadConfig(settings).llmTimeoutMs).toBe(120_000)
    const slow = loadConfig({ ...settings, LLM_API_KEY: 'key', LLM_TIMEOUT_SECONDS: '600' })
    expect(slow).toMatchObject({ llm: { apiKey: 'key' }, llmTimeoutMs: 600_000 })
  })

  it('may be Anthropic’s, at the default or another address', () => {
    const settings = { LLM_PROVIDER: 'anthropic', LLM_MODEL: 'claude-haiku-4-5', LLM_API_KEY: 'key' }
    expect(loadConfig(settings).llm).toEqual({
      provider: 'anthropic',
      baseUrl: undefined,
      model: 'claude-haiku-4-5',
      apiKey: 'key',
    })
    expect(loadConfig({ ...settings, LLM_BASE_URL: 'https://proxy.test/v1' }).llm).toMatchObject({
      baseUrl: 'https://proxy.test/v1',
    })
  })

  it('may be checked by another model, or by the same one', () => {
    const editor = { LLM_PROVIDER: 'anthropic', LLM_MODEL: 'claude-haiku-4-5', LLM_API_KEY: 'key' }
    expect(loadConfig(editor).llmCheck).toBeUndefined()
    const both = loadConfig({
      ...editor,
      LLM_CHECK_PROVIDER: 'anthropic',
      LLM_CHECK_MODEL: 'claude-haiku-4-5',
      LLM_CHECK_API_KEY: 'key',
      LLM_CHECK_TIMEOUT_SECONDS: '60',
    })
    expect(both.llmCheck).toEqual(both.llm)
    expect(both).toMatchObject({ llmTimeoutMs: 120_000, llmCheckTimeoutMs: 60_000 })
  })

  it.each<[string, Record<string, string>, string[]]>([
    [
      'a checker without an editor',
      { LLM_CHECK_PROVIDER: 'openai-compatible', LLM_CHECK_BASE_URL: 'http://ollama:11434/v1' },
      [
        'LLM_CHECK_MODEL is missing: LLM_CHECK_PROVIDER=openai-compatible needs it',
        'LLM_CHECK_PROVIDER does nothing without LLM_PROVIDER',
      ],
    ],
    [
      'a checker without a provider',
      { LLM_CHECK_MODEL: 'qwen2.5:3b' },
      ['LLM_CHECK_PROVIDER is missing: LLM_CHECK_MODEL does nothing without it'],
    ],
    [
      'no address and no model',
      { LLM_PROVIDER: 'openai-compatible' },
      [
        'LLM_BASE_URL is missing: LLM_PROVIDER=openai-compatible needs it',
        'LLM_MODEL is missing: LLM_PROVIDER=openai-compatible needs it',
      ],
    ],
    [
      'no key',
      { LLM_PROVIDER: 'anthropic', LLM_MODEL: 'claude-haiku-4-5', LLM_API_KEY: ' ' },
      ['LLM_API_KEY is missing: LLM_PROVIDER=anthropic needs it'],
    ],
    [
      'no provider',
      { LLM_MODEL: 'qwen2.5:3b', LLM_API_KEY: 'key' },
      ['LLM_PROVIDER is missing: LLM_MODEL, LLM_API_KEY do nothing without it'],
    ],
    [
      'only a timeout',
      { LLM_TIMEOUT_SECONDS: '60' },
      ['LLM_PROVIDER is missing: LLM_TIMEOUT_SECONDS does nothing without it'],
    ],
    [
      'an unknown provider',
      { LLM_PROVIDER: 'oracle' },
      ['LLM_PROVIDER is not one of openai-compatible, anthropic'],
    ],
  ])('must be set completely: %s stops the start', (_, settings, problems) => {
    expect(problemsOf(settings)).toEqual(problems)
  })

  it.each([
    ['ollama:11434', 'is not a web address such as http://localhost:11434/v1'],
    ['http://user:secret@ollama:11434/v1', 'has a name or a password in it: a key belongs in LLM_API_KEY'],
    [
      'http://ollama:11434/v1/chat/completions',
      'goes up to and without /chat/completions, such as http://localhost:11434/v1',
    ],
    [
      'http://ollama:11434/v1?key=secret',
      'goes up to and without /chat/completions, such as http://localhost:11434/v1',
    ],
  ])('refuses the address %s, and does not repeat it', (address, problem) => {
    const settings = { LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: address, LLM_MODEL: 'tiny' }
    expect(problemsOf(settings)).toEqual([`LLM_BASE_URL ${problem}`])
  })

  it.each(['4', '1801', '1.5', 'soon'])('refuses a timeout of %s seconds', (seconds) => {
    const settings = { LLM_PROVIDER: 'anthropic', LLM_MODEL: 'a', LLM_API_KEY: 'key' }
    expect(problemsOf({ ...settings, LLM_TIMEOUT_SECONDS: seconds })).toHaveLength(1)
  })
})
