/** Days of first publications that came later than the release rule says, since the agency was closed, by the value's date.
 *  The shutdowns: October 1 to 16, 2013; December 22, 2018 to January 25, 2019 (Commerce only: the Bureau of Labor Statistics
 *  was open); October 1 to November 12, 2025. A month that is missing came out by its rule's day. */
export type LateReleases = Readonly<Record<string, string>>

/** The Bureau's revised schedules of October 2013 and of 2025 (bls.gov/bls/2025-lapse-revised-release-dates.htm). Jobs of October
 *  2025 came out with those of November; unemployment of that month was never counted. */
export const LATE_EMPLOYMENT: LateReleases = {
  '2013-09-01': '2013-10-22',
  '2025-09-01': '2025-11-20',
  '2025-10-01': '2025-12-16',
  '2025-11-01': '2025-12-16',
}

/** The same schedules. Prices of September 2025 came out during the shutdown; those of October were never collected, and the few
 *  figures made for that month came out with November's. */
export const LATE_PRICES: LateReleases = {
  '2013-09-01': '2013-10-30',
  '2013-10-01': '2013-11-20',
  '2025-09-01': '2025-10-24',
  '2025-10-01': '2025-12-18',
  '2025-11-01': '2025-12-18',
}

/** The same schedules, and bls.gov/news.release/archives/jolts_11222013.htm. */
export const LATE_OPENINGS: LateReleases = {
  '2013-08-01': '2013-10-24',
  '2013-09-01': '2013-11-22',
  '2025-09-01': '2025-12-09',
}

/** First estimates, by the Bureau of Economic Analysis: for 2019 bea.gov/news/blog/2019-02-06/
 *  new-dates-set-gdp-personal-income-and-international-trade, for 2026 its release of February 20. */
export const LATE_GDP: LateReleases = {
  '2013-07-01': '2013-11-07',
  '2018-10-01': '2019-02-28',
  '2025-07-01': '2025-12-23',
  '2025-10-01': '2026-02-20',
}

/** The Census Bureau's advance releases of these days (the last ones: census.gov/retail/sales.html; those of 2019 also Reuters of
 *  February 6 and April 1, 2019). That of February 2026 is not known to us, and is counted from the rule's day of the month after. */
export const LATE_RETAIL: LateReleases = {
  '2013-09-01': '2013-10-29',
  '2013-10-01': '2013-11-20',
  '2018-12-01': '2019-02-14',
  '2019-01-01': '2019-03-11',
  '2019-02-01': '2019-04-01',
  '2025-09-01': '2025-11-25',
  '2025-10-01': '2025-12-16',
  '2025-11-01': '2026-01-14',
  '2025-12-01': '2026-02-10',
  '2026-01-01': '2026-03-06',
  '2026-02-01': '2026-04-18',
}

const CONSTRUCTION: LateReleases = {
  '2018-12-01': '2019-02-26',
  '2019-01-01': '2019-03-08',
  '2019-02-01': '2019-03-26',
  '2025-09-01': '2026-01-09',
  '2025-10-01': '2026-01-09',
  '2025-11-01': '2026-02-18',
  '2025-12-01': '2026-02-18',
  '2026-01-01': '2026-03-12',
  '2026-02-01': '2026-04-29',
  '2026-03-01': '2026-04-29',
}

/** The Census Bureau's New Residential Construction of these days (CB26-45 for January 2026; the one announced for April 29, 2026
 *  has February too); for 2013 its press release CB13-198: permits came out before homes begun. */
export const LATE_STARTS: LateReleases = {
  ...CONSTRUCTION,
  '2013-09-01': '2013-12-18',
  '2013-10-01': '2013-12-18',
}
export const LATE_PERMITS: LateReleases = {
  ...CONSTRUCTION,
  '2013-09-01': '2013-11-26',
  '2013-10-01': '2013-11-26',
}

/** The Census Bureau's New Residential Sales of these days (CB26-46 for January 2026; Reuters of December 4, 2013 and February 6,
 *  2019). Those of February and March 2026 are not known to us, and are counted from the rule's day of April. */
export const LATE_SALES: LateReleases = {
  '2013-09-01': '2013-12-04',
  '2013-10-01': '2013-12-04',
  '2018-11-01': '2019-01-31',
  '2018-12-01': '2019-03-05',
  '2019-01-01': '2019-03-14',
  '2019-02-01': '2019-03-29',
  '2025-09-01': '2026-01-13',
  '2025-10-01': '2026-01-13',
  '2025-11-01': '2026-02-20',
  '2025-12-01': '2026-02-20',
  '2026-01-01': '2026-03-19',
  '2026-02-01': '2026-05-28',
  '2026-03-01': '2026-05-28',
}

/** Prices of quarters, out with the sales of their last month. */
export const LATE_QUARTERS_OF_SALES: LateReleases = {
  '2013-07-01': '2013-12-04',
  '2018-10-01': '2019-03-05',
  '2025-07-01': '2026-01-13',
  '2025-10-01': '2026-02-20',
  '2026-01-01': '2026-05-28',
}

/** The Federal Reserve was open, but lacked the agencies' figures: its G.17 of these days. */
export const LATE_PRODUCTION: LateReleases = {
  '2013-09-01': '2013-10-28',
  '2025-09-01': '2025-12-03',
  '2025-10-01': '2025-12-23',
  '2025-11-01': '2025-12-23',
}

/** Claims of seven weeks, out with those of the week to November 15, 2025 (Department of Labor, release of November 20; Reuters of that day). */
export const LATE_CLAIMS: LateReleases = {
  '2025-09-27': '2025-11-20',
  '2025-10-04': '2025-11-20',
  '2025-10-11': '2025-11-20',
  '2025-10-18': '2025-11-20',
  '2025-10-25': '2025-11-20',
  '2025-11-01': '2025-11-20',
  '2025-11-08': '2025-11-20',
}
