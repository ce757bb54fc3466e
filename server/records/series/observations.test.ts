import { expect, it } from 'vitest'

import { releaseDateOf } from './observations.ts'
import { getSeries } from './series.ts'

it.each([
  // Published on 12 February; the rule waits for the 15th.
  ['CUUR0000SA0', '2025-01-01', '2025-02-15'],
  ['CUUR0000SA0', '2024-12-01', '2025-01-15'],
  // Published on 10 January and 7 February; the second Friday is never too early.
  ['LNS14000000', '2024-12-01', '2025-01-10'],
  ['LNS14000000', '2025-01-01', '2025-02-14'],
  ['CES0500000008', '2025-02-01', '2025-03-14'],
  ['JTS000000000000000JOL', '2024-12-01', '2025-02-17'],
  // Claims of the week to Saturday 25 January came out on Thursday the 30th.
  ['ICSA', '2025-01-25', '2025-01-30'],
  ['PMMS30', '2025-01-30', '2025-01-30'],
  ['BC_10YEAR', '2025-01-31', '2025-01-31'],
  // Friday's yield is at FRED on Monday; over the King holiday on Tuesday.
  ['DGS10', '2025-01-31', '2025-02-03'],
  ['DGS10', '2025-01-17', '2025-01-21'],
  ['HOUST', '2024-12-01', '2025-01-21'],
  ['GDPC1', '2024-10-01', '2025-01-31'],
  ['MSPUS', '2024-10-01', '2025-01-28'],
  ['CSUSHPINSA', '2024-12-01', '2025-02-28'],
  ['HPI-USA-SA', '2024-11-01', '2025-01-31'],
  ['ZHVI-102001', '2024-12-01', '2025-01-20'],
])('counts a value of %s for %s from %s on', (id, date, day) => {
  expect(releaseDateOf(getSeries(id).release, date)).toBe(day)
})
