import { Router, type Request } from 'express'
import { z } from 'zod'

import { parseTicker } from '../../../shared/asset-address.ts'
import { InvalidInputError } from '../../lib/errors.ts'
import { madeOfJson, type Answers } from '../../http/answers.ts'
import { answerReads } from '../../http/route-guards.ts'
import type { EditionArchive } from './archive.ts'

// A new edition, or a correction, appears within a minute.
const CACHE_CONTROL = 'public, max-age=30, stale-while-revalidate=30'

const DEFAULT_LIMIT = 20
const limitSchema = z.string().regex(/^([1-9]|[1-4]\d|50)$/)
const beforeSchema = z.iso.date()

/** GET /editions (?before=, ?limit=), /editions/:date, /editions/:date/figures and /corrections, as described in
 *  edition-contract. Errors are thrown to the application's error handler. */
export function createEditionRouter({
  archive,
  answers,
}: {
  archive: EditionArchive
  answers: Answers
}): Router {
  const router = Router()
  interface Found {
    readonly name: string
    readonly find: () => Promise<object | Buffer>
  }
  /** @param read  turns the request into the answer's name and a way to find it */
  const answer = (path: string, read: (request: Request<{ date: string }>) => Found | Promise<Found>) => {
    answerReads<{ date: string }>(router, path, async (request, response) => {
      const { name, find } = await read(request)
      const make = async () => madeOfJson(await find(), { cacheControl: CACHE_CONTROL })
      await answers.answer(request, response, { name, version: await archive.getVersion(), make })
    })
  }
  answer('/editions', async (request) => {
    const { name, getJson } = await archive.findList(readPaging(request))
    return { name: `editions ${name}`, find: getJson }
  })
  answer('/editions/:date', ({ params: { date } }) => ({
    name: `edition ${date}`,
    find: () => archive.getEditionJson('edition', date),
  }))
  answer('/editions/:date/figures', ({ params: { date } }) => ({
    name: `figures ${date}`,
    find: () => archive.getEditionJson('figures', date),
  }))
  answer('/corrections', () => ({ name: 'corrections', find: () => archive.listCorrections() }))
  return router
}

/** @throws InvalidInputError that names the parameter and what it accepts */
function readPaging({ query }: Request<{ date: string }>): {
  before: string | undefined
  limit: number
  ticker: string | undefined
} {
  const before = beforeSchema.optional().safeParse(query['before'])
  if (!before.success) {
    throw new InvalidInputError('The parameter before is a day such as 2025-02-03.')
  }
  const limit = limitSchema.optional().safeParse(query['limit'])
  if (!limit.success) {
    throw new InvalidInputError('The parameter limit is a whole number from 1 to 50.')
  }
  const typed = query['ticker']
  const ticker = typeof typed === 'string' ? parseTicker(typed) : undefined
  if (typed !== undefined && ticker === undefined) {
    throw new InvalidInputError('The parameter ticker is one such as AAPL.')
  }
  return { before: before.data, limit: Number(limit.data ?? DEFAULT_LIMIT), ticker }
}
