import { beforeAll, describe, expect, it } from 'vitest'

import { fitHeading, fitLine, toDrawable, widthOf } from './card-text.ts'
import { createSvgMeasure, type MeasureSvg } from './testing/measure-svg.ts'

let measure: MeasureSvg
beforeAll(async () => {
  measure = await createSvgMeasure()
})

it('reads only the beginning of a text too long for any card', () => {
  expect(toDrawable('Long name '.repeat(300_000))?.length).toBeLessThanOrEqual(300)
})

/** Every character between U+0020 and U+2FFF that toDrawable leaves unchanged. */
const drawable = Array.from({ length: 0x2f_e0 }, (_, index) => String.fromCodePoint(0x20 + index)).filter(
  (character) => character !== ' ' && toDrawable(character) === character,
)

function measureText(text: string) {
  const references = Array.from(text, (character) => `&#${character.codePointAt(0)};`).join('')
  return measure(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="200"><text x="10" y="120" font-size="100" font-family="Archivo" xml:space="preserve">${references}</text></svg>`,
  )
}
const drawnWidth = (text: string) => {
  const box = measureText(text)
  return box ? box.right - box.left : 0
}

describe('toDrawable', () => {
  it('returns only characters that the font has', () => {
    const emptyBox = measureText('茅')?.key
    expect(emptyBox).toBeDefined()
    expect(drawable.length).toBeGreaterThan(190)
    expect(drawable.filter((character) => measureText(character)?.key === emptyBox)).toEqual([])
  })

  it.each([
    ['Apple Inc.', 'Apple Inc.'],
    ['  L’Oréal\n S.A. ', 'L’Oréal S.A.'],
    ['Żabka Łódź Şirketi', 'Zabka Lódz Sirketi'],
    ['O\u0308sterreich', 'Österreich'],
    ['ﬁne™ Co', 'fine™ Co'],
    ['Bank\u0000\u202E of\u200B Nowhere 🚀', 'Bank of Nowhere'],
    ['12.30\u00A0zł', '12.30 zl'],
  ])('draws %j as %j', (text, expected) => {
    expect(toDrawable(text)).toBe(expected)
  })

  it.each(['貴州茅台', 'Газпром', 'Sony ソニー', '₹12.30', '🚀', ''])('returns undefined for %j', (text) => {
    expect(toDrawable(text)).toBeUndefined()
  })
})

describe('widthOf', () => {
  it('is at least the drawn width for every character', () => {
    const bar = drawnWidth('||')
    const tooNarrow = drawable.filter(
      (character) => widthOf(character, 100) < Math.floor(drawnWidth(`|${character}|`) - bar),
    )
    expect(tooNarrow).toEqual([])
  })

  it.each(['Taiwan Semiconductor Manufacturing Company Limited', 'WAVY “Wow” — $1,234.56', 'illicit lift'])(
    'is at least, and not much more than, the drawn width of %j',
    (text) => {
      const drawn = drawnWidth(text)
      expect(widthOf(text, 100)).toBeGreaterThanOrEqual(drawn)
      expect(widthOf(text, 100)).toBeLessThan(drawn * 1.15)
    },
  )
})

describe('fitLine', () => {
  it('uses the largest size that fits', () => {
    expect(fitLine('0000000000', { width: 500, sizes: [100, 80, 60] })).toEqual({
      lines: ['0000000000'],
      size: 80,
    })
  })

  it('shortens text that does not fit at the smallest size', () => {
    expect(fitLine('0000000000', { width: 300, sizes: [60] })).toEqual({ lines: ['000000…'], size: 60 })
  })
})

describe('fitHeading', () => {
  const width = 1072

  it('sets a short name large and on one line', () => {
    expect(fitHeading('Apple Inc.', 'AAPL', { width })).toEqual({ lines: ['Apple Inc. (AAPL)'], size: 64 })
  })

  it('wraps a longer name between words', () => {
    expect(fitHeading('Taiwan Semiconductor Manufacturing Company Limited', 'TSM', { width })).toEqual({
      lines: ['Taiwan Semiconductor Manufacturing', 'Company Limited (TSM)'],
      size: 48,
    })
  })

  it('shows only the ticker if the name cannot be drawn, or is the ticker', () => {
    expect(fitHeading(undefined, '600519.SS', { width }).lines).toEqual(['600519.SS'])
    expect(fitHeading('NEW', 'NEW', { width }).lines).toEqual(['NEW'])
  })

  it.each(['Word '.repeat(60).trim(), 'W'.repeat(300), `${'W'.repeat(60)} Holdings`])(
    'shortens a name that does not fit on two lines, but not the ticker: %s',
    (name) => {
      const { lines, size } = fitHeading(name, 'ABCDEFGHIJ.KLMN', { width })
      expect(lines.length).toBeLessThanOrEqual(2)
      expect(lines.join(' ')).toMatch(/^W.*… \(ABCDEFGHIJ\.KLMN\)$/)
      expect(Math.max(...lines.map((line) => widthOf(line, size)))).toBeLessThanOrEqual(width)
    },
  )
})
