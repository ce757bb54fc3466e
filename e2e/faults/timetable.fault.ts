import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { readers } from '../../server/testing/edition-fixtures.ts'
import { hasLooked, MONDAY, openTrial, until, type Trial } from './support/trial.ts'

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
    // An hour earlier or later it would be 8:00 by the other clock.
    await trial.setClock(new Date(due - 3_600_000).toISOString())
    await hasLooked(child)
    await trial.setClock(new Date(due - 2500).toISOString())
    await untilSent()
    expect(trial.copies()).toEqual(TEN)
    expect(Math.min(...sentAt)).toBeGreaterThanOrEqual(due)
    // No machine is slow enough to take an hour.
    expect(Math.min(...sentAt)).toBeLessThan(due + 3_600_000)
  })
})

describe('5: an event loop that is busy at 8:00', () => {
  it('lets the edition go out once it is free', async () => {
    await begin()
    const directory = mkdtempSync(path.join(tmpdir(), 'lunchpail-busy-'))
    const release = path.join(directory, 'release')
    try {
      const child = trial.start('sending-child', ['timetable', release])
      await child.says('keeping time')
      child.child.kill('SIGUSR2')
      await child.says('"busy"')
      // 8:00 comes and goes while it handles nothing.
      await trial.setClock(new Date(Date.parse(`${MONDAY}T14:00:00Z`) - 1000).toISOString())
      await until(
        () => trial.now().getTime() > Date.parse(`${MONDAY}T14:00:01Z`),
        () => 'it is past 8:00',
      )
      expect(trial.copies()).toEqual([])
      expect(child.written()).not.toContain('no longer busy')
      writeFileSync(release, '')
      await untilSent()
      expect(trial.copies()).toEqual(TEN)
      expect(child.written()).toContain('no longer busy')
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
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

  it('and is up after the cutoff sends nothing, and reports the edition as missed', async () => {
    await begin()
    await trial.setClock('2026-11-24T02:00:05Z')
    const child = trial.start('sending-child', ['timetable'])
    await until(
      () => trial.alarms() !== '',
      () => 'the operator is told',
    )
    expect(trial.alarms()).toContain(`The edition of ${MONDAY} was not sent`)
    expect(await trial.editionState()).toBe('missed')
    await hasLooked(child)
    expect(trial.copies()).toEqual([])
    expect(await trial.counts()).toEqual({})
  })
})
