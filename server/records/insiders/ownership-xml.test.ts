import { describe, expect, it } from 'vitest'

import { parseFormTicker } from './ownership-xml.ts'

describe('parseFormTicker', () => {
  it.each([
    ['aapl', 'AAPL'],
    ['N', 'N'],
    ['TRUE', 'TRUE'],
    ['"ABC"', 'ABC'],
    ['(ABC)', 'ABC'],
    ['NYSE: ABC', 'ABC'],
    ['NYSE:ABC', 'ABC'],
    ['NYSE ABC', 'ABC'],
    ['NYSE: A', 'A'],
    ['NYSE A', 'A'],
    ['OTC BB: ABCD', 'ABCD'],
    ['ABC: NYSE', 'ABC'],
    ['ABC (NASDAQ)', 'ABC'],
    ['CBOE', 'CBOE'],
    ['BRK.A, BRK.B', 'BRK.A'],
    ['BRK/B', 'BRK.B'],
    ['HEI A', 'HEI.A'],
    ['GOOG GOOGL', 'GOOG'],
    ['GOOG/GOOGL', 'GOOG'],
    ['LEN and LENB', 'LEN'],
    ['ABC.', 'ABC'],
    ['BRK-B', 'BRK-B'],
  ])('reads "%s" as %s', (text, ticker) => {
    expect(parseFormTicker(text)).toBe(ticker)
  })

  it.each([
    '',
    ' ',
    'NONE',
    '[none]',
    'None.',
    'N/A',
    'n.a.',
    'NA',
    'not applicable',
    'Not publicly traded',
    '-',
    '--',
    '0000',
    'NYSE',
  ])('returns no ticker for "%s"', (text) => {
    expect(parseFormTicker(text)).toBeUndefined()
  })
})
