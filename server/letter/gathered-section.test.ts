import { describe, expect, it } from 'vitest'

import { createFact, createPurchase } from './writer/testing/facts.ts'
import { chooseFacts } from './gathered-section.ts'

const { facts } = createPurchase()
const [first, second, third, fourth] = facts.map(({ id }) => id)

describe('chooseFacts', () => {
  it('gives what is shown and what is required, each once, in the section’s order', () => {
    const chosen = chooseFacts(
      { section: 'insiders', facts },
      [facts[2], undefined, facts[0]],
      [fourth!, first!],
    )
    expect(chosen.facts.map(({ id }) => id)).toEqual([first, third, fourth])
    expect(chosen.facts.map(({ id }) => id)).not.toContain(second)
    expect(chosen.required).toEqual([fourth, first])
    expect(chosen.section).toBe('insiders')
  })

  it('gives no zeros of a source that listed nothing', () => {
    const of = (chamber: string, kind: string, value: number) =>
      createFact({ id: `congress/coverage/${chamber}/${kind}`, value, unit: 'count' })
    const all = [
      of('house', 'listed', 13),
      of('house', 'read', 0),
      of('senate', 'listed', 0),
      of('senate', 'read', 0),
    ]
    const chosen = chooseFacts({ section: 'congress', facts: all }, all, [])
    expect(chosen.facts.map(({ id }) => id)).toEqual([
      'congress/coverage/house/listed',
      'congress/coverage/house/read',
    ])
  })
})
