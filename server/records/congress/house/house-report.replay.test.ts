import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { readHouseReport } from './house-report.ts'

const samples = new URL('../../../../../shared/samples/house-fd/', import.meta.url)

/** The ranges of the form, in US dollars; the last two are open. */
const RANGES = new Map<number, number | null>([
  [1, 1_000],
  [1_001, 15_000],
  [15_001, 50_000],
  [50_001, 100_000],
  [100_001, 250_000],
  [250_001, 500_000],
  [500_001, 1_000_000],
  [1_000_001, 5_000_000],
  [5_000_001, 25_000_000],
  [25_000_001, 50_000_000],
  [1_000_000, null],
  [50_000_000, null],
])

describe.skipIf(!existsSync(samples))('recorded reports (skipped without recordings)', () => {
  const sources = existsSync(samples) ? readFileSync(new URL('SOURCES.md', samples), 'utf8') : ''
  const files = existsSync(samples) ? readdirSync(new URL('ptr/', samples)) : []
  const pdfOf = (file: string) => readFileSync(new URL(`ptr/${file}`, samples))
  const described = [...sources.matchAll(/ptr\/(\d+\.pdf) .*~(\d+) transactions, asset tags \[([\w,]+)\]/g)]

  it.each(described.map(([, file = '', count, tags]) => [file, Number(count), tags?.split(',')] as const))(
    'reads every row of %s',
    async (file, count, tags) => {
      const reading = await readHouseReport(pdfOf(file))
      if (reading.status !== 'read') throw new Error(JSON.stringify(reading))
      const { docId, transactions, unreadRows } = reading.report
      expect([`${docId}.pdf`, transactions.length, unreadRows]).toEqual([file, count, []])
      expect(new Set(transactions.map(({ asset_type: type }) => type))).toEqual(new Set(tags))
      expect(transactions.filter(({ low, high }) => RANGES.get(low) !== high)).toEqual([])
      expect(transactions.filter((row) => (row.notified_on ?? '') < row.traded_on)).toEqual([])
    },
  )

  it('reads the other recordings or reports them as on paper', async () => {
    const others = files.filter((file) => !described.some(([, name]) => name === file))
    const outcomes = await Promise.all(
      others.map(async (file) => {
        const reading = await readHouseReport(pdfOf(file))
        return reading.status === 'read' ? reading.report.transactions.length : reading.status
      }),
    )
    expect(Object.fromEntries(others.map((file, index) => [file, outcomes[index]]))).toEqual({
      '8220747.pdf': 'on paper',
      '8220796.pdf': 'on paper',
      '8220809.pdf': 'on paper',
      '8220834.pdf': 'on paper',
      '8221120.pdf': 'on paper',
      '9115670.pdf': 'on paper',
      'comments_and_subholding_of_report.pdf': 1,
      'description_section_report.pdf': 34,
      'multi_page_transactions_first_report.pdf': 4,
      'new_transaction_type_report.pdf': 5,
      'physical_scan_digitally_filled_out_report.pdf': 'on paper',
    })
  })
})
