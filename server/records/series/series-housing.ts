import type { SeriesDefinition } from './series-observation.ts'

function definePmms(id: string, name: string): SeriesDefinition {
  return {
    id,
    name,
    owner: 'Freddie Mac',
    unit: 'percent',
    seasonalAdjustment: 'unadjusted',
    frequency: 'weekly',
    source: 'pmms',
    url: 'https://www.freddiemac.com/pmms',
    release: { after: 'days', days: 0 },
  }
}

export const pmmsSeries: readonly SeriesDefinition[] = [
  definePmms('PMMS30', '30-year fixed mortgage rate'),
  definePmms('PMMS15', '15-year fixed mortgage rate'),
]

/** The nation and the nine census divisions, by the file's place_id. */
const FHFA_PLACES: readonly (readonly [placeId: string, name: string])[] = [
  ['USA', 'United States'],
  ['DV_ENC', 'East North Central'],
  ['DV_ESC', 'East South Central'],
  ['DV_MA', 'Middle Atlantic'],
  ['DV_MT', 'Mountain'],
  ['DV_NE', 'New England'],
  ['DV_PAC', 'Pacific'],
  ['DV_SA', 'South Atlantic'],
  ['DV_WNC', 'West North Central'],
  ['DV_WSC', 'West South Central'],
]

function defineFhfa(
  placeId: string,
  place: string,
  seasonalAdjustment: 'adjusted' | 'unadjusted',
): SeriesDefinition {
  return {
    id: `HPI-${placeId}-${seasonalAdjustment === 'adjusted' ? 'SA' : 'NSA'}`,
    name: `House price index, purchases, ${place}`,
    owner: 'Federal Housing Finance Agency',
    unit: 'index',
    seasonalAdjustment,
    frequency: 'monthly',
    source: 'fhfa',
    url: 'https://www.fhfa.gov/data/hpi',
    release: { after: 'months', months: 2, day: 31 },
  }
}

export const fhfaSeries: readonly SeriesDefinition[] = FHFA_PLACES.flatMap(([placeId, place]) => [
  defineFhfa(placeId, place, 'adjusted'),
  defineFhfa(placeId, place, 'unadjusted'),
])

function defineZillow(
  series: Pick<SeriesDefinition, 'id' | 'name' | 'seasonalAdjustment'>,
): SeriesDefinition {
  return {
    ...series,
    owner: 'Zillow',
    unit: 'usd',
    frequency: 'monthly',
    source: 'zillow',
    url: 'https://www.zillow.com/research/data/',
    release: { after: 'months', months: 1, day: 20 },
  }
}

/** Of the nation; their ids end in its RegionID. */
export const zillowSeries: readonly SeriesDefinition[] = [
  defineZillow({
    id: 'ZHVI-102001',
    name: 'Typical home value, United States',
    seasonalAdjustment: 'adjusted',
  }),
  defineZillow({
    id: 'ZORI-102001',
    name: 'Typical rent, United States',
    seasonalAdjustment: 'unadjusted',
  }),
]

function defineTreasury(id: string, name: string): SeriesDefinition {
  return {
    id,
    name,
    owner: 'US Department of the Treasury',
    unit: 'percent',
    seasonalAdjustment: 'unadjusted',
    frequency: 'daily',
    source: 'treasury',
    url: 'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/TextView?type=daily_treasury_yield_curve',
    release: { after: 'days', days: 0 },
  }
}

export const treasurySeries: readonly SeriesDefinition[] = [
  defineTreasury('BC_3MONTH', '3-month Treasury yield'),
  defineTreasury('BC_2YEAR', '2-year Treasury yield'),
  defineTreasury('BC_10YEAR', '10-year Treasury yield'),
]
