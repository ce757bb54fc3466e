import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { addSubscribers, anEdition, deliveryDeps, readers } from '../../testing/edition-fixtures.ts'
import { startSmtpTestServer, type SmtpTestServer } from '../../testing/smtp-test-server.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { deliverEdition } from './deliver-edition.ts'
import { freezeEdition } from '../editions/freeze-edition.ts'
import { getEditionStatus } from '../editions/edition-status.ts'
import { storeEdition } from '../editions/editions.ts'

const postgresUrl = process.env['LUNCHPAIL_TEST_POSTGRES']
const MONDAY = '2026-11-23'
const CHILD = path.join(import.meta.dirname, '../../testing/deliver-edition-child.ts')

describe.skipIf(postgresUrl === undefined)(
  'a sending process that ends (only on a real Postgres: the embedded one has one process)',
  () => {
    let opened: TestDatabase
    let server: SmtpTestServer
    /** Recipients of messages whose final dot arrived, whether or not the client waited for the answer. */
    let taken: string[]
    let onDot: (to: string) => 'stall' | undefined

    beforeEach(async () => {
      opened = await createTestDatabase()
      taken = []
      onDot = () => undefined
      server = await startSmtpTestServer({
        onDot({ to }) {
          taken.push(to)
          return onDot(to)
        },
      })
      await addSubscribers(opened.db, readers(60))
      await storeEdition(opened.db, anEdition())
      await freezeEdition(opened.db, MONDAY, { by: 'hand' })
    })
    afterEach(async () => {
      await server.close()
      await opened.close()
    })

    function startChild(...more: string[]): ChildProcess {
      return spawn(process.execPath, [CHILD, opened.url ?? '', server.url, ...more], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    }

    async function deliverTheRest() {
      const deps = deliveryDeps(opened.db, { smtpUrl: server.url })
      const status = await deliverEdition(deps, MONDAY, { signal: new AbortController().signal })
      await deps.mailer.close()
      return status
    }

    it('killed after the final dot, before the outcome is written: unknown, not resent, and the rest sent once', async () => {
      const child = startChild()
      onDot = (to) => {
        if (to !== 'reader27@mail.example') return undefined
        child.kill('SIGKILL')
        return 'stall'
      }
      await once(child, 'exit')
      expect(taken).toContain('reader27@mail.example')
      onDot = () => undefined

      const { state, counts } = await deliverTheRest()

      expect(state).toBe('finished')
      expect(taken.length).toBe(new Set(taken).size)
      expect(counts.unknown).toBeGreaterThanOrEqual(1)
      expect(counts.unknown).toBeLessThanOrEqual(40)
      expect(counts.submitted + counts.unknown).toBe(60)
      const unknown = await opened.db
        .selectFrom('delivery')
        .innerJoin('subscriber', 'subscriber.id', 'delivery.subscriber_id')
        .select('email')
        .where('state', '=', 'unknown')
        .execute()
      expect(unknown.map(({ email }) => email)).toContain('reader27@mail.example')
    })

    it('killed after the claim, before any data: everybody gets exactly one copy', async () => {
      const child = startChild('when-claimed')
      await once(child, 'exit')
      expect(child.signalCode).toBe('SIGKILL')
      expect((await getEditionStatus(opened.db, MONDAY))?.counts).toMatchObject({ claimed: 20, pending: 40 })

      expect(await deliverTheRest()).toMatchObject({
        state: 'finished',
        counts: { submitted: 60, unknown: 0 },
      })
      expect(taken.sort()).toEqual(readers(60).sort())
    })

    it('stopped by SIGTERM midway: exits with 0 and leaves nothing unknown', async () => {
      const child = startChild()
      onDot = (to) => {
        if (to === 'reader10@mail.example') child.kill('SIGTERM')
        return undefined
      }
      expect(await once(child, 'exit')).toEqual([0, null])
      expect((await getEditionStatus(opened.db, MONDAY))?.counts).toMatchObject({
        claimed: 0,
        sending: 0,
        unknown: 0,
      })

      expect(await deliverTheRest()).toMatchObject({ state: 'finished', counts: { submitted: 60 } })
      expect(taken.sort()).toEqual(readers(60).sort())
    })

    it('two processes at once: each reader gets one copy', async () => {
      const children = [startChild(), startChild()]
      const codes = await Promise.all(children.map((child) => once(child, 'exit')))
      expect(codes).toEqual([
        [0, null],
        [0, null],
      ])
      expect(taken.sort()).toEqual(readers(60).sort())
    })
  },
)
