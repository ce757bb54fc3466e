import { spawnSync } from 'node:child_process'

import { describe, expect, it, vi } from 'vitest'

import { readApart } from './read-apart.ts'

const FILE = 'observation_date,RATE\n2025-01-01,4.0\n'
const OBSERVATIONS = new Map([['RATE', [{ date: '2025-01-01', value: '4.0', isPreliminary: false }]]])
/** The reading process itself takes about 110 MB of this. */
const LITTLE_MEMORY = { timeoutMs: 60_000, maxMemoryMb: 220 }

/** The reading processes that run now. */
const listReaders = () =>
  spawnSync('pgrep', ['-P', String(process.pid), '-f', 'reading-process'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line !== '')
    .map(Number)

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
    const large = Buffer.from(`observation_date,RATE\n${'2025-01-01,4.0\n'.repeat(1_000_000)}`)
    const plenty = { timeoutMs: 60_000, maxMemoryMb: 3_000 }
    const killed = new Set<number>()
    const killNext = async () => {
      const pid = await vi.waitUntil(() => listReaders().find((one) => !killed.has(one)), { timeout: 20_000 })
      killed.add(pid)
      process.kill(pid, 'SIGKILL')
    }
    const once = readApart('fred', large, undefined, plenty)
    await killNext()
    expect((await once).size).toBe(1)
    for (const one of listReaders()) killed.add(one)
    const twice = readApart('fred', large, undefined, { ...plenty, maxMemoryMb: 3_001 }).catch(
      (error: unknown) => error,
    )
    await killNext()
    await killNext()
    expect(await twice).toMatchObject({
      name: 'ReadingStoppedError',
      message: 'our reading of it was stopped twice',
    })
  }, 60_000)

  it('returns each of many concurrent reads to its own caller', async () => {
    const dates = Array.from({ length: 20 }, (_, index) => `2025-01-${String(index + 1).padStart(2, '0')}`)
    const read = await Promise.all(
      dates.map((date) => readApart('fred', Buffer.from(`observation_date,RATE\n${date},1\n`))),
    )
    expect(read.map((series) => series.get('RATE')?.[0]?.date)).toEqual(dates)
  })
})
