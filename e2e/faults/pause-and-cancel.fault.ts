import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { requireDone } from './support/processes.ts'
import { sendHalfway, SIXTY } from './support/halfway.ts'
import { MONDAY, openTrial, type Trial } from './support/trial.ts'

let trial: Trial
beforeAll(async () => {
  trial = await openTrial()
})
afterAll(() => trial.close())
afterEach(() => trial.end())

const edition = (word: string, ...more: string[]) => trial.run('edition', word, '--date', MONDAY, ...more)

describe('23: another process', () => {
  it('pauses: nothing new goes out, and letters already with the server stay; after resume the others get one copy', async () => {
    const { sending, goOn } = await sendHalfway(trial)
    requireDone(await edition('pause', '--reason', 'a wrong figure'))
    goOn()
    const stopped = await sending.ended()
    expect(stopped.code).toBe(1)
    const counts = await trial.counts()
    expect(Object.keys(counts).sort()).toEqual(['pending', 'submitted'])
    expect(trial.copies()).toHaveLength(counts['submitted'] ?? 0)
    expect(counts['submitted']).toBeLessThanOrEqual(40)
    const status = await edition('status')
    expect(status.output + status.errors).toContain('a wrong figure')

    requireDone(await edition('resume'))
    requireDone(await edition('send'))
    expect(await trial.counts()).toEqual({ submitted: 60 })
    expect(trial.copies()).toEqual(SIXTY.toSorted())
  })

  it('cancels: letters already with the server stay, and the others are skipped for good', async () => {
    const { sending, goOn } = await sendHalfway(trial)
    const refused = await edition('cancel')
    expect(refused.code).not.toBe(0)
    expect(await trial.editionState()).toBe('frozen')
    requireDone(await edition('cancel', '--yes'))
    goOn()
    await sending.ended()
    const { submitted = 0, skipped = 0, ...others } = await trial.counts()
    expect(others).toEqual({})
    expect(submitted + skipped).toBe(60)
    expect(submitted).toBeGreaterThanOrEqual(14)
    expect(trial.copies()).toHaveLength(submitted)
    expect(await trial.editionState()).toBe('cancelled')

    for (const word of ['send', 'resume', 'retry']) expect((await edition(word)).code).toBe(1)
    expect(trial.copies()).toHaveLength(submitted)
  })
})
