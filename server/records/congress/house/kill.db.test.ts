import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Database } from '../../../db/database.ts'
import { openDatabase } from '../../../db/open-database.ts'
import { createTestDatabase, fillDataFolder, type TestDatabase } from '../../../testing/test-database.ts'
import { listLatestRuns } from '../../core/runs.ts'
import { collectOne } from '../../core/testing/collect-one.ts'
import { startFakeUpstream, type FakeUpstream } from '../../core/testing/fake-upstream.ts'
import { houseSource } from './collect-house.ts'
import { createHousePdf, createHouseZip } from './testing/house-files.ts'

const COMMAND = path.join(import.meta.dirname, '../../../cli/main.ts')
const postgresUrl = process.env['LUNCHPAIL_TEST_POSTGRES']
const REPORTS = ['20000001', '20000002', '20000003', '20000004']
const PDF = createHousePdf([{}, { type: ['S'] }])
const rethrow = (error: Error) => {
  throw error
}

const answerAll = (address: string) =>
  address.endsWith('.zip') ? createHouseZip(REPORTS.map((docId) => ({ docId }))) : PDF

describe('a collect process killed while reading reports', () => {
  let folder: string
  let upstream: FakeUpstream
  /** Set only on a real Postgres: the embedded database lives in the folder. */
  let database: TestDatabase | undefined

  beforeEach(async () => {
    upstream = await startFakeUpstream(answerAll)
    folder = mkdtempSync(path.join(tmpdir(), 'lunchpail-house-'))
    database = postgresUrl === undefined ? undefined : await createTestDatabase()
    if (!database) fillDataFolder(folder)
  })
  afterEach(async () => {
    await upstream.close()
    await database?.close()
    rmSync(folder, { recursive: true })
  })

  /** Starts the command as an operator would. */
  function startChild() {
    return spawn(process.execPath, [COMMAND, 'collect', 'house', '--as-of', '2025-02-03'], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        DATA_DIR: folder,
        UPSTREAM_BASE_URL: upstream.baseUrl,
        ...(database?.url === undefined ? {} : { DATABASE_URL: database.url }),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }

  const listStored = async (db: Database) => ({
    reports: await db.selectFrom('congress_report').selectAll().orderBy('report_id').execute(),
    lines: await db.selectFrom('congress_line').selectAll().orderBy('report_id').orderBy('row').execute(),
    documents: await db.selectFrom('source_document').select(['id', 'url']).orderBy('url').execute(),
  })

  it('loses no report, reads none twice and stores none in part', async () => {
    const child = startChild()
    upstream.answer = (address, { response }) => {
      if (address.includes('20000003')) {
        response.on('finish', () => setImmediate(() => child.kill('SIGKILL')))
      }
      return answerAll(address)
    }
    await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    upstream.answer = answerAll

    const opened = await openDatabase(
      database?.url === undefined ? { folder } : { url: database.url },
      rethrow,
    )
    try {
      expect(await listLatestRuns(opened.db)).toMatchObject([{ source: 'house', outcome: 'unfinished' }])
      const before = await listStored(opened.db)
      const readBefore = before.reports.filter(({ status }) => status === 'read')
      expect(before.reports).toHaveLength(4)
      expect(readBefore.length).toBeLessThan(4)
      expect(before.lines).toHaveLength(readBefore.length * 2)

      upstream.asked.length = 0
      expect(await collectOne(opened.db, upstream, houseSource)).toMatchObject({
        outcome: 'complete',
        listed: 4,
        read: 4,
      })
      expect(upstream.asked.filter((address) => address.endsWith('.pdf'))).toHaveLength(
        4 - before.documents.filter(({ url }) => url.endsWith('.pdf')).length,
      )
      const after = await listStored(opened.db)
      expect(after.lines).toHaveLength(8)
      expect(after.documents).toHaveLength(5)
      await collectOne(opened.db, upstream, houseSource)
      expect(await listStored(opened.db)).toEqual(after)
    } finally {
      await opened.close()
    }
  })
})
