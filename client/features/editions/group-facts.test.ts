import { expect, it } from 'vitest'

import { createFact } from '../../testing/edition-answers.ts'
import { groupFacts } from './group-facts.ts'

it('groups figures that share their records, and no others', () => {
  const groups = groupFacts([
    createFact({ id: 'a/value', kind: 'value', value: '$1', inputs: ['r1'] }),
    createFact({ id: 'b/value', kind: 'value', value: '$9', inputs: ['r2'] }),
    createFact({ id: 'a/shares', kind: 'shares', value: '5 shares', inputs: ['r1'] }),
    createFact({ id: 'a/later', asOf: '2025-01-31', inputs: ['r1'] }),
  ])
  expect(groups.map(({ figures }) => figures.map(({ id }) => id))).toEqual([
    ['a/value', 'a/shares'],
    ['b/value'],
    ['a/later'],
  ])
})

it('lists the first records once each and counts the rest', () => {
  const inputs = ['0000-0', ...Array.from({ length: 430 }, (_, index) => `0000-${index}`)]
  const [group] = groupFacts([createFact({ inputs })])
  expect(group?.inputs).toEqual(Array.from({ length: 24 }, (_, index) => `0000-${index}`))
  expect(group?.moreInputs).toBe(406)
})
