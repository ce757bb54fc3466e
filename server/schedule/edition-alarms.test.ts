import { describe, expect, it } from 'vitest'

import type { EditionStatus } from '../newsletter/index.ts'
import { listEditionAlarms } from './edition-alarms.ts'

const status = (
  state: EditionStatus['state'],
  counts: Partial<EditionStatus['counts']> = {},
): EditionStatus => ({
  date: '2026-11-23',
  state,
  counts: {
    pending: 0,
    claimed: 0,
    sending: 0,
    submitted: 3,
    deferred: 0,
    failed: 0,
    skipped: 0,
    unknown: 0,
    ...counts,
  },
})

const subjectsOf = (...statuses: EditionStatus[]) =>
  listEditionAlarms({ missed: [], statuses }).map(({ subject }) => subject)

describe('listEditionAlarms', () => {
  it('keeps still while all is well', () => {
    expect(subjectsOf(status('finished'), status('frozen', { pending: 10 }))).toEqual([])
  })

  it('names a missed edition and what to do about it', () => {
    const [alarm, held] = listEditionAlarms({
      missed: [
        { date: '2026-11-23', isHeld: false },
        { date: '2026-11-23', isHeld: true },
      ],
      statuses: [],
    })
    expect(alarm?.subject).toBe('The edition of 2026-11-23 was not sent')
    expect(alarm?.detail).toContain('To send it by hand: lunchpail edition send --date 2026-11-23')
    expect(held?.detail).toContain(
      'lunchpail edition release --date 2026-11-23 and then lunchpail edition send --date 2026-11-23',
    )
  })

  it('tells once of an edition that is due and held, or due and not written, and what to do', () => {
    const held = { since: new Date('2026-11-23T01:00:00Z'), reason: 'a figure looks wrong' }
    const alarms = listEditionAlarms({
      missed: [],
      statuses: [],
      held: { slotDate: '2026-11-23', held },
      unwritten: '2026-11-30',
    })
    expect(alarms).toMatchObject([
      { subject: 'The edition of 2026-11-23 is due and held', isOnce: true },
      { subject: 'The edition of 2026-11-30 is due and not written', isOnce: true },
    ])
    expect(alarms[0]?.detail).toContain('The reason: a figure looks wrong.')
    expect(alarms[0]?.detail).toContain('lunchpail edition release --date 2026-11-23')
    expect(alarms[1]?.detail).toContain('lunchpail edition build --as-of 2026-11-30')
  })

  it('tells of a pause, of unknown outcomes and of readers who got none', () => {
    expect(subjectsOf(status('paused', { failed: 10 }))).toEqual(['The edition of 2026-11-23 is paused'])
    expect(subjectsOf(status('frozen', { unknown: 1 }))).toEqual([
      'The edition of 2026-11-23 has deliveries whose outcome is unknown',
    ])
    expect(subjectsOf(status('finished', { failed: 1 }))).toEqual([
      'The edition of 2026-11-23 did not reach everyone',
    ])
  })
})
