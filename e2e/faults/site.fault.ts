import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { readers } from '../../server/testing/edition-fixtures.ts'
import type { RunningProcess } from './support/processes.ts'
import { MONDAY, openTrial, until, type Trial } from './support/trial.ts'

const READERS = readers(600)
/** The timetable checks what is due every half minute of real time. */
const TICK_MS = 30_000

let trial: Trial
beforeAll(async () => {
  trial = await openTrial()
})
afterAll(() => trial.close())
afterEach(() => trial.end())

/** Serves the built site, which identifies itself to the mail server. */
async function serve(name: string): Promise<RunningProcess> {
  const site = trial.start('site', [], {
    settings: {
      PORT: '0',
      HOST: '127.0.0.1',
      SMTP_URL: `${trial.peer.url}?name=${name}`,
      SMTP_CONNECTIONS: '4',
      SEND_PER_SECOND: '200',
    },
  })
  await site.says('"serving"')
  return site
}

/** How long until the timetable's next tick, at least two seconds. */
function untilTick(): number {
  const left = TICK_MS - (Date.now() % TICK_MS)
  return left > 2000 ? left : left + TICK_MS
}

describe('3 and 18: two sites with one timetable', () => {
  it('send one edition together; one stopped midway exits with 0 and leaves nothing unknown', async () => {
    await trial.begin()
    await trial.setClock(`${MONDAY}T06:00:00Z`)
    await trial.addSubscribers(READERS)
    await trial.storeEdition()
    const greetings = new Set<string>()
    const bothGreeted = Promise.withResolvers<void>()
    const oneIsStopped = Promise.withResolvers<void>()
    // Limits the pace, so that neither sends so fast that it leaves nothing to the other, nor so slowly that it is
    // stopped before the middle.
    trial.peer.script = async ({ step, line, client }) => {
      if (step === 'EHLO') greetings.add(line)
      if (greetings.size === 2) bothGreeted.resolve()
      if (step !== 'dot') return undefined
      await bothGreeted.promise
      if (trial.peer.accepted.length >= 200 && client === 'other.pail.test') await oneIsStopped.promise
      return undefined
    }
    const [one, other] = await Promise.all([serve('one.pail.test'), serve('other.pail.test')])
    // 8:00 comes a second before the timetable's tick, which both sites have.
    const leftMs = untilTick()
    await trial.setClock(new Date(Date.parse(`${MONDAY}T14:00:00Z`) - leftMs + 1000).toISOString())
    await until(
      () => trial.peer.accepted.length >= 100 && greetings.size === 2,
      () => `both send\n${one.written()}${other.written()}`,
    )
    expect([...greetings].sort()).toEqual(['EHLO one.pail.test', 'EHLO other.pail.test'])

    const stopped = await one.stop()
    expect({ code: stopped.code, signal: stopped.signal }).toEqual({ code: 0, signal: null })
    expect(trial.peer.accepted.length).toBeLessThan(600)
    expect((await trial.counts())['unknown']).toBeUndefined()
    oneIsStopped.resolve()
    await until(
      async () => (await trial.editionState()) === 'finished',
      () => other.written(),
    )
    expect(await trial.counts()).toEqual({ submitted: 600 })
    expect(trial.copies()).toEqual(READERS.toSorted())
    expect(new Set(trial.peer.accepted.map(({ messageId }) => messageId)).size).toBe(600)
    const editions = await trial.db.selectFrom('edition').select('slot_date').execute()
    expect(editions).toHaveLength(1)
  })
})
