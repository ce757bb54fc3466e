import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { truncateAbout } from './about.tsx'

describe('truncateAbout', () => {
  it('leaves 300 characters as they are', () => {
    const text = 'a'.repeat(300)
    expect(truncateAbout(text)).toEqual({ start: text, rest: '', isMidSentence: false })
  })

  it.each([
    ['a period', '.'],
    ['a question mark', '?'],
    ['an exclamation mark', '!'],
    ['a newline', '\n'],
  ])('cuts at the last sentence end: %s', (_name, end) => {
    const first = `${'One. '.repeat(20)}Two${end}`
    const text = `${first}${' three'.repeat(60)}.`
    expect(truncateAbout(text)).toEqual({
      start: first,
      rest: text.slice(first.length),
      isMidSentence: false,
    })
  })

  it('counts a sentence end that is the 300th character, not one that is the 301st', () => {
    const words = 'a'.repeat(299)
    expect(truncateAbout(`${words}. More.`).start).toBe(`${words}.`)
    expect(truncateAbout(`${words}a. More.`)).toEqual({
      start: `${words}a`,
      rest: '. More.',
      isMidSentence: true,
    })
  })

  it('does not cut a character in half', () => {
    const text = `${'a'.repeat(299)}🥪${'b'.repeat(50)}`
    expect(truncateAbout(text).start).toBe('a'.repeat(299))
  })

  it('never loses text, never shows more than 300 characters, and ends at a sentence end if there is one', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 900, unit: 'grapheme' }),
      fc
        .array(fc.constantFrom('word', ' ', '. ', '? ', '!', '\n', '🥪'), { maxLength: 300 })
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const { start, rest, isMidSentence } = truncateAbout(text)
        expect(start + rest).toBe(text)
        expect(start.length).toBeLessThanOrEqual(300)
        expect(rest === '').toBe(text.length <= 300)
        const shownAtOnce = text.slice(0, 300)
        const isLong = text.length > 300
        expect(isMidSentence).toBe(isLong && !/[.?!\n]/.test(shownAtOnce))
        const lastEnd = isLong && !isMidSentence ? start.at(-1) : '.'
        expect(['.', '?', '!', '\n']).toContain(lastEnd)
        const passedOver = isMidSentence ? '' : shownAtOnce.slice(start.length)
        expect(passedOver).not.toMatch(/[.?!\n]/)
      }),
    )
  })
})
