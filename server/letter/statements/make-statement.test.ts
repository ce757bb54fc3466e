import { describe, expect, it } from 'vitest'

import { aFact } from '../testing/statements.ts'
import { keepHeads, rateDollars } from './make-statement.ts'

const ANCHORS = [
  [1000, 0],
  [100_000, 40],
  [1_000_000, 60],
] as const

describe('rateDollars', () => {
  it.each([
    [10, 0],
    [1000, 0],
    [10_000, 20],
    [100_000, 40],
    [1_000_000, 60],
    [1e12, 60],
  ])('scores %d dollars as %d', (value, salience) => {
    expect(rateDollars(value, ANCHORS)).toBe(salience)
  })
})

describe('headlines of a statement', () => {
  const day = aFact('insiders/a/day', { unit: 'date', value: '2025-01-27' })
  const statement = {
    id: 'a',
    slots: { who: { name: 'Jane Doe' }, value: { figure: aFact('insiders/a') }, day: { figure: day } },
  }

  it('are those that fit once they are filled, in their order, each once', () => {
    const long = `{who} ${'bought '.repeat(8)}{value}`
    const heads = [long, '{who} sold {value}', '{who} bought {value} in all', '{who} sold {value}']
    expect(keepHeads(statement, heads)).toEqual({
      heads: ['{who} sold {value}', '{who} bought {value} in all'],
    })
  })

  it('contain an amount: a name and a day alone are not enough', () => {
    expect(keepHeads(statement, ['{who} sold', '{who} sold most since {day}'])).toEqual({})
  })

  it('are left out if none fits', () => {
    expect(keepHeads(statement, [`${'{who} '.repeat(10)}{value}`])).toEqual({})
  })
})
