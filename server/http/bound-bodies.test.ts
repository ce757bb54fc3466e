import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

import express from 'express'
import { describe, expect, it } from 'vitest'

import { writeAnswer } from './head-lines.ts'
import { openConnection, setUpHttpServers } from '../testing/http-servers.ts'

const { listen } = setUpHttpServers()

let pieces = 0
let hasEnded = false
const app = express()
  .post('/taken', (incoming, response) => {
    pieces = 0
    hasEnded = false
    incoming.on('data', () => (pieces += 1))
    incoming.on('end', () => {
      hasEnded = true
      response.send('taken')
    })
  })
  .post('/late', (_incoming, response) => {
    setTimeout(() => response.headersSent || response.send('late'), 300)
  })
  .use((_incoming, response) => void response.send('answered'))

const WHOLE = Buffer.from('\r\nanswered')
/** Answers some addresses as cached answers are sent. */
const answer: RequestListener = (incoming, response) => {
  if (incoming.url === '/cached') writeAnswer(response, 200, '', WHOLE, WHOLE.length - 2)
  else app(incoming, response)
}

const serve = async (isProxy = false) => (await listen(answer, { isProxy })).port

/** Sends the same bytes until the server closes the connection, as long as it reads. */
function sendWithoutEnd(socket: Socket, text: string): void {
  const write = () => {
    while (socket.writable && socket.write(text));
    if (socket.writable) socket.once('drain', write)
  }
  write()
}

const headOf = (path: string, length: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`
const CHUNKED = 'Transfer-Encoding: chunked'
const ONE_BYTE = '1\r\nx\r\n'

describe('a body', () => {
  it('in very many pieces is read no further, and its client cannot connect for a while', async () => {
    const port = await serve()
    const other = await openConnection(port)
    const { socket, answer } = await openConnection(port)
    socket.write(headOf('/taken', CHUNKED))
    socket.write(`${ONE_BYTE.repeat(1_000)}0\r\n\r\n`)
    expect(await answer).toBe('')
    expect(pieces).toBe(100)
    expect(hasEnded).toBe(false)
    expect(await other.answer).toBe('')
    const next = await openConnection(port)
    next.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await next.answer).toBe('')
  })

  it('in very many pieces through a proxy ends only its own connection', async () => {
    const port = await serve(true)
    const other = await openConnection(port)
    const { socket, answer } = await openConnection(port)
    socket.write(headOf('/taken', CHUNKED))
    sendWithoutEnd(socket, ONE_BYTE.repeat(10_000))
    expect(await answer).toMatch(/^HTTP\/1\.1 413 .*Connection: close.*"code":"payload-too-large"/s)
    other.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(await other.answer).toContain('answered')
  })

  it('in very many pieces calls back for few of them, and the next connection is read as usual', async () => {
    let calls = 0
    let requests = 0
    const counting: RequestListener = (incoming, response) => {
      requests += 1
      answer(incoming, response)
      const push = incoming.push.bind(incoming)
      incoming.push = (chunk: Buffer | null, encoding) => {
        calls += 1
        return push(chunk, encoding)
      }
    }
    const { port } = await listen(counting, { isProxy: true })
    const first = await openConnection(port)
    first.socket.write(headOf('/taken', CHUNKED))
    first.socket.write(`${ONE_BYTE.repeat(10_500)}0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(await first.answer).toContain('413')
    expect(calls).toBeLessThan(200)
    expect(requests).toBe(1)
    calls = 0
    const next = await openConnection(port)
    next.socket.write(`${headOf('/taken', `${CHUNKED}\r\nConnection: close`)}${ONE_BYTE.repeat(90)}0\r\n\r\n`)
    expect(await next.answer).toContain('taken')
    expect(pieces).toBe(90)
  })

  it('larger than any that is accepted is read no further', async () => {
    const { socket, answer } = await openConnection(await serve())
    socket.write(headOf('/taken', 'Content-Length: 1000000000'))
    sendWithoutEnd(socket, 'x'.repeat(65_536))
    expect(await answer).toMatch(/^HTTP\/1\.1 413 .*Connection: close.*"code":"payload-too-large"/s)
    expect(pieces).toBeGreaterThan(0)
    expect(socket.bytesWritten).toBeLessThan(50_000_000)
  })

  it.each([CHUNKED, 'Content-Length: 1000000000'])(
    'that is not needed for its answer is not read to its end (%s)',
    async (length) => {
      const { socket, answer } = await openConnection(await serve())
      socket.write(headOf('/elsewhere', length))
      sendWithoutEnd(socket, length === CHUNKED ? ONE_BYTE.repeat(10_000) : 'x'.repeat(65_536))
      expect(await answer).toContain('answered')
      // At most the buffers of both sides, not a gigabyte.
      expect(socket.bytesWritten).toBeLessThan(50_000_000)
    },
  )

  it.each([
    ['bytes', false, 'Content-Length: 100000000000', 'x'.repeat(32_768)],
    ['large chunks', false, CHUNKED, `8000\r\n${'x'.repeat(32_768)}\r\n`],
    ['one-byte chunks', true, CHUNKED, ONE_BYTE.repeat(10_000)],
  ])(
    'that nobody reads is not read by Node after a late answer, even if its client never stops: %s',
    async (_kind, isProxy, length, text) => {
      const { server, port } = await listen(answer, { isProxy })
      const accepted = once(server, 'connection') as Promise<[Socket]>
      const { socket, answer: got } = await openConnection(port, { allowHalfOpen: true })
      const [accepting] = await accepted
      socket.write(headOf('/late', length))
      sendWithoutEnd(socket, text)
      await got
      expect(accepting.bytesRead).toBeLessThan(4_000_000)
    },
  )

  it.each([
    ['/elsewhere', CHUNKED],
    ['/elsewhere', 'Content-Length: 20000'],
    ['/cached', 'Content-Length: 20000'],
  ])(
    'that is answered before its end ends its connection, and the answer says so: %s, %s',
    async (path, length) => {
      const { socket, answer: got } = await openConnection(await serve(true))
      socket.write(headOf(path, length))
      expect(await got).toMatch(/^HTTP\/1\.1 200 .*Connection: close.*answered$/s)
    },
  )

  it('that is long and read to its end leaves its connection open', async () => {
    const { socket, answer: got } = await openConnection(await serve(true))
    socket.write(`${headOf('/taken', 'Content-Length: 20000')}${'x'.repeat(20_000)}`)
    await once(socket, 'data')
    socket.write('GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect((await got).match(/Connection: \S+|taken$|answered/g)).toEqual([
      'Connection: keep-alive',
      'Connection: close',
      'answered',
    ])
  })

  it('shorter than a packet leaves its connection open, even if it arrives after its answer', async () => {
    const { socket, answer } = await openConnection(await serve())
    socket.write(headOf('/elsewhere', 'Content-Length: 4'))
    await once(socket, 'data')
    socket.write('body')
    socket.write('GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect((await answer).match(/answered/g)).toHaveLength(2)
  })

  it.each([
    [1, 'of a byte', 1],
    [100, 'of a byte', 1],
    [1_950, 'of a small packet', 536],
  ])('in %d pieces %s is accepted, and the connection stays open', async (count, _of, bytes) => {
    const { socket, answer } = await openConnection(await serve())
    const chunk = `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`
    socket.write(`${headOf('/taken', CHUNKED)}${chunk.repeat(count)}0\r\n\r\n`)
    await once(socket, 'data')
    expect(pieces).toBeGreaterThanOrEqual(count)
    socket.write('POST /elsewhere HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody')
    expect((await answer).match(/taken|answered/g)).toEqual(['taken', 'answered'])
  })
})
