import { describe, expect, it } from 'vitest'

import { parseWebsite } from './website-link.ts'

describe('parseWebsite', () => {
  it.each([
    ['https://www.apple.com', { href: 'https://www.apple.com/', label: 'www.apple.com' }],
    ['http://example.net/about/', { href: 'http://example.net/about/', label: 'example.net/about' }],
    ['HTTPS://Example.com/?lang=en', { href: 'https://example.com/?lang=en', label: 'example.com/?lang=en' }],
  ])('links %s', (text, expected) => {
    expect(parseWebsite(text)).toEqual(expected)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'www.apple.com',
    '//apple.com',
    'https://apple.com@example.net',
    '',
  ])('does not link %s', (text) => {
    expect(parseWebsite(text)).toBeUndefined()
  })
})
