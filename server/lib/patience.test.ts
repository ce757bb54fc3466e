import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { SourceError } from './errors.ts'
import { Askers, askOnBehalfOf, currentAskers } from './askers.ts'
import { createFairQueue } from './fair-queue.ts'
import { createOnce } from './once.ts'
import {
  answerWithin,
  answerWithinActiveTime,
  asOwnWait,
  firstWithin,
  joinWaits,
  noteOwnWaits,
  startDeadline,
  stretchWaits,
} from './patience.ts'

describe('an awaited answer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const late = () => new Error('late')

  it('is returned, or its failure thrown, when it arrives in time', async () => {
    await expect(answerWithin(1_000, Promise.resolve('in time'), late)).resolves.toBe('in time')
    await expect(answerWithin(1_000, Promise.reject(new Error('refused')), late)).rejects.toThrow('refused')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('fails with the given error when it is late', async () => {
    const failure = answerWithin(1_000, new Promise(() => {}), late).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1_001)
    await expect(failure).resolves.toMatchObject({ message: 'late' })
  })

  it('is returned if it arrived while the process was blocked', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const answer = answerWithin(1_000, promise, late)
    setTimeout(() => setImmediate(() => resolve('came meanwhile')), 999)
    await vi.advanceTimersByTimeAsync(1_000)
    await expect(answer).resolves.toBe('came meanwhile')
  })
})

describe('stretched waits', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    stretchWaits(1)
  })

  it.each([
    ['a first answer', (answer: Promise<string>) => firstWithin(1_000, answer)],
    [
      'an answer within active time',
      (answer: Promise<string>) =>
        answerWithinActiveTime(
          1_000,
          noteOwnWaits(() => answer),
          () => new Error('late'),
        ),
    ],
  ])('give %s the time that a busy machine takes', async (_, ask) => {
    stretchWaits(60)
    const { promise, resolve } = Promise.withResolvers<string>()
    const asked = ask(promise)
    await vi.advanceTimersByTimeAsync(59_000)
    resolve('in time')
    await expect(asked).resolves.toBe('in time')
  })
})

describe('while this process is blocked', () => {
  const WAIT_MS = 400
  /** Blocks until the other side has answered, and far longer than any time limit. */
  const standStill = (cell: Int32Array) => {
    Atomics.wait(cell, 0, 0)
    Atomics.wait(cell, 0, 1, 1.5 * WAIT_MS)
  }
  const startOtherSide = () => {
    const cell = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads')
      parentPort.postMessage('there')
      Atomics.store(workerData, 0, 1)
      Atomics.notify(workerData, 0)`,
      { eval: true, workerData: cell },
    )
    return { cell, answer: once(worker, 'message').then(([text]: string[]) => text ?? '') }
  }

  it.each([
    ['a first answer', async (answer: Promise<string>) => firstWithin(WAIT_MS, answer)],
    ['an answer', async (answer: Promise<string>) => answerWithin(WAIT_MS, answer, () => new Error('late'))],
    [
      'an abort signal',
      async (answer: Promise<string>) => {
        const { signal, forget } = startDeadline(WAIT_MS)
        const text = await answer
        // Reading it takes several ticks of the event loop, as a body does.
        for (let i = 0; i < 20; i++) await new Promise((resolve) => void setImmediate(resolve))
        forget()
        return signal.aborted ? 'late' : text
      },
    ],
    [
      'a place in a queue',
      async (answer: Promise<string>) => {
        const line = createFairQueue({ places: 1, maxWaiting: 20, patienceMs: WAIT_MS })
        void line.run(Askers.of('a'), () => answer)
        return line.run(Askers.of('b'), () => answer)
      },
    ],
  ])('the time limit of %s does not expire', async (_, ask) => {
    const { cell, answer } = startOtherSide()
    const asked = ask(answer)
    standStill(cell)
    await expect(asked).resolves.toBe('there')
  })
})

describe('waits within this process', () => {
  it('count for everybody who waits for the same work', async () => {
    const { promise: place, resolve: letIn } = Promise.withResolvers<void>()
    const { promise: answer, resolve: give } = Promise.withResolvers<string>()
    const shared = noteOwnWaits(async () => {
      await asOwnWait(place)
      return answer
    })
    const joined = [1, 2].map(() => noteOwnWaits(() => joinWaits(shared)))
    const areWaiting = () => joined.map(({ waits }) => waits.areUnderWay)
    expect(areWaiting()).toEqual([true, true])
    letIn()
    await vi.waitFor(() => expect(areWaiting()).toEqual([false, false]))
    give('there')
    expect(await Promise.all(joined.map(({ outcome }) => outcome))).toEqual(['there', 'there'])
  })

  it('include waiting for a place in a queue', async () => {
    const queue = createFairQueue({ places: 1, maxWaiting: 8, patienceMs: 60_000 })
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const first = queue.run(Askers.of('a'), () => isOver)
    const second = noteOwnWaits(() => queue.run(Askers.of('b'), async () => 'in'))
    expect(second.waits.areUnderWay).toBe(true)
    end()
    await first
    expect(await second.outcome).toBe('in')
    expect(second.waits.areUnderWay).toBe(false)
  })
})

describe('shared work', () => {
  it('serves all simultaneous callers, and starts again for a later one', async () => {
    const once = createOnce<number>()
    let starts = 0
    const work = async () => {
      starts += 1
      await Promise.resolve()
      return starts
    }
    expect(await Promise.all([once.run('a', work), once.run('a', work), once.run('b', work)])).toEqual([
      2, 2, 2,
    ])
    expect(starts).toBe(2)
    expect(once.isIdle).toBe(true)
    expect(await once.run('a', work)).toBe(3)
  })

  it('starts again, one at a time, for those who joined a refused client', async () => {
    const once = createOnce<string>()
    const outcomes = ['refused', 'shaped by a refusal', 'served'].values()
    let atATime = 0
    const work = async () => {
      atATime += 1
      expect(atATime).toBe(1)
      await Promise.resolve()
      atATime -= 1
      const outcome = outcomes.next().value ?? 'served'
      if (outcome === 'refused') throw new SourceError('Test', outcome, { concerns: 'asker' })
      if (outcome !== 'served') currentAskers().noteRefusal()
      return outcome
    }
    const asked = [1, 2, 3, 4].map((client) =>
      askOnBehalfOf(`${client}`, async () => {
        const [settled] = await Promise.allSettled([once.run('a', work)])
        return [settled.status === 'fulfilled' ? settled.value : settled.status, currentAskers().wereRefused]
      }),
    )
    expect(await Promise.all(asked)).toEqual([
      ['rejected', true],
      ['shaped by a refusal', true],
      ['served', false],
      ['served', false],
    ])
  })
})
