import express from 'express'
import request from 'supertest'
import { describe, expect, it } from 'vitest'

import type { ChartContent } from '../../shared/edition-contract.ts'
import { AppError } from '../lib/errors.ts'
import { createLogger } from '../lib/logger.ts'
import { createErrorHandler } from '../http/error-response.ts'
import { createChartRouter } from './chart-routes.ts'
import { createPngRenderer } from './png-renderer.ts'

type FindChart = Parameters<typeof createChartRouter>[0]['findChart']

const CHART: ChartContent = {
  title: 'Mortgage rate',
  alt: [],
  unit: 'percent',
  points: [
    ['2026-11-12', 6.2],
    ['2026-11-19', 6.3],
  ],
  credit: 'Freddie Mac',
}
const renderPng = createPngRenderer()
const serve = (findChart: FindChart) =>
  request(
    express()
      .use(createChartRouter({ findChart, renderPng }))
      .use(createErrorHandler(createLogger('silent'))),
  )
const findHousing: FindChart = async (slotDate, section) =>
  slotDate === '2026-11-23' && section === 'housing'
    ? { chart: CHART, version: 'a1b2c3d4e5', isPublished: true }
    : undefined

describe('/newsletter/charts', () => {
  it('serves a PNG of 1072 x 536 pixels that other sites may embed, and answers 304 to its ETag', async () => {
    const http = serve(findHousing)
    const answer = await http
      .get('/newsletter/charts/2026-11-23/housing.png')
      .expect(200)
      .expect('Content-Type', 'image/png')
      .expect('Cross-Origin-Resource-Policy', 'cross-origin')
    const png = answer.body as Buffer
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1072, 536])
    await http
      .get('/newsletter/charts/2026-11-23/housing.png')
      .set('If-None-Match', String(answer.headers['etag']))
      .expect(304)
  })

  it.each([
    ['its version', '?v=a1b2c3d4e5', 'public, max-age=31536000, immutable'],
    ['no version', '', 'public, max-age=86400, stale-while-revalidate=604800'],
    ['another version', '?v=0000000000', 'public, max-age=86400, stale-while-revalidate=604800'],
    ['two versions', '?v=a1b2c3d4e5&v=2', 'public, max-age=86400, stale-while-revalidate=604800'],
  ])(
    'says how long a picture that went out may be cached under an address with %s',
    async (_, query, control) => {
      const { status, type, headers } = await serve(findHousing).get(
        `/newsletter/charts/2026-11-23/housing-dark.png${query}`,
      )
      expect([status, type, headers['cache-control']]).toEqual([200, 'image/png', control])
    },
  )

  it.each(['?v=a1b2c3d4e5', ''])(
    'lets nobody cache the picture of an edition that has not gone out: housing.png%s',
    async (query) => {
      const http = serve(async (...which) => {
        const found = await findHousing(...which)
        return found && { ...found, isPublished: false }
      })
      const { status, type, headers } = await http.get(`/newsletter/charts/2026-11-23/housing.png${query}`)
      expect([status, type, headers['cache-control']]).toEqual([200, 'image/png', 'no-store'])
    },
  )

  it.each([
    '2026-11-23/economy.png',
    '2026-11-16/housing.png',
    '2026-02-31/housing.png',
    '0000-01-01/housing.png',
    '2026-11-23/housing.svg',
    '2026-11-23/pets.png',
    'today/housing.png',
  ])('answers 404 for %s', async (file) => {
    const asked: string[] = []
    const http = serve(async (slotDate, section) => {
      asked.push(`${slotDate} ${section}`)
      return findHousing(slotDate, section)
    })
    await http
      .get(`/newsletter/charts/${file}`)
      .expect(404)
      .expect('Content-Type', /problem\+json/)
    expect(asked.filter((one) => !/^2026-11-\d\d (housing|economy)$/.test(one))).toEqual([])
  })

  it('passes on a database failure as 503', async () => {
    const http = serve(() => Promise.reject(new AppError('not-ready', 'The database does not answer.')))
    expect((await http.get('/newsletter/charts/2026-11-23/housing.png')).status).toBe(503)
  })
})
