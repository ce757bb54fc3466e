import type { FoundAsset } from '../../shared/market-contract.ts'
import type { ErrorCode } from '../../shared/problem-contract.ts'

/** An expected failure with a code, which the HTTP layer and the command line each put into words. Knows nothing of HTTP. */
export class AppError extends Error {
  override readonly name: string = 'AppError'
  readonly code: ErrorCode
  /** Whole seconds after which a retry makes sense. */
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

/** A person's input cannot be used; says what, where and what to do. */
export class InvalidInputError extends AppError {
  override readonly name = 'InvalidInputError'

  constructor(message: string, options: { code?: ErrorCode; cause?: unknown } = {}) {
    super(options.code ?? 'malformed-request', message, options)
  }
}

/** No security is known under a ticker. */
export class UnknownTickerError extends AppError {
  override readonly name = 'UnknownTickerError'
  /** Possible matches, the likeliest first. */
  readonly suggestions: readonly FoundAsset[]

  constructor(message: string, suggestions: readonly FoundAsset[], options: { cause?: unknown } = {}) {
    super('unknown-ticker', message, options)
    this.suggestions = suggestions
  }
}

/** How a source failed to give a usable answer. refused: answered 401, 403 or another 4xx · missing: 404 · slow-down: 429 ·
 *  server-failed: 5xx · no-answer: timed out · connection: it broke · stopped: not asked, since it had failed too often ·
 *  incomplete: cut off, or replaced by something else · too-much: longer than the limit · unreadable: complete but not
 *  understood · other: none of these. */
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

/** Returns the fault for the status of an unusable answer. */
export function faultOfStatus(status: number): SourceFault {
  if (status === 404) return 'missing'
  if (status === 429) return 'slow-down'
  if (status >= 500) return 'server-failed'
  return status >= 400 ? 'refused' : 'other'
}

/** An outside source gave no usable answer. Never means that a security is unknown; with the code 'not-at-source', the source works
 *  and does not have one that exists. */
export class SourceError extends AppError {
  override readonly name = 'SourceError'
  /** The name of the source, for the log and the coverage note. */
  readonly source: string
  /** What the message says, as a code for other wordings. */
  readonly fault: SourceFault
  /** 'ticker': the source works and lacks only what was asked about one asset; 'pause': it was not asked at all, since its
   *  budget is spent or it has failed too often; 'asker': it was not asked for this client, whose share is used up, but may be
   *  asked for others. */
  readonly concerns: 'source' | 'ticker' | 'pause' | 'asker'
  /** 'now' for a failure that a retry within a second may fix: a broken connection, a 5xx, half an answer. */
  readonly retry: 'now' | 'later'

  constructor(
    source: string,
    message: string,
    options: {
      code?: 'source-unavailable' | 'source-failed' | 'not-at-source' | 'sample-only' | 'too-many-requests'
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

/** The message of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const FILE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  EACCES: 'it may not be opened by this user',
  EPERM: 'it may not be opened by this user',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
}

/** Why a file could not be read or written, as the end of a sentence.
 *  @param error  a system error; the message of any other is returned as it is
 *  @param to  a file to be written need not exist */
export function describeFileError(error: unknown, to: 'read' | 'write' = 'read'): string {
  const { code } = error as { code?: unknown }
  if (code === 'ENOENT' && to === 'write') return 'its folder is not there'
  const known = typeof code === 'string' ? FILE_REASONS[code] : undefined
  return known ?? messageOf(error)
}
