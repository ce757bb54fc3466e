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
    [{ description: 'Professionally managed account' }, { isManaged: true, isTrust: false }],
    [{ comments: 'Trade made in an advisor-managed portfolio.' }, { isManaged: true, isTrust: false }],
    [{ subholding: 'Managed Account #2' }, { isManaged: true, isTrust: false }],
    [{ assetType: 'EQ' }, { isManaged: true, isTrust: false }],
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
    [{ description: 'Exercised 50 call options' }, 'Acme', 'ACME'],
    [{ description: 'Part of an option to buy a house' }, 'Acme', 'ACME'],
  ])('takes a row of shares that speaks of options for one of options: %o', (parts, short, shareTicker) => {
    expect(readAsset({ ...row, ticker: 'ACME', ...parts } as Parameters<typeof readAsset>[0])).toMatchObject({
      short,
      shareTicker,
    })
  })

  it('describes a structured note as one, not as a corporate bond', () => {
    const note = {
      chamber: 'house',
      asset: 'Doe Equity-Linked Note',
      assetType: 'CS',
      description: undefined,
    } as const
    expect(describeAssetType(note)).toBe('a structured note')
    expect(describeAssetType({ ...note, asset: 'Doe Corp.' })).toBe('a bond or note of a company')
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
})
