import { describe, expect, it } from 'vitest'

import { aSectionToTell, aStatement, composeFrom, wordsOf } from '../testing/statements.ts'
import { textOf } from './tell.ts'

describe('what stands first', () => {
  const lead = aStatement('insiders/lead', {
    salience: 90,
    tellings: ['At length, and with what it is not: {value}.'],
    opening: ['In short: {value}.'],
    caveat: 'Not all of it was new.',
    follows: ['insiders/unusual'],
    heads: ['Somebody in a company with a long name sold shares'],
  })
  const unusual = aStatement('insiders/unusual', { carry: ['That is the most of all.'], heads: [] })
  const rate = (changes = {}) =>
    aStatement('housing/rate', {
      salience: 40,
      heads: ['A “sale” was a gift'],
      ...changes,
    })
  const letterOf = (other = rate()) =>
    composeFrom([aSectionToTell('insiders', [lead, unusual]), aSectionToTell('housing', [other])])

  it('is short, goes on with what is unusual, and says last what it is not', () => {
    expect(textOf(letterOf().story)).toBe(
      'In short: $1.2 million. That is the most of all. Not all of it was new.',
    )
  })

  it('has a headline of one story, though another would fit beside it', () => {
    expect(letterOf().headline).toBe('Somebody in a company with a long name sold shares')
  })

  it('tells in one breath what belongs together', () => {
    const trade = aStatement('insiders/trade', { salience: 50, tellings: ['Jane sold {value}.'] })
    const more = aStatement('insiders/more', {
      salience: 60,
      joins: trade.id,
      tellings: ['Jane sold {value} more.'],
    })
    const letter = composeFrom([aSectionToTell('insiders', [lead, trade, more])])
    expect(wordsOf(letter)).toMatchObject({
      big: 'Jane sold $1.2 million. Jane sold $1.2 million more.',
      smaller: [],
    })
  })
})
