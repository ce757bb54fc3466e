import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import type { Mailer, Submission } from '../mail/mailer.ts'
import { deliveryDeps, freezeFor, readers, resetTables } from '../../testing/edition-fixtures.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { deliverEdition, type DeliverySettings } from './deliver-edition.ts'
import { claimDeliveries, FROM_THE_START, markSending } from './ledger.ts'

const MONDAY = '2026-11-23'
const TAKEN: Submission = { status: 'submitted', reply: '250 ok' }
let db: Database
setUpDatabase(async (opened) => {
  db = opened
  await resetTables(db)
})

function deliver(
  submit: Mailer['submit'],
  { settings = {}, signal = new AbortController().signal }: Options = {},
) {
  const deps = deliveryDeps(db, { submit }, settings)
  return deliverEdition(deps, MONDAY, { signal })
}
interface Options {
  settings?: Partial<DeliverySettings>
  signal?: AbortSignal
}
const leave = (upTo: number) =>
  sql`update subscriber set email = null, withdrawn_at = lunchpail_now() where id <= ${upTo}`.execute(db)

describe('more than two chunks of readers who left after the freeze', () => {
  it('do not keep others from getting the letter', async () => {
    await freezeFor(db, readers(120))
    await leave(70)
    expect(await deliver(() => Promise.resolve(TAKEN))).toMatchObject({
      state: 'finished',
      counts: { submitted: 50, skipped: 70 },
    })
  })

  it('do not keep a process from stopping on its signal', async () => {
    await freezeFor(db, readers(120))
    await sql`update subscriber set email = null, withdrawn_at = lunchpail_now() where id % 2 = 0`.execute(db)
    const stop = new AbortController()
    let asked = 0
    const submit = async () => {
      asked += 1
      if (asked === 30) stop.abort()
      await setTimeout(1)
      return TAKEN
    }
    const { counts } = await deliver(submit, { signal: stop.signal })
    expect(counts).toMatchObject({ claimed: 0, sending: 0, unknown: 0, submitted: asked })
  })
})

describe('while there is always more to send', () => {
  it('deliveries of a dead process and due retries are sent before the rest', async () => {
    await freezeFor(db, readers(120))
    // Claims of a process that was killed.
    const left = await claimDeliveries(db, '1', { limit: 4, leaseSeconds: 0.1, after: FROM_THE_START })
    await markSending(db, '1', left.deliveries.slice(0, 2), { leaseSeconds: 0.1 })
    const asked: string[] = []
    let unknownHalfway = 0
    const submit: Mailer['submit'] = async ({ to }) => {
      asked.push(to)
      if (asked.length === 100) {
        const { rows } = await sql<{ count: number }>`
          select count(*)::integer as count from delivery where state = 'unknown'`.execute(db)
        unknownHalfway = rows[0]?.count ?? 0
      }
      const isBusy = to === 'reader10@mail.example' && asked.indexOf(to) === asked.length - 1
      return isBusy ? { status: 'refused', reply: '450 later', permanent: false, about: 'message' } : TAKEN
    }
    const settings = { sendPerSecond: 50, retryBaseSeconds: 0.2, leaseCheckMs: 100 }
    expect(await deliver(submit, { settings })).toMatchObject({
      state: 'finished',
      counts: { submitted: 118, unknown: 2 },
    })
    expect(unknownHalfway).toBe(2)
    expect(asked.slice(0, 100)).toEqual(
      expect.arrayContaining(['reader3@mail.example', 'reader4@mail.example']),
    )
    expect(asked.slice(0, 100).filter((to) => to === 'reader10@mail.example')).toHaveLength(2)
  })
})
