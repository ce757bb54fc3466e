import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'

import { errorCodes, type ErrorCode, type Problem } from '../../shared/problem-contract.ts'
import { isDatabaseGone } from '../db/database-unavailable.ts'
import { AppError, messageOf, UnknownTickerError } from '../lib/errors.ts'
import { escapeHtml } from '../lib/text.ts'
import type { Logger } from '../lib/logger.ts'
import { writePlainPage } from './plain-page.ts'

const INTERNAL_DETAIL = 'The error is in our log. Please try again.'

/** The last middleware: answers every error as application/problem+json, or as a page if a person's browser asked for one. */
export function createErrorHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    // Express would close the connection, on which a proxy may have sent its next visitor's request.
    const isWhole = response.writableEnded
    if (response.headersSent && !isWhole) {
      next(error)
      return
    }
    const failure = toAppError(error)
    if (failure.code === 'internal') {
      logger.error({ err: error, method: request.method, path: request.path }, 'request failed')
    } else if (isDatabaseGone(error)) {
      logger.error(
        { why: messageOf(error), method: request.method, path: request.path },
        'request failed: the database cannot be used',
      )
    }
    if (isWhole) return
    if (isPage(request)) sendErrorPage(response, failure)
    else sendProblem(response, failure)
  }
}

const PROGRAM_PATHS = /^\/(api|prod|share-image|assets|webhooks|newsletter\/charts)(\/|$)/

/** Whether the request comes from a person's browser, judged by the address and the types it accepts. */
function isPage(request: Request): boolean {
  return !PROGRAM_PATHS.test(request.originalUrl) && request.accepts(['json', 'html']) === 'html'
}

/** Sends a plain page, since these failures happen before any screen is rendered. */
function sendErrorPage(response: Response, error: AppError): void {
  const { status, title } = errorCodes[error.code]
  const detail = error.code === 'internal' ? INTERNAL_DETAIL : error.message
  if (error.retryAfterSeconds !== undefined) response.set('Retry-After', String(error.retryAfterSeconds))
  const page = writePlainPage({ title, content: `<p>${escapeHtml(detail)}</p>` })
  response.status(status).set('Cache-Control', 'no-store').type('html').send(page)
}

/** Answers addresses that nothing else answers, without repeating them: people put private things into addresses. */
export const answerNotFound: RequestHandler = () => {
  throw new AppError('not-found', 'Nothing answers here. What the API has is told at /api/docs.')
}

function sendProblem(response: Response, error: AppError): void {
  const { status, title } = errorCodes[error.code]
  const detail = error.code === 'internal' ? INTERNAL_DETAIL : error.message
  const problem: Problem = {
    type: 'about:blank',
    title,
    status,
    detail,
    code: error.code,
    ...(error instanceof UnknownTickerError ? { suggestions: [...error.suggestions] } : {}),
  }
  if (error.retryAfterSeconds !== undefined) response.set('Retry-After', String(error.retryAfterSeconds))
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem))
}

/** Errors of Express and its body parser carry a status and sometimes a type. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseGone(error)) {
    return new AppError(
      'not-ready',
      'Our database cannot be used at the moment. Please try again in a few minutes.',
      { cause: error, retryAfterSeconds: 60 },
    )
  }
  const { status, type, limit } = (error ?? {}) as { status?: unknown; type?: unknown; limit?: unknown }
  if (type === 'entity.parse.failed') {
    return new AppError('malformed-request', 'The request body is not valid JSON.', { cause: error })
  }
  if (status === 400) {
    return new AppError(
      'malformed-request',
      'The request could not be read: its address or body is malformed.',
      { cause: error },
    )
  }
  if (status === 413) {
    const most = typeof limit === 'number' ? ` than ${limit / 1_024} kB` : ' than is taken here'
    return new AppError('payload-too-large', `The request body is larger${most}.`, { cause: error })
  }
  if (status === 415) {
    return new AppError(
      'unsupported-media-type',
      'The request body is in an encoding or type that is not taken here.',
      { cause: error },
    )
  }
  const known = typeof status === 'number' ? REFUSALS[status] : undefined
  if (known !== undefined) return new AppError(known.code, known.detail, { cause: error })
  return new AppError('internal', 'unexpected error', { cause: error })
}

/** Other requests that the libraries refuse; none of these is an error of ours. */
const REFUSALS: Readonly<Record<number, { code: ErrorCode; detail: string }>> = {
  404: { code: 'not-found', detail: 'Nothing answers here.' },
  408: { code: 'request-timeout', detail: 'The request did not arrive in time. Please try again.' },
  412: {
    code: 'precondition-failed',
    detail: 'The file has changed since: please ask for it without If-Match or If-Unmodified-Since.',
  },
  416: { code: 'range-not-satisfiable', detail: 'The range begins behind the end of the file.' },
}
