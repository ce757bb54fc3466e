import { describe, expect, it, vi } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import type { Outcome } from './ledger.ts'
import { createOutcomeWriter } from './outcome-writer.ts'

const outcome = (subscriberId: string): Outcome => ({ subscriberId, claim: 1, state: 'submitted' })
const logger = createLogger('silent')

describe('createOutcomeWriter', () => {
  it('writes simultaneous outcomes in one batch, and later ones in the next', async () => {
    const batches: string[][] = []
    const writer = createOutcomeWriter({
      write(outcomes) {
        batches.push(outcomes.map(({ subscriberId }) => subscriberId))
        if (batches.length === 1) void writer.add(outcome('3'))
        return Promise.resolve()
      },
      onLost: () => {},
      patienceMs: 0,
      logger,
    })
    void writer.add(outcome('1'))
    await writer.add(outcome('2'))
    await writer.drain()
    expect(batches).toEqual([['1', '2'], ['3']])
  })

  it('reports progress once for each written batch', async () => {
    const writer = createOutcomeWriter({
      write: () => Promise.resolve(),
      onLost: () => {},
      patienceMs: 0,
      logger,
    })
    await writer.add(outcome('1'))
    const progress = writer.progress()
    const later = new Promise((resolve) => {
      setTimeout(resolve, 5, 'nothing yet')
    })
    expect(await Promise.race([progress, later])).toBe('nothing yet')
    void writer.add(outcome('2'))
    await progress
    await writer.drain()
  })

  it('keeps outcomes while the database refuses them, and fails after its time limit', async () => {
    let isGone = true
    const onLost = vi.fn<() => void>()
    const isBack = Promise.withResolvers<void>()
    const write = () => (isGone ? Promise.reject(new Error('gone')) : isBack.promise)
    const patient = createOutcomeWriter({ write, onLost, patienceMs: 120_000, logger })
    const added = patient.add(outcome('1'))
    await expect.poll(() => patient.isInTrouble).toBe(true)
    isGone = false
    isBack.resolve()
    await added
    expect(patient.isInTrouble).toBe(false)
    await patient.drain()
    expect(onLost).not.toHaveBeenCalled()

    isGone = true
    const hasty = createOutcomeWriter({ write, onLost, patienceMs: 0, logger })
    void hasty.add(outcome('1'))
    await expect(hasty.drain()).rejects.toThrow('gone')
    expect(onLost).toHaveBeenCalledTimes(1)
  })
})
