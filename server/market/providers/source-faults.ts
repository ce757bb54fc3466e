import { AppError, faultOfStatus, SourceError } from '../../lib/errors.ts'
import { hasMoreParts } from '../../lib/text.ts'
import { parseTicker } from '../../../shared/asset-address.ts'
import type { Asset } from './provider.ts'
import { isSameSymbol } from './read-field.ts'

const RETRY_AFTER_SECONDS = 30
/** A sooner retry would only meet the pause of the cache. */
const SHORTEST_RETRY_AFTER_SECONDS = 10
const LONGEST_RETRY_AFTER_SECONDS = 3_600

/** Statuses that blame the question: the source works and answers others. */
const REFUSALS_OF_ONE_QUESTION = new Set([400, 414, 422])

/** Errors for the ways in which a source fails to answer. Their messages never quote the source, whose text may contain a key. */
export interface SourceFaults {
  /** The answer cannot be read: it is cut off, a web page, or of another shape. The next one may be complete. */
  failed(message: string, cause?: unknown): SourceError
  /** The source works but has nothing to give right now. */
  unavailable(message: string, options?: { cause?: unknown; retryAfterSeconds?: number }): SourceError
  /** The source works but has nothing for this asset: right now or, with 'not-at-source', at all. */
  lacking(message: string, options?: { cause?: unknown; code?: 'not-at-source' | undefined }): SourceError
  /** This one answer cannot be right. `why` is for the log. */
  implausible(ticker: string, why: string): SourceError
  /** @param answered  the symbol in an answer; one without is accepted
   *  @throws SourceError if it is of another asset, as after a ticker was renamed */
  refuseOther(asset: Asset, answered: string | undefined): void
  /** For every status that is not an answer: rate limits, blocks, faults. A 5xx is retried at once, unless the source names
   *  a time; a 400 concerns only this asset. */
  refused(response: Response): SourceError
  /** The source itself says that there is no such asset. */
  unknownTicker(ticker: string, cause?: unknown): AppError
  /** @throws SourceError for what is not JSON, or made of too many parts to be read */
  parseJson(text: string): unknown
}

/** @param source  its name for readers */
export function describeFaults(source: string): SourceFaults {
  const failed: SourceFaults['failed'] = (message, cause) =>
    new SourceError(source, message, {
      code: 'source-failed',
      fault: 'unreadable',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      retry: 'now',
      cause,
    })

  return {
    failed,
    unavailable: (message, options) =>
      new SourceError(source, message, { retryAfterSeconds: RETRY_AFTER_SECONDS, ...options }),
    lacking: (message, { cause, code } = {}) =>
      new SourceError(source, message, {
        ...(code && { code, fault: 'missing' }),
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        concerns: 'ticker',
        cause,
      }),
    implausible: (ticker, why) =>
      new SourceError(source, `${source} sent prices of ${ticker} that cannot be right: ${why}.`, {
        code: 'source-failed',
        fault: 'unreadable',
        concerns: 'ticker',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      }),
    refuseOther({ ticker, symbol }, answered) {
      if (answered === undefined || isSameSymbol(symbol, answered)) return
      const other = parseTicker(answered) ?? 'another asset'
      throw new SourceError(source, `${source} was asked for ${ticker} and answered for ${other}.`, {
        code: 'source-failed',
        fault: 'unreadable',
        concerns: 'ticker',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    },
    refused(response) {
      const named = readRetryAfter(response)
      return new SourceError(source, `${source} answered with status ${response.status}. Try again later.`, {
        fault: faultOfStatus(response.status),
        retryAfterSeconds: named ?? RETRY_AFTER_SECONDS,
        retry: response.status >= 500 && named === undefined ? 'now' : 'later',
        concerns: REFUSALS_OF_ONE_QUESTION.has(response.status) ? 'ticker' : 'source',
      })
    },
    unknownTicker: (ticker, cause) =>
      new AppError('unknown-ticker', `${source} knows no security by the ticker ${ticker}.`, { cause }),
    parseJson(text) {
      const body = findJson(text)
      if (body !== undefined) return body
      if (hasTooManyParts(text)) {
        throw new SourceError(source, `${source} sent more than can be read. Try again later.`, {
          code: 'source-failed',
          fault: 'too-much',
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        })
      }
      const what = text.trim() === '' ? 'nothing' : 'something that is not JSON'
      throw failed(`${source} answered with ${what}. Try again later.`)
    },
  }
}

/** A century of daily prices has 300,000. */
const MOST_PARTS = 500_000
const hasTooManyParts = (text: string) => hasMoreParts(text, MOST_PARTS)

/** @returns undefined for what is not JSON, or made of too many parts */
export function findJson(text: string): unknown {
  if (hasTooManyParts(text)) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readRetryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isInteger(seconds) && seconds > 0
    ? Math.max(SHORTEST_RETRY_AFTER_SECONDS, Math.min(seconds, LONGEST_RETRY_AFTER_SECONDS))
    : undefined
}
