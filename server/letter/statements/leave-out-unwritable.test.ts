import { describe, expect, it } from 'vitest'

import {
  aFact,
  aLetterParts,
  aSectionToTell,
  aStatement,
  composeFrom,
  wordsOf,
} from '../testing/statements.ts'
import { analyseEconomy } from '../series/analyse-economy.ts'
import { analyseHousing } from '../series/analyse-housing.ts'
import { analyseMarkets } from '../series/analyse-markets.ts'
import { stateConnections } from '../series/connections.ts'
import { stateSeries } from '../series/series-statements.ts'
import { stateCongress } from '../congress/congress-statements.ts'
import { stateInsiders } from '../insiders/insider-statements.ts'
import type { Fact } from '../facts/fact.ts'
import { createToldCongress, createToldInsiders, createToldSeries, TOLD_WEEK } from '../testing/told-week.ts'
import { leaveOutUnwritable, openAttempts, stateSection, tellUnwritten } from './leave-out-unwritable.ts'
import type { SectionStatements, Statement } from './statement.ts'
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

  it('is left out and named, and the letter continues with the next most salient lead', () => {
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
    expect(tellUnwritten(unwritten)).toBe('1 part could not be written: trade')
  })

  it.each<[string, Partial<Statement>, string]>([
    ['a name is blank', { slots: { value: { name: ' ' } } }, '{value} has no words'],
    [
      'a figure does not fit its unit',
      { slots: { value: { figure: aFact('insiders/value', { value: 'many' }) } } },
      'insiders/value cannot be written',
    ],
    [
      'a headline uses a slot that does not exist',
      { heads: ['{gone}'] },
      'which the statement does not have',
    ],
    ['a caveat uses a slot that does not exist', { caveat: '{gone}.' }, 'which the statement does not have'],
    ['a wording is empty', { lines: [''] }, 'one of its wordings has no words'],
  ])('is left out if %s', (_, changes, reason) => {
    const { letter, unwritten } = write([aStatement('insiders/broken', changes), fine])
    expect(unwritten).toMatchObject([
      { id: 'insiders/broken', reason: expect.stringContaining(reason) as string },
    ])
    expect(JSON.stringify(letter)).not.toContain('insiders/broken')
  })

  it('is left out wherever in the letter it is', () => {
    const parts = aLetterParts(
      [aSectionToTell('insiders', [fine], { forYou: [broken('insiders/you', { kind: 'worth' })] })],
      {
        connections: [broken('economy/connects', { kind: 'contrast' })],
        ahead: broken('housing/ahead', { kind: 'level' }),
      },
    )
    const { parts: left, unwritten } = leaveOutUnwritable(parts)
    expect(left).toMatchObject({ connections: [], ahead: undefined })
    expect(left.sections[0]?.statements).toMatchObject({ statements: [fine], forYou: [] })
    expect(tellUnwritten(unwritten)).toBe('3 parts could not be written: worth, contrast, level')
  })

  it('leaves its section without a coverage line if it was that line', () => {
    const section = aSectionToTell('insiders', [fine])
    const coverage = broken('insiders/coverage', { kind: 'coverage' })
    const { parts, unwritten } = leaveOutUnwritable(
      aLetterParts([{ ...section, statements: { ...section.statements!, coverage } }]),
    )
    expect(wordsOf(composeFrom(parts.sections)).coverage).toBe('')
    expect(unwritten).toMatchObject([{ kind: 'coverage' }])
  })

  it('leaves what was to be told together with it to be told alone', () => {
    const more = aStatement('insiders/more', { joins: 'insiders/broken', isNews: false, heads: [] })
    const { letter } = write([broken('insiders/broken'), fine, more])
    expect(wordsOf(letter).big).toBe('Of insiders/more it was $1.2 million.')
  })
})

describe('a statement that throws while it is made', () => {
  it('is noted, and the others of its kind are made', () => {
    const { each, attempt, unwritten } = openAttempts('insiders')
    const made = each(
      [{ id: 'insiders/a' }, { id: 'insiders/b' }],
      ({ id }) => {
        if (id === 'insiders/a') throw new TypeError('is not a number')
        return aStatement(id)
      },
      { kind: 'trade', idOf: ({ id }) => id },
    )
    expect(made.map(({ id }) => id)).toEqual(['insiders/b'])
    expect(attempt({ id: 'insiders/total', kind: 'total' }, () => 3)).toBe(3)
    const noted = [{ id: 'insiders/a', section: 'insiders', kind: 'trade', reason: 'is not a number' }]
    expect(unwritten).toEqual(noted)
    const section = aSectionToTell('insiders', made)
    const parts = aLetterParts([{ ...section, statements: { ...section.statements!, unwritten } }])
    expect(leaveOutUnwritable(parts).unwritten).toEqual(noted)
  })

  it('costs a section all its statements only if the error is not confined to one of them', () => {
    const stated = stateSection('housing', () => {
      throw new TypeError('is not a number')
    })
    expect(stated).toMatchObject({ section: 'housing', statements: [], forYou: [], facts: [] })
    expect(tellUnwritten(stated.unwritten ?? [])).toBe('1 part could not be written: coverage')
  })

  const { housing, economy, yields, histories } = createToldSeries()
  const stateAll = {
    insiders: stateOf(createToldInsiders(), (section) => stateInsiders(section)),
    congress: stateOf(createToldCongress(), stateCongress),
    housing: stateOf(analyseHousing(housing, TOLD_WEEK), (section) =>
      stateSeries(section, { readings: housing }),
    ),
    economy: stateOf(analyseEconomy(economy, TOLD_WEEK), (section) =>
      stateSeries(section, { readings: economy }),
    ),
    markets: stateOf(analyseMarkets(histories, TOLD_WEEK, yields), (section) =>
      stateSeries(section, { readings: yields, histories }),
    ),
  }
  const names = Object.keys(stateAll) as (keyof typeof stateAll)[]
  it.each(names)('costs %s little, whichever figure cannot be read', (name) => {
    const { ids, state } = stateAll[name]
    const all = state('no figure')
    expect(all.unwritten).toEqual([])
    const lost = ids.map((id) => {
      const some = state(id)
      const left = new Set([...some.statements, ...some.forYou, some.coverage].map((one) => one.id))
      const gone = [...all.statements, ...all.forYou].filter((one) => !left.has(one.id))
      expect({ id, isNoted: gone.length === 0 || (some.unwritten ?? []).length > 0 }).toEqual({
        id,
        isNoted: true,
      })
      expect({ id, left: some.statements.length > 0 }).toEqual({ id, left: true })
      return gone.length
    })
    expect(Math.max(...lost)).toBeGreaterThan(0)
  })

  it('costs the connections between sections only the one concerned', () => {
    const sections = names.map((name) => stateAll[name].state('no figure'))
    const made = (id: string) => {
      const attempts = openAttempts('economy')
      return { told: stateConnections(poison(sections, id), attempts), unwritten: attempts.unwritten }
    }
    expect(made('no figure').told.map(({ id }) => id)).toContain('economy/household')
    const { told, unwritten } = made('housing/rent/weekly-change')
    expect(unwritten).toMatchObject([{ id: 'economy/household', reason: 'cannot be read' }])
    expect(told.length).toBeGreaterThan(0)
  })
})

/** States a section whose given figure throws as soon as it is read. */
function stateOf<Section extends { readonly facts: readonly Fact[] }>(
  section: Section,
  state: (section: Section) => SectionStatements,
) {
  return { ids: section.facts.map(({ id }) => id), state: (id: string) => state(poison(section, id)) }
}

function poison<Node>(node: Node, id: string): Node {
  if (Array.isArray(node)) return node.map((one: unknown) => poison(one, id)) as Node
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, poison(value, id)]))
  if (copy['id'] === id && 'value' in copy) {
    const get = () => {
      throw new TypeError('cannot be read')
    }
    Object.defineProperty(copy, 'value', { get, enumerable: true })
  }
  return copy as Node
}
