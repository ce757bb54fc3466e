import { describe, expect, it } from 'vitest'

import { daysBetween } from '../../lib/dates.ts'
import { isReportedLate } from './late-reports.ts'

const TRADE = {
  kind: 'purchase',
  asset: 'Acme Corp. - Common Stock',
  assetType: 'ST',
  tradedOn: '2024-12-13',
  high: 15_000,
} as const
const isLate = (parts: Partial<Parameters<typeof isReportedLate>[0]>, reportedOn: string) => {
  const trade = { ...TRADE, ...parts }
  return isReportedLate(trade, daysBetween(trade.tradedOn, reportedOn))
}

describe('isReportedLate', () => {
  it.each([
    ['the forty-fifth day', '2024-12-13', '2025-01-27', '2025-01-28'],
    ['a Monday, if that day is a Sunday', '2024-12-12', '2025-01-27', '2025-01-28'],
    ['a Tuesday, if that Monday is a holiday', '2024-12-04', '2025-01-21', '2025-01-22'],
  ])('counts from the day after %s', (_due, tradedOn, onTime, late) => {
    expect([isLate({ tradedOn }, onTime), isLate({ tradedOn }, late)]).toEqual([false, true])
  })

  it.each([
    ['an exchange-traded fund', { asset: 'SPDR S&P 500 ETF Trust', assetType: 'EF' }],
    ['a mutual fund', { asset: 'Vanguard 500 Index Fund', assetType: 'MF' }],
    ['a fund of the Senate’s types', { asset: 'Vanguard 500', assetType: 'Mutual Fund' }],
    ['a fund that is marked as shares', { asset: 'iShares Core S&P 500 ETF' }],
    ['debt of the Treasury', { asset: 'US Treasury Bill due 7/10/2025', assetType: 'GS' }],
    ['no more than $1,000', { high: 1000 }],
    ['a gift', { kind: 'gift' }],
  ] as const)('is never true of %s, which need not be reported', (_what, parts) => {
    expect(isLate(parts, '2025-03-31')).toBe(false)
  })

  it.each([
    ['shares', {}],
    ['a bond', { assetType: 'CS' }],
    ['a bond of a state', { asset: 'Texas St Wtr Dev Brd 5%', assetType: 'GS' }],
    ['a hedge fund', { asset: 'Bolt Fund IV LP', assetType: 'HE' }],
    ['a range without an upper end', { high: undefined }],
  ] as const)('is true of %s', (_what, parts) => {
    expect(isLate(parts, '2025-03-31')).toBe(true)
  })

  it('is false if the days of a report contradict each other', () => {
    expect(isReportedLate(TRADE, undefined)).toBe(false)
  })
})
