import { setTimeout as wait } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { SendingProgress } from '../sending/editions/edition-status.ts'
import { aProgress } from '../testing/a-progress.ts'
import { describeSending } from './describe-edition.ts'
import { formatSending, showProgress } from './edition-progress.ts'

const NOW = new Date('2026-11-23T14:00:00Z')

const progress = (
  counts: Partial<SendingProgress['counts']>,
  meta: Partial<SendingProgress['meta']> = {},
  state: SendingProgress['state'] = 'frozen',
) =>
  aProgress(state, counts, {
    askedAt: NOW,
    frozenAt: NOW,
    expiresAt: new Date('2026-11-24T02:00:00Z'),
    expectedCount: 1000,
    ...meta,
  })

const circuit = { failures: 2, openUntil: new Date('2026-11-23T14:01:00Z'), reason: '421 closing' }

describe('formatSending', () => {
  it.each([
    [
      progress({ pending: 750, submitted: 250 }, { perSecond: 19.96, secondsToGo: 38 }),
      '[######------------------]  25 %  250 of 1,000 submitted, 20 a second, 38 s to go',
    ],
    [
      progress({ pending: 740, submitted: 200, failed: 40, unknown: 10, deferred: 10 }),
      '[######------------------]  25 %  200 of 1,000 submitted, 10 to be tried again later, 40 failed, 10 unknown',
    ],
    [
      progress({ pending: 1000 }, { circuit }),
      '[------------------------]   0 %  0 of 1,000 submitted, mail server: no answer 2 times in a row, tried again within 1 min 0 s: 421 closing',
    ],
    [
      progress({ pending: 1900, submitted: 100 }, { perSecond: 5, leftToday: 0 }),
      '[#-----------------------]   5 %  100 of 2,000 submitted, 5 a second, 0 more today by the warm-up',
    ],
    [progress({}), '[------------------------]   0 %  0 of 0 submitted'],
  ])('shows progress, failures and limits on one line: case %#', (given, words) => {
    expect(formatSending(given)).toBe(words)
  })
})

describe('describeSending', () => {
  it('says if the edition ends before everyone has it at this rate', () => {
    const given = progress({ pending: 100_000 }, { perSecond: 1, secondsToGo: 100_000 })
    expect(describeSending(given)).toContain(
      '  ends         Monday, Nov 23, 8:00 PM Chicago at the latest, before everyone has it at this rate',
    )
  })

  it('shows rate, time left, obstacles and what to do', () => {
    const lines = describeSending(
      progress(
        { pending: 7300, submitted: 2000, failed: 40, unknown: 10, deferred: 10 },
        {
          perSecond: 20.02,
          secondsToGo: 7300,
          circuit,
          warmUpLeft: 1200,
          failures: [
            { state: 'failed', count: 40, reason: undefined, reply: '550 5.1.1 No such user' },
            { state: 'skipped', count: 5, reason: 'not-subscribed', reply: undefined },
          ],
        },
      ),
    )
    expect(lines.slice(9)).toEqual([
      '  rate         20 submitted a second',
      '  to go        about 2 h 1 min',
      '  later        10 are tried again later',
      '  ends         Monday, Nov 23, 8:00 PM Chicago at the latest',
      '  mail server  no answer 2 times in a row, tried again within 1 min 0 s: 421 closing',
      '  warm-up      1,200 left over: they come first in the next edition',
      'Why',
      '  failed       40: 550 5.1.1 No such user',
      '  skipped      5: No longer subscribed',
      'To resolve what is unknown: lunchpail edition resolve --date 2026-11-23 --resend or --assume-submitted',
      'To try again what failed: lunchpail edition retry --date 2026-11-23',
    ])
  })

  it('says if the warm-up does not allow all of the rest today', () => {
    const given = (leftToday: number) =>
      describeSending(progress({ pending: 1000, submitted: 100 }, { leftToday }))
    expect(given(400).slice(9, 11)).toEqual([
      '  rate         nothing was submitted in the last minute',
      '  warm-up      lets out 400 more today, of 1,000',
    ])
    expect(given(1000).join()).not.toContain('warm-up')
  })

  it('says why it is paused and how to resume it', () => {
    const paused = { since: NOW, kind: 'sign-in', reason: '535 no' } as const
    expect(describeSending(progress({ pending: 5 }, { paused }, 'paused')).slice(9)).toEqual([
      '  paused       since Monday, Nov 23, 8:00 AM Chicago: the mail server refuses the sign-in: 535 no',
      '               to let it go on: lunchpail edition resume --date 2026-11-23',
    ])
  })
})

describe('describeSending of an edition that was cancelled', () => {
  it('offers nothing that is no longer possible', () => {
    const { length, [length - 1]: last } = describeSending(
      progress({ failed: 2, skipped: 5, unknown: 1 }, {}, 'cancelled'),
    )
    expect([length, last]).toEqual([
      10,
      'To resolve what is unknown: lunchpail edition resolve --date 2026-11-23 --assume-submitted',
    ])
  })
})

describe('showProgress', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => vi.useRealTimers())

  it('redraws one line on a terminal, and removes it at the end', async () => {
    const written: string[] = []
    // Once: on a busy machine a second query may arrive before the first is drawn.
    const looks = [progress({ pending: 3, submitted: 1 })]
    const stop = showProgress(() => Promise.resolve(looks.shift()), {
      output: { write: () => undefined, writeError: (text) => void written.push(text), isTerminal: true },
      clock: { now: () => new Date() },
    })
    await expect.poll(() => written.length).toBe(1)
    await stop()
    expect(written).toEqual(['\r\u001b[K[######------------------]  25 %  1 of 4 submitted', '\r\u001b[K'])
  })

  it('says that the progress cannot be read, and continues', async () => {
    const written: string[] = []
    const stop = showProgress(() => Promise.reject(new Error('no database')), {
      output: { write: () => undefined, writeError: (text) => void written.push(text), isTerminal: true },
      clock: { now: () => new Date() },
    })
    await expect.poll(() => written.length).toBeGreaterThan(1)
    await stop()
    const { length } = written
    await wait(10)
    expect(written).toEqual(Array(length).fill('The progress could not be read: Error: no database\n'))
  })
})
