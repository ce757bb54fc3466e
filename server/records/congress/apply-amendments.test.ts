import { expect, it } from 'vitest'

import { addDays } from '../../lib/dates.ts'
import { applyAmendments } from './apply-amendments.ts'
import type { CongressTrade } from './congress-trade.ts'
import { correctionKey, correctionKeys, markReplaced } from './mark-replaced.ts'

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

/** Counts how often the fields of rows are looked at. */
function countLooks(
  trades: readonly CongressTrade[],
  work: (counted: readonly CongressTrade[]) => void,
): number {
  let looks = 0
  const createCounted = (trade: CongressTrade) =>
    new Proxy(trade, {
      get(target, name) {
        looks += 1
        return Reflect.get(target, name) as unknown
      },
    })
  work(trades.map(createCounted))
  return looks
}

/** Reports of one filer with the same rows, of which each amends the one before. */
const createSeries = (reports: number, rows: number, parts: Partial<CongressTrade> = {}) =>
  Array.from({ length: reports }, (_report, report) =>
    Array.from({ length: rows }, (_row, row) =>
      createTrade({
        reportId: `${report}`,
        row,
        asset: `Fund ${row}`,
        filedOn: addDays('2026-10-05', report),
        status: report === 0 ? 'new' : 'amended',
        ...parts,
      }),
    ),
  ).flat()

const mark = (trades: readonly CongressTrade[]) => {
  const isOfSenate = trades[0]?.chamber === 'senate'
  return markReplaced(
    trades.map((trade) => ({
      trade,
      titleOfFirst: isOfSenate ? 'Periodic Transaction Report' : undefined,
      amendment: isOfSenate && trade.status === 'amended' ? Number(trade.reportId) : null,
    })),
  )
}

it.each([
  ['two reports of the House', 2, {}],
  ['three reports of the House', 3, {}],
  ['three reports of the House about one asset', 3, { asset: 'Acme Corp' }],
  ['ten reports of the House', 10, {}],
  ['three reports of the Senate', 3, { chamber: 'senate' }],
] as const)(
  'takes twice the work for twice the rows that differ in nothing but the asset: %s',
  (_what, reports, parts) => {
    const applyRows = (rows: number) =>
      countLooks(mark(createSeries(reports, rows, parts)), (trades) => {
        const { rows: all } = applyAmendments(trades, WEEK)
        expect(all).toHaveLength(reports * rows)
      })
    const markRows = (rows: number) => countLooks(createSeries(reports, rows, parts), mark)
    expect(applyRows(400) / applyRows(200)).toBeLessThan(2.5)
    expect(markRows(400) / markRows(200)).toBeLessThan(2.5)
  },
)

it('counts each of many equal rows that were amended twice from its first report', () => {
  const { effective, correctionsApplied, replaced } = applyAmendments(mark(createSeries(3, 300)), WEEK)
  expect([effective.length, correctionsApplied.length, replaced.length]).toEqual([300, 300, 600])
  expect(new Set(effective.map(({ publicDays }) => publicDays))).toEqual(new Set([34]))
})

it('does not look at all equal rows of other filers, or of its own report, for each correction', () => {
  const markRows = (rows: number) => {
    const ofOthers = createSeries(1, rows, { asset: 'Acme Corp', filer: 'Roe, Jo' })
    const own = createSeries(1, rows, { asset: 'Acme Corp', reportId: '2', status: 'amended' })
    return countLooks([...ofOthers, ...own], (trades) => {
      expect(mark(trades).filter(({ replacedBy }) => replacedBy !== undefined)).toEqual([])
    })
  }
  expect(markRows(400) / markRows(200)).toBeLessThan(2.5)
})

it('does not look at all earlier amendments of a title for each amendment', () => {
  const markReports = (reports: number) =>
    countLooks(createSeries(reports, 1, { chamber: 'senate' }), (trades) => {
      expect(mark(trades).filter(({ replacedBy }) => replacedBy === undefined)).not.toEqual([])
    })
  expect(markReports(800) / markReports(400)).toBeLessThan(2.5)
})

it('holds short keys of assets with names of any length, and tells them apart', () => {
  const keysOf = (asset: string) => [
    correctionKey(createTrade({ asset })),
    ...correctionKeys(createTrade({ asset })),
  ]
  const one = keysOf(`${'Acme '.repeat(4_000)}A`)
  expect(Math.max(...one.map(({ length }) => length))).toBeLessThan(300)
  const isOther = keysOf(`${'Acme '.repeat(4_000)}B`).map((key, index) => key !== one[index])
  expect(isOther).toEqual([true, true, true, true, false])
})
