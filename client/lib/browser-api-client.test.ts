import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { browserApiClient } from './browser-api-client.ts'

let reply: () => Response
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(reply()))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const meta = {
  kind: 'stock',
  source: { name: 'Yahoo Finance', url: 'https://finance.yahoo.com/quote/ACME' },
  asOf: '2026-11-20T21:00:01.000Z',
  retrievedAt: '2026-11-20T21:15:00.000Z',
  delayed: true,
  stale: false,
  sample: false,
  republishable: false,
}
const stock = {
  ticker: 'ACME',
  dates: ['2026-11-19', '2026-11-20'],
  prices: [10, 11],
  info: { 'Company Name': 'Acme Inc.', Ticker: 'ACME' },
  meta: { ...meta, range: '1Y', profileAvailable: true, suspectDays: [], coversRange: true },
}
const ask = () => browserApiClient.getStock({ kind: 'stock', ticker: 'ACME', range: '1Y' })

describe('an answer with status 200', () => {
  it('is data if it fulfills its contract', async () => {
    reply = () => Response.json(stock)
    expect(await ask()).toEqual({ ok: true, data: stock })
  })

  it.each([
    ['nothing', null],
    ['a list', []],
    ['a word', 'hello'],
    ['another object', { hello: 'there' }],
    ['prices that are texts', { ...stock, prices: ['10', '11'] }],
    ['prices that are no list', { ...stock, prices: { 0: 10 } }],
    ['no meta', { ...stock, meta: undefined }],
    ['no info', { ...stock, info: null }],
    ['days that are none', { ...stock, dates: ['yesterday', 'today'] }],
  ])('is a failure of the source when it is %s', async (_name, body) => {
    reply = () => Response.json(body)
    expect(await ask()).toMatchObject({ ok: false, status: 503, code: 'source-failed' })
  })

  it('is a failure of the source when it is a page', async () => {
    reply = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
    expect(await ask()).toMatchObject({ ok: false, status: 503, code: 'source-unavailable' })
  })

  it('is checked for every other request too', async () => {
    reply = () => Response.json({ stats: [], related: {}, results: null, editions: 1 })
    const asset = { kind: 'stock', ticker: 'ACME' } as const
    const answers = await Promise.all([
      browserApiClient.getStats(asset),
      browserApiClient.getRelated(asset),
      browserApiClient.getTrades(asset),
      browserApiClient.searchAssets({ text: 'acme' }),
      browserApiClient.listEditions({ limit: 1 }),
    ])
    expect(answers.map((answer) => (answer.ok ? 'data' : answer.code))).toEqual(
      Array.from({ length: 5 }, () => 'source-failed'),
    )
  })
})

describe('an answer that names its contracts', () => {
  const odd = { hello: 'there' }

  it.each([
    ['is data as it is if the scripts were built from the same', 'abc', { ok: true, data: odd }],
    ['is checked if it is of another release', 'abd', { ok: false, code: 'source-failed' }],
  ])('%s', async (_name, version, expected) => {
    vi.stubEnv('CONTRACTS_VERSION', 'abc')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    reply = () => Response.json(odd, { headers: { 'contracts-version': version } })
    expect(await ask()).toMatchObject(expected)
  })

  it('is checked by scripts that were never built', async () => {
    reply = () => Response.json(odd, { headers: { 'contracts-version': 'undefined' } })
    expect(await ask()).toMatchObject({ ok: false, code: 'source-failed' })
  })
})

describe('an error', () => {
  const problem = {
    type: 'about:blank',
    title: 'No security is known by this ticker',
    status: 404,
    detail: 'No such ticker.',
    code: 'unknown-ticker',
    suggestions: [{ ticker: 'ACME', name: 'Acme', kind: 'stock' }],
  }

  it('has the API’s message', async () => {
    reply = () => Response.json(problem, { status: 404 })
    expect(await ask()).toEqual({
      ok: false,
      status: 404,
      code: 'unknown-ticker',
      detail: 'No such ticker.',
      suggestions: [{ ticker: 'ACME', name: 'Acme', kind: 'stock' }],
    })
  })

  it.each([null, [], { code: 7 }, { ...problem, suggestions: { 0: 'ACME' } }])(
    'is still an error if it looks like %j',
    async (body) => {
      reply = () => Response.json(body, { status: 502 })
      expect(await ask()).toMatchObject({ ok: false, status: 502, code: 'internal' })
    },
  )
})
