import type { ErrorCode } from '../shared/error-codes.ts'

/** An expected failure with a code that the HTTP layer and the command line each know how to say. Knows no HTTP. */
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

/** What a person gave us cannot be used: says what, where and what to do. */
export class InvalidInputError extends AppError {
  override readonly name = 'InvalidInputError'
}

/** An outside source did not give a usable answer. Never means "not found". */
export class SourceError extends AppError {
  override readonly name = 'SourceError'
  /** The source's name, for the log and the coverage note. */
  readonly source: string

  constructor(
    source: string,
    message: string,
    options: {
      code?: 'source-unavailable' | 'source-failed'
      cause?: unknown
      retryAfterSeconds?: number
    } = {},
  ) {
    super(options.code ?? 'source-unavailable', message, options)
    this.source = source
  }
}
