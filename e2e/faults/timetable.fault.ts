import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { readers } from '../../server/testing/edition-fixtures.ts'
import { MONDAY, openTrial, until, type Trial } from './support/trial.ts'

let trial: Trial
beforeAll(async () => {
  trial = await openTrial()
})
afterAll(() => trial.close())
afterEach(() => trial.end())

/** An edition for ten readers, written on the Sunday evening before. */
async function begin(slotDate = MONDAY): Promise<void> {
  await trial.begin()
  await trial.addSubscribers(TEN)
  await trial.setClock(new Date(Date.parse(`${slotDate}T06:00:00Z`)).toISOString())
  await trial.storeEdition({ slotDate })
}

const TEN = readers(10).sort()

async function untilSent(): Promise<void> {
  await until(
    async () => (await trial.editionState()) === 'finished',
    () => 'it is sent',
  )
}

describe('4: the weekends when the clocks change', () => {
  it.each([
    ['spring', '2026-03-09', '2026-03-09T13:00:00Z'],
    ['autumn', '2026-11-02', '2026-11-02T14:00:00Z'],
  ])('in %s it goes out at 8:00 in Chicago, and no sooner', async (_season, slotDate, instant) => {
    await begin(slotDate)
    const due = Date.parse(instant)
    const sentAt: number[] = []
    trial.peer.script = ({ step }) => {
      if (step === 'dot') sentAt.push(trial.now().getTime())
      return undefined
    }
    const child = trial.start('sending-child', ['timetable'])
    await child.says('keeping time')
    // An hour before and after it would be 8:00 by the other clock.
    await trial.setClock(new Date(due - 3_600_000).toISOString())
    await delay(2200)
    await trial.setClock(new Date(due - 2500).toISOString())
    await untilSent()
    expect(trial.copies()).toEqual(TEN)
    expect(Math.min(...sentAt)).toBeGreaterThanOrEqual(due)
    expect(Math.min(...sentAt)).toBeLessThan(due + 20_000)
  })
})

describe('5: an event loop that is busy over the moment', () => {
  it('sends when it comes to', async () => {
    await begin()
    const child = trial.start('sending-child', ['timetable'])
    await child.says('keeping time')
    // 8:00 comes in the middle of the three seconds in which it hears nothing.
    child.child.kill('SIGUSR2')
    await child.says('"busy"')
    await trial.setClock(new Date(Date.parse(`${MONDAY}T14:00:00Z`) - 1000).toISOString())
    await delay(1500)
    expect(trial.copies()).toEqual([])
    await untilSent()
    expect(trial.copies()).toEqual(TEN)
    expect(child.written()).toContain('no longer busy')
  })
})

describe('6: a site that was down at 8:00', () => {
  it('and is up at 10:00 sends late', async () => {
    await begin()
    await trial.setClock(`${MONDAY}T16:00:00Z`)
    trial.start('sending-child', ['timetable'])
    await untilSent()
    expect(trial.copies()).toEqual(TEN)
  })

  it('and is up after the cutoff sends nothing, and says that it was missed', async () => {
    await begin()
    await trial.setClock('2026-11-24T02:00:05Z')
    trial.start('sending-child', ['timetable'])
    await until(
      () => trial.alarms() !== '',
      () => 'the operator is told',
    )
    expect(trial.alarms()).toContain(`The edition of ${MONDAY} was not sent`)
    expect(await trial.editionState()).toBe('missed')
    await delay(2200)
    expect(trial.copies()).toEqual([])
    expect(await trial.counts()).toEqual({})
  })
})
