import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { readers } from '../../server/testing/edition-fixtures.ts'
import { startTcpProxy, type TcpProxy } from '../../server/testing/tcp-proxy.ts'
import { LEASE_SECONDS, MONDAY, openTrial, until, type Trial } from './support/trial.ts'

const READERS = readers(200)
const SEND = ['edition', 'send', '--date', MONDAY]
/** The most deliveries that one process may have claimed: the chunk that it is sending and the next one. */
const IN_HAND = 40

let trial: Trial
let line: TcpProxy
let settings: Record<string, string>
beforeAll(async () => {
  trial = await openTrial()
  const url = new URL(trial.databaseUrl)
  line = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) })
  url.hostname = '127.0.0.1'
  url.port = String(line.port)
  settings = { DATABASE_URL: url.href }
})
afterAll(async () => {
  await line.close()
  await trial.close()
})
beforeEach(async () => {
  line.mend()
  await trial.begin()
  await trial.addSubscribers(READERS)
  await trial.storeEdition()
})
afterEach(() => trial.end())

/** Starts sending and cuts the connection to the database at the thirtieth message, before it is answered. */
async function sendUntilTheLineIsCut() {
  const cut = Promise.withResolvers<void>()
  trial.peer.script = async ({ step }) => {
    if (step !== 'dot') return undefined
    if (trial.peer.dots.length === 30) {
      line.cut()
      cut.resolve()
    }
    await delay(10)
    return undefined
  }
  const sending = trial.start('lunchpail', SEND, { settings })
  await Promise.race([
    cut.promise,
    sending.ended().then(({ output, errors }) => expect.unreachable(`it ended before:\n${output}${errors}`)),
  ])
  return sending
}

/** Waits until every message is answered and no more arrive, for longer than a message takes.
 *  @returns how many arrived */
async function untilQuiet(): Promise<number> {
  let before = -1
  await until(
    async () => {
      const isQuiet = before === trial.peer.dots.length && trial.peer.accepted.length === before
      before = trial.peer.dots.length
      if (!isQuiet) await delay(700)
      return isQuiet
    },
    () => `messages stop coming, after ${before}`,
  )
  return before
}

describe('7: the database goes away in the middle', () => {
  it('sends nothing new, keeps the outcomes until it is back, and sends nobody a second copy', async () => {
    const sending = await sendUntilTheLineIsCut()
    const sent = await untilQuiet()
    expect(sent).toBeLessThanOrEqual(30 + IN_HAND)
    expect(trial.copies()).toHaveLength(sent)
    line.mend()
    const { code, errors } = await sending.ended()
    expect(errors).not.toMatch(/^ {4}at /m)
    expect(code).toBe(0)
    expect(await trial.counts()).toEqual({ submitted: 200 })
    expect(await trial.editionState()).toBe('finished')
    expect(trial.copies()).toEqual(READERS.toSorted())
    expect(trial.peer.dots).toHaveLength(200)
  })

  it('and the process dies before it is back: its deliveries are unknown, and nobody gets a second copy', async () => {
    const sending = await sendUntilTheLineIsCut()
    await untilQuiet()
    await sending.kill()
    const before = trial.copies()
    await trial.advanceClock(LEASE_SECONDS + 1)
    expect((await trial.run(...SEND)).code).toBe(1)
    const { submitted = 0, unknown = 0, ...others } = await trial.counts()
    expect(others).toEqual({})
    expect(submitted + unknown).toBe(200)
    expect(unknown).toBeGreaterThanOrEqual(1)
    expect(unknown).toBeLessThanOrEqual(IN_HAND)
    const copies = trial.copies()
    expect(copies).toEqual([...new Set(copies)])
    const rows = await trial.rows()
    const isUnknown = (reader: string) => rows.find(({ email }) => email === reader)?.state === 'unknown'
    expect(READERS.filter((reader) => !copies.includes(reader) && !isUnknown(reader))).toEqual([])
    expect(before.filter((reader) => !copies.includes(reader))).toEqual([])
  })
})
