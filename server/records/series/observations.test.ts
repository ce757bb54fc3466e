import { expect, it } from 'vitest'

import { releaseDateOf } from './observations.ts'
import { allSeries, getSeries } from './series.ts'

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
  // Late because of a shutdown, also as a stand-in.
  ['LNS14000000', '2013-09-01', '2013-10-22'],
  ['PAYEMS', '2025-10-01', '2025-12-16'],
  ['CUUR0000SA0', '2025-09-01', '2025-10-24'],
  ['JTSJOL', '2025-09-01', '2025-12-09'],
  ['HOUST', '2013-10-01', '2013-12-18'],
  ['PERMIT', '2013-10-01', '2013-11-26'],
  ['HSN1F', '2018-11-01', '2019-01-31'],
  ['GDPC1', '2025-07-01', '2025-12-23'],
  ['ICSA', '2025-10-18', '2025-11-20'],
  ['RSXFS', '2018-12-01', '2019-02-14'],
])('counts a value of %s for %s from %s on', (id, date, day) => {
  expect(releaseDateOf(getSeries(id), date)).toBe(day)
})

it('knows exceptions only of days later than the rule’s, for dates that the series can have', () => {
  const slips = allSeries.flatMap(({ id, lateReleases = {}, release, frequency }) =>
    Object.entries(lateReleases)
      .filter(
        ([date, day]) =>
          day <= releaseDateOf({ release }, date) || (frequency !== 'weekly' && !date.endsWith('-01')),
      )
      .map(([date]) => `${id} ${date}`),
  )
  expect(slips).toEqual([])
})
