import { describe, expect, it } from 'vitest'

import { cleanText, removeUnseen, showControls, tidyText } from './text.ts'

describe('tidyText', () => {
  it.each([
    ['Acme \u202EcnI\u202C', 'Acme cnI'],
    ['\u2066Jane\u2069 Doe\u200F', 'Jane Doe'],
    ['Ac\u200Bme\u00AD \uFEFFInc\u2060.', 'Acme Inc.'],
    ['Acme\u3164\u115F\uFE0F', 'Acme'],
    ['  Acme\u0000\r\n\tInc\u2028', 'Acme Inc'],
    ['Acme \uD800 Inc', 'Acme \uFFFD Inc'],
    ['Nestlé S.A. 株式会社', 'Nestlé S.A. 株式会社'],
  ])('turns %j into %j', (text, tidy) => expect(tidyText(text)).toBe(tidy))
})

describe('cleanText', () => {
  it('looks at no more than the beginning of an absurdly long text', () => {
    expect(cleanText('Acme  Corp')).toBe('Acme Corp')
    expect(cleanText('a'.repeat(3_000_000))).toBe(`${'a'.repeat(79)}…`)
    // The text after three million spaces is never read.
    expect(cleanText(`a${' '.repeat(3_000_000)}b`)).toBe('a')
  })
})

describe('removeUnseen', () => {
  it('keeps line ends', () => expect(removeUnseen('One\u202E.\nTwo. ')).toBe('One.\nTwo. '))
})

describe('showControls', () => {
  it('writes out characters that are invisible or cannot be stored, and keeps the rest', () => {
    expect(showControls('a\u{0}b\u{7}\n\tc\u{D800}d 🙂 é')).toBe('a[U+0000]b[U+0007]\n\tc[U+D800]d 🙂 é')
  })
})
