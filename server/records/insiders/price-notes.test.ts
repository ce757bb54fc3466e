import { describe, expect, it } from 'vitest'

import {
  isForeignPrice,
  isOtherPrice,
  mayBePerDepositary,
  readPriceRange,
  readSharesPerDepositary,
} from './price-notes.ts'

describe('readPriceRange', () => {
  it.each([
    ['at prices ranging from $66.8350 to $66.9800 inclusive', [66.835, 66.98]],
    ['Prices ranged from $66.10 to $67.', [66.1, 67]],
    ['executed at prices between $66.10 and $67.00', [66.1, 67]],
    ['in multiple transactions ranging from $66.1 per share to $67 per share', [66.1, 67]],
  ])('reads the range from %j', (note, range) => {
    expect(readPriceRange([note], 66.9)).toEqual(range)
  })

  it('reads thousands', () => {
    expect(readPriceRange(['Prices ranged from $966.10 to $1,067.'], 1000)).toEqual([966.1, 1067])
  })

  it.each([66.1, 66.5])('reads a range that begins or ends at the price, $%d', (price) => {
    expect(readPriceRange(['at prices ranging from $66.10 to $66.50'], price)).toEqual([66.1, 66.5])
  })

  it.each([
    [
      'there are two ranges',
      ['from $66.10 to $67.00 ranging from $66.1 to $67', 'ranging from $66.1 to $67'],
      66.9,
    ],
    ['the price lies outside', ['at prices ranging from $66.10 to $66.50'], 66.9],
    ['it is wider than a day’s prices, and so mistyped', ['ranging from $66.10 to $670.00'], 66.9],
    ['the line has no price', ['at prices ranging from $66.10 to $66.50'], undefined],
  ])('reads no range if %s', (_name, notes, price) => {
    expect(readPriceRange(notes, price)).toBeUndefined()
  })
})

describe('mayBePerDepositary', () => {
  it.each([
    'Each American Depositary Share represents ten Ordinary Shares.',
    'The ordinary shares are represented by American Depositary Shares, each of which represents two ordinary shares.',
    'Held as ADSs, each ADS representing one-half of one ordinary share.',
    'Each ADR represents 1/5 of a share.',
    'Each ADS represents the right to receive 25 Class A ordinary shares.',
  ])('doubts the price of ordinary shares if a note says %j', (note) => {
    expect(mayBePerDepositary('Ordinary Shares', [note])).toBe(true)
    expect(mayBePerDepositary('American Depositary Shares', [note])).toBe(false)
  })

  it.each([
    'Each ADS represents one Ordinary Share.',
    'Each American Depositary Share represents 1 ordinary share.',
    'Each ADS represents an ordinary share.',
    'Each ADS represents ten ordinary shares. The price is per ordinary share.',
    'Each unit represents ten ordinary shares.',
  ])('does not doubt it if a note says %j', (note) => {
    expect(mayBePerDepositary('Ordinary Shares', [note])).toBe(false)
  })
})

describe('readSharesPerDepositary', () => {
  it.each([
    ['Each American Depositary Share represents ten Ordinary Shares.', 10],
    ['Represented by ADSs, each of which represents two ordinary shares.', 2],
    ['Each ADS represents the right to receive 25 Class A ordinary shares.', 25],
    ['Each ADS represents twenty-five (25) ordinary shares, par value $0.01.', 25],
    ["Each ADS represents 100 of the Issuer's ordinary shares.", 100],
    ['Each ADS represents one hundred ordinary shares.', 100],
    ['Each ADS is equivalent to 8 shares.', 8],
  ])('reads %j', (note, number) => {
    expect(readSharesPerDepositary('Ordinary Shares', [note])).toBe(number)
    expect(readSharesPerDepositary('American Depositary Shares', [note])).toBeUndefined()
  })

  it.each([
    ['Each ADS represents one Ordinary Share.'],
    ['Each ADS representing one-half of one ordinary share.'],
    ['Each ADR represents 1/5 of a share.'],
    ['Each ADS represents 2.5 ordinary shares.'],
    ['Each ADS represents ten (20) ordinary shares.'],
    ['Each ADS represents approximately ten ordinary shares.'],
    ['Each ADS represents ten ordinary shares.', 'Each ADS represents two ordinary shares.'],
    ['Each ADS represents ten ordinary shares.', 'Each ADS represents 1/5 of a share.'],
  ])('reads nothing from %j', (...notes) => {
    expect(readSharesPerDepositary('Ordinary Shares', notes)).toBeUndefined()
  })
})

describe('isForeignPrice', () => {
  it.each([
    ['a note on the price', ['The price is in Canadian dollars.'], [], true],
    ['a note on the number of shares', [], ['Price reported in Norwegian kroner (NOK).'], true],
    ['the remarks', [], ['All prices are in Canadian dollars.'], true],
    ['a note that denies a conversion', ['In CAD, and not converted to U.S. dollars.'], [], true],
    ['a note of a conversion', ['Converted from GBP at an exchange rate of 1.31.'], [], false],
    [
      'another note that names a currency',
      [],
      ['Euro Holdings, whose capital is in EUR, is a holder.'],
      false,
    ],
    ['dollars', ['Transacted on Euronext at EUR 20; shown here as its dollar equivalent.'], [], false],
    ['dollars', ['Price per share in dollars; the fund reports in EUR.'], [], false],
    [
      'words in capitals that are no currency',
      ['ALL 1,000 SHARES WERE BOUGHT AT THE TOP 10 VENUES.'],
      [],
      false,
    ],
  ])('reads %s', (_what, onPrice, others, expected) => {
    expect(isForeignPrice(onPrice, others)).toBe(expected)
  })

  it.each([
    'Price is in Canadian currency, as traded on the TSX.',
    'Executed on the Warsaw Stock Exchange at PLN 40.20 per share.',
    'The price is reported in Philippine pesos.',
    'Price in Thai baht.',
    'Purchased at 35.2 TRY per share.',
    'Reported price is in Danish kroner (DKK).',
    'Trade in Brazilian reals (R$).',
    'The shares were bought in Tel Aviv at 3,520 agorot per share.',
    'Price stated in UAE dirhams.',
    'Bought for CZK 230.',
    'Price is stated in Polish zloty.',
    'Executed at SEK 112.40.',
    'All amounts in Israeli shekels.',
    'Priced in Hungarian forint.',
    'Price of 1,250 JPY.',
    'Sold on the Oslo Bors in local currency.',
    'Shares traded in Stockholm; price in kronor.',
    'Price in Kuwaiti fils.',
    'Denominated in Bermudian dollars.',
    'Stated in Jamaican dollars.',
    'The price is in PLN.',
  ])('reads another currency from %j', (note) => {
    expect(isForeignPrice([note])).toBe(true)
  })

  it.each([
    'Shares were purchased on the TSX in Canadian dollars.',
    'The transactions were executed on the TSX in CAD.',
    'Sold on Nasdaq Stockholm in Swedish kronor.',
  ])('reads another currency from %j about the trade', (note) => {
    expect(isForeignPrice([], [note])).toBe(true)
  })

  it.each([
    'The trust was settled in Canadian dollars.',
    'Shares were purchased on the TSX in Canadian dollars; the price is in U.S. dollars.',
    'Held by Kronos Worldwide in Toronto.',
    'Sold by European funds.',
  ])('reads none from %j', (note) => {
    expect(isForeignPrice([], [note])).toBe(false)
  })

  it.each(['The price is in American dollars.', 'More than dollars.', 'Two million dollars.'])(
    'takes %j for dollars',
    (note) => {
      expect(isForeignPrice([note])).toBe(false)
    },
  )
})

describe('isOtherPrice', () => {
  it.each([
    ['Common Stock', 'Represents the aggregate purchase price.'],
    ['Ordinary Shares', 'The price is per ADS. Each ADS represents 10 ordinary shares.'],
    ['Common Stock', 'Price per unit; each unit consists of two shares and one warrant.'],
    ['Common Stock', 'The price is an estimate.'],
    ['Common Stock', 'Total purchase price of all shares in this line.'],
    ['Common Stock', 'Aggregate price.'],
    ['Common Stock', 'The price reported is in cents.'],
    ['Common Stock', 'Price per share before the 1-for-20 split.'],
    ['Ordinary Shares', 'This is the price of one ADS, each of which is ten shares.'],
  ])('reads that the price of %s is not that of one share from %j', (security, note) => {
    expect(isOtherPrice([note], security)).toBe(true)
  })

  it('reads notes on the rest of the trade too if they mention prices', () => {
    expect(isOtherPrice([], 'Common Stock', ['Aggregate price.'])).toBe(true)
    expect(isOtherPrice([], 'Common Stock', ['Based on an estimate.'])).toBe(false)
  })

  it.each([
    ['American Depositary Shares', 'The price is per ADS.'],
    ['Common Units', 'Price per unit.'],
    ['Common Stock', 'A weighted average; the aggregate purchase price was $10,000.'],
  ])('accepts the price of %s as its own despite the note %j', (security, note) => {
    expect(isOtherPrice([note], security)).toBe(false)
  })
})
