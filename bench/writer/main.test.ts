import { execFile } from 'node:child_process'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { chatAnswer, startLyingServer } from '../../server/letter/writer/testing/lying-server.ts'
import { readSet } from './read-set.ts'

const MAIN = path.join(import.meta.dirname, 'main.ts')

async function measure(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return new Promise<{ exitCode: unknown; out: string; error: string }>((resolve) => {
    execFile(
      process.execPath,
      [MAIN, ...words],
      { env: { ...process.env, ...env } },
      (failure, out, error) => {
        resolve({ exitCode: failure?.code ?? 0, out, error })
      },
    )
  })
}

describe('bench:writer', () => {
  it('says what is wrong with an invalid file', () => {
    expect(() => readSet('/nowhere/set.json')).toThrow('/nowhere/set.json')
  })

  it('prints how many true sentences of the invented week are accepted and how many lies are caught, by kind, and asks the operator’s models', async () => {
    const server = await startLyingServer(({ body }) => {
      const asked = JSON.stringify(JSON.parse(body))
      if (!asked.includes('You compare sentences')) {
        return chatAnswer(JSON.stringify({ items: [{ n: 1, say: '{1.who} bought all of {1.company}.' }] }))
      }
      return chatAnswer(JSON.stringify({ answers: [{ n: 1, same: 'none', added: [] }] }))
    })
    const origin = `${server.origin}/v1`
    const { exitCode, out, error } = await measure(['--model'], {
      LLM_PROVIDER: 'openai-compatible',
      LLM_BASE_URL: origin,
      LLM_MODEL: 'words',
      LLM_CHECK_PROVIDER: 'openai-compatible',
      LLM_CHECK_BASE_URL: origin,
      LLM_CHECK_MODEL: 'check',
    })
    await server.stop()
    expect([exitCode, error]).toEqual([0, ''])
    expect(out).toMatch(/^true sentences accepted: (\d+) of \1 \(100\.0%\)$/m)
    expect(out).toMatch(/^lies caught: (\d+) of \1 \(100\.0%\)$/m)
    expect(out).toMatch(/^ {2}record: (\d+) of \1/m)
    expect(out).not.toMatch(/refused|PASSED/)
    expect(out).toContain('accepted by the first layer: 0 of 1 (0.0%)')
    expect(out).toContain(
      'true sentences accepted by both layers: 0 of 32 (0.0%) of those that the first accepts',
    )
    expect(out).toMatch(/^checked by openai-compatible\/check: [\d.]+ s, 8 tokens in, 8 out$/m)
    expect(out).toContain('without an answer: 24')
  })
})
