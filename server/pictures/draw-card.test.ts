import { beforeAll, describe, expect, it } from 'vitest'

import type { StockResponse } from '../../shared/market-contract.ts'
import { drawAssetCard, drawEditionCard, drawSiteCard } from './draw-card.ts'
import { createSvgMeasure, type MeasureSvg } from './testing/measure-svg.ts'
import { stockAnswer } from '../../shared/testing/stock-answer.ts'

const site = { name: 'Lunchpail', url: 'https://lunchpail.test' }
const RISE = '#3fb950'
const FALL = '#ff5a36'

let measure: MeasureSvg
beforeAll(async () => {
  measure = await createSvgMeasure()
})

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** The texts of a card, in order.
 *  @throws if it is not an SVG */
function wordsOf(svg: string): string[] {
  expect(measure(svg)).toBeDefined()
  return Array.from(svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g), ([, text = '']) =>
    text.replaceAll(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity),
  )
}

/** The bounding box of each text of the card. */
function textBoxes(svg: string) {
  return [...svg.matchAll(/<text [^>]*>[^<]*<\/text>/g)].map(([element]) =>
    measure(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" font-family="Archivo">${element}</svg>`,
    ),
  )
}

type PricedIn = Pick<StockResponse['meta'], 'currency' | 'type' | 'priceDigits'> & { kind?: string }

describe('drawAssetCard', () => {
  it('shows type, name, price, change, date and source', () => {
    const svg = drawAssetCard(stockAnswer(), site)
    expect(wordsOf(svg)).toEqual([
      'Lunchpail',
      'Stock · NasdaqGS',
      'Acme Inc. (ACME)',
      '$125.00',
      '+25.00%',
      'since Nov 20, 2025',
      'Close of Nov 20, 2026 · Source: Yahoo Finance',
      'lunchpail.test',
    ])
    expect(svg).toContain(RISE)
    expect(svg).not.toContain(FALL)
  })

  it('draws a falling price in the other color', () => {
    const svg = drawAssetCard(stockAnswer({ prices: [100, 110, 80] }), site)
    expect(wordsOf(svg)).toContain('-20.00%')
    expect(svg).toContain(FALL)
    expect(svg).not.toContain(RISE)
  })

  it.each<[string, PricedIn, number[], string]>([
    ['pence', { currency: 'GBp' }, [400, 420, 412.3], '412.30p'],
    ['a coin worth next to nothing', { kind: 'crypto' }, [0.00002, 0.00001, 0.000012345], '$0.00001235'],
    ['a currency whose sign the font lacks', { currency: 'INR' }, [1200, 1300, 1350.5], '1,350.50 INR'],
    ['no known currency', {}, [1, 2, 12.5], '12.50'],
    ['a rate', { currency: 'USD', type: 'currency', priceDigits: 4 }, [1.1, 1.2, 1.12], '$1.1200'],
    ['an index', { type: 'index' }, [2600, 2700, 2874.56], '2,874.56 points'],
    ['yen', { currency: 'JPY' }, [2211.54, 2397.2, 2345], '¥2,345'],
    ['won, whose sign the font lacks', { currency: 'KRW' }, [71_000, 72_000, 73_500], '73,500 KRW'],
  ])('writes the price of %s', (_what, { currency, kind, ...meta }, prices, words) => {
    const answer = stockAnswer({ prices, meta: kind === 'crypto' ? { kind: 'crypto', type: 'coin' } : meta })
    if (kind === undefined) delete answer.meta.currency
    if (currency !== undefined) answer.meta.currency = currency
    expect(wordsOf(drawAssetCard(answer, site))).toContain(words)
  })

  it('calls a price a close only if trading is over', () => {
    const footOf = (meta: Parameters<typeof stockAnswer>[0]) =>
      wordsOf(drawAssetCard(stockAnswer(meta), site)).at(-2)
    expect(footOf({ meta: { session: 'open' } })).toBe('Price of Nov 20, 2026 · Source: Yahoo Finance')
    expect(footOf({ meta: { kind: 'crypto', type: 'coin' } })).toBe(
      'Price of Nov 20, 2026 · Source: Yahoo Finance',
    )
  })

  it('shows no change with one close, and no prices without any', () => {
    const one = wordsOf(drawAssetCard(stockAnswer({ dates: ['2026-11-20'], prices: [10] }), site))
    expect(one).toEqual([
      'Lunchpail',
      'Stock · NasdaqGS',
      'Acme Inc. (ACME)',
      '$10.00',
      'Close of Nov 20, 2026 · Source: Yahoo Finance',
      'lunchpail.test',
    ])
    const dot = drawAssetCard(stockAnswer({ dates: ['2026-11-20'], prices: [10] }), site)
    expect([dot.includes(RISE), dot.includes(FALL)]).toEqual([false, false])
    const none = wordsOf(drawAssetCard(stockAnswer({ dates: [], prices: [] }), site))
    expect(none).not.toContain('$10.00')
    expect(none).toContain('Source: Yahoo Finance')
  })

  it('marks sample prices twice', () => {
    const words = wordsOf(drawAssetCard(stockAnswer({ meta: { sample: true } }), site))
    expect(words.slice(0, 2)).toEqual(['Sample data: not real prices', 'SAMPLE'])
  })

  it('draws a name as text only', () => {
    const info = { 'Company Name': '</text><script>&"Sons\'' }
    expect(wordsOf(drawAssetCard(stockAnswer({ info }), site))).toContain('</text><script>&"Sons\' (ACME)')
  })

  it('shows the ticker if the font lacks the name’s letters', () => {
    const info = { 'Company Name': '貴州茅台' }
    expect(wordsOf(drawAssetCard(stockAnswer({ info }), site))).toContain('ACME')
  })

  it.each([
    ['a short name', {}],
    ['a long name', { info: { 'Company Name': 'Wide Women Whispering '.repeat(8) } }],
    ['one long word', { info: { 'Company Name': 'W'.repeat(80) } }],
    ['a long exchange', { info: { 'Primary exchange': 'London Stock Exchange '.repeat(5) } }],
    ['a large price', { prices: [1, 2, 123_456_789_012_345] }],
    ['a small price', { prices: [1, 2, 0.000000000012345] }],
    ['made-up prices', { meta: { sample: true } }],
  ])('keeps every word within the margins: %s', (_what, parts) => {
    const boxes = textBoxes(drawAssetCard(stockAnswer(parts), { ...site, name: 'W'.repeat(40) }))
    expect(boxes.length).toBeGreaterThan(5)
    for (const box of boxes) {
      expect(box?.left).toBeGreaterThan(50)
      expect(box?.right).toBeLessThan(1150)
    }
  })

  it('leaves room between neighbors', () => {
    const crowded = stockAnswer({ info: { 'Primary exchange': 'London Stock Exchange '.repeat(5) } })
    const [name, type] = textBoxes(drawAssetCard(crowded, { ...site, name: 'W'.repeat(40) }))
    expect(name?.right).toBeLessThan(type?.left ?? 0)
  })
})

describe('drawSiteCard', () => {
  it('shows the name and purpose of the site', () => {
    expect(wordsOf(drawSiteCard(site))).toEqual([
      'Lunchpail',
      'Money news for people who work for it',
      'One free email every Monday. Look up any stock or coin.',
      'lunchpail.test',
    ])
  })

  it.each(['W'.repeat(40), 'Lunch & "Pail" <Co>'])('keeps the name within the margins: %s', (name) => {
    for (const box of textBoxes(drawSiteCard({ ...site, name }))) expect(box?.right).toBeLessThan(1150)
  })

  it('shows the address if the name cannot be drawn', () => {
    expect(wordsOf(drawSiteCard({ ...site, name: '午餐桶' }))[0]).toBe('lunchpail.test')
  })
})

describe('drawEditionCard', () => {
  it.each([
    ['Musk and a trust sold $5.2 billion. A “sale” was a gift', 3],
    ['Gas rose', 1],
    [
      'A headline that is far too long for a card, as none of them ever is, and goes on for line after line after line',
      3,
    ],
  ])('wraps the headline to fit and shows the day: %s', (subject, lines) => {
    const svg = drawEditionCard({ subject, date: '2025-11-24' }, site)
    const words = wordsOf(svg)
    expect(words.slice(-2)).toEqual(['Monday, November 24, 2025', 'lunchpail.test'])
    expect(words.slice(1, -2)).toHaveLength(lines)
    for (const box of textBoxes(svg)) {
      expect(box?.left).toBeGreaterThanOrEqual(0)
      expect(box?.right).toBeLessThanOrEqual(1200)
    }
  })

  it('shows only the day if the font cannot draw the headline', () => {
    const words = wordsOf(drawEditionCard({ subject: '金', date: '2025-11-24' }, site))
    expect(words.slice(1, -2).join(' ')).toBe('Monday, November 24, 2025')
  })
})
