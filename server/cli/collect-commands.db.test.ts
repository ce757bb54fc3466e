import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { startFakeUpstream, type FakeUpstream } from '../records/core/testing/fake-upstream.ts'
import { startRun } from '../records/core/runs.ts'
import { createTestDeps } from '../testing/app-fixture.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { runCommand } from './program.ts'

const PMMS = 'date,pmms30,pmms30p,pmms15,pmms15p\n1/30/2025,6.95,,6.12,\n'

const database = setUpDatabase()
let upstream: FakeUpstream
beforeAll(async () => {
  upstream = await startFakeUpstream()
})
afterAll(() => upstream.close())
beforeEach(() => {
  upstream.answer = () => undefined
  upstream.asked.length = 0
})

/** The result of a command as typed after `lunchpail`, split at spaces.
 *  @param written  receives what it writes */
async function run(typed: string, written = { out: '', error: '' }) {
  const { deps } = createTestDeps(database, { UPSTREAM_BASE_URL: upstream.baseUrl })
  const exitCode = await runCommand(
    { words: typed.split(' '), folder: '.' },
    {
      config: deps.config,
      deps: () => Promise.resolve(deps),
      output: {
        write: (text) => void (written.out += text),
        writeError: (text) => void (written.error += text),
      },
    },
  )
  await deps.mailer.close()
  return { exitCode, ...written }
}

describe('collect', () => {
  it('reads a source and says so', async () => {
    upstream.answer = () => PMMS
    const { exitCode, out, error } = await run('collect pmms --as-of 2025-02-03')
    expect(exitCode).toBe(0)
    expect(out).toMatch(/^pmms {7}complete {2}2 of 2 read, \d+\.\d s\n$/)
    expect(error).toBe('Freddie Mac PMMS: 2 of 2 done, 0 unread.\n')
  })

  it('reads twelve months back on request, from sources where that is cheap', async () => {
    await run('collect house pmms --back-fill --as-of 2025-03-03')
    const lists = upstream.asked.flatMap((address) => /\d{4}FD\.zip/.exec(address)?.[0] ?? [])
    expect(lists.toSorted()).toEqual(['2024FD.zip', '2025FD.zip'])
    upstream.asked.length = 0
    const { exitCode, error } = await run('collect house --back-fill --days 9')
    expect([exitCode, upstream.asked]).toEqual([2, []])
    expect(error).toContain('Either --back-fill or --days')
  })

  it('prints a line of JSON for each source', async () => {
    upstream.answer = (address) => (address.includes('PMMS') ? PMMS : undefined)
    const { exitCode, out } = await run('collect pmms fhfa --json')
    expect(exitCode).toBe(1)
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { source: string })
      .sort((a, b) => (a.source < b.source ? -1 : 1))
    expect(lines).toEqual([
      {
        source: 'fhfa',
        onPaper: [],
        notes: [],
        outcome: 'failed',
        listed: 20,
        read: 0,
        unread: expect.arrayContaining([
          {
            what: 'HPI-USA-SA, House price index, purchases, United States',
            code: 'missing',
            reason: 'FHFA House Price Index answered 404',
          },
        ]),
        seconds: expect.any(Number),
      },
      {
        source: 'pmms',
        outcome: 'complete',
        listed: 2,
        read: 2,
        onPaper: [],
        unread: [],
        notes: [],
        seconds: expect.any(Number),
      },
    ])
  })

  it('fails when a source failed, with the first reasons', async () => {
    const { exitCode, out } = await run('collect fhfa')
    expect(exitCode).toBe(1)
    expect(out).toContain('failed    0 of 20 read')
    expect(out).toContain(
      '  HPI-DV_ENC-SA, House price index, purchases, East North Central: FHFA House Price Index answered 404\n',
    )
    expect(out).toContain('  and 15 more unread; --json names them all\n')
  })

  it('waits for another process that reads the sources, and names it', async () => {
    let isHeld = true
    const wasHeldAtRequests: boolean[] = []
    upstream.answer = () => {
      wasHeldAtRequests.push(isHeld)
      return PMMS
    }
    const lock = createTestDeps(database).deps.jobLocks.collect
    let end = () => {}
    let waiting: ReturnType<typeof run> | undefined
    const written = { out: '', error: '' }
    const other = lock.runExclusively(() => new Promise((resolve) => (end = resolve)))
    try {
      await vi.waitFor(async () => expect(await lock.findHolder()).toBeDefined())
      waiting = run('collect pmms', written)
      await vi.waitFor(() => expect(written.error).toContain('waiting for it'))
    } finally {
      isHeld = false
      end()
      await other
    }
    const { exitCode, error } = await waiting
    expect(exitCode).toBe(0)
    expect(error).toMatch(
      /^The public records are being read by process \d+ on \S+: waiting for it, or for a minute if it was killed\. Ctrl-C is safe\.\n/,
    )
    expect(wasHeldAtRequests).toEqual([false])
    expect(await lock.findHolder()).toBeUndefined()
  })

  it('frees the lease for the next command when it was refused', async () => {
    await run('collect pmms --as-of soon')
    upstream.answer = () => PMMS
    expect((await run('collect pmms')).exitCode).toBe(0)
  })

  it('reports an interrupted reading once', async () => {
    await startRun(database.db, { source: 'pmms', asOf: '2025-02-03' })
    upstream.answer = () => PMMS
    const told =
      /^Freddie Mac PMMS: its reading of \w+day, \w{3} \d{1,2}, \d{1,2}:\d\d [AP]M Chicago broke off\./
    expect((await run('collect pmms')).error).toMatch(told)
    expect((await run('collect pmms')).error).not.toMatch(told)
  })

  it('names a source that failed completely only once', async () => {
    const { out } = await run('collect members')
    expect(out).toMatch(/^members {4}failed {4}0 of 0 read, .*\n {2}congress-legislators answered 404\n$/)
  })

  it.each([
    [
      'collect moon',
      'No source is called moon. The sources are pmms, fhfa, zillow, treasury, bls, fred, members, house, senate, insiders.',
    ],
    ['collect pmms --days 0', '--days: "0" is not a whole number from 1 to 3660.'],
    ['collect pmms --days many', '--days: "many" is not a whole number from 1 to 3660.'],
    ['collect pmms --as-of soon', '"soon" is not a day such as 2025-02-03.'],
    ['collect pmms --as-of 2027-01-01', '2027-01-01 has not come: in New York it is 2026-11-20.'],
    ['collect pmms --fast', "error: unknown option '--fast'"],
  ])('refuses "%s"', async (typed, message) => {
    const { exitCode, error } = await run(typed)
    expect(exitCode).toBe(2)
    expect(error).toContain(message)
    expect(upstream.asked).toEqual([])
  })
})
