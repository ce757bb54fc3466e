import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterEach, describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import type { Mailer } from '../mail/mailer.ts'
import {
  deliveryDeps,
  freezeFor,
  readers,
  resetTables,
  setDatabaseClock,
} from '../../testing/edition-fixtures.ts'
import {
  startSmtpTestServer,
  type SmtpBehaviour,
  type SmtpTestServer,
} from '../../testing/smtp-test-server.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { deliverEdition, type DeliverySettings } from './deliver-edition.ts'
import { freezeEdition } from '../editions/freeze-edition.ts'

const MONDAY = '2026-11-23'
let db: Database
let cleanups: (() => Promise<void>)[]

setUpDatabase(async (opened) => {
  db = opened
  cleanups = []
  await resetTables(db)
})
afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

async function smtp(
  behaviour: SmtpBehaviour = {},
  options?: { hideSMTPUTF8: boolean },
): Promise<SmtpTestServer> {
  const server = await startSmtpTestServer(behaviour, options)
  cleanups.push(() => server.close())
  return server
}

function deliver(
  server: SmtpTestServer,
  options: {
    settings?: Partial<DeliverySettings>
    signal?: AbortSignal
    onIdle?: 'wait' | 'leave'
  } = {},
) {
  const deps = deliveryDeps(db, { smtpUrl: server.url }, options.settings)
  cleanups.push(() => deps.mailer.close())
  return deliverEdition(deps, MONDAY, {
    signal: options.signal ?? new AbortController().signal,
    onIdle: options.onIdle ?? 'wait',
  })
}

const recipients = (server: SmtpTestServer) => server.received.map((mail) => mail.to).sort()

async function rows(): Promise<
  { email: string | null; state: string; attempts: number; reply: string | null }[]
> {
  return db
    .selectFrom('delivery')
    .innerJoin('subscriber', 'subscriber.id', 'delivery.subscriber_id')
    .select(['subscriber.email', 'delivery.state', 'delivery.attempts', 'delivery.reply'])
    .orderBy('subscriber.id')
    .execute()
}

describe('deliverEdition', () => {
  it('sends everybody both parts with their own unsubscribe link, and nothing on a second run', async () => {
    await freezeFor(db, readers(45))
    const server = await smtp()

    const status = await deliver(server)

    expect(status).toEqual({
      date: '2026-11-23',
      state: 'finished',
      counts: {
        pending: 0,
        claimed: 0,
        sending: 0,
        submitted: 45,
        deferred: 0,
        failed: 0,
        skipped: 0,
        unknown: 0,
      },
    })
    expect(recipients(server)).toEqual(readers(45).sort())
    const mail = await PostalMime.parse(server.received.find(({ to }) => to === 'reader7@mail.example')!.raw)
    expect(mail.messageId).toBe('<1.7@lunchpail.example>')
    expect(mail.subject).toBe('What insiders bought')
    expect(mail.html).toContain('<a href="https://lunchpail.example/unsubscribe?token=t7">')
    expect(mail.text).toContain('Unsubscribe: https://lunchpail.example/unsubscribe?token=t7')
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
    expect(headers).toMatchObject({
      'list-id': '<weekly.lunchpail.example>',
      'list-unsubscribe':
        '<https://lunchpail.example/api/unsubscribe/one-click?token=t7>, <mailto:hello@lunchpail.example?subject=unsubscribe>',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'feedback-id': '2026-11-23:weekly:newsletter:lunchpail',
      precedence: 'bulk',
    })

    await freezeEdition(db, MONDAY, { by: 'hand' })
    await deliver(server)
    expect(server.received).toHaveLength(45)
  })

  it('sends each letter once when two processes deliver at the same time', async () => {
    await freezeFor(db, readers(150))
    const server = await smtp()
    const [one, two] = await Promise.all([deliver(server), deliver(server)])
    expect([one.state, two.state]).toEqual(['finished', 'finished'])
    expect(recipients(server)).toEqual(readers(150).sort())
  })

  it('finishes at once if nobody has subscribed', async () => {
    await freezeFor(db, [])
    expect(await deliver(await smtp())).toMatchObject({ state: 'finished', counts: { submitted: 0 } })
  })

  it('skips a subscriber who left after the freeze', async () => {
    await freezeFor(db, readers(4))
    await sql`update subscriber set email = null, withdrawn_at = lunchpail_now() where id = 2`.execute(db)
    await sql`insert into suppression values ('hash of reader3@mail.example', 'complained', lunchpail_now())`.execute(
      db,
    )
    const server = await smtp()
    expect(await deliver(server)).toMatchObject({ state: 'finished', counts: { submitted: 2, skipped: 2 } })
    expect(recipients(server)).toEqual(['reader1@mail.example', 'reader4@mail.example'])
  })

  it('fails only the address that cannot be written', async () => {
    await freezeFor(db, ['a,b@mail.example', ...readers(3)])
    const server = await smtp()
    expect(await deliver(server)).toMatchObject({ state: 'finished', counts: { submitted: 3, failed: 1 } })
    expect(recipients(server)).toEqual(readers(3).sort())
  })

  it('goes on however many addresses the mail server does not take for want of SMTPUTF8, and suppresses none', async () => {
    const international = readers(35).map((reader) => `ü${reader}`)
    await freezeFor(db, [...readers(70), ...international])
    const server = await smtp({}, { hideSMTPUTF8: true })
    expect(await deliver(server)).toMatchObject({ state: 'finished', counts: { submitted: 70, failed: 35 } })
    expect(recipients(server)).toEqual(readers(70).sort())
    expect(await db.selectFrom('suppression').selectAll().execute()).toEqual([])
  })

  it('suppresses an address that does not exist, and masks it in the stored reply', async () => {
    await freezeFor(db, readers(3))
    const server = await smtp({
      onRecipient: (address) =>
        address === 'reader2@mail.example' ? { code: 550, text: `5.1.1 <${address}> unknown` } : undefined,
    })
    expect(await deliver(server)).toMatchObject({ state: 'finished', counts: { submitted: 2, failed: 1 } })
    expect((await rows())[1]).toMatchObject({
      state: 'failed',
      reply: expect.stringContaining('550 5.1.1 <r***@***.example> unknown') as string,
    })
    const suppressed = await db.selectFrom('suppression').select(['email_hash', 'reason']).execute()
    expect(suppressed).toEqual([{ email_hash: 'hash of reader2@mail.example', reason: 'bounced' }])
  })

  it('pauses an edition that servers refuse for policy, and suppresses nobody', async () => {
    await freezeFor(db, readers(60))
    const server = await smtp({ onDot: () => ({ code: 550, text: '5.7.1 looks like spam' }) })
    const status = await deliver(server, { settings: { policyThreshold: 4 } })
    expect(status.state).toBe('paused')
    expect(status.counts.failed).toBeGreaterThanOrEqual(4)
    expect(status.counts.failed).toBeLessThanOrEqual(7)
    expect(status.counts.pending).toBe(60 - status.counts.failed)
    expect(await db.selectFrom('suppression').selectAll().execute()).toEqual([])

    await freezeEdition(db, MONDAY, { by: 'hand' })
    const kinder = await smtp()
    expect(await deliver(kinder)).toMatchObject({
      state: 'finished',
      counts: { failed: status.counts.failed },
    })
    expect(kinder.received).toHaveLength(60 - status.counts.failed)
  })

  it('retries a temporary refusal after five minutes', async () => {
    await freezeFor(db, readers(2))
    let isBusy = true
    const server = await smtp({
      onRecipient: (address) =>
        isBusy && address === 'reader1@mail.example' ? { code: 450, text: '4.2.0 later' } : undefined,
    })
    expect(await deliver(server, { onIdle: 'leave' })).toMatchObject({
      state: 'frozen',
      counts: { submitted: 1, deferred: 1 },
    })
    isBusy = false
    await setDatabaseClock(db, '+4 minutes')
    expect(await deliver(server, { onIdle: 'leave' })).toMatchObject({ counts: { deferred: 1 } })
    await setDatabaseClock(db, '+6 minutes')
    expect(await deliver(server)).toMatchObject({ state: 'finished', counts: { submitted: 2 } })
    expect(recipients(server)).toEqual(readers(2).sort())
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([2, 1])
  })

  it('at the expiry fails deferred deliveries and skips untried ones', async () => {
    await freezeFor(db, readers(3))
    await sql`update delivery set state = 'deferred', next_at = lunchpail_now(), reply = '450 later' where subscriber_id = 2`.execute(
      db,
    )
    await setDatabaseClock(db, '+49 hours')
    const server = await smtp()
    expect(await deliver(server)).toMatchObject({ state: 'finished', counts: { skipped: 2, failed: 1 } })
    expect(server.received).toEqual([])
    expect((await rows())[1]).toMatchObject({ state: 'failed', reply: '450 later' })
  })

  it.each<[string, (isDown: () => boolean) => SmtpBehaviour]>([
    ['connecting', (isDown) => ({ onConnect: () => (isDown() ? CLOSING : undefined) })],
    ['the recipient', (isDown) => ({ onRecipient: () => (isDown() ? CLOSING : undefined) })],
    ['the data', (isDown) => ({ onDataStart: () => (isDown() ? CLOSING : undefined) })],
  ])('waits without counting attempts while the server answers 421 at %s', async (_, behaviour) => {
    await freezeFor(db, readers(30))
    let asked = 0
    const server = await smtp(behaviour(() => (asked += 1) <= 6))
    expect(await deliver(server, { settings: { retryBaseSeconds: 0.1 } })).toMatchObject({
      state: 'finished',
      counts: { submitted: 30 },
    })
    expect(recipients(server)).toEqual(readers(30).sort())
    expect((await rows()).every(({ attempts }) => attempts === 1)).toBe(true)
  })

  it.each([
    ['silence', { silentMs: 120_000 }],
    ['reset', 'reset'],
  ] as const)('never resends a message after a %s at the final dot', async (_, end) => {
    await freezeFor(db, readers(25))
    const dots: string[] = []
    const server = await smtp({
      onDot({ to }) {
        dots.push(to)
        return to === 'reader5@mail.example' ? end : undefined
      },
    })
    const status = await deliver(server)
    expect(status).toMatchObject({ state: 'finished', counts: { submitted: 24, unknown: 1 } })
    expect(dots.sort()).toEqual(readers(25).sort())
  })

  it('does not make every delivery unknown if the server always breaks off after the dot', async () => {
    await freezeFor(db, readers(40))
    const server = await smtp({ onDot: () => 'reset' })
    const stop = new AbortController()
    const running = deliver(server, {
      signal: stop.signal,
      settings: { circuitPauseMs: 60_000, circuitMaxPauseMs: 60_000 },
    })
    await untilState('unknown')
    stop.abort()
    const { counts } = await running
    expect(counts.unknown).toBeLessThanOrEqual(3)
    expect(counts.unknown + counts.pending).toBe(40)
  })

  it('stops cleanly, finishing messages in progress, returning the rest and leaving nothing unknown', async () => {
    await freezeFor(db, readers(60))
    const server = await smtp()
    const stop = new AbortController()
    const running = deliver(server, { signal: stop.signal, settings: { sendPerSecond: 10 } })
    await untilState('submitted')
    stop.abort()
    const { state, counts } = await running
    expect(state).toBe('frozen')
    expect(counts).toMatchObject({ claimed: 0, sending: 0, unknown: 0, failed: 0 })
    expect(counts.submitted).toBe(server.received.length)
    expect(counts.submitted + counts.pending).toBe(60)

    expect(await deliver(server)).toMatchObject({ state: 'finished', counts: { submitted: 60 } })
    expect(recipients(server)).toEqual(readers(60).sort())
  })

  it('keeps outcomes while the database is gone, and sends nothing twice when it is back', async () => {
    await freezeFor(db, readers(50))
    const submitted: string[] = []
    const mailer: Mailer = {
      async submit({ to }) {
        submitted.push(to)
        if (submitted.length === 1) {
          await db.schema.alterTable('delivery').renameTo('delivery_away').execute()
          setTimeout(() => void db.schema.alterTable('delivery_away').renameTo('delivery').execute(), 100)
        }
        return { status: 'submitted', reply: '250 ok' }
      },
      close: () => Promise.resolve(),
    }
    const deps = deliveryDeps(db, { mailer })
    const run = () => deliverEdition(deps, MONDAY, { signal: new AbortController().signal })
    // Fails if it claims while the table is missing; the timetable would call it again.
    const status = await run().catch(run)
    expect(status).toMatchObject({ state: 'finished', counts: { submitted: 50 } })
    expect(submitted.sort()).toEqual(readers(50).sort())
  })
})

const CLOSING = { code: 421, text: '4.3.2 closing' }

async function untilState(state: 'submitted' | 'unknown'): Promise<void> {
  for (;;) {
    const found = await db
      .selectFrom('delivery')
      .select('state')
      .where('state', '=', state)
      .limit(1)
      .execute()
    if (found.length > 0) return
    await new Promise((resolve) => {
      setTimeout(resolve, 10)
    })
  }
}
