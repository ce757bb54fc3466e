import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import { promisify } from 'node:util'

import express from 'express'
import request from 'supertest'
import { describe, expect, it } from 'vitest'

import { problemSchema } from '../../shared/problem-contract.ts'
import { createLogger } from '../lib/logger.ts'
import { createErrorHandler } from './error-response.ts'
import { boundHead } from './http-server.ts'
import { MINUTE_MS, openConnection, setUpHttpServers } from '../testing/http-servers.ts'

const { servers, listen } = setUpHttpServers()

/** Resolves once the server has closed every connection: a client that reads nothing does not notice. */
const waitUntilAlone = () =>
  expect
    .poll(() => Promise.all(servers.map((server) => promisify(server.getConnections.bind(server))())), {
      timeout: MINUTE_MS,
    })
    .toEqual([0])

const reached: string[] = []
/** Answers that send their text at once, as a file does, and end later. */
const ends: (() => void)[] = []
/** Requests that are answered once a test says so. */
const held: (() => void)[] = []
const app = express()
  .use((incoming, _response, next) => {
    boundHead(incoming)
    next()
  })
  .use(express.json())
  .post('/subscribe', (_request, response) => void response.json({ status: 'ok' }))
  .get('/headers', (incoming, response) => void response.json(incoming.headers))
  .get('/large', (_request, response) => void response.send('x'.repeat(20_000_000)))
  .get('/lasting', (_request, response) => {
    response.set('Content-Length', '3').write('all')
    ends.push(() => response.end())
  })
  .get('/held', (_request, response) => void held.push(() => response.send('held')))
  .get('/fails-late', (_request, response) => {
    response.send('whole')
    throw new Error('after the answer')
  })
  .use((incoming, response) => {
    reached.push(incoming.path.slice(0, 20))
    setImmediate(() => response.send('reached'))
  })
  .use(createErrorHandler(createLogger('silent')))

/** Opens a connection to a server of its own. */
const connectTo = async (limits: Parameters<typeof listen>[1]) =>
  openConnection((await listen(app, limits)).port)

const readProblem = (answer: string) => problemSchema.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''))

describe('a request head', () => {
  it.each([
    [`/${'/'.repeat(15_000)}x`, 414, 'address-too-long'],
    [`/${'a'.repeat(1_024)}`, 414, 'address-too-long'],
    [`/?${'a'.repeat(2_047)}`, 414, 'address-too-long'],
    [`/api/stocks/${'A'.repeat(1_100)}`, 414, 'address-too-long'],
  ])('is refused before any work if its address is too long', async (path, status, code) => {
    reached.length = 0
    const answer = await request(app).get(path)
    expect([answer.status, problemSchema.parse(answer.body).code, reached]).toEqual([status, code, []])
  })

  it.each([`/${'a'.repeat(1_023)}`, `/?${'a'.repeat(2_046)}`])('may use its full length', async (path) => {
    expect((await request(app).get(path)).text).toBe('reached')
  })

  it('is refused if its headers are too large or too many', async () => {
    const large = await request(app)
      .get('/')
      .set('Cookie', `a=${'b'.repeat(8_192)}`)
    expect([large.status, problemSchema.parse(large.body).code]).toEqual([431, 'headers-too-large'])
    const many = request(app).get('/')
    for (let count = 0; count < 101; count += 1) void many.set(`X-${count}`, '1')
    expect((await many).status).toBe(431)
    expect(
      (
        await request(app)
          .get('/')
          .set('Cookie', `a=${'b'.repeat(7_000)}`)
      ).status,
    ).toBe(200)
  })

  it('is refused unbuilt if it has hundreds of headers', async () => {
    const { socket, answer } = await connectTo({})
    const counts: number[] = []
    servers.at(-1)?.on('request', ({ rawHeaders }: IncomingMessage) => counts.push(rawHeaders.length / 2))
    const names = Array.from({ length: 990 }, (_unused, index) => `X-${index}: 1\r\n`).join('')
    socket.write(`GET /later HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${names}\r\n`)
    expect(readProblem(await answer).code).toBe('headers-too-large')
    expect(Math.max(0, ...counts)).toBeLessThanOrEqual(101)
  })

  it.each(['Accept', 'Accept-Encoding', 'Accept-Language', 'Cache-Control', 'If-None-Match', 'Range'])(
    'counts as one without %s if that is longer than any browser’s, since all of its entries would be parsed',
    async (name) => {
      const lists = ['a, '.repeat(166), 'a, '.repeat(167)].map(async (list) => {
        const { body } = await request(app).get('/headers').set(name, `${list}a`)
        return (body as Record<string, string>)[name.toLowerCase()]?.length
      })
      expect(await Promise.all(lists)).toEqual([499, undefined])
    },
  )

  it.each(['br', 'gzip', 'deflate'])(
    'is refused if its body is compressed, before that is read: %s',
    async (encoding) => {
      const { status, body } = await request(app)
        .post('/subscribe')
        .set({ 'Content-Type': 'application/json', 'Content-Encoding': encoding })
        .send('{}')
      expect([status, problemSchema.parse(body).code]).toEqual([415, 'unsupported-media-type'])
    },
  )

  it('is answered as a page when a person asks', async () => {
    const answer = await request(app)
      .get(`/${'a'.repeat(1_024)}`)
      .set('Accept', 'text/html')
    expect([answer.status, answer.type]).toEqual([414, 'text/html'])
    expect(answer.text).toContain('<h1>The address is too long</h1>')
    // A browser names a dozen types: a list of hundreds is not parsed.
    const types = Array.from({ length: 900 }, (_unused, index) => `a/${index}`)
    const refused = await request(app)
      .get(`/${'a'.repeat(1_024)}`)
      .set('Accept', `${types.join()},text/html`)
    expect([refused.status, refused.type]).toEqual([414, 'application/problem+json'])
  })

  it.each([
    [`GET /${'a'.repeat(20_000)}`, 414, 'address-too-long'],
    [`GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(20_000)}`, 431, 'headers-too-large'],
    ['GET / HTTP/1.1\r\nHost x\r\n\r\n', 400, 'malformed-request'],
    ['GET http://[::1/ HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed-request'],
    ['GET http://%@x/ HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed-request'],
    ['GET //a@[#x HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed-request'],
    ['GET a:@] HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed-request'],
    ['GET /\\80@[; HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed-request'],
  ])('that the parser cannot read is answered as a problem, too', async (text, status, code) => {
    const { socket, answer } = await connectTo({})
    socket.write(text)
    const got = await answer
    expect(got).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(readProblem(got)).toMatchObject({ status, code })
    expect(got).toContain('X-Content-Type-Options: nosniff')
  })
})

it.each([
  '/letters#this',
  '/a?b=c@d',
  'http://x/@user?email=a@b.example',
  '*',
  '//',
  '//?a',
  '///',
  '//[',
  '/\\',
])('the address %s is read', async (address) => {
  const { socket, answer } = await connectTo({})
  socket.end(`OPTIONS ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(await answer).toContain('reached')
})

describe('a connection', () => {
  it('that pipelines many requests gets two answers, and is closed', async () => {
    reached.length = 0
    const { socket, answer } = await connectTo({})
    socket.write('GET /later HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(25))
    const got = await answer
    expect(reached).toEqual(['/later', '/later'])
    expect(got.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 429'])
    expect(got).toContain('Connection: close')
  })

  it('that pipelines thousands of requests costs no more than three requests', async () => {
    const { socket, answer } = await connectTo({})
    let read = 0
    servers.at(-1)?.on('request', () => (read += 1))
    socket.write('GET /later HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20_000))
    expect((await answer).match(/HTTP\/1\.1 \d{3}/g)).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 200',
      'HTTP/1.1 429',
    ])
    expect(read).toBe(3)
  })

  it.each([
    ['have no Host header', ''],
    ['have an unknown Expect header', 'Host: x\r\nExpect: x\r\n'],
  ])('with thousands of pipelined requests that %s gets one answer, and is closed', async (_, headers) => {
    const { socket, answer } = await connectTo({})
    const server = servers.at(-1)
    let read = 0
    for (const event of ['request', 'checkExpectation']) server?.on(event, () => (read += 1))
    socket.write(`GET / HTTP/1.1\r\n${headers}\r\n`.repeat(20_000))
    const got = await answer
    expect(got.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400'])
    expect(readProblem(got)).toMatchObject({ code: 'malformed-request' })
    expect(read).toBeLessThanOrEqual(2)
  })

  it('beyond one client’s limit is closed, unless it is a proxy’s', async () => {
    const open = async (isProxy: boolean) => {
      const { server, port } = await listen(app, { isProxy, maxConnections: 2 })
      const opened = await Promise.all(Array.from({ length: 4 }, () => openConnection(port)))
      await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(isProxy ? 4 : 2)
      for (const { socket } of opened) socket.destroy()
      await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0)
      return request(server).get('/again')
    }
    expect([(await open(false)).status, (await open(true)).status]).toEqual([200, 200])
  })

  it('that was reset before its address was read is closed unread, since all of these would be one client', async () => {
    const { server } = await listen(app)
    const [near, far] = duplexPair()
    reached.length = 0
    server.emit('connection', far)
    near.write('POST /gone HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([far.destroyed, reached]).toEqual([true, []])
  })

  it('may send its next request once it has the whole answer, before the server knows that', async () => {
    const { socket, answer } = await connectTo({})
    socket.write('GET /lasting HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    socket.write('GET /second HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await expect.poll(() => ends.length).toBe(1)
    await expect.poll(() => reached.at(-1)).toBe('/second')
    for (const end of ends.splice(0)) end()
    expect((await answer).match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  })

  it('may send its next request once it has its answer', async () => {
    const { socket, answer } = await connectTo({})
    socket.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    socket.write('GET /second HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect((await answer).match(/reached/g)).toHaveLength(2)
  })

  it('stays open for the next request if something fails after the answer', async () => {
    const { socket, answer } = await connectTo({})
    socket.write('GET /fails-late HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    socket.write('GET /second HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect((await answer).match(/whole|reached/g)).toEqual(['whole', 'reached'])
  })

  it('of a proxy may be idle for longer than proxies keep it, another for seconds', async () => {
    const idleMs = async (isProxy: boolean) => {
      const { server, port } = await listen(app, { isProxy })
      const accepted = once(server, 'connection') as Promise<[Socket]>
      const { socket } = await openConnection(port)
      const [own] = await accepted
      socket.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\n')
      await expect.poll(() => own.timeout).not.toBe(MINUTE_MS)
      const between = own.timeout
      socket.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n')
      await expect.poll(() => held.length).toBe(1)
      held.length = 0
      return [between, own.timeout]
    }
    expect(await idleMs(true)).toEqual([660_000, MINUTE_MS])
    expect(await idleMs(false)).toEqual([6_000, MINUTE_MS])
  })

  it('says that it ends with the answers that are still given once the server is told to stop', async () => {
    const { server, port } = await listen(app)
    const { socket, answer } = await openConnection(port)
    socket.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => held.length).toBe(1)
    server.close()
    for (const send of held.splice(0)) send()
    expect(await answer).toMatch(/^HTTP\/1\.1 200 .*Connection: close.*held$/s)
  })

  it('whose request head never ends is closed', async () => {
    const { socket, answer } = await connectTo({ headMs: 50, requestMs: 100 })
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
    expect(readProblem(await answer)).toMatchObject({ status: 408, code: 'request-timeout' })
  })

  it('whose request body never ends is closed', async () => {
    const { socket, answer } = await connectTo({ headMs: 50, requestMs: 100 })
    socket.write(
      'POST /subscribe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    )
    expect(readProblem(await answer)).toMatchObject({ status: 408, code: 'request-timeout' })
  })

  it('whose client does not read is closed', async () => {
    const { socket, answer } = await connectTo({ idleMs: 100 })
    socket.pause()
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
    await waitUntilAlone()
    socket.resume()
    expect((await answer).length).toBeLessThan(20_000_000)
  })

  it('whose client reads slowly is eventually closed', async () => {
    const { socket, answer } = await connectTo({ answerMs: 100 })
    socket.pause()
    const reading = setInterval(() => void socket.read(1), 10)
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
    await waitUntilAlone()
    clearInterval(reading)
    socket.resume()
    expect((await answer).length).toBeLessThan(20_000_000)
  })
})
