import express from 'express'
import request from 'supertest'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import zlib from 'node:zlib'

import { compress, compressAnswers, copyExactly, heldBytes } from './compress.ts'

const { gzip } = zlib
beforeEach(() => {
  vi.spyOn(zlib, 'brotliCompress')
  vi.spyOn(zlib, 'gzip')
})
afterEach(() => {
  vi.restoreAllMocks()
})

const TEXT = 'a'.repeat(5_000)

function serve(answers: Readonly<Record<string, { type: string; body: string | Buffer; headers?: object }>>) {
  const app = express().use(compressAnswers())
  for (const [path, { type, body, headers = {} }] of Object.entries(answers)) {
    app.get(path, (_request, response) => void response.set(headers).type(type).send(body))
  }
  return request(app)
}

describe('compressed answers', () => {
  it('are compressed once for all clients', async () => {
    const http = serve({ '/a': { type: 'json', body: JSON.stringify(TEXT) } })
    const ask = () => http.get('/a').set('Accept-Encoding', 'br')
    const first = await Promise.all(Array.from({ length: 20 }, ask))
    const later = await ask()
    expect(zlib.brotliCompress).toHaveBeenCalledTimes(1)
    expect(new Set([...first, later].map(({ headers }) => headers['etag'] as string)).size).toBe(1)
    expect(later.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept-Encoding',
    })
    expect(later.body).toBe(TEXT)
  })

  it('reach every client, compressed once each, even if more are under way than fit into the cache', async () => {
    // About twenty of these fit into the cache, since they are stored without compression.
    const store = (body: zlib.InputType, _options: zlib.ZlibOptions, done: zlib.CompressCallback) =>
      gzip(body, { level: 0 }, done)
    vi.mocked(zlib.gzip).mockImplementation(store)
    const texts = Array.from({ length: 26 }, (_, index) => `text ${index}, `.padEnd(768 * 1024, 'and so on '))
    const http = serve(Object.fromEntries(texts.map((body, index) => [`/${index}`, { type: 'text', body }])))
    const ask = async (index: number) => {
      const { status, text } = await http.get(`/${index}`).set('Accept-Encoding', 'gzip')
      return [status, text === texts[index]]
    }
    let end: (() => void) | undefined
    const storeLate: typeof store = (...asked) => {
      end = () => store(...asked)
    }
    vi.mocked(zlib.gzip).mockImplementationOnce(storeLate)
    const slow = ask(0)
    await vi.waitFor(() => expect(end).toBeDefined())
    for (let index = 1; index < 26; index++) expect(await ask(index)).toEqual([200, true])
    const joined = ask(0)
    end?.()
    expect(await Promise.all([slow, joined])).toEqual([
      [200, true],
      [200, true],
    ])
    expect(zlib.gzip).toHaveBeenCalledTimes(26)
  })

  it('never mix up texts or encodings', async () => {
    const http = serve({
      '/a': { type: 'text', body: TEXT },
      '/b': { type: 'text', body: `${TEXT}b` },
    })
    expect((await http.get('/a').set('Accept-Encoding', 'gzip')).text).toBe(TEXT)
    expect((await http.get('/b').set('Accept-Encoding', 'gzip')).text).toBe(`${TEXT}b`)
    const plain = await http.get('/a').set('Accept-Encoding', 'identity')
    expect([plain.text, plain.headers['content-encoding'], plain.headers['vary']]).toEqual([
      TEXT,
      undefined,
      'Accept-Encoding',
    ])
  })

  it('name their encoding in the ETag, even for HEAD', async () => {
    const http = serve({ '/a': { type: 'text/csv', body: TEXT } })
    const { headers } = await http.get('/a').set('Accept-Encoding', 'br')
    const head = await http.head('/a').set('Accept-Encoding', 'br')
    expect([head.headers['etag'], head.headers['content-length']]).toEqual([
      headers['etag'],
      headers['content-length'],
    ])
    await http.get('/a').set({ 'Accept-Encoding': 'br', 'If-None-Match': headers['etag'] }).expect(304)
  })

  it.each([
    ['a short text', { type: 'text', body: 'short' }],
    ['a picture', { type: 'png', body: Buffer.from(TEXT) }],
    [
      'an answer that is already encoded',
      { type: 'text', body: TEXT, headers: { 'Content-Encoding': 'identity' } },
    ],
  ])('are not made of %s', async (_what, answer) => {
    const http = serve({ '/a': answer })
    await http.get('/a').set('Accept-Encoding', 'br, gzip').expect(200)
    expect(zlib.brotliCompress).not.toHaveBeenCalled()
    expect(zlib.gzip).not.toHaveBeenCalled()
  })
})

describe('a buffer that is cached', () => {
  it.each([10, 5_000, 100_000])('holds no memory beyond its own bytes: %d characters', async (length) => {
    const bytes = await compress(Buffer.from('a'.repeat(length)), 'br')
    expect(heldBytes(bytes)).toBe(bytes.length)
  })

  it('counts as the memory that it keeps alive', () => {
    const piece = Buffer.from(new ArrayBuffer(65_536), 0, 10)
    expect(heldBytes(piece)).toBe(65_536)
    expect(heldBytes(copyExactly(piece))).toBe(10)
  })
})
