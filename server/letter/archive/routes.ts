import { Router, type Request, type Response } from 'express'
import { z } from 'zod'

import { parseTicker } from '../../../shared/asset-address.ts'
import { InvalidInputError } from '../../lib/errors.ts'
import { allowOnly } from '../../http/route-guards.ts'
import type { EditionArchive } from './archive.ts'

// A new edition, or a correction, shows within half a minute.
const CACHE_CONTROL = 'public, max-age=30'
const ONLY_READ = allowOnly('GET', 'HEAD')

const DEFAULT_LIMIT = 20
const limitSchema = z.string().regex(/^([1-9]|[1-4]\d|50)$/)
const beforeSchema = z.iso.date()

/** GET /editions (?before=, ?limit=), /editions/:date, /editions/:date/figures and /corrections, as edition-contract has
 *  them. Errors are thrown for the application's error handler. */
export function createEditionRouter({ archive }: { archive: EditionArchive }): Router {
  const router = Router()
  const answer = (path: string, find: (request: Request<{ date: string }>) => Promise<object | Buffer>) => {
    router
      .route(path)
      .get(async (request, response) => send(response, await find(request as Request<{ date: string }>)))
      .all(ONLY_READ)
  }
  answer('/editions', (request) => archive.getListJson(readPaging(request)))
  answer('/editions/:date', ({ params }) => archive.getEditionJson('edition', params.date))
  answer('/editions/:date/figures', ({ params }) => archive.getEditionJson('figures', params.date))
  answer('/corrections', () => archive.listCorrections())
  return router
}

/** @param body  as JSON already, or to be written as such */
function send(response: Response, body: object | Buffer): void {
  response.set('Cache-Control', CACHE_CONTROL)
  if (Buffer.isBuffer(body)) response.type('json').send(body)
  else response.json(body)
}

/** @throws InvalidInputError naming the parameter and what it takes */
function readPaging({ query }: Request<{ date: string }>): {
  before: string | undefined
  limit: number
  ticker: string | undefined
} {
  const before = beforeSchema.optional().safeParse(query['before'])
  if (!before.success) {
    throw new InvalidInputError('malformed-request', 'The parameter before is a day such as 2025-02-03.')
  }
  const limit = limitSchema.optional().safeParse(query['limit'])
  if (!limit.success) {
    throw new InvalidInputError('malformed-request', 'The parameter limit is a whole number from 1 to 50.')
  }
  const typed = query['ticker']
  const ticker = typeof typed === 'string' ? parseTicker(typed) : undefined
  if (typed !== undefined && ticker === undefined) {
    throw new InvalidInputError('malformed-request', 'The parameter ticker is one such as AAPL.')
  }
  return { before: before.data, limit: Number(limit.data ?? DEFAULT_LIMIT), ticker }
}
