import {
  LATE_CLAIMS,
  LATE_GDP,
  LATE_PERMITS,
  LATE_PRODUCTION,
  LATE_QUARTERS_OF_SALES,
  LATE_RETAIL,
  LATE_SALES,
  LATE_STARTS,
} from './late-releases.ts'
import { blsSeries } from './series-bls.ts'
import { pmmsSeries } from './series-housing.ts'
import type { SeriesDefinition } from './series-observation.ts'
import type { DocumentTerms } from './series-source.ts'

/** FRED's code for a series. Some are the Bureau's own codes; their ids end in '@FRED' to tell them from the Bureau's
 *  reading. */
export function fredCodeOf(id: string): string {
  return id.replace(/@FRED$/, '')
}

type FredSeries = Omit<SeriesDefinition, 'source' | 'url'>
/** FRED passes on the terms of each series' owner. */
type SeriesWithTerms = SeriesDefinition & DocumentTerms

/** Figures of a federal agency, in the public domain. */
function fromAgency(series: FredSeries): SeriesWithTerms {
  return define(series, {
    licence: `Public domain, by way of FRED: ${series.owner} to be cited; not for training models.`,
    republishable: true,
  })
}

function fromOwner(series: FredSeries): SeriesWithTerms {
  return define(series, {
    licence: `Copyright ${series.owner}, by way of FRED: single figures with credit; not for training models.`,
    republishable: false,
  })
}

function define(series: FredSeries, terms: DocumentTerms): SeriesWithTerms {
  return {
    ...series,
    ...terms,
    source: 'fred',
    url: `https://fred.stlouisfed.org/series/${fredCodeOf(series.id)}`,
  }
}

const CENSUS = { owner: 'US Census Bureau' } as const
const CONSTRUCTION = {
  ...CENSUS,
  unit: 'thousands',
  seasonalAdjustment: 'adjusted-annual-rate',
  frequency: 'monthly',
  release: { after: 'months', months: 1, day: 21 },
} as const
const NEW_HOMES = {
  ...CENSUS,
  frequency: 'monthly',
  release: { after: 'months', months: 1, day: 28 },
  lateReleases: LATE_SALES,
} as const
const FED = { owner: 'Board of Governors of the Federal Reserve System' } as const
const YIELD = {
  ...FED,
  unit: 'percent',
  seasonalAdjustment: 'unadjusted',
  frequency: 'daily',
  release: { after: 'business-days', days: 1 },
} as const

/** FRED's reading of a series that its agency publishes too.
 *  @param original  the agency's own id */
function standIn(id: string, original: string): FredSeries {
  const series = [...blsSeries, ...pmmsSeries].find((one) => one.id === original)
  if (!series) throw new TypeError(`no series is called ${original}`)
  return { ...series, id, standsInFor: original }
}

export const fredSeries: readonly SeriesWithTerms[] = [
  fromOwner(standIn('MORTGAGE30US', 'PMMS30')),
  fromOwner(standIn('MORTGAGE15US', 'PMMS15')),
  fromOwner({
    id: 'CSUSHPINSA',
    name: 'Case-Shiller home price index, United States',
    owner: 'S&P Dow Jones Indices LLC',
    unit: 'index',
    seasonalAdjustment: 'unadjusted',
    frequency: 'monthly',
    release: { after: 'months', months: 2, day: 31 },
    standsInFor: 'HPI-USA-NSA',
  }),
  fromAgency({ ...CONSTRUCTION, id: 'HOUST', name: 'Homes begun', lateReleases: LATE_STARTS }),
  fromAgency({ ...CONSTRUCTION, id: 'PERMIT', name: 'Permits for homes', lateReleases: LATE_PERMITS }),
  fromAgency({
    ...NEW_HOMES,
    id: 'HSN1F',
    name: 'New homes sold',
    unit: 'thousands',
    seasonalAdjustment: 'adjusted-annual-rate',
  }),
  fromAgency({
    ...NEW_HOMES,
    id: 'MSACSR',
    name: 'Months’ supply of new homes',
    unit: 'months',
    seasonalAdjustment: 'adjusted',
  }),
  fromAgency({
    ...CENSUS,
    id: 'MSPUS',
    name: 'Median price of a new home',
    unit: 'usd',
    seasonalAdjustment: 'unadjusted',
    frequency: 'quarterly',
    release: { after: 'months', months: 3, day: 28 },
    lateReleases: LATE_QUARTERS_OF_SALES,
  }),
  fromOwner({
    id: 'FIXHAI',
    name: 'Housing affordability index',
    owner: 'National Association of Realtors',
    unit: 'index',
    seasonalAdjustment: 'unadjusted',
    frequency: 'monthly',
    release: { after: 'months', months: 2, day: 31 },
  }),
  fromAgency(standIn('CPIAUCNS', 'CUUR0000SA0')),
  fromAgency(standIn('CPIAUCSL', 'CUSR0000SA0')),
  fromAgency(standIn('CPILFESL', 'CUSR0000SA0L1E')),
  fromAgency(standIn('CWUR0000SA0@FRED', 'CWUR0000SA0')),
  fromAgency(standIn('CUSR0000SAF11@FRED', 'CUSR0000SAF11')),
  fromAgency({
    id: 'GASREGW',
    name: 'Price of regular gas',
    owner: 'US Energy Information Administration',
    unit: 'usd-per-gallon',
    seasonalAdjustment: 'unadjusted',
    frequency: 'weekly',
    release: { after: 'days', days: 2 },
  }),
  fromAgency(standIn('UNRATE', 'LNS14000000')),
  fromAgency(standIn('PAYEMS', 'CES0000000001')),
  fromAgency(standIn('CES0500000008@FRED', 'CES0500000008')),
  fromAgency(standIn('JTSJOL', 'JTS000000000000000JOL')),
  fromAgency({
    id: 'ICSA',
    name: 'New claims for unemployment benefits',
    owner: 'US Employment and Training Administration',
    unit: 'persons',
    seasonalAdjustment: 'adjusted',
    frequency: 'weekly',
    release: { after: 'days', days: 5 },
    lateReleases: LATE_CLAIMS,
  }),
  fromAgency({
    ...FED,
    id: 'FEDFUNDS',
    name: 'Federal funds rate, mean of the month',
    unit: 'percent',
    seasonalAdjustment: 'unadjusted',
    frequency: 'monthly',
    release: { after: 'months', months: 1, day: 5 },
  }),
  fromAgency({ ...YIELD, id: 'DGS3MO', name: '3-month Treasury yield', standsInFor: 'BC_3MONTH' }),
  fromAgency({ ...YIELD, id: 'DGS2', name: '2-year Treasury yield', standsInFor: 'BC_2YEAR' }),
  fromAgency({ ...YIELD, id: 'DGS10', name: '10-year Treasury yield', standsInFor: 'BC_10YEAR' }),
  fromAgency({
    ...YIELD,
    id: 'T10Y2Y',
    name: '10-year less 2-year Treasury yield',
    owner: 'Federal Reserve Bank of St. Louis',
    unit: 'percentage-points',
  }),
  fromAgency({
    id: 'GDPC1',
    name: 'Gross domestic product in prices of 2017',
    owner: 'US Bureau of Economic Analysis',
    unit: 'usd-billions-2017',
    seasonalAdjustment: 'adjusted-annual-rate',
    frequency: 'quarterly',
    release: { after: 'months', months: 3, day: 31 },
    lateReleases: LATE_GDP,
  }),
  fromOwner({
    id: 'UMCSENT',
    name: 'Consumer sentiment',
    owner: 'University of Michigan',
    unit: 'index',
    seasonalAdjustment: 'unadjusted',
    frequency: 'monthly',
    release: { after: 'months', months: 1, day: 31 },
  }),
  fromAgency({
    ...CENSUS,
    id: 'RSXFS',
    name: 'Retail sales without food services',
    unit: 'usd-millions',
    seasonalAdjustment: 'adjusted',
    frequency: 'monthly',
    release: { after: 'months', months: 1, day: 18 },
    lateReleases: LATE_RETAIL,
  }),
  fromAgency({
    ...FED,
    id: 'INDPRO',
    name: 'Industrial production',
    unit: 'index',
    seasonalAdjustment: 'adjusted',
    frequency: 'monthly',
    release: { after: 'months', months: 1, day: 18 },
    lateReleases: LATE_PRODUCTION,
  }),
]
