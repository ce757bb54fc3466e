import type { Logger } from '../lib/logger.ts'
import type { Ended } from './entrance.ts'

/** One line a request: path without the query (which holds addresses and tokens), status and time taken. */
export function createRequestLog(logger: Logger): (ended: Ended) => void {
  return ({ request, response, path, milliseconds }) => {
    const level = response.statusCode >= 500 ? 'warn' : 'info'
    logger[level](
      {
        method: request.method,
        path,
        status: response.statusCode,
        milliseconds: Math.round(milliseconds),
        ...(response.writableFinished ? {} : { aborted: true }),
      },
      'request',
    )
  }
}
