import { expect, it } from 'vitest'

import { createFiling, createTransaction, type FilingParts } from '../../letter/testing/insider-filings.ts'
import { applyAmendments } from './amended-filings.ts'
import { withoutRepeatedLines } from './repeated-filings.ts'

it('compares an amendment only with reports of its company, or of the day that it names', () => {
  const COMPANIES = 500
  let looks = 0
  const createCounted = (parts: FilingParts) => {
    const { issuer, ...filing } = createFiling(parts)
    return {
      ...filing,
      get issuer() {
        looks += 1
        return issuer
      },
    }
  }
  const filings = Array.from({ length: COMPANIES }, (_, company) => [
    createCounted({
      accession: `amendment ${company}`,
      form: '4/A',
      issuerCik: `${company}`,
      filedOn: '2025-01-30',
      // Every other one names a day without a report.
      originalFiledOn: company % 2 === 0 ? '2025-01-28' : '2025-01-26',
      transactions: [createTransaction({ shares: 900 })],
    }),
    createCounted({ accession: `report ${company}`, issuerCik: `${company}` }),
  ])
  const { effective, correctionsApplied, correctionsLeftOut } = applyAmendments(filings.flat())
  expect([correctionsApplied.length, correctionsLeftOut.length]).toEqual([250, 250])
  expect(effective.filter(({ isDisputed }) => isDisputed)).toHaveLength(250)
  expect(looks).toBeLessThan(20 * COMPANIES)
})

it('leaves out lines that owners list again as held indirectly, without comparing each line with each other', () => {
  let looks = 0
  const createLine = (
    line: number,
    ownership: 'direct' | 'indirect',
    ownedAfter: number,
    nature?: string,
  ) => {
    const { security, ...rest } = createTransaction({ line, ownership, ownedAfter, ownershipNature: nature })
    return {
      ...rest,
      get security() {
        looks += 1
        return security
      },
    }
  }
  const direct = Array.from({ length: 500 }, (_, index) => createLine(index + 1, 'direct', index))
  const filing = createFiling({
    ownerCiks: ['77', '78'],
    ownerName: 'Roe Capital LP',
    transactions: [
      ...direct,
      createLine(501, 'indirect', 499),
      createLine(502, 'indirect', 7000, 'By Roe Capital, L.P.'),
      ...Array.from({ length: 500 }, (_, index) => createLine(503 + index, 'indirect', 7000, 'By a trust')),
    ],
  })
  const lines = withoutRepeatedLines(filing).transactions.map(({ line }) => line)
  expect([lines.length, lines[499], lines[500]]).toEqual([1000, 500, 503])
  expect(looks).toBeLessThan(5000)
})

it('counts only so many reports of the same trades, since each is compared with all before it', () => {
  let looks = 0
  const filings = Array.from({ length: 2_000 }, (_, index) => {
    const { owners, ...filing } = createFiling({
      accession: `report ${index}`,
      ownerCiks: [`${index}`],
      ownerName: `Owner ${index}`,
      transactions: [createTransaction({ ownedAfter: index })],
    })
    return {
      ...filing,
      get owners() {
        looks += 1
        return owners
      },
    }
  })
  const { effective, repeatsLeftOut } = applyAmendments(filings)
  expect([effective.length, repeatsLeftOut.length]).toEqual([100, 1_900])
  expect(looks).toBeLessThan(40_000)
})
