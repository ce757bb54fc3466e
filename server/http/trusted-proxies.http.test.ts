import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket, type AddressInfo } from 'node:net'

import express, { type Express, type RequestHandler } from 'express'
import request from 'supertest'
import { describe, expect, it } from 'vitest'

import { currentAskers, type Askers } from '../lib/askers.ts'
import { createLogger } from '../lib/logger.ts'
import { openConnection, setUpHttpServers } from '../testing/http-servers.ts'
import { createErrorHandler } from './error-response.ts'
import { clientOf, limitClients, limitUnderWay } from './client-limit.ts'
import { takeTurns } from './take-turns.ts'
import { addressOf, createForwardedReader, createProxyTrust, trustOf } from './trusted-proxies.ts'

const { listen } = setUpHttpServers()

const PUBLIC = '198.51.100.20'

function readingForwarded(
  app: Express,
  options: Pick<Parameters<typeof createForwardedReader>[0], 'trustProxy' | 'logger'>,
): RequestHandler {
  const read = createForwardedReader({ ...options, trusts: trustOf(app) })
  return (incoming, _response, next) => {
    read(incoming)
    next()
  }
}

/** A site that sees a given peer address.
 *  @param peer  where connections seem to come from; by default, this machine */
function openSite({ trustProxy, peer }: { trustProxy: number | string[] | false; peer?: string }) {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const app = express()
  app.set('trust proxy', createProxyTrust(trustProxy))
  app.use((incoming, _response, next) => {
    if (peer !== undefined) Object.defineProperty(incoming.socket, 'remoteAddress', { value: peer })
    next()
  })
  app.use(readingForwarded(app, { trustProxy, logger }))
  app.use(limitClients({ limit: 5, windowMs: 60_000 }))
  app.use((incoming, response) => void response.json({ ip: incoming.ip }))
  const ask = async (forwarded?: string) => {
    const asked = request(app).get('/')
    const { body, headers } = await (forwarded === undefined
      ? asked
      : asked.set('X-Forwarded-For', forwarded))
    const left = Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1])
    return { ip: (body as { ip?: string }).ip, left, headers }
  }
  return { ask, lines }
}

describe('a number of hops in TRUST_PROXY', () => {
  it.each([
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    'fd00::1',
    'fe80::1%eth0',
    '::ffff:10.1.2.3',
  ])('believes a proxy at %s', async (peer) => {
    expect((await openSite({ trustProxy: 1, peer }).ask('203.0.113.7')).ip).toBe('203.0.113.7')
  })

  it.each([PUBLIC, '2001:db8::20', '172.32.0.1', '11.0.0.1', '100.128.0.1', `::ffff:${PUBLIC}`])(
    'does not believe a connection from %s',
    async (peer) => {
      expect((await openSite({ trustProxy: 1, peer }).ask('203.0.113.7')).ip).toBe(peer)
    },
  )

  it('follows a nearby proxy to those in front of it', async () => {
    const { ask } = openSite({ trustProxy: 2 })
    expect((await ask(`192.0.2.1, 203.0.113.7, ${PUBLIC}`)).ip).toBe('203.0.113.7')
  })
})

describe('addresses in TRUST_PROXY', () => {
  it('are trusted wherever they are', async () => {
    const site = openSite({ trustProxy: [`${PUBLIC}/32`], peer: PUBLIC })
    expect((await site.ask('203.0.113.7')).ip).toBe('203.0.113.7')
    expect(site.lines).toEqual([])
  })
})

describe('what a trusted proxy says', () => {
  it.each([
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['unknown, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7, unknown', '::ffff:127.0.0.1'],
    ['203.0.113.7:x', '::ffff:127.0.0.1'],
    ['999.0.113.7', '::ffff:127.0.0.1'],
  ])('reads %s as %s', async (forwarded, ip) => {
    expect((await openSite({ trustProxy: 1 }).ask(forwarded)).ip?.replace(/^(?!.*:)127/, '::ffff:127')).toBe(
      ip,
    )
  })

  it.each([
    ['an address at several ports', ['203.0.113.7:1', '203.0.113.7:2', '203.0.113.7']],
    ['addresses of one /64', ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '[2001:db8:1:2::2]:80']],
    ['an IPv4 address in both forms', ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107']],
    ['entries that are not addresses', ['a', 'b', 'c']],
  ])('counts %s as one client', async (_what, forwarded) => {
    const { ask } = openSite({ trustProxy: 1 })
    const left: number[] = []
    for (const text of forwarded) left.push((await ask(text)).left)
    expect(left).toEqual([4, 3, 2])
  })

  it('counts addresses of other networks separately', async () => {
    const { ask } = openSite({ trustProxy: 1 })
    const left = [
      await ask('203.0.113.7'),
      await ask('203.0.113.8'),
      await ask('2001:db8:1:2::1'),
      await ask('2001:db8:2::1'),
    ]
    expect(left.map((one) => one.left)).toEqual([4, 4, 4, 4])
  })
})

describe('a list of thousands of addresses', () => {
  it('is read for its last entries only', async () => {
    const { ask } = openSite({ trustProxy: 2 })
    expect((await ask(`${'[::], '.repeat(2_000)}203.0.113.7, ${PUBLIC}`)).ip).toBe('203.0.113.7')
  })

  it('is never cut short within an address, which would make it another one', async () => {
    const { ask } = openSite({ trustProxy: ['127.0.0.1', '10.0.0.0/8'] })
    const proxies = `${', 10.0.0.1'.repeat(48)}, 10.0.0.12`
    expect(`3.0.113.7${proxies}`).toHaveLength(500)
    expect((await ask(`203.0.113.7${proxies}`)).ip).toBe('10.0.0.1')
  })

  it('is not read at all from a connection that is no proxy’s', async () => {
    const { ask } = openSite({ trustProxy: false, peer: PUBLIC })
    expect((await ask('[::], '.repeat(2_000))).ip).toBe(PUBLIC)
  })
})

it.each<number | string[] | false>([1, false, ['10.0.0.0/8']])(
  'what a connection says that is already gone is not believed, and harms nothing: TRUST_PROXY=%s',
  (trustProxy) => {
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    const trusts = trustOf(express().set('trust proxy', createProxyTrust(trustProxy)))
    const gone = { headers: { 'x-forwarded-for': '203.0.113.7' }, socket: {} } as unknown as express.Request
    createForwardedReader({ trustProxy, trusts, logger })(gone)
    expect([addressOf(gone), lines]).toEqual([undefined, []])
  },
)

describe('a proxy that is not trusted', () => {
  it.each<[number | string[] | false, string | undefined, string, string]>([
    [false, undefined, 'nearby', 'TRUST_PROXY is not set'],
    [false, PUBLIC, 'internet', 'TRUST_PROXY is not set'],
    [1, PUBLIC, 'internet', 'an address that TRUST_PROXY does not cover'],
    [['10.0.0.0/8'], undefined, 'nearby', 'an address that TRUST_PROXY does not cover'],
  ])('is reported once, with what to do: TRUST_PROXY=%s', async (trustProxy, peer, where, words) => {
    const { ask, lines } = openSite({ trustProxy, ...(peer !== undefined && { peer }) })
    for (const forwarded of ['203.0.113.7', '203.0.113.8', '203.0.113.9']) await ask(forwarded)
    expect(lines.length).toBe(1)
    const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>
    expect(line).toMatchObject({ level: 'warn', peer: where, msg: expect.stringContaining(words) as string })
    expect(lines[0]).not.toMatch(/203\.0\.113|198\.51\.100/)
  })

  it('is not mentioned if nothing is forwarded', async () => {
    const { ask, lines } = openSite({ trustProxy: false })
    await ask()
    expect(lines).toEqual([])
  })
})

describe('the headers of limits', () => {
  it('say nothing about who is counted', async () => {
    const { headers } = await openSite({ trustProxy: false }).ask()
    expect(headers['ratelimit-policy']).toBe('"5-in-1min"; q=5; w=60')
    expect(headers['ratelimit']).toMatch(/^"5-in-1min"; r=4; t=\d+$/)
  })
})

describe('requests that are worked on', () => {
  it('are limited per client, whose further requests wait in order while another client is served', async () => {
    const begun: string[] = []
    const answers = new Map<string, () => void>()
    const app = express().set('trust proxy', createProxyTrust(1))
    app.use(readingForwarded(app, { trustProxy: 1, logger: createLogger('silent') }))
    app.use(takeTurns(2))
    app.get('/:name', ({ params: { name } }, response) => {
      begun.push(name)
      answers.set(name, () => void response.json({}))
    })
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    let sent = 0
    let ended = 0
    server.on('request', (_request, response) => {
      sent++
      response.once('close', () => ended++)
    })
    const ask = async (name: string, from = '203.0.113.7') => {
      const leaving = new AbortController()
      const before = sent
      const asked = fetch(`${address}/${name}`, {
        headers: { 'X-Forwarded-For': from },
        signal: leaving.signal,
      })
      const outcome = asked.then(
        ({ status }) => status,
        () => 'left',
      )
      await expect.poll(() => sent).toBe(before + 1)
      return { outcome, leave: () => leaving.abort() }
    }
    const first = await ask('a')
    const second = await ask('b')
    const third = await ask('c')
    const fourth = await ask('d')
    const fifth = await ask('e')
    expect(begun).toEqual(['a', 'b'])
    const other = await ask('other', '203.0.113.8')
    expect(begun).toEqual(['a', 'b', 'other'])
    third.leave()
    expect(await third.outcome).toBe('left')
    await expect.poll(() => ended).toBe(1)
    answers.get('a')?.()
    await expect.poll(() => begun).toEqual(['a', 'b', 'other', 'd'])
    second.leave()
    await expect.poll(() => begun).toEqual(['a', 'b', 'other', 'd', 'e'])
    for (const name of ['other', 'd', 'e']) answers.get(name)?.()
    const outcomes = [first, second, fourth, fifth, other].map(({ outcome }) => outcome)
    expect(await Promise.all(outcomes)).toEqual([200, 'left', 200, 200, 200])
    server.close()
  })
})

it('a request that waits for a source leaves its place to the next, given up or not', async () => {
  const handle = takeTurns(1)
  const begun: number[] = []
  const waits: Askers[] = []
  const incoming = { headers: {}, socket: { remoteAddress: '192.0.2.7' } } as express.Request
  for (const index of [0, 1, 2, 3, 4, 5]) {
    const response = new ServerResponse(new IncomingMessage(new Socket())) as express.Response
    await handle(incoming, response, () => {
      begun.push(index)
      waits.push(currentAskers())
      if (index === 5) return
      currentAskers().noteWait()
      if (index > 0) response.emit('close')
    })
  }
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4, 5])
  expect(waits.map(({ areGone }) => areGone)).toEqual([false, true, true, true, true, false])
})

it('a request that waits too long for its turn is refused, and does not begin later', async () => {
  const handle = takeTurns(1, 50)
  const outcomes: unknown[] = []
  const incoming = { headers: {}, socket: { remoteAddress: '192.0.2.7' } } as express.Request
  const responses = [0, 1].map(() => new ServerResponse(new IncomingMessage(new Socket())))
  for (const response of responses)
    await handle(incoming, response as express.Response, (why?: unknown) => void outcomes.push(why))
  await expect.poll(() => outcomes.length).toBe(2)
  expect(outcomes).toMatchObject([undefined, { code: 'not-ready', retryAfterSeconds: 10 }])
  for (const response of responses) response.emit('close')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(outcomes).toHaveLength(2)
})

it('a request that waited for a source and ends later lets nobody begin too early', async () => {
  const handle = takeTurns(1)
  const begun: number[] = []
  const incoming = { headers: {}, socket: { remoteAddress: '192.0.2.7' } } as express.Request
  const send = async (index: number) => {
    const response = new ServerResponse(new IncomingMessage(new Socket())) as express.Response
    await handle(incoming, response, () => {
      begun.push(index)
      if (index === 0) currentAskers().noteWait()
    })
    return response
  }
  const turns = () => new Promise((resolve) => setTimeout(resolve, 100))
  const waited = await send(0)
  await turns()
  const working = await send(1)
  waited.emit('close')
  await send(2)
  await turns()
  expect(begun).toEqual([0, 1])
  working.flushHeaders()
  working.emit('close')
  await expect.poll(() => begun).toEqual([0, 1, 2])
})

it('requests that their client gives up keep their places until the routes are done, if there are too many', async () => {
  const handle = takeTurns(1)
  const begun: number[] = []
  const responses = [0, 1, 2, 3, 4].map(() => new ServerResponse(new IncomingMessage(new Socket())))
  const incoming = { headers: {}, socket: { remoteAddress: '192.0.2.7' } } as express.Request
  for (const [index, response] of responses.entries())
    await handle(incoming, response as express.Response, () => void begun.push(index))
  for (const given of [0, 1, 2]) {
    await expect.poll(() => begun).toContain(given)
    responses[given]?.emit('close')
  }
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(begun).toEqual([0, 1, 2])
  responses[1]?.end()
  responses[1]?.end()
  await expect.poll(() => begun).toEqual([0, 1, 2, 3])
  // An answer that is being sent is no work any more.
  responses[3]?.flushHeaders()
  responses[3]?.emit('close')
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4])
})

describe('a request that is not worked on', () => {
  const incoming = { headers: {}, socket: { remoteAddress: '192.0.2.7' } } as express.Request

  it.each([
    ['has its answer, read or not', (response: ServerResponse) => response.end('x')],
    ['is being sent a file', (response: ServerResponse) => response.write('x')],
  ])('leaves its place to the next: it %s', async (_what, answer) => {
    const handle = takeTurns(1)
    const begun: string[] = []
    const context = new AsyncLocalStorage<string>()
    const [first, second] = [0, 1].map(
      () => new ServerResponse(new IncomingMessage(new Socket())) as express.Response,
    )
    const note = (who: string) => (refused?: unknown) =>
      void begun.push(refused === undefined ? `${who} ${context.getStore() ?? 'by itself'}` : 'refused')
    await handle(incoming, first!, note('first'))
    await handle(incoming, second!, note('second'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(begun).toEqual(['first by itself'])
    context.run('within the first', () => answer(first!))
    await expect.poll(() => begun[1]).toBe('second by itself')
  })

  /** A site that works on one request of a client at once. */
  async function openSlowSite() {
    const held: (() => void)[] = []
    const app = express()
    app.use(takeTurns(1))
    app.use('/held', (_request, response) => void held.push(() => response.send('held')))
    app.use('/webhook', express.raw({ limit: '1mb', type: () => true }))
    app.use(express.json({ limit: '16kb' }))
    app.use((request_, response) => void response.json({ body: request_.body as unknown }))
    app.use(createErrorHandler(createLogger('silent')))
    const { server, port } = await listen(app)
    return { held, server, connect: () => openConnection(port) }
  }
  const headOf = (path: string, length: number | 'chunked') =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n${length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`}\r\n\r\n`

  it.each([
    ['none of it', '/', 100, '', `["${'x'.repeat(96)}"]`, 200],
    ['all but its end', '/', 16_384, `["${'x'.repeat(16_000)}`, `${'x'.repeat(380)}"]`, 200],
    ['none of it in chunks', '/', 'chunked', '', '2\r\n[]\r\n0\r\n\r\n', 200],
    ['part of a long one', '/webhook', 20_000, 'x'.repeat(17_000), 'x'.repeat(3_000), 200],
    ['part of one that is too long', '/', 20_000, 'x'.repeat(17_000), 'x'.repeat(3_000), 413],
  ] as const)(
    'has no place while its body is awaited: %s is there',
    async (_what, path, length, part, rest, status) => {
      const { server, connect } = await openSlowSite()
      const slow = await connect()
      slow.socket.write(headOf(path, length) + part)
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect((await request(server).get('/next').timeout(5_000)).status).toBe(200)
      slow.socket.write(rest)
      expect(await slow.answer).toContain(`HTTP/1.1 ${status} `)
    },
  )

  it('is not begun before its body has arrived, and has a place from then on', async () => {
    const { held, server, connect } = await openSlowSite()
    const slow = await connect()
    slow.socket.write(headOf('/held', 2))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(held).toHaveLength(0)
    slow.socket.write('[]')
    await expect.poll(() => held.length).toBe(1)
    const next = request(server)
      .get('/held')
      .then(({ text }) => text)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(held).toHaveLength(1)
    held[0]?.()
    await expect.poll(() => held.length).toBe(2)
    held[1]?.()
    expect(await next).toBe('held')
  })

  it('is never begun if its client hangs up before its body has arrived', async () => {
    const { held, server, connect } = await openSlowSite()
    const gone = await connect()
    gone.socket.end(`${headOf('/held', 2)}[`)
    await gone.answer
    expect((await request(server).get('/next').timeout(5_000)).status).toBe(200)
    expect(held).toHaveLength(0)
  })
})

it('a request whose client has hung up before its turn takes no slot, so that the next one is answered', async () => {
  const app = express()
  // Like a router that passes a request on a moment after its client, by then known, has hung up.
  app.use('/gone', (incoming, response, next) => {
    clientOf(incoming)
    response.once('close', () => setImmediate(next))
    incoming.socket.destroy()
  })
  app.use(takeTurns(1))
  // A client that has hung up is sent nothing.
  app.use((_request, response) => void (response.destroyed || response.json({})))
  const server = app.listen(0, '127.0.0.1')
  for (let times = 0; times < 2; times++)
    await expect(request(server).get('/gone')).rejects.toThrow(/hang up|ECONNRESET/)
  expect((await request(server).get('/next').timeout(5_000)).status).toBe(200)
  server.close()
})

it('other requests are read between those that leave a queue', async () => {
  const order: string[] = []
  let answerFirst = () => {}
  let sent = 0
  const app = express()
  app.use((_request, _response, next) => {
    sent++
    next()
  })
  app.use(takeTurns(1))
  app.get('/first', (_request, response) => void (answerFirst = () => void response.json({})))
  app.get('/next', (_request, response) => {
    order.push('next')
    setImmediate(() => order.push('others'))
    response.json({})
  })
  const server = app.listen(0, '127.0.0.1')
  const asked = ['/first', '/next', '/next', '/next'].map(async (path, index) => {
    await expect.poll(() => sent).toBeGreaterThanOrEqual(Math.min(index, 1))
    return (await request(server).get(path)).status
  })
  await expect.poll(() => sent).toBe(4)
  answerFirst()
  expect(await Promise.all(asked)).toEqual([200, 200, 200, 200])
  expect(order.slice(0, 5)).toEqual(['next', 'others', 'next', 'others', 'next'])
  server.close()
})

it('requests of others are read between those that were sent at the same moment and are answered at once', async () => {
  const order: string[] = []
  const handle = takeTurns(2)
  for (let sent = 0; sent < 3; sent++) {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    const incoming = { headers: {}, socket: { remoteAddress: '192.0.2.7' } }
    await handle(incoming as express.Request, response as express.Response, () => {
      order.push('answer')
      response.end()
      setImmediate(() => order.push('others'))
    })
  }
  while (order.length < 6) await new Promise((resolve) => setImmediate(resolve))
  expect(order).toEqual(['answer', 'others', 'answer', 'others', 'answer', 'others'])
})

describe('requests that are under way', () => {
  it('are limited per client, whatever its headers; others are still served, and later the client is too', async () => {
    const waiting: (() => void)[] = []
    const app = express().set('trust proxy', createProxyTrust(1))
    const underWay = limitUnderWay(2)
    app.use(readingForwarded(app, { trustProxy: 1, logger: createLogger('silent') }))
    app.use((incoming, response, next) => {
      const client = clientOf(incoming)
      underWay.begin(client)
      response.on('close', () => underWay.end(client))
      next()
    })
    app.get('/slow', (_request, response) => void waiting.push(() => response.json({})))
    app.get('/quick', (_request, response) => void response.json({}))
    app.use(createErrorHandler(createLogger('silent')))
    const server = app.listen(0, '127.0.0.1')
    const ask = (path: string, from: string) => request(server).get(path).set('X-Forwarded-For', from)
    const slow = ['2001:db8:1:1::1', '2001:db8:1:ffff::1'].map(
      async (from) => (await ask('/slow', from)).status,
    )
    await expect.poll(() => waiting.length).toBe(2)
    const refused = await ask('/quick', '2001:db8:1:2::1')
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1'])
    expect((await ask('/quick', '2001:db8:2::1')).status).toBe(200)
    for (const answer of waiting) answer()
    expect(await Promise.all(slow)).toEqual([200, 200])
    await expect.poll(async () => (await ask('/quick', '2001:db8:1::1')).status).toBe(200)
    server.close()
  })
})
