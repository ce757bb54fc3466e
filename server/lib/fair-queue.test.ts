import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { askOnBehalfOf, askOnBehalfOfAll, Askers, currentAskers, GoneError } from './askers.ts'
import { SourceError } from './errors.ts'
import { createFairQueue, mapInTurns, QueueFullError } from './fair-queue.ts'
import { createOnce } from './once.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates tasks that end on command. */
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
  it('include those who joined and those who join them later, each client once', () => {
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

  it('are gone once all have hung up', () => {
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

  it('are by default the site itself', () => {
    expect(currentAskers().clients).toEqual([undefined])
    expect(askOnBehalfOf('a', currentAskers).clients).toEqual(['a'])
  })
})

describe('a waiting task', () => {
  const createQueue = () => createFairQueue({ places: 1, maxWaiting: 20, patienceMs: 5_000 })
  const OWN_LINE = { maxWaiting: 20, patienceMs: 5_000, countsAsQueued: 'own line' } as const
  /** @returns this client's askers, who add it to the list once they are queued */
  const reportTo = (reported: unknown[], client: string) => {
    const askers = Askers.of(client)
    askers.onQueued((areQueued) => areQueued && reported.push(client))
    return askers
  }

  it('waits in the queue of each client that wants it, and starts with the first of them', async () => {
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

  it('starts with a newcomer, however many clients with long queues want it', async () => {
    const [queue, work] = [createFairQueue({ places: 8, maxWaiting: 80, patienceMs: 5_000 }), createWork()]
    const busy = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const all = ['1', '2', '3', '4'].flatMap((name) =>
      busy.map((client) => queue.run(Askers.of(client), work.of(name))),
    )
    const shared = new Askers()
    for (const client of busy) shared.join(Askers.of(client))
    all.push(queue.run(shared, work.of('shared')))
    shared.join(Askers.of('newcomer'))
    // Each of the others has a turn first.
    for (let turn = 0; turn < 9; turn++) await work.endOne()
    expect(work.begun.slice(16)).toEqual(['shared by newcomer'])
    for (let turn = 9; turn < all.length; turn++) await work.endOne()
    await Promise.all(all)
  })

  it('takes no more than eight places in the queues, however many clients want it', async () => {
    const [queue, work] = [createFairQueue({ places: 1, maxWaiting: 9, patienceMs: 5_000 }), createWork()]
    const shared = new Askers()
    for (let client = 0; client < 20; client++) shared.join(Askers.of(`${client}`))
    const all = [queue.run(Askers.of('first'), work.of('first')), queue.run(shared, work.of('shared'))]
    all.push(queue.run(Askers.of('visitor'), work.of('visitor')))
    for (let turn = 0; turn < all.length; turn++) await work.endOne()
    expect(await Promise.all(all)).toEqual(['first', 'shared', 'visitor'])
  })

  it('takes one place, even if several clients join it at the moment it starts', async () => {
    const work = createWork()
    const queue = createFairQueue({ places: 4, maxWaiting: 20, patienceMs: 5_000 })
    const shared = new Askers()
    shared.join(Askers.of('greedy'))
    const all = ['1', '2'].map((name) => queue.run(Askers.of('greedy'), work.of(name)))
    all.push(queue.run(shared, work.of('shared')))
    await vi.advanceTimersByTimeAsync(0)
    const joining = new Askers()
    joining.join(Askers.of('a'))
    joining.join(Askers.of('b'))
    shared.join(joining)
    await vi.advanceTimersByTimeAsync(0)
    while (work.begun.length < all.length) await work.endOne()
    for (let turn = 0; turn < all.length; turn++) await work.endOne()
    expect(await Promise.all(all)).toEqual(['1', '2', 'shared'])
    const later = ['c', 'd', 'e', 'f']
    all.push(...later.map((client) => queue.run(Askers.of(client), work.of('later'))))
    await vi.advanceTimersByTimeAsync(0)
    expect(work.begun.slice(3)).toEqual(later.map((client) => `later by ${client}`))
    for (let turn = 0; turn < later.length; turn++) await work.endOne()
    await Promise.all(all)
  })

  it('is reported if only its own client has much else to do, not if everybody has to wait', async () => {
    const reported: unknown[] = []
    const queue = createFairQueue({ ...OWN_LINE, places: 4 })
    const work = createWork()
    const run = (client: string) => queue.run(reportTo(reported, client), work.of(client))
    const all = ['a', 'a', 'a', 'a', 'b', 'c', 'd', 'b'].map(run)
    await vi.advanceTimersByTimeAsync(0)
    expect(work.begun).toEqual(['a by a', 'a by a', 'b by b', 'c by c'])
    // The third and fourth of the first client's; nobody else would have had a place either.
    expect(reported).toEqual(['a', 'a'])
    for (let turn = 0; turn < all.length; turn++) await work.endOne()
    await Promise.all(all)
  })

  it('is reported if its client has half of the places, or as soon as it is passed over', async () => {
    const reported: unknown[] = []
    const queue = createFairQueue({ ...OWN_LINE, places: 4 })
    const work = createWork()
    const run = (client: string) => queue.run(reportTo(reported, client), work.of(client))
    const all = ['a', 'b', 'b', 'c'].map(run)
    // All places are taken, half of them by b.
    all.push(run('b'))
    expect(reported).toEqual(['b'])
    all.push(run('a'), run('a'))
    expect(reported).toEqual(['b', 'a'])
    for (let turn = 0; turn < 2 * all.length; turn++) await work.endOne()
    await Promise.all(all)
  })

  it('is not reported if one of those who want it gets a place in the same moment', async () => {
    const reported: unknown[] = []
    const queue = createFairQueue({ ...OWN_LINE, places: 4 })
    const work = createWork()
    const all = ['c', 'a', 'a', 'd'].map((client) => queue.run(Askers.of(client), work.of(client)))
    const shared = new Askers()
    shared.join(Askers.of('a'))
    shared.join(Askers.of('b'))
    shared.onQueued((areQueued) => reported.push(areQueued))
    all.push(queue.run(shared, work.of('shared')))
    await work.endOne()
    expect([reported, work.begun.at(-1)]).toEqual([[], 'shared by b'])
    for (let turn = 0; turn < all.length; turn++) await work.endOne()
    await Promise.all(all)
  })

  it('is reported if another client that wants it hangs up, and again once it begins', async () => {
    const reported: unknown[] = []
    const queue = createFairQueue({ ...OWN_LINE, places: 2 })
    const work = createWork()
    const all = ['a', 'b'].map((client) => queue.run(Askers.of(client), work.of(client)))
    const [shared, other] = [new Askers(), Askers.of('c')]
    shared.join(Askers.of('a'))
    shared.join(other)
    shared.onQueued((areQueued) => reported.push([areQueued, ...shared.clients]))
    all.push(queue.run(shared, work.of('shared')))
    expect(reported).toEqual([])
    other.hangUp()
    expect(reported).toEqual([[true, 'a']])
    for (let turn = 0; turn < all.length; turn++) await work.endOne()
    expect(reported).toEqual([
      [true, 'a'],
      [false, 'a'],
    ])
    await Promise.all(all)
  })

  it('is dropped once nobody waits for it, and leaves its place to the next', async () => {
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

  it('waits its full time for a client that joined later', async () => {
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

  it('is refused once the waiting time of every client that wants it is over', async () => {
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

describe('a place', () => {
  it.each([
    { places: 1, most: 1 },
    { places: 4, most: 2 },
    { places: 5, most: 2 },
  ])(
    'goes to one client for at most half of $places, so that others begin at once',
    async ({ places, most }) => {
      const [queue, work] = [createFairQueue({ places, maxWaiting: 40, patienceMs: 5_000 }), createWork()]
      const tasks = Array.from({ length: 6 }, () => queue.run(Askers.of('greedy'), work.of('task')))
      expect(work.begun).toHaveLength(most)
      tasks.push(
        ...Array.from({ length: places - most }, () => queue.run(Askers.of('other'), work.of('page'))),
      )
      await vi.advanceTimersByTimeAsync(0)
      expect(work.begun.filter((each) => each === 'page by other')).toHaveLength(
        Math.min(most, places - most),
      )
      for (let turn = 0; turn < tasks.length; turn++) await work.endOne()
      await Promise.all(tasks)
    },
  )
})

describe('a full queue', () => {
  const names = (client: string) => ['1', '2', '3', '4', '5'].map((number) => `${client}${number}`)

  it('drops the newest task of the longest queue for a client with fewer waiting', async () => {
    const [queue, work] = [createFairQueue({ places: 1, maxWaiting: 20, patienceMs: 5_000 }), createWork()]
    const clients = ['a', 'b', 'c', 'd', 'visitor']
    const asked = ['first', ...clients.flatMap(names)].map((name) => ({
      name,
      askers: Askers.of(name.slice(0, -1)),
    }))
    const all = asked.map(({ name, askers }) => queue.run(askers, work.of(name)))
    const settled = Promise.allSettled(all)
    for (let turn = 0; turn < 21; turn++) await work.endOne()
    // With four each, no queue is longer than the visitor's by two.
    const refused = asked.filter(({ askers }) => askers.wereRefused).map(({ name }) => name)
    expect(refused).toEqual(['a5', 'b5', 'c5', 'd5', 'visitor5'])
    expect(
      (await settled).flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : [])),
    ).toEqual(Array.from({ length: 5 }, () => expect.any(QueueFullError) as unknown))
    expect(work.begun.slice(1, 6)).toEqual(clients.map((client) => `${client}1 by ${client}`))
  })

  it('does not drop a client’s only task for a newcomer', async () => {
    const [queue, work] = [createFairQueue({ places: 1, maxWaiting: 4, patienceMs: 5_000 }), createWork()]
    const all = ['first', 'a', 'b', 'c', 'd'].map((client) => queue.run(Askers.of(client), work.of(client)))
    await expect(queue.run(Askers.of('visitor'), work.of('visitor'))).rejects.toThrow(QueueFullError)
    for (let turn = 0; turn < 5; turn++) await work.endOne()
    expect(await Promise.all(all)).toEqual(['first', 'a', 'b', 'c', 'd'])
  })

  it('drops a shared task only from the longest of its queues', async () => {
    const [queue, work] = [createFairQueue({ places: 1, maxWaiting: 8, patienceMs: 5_000 }), createWork()]
    const shared = new Askers()
    for (const client of ['greedy', 'other']) shared.join(Askers.of(client))
    const all = [
      queue.run(Askers.of('first'), work.of('first')),
      queue.run(Askers.of('greedy'), work.of('greedy')),
      queue.run(shared, work.of('shared')),
      ...['a', 'a', 'b', 'c', 'd', 'visitor'].map((client) => queue.run(Askers.of(client), work.of(client))),
    ]
    for (let turn = 0; turn < 9; turn++) await work.endOne()
    expect(await Promise.all(all)).toEqual(['first', 'greedy', 'shared', 'a', 'a', 'b', 'c', 'd', 'visitor'])
    expect(work.begun).toContain('shared by other')
  })
})

describe('a task requested by several clients at once', () => {
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

  it('starts again for other clients, but not for the same one, if the first was refused', async () => {
    const once = createOnce<string>()
    const { promise, reject } = Promise.withResolvers<string>()
    const start = vi.fn<() => Promise<string>>().mockReturnValueOnce(promise).mockResolvedValue('value')
    const refusal = new SourceError('Test', 'refused', { concerns: 'asker' })
    const [first, again, other] = ['a', 'a', 'b'].map((client) => {
      const askers = Askers.of(client)
      return { askers, outcome: Promise.allSettled([askOnBehalfOfAll(askers, () => once.run('k', start))]) }
    })
    reject(refusal)
    expect(await Promise.all([first?.outcome, again?.outcome])).toMatchObject([
      [{ reason: refusal }],
      [{ reason: refusal }],
    ])
    expect(await other?.outcome).toMatchObject([{ value: 'value' }])
    expect([first, again, other].map((each) => each?.askers.wereRefused)).toEqual([true, true, false])
    expect(start).toHaveBeenCalledTimes(2)
  })

  it('starts again for another client as soon as the first is refused, however long its result takes', async () => {
    const once = createOnce<string>()
    const slow = Promise.withResolvers<string>()
    const started: Askers[] = []
    const runOf = (client: string) => (): Promise<string> => {
      started.push(currentAskers())
      return client === 'served' ? Promise.resolve('value') : slow.promise
    }
    const start = (client: string) => askOnBehalfOf(client, () => once.run('k', runOf(client)))
    const first = start('a')
    const early = start('served')
    expect(started).toHaveLength(1)
    started[0]?.noteRefusal()
    expect(await early).toBe('value')
    const again = start('a')
    expect(await start('served')).toBe('value')
    expect(started).toHaveLength(3)
    expect(once.isIdle).toBe(false)
    slow.resolve('from another source')
    expect(await Promise.all([first, again])).toEqual(['from another source', 'from another source'])
    expect(once.isIdle).toBe(true)
  })

  it('starts again for a client that joined after all others had hung up', async () => {
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

it('a long list is mapped in turns, in which others are answered', async () => {
  vi.useRealTimers()
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const work = (item: number) => {
    const untilMs = performance.now() + 6
    while (performance.now() < untilMs);
    return 2 * item
  }
  expect(await mapInTurns([1, 2, 3, 4, 5, 6], work)).toEqual([2, 4, 6, 8, 10, 12])
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(3)
})

it('work is not watched while it waits for other questions of its client, since that may take long', async () => {
  const once = createOnce<string>()
  const answer = Promise.withResolvers<string>()
  let askers = new Askers()
  const asked = askOnBehalfOf('a', () =>
    once.run('key', () => {
      askers = currentAskers()
      return answer.promise
    }),
  )
  const watched = once.watch('key')
  expect(watched).toBeDefined()
  askers.noteQueued(true)
  expect(await watched).toBeUndefined()
  expect(once.watch('key')).toBeUndefined()
  askers.noteQueued(false)
  const again = once.watch('key')
  answer.resolve('answer')
  expect([await asked, await again]).toEqual(['answer', 'answer'])
})
