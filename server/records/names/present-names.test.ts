import { describe, expect, it } from 'vitest'

import { presentCompany, presentCompanyShort, presentOwner } from './present-names.ts'

describe('presentCompany', () => {
  it.each([
    ['TESLA MOTORS INC', 'Tesla Motors Inc.'],
    ['MICROSOFT CORP', 'Microsoft Corp.'],
    ['LINKEDIN CORP', 'LinkedIn Corp.'],
    ['AAR CORP', 'AAR CORP'],
    ['TESLA, INC.', 'Tesla, Inc.'],
    ['BANK OF AMERICA CORP /DE/', 'Bank of America Corp.'],
    ['Block, Inc.', 'Block, Inc.'],
    ['2seventy bio, Inc.', '2seventy bio, Inc.'],
    ['XYZZY HOLDINGS LTD', 'XYZZY HOLDINGS LTD'],
  ])('writes %s as %s', (filed, expected) => {
    expect(presentCompany(filed)).toBe(expected)
  })

  it('leaves the legal form out where short is asked for', () => {
    expect(presentCompanyShort('Block, Inc.')).toBe('Block')
    expect(presentCompanyShort('AAR CORP')).toBe('AAR CORP')
  })

  it('cuts what is absurdly long', () => {
    expect(presentCompany('A'.repeat(500))).toHaveLength(80)
  })

  it('leaves out what would turn the text round or is not seen', () => {
    expect(presentCompany('Acme\u202E Corp.\u200B')).toBe('Acme Corp.')
  })
})

describe('presentOwner', () => {
  it.each([
    ['Musk Elon', 'Elon Musk'],
    ['THIEL PETER', 'Peter Thiel'],
    ['Garascia Jessica A.', 'Jessica A. Garascia'],
    ['SMITH JOHN A JR', 'John A. Smith Jr.'],
    ['VAN DER BERG JAN', 'Jan Van Der Berg'],
    ["O'BRIEN MARY-ANN", "Mary-Ann O'Brien"],
    ['MCDONALD ANN', 'Ann McDonald'],
    ['Garcia Marquez Gabriel Jose', 'Garcia Marquez Gabriel Jose'],
    ['MITHRIL II LP', 'MITHRIL II LP'],
    ['Reid Hoffman & Michelle Yee Living Trust', 'Reid Hoffman & Michelle Yee Living Trust'],
    ['667, L.P.', '667, L.P.'],
    ['Madonna', 'Madonna'],
    ['', ''],
  ])('writes %s as %s', (filed, expected) => {
    expect(presentOwner({ name: filed })).toBe(expected)
  })
})
