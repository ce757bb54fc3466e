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
    const [alarm] = listEditionAlarms({ missed: ['2026-11-23'], statuses: [] })
    expect(alarm?.subject).toBe('The edition of 2026-11-23 was not sent')
    expect(alarm?.detail).toContain('lunchpail edition send --date 2026-11-23')
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
