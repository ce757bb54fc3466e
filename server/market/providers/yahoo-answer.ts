import { AppError, SourceError } from '../../errors.ts'

export const YAHOO = 'Yahoo Finance'
const RETRY_AFTER_SECONDS = 30
/** Sooner the cache's own pause would answer. */
const SHORTEST_RETRY_AFTER_SECONDS = 10
const LONGEST_RETRY_AFTER_SECONDS = 3_600

/** The crumb or its cookie is no longer good: a fresh pair may be. */
export class CrumbRefusedError extends Error {
  override readonly name = 'CrumbRefusedError'
}

/** Yahoo's own "Not Found": of the symbol, or only of what was asked about it. */
export class YahooNotFoundError extends Error {
  override readonly name = 'YahooNotFoundError'
}

/** Reads an answer of Yahoo's JSON endpoints.
 *  @returns the parsed body of a 200
 *  @throws YahooNotFoundError only for a 404 in Yahoo's own words, CrumbRefusedError for 401, SourceError else */
export function parseYahooAnswer(response: Response, text: string): unknown {
  const body = parseJson(text)
  if (response.ok) {
    if (body === undefined) {
      const what = text.trim() === '' ? 'nothing' : 'something that is not JSON'
      throw sourceFailed(`${YAHOO} answered with ${what}. Try again later.`)
    }
    return body
  }
  if (response.status === 401) throw new CrumbRefusedError(`${YAHOO} refused the crumb.`)
  const error = findYahooError(body)
  if (response.status === 404 && error?.code === 'Not Found') {
    throw new YahooNotFoundError(error.description)
  }
  throw refused(response)
}

/** For every status that is no answer: rate limits, blocks, faults. */
export function refused(response: Response): SourceError {
  return new SourceError(YAHOO, `${YAHOO} answered with status ${response.status}. Try again later.`, {
    retryAfterSeconds: readRetryAfter(response),
  })
}

/** An answer came and cannot be used. */
export function sourceFailed(message: string, cause?: unknown): SourceError {
  return new SourceError(YAHOO, message, {
    code: 'source-failed',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  })
}

/** The source is there but has nothing to give right now. */
export function sourceUnavailable(message: string, cause?: unknown): SourceError {
  return new SourceError(YAHOO, message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
}

export function unknownTicker(ticker: string, cause?: unknown): AppError {
  return new AppError('unknown-ticker', `${YAHOO} knows no security by the ticker ${ticker}.`, { cause })
}

function findYahooError(body: unknown): { code: string; description: string } | undefined {
  if (!isRecord(body)) return undefined
  const error = Object.values(body)
    .filter(isRecord)
    .map((part) => part['error'])
    .find(isRecord)
  if (typeof error?.['code'] !== 'string') return undefined
  const description = error['description']
  return { code: error['code'], description: typeof description === 'string' ? description : '' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readRetryAfter(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isInteger(seconds) && seconds > 0
    ? Math.max(SHORTEST_RETRY_AFTER_SECONDS, Math.min(seconds, LONGEST_RETRY_AFTER_SECONDS))
    : RETRY_AFTER_SECONDS
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
