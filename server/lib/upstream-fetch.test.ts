import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { SourceError } from './errors.ts'
import { createUpstreamFetch, userAgentOf, type UpstreamFetchOptions } from './upstream-fetch.ts'
import { KEEP_OPEN } from '../testing/keep-open.ts'
import { type Listening, listenLocally } from '../testing/listen-locally.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => void
let server: Listening
const asked: { url: string; headers: IncomingMessage['headers'] }[] = []

beforeEach(async () => {
  asked.length = 0
  const mirror = createServer(KEEP_OPEN, (request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers })
    answer(request, response)
  })
  server = await listenLocally(mirror)
})
afterEach(() => server.close())

const upstream = (options: Partial<UpstreamFetchOptions> = {}) =>
  createUpstreamFetch({ upstreamBaseUrl: server.url, timeoutMs: 2_000, maxBytes: 10_000, ...options })

const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(SourceError)
  return error as SourceError
}

describe('createUpstreamFetch', () => {
  it('requests host and path from the mirror, with the query unchanged', async () => {
    answer = (_request, response) => response.end('fine')
    const response = await upstream({ userAgent: 'Lunchpail hello@lunchpail.example' })(
      'https://www.sec.gov/Archives/x.idx?a=1%2C2',
    )
    expect(await response.text()).toBe('fine')
    expect(asked[0]?.url).toBe('/www.sec.gov/Archives/x.idx?a=1%2C2')
    expect(asked[0]?.headers['user-agent']).toBe('Lunchpail hello@lunchpail.example')
  })

  it('keeps a request’s own user agent', async () => {
    answer = (_request, response) => response.end()
    await upstream({ userAgent: 'general' })('https://a.example/', { headers: { 'User-Agent': 'own' } })
    expect(asked[0]?.headers['user-agent']).toBe('own')
  })

  it.each([
    ['Joe’s Pail (News)', 'hello@lunchpail.example', 'Joe?s Pail ?News? hello@lunchpail.example'],
    ['Łunch Café', 'hej@łunch.example', '?unch Caf? hej@?unch.example'],
  ])('sends the name %s as a header can hold it', async (siteName, contactEmail, sent) => {
    answer = (_request, response) => response.end()
    await upstream({ userAgent: userAgentOf({ siteName, contactEmail }) })('https://a.example/')
    expect(asked[0]?.headers['user-agent']).toBe(sent)
  })

  it('reports a header that cannot be sent as a failure of the request', async () => {
    const error = await failureOf(upstream()('https://a.example/', { headers: { 'x-key': 'sæcret’' } }))
    expect(error).toMatchObject({ source: 'a.example', fault: 'connection' })
    expect(error.message).not.toContain('cret')
  })

  it('returns any status, with cookies and a decoded body', async () => {
    answer = (_request, response) => {
      response.writeHead(429, { 'set-cookie': ['a=1', 'b=2'], 'content-encoding': 'gzip' })
      response.end(gzipSync('slow down'))
    }
    const response = await upstream()('https://a.example/')
    expect(response.status).toBe(429)
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.text()).toBe('slow down')
  })

  it('answers 304 without a body', async () => {
    answer = (_request, response) => response.writeHead(304).end()
    expect((await upstream()('https://a.example/')).status).toBe(304)
  })

  it('follows redirects through the mirror and drops cookies at another origin', async () => {
    answer = (request, response) => {
      if (request.url === '/a.example/old') response.writeHead(302, { location: 'https://www.a.example/new' })
      response.end('end')
    }
    const response = await upstream()('https://a.example/old', { headers: { cookie: 'secret=1' } })
    expect(await response.text()).toBe('end')
    expect(asked.map(({ url, headers }) => [url, headers.cookie])).toEqual([
      ['/a.example/old', 'secret=1'],
      ['/www.a.example/new', undefined],
    ])
  })

  it.each([
    'https://b.example/new',
    'https://a.example.b.example/',
    'https://a.example:8443/',
    'http://a.example/',
    'http://127.0.0.1:5432/',
    '//b.example/',
    'data:text/csv,observation_date,RATE',
    'file:///etc/passwd',
    'https://',
  ])('does not follow a redirect to %s', async (location) => {
    answer = (request, response) => {
      if (request.url === '/a.example/old') response.writeHead(302, { location })
      response.end('end')
    }
    const { code, message } = await failureOf(upstream()('https://a.example/old'))
    expect([code, message]).toEqual([
      'source-failed',
      expect.stringMatching(/^a\.example redirected to .+: that is not followed\.$/),
    ])
    expect(asked).toHaveLength(1)
  })

  it('checks each hop against the requested host', async () => {
    answer = (request, response) => {
      if (request.url === '/a.example/old') response.writeHead(301, { location: 'https://www.a.example/two' })
      if (request.url === '/www.a.example/two') response.writeHead(302, { location: 'https://b.example/' })
      response.end('end')
    }
    expect((await failureOf(upstream()('https://a.example/old'))).message).toContain('https://b.example')
    expect(asked.map(({ url }) => url)).toEqual(['/a.example/old', '/www.a.example/two'])
  })

  it.each(['data:text/plain,x', 'file:///etc/passwd'])('refuses %s', async (address) => {
    await expect(upstream({ upstreamBaseUrl: undefined })(address)).rejects.toThrow(TypeError)
  })

  it('does not follow a redirect when told not to', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end()
    const response = await upstream()('https://a.example/', { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/elsewhere'])
  })

  it('gives up on a redirect loop', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end()
    expect((await failureOf(upstream()('https://a.example/'))).code).toBe('source-failed')
  })

  it.each([
    ['an answer that never comes', () => undefined],
    ['a body that never ends', (_request: IncomingMessage, response: ServerResponse) => response.write('x')],
  ])('times out on %s', async (_name, handler) => {
    answer = handler
    const error = await failureOf(upstream({ timeoutMs: 50 })('https://a.example/'))
    expect(error.code).toBe('source-unavailable')
    expect(error.source).toBe('a.example')
    expect(error.message).toBe('a.example did not answer within 0.05 seconds. Try again later.')
    expect(error.retryAfterSeconds).toBe(30)
    expect(error.retry).toBe('later')
  })

  it('treats a broken connection as an unavailable source that may be retried at once', async () => {
    answer = (request) => request.socket.destroy()
    const { code, retry } = await failureOf(upstream()('https://a.example/'))
    expect([code, retry]).toEqual(['source-unavailable', 'now'])
  })

  it('stops reading a body above the limit', async () => {
    answer = (_request, response) => response.end('x'.repeat(10_001))
    expect((await failureOf(upstream()('https://a.example/'))).code).toBe('source-failed')
  })

  it("rethrows a caller's own abort", async () => {
    answer = () => undefined
    const reason = new Error('shutting down')
    await expect(upstream()('https://a.example/', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
