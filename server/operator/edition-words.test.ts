import { describe, expect, it } from 'vitest'

import { EditionStateError, findRefusal, refuse } from '../sending/editions/edition-refusal.ts'
import { describeFailure } from './describe-failure.ts'
import { commandOf, describeSteps } from './edition-words.ts'

const MONDAY = '2026-11-23'
const NOON = new Date('2026-11-23T18:00:00Z')

describe('a refused order, in words', () => {
  it.each([
    [
      refuse(MONDAY, 'hold', 'absent'),
      'There is no edition of 2026-11-23 to hold. The timetable writes it on Sunday at 6:00 PM Chicago. To build it now: lunchpail edition build --as-of 2026-11-23',
    ],
    [refuse(MONDAY, 'pause', 'absent'), 'There is no edition of 2026-11-23. Build it first.'],
    [refuse(MONDAY, 'correct', 'absent'), 'There is no edition of 2026-11-23.'],
    [
      refuse(MONDAY, 'hold', 'frozen'),
      'The edition of 2026-11-23 is being sent: it can no longer be held. To stop the rest of it for now: lunchpail edition pause --date 2026-11-23\nTo end it for good: lunchpail edition cancel --date 2026-11-23 --yes',
    ],
    [
      refuse(MONDAY, 'send', 'held', { held: { since: NOON, kind: 'by-hand', reason: 'look at housing' } }),
      'The edition of 2026-11-23 is held since Monday, Nov 23, 12:00 PM Chicago (look at housing). To let it go out: lunchpail edition release --date 2026-11-23',
    ],
    [
      refuse(MONDAY, 'mark-sent', 'marked', { marked: { at: NOON, count: 1204 } }),
      'The edition of 2026-11-23 is marked as sent Monday, Nov 23, 12:00 PM Chicago to 1,204 already: that stays. What was wrong in it: lunchpail edition correct --date 2026-11-23 --text TEXT',
    ],
    [
      refuse(MONDAY, 'mark-sent', 'not-due', { dueAt: NOON }),
      'The edition of 2026-11-23 is due on Monday, Nov 23, 12:00 PM Chicago: nobody has it yet. If it was sent by hand before, say when: --at. To keep it from going out: lunchpail edition hold --date 2026-11-23',
    ],
    [
      refuse(MONDAY, 'resolve', 'marked'),
      'The edition of 2026-11-23 is marked as sent: nothing more of it is mailed. What came of it: lunchpail edition status --date 2026-11-23\nTo resolve what is unknown: lunchpail edition resolve --date 2026-11-23 --assume-submitted',
    ],
    [
      refuse(MONDAY, 'resume', 'cancelled'),
      'The edition of 2026-11-23 was cancelled, for good: it cannot go on.',
    ],
  ])('says why, and what can be done instead: %s', (error, words) => {
    expect(describeFailure(error)).toBe(words)
  })

  it('exists only for a state that does not allow the order', () => {
    expect(findRefusal(MONDAY, 'pause', 'frozen')).toBeUndefined()
    expect(findRefusal(MONDAY, 'pause', 'finished')).toBeInstanceOf(EditionStateError)
  })
})

describe('a next step', () => {
  it('is a command to copy, listing the decisions that are still open', () => {
    expect(commandOf({ step: 'preview', date: MONDAY })).toBe(
      'lunchpail edition preview --date 2026-11-23 --to ADDRESS',
    )
    expect(
      describeSteps([
        { step: 'resolve', date: MONDAY, decisions: ['resend', 'assume-submitted'] },
        { step: 'retry', date: MONDAY },
      ]),
    ).toBe(
      'To resolve what is unknown: lunchpail edition resolve --date 2026-11-23 --resend or --assume-submitted\nTo try again what failed: lunchpail edition retry --date 2026-11-23',
    )
  })
})
