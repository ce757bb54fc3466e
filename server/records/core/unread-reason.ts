import { SourceError, type SourceFault } from '../../lib/errors.ts'
import { showControls } from '../../lib/text.ts'

/** Why a listed record is not read: the source's fault, or not-read: not tried yet · off: the source is disabled by a
 *  setting · rows: some or all rows are not understood · no-value: it has no value for the request, or fewer values than
 *  before. */
export type UnreadCode = SourceFault | 'not-read' | 'off' | 'rows' | 'no-value'

export interface Unread<Code extends UnreadCode = UnreadCode> {
  readonly code: Code
  /** The details, for people; they come from the network or the document. */
  readonly reason: string
}

/** A record that is listed but was not tried yet: our doing, never reported as the source's fault. */
export const NOT_READ_YET: Unread<'not-read'> = { code: 'not-read', reason: 'not read yet' }

/** Why a source has nothing to report, for the words to readers. 'unfinished': our run is still going or was interrupted.
 *  'unfinished', 'not-read' and 'off' are our doing and must not be blamed on the source. */
export type UnavailableCode = UnreadCode | 'unfinished'

/** Picks the code that stands for a source's unread records: the source's own fault comes before records we did not try because
 *  of it. */
export function codeOfUnread(unread: readonly { readonly code: UnreadCode }[]): UnreadCode {
  const codes = unread.map(({ code }) => code)
  return (
    codes.find((code) => code !== 'not-read' && code !== 'stopped') ??
    codes.find((code) => code === 'stopped') ??
    codes[0] ??
    'other'
  )
}

/** The code shared by all sources that hold up a section; 'other' if they differ. */
export function commonCode(sources: readonly { readonly code: UnavailableCode }[]): UnavailableCode {
  const [first] = sources
  return first !== undefined && sources.every(({ code }) => code === first.code) ? first.code : 'other'
}

/** A complete document that is not what its listing says, contradicts itself, or exceeds the reading limits: requesting it
 *  again will not help. */
export class UnreadableFilingError extends Error {
  override readonly name = 'UnreadableFilingError'
  readonly code: 'unreadable' | 'too-much'

  constructor(message: string, options: { cause?: unknown; code?: 'unreadable' | 'too-much' } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code ?? 'unreadable'
  }
}

/** The process that read a document was killed by somebody else, such as a system that is short of memory: our trouble, never the
 *  document's. */
export class ReadingStoppedError extends Error {
  override readonly name = 'ReadingStoppedError'
}

/** Turns a failed request into a reason, so that collecting goes on with the next document.
 *  @throws anything but a SourceError: a programming error, or an abort */
export function toUnread(error: unknown): Unread<SourceFault> {
  if (!(error instanceof SourceError)) throw error
  return { code: error.fault, reason: showControls(error.message) }
}

/** Turns a failure of readApart into a reason, so that one bad document holds up no other.
 *  @throws any other error */
export function toUnreadable(error: unknown): Unread<'unreadable' | 'too-much' | 'incomplete' | 'not-read'> {
  if (error instanceof ReadingStoppedError) return { code: 'not-read', reason: error.message }
  if (error instanceof UnreadableFilingError) return { code: error.code, reason: showControls(error.message) }
  if (error instanceof TypeError) return { code: 'incomplete', reason: showControls(error.message) }
  throw error
}

/** Turns the database's refusal of a value, such as a day in the year 0, into a reason, so that one record holds up no other.
 *  @throws any other error */
export function toUnstorable(error: unknown): Unread<'unreadable'> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!REFUSED_VALUE.test(code)) throw error
  return { code: 'unreadable', reason: 'it has a value that cannot be stored' }
}

/** Data exceptions, values too long for an index, and violated checks. */
const REFUSED_VALUE = /^(?:22[0-9A-Z]{3}|54000|23514)$/
