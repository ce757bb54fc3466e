import { sql } from 'kysely'
import { Router } from 'express'

import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/logger.ts'
import { createOnce } from '../lib/once.ts'

/** However many probes arrive, the database is queried only once in this time. */
const BELIEVED_MS = 1_000

/** Whether this process is shutting down and accepts no new work. */
export interface Lifecycle {
  isDraining: boolean
}

/** Polled every few seconds by monitoring: neither logged nor measured. */
export const isProbe = (path: string) => path === '/healthz' || path === '/readyz' || path === '/metrics'

/** /healthz: the process answers. /readyz: it can serve (the database answers and has our tables, and it is not shutting
 *  down). */
export function createHealthRouter({
  db,
  lifecycle,
  logger,
}: {
  db: Database
  lifecycle: Lifecycle
  logger: Logger
}): Router {
  const asking = createOnce<void>()
  let isReady = false
  let askedMs = Number.NEGATIVE_INFINITY

  /** @returns whether the database answers and has our tables; what it is found to be is cached for a second */
  async function askDatabase(): Promise<boolean> {
    if (performance.now() - askedMs < BELIEVED_MS) return isReady
    await asking.run('database', async () => {
      try {
        await sql`select from edition limit 0`.execute(db)
        isReady = true
      } catch (error) {
        isReady = false
        logger.error({ err: error }, 'the database does not answer, or has no tables')
      }
      askedMs = performance.now()
    })
    return isReady
  }

  const router = Router()
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' })
  })
  router.get('/readyz', async (_request, response) => {
    response.set('Cache-Control', 'no-store')
    if (lifecycle.isDraining) {
      response.status(503).json({ status: 'draining' })
      return
    }
    if (await askDatabase()) response.json({ status: 'ready' })
    else response.status(503).json({ status: 'database unavailable' })
  })
  return router
}
