import { describe, expect, it } from 'vitest'
import {
  isForeignPrice,
  readPlanAdoption,
  readInsiderVia,
  readPriceRange,
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

describe('readPlanAdoption', () => {
  it.each([
    [
      'pursuant to a Rule 10b5-1 trading plan adopted by the reporting person on August 16, 2021.',
      '2021-08-16',
    ],
    [
      'Automatically effected pursuant to a RULE 10B5-1 TRADING PLAN PREVIOUSLY ADOPTED ON SEPTEMBER 14, 2021 AND ESTABLISHED BY ...',
      '2021-09-14',
    ],
    ['Sold under a 10b5-1 plan entered into on 3/5/2025.', '2025-03-05'],
    ['Sold under a 10b5-1(c) plan dated 14 March 2025.', '2025-03-14'],
    ['Rule 10b5-1 plan (adopted on Dec. 9, 2024).', '2024-12-09'],
    ['a Rule 10b5-1 plan adopted 2025-02-03', '2025-02-03'],
  ])('reads the day from %j', (note, day) => {
    expect(readPlanAdoption([note], '2025-11-20')).toBe(day)
  })

  it.each([
    ['a plan that was adopted in the spring', ['a Rule 10b5-1 trading plan adopted in the spring of 2025']],
    ['a day of something else', ['Sold under a 10b5-1 plan. The options were granted on March 3, 2025.']],
    ['a later change', ['a 10b5-1 plan adopted by the owner and amended on March 3, 2025']],
    ['two plans', ['a 10b5-1 plan adopted on May 1, 2025', 'a 10b5-1 plan adopted on May 2, 2025']],
    ['a day after the trade', ['a 10b5-1 plan adopted on December 1, 2025']],
    ['another plan', ['the incentive plan adopted on May 1, 2025']],
    ['an impossible day', ['a 10b5-1 plan adopted on February 30, 2025']],
  ])('reads no day from %s', (_name, notes) => {
    expect(readPlanAdoption(notes, '2025-11-20')).toBeUndefined()
  })
})

describe('readPriceRange', () => {
  it.each([
    ['at prices ranging from $66.8350 to $66.9800 inclusive', [66.835, 66.98]],
    ['Prices ranged from $66.10 to $1,067.', [66.1, 1067]],
    ['executed at prices between $66.10 and $67.00', [66.1, 67]],
    ['in multiple transactions ranging from $66.1 per share to $67 per share', [66.1, 67]],
  ])('reads the range from %j', (note, range) => {
    expect(readPriceRange([note], 66.9)).toEqual(range)
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
    ['the line has no price', ['at prices ranging from $66.10 to $66.50'], undefined],
  ])('reads no range if %s', (_name, notes, price) => {
    expect(readPriceRange(notes, price)).toBeUndefined()
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
    ['P', 'Transfer to a revocable trust; no change in pecuniary interest.', 'transfer'],
    ['S', 'A pro rata in-kind distribution by the fund to its partners.', 'transfer'],
    ['S', 'Disposed of pursuant to the merger agreement for $50.00 in cash a share.', 'transfer'],
    ['S', 'Shares tendered to the issuer in its tender offer.', 'transfer'],
    ['S', 'Shares contributed to an exchange fund.', 'transfer'],
    ['S', 'Transferred to her former spouse pursuant to a domestic relations order.', 'transfer'],
    ['S', 'Delivered under a prepaid variable forward contract.', 'transfer'],
    ['S', 'The sale was made in error by the broker of the reporting person.', 'transfer'],
    ['P', 'Bought through the directed share program.', 'offering'],
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
    ['G', 'A bona fide gift.'],
  ])('leaves a line with code %s and the footnote %j as an ordinary trade', (code, note) => {
    expect(via(code, note)).toBeUndefined()
  })

  it('leaves a line without a footnote as an ordinary trade', () => {
    expect(via('P')).toBeUndefined()
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
  ])('reads %s', (_what, onPrice, others, expected) => {
    expect(isForeignPrice(onPrice, others)).toBe(expected)
  })
})
