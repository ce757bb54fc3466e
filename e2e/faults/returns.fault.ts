import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { outOfOffice, postfixBounce } from '../../server/sending/bounces/testing/incoming-messages.ts'
import { readers } from '../../server/testing/edition-fixtures.ts'
import { requireDone } from './support/processes.ts'
import { MONDAY, openTrial, type Trial } from './support/trial.ts'

const SETTINGS = { BOUNCE_ADDRESS: 'bounces@pail.test' }
const READERS = readers(4)

let trial: Trial
beforeAll(async () => {
  trial = await openTrial()
})
afterAll(() => trial.close())
afterEach(() => trial.end())
beforeEach(async () => {
  await trial.begin()
  await trial.addSubscribers(READERS)
  await trial.storeEdition()
  requireDone(await send(MONDAY))
})

const send = (date: string) =>
  trial.start('lunchpail', ['edition', 'send', '--date', date], { settings: SETTINGS }).ended()

/** Where a bounce of a reader's letter goes: the sender on its envelope. */
function returnAddressOf(reader: string): string {
  const address = trial.peer.accepted.find(({ to }) => to === reader)?.envelopeFrom ?? ''
  expect(address).toMatch(/^bounces\+[^@]+@pail\.test$/)
  return address
}

/** Pipes one message into its own process, as a mail server does. */
async function ingest(message: string): Promise<Record<string, unknown>> {
  const reading = trial.start('lunchpail', ['bounces', 'ingest'], { settings: SETTINGS, input: message })
  return JSON.parse(requireDone(await reading.ended()).output) as Record<string, unknown>
}

/** @returns who still gets an edition */
async function whoGets(slotDate: string): Promise<string[]> {
  const before = trial.peer.accepted.length
  await trial.storeEdition({ slotDate })
  requireDone(await send(slotDate))
  return trial.peer.accepted
    .slice(before)
    .map(({ to }) => to)
    .sort()
}

describe('24: mail that comes back', () => {
  it('counts a bounce once even if it comes twice at once, and ignores a forged one and an out-of-office reply', async () => {
    const [first = '', second = '', third = ''] = READERS
    const bounce = postfixBounce(returnAddressOf(first))
    const twice = await Promise.all([ingest(bounce), ingest(bounce)])
    expect(twice.filter(({ outcome }) => outcome === 'suppressed')).toHaveLength(1)
    const forged = returnAddressOf(second).replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0'))
    const [ofForged, ofAbsence] = await Promise.all([
      ingest(postfixBounce(forged)),
      ingest(outOfOffice(returnAddressOf(third))),
    ])
    expect(ofForged['outcome']).not.toBe('suppressed')
    expect(ofAbsence['outcome']).not.toBe('suppressed')
    const suppressed = await trial.db.selectFrom('suppression').select('reason').execute()
    expect(suppressed).toEqual([{ reason: 'bounced' }])
    expect(await whoGets('2026-11-30')).toEqual(READERS.slice(1))
  })
})
