import type { IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import zlib from 'node:zlib'

import type { Request, Response } from 'express'
import { afterEach, expect, it, vi } from 'vitest'

import { askOnBehalfOf, currentAskers } from '../lib/askers.ts'
import { stretchWaits } from '../lib/patience.ts'
import { createAnswers, type Answers } from './answers.ts'
import type { Made } from './finished-answer.ts'

afterEach(() => {
  stretchWaits(1)
  vi.restoreAllMocks()
})

/** What a client is sent. */
interface Sent {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

/** A request and its outcome. */
function exchange({
  method = 'GET',
  url = '/',
  headers = {},
  readsOn = true,
}: { method?: string; url?: string; headers?: IncomingMessage['headers']; readsOn?: boolean } = {}) {
  const { promise: sent, resolve } = Promise.withResolvers<Sent>()
  let head: Omit<Sent, 'body'>
  const chunks: Buffer[] = []
  const written = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      if (readsOn) done()
    },
    final(done) {
      resolve({ ...head, body: chunks.length === 0 ? undefined : Buffer.concat(chunks) })
      done()
    },
  })
  const response = Object.assign(written, {
    writeHead(status: number, flat: readonly string[]) {
      const pairs = flat.flatMap((name, at) =>
        at % 2 === 0 ? [[name.toLowerCase(), flat[at + 1]] as const] : [],
      )
      head = { status, headers: Object.fromEntries(pairs) as Record<string, string> }
      return response
    },
  })
  const request = { method, url, originalUrl: url, headers }
  return { request: request as unknown as Request, response: response as unknown as Response, sent }
}

const page = (body: string, changes: Partial<Made> = {}): Made => ({
  status: 200,
  type: 'text/html; charset=utf-8',
  cacheControl: 'no-cache',
  body,
  ...changes,
})

async function read(answers: Answers, name: string, make: () => Promise<Made>): Promise<string> {
  const { request, response, sent } = exchange()
  await answers.answer(request, response, { name, make })
  return String((await sent).body)
}

const atNoTime = { now: () => new Date(0) }

it('gives every client its answer, made once, even if more are under way than fit into the cache', async () => {
  // At 3 MB each, since "compressed" text is stored as it is, twice, ten fit into the cache.
  const filler = 'x'.repeat(1_500_000)
  const { gzip } = zlib
  const store = (body: zlib.InputType, _options: object, done: zlib.CompressCallback) =>
    gzip(body, { level: 0 }, done)
  vi.spyOn(zlib, 'gzip').mockImplementation(store)
  vi.spyOn(zlib, 'brotliCompress').mockImplementation(store as typeof zlib.brotliCompress)
  const making = new Map<string, PromiseWithResolvers<Made>>()
  const made: string[] = []
  const answers = createAnswers({ clock: atNoTime })
  const ask = (name: string) =>
    read(answers, name, () => {
      made.push(name)
      const resolvers = Promise.withResolvers<Made>()
      making.set(name, resolvers)
      return resolvers.promise
    })
  const end = (name: string) => making.get(name)?.resolve(page(`${name} ${filler}`))

  const slow = ask('/slow')
  const others = Array.from({ length: 12 }, (_, index) => `/${index}`)
  const asked = others.map((name) => ask(name))
  others.forEach(end)
  const pages = await Promise.all(asked)
  const joined = ask('/slow')
  end('/slow')

  const nameOf = (body: string) => body.slice(0, body.indexOf(' '))
  expect(pages.map(nameOf)).toEqual(others)
  expect([nameOf(await slow), nameOf(await joined)]).toEqual(['/slow', '/slow'])
  expect(made).toEqual(['/slow', ...others])
})

it.each([true, false])(
  'refuses whoever waits too long, and keeps what is made for those who come later (shared: %s)',
  async (isShared) => {
    const answers = createAnswers({ clock: atNoTime })
    const { promise, resolve } = Promise.withResolvers<Made>()
    const { request, response } = exchange()
    stretchWaits(1 / 1_000)
    const late = answers.answer(request, response, { name: '/slow', isShared, make: () => promise })
    await expect(late).rejects.toMatchObject({ code: 'not-ready', retryAfterSeconds: 10 })
    stretchWaits(1)
    resolve(page('made'))
    expect(await read(answers, '/slow', () => promise)).toBe('made')
  },
)

it('gives an answer affected by a refusal only to the client that was refused, and does not cache it', async () => {
  const answers = createAnswers({ clock: atNoTime })
  const make = async () => {
    const { clients } = currentAskers()
    // As late in the asynchronous call as a source would be.
    await Promise.resolve()
    if (clients.includes('greedy')) currentAskers().noteRefusal()
    return page(clients.includes('greedy') ? 'of Friday' : 'of today')
  }
  const readAs = (client: string) =>
    askOnBehalfOf(client, async () => {
      const { request, response, sent } = exchange()
      await answers.answer(request, response, { name: '/stocks/ACME', make })
      const { body, headers } = await sent
      return `${client}: ${String(body)}, ${headers['cache-control']}`
    })
  const asked = [readAs('greedy'), readAs('visitor'), readAs('another')]
  expect(await Promise.all(asked)).toEqual([
    'greedy: of Friday, no-store',
    'visitor: of today, no-cache',
    'another: of today, no-cache',
  ])
  expect(await readAs('greedy')).toBe('greedy: of today, no-cache')
})

/** Answers that the test makes at times of its choice. */
function answersAtTime() {
  const time = { nowMs: 0 }
  const renders: PromiseWithResolvers<Made>[] = []
  const onRenewalFailed = vi.fn<(error: unknown, name: string) => void>()
  const make = () => {
    const rendered = Promise.withResolvers<Made>()
    renders.push(rendered)
    return rendered.promise
  }
  const answers = createAnswers({ clock: { now: () => new Date(time.nowMs) }, onRenewalFailed })
  const readNow = () => read(answers, '/', make)
  const end = (html: string, status = 200) => renders.at(-1)?.resolve(page(html, { status }))
  const keepFirst = async () => {
    const first = readNow()
    end('first')
    await first
  }
  return { time, renders, onRenewalFailed, read: readNow, end, keepFirst }
}

it('does not cache that somebody asked too much', async () => {
  const answers = createAnswers({ clock: atNoTime })
  expect(await read(answers, '/', () => Promise.resolve(page('too much', { status: 429 })))).toBe('too much')
  expect(await read(answers, '/', () => Promise.resolve(page('whole')))).toBe('whole')
})

it('serves the cached page while it is rendered again, once, and never one older than half a minute', async () => {
  const { time, renders, read, end, keepFirst } = answersAtTime()
  await keepFirst()
  time.nowMs = 19_999
  expect([await read(), renders.length]).toEqual(['first', 1])
  time.nowMs = 25_000
  expect([await read(), await read(), renders.length]).toEqual(['first', 'first', 2])
  end('second')
  await expect.poll(read).toBe('second')
  time.nowMs = 44_999
  expect([await read(), renders.length]).toEqual(['second', 2])
  time.nowMs = 55_000
  const third = read()
  end('third')
  expect([await third, renders.length]).toEqual(['third', 3])
})

it('shares a rendering under way with requests that arrive once the cached page is too old', async () => {
  const { time, renders, read, end, keepFirst } = answersAtTime()
  await keepFirst()
  time.nowMs = 29_999
  expect(await read()).toBe('first')
  time.nowMs = 30_000
  const second = read()
  end('second')
  expect([await second, renders.length]).toEqual(['second', 2])
})

it('serves a complete page until it expires if rendering it again fails, which it retries once a second', async () => {
  const { time, renders, onRenewalFailed, read, end, keepFirst } = answersAtTime()
  await keepFirst()
  time.nowMs = 25_000
  await read()
  const error = new Error('boom')
  renders.at(-1)?.reject(error)
  await expect.poll(() => onRenewalFailed.mock.calls).toEqual([[error, '/']])
  time.nowMs = 25_999
  expect([await read(), renders.length]).toEqual(['first', 2])
  time.nowMs = 26_000
  expect([await read(), renders.length]).toEqual(['first', 3])
  // A request that comes too late for the cached page waits for the next rendering, which ends while that page is still served.
  time.nowMs = 30_000
  const late = read()
  time.nowMs = 26_000
  end('no source', 503)
  expect(await late).toBe('no source')
  time.nowMs = 27_000
  await expect.poll(async () => [await read(), renders.length]).toEqual(['first', 4])
})

it('makes an answer again once the first of its parts is stale, but at most once a second', async () => {
  const time = { nowMs: 1_000 }
  const answers = createAnswers({ clock: { now: () => new Date(time.nowMs) } })
  const freshUntil: Record<string, number> = { '/soon': 11_000, '/old': 0, '/long': 1_000_000 }
  const made: string[] = []
  const ask = (name: string) =>
    read(answers, name, async () => {
      made.push(name)
      currentAskers().noteFreshUntil(900_000)
      currentAskers().noteFreshUntil(freshUntil[name] ?? 0)
      return page(name)
    })
  const askAll = async (nowMs: number) => {
    time.nowMs = nowMs
    for (const name of Object.keys(freshUntil)) await askOnBehalfOf('reader', () => ask(name))
    return made.splice(0)
  }
  expect(await askAll(1_000)).toEqual(['/soon', '/old', '/long'])
  expect(await askAll(1_600)).toEqual([])
  expect(await askAll(2_000)).toEqual(['/old'])
  expect(await askAll(11_000)).toEqual(['/soon', '/old'])
})

it('unpacks plain text only as fast as its client reads it', async () => {
  const answers = createAnswers({ clock: atNoTime })
  const { request, response } = exchange({ headers: { 'accept-encoding': 'identity' }, readsOn: false })
  await answers.answer(request, response, { name: '/', make: async () => page('word '.repeat(1_000_000)) })
  await expect.poll(() => response.writableLength).toBeGreaterThan(0)
  for (let turn = 0; turn < 100; turn++) await setImmediate()
  expect(response.writableLength).toBeLessThan(200_000)
  response.destroy()
})

it.each(['br', 'identity'])('sends nothing to a client that has hung up: %s', async (encoding) => {
  const answers = createAnswers({ clock: atNoTime })
  const { request, response } = exchange({ headers: { 'accept-encoding': encoding } })
  response.destroy()
  const end = vi.spyOn(response, 'end')
  const writeHead = vi.spyOn(response, 'writeHead')
  await answers.answer(request, response, { name: '/', make: async () => page('word '.repeat(1_000)) })
  // So that it no longer takes a place.
  expect(end).toHaveBeenCalledTimes(1)
  expect(writeHead).not.toHaveBeenCalled()
})

it('serves each answer in brotli, gzip and plain, each with its own ETag, and compresses it once', async () => {
  vi.spyOn(zlib, 'brotliCompress')
  const answers = createAnswers({ clock: atNoTime, headers: [['x-common', 'of all']] })
  const make = async () => page('word '.repeat(1_000), { headers: { 'X-Own': 'its own' } })
  const ask = async (headers: IncomingMessage['headers'], method = 'GET') => {
    const { request, response, sent } = exchange({ headers, method })
    await answers.answer(request, response, { name: '/', make })
    return sent
  }
  const unpack = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync, identity: (body: Buffer) => body }
  for (const encoding of ['br', 'gzip', 'identity'] as const) {
    const accepted = { 'accept-encoding': encoding }
    const { status, headers, body = Buffer.alloc(0) } = await ask(accepted)
    expect(unpack[encoding](body).toString()).toBe('word '.repeat(1_000))
    expect({ status, ...headers }).toMatchObject({
      status: 200,
      'x-common': 'of all',
      'x-own': 'its own',
      vary: 'Accept-Encoding',
      'content-length': String(body.length),
    })
    expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
    const etag = String(headers['etag'])
    const unchanged = await ask({ ...accepted, 'if-none-match': `"another", W/${etag}` })
    expect([unchanged.status, unchanged.body, unchanged.headers['etag']]).toEqual([304, undefined, etag])
    expect((await ask({ ...accepted, 'if-none-match': '"another"' })).status).toBe(200)
    expect((await ask({ ...accepted, 'if-none-match': etag, 'cache-control': 'no-cache' })).status).toBe(200)
    const head = await ask(accepted, 'HEAD')
    expect([head.status, head.body, head.headers['content-length']]).toEqual([
      200,
      undefined,
      String(body.length),
    ])
  }
  expect(zlib.brotliCompress).toHaveBeenCalledTimes(1)
})
