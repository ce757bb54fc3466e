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

it.each([
  // Addresses of nobody (RFC 5737), and a name of nothing (RFC 6761).
  ['203.0.113.7', /^"203\.0\.113\.7" is no address of this machine \(EADDRNOTAVAIL\)\. Set HOST to one, /],
  ['site.invalid', /^"site\.invalid" is no address of this machine \(E\w+\)\. Set HOST to one, /],
  ['127.0.0.1:3000', /^"127\.0\.0\.1:3000" is no address of this machine \(E\w+\)\. .* without a port/],
])('names HOST, not the database, if it is %s', async (host, words) => {
  expect(await failureOf(listen(createServer(), { port: 0, host }))).toMatch(words)
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

  const refused = createServer()
  refused.listen = () => {
    queueMicrotask(() => refused.emit('error', Object.assign(new Error('EACCES'), { code: 'EACCES' })))
    return refused
  }
  expect(await failureOf(listen(refused, { port: 80, host: '0.0.0.0' }))).toBe(
    'This user may not open port 80. Set PORT to 1024 or more: the proxy in front has 80 and 443.',
  )
})
