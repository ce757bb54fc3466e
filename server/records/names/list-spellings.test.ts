import { expect, it, vi } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { keepSpellings } from './list-spellings.ts'

it('keeps the spellings for an hour, then until they are read again, or while they cannot be', async () => {
  let nowMs = 0
  const lists = [new Map([['APPF', ['AppFolio, Inc.']]]), new Error('no database'), new Map()]
  const read = vi.fn<() => Promise<ReadonlyMap<string, readonly string[]>>>(async () => {
    const next = lists.shift()
    if (next instanceof Map) return next
    throw next
  })
  const find = keepSpellings(read, { clock: { now: () => new Date(nowMs) }, logger: createLogger('silent') })
  const first = await find()
  expect(first.get('APPF')).toEqual(['AppFolio, Inc.'])
  nowMs = 59 * 60_000
  expect(await find()).toBe(first)
  nowMs = 60 * 60_000
  expect(await find()).toBe(first)
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  nowMs = 120 * 60_000
  await expect.poll(async () => (await find()).size).toBe(0)
})

it('uses those of an hour ago while they are being read, however long that takes', async () => {
  let nowMs = 0
  const lists = [Promise.resolve(new Map([['APPF', ['AppFolio, Inc.']]])), new Promise<never>(() => {})]
  const list = () => lists.shift()!
  const find = keepSpellings(list, { clock: { now: () => new Date(nowMs) }, logger: createLogger('silent') })
  const first = await find()
  nowMs = 60 * 60_000
  expect(await find()).toBe(first)
  expect(lists).toEqual([])
})

it('reads an empty list again after a minute', async () => {
  let nowMs = 0
  const lists = [new Map(), new Map([['APPF', ['AppFolio, Inc.']]])]
  const list = async () => lists.shift() ?? new Map<string, readonly string[]>()
  const find = keepSpellings(list, { clock: { now: () => new Date(nowMs) }, logger: createLogger('silent') })
  expect((await find()).size).toBe(0)
  nowMs = 59_000
  expect((await find()).size).toBe(0)
  nowMs = 60_000
  expect((await find()).get('APPF')).toEqual(['AppFolio, Inc.'])
})

it.each([[[]], [[['APPF', ['AppFolio, Inc.']]]]] as [string, string[]][][][])(
  'stay the same map while nothing changes: %j',
  async (entries) => {
    let nowMs = 0
    let reads = 0
    const list = async () => {
      reads += 1
      return new Map(entries)
    }
    const find = keepSpellings(list, {
      clock: { now: () => new Date(nowMs) },
      logger: createLogger('silent'),
    })
    const first = await find()
    nowMs += 60 * 60_000
    await find()
    expect(reads).toBe(2)
    expect(await find()).toBe(first)
  },
)
