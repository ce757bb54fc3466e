import { spawn } from 'node:child_process'
import { once } from 'node:events'

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
