import { describe, expect, it } from 'vitest'

import {
  aFact,
  aLetterParts,
  aSectionToTell,
  aStatement,
  composeFrom,
  wordsOf,
} from '../testing/statements.ts'
import { leaveOutUnwritable, stateEach, tellUnwritten } from './leave-out-unwritable.ts'
import type { Statement, UnwrittenStatement } from './statement.ts'
import { textOf } from './tell.ts'

const broken = (name: string, changes: Partial<Statement> = {}) =>
  aStatement(name, { tellings: ['Of it {nothing} is known.'], ...changes })

function write(statements: readonly Statement[], forYou: readonly Statement[] = []) {
  const { parts, unwritten } = leaveOutUnwritable(
    aLetterParts([aSectionToTell('insiders', statements, { forYou })]),
  )
  return { letter: composeFrom(parts.sections), unwritten }
}

describe('a statement that cannot be written', () => {
  const fine = aStatement('insiders/fine', { salience: 40 })

  it('is left out and named, and the letter goes on: the next most telling leads', () => {
    const { letter, unwritten } = write([broken('insiders/broken', { salience: 90 }), fine])
    expect(letter.lead?.id).toBe('insiders/fine')
    expect(textOf(letter.story)).toContain('Of insiders/fine it was $1.2 million.')
    expect(unwritten).toEqual([
      {
        id: 'insiders/broken',
        section: 'insiders',
        kind: 'trade',
        reason:
          "'Of it {nothing} is known.' of insiders/broken names {nothing}, which the statement does not have",
      },
    ])
    expect(tellUnwritten(unwritten)).toBe('1 statement could not be written: trade')
  })

  it.each<[string, Partial<Statement>, string]>([
    ['a name is blank', { slots: { value: { name: ' ' } } }, '{value} has no words'],
    [
      'a figure does not fit its unit',
      { slots: { value: { figure: aFact('insiders/value', { value: 'many' }) } } },
      'insiders/value cannot be written',
    ],
    ['a headline names what is not there', { heads: ['{gone}'] }, 'which the statement does not have'],
    ['a caveat names what is not there', { caveat: '{gone}.' }, 'which the statement does not have'],
    ['a wording is empty', { lines: [''] }, 'one of its wordings has no words'],
  ])('is one of which %s', (_, changes, reason) => {
    const { letter, unwritten } = write([aStatement('insiders/broken', changes), fine])
    expect(unwritten).toMatchObject([
      { id: 'insiders/broken', reason: expect.stringContaining(reason) as string },
    ])
    expect(JSON.stringify(letter)).not.toContain('insiders/broken')
  })

  it('may be of any place in the letter', () => {
    const parts = aLetterParts(
      [aSectionToTell('insiders', [fine], { forYou: [broken('insiders/you', { kind: 'worth' })] })],
      {
        connections: [broken('economy/connects', { kind: 'contrast' })],
        ahead: broken('housing/ahead', { kind: 'level' }),
        closing: broken('economy/closing'),
      },
    )
    const { parts: left, unwritten } = leaveOutUnwritable(parts)
    expect(left).toMatchObject({ connections: [], ahead: undefined, closing: undefined })
    expect(left.sections[0]?.statements).toMatchObject({ statements: [fine], forYou: [] })
    expect(tellUnwritten(unwritten)).toBe('4 statements could not be written: worth, contrast, level, trade')
  })

  it('leaves its section without a line of coverage where it was that', () => {
    const section = aSectionToTell('insiders', [fine])
    const coverage = broken('insiders/coverage', { kind: 'coverage' })
    const { parts, unwritten } = leaveOutUnwritable(
      aLetterParts([{ ...section, statements: { ...section.statements!, coverage } }]),
    )
    expect(wordsOf(composeFrom(parts.sections)).coverage).toBe('')
    expect(unwritten).toMatchObject([{ kind: 'coverage' }])
  })

  it('leaves what was told in one breath with it to be told alone', () => {
    const more = aStatement('insiders/more', { joins: 'insiders/broken', isNews: false, heads: [] })
    const { letter } = write([broken('insiders/broken'), fine, more])
    expect(wordsOf(letter).big).toBe('Of insiders/more it was $1.2 million.')
  })

  it('is noted where it could not even be made', () => {
    const unwritten: UnwrittenStatement[] = []
    const made = stateEach(
      [{ id: 'insiders/a' }, { id: 'insiders/b' }],
      ({ id }) => {
        if (id === 'insiders/a') throw new TypeError('is not a number')
        return aStatement(id)
      },
      { section: 'insiders', kind: 'trade', idOf: ({ id }) => id, unwritten },
    )
    expect(made.map(({ id }) => id)).toEqual(['insiders/b'])
    expect(unwritten).toEqual([
      { id: 'insiders/a', section: 'insiders', kind: 'trade', reason: 'is not a number' },
    ])
    const section = aSectionToTell('insiders', made)
    const parts = aLetterParts([{ ...section, statements: { ...section.statements!, unwritten } }])
    expect(leaveOutUnwritable(parts).unwritten).toEqual(unwritten)
  })
})
