import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { declareBuiltRuntime, loadConfig } from '../config/config.ts'
import { assembleDeps, type Deps } from '../deps.ts'
import { buildTestEdition } from '../letter/testing/edition-builder.ts'
import { createWeekUpstream } from '../letter/testing/week-upstream.ts'
import { systemClock } from '../lib/clock.ts'
import { createLogger } from '../lib/logger.ts'
import { startFakeUpstream } from '../records/core/testing/fake-upstream.ts'
import { findEditionHead, storeEdition } from '../sending/editions/editions.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { anEdition, setDatabaseClock } from '../testing/edition-fixtures.ts'
import { programFile } from '../testing/program-file.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { listenLocally } from '../testing/listen-locally.ts'
import { createApart, type Apart, type ApartOrder } from './run-apart.ts'

const PROGRAM = programFile('working-process')
const SLOT = '2025-02-03'
const go = new AbortController().signal

describe.skipIf(process.env['LUNCHPAIL_TEST_POSTGRES'] === undefined)(
  'long work in a process of its own (only on a real Postgres: the embedded one has one process)',
  () => {
    let opened: TestDatabase
    let apart: Apart
    let deps: Deps
    let settings: Record<string, string>
    let closeUpstream: () => unknown

    beforeEach(async () => {
      opened = await createTestDatabase()
      await setDatabaseClock(opened.db, `${SLOT}T00:00:30Z`)
    })
    afterEach(async () => {
      vi.unstubAllEnvs()
      await apart.close()
      await closeUpstream()
      await opened.close()
      rmSync(settings['DATA_DIR'] ?? '', { recursive: true, force: true })
    })

    function assemble(upstreamBaseUrl: string): void {
      settings = {
        NODE_ENV: 'test',
        SITE_URL: 'https://lunchpail.test',
        CONTACT_EMAIL: 'hello@lunchpail.test',
        MAIL_FROM: 'Lunchpail <monday@lunchpail.test>',
        OPERATOR_EMAIL: 'boss@paper.test',
        DATA_DIR: path.join(tmpdir(), `lunchpail-${randomBytes(6).toString('hex')}`),
        DATABASE_URL: opened.url ?? '',
        UPSTREAM_BASE_URL: upstreamBaseUrl,
        SECRET_KEY: 's'.repeat(40),
        SUPPRESSION_KEY: 'h'.repeat(40),
        LOG_LEVEL: 'silent',
      }
      mkdirSync(path.join(settings['DATA_DIR'] ?? '', 'outbox'), { recursive: true })
      apart = createApart({ program: PROGRAM, env: { ...process.env, ...settings } })
      const logger = createLogger('silent')
      deps = assembleDeps(loadConfig(settings), { database: opened, clock: systemClock, logger, apart })
    }

    /** Sources that never answer. */
    async function startSilence(): Promise<void> {
      const { url, close } = await listenLocally(createServer(() => undefined))
      closeUpstream = close
      assemble(url)
    }

    /** The process that reads the sources. */
    const findReader = () =>
      vi.waitUntil(async () => {
        const holder = await deps.jobLocks.collect.findHolder()
        return holder === undefined ? undefined : Number(/^process (\d+) /.exec(holder)?.[1])
      }, 120_000)
    const isAlive = (pid: number) => readdirSync('/proc').includes(String(pid))
    const listMails = () => {
      const outbox = path.join(settings['DATA_DIR'] ?? '', 'outbox')
      return readdirSync(outbox).map((name) => readFileSync(path.join(outbox, name), 'utf8'))
    }

    it('builds and stores the edition that is due', async () => {
      const upstream = await startFakeUpstream(createWeekUpstream())
      closeUpstream = () => upstream.close()
      assemble(upstream.baseUrl)
      // Leaves little to read again at the pace of the sources.
      await buildTestEdition({ db: opened.db, upstreamBaseUrl: upstream.baseUrl })
      const seen = Promise.withResolvers<void>()
      upstream.held = seen.promise
      const written = deps.jobs['write-edition'](go)
      expect(await findReader()).not.toBe(process.pid)
      seen.resolve()
      await written
      expect(await findEditionHead(opened.db, SLOT)).toMatchObject({ state: 'built' })
      const [preview, ...others] = listMails()
      expect(preview).toMatch(/^Subject: \[Preview\]/m)
      expect(others).toEqual([])
    })

    it('reads the records and reports on each source, even those that fail', async () => {
      const week = createWeekUpstream()
      const upstream = await startFakeUpstream((address, ...asked) =>
        address.includes('legislators') ? week(address, ...asked) : undefined,
      )
      closeUpstream = () => upstream.close()
      assemble(upstream.baseUrl)
      const reports = await deps.collect(go)
      const outcomeOf = (wanted: string) => reports.find(({ source }) => source === wanted)?.outcome
      expect([outcomeOf('members'), outcomeOf('insiders')]).toEqual(['complete', 'failed'])
      expect(await opened.db.selectFrom('member').select('bioguide_id').executeTakeFirst()).toBeDefined()
      expect(await deps.jobLocks.collect.findHolder()).toBeUndefined()
    })

    it('has the settings that the server was started with, even if NODE_ENV changes later for libraries', async () => {
      await startSilence()
      for (const [name, value] of Object.entries({ ...settings, NODE_ENV: undefined }))
        vi.stubEnv(name, value)
      apart = createApart({ program: PROGRAM })
      declareBuiltRuntime()
      const asked = { asOf: '2025-02-04', records: undefined, order: undefined }
      await expect(apart.run('build', asked, {})).rejects.toMatchObject({ name: 'InvalidInputError' })
    })

    it('fails and raises an alarm if its process is killed, and is left alone for ten minutes', async () => {
      await startSilence()
      const written = deps.jobs['write-edition'](go)
      const failed = written.catch(String)
      process.kill(await findReader(), 'SIGKILL')
      expect(await failed).toContain(
        'The process that builds editions ended with SIGKILL before it was done.',
      )
      const [alarm, ...others] = listMails()
      expect(alarm).toMatch(/^To: boss@paper.test\r$/m)
      expect(alarm).toContain('SIGKILL')
      expect(others).toEqual([])
      await deps.jobs['write-edition'](go)
      expect(await findEditionHead(opened.db, SLOT)).toBeUndefined()
    })

    it('ends with the server, and leaves its locks free', async () => {
      await startSilence()
      const ordered = deps.newsletter.buildAndStore(SLOT)
      const stopped = ordered.catch((error: unknown) => error)
      const pid = await findReader()
      await apart.close()
      expect(await stopped).toMatchObject({ code: 'not-ready' })
      expect(isAlive(pid)).toBe(false)
      expect(await deps.jobLocks.collect.findHolder()).toBeUndefined()
    })

    it('ends when its signal is aborted', async () => {
      await startSilence()
      const stop = new AbortController()
      const collected = deps.collect(stop.signal).catch(String)
      const pid = await findReader()
      stop.abort()
      expect(await collected).toContain('aborted')
      await vi.waitUntil(() => !isAlive(pid), 60_000)
    })

    it('ends if the server is killed', async () => {
      await startSilence()
      const child = fork(PROGRAM, [], {
        serialization: 'advanced',
        env: { ...process.env, ...settings },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      child.send({ task: 'collect', asked: {} } satisfies ApartOrder)
      expect(await findReader()).toBe(child.pid)
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    })

    it('reports a failure that a person must know about in the same words', async () => {
      await startSilence()
      await storeEdition(opened.db, anEdition({ slotDate: SLOT }))
      await freezeEdition(opened.db, SLOT, { by: 'hand' })
      const asked = { records: undefined, order: undefined }
      await expect(apart.run('build', { asOf: SLOT, ...asked }, {})).rejects.toMatchObject({
        name: 'EditionStateError',
        refusal: { order: 'build', reason: 'frozen', date: SLOT },
      })
    })
  },
)
