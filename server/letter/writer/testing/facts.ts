import type { Fact } from '../../facts/fact.ts'
import type { SectionFacts } from '../language-model.ts'

/** 'economy/cpi/change' of consumer prices in the year to January 2025, 0.03, unless told otherwise; the section and the
 *  kind follow from the id. */
export function createFact(parts: Partial<Fact> = {}): Fact {
  const id = parts.id ?? 'economy/cpi/change'
  return {
    id,
    section: id.split('/')[0] as Fact['section'],
    kind: id.split('/').at(-1) ?? '',
    subject: 'consumer prices',
    period: { from: '2024-01-01', to: '2025-01-31' },
    value: 0.03,
    unit: 'fraction',
    precision: 4,
    asOf: '2025-02-12',
    retrievedAt: '2025-02-16T22:00:00Z',
    sourceName: 'Bureau of Labor Statistics',
    sourceUrl: 'https://www.bls.gov/cpi/',
    formula: 'index / index a year before - 1',
    inputs: [],
    ...parts,
  }
}

/** Consumer prices: f1 their change of 3%, f2 its direction; s1; p1. f1 is required. */
export function createPrices(parts: { change?: number; direction?: string } = {}): SectionFacts {
  return {
    section: 'economy',
    facts: [
      createFact({ value: parts.change ?? 0.03 }),
      createFact({
        id: 'economy/cpi/direction',
        value: parts.direction ?? 'rose',
        unit: 'text',
        inputs: ['economy/cpi/change'],
      }),
    ],
    required: ['economy/cpi/change'],
  }
}

/** One purchase at a company of any name: f1 the value, f2 the shares, f3 the price, f4 the day, f5 the lag; s1; p1; and
 *  what was read, of s2 in p2: f6 listed, f7 read. */
export function createPurchase(company = 'Acme Corp.'): SectionFacts {
  const day = { from: '2025-01-27', to: '2025-01-27' }
  const week = { from: '2025-01-27', to: '2025-02-02' }
  const of = (kind: string, value: Fact['value'], unit: Fact['unit']) =>
    createFact({ id: `insiders/buy/42/77/${kind}`, subject: company, period: day, value, unit })
  const read = (kind: string, value: number) =>
    createFact({
      id: `insiders/coverage/${kind}`,
      subject: 'the week’s Form 4 filings',
      period: week,
      value,
      unit: 'count',
    })
  return {
    section: 'insiders',
    facts: [
      of('value', 9_000_000, 'usd'),
      of('shares', 300_000, 'shares'),
      of('average-price', 30, 'usd-per-share'),
      of('first-traded-on', '2025-01-27', 'date'),
      of('lag', 4, 'business-days'),
      read('listed', 812),
      read('read', 800),
    ],
    required: ['insiders/buy/42/77/value'],
  }
}

/** One member's trade: f1 a range, f2 the asset; s1. */
export function createMemberTrade(): SectionFacts {
  const day = { from: '2025-01-10', to: '2025-01-10' }
  const of = (kind: string, value: Fact['value'], unit: Fact['unit']) =>
    createFact({ id: `congress/buy/9/${kind}`, subject: 'Jane Roe', period: day, value, unit })
  return {
    section: 'congress',
    facts: [of('amount', [1001, 15_000], 'usd'), of('asset', 'Acme Corp.', 'text')],
    required: ['congress/buy/9/amount'],
  }
}
