import { pino } from 'pino'
import { describe, expect, it } from 'vitest'

import type { OutgoingMail, Submission } from './mailer.ts'
import { createOperatorAlarm } from './operator-alarm.ts'

const logger = pino({ level: 'silent' })
const alarm = {
  kind: 'missed' as const,
  subject: 'The edition of 2026-11-23 was not sent',
  detail: 'See <this>.\nAnd that.',
}

function alarmTo(to: string | undefined, outcomes: Submission[] = []) {
  const mails: OutgoingMail[] = []
  let now = Date.parse('2026-11-23T14:00:00Z')
  const operator = createOperatorAlarm({
    logger,
    clock: { now: () => new Date(now) },
    mailer: {
      submit: async (mail) => {
        mails.push(mail)
        return outcomes.shift() ?? { status: 'submitted', reply: '250 ok' }
      },
      close: async () => {},
    },
    to,
    domain: 'lunchpail.test',
    siteName: 'Lunchpail',
  })
  return { operator, mails, wait: (hours: number) => void (now += hours * 3_600_000) }
}

describe('an alarm', () => {
  it('is mailed each time, since the caller knows what was raised before', async () => {
    const { operator, mails } = alarmTo('op@lunchpail.test')
    await operator.raise(alarm)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['op@lunchpail.test', 'Lunchpail: The edition of 2026-11-23 was not sent'],
    ])
    expect(mails[0]?.html).toContain('See &lt;this&gt;.<br>And that.')
    await operator.raise({ ...alarm, detail: 'Another cause' })
    expect(mails.map(({ html }) => html?.includes('Another cause'))).toEqual([false, true])
  })

  it('is not repeated for a given time, if nobody else can remember it', async () => {
    const { operator, mails, wait } = alarmTo('op@lunchpail.test')
    const quiet = { ...alarm, quietMs: 6 * 3_600_000 }
    await operator.raise(quiet)
    wait(5.9)
    await operator.raise(quiet)
    expect(mails).toHaveLength(1)
    wait(0.1)
    await operator.raise(quiet)
    expect(mails).toHaveLength(2)
  })

  it('is sent again if the mail server did not accept it', async () => {
    const { operator, mails } = alarmTo('op@lunchpail.test', [
      { status: 'unreachable', reason: 'down', cause: 'connection' },
    ])
    const quiet = { ...alarm, quietMs: 6 * 3_600_000 }
    expect(await operator.raise(quiet)).toBe(false)
    expect(await operator.raise(quiet)).toBe(true)
    expect(await operator.raise(quiet)).toBe(true)
    expect(mails).toHaveLength(2)
  })

  it('is only logged if no operator is known', async () => {
    const { operator, mails } = alarmTo(undefined)
    expect(await operator.raise(alarm)).toBe(true)
    expect(mails).toEqual([])
  })
})
