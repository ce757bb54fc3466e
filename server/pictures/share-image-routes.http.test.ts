import express from 'express'
import request from 'supertest'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { AppError, InvalidInputError, SourceError } from '../lib/errors.ts'
import { createLogger } from '../lib/logger.ts'
import type { Market } from '../market/index.ts'
import { createErrorHandler } from '../http/error-response.ts'
import { createPngRenderer, type RenderPng } from './png-renderer.ts'
import { createShareImageRouter } from './share-image-routes.ts'
import { stockAnswer } from '../../shared/testing/stock-answer.ts'

type GetStock = Market['getStock']

const site = { name: 'Lunchpail', url: 'https://lunchpail.test' }
const PNG_SIGNATURE = '89504e470d0a1a0a'

/** @param renderPng  default the real one */
function serve(getStock: GetStock, renderPng: RenderPng = createPngRenderer()) {
  return request(
    express()
      .use('/share-image', createShareImageRouter({ market: { getStock }, archive, site, renderPng }))
      .use(createErrorHandler(createLogger('silent'))),
  )
}

const notAsked: GetStock = async () => {
  throw new Error('the market was asked')
}

const archive = {
  getPublishedEdition: (date: string) =>
    date === '2025-11-24'
      ? Promise.resolve({ subject: 'A “sale” was a gift' })
      : Promise.reject(new AppError('not-found', `No edition of ${date} went out.`)),
}

/** A fake renderer that records what it draws. */
function countedRenderer() {
  const drawn: string[] = []
  const draw: RenderPng = async (svg) => {
    drawn.push(svg)
    return Buffer.from('a picture')
  }
  return { drawn, renderPng: createPngRenderer(draw) }
}

describe('/share-image', () => {
  it('serves a PNG of 1200 x 630 pixels that other sites may embed', async () => {
    const asked: unknown[] = []
    const http = serve(async (query) => {
      asked.push(query)
      return stockAnswer()
    })
    const answer = await http
      .get('/share-image/stocks/acme.png')
      .expect(200)
      .expect('Content-Type', 'image/png')
    const png = answer.body as Buffer
    expect(png.subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE)
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect(png.length).toBeLessThan(150_000)
    expect(asked).toEqual([{ ticker: 'acme', kind: 'stock', range: '1Y' }])
    expect(answer.headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=900, stale-while-revalidate=86400',
    })
    expect(answer.headers['ratelimit-policy']).toContain('q=120')
  })

  it('serves a picture of the site itself', async () => {
    const answer = await serve(notAsked).get('/share-image/site.png').expect(200)
    expect((answer.body as Buffer).readUInt32BE(16)).toBe(1200)
    expect(answer.headers['cache-control']).toBe('public, max-age=86400')
  })

  it('draws the coin on /crypto, and accepts a ticker with dots', async () => {
    const asked: string[] = []
    const http = serve(async ({ kind, ticker }) => {
      asked.push(`${kind} ${ticker}`)
      return stockAnswer()
    }, countedRenderer().renderPng)
    await http.get('/share-image/crypto/BTC.png').expect(200)
    await http.get('/share-image/stocks/BRK.B.png').expect(200)
    await http.get('/share-image/stocks/%5EGSPC.png').expect(200)
    expect(asked).toEqual(['crypto BTC', 'stock BRK.B', 'stock ^GSPC'])
  })

  it('draws once for a crowd, and not for clients that have the picture', async () => {
    const { drawn, renderPng } = countedRenderer()
    const http = serve(async () => stockAnswer(), renderPng)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => http.get('/share-image/stocks/ACME.png')),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(drawn.length).toBe(1)
    const etag = String(answers[0]?.headers['etag'])
    const again = await http.get('/share-image/stocks/ACME.png').set('If-None-Match', etag)
    expect([again.status, again.headers['etag']]).toEqual([304, etag])
    const elsewhere = serve(async () => stockAnswer(), renderPng)
    await elsewhere.get('/share-image/stocks/ACME.png').set('If-None-Match', etag).expect(304)
    expect(drawn.length).toBe(1)
  })

  it('draws again when the data has changed', async () => {
    const { drawn, renderPng } = countedRenderer()
    let price = 125
    const http = serve(async () => stockAnswer({ prices: [100, 90, price] }), renderPng)
    const first = await http.get('/share-image/stocks/ACME.png').expect(200)
    price = 126
    const second = await http
      .get('/share-image/stocks/ACME.png')
      .set('If-None-Match', String(first.headers['etag']))
      .expect(200)
    expect(second.headers['etag']).not.toBe(first.headers['etag'])
    expect(drawn.length).toBe(2)
  })

  it.each([{ sample: true }, { stale: true }, { profileAvailable: false }])(
    'is cacheable only briefly for %j',
    async (meta) => {
      const http = serve(async () => stockAnswer({ meta }), countedRenderer().renderPng)
      const { headers } = await http.get('/share-image/stocks/ACME.png')
      expect(headers['cache-control']).toBe('public, max-age=60')
    },
  )

  it('answers HEAD with the length only', async () => {
    const http = serve(async () => stockAnswer(), countedRenderer().renderPng)
    const head = await http.head('/share-image/stocks/ACME.png').expect(200)
    expect([head.headers['content-length'], head.text]).toEqual(['9', undefined])
  })

  it.each([
    [new InvalidInputError('no ticker', { code: 'invalid-ticker' }), 400, 'invalid-ticker'],
    [new AppError('unknown-ticker', 'unknown'), 404, 'unknown-ticker'],
    [new SourceError('Yahoo Finance', 'down', { retryAfterSeconds: 30 }), 503, 'source-unavailable'],
  ])('passes on the failure %s', async (error, status, code) => {
    const answer = await serve(async () => {
      throw error
    }).get('/share-image/stocks/ACME.png')
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
      'no-store',
    ])
    expect(answer.body).toMatchObject({ code })
  })

  it.each([
    '/share-image',
    '/share-image/stocks',
    '/share-image/stocks/ACME',
    '/share-image/stocks/ACME.svg',
    '/share-image/funds/ACME.png',
    '/share-image/stocks/A/B.png',
  ])('answers 404 at %s', async (path) => {
    const answer = await serve(async () => stockAnswer())
      .get(path)
      .expect(404)
    expect(answer.body).toMatchObject({ code: 'not-found' })
  })

  it('rejects a malformed URL', async () => {
    const http = serve(async () => stockAnswer())
    expect((await http.get('/share-image/stocks/%E0%A4%A.png')).status).toBe(400)
  })

  it('sets no ETag for a picture that could not be drawn', async () => {
    const http = serve(
      async () => stockAnswer(),
      async () => {
        throw new Error('no thread')
      },
    )
    const answer = await http.get('/share-image/stocks/ACME.png').expect(500)
    const fresh = serve(async () => stockAnswer(), countedRenderer().renderPng)
    const { headers } = await fresh.get('/share-image/stocks/ACME.png').expect(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['etag']).not.toBe(headers['etag'])
  })

  it('limits the requests of one client per minute', async () => {
    // A busy machine may take longer than the one minute that the limit covers.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const http = serve(async () => stockAnswer(), countedRenderer().renderPng)
    const statuses: number[] = []
    for (let count = 0; count < 121; count++) {
      statuses.push((await http.get('/share-image/stocks/ACME.png')).status)
    }
    expect([statuses[119], statuses[120]]).toEqual([200, 429])
  })
})

describe('/share-image/editions', () => {
  it('draws the headline of a published edition', async () => {
    const { drawn, renderPng } = countedRenderer()
    const server = serve(notAsked, renderPng)
    const { status, type } = await server.get('/share-image/editions/2025-11-24.png')
    expect([status, type, drawn.length]).toEqual([200, 'image/png', 1])
    expect(drawn[0]).toContain('A “sale” was a gift')
  })

  it.each(['/share-image/editions/2025-11-17.png', '/share-image/editions/2025-11-24'])(
    'answers 404 at %s',
    async (path) => {
      expect((await serve(notAsked).get(path)).status).toBe(404)
    },
  )
})
