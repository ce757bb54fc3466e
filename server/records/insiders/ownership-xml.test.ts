import { describe, expect, it } from 'vitest'

import { listNotesOfConversions, NO_NOTES, parseFormTicker } from './ownership-xml.ts'

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

it('lists the notes on conversions of the same shares, and reads each row once', () => {
  let reads = 0
  const createRow = (code: string, shares: string) => ({
    get transactiondate() {
      reads += 1
      return '2025-01-27'
    },
    transactioncoding: { transactioncode: code },
    transactionamounts: { transactionshares: shares },
  })
  const rows = [
    ...Array.from({ length: 1000 }, (_, index) => createRow('C', `${index + 1}`)),
    createRow('C', '7'),
    createRow('S', '7'),
  ]
  const noted = rows.map((_, index) => ({ ...NO_NOTES, ofTrade: ['Conversion.', `Row ${index}.`] }))
  const notes = listNotesOfConversions(rows, noted)
  expect([notes[5], notes.at(-1)]).toEqual([
    ['Conversion.', 'Row 5.'],
    ['Conversion.', 'Row 6.', 'Row 1000.'],
  ])
  expect(reads).toBe(rows.length)
})
