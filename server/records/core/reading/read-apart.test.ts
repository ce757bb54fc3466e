import { spawnSync, type ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import { describe, expect, it, onTestFinished } from 'vitest'

import { readApart } from './read-apart.ts'

const FILE = 'observation_date,RATE\n2025-01-01,4.0\n'
const OBSERVATIONS = new Map([['RATE', [{ date: '2025-01-01', value: '4.0', isPreliminary: false }]]])
/** The reading process itself takes about 110 MB of this. */
const LITTLE_MEMORY = { timeoutMs: 60_000, maxMemoryMb: 220 }

/** Kills each of the next reading processes as soon as it runs, long before it can read anything.
 *  @returns ends the killing */
function killNext(count: number): () => void {
  let left = count
  const onStart = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    if (left-- > 0) child.once('spawn', () => child.kill('SIGKILL'))
  }
  subscribe('child_process', onStart)
  return () => unsubscribe('child_process', onStart)
}

/** Runs a program that may open 200 files, with readApart and the bytes of FILE. */
function runProgram(program: string): { status: number | null; stdout: string } {
  const names = `
    const { readApart } = await import(${JSON.stringify(new URL('read-apart.ts', import.meta.url))})
    const FILE = Buffer.from(${JSON.stringify(FILE)})`
  const { status, stdout } = spawnSync(
    'sh',
    [
      '-c',
      'ulimit -n 200 && exec "$0" --input-type=module --eval "$1"',
      process.execPath,
      `${names}\n${program}`,
    ],
    { encoding: 'utf8' },
  )
  return { status, stdout }
}

describe('readApart', () => {
  it('returns what the reader returns, including maps', async () => {
    expect(await readApart('fred', Buffer.from(FILE))).toEqual(OBSERVATIONS)
  })

  it('tells a truncated document from an unreadable one', async () => {
    await expect(readApart('fred', Buffer.from('observation_date,RATE\n2025'))).rejects.toThrow(
      new TypeError('the file is cut off in the middle of a line'),
    )
    await expect(readApart('bls', Buffer.from('{'))).rejects.toThrow(
      new TypeError('the answer is cut off or damaged'),
    )
    const deep = `<feed>${'<b>'.repeat(500)}${'</b>'.repeat(500)}</feed>`
    await expect(readApart('treasury', Buffer.from(deep), { codes: [] })).rejects.toMatchObject({
      name: 'UnreadableFilingError',
      code: 'unreadable',
    })
  })

  it('rejects a document that takes too much memory, buffers included, and reads the next one', async () => {
    const large = Buffer.from(`observation_date,RATE\n${'2025-01-01,4.0\n'.repeat(2_000_000)}`)
    expect(await readApart('fred', Buffer.from(FILE), undefined, LITTLE_MEMORY)).toEqual(OBSERVATIONS)
    await expect(readApart('fred', large, undefined, LITTLE_MEMORY)).rejects.toMatchObject({
      name: 'UnreadableFilingError',
      code: 'too-much',
      message: 'it took more than 220 MB of memory to read',
    })
    expect(await readApart('fred', Buffer.from(FILE), undefined, LITTLE_MEMORY)).toEqual(OBSERVATIONS)
  })

  it('rejects a document that takes too long', async () => {
    await expect(
      readApart('fred', Buffer.from(FILE), undefined, { timeoutMs: 1, maxMemoryMb: 300 }),
    ).rejects.toMatchObject({ code: 'too-much', message: 'it took longer than 0.001 seconds to read' })
  })

  it('blames no document where its process is killed by somebody else, and reads it in another one', async () => {
    const file = Buffer.from(FILE)
    const stopOnce = killNext(1)
    // No process that is already running has these limits.
    expect(await readApart('fred', file, undefined, { timeoutMs: 60_000, maxMemoryMb: 501 })).toEqual(
      OBSERVATIONS,
    )
    stopOnce()
    const stopTwice = killNext(2)
    await expect(
      readApart('fred', file, undefined, { timeoutMs: 60_000, maxMemoryMb: 502 }),
    ).rejects.toMatchObject({
      name: 'ReadingStoppedError',
      message: 'our reading of it was stopped twice (SIGKILL)',
    })
    stopTwice()
  })

  it('blames no document where no process can be started', async () => {
    const { execPath } = process
    onTestFinished(() => void (process.execPath = execPath))
    process.execPath = '/nowhere/node'
    await expect(
      // No process that is already running has these limits.
      readApart('fred', Buffer.from(FILE), undefined, { timeoutMs: 60_000, maxMemoryMb: 503 }),
    ).rejects.toMatchObject({
      name: 'ReadingStoppedError',
      message: 'our reading of it was stopped twice (spawn /nowhere/node ENOENT)',
    })
  })

  it('blames no document where there is no file descriptor left for a process', () => {
    expect(
      runProgram(`
        import { closeSync, openSync } from 'node:fs'
        const open = []
        try {
          for (;;) open.push(openSync('/dev/null'))
        } catch (error) {
          if (error.code !== 'EMFILE') throw error
        }
        const outcome = await readApart('fred', FILE).catch((error) => error.name)
        for (const one of open) closeSync(one)
        process.stdout.write(outcome)`),
    ).toEqual({ status: 0, stdout: 'ReadingStoppedError' })
  })

  it('waits for the end of its processes before the program ends', () => {
    expect(
      runProgram(`
        import { subscribe } from 'node:diagnostics_channel'
        subscribe('child_process', ({ process: child }) => {
          child.once('exit', () => process.stdout.write(', ended'))
        })
        await readApart('fred', FILE)
        process.stdout.write('read')`),
    ).toEqual({ status: 0, stdout: 'read, ended' })
  })

  it('returns each of many concurrent reads to its own caller', async () => {
    const dates = Array.from({ length: 20 }, (_, index) => `2025-01-${String(index + 1).padStart(2, '0')}`)
    const read = await Promise.all(
      dates.map((date) => readApart('fred', Buffer.from(`observation_date,RATE\n${date},1\n`))),
    )
    expect(read.map((series) => series.get('RATE')?.[0]?.date)).toEqual(dates)
  })
})
