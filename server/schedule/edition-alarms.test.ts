import { describe, expect, it } from 'vitest'

import type { SendingProgress } from '../sending/editions/edition-status.ts'
import { aProgress } from '../testing/a-progress.ts'
import { describeAlarm } from '../operator/alarm-words.ts'
import { listPaceAlarms } from './delivery-alarms.ts'
import { circuitAlarm, listEditionAlarms, listSendingAlarms, unwritableAlarm } from './edition-alarms.ts'
import type { Alarm } from './raise-alarms.ts'

const NOW = new Date('2026-11-23T20:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)

const progress = (
  state: SendingProgress['state'],
  counts: Partial<SendingProgress['counts']> = {},
  meta: Partial<SendingProgress['meta']> = {},
) =>
  aProgress(
    state,
    { submitted: 3, ...counts },
    {
      askedAt: NOW,
      frozenAt: hoursAgo(6),
      finishedAt: state === 'finished' ? hoursAgo(1) : undefined,
      expectedCount: 3,
      ...meta,
    },
  )

const wordsOf = ({ about, next }: Alarm) => describeAlarm(about, next)
const subjectsOf = (...looked: SendingProgress[]) =>
  looked.flatMap(listSendingAlarms).map((alarm) => wordsOf(alarm).subject)

describe('unwritableAlarm', () => {
  it.each([
    [new Error('Connection terminated unexpectedly'), 'database', 'The database does not answer'],
    [new Error('no model answers'), 'not-written', 'The weekly edition could not be written'],
  ])('tells a database that is gone from an edition that cannot be written: %s', (error, kind, subject) => {
    expect(describeAlarm(unwritableAlarm(error).about)).toMatchObject({ kind, subject })
  })
})

describe('listEditionAlarms', () => {
  it('raises no alarm while all is well', () => {
    expect(listEditionAlarms({ missed: [] })).toEqual([])
  })

  it('names a missed edition and what to do about it', () => {
    const [alarm, held, unwritten] = listEditionAlarms({
      missed: [
        { date: '2026-11-23', isHeld: false, isRestored: false },
        { date: '2026-11-23', isHeld: true, isRestored: false },
        { date: '2026-11-23', isHeld: false, isRestored: false, isUnwritten: true },
      ],
    }).map(wordsOf)
    expect(alarm?.subject).toBe('The edition of 2026-11-23 was not sent')
    expect(alarm?.detail).toContain(
      'will not be sent by itself. To send it now: lunchpail edition send --date 2026-11-23',
    )
    expect(unwritten?.subject).toBe('The edition of 2026-11-23 was not sent')
    expect(unwritten?.detail).toMatch(
      /^It was never written: .*\b.*lunchpail edition build --as-of 2026-11-23\n.*lunchpail edition send --date 2026-11-23$/,
    )
    expect(held?.detail).toContain(
      'To let it go out: lunchpail edition release --date 2026-11-23\nTo send it now: lunchpail edition send --date 2026-11-23',
    )
  })

  it('names an edition that is due and held, or due and not written, and what to do', () => {
    const held = {
      since: new Date('2026-11-23T01:00:00Z'),
      kind: 'by-hand',
      reason: 'a figure looks wrong',
    } as const
    const alarms = listEditionAlarms({
      missed: [],
      held: { slotDate: '2026-11-23', held },
      unwritten: '2026-11-30',
    }).map(wordsOf)
    expect(alarms.map(({ subject }) => subject)).toEqual([
      'The edition of 2026-11-23 is due and held',
      'The edition of 2026-11-30 is due and not written',
    ])
    expect(alarms[0]?.detail).toContain('The reason: a figure looks wrong.')
    expect(alarms[0]?.detail).toContain('lunchpail edition release --date 2026-11-23')
    expect(alarms[1]?.detail).toContain('lunchpail edition build --as-of 2026-11-30')
  })

  it('counts the statements that could not be written, each kind once', () => {
    const alarms = listEditionAlarms({
      missed: [],
      shortened: { date: '2026-11-23', builtAt: NOW, kinds: ['trade', 'trade', 'level'], isHeld: false },
    })
    expect(alarms).toMatchObject([
      { next: [{ step: 'hold', date: '2026-11-23' }], occasion: 'built 2026-11-23T20:00:00.000Z' },
    ])
    expect(alarms.map((alarm) => wordsOf(alarm).subject)).toEqual([
      '3 parts of the edition of 2026-11-23 could not be written: trade, level',
    ])
  })
})

describe('listSendingAlarms', () => {
  it('raises no alarm while all is well', () => {
    expect(subjectsOf(progress('finished'), progress('frozen', { pending: 10 }))).toEqual([])
  })

  it('gives the reason for a pause, again every six hours', () => {
    const paused = (since: Date) =>
      progress('paused', {}, { paused: { since, kind: 'sign-in', reason: '535 no' } })
    const [alarm] = listSendingAlarms(paused(hoursAgo(5.9)))
    expect(alarm).toMatchObject({
      about: { kind: 'paused', date: '2026-11-23', hours: 0 },
      next: [
        { step: 'resume', date: '2026-11-23' },
        { step: 'cancel', date: '2026-11-23' },
      ],
      occasion: 'since 2026-11-23T14:06:00.000Z',
    })
    expect(wordsOf(alarm!).subject).toBe('The edition of 2026-11-23 is paused')
    expect(wordsOf(alarm!).detail).toMatch(
      /^Why: the mail server refuses the sign-in: 535 no\. .* lunchpail edition resume --date 2026-11-23\nTo end it for good: lunchpail edition cancel/,
    )
    const [restored] = listSendingAlarms(
      progress('paused', {}, { paused: { since: hoursAgo(1), kind: 'restored' } }),
    )
    expect(restored?.next?.map(({ step }) => step)).toEqual(['resolve-by-log', 'resume', 'cancel'])
    expect(subjectsOf(paused(hoursAgo(13)))).toEqual([
      'The edition of 2026-11-23 is paused, for 12 hours now',
    ])
  })

  it('reports unknown outcomes, failed readers and readers left out by the warm-up', () => {
    expect(subjectsOf(progress('frozen', { unknown: 1 }, { unknownSince: hoursAgo(1) }))).toEqual([
      'The edition of 2026-11-23 has deliveries whose outcome is unknown',
    ])
    const [cancelled] = listSendingAlarms(
      progress('cancelled', { unknown: 1 }, { unknownSince: hoursAgo(1) }),
    ).map(wordsOf)
    expect(cancelled?.detail).toMatch(/lunchpail edition resolve --date 2026-11-23 --assume-submitted$/)
    expect(subjectsOf(progress('finished', { failed: 1 }))).toEqual([
      'The edition of 2026-11-23 did not reach everyone',
    ])
    expect(subjectsOf(progress('finished', { skipped: 1200 }, { warmUpLeft: 1200 }))).toEqual([
      'The warm-up left 1,200 readers without the edition of 2026-11-23',
    ])
    expect(subjectsOf(progress('frozen', { failed: 1, skipped: 1 }))).toEqual([])
  })
})

describe('listPaceAlarms', () => {
  it('says how long the readers take, how long the letter has, and what to do', () => {
    const expiresAt = new Date('2026-11-24T08:00:00Z')
    const ofMany = progress('frozen', { pending: 1_000_000 }, { expiresAt })
    const [alarm] = listPaceAlarms(ofMany, { perSecond: 20 })
    expect(alarm?.occasion).toBe('until 2026-11-24T08:00:00.000Z')
    expect(wordsOf(alarm!)).toMatchObject({
      kind: 'not-everyone-reached',
      subject: 'The edition of 2026-11-23 is too slow to reach everyone',
      detail: expect.stringMatching(
        /^1,000,000 readers at 20 a second: 13 h 53 min; the letter has 12 h 0 min\. Raise SEND_PER_SECOND\b.* lunchpail edition retry --date 2026-11-23$/,
      ) as string,
    })
    expect(listPaceAlarms(ofMany, { perSecond: 24 })).toEqual([])
  })
})

describe('circuitAlarm', () => {
  const circuit = { failures: 5, openUntil: NOW, reason: 'connect ECONNREFUSED' }
  it('waits ten minutes and then gives the start and the reason', () => {
    expect(circuitAlarm(circuit, new Date('2026-11-23T19:50:01Z'), NOW)).toBeUndefined()
    const alarm = circuitAlarm(circuit, new Date('2026-11-23T19:50:00Z'), NOW)
    expect(alarm?.occasion).toBe('since 2026-11-23T19:50:00.000Z')
    expect(wordsOf(alarm!)).toMatchObject({
      subject: 'The mail server does not answer',
      detail: expect.stringContaining(
        '5 attempts in a row failed, the last with: connect ECONNREFUSED.',
      ) as string,
    })
  })
})
