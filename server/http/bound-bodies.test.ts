import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

import express from 'express'
import { afterEach, describe, expect, it } from 'vitest'

import { createHttpServer } from './http-server.ts'

const MINUTE_MS = 60_000
/** No limit expires. */
const AMPLE = {
  headMs: MINUTE_MS,
  requestMs: MINUTE_MS,
  idleMs: MINUTE_MS,
  answerMs: MINUTE_MS,
  checkEveryMs: 1_000,
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

let pieces = 0
const app = express()
  .post('/taken', (incoming, response) => {
    pieces = 0
    incoming.on('data', () => (pieces += 1))
    incoming.on('end', () => response.send('taken'))
  })
  .use((_incoming, response) => void response.send('answered'))

async function serve(isProxy = false): Promise<number> {
  const server = createHttpServer(app, () => isProxy, AMPLE).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** @returns the connection, and everything received on it until it was closed */
async function open(port: number): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  // These tests wait for a connection that is cut off.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  return { socket, answer: closed.then(() => Buffer.concat(chunks).toString()) }
}

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
  it('in thousands of pieces is read no further, and its client cannot connect for a while', async () => {
    const port = await serve()
    const other = await open(port)
    const { socket, answer } = await open(port)
    socket.write(headOf('/taken', CHUNKED))
    sendWithoutEnd(socket, ONE_BYTE.repeat(10_000))
    expect(await answer).toBe('')
    expect(pieces).toBe(2_000)
    expect(await other.answer).toBe('')
    const next = await open(port)
    next.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await next.answer).toBe('')
  })

  it('in thousands of pieces through a proxy ends only its own connection', async () => {
    const port = await serve(true)
    const other = await open(port)
    const { socket, answer } = await open(port)
    socket.write(headOf('/taken', CHUNKED))
    sendWithoutEnd(socket, ONE_BYTE.repeat(10_000))
    expect(await answer).toBe('')
    other.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(await other.answer).toContain('answered')
  })

  it('larger than any that is accepted is read no further', async () => {
    const { socket, answer } = await open(await serve())
    socket.write(headOf('/taken', 'Content-Length: 1000000000'))
    sendWithoutEnd(socket, 'x'.repeat(65_536))
    expect(await answer).toBe('')
    expect(pieces).toBeGreaterThan(0)
  })

  it.each([CHUNKED, 'Content-Length: 1000000000'])(
    'that is not needed for its answer is not read to its end (%s)',
    async (length) => {
      const { socket, answer } = await open(await serve())
      socket.write(headOf('/elsewhere', length))
      sendWithoutEnd(socket, length === CHUNKED ? ONE_BYTE.repeat(10_000) : 'x'.repeat(65_536))
      expect(await answer).toContain('answered')
      // At most what the buffers of both sides hold, not a gigabyte.
      expect(socket.bytesWritten).toBeLessThan(50_000_000)
    },
  )

  it.each([1, 1_500])('in %d pieces is accepted, and the connection stays open', async (count) => {
    const { socket, answer } = await open(await serve())
    socket.write(`${headOf('/taken', CHUNKED)}${ONE_BYTE.repeat(count)}0\r\n\r\n`)
    await once(socket, 'data')
    expect(pieces).toBe(count)
    socket.write('POST /elsewhere HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody')
    expect((await answer).match(/taken|answered/g)).toEqual(['taken', 'answered'])
  })
})
