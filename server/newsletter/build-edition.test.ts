import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { AppError, InvalidInputError } from '../errors.ts'
import { createLogger } from '../logger.ts'
import { createUpstreamFetch } from '../upstream-fetch.ts'
import { buildEdition, writeEditionFiles, type BuildEditionDeps } from './build-edition.ts'
import { renderEdition } from './compose/render-edition.tsx'

const NO_CLOSES = () => Promise.resolve([])

function createDeps(fetch: BuildEditionDeps['fetch']): BuildEditionDeps {
  return {
    fetch,
    listDailyCloses: NO_CLOSES,
    clock: { now: () => new Date('2025-02-02T23:00:00Z') },
    logger: createLogger('silent'),
    site: {
      name: 'Lunchpail',
      url: 'https://lunchpail.example',
      contactEmail: 'hello@lunchpail.example',
      operatorName: 'Lunchpail Cooperative',
      postalAddress: 'PO Box, Springfield, USA',
      mailFrom: 'Lunchpail <monday@lunchpail.example>',
    },
    renderEdition,
  }
}

const missing = () => Promise.resolve(new Response('', { status: 404 }))

describe('buildEdition', () => {
  it('refuses a day that is no Monday', async () => {
    await expect(buildEdition(createDeps(missing), { asOf: '2025-02-04' })).rejects.toBeInstanceOf(
      InvalidInputError,
    )
  })

  it('builds nothing rather than an empty letter', async () => {
    const building = buildEdition(createDeps(missing), { asOf: '2025-02-03' })
    await expect(building).rejects.toBeInstanceOf(AppError)
    await expect(building).rejects.toThrow(
      'No section of the edition of 2025-02-03 could be built, so there is none. No daily index of SEC EDGAR from 2025-01-27 to 2025-02-02 could be read',
    )
  })
})

const replay = fileURLToPath(new URL('../../../shared/upstream/replay.mjs', import.meta.url))

describe.skipIf(!existsSync(replay))(
  'a recorded week (skips itself where the recordings are missing)',
  () => {
    let server: ChildProcess
    let upstreamBaseUrl: string
    let folder: string

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'edition-'))
      server = spawn(process.execPath, [replay, '--port', '0', '--end-date', '2025-01-31'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      upstreamBaseUrl = await new Promise((resolve) => {
        server.stdout?.on('data', (chunk: Buffer) => {
          const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(chunk.toString()) ?? []
          if (address !== undefined) resolve(address)
        })
      })
    }, 30_000)

    afterAll(async () => {
      server.kill()
      await rm(folder, { recursive: true })
    })

    it('becomes a letter, a text and a list of facts', { timeout: 60_000 }, async () => {
      const lines: string[] = []
      const edition = await buildEdition(
        {
          ...createDeps(createUpstreamFetch({ upstreamBaseUrl, timeoutMs: 20_000, maxBytes: 10_000_000 })),
          onProgress: (line) => lines.push(line),
        },
        { asOf: '2025-02-03' },
      )
      expect(edition.coverage.insiders).toMatchObject({ listed: 74, read: 74, unread: [], daysUnread: [] })
      expect(edition.subject).toBe('Elon Musk bought $75.7 million of Tesla')
      expect(lines.at(-2)).toBe('Form 4 filings: 74 of 74 done, 0 unread.')
      const files = await writeEditionFiles(edition, path.join(folder, 'out'), {
        unsubscribeUrl: 'https://lunchpail.test/unsubscribe',
      })
      expect(files.map((file) => path.basename(file))).toEqual(['edition.html', 'edition.txt', 'facts.json'])
      expect(JSON.parse(await readFile(files[2]!, 'utf8'))).toEqual(edition.facts)
      const html = await readFile(files[0]!, 'utf8')
      expect(html).toContain('href="https://lunchpail.test/unsubscribe"')
      expect(html).not.toContain('recipient.invalid')
    })
  },
)
