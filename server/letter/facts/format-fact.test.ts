import { describe, expect, it } from 'vitest'

import type { Fact, FactUnit } from './fact.ts'
import { cleanText } from '../../lib/text.ts'
import { listFormats } from './fact-formats.ts'
import { formatCentsOfDollar, formatFact } from './format-fact.ts'

const fact = (value: Fact['value'], unit: string, parts: Partial<Fact> = {}): Fact => ({
  id: 'housing/x/y',
  section: 'housing',
  kind: 'y',
  subject: 'x',
  period: { from: '2025-01-27', to: '2025-01-27' },
  value,
  unit: unit as FactUnit,
  precision: 2,
  asOf: '2025-01-27',
  retrievedAt: '2025-01-27T00:00:00Z',
  sourceName: 'a source',
  sourceUrl: 'https://example.org',
  formula: '',
  inputs: [],
  ...parts,
})

describe('formatFact', () => {
  it.each([
    [9_000_000, 'usd', '$9.0 million'],
    [-4200, 'usd', '-$4,200'],
    [30, 'usd-per-share', '$30.00'],
    [1, 'shares', '1 share'],
    [102_880, 'shares', '102,880 shares'],
    [1, 'business-days', '1 business day'],
    [46, 'days', '46 days'],
    [6.95, 'percent', '6.95%'],
    [-0.06, 'percentage-points', '-0.06 percentage points'],
    [0.0312, 'fraction', '3.1%'],
    [6040.53, 'index', '6,040.53'],
    ['2025-01-27', 'date', 'Jan 27, 2025'],
    ['rose', 'text', 'rose'],
  ])('writes %s %s as %s', (value, unit, expected) => {
    expect(formatFact(fact(value, unit))).toBe(expected)
  })

  it('writes both ends of a range', () => {
    expect(formatFact(fact([1001, 15_000], 'usd'))).toBe('$1,001 to $15,000')
  })

  it('leaves the sign to the word next to it', () => {
    expect(formatFact(fact(-0.004, 'fraction'), { sign: 'left out' })).toBe('0.4%')
  })

  it('rounds part of a holding as the letter does', () => {
    expect(formatFact(fact(0.1429, 'fraction', { section: 'insiders' }))).toBe('14%')
  })

  it.each([
    ['not a number', Number.NaN, 'usd'],
    ['endless', Infinity, 'count'],
    ['a range the wrong way round', [9, 1] as const, 'usd'],
    ['a range in a unit without ranges', [1, 9] as const, 'fraction'],
    ['no day', '2025-13-40', 'date'],
    ['words for a figure', 'nine', 'usd'],
    ['an empty text', ' \u{200B}', 'text'],
    ['in an unknown unit', 9, 'furlongs'],
  ])('has no text for a value that is %s', (_name, value, unit) => {
    expect(formatFact(fact(value, unit))).toBeUndefined()
  })
})

describe('cleanText', () => {
  it('puts a text on one line, without invisible characters, and truncates it', () => {
    expect(cleanText(' Acme\u{200B}\n\tCorp\u{202E}. ')).toBe('Acme Corp .')
    expect(cleanText('A'.repeat(500))).toHaveLength(80)
  })
})

describe('formatCentsOfDollar', () => {
  it.each([
    [0.9723, '97 cents'],
    [0.0101, '1 cent'],
    [0.004, undefined],
    [0.996, undefined],
  ])('writes %s of a dollar as %s', (value, expected) => {
    expect(formatCentsOfDollar(fact(value, 'fraction'))).toBe(expected)
  })

  it('is one of the formats of a fact about a share, and of no other fact', () => {
    expect(listFormats(fact(0.9723, 'fraction', { kind: 'share-of-sales' }))).toEqual(['97.2%', '97 cents'])
    expect(listFormats(fact(0.9723, 'fraction', { kind: 'change' }))).toEqual(['97.2%'])
  })
})
