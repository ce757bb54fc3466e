import { sql } from 'kysely'
import { type Job as BossJob, type JobResult, PgBoss, type WorkOptions } from 'pg-boss'

import type { OpenContender } from '../contender.ts'
import {
  listReaderPages,
  openNodemailerLetters,
  type Reader,
  untilNothingIsLeft,
} from './nodemailer-letters.ts'

const QUEUE = 'letter'
const BATCH = 20
const WORKERS = 2

/** One job per reader. Two workers take batches of twenty without pausing, so that twenty connections are busy while
 *  the next batch is fetched; each job is completed separately. */
export const open: OpenContender = async (job, { database: { db }, letter }) => {
  const letters = await openNodemailerLetters(job, letter)
  const boss = new PgBoss({
    connectionString: job.databaseUrl,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  })
  boss.on('error', (error) => {
    throw error
  })
  await boss.start()
  await boss.createQueue(QUEUE, { expireInSeconds: job.leaseSeconds, retryLimit: 2 })
  let submitted = 0

  async function work(jobs: BossJob<Reader>[]): Promise<JobResult[]> {
    return Promise.all(
      jobs.map(async ({ id, data }) => {
        await letters.sendTo(data)
        submitted += 1
        return { id, status: 'completed' as const }
      }),
    )
  }

  return {
    async send() {
      if (!job.isRestart) {
        for await (const readers of listReaderPages(db)) {
          await boss.insert(
            QUEUE,
            readers.map((reader) => ({ data: reader })),
          )
        }
      }
      await boss.work<Reader, JobResult[], WorkOptions & { perJobResults: true }>(
        QUEUE,
        {
          batchSize: BATCH,
          localConcurrency: WORKERS,
          burstWhenBatchFull: true,
          pollingIntervalSeconds: 0.5,
          perJobResults: true,
        },
        work,
      )
      await untilNothingIsLeft(
        db,
        sql`select from pgboss.job where name = ${QUEUE} and state < 'completed' limit 1`,
      )
      return submitted
    },
    async close() {
      await boss.stop({ graceful: true })
      letters.close()
    },
  }
}
