import type { FoundAsset } from '../../shared/market-contract.ts'
import type { ErrorCode } from '../../shared/problem-contract.ts'

/** An expected failure with a code that the HTTP layer and the command line each put into words. Knows no HTTP. */
export class AppError extends Error {
  override readonly name: string = 'AppError'
  readonly code: ErrorCode
  /** Whole seconds after which trying again makes sense. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** A person's input cannot be used: says what, where and what to do. */
export class InvalidInputError extends AppError {
  override readonly name = 'InvalidInputError'
}

/** No security is known by a ticker. */
export class UnknownTickerError extends AppError {
  override readonly name = 'UnknownTickerError'
  /** Suggestions, the likeliest first. */
  readonly suggestions: readonly FoundAsset[]

  constructor(message: string, suggestions: readonly FoundAsset[], options: { cause?: unknown } = {}) {
    super('unknown-ticker', message, options)
    this.suggestions = suggestions
  }
}

/** What a source did in place of giving a usable answer. refused: it answered 401, 403 or another 4xx · missing: 404 · slow-down: 429 ·
 *  server-failed: 5xx · no-answer: none came in time · connection: it broke · stopped: not asked, since it had failed too
 *  often · incomplete: cut off, or something else in its place · too-much: it takes more than is read · unreadable: whole,
 *  and not understood · other: what none of these says. */
export type SourceFault =
  | 'refused'
  | 'missing'
  | 'slow-down'
  | 'server-failed'
  | 'no-answer'
  | 'connection'
  | 'stopped'
  | 'incomplete'
  | 'too-much'
  | 'unreadable'
  | 'other'

/** The fault of a status that is not a usable answer. */
export function faultOfStatus(status: number): SourceFault {
  if (status === 404) return 'missing'
  if (status === 429) return 'slow-down'
  if (status >= 500) return 'server-failed'
  return status >= 400 ? 'refused' : 'other'
}

/** An outside source did not give a usable answer. Never means "not found". */
export class SourceError extends AppError {
  override readonly name = 'SourceError'
  /** The source's name, for the log and the coverage note. */
  readonly source: string
  /** What the message says, as a code, for other wordings. */
  readonly fault: SourceFault
  /** 'ticker' where the source works and lacks only what was asked about one asset; 'pause' where it was not asked at
   *  all, since it has been asked enough or has failed too often; 'asker' where it was not asked for this client, who
   *  has had its share, while it may be for the next. */
  readonly concerns: 'source' | 'ticker' | 'pause' | 'asker'
  /** 'now' for what a second try within a second may mend: a broken connection, a 5xx, half an answer. */
  readonly retry: 'now' | 'later'

  constructor(
    source: string,
    message: string,
    options: {
      code?: 'source-unavailable' | 'source-failed' | 'sample-only' | 'too-many-requests'
      fault?: SourceFault | undefined
      cause?: unknown
      retryAfterSeconds?: number
      concerns?: SourceError['concerns']
      retry?: 'now' | 'later'
    } = {},
  ) {
    super(options.code ?? 'source-unavailable', message, options)
    this.source = source
    this.fault = options.fault ?? 'other'
    this.concerns = options.concerns ?? 'source'
    this.retry = options.retry ?? 'later'
  }
}
