import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Fact, FactUnit } from '../facts/fact.ts'
import { listUnboundRuns } from './check-written.ts'
import type { SectionFacts } from './language-model.ts'
import { flattenSentence, renderSentence } from './render-draft.ts'
import { createSlotTable } from './slot-table.ts'
import { createFact, createMemberTrade, createPrices, createPurchase } from './testing/facts.ts'
import { verifySentences } from './verify-draft.ts'
import { writePlainly } from './write-plainly.ts'

function write(facts: SectionFacts): string[] {
  const table = createSlotTable(facts)
  return writePlainly(table).sentences.map((sentence) => flattenSentence(renderSentence(table, sentence)))
}

const all = (facts: SectionFacts) => ({ ...facts, required: facts.facts.map(({ id }) => id) })

describe('writePlainly', () => {
  it('says what was bought, and what was read', () => {
    expect(write(all(createPurchase()))).toEqual([
      'An insider of Acme Corp. bought 300,000 shares for $9.0 million.',
      'An insider of Acme Corp. bought shares at $30.00.',
      'An insider of Acme Corp. bought shares on Jan 27, 2025.',
      'The purchase at Acme Corp. was reported 4 business days after the trade.',
      'Of the week’s Form 4 filings, 812 were listed and 800 were read.',
    ])
  })

  it('keeps ranges, and takes directions together with their figures', () => {
    expect(write(all(createMemberTrade()))).toEqual([
      'Jane Roe reported a purchase of Acme Corp. worth $1,001 to $15,000.',
    ])
    expect(write(createPrices({ change: -0.004, direction: 'fell' }))).toEqual([
      'Consumer prices fell by 0.4% over the year.',
    ])
  })

  it('finds words for kinds that no template knows', () => {
    const fact = createFact({
      id: 'economy/claims/weekly-average',
      subject: 'new jobless claims',
      value: 219_000,
      unit: 'count',
      period: { from: '2025-01-31', to: '2025-01-31' },
    })
    expect(write({ section: 'economy', facts: [fact], required: [fact.id] })).toEqual([
      'The weekly average of new jobless claims was 219,000 on Jan 31, 2025.',
    ])
  })

  it('says what did not change, and of when an older figure is', () => {
    const rate = { subject: 'unemployment rate', value: 4.1, unit: 'percent' as FactUnit, precision: 1 }
    const january = { from: '2025-01-01', to: '2025-01-31' }
    const facts = [
      createFact({ ...rate, id: 'economy/unemployment/rate', period: january }),
      createFact({
        ...rate,
        id: 'economy/unemployment/rate-last-month',
        period: { from: '2024-12-01', to: '2024-12-31' },
      }),
      createFact({
        ...rate,
        id: 'economy/unemployment/month/change',
        period: january,
        value: 0,
        unit: 'percentage-points' as FactUnit,
      }),
      createFact({
        id: 'economy/unemployment/month/direction',
        subject: rate.subject,
        period: january,
        value: 'was unchanged',
        unit: 'text',
        inputs: ['economy/unemployment/month/change'],
      }),
    ]
    expect(write(all({ section: 'economy', facts, required: [] }))).toEqual([
      'The unemployment rate was 4.1% in January 2025.',
      'The unemployment rate was 4.1% in December 2024.',
      'The unemployment rate was unchanged in January 2025, with a change of 0.0 percentage points.',
    ])
  })

  it('tells a level and its change of the week in one sentence', () => {
    const of = (
      kind: string,
      value: Fact['value'],
      unit: Fact['unit'],
      from: string,
      inputs: string[] = [],
    ) =>
      createFact({
        id: `housing/mortgage-30/${kind}`,
        subject: '30-year fixed mortgage rate',
        period: { from, to: '2025-01-30' },
        value,
        unit,
        inputs,
      })
    const change = of('week/change', -0.01, 'percentage-points', '2025-01-23', ['housing/mortgage-30/rate'])
    const facts = [
      of('rate', 6.95, 'percent', '2025-01-30'),
      change,
      of('week/direction', 'fell', 'text', '2025-01-23', [change.id]),
    ]
    expect(write(all({ section: 'housing', facts, required: [] }))).toEqual([
      'The 30-year fixed mortgage rate fell by 0.01 percentage points over the week to 6.95%.',
    ])
  })

  it('leaves out, and names, a value that does not fit its unit', () => {
    const facts = { ...createPrices({ change: Number.NaN }), required: ['economy/cpi/change'] }
    expect(writePlainly(createSlotTable(facts))).toEqual({ sentences: [], unwritten: ['economy/cpi/change'] })
  })

  it('passes the verifier, whatever a company calls itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (company) => {
        const table = createSlotTable(all(createPurchase(company)))
        expect(
          verifySentences(table, writePlainly(table).sentences).sentences.flatMap(({ errors }) => errors),
        ).toEqual([])
      }),
    )
  })

  it('prints no numeral that is not a fact’s, whatever the facts are', () => {
    const units: FactUnit[] = [
      'usd',
      'usd-per-share',
      'shares',
      'count',
      'business-days',
      'days',
      'fraction',
      'date',
      'text',
    ]
    const facts = fc.array(
      fc.record({
        id: fc.string({ minLength: 1 }).map((id) => `economy/${id}`),
        kind: fc.string(),
        subject: fc.string(),
        value: fc.oneof(fc.double(), fc.string(), fc.tuple(fc.nat(), fc.nat())) as fc.Arbitrary<
          Fact['value']
        >,
        unit: fc.constantFrom(...units),
      }),
      { maxLength: 6 },
    )
    let written = 0
    fc.assert(
      fc.property(facts, (list) => {
        const section = all({
          section: 'economy',
          facts: list.map((parts) => createFact(parts)),
          required: [],
        })
        const table = createSlotTable(section)
        for (const sentence of writePlainly(table).sentences) {
          written++
          expect(listUnboundRuns(table, renderSentence(table, sentence))).toEqual([])
        }
      }),
      { numRuns: 500 },
    )
    expect(written).toBeGreaterThan(100)
  })
})
