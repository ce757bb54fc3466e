import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { createPace } from './pace.ts'

const createResponse = () => new EventEmitter() as ServerResponse

it('begins so many requests of one client in a turn of the event loop, in order', async () => {
  const pace = createPace({ inATurn: 2, waiting: 100 })
  const begun: string[] = []
  const ask = (client: string, name: string) => pace.begin(client, createResponse(), () => begun.push(name))
  for (const name of ['1', '2', '3', '4', '5', '6', '7']) ask('many', name)
  ask('other', 'other')
  // Two are of any client.
  expect(begun).toEqual(['1', '2', '3', '4', 'other'])
  await setImmediate()
  expect(begun.slice(5)).toEqual(['5', '6'])
  ask('many', '8')
  await setImmediate()
  expect(begun.slice(7)).toEqual(['7', '8'])
})

it('begins at once again in a later turn', async () => {
  const pace = createPace({ inATurn: 1, waiting: 100 })
  let begun = 0
  for (let turn = 1; turn <= 3; turn++) {
    pace.begin('one', createResponse(), () => (begun += 1))
    expect(begun).toBe(turn)
    await setImmediate()
  }
})

it('holds no request that is given up, and only so many others', async () => {
  const pace = createPace({ inATurn: 1, waiting: 3 })
  const begun: number[] = []
  const responses = Array.from({ length: 10 }, createResponse)
  const ask = (response: ServerResponse, index: number) =>
    pace.begin('many', response, () => begun.push(index))
  responses.forEach(ask)
  // Two at once, three wait, the others begin at once, too.
  expect(begun).toEqual([0, 1, 5, 6, 7, 8, 9])
  for (const response of responses) response.emit('close')
  ask(createResponse(), 10)
  await setImmediate()
  expect(begun.slice(7)).toEqual([10])
})
