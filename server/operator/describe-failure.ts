import { ConfigError } from '../config/config.ts'
import {
  DatabaseUnavailableError,
  isDatabaseGone,
  describeOutage,
  WrongDatabaseError,
} from '../db/database-unavailable.ts'
import { DataFolderError, FolderInUseError } from '../db/folder-lock.ts'
import { AppError } from '../lib/errors.ts'
import { NoAnswerError } from '../sending/deliveries/pause.ts'
import { EditionStateError } from '../sending/editions/edition-refusal.ts'
import { KeyMismatchError } from '../subscribers/index.ts'
import { describeRefusal } from './edition-words.ts'

/** Errors whose messages say what went wrong and what to do. */
const PLAIN_ERRORS = [
  AppError,
  ConfigError,
  FolderInUseError,
  DataFolderError,
  DatabaseUnavailableError,
  WrongDatabaseError,
]

/** Words for a failure that an operator can do something about; undefined for any other, which needs its stack trace. */
export function describeFailure(error: unknown): string | undefined {
  if (error instanceof EditionStateError) return describeRefusal(error.refusal)
  if (error instanceof KeyMismatchError) {
    return (
      'SUPPRESSION_KEY is not the key that this database was used with. With another one nobody who complained, bounced or ' +
      'was erased would be recognized, and they would get mail. Nothing was done. Set the previous key, from your ' +
      'copy of .env (or of DATA_DIR/keys.json, if none was set). If it is lost for good: lunchpail suppressions new-key'
    )
  }
  if (isDatabaseGone(error) && !(error instanceof DatabaseUnavailableError)) {
    return `${describeOutage(error)}. Nothing more was done. When it does, do the same again; of an edition that was being sent "lunchpail edition status" says how far it is.`
  }
  return PLAIN_ERRORS.some((kind) => error instanceof kind) ? (error as Error).message : undefined
}

/** The same for the log, where only outages lose their stack trace. */
export function describeKnownError(error: unknown): string | undefined {
  if (error instanceof NoAnswerError) return error.message
  return isDatabaseGone(error) ? describeOutage(error) : undefined
}

/** Why an order was not carried out, without the commands that suggest something else. */
export function describeOrderFailure(error: unknown): string {
  if (error instanceof EditionStateError) return describeRefusal({ ...error.refusal, next: [] }).trim()
  return describeFailure(error) ?? 'It failed. The log says why.'
}
