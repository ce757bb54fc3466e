import { describe, expect, it } from 'vitest'

import { findUnreadNote } from './known-notes.ts'

const LINE = {
  tradedOn: '2025-05-01',
  price: 10,
  shares: undefined,
  ownership: 'indirect',
  ownershipNature: undefined,
  isAmendment: false,
  onTrade: [],
  issuer: 'ACME ROBOTICS INC',
  owners: ['DOE JANE'],
  notesOfForm: [],
} as const

const unread = (
  code: string,
  onTrade: readonly string[],
  others: readonly string[] = [],
  isAmendment = true,
) =>
  findUnreadNote(others, {
    ...LINE,
    code,
    price: undefined,
    isAmendment,
    onTrade,
    notesOfForm: [...onTrade, ...others],
  })

describe('findUnreadNote', () => {
  it.each([
    [
      'S',
      'The sales reported on this Form 4 were effected pursuant to a Rule 10b5-1 trading plan adopted by the Reporting Person on November 30, 2023.',
    ],
    [
      'S',
      'The transaction was executed in multiple trades in prices ranging from $10.00 to $10.05, inclusive. The reporting person undertakes to provide to Acme Robotics Inc., any security holder of Acme Robotics Inc., or the staff of the Securities and Exchange Commission, upon request, full information regarding the number of shares sold at each separate price within the ranges set forth in footnotes (2) through (4) to this Form 4.',
    ],
    [
      'P',
      'Reflects the weighted average purchase price. The shares were purchased in multiple transactions at prices ranging from $4.10 to $4.35, inclusive.',
    ],
    [
      'P',
      'The price reported represents the weighted average price of shares purchased in multiple transactions on the open market. Upon request, the Reporting Person will provide full information about the number of shares purchased at each price.',
    ],
    [
      'S',
      'Shares held by the Jane Doe Revocable Trust u/a/d May 1, 2001, of which the Reporting Person is the sole trustee and beneficiary.',
    ],
    [
      'S',
      'The Reporting Person disclaims beneficial ownership of these securities except to the extent of her pecuniary interest therein.',
    ],
    [
      'S',
      'By spouse. The reporting person disclaims beneficial ownership of the securities held by her spouse, and this report shall not be deemed an admission that the reporting person is the beneficial owner of the securities for purposes of Section 16 or for any other purpose.',
    ],
    [
      'S',
      'Includes 1,234 shares acquired under the Acme Robotics Employee Stock Purchase Plan on June 30, 2025.',
    ],
    [
      'S',
      'Includes 45,000 unvested restricted stock units, each of which represents a contingent right to receive one share of common stock.',
    ],
    [
      'S',
      'Certain of these securities are restricted stock units (RSUs). Each RSU represents the right to receive, at settlement, one share of common stock.',
    ],
    [
      'S',
      'The reported transaction may be matchable under Section 16(b) of the Securities Exchange Act of 1934 with the purchase of 500 shares on May 2, 2025. The Reporting Person has agreed to pay to the Issuer the full amount of the profit realized in connection with the short-swing transaction.',
    ],
    [
      'S',
      'These shares are held directly by Bolt Growth Fund II, L.P. ("BGF II"). Bolt Growth GP II, LLC ("BG GP") is the general partner of BGF II. Mr. Roe and Ms. Poe are the managing members of BG GP and may be deemed to share voting and dispositive power over the shares held by BGF II. Each of them disclaims beneficial ownership of such shares except to the extent of his or her pecuniary interest therein.',
    ],
    ['P', 'Shares purchased through a broker-assisted open market transaction.'],
    ['P', 'Represents open market purchases of common stock.'],
    ['P', 'The reporting person purchased these shares in the open market through his IRA.'],
    [
      'P',
      "Shares held in a custodial account under the Uniform Transfers to Minors Act for the benefit of the reporting person's child.",
    ],
    ['S', 'Excludes brokerage commissions.'],
    [
      'S',
      'This sale is mandated by the Issuer’s election under its equity incentive plans to require the satisfaction of minimum statutory tax withholding obligations to be funded by a "sell to cover" transaction and does not represent a discretionary sale by the Reporting Person.',
    ],
    [
      'S',
      'The sale was made to satisfy tax withholding obligations of the Reporting Person arising from the vesting of restricted stock units on May 1, 2025.',
    ],
    [
      'S',
      'This amount represents shares sold to cover taxes and fees due upon the release and settlement of RSUs.',
    ],
    [
      'S',
      'Shares sold pursuant to a 10b5-1 plan to pay the exercise price and taxes related to the exercise of stock options.',
    ],
    [
      'S',
      'The shares were sold under the 10b5-1 plan previously established by the Reporting Person and in effect as of the date hereof.',
    ],
    [
      'S',
      'This sale was made pursuant to a sales plan intended to comply with Rule 10b5-1(c) under the Securities Exchange Act of 1934, as amended.',
    ],
    ['S', 'The shares were acquired upon the exercise of stock options on the same day.'],
    ['S', 'Shares acquired upon conversion of an equal number of shares of Class B Common Stock.'],
    [
      'S',
      'Each share of Class B Common Stock is convertible at any time, at the option of the holder, into one share of Class A Common Stock and has no expiration date.',
    ],
    ['S', "Represents the sale of shares to diversify the reporting person's personal holdings."],
    ['S', 'Sold for personal financial planning purposes.'],
    ['S', "Shares sold on behalf of the Reporting Person's minor children."],
    [
      'S',
      'The Reporting Person is the managing member of Roe Holdings LLC and has sole voting and investment power over its shares.',
    ],
    [
      'P',
      "The reporting person is a member of a Section 13(d) group that owns more than 10% of the Issuer's outstanding common stock.",
    ],
    [
      'P',
      'Securities owned directly by Ionic Master Fund Ltd. Ionic Capital Management LP serves as the investment manager of Ionic Master Fund Ltd. and may be deemed to beneficially own securities owned by the fund.',
    ],
    ['S', 'This Form 4 is being filed late due to an administrative error by the broker.'],
    [
      'S',
      'This amendment is being filed to correct the number of shares beneficially owned following the reported transaction.',
    ],
    ['S', 'Exhibit 24.1 Power of Attorney'],
    ['S', 'Executive Vice President, Chief Legal Officer and Corporate Secretary'],
    ['S', 'President and Chief Executive Officer of Acme Bank, a subsidiary of the issuer'],
    ['S', 'The sale price reported is an average; individual sale prices ranged from $31.02 to $31.55.'],
    ['P', 'Price shown is average price per share, rounded to the nearest cent.'],
    [
      'S',
      'The reported securities were sold in multiple open market transactions on the New York Stock Exchange.',
    ],
    [
      'S',
      'Following this transaction, the reporting person beneficially owns 20,000 shares directly and 5,000 shares indirectly.',
    ],
    [
      'S',
      "Does not include 3,000 shares held by the reporting person's adult son, as to which the reporting person disclaims beneficial ownership.",
    ],
    [
      'S',
      "The transaction was effected by the reporting person's investment adviser in a discretionary account without the prior knowledge of the reporting person.",
    ],
    [
      'S',
      'Balance includes 200 shares acquired through the dividend reinvestment plan and 150 shares previously held in the 401(k) plan.',
    ],
    ['P', '10b5-1 purchase plan adopted March 14, 2025.'],
    ['S', 'The option became fully vested and exercisable on March 1, 2024.'],
    ['S', 'The option vests as to 1/48th of the shares each month, subject to continued service.'],
    ['S', 'Number of shares rounded to the nearest whole share.'],
    ['S', 'The sale was for the purpose of paying the exercise price of the options and related taxes.'],
    ['P', "Purchase of 100 shares by reporting person's wife in her retirement account."],
    [
      'S',
      'Ordinary shares are represented by American Depositary Shares, each of which represents two ordinary shares.',
    ],
    ['S', 'The shares were sold at the market price prevailing at the time of the sale.'],
    [
      'S',
      'Mr. Roe is a limited partner of the partnership and does not have voting or investment control over the shares.',
    ],
    ['S', 'The total reported in Column 5 includes 12,500 shares of unvested restricted stock.'],
    ['S', 'Transaction occurred under a 10b5-1 plan dated December 12, 2024.'],
    ['S', 'Transaction effected pursuant to a Rule 10b5-1 trading plan adopted on September 12, 2024.'],
    ['S', 'The reported sale of shares occurred automatically pursuant to a Rule 10b5-1 trading plan.'],
    [
      'S',
      'Shares sold pursuant to the reporting person’s pre-arranged trading plan intended to comply with Rule 10b5-1.',
    ],
    ['S', 'Sold pursuant to Rule 144.'],
    ['S', 'Weighted average sale price. Range: $9.90 - $10.10.'],
    ['S', 'Volume weighted average price. Actual prices received ranged from $9.90 to $10.10.'],
    [
      'P',
      'Average price of multiple purchases at prices between $9.90 and $10.10; details available upon request.',
    ],
    ['S', 'The range of sale prices was $9.90 to $10.10.'],
    ['S', 'The sale price excludes brokerage commissions.'],
    ['S', 'Shares received upon exercise of stock options were sold in the open market.'],
    ['S', 'Restricted stock units convert into common stock on a one-for-one basis.'],
    ['P', 'Shares held jointly with spouse.'],
    ['P', 'Held in the reporting person’s individual retirement account.'],
    [
      'S',
      'Shares held by the Doe Family Trust, of which the reporting person and her spouse are co-trustees.',
    ],
    ['P', 'The reporting person may be deemed a director by deputization of the Issuer.'],
    ['S', 'The reporting person is Executive Vice President and Chief Legal Officer of the Issuer.'],
    ['S', 'Officer title: SVP, Chief Accounting Officer'],
    [
      'P',
      'Includes 153.221 shares acquired under the Issuer’s dividend reinvestment plan since the date of the last report.',
    ],
    ['S', 'A portion of these shares are restricted stock units subject to vesting.'],
    [
      'S',
      'Share numbers have been adjusted to reflect the Issuer’s 4-for-1 stock split effected on June 10, 2024.',
    ],
    ['S', 'Reflects a 10-for-1 forward stock split effected on June 7, 2024.'],
    ['S', 'Includes dividend equivalent rights accrued on restricted stock units.'],
    ['S', 'Form 1 of 2.'],
    ['P', 'Excludes 5,000 shares held by the reporting person’s spouse.'],
    ['P', 'Purchased in multiple transactions at a weighted average price of $10.00.'],
    [
      'P',
      'As Acme Robotics is in the chain of ownership of the subsidiaries that hold the shares, it may be deemed to have beneficial ownership of the shares.',
    ],
    ['S', 'This number includes 20,000 unvested RSUs and shares previously held through a GRAT.'],
    ['P', 'Includes 1,234 restricted stock units that have not yet vested.'],
    ['S', 'Following this transaction, the reporting person continues to hold 1,000,000 shares.'],
    [
      'S',
      'Balance reflects a transfer of 1,000 shares from direct ownership to a trust since the date of the last report.',
    ],
    [
      'S',
      'Reflects the weighted-average price of 12,345 shares sold at prices ranging from $9.80 to $10.45.',
    ],
    [
      'S',
      'The sale was effected pursuant to a Rule 10b5-1 trading plan adopted by the reporting person on March 15, 2024, as amended on September 1, 2024.',
    ],
    ['S', "Sold under a 10b5-1 plan adopted by the reporting person's spouse on March 15, 2024."],
    [
      'P',
      'This Form 4/A is being filed to report an additional purchase inadvertently omitted from the original Form 4.',
    ],
    [
      'S',
      'This amendment is being filed solely to correct the price per share reported in the original filing.',
    ],
    ['S', 'The purpose of this amendment is to correct the transaction date in Table I.'],
    [
      'S',
      'This amendment is being filed to correct the price of the shares, which was incorrectly reported.',
    ],
    ['S', 'This amendment is filed to correct the number of shares sold by the reporting person.'],
    ['S', 'This amendment is filed to check the box for the 10b5-1 plan that was inadvertently omitted.'],
    ['P', 'This Form 4/A is being filed solely to add Jane Doe as a reporting person.'],
  ])('knows that a trade with code %s is not changed by the note %j', (code, note) => {
    expect(unread(code, [], [note])).toBeUndefined()
  })

  it.each([
    ['S', 'Shares applied to the strike of expiring stock options by attestation.'],
    ['S', 'Represents the disposition of shares in the redomiciliation of the Issuer.'],
    ['S', 'Shares were automatically exchanged on the Issuer’s conversion into a Delaware corporation.'],
    ['S', 'The shares were turned over to a charitable remainder unitrust.'],
    ['S', 'Taken by the Issuer to recoup an advance.'],
    ['S', 'Assigned to a former business partner under a court order.'],
    ['P', 'Fees for board service taken in shares.'],
    ['P', 'Shares came from the liquidation of Bolt Fund III.'],
    ['P', 'Interest on the note was paid with shares.'],
    ['P', 'Founder shares of another holder were reassigned to the reporting person.'],
    ['S', 'Net share settlement: shares retained by the Company to cover the tax due on vested units.'],
    ['S', 'Reflects the mandatory redemption of the Class C shares by the Issuer at par.'],
    ['S', 'Shares swapped for exchangeable partnership units of the operating partnership.'],
    ['S', 'At closing, each outstanding share was automatically cancelled in return for $14.25 in cash.'],
    ['S', 'Shares passed to the reporting person’s heirs on death.'],
    ['S', 'The shares were pledged to a bank and seized upon default.'],
    ['S', 'Shares deposited into a voting trust.'],
    ['S', 'Restricted shares that did not vest and reverted to the Issuer.'],
    ['S', 'Represents the write-off of shares of a liquidated issuer.'],
    ['P', 'Annual director retainer paid in stock.'],
    ['P', 'Bonus shares allotted at no cost.'],
    ['P', 'Dividend paid in additional shares.'],
    ['P', 'Matched by the employer under the global share plan.'],
    ['P', 'Shares returned by the trust upon substitution of assets.'],
    ['P', 'Represents the release of escrow shares from the 2023 acquisition of Bolt.'],
    [
      'P',
      'Acquired on the demutualization of the bank by way of subscription right of depositors granted without payment.',
    ],
    ['P', 'Units converted on a one-for-one basis.'],
    ['P', 'Earn-out shares issued after a milestone was met.'],
    [
      'S',
      'Represents shares withheld by the Issuer to satisfy tax withholding obligations upon the vesting of restricted stock units.',
    ],
    ['S', 'Shares surrendered to the Issuer in payment of the exercise price of stock options.'],
    [
      'S',
      'Each share of common stock was cancelled and converted into the right to receive $10.00 per share in cash, without interest.',
    ],
    [
      'S',
      'Pursuant to the Offer, Purchaser accepted for payment all shares validly tendered and not withdrawn.',
    ],
    [
      'S',
      'Disposed of upon consummation of the acquisition of the Issuer by Bolt Holdings, in which each share was exchanged for $10.00 in cash.',
    ],
    ['S', 'Represents a contribution of shares to the reporting person’s private foundation.'],
    ['S', 'Transfer to a GRAT for the benefit of the reporting person’s descendants.'],
    ['S', 'Represents the annuity payment from the 2023 GRAT to the reporting person.'],
    ['S', 'Shares forfeited to the Issuer upon termination of employment.'],
    ['S', 'The Issuer clawed back and cancelled these shares without payment.'],
    ['S', 'These shares were delivered to settle a collar transaction with a bank counterparty.'],
    ['S', 'Reflects the reclassification of Class A shares as Common Stock.'],
    ['P', 'Shares received as merger consideration at the closing of the business combination.'],
    ['P', 'Reflects shares received in a 3-for-1 stock split.'],
    ['P', 'Shares received as a stock dividend.'],
    ['P', 'Acquired in the spin-off of the Issuer from Bolt Inc.'],
    ['P', 'The reporting person exercised stock options that were about to expire.'],
    ['P', 'Acquired by exercising warrants at $10.00 per share.'],
    ['P', 'Grant of restricted stock units under the 2021 Equity Incentive Plan.'],
    ['P', 'Represents an award of restricted stock that vests in three equal annual installments.'],
    ['P', 'Dividend equivalent rights accrued on restricted stock units.'],
    [
      'P',
      'Conversion price of the Series B preferred; shares were issued on automatic conversion at the closing of the IPO.',
    ],
    ['P', 'Shares received from the estate of the reporting person’s mother.'],
    ['P', 'Received from the Doe 2010 Trust upon its termination.'],
    ['S', 'The decedent’s shares went to the widow.'],
    ['P', 'Became trustee of a family trust.'],
    ['S', 'The reporting person did not sell these shares.'],
    ['S', 'Shares Given to Charity'],
    ['S', 'SHARES HANDED TO A CREDITOR.'],
    ['S', 'The trust sold the shares to the reporting person at the market price.'],
    ['P', 'The issuer purchased the shares.'],
    ['S', 'Transaction between the reporting person and her family trust at the closing price.'],
    ['S', 'The trust sold, and the reporting person bought, the shares at the same price on the same day.'],
    ['S', 'The purchaser is the issuer.'],
    ['P', 'Acquired under the plan of the issuer.'],
    ['P', 'Acquired as director.'],
    ['P', 'Shares provided by the issuer.'],
    ['S', 'The shares were placed in the revocable trust.'],
    ['S', 'Sale within the group.'],
    ['P', 'The purchase was made by the issuer for the reporting person.'],
    ['S', 'Disposition by the fund for the benefit of its partners.'],
    ['S', 'Transaction among family members.'],
    ['S', 'Same owner, different account.'],
    ['S', 'The issuer will hold these shares.'],
    ['S', 'Shares are held directly by the partners as of this date.'],
    ['P', 'The price is per lot of 100 shares.'],
    ['S', 'Closing of the sale of the Company.'],
    ['S', 'Sold by the reporting person in error.'],
    ['S', 'The shares were acquired by the company pursuant to the merger.'],
    ['S', "These shares were purchased by the reporting person's spouse."],
    ['S', 'This line includes shares purchased by the issuer from the reporting person.'],
    ['S', "The transaction includes a gift of these shares to the reporting person's children."],
    ['S', 'Each share was settled in cash by the issuer.'],
    ['P', 'This line reports a holding.'],
    ['S', 'The reporting person is not the beneficial owner of the shares sold.'],
    ['S', 'The transaction code in this report should be G.'],
    ['S', 'This amendment is being filed to report that the shares were withheld by the Issuer.'],
    ['S', 'This amendment is being filed to correct a sale that was not made by the reporting person.'],
    ['P', 'This amendment is being filed to report the purchase of shares from the plan.'],
    ['P', 'This amendment is being filed to report a purchase under the plan of the reporting person.'],
    ['S', 'This amendment is being filed to report a sale of shares to the owner.'],
    ['S', 'This amendment is being filed to report the sale of shares to the reporting person.'],
    ['S', 'This amendment is filed to report a transfer between accounts of the reporting person.'],
    ['S', 'Balance reflects the sale of all shares to the Issuer.'],
    ['S', 'Balance reflects a transfer of all shares to the Issuer.'],
    ['S', 'Total reflects transfers from the spouse to the reporting person on the same day.'],
    ['P', 'This amount includes shares not purchased by the reporting person.'],
    ['S', 'This Form 4/A is filed to report shares reported in error.'],
    ['S', 'This amendment is being filed to correct an erroneously reported sale.'],
    ['S', 'This amendment is being filed to report an incorrect sale.'],
    ['S', 'This amendment is being filed to correct a sale inadvertently reported.'],
    ['S', 'This form relates to another person.'],
    ['S', 'Sold for the benefit of the issuer.'],
    ['S', 'The shares sold were owned by other members of the group.'],
    ['S', 'Sold to pay taxes on another sale.'],
    ['S', 'Earlier sales were made pursuant to a Rule 10b5-1 plan.'],
    ['S', 'The reporting person, as trustee, has sole discretion over the account.'],
    ['S', 'Automatic sale.'],
    ['S', 'Margin sale.'],
    ['S', 'Partnership sale.'],
    ['S', 'Adjusted for the stock split.'],
    ['S', 'Corporate note due 2030'],
    ['S', 'Fractional shares.'],
    ['S', 'Total of all lines below.'],
    ['S', 'This sale was previously reported.'],
    ['S', 'The shares will be sold on a later date.'],
    ['S', 'Limit order entered.'],
    ['S', 'For the account of the reporting person’s adult children.'],
    ['S', 'Sale of shares of the brother of the reporting person.'],
    ['S', 'Represents sales by all officers as a group.'],
    ['S', 'Sale deemed made for purposes of Section 16.'],
    ['S', 'The reporting person may be deemed to have sold these shares.'],
    ['S', 'Reported as a sale only because the form has no other code.'],
    ['S', 'Following this date the shares are owned by the other group members.'],
    ['S', 'Reporting person and the fund are separate as of this date.'],
    ['P', 'Shares of the spouse are included from this date.'],
    ['P', 'Acquired as trustee.'],
    ['P', 'Ownership acquired as general partner of the fund.'],
    ['S', 'Average cost of the shares.'],
    ['S', 'Weighted average price of all shares owned.'],
    ['S', 'The actual price is above that shown.'],
    ['S', 'Average of the high and low prices on the date of the transaction.'],
    ['P', 'Price set by the board.'],
    ['S', 'The shares were sold on the Toronto Stock Exchange.'],
    ['S', 'Half of the shares were sold to cover taxes.'],
    ['S', 'Up to 500 shares were sold to cover taxes.'],
    ['S', 'Sold to cover taxes of a partner.'],
    ['S', 'Sold to pay taxes and to buy a house.'],
    ['S', 'Sell to cover. The taxes were paid in cash by the reporting person.'],
    ['S', 'A Rule 10b5-1 plan governs the shares of line 2.'],
    ['S', 'Rule 10b5-1 plan pending.'],
    ['P', 'Shares acquired by the reporting person on May 2, 2025.'],
    ['S', 'These shares were automatically sold on May 1, 2025.'],
  ])('cannot tell what a line with code %s and the note %j reports', (code, note) => {
    expect(unread(code, [note])).toBeDefined()
    expect(unread(code, [], [note])).toBeDefined()
  })

  it.each([
    'The shares were sold by the Company on behalf of the reporting person to cover required withholding taxes.',
    'Represents shares automatically sold to cover withholding taxes due upon the vesting of RSUs pursuant to an irrevocable election made by the reporting person.',
    'Non-discretionary sale to cover tax withholding obligations.',
    'The sales are to satisfy tax withholding obligations to be funded by a "sell to cover" transaction and do not represent discretionary trades by the Reporting Person.',
    'Shares sold to cover the payment of taxes on vested restricted stock. It does not represent a discretionary trade by the reporting person.',
    'Sold to cover taxes. These sales are mandated by the Issuer and are not discretionary on the part of the reporting person.',
    'Sold to cover taxes. This sale was non-discretionary and pursuant to the Issuer’s mandatory sell-to-cover policy.',
  ])('knows a sale for taxes that the seller did not choose: %j', (note) => {
    expect(unread('S', [note])).toBeUndefined()
  })

  it.each([
    ['S', 'These sales are mandated by the Company.'],
    ['S', 'It does not represent a discretionary trade by the reporting person.'],
    ['S', 'Automatically sold.'],
    ['S', 'Sold by the Issuer on behalf of another employee to cover taxes.'],
    ['S', 'Sold pursuant to Rule 144A to a qualified institutional buyer.'],
    ['P', 'Restricted stock units convert into common stock on a one-for-one basis.'],
  ])('cannot tell what a line with code %s reports if the note on the trade says only %j', (code, note) => {
    expect(unread(code, [note])).toBe(note)
  })

  it.each([
    'Reflects the 2-for-1 stock split in the number of shares purchased.',
    'Includes 1,000 shares acquired in this transaction through dividend reinvestment.',
    'The reporting person serves as Chief Executive Officer and bought no shares.',
  ])('does not take %j for a note about something else', (note) => {
    expect(unread('P', [], [note])).toBe(note)
  })

  it('reads what a purchase includes as what was bought if the note is on the trade', () => {
    const note = 'Includes 500 shares acquired under the dividend reinvestment plan.'
    expect(unread('P', [note])).toBe(note)
    expect(unread('P', [], [note])).toBeUndefined()
  })

  it.each([
    [
      'the note names another holder',
      'direct',
      '',
      'Shares owned by the reporting person’s mother, a trustee.',
    ],
    [
      'the note disclaims them',
      'direct',
      '',
      'The reporting person disclaims beneficial ownership of the shares.',
    ],
    ['another holder is named next to them', 'direct', 'By Wife', ''],
    ['the form does not say how they are held', undefined, '', ''],
  ] as const)('cannot tell whose shares are sold if %s', (_what, ownership, ownershipNature, note) => {
    const line = { ...LINE, code: 'S', ownership, ownershipNature }
    expect(findUnreadNote(note === '' ? [] : [note], line)).toBeDefined()
    expect(findUnreadNote([], { ...line, ownership: 'indirect' })).toBeUndefined()
  })

  it.each([
    'Maple Capital Partners is the record and beneficial owner of the shares.',
    'John Smith is the beneficial owner of these shares.',
    'The Reporting Person holds these shares as trustee for the beneficiaries.',
    'The shares are held by the Reporting Person on behalf of the Issuer.',
    'These shares are not beneficially owned by the Reporting Person.',
    'The Reporting Person does not hold voting or investment power over these shares or any interest in them.',
  ])('cannot tell for whom shares were bought directly if the note says %j', (note) => {
    const line = { ...LINE, code: 'P', ownership: 'direct', onTrade: [note], notesOfForm: [note] } as const
    expect(findUnreadNote([], line)).toBe(note)
  })

  it.each([
    'This Form 4 is being filed late because the transaction described herein has not occurred.',
    'This Form 4 is being filed late as the transaction occurred on March 3, 2023.',
    'See Exhibit 99, in which the Form is amended and the transaction described therein is not of the reporting person.',
    'Includes the transaction of the reporting person’s spouse on this date.',
    'These shares were bought by the broker for its own account without the knowledge of the reporting person.',
    'The Reporting Person paid the Issuer the full amount for the shares.',
  ])('cannot tell what was bought if the form remarks %j', (note) => {
    expect(unread('P', [], [note])).toBe(note)
  })

  it('does not apply to all shares what a note says about some of them', () => {
    const note = 'Represents 500 shares sold in the open market.'
    const of = (shares: number) => findUnreadNote([], { ...LINE, code: 'S', shares, onTrade: [note] })
    expect([of(500), of(200), of(500.5)]).toEqual([undefined, undefined, undefined])
    expect(of(10_000)).toBe(note)
  })

  it('does not accept a sale under a plan that was adopted after it', () => {
    const adopted = (day: string) =>
      `The sale was made pursuant to a Rule 10b5-1 plan adopted by the reporting person on ${day}.`
    expect(unread('S', [adopted('January 3, 2025')])).toBeUndefined()
    expect(unread('S', [adopted('June 3, 2025')])).toBe(adopted('June 3, 2025'))
  })

  it('accepts a sentence about a correction only in an amendment', () => {
    const note =
      'This amendment is being filed to correct the number of shares beneficially owned following the reported transaction.'
    expect(unread('S', [], [note])).toBeUndefined()
    expect(unread('S', [], [note], false)).toBe(note)
  })

  it('returns the sentence that it does not know', () => {
    expect(
      unread('S', [
        'The price reported is a weighted average price. The shares were escrowed. Sold on Nasdaq.',
      ]),
    ).toBe('The shares were escrowed.')
  })
})
