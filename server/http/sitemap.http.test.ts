import express from 'express'
import request from 'supertest'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { createLogger } from '../lib/logger.ts'
import { createErrorHandler } from './error-response.ts'
import { createRootFilesRouter } from './root-files.ts'
import type { KnownAsset } from '../market/index.ts'
import { createSitemapRouter } from './sitemap.ts'

const siteUrl = 'https://lunchpail.test'
const ASKED_PER_MINUTE = 60
const STATIC = [
  'https://lunchpail.test/',
  'https://lunchpail.test/newsletter/archive',
  'https://lunchpail.test/newsletter/how-we-know',
  'https://lunchpail.test/newsletter/corrections',
  'https://lunchpail.test/stocks',
  'https://lunchpail.test/crypto',
  'https://lunchpail.test/privacy-policy',
  'https://lunchpail.test/terms-of-service',
  'https://lunchpail.test/disclaimers',
]

const asset = (ticker: string, parts: Partial<KnownAsset> = {}): KnownAsset => ({
  kind: 'stock',
  ticker,
  retrievedAt: '2026-11-20T21:05:00.000Z',
  ...parts,
})

function serve(
  listKnownAssets: () => Promise<readonly KnownAsset[]>,
  listEditions: () => Promise<readonly { date: string; changedAt: string }[]> = async () => [],
) {
  const logLines: string[] = []
  const logger = createLogger('info', { write: (line) => void logLines.push(line) })
  let nowMs = Date.parse('2026-11-20T21:10:00Z')
  const clock = { now: () => new Date(nowMs) }
  const app = express()
    .use(createRootFilesRouter({ operators: [], siteUrl }))
    .use(createSitemapRouter({ siteUrl, listKnownAssets, listEditions, clock, logger }))
    .use(createErrorHandler(logger))
  return { http: request(app), logLines, advance: (ms: number) => void (nowMs += ms) }
}

const ENTRY = /<url><loc>([^<>&"']+)<\/loc>(?:<lastmod>([^<>&"']+)<\/lastmod>)?<\/url>/g
const WELL_FORMED = new RegExp(
  String.raw`^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http://www\.sitemaps\.org/schemas/sitemap/0\.9">\n(${ENTRY.source}\n)+</urlset>\n$`,
)

interface Entry {
  loc: string
  lastmod?: string
}

async function readEntries(http: ReturnType<typeof request>): Promise<Entry[]> {
  const { text } = await http
    .get('/sitemap.xml')
    .expect(200)
    .expect('Content-Type', /^application\/xml/)
  expect(text).toMatch(WELL_FORMED)
  return Array.from(text.matchAll(ENTRY), ([, loc = '', lastmod]) => ({
    loc,
    ...(lastmod === undefined ? {} : { lastmod }),
  }))
}

describe('/sitemap.xml', () => {
  it('lists the pages and the assets, each at its own address with its time', async () => {
    const assets = [asset('AAPL'), asset('BTC', { kind: 'crypto' }), asset('^GSPC'), asset('A&B<C')]
    const entries = await readEntries(serve(async () => assets).http)
    expect(entries.map(({ loc }) => loc)).toEqual([
      ...STATIC,
      'https://lunchpail.test/stocks/AAPL',
      'https://lunchpail.test/crypto/BTC',
      'https://lunchpail.test/stocks/%5EGSPC',
      'https://lunchpail.test/stocks/A%26B%3CC',
    ])
    expect(entries[9]?.lastmod).toBe('2026-11-20T21:05:00.000Z')
    expect(entries[0]?.lastmod).toBeUndefined()
  })

  it('lists an asset once, and at most 5,000 of them', async () => {
    const many = Array.from({ length: 6_000 }, (_, index) => asset(`T${index}`))
    expect((await readEntries(serve(async () => many).http)).length).toBe(5_009)
    expect((await readEntries(serve(async () => [asset('AAPL'), asset('AAPL')]).http)).length).toBe(10)
  })

  it('is made once in ten minutes, even for a crowd', async () => {
    let reads = 0
    const { http, advance } = serve(async () => {
      reads += 1
      return [asset('AAPL')]
    })
    await Promise.all([readEntries(http), readEntries(http), readEntries(http)])
    advance(599_000)
    await readEntries(http)
    expect(reads).toBe(1)
    advance(2_000)
    await readEntries(http)
    expect(reads).toBe(2)
  })

  it('is sent to one client at most sixty times a minute', async () => {
    // A busy machine may take longer than the one minute that the limit covers.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { http } = serve(async () => [])
    for (let count = 0; count < ASKED_PER_MINUTE; count++) await http.get('/sitemap.xml').expect(200)
    expect((await http.get('/sitemap.xml')).status).toBe(429)
  })

  it('keeps the pages if the assets cannot be listed, logs that, and soon tries again', async () => {
    let isDown = true
    const { http, advance, logLines } = serve(async () => {
      if (isDown) throw new Error('no database')
      return [asset('AAPL')]
    })
    expect((await readEntries(http)).map(({ loc }) => loc)).toEqual(STATIC)
    expect(logLines.join('')).toContain('no database')
    isDown = false
    expect((await readEntries(http)).length).toBe(9)
    advance(61_000)
    expect((await readEntries(http)).length).toBe(10)
  })

  it('lists the editions, with the time of their last change', async () => {
    const editions = [
      { date: '2025-02-03', changedAt: '2025-02-04T15:00:00.000Z' },
      { date: '2025-01-27', changedAt: '2025-01-27T14:00:00.000Z' },
    ]
    const entries = await readEntries(
      serve(
        async () => [asset('AAPL')],
        async () => editions,
      ).http,
    )
    expect(entries.slice(STATIC.length)).toEqual([
      { loc: 'https://lunchpail.test/newsletter/archive/2025-02-03', lastmod: '2025-02-04T15:00:00.000Z' },
      { loc: 'https://lunchpail.test/newsletter/archive/2025-01-27', lastmod: '2025-01-27T14:00:00.000Z' },
      { loc: 'https://lunchpail.test/stocks/AAPL', lastmod: '2026-11-20T21:05:00.000Z' },
    ])
  })

  it('keeps the assets if the editions cannot be listed, and soon tries again', async () => {
    let isDown = true
    const { http, advance } = serve(
      async () => [asset('AAPL')],
      async () => {
        if (isDown) throw new Error('no database')
        return [{ date: '2025-02-03', changedAt: '2025-02-03T14:00:00.000Z' }]
      },
    )
    expect((await readEntries(http)).length).toBe(10)
    isDown = false
    advance(61_000)
    expect((await readEntries(http)).length).toBe(11)
  })

  it('is answered with 304 to those who have it', async () => {
    const { http } = serve(async () => [])
    const first = await http.get('/sitemap.xml').expect('Cache-Control', 'public, max-age=600')
    const again = await http.get('/sitemap.xml').set('If-None-Match', String(first.headers['etag']))
    expect(again.status).toBe(304)
  })
})

describe('/robots.txt', () => {
  it('allows the pages, names the sitemap, and disallows the rest', async () => {
    const { http } = serve(async () => [])
    const { text } = await http
      .get('/robots.txt')
      .expect(200)
      .expect('Content-Type', /^text\/plain/)
    expect(text).toBe(
      'User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /prod/\nDisallow: /unsubscribe\nDisallow: /confirm\nDisallow: /sign-up\nDisallow: /review\n\n' +
        'Sitemap: https://lunchpail.test/sitemap.xml\n',
    )
  })
})

describe('/favicon.ico', () => {
  it('is an icon for pages that name none', async () => {
    const { http } = serve(async () => [])
    const { body, headers } = await http
      .get('/favicon.ico')
      .expect(200)
      .expect('Content-Type', 'image/vnd.microsoft.icon')
    expect(headers['cache-control']).toBe('public, max-age=86400')
    // The kind of file, and how many sizes it has.
    expect([...(body as Buffer).subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0])
  })
})
