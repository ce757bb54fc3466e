import { describe, expect, it } from 'vitest'

import { readApart } from './read-apart.ts'

const FILE = 'observation_date,RATE\n2025-01-01,4.0\n'
const OBSERVATIONS = new Map([['RATE', [{ date: '2025-01-01', value: '4.0', isPreliminary: false }]]])
/** The program that reads takes about 110 MB of them. */
const LITTLE_MEMORY = { timeoutMs: 60_000, maxMemoryMb: 220 }

describe('readApart', () => {
  it('gives what a reader gives, maps and all', async () => {
    expect(await readApart('fred', Buffer.from(FILE))).toEqual(OBSERVATIONS)
  })

  it('tells what is cut off from what cannot be read', async () => {
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

  it('refuses what takes too much memory, in buffers too, and reads the next document', async () => {
    const large = Buffer.from(`observation_date,RATE\n${'2025-01-01,4.0\n'.repeat(5_000_000)}`)
    expect(await readApart('fred', Buffer.from(FILE), undefined, LITTLE_MEMORY)).toEqual(OBSERVATIONS)
    await expect(readApart('fred', large, undefined, LITTLE_MEMORY)).rejects.toMatchObject({
      name: 'UnreadableFilingError',
      code: 'too-much',
      message: 'it took more than 220 MB of memory to read',
    })
    expect(await readApart('fred', Buffer.from(FILE), undefined, LITTLE_MEMORY)).toEqual(OBSERVATIONS)
  })

  it('refuses what takes too much time', async () => {
    await expect(
      readApart('fred', Buffer.from(FILE), undefined, { timeoutMs: 1, maxMemoryMb: 300 }),
    ).rejects.toMatchObject({ code: 'too-much', message: 'it took longer than 0.001 seconds to read' })
  })

  it('reads many at a time, each to its own asker', async () => {
    const dates = Array.from({ length: 20 }, (_, index) => `2025-01-${String(index + 1).padStart(2, '0')}`)
    const read = await Promise.all(
      dates.map((date) => readApart('fred', Buffer.from(`observation_date,RATE\n${date},1\n`))),
    )
    expect(read.map((series) => series.get('RATE')?.[0]?.date)).toEqual(dates)
  })
})
