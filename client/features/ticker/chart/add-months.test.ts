import { expect, it } from 'vitest'

import { addMonths } from './add-months.ts'

it.each([
  ['2026-11-20', -12, '2025-11-20'],
  ['2026-11-20', -60, '2021-11-20'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2024-02-29', -12, '2023-02-28'],
])('finds the day of %s, %d months on: %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected)
})
