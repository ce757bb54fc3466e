import type { Database } from '../db/database.ts'
import type { Newsletter } from '../letter/index.ts'
import { AppError } from '../lib/errors.ts'
import type { JobLocks } from '../schedule/index.ts'
import type { EditOrder } from '../sending/editions/edition-edits.ts'
import { endLeftBuilds } from './deeds.ts'
import type { Done } from './order-words.ts'

type Build = Newsletter['build']

/** How an edition is built. */
export interface BuildOrder {
  /** 'kept': it is rewritten from stored records. */
  readonly records?: 'kept'
  /** A person's change to it. */
  readonly order?: EditOrder
  readonly onProgress?: (line: string) => void
  readonly signal?: AbortSignal
  /** For callers that also want it elsewhere; it is stored afterwards. */
  readonly beforeStoring?: (built: Awaited<ReturnType<Build>>) => Promise<void>
}

export interface BuildDeps {
  readonly db: Database
  readonly newsletter: Pick<Newsletter, 'build' | 'requireReplaceable' | 'store' | 'findStatus'>
  readonly jobLocks: Pick<JobLocks, 'build'>
}

/** What is noted of it. */
export function nameBuild(date: string, { records, order }: BuildOrder) {
  if (order === undefined) return { what: records === undefined ? 'build' : 'write', date }
  return order.order === 'put'
    ? { what: order.edit.kind, date, detail: order.edit.text }
    : { what: `undo ${order.kind}`, date, detail: order.text }
}

/** Builds and stores an edition, unless another process is building the same one.
 *  @param deed  the id under which it was noted
 *  @throws AppError 'not-ready' if one is, or it was stopped; whatever Newsletter.build throws */
export async function buildAlone(
  { db, newsletter, jobLocks }: BuildDeps,
  date: string,
  how: BuildOrder,
  deed: string,
): Promise<Done> {
  if (how.records === 'kept' && !(await newsletter.findStatus(date))) {
    throw new AppError('not-found', `There is no edition of ${date}. Build it first.`)
  }
  const lock = jobLocks.build(date)
  let subject = ''
  const isOurs = await lock.runExclusively(async () => {
    await endLeftBuilds(db, date, { except: deed })
    subject = await buildAndStore(newsletter, date, how)
  })
  if (isOurs) return { words: `Built the edition of ${date}: ${subject}` }
  const holder = (await lock.findHolder()) ?? 'another process'
  throw new AppError(
    'not-ready',
    `The edition of ${date} is being built by ${holder}: it is not built a second time. Try again when that has ended; ` +
      'one that was killed counts for a minute more.',
  )
}

/** @returns its subject */
async function buildAndStore(
  newsletter: BuildDeps['newsletter'],
  date: string,
  { records, order, onProgress, signal, beforeStoring }: BuildOrder,
): Promise<string> {
  // For an old edition, only the files may be wanted.
  if (beforeStoring === undefined) await newsletter.requireReplaceable(date)
  let built: Awaited<ReturnType<Build>>
  try {
    built = await newsletter.build(date, onProgress, signal, records, order)
  } catch (error) {
    if (signal?.aborted !== true) throw error
    throw new AppError(
      'not-ready',
      'Stopped: no edition was built. The records that were read by then are kept.',
      { cause: error },
    )
  }
  await beforeStoring?.(built)
  await newsletter.store(built)
  return built.subject
}
