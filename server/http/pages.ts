import { setImmediate } from 'node:timers/promises'

import { Router, type Request, type Response } from 'express'

import { createAllowance } from '../lib/allowance.ts'
import { AppError } from '../lib/errors.ts'
import { currentAskers, GoneError } from '../lib/askers.ts'
import { createFairQueue, QueueFullError } from '../lib/fair-queue.ts'
import type { Logger } from '../lib/logger.ts'
import type { Answers } from './answers.ts'
import type { Made } from './finished-answer.ts'
import { LateError } from './in-time.ts'
import { MAX_WAITING, PATIENCE_MS } from './page-api.ts'
import { pageAddress, pageQuery, type PageAddress } from './page-address.ts'
import type { PostedForm } from '../../shared/posted-form.ts'
import type { RenderedPage } from '../../client/lib/api-client.ts'
import { writePlainPage } from './plain-page.ts'
import type { RenderPage } from './render-page.ts'

const FAILED_PAGE = writePlainPage({
  title: 'Something went wrong',
  content: '<p>The page could not be made. The error is in our log. Please try again.</p>',
})
const CROWDED_PAGE = writePlainPage({
  title: 'Please try again',
  content: '<p>Many people are opening pages right now. Please try again in a few seconds.</p>',
})
const GREEDY_PAGE = writePlainPage({
  title: 'Please try again',
  content:
    '<p>Your address has asked for very many pages that nobody else asks for. Please try again in a minute.</p>',
})

/** A shared cache carries the load of a crowd; a browser asks each time and is told "unchanged". An old page's scripts are kept
 *  longer than the page may still be shown. */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=10, stale-while-revalidate=30'

/** How many pages are rendered for one client in a minute, at some 30 ms each, a letter's figures at 70 ms. Cached pages do not count. */
const MADE_PER_MINUTE = 300

export interface Pages {
  /** Answers every screen. */
  readonly router: Router
  /** Answers a form with the page at `address`; it is not cached.
   *  @param page.status  of the answer
   *  @param page.posted  the outcome of the form */
  readonly showPosted: (
    request: Request,
    response: Response,
    page: { address: string; status: number; posted: PostedForm },
  ) => Promise<void>
}

export function createPages({
  renderPage,
  archive,
  answers,
  logger,
}: {
  renderPage: RenderPage
  /** Knows which addresses of the archive show the same page, and the version of what they show. */
  archive?: { namePage(page: PageAddress): Promise<PageAddress> }
  /** Answers are shared, since pages hold nothing personal: no cookie, and no query beyond the address, reaches the rendering. */
  answers: Answers
  logger: Logger
}): Pages {
  const renderQueue = createFairQueue({ places: 1, maxWaiting: MAX_WAITING, patienceMs: PATIENCE_MS })
  /** However many pages are requested at once, clients take turns, and other requests are answered between two pages. A page takes
   *  one before it asks for its data, and another (createPageApi) once it has them: while it waits for a source it is in nobody's
   *  way. */
  const renderInTurn: RenderPage = async (address, posted) => {
    await takeOne()
    await renderQueue.run(currentAskers(), () => setImmediate())
    return renderPage(address, posted)
  }
  const mayMakeOne = createAllowance(MADE_PER_MINUTE)
  /** Charges the page to one of the clients waiting for it that still has an allowance.
   *  @throws TooManyPagesError */
  async function takeOne(): Promise<void> {
    if (await mayMakeOne()) return
    if (!currentAskers().areGone) throw new TooManyPagesError()
  }
  const logFailure = (error: unknown, path: string) => {
    if (!hadNoTurn(error)) logger.error({ err: error, path }, 'rendering failed')
  }
  const sendFailure = (error: unknown, request: Request, response: Response) => {
    logFailure(error, request.path)
    const { status, retryAfter, page } = describeFailure(error)
    if (retryAfter !== undefined) response.set('Retry-After', retryAfter)
    response.status(status).set('Cache-Control', 'no-store').type('html').send(page)
  }
  const router = Router()
  router.use(async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('Allow', 'GET, HEAD')
      throw new AppError('method-not-allowed', 'This is a page: it takes GET and HEAD.')
    }
    try {
      const { originalUrl } = request
      const asked = pageAddress(request.path, pageQuery(originalUrl))
      const { address, isCacheable, version } = (await archive?.namePage(asked)) ?? asked
      await answers.answer(request, response, {
        name: `page ${address}`,
        version,
        isShared: isCacheable,
        // A query that the page does not read may hold somebody's email address.
        isNamedByAddress: !originalUrl.includes('?') || originalUrl === address,
        make: async () => madeOf(await renderInTurn(address)),
      })
    } catch (error) {
      sendFailure(error, request, response)
    }
  })
  return {
    router,
    async showPosted(request, response, { address, status, posted }) {
      try {
        const make = async () =>
          madeOf({ ...(await renderInTurn(address, posted)), status, isUnfinished: true })
        await answers.answer(request, response, { name: address, isShared: false, make })
      } catch (error) {
        sendFailure(error, request, response)
      }
    },
  }
}

/** A client has had so many pages rendered that it gets no more for now. */
class TooManyPagesError extends Error {
  override readonly name = 'TooManyPagesError'
}

/** Whether a page never got its turn: too many are waiting, nobody waits any longer, it took too long, or its client has used up
 *  its allowance. */
export const hadNoTurn = (error: unknown): boolean =>
  error instanceof QueueFullError ||
  error instanceof GoneError ||
  error instanceof TooManyPagesError ||
  error instanceof LateError

function describeFailure(error: unknown): { status: number; retryAfter?: string; page: string } {
  if (error instanceof TooManyPagesError) return { status: 429, retryAfter: '60', page: GREEDY_PAGE }
  return hadNoTurn(error)
    ? { status: 503, retryAfter: '5', page: CROWDED_PAGE }
    : { status: 500, page: FAILED_PAGE }
}

function madeOf({ status, location, retryAfter, isUnfinished, html }: RenderedPage): Made {
  const page = { status, type: 'text/html; charset=utf-8', isUnfinished }
  if (location !== undefined)
    return { ...page, cacheControl: 'no-store', headers: { Location: location }, body: '' }
  const isFailure = status >= 500 || status === 429
  return {
    ...page,
    cacheControl: status < 400 && !isUnfinished ? CACHE_CONTROL : 'no-store',
    headers: isFailure ? { 'Retry-After': retryAfter ?? '30' } : {},
    body: html,
  }
}
