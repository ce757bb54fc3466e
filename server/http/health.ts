import { sql } from 'kysely'
import { Router } from 'express'

import type { Database } from '../db/database.ts'
import type { Logger } from '../lib/logger.ts'

/** Whether this process is going down: it then takes no new work. */
export interface Lifecycle {
  isDraining: boolean
}

/** Asked every few seconds by whoever watches the site: neither logged nor measured. */
export const isProbe = (path: string) => path === '/healthz' || path === '/readyz' || path === '/metrics'

/** /healthz: the process answers. /readyz: it can serve (the database answers and it is not going down). */
export function createHealthRouter({
  db,
  lifecycle,
  logger,
}: {
  db: Database
  lifecycle: Lifecycle
  logger: Logger
}): Router {
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
      await sql`select 1`.execute(db)
      response.json({ status: 'ready' })
    } catch (error) {
      logger.error({ err: error }, 'the database does not answer')
      response.status(503).json({ status: 'database unavailable' })
    }
  })
  return router
}
