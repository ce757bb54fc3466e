import { describe, expect, it } from 'vitest'

import { allSeries, getSeries, listStandIns } from './series.ts'
import { seriesSources } from './sources.ts'

describe('the catalogue of series', () => {
  it('has every id once', () => {
    const ids = allSeries.map(({ id }) => id)
    expect(ids.length).toBe(new Set(ids).size)
  })

  it('names for every series a source that reads it', () => {
    expect(new Set(allSeries.map(({ source }) => source))).toEqual(new Set(seriesSources.map(({ id }) => id)))
  })

  it('lets stand in only what measures the same: unit, adjustment and frequency', () => {
    for (const { standsInFor, unit, frequency, seasonalAdjustment } of allSeries) {
      if (standsInFor === undefined) continue
      expect(getSeries(standsInFor)).toMatchObject({ unit, frequency, seasonalAdjustment })
    }
  })

  it('lets nothing leave the site whole that belongs to somebody', () => {
    const owners = allSeries.filter(({ republishable }) => !republishable).map(({ owner }) => owner)
    expect([...new Set(owners)].sort()).toEqual([
      'Freddie Mac',
      'National Association of Realtors',
      'S&P Dow Jones Indices LLC',
      'University of Michigan',
      'Zillow',
    ])
  })

  it('asks FRED for the Bureau’s own codes where they are the same', () => {
    expect(listStandIns('CWUR0000SA0')).toMatchObject([
      { id: 'CWUR0000SA0@FRED', url: 'https://fred.stlouisfed.org/series/CWUR0000SA0' },
    ])
  })

  it('refuses a name that it does not have', () => {
    expect(() => getSeries('MOON')).toThrow('no series is called MOON')
  })
})
