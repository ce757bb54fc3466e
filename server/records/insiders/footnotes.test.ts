import { describe, expect, it } from 'vitest'
import {
  listOfTransaction,
  readHolderVia,
  readInsiderVia,
  readSaleReason,
  type InsiderVia,
  type SaleReason,
} from './footnotes.ts'

const reasonOf = (...notes: string[]) => readSaleReason('S', notes)

describe('readSaleReason', () => {
  it.each([
    "The shares were sold solely to satisfy the reporting person's tax withholding obligations related to the exercise of stock options to purchase 1,000 shares as reported herein.",
    'Represents shares sold by the reporting person to cover taxes and fees due upon the release and settlement of restricted stock units.',
    'The sales reported on this Form 4 represent shares required to be sold by the Reporting Person to cover tax withholding obligations in connection with the vesting of RSUs. The sales are mandated by the Issuer’s election under its equity incentive plans to require the satisfaction of tax withholding obligations to be funded by a "sell to cover" transaction and do not represent discretionary trades by the Reporting Person.',
    'Shares automatically sold to pay taxes upon the vesting of restricted stock units.',
    'Automatic sell-to-cover to satisfy tax withholding obligations in connection with the vesting of restricted stock.',
    'These shares were sold pursuant to a mandatory sell-to-cover provision for the payment of withholding taxes. The sale was not at the discretion of the reporting person.',
    'Sale of shares by the plan administrator to fund U.S. federal and state income tax withholding due on vesting.',
    'Shares sold by the Issuer on behalf of the Reporting Person in order to satisfy the Reporting Person’s estimated tax liability arising from the vesting of performance shares.',
    'SHARES SOLD TO COVER TAXES.',
    'Represents the number of shares required to be sold to cover the statutory tax withholding obligations in connection with the settlement of vested RSUs, pursuant to a Rule 10b5-1 instruction adopted on March 3, 2025.',
    'This sale was effected to satisfy withholding taxes, including social security, due on the vesting of the award.',
    'The sales were made for the purpose of covering taxes. The prices ranged from $10.00 to $10.50.',
  ])('reads taxes as the only reason from %j', (note) => {
    expect(reasonOf(note)).toBe('taxes')
  })

  it.each<[SaleReason, string]>([
    [
      'part taxes',
      "The shares were sold partially to satisfy the reporting person's tax withholding obligations.",
    ],
    ['part taxes', 'A portion of the shares was sold to cover taxes due on the vesting of RSUs.'],
    ['part taxes', 'The sale was made to pay taxes and for diversification.'],
    ['part taxes', 'Sold primarily to pay taxes resulting from the exercise of options.'],
    [
      'part taxes',
      'The shares were sold to cover taxes and other expenses; the rest is kept for other purposes.',
    ],
    ['option cost', 'Shares sold to cover the exercise price of the options and the related taxes.'],
    [
      'option cost',
      'These shares were sold to pay the aggregate exercise price and tax withholding in a broker-assisted exercise.',
    ],
    ['option cost', 'Sold to fund the cost of exercising stock options that would have expired.'],
    [
      'tax planning',
      'The sales reported in this Form 4 were effected for financial and tax planning purposes.',
    ],
    ['tax planning', 'The shares were sold for year-end tax planning.'],
    ['estate planning', 'Sold by the trust for estate planning purposes.'],
    ['loan', 'The shares were sold by the lender following a margin call.'],
    ['loan', 'The proceeds of the sale were used to repay an outstanding loan.'],
    [
      'diversification',
      'The plan provides for periodic sales as part of a liquidity and diversification strategy.',
    ],
    ['diversification', 'The reporting person sold the shares to diversify his holdings.'],
  ])('reads %s from %j', (reason, note) => {
    expect(reasonOf(note)).toBe(reason)
  })

  it.each([
    'The price reported in Column 4 is a weighted average price. These shares were sold in multiple transactions at prices ranging from $66.8350 to $66.9800 inclusive.',
    'Excludes shares withheld to satisfy tax obligations. The rest was sold on the open market.',
    'Does not include shares sold to cover taxes.',
    'Includes 400 shares sold to satisfy tax withholding on March 1, 2025.',
    'The shares were not sold to cover taxes.',
    'The shares were sold under a Rule 10b5-1 plan and not to cover taxes.',
    'Shares withheld by the issuer to satisfy the tax withholding due on vesting.',
    'The reporting person intends to sell shares to cover taxes upon vesting.',
    'Some of the units vested on May 1, 2025. The shares were sold to cover taxes.',
    'Following the vesting of restricted stock units, on which taxes were due, the shares were sold.',
    'The shares are pledged as security for a margin loan. The sale was made at the market price.',
    'The option was granted under the stock plan and vests in four parts, subject to tax withholding.',
    'Held by a family trust established for estate planning.',
    'Sold in a transaction exempt from tax.',
    'Sold to pay taxes on another sale.',
    'The reporting person sold no shares to pay taxes.',
    'The shares were sold to cover the taxes of the issuer.',
    'Sold under the issuer’s sell-to-cover programme.',
  ])('reads no reason from %j', (note) => {
    expect(reasonOf(note)).toBeUndefined()
  })

  it('reads no pure tax sale if another note of the line gives further reasons', () => {
    expect(reasonOf('Shares sold to cover taxes.', 'Sold partly to cover taxes.')).toBe('part taxes')
  })

  it('reads reasons of sales only', () => {
    expect(readSaleReason('F', ['Shares sold to cover taxes.'])).toBeUndefined()
  })
})

describe('readInsiderVia', () => {
  const via = (code: string, ...notes: string[]) => readInsiderVia(code, notes)

  it.each<[string, string, InsiderVia]>([
    ['P', 'Shares acquired through the reinvestment of dividends.', 'reinvestment'],
    ['P', 'Acquired under the issuer’s dividend reinvestment plan.', 'reinvestment'],
    ['P', 'Acquired under the company’s Employee Stock Purchase Plan.', 'employee plan'],
    ['P', 'Bought by way of payroll deductions in the 401(k) plan.', 'employee plan'],
    ['S', 'Represents a bona fide gift to a charity.', 'gift'],
    ['P', 'Purchased in a private placement with the issuer.', 'placement'],
    ['P', 'Bought under a Securities Purchase Agreement dated June 1, 2025.', 'placement'],
    ['P', 'Purchased at the public offering price in a registered common stock offering.', 'offering'],
    ['P', "Purchased in the Issuer's initial public offering.", 'offering'],
    ['P', 'Purchased in the IPO.', 'offering'],
    ['P', 'Purchased upon exercise of subscription rights in the rights offering.', 'offering'],
    ['S', 'Represents a charitable contribution to a donor-advised fund.', 'gift'],
    ['P', 'Shares acquired from the Issuer under a Purchase Agreement.', 'placement'],
    ['P', 'Purchased under a backstop commitment with the Issuer.', 'placement'],
    ['P', 'Bought by the Reporting Person from his father in a private transaction.', 'placement'],
    ['S', 'The issuer repurchased these shares in a privately negotiated transaction.', 'placement'],
    ['P', 'Acquired upon conversion of a convertible promissory note.', 'transfer'],
    ['P', 'Acquired upon cashless exercise of warrants.', 'transfer'],
    ['P', 'Shares issued in satisfaction of indebtedness owed by the Issuer.', 'transfer'],
    ['P', 'Shares received in lieu of director fees.', 'transfer'],
    ['S', 'Sold to the Issuer in its modified “Dutch auction” tender offer.', 'transfer'],
    ['P', 'Transfer to a revocable trust; no change in pecuniary interest.', 'transfer'],
    ['S', 'A pro rata in-kind distribution by the fund to its partners.', 'transfer'],
    ['S', 'Disposed of pursuant to the merger agreement for $50.00 in cash a share.', 'transfer'],
    ['S', 'Shares tendered to the issuer in its tender offer.', 'transfer'],
    ['S', 'Shares contributed to an exchange fund.', 'transfer'],
    ['S', 'Transferred to her former spouse pursuant to a domestic relations order.', 'transfer'],
    ['S', 'Delivered under a prepaid variable forward contract.', 'transfer'],
    ['S', 'The sale was made in error by the broker of the reporting person.', 'transfer'],
    ['P', 'Bought through the directed share program.', 'offering'],
    ['S', 'Reflects a bookkeeping entry moving shares from direct to indirect ownership.', 'transfer'],
    [
      'S',
      'Shares were contributed in-kind to a limited liability company in return for membership units.',
      'transfer',
    ],
    ['P', 'Shares distributed by Bolt Partners LP to its limited partners.', 'transfer'],
    ['P', 'Shares acquired upon settlement of performance units.', 'transfer'],
    ['S', 'The shares were transferred by gift to the reporting person’s children.', 'gift'],
    [
      'S',
      'Transferred to a grantor retained annuity trust (GRAT) of which the reporting person is the trustee.',
      'transfer',
    ],
    ['S', 'Shares were loaned to the forward purchaser under a variable prepaid forward.', 'transfer'],
    [
      'S',
      'Represents shares held by the reporting person’s former spouse, over which the reporting person no longer has control following their divorce.',
      'transfer',
    ],
    [
      'S',
      'In connection with the dissolution of the partnership, the shares were distributed to its members for no consideration.',
      'transfer',
    ],
    ['P', 'Shares acquired under the 401k Plan.', 'employee plan'],
    [
      'P',
      'Acquired under the Associate Stock Purchase Plan through regular payroll contributions.',
      'employee plan',
    ],
    ['P', 'Purchased with matching contributions under the Company’s thrift savings plan.', 'employee plan'],
    ['P', 'Acquired under the Issuer’s tax-qualified ESOP in exempt transactions.', 'employee plan'],
    ['P', 'Acquired by automatic reinvestment of quarterly distributions.', 'reinvestment'],
    [
      'P',
      'Shares credited under the non-employee directors’ deferred fee plan in place of cash retainer.',
      'employee plan',
    ],
    [
      'P',
      'The transaction reported was cancelled by the broker on January 28, 2025 and no shares were acquired.',
      'transfer',
    ],
    ['P', 'This trade failed to settle and was voided.', 'transfer'],
    ['S', 'The sale was reversed by the broker the following day.', 'transfer'],
    [
      'P',
      'Represents a transfer of shares from the reporting person’s IRA to a joint account; no change in beneficial ownership.',
      'transfer',
    ],
    [
      'S',
      'Sold by the selling stockholders pursuant to an underwriting agreement dated January 22, 2025.',
      'offering',
    ],
    [
      'S',
      'This amount represents the public offering price of $10.50 per share less the underwriting discount.',
      'offering',
    ],
    ['S', 'Sold upon exercise of the underwriters’ over-allotment option.', 'offering'],
    ['S', 'Sold in a registered secondary sale, net of underwriting discounts and commissions.', 'offering'],
    [
      'P',
      'Purchased by the reporting person from the underwriters in the Issuer’s initial public offering at $10.00 per share.',
      'offering',
    ],
    ['P', 'The reporting person bought these shares in the Issuer’s follow-on offering.', 'offering'],
    ['S', 'Sold in a block trade to an underwriter, who reoffered the shares to the public.', 'offering'],
    ['P', 'Bought under a stock purchase agreement with an unaffiliated stockholder.', 'placement'],
    ['P', 'Purchased from the Issuer pursuant to an investment agreement.', 'placement'],
    ['S', 'Sold to the Issuer under its share repurchase program.', 'placement'],
    ['S', 'Sold in an off-market transaction to another officer.', 'placement'],
    ['P', 'The reporting person purchased the shares from a former employee in a private sale.', 'placement'],
    ['P', 'Purchased in a PIPE.', 'placement'],
    ['P', 'Shares purchased in a registered direct placement by the Issuer.', 'placement'],
    ['S', 'Shares were sold back to the Company at the closing price.', 'placement'],
    ['S', 'The owner sold these shares to the underwriters.', 'offering'],
  ])('reads a line with code %s and the footnote %j as %s', (code, note, expected) => {
    expect(via(code, note)).toBe(expected)
  })

  it.each([
    ['P', 'Includes 21 shares acquired under the Employee Stock Purchase Plan.'],
    ['P', 'Held since the initial public offering.'],
    ['P', 'The balance includes shares from the dividend reinvestment plan.'],
    ['S', 'Sold under a Rule 10b5-1 trading plan.'],
    ['S', 'The shares sold were acquired upon the exercise of stock options.'],
    ['S', 'The shares sold were received in an in-kind distribution by the fund.'],
    ['S', 'The proceeds will be distributed to the partners of the fund.'],
    ['S', 'The number of shares was previously reported in error.'],
    ['S', "Sold by the Company's plan administrator."],
    ['P', 'A weighted average price; the shares were bought at $50.63 to $51.00.'],
    ['P', 'The reporting person does not own shares through the 401(k) plan.'],
    ['S', 'None of the shares sold were acquired in the spin-off.'],
    ['S', 'Shares sold were acquired under the ESPP on June 30, 2024.'],
    ['S', 'The reporting person will donate the proceeds to charity.'],
    ['P', 'Held by a trust of which the reporting person’s spouse is the trustee.'],
    [
      'S',
      'Sold after the expiration of the lock-up agreement entered into in connection with the Issuer’s initial public offering.',
    ],
    ['P', 'Weighted average price; bought in several open market trades on the Nasdaq.'],
    [
      'S',
      'These shares had been received as a gift from the reporting person’s father in 2019 and were sold on the open market.',
    ],
    [
      'S',
      'The reporting person sold the shares on the open market to pay for the exercise of unrelated options next year.',
    ],
    ['S', 'Shares sold had vested on January 25, 2025 from restricted stock units.'],
    [
      'P',
      'Following the purchase, the reporting person holds warrants that may be exercised into common stock.',
    ],
    ['S', 'Sold on the open market before the merger was announced.'],
    ['P', 'Open-market purchase made after the stock split.'],
    ['S', 'Represents shares of Class A Common Stock received upon conversion of Class B Common Stock.'],
    ['S', 'These shares were distributed to the Reporting Person by Bolt LP in a pro rata distribution.'],
    ['S', 'Reflects shares delivered to the Reporting Person upon vesting.'],
    ['S', 'The shares are subject to forfeiture until vested.'],
    ['S', 'Each share of Class B is convertible at any time into one share of Class A.'],
    ['S', 'Share numbers have been adjusted to reflect the 2-for-1 stock split.'],
    ['S', 'The price was converted from Canadian dollars to U.S. dollars at the exchange rate of the day.'],
    [
      'S',
      'Mr. Doe exercises voting and dispositive power over the shares held by Bolt LP and disclaims beneficial ownership.',
    ],
    ['S', 'Shares held by the Doe Family Trust, of which the reporting person is trustee.'],
    ['S', 'Reflects a 1-for-10 reverse stock split.'],
    ['S', 'These shares were acquired in the merger of Bolt into the Issuer.'],
    ['S', 'On January 3, 2025, the Issuer changed its name following a merger.'],
    ['S', 'Shares sold under the lock-up waiver in connection with the underwriting agreement.'],
    ['S', 'The options were granted in 2016 and expire on February 1, 2025.'],
    ['S', 'Received by the reporting person as a pro rata distribution in kind from Bolt Fund.'],
    ['S', 'The stock option vested in four equal annual installments.'],
    ['S', 'Sold pursuant to Rule 144.'],
    ['S', 'Executed in multiple trades.'],
    ['S', 'The reporting person is a party to a stockholders agreement with the issuer.'],
    ['S', 'These transactions were executed by a spouse.'],
    ['P', 'Purchased in the reporting person’s self-directed retirement plan account.'],
    ['P', 'Held in an IRA.'],
    ['P', 'Price converted from Euro at the exchange rate of 1.05.'],
    ['P', 'Represents ordinary shares issued by Acme plc.'],
    ['P', 'Share numbers reflect a 1-for-10 reverse stock split.'],
    ['P', 'Bolt GP exercises sole voting power over the shares.'],
    ['P', 'Mr. Doe may be deemed to beneficially own the shares; he disclaims such ownership.'],
    ['P', 'Executed by limit order.'],
    ['P', 'Based on 10,000,000 shares issued and outstanding.'],
    ['P', 'The reporting person acquired these shares at the market price.'],
    ['P', 'The ADSs may be converted into ordinary shares.'],
    ['P', 'Class A shares are entitled to one vote.'],
    ['P', 'Acquired jointly with spouse.'],
    ['P', 'Does not include shares issuable upon exercise of warrants.'],
    ['P', 'Acquired through a broker in a Roth IRA rollover account.'],
    ['S', 'Sold at the market through a single broker order.'],
    ['S', 'Average of trades done between 9:30 and 10:15.'],
    ['P', 'Bought with the proceeds of a maturing certificate of deposit.'],
    ['P', 'The reporting person’s first purchase since joining the board.'],
    ['S', 'Sale to fund a tuition payment.'],
    ['P', 'Cost includes commission.'],
    [
      'S',
      'This sale was made in connection with the reporting person’s divorce-related cash needs on the open market.',
    ],
    ['P', 'Held in the name of a minor child under UTMA.'],
    ['S', 'Class A shares are held in a rabbi trust.'],
    ['P', 'Acquired by the LLC of which the reporting person is sole member.'],
    ['S', 'Rounded to the nearest whole share.'],
    ['P', 'Trade settled T+1.'],
    ['S', 'The reporting person retired on January 1, 2025.'],
    ['P', 'A family partnership made this investment.'],
    ['G', 'A bona fide gift.'],
  ])('leaves a line with code %s and the footnote %j unread', (code, note) => {
    expect(via(code, note)).toBeUndefined()
  })

  it('leaves a line without a footnote as an ordinary trade', () => {
    expect(via('P')).toBeUndefined()
  })
})

describe('readHolderVia', () => {
  it.each([
    ['P', 'By DRIP', 'reinvestment'],
    ['P', 'Dividend Reinvestment Account', 'reinvestment'],
    ['P', 'By 401(k) Plan', 'employee plan'],
    ['P', 'By ESOP', 'employee plan'],
    ['P', 'By Deferred Compensation Plan', 'employee plan'],
    ['P', 'By IRA', undefined],
    ['P', 'By Trust', undefined],
    ['S', 'By 401(k) Plan', undefined],
  ])('for code %s, reads "%s" as %s', (code, nature, via) => {
    expect(readHolderVia(code, nature)).toBe(via)
  })
})

describe('listOfTransaction', () => {
  it('lists what remarks and notes on other columns say about the transaction itself', () => {
    expect(
      listOfTransaction([
        'The transaction reported on this form was a charitable gift. The shares are held by a trust.',
        'Includes shares that were a gift.',
      ]),
    ).toEqual(['the transaction reported on this form was a charitable gift.'])
  })
})
