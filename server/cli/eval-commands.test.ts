import { describe, expect, it } from 'vitest'

import { loadConfig } from '../config.ts'
import { runCommand } from './program.ts'

/** What came of `lunchpail eval` with these words, in a process without database. */
async function evaluate(...words: readonly string[]) {
  const written = { out: '', error: '' }
  const exitCode = await runCommand(
    { words: ['eval', ...words], folder: '.' },
    {
      config: loadConfig({}),
      deps: () => Promise.reject(new Error('nothing is opened to measure')),
      output: {
        write: (text) => void (written.out += text),
        writeError: (text) => void (written.error += text),
      },
    },
  )
  return { exitCode, ...written }
}

describe('eval writer', () => {
  it('prints a table and ends well when all bars are reached', async () => {
    const { exitCode, out, error } = await evaluate('writer')
    expect(error).toBe('')
    expect(exitCode).toBe(0)
    expect(out).toMatch(/^advice {2,}30 of 30 {2,}30 of 30$/m)
    expect(out).toMatch(/^clean texts refused {2,}0 of 240 {2,}0 of 240$/m)
    expect(out).toContain('Seed: 2025')
  })

  it('prints one line of JSON for machines', async () => {
    const { out } = await evaluate('writer', '--json', '--seed', '11')
    expect(out.split('\n')).toHaveLength(2)
    expect(JSON.parse(out)).toMatchObject({ seed: 11, below: [] })
  })

  it('refuses a seed that is no number', async () => {
    const { exitCode, error } = await evaluate('writer', '--seed', 'x')
    expect(exitCode).toBe(2)
    expect(error).toContain('--seed takes a whole number')
  })
})
