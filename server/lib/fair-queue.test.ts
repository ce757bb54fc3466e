import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import {
  askOnBehalfOf,
  askOnBehalfOfAll,
  Askers,
  createFairQueue,
  currentAskers,
  GoneError,
  QueueFullError,
} from './fair-queue.ts'
import { createOnce } from './once.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Work that ends when told to. */
function createWork() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    of: (name: string) => (client: string | undefined) => {
      begun.push(`${name} by ${client ?? 'the site'}`)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    },
    endOne: async () => {
      ends.shift()?.()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

describe('Askers', () => {
  it('are those who joined, each client once, and those who join them later', () => {
    const [all, some] = [new Askers(), new Askers()]
    all.join(some)
    some.join(Askers.of('a'))
    some.join(Askers.of('b'))
    all.join(Askers.of('a'))
    expect([all.clients, some.clients]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  it('are gone once all of them have hung up', () => {
    const all = new Askers()
    const [first, second] = [Askers.of('a'), Askers.of('a')]
    all.join(first)
    all.join(second)
    first.hangUp()
    expect(all.areGone).toBe(false)
    second.hangUp()
    expect(all.areGone).toBe(true)
    expect(() => all.throwIfGone()).toThrow(GoneError)
  })

  it('of the site are never gone', () => {
    expect(currentAskers().clients).toEqual([undefined])
    expect(askOnBehalfOf('a', currentAskers).clients).toEqual(['a'])
  })
})

describe('what waits in line', () => {
  const createQueue = () => createFairQueue({ places: 1, maxWaiting: 20, patienceMs: 5_000 })

  it('is in the line of each who wants it, and enters by the first turn', async () => {
    const [queue, work] = [createQueue(), createWork()]
    const greedy = Askers.of('greedy')
    const shared = new Askers()
    shared.join(greedy)
    const all = ['1', '2', '3'].map((name) => queue.run(greedy, work.of(name)))
    all.push(queue.run(shared, work.of('shared')))
    await vi.advanceTimersByTimeAsync(0)
    shared.join(Askers.of('visitor'))
    for (let turn = 0; turn < 4; turn++) await work.endOne()
    expect(work.begun).toEqual(['1 by greedy', '2 by greedy', 'shared by visitor', '3 by greedy'])
    expect(await Promise.all(all)).toEqual(['1', '2', '3', 'shared'])
  })

  it('is dropped once nobody waits for it any more, and gives its place in line to the next', async () => {
    const [queue, work] = [createQueue(), createWork()]
    const first = queue.run(Askers.of('a'), work.of('first'))
    const gone = Askers.of('b')
    const dropped = Promise.allSettled([queue.run(gone, work.of('dropped'))])
    const next = queue.run(Askers.of('b'), work.of('next'))
    gone.hangUp()
    expect(await dropped).toMatchObject([{ status: 'rejected', reason: expect.any(GoneError) as unknown }])
    await work.endOne()
    await work.endOne()
    expect(await Promise.all([first, next])).toEqual(['first', 'next'])
    expect(work.begun).toEqual(['first by a', 'next by b'])
    await expect(queue.run(gone, work.of('never'))).rejects.toThrow(GoneError)
  })

  it('waits as long for who joined as for whoever came first', async () => {
    const [queue, work] = [createQueue(), createWork()]
    const first = queue.run(Askers.of('a'), work.of('first'))
    const shared = new Askers()
    shared.join(Askers.of('b'))
    const settled = Promise.allSettled([queue.run(shared, work.of('shared'))])
    await vi.advanceTimersByTimeAsync(4_000)
    shared.join(Askers.of('c'))
    await vi.advanceTimersByTimeAsync(4_999)
    await work.endOne()
    await work.endOne()
    expect(await first).toBe('first')
    expect(await settled).toEqual([{ status: 'fulfilled', value: 'shared' }])
  })

  it('is turned away when each who wants it has lost patience', async () => {
    const [queue, work] = [createQueue(), createWork()]
    const first = queue.run(Askers.of('a'), work.of('first'))
    const settled = Promise.allSettled([queue.run(Askers.of('b'), work.of('late'))])
    await vi.advanceTimersByTimeAsync(5_001)
    expect(await settled).toMatchObject([{ reason: expect.any(QueueFullError) as unknown }])
    await work.endOne()
    expect(await first).toBe('first')
    expect(work.begun).toHaveLength(1)
  })
})

describe('what several ask for at once', () => {
  it('is done on behalf of all of them', async () => {
    const once = createOnce<string[]>()
    const { promise, resolve } = Promise.withResolvers<void>()
    const start = async () => {
      const askers = currentAskers()
      await promise
      return askers.clients as string[]
    }
    const asked = ['a', 'b', 'a'].map((client) => askOnBehalfOf(client, () => once.run('k', start)))
    resolve()
    expect(await Promise.all(asked)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  it('is begun again for who joined too late, when all others had hung up', async () => {
    const once = createOnce<string>()
    const { promise, reject } = Promise.withResolvers<string>()
    const work = vi.fn<() => Promise<string>>().mockReturnValueOnce(promise).mockResolvedValue('value')
    const gone = Askers.of('a')
    const first = Promise.allSettled([askOnBehalfOfAll(gone, () => once.run('k', work))])
    const second = askOnBehalfOf('b', () => once.run('k', work))
    gone.hangUp()
    reject(new GoneError())
    expect(await first).toMatchObject([{ status: 'rejected' }])
    expect(await second).toBe('value')
    expect(work).toHaveBeenCalledTimes(2)
  })
})
