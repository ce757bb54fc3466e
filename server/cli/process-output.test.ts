import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

const MODULE = path.join(import.meta.dirname, 'process-output.ts')
/** Writes 20 MB as a command does, and reports at the end how much of it was ever buffered. */
const PROGRAM = `
  import { createProcessOutput } from ${JSON.stringify(MODULE)}
  const output = createProcessOutput(process)
  let most = 0
  try {
    for (let page = 0; page < 2_000; page += 1) {
      output.write('x'.repeat(9_999) + '\\n')
      most = Math.max(most, process.stdout.writableLength)
      await output.caughtUp()
    }
  } catch (error) {
    output.writeError(error.message + '\\n')
    process.exitCode = 1
  }
  output.writeError('most waiting: ' + most)
`

/** @param shell  the sh command that the program's output is piped into */
async function runThrough(shell: string) {
  const child = spawn(
    'sh',
    ['-c', `{ "$NODE_BIN" --input-type=module -e "$PROGRAM"; echo " exit $?" >&2; } ${shell}`],
    { env: { ...process.env, NODE_BIN: process.execPath, PROGRAM }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let out = 0
  let error = ''
  child.stdout.on('data', (data: Buffer) => (out += data.length))
  child.stderr.on('data', (data: Buffer) => (error += data.toString()))
  await once(child, 'close')
  return { out, error }
}

describe('the output of a process', () => {
  it('waits for a slow reader instead of buffering in memory', async () => {
    const { out, error } = await runThrough('| { sleep 1; cat; }')
    expect(out).toBe(20_000_000)
    const [, most, exit] = /most waiting: (\d+) exit (\d+)/.exec(error) ?? []
    expect(exit).toBe('0')
    expect(Number(most)).toBeLessThan(200_000)
  })

  it('ends the command with a message and no stack trace if it is closed early', async () => {
    const { out, error } = await runThrough('| head -n 1')
    expect(out).toBe(10_000)
    expect(error).toMatch(/^The output was closed before its end\.\nmost waiting: \d+ exit 1\n$/)
  })

  // Only Linux has a device that is always full.
  it.skipIf(!existsSync('/dev/full'))('says so if the disk is full', async () => {
    const { error } = await runThrough('> /dev/full')
    expect(error).toContain('The output cannot be written: ENOSPC')
    expect(error).toContain('The output was closed before its end.')
    expect(error).toContain('exit 1')
  })
})

describe('untilInterrupted', () => {
  it.each([
    ['Ctrl-C', ['SIGINT']],
    ['SIGTERM', ['SIGTERM']],
    ['a lost terminal, of which the shell and the system may each tell', ['SIGHUP', 'SIGHUP']],
  ] as const)('ends the work in good order at %s', async (_, signals) => {
    const program = `
      import { once } from 'node:events'
      import { untilInterrupted } from ${JSON.stringify(MODULE)}
      await untilInterrupted(async (signal) => {
        process.stdout.write('begun')
        process.stdin.resume()
        await once(signal, 'abort')
        process.stdout.write(' stopping')
        await once(process.stdin, 'end')
      })
      process.stdout.write(' ended')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.on('data', (data: Buffer) => (out += data.toString()))
    const closed = once(child, 'close')
    await expect.poll(() => out).toBe('begun')
    for (const signal of signals) {
      child.kill(signal)
      await expect.poll(() => out).toBe('begun stopping')
    }
    child.stdin.end()
    expect(await closed).toEqual([0, null])
    expect(out).toBe('begun stopping ended')
  })
})
