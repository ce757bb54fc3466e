import { describe, expect, it } from 'vitest'

import { analyseInsiders } from '../insiders/analyse-insiders.ts'
import { createCollection, createFiling } from '../testing/insider-filings.ts'
import { bindSentences, figure } from './format-fact.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const { facts, totals } = analyseInsiders(createCollection([createFiling()]), new Map(), WEEK)

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

describe('bindSentences', () => {
  const { id, sourceUrl } = totals.buyValue

  it('links figures and leaves words and names plain', () => {
    const sentence = [
      { text: 'Acme', isFilled: true },
      { text: ' bought ' },
      { text: '$10,000', factId: id },
    ] as const
    expect(bindSentences([sentence], facts)).toEqual([
      [{ text: 'Acme' }, { text: ' bought ' }, { text: '$10,000', factId: id, href: sourceUrl }],
    ])
  })

  it('refuses a figure of a fact that is not there', () => {
    expect(() => bindSentences([[{ text: '$10,000', factId: 'insiders/none' }]], facts)).toThrow(TypeError)
  })
})
