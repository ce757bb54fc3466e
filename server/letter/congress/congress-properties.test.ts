import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { CongressTrade } from '../../records/congress/congress-trade.ts'
import type { Fact } from '../facts/fact.ts'
import { analyseCongress } from './analyse-congress.ts'
import { createCoverage, createMember, createTrade } from './testing/congress-trades.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const runs = ['house', 'senate'].map((source) => ({
  source,
  outcome: 'complete' as const,
  startedAt: '2025-02-02T20:00:00.000Z',
}))
const analyse = (trades: readonly CongressTrade[]) =>
  analyseCongress({ trades, coverage: [createCoverage()], runs }, WEEK)

const RANGES = [
  [1001, 15_000],
  [15_001, 50_000],
  [100_001, 250_000],
  [3500.33, 3500.33],
  [50_000_000, undefined],
] as const

const rows = fc
  .array(
    fc.record({
      filer: fc.integer({ min: 1, max: 5 }),
      report: fc.integer({ min: 1, max: 3 }),
      ticker: fc.constantFrom('ACME', 'ROE', 'DOE'),
      type: fc.constantFrom('P', 'S', 'S (partial)', 'E'),
      owner: fc.constantFrom('self', 'SP', 'JT', 'DC'),
      tradedOn: fc.constantFrom('2024-06-03', '2025-01-06', '2025-01-24', '2025-02-01'),
      range: fc.constantFrom(...RANGES),
      chamber: fc.constantFrom('house', 'senate'),
      status: fc.constantFrom('new', undefined),
    }),
    { maxLength: 14 },
  )
  .map((drafts) =>
    drafts.map(({ filer, report, range: [low, high], ticker, ...draft }, index) =>
      createTrade({
        ...draft,
        row: index + 1,
        reportId: `${filer}${report}`,
        filedOn: `2025-01-${27 + report}`,
        filer: `Filer ${filer}`,
        member: createMember({
          bioguideId: `F${filer}`,
          name: `Filer ${filer}`,
          party: filer % 2 === 0 ? 'Republican' : 'Democrat',
        }),
        ticker,
        asset: `${ticker} Corp.`,
        low,
        high,
      }),
    ),
  )

/** Both ends of a fact's range in cents; only the low one for words such as 'more than $50,000,000'. */
function endsOf(fact: Fact | undefined): [low: number, high: number | undefined] {
  if (!fact) return [0, 0]
  const { value } = fact
  if (typeof value === 'string') return [Number(value.replaceAll(/\D/g, '')) * 100, undefined]
  const [low, high] = typeof value === 'number' ? [value, value] : value
  return [Math.round(low * 100), Math.round(high * 100)]
}

const counts = ({ type, tradedOn, filedOn }: CongressTrade) => type !== 'E' && tradedOn <= filedOn

describe('any reports filed to Congress', () => {
  it('give the same section in any order of their rows', () => {
    fc.assert(
      fc.property(
        rows.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          expect(JSON.stringify(analyse(shuffled))).toBe(JSON.stringify(analyse(list)))
        },
      ),
    )
  })

  it('keep ranges as ranges, and add them up end by end', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const { counted } = analyse(list)
        for (const [sum, isOfSide] of [
          [counted.buySum, ({ type }: CongressTrade) => type === 'P'],
          [counted.saleSum, ({ type }: CongressTrade) => type.startsWith('S')],
        ] as const) {
          const ofSide = list.filter((row) => counts(row) && isOfSide(row))
          const low = ofSide.reduce((total, row) => total + Math.round(row.low * 100), 0)
          const isOpen = ofSide.some(({ high }) => high === undefined)
          const high = ofSide.reduce((total, row) => total + Math.round((row.high ?? 0) * 100), 0)
          const [factLow, factHigh] = endsOf(sum)
          // Words state whole dollars.
          expect(Math.abs(factLow - low)).toBeLessThanOrEqual(isOpen ? 50 : 0)
          expect(factHigh).toBe(isOpen ? undefined : high)
        }
      }),
    )
  })

  it('never print the middle of a range', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const { facts } = analyse(list.map((row) => ({ ...row, low: 15_001, high: 50_000 })))
        const money = facts.filter(({ unit }) => unit === 'usd')
        expect(money.every(({ value }) => Array.isArray(value))).toBe(true)
        expect(money.some(({ value }) => JSON.stringify(value).includes('32500'))).toBe(false)
      }),
    )
  })

  it('never double a sum by a correction that repeats its row', () => {
    fc.assert(
      fc.property(rows, fc.nat(), (list, pick) => {
        fc.pre(list.length > 0)
        const original = list[pick % list.length]!
        const copy: CongressTrade = { ...original, reportId: '900', filedOn: '2025-02-02', status: 'amended' }
        const marked = list.map((row) => (row === original ? { ...row, replacedBy: '900' } : row))
        const isPossible = original.tradedOn <= original.filedOn
        fc.pre(isPossible)
        const after = analyse([...marked, copy])
        const before = analyse(list)
        expect(after.counted.buySum?.value).toEqual(before.counted.buySum?.value)
        expect(after.counted.saleSum?.value).toEqual(before.counted.saleSum?.value)
        expect(after.coverage.lateFindings.value).toBe(before.coverage.lateFindings.value)
        // A correction that matches no row is in no sum either.
        expect(analyse([...list, copy]).counted.buySum?.value).toEqual(before.counted.buySum?.value)
      }),
    )
  })

  it('count nothing that was deleted or replaced', () => {
    fc.assert(
      fc.property(rows, fc.array(fc.constantFrom('deleted', 'replaced', 'kept')), (list, fates) => {
        const fated = list.map((row, index): CongressTrade => {
          const fate = fates[index]
          if (fate === 'deleted') return { ...row, status: 'deleted' }
          return fate === 'replaced' ? { ...row, replacedBy: '901' } : row
        })
        const kept = list.filter((_, index) => !['deleted', 'replaced'].includes(fates[index] ?? ''))
        const [all, only] = [analyse(fated), analyse(kept)]
        expect(all.counted).toEqual(only.counted)
        expect(all.findings).toEqual(only.findings)
        expect(all.herds).toEqual(only.herds)
      }),
    )
  })

  it('give every fact a unique id, and link those about rows to their reports', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const { facts, findings } = analyse(list)
        expect(new Set(facts.map(({ id }) => id)).size).toBe(facts.length)
        const urls = new Set(list.map(({ reportUrl }) => reportUrl))
        expect(findings.every((finding) => urls.has(finding.facts.amount.sourceUrl))).toBe(true)
      }),
    )
  })
})
