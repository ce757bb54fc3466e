import { expect, it } from 'vitest'

import { compareReports } from './find-repeats.ts'

const createRows = (
  count: number,
  textOf: (row: number) => string,
  { keyOf = textOf, onLook = () => {} }: { keyOf?: (row: number) => string; onLook?: () => void } = {},
) =>
  Array.from({ length: count }, (_row, row) => ({
    row,
    key: keyOf(row),
    get text() {
      onLook()
      return textOf(row)
    },
  }))

const createReport = (id: number, rows: ReturnType<typeof createRows>) => ({
  chamber: 'house' as const,
  report_id: `${id}`,
  filed_on: '2026-10-05',
  rows,
})

it('finds the first of reports that repeat one another, and the rows that changed', () => {
  const reports = [
    createReport(
      1,
      createRows(4, (row) => `text ${row}`),
    ),
    createReport(
      2,
      createRows(4, (row) => `other ${row}`),
    ),
    createReport(
      3,
      createRows(4, (row) => `text ${3 - row}`),
    ),
    createReport(
      4,
      createRows(4, (row) => (row === 3 ? 'changed' : `text ${row}`), { keyOf: (row) => `text ${row}` }),
    ),
  ]
  expect([...compareReports(reports)]).toEqual([
    ['house 3', { first: '1', same: new Set([0, 1, 2, 3]), changed: new Set() }],
    ['house 4', { first: '1', same: new Set([0, 1, 2]), changed: new Set([3]) }],
  ])
})

it('takes twice the work for twice the reports of a filer that have two thirds of their rows in common, but all of them equal', () => {
  const compare = (reports: number) => {
    let looks = 0
    const onLook = () => {
      looks += 1
    }
    const textOf = (report: number) => (row: number) => (row < 7 ? 'same' : `${report} ${row}`)
    const all = Array.from({ length: reports }, (_report, report) =>
      createReport(report, createRows(9, textOf(report), { onLook })),
    )
    expect(compareReports(all).size).toBe(0)
    return looks
  }
  expect(compare(600) / compare(300)).toBeLessThan(2.5)
})
