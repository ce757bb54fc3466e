import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { readers } from '../../server/testing/edition-fixtures.ts'
import { startTcpProxy, type TcpProxy } from '../../server/testing/tcp-proxy.ts'
import { LEASE_SECONDS, MONDAY, openTrial, until, type Trial } from './support/trial.ts'

const READERS = readers(60)
const SEND = ['edition', 'send', '--date', MONDAY]

let trial: Trial
let line: TcpProxy
beforeAll(async () => {
  trial = await openTrial()
  const { hostname, port } = new URL(trial.databaseUrl)
  line = await startTcpProxy({ host: hostname, port: Number(port || 5432) })
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

/** The database's address through a proxy that can cut the connection. */
function overTheLine(): Record<string, string> {
  const url = new URL(trial.databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(line.port)
  return { DATABASE_URL: url.href }
}

describe('1: SIGKILL between the 250 and its commit', () => {
  it('leaves what was accepted unknown, does not resend it, and sends the rest once', async () => {
    // The fifth answer arrives when nothing can reach the database anymore: the server accepts the letter, but no record
    // is made.
    let dots = 0
    const answered = Promise.withResolvers<void>()
    trial.peer.script = ({ step }) => {
      if (step !== 'dot') return undefined
      dots += 1
      if (dots < 5) return undefined
      if (dots > 5) return 'stall'
      line.freeze()
      setTimeout(() => answered.resolve(), 500)
      return undefined
    }
    const sending = trial.start('lunchpail', SEND, { settings: overTheLine() })
    await answered.promise
    expect(await sending.kill()).toMatchObject({ code: null, signal: 'SIGKILL' })
    line.cut()
    const takenBefore = trial.copies()
    const tried = trial.peer.dots.map(({ to }) => to)
    expect(takenBefore.length).toBeGreaterThanOrEqual(5)
    trial.peer.script = () => undefined

    // Its rows stay claimed until the lease has expired.
    await trial.advanceClock(LEASE_SECONDS + 1)
    expect((await trial.run(...SEND)).code).toBe(1)

    const rows = await trial.rows()
    const unknown = rows.filter(({ state }) => state === 'unknown').map(({ email }) => email ?? '')
    expect(unknown).toContain(trial.peer.accepted[4]?.to)
    expect(unknown.length).toBeLessThanOrEqual(20)
    expect(await trial.counts()).toEqual({ submitted: 60 - unknown.length, unknown: unknown.length })
    // Nobody got it twice, nobody is missing except those shown as unknown, and nothing that had gone out was retried.
    const copies = trial.copies()
    expect(copies).toEqual([...new Set(copies)])
    expect(READERS.filter((reader) => !copies.includes(reader) && !unknown.includes(reader))).toEqual([])
    const dotsOf = (to: string) => trial.peer.dots.filter((message) => message.to === to).length
    expect(tried.filter((to) => dotsOf(to) !== 1)).toEqual([])

    // Resent only when a person orders it, and under the same Message-ID.
    expect((await trial.run('edition', 'resolve', '--date', MONDAY, '--resend')).code).toBe(0)
    expect((await trial.run(...SEND)).code).toBe(0)
    expect(await trial.counts()).toEqual({ submitted: 60 })
    expect(new Set(trial.copies())).toEqual(new Set(READERS))
    expect(new Set(trial.peer.accepted.map(({ messageId }) => messageId)).size).toBe(60)
  })
})

describe('2: SIGKILL after the claim, before any data', () => {
  it('gives everyone one copy', async () => {
    await whileSendingIsHeldBack(async () => {
      const sending = trial.start('lunchpail', SEND, { settings: { DATABASE_URL: asSender() } })
      await until(
        async () => ((await trial.counts())['claimed'] ?? 0) >= 20,
        () => `rows are claimed\n${sending.written()}`,
      )
      await sending.kill()
    })
    const counts = await trial.counts()
    expect(counts['sending']).toBeUndefined()
    expect(counts['claimed']).toBeLessThanOrEqual(40)
    expect(trial.peer.dots).toEqual([])

    await trial.advanceClock(LEASE_SECONDS + 1)
    expect((await trial.run(...SEND)).code).toBe(0)
    expect(await trial.counts()).toEqual({ submitted: 60 })
    expect(trial.copies()).toEqual(READERS.toSorted())
  })

  it('gives no second copy to a reader who has one', async () => {
    trial.peer.script = ({ step, to }) => (step === 'RCPT' && to !== READERS[0] ? 'stall' : undefined)
    const sending = trial.start('lunchpail', SEND)
    await until(
      () => trial.peer.steps.filter(({ step }) => step === 'RCPT').length >= 3,
      () => sending.written(),
    )
    await until(
      async () => (await trial.counts())['submitted'] === 1,
      () => `the first one's is written down\n${sending.written()}`,
    )
    await sending.kill()
    trial.peer.script = () => undefined
    await trial.advanceClock(LEASE_SECONDS + 1)
    // As far as the ledger knows, rows marked as sending may have gone out.
    await trial.run(...SEND)
    const { submitted = 0, unknown = 0 } = await trial.counts()
    expect(submitted + unknown).toBe(60)
    expect(unknown).toBeLessThanOrEqual(20)
    const copies = trial.copies()
    expect(copies).toEqual([...new Set(copies)])
    expect(copies.length).toBe(submitted)
  })
})

const SENDING_LOCK = 4711

const SENDER = 'lunchpail-sender'

/** The database's address with an application name by which the database can distinguish the sending process from this
 *  one. */
function asSender(): string {
  const url = new URL(trial.databaseUrl)
  url.searchParams.set('application_name', SENDER)
  return url.href
}

/** Blocks, in the database, whatever marks a row as sending, until `work` is over, so that the moment after the claim lasts. Ends
 *  the connections of killed senders before it unblocks, so that their statements do not continue. */
async function whileSendingIsHeldBack(work: () => Promise<void>): Promise<void> {
  await trial.db.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(${sql.lit(SENDING_LOCK)})`.execute(holder)
    await sql`
      create or replace function hold_back() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(${sql.lit(SENDING_LOCK)});
        return new;
      end $$`.execute(holder)
    await sql`
      create trigger hold_back before update on delivery for each row when (new.state = 'sending')
      execute function hold_back()`.execute(holder)
    try {
      await work()
    } finally {
      await sql`
        select pg_terminate_backend(pid, 60000) from pg_stat_activity
        where datname = current_database() and application_name = ${SENDER}`.execute(holder)
      await sql`drop trigger hold_back on delivery`.execute(holder)
      await sql`select pg_advisory_unlock(${sql.lit(SENDING_LOCK)})`.execute(holder)
    }
  })
}
