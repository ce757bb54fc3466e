import { describe, expect, it } from 'vitest'

import { describeAssetType, isStructuredNote, readAccount, readAsset } from './present-asset.ts'

const row = {
  asset: 'Acme Corp.',
  assetType: 'ST',
  subholding: undefined,
  description: undefined,
  comments: undefined,
}

describe('readAccount', () => {
  it.each([
    [{ subholding: 'Doe Family Trust > Brokerage' }, { isManaged: false, isTrust: true }],
    [{ subholding: 'Northern Trust (1234)' }, { isManaged: false, isTrust: false }],
    [{ subholding: 'Doe Trust Company' }, { isManaged: false, isTrust: false }],
    [
      { subholding: 'Bolt Securities LLC - Doe Law Firm 2, LLC' },
      { isManaged: false, isTrust: false, entity: 'firm' },
    ],
    [{ subholding: 'R.W. Doe, Inc. > Brokerage' }, { isManaged: false, isTrust: false, entity: 'firm' }],
    [{ subholding: 'Doe Family Foundation' }, { isManaged: false, isTrust: false, entity: 'foundation' }],
    [{ subholding: 'Bolt Financial Services, Inc. #2' }, { isManaged: false, isTrust: false }],
    [{ subholding: 'Doe Jones & Co., L.P. - IRA' }, { isManaged: false, isTrust: false }],
    [{ description: 'Professionally managed account' }, { isManaged: true, isTrust: false }],
    [{ comments: 'Trade made in an advisor-managed portfolio.' }, { isManaged: true, isTrust: false }],
    [{ subholding: 'Managed Account #2' }, { isManaged: true, isTrust: false }],
    [{ assetType: 'EQ' }, { isManaged: true, isTrust: false }],
    [
      { comments: 'Trade executed by financial advisor without my knowledge.' },
      { isManaged: true, isTrust: false },
    ],
    [
      { comments: 'Filer has no discretion over trades in this account; managed by Bolt Wealth.' },
      { isManaged: true, isTrust: false },
    ],
    [
      { comments: 'Purchased by a third-party adviser without input from the Member.' },
      { isManaged: true, isTrust: false },
    ],
    [{ comments: 'I was not consulted about this transaction.' }, { isManaged: true, isTrust: false }],
    [{ comments: 'Account managed by Bolt Advisors.' }, { isManaged: true, isTrust: false }],
    [
      { comments: 'Trades are made at the sole discretion of the advisor.' },
      { isManaged: true, isTrust: false },
    ],
    [{ comments: 'Robo-advisor account' }, { isManaged: true, isTrust: false }],
    [{ comments: 'Self-managed account; managed by the filer.' }, { isManaged: false, isTrust: false }],
    [
      { comments: 'Trades are directed by a financial advisor; the filer has no input.' },
      { isManaged: true, isTrust: false },
    ],
    [
      { comments: 'Purchased by investment manager with full discretion.' },
      { isManaged: true, isTrust: false },
    ],
    [{ comments: 'Broker made this purchase without consulting me.' }, { isManaged: true, isTrust: false }],
    [
      { comments: 'Managed portfolio, filer not involved in decisions.' },
      { isManaged: true, isTrust: false },
    ],
    [{ comments: 'My wealth manager selected these securities.' }, { isManaged: true, isTrust: false }],
    [{ comments: 'Filer does not direct trades in this account.' }, { isManaged: true, isTrust: false }],
    [{ comments: 'I have full discretion over this account.' }, { isManaged: false, isTrust: false }],
    [{ comments: 'Filer is a wealth manager.' }, { isManaged: false, isTrust: false }],
    [{ comments: 'Sold at my direction by my investment manager.' }, { isManaged: false, isTrust: false }],
    [{ comments: 'Broker was not involved.' }, { isManaged: false, isTrust: false }],
    [{ comments: 'Blind trust terminated; shares sold by filer.' }, { isManaged: false, isTrust: false }],
    [{ comments: 'Neither I nor my spouse have full discretion.' }, { isManaged: true, isTrust: false }],
    [{ comments: 'Made without inside knowledge' }, { isManaged: false, isTrust: false }],
    [{ description: 'Bought on advice of management' }, { isManaged: false, isTrust: false }],
  ])('reads %o as %o', (parts, expected) => {
    expect(readAccount({ ...row, ...parts })).toEqual(expected)
  })
})

describe('readAsset and describeAssetType', () => {
  it.each([
    ['Bank of Doe S&P-Linked Notes', true],
    ['Doe Structured Note due June', true],
    ['Auto-Callable Contingent Coupon', true],
    ['Doe Corp. bond 5.00%', false],
    ['LinkedIn Corp', false],
  ])('tells whether "%s" is a structured note: %s', (asset, expected) => {
    expect(isStructuredNote({ asset, description: undefined })).toBe(expected)
  })

  it.each([
    [{ description: 'Purchased 50 put options with a strike price of $150' }, 'options on Acme', undefined],
    [{ comments: 'Call contracts, sold to open' }, 'options on Acme', undefined],
    [{ asset: 'Acme Corp. - Put options' }, 'options on Acme', undefined],
    [{ description: 'Sold 10 covered calls, strike $250, exp. 2/21/25' }, 'options on Acme', undefined],
    [{ description: 'Wrote 5 covered call contracts' }, 'options on Acme', undefined],
    [{ description: 'Bought 20 calls at $150 expiring 1/16/26' }, 'options on Acme', undefined],
    [{ description: 'ACME 01/17/26 C250' }, 'options on Acme', undefined],
    [{ description: '50 LEAPS, strike price of $80' }, 'options on Acme', undefined],
    [{ description: 'Put spread 100/90' }, 'options on Acme', undefined],
    [{ description: 'Long 30 puts, strike 40' }, 'options on Acme', undefined],
    [{ description: 'Sold cash-secured puts' }, 'options on Acme', undefined],
    [{ description: 'Purchased 15 Mar 21 2025 $90 call' }, 'options on Acme', undefined],
    [{ assetDetail: 'Option Type: Call Strike price: $150.00' }, 'options on Acme', undefined],
    [{ description: 'Sold 3 ACME Jan 2026 $120 puts to open' }, 'options on Acme', undefined],
    [{ description: 'Call option exercise price $35, expiration 6/20/2025' }, 'options on Acme', undefined],
    [{ description: 'Bull call spread' }, 'options on Acme', undefined],
    [{ description: 'Wrote covered calls against existing shares' }, 'options on Acme', undefined],
    [{ description: 'Protective put; strike 90' }, 'options on Acme', undefined],
    [{ description: '10 contracts of 200 calls expiring Friday' }, 'options on Acme', undefined],
    [{ description: 'Sell-to-open 5 puts' }, 'options on Acme', undefined],
    [{ description: 'Long call, Jan 2027 $50' }, 'options on Acme', undefined],
    [{ description: 'Rolled covered call to March' }, 'options on Acme', undefined],
    [{ description: 'Iron condor' }, 'options on Acme', undefined],
    [{ description: 'Purchased puts.' }, 'options on Acme', undefined],
    [{ description: 'Bought puts' }, 'options on Acme', undefined],
    [{ description: 'Bought calls' }, 'options on Acme', undefined],
    [{ description: 'Option purchased' }, 'options on Acme', undefined],
    [{ description: 'Sold calls' }, 'options on Acme', undefined],
    [{ description: 'Sold puts.' }, 'options on Acme', undefined],
    [{ description: 'Purchased put on MSFT' }, 'options on Acme', undefined],
    [{ description: 'Purchased 10 contracts at $5' }, 'options on Acme', undefined],
    [{ description: 'Sale of call' }, 'options on Acme', undefined],
    [{ description: 'Bought Jan 2026 puts' }, 'options on Acme', undefined],
    [{ description: 'Open put position' }, 'options on Acme', undefined],
    [{ description: 'Sold to meet margin calls' }, 'Acme', 'ACME'],
    [{ description: 'Purchased and put in IRA' }, 'Acme', 'ACME'],
    [{ description: 'Exercised 50 call options' }, 'Acme', 'ACME'],
    [{ description: 'Shares were called away when call options were assigned.' }, 'Acme', 'ACME'],
    [{ description: 'Put options were assigned; 100 shares bought' }, 'Acme', 'ACME'],
    [{ description: 'Bought on a call from my broker' }, 'Acme', 'ACME'],
    [{ description: 'Sold after strike at the plant' }, 'Acme', 'ACME'],
    [{ description: 'Put in IRA account' }, 'Acme', 'ACME'],
    [{ description: 'Part of an option to buy a house' }, 'Acme', 'ACME'],
  ])(
    'tells by its words whether a row marked as shares is about options: %o',
    (parts, short, shareTicker) => {
      expect(
        readAsset({ ...row, ticker: 'ACME', ...parts } as Parameters<typeof readAsset>[0]),
      ).toMatchObject({
        short,
        shareTicker,
      })
    },
  )

  it('describes a structured note as such, not as a corporate bond', () => {
    const note = {
      chamber: 'house',
      asset: 'Doe Equity-Linked Note',
      assetType: 'CS',
      description: undefined,
    } as const
    expect(describeAssetType(note)).toBe('a structured note')
    expect(describeAssetType({ ...note, asset: 'Doe Corp.' })).toBe('a bond or note of a company')
  })

  it('names the debt of a company, and says what the Senate’s types mean', () => {
    const bond = { ...row, asset: 'Acme Inc', ticker: 'ACME', assetType: 'Corporate Bond' }
    expect(readAsset(bond as Parameters<typeof readAsset>[0])).toMatchObject({
      name: 'debt of Acme Inc (ACME)',
      short: 'debt of Acme',
      shareTicker: undefined,
    })
    const named = { ...bond, asset: 'Acme Inc. 3.25% 02/23/26' }
    expect(readAsset(named as Parameters<typeof readAsset>[0]).short).toBe('Acme Inc. 3.25% 02/23/26')
    expect(describeAssetType({ ...bond, chamber: 'senate' })).toBe('a bond or note of a company')
  })

  it.each([
    ['Apple Inc. - Common Stock', 'AAPL', 'ST', 'Apple Inc. (AAPL)', 'Apple'],
    ['Apple Inc.', 'AAPL', 'OP', 'options on Apple Inc. (AAPL)', 'options on Apple'],
    [
      'Doe Inc - Variable Rate Series A Stock',
      'DOE',
      'ST',
      'Doe Inc - Variable Rate Series A Stock (DOE)',
      'Doe',
    ],
  ])('gives "%s" a name and a short name', (asset, ticker, assetType, name, short) => {
    expect(readAsset({ asset, ticker, assetType } as Parameters<typeof readAsset>[0])).toMatchObject({
      name,
      short,
    })
  })

  it.each([
    ['Acme Inc - Variable Rate Series A Perpetual Stretch Preferred Stock', undefined],
    ['Acme Inc.', 'Depositary Shares, Series C Preferred'],
  ])('calls %s the company’s preferred stock', (asset, assetDetail) => {
    expect(
      readAsset({ ...row, asset, assetDetail, assetType: 'ST' } as Parameters<typeof readAsset>[0]),
    ).toMatchObject({
      short: 'Acme preferred stock',
      shareTicker: undefined,
    })
  })

  it.each([
    'Acme Corp 5.25% 2030',
    'Acme Corp. Warrants',
    'Acme Corp. Rights',
    'Bolt Bank Autocallable linked to Acme',
    'Acme Jan 2026 50 C',
    'Acme Corp. 4.5% Senior Notes',
    'Acme Corp. Preferred Series A',
    'Acme Ltd Commercial Paper',
  ])('does not count %s as shares of Acme, though its row says so', (asset) => {
    const named = { ...row, asset, ticker: 'ACME' } as Parameters<typeof readAsset>[0]
    expect(readAsset(named).shareTicker).toBeUndefined()
    const fund = { ...named, asset: 'Acme Bond ETF' }
    expect(readAsset(fund).shareTicker).toBe('ACME')
  })

  it('describes an asset as debt if its small print gives a coupon', () => {
    const bond = { ...row, assetType: 'Stock', assetDetail: 'Rate/Coupon: 4.5% Matures: 2030-01-01' }
    expect(readAsset(bond as Parameters<typeof readAsset>[0])).toMatchObject({
      name: 'debt of Acme Corp.',
      shareTicker: undefined,
    })
  })

  it('does not join rows of one ticker whose names begin differently', () => {
    const keyOf = (asset: string) =>
      readAsset({ ...row, asset, ticker: 'ACME' } as Parameters<typeof readAsset>[0]).key
    expect(keyOf('ACME CORPORATION Class A')).toBe(keyOf('Acme Corp.'))
    expect(keyOf('Bolt Inc.')).not.toBe(keyOf('Acme Corp.'))
  })
})
