import { once } from 'node:events'

import { describe, expect, it } from 'vitest'

import type { Database } from '../../db/database.ts'
import { createLogger } from '../../lib/logger.ts'
import { createRecordSources, collectRecords } from '../collect-records.ts'
import { listLatestRuns } from './runs.ts'
import { withoutWaiting } from './testing/fake-upstream.ts'
import { setUpKilledCollecting } from './testing/killed-collecting.ts'

const AS_OF = '2025-02-04'
const MONTHS = 2_600

/** A few thousand months, enough for the writing to take a while. */
const zillowFile = (() => {
  const months = Array.from({ length: MONTHS }, (_, i) =>
    new Date(Date.UTC(1801, i + 1, 0)).toISOString().slice(0, 10),
  )
  const head = ['RegionID', 'SizeRank', 'RegionName', 'RegionType', 'StateName', ...months]
  const values = months.map((_, i) => 1000 + i).join(',')
  return `${head.join(',')}\n102001,0,United States,country,,${values}\n`
})()

const treasuryFeed = (month: string) =>
  `<feed xmlns:d="d" xmlns:m="m">${[3, 4]
    .map(
      (day) =>
        `<entry><content><m:properties><d:NEW_DATE>${month.slice(0, 4)}-${month.slice(4)}-0${day}T00:00:00</d:NEW_DATE><d:BC_3MONTH>4.3</d:BC_3MONTH><d:BC_2YEAR>4.2</d:BC_2YEAR><d:BC_10YEAR>4.5</d:BC_10YEAR></m:properties></content></entry>`,
    )
    .join('')}</feed>`

const answerAll = (address: string) =>
  address.includes('zillow') ? zillowFile : treasuryFeed(address.slice(-6))

const killed = setUpKilledCollecting(answerAll)
const { withDatabase } = killed

describe('a collect process that is killed', () => {
  async function collectTheRest(db: Database): Promise<void> {
    const reports = await collectRecords(
      {
        db,
        logger: createLogger('silent', 2),
        upstreamBaseUrl: killed.upstream.baseUrl,
        userAgent: 'Lunchpail hello@lunchpail.test',
      },
      {
        sources: withoutWaiting(createRecordSources({ senateTermsAcceptedBy: undefined }), [
          'zillow',
          'treasury',
        ]),
        asOf: AS_OF,
      },
    )
    expect(reports.map(({ outcome }) => outcome)).toEqual(['complete', 'complete'])
  }

  const listStored = async (db: Database) => ({
    observations: await db
      .selectFrom('series_observation')
      .selectAll()
      .orderBy('series_id')
      .orderBy('date')
      .orderBy('vintage_date')
      .execute(),
    documents: await db
      .selectFrom('source_document')
      .select(['id', 'source', 'url', 'sha256', 'retrieved_at'])
      .orderBy('url')
      .orderBy('sha256')
      .execute(),
  })

  it.each([
    ['before the second response of a source arrives', 'when asked'],
    ['while handling a response', 'when answered'],
  ])('killed %s, the next run reads what is missing and stores nothing twice', async (_, moment) => {
    const child = killed.startChild(['collect', 'zillow', 'treasury', '--as-of', AS_OF])
    killed.upstream.answer = (address, { response }) => {
      const isSecond = address.includes('zori')
      if (isSecond && moment === 'when asked') child.kill('SIGKILL')
      if (isSecond) response.on('finish', () => setImmediate(() => child.kill('SIGKILL')))
      return answerAll(address)
    }
    await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    killed.upstream.answer = answerAll

    await withDatabase(async (db) => {
      expect(await listLatestRuns(db)).toMatchObject([
        { source: 'treasury' },
        { source: 'zillow', outcome: 'unfinished' },
      ])
      const { documents: keptBefore } = await listStored(db)
      expect(keptBefore.some(({ url }) => url.includes('zhvi'))).toBe(true)
      await collectTheRest(db)
      const { observations, documents } = await listStored(db)
      // Zillow: 2 series. Treasury: 3 series of two days in two months.
      expect(observations).toHaveLength(2 * MONTHS + 3 * 4)
      expect(documents).toHaveLength(4)
      expect(documents).toEqual(expect.arrayContaining(keptBefore))

      await collectTheRest(db)
      expect(await listStored(db)).toEqual({ observations, documents })
    })
  })
})
