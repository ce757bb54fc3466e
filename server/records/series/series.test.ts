import { describe, expect, it } from 'vitest'

import { fredSeries } from './series-fred.ts'
import type { SeriesDefinition } from './series-observation.ts'
import { allSeries, getSeries, listStandIns } from './series.ts'
import { seriesSources } from './sources.ts'

describe('the catalogue of series', () => {
  it('has every id once', () => {
    const ids = allSeries.map(({ id }) => id)
    expect(ids.length).toBe(new Set(ids).size)
  })

  it('gives every series a source that reads it', () => {
    expect(new Set(allSeries.map(({ source }) => source))).toEqual(new Set(seriesSources.map(({ id }) => id)))
  })

  it('allows as stand-ins only series with the same unit, adjustment and frequency', () => {
    for (const { standsInFor, unit, frequency, seasonalAdjustment } of allSeries) {
      if (standsInFor === undefined) continue
      expect(getSeries(standsInFor)).toMatchObject({ unit, frequency, seasonalAdjustment })
    }
  })

  it('republishes no series that belongs to a private owner', () => {
    const termsOf = ({ id, source }: SeriesDefinition) =>
      fredSeries.find((series) => series.id === id) ?? seriesSources.find((one) => one.id === source)
    const owners = allSeries.filter((series) => !termsOf(series)?.republishable).map(({ owner }) => owner)
    expect([...new Set(owners)].sort()).toEqual([
      'Freddie Mac',
      'National Association of Realtors',
      'S&P Dow Jones Indices LLC',
      'University of Michigan',
      'Zillow',
    ])
  })

  it('maps stand-ins with the Bureau’s own codes to FRED’s pages', () => {
    expect(listStandIns('CWUR0000SA0')).toMatchObject([
      { id: 'CWUR0000SA0@FRED', url: 'https://fred.stlouisfed.org/series/CWUR0000SA0' },
    ])
  })

  it('throws for an unknown id', () => {
    expect(() => getSeries('MOON')).toThrow('no series is called MOON')
  })
})
