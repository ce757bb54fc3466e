import { describe, expect, it } from 'vitest'

import { keepHeads, rateDollars } from './make-statement.ts'

const ANCHORS = [
  [1000, 0],
  [100_000, 40],
  [1_000_000, 60],
] as const

describe('how telling a sum is', () => {
  it.each([
    [10, 0],
    [1000, 0],
    [10_000, 20],
    [100_000, 40],
    [1_000_000, 60],
    [1e12, 60],
  ])('%d dollars: %d', (value, salience) => {
    expect(rateDollars(value, ANCHORS)).toBe(salience)
  })
})

describe('heads', () => {
  const statement = { id: 'a', slots: { who: { name: 'Jane Doe' } } }

  it('are those that fit once they are filled, in their order, each once', () => {
    const long = `{who} ${'bought '.repeat(8)}`
    expect(keepHeads(statement, [long, '{who} sold', '{who} bought it all', '{who} sold'])).toEqual({
      heads: ['{who} sold', '{who} bought it all'],
    })
  })

  it('are left out where none fits', () => {
    expect(keepHeads(statement, ['{who} '.repeat(10)])).toEqual({})
  })
})
