import { describe, expect, it } from 'vitest'

import { closeKey } from '../../../records/insiders/judge-trades.ts'
import type { InsiderTransaction } from '../../../records/insiders/insider-filing.ts'
import { analyseCongress } from '../../congress/analyse-congress.ts'
import { stateCongress } from '../../congress/congress-statements.ts'
import { createCoverage, createTrade } from '../../congress/testing/congress-trades.ts'
import { analyseInsiders } from '../../insiders/analyse-insiders.ts'
import { stateInsiders } from '../../insiders/insider-statements.ts'
import { createRuns } from '../../testing/compose-congress-week.ts'
import { createCollection, createFiling, createTransaction } from '../../testing/insider-filings.ts'
import { TOLD_WEEK } from '../../testing/told-week.ts'
import { judgeTelling as judge } from '../testing/judges.ts'

const OWN = 'house-20000001-1'
const SPOUSE = 'house-20000001-2'
const TRUST = 'house-20000001-3'
const GIFT = 'gift/house-20000001-4'

/** Jane Doe’s trades on different days: her own, her spouse’s, a child’s, one in a joint account, one reported late. */
const { statements: DAYS } = stateCongress(
  analyseCongress(
    {
      trades: [
        createTrade({ row: 1, low: 50_001, high: 100_000 }),
        createTrade({
          row: 2,
          asset: 'Elm Bank',
          ticker: 'ELMB',
          owner: 'SP',
          type: 'S',
          tradedOn: '2025-01-08',
        }),
        createTrade({
          row: 3,
          asset: 'Hay Corp',
          ticker: 'HAYC',
          owner: 'JT',
          type: 'S',
          tradedOn: '2025-01-14',
        }),
        createTrade({ row: 4, asset: 'Ivy Inc', ticker: 'IVYI', owner: 'DC', tradedOn: '2025-01-15' }),
        createTrade({ row: 5, asset: 'Jet Air', ticker: 'JETA', type: 'S', tradedOn: '2025-01-16' }),
        createTrade({ row: 6, asset: 'Kelp Co', ticker: 'KELP', owner: 'SP', tradedOn: '2025-01-16' }),
        createTrade({ row: 7, asset: 'Log Inc', ticker: 'LOGI', tradedOn: '2024-10-16' }),
      ],
      coverage: [createCoverage()],
      runs: createRuns('complete', 'complete'),
    },
    TOLD_WEEK,
  ),
)
const [D1, D2, D3, D4, D5, D6, D7] = [1, 2, 3, 4, 5, 6, 7].map((row) => `house-20000001-${row}`)

const CLOSES = { ACME: 30, ELMB: 50, FIRG: 20, GUML: 50, HAYC: 40, IVYI: 44 }
const fileOf = (issuerCik: string, ticker: keyof typeof CLOSES, parts: Partial<InsiderTransaction>) =>
  createFiling({
    accession: `00000000${issuerCik}-25-000001`,
    issuerCik,
    issuerName: `${ticker} Corp.`,
    ticker,
    ownerName: 'Roe Ann',
    ownerCiks: ['81'],
    transactions: [
      createTransaction({ shares: 50_000, price: CLOSES[ticker], ownedAfter: 60_000, ...parts }),
    ],
  })
/** Ann Roe’s trades in six companies on one day: her own, a trust’s, a spouse’s, one in an offering, one on a plan. */
const { statements: ROE } = stateInsiders(
  analyseInsiders(
    createCollection([
      fileOf('42', 'ACME', {}),
      fileOf('43', 'ELMB', { code: 'S', ownership: 'indirect', ownershipNature: 'By Trust' }),
      fileOf('44', 'FIRG', { via: 'offering' }),
      fileOf('45', 'GUML', { code: 'S', isPlanned: true }),
      fileOf('46', 'HAYC', { ownership: 'indirect', ownershipNature: 'By Spouse' }),
      fileOf('47', 'IVYI', { code: 'S' }),
    ]),
    new Map(
      Object.entries(CLOSES).map(([ticker, close]) => [
        closeKey(ticker, '2025-01-27'),
        { close, adjustedClose: close },
      ]),
    ),
    TOLD_WEEK,
  ),
)
const [PURCHASE, OF_TRUST, OFFERING, PLANNED, OF_SPOUSE, SALE] = [
  'buy/42/81',
  'sale/43/81',
  'buy/44/81/offering',
  'sale/45/81',
  'buy/46/81',
  'sale/47/81',
]

describe('checkActors', () => {
  it.each([
    [
      'a spouse’s sale told as a member’s, next to a sentence that names the spouse',
      `${OWN} + ${SPOUSE}`,
      '{who} bought {amount} of {short} on {from}, and sold {2.amount} of {2.short}. The spouse of {2.who} sold on {2.from}.',
    ],
    [
      'a member’s purchase told as the spouse’s',
      `${OWN} + ${SPOUSE}`,
      'The spouse of {2.who} sold {2.amount} of {2.short} on {2.from}, and bought {amount} of {short}.',
    ],
    [
      'the same without a pause',
      `${SPOUSE} + ${OWN}`,
      'On {from}, the spouse of {who} sold {amount} of {short} and bought {2.amount} of {2.short}.',
    ],
    [
      'the same after a semicolon',
      `${SPOUSE} + ${OWN}`,
      'The spouse of {who} sold {amount} of {short} on {from}; bought {2.amount} of {2.short}.',
    ],
    [
      'the same in a line',
      `${SPOUSE} + ${OWN}`,
      '{name}’s spouse sold {amount} of {short} and bought {2.amount} of {2.short}.',
      'line',
    ],
    [
      'the same in a headline',
      `${SPOUSE} + ${OWN}`,
      '{name}’s spouse sold {amount} of {short} and bought {2.amount} of {2.short}',
      'headline',
    ],
    [
      'a spouse who is named only afterward',
      `${OWN} + ${SPOUSE}`,
      'On {from}, {who} bought {amount} of {short} and sold {2.amount} of {2.short}. It was the spouse of {2.who}.',
    ],
    [
      'a spouse named only after what a report shows',
      `${OWN} + ${SPOUSE}`,
      '{who} reported a purchase of {short} on {from}: {amount}, and a sale of {2.short}: {2.amount}. The spouse of {2.who} sold.',
    ],
    [
      'one trust account for two purchases',
      `${OWN} + ${TRUST}`,
      '{who} bought {amount} of {short} and {2.amount} of {2.short} on {2.from}, in a trust account.',
    ],
    [
      'a trust account that is named only afterward',
      `${OWN} + ${TRUST}`,
      '{who} bought {amount} of {short} and {2.amount} of {2.short} on {from}. In a trust account, {2.who} bought.',
    ],
    [
      'a trust account that goes on to buy',
      `${TRUST} + ${OWN}`,
      'A trust account of {who} bought {amount} of {short} on {from}, and bought {2.amount} of {2.short}.',
    ],
    [
      'a trust account in the middle of two purchases',
      `${TRUST} + ${OWN}`,
      '{who} bought {amount} of {short} on {from}, through a trust account, and {2.amount} of {2.short}.',
    ],
    [
      'a spouse who trades in somebody else’s trust account',
      `${SPOUSE} + ${TRUST}`,
      'The spouse of {who} sold {amount} of {short} on {from}, and bought {2.amount} of {2.short} in a trust account that day.',
    ],
    [
      'a label that is said of two sales',
      `${GIFT} + ${OWN}`,
      'By its label, {who} sold {amount} of {short} on {from}, and bought {2.amount} of {2.short}. The report’s own note says it was a gift of {shares} to a university, so we do not count it.',
    ],
    [
      'a purchase that goes on from a gift',
      `${GIFT} + ${OWN}`,
      '{who} reported a “sale” of {short} on {from}, {amount}, and bought {2.amount} of {2.short}. The report’s own note says it was a gift of {shares} to a university.',
    ],
    [
      'a note that seems to be of the purchase before it',
      `${GIFT} + ${OWN}`,
      '{who} reported a “sale” of {short} on {from}, {amount}. {2.who} bought {2.amount} of {2.short} on {2.from}. The report’s own note says it was a gift of {shares} to a university.',
    ],
  ] as const)('refuses %s', (_what, ids, say, place?: 'line' | 'headline') => {
    expect(judge(ids, say, place)).not.toBe('accepted')
  })

  it.each([
    [
      `${D1} + ${D5}`,
      '{who} bought {amount} of {short} on {2.from} and sold {2.amount} of {2.short} on {from}.',
    ],
    [
      `${D1} + ${D5}`,
      'On {from} and {2.from}, {who} bought {amount} of {short} and sold {2.amount} of {2.short}.',
    ],
    [`${D1} + ${D5}`, 'On {from}, {who} bought {amount} of {short} and sold {2.amount} of {2.short}.'],
    [
      `${D1} + ${D5}`,
      'On {from}, {who} bought {amount} of {short}. That day, {2.who} sold {2.amount} of {2.short}.',
    ],
    [
      `${D1} + ${D2}`,
      'The spouse of {2.who} sold {2.amount} of {2.short} on {2.from}, and bought {amount} of {short} on {from}.',
    ],
    [
      `${D1} + ${D2}`,
      '{who} bought {amount} of {short} on {from}, and sold {2.amount} of {2.short} on {2.from}. The spouse of {2.who} sold.',
    ],
    [
      `${D1} + ${D2}`,
      '{who} bought {amount} of {short} on {2.from}, and the spouse of {2.who} sold {2.amount} of {2.short} on {from}.',
    ],
    [
      `${D6} + ${D5}`,
      'The spouse of {who} bought {amount} of {short} on {from}, but sold {2.amount} of {2.short}.',
    ],
    [
      `${D5} + ${D6}`,
      '{who} sold {amount} of {short} on {from}, and bought {2.amount} of {2.short}. The spouse of {2.who} bought.',
    ],
    [
      `${D3} + ${D5}`,
      'In a joint account, {who} sold {amount} of {short} on {from} and {2.amount} of {2.short} on {2.from}.',
    ],
    [
      `${D3} + ${D5}`,
      '{who} sold {amount} of {short} on {from}, in a joint account, and {2.amount} of {2.short} on {2.from}.',
    ],
    [
      `${D4} + ${D6}`,
      'A child of {who} bought {amount} of {short} on {from} and {2.amount} of {2.short} on {2.from}. The spouse of {2.who} bought.',
    ],
    [
      `${D4} + ${D1}`,
      'A child of {who} bought {amount} of {short} on {from} and {2.amount} of {2.short} on {2.from}.',
    ],
    [
      `${D7} + ${D5}`,
      '{who} bought {amount} of {short} on {from} and sold {2.amount} of {2.short} on {2.from}. It was reported late: {lag} after the trade, where the law allows {limit}.',
    ],
  ])('refuses for trades of other days (%s): %s', (ids, say) => {
    expect(judge(ids, say, 'big', DAYS)).not.toBe('accepted')
  })

  it.each([
    [`${D7} + ${D5}`, '{name} bought {amount} of {short}, reported late, and sold {2.amount} of {2.short}.'],
    [`${D7} + ${D5}`, 'Reported late, {name} bought {amount} of {short} and sold {2.amount} of {2.short}.'],
    [`${D4} + ${D6}`, '{name}’s child bought {amount} of {short} and {2.amount} of {2.short}.'],
  ])('refuses as a line (%s): %s', (ids, say) => {
    expect(judge(ids, say, 'line', DAYS)).not.toBe('accepted')
  })

  it.each([
    [
      `${OF_TRUST} + ${PURCHASE}`,
      'On {from}, {who}’s trust sold {value} of {company} stock and bought {2.value} of {2.company} stock.',
    ],
    [
      `${OF_TRUST} + ${PURCHASE}`,
      'A trust of {who}, a director of {company}, sold {value} of the company’s stock on {from}, and bought {2.value} of {2.company} stock.',
    ],
    [
      `${OF_SPOUSE} + ${SALE}`,
      '{who}’s spouse bought {value} of {company} stock on {from}, and sold {2.value} of {2.company} stock.',
    ],
    [
      `${OF_SPOUSE} + ${PURCHASE}`,
      'On {from}, {who}’s spouse bought {value} of {company} stock and {2.value} of {2.company} stock.',
    ],
    [
      `${OFFERING} + ${PURCHASE}`,
      'In a stock offering on {from}, {who} bought {value} of {company} stock and {2.value} of {2.company} stock.',
    ],
    [
      `${PURCHASE} + ${OFFERING}`,
      'On {from}, {who} bought {value} of {company} stock and {2.value} of {2.company} stock in a stock offering.',
    ],
    [
      `${PLANNED} + ${SALE}`,
      'On a plan set up ahead, {who} sold {value} of {company} stock and {2.value} of {2.company} stock on {from}.',
    ],
    [
      `${PURCHASE} + ${OF_TRUST}/size`,
      '{who} bought {value} of {company} stock on {from}. By the form, that was {2.size} of the {2.company} shares of {2.who}’s trust.',
    ],
    [
      `${OF_TRUST} + ${OF_TRUST}/scale`,
      '{who}’s trust sold {value} of {company} stock on {from}. At $1,000 a week, it takes about {2.years} years to earn what {2.who} sold of {2.company}.',
    ],
    [
      `${OF_TRUST} + ${PURCHASE}/scale`,
      '{who}’s trust sold {value} of {company} stock on {from}, and what it bought of {2.company} is what $1,000 a week earns in about {2.years} years.',
    ],
  ])('refuses for an insider (%s): %s', (ids, say) => {
    expect(judge(ids, say, 'big', ROE)).not.toBe('accepted')
  })

  it.each([
    [
      `${OWN} + ${SPOUSE}`,
      '{who} bought {amount} of {short} on {from}, and the spouse of {2.who} sold {2.amount} of {2.short}.',
    ],
    [
      `${SPOUSE} + ${OWN}`,
      'The spouse of {who} sold {amount} of {short} on {from}, and {2.who} bought {2.amount} of {2.short}.',
    ],
    [
      `${OWN} + ${TRUST}`,
      '{who} bought {amount} of {short} on {from}, and {2.amount} of {2.short} in a trust account.',
    ],
    [
      `${OWN} + ${TRUST}`,
      '{who} bought {amount} of {short} on {from}. In a trust account, {2.who} bought {2.amount} of {2.short}.',
    ],
    [
      `${TRUST} + ${SPOUSE}`,
      'In a trust account, {who} bought {amount} of {short} on {from}, and the spouse of {2.who} sold {2.amount} of {2.short}.',
    ],
    [
      `${GIFT} + ${OWN}`,
      '{who} reported a “sale” of {amount} of {short} on {from}. The report’s own note says it was a gift of {shares} to a university. {2.who} bought {2.amount} of {2.short} that day.',
    ],
  ])('accepts (%s): %s', (ids, say) => {
    expect(judge(ids, say)).toBe('accepted')
  })

  it.each([
    [
      `${D2} + ${D6}`,
      'The spouse of {who} sold {amount} of {short} on {from}, and bought {2.amount} of {2.short} on {2.from}.',
    ],
    [
      `${D1} + ${D5}`,
      '{who} bought {amount} of {short} on {from} and sold {2.amount} of {2.short} on {2.from}.',
    ],
    [
      `${D1} + ${D2}`,
      '{who} bought {amount} of {short} on {from}, and the spouse of {2.who} sold {2.amount} of {2.short} on {2.from}.',
    ],
    [
      `${D4} + ${D6}`,
      'A child of {who} bought {amount} of {short} on {from}, and the spouse of {2.who} bought {2.amount} of {2.short} on {2.from}.',
    ],
  ])('accepts for trades of other days (%s): %s', (ids, say) => {
    expect(judge(ids, say, 'big', DAYS)).toBe('accepted')
  })

  it.each([
    [
      `${PURCHASE} + ${SALE}`,
      '{who} bought {value} of {company} stock on {from}, and sold {2.value} of {2.company} stock.',
    ],
    [
      `${PURCHASE} + ${OFFERING}`,
      '{who} bought {value} of {company} stock on {from}, and {2.value} of {2.company} stock in a stock offering.',
    ],
    [
      `${OF_TRUST} + ${OF_SPOUSE}`,
      '{who}’s trust sold {value} of {company} stock on {from}, and {2.who}’s spouse bought {2.value} of {2.company} stock.',
    ],
    [
      `${SALE} + ${PLANNED}`,
      '{who} sold {value} of {company} stock on {from}. {2.who} sold {2.value} of {2.company} stock that day, on a plan set up ahead.',
    ],
  ])('accepts for an insider (%s): %s', (ids, say) => {
    expect(judge(ids, say, 'big', ROE)).toBe('accepted')
  })
})
