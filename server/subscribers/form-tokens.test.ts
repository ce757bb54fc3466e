import { describe, expect, it } from 'vitest'

import { createFormTokens } from './form-tokens.ts'

const SECOND = 1_000
const HOUR = 3_600_000

function createFixture(secretKey = 's'.repeat(40)) {
  const time = { now: new Date('2026-11-23T14:00:00Z') }
  const hits = new Map<string, number>()
  const used = {
    get: async (token: string) => {
      const totalHits = hits.get(token)
      return totalHits === undefined ? undefined : { totalHits, resetTime: undefined }
    },
    increment: async (token: string) => {
      const totalHits = (hits.get(token) ?? 0) + 1
      hits.set(token, totalHits)
      return { totalHits, resetTime: undefined }
    },
  }
  const tokens = createFormTokens({ keys: { secretKey }, clock: { now: () => time.now }, used })
  const wait = (ms: number) => {
    time.now = new Date(time.now.getTime() + ms)
  }
  return { tokens, wait }
}

describe('a form token', () => {
  it.each([
    ['at once', 0, false],
    ['just under two seconds', 2 * SECOND - 1, false],
    ['two seconds', 2 * SECOND, true],
    ['two hours', 2 * HOUR, true],
    ['more than two hours', 2 * HOUR + 1, false],
    ['from a clock that is ahead', -10 * SECOND, false],
  ])('is valid depending on its age: %s', async (_age, ms, isTimely) => {
    const { tokens, wait } = createFixture()
    const token = tokens.issue()
    wait(ms)
    expect(await tokens.spend(token)).toBe(isTimely)
  })

  it('is valid once, independently of another from the same moment', async () => {
    const { tokens, wait } = createFixture()
    const issued = [tokens.issue(), tokens.issue()] as const
    wait(5 * SECOND)
    expect([await tokens.isUnspent(issued[0]), await tokens.isUnspent(issued[0])]).toEqual([true, true])
    expect(await tokens.spend(issued[0])).toBe(true)
    expect(await tokens.isUnspent(issued[0])).toBe(false)
    expect(await tokens.spend(issued[0])).toBe(false)
    expect(await tokens.spend(issued[1])).toBe(true)
  })

  it('is invalid if made with another key, or made up', async () => {
    const { tokens, wait } = createFixture()
    const foreign = createFixture('x'.repeat(40)).tokens.issue()
    wait(5 * SECOND)
    for (const token of [foreign, '', 'mi9k2w00.AAAAAAAAAAAAAAAAAAAAAA']) {
      expect(await tokens.spend(token)).toBe(false)
    }
  })
})
