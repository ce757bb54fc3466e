import { describe, expect, it } from 'vitest'

import { readTreasuryYields } from './read-treasury.ts'

const feed = (...days: string[]) => `<?xml version="1.0" encoding="utf-8" standalone="yes" ?>
<feed xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" xmlns="http://www.w3.org/2005/Atom">
<title type="text">DailyTreasuryYieldCurveRateData</title>
${days.map((fields) => `<entry><content type="application/xml"><m:properties>${fields}</m:properties></content></entry>`).join('\n')}
</feed>`
const date = (day: string) => `<d:NEW_DATE m:type="Edm.DateTime">${day}T00:00:00</d:NEW_DATE>`
const tenYear = (value: string) => `<d:BC_10YEAR m:type="Edm.Double">${value}</d:BC_10YEAR>`
const final = (date: string, value: string) => ({ date, value, isPreliminary: false })

describe('readTreasuryYields', () => {
  it('reads the requested fields in the source’s own digits', () => {
    const text = feed(
      `${date('2025-01-30')}${tenYear('4.50')}<d:BC_2YEAR m:type="Edm.Double">4.18</d:BC_2YEAR>`,
      `${date('2025-01-31')}${tenYear('4.58')}<d:BC_1_5MONTH m:type="Edm.Double">4.3</d:BC_1_5MONTH>`,
    )
    expect([...readTreasuryYields(text, ['BC_2YEAR', 'BC_10YEAR'])]).toEqual([
      ['BC_2YEAR', [final('2025-01-30', '4.18')]],
      ['BC_10YEAR', [final('2025-01-30', '4.50'), final('2025-01-31', '4.58')]],
    ])
  })

  it('reads an empty field as no value, not as zero', () => {
    const text = feed(
      `${date('2025-01-30')}<d:BC_10YEAR m:type="Edm.Double" m:null="true" />`,
      `${date('2025-01-31')}${tenYear('')}`,
    )
    expect(readTreasuryYields(text, ['BC_10YEAR']).get('BC_10YEAR')).toEqual([])
  })

  it('leaves out a day on which all fields are 0, as the Treasury has had them on holidays', () => {
    const zero = (code: string) => `<d:${code} m:type="Edm.Double">0</d:${code}>`
    const text = feed(
      `<d:Id>7</d:Id>${date('2025-01-30')}${zero('BC_3MONTH')}${tenYear('0.00')}${zero('BC_30YEARDISPLAY')}`,
      `${date('2025-01-31')}${zero('BC_3MONTH')}${tenYear('4.58')}`,
    )
    expect([...readTreasuryYields(text, ['BC_3MONTH', 'BC_10YEAR'])]).toEqual([
      ['BC_3MONTH', [final('2025-01-31', '0')]],
      ['BC_10YEAR', [final('2025-01-31', '4.58')]],
    ])
  })

  it('reads a month of a single day', () => {
    expect(readTreasuryYields(feed(`${date('2025-01-31')}${tenYear('4.58')}`), ['BC_10YEAR'])).toEqual(
      new Map([['BC_10YEAR', [final('2025-01-31', '4.58')]]]),
    )
  })

  it('returns no values for a feed without entries', () => {
    expect(readTreasuryYields(feed(), ['BC_10YEAR']).get('BC_10YEAR')).toEqual([])
  })

  it.each([
    ['a word for a number', `${date('2025-01-30')}${tenYear('N/A')}`, '"N/A" of 2025-01-30 is not a number'],
    ['an entry without a date', tenYear('4.58'), '"" is not a day'],
  ])('keeps the other values beside %s', (_, entry, problem) => {
    const read = readTreasuryYields(feed(entry, `${date('2025-01-31')}${tenYear('4.58')}`), ['BC_10YEAR'])
    expect(read.get('BC_10YEAR')).toMatchObject([{ problem }, final('2025-01-31', '4.58')])
  })

  const whole = feed(`${date('2025-01-31')}${tenYear('4.58')}`)
  it.each([
    ['a page of HTML', '<!DOCTYPE html><html><body>Checking your browser</body></html>'],
    ['half a feed', whole.slice(0, whole.length - 20)],
    [
      'words for its numbers',
      feed(...['29', '30', '31'].map((day) => `${date(`2025-01-${day}`)}${tenYear('N/A')}`)),
    ],
  ])('refuses %s', (_, text) => {
    expect(() => readTreasuryYields(text, ['BC_10YEAR'])).toThrow(TypeError)
  })
})
