import { once } from 'node:events'

import { describe, expect, it } from 'vitest'

import type { Database } from '../../../db/database.ts'
import { listLatestRuns } from '../../core/runs.ts'
import { collectOne } from '../../core/testing/collect-one.ts'
import { setUpKilledCollecting } from '../../core/testing/killed-collecting.ts'
import { houseSource } from './collect-house.ts'
import { createHousePdf, createHouseZip } from './testing/house-files.ts'

const REPORTS = ['20000001', '20000002', '20000003', '20000004']
const PDF = createHousePdf([{}, { type: ['S'] }])

const answerAll = (address: string) =>
  address.endsWith('.zip') ? createHouseZip(REPORTS.map((docId) => ({ docId }))) : PDF

const killed = setUpKilledCollecting(answerAll)

describe('a collect process killed while reading reports', () => {
  const listStored = async (db: Database) => ({
    reports: await db.selectFrom('congress_report').selectAll().orderBy('report_id').execute(),
    lines: await db.selectFrom('congress_line').selectAll().orderBy('report_id').orderBy('row').execute(),
    documents: await db.selectFrom('source_document').select(['id', 'url']).orderBy('url').execute(),
  })

  it('loses no report, reads none twice and stores none in part', async () => {
    const child = killed.startChild(['collect', 'house', '--as-of', '2025-02-03'])
    killed.upstream.answer = (address, { response }) => {
      if (address.includes('20000003')) {
        response.on('finish', () => setImmediate(() => child.kill('SIGKILL')))
      }
      return answerAll(address)
    }
    await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    killed.upstream.answer = answerAll

    await killed.withDatabase(async (db) => {
      expect(await listLatestRuns(db)).toMatchObject([{ source: 'house', outcome: 'unfinished' }])
      const before = await listStored(db)
      const readBefore = before.reports.filter(({ status }) => status === 'read')
      expect(before.reports).toHaveLength(4)
      expect(readBefore.length).toBeLessThan(4)
      expect(before.lines).toHaveLength(readBefore.length * 2)

      killed.upstream.asked.length = 0
      expect(await collectOne(db, killed.upstream, houseSource)).toMatchObject({
        outcome: 'complete',
        listed: 4,
        read: 4,
      })
      expect(killed.upstream.asked.filter((address) => address.endsWith('.pdf'))).toHaveLength(
        4 - before.documents.filter(({ url }) => url.endsWith('.pdf')).length,
      )
      const after = await listStored(db)
      expect(after.lines).toHaveLength(8)
      expect(after.documents).toHaveLength(5)
      await collectOne(db, killed.upstream, houseSource)
      expect(await listStored(db)).toEqual(after)
    })
  })
})
