import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { readers } from '../../server/testing/edition-fixtures.ts'
import { openTrial, until, type Trial } from './support/trial.ts'

let trial: Trial
beforeAll(async () => {
  trial = await openTrial()
})
afterAll(() => trial.close())
afterEach(() => trial.end())

it('22: an edition without data from any source is not sent, and the operator is alerted', async () => {
  await trial.begin()
  await trial.addSubscribers(readers(3))
  await trial.setClock('2026-11-23T01:00:00Z')
  const child = trial.start('sending-child', ['timetable'])
  await until(
    () => trial.alarms().includes('The weekly edition could not be written'),
    () => child.written(),
  )
  await trial.setClock('2026-11-23T14:00:00Z')
  await until(
    () => trial.alarms().includes('The edition of 2026-11-23 is due and not written'),
    () => child.written(),
  )
  expect(await trial.editionState()).toBeUndefined()
  expect(trial.copies()).toEqual([])
})
