import type { Database } from '../db/database.ts'
import type { BuildHow, Newsletter } from '../letter/index.ts'
import { AppError } from '../lib/errors.ts'
import type { JobLocks } from '../schedule/index.ts'
import { endLeftBuilds } from './deeds.ts'
import type { Done } from './order-words.ts'

export interface BuildDeps {
  readonly db: Database
  readonly newsletter: Pick<Newsletter, 'buildAndStore' | 'findStatus'>
  readonly jobLocks: Pick<JobLocks, 'build'>
}

/** What the record of deeds says about a build. */
export function nameBuild(date: string, { records, order }: BuildHow) {
  if (order === undefined) return { what: records === undefined ? 'build' : 'write', date }
  return order.order === 'put'
    ? { what: order.edit.kind, date, detail: order.edit.text }
    : { what: `undo ${order.kind}`, date, detail: order.text }
}

/** Builds and stores an edition, unless another process is building the same one.
 *  @param deed  the id of the deed that records this build
 *  @throws AppError 'not-ready' if another process is building it, or this build was stopped; whatever Newsletter.buildAndStore
 *    throws */
export async function buildAlone(
  { db, newsletter, jobLocks }: BuildDeps,
  date: string,
  how: BuildHow,
  deed: string,
): Promise<Done> {
  if (how.records === 'kept' && !(await newsletter.findStatus(date))) {
    throw new AppError('not-found', `There is no edition of ${date}. Build it first.`)
  }
  const lock = jobLocks.build(date)
  let subject = ''
  const isOurs = await lock.runExclusively(async () => {
    await endLeftBuilds(db, date, { except: deed })
    subject = await newsletter.buildAndStore(date, how)
  })
  if (isOurs) return { words: `Built the edition of ${date}: ${subject}` }
  const holder = (await lock.findHolder()) ?? 'another process'
  throw new AppError(
    'not-ready',
    `The edition of ${date} is being built by ${holder}: it is not built a second time. Try again when that has ended; ` +
      'one that was killed counts for a minute more.',
  )
}
