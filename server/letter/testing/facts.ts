import type { Fact } from '../facts/fact.ts'

/** A figure about housing, as of the week of February 2, 2025. */
export function createFact(changes: Partial<Fact> & Pick<Fact, 'value'>): Fact {
  return {
    id: 'housing/loan/change',
    section: 'housing',
    kind: 'value',
    subject: 'a loan',
    period: { from: '2025-01-23', to: '2025-01-30' },
    unit: 'usd',
    precision: 2,
    asOf: '2025-01-30',
    retrievedAt: '2025-01-30T22:00:00.000Z',
    sourceName: 'Freddie Mac',
    sourceUrl: 'https://www.freddiemac.com/pmms',
    formula: 'as published',
    inputs: ['PMMS30@2025-01-30@2025-01-30'],
    ...changes,
  }
}
