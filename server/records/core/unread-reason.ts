import { SourceError, type SourceFault } from '../../lib/errors.ts'

/** Why what is listed is not read: what its source did, or not-read: nobody has tried · off: its source is not asked, by a
 *  setting · rows: some or all of its rows are not understood · no-value: it has nothing of what was asked for, or less
 *  than before. */
export type UnreadCode = SourceFault | 'not-read' | 'off' | 'rows' | 'no-value'

export interface Unread<Code extends UnreadCode = UnreadCode> {
  readonly code: Code
  /** The particulars, for a person: they come from the network or from the document. */
  readonly reason: string
}

/** Of what a source lists and nobody has tried to read: ours, so that it is never told as a fault of the source. */
export const NOT_READ_YET: Unread<'not-read'> = { code: 'not-read', reason: 'not read yet' }

/** Why nothing can be told of a source, for the words to readers. 'unfinished': we are reading, or broke off. This,
 *  'not-read' and 'off' are ours: they must not be told as its fault. */
export type UnavailableCode = UnreadCode | 'unfinished'

/** What is told of a source by what it listed and was not read: what it did, rather than what was left undone after that. */
export function codeOfUnread(unread: readonly { readonly code: UnreadCode }[]): UnreadCode {
  const codes = unread.map(({ code }) => code)
  return (
    codes.find((code) => code !== 'not-read' && code !== 'stopped') ??
    codes.find((code) => code === 'stopped') ??
    codes[0] ??
    'other'
  )
}

/** The one of several sources that hold up a section; of different ones nothing is true of them all. */
export function commonCode(sources: readonly { readonly code: UnavailableCode }[]): UnavailableCode {
  const [first] = sources
  return first !== undefined && sources.every(({ code }) => code === first.code) ? first.code : 'other'
}

/** A whole document that is not what its listing said, that does not hold together, or that would take too much to read:
 *  asking again will not help. */
export class UnreadableFilingError extends Error {
  override readonly name = 'UnreadableFilingError'
  readonly code: 'unreadable' | 'too-much'

  constructor(message: string, options: { cause?: unknown; code?: 'unreadable' | 'too-much' } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code ?? 'unreadable'
  }
}

/** For the catch of what asks a source, which then goes on with the next document.
 *  @throws what is no SourceError: a mistake in the program, or the end of the work */
export function toUnread(error: unknown): Unread<SourceFault> {
  if (!(error instanceof SourceError)) throw error
  return { code: error.fault, reason: error.message }
}

/** For the catch of readApart: what is cut off, would take too much or breaks its reader holds up no other document.
 *  @throws whatever else it is */
export function toUnreadable(error: unknown): Unread<'unreadable' | 'too-much' | 'incomplete'> {
  if (error instanceof UnreadableFilingError) return { code: error.code, reason: error.message }
  if (error instanceof TypeError) return { code: 'incomplete', reason: error.message }
  throw error
}
