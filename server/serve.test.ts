import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, it } from 'vitest'

import { programFile } from './testing/program-file.ts'

const ENV = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  NODE_ENV: 'test',
}

it('shuts down cleanly, not by the signal, when it is stopped while waiting for its database', async () => {
  const server = spawn(process.execPath, [programFile('main')], {
    env: { ...ENV, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  let log = ''
  for await (const text of server.stdout.setEncoding('utf8')) {
    const before = log
    log += String(text)
    const isWaiting = /Waiting for the database/
    if (isWaiting.test(log) && !isWaiting.test(before)) server.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
  expect(log).toContain('"stopped"')
})

it('ends if its port is taken, when it is started as a command too', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const folder = mkdtempSync(path.join(tmpdir(), 'lunchpail-'))
  const server = spawn(process.execPath, [programFile('lunchpail'), 'serve'], {
    env: {
      ...ENV,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: String((taken.address() as AddressInfo).port),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(server, 'exit')
  let words = ''
  for await (const text of server.stderr.setEncoding('utf8')) words += String(text)
  expect(await ended).toEqual([1, null])
  expect(words).toMatch(/^Port \d+ is taken\. Stop what uses it, or set PORT to another one\.$/m)
  taken.close()
  rmSync(folder, { recursive: true, force: true })
})
