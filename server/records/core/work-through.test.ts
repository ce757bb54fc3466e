import { expect, it } from 'vitest'

import { workThrough } from './work-through.ts'

it('handles each item once, at most `atOnce` at a time', async () => {
  let underWay = 0
  let most = 0
  const done: number[] = []
  await workThrough([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, ++underWay)
    await Promise.resolve()
    underWay--
    done.push(item)
  })
  expect(most).toBe(2)
  expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
})

it('starts nothing after an error and throws it once running work is done', async () => {
  const done: number[] = []
  const work = workThrough([1, 2, 3, 4], 2, async (item) => {
    if (item === 1) throw new RangeError('a mistake')
    await new Promise((resolve) => setImmediate(resolve))
    done.push(item)
  })
  await expect(work).rejects.toThrow('a mistake')
  expect(done).toEqual([2])
})
