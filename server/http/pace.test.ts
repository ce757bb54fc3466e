import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { createPace } from './pace.ts'

const createResponse = () => new EventEmitter() as ServerResponse

it('begins so many requests of one client in a turn of the event loop, in order', async () => {
  const pace = createPace(2)
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
  const pace = createPace(1)
  let begun = 0
  for (let turn = 1; turn <= 3; turn++) {
    pace.begin('one', createResponse(), () => (begun += 1))
    expect(begun).toBe(turn)
    await setImmediate()
  }
})

it('holds no request that is given up', async () => {
  const pace = createPace(1)
  const begun: number[] = []
  const responses = Array.from({ length: 1_000 }, createResponse)
  const ask = (response: ServerResponse, index: number) =>
    pace.begin('many', response, () => begun.push(index))
  responses.forEach(ask)
  for (const response of responses) response.emit('close')
  ask(createResponse(), 1_000)
  await setImmediate()
  expect(begun).toEqual([0, 1, 1_000])
})
