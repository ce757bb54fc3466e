import { describe, expect, it } from 'vitest'

import type { CongressTrade } from '../congress/congress-trade.ts'
import { isKnownTradeNote } from './known-trade-notes.ts'
import { readCongressKind, type TradeKind } from './trade-kinds.ts'

type Type = CongressTrade['type']

const kindOf = (type: Type, description: string, asset = 'Acme Corp.') =>
  readCongressKind({ type, asset, description })

describe('readCongressKind', () => {
  it.each([
    ['P', 'purchase'],
    ['S', 'sale'],
    ['S (partial)', 'sale'],
    ['E', 'exchange'],
  ] as const)('reads a row marked %s without further words as %s', (type, kind) => {
    expect(readCongressKind({ type, asset: 'Acme Corp.' })).toBe(kind)
  })

  it.each<[Type, string, TradeKind]>([
    ['S (partial)', 'Contribution of 40 shares to a school in Springfield.', 'gift'],
    ['S', 'Contributed to donor-advised fund', 'gift'],
    ['S', 'GIFTED TO CHILDREN', 'gift'],
    ['S', 'Donation of stock, not a sale', 'gift'],
    ['S', 'Charitable gift; no proceeds received', 'gift'],
    ['E', 'Shares donated to a hospital', 'gift'],
    ['P', 'Received as a gift from father', 'gift'],
    ['P', 'Dividend Reinvestment', 'reinvestment'],
    ['P', 'Purchased through automatic reinvestment of dividends', 'reinvestment'],
    ['P', 'DRIP', 'reinvestment'],
    ['P', 'Capital gains distribution reinvested', 'reinvestment'],
    ['S', 'Bond matured', 'redemption'],
    ['S', 'Called by issuer at par', 'redemption'],
    ['S', 'Preferred was redeemed', 'redemption'],
    ['S', '"Called"', 'redemption'],
    ['E', 'redemption of a municipal bond', 'redemption'],
    ['P', 'Shares received in exchange for those of Bolt Inc after its merger', 'exchange'],
    ['S', 'Exchanged for units of the new fund', 'exchange'],
    ['P', 'Inherited from an aunt', 'other'],
    ['P', 'Spin-off from Bolt Inc', 'other'],
    ['P', 'RSUs vested', 'other'],
    ['S', 'Options expired worthless', 'other'],
    ['S', 'Transferred to a trust', 'other'],
    ['S', 'Journaled to another account', 'other'],
    ['S', 'Required minimum distribution taken in kind', 'other'],
    ['S', 'Shares moved to a new brokerage', 'other'],
    ['S', 'Shares tendered in a buyout', 'other'],
    ['S', 'Cash in lieu of fractional shares', 'other'],
    ['S', 'Reverse split', 'other'],
    ['S', 'Converted Class B to Class A', 'other'],
    ['S', 'Full call', 'redemption'],
    ['S', 'Prerefunded', 'redemption'],
    ['P', 'Automatic dividend re-investment', 'reinvestment'],
    ['P', 'Dividends used to buy more shares', 'reinvestment'],
    ['P', 'Conversion of mutual fund shares', 'other'],
    ['P', 'Distribution from an estate', 'other'],
    ['P', 'Rollover from a 401(k)', 'other'],
    ['P', 'Employee stock purchase plan', 'other'],
    ['P', 'Received as compensation', 'other'],
    ['P', 'Transfer of assets from 529 plan', 'other'],
    ['P', 'Exercise of rights, no cash paid', 'other'],
    ['S', 'Shares surrendered in cashless merger with parent', 'other'],
    ['S', 'Fund liquidation', 'other'],
    ['S', 'Mutual fund closed by sponsor', 'other'],
    ['P', 'Stock bonus from employer', 'other'],
    ['P', 'Inheritance', 'other'],
    ['P', 'Gifted by spouse', 'gift'],
    ['S', 'Gift to grandson', 'gift'],
    ['S', 'In-kind distribution from IRA', 'other'],
    ['P', 'DRIP purchase', 'reinvestment'],
    ['S', 'Treasury bill matured', 'redemption'],
    ['P', 'Spinoff shares', 'other'],
    ['S', 'Rights lapsed', 'other'],
    ['P', 'Change of custodian', 'other'],
    ['S', 'Cash merger consideration paid', 'other'],
    ['P', 'Auto-reinvest of interest', 'reinvestment'],
    ['S', 'Bond redeemed early by issuer', 'redemption'],
    ['P', 'Restricted stock vested', 'other'],
    ['S', 'Entered in error, this transaction never happened', 'other'],
    ['S', 'Stock donated', 'gift'],
    ['S', 'Transferred to irrevocable trust', 'other'],
    ['S', 'Company was acquired by Broadcom for cash', 'other'],
    ['S', 'Acquisition of Acme by Bolt closed; cash received for all shares', 'other'],
    ['S', 'Cash-in-lieu of a fractional share', 'other'],
    ['S', 'Corporate action - mandatory exchange', 'other'],
    ['S', 'Company taken private', 'other'],
    ['S', 'Principal paydown', 'redemption'],
    ['S', 'Bond call', 'redemption'],
    ['S', 'Make-whole call', 'redemption'],
    ['S', 'Return of principal at final maturity', 'redemption'],
    ['P', 'Div reinv', 'reinvestment'],
    ['P', 'Year-end capital gain distribution', 'reinvestment'],
    ['P', 'Received in divorce settlement', 'other'],
    ['S', 'Divorce settlement', 'other'],
    ['P', 'CUSIP change', 'other'],
    ['S', 'Name change; ticker symbol changed from ACME to APEX', 'other'],
    ['P', 'Transferred into account from prior custodian', 'other'],
    ['P', 'Account transfer (ACAT)', 'other'],
    ['P', 'Received from father’s estate', 'other'],
    ['S', 'Distributed to beneficiaries of the trust', 'other'],
    ['S', 'Donor-advised fund', 'gift'],
    ['S', 'Transferred to DAF', 'gift'],
    ['S', 'Shares given to children', 'gift'],
    ['S', 'Gave shares to a charity', 'gift'],
    ['P', 'Stock received upon merger with Bolt', 'other'],
    ['P', 'Shares issued for board service', 'other'],
    ['S', 'Withheld for taxes on vesting', 'other'],
    ['S', 'Delisted; removed from account at no value', 'other'],
    ['P', 'Re-registration of account title', 'other'],
    ['S', 'Shares escheated to the state', 'other'],
    ['P', 'Allocation from company 401k match', 'other'],
    ['S', 'Exchanged into another share class of the same fund', 'exchange'],
    ['P', 'Dividend', 'reinvestment'],
    ['S', 'Tender offer by issuer', 'other'],
    ['P', 'Warrants converted', 'other'],
    ['S', 'Transfer to spouse', 'other'],
    ['P', 'Correction of custodian error; no trade was made', 'other'],
    ['S', 'Trade cancelled by broker', 'other'],
  ])('reads a row marked %s that says %j as %s', (type, description, kind) => {
    expect(kindOf(type, description)).toBe(kind)
    expect(readCongressKind({ type, asset: 'Acme Corp.', comments: description })).toBe(kind)
  })

  it.each<[Type, string]>([
    ['S', 'Sold before maturity'],
    ['S', 'Call options; strike price $230; expires 1/16/2026'],
    ['P', 'Capital contribution to a fund'],
    ['P', 'Capital call of $1,039'],
    ['S', 'Loss harvesting'],
    ['P', 'Initial public offering allocation purchased'],
    ['P', 'Dollar cost averaging'],
    ['P', 'Addition to existing position'],
    ['S', 'Sale of company stock'],
    ['P', 'Purchased by fund manager'],
    ['P', 'Purchased for an existing account'],
    ['S', 'Rebalancing'],
    ['P', 'Note, matures 12/01/2037, callable'],
    ['P', 'Exercised 140 call options'],
    ['S', 'Sold to satisfy required minimum distribution'],
    ['S', 'Complete Disposition of Acme Stock'],
    ['P', 'Purchased 50 call options with a strike price of $150 and an expiration date of 1/16/26.'],
    ['S', 'Not required to be disclosed but disclosing anyway for full transparency.'],
    ['S', 'Position closed'],
    ['P', 'Notified to filer on or after March 1, 2025'],
  ])('leaves a row marked %s that says %j as marked', (type, description) => {
    expect(kindOf(type, description)).toBe(type === 'P' ? 'purchase' : 'sale')
  })

  it.each<[Type, string]>([
    ['S', 'Shares transferred and then sold in a charitable trust'],
    ['S', 'Sold; the proceeds were donated to charity'],
    ['S', 'Sold to pay gift tax'],
    ['S', 'Acquired in a spin-off, sold in full'],
    ['S', 'Acquired by way of a stock split in June'],
    ['S', 'Moved to cash'],
    ['S', 'Sold after the conversion of Class B'],
    ['P', 'Purchased with a distribution from an LLC'],
    ['P', 'Purchased as a gift for a grandchild'],
    ['S', 'Sold as directed by the Ethics Committee to divest'],
    ['P', 'Purchased in an acquisition of a position by broker'],
    ['P', 'Company acquires hospitals; bought on the market'],
    ['S', 'Sold by the estate executor'],
    ['P', 'Dividend-paying stock purchased for income'],
    ['P', 'Gift shop and card maker'],
    ['P', 'Purchased when a note matured'],
    ['P', 'Fund that invests in start-ups; investment in vesting software bought by the fund'],
    ['S', 'The shares went to a creditor'],
    ['S', 'Not sold'],
    ['S', 'Trade VOID'],
    ['P', 'Put to me'],
    ['P', 'Bought from my son'],
    ['S', 'Not mine'],
    ['P', 'Purchased by the fund, not by me'],
    ['S', 'Sale of the company'],
    ['S', 'Joint account to own account'],
    ['P', 'Sold'],
    ['S', 'Purchased'],
    ['S', 'Market order failed'],
    ['S', 'Company closed'],
    ['S', 'Sold to my brother'],
    ['P', 'Contribution of 382 shares to a university'],
    ['P', 'Aviation parts'],
    ['P', 'Late husband’s shares'],
    ['P', 'Existing position'],
    ['P', 'Purchased by previous spouse'],
    ['P', 'This amends previous report: the purchase was of another stock'],
    ['S', 'Put in charitable trust'],
    ['S', 'Total loss.'],
    ['S', 'Company was sold.'],
    ['S', 'Sale of company'],
    ['S', 'Sold by company to comply with divestiture order'],
    ['P', 'Purchased by mutual fund'],
    ['P', 'Purchased by the committee'],
    ['P', 'Purchased in the account of another filer'],
    ['P', 'Correct amount of previous purchase'],
    ['P', 'Holding first reported in annual report'],
    ['S', 'Full sale; call options were assigned'],
    ['P', 'Reinvested the proceeds of the sale of Bolt Inc'],
    ['P', 'Position closed.'],
    ['P', 'Reduced position.'],
    ['P', 'Exited.'],
    ['S', 'Initial position.'],
    ['S', 'Plan to sell.'],
    ['S', 'Attempting to sell.'],
    ['S', 'Will be sold in December.'],
    ['P', 'Open order.'],
    ['P', 'Trust distribution.'],
    ['S', 'Same transaction as line 2.'],
    ['S', 'Previously disclosed in annual report.'],
    ['P', 'Cost basis.'],
    ['P', 'Purchased by family LLC.'],
    ['S', 'Sold by my firm.'],
    ['S', 'Sold by my partner.'],
    ['P', 'Account of my son.'],
    ['P', 'Trade executed on January 14, 2025.'],
  ])('does not know what a row marked %s that says %j is', (type, description) => {
    expect(kindOf(type, description)).toBe('unread note')
  })

  it.each([
    ['self', 'SO', 'Spouse Roth IRA'],
    ['self', 'SO', 'DC UTMA'],
    ['self', 'SO', 'Jane’s husband’s IRA'],
    ['SP', 'D', 'Underlying asset of dependent child #1'],
    ['self', 'D', 'Purchased in my spouse’s Roth IRA'],
  ] as const)(
    'does not know whose a row is that is marked as of %s where %s says %j',
    (owner, label, words) => {
      const named = label === 'SO' ? { subholding: words } : { description: words }
      const row = { type: 'P', asset: 'Acme Corp.', asset_type: 'ST', ...named } as const
      expect(readCongressKind({ ...row, owner })).toBe('unread note')
      const own = /spouse|husband/i.test(words) ? 'SP' : 'DC'
      expect(readCongressKind({ ...row, owner: own })).toBe('purchase')
    },
  )

  it.each<[Type, string]>([
    ['P', 'The filer discovered the transaction wasn’t his.'],
    ['P', 'Notified by broker that the transaction was not in my holdings.'],
    ['P', 'Managed by a third party financial advisor of a managed account, not my account.'],
    ['S', 'Sale was less than $1,000.'],
    ['S', 'Sold for a total of $500.'],
    ['P', 'Purchased 10 shares at $5 a share.'],
    ['P', 'Purchased 10,000 shares at $50.00 per share.'],
    ['P', 'Purchased shares for $1,000,000.'],
    ['P', 'Purchased on 1/5/2020.'],
    ['P', 'Purchased on January 7, 2025.'],
    ['S', 'This position was sold at a loss on 1/5/2020 as part of my divestments.'],
  ])(
    'does not know a row marked %s whose note contradicts its range, day or filer: %j',
    (type, description) => {
      const row = { type, asset: 'Acme Corp.', asset_type: 'ST', description } as const
      expect(readCongressKind({ ...row, low: '50001', high: '100000', traded_on: '2025-01-06' })).toBe(
        'unread note',
      )
    },
  )

  it.each<[Type, string]>([
    ['S', 'Sold for a total of $75,000.'],
    ['P', 'Exercised 10 call options purchased 3/1/2024 at a strike price of $50.'],
    ['S', 'Sold 1,500 shares of Acme.'],
    ['S', 'Sale made by financial advisor without input from filer.'],
    [
      'P',
      'This transaction was made by an independent financial advisor without any input from filer or spouse.',
    ],
    ['P', 'Automatic investment plan'],
    ['P', 'Trade made by independent financial advisor in a managed account.'],
    ['P', 'Purchased by my financial advisor without my knowledge.'],
    ['P', 'Transaction executed by broker in a managed account.'],
    ['P', 'Investment account managed by third party; filer has no input.'],
    ['P', 'Discretionary managed account.'],
    ['P', 'Separately managed account; trades at discretion of the manager.'],
    ['S', 'Sold shares to avoid conflict of interest.'],
    ['S', 'Stock sold as part of a divestiture plan.'],
    ['S', 'Sold on 1/6/25.'],
    ['S', 'Sold on January 6.'],
    ['P', 'Purchased 1,500 shares at $50.00 per share.'],
    ['P', 'Notified on 1/20/2025.'],
    ['P', 'Filer was not notified by the broker until 1/20/2025.'],
  ])('knows a row marked %s whose note agrees with its range and day: %j', (type, description) => {
    const row = { type, asset: 'Acme Corp.', asset_type: 'ST', description } as const
    expect(readCongressKind({ ...row, low: '50001', high: '100000', traded_on: '2025-01-06' })).toBe(
      type === 'P' ? 'purchase' : 'sale',
    )
  })

  it('does not know whose a row is in which another relative is named', () => {
    const row = { type: 'P', asset: 'Acme Corp.', asset_type: 'ST', owner: 'self' } as const
    expect(readCongressKind({ ...row, subholding: 'Parent’s trust' })).toBe('unread note')
    expect(readCongressKind({ ...row, subholding: 'Family trust' })).toBe('purchase')
  })

  it.each([
    [undefined, 'Ticker CPCN'],
    ['CPCN', 'Ticker CPCN'],
    [null, 'ticker: BRK.B'],
    ['', 'Ticker 8306JP'],
    // Foreign shares.
    ['CP', 'Ticker CPCN'],
    ['ACMEF', 'Ticker 123456'],
    ['ACMEY', 'Ticker ACM.DE'],
    // Other spellings.
    ['BRK-B', 'Ticker BRK.B'],
    ['acme', 'Ticker ACME'],
  ])(
    'knows a note that is only the word ticker and a symbol in a row with the ticker %s: %j',
    (ticker, description) => {
      const row = { type: 'P', asset: 'Acme Corp.', asset_type: 'ST', ticker } as const
      expect(readCongressKind({ ...row, description })).toBe('purchase')
      expect(readCongressKind({ ...row, type: 'S', comments: description })).toBe('sale')
    },
  )

  it.each([
    ['ACME', 'Ticker BOLT'],
    ['ACME', 'Ticker PUT'],
    ['ACMEY', 'Ticker PUT'],
    [undefined, 'Ticker CPCN of my client'],
    [undefined, 'Ticker CPCN, not purchased'],
    [undefined, 'Ticker pending'],
    [undefined, 'CPCN Ticker BOLT'],
  ])(
    'does not know a note with more than a symbol, or with another one than the row’s %s: %j',
    (ticker, description) => {
      const row = { type: 'P', asset: 'Acme Corp.', asset_type: 'ST', ticker } as const
      expect(readCongressKind({ ...row, description })).toBe('unread note')
    },
  )

  it.each<[Type, string]>([
    [
      'S',
      'Sold as part of a divestiture plan. As of 1/7/2025, neither I nor my wife hold any single company publicly-traded stocks.',
    ],
    ['P', 'Notification of the transaction was delayed due to the holidays'],
    ['S', 'Filer notified of transaction >45 days after it occurred.'],
    ['P', 'acct77'],
  ])('knows a row marked %s whose note says nothing about the trade: %j', (type, description) => {
    const row = { type, asset: 'Acme Corp.', asset_type: 'ST', owner: 'self', description } as const
    expect(readCongressKind(row)).toBe(type === 'P' ? 'purchase' : 'sale')
  })

  it.each(['83b', 'rsu24', 'gift24', 'Dissolved software developer'])(
    'does not know the note %j',
    (description) => {
      const row = { type: 'S', asset: 'Acme Holdings LLC', asset_type: 'OI', description } as const
      expect(readCongressKind(row)).toBe('unread note')
    },
  )

  it('does not count a deal in debt that is reported as shares', () => {
    const row = { type: 'P', asset: 'Acme Corp.' } as const
    for (const description of ['Purchased municipal bond', 'Municipal bond.', 'Callable note.']) {
      expect(readCongressKind({ ...row, description, asset_type: 'ST' })).toBe('unread note')
      expect(readCongressKind({ ...row, description, asset_type: 'GS' })).toBe('purchase')
    }
    for (const description of ['Corporate note due 2030', '50 contracts a share', 'In the money call.'])
      expect(readCongressKind({ ...row, description, asset_type: 'ST' })).toBe('unread note')
  })

  it.each([
    ['HE', 'Bridgewater Pure Alpha Fund LP', 'Redemption of fund interest', 'sale'],
    ['MF', 'Acme Bond Fund', 'Full redemption', 'sale'],
    [undefined, 'Acme Growth Partners, L.P.', 'Redeemed', 'sale'],
    ['HE', 'Acme Fund LP', 'Redemption forced by the fund', 'unread note'],
    ['MF', 'Acme Bond Fund', 'Fund liquidation', 'other'],
    ['ST', 'Acme Corp.', 'Redemption of fund interest', 'unread note'],
    ['ST', 'Acme Corp. (redeemed)', undefined, 'unread note'],
    ['ST', 'Acme Corp. 6% Preferred', 'Redeemed', 'redemption'],
    ['GS', 'State Revolving Fund', 'Redeemed', 'redemption'],
    ['ST', 'Acme Energy LP 7.6% Preferred Units', 'Redemption', 'redemption'],
    ['OT', 'Acme Enterprises L.P. Notes due 2026', 'Full redemption', 'redemption'],
    ['OT', 'City Future Tax Fund 5%', 'Redeemed', 'redemption'],
    ['EF', 'iShares iBonds Dec 2024 Term Corporate ETF', 'Redemption', 'unread note'],
    ['EF', 'Acme BulletShares 2024 ETF', 'Redeemed', 'unread note'],
    ['MF', 'Acme Short-Term Fund', 'Redemption', 'sale'],
    ['MF', 'Acme Long Term Growth Fund', 'Redemption', 'sale'],
    ['ST', 'Acme Corp.', 'Redeemed by the company', 'redemption'],
  ] as const)(
    'tells whether a redemption was its issuer’s or its investor’s: %s, %s, %s: %s',
    (asset_type, asset, description, kind) => {
      expect(readCongressKind({ type: 'S', asset, asset_type, description })).toBe(kind)
    },
  )

  it('does not take a position that somebody closed for one that ended by itself', () => {
    expect(kindOf('S', 'Position closed by the desk on request')).toBe('unread note')
  })

  it('reads a word after the asset name, but not within it', () => {
    expect(kindOf('P', '', 'Acme Corp. (dividend reinvestment)')).toBe('reinvestment')
    expect(kindOf('S', '', 'Acme Corp. - Gift')).toBe('gift')
    expect(kindOf('S', '', 'City of Springfield 5% [called]')).toBe('redemption')
    expect(kindOf('P', '', 'Global Dividend Reinvestment Fund Inc.')).toBe('purchase')
    expect(kindOf('S', '', 'The Gift Box Company')).toBe('sale')
  })

  it('reads very long text in one pass', () => {
    const long = '(gift '.repeat(200_000)
    expect(kindOf('S', long, long)).toBe('gift')
  })

  it('does not know a note with more words or sentences than any real one', () => {
    expect(kindOf('S', 'Sold. '.repeat(12))).toBe('sale')
    expect(kindOf('S', 'Sold. '.repeat(13))).toBe('unread note')
    expect(kindOf('S', `Sold on the open market.${' '.repeat(700)}Sold.`)).toBe('sale')
    expect(kindOf('S', `Sold on the open market.${' '.repeat(800)}Sold.`)).toBe('unread note')
  })

  it.each(['1,', '9 ', 'the ', 'an ', 'open market '])(
    'reads a note of nothing but %j in one pass',
    (words) => {
      for (const side of ['P', 'S'] as const)
        expect(isKnownTradeNote(words.repeat(400_000), { side, assetType: 'ST' })).toBe(false)
    },
  )
})
