import { describe, expect, it } from 'vitest'

import { analyseInsiders } from '../insiders/analyse-insiders.ts'
import { createCollection, createFiling } from '../testing/insider-filings.ts'
import { figure } from './format-fact.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const { totals } = analyseInsiders(createCollection([createFiling()]), new Map(), WEEK)

describe('figure', () => {
  it('is the value with its unit, its fact and its record', () => {
    expect(figure(totals.buyValue)).toEqual({
      text: '$10,000',
      href: totals.buyValue.sourceUrl,
      factId: totals.buyValue.id,
    })
  })

  it('refuses a value that does not fit its unit', () => {
    expect(() => figure({ ...totals.buyValue, value: Number.NaN })).toThrow(TypeError)
  })
})
