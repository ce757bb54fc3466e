import { describe, expect, it } from 'vitest'

import { outcomeOf } from './outcome-of.ts'

const row = { subscriberId: '7', claim: 2, attempts: 0 }
const policy = { retryBaseSeconds: 300, retryFactor: 1.3 }
const refused = { status: 'refused', reply: '450 later', permanent: false, about: 'message' } as const

describe('outcomeOf', () => {
  it('puts a temporary refusal off for five minutes, and longer each time', () => {
    expect(outcomeOf(row, refused, policy)).toEqual({
      subscriberId: '7',
      claim: 2,
      state: 'deferred',
      reply: '450 later',
      retryInSeconds: 300,
    })
    expect(outcomeOf({ ...row, attempts: 2 }, refused, policy).retryInSeconds).toBeCloseTo(507)
  })

  it('takes only an address that does not exist for a hard bounce', () => {
    const forGood = { ...refused, permanent: true }
    expect(outcomeOf(row, { ...forGood, about: 'recipient' }, policy)).toMatchObject({
      state: 'failed',
      isHardBounce: true,
      isPolicyRefusal: false,
    })
    expect(outcomeOf(row, { ...forGood, about: 'policy' }, policy)).toMatchObject({
      state: 'failed',
      isHardBounce: false,
      isPolicyRefusal: true,
    })
  })

  it('gives a delivery back as it was when no server was reached', () => {
    expect(
      outcomeOf(row, { status: 'unreachable', reason: 'ECONNREFUSED', cause: 'connection' }, policy),
    ).toEqual({
      subscriberId: '7',
      claim: 2,
      state: 'pending',
    })
  })
})
