import type { RequestHandler } from 'express'

import type { Logger } from '../lib/logger.ts'
import { isProbe } from './health.ts'

/** One line a request, except for health checks: path without the query (which holds addresses and tokens), status and time
 *  taken. */
export function createRequestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    if (isProbe(request.path)) {
      next()
      return
    }
    const startedAt = performance.now()
    response.once('close', () => {
      const level = response.statusCode >= 500 ? 'warn' : 'info'
      logger[level](
        {
          method: request.method,
          path: request.originalUrl.split('?', 1)[0],
          status: response.statusCode,
          milliseconds: Math.round(performance.now() - startedAt),
          ...(response.writableFinished ? {} : { aborted: true }),
        },
        'request',
      )
    })
    next()
  }
}
