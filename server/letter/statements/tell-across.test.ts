import { describe, expect, it } from 'vitest'

import { addDays } from '../../lib/dates.ts'
import { hasNumeral } from '../../records/names/present-names.ts'
import { aSectionToTell, aStatement, aTelling, composeFrom, wordsOf } from '../testing/statements.ts'
import type { Statement } from './statement.ts'
import { textOf } from './tell.ts'

const compose = (
  parts: Partial<Record<'insiders' | 'congress' | 'markets', Statement[]>>,
  slotDate = '2025-02-03',
) =>
  composeFrom(
    (['insiders', 'congress', 'markets'] as const).map((name) => aSectionToTell(name, parts[name] ?? [])),
    { slotDate },
  )
const teased = (id: string, salience: number, clause: string, more: Partial<Statement> = {}) =>
  aStatement(id, { salience, heads: [], teases: [clause], ...more })

describe('the line below the headline', () => {
  it('names the big things of up to two other sections, the most telling first', () => {
    const { also } = compose({
      insiders: [
        aStatement('insiders/lead', { salience: 90, heads: ['Roe sold stock'], teases: ['a sale'] }),
      ],
      congress: [teased('congress/gift', 50, 'a “sale” that was a gift')],
      markets: [teased('markets/turn', 70, 'a week that made the year')],
    })
    expect(also?.map((sentence) => textOf([sentence]))).toEqual([
      'Also: a week that made the year, and a “sale” that was a gift.',
    ])
  })

  it('is left out where nothing can be teased', () => {
    expect(compose({ congress: [aStatement('congress/one', { salience: 50 })] }).also).toBeUndefined()
  })

  it('names nothing that the letter may have no room for', () => {
    const { also } = compose({
      congress: [
        aStatement('congress/big', { salience: 60, heads: [] }),
        teased('congress/smaller', 50, 'a smaller thing'),
      ],
    })
    expect(also).toBeUndefined()
  })
})

describe('what was not what its label says', () => {
  const gift = aStatement('congress/gift', { salience: 50, behindLabel: 'a “sale” was a gift' })
  const offering = aStatement('insiders/offering', { salience: 60, behindLabel: 'most “buying” was none' })

  it('ends what connects where two sections have such a thing', () => {
    const { connects } = compose({ insiders: [offering], congress: [gift] })
    expect(textOf(connects)).toMatch(/: most “buying” was none, and a “sale” was a gift\.$/)
  })

  it('is introduced without a number, in any week: no fact would bear it out', () => {
    const weeks = Array.from({ length: 12 }, (_, index) => addDays('2025-02-03', index * 7))
    const told = weeks.map((slotDate) =>
      textOf(compose({ insiders: [offering], congress: [gift] }, slotDate).connects),
    )
    expect(new Set(told).size).toBeGreaterThan(1)
    expect(told.filter((text) => hasNumeral(text))).toEqual([])
  })

  it('is not told of what the letter had no room for', () => {
    const quiet = { heads: [], isNews: false } as const
    const long = aStatement('insiders/long', { ...quiet, salience: 80, tellings: [aTelling(850)] })
    const letter = compose({ insiders: [long, { ...offering, ...quiet }], congress: [gift] })
    expect(wordsOf(letter)).toMatchObject({
      smaller: [],
      more: ['Of insiders/offering it was $1.2 million.'],
    })
    expect(letter.connects).toEqual([])
  })

  it('is not told of one', () => {
    expect(compose({ congress: [gift] }).connects).toEqual([])
  })
})
