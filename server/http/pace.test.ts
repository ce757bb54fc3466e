import { setImmediate } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { createPace } from './pace.ts'

it('begins so many pieces of work of one client in a turn of the event loop, in order', async () => {
  const pace = createPace(2)
  const begun: string[] = []
  for (const piece of ['1', '2', '3', '4', '5']) pace('many', () => begun.push(`many ${piece}`))
  pace('other', () => begun.push('other'))
  expect(begun).toEqual(['many 1', 'many 2', 'other'])
  await setImmediate()
  expect(begun.slice(3)).toEqual(['many 3', 'many 4'])
  pace('many', () => begun.push('many 6'))
  await setImmediate()
  expect(begun.slice(5)).toEqual(['many 5', 'many 6'])
})

it('begins at once again in a later turn', async () => {
  const pace = createPace(1)
  let begun = 0
  for (let turn = 1; turn <= 3; turn++) {
    pace('one', () => (begun += 1))
    expect(begun).toBe(turn)
    await setImmediate()
  }
})
