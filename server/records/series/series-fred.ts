import type { SeriesDefinition } from './series-observation.ts'

/** FRED's code for a series. Some are the Bureau's own codes; their ids end in '@FRED' to tell them from the Bureau's
 *  reading. */
export function fredCodeOf(id: string): string {
  return id.replace(/@FRED$/, '')
}

type FredSeries = Omit<SeriesDefinition, 'source' | 'url' | 'licence' | 'republishable'>

/** Figures of a federal agency, in the public domain. */
function fromAgency(series: FredSeries): SeriesDefinition {
  return define(series, {
    licence: `Public domain, by way of FRED: ${series.owner} to be cited; not for training models.`,
    republishable: true,
  })
}

function fromOwner(series: FredSeries): SeriesDefinition {
  return define(series, {
    licence: `Copyright ${series.owner}, by way of FRED: single figures with credit; not for training models.`,
    republishable: false,
  })
}

function define(
  series: FredSeries,
  terms: Pick<SeriesDefinition, 'licence' | 'republishable'>,
): SeriesDefinition {
  return {
    ...series,
    ...terms,
    source: 'fred',
    url: `https://fred.stlouisfed.org/series/${fredCodeOf(series.id)}`,
  }
}

const BLS = { owner: 'US Bureau of Labor Statistics', frequency: 'monthly' } as const
const CPI = {
  ...BLS,
  unit: 'index',
  release: { after: 'months', months: 1, day: 15 },
  releaseNote: 'Out between the 10th and the 15th of the month after; counted from the 15th.',
} as const
const JOBS = {
  ...BLS,
  seasonalAdjustment: 'adjusted',
  release: { after: 'months', months: 1, friday: 2 },
  releaseNote: 'Out on the first or second Friday of the month after; counted from the second.',
} as const
const CENSUS = { owner: 'US Census Bureau' } as const
const CONSTRUCTION = {
  ...CENSUS,
  unit: 'thousands',
  seasonalAdjustment: 'adjusted-annual-rate',
  frequency: 'monthly',
  release: { after: 'months', months: 1, day: 21 },
  releaseNote: 'Out between the 16th and the 20th of the month after; counted from the 21st.',
} as const
const NEW_HOMES = {
  ...CENSUS,
  frequency: 'monthly',
  release: { after: 'months', months: 1, day: 28 },
  releaseNote: 'Out between the 23rd and the 28th of the month after; counted from the 28th.',
} as const
const FED = { owner: 'Board of Governors of the Federal Reserve System' } as const
const YIELD = {
  ...FED,
  unit: 'percent',
  seasonalAdjustment: 'unadjusted',
  frequency: 'daily',
  release: { after: 'business-days', days: 1 },
  releaseNote: 'At FRED on the next business day.',
} as const
const FREDDIE_MAC = {
  owner: 'Freddie Mac',
  unit: 'percent',
  seasonalAdjustment: 'unadjusted',
  frequency: 'weekly',
  release: { after: 'days', days: 0 },
  releaseNote: 'Out on Thursdays at noon, in holiday weeks on Wednesdays: the day it is dated.',
} as const

export const fredSeries: readonly SeriesDefinition[] = [
  fromOwner({
    ...FREDDIE_MAC,
    id: 'MORTGAGE30US',
    name: '30-year fixed mortgage rate',
    standsInFor: 'PMMS30',
  }),
  fromOwner({
    ...FREDDIE_MAC,
    id: 'MORTGAGE15US',
    name: '15-year fixed mortgage rate',
    standsInFor: 'PMMS15',
  }),
  fromOwner({
    id: 'CSUSHPINSA',
    name: 'Case-Shiller home price index, United States',
    owner: 'S&P Dow Jones Indices LLC',
    unit: 'index',
    seasonalAdjustment: 'unadjusted',
    frequency: 'monthly',
    release: { after: 'months', months: 2, day: 31 },
    releaseNote: 'Out on the last Tuesday of the second month after; counted from that month’s last day.',
    standsInFor: 'HPI-USA-NSA',
  }),
  fromAgency({ ...CONSTRUCTION, id: 'HOUST', name: 'Homes begun' }),
  fromAgency({ ...CONSTRUCTION, id: 'PERMIT', name: 'Permits for homes' }),
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
    releaseNote: 'Out with the sales of the quarter’s last month; counted from the 28th of the month after.',
  }),
  fromOwner({
    id: 'FIXHAI',
    name: 'Housing affordability index',
    owner: 'National Association of Realtors',
    unit: 'index',
    seasonalAdjustment: 'unadjusted',
    frequency: 'monthly',
    release: { after: 'months', months: 2, day: 31 },
    releaseNote: 'Out in the second month after; counted from its last day.',
  }),
  fromAgency({
    ...CPI,
    id: 'CPIAUCNS',
    name: 'Consumer prices, all items',
    seasonalAdjustment: 'unadjusted',
    standsInFor: 'CUUR0000SA0',
  }),
  fromAgency({
    ...CPI,
    id: 'CPIAUCSL',
    name: 'Consumer prices, all items, seasonally adjusted',
    seasonalAdjustment: 'adjusted',
    standsInFor: 'CUSR0000SA0',
  }),
  fromAgency({
    ...CPI,
    id: 'CPILFESL',
    name: 'Consumer prices without food and energy, seasonally adjusted',
    seasonalAdjustment: 'adjusted',
    standsInFor: 'CUSR0000SA0L1E',
  }),
  fromAgency({
    ...CPI,
    id: 'CWUR0000SA0@FRED',
    name: 'Consumer prices of wage earners and clerical workers',
    seasonalAdjustment: 'unadjusted',
    standsInFor: 'CWUR0000SA0',
  }),
  fromAgency({
    ...CPI,
    id: 'CUSR0000SAF11@FRED',
    name: 'Consumer prices of food at home, seasonally adjusted',
    seasonalAdjustment: 'adjusted',
    standsInFor: 'CUSR0000SAF11',
  }),
  fromAgency({
    id: 'GASREGW',
    name: 'Price of regular gas',
    owner: 'US Energy Information Administration',
    unit: 'usd-per-gallon',
    seasonalAdjustment: 'unadjusted',
    frequency: 'weekly',
    release: { after: 'days', days: 2 },
    releaseNote: 'Of Monday, out on Tuesday, after a holiday on Wednesday; counted from Wednesday.',
  }),
  fromAgency({
    ...JOBS,
    id: 'UNRATE',
    name: 'Unemployment rate',
    unit: 'percent',
    standsInFor: 'LNS14000000',
  }),
  fromAgency({
    ...JOBS,
    id: 'PAYEMS',
    name: 'Jobs outside farming',
    unit: 'thousands',
    standsInFor: 'CES0000000001',
  }),
  fromAgency({
    ...JOBS,
    id: 'CES0500000008@FRED',
    name: 'Hourly earnings of production and nonsupervisory workers',
    unit: 'usd-per-hour',
    standsInFor: 'CES0500000008',
  }),
  fromAgency({
    ...BLS,
    id: 'JTSJOL',
    name: 'Job openings',
    unit: 'thousands',
    seasonalAdjustment: 'adjusted',
    release: { after: 'months', months: 2, day: 17 },
    releaseNote: 'Out in the first weeks of the second month after; counted from the 17th.',
    standsInFor: 'JTS000000000000000JOL',
  }),
  fromAgency({
    id: 'ICSA',
    name: 'New claims for unemployment benefits',
    owner: 'US Employment and Training Administration',
    unit: 'persons',
    seasonalAdjustment: 'adjusted',
    frequency: 'weekly',
    release: { after: 'days', days: 5 },
    releaseNote:
      'Dated the Saturday that ends the week; out on the Thursday after, in holiday weeks a day before.',
  }),
  fromAgency({
    ...FED,
    id: 'FEDFUNDS',
    name: 'Federal funds rate, mean of the month',
    unit: 'percent',
    seasonalAdjustment: 'unadjusted',
    frequency: 'monthly',
    release: { after: 'months', months: 1, day: 5 },
    releaseNote: 'Out on the first business days of the month after; counted from the 5th.',
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
    releaseNote:
      'First estimate out in the last days of the month after the quarter; counted from its last day.',
  }),
  fromOwner({
    id: 'UMCSENT',
    name: 'Consumer sentiment',
    owner: 'University of Michigan',
    unit: 'index',
    seasonalAdjustment: 'unadjusted',
    frequency: 'monthly',
    release: { after: 'months', months: 1, day: 31 },
    releaseNote:
      'FRED shows it a month late, as its owner asks; counted from the last day of the month after.',
  }),
  fromAgency({
    ...CENSUS,
    id: 'RSXFS',
    name: 'Retail sales without food services',
    unit: 'usd-millions',
    seasonalAdjustment: 'adjusted',
    frequency: 'monthly',
    release: { after: 'months', months: 1, day: 18 },
    releaseNote: 'Out between the 13th and the 17th of the month after; counted from the 18th.',
  }),
  fromAgency({
    ...FED,
    id: 'INDPRO',
    name: 'Industrial production',
    unit: 'index',
    seasonalAdjustment: 'adjusted',
    frequency: 'monthly',
    release: { after: 'months', months: 1, day: 18 },
    releaseNote: 'Out between the 14th and the 18th of the month after; counted from the 18th.',
  }),
]
