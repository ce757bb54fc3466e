import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type ListenOptions } from 'node:net'

import { expect, it } from 'vitest'

import { AppError } from '../lib/errors.ts'
import { listen } from './listen.ts'

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof AppError ? error.message : error),
  )

/** A server that is refused, whatever this machine's addresses and resolver are. */
function createRefused(code: string) {
  const refused = createServer()
  refused.listen = () => {
    queueMicrotask(() => refused.emit('error', Object.assign(new Error(code), { code })))
    return refused
  }
  return refused
}

it.each([
  [
    '203.0.113.7',
    'EADDRNOTAVAIL',
    /^"203\.0\.113\.7" is no address of this machine \(EADDRNOTAVAIL\)\. Set HOST to one, /,
  ],
  [
    'site.invalid',
    'ENOTFOUND',
    /^"site\.invalid" is no address of this machine \(ENOTFOUND\)\. Set HOST to one, /,
  ],
  [
    '127.0.0.1:3000',
    'EAI_AGAIN',
    /^"127\.0\.0\.1:3000" is no address of this machine \(EAI_AGAIN\)\. .* without a port/,
  ],
])('names HOST, not the database, if it is %s', async (host, code, words) => {
  expect(await failureOf(listen(createServer(), { port: 0, host }, createRefused(code)))).toMatch(words)
})

it('names PORT if it is taken, or not open to this user', async () => {
  const { port, close } = await listen(createServer(), { port: 0, host: '127.0.0.1' })
  expect(await failureOf(listen(createServer(), { port, host: '127.0.0.1' }))).toBe(
    `Port ${port} is taken. Stop what uses it, or set PORT to another one.`,
  )
  await close(1_000)

  expect(
    await failureOf(listen(createServer(), { port: 80, host: '0.0.0.0' }, createRefused('EACCES'))),
  ).toBe('This user may not open port 80. Set PORT to 1024 or more: the proxy in front has 80 and 443.')
})

it.skipIf(process.platform !== 'linux')('leaves nothing open if a later listener is refused', async () => {
  const first = createServer()
  const open = first.listen.bind(first)
  // Shares its port with nobody, so the second is refused.
  Object.assign(first, { listen: (options: ListenOptions) => open({ ...options, reusePort: false }) })
  expect(await failureOf(listen(first, { port: 0, host: '127.0.0.1' }))).toMatch(/is taken/)
  expect(first.listening).toBe(false)
})

it.skipIf(process.platform !== 'linux')(
  'accepts several connections in a turn of the event loop',
  async () => {
    const server = createServer()
    const { port, close } = await listen(server, { port: 0, host: '127.0.0.1' })
    const accepted = Promise.withResolvers<void>()
    let turn = 0
    let next = setImmediate(function count() {
      turn++
      next = setImmediate(count)
    })
    const turns: number[] = []
    server.on('connection', () => {
      turns.push(turn)
      if (turns.length === 64) accepted.resolve()
    })
    // All wait in the kernel by then.
    const sockets = Array.from({ length: 64 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    await accepted.promise
    clearImmediate(next)
    expect(new Set(turns).size).toBeLessThan(40)
    for (const socket of sockets) socket.destroy()
    await close(1_000)
  },
)

it('answers what is under way on any listener before it is closed', async () => {
  const answers: ServerResponse[] = []
  const server = createServer((_request, response) => void answers.push(response))
  const { port, close } = await listen(server, { port: 0, host: '127.0.0.1' })
  const asked = Array.from({ length: 32 }, () => fetch(`http://127.0.0.1:${port}/`))
  await expect.poll(() => answers.length).toBe(32)
  const closed = close(600_000)
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
  for (const answer of answers) answer.setHeader('Connection', 'close').end('answered')
  expect(await Promise.all(asked.map(async (answer) => (await answer).text()))).toEqual(
    Array.from({ length: 32 }, () => 'answered'),
  )
  await closed
})
