import express, { Router, type ErrorRequestHandler, type RequestHandler, type Response } from 'express'

import { formatDay } from '../../shared/format-date.ts'
import { isCalendarDay, weekdayOf } from '../lib/dates.ts'
import { AppError, InvalidInputError } from '../lib/errors.ts'
import { firstWithin } from '../lib/patience.ts'
import { answerReads, requireOwnPage } from '../http/route-guards.ts'
import { ChangedMeanwhileError, findVersion, listDeeds, type Actor } from '../operator/deeds.ts'
import { describeDeed } from './deed-list.ts'
import { describeOrderFailure } from '../operator/describe-failure.ts'
import { EditionStateError } from '../sending/editions/edition-refusal.ts'
import { operatorOf, type DeskDeps } from './desk-deps.ts'
import { fillForDesk, findSeenEdition, writeEdition, writeUnwritten } from './edition-page.ts'
import { findOrder, writeAgain } from './orders.ts'
import {
  DESK_STYLE,
  DESK_STYLE_PATH,
  editionLink,
  editionPath,
  orderForm,
  paragraph,
  writeDeskPage,
} from './page.ts'
import { findReader, writeAlarms, writeDeeds, writeDesk, writeEditions, writeReaders } from './overviews.ts'
import { createSessionRouter } from './session-routes.ts'

/** Writing an edition may take minutes: after this long the page says that it is under way. */
const PATIENCE_MS = 4_000
const DEEDS_SHOWN = 10

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** The desk, where operators see editions and give the same orders as with the commands. It does not exist without OPERATORS. */
export function createDeskRouter(deps: DeskDeps): Router {
  const { db, config, logger } = deps
  const router = Router()
  if (config.operators.length === 0) return router
  const { router: sessions, requireOperator } = createSessionRouter(deps)

  router.use('/desk', setHeaders, refuseOtherOrigins)
  answerReads(router, DESK_STYLE_PATH, (_request, response) => {
    response.type('text/css').send(DESK_STYLE)
  })
  router.use(sessions)
  router.use('/desk', requireOperator)

  const show = (response: Response, title: string, content: string, path?: string) =>
    response.type('html').send(
      writeDeskPage({
        siteName: config.siteName,
        title,
        content,
        operator: operatorOf(response),
        ...(path === undefined ? {} : { path }),
      }),
    )
  const page = (path: string, title: string, write: (deps: DeskDeps) => Promise<string>) =>
    router.route(path).get(async (_request, response) => {
      show(response, title, await write(deps), path)
    })

  page('/desk', 'The desk', writeDesk)
  page('/desk/editions', 'Editions', writeEditions)
  page('/desk/readers', 'Readers', writeReaders)
  page('/desk/alarms', 'Alarms and sources', writeAlarms)
  page('/desk/deeds', 'Who did what', writeDeeds)

  const form = express.urlencoded({ extended: false, limit: '8kb' })
  router.route('/desk/readers/find').post(form, async (request, response) => {
    const { address } = fieldsOf(request.body)
    show(response, 'One address', await findReader(deps, actorOf(response), address))
  })

  router.route('/desk/editions/:date').get(async (request, response) => {
    const date = requireMonday(request.params.date)
    const isBuilding = (await deps.jobLocks.build(date).findHolder()) !== undefined
    const edition = await findSeenEdition(deps, date)
    if (edition !== undefined) {
      show(response, edition.review.subject, await writeEdition(deps, edition, { isBuilding }))
      return
    }
    const deeds = await listDeeds(db, { date, limit: DEEDS_SHOWN })
    if (!isBuilding && deeds.length === 0) throw noEdition(date)
    show(response, `The edition of ${formatDay(date)}`, writeUnwritten(date, { isBuilding, deeds }))
  })
  router.route('/desk/editions/:date/letter').get(async (request, response) => {
    const date = requireMonday(request.params.date)
    const edition = (await deps.reviews.findPreviewed(date))?.edition
    if (edition === undefined) throw noEdition(date)
    response
      .set({
        'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src ${config.siteUrl} 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox`,
        'X-Frame-Options': 'SAMEORIGIN',
      })
      .type('html')
      .send(fillForDesk(deps, edition.html, 'html'))
  })
  router.route('/desk/editions/:date/sure/:order').get(async (request, response) => {
    const date = requireMonday(request.params.date)
    const order = findOrder(request.params.order)
    const seen = await findVersion(db, date)
    const question = await order?.ask?.(deps, date)
    if (order === undefined || question === undefined) {
      response.redirect(303, editionPath(date))
      return
    }
    show(
      response,
      `${order.words}?`,
      `${paragraph(question)}<div class="actions">${orderForm(
        `${editionPath(date)}/${request.params.order}`,
        {
          button: order.words,
          hidden: { seen, sure: 'yes' },
        },
      )}<a class="button" href="${editionPath(date)}">No, go back</a></div>`,
    )
  })
  router.route('/desk/editions/:date/:order').post(form, async (request, response) => {
    const date = requireMonday(request.params.date)
    const order = findOrder(request.params.order)
    if (order === undefined) throw new AppError('not-found', 'There is no such order.')
    const fields = fieldsOf(request.body)
    const question = await order.ask?.(deps, date)
    if (question !== undefined && fields['sure'] !== 'yes') {
      response.redirect(303, `${editionPath(date)}/sure/${request.params.order}`)
      return
    }
    const { seen } = fields
    if (typeof seen !== 'string') {
      throw new InvalidInputError('Open the edition first, and press its button there.')
    }
    try {
      const work = order.carryOut(deps, { ...actorOf(response), seen }, date, fields)
      // A later outcome appears among the deeds.
      if ((await firstWithin(PATIENCE_MS, work)) === undefined) {
        work.catch((error: unknown) =>
          logger.warn({ err: error, edition: date, order: request.params.order }, 'An order failed'),
        )
      }
    } catch (thrown) {
      const error = await asRefusal(thrown, date)
      if (error instanceof InvalidInputError || error instanceof ChangedMeanwhileError) {
        const now = { date, seen: await findVersion(db, date) }
        response.locals['again'] = writeAgain(now, request.params.order, fields)
      }
      throw error
    }
    logger.info({ edition: date, order: request.params.order }, 'An order was given at the desk')
    response.redirect(303, editionPath(date))
  })

  /** Turns 'not-found' into a refusal if the edition exists: then something that was typed or pressed was not found. */
  async function asRefusal(error: unknown, date: string): Promise<unknown> {
    if (!(error instanceof AppError) || error.code !== 'not-found') return error
    if ((await deps.reviews.findReview(date)) === undefined) return error
    return new InvalidInputError(error.message, { cause: error })
  }

  router.use('/desk', () => {
    throw new AppError('not-found', 'The desk has no such page.')
  })
  router.use('/desk', showFailure(config.siteName))
  return router
}

const setHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
    'Content-Security-Policy': POLICY,
    // Older browsers name the sending page only in Origin, and only if this policy lets them.
    'Referrer-Policy': 'same-origin',
    // A sandboxed frame cannot have its own agent cluster, and browsers warn about pages that differ in this.
    'Origin-Agent-Cluster': '?0',
  })
  next()
}

/** Applied to all routes at once, so that a new route cannot miss it. */
const refuseOtherOrigins: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') next()
  else requireOwnPage(request, response, next)
}

const actorOf = (response: Response): Actor => ({ who: operatorOf(response), by: 'desk' })

const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}

const noEdition = (date: string) => new AppError('not-found', `There is no edition of ${date}.`)

/** @throws AppError 'not-found' */
function requireMonday(date: string): string {
  if (isCalendarDay(date) && weekdayOf(date) === 1) return date
  throw new AppError('not-found', 'Editions are found by their Monday, written as YYYY-MM-DD.')
}

/** Shows a refusal as a page of the desk: 409 if somebody or something was quicker. */
const showFailure =
  (siteName: string): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    const operator: unknown = response.locals['operator']
    const known = statusOf(error)
    if (response.headersSent || typeof operator !== 'string' || known === undefined) {
      next(error)
      return
    }
    const [status, words] = known
    const again: unknown = response.locals['again']
    const date = error instanceof ChangedMeanwhileError ? error.date : undefined
    const back =
      date === undefined
        ? '<p><a href="/desk">To the desk</a></p>'
        : `<p>The edition of ${editionLink(date)}</p>`
    response
      .status(status)
      .type('html')
      .send(
        writeDeskPage({
          siteName,
          title: status === 404 ? 'Not found' : 'Nothing was changed',
          operator,
          content: paragraph(words) + (typeof again === 'string' ? again : back),
        }),
      )
  }

function statusOf(error: unknown): readonly [number, string] | undefined {
  if (error instanceof ChangedMeanwhileError) {
    const by = error.deed === undefined ? '' : ` The last that was done: ${describeDeed(error.deed)}`
    return [409, `The edition changed after you opened its page.${by}`]
  }
  if (error instanceof EditionStateError) return [409, describeOrderFailure(error)]
  if (error instanceof InvalidInputError) return [400, error.message]
  if (error instanceof AppError && error.code === 'not-ready') return [409, error.message]
  if (error instanceof AppError && error.code === 'not-found') return [404, error.message]
  return undefined
}
