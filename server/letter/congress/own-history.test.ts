import { describe, expect, it } from 'vitest'

import type { CongressTrade } from '../../records/congress/congress-trade.ts'
import type { CongressHistory } from '../../records/congress/member-histories.ts'
import { fillWords, listFaults } from '../testing/check-statements.ts'
import { CONGRESS_WEEK as WEEK, createRuns } from '../testing/compose-congress-week.ts'
import { analyseCongress } from './analyse-congress.ts'
import { stateCongress } from './congress-statements.ts'
import { createCoverage, createMember, createTrade } from './testing/congress-trades.ts'

const member = createMember({ name: 'Jane Q. Doe', commonName: 'Jane Doe', lastName: 'Doe' })
const earlier = (filedOn: string, parts: Partial<CongressTrade> = {}) =>
  createTrade({
    member,
    filedOn,
    tradedOn: filedOn,
    reportId: filedOn.replaceAll('-', ''),
    asset: 'Bolt Inc.',
    ticker: 'BOLT',
    ...parts,
  })

/** The statements about Jane Doe's purchase of Acme for $50,001 to $100,000, by their kind. */
function tell(
  trades: readonly CongressTrade[],
  parts: Partial<CongressHistory> = {},
  more: readonly CongressTrade[] = [],
) {
  const history: CongressHistory = {
    since: new Map([['D000001', '2024-01-20']]),
    trades,
    openMembers: new Set(),
    openNames: [],
    ...parts,
  }
  const trade = createTrade({ member, low: 50_001, high: 100_000 })
  const section = analyseCongress(
    {
      trades: [trade, ...more],
      coverage: [createCoverage()],
      runs: createRuns('complete', 'complete'),
      history,
    },
    WEEK,
  )
  const told = stateCongress(section)
  expect(listFaults(told, section.facts)).toEqual([])
  const found = told.statements.find(({ kind }) => kind === 'trade')!
  return {
    trade: found,
    section,
    parts: new Map(
      told.statements
        .filter(({ id }) => id.startsWith(`${found.id}/`))
        .map((one) => [
          one.id.slice(found.id.length + 1),
          one.tellings.map((telling) => fillWords(one, telling)),
        ]),
    ),
  }
}

describe('a trade in Congress compared with its filer’s own reports', () => {
  it('is the first of an asset if no report of a year has one', () => {
    const { parts, trade } = tell([earlier('2024-06-03')])
    expect([...parts]).toEqual([
      [
        'first',
        [
          'It is the first trade of Acme that Jane Doe (D-CA) reported in 12 months or more.',
          'For 12 months or more, Jane Doe (D-CA) had reported no trade of Acme.',
        ],
      ],
    ])
    expect(trade.follows?.[0]).toBe(`${trade.id}/first`)
  })

  it.each([
    ['a sale of it was reported', [earlier('2024-06-03', { ticker: 'ACME', type: 'S' })], {}],
    [
      'an option on it was reported',
      [earlier('2024-06-03', { asset: 'Acme Corp.', ticker: undefined, assetType: 'OP' })],
      {},
    ],
    [
      'a row about it has been deleted since',
      [earlier('2024-06-03', { ticker: 'ACME', status: 'deleted' })],
      {},
    ],
    ['one of the filer’s reports is on paper', [], { openMembers: new Set(['D000001']) }],
    ['a report is by somebody with a similar name', [], { openNames: ['hon. j. doe'] }],
    [
      'it was reported by the filer as a senator',
      [earlier('2024-06-03', { chamber: 'senate', asset: 'Acme Corp.', ticker: 'ACME' })],
      {},
    ],
    ['less than a year of the filer’s reports is stored', [], { since: new Map() }],
  ] as const)('is not called the first if %s', (_name, trades, parts) => {
    expect([...tell(trades, parts).parts.keys()]).toEqual([])
  })

  it('is not called the first if the week’s reports have another of the asset', () => {
    const other = createTrade({ member, row: 2, type: 'S', comments: 'Sold at the trustee’s request' })
    expect([...tell([], {}, [other]).parts.keys()]).toEqual([])
    expect([...tell([], {}, [createTrade({ member, row: 2 })]).parts.keys()]).toEqual(['first'])
  })

  it('is larger than any before if its lower end is above all their upper ends', () => {
    const before = ['2024-03-04', '2024-06-03', '2024-09-03'].map((day) => earlier(day))
    const larger = earlier('2024-11-04', { low: 15_001, high: 50_000 })
    const { parts, trade, section } = tell([...before, larger])
    expect(parts.get('most')).toEqual([
      'It is more than Jane Doe (D-CA) reported as a purchase of any single asset in a week of the year before: $15,001 to $50,000 was the most.',
      'In the year before, the largest purchase of a single asset in a week of reports by Jane Doe (D-CA) was $15,001 to $50,000.',
    ])
    expect(trade.salience).toBeGreaterThan(tell(before.slice(1)).trade.salience)
    expect(section.findings[0]?.facts.mostBefore?.inputs).toEqual(['house 20241104#1'])
  })

  it.each([
    ['ranges overlap', [earlier('2024-11-04', { low: 50_001, high: 100_000 })]],
    ['one has no upper end', [earlier('2024-11-04', { low: 50_000_001, high: undefined })]],
    [
      'rows of one week add up to the same',
      [1, 2, 3].map((row) => earlier('2024-11-04', { row, low: 15_001, high: 50_000 })),
    ],
  ])('is not called larger if %s', (_name, more) => {
    const before = ['2024-03-04', '2024-06-03', '2024-09-03'].map((day) => earlier(day))
    expect(tell([...before, ...more]).parts.has('most')).toBe(false)
  })

  it('is not called the largest after only a few others', () => {
    expect(tell([earlier('2024-03-04')]).parts.has('most')).toBe(false)
  })

  it('reads each earlier row once, however many findings its filer has', () => {
    const named = (name: string, count: number, parts: Partial<CongressTrade>) =>
      Array.from({ length: count }, (_, index) =>
        createTrade({ member, row: index + 1, asset: `${name} ${index} Inc.`, ticker: undefined, ...parts }),
      )
    const history = {
      since: new Map([['D000001', '2022-01-20']]),
      trades: named('Bolt', 8000, { reportId: '1', filedOn: '2024-06-03' }),
      openMembers: new Set<string>(),
      openNames: [],
    }
    const { findings } = analyseCongress(
      { trades: named('Acme', 400, {}), coverage: [createCoverage()], history },
      WEEK,
    )
    expect(findings[0]?.facts.monthsWithout?.value).toBe(36)
  })
})
