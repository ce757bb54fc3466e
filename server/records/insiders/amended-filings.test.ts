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

/** Lines whose titles and days are counted when they are looked at. */
function createCountedLines(count: number, parts: Parameters<typeof createTransaction>[0] = {}) {
  const seen = { looks: 0 }
  const createLines = (more: Parameters<typeof createTransaction>[0] = {}) =>
    Array.from({ length: count }, (_, index) => {
      const { security, tradedOn, ...line } = createTransaction({ line: index + 1, ...parts, ...more })
      return {
        ...line,
        get security() {
          seen.looks += 1
          return security
        },
        get tradedOn() {
          seen.looks += 1
          return tradedOn
        },
      }
    })
  return { seen, createLines }
}

it('reads the titles of lines once for each report, not for each two reports of the same trades', () => {
  const { seen, createLines } = createCountedLines(10)
  const filings = Array.from({ length: 100 }, (_, index) =>
    createFiling({
      accession: `report ${index}`,
      ownerCiks: [`${index}`],
      ownerName: `Owner ${index}`,
      transactions: createLines({ ownedAfter: index }),
    }),
  )
  expect(applyAmendments(filings).effective).toHaveLength(100)
  expect(seen.looks).toBeLessThan(20 * 1_000)
})

it('compares reports of the same trades with fewer others the longer they are', () => {
  let looks = 0
  const filings = Array.from({ length: 40 }, (_, index) =>
    createFiling({
      accession: `report ${String(index).padStart(2, '0')}`,
      transactions: Array.from({ length: 100 }, (_line, line) => {
        const { price, ...rest } = createTransaction({
          line: line + 1,
          ownedAfter: line === 99 ? index : line,
        })
        return {
          ...rest,
          get ownedAfter() {
            looks += 1
            return rest.ownedAfter
          },
          price,
        }
      }),
    }),
  )
  const { effective, repeatsLeftOut } = applyAmendments(filings)
  expect([effective.length, repeatsLeftOut.length]).toEqual([10, 30])
  expect(looks).toBeLessThan(10 * 4_000)
})

it('joins fifty owners of reports of the same trades', () => {
  const filings = Array.from({ length: 20 }, (_, index) =>
    createFiling({
      accession: `report ${index}`,
      ownerCiks: Array.from({ length: 10 }, (_owner, owner) => `${index * 10 + owner}`),
    }),
  )
  const { effective, repeatsLeftOut } = applyAmendments(filings)
  expect(effective.map(({ owners }) => owners.length)).toEqual([50])
  expect(repeatsLeftOut).toHaveLength(19)
})

it('compares an amendment with a bounded number of reports of its owner', () => {
  const REPORTS = 600
  const { seen, createLines } = createCountedLines(1)
  const filings = Array.from({ length: REPORTS }, (_, index) => [
    createFiling({ accession: `report ${index}`, transactions: createLines({ shares: index + 1 }) }),
    createFiling({
      accession: `amendment ${index}`,
      form: '4/A',
      filedOn: '2025-01-30',
      originalFiledOn: index % 2 === 0 ? '2025-01-28' : undefined,
      transactions: createLines({ shares: 9_000 + index }),
    }),
  ])
  const { effective, correctionsLeftOut } = applyAmendments(filings.flat())
  expect([effective.length, correctionsLeftOut.length]).toEqual([REPORTS, REPORTS])
  expect(seen.looks).toBeLessThan(40 * REPORTS)
})

it('disputes all reports of an owner up to an amendment that withdraws one of them, with one look at each', () => {
  let looks = 0
  const filings = Array.from({ length: 500 }, (_, index) => [
    createFiling({
      accession: `report ${index}`,
      filedOn: index % 2 === 0 ? '2025-01-28' : '2025-01-31',
      transactions: [createTransaction({ shares: index + 1 })],
    }),
    createFiling({
      accession: `amendment ${index}`,
      form: '4/A',
      filedOn: '2025-01-30',
      withdraws: true,
      transactions: [],
    }),
  ])
  for (const filing of filings.flat()) {
    const { owners } = filing
    const get = () => {
      looks += 1
      return owners
    }
    Object.defineProperty(filing, 'owners', { get })
  }
  const { effective } = applyAmendments(filings.flat())
  const disputed = effective.filter(({ isDisputed }) => isDisputed)
  expect(new Set(disputed.map(({ reportedOn }) => reportedOn))).toEqual(new Set(['2025-01-28']))
  expect(disputed).toHaveLength(250)
  expect(looks).toBeLessThan(20 * 1_000)
})

it('finds reports of an owner that end alike without comparing all that end so', () => {
  let looks = 0
  const filings = Array.from({ length: 1_000 }, (_, index) => {
    // Two are the same owner's.
    const filing = createFiling({
      accession: `report ${index}`,
      ownerCiks: [`${Math.max(1, index)}`],
      transactions: [createTransaction({ shares: index + 1, ownedAfter: 5_000 })],
    })
    const owners = filing.owners.map(({ cik, ...owner }) => ({
      ...owner,
      get cik() {
        looks += 1
        return cik
      },
    }))
    return { ...filing, owners }
  })
  const { effective } = applyAmendments(filings)
  expect(effective.filter(({ isDisputed }) => isDisputed)).toHaveLength(2)
  expect(looks).toBeLessThan(20 * 1_000)
})
