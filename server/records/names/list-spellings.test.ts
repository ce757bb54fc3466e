import { expect, it } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { keepSpellings } from './list-spellings.ts'

it('keeps the spellings for an hour, and the last ones while they cannot be read', async () => {
  let nowMs = 0
  const lists = [new Map([['APPF', ['AppFolio, Inc.']]]), new Error('no database'), new Map()]
  const list = async () => {
    const next = lists.shift()
    if (next instanceof Map) return next as ReadonlyMap<string, readonly string[]>
    throw next
  }
  const find = keepSpellings(list, { clock: { now: () => new Date(nowMs) }, logger: createLogger('silent') })
  const first = await find()
  expect(first.get('APPF')).toEqual(['AppFolio, Inc.'])
  nowMs = 59 * 60_000
  expect(await find()).toBe(first)
  nowMs = 60 * 60_000
  expect(await find()).toBe(first)
  nowMs = 120 * 60_000
  expect((await find()).size).toBe(0)
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

it('stay the same map while there are none', async () => {
  let nowMs = 0
  const list = async () => new Map<string, readonly string[]>()
  const find = keepSpellings(list, { clock: { now: () => new Date(nowMs) }, logger: createLogger('silent') })
  const first = await find()
  nowMs += 10 * 60_000
  expect(await find()).toBe(first)
})
