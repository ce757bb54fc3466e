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
  it('prints what of the made-up week is accepted, and what lies are caught, by kind', async () => {
    const { exitCode, out, error } = await measure()
    expect(error).toBe('')
    expect(exitCode).toBe(0)
    expect(out).toMatch(/^true sentences accepted: (\d+) of \1 \(100\.0%\)$/m)
    expect(out).toMatch(/^lies caught: (\d+) of \1 \(100\.0%\)$/m)
    expect(out).toMatch(/^ {2}record: (\d+) of \1/m)
    expect(out).not.toMatch(/refused|PASSED/)
  })

  it('says of a file that is none what is wrong with it', async () => {
    const { exitCode, error } = await measure('/nowhere/set.json')
    expect(exitCode).toBe(1)
    expect(error).toContain('/nowhere/set.json')
  })
})
