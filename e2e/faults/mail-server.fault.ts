import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { describePause } from '../../server/sending/sending-words.ts'
import { readers } from '../../server/testing/edition-fixtures.ts'
import type { PeerScript, SmtpStep } from '../../server/testing/smtp-peer.ts'
import { startSmtpTestServer } from '../../server/testing/smtp-test-server.ts'
import { requireDone } from './support/processes.ts'
import { hasLooked, MONDAY, openTrial, until, type Trial } from './support/trial.ts'

const SEND = ['edition', 'send', '--date', MONDAY]
/** For two processes. */
const CONNECTIONS = 2 * 5
/** Waits seconds where the site waits minutes. */
const HURRIED = [
  'send',
  MONDAY,
  JSON.stringify({ circuitPauseMs: 300, circuitMaxPauseMs: 600, pollMs: 200, retryBaseSeconds: 0.2 }),
]

let trial: Trial
beforeAll(async () => {
  trial = await openTrial()
})
afterAll(() => trial.close())
afterEach(() => trial.end())

async function begin(emails: readonly string[], script?: PeerScript): Promise<void> {
  await trial.begin(script && { script })
  await trial.addSubscribers(emails)
  await trial.storeEdition()
}
const attempts = async () => (await trial.rows()).map((row) => row.attempts)

describe('8: 421', () => {
  it.each<SmtpStep>(['connect', 'RCPT', 'DATA'])(
    'at %s opens one circuit for both processes and charges nobody; then each reader gets one copy',
    async (where) => {
      let isDown = true
      await begin(readers(40), ({ step }) =>
        isDown && step === where ? '421 4.3.2 Closing for a while' : undefined,
      )
      const both = [trial.start('sending-child', HURRIED), trial.start('sending-child', HURRIED)]
      const asked = () => trial.peer.steps.filter(({ step }) => step === where)
      await until(
        () => asked().length > 0,
        () => both.map((child) => child.written()).join('\n'),
      )
      const from = Date.now()
      await until(
        () => Date.now() > from + 2500 && asked().some(({ at }) => at > from + 1200),
        () => 'it is tried again and again',
      )
      // Letters in progress on both processes' connections, and then one trial at a time, at least 300 ms apart.
      expect(asked().length).toBeLessThanOrEqual(CONNECTIONS + 1 + (Date.now() - from) / 300)
      expect(new Set(await attempts())).toEqual(new Set([0]))
      isDown = false
      for (const child of both) expect(await child.ended()).toMatchObject({ code: 0 })
      expect(trial.copies()).toEqual(readers(40).sort())
      expect(new Set(await attempts())).toEqual(new Set([1]))
      expect(trial.peer.dots).toHaveLength(40)
    },
  )
})

describe('9: 450', () => {
  it('is retried after five minutes and no sooner, by the database’s clock, and then accepted once', async () => {
    const [busy = '', ...others] = readers(4)
    let isBusy = true
    await begin([busy, ...others], ({ step, to }) =>
      isBusy && step === 'RCPT' && to === busy ? '450 4.2.0 Mailbox busy' : undefined,
    )
    const askedFor = () => trial.peer.steps.filter(({ step, to }) => step === 'RCPT' && to === busy).length
    const sending = trial.start('sending-child', ['send', MONDAY, JSON.stringify({ pollMs: 200 })])
    await until(
      async () => (await trial.counts())['deferred'] === 1 && (await trial.counts())['submitted'] === 3,
      () => sending.written(),
    )
    expect(askedFor()).toBe(1)
    expect((await trial.rows())[0]?.reply).toContain('450 4.2.0 Mailbox busy')
    isBusy = false
    const { rows } = await sql<{ next: Date; seconds: number }>`
      select next_at as next, extract(epoch from next_at - updated_at)::float8 as seconds from delivery
      where state = 'deferred'`.execute(trial.db)
    expect(rows[0]?.seconds).toBeCloseTo(300, 0)
    const next = rows[0]?.next.getTime() ?? Number.NaN
    await trial.setClock(new Date(next - 120_000).toISOString())
    // Long enough to look at the ledger several times.
    await delay(1500)
    expect(askedFor()).toBe(1)
    expect(trial.now().getTime()).toBeLessThan(next)
    await trial.setClock(new Date(next + 1000).toISOString())
    expect((await sending.ended()).code).toBe(0)
    expect(askedFor()).toBe(2)
    expect(trial.copies()).toEqual(readers(4))
    expect(await attempts()).toEqual([2, 1, 1, 1])
  })
})

describe('10: 550', () => {
  it('5.1.1 fails and suppresses that address, which gets no other edition', async () => {
    const [gone = '', ...others] = readers(4)
    await begin([gone, ...others], ({ step, to }) =>
      step === 'RCPT' && to === gone ? `550 5.1.1 <${to}> does not exist` : undefined,
    )
    expect((await trial.run(...SEND)).code).toBe(1)
    expect(await trial.counts()).toEqual({ submitted: 3, failed: 1 })
    expect(trial.copies()).toEqual(others)
    const suppressed = await trial.db.selectFrom('suppression').select('reason').execute()
    expect(suppressed).toEqual([{ reason: 'bounced' }])

    await trial.storeEdition({ slotDate: '2026-11-30' })
    trial.peer.script = () => undefined
    expect((await trial.run('edition', 'send', '--date', '2026-11-30')).code).toBe(0)
    expect(trial.copies()).toEqual([...others, ...others].sort())
  })

  it('5.7.1 fails and suppresses nobody; after ten the edition is paused, with the reason', async () => {
    await begin(readers(60), ({ step }) => (step === 'dot' ? '550 5.7.1 Looks like spam' : undefined))
    expect((await trial.run(...SEND)).code).toBe(1)
    expect(await trial.editionState()).toBe('paused')
    const { failed = 0, pending = 0 } = await trial.counts()
    expect(failed).toBeGreaterThanOrEqual(10)
    expect(failed).toBeLessThanOrEqual(15)
    expect(failed + pending).toBe(60)
    expect(await trial.db.selectFrom('suppression').selectAll().execute()).toEqual([])
    const paused = await trial.db
      .selectFrom('edition')
      .select(['pause_kind', 'pause_reason'])
      .executeTakeFirstOrThrow()
    expect(paused).toEqual({ pause_kind: 'policy', pause_reason: '550 5.7.1 Looks like spam' })
    // The timetable leaves it paused until a person resumes it.
    trial.peer.script = () => undefined
    expect((await trial.run(...SEND)).code).toBe(1)
    expect(await trial.counts()).toEqual({ submitted: pending, failed })
  })
})

describe('25: 552 to everybody', () => {
  it('pauses at thirty, alerts the operator, and after retry and resume each reader gets one copy', async () => {
    const all = readers(200)
    let isTooLarge = true
    await begin(all, ({ step, to }) =>
      isTooLarge && step === 'dot' && all.includes(to) ? '552 5.3.4 Message too large' : undefined,
    )
    const server = trial.start('sending-child', ['timetable'])
    const why =
      'servers refuse the letter to too many readers, neither for policy nor as unknown: 552 5.3.4 Message too large'
    await until(
      async () => trial.alarms().includes(why) && (await trial.counts())['sending'] === undefined,
      () => server.written(),
    )
    expect(trial.alarms()).toContain(`The edition of ${MONDAY} is paused`)
    const { failed = 0, ...others } = await trial.counts()
    expect(failed).toBeGreaterThanOrEqual(30)
    // Letters in progress on the other connections when the thirtieth is refused.
    expect(failed).toBeLessThanOrEqual(34)
    expect(others).toEqual({ pending: 200 - failed })
    const dots = () => trial.peer.dots.filter(({ to }) => all.includes(to)).length
    expect(dots()).toBe(failed)

    isTooLarge = false
    const retried = requireDone(await trial.run('edition', 'retry', '--date', MONDAY))
    expect(retried.output + retried.errors).toContain(String(failed))
    // Still paused.
    await hasLooked(server)
    expect(dots()).toBe(failed)
    requireDone(await trial.run('edition', 'resume', '--date', MONDAY))
    await until(
      async () => (await trial.editionState()) === 'finished',
      () => server.written(),
    )
    expect(await trial.counts()).toEqual({ submitted: 200 })
    expect(trial.copies()).toEqual(all.toSorted())
  })
})

describe('11: an answer to the final dot that does not come, or comes late', () => {
  /** Shorter than the drip, and ample for any other answer. */
  const PATIENCE = { settings: { SMTP_ANSWER_SECONDS: '8' } }

  it.each(['stall', 'reset'] as const)('%s: unknown, never resent, the others sent once', async (end) => {
    const [, , lost = ''] = readers(20)
    const dotsOfLost = () => trial.peer.dots.filter(({ to }) => to === lost).length
    // A second attempt would be accepted.
    await begin(readers(20), ({ step, to }) =>
      step === 'dot' && to === lost && dotsOfLost() === 1 ? end : undefined,
    )
    expect((await trial.start('sending-child', HURRIED, PATIENCE).ended()).code).toBe(1)
    expect(await trial.counts()).toEqual({ submitted: 19, unknown: 1 })
    expect((await trial.rows()).find(({ state }) => state === 'unknown')?.email).toBe(lost)
    expect((await trial.run(...SEND)).code).toBe(1)
    expect(trial.copies()).toEqual(
      readers(20)
        .filter((reader) => reader !== lost)
        .sort(),
    )
    expect(dotsOfLost()).toBe(1)
  })

  it('an answer that drips for longer than the timeout counts as one success', async () => {
    const [, slow = ''] = readers(5)
    await begin(readers(5), ({ step, to }) =>
      step === 'dot' && to === slow
        ? { drip: '250-2.0.0 Wait\r\n250-2.0.0 a little\r\n250 2.0.0 Taken', everyMs: 150 }
        : undefined,
    )
    expect((await trial.start('sending-child', HURRIED, PATIENCE).ended()).code).toBe(0)
    expect(await trial.counts()).toEqual({ submitted: 5 })
    expect(trial.copies()).toEqual(readers(5))
    expect(trial.peer.dots).toHaveLength(5)
  })
})

describe('12: no sign-in, or no TLS', () => {
  // This machine's address in a form that does not look local: a password is sent to it only over TLS.
  const FAR = '127.1'

  /** Expects that the edition pauses at once, with the server's words, and resumes once the server is fixed. */
  async function pausesAndGoesOn(smtpUrl: string, words: RegExp): Promise<void> {
    const failed = await trial.start('lunchpail', SEND, { settings: { SMTP_URL: smtpUrl } }).ended()
    expect(failed.code).toBe(1)
    expect(await trial.editionState()).toBe('paused')
    expect(await trial.counts()).toEqual({ pending: 30 })
    expect(new Set(await attempts())).toEqual(new Set([0]))
    const { kind, said } = await trial.db
      .selectFrom('edition')
      .select(['pause_kind as kind', 'pause_reason as said'])
      .executeTakeFirstOrThrow()
    const reason = describePause({ kind, reason: said ?? undefined })
    expect(reason).toMatch(words)
    expect(reason).not.toContain('hunter2')
    expect(failed.errors + failed.output).not.toContain('hunter2')
    expect((await trial.run(...SEND)).code).toBe(0)
    expect(trial.copies()).toEqual(readers(30).sort())
  }
  beforeEach(() => begin(readers(30)))

  it('a password that is refused', async () => {
    const server = await startSmtpTestServer(
      {},
      {
        authOptional: false,
        onAuth: (_auth, _session, callback) => callback(new Error('Not that password')),
      },
    )
    try {
      const url = server.url.replace('smtp://', 'smtp://mailer:hunter2@')
      await pausesAndGoesOn(url, /535/)
      expect(server.received).toEqual([])
      // Repeated sign-ins must not lock the account.
      expect(server.connectionCount()).toBeLessThanOrEqual(10)
    } finally {
      await server.close()
    }
  })

  it('a server without STARTTLS, and a password to keep', async () => {
    const server = await startSmtpTestServer()
    try {
      const url = server.url.replace('127.0.0.1', FAR).replace('smtp://', 'smtp://mailer:hunter2@')
      await pausesAndGoesOn(url, /TLS/)
      expect(server.received).toEqual([])
    } finally {
      await server.close()
    }
  })

  it('a certificate that is not trusted', async () => {
    const server = await startSmtpTestServer({}, { disabledCommands: [] })
    try {
      await pausesAndGoesOn(`${server.url}?requireTLS=true`, /certificate|expired|altname/i)
      expect(server.received).toEqual([])
    } finally {
      await server.close()
    }
  })
})
