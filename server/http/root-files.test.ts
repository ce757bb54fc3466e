import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

import express from 'express'
import request from 'supertest'
import { beforeEach, describe, expect, it } from 'vitest'

import { setUpFolder } from '../testing/set-up-folder.ts'
import { createStaticAssets } from './root-files.ts'

const folder = setUpFolder()
beforeEach(async () => {
  await writeFile(path.join(folder, 'page.js'), 'x'.repeat(1_000))
})

/** A site that calls back as soon as a file is being sent. */
function createSite(onFile: (file: Readable, incoming: express.Request) => void) {
  const app = express()
  app.use((incoming, response, next) => {
    response.once('pipe', (file: Readable) => onFile(file, incoming))
    next()
  })
  return app.use('/assets', createStaticAssets([folder]))
}

describe('a built file', () => {
  it.each(['bytes=10-5', 'bytes=-5', 'bytes=2000-', 'pages=1-2'])(
    'is sent whole, also for %s',
    async (range) => {
      const { status, text, headers } = await request(createSite(() => {}))
        .get('/assets/page.js')
        .set('Range', range)
      expect([status, text.length]).toEqual([200, 1_000])
      expect(headers['cache-control']).toBe('public,max-age=31536000,immutable')
    },
  )

  it('is closed when its reader hangs up', async () => {
    const sent: Readable[] = []
    const site = createSite((file, incoming) => {
      sent.push(file)
      incoming.socket.destroy()
    })
    await expect(request(site).get('/assets/page.js')).rejects.toThrow(/hang up|ECONNRESET/)
    await expect.poll(() => sent.map(({ closed }) => closed)).toEqual([true])
  })

  it('is closed if its reader had hung up before', async () => {
    const sent: Readable[] = []
    const site = express().use(async (incoming, response, next) => {
      response.once('pipe', (file: Readable) => sent.push(file))
      incoming.socket.destroy()
      await once(response, 'close')
      next()
    })
    site.use('/assets', createStaticAssets([folder]))
    await expect(request(site).get('/assets/page.js')).rejects.toThrow(/hang up|ECONNRESET/)
    await expect.poll(() => sent.map(({ closed }) => closed)).toEqual([true])
  })

  it('that cannot be read ends its own answer only', async () => {
    const site = createSite((file) => process.nextTick(() => file.destroy(new Error('too many open files'))))
    for (let times = 0; times < 2; times++)
      await expect(request(site).get('/assets/page.js')).rejects.toThrow(/hang up|ECONNRESET|aborted/)
  })
})
