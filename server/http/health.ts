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
  let answeredMs = Number.NEGATIVE_INFINITY

  /** Throws while the database does not answer; success is cached for a second. */
  async function askDatabase(): Promise<void> {
    if (performance.now() - answeredMs < BELIEVED_MS) return
    await asking.run('database', async () => {
      await sql`select from edition limit 0`.execute(db)
      answeredMs = performance.now()
    })
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
    try {
      await askDatabase()
      response.json({ status: 'ready' })
    } catch (error) {
      logger.error({ err: error }, 'the database does not answer, or has no tables')
      response.status(503).json({ status: 'database unavailable' })
    }
  })
  return router
}
