import { describe, expect, it } from 'vitest'

import type { Sentence } from '../../shared/edition-contract.ts'
import { listFindings } from './edits.ts'

const said = (text: string): Sentence => [{ text }]
const section = { name: 'housing', big: [said('Rates rose.')], smaller: [[said('One.')], [said('Two.')]] }
const reviewOf = (byRules: readonly string[]) =>
  ({
    review: { audits: [{ section: 'letter', record: { byRules } }], sections: [section] },
  }) as unknown as Parameters<typeof listFindings>[0]

describe('listFindings', () => {
  it('identifies each finding by its words, once, wherever it appears', () => {
    const findings = listFindings(
      reviewOf(['story: a', 'housing big: a', 'housing smaller: b', 'housing smaller: c', 'story: d']),
    )
    expect(findings).toEqual([
      { id: 'a', place: 'housing big', words: 'Rates rose.' },
      { id: 'b', place: 'housing smaller', words: 'One.' },
      { id: 'c', place: 'housing smaller', words: 'Two.' },
      { id: 'd', place: 'story', words: undefined },
    ])
  })

  it('gives an id no words if something other than rules chose items in that place', () => {
    expect(listFindings(reviewOf(['housing smaller: b']))).toEqual([
      { id: 'b', place: 'housing smaller', words: undefined },
    ])
  })

  it('is empty if no audit is stored', () => {
    expect(listFindings({ review: { audits: [] } } as unknown as Parameters<typeof listFindings>[0])).toEqual(
      [],
    )
  })
})
