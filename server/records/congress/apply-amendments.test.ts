import { expect, it } from 'vitest'

import { addDays } from '../../lib/dates.ts'
import { applyAmendments } from './apply-amendments.ts'
import type { CongressTrade } from './congress-trade.ts'
import { markReplaced } from './mark-replaced.ts'

const WEEK = { from: '2026-01-05', to: '2026-11-29' }

function createTrade(changes: Partial<CongressTrade>): CongressTrade {
  return {
    chamber: 'house',
    reportId: '1',
    row: 1,
    filedOn: '2026-10-05',
    signedOn: undefined,
    reportUrl: 'https://house.example/1.pdf',
    filer: 'Doe, Jane',
    filerState: 'CA',
    member: undefined,
    owner: 'self',
    asset: 'Acme Corp - Common Stock',
    ticker: 'ACME',
    assetType: 'ST',
    assetDetail: undefined,
    description: undefined,
    comments: undefined,
    subholding: undefined,
    type: 'P',
    kind: 'purchase',
    tradedOn: '2026-09-01',
    notifiedOn: '2026-10-01',
    low: 1_001,
    high: 15_000,
    status: undefined,
    replacedBy: undefined,
    repeats: undefined,
    retrievedAt: '2026-10-06T00:00:00Z',
    ...changes,
  }
}

it.each(['house', 'senate'] as const)(
  'rows of reports that amend one another again and again are each followed once (%s)',
  (chamber) => {
    const reports = Array.from({ length: 30 }, (_, report) =>
      Array.from({ length: 10 }, (_row, row) =>
        createTrade({
          chamber,
          reportId: `${report}`,
          row: row + 1,
          tradedOn: addDays('2026-09-01', row),
          filedOn: addDays('2026-10-05', report),
          status: report === 0 ? undefined : 'amended',
          replacedBy: report === 29 ? undefined : `${report + 1}`,
        }),
      ),
    )
    const { effective, correctionsApplied, correctionsLeftOut } = applyAmendments(reports.flat(), WEEK)
    expect([effective.length, correctionsApplied.length, correctionsLeftOut.length]).toEqual([10, 10, 0])
    // Counted from the first report.
    expect(effective.map(({ publicDays }) => publicDays)).toEqual([34, 33, 32, 31, 30, 29, 28, 27, 26, 25])
  },
)

it.each([
  ['of a Senate report', 'senate', {}, 300],
  ['of a House report', 'house', { owner: 'JT' }, 300],
  ['that no House report has', 'house', { asset: 'Bolt Inc', low: 20_000 }, 0],
] as const)(
  'does not compare each correction with each row, for rows %s',
  (_what, chamber, changes, replaced) => {
    let looks = 0
    const createCounted = (parts: Partial<CongressTrade>) => {
      const { asset, filer, ...trade } = createTrade({ chamber, ...parts })
      return {
        ...trade,
        get asset() {
          looks += 1
          return asset
        },
        get filer() {
          looks += 1
          return filer
        },
      }
    }
    const titleOfFirst = chamber === 'senate' ? 'Periodic Transaction Report' : undefined
    const rows = Array.from({ length: 300 }, (_row, row) => ({ row, asset: `Fund ${row}`, low: row }))
    const corrections = rows.map((row) =>
      createCounted({ ...row, reportId: '2', status: 'amended', ...changes }),
    )
    const trades = markReplaced([
      ...rows.map((row) => ({ trade: createCounted(row), titleOfFirst, amendment: null })),
      ...corrections.map((trade) => ({ trade, titleOfFirst, amendment: chamber === 'senate' ? 1 : null })),
    ])
    expect(trades.filter(({ replacedBy }) => replacedBy === '2')).toHaveLength(replaced)
    expect(applyAmendments(trades, WEEK).effective).toHaveLength(300)
    expect(looks).toBeLessThan(40 * rows.length)
  },
)
