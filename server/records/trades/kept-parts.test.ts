import { setImmediate } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import { askOnBehalfOf } from '../../lib/askers.ts'
import { createKeptParts } from './kept-parts.ts'

interface Part {
  readonly name: string
}

describe('createKeptParts', () => {
  it('reads a part once for any number of callers', async () => {
    const partOf = createKeptParts<Part>()
    let readings = 0
    const read = async () => ({ name: `reading ${++readings}` })
    const atOnce = await Promise.all([partOf('ACME', read), partOf('ACME', read)])
    expect([...atOnce, await partOf('ACME', read)].map(({ name }) => name)).toEqual(
      Array.from({ length: 3 }, () => 'reading 1'),
    )
    expect(await partOf('OTHR', read)).toEqual({ name: 'reading 2' })
  })

  it('retries a part after a failure', async () => {
    const partOf = createKeptParts<Part>()
    await expect(partOf('ACME', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
    expect(await partOf('ACME', async () => ({ name: 'found' }))).toEqual({ name: 'found' })
  })
})

describe('createKeptParts with many parts at once', () => {
  it('reads them one after another and yields to other work in between', async () => {
    const partOf = createKeptParts<Part>()
    const order: string[] = []
    const read = (name: string) =>
      partOf(name, async () => {
        order.push(name)
        // Simulates another client's request that arrives during this read.
        void setImmediate().then(() => order.push(`after ${name}`))
        return { name }
      })
    await askOnBehalfOf('many', () => Promise.all(['A', 'B', 'C'].map(read)))
    expect(order).toEqual(['A', 'after A', 'B', 'after B', 'C', 'after C'])
  })

  it('serves another client before all parts of the first are read', async () => {
    const partOf = createKeptParts<Part>()
    const order: string[] = []
    const ask = (client: string, name: string) =>
      askOnBehalfOf(client, () =>
        partOf(name, async () => {
          order.push(name)
          return { name }
        }),
      )
    await Promise.all([...['A', 'B', 'C', 'D'].map((name) => ask('many', name)), ask('one', 'Z')])
    expect(order.indexOf('Z')).toBeLessThan(2)
  })

  /** Has clients ask for 60 parts each, at once.
   *  @returns what those that were not read were told */
  async function askFor(clients: number) {
    const partOf = createKeptParts<Part>()
    const ask = (index: number) =>
      askOnBehalfOf(`client ${index % clients}`, () => partOf(`T${index}`, async () => ({ name: 'read' })))
    const outcomes = await Promise.allSettled(Array.from({ length: clients * 60 }, (_, index) => ask(index)))
    return {
      partOf,
      refused: outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
      ),
    }
  }

  it('rejects further parts if too many are waiting', async () => {
    const { refused } = await askFor(20)
    expect(refused).not.toEqual([])
    expect(refused[0]).toMatchObject({ code: 'not-ready', retryAfterSeconds: 5 })
  })

  it('reads 60 a minute for a client, which still gets kept ones; others get all', async () => {
    const { partOf, refused } = await askFor(1)
    expect(refused).toEqual([])
    const askAs = (client: string, name: string) =>
      askOnBehalfOf(client, () => partOf(name, async () => ({ name: 'read' })))
    await expect(askAs('client 0', 'another')).rejects.toMatchObject({
      code: 'too-many-requests',
      retryAfterSeconds: 60,
    })
    expect(await askAs('client 0', 'T7')).toEqual({ name: 'read' })
    expect(await askAs('visitor', 'another')).toEqual({ name: 'read' })
    expect(await askAs('client 0', 'another')).toEqual({ name: 'read' })
  })
})
