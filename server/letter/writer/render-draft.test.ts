import { describe, expect, it } from 'vitest'

import { listUnboundRuns } from './check-written.ts'
import type { SectionFacts } from './language-model.ts'
import { flattenSentence, formatPeriod, renderSentence } from './render-draft.ts'
import { createSlotTable } from './slot-table.ts'
import { createMemberTrade, createPrices, createPurchase } from './testing/facts.ts'

const write = (facts: SectionFacts, text: string, factIds: readonly string[]) =>
  flattenSentence(renderSentence(createSlotTable(facts), { text, factIds }))

describe('renderSentence', () => {
  it.each([
    [
      createPurchase(),
      'An insider of {{s1}} bought {{f2}} for {{f1}} on {{f4}}.',
      ['f1', 'f2', 'f4'],
      'An insider of Acme Corp. bought 300,000 shares for $9.0 million on Jan 27, 2025.',
    ],
    [
      createPurchase(),
      'The purchase at {{s1}} was reported {{f5}} after the trade.',
      ['f5'],
      'The purchase at Acme Corp. was reported 4 business days after the trade.',
    ],
    [
      createMemberTrade(),
      '{{s1}} bought {{f1}} of {{f2}}.',
      ['f1', 'f2'],
      'Jane Roe bought $1,001 to $15,000 of Acme Corp.',
    ],
    [
      createPrices(),
      '{{s1}} {{f2}} by {{f1}} in {{p1}}.',
      ['f1', 'f2'],
      'Consumer prices rose by 3.0% in January 2024 to January 2025.',
    ],
    [
      createPrices({ change: -0.012, direction: 'fell' }),
      '{{s1}} {{f2}} by {{f1}}.',
      ['f1', 'f2'],
      'Consumer prices fell by 1.2%.',
    ],
    [
      createPrices({ change: -0.012 }),
      'The change in {{s1}} was {{f1}}.',
      ['f1'],
      'The change in consumer prices was -1.2%.',
    ],
  ])('fills %#', (facts, text, factIds, expected) => {
    expect(write(facts, text, factIds)).toBe(expected)
  })

  it('drops an article that a subject does not take', () => {
    expect(write(createPrices(), 'The {{s1}} {{f2}} by {{f1}}.', ['f1', 'f2'])).toBe(
      'Consumer prices rose by 3.0%.',
    )
  })

  it('says of each figure which fact it is', () => {
    expect(
      renderSentence(createSlotTable(createPrices()), {
        text: '{{s1}} {{f2}} by {{f1}}.',
        factIds: ['f1', 'f2'],
      }),
    ).toEqual([
      { text: 'Consumer prices', isFilled: true },
      { text: ' ' },
      { text: 'rose', factId: 'economy/cpi/direction' },
      { text: ' by ' },
      { text: '3.0%', factId: 'economy/cpi/change' },
      { text: '.' },
    ])
  })

  it('keeps a name as its owner writes it, on one line and without what is not seen', () => {
    const text = '{{s1}} was bought for {{f1}}.'
    expect(write(createPurchase('eBay\u{202E}\n Inc'), text, ['f1'])).toBe(
      'eBay Inc was bought for $9.0 million.',
    )
  })

  it('refuses what was not verified', () => {
    expect(() => write(createPurchase(), 'Bought for 9 by {{f1}}.', ['f1'])).toThrow('stray-numeral')
  })
})

describe('formatPeriod', () => {
  it.each([
    ['2025-01-27', '2025-01-27', 'Jan 27, 2025'],
    ['2025-01-01', '2025-01-31', 'January 2025'],
    ['2024-02-01', '2025-01-31', 'February 2024 to January 2025'],
    ['2025-01-27', '2025-02-02', 'Jan 27, 2025 to Feb 2, 2025'],
  ])('writes %s to %s as %s', (from, to, expected) => {
    expect(formatPeriod({ from, to })).toBe(expected)
  })
})

describe('listUnboundRuns', () => {
  const table = createSlotTable(createPrices())
  const subject = { text: 'Consumer prices', isFilled: true } as const
  const change = { text: '3.0%', factId: 'economy/cpi/change' }

  it('finds nothing in what facts bear out', () => {
    expect(listUnboundRuns(table, [subject, change, { text: ' over the year.' }])).toEqual([])
  })

  it.each([
    ['another figure', { ...change, text: '3.1%' }],
    ['a fact that is not there', { ...change, factId: 'economy/none' }],
    ['a numeral of no slot', { text: ' by 3' }],
    ['a numeral of another script', { text: ' by ३' }],
    ['a name that is no subject', { text: 'House prices', isFilled: true as const }],
  ])('finds %s', (_name, span) => {
    expect(listUnboundRuns(table, [change, span])).toEqual([span.text])
  })

  it.each([
    ['without its days', [subject, change]],
    ['over other days', [subject, change, { text: ' over the week.' }]],
    ['of nobody', [change, { text: ' over the year.' }]],
  ])('finds a change %s', (_name, sentence) => {
    expect(listUnboundRuns(table, sentence)).toHaveLength(1)
  })
})
