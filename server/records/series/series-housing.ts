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

/** The nation and its ten largest metropolitan areas, by the files' RegionID. */
const ZILLOW_REGIONS: readonly (readonly [regionId: string, name: string])[] = [
  ['102001', 'United States'],
  ['394913', 'New York, NY'],
  ['753899', 'Los Angeles, CA'],
  ['394463', 'Chicago, IL'],
  ['394514', 'Dallas, TX'],
  ['394692', 'Houston, TX'],
  ['395209', 'Washington, DC'],
  ['394974', 'Philadelphia, PA'],
  ['394856', 'Miami, FL'],
  ['394347', 'Atlanta, GA'],
  ['394404', 'Boston, MA'],
]

function defineZillow(regionId: string, region: string, kind: 'ZHVI' | 'ZORI'): SeriesDefinition {
  const isValue = kind === 'ZHVI'
  return {
    id: `${kind}-${regionId}`,
    name: isValue ? `Typical home value, ${region}` : `Typical rent, ${region}`,
    owner: 'Zillow',
    unit: 'usd',
    seasonalAdjustment: isValue ? 'adjusted' : 'unadjusted',
    frequency: 'monthly',
    source: 'zillow',
    url: 'https://www.zillow.com/research/data/',
    release: { after: 'months', months: 1, day: 20 },
  }
}

export const zillowSeries: readonly SeriesDefinition[] = ZILLOW_REGIONS.flatMap(([regionId, region]) => [
  defineZillow(regionId, region, 'ZHVI'),
  defineZillow(regionId, region, 'ZORI'),
])

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
