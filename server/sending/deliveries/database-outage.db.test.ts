import { setTimeout } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { openDatabase, type OpenedDatabase } from '../../db/open-database.ts'
import type { Mailer } from '../mail/mailer.ts'
import { addSubscribers, anEdition, deliveryDeps, readers } from '../../testing/edition-fixtures.ts'
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { NoAnswerError } from './pause.ts'
import { deliverEdition, type DeliverySettings } from './deliver-edition.ts'
import { freezeEdition } from '../editions/freeze-edition.ts'
import { getEditionStatus } from '../editions/edition-status.ts'
import { storeEdition } from '../editions/editions.ts'

const postgresUrl = process.env['LUNCHPAIL_TEST_POSTGRES']
const MONDAY = '2026-11-23'

describe.skipIf(postgresUrl === undefined)(
  'a database that goes away while an edition is being sent (only on a real Postgres: the embedded one has no connection)',
  () => {
    let direct: TestDatabase
    let proxy: TcpProxy
    let through: OpenedDatabase
    let asked: string[]

    beforeEach(async () => {
      direct = await createTestDatabase()
      const url = new URL(direct.url ?? '')
      proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) })
      url.host = `127.0.0.1:${proxy.port}`
      // The pool replaces a connection that breaks while idle.
      through = await openDatabase({ url: url.href }, () => undefined)
      asked = []
      await addSubscribers(direct.db, readers(100))
      await storeEdition(direct.db, anEdition())
      await freezeEdition(direct.db, MONDAY, { by: 'hand' })
    })
    afterEach(async () => {
      await through.close()
      await proxy.close()
      await direct.close()
    })

    /** Accepts every message; the 30th and those sent with it only once the connection is cut. */
    const submit: Mailer['submit'] = async ({ to }) => {
      asked.push(to)
      if (asked.length === 30) proxy.cut()
      await setTimeout(20)
      return { status: 'submitted', reply: '250 ok' }
    }
    const deliver = (
      settings: Partial<DeliverySettings> = {},
      { signal = new AbortController().signal, from = submit } = {},
    ) => deliverEdition(deliveryDeps(through.db, { submit: from }, settings), MONDAY, { signal })
    const silentFrom =
      (count: number): Mailer['submit'] =>
      async ({ to }) => {
        asked.push(to)
        if (asked.length === count) proxy.silence()
        await setTimeout(5)
        return { status: 'submitted', reply: '250 ok' }
      }

    it('gone: no new message goes out, outcomes in progress are kept, and nobody gets a second copy', async () => {
      const running = deliver().catch((error: unknown) => error)
      while (asked.length < 30) await setTimeout(10)
      let askedWhileGone: number
      do {
        askedWhileGone = asked.length
        await setTimeout(500)
      } while (asked.length > askedWhileGone)
      // Messages in progress or marked as sending before the connection broke; none of a later chunk.
      expect(askedWhileGone).toBeLessThanOrEqual(80)
      const { counts } = (await getEditionStatus(direct.db, MONDAY))!
      expect(counts.submitted).toBeLessThan(askedWhileGone)

      proxy.mend()
      // Fails with the database's error if it made a query just as the connection broke; the timetable calls it again.
      const ended = await running
      if (ended instanceof Error) await deliver()
      expect(await getEditionStatus(direct.db, MONDAY)).toMatchObject({
        state: 'finished',
        counts: { submitted: 100, unknown: 0 },
      })
      expect(asked.sort()).toEqual(readers(100).sort())
    })

    it('silent on its connections: new ones are opened, and nothing is lost or sent twice', async () => {
      const hurried = { databaseAnswerMs: 5_000, sendPerSecond: 200 }
      const ended = await deliver(hurried, { from: silentFrom(30) }).catch((error: unknown) => error)
      // Fails if it made a query just then; the timetable would call it again.
      const status = ended instanceof NoAnswerError ? await deliver() : ended
      expect(status).toMatchObject({ state: 'finished', counts: { submitted: 100, unknown: 0 } })
      expect(asked.sort()).toEqual(readers(100).sort())
    })

    it('frozen for longer than outcomes are kept: the sending ends, so that it can begin again', async () => {
      const settings = {
        connections: 2,
        chunkSize: 4,
        sendPerSecond: 1_000,
        databaseAnswerMs: 3_000,
        databasePatienceMs: 0,
      }
      const isFrozen = Promise.withResolvers<void>()
      const untilFrozen: Mailer['submit'] = async ({ to }) => {
        asked.push(to)
        if (asked.length > 1) await isFrozen.promise
        return { status: 'submitted', reply: '250 ok' }
      }
      const running = deliver(settings, { from: untilFrozen }).catch((error: unknown) => error)
      // All that it claims ahead: there is no room for more until outcomes have been written.
      const countSending = async () => (await getEditionStatus(direct.db, MONDAY))?.counts.sending
      await expect.poll(countSending, { timeout: 60_000 }).toBe(2 * settings.chunkSize - 1)
      proxy.freeze()
      isFrozen.resolve()
      expect(await running).toBeInstanceOf(NoAnswerError)
      expect(asked).toHaveLength(2 * settings.chunkSize)
      proxy.mend()
    })

    it('silent: a process still stops cleanly', async () => {
      const stop = new AbortController()
      const running = deliver(
        { databaseAnswerMs: 5_000, sendPerSecond: 200 },
        { from: silentFrom(30), signal: stop.signal },
      ).catch((error: unknown) => error)
      while (asked.length < 30) await setTimeout(5)
      stop.abort()
      await running
      expect((await getEditionStatus(direct.db, MONDAY))?.counts).toMatchObject({
        submitted: asked.length,
        unknown: 0,
      })
      // Resolves although the database never answers.
      await through.close()
      through = await openDatabase({ url: direct.url ?? '' }, () => undefined)
    })
  },
)
