import { describe, expect, it } from 'vitest'

import { outcomeOf } from './outcome-writer.ts'

const row = { subscriberId: '7', claim: 2, attempts: 0 }
const policy = { retryBaseSeconds: 300, retryFactor: 1.3 }
const refused = { status: 'refused', reply: '450 later', permanent: false, about: 'message' } as const

describe('outcomeOf', () => {
  it('defers a temporary refusal for five minutes, then longer each time', () => {
    expect(outcomeOf(row, refused, policy)).toEqual({
      subscriberId: '7',
      claim: 2,
      state: 'deferred',
      reply: '450 later',
      retryInSeconds: 300,
    })
    expect(outcomeOf({ ...row, attempts: 2 }, refused, policy).retryInSeconds).toBeCloseTo(507)
  })

  it('treats only an address that does not exist as a hard bounce', () => {
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

  it('distinguishes our own failures from a server’s refusals', () => {
    const forGood = { ...refused, permanent: true }
    expect(outcomeOf(row, { ...forGood, isOurs: true }, policy).isOurs).toBe(true)
    expect(outcomeOf(row, forGood, policy).isOurs).toBe(false)
  })

  it('distinguishes what says something about one address alone', () => {
    const forGood = { ...refused, permanent: true }
    expect(outcomeOf(row, { ...forGood, isOfAddress: true }, policy).isOfAddress).toBe(true)
    expect(outcomeOf(row, forGood, policy).isOfAddress).toBe(false)
  })

  it.each(['connection', 'service'] as const)(
    'defers a delivery without counting an attempt if no server was reached (%s), longer with each claim',
    (cause) => {
      const lost = { status: 'unreachable', reason: 'ECONNRESET', cause } as const
      expect(outcomeOf({ ...row, claim: 1 }, lost, policy)).toEqual({
        subscriberId: '7',
        claim: 1,
        state: 'deferred',
        reply: 'ECONNRESET',
        retryInSeconds: 300,
        isUncharged: true,
      })
      expect(outcomeOf({ ...row, claim: 3 }, lost, policy).retryInSeconds).toBeCloseTo(507)
      expect(outcomeOf({ ...row, claim: 99 }, lost, policy).retryInSeconds).toBeLessThan(3600)
    },
  )

  it.each(['sign-in', 'tls'] as const)('returns a delivery unchanged after a %s problem', (cause) => {
    expect(outcomeOf(row, { status: 'unreachable', reason: '535 no', cause }, policy)).toEqual({
      subscriberId: '7',
      claim: 2,
      state: 'pending',
    })
  })
})
