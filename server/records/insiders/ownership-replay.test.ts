import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { parseOwnershipFile, type OwnershipReport } from './ownership-document.ts'

const samples = new URL('../../../../shared/samples/sec-form4/', import.meta.url)

describe.skipIf(!existsSync(samples))('recorded filings (skipped without recordings)', () => {
  const files = existsSync(samples) ? readdirSync(samples).filter((name) => name !== 'SOURCES.md') : []

  const known = new Map<string, OwnershipReport>()
  const read = (name: string) => {
    const report = known.get(name) ?? parseOwnershipFile(readFileSync(new URL(name, samples), 'utf8'))
    known.set(name, report)
    return report
  }

  it('parses every recorded Form 4 and recognizes the others', () => {
    const outcomes = Map.groupBy(files, (name) => {
      try {
        return read(name).form
      } catch (error) {
        return String(error)
      }
    })
    expect(Object.fromEntries([...outcomes].map(([outcome, names]) => [outcome, names.length]))).toEqual({
      '4': 74,
      '4/A': 1,
      'UnreadableFilingError: it is a Form 3, not a Form 4': 10,
      'UnreadableFilingError: it is a Form 5, not a Form 4': 2,
    })
  })

  it('finds every row of both tables', () => {
    const reports = files.filter((name) => !/^form[35]/.test(name)).map(read)
    const count = (list: (report: OwnershipReport) => readonly unknown[]) =>
      reports.reduce((sum, report) => sum + list(report).length, 0)
    expect(count((report) => report.transactions)).toBe(306)
    expect(count((report) => report.derivativeTransactions)).toBe(106)
  })

  it('knows or reads every note of their purchases and sales', () => {
    const lines = files.filter((name) => !/^form[35]/.test(name)).flatMap((name) => read(name).transactions)
    expect(lines.filter(({ via }) => via === 'unread note')).toEqual([])
  })

  const figures = (name: string, index: number) => {
    const { transactions, derivativeTransactions } = read(name)
    const line = [...transactions, ...derivativeTransactions][index]
    return [line?.tradedOn, line?.code, line?.shares, line?.price, line?.ownedAfter, line?.isPlanned]
  }

  it.each([
    ['form4A_ATEX_0001669943-26-000021_trimmed.xml', 0, ['2026-09-08', 'S', 293, 85.44, 9238, false]],
    ['form4A_ATEX_0001669943-26-000021_trimmed.xml', 2, ['2026-09-08', 'M', 6833, 0, 35658, false]],
    ['0001562180-25-000280.nc', 0, ['2025-01-06', 'A', 106150, 0, 253329, false]],
    ['form4_TSLA_0001494730-11-000002.xml', 0, ['2009-12-04', 'A', 838996, 0, 838996, undefined]],
  ] as const)('reads the figures of %s, row %i', (name, index, expected) => {
    expect(figures(name, index)).toEqual(expected)
  })

  it('lists all joint owners, and the prices that the form gives', () => {
    const report = read('form4_ADGI_0001209191-21-051298.xml')
    expect(report.owners).toHaveLength(4)
    expect(report.transactions.map(({ code, price }) => [code, price])).toEqual([
      ['C', undefined],
      ['P', 17],
    ])
  })
})
