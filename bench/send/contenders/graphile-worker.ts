import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import { sql } from 'kysely'

import type { OpenContender } from '../contender.ts'
import { openNodemailerLetters, type Reader, untilNothingIsLeft } from './nodemailer-letters.ts'

const TASK = 'letter'
const silent = new Logger(() => () => undefined)

/** One job per reader, twenty at once. Uses its batching: jobs are fetched forty at a time and completed together. */
export const open: OpenContender = async (job, { database: { db }, letter }) => {
  const letters = await openNodemailerLetters(job, letter)
  const utils = await makeWorkerUtils({ connectionString: job.databaseUrl, logger: silent })
  await utils.migrate()
  if (job.isRestart) await unlockLostJobs()
  let submitted = 0

  /** A killed worker's jobs stay locked for four hours; an operator who knows that it is dead may unlock them. */
  async function unlockLostJobs(): Promise<void> {
    const { rows } = await sql<{ worker: string }>`
      select distinct locked_by as worker from graphile_worker.jobs where locked_by is not null`.execute(db)
    await utils.forceUnlockWorkers(rows.map(({ worker }) => worker))
  }

  return {
    async send() {
      if (!job.isRestart) {
        await sql`
          select count(*) from graphile_worker.add_jobs(array(
            select (${TASK}, json_build_object('subscriberId', id::text, 'email', email), null, null, null, null, null, null)::graphile_worker.job_spec
            from subscriber where email is not null and confirmed_at is not null order by id
          ))`.execute(db)
      }
      const runner = await run({
        connectionString: job.databaseUrl,
        logger: silent,
        noHandleSignals: true,
        concurrency: job.connections,
        taskList: {
          [TASK]: async (payload) => {
            await letters.sendTo(payload as Reader)
            submitted += 1
          },
        },
        preset: { worker: { localQueue: { size: 2 * job.connections }, completeJobBatchDelay: 10 } },
      })
      await untilNothingIsLeft(db, sql`select from graphile_worker.jobs limit 1`)
      await runner.stop()
      return submitted
    },
    async close() {
      await utils.release()
      letters.close()
      return Promise.resolve()
    },
  }
}
