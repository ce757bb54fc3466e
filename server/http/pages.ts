import { setImmediate } from 'node:timers/promises'

import { Router, type Request, type Response } from 'express'

import { AppError } from '../lib/errors.ts'
import { createFairQueue, currentAskers, GoneError, QueueFullError } from '../lib/fair-queue.ts'
import type { Logger } from '../lib/logger.ts'
import { pageAddress, pageQuery, type PageAddress } from './page-address.ts'
import { createPageCache, storedPage, type StoredPage } from './page-cache.ts'
import type { PostedForm } from '../../shared/posted-form.ts'
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

/** Pages waiting for their turn. Of one client a quarter of them: more than are worked on at once. */
const MAX_WAITING = 1_024
const PATIENCE_MS = 10_000

export interface Pages {
  /** Answers every screen. In development nothing is cached. */
  readonly router: Router
  /** Answers a form with the page at `address`; nobody keeps it.
   *  @param page.status  of the answer
   *  @param page.posted  what came of the form */
  readonly showPosted: (
    request: Request,
    response: Response,
    page: { address: string; status: number; posted: PostedForm },
  ) => Promise<void>
}

/** @param cache  'off' renders each request */
export function createPages({
  renderPage,
  archive,
  logger,
  cache,
}: {
  renderPage: RenderPage
  /** Knows which of its addresses show the same, and what they are made from. */
  archive?: { namePage(page: PageAddress): Promise<PageAddress> }
  logger: Logger
  cache: 'on' | 'off'
}): Pages {
  const turns = createFairQueue({ places: 1, maxWaiting: MAX_WAITING, patienceMs: PATIENCE_MS })
  /** However many pages are requested at once, clients take turns, and other requests are answered between two pages. Only
   *  the start takes a turn: a page that then waits for a source is in nobody's way. */
  const renderInTurn: RenderPage = async (address, posted) => {
    await turns.run(currentAskers(), () => setImmediate())
    return renderPage(address, posted)
  }
  const logFailure = (error: unknown, path: string) => {
    if (!hadNoTurn(error)) logger.error({ err: error, path }, 'rendering failed')
  }
  const pages = createPageCache(renderInTurn, logFailure)
  const sendFailure = (error: unknown, request: Request, response: Response) => {
    logFailure(error, request.path)
    const isCrowded = hadNoTurn(error)
    if (isCrowded) response.set('Retry-After', '5')
    response
      .status(isCrowded ? 503 : 500)
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(isCrowded ? CROWDED_PAGE : FAILED_PAGE)
  }
  const router = Router()
  router.use(async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('Allow', 'GET, HEAD')
      throw new AppError('method-not-allowed', 'This is a page: it takes GET and HEAD.')
    }
    try {
      const asked = pageAddress(request.path, pageQuery(request.originalUrl))
      const { address, isCacheable, version } = (await archive?.namePage(asked)) ?? asked
      const isCached = cache === 'on' && isCacheable
      const encoding = request.acceptsEncodings('br', 'gzip', 'identity')
      // A page that is sent once is compressed once.
      const page = isCached
        ? await pages.get(address, version)
        : await storedPage(await renderInTurn(address), [encoding])
      sendPage(request, response, page, encoding)
    } catch (error) {
      sendFailure(error, request, response)
    }
  })
  return {
    router,
    async showPosted(request, response, { address, status, posted }) {
      try {
        const encoding = request.acceptsEncodings('br', 'gzip', 'identity')
        const page = await storedPage(await renderInTurn(address, posted), [encoding])
        sendPage(request, response, { ...page, status, isUnfinished: true }, encoding)
      } catch (error) {
        sendFailure(error, request, response)
      }
    },
  }
}

/** The page's turn did not come: too many wait, or nobody waits any more. */
const hadNoTurn = (error: unknown) => error instanceof QueueFullError || error instanceof GoneError

function sendPage(request: Request, response: Response, page: StoredPage, encoding: string | false): void {
  response.status(page.status)
  response.set({ 'Content-Type': 'text/html; charset=utf-8', Vary: 'Accept-Encoding' })
  if (page.location !== undefined) {
    response.set({ Location: page.location, 'Cache-Control': 'no-store' }).end()
    return
  }
  // Revalidated each time, and answered without a body while unchanged: after a new release no page names assets that are gone.
  const mayKeep = page.status < 400 && !page.isUnfinished && !currentAskers().wereRefused
  response.set({ 'Cache-Control': mayKeep ? 'no-cache' : 'no-store', ETag: page.etag })
  if (page.status >= 500 || page.status === 429) response.set('Retry-After', page.retryAfter ?? '30')
  if (page.status === 200 && request.fresh) {
    response.status(304).end()
    return
  }
  const body = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.html
  if (encoding === 'br' || encoding === 'gzip') response.set('Content-Encoding', encoding)
  response.set('Content-Length', String(body.length))
  response.end(request.method === 'HEAD' ? undefined : body)
}
