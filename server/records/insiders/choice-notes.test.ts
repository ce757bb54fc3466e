import { describe, expect, it } from 'vitest'

import {
  isUnasked,
  namesPlan,
  readPlanAdoption,
  readPlanned,
  tellsOfMoreHeld,
  withdrawsReport,
} from './choice-notes.ts'

const PLAN = 'Sold under a Rule 10b5-1 plan adopted on May 1, 2024.'
const line = (...notes: string[]) => ({ all: notes, ofTrade: notes })

describe('readPlanned', () => {
  it.each([
    ['a checked box alone as covering all lines', { box: true, lines: [line(), line()] }, [true, true]],
    [
      'a checked box, if a note names the plan, as covering only the line of that note',
      { box: true, lines: [line(PLAN), line()] },
      [true, undefined],
    ],
    ['an empty box and a note', { box: false, lines: [line(PLAN), line()] }, [true, false]],
    [
      'remarks as covering all lines',
      { box: true, remarks: [PLAN], lines: [line(PLAN), line()] },
      [true, true],
    ],
    ['a note that denies it', { box: true, lines: [line('Not made under a 10b5-1 plan.')] }, [undefined]],
    ['nothing', { box: undefined, lines: [line()] }, [undefined]],
  ])('reads %s', (_what, { box, lines, ...rest }, expected) => {
    expect(readPlanned({ box, lines, remarks: 'remarks' in rest ? rest.remarks : [] })).toEqual(expected)
  })

  it.each([
    'Earlier sales were made pursuant to a Rule 10b5-1 plan.',
    'Other sales were made under a Rule 10b5-1 plan.',
    'The sale was made before the Rule 10b5-1 plan was adopted.',
    'The reporting person has a Rule 10b5-1 plan for other shares.',
    'The issuer’s Rule 10b5-1 plan.',
    'The Rule 10b5-1 plan did not cover this sale.',
    'Sales under the Rule 10b5-1 plan begin next month.',
    'The Rule 10b5-1 plan had lapsed.',
  ])('does not mistake %j for a plan behind the trade', (note) => {
    expect(namesPlan(note)).toBe(false)
  })

  it('does not mistake the plan by which a company buys its own shares for the seller’s', () => {
    expect(namesPlan('Sold to the Issuer, which bought under its own Rule 10b5-1 repurchase plan.')).toBe(
      false,
    )
  })
})

describe('isUnasked', () => {
  it.each([
    'The sale was effected by the reporting person’s investment adviser in a discretionary account without the prior knowledge of the reporting person.',
    'Purchased by a third-party manager of a managed account over which the reporting person had no discretion.',
    'The reporting person was not aware of this sale, which his broker made without his authorization.',
    'Made by an independent asset manager without the input or consultation of the reporting person.',
    'Sold by a robo-adviser in a tax-loss program of which the reporting person had no advance notice.',
    'A portfolio manager at Bolt Bank traded for the account; the reporting person did not know of it beforehand.',
    'The financial adviser bought the shares on his own initiative.',
    'Trades in this account are made at the sole discretion of the adviser.',
    'The broker mistakenly executed the sale although the reporting person had given no instruction.',
  ])('reads that others decided from %j', (note) => {
    expect(isUnasked([note])).toBe(true)
  })

  it.each([
    'Sold by a broker under a Rule 10b5-1 plan; the reporting person had no discretion over the time.',
    'Sold by the broker to cover tax withholding; the sale was not at the discretion of the reporting person.',
    'Bought through a broker.',
    'The trustee is the reporting person.',
    'The reporting person does not have a pecuniary interest in the shares held by the bank.',
    'Bought by the adviser at the direction of the reporting person.',
    'The reporting person, as trustee, has sole discretion over the account.',
    'The reporting person has sole discretion over the brokerage account.',
    'The trustee, who is the reporting person, acted on own initiative.',
    'The trade was made by the reporting person; the broker was not informed.',
    'The reporting person directed the sale; no manager was consulted.',
    'The adviser sold after consulting with the reporting person.',
  ])('does not read that others decided from %j', (note) => {
    expect(isUnasked([note])).toBe(false)
  })
})

describe('withdrawsReport', () => {
  it.each([
    'This amendment is being filed to withdraw the Form 4 filed on January 28, 2025.',
    'The original Form 4 inadvertently reported a purchase that did not occur.',
    'The Form 4 filed on January 28, 2025 is hereby rescinded in its entirety.',
    'The report was filed in error; no transaction took place.',
    'Filed to remove the second transaction.',
    'This Form 4/A is filed to report that the sale previously reported was not consummated.',
    'Please disregard the Form 4 filed earlier today; it was a duplicate.',
    'The transaction in row 1 should not have been included.',
  ])('reads that a report is withdrawn from %j', (note) => {
    expect(withdrawsReport([note])).toBe(true)
  })

  it.each([
    'Filed solely to include the power of attorney that was inadvertently omitted.',
    'Filed to correct the number of shares held by the trust, which was inadvertently misstated.',
    'The price was reported in error and is corrected here.',
    'The sales were not made pursuant to a Rule 10b5-1 plan.',
    'The transaction was not executed by the reporting person but by a broker.',
    'To remove any doubt, the sale was made.',
    'The report is not void.',
    'This amendment is not filed to withdraw the report.',
    'This report covers shares that were withdrawn from the trust.',
    'Filed to delete the sale price.',
    'The owner withdrew shares from a trust.',
    'Amended to add a footnote.',
    'Amended to correct the date of the transaction.',
    'Amended to include an additional purchase that was omitted.',
  ])('does not read that a report is withdrawn from %j', (note) => {
    expect(withdrawsReport([note])).toBe(false)
  })
})

it('recognizes notes that more is held than the column shows, or that it counts other shares than the trade', () => {
  expect(tellsOfMoreHeld(['Excludes 250,000 shares held by a family trust.'])).toBe(true)
  expect(tellsOfMoreHeld(['Does not include shares that are held by a spouse.'])).toBe(true)
  expect(tellsOfMoreHeld(['Reflects a one-for-twenty reverse stock split effected the day after.'])).toBe(
    true,
  )
  expect(tellsOfMoreHeld(['Includes 400 restricted shares.'])).toBe(false)
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
    ['a Rule 10b5-1 plan adopted on August 16, 0000', undefined],
    ['a Rule 10b5-1 plan adopted on August 16, 0025', undefined],
  ])('reads the day from %j', (note, day) => {
    expect(readPlanAdoption([note], '2025-11-20')).toBe(day)
  })

  it.each([
    ['a plan that was adopted in the spring', ['a Rule 10b5-1 trading plan adopted in the spring of 2025']],
    ['the day of something else', ['Sold under a 10b5-1 plan. The options were granted on March 3, 2025.']],
    ['a later change', ['a 10b5-1 plan adopted by the owner and amended on March 3, 2025']],
    ['two plans', ['a 10b5-1 plan adopted on May 1, 2025', 'a 10b5-1 plan adopted on May 2, 2025']],
    ['a day after the trade', ['a 10b5-1 plan adopted on December 1, 2025']],
    ['another plan', ['the incentive plan adopted on May 1, 2025']],
    ['a plan that was changed', ['a 10b5-1 plan adopted on May 1, 2025, as amended on September 1, 2025']],
    ['an impossible day', ['a 10b5-1 plan adopted on February 30, 2025']],
  ])('reads no day from %s', (_name, notes) => {
    expect(readPlanAdoption(notes, '2025-11-20')).toBeUndefined()
  })
})
