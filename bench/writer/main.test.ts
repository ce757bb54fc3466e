import { execFile } from 'node:child_process'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

const MAIN = path.join(import.meta.dirname, 'main.ts')

async function measure(...words: readonly string[]) {
  return new Promise<{ exitCode: unknown; out: string; error: string }>((resolve) => {
    execFile(process.execPath, [MAIN, ...words], (failure, out, error) => {
      resolve({ exitCode: failure?.code ?? 0, out, error })
    })
  })
}

describe('bench:writer', () => {
  it('prints a table and ends well when all bars are reached', async () => {
    const { exitCode, out, error } = await measure()
    expect(error).toBe('')
    expect(exitCode).toBe(0)
    expect(out).toMatch(/^advice {2,}30 of 30 {2,}30 of 30$/m)
    expect(out).toMatch(/^clean texts refused {2,}0 of 240 {2,}0 of 240$/m)
    expect(out).toContain('Seed: 2025')
  })

  it('prints one line of JSON for machines', async () => {
    const { out } = await measure('--json', '--seed', '11')
    expect(out.split('\n')).toHaveLength(2)
    expect(JSON.parse(out)).toMatchObject({ seed: 11, below: [] })
  })

  it('refuses a seed that is no number', async () => {
    const { exitCode, error } = await measure('--seed', 'x')
    expect(exitCode).toBe(2)
    expect(error).toContain('--seed takes a whole number')
  })
})
