import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  chooseName,
  dropPlace,
  dropShareClass,
  presentByTicker,
  presentCompany,
  presentCompanyShort,
} from './company-name.ts'

/** Names as registers and exchanges write them, with their legal form, and as people say them. */
const COMPANIES = [
  ['TESLA MOTORS INC', 'Tesla Motors Inc.', 'Tesla Motors'],
  ['TESLA, INC.', 'Tesla, Inc.', 'Tesla'],
  ['JPMORGAN CHASE & CO', 'JPMorgan Chase & Co.', 'JPMorgan Chase'],
  ['FISERV INC', 'Fiserv Inc.', 'Fiserv'],
  ['NVIDIA CORP', 'Nvidia Corp.', 'Nvidia'],
  ['LINKEDIN CORP', 'LinkedIn Corp.', 'LinkedIn'],
  ['EBAY INC', 'eBay Inc.', 'eBay'],
  ['MICROSOFT CORP', 'Microsoft Corp.', 'Microsoft'],
  ['AAR CORP', 'AAR Corp.', 'AAR'],
  ['ASML HOLDING LTD', 'ASML Holding Ltd.', 'ASML Holding'],
  ['GATX CORP', 'GATX Corp.', 'GATX'],
  ['IBM CREDIT LLC', 'IBM Credit LLC', 'IBM Credit'],
  ['AT&T INC.', 'AT&T Inc.', 'AT&T'],
  ['3M CO', '3M Co.', '3M'],
  ['H&R BLOCK INC', 'H&R Block Inc.', 'H&R Block'],
  ['HP INC', 'HP Inc.', 'HP'],
  ['COCA-COLA CO', 'Coca-Cola Co.', 'Coca-Cola'],
  ['AMAZON.COM, INC.', 'Amazon.com, Inc.', 'Amazon.com'],
  ['AMAZON COM INC', 'Amazon.com Inc.', 'Amazon.com'],
  ['LEGALZOOM.COM, INC.', 'Legalzoom.com, Inc.', 'Legalzoom.com'],
  ['GAXOS.AI INC.', 'Gaxos.ai Inc.', 'Gaxos.ai'],
  ['ACME INC COM', 'Acme Inc. COM', 'Acme Inc. COM'],
  ['BERKSHIRE HATHAWAY INC', 'Berkshire Hathaway Inc.', 'Berkshire Hathaway'],
  ['TEXAS INSTRUMENTS INC', 'Texas Instruments Inc.', 'Texas Instruments'],
  ['OLD UNION BANCSHARES CORP', 'Old Union Bancshares Corp.', 'Old Union Bancshares'],
  ['HERTZ GLOBAL HOLDINGS, INC', 'Hertz Global Holdings, Inc.', 'Hertz Global Holdings'],
  ['ARCH CAPITAL GROUP LTD.', 'Arch Capital Group Ltd.', 'Arch Capital Group'],
  ['CBRE GROUP, INC.', 'CBRE Group, Inc.', 'CBRE Group'],
  ['XCEL ENERGY INC', 'Xcel Energy Inc.', 'Xcel Energy'],
  ['AAON, INC.', 'AAON, Inc.', 'AAON'],
  ['AARONS HOLDINGS INC', 'Aarons Holdings Inc.', 'Aarons Holdings'],
  ['1ST SOURCE CORP', '1st Source Corp.', '1st Source'],
  ['MCGRATH RENTCORP', 'McGrath Rentcorp', 'McGrath Rentcorp'],
  ['JACK IN THE BOX INC', 'Jack in the Box Inc.', 'Jack in the Box'],
  ['ON SEMICONDUCTOR CORP', 'ON Semiconductor Corp.', 'ON Semiconductor'],
  ['WORLD WAR II TOYS GMBH', 'World War II Toys GmbH', 'World War II Toys GmbH'],
  ["LOWE'S COMPANIES INC", "Lowe's Companies Inc.", "Lowe's Companies"],
  ['ELI LILLY & Co', 'Eli Lilly & Co', 'Eli Lilly'],
  ['Eli Lilly and Company', 'Eli Lilly and Company', 'Eli Lilly'],
  ['JPMorgan Chase & Co.', 'JPMorgan Chase & Co.', 'JPMorgan Chase'],
  ['MERCK & CO., INC.', 'Merck & Co., Inc.', 'Merck'],
  ['The Boeing Company', 'The Boeing Company', 'Boeing'],
  ['Procter & Gamble Company (The)', 'Procter & Gamble Company (The)', 'Procter & Gamble'],
  ['WILLIAMS COMPANIES, INC. (THE)', 'Williams Companies, Inc. (THE)', 'Williams Companies'],
  ['AIR PRODUCTS & CHEMICALS, INC.', 'Air Products & Chemicals, Inc.', 'Air Products & Chemicals'],
  ['MCDONALDS CORP', 'McDonalds Corp.', 'McDonalds'],
  ['JAMES HARDIE INDUSTRIES PLC', 'James Hardie Industries plc', 'James Hardie Industries'],
  ['BANK OF AMERICA CORP /DE/', 'Bank of America Corp.', 'Bank of America'],
  ['US BANCORP \\DE\\', 'US Bancorp', 'US Bancorp'],
  ['Block, Inc.', 'Block, Inc.', 'Block'],
  ['2seventy bio, Inc.', '2seventy bio, Inc.', '2seventy bio'],
  ['ÖRSTED CORP', 'Örsted Corp.', 'Örsted'],
  ['SAP SE', 'SAP SE', 'SAP'],
  ['Spotify Technology S.A.', 'Spotify Technology S.A.', 'Spotify Technology'],
  ['Apple Inc. Common Stock', 'Apple Inc. Common Stock', 'Apple'],
  [
    'Berkshire Hathaway Inc. New Common Stock',
    'Berkshire Hathaway Inc. New Common Stock',
    'Berkshire Hathaway',
  ],
  ['SPDR S&P 500 ETF Trust', 'SPDR S&P 500 ETF Trust', 'SPDR S&P 500 ETF Trust'],
  ['Company', 'Company', 'Company'],
  ['The Gap', 'The Gap', 'The Gap'],
] as const

describe('a company', () => {
  it.each(COMPANIES)('filed as %s is %s in full and %s in short', (filed, full, short) => {
    expect([presentCompany(filed), presentCompanyShort(filed)]).toEqual([full, short])
  })

  it('is cut if its name is absurdly long', () => {
    expect(presentCompany('A'.repeat(500))).toHaveLength(80)
  })

  it('loses invisible characters and those that reverse text', () => {
    expect(presentCompany('Acme\u202E Corp.\u200B')).toBe('Acme Corp.')
  })

  const part = fc.constantFrom(
    'ACME',
    'Acme',
    'IBM',
    '3M',
    'AT&T',
    'ELI',
    'COCA-COLA',
    'of',
    'HOLDINGS',
    "LOWE'S",
    'É',
  )
  const end = fc.constantFrom(
    '',
    ' INC',
    ', Inc.',
    ' Corp',
    ' CO',
    ' & Co.',
    ' plc',
    ' /DE/',
    ' Class A Common Stock',
  )
  const filed = fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 5 }), fc.array(end, { maxLength: 3 }))
    .map(([parts, ends]) => parts.join(' ') + ends.join(''))

  it('keeps every letter before its legal form, and is shortened only once', () => {
    const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
    fc.assert(
      fc.property(filed, (name) => {
        const short = presentCompanyShort(name)
        expect(letters(short)).not.toBe('')
        expect(letters(name).startsWith(letters(short))).toBe(true)
        // NVIDIA Corporation becomes NVIDIA, which on its own would be taken for a shouted name.
        const isMixed = /\p{Ll}/u.test(short)
        expect(isMixed ? presentCompanyShort(short) : short).toBe(short)
        expect(presentCompany(presentCompany(name))).toBe(presentCompany(name))
      }),
      { numRuns: 2_000 },
    )
  })

  // Without the letter D none of these words is a legal form.
  it('keeps short words in capitals, which may be abbreviations, and mixed case', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('B', 'C', 'K', 'L', 'M', 'R', 'S', 'T', 'W'),
          minLength: 2,
          maxLength: 3,
        }),
        (word) => {
          expect(presentCompanyShort(`${word} CORP`)).toBe(word)
          expect(presentCompanyShort(`${word}a Systems, Inc.`)).toBe(`${word}a Systems`)
        },
      ),
    )
  })
})

describe('a company on several lists', () => {
  it.each([
    [['APPFOLIO INC', 'AppFolio, Inc.'], 'AppFolio, Inc.'],
    [['AMAZON COM INC', 'Amazon.com, Inc.'], 'Amazon.com, Inc.'],
    [['ELI LILLY & Co', 'Eli Lilly and Company Common Stock'], 'Eli Lilly and Company Common Stock'],
    [['APPFOLIO INC', 'Other Holdings, Inc.'], 'APPFOLIO INC'],
    [['Block, Inc.', 'BLOCK INC'], 'Block, Inc.'],
    [['APPFOLIO INC'], 'APPFOLIO INC'],
    [
      ['JPMORGAN CHASE & CO', 'JP Morgan Chase & Co. Common Stock', 'JPMorgan Chase & Co.'],
      'JPMorgan Chase & Co.',
    ],
    [['JPMORGAN CHASE & CO', 'JP Morgan Chase & Co. Common Stock'], 'JPMORGAN CHASE & CO'],
  ] as const)('names %j: %s is chosen', (names, expected) => {
    expect(chooseName([...names])).toBe(expected)
  })
})

it.each([
  ['TESLA MOTORS INC', 'Tesla, Inc.', 'Tesla'],
  ['Tesla, Inc. - Common Stock', 'Tesla, Inc.', 'Tesla'],
  ['Fiserv, Inc. Common Stock', 'FISERV INC', 'Fiserv'],
  ['LandBridge Company LLC', 'Bath & Body Works, Inc.', 'LandBridge'],
  ['YELP INC', undefined, 'Yelp'],
])('%s, reported under the ticker of %s, becomes %s', (reported, listed, expected) => {
  expect(presentByTicker(reported, listed)).toBe(expected)
})

it('keeps a name that is only a suffix or a share class', () => {
  expect([dropPlace('/DE/'), dropShareClass('Common Stock')]).toEqual(['/DE/', 'Common Stock'])
})
