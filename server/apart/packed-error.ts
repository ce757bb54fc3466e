import { DatabaseUnavailableError } from '../db/database-unavailable.ts'
import { AppError, InvalidInputError } from '../lib/errors.ts'
import { EditionStateError, type EditionRefusal } from '../sending/editions/edition-refusal.ts'

/** An error as passed between processes: what the code that catches it looks at, and its stack for the log. */
export type PackedError =
  | { readonly kind: 'refused'; readonly refusal: EditionRefusal }
  | {
      readonly kind: 'known' | 'input'
      readonly code: AppError['code']
      readonly message: string
      readonly stack: string | undefined
      readonly retryAfterSeconds: number | undefined
    }
  | {
      readonly kind: 'other'
      readonly message: string
      readonly stack: string | undefined
      readonly code: string | undefined
    }

export function packError(error: unknown): PackedError {
  if (error instanceof EditionStateError) return { kind: 'refused', refusal: error.refusal }
  // The causes tell an outage of the database from other errors.
  if (error instanceof DatabaseUnavailableError) return packError(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return packError(error.errors[0])
  if (!(error instanceof Error))
    return { kind: 'other', message: String(error), stack: undefined, code: undefined }
  const { message, stack } = error
  if (error instanceof AppError) {
    const { code, retryAfterSeconds } = error
    return {
      kind: error instanceof InvalidInputError ? 'input' : 'known',
      code,
      message,
      stack,
      retryAfterSeconds,
    }
  }
  const { code } = error as { code?: unknown }
  return { kind: 'other', message, stack, code: typeof code === 'string' ? code : undefined }
}

export function unpackError(packed: PackedError): Error {
  if (packed.kind === 'refused') return new EditionStateError(packed.refusal)
  const { message, stack } = packed
  const error = packed.kind === 'other' ? new Error(message) : unpackKnown(packed)
  if (packed.kind === 'other' && packed.code !== undefined) Object.assign(error, { code: packed.code })
  if (stack !== undefined) error.stack = stack
  return error
}

function unpackKnown({
  kind,
  code,
  message,
  retryAfterSeconds,
}: Extract<PackedError, { kind: 'known' | 'input' }>) {
  const options = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  return kind === 'input'
    ? new InvalidInputError(message, { code, ...options })
    : new AppError(code, message, options)
}
