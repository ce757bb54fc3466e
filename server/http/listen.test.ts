import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

import { expect, it } from 'vitest'

import { AppError } from '../lib/errors.ts'
import { listen } from './listen.ts'

const failureOf = (promise: Promise<void>) =>
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
  expect(await failureOf(listen(createRefused(code), { port: 0, host }))).toMatch(words)
})

it('names PORT if it is taken, or not open to this user', async () => {
  const taken = createServer()
  await listen(taken, { port: 0, host: '127.0.0.1' })
  const { port } = taken.address() as AddressInfo
  expect(await failureOf(listen(createServer(), { port, host: '127.0.0.1' }))).toBe(
    `Port ${port} is taken. Stop what uses it, or set PORT to another one.`,
  )
  taken.close()
  await once(taken, 'close')

  expect(await failureOf(listen(createRefused('EACCES'), { port: 80, host: '0.0.0.0' }))).toBe(
    'This user may not open port 80. Set PORT to 1024 or more: the proxy in front has 80 and 443.',
  )
})
