import { LATE_EMPLOYMENT, LATE_OPENINGS, LATE_PRICES } from './late-releases.ts'
import type { SeriesDefinition } from './series-observation.ts'

const CONSUMER_PRICES = {
  owner: 'US Bureau of Labor Statistics',
  unit: 'index',
  release: { after: 'months', months: 1, day: 15 },
  lateReleases: LATE_PRICES,
} as const

const EMPLOYMENT_SITUATION = {
  owner: 'US Bureau of Labor Statistics',
  seasonalAdjustment: 'adjusted',
  release: { after: 'months', months: 1, friday: 2 },
  lateReleases: LATE_EMPLOYMENT,
} as const

function define(series: Omit<SeriesDefinition, 'frequency' | 'source' | 'url'>): SeriesDefinition {
  return {
    ...series,
    frequency: 'monthly',
    source: 'bls',
    url: `https://data.bls.gov/timeseries/${series.id}`,
  }
}

export const blsSeries: readonly SeriesDefinition[] = [
  define({
    ...CONSUMER_PRICES,
    id: 'CUUR0000SA0',
    name: 'Consumer prices, all items',
    seasonalAdjustment: 'unadjusted',
  }),
  define({
    ...CONSUMER_PRICES,
    id: 'CUUR0000SA0L1E',
    name: 'Consumer prices without food and energy',
    seasonalAdjustment: 'unadjusted',
  }),
  define({
    ...CONSUMER_PRICES,
    id: 'CUSR0000SA0',
    name: 'Consumer prices, all items, seasonally adjusted',
    seasonalAdjustment: 'adjusted',
  }),
  define({
    ...CONSUMER_PRICES,
    id: 'CUSR0000SA0L1E',
    name: 'Consumer prices without food and energy, seasonally adjusted',
    seasonalAdjustment: 'adjusted',
  }),
  define({
    ...CONSUMER_PRICES,
    id: 'CWUR0000SA0',
    name: 'Consumer prices of wage earners and clerical workers',
    seasonalAdjustment: 'unadjusted',
  }),
  define({
    ...CONSUMER_PRICES,
    id: 'CUSR0000SAF11',
    name: 'Consumer prices of food at home, seasonally adjusted',
    seasonalAdjustment: 'adjusted',
  }),
  define({ ...EMPLOYMENT_SITUATION, id: 'LNS14000000', name: 'Unemployment rate', unit: 'percent' }),
  define({
    ...EMPLOYMENT_SITUATION,
    id: 'CES0000000001',
    name: 'Jobs outside farming',
    unit: 'thousands',
  }),
  define({
    ...EMPLOYMENT_SITUATION,
    id: 'CES0500000008',
    name: 'Hourly earnings of production and nonsupervisory workers',
    unit: 'usd-per-hour',
  }),
  define({
    id: 'JTS000000000000000JOL',
    name: 'Job openings',
    owner: 'US Bureau of Labor Statistics',
    unit: 'thousands',
    seasonalAdjustment: 'adjusted',
    release: { after: 'months', months: 2, day: 17 },
    lateReleases: LATE_OPENINGS,
  }),
]
