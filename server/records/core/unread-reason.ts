/** The whole reason of what a source lists and nobody has tried to read: ours, so that it is never told as a fault of the
 *  source or the document. */
export const NOT_READ_YET = 'not read yet'

/** Why a document that is listed is not read. not-read: nobody has tried · refused, missing, slow-down, server-failed: what
 *  the source answered · stopped: not asked for, since the source had stopped answering · incomplete: cut off, or something
 *  else in its place · too-much: reading it would take too much time or memory · unreadable: whole, and not understood. */
export type UnreadCode =
  | 'not-read'
  | 'refused'
  | 'missing'
  | 'slow-down'
  | 'server-failed'
  | 'no-answer'
  | 'stopped'
  | 'incomplete'
  | 'connection'
  | 'too-much'
  | 'unreadable'

export interface Unread {
  readonly code: UnreadCode
  /** The particulars, for a person: they come from the network or from the document. */
  readonly reason: string
}

/** Why nothing can be told of a source, for the words to readers.
 *  'not-read': we have not tried · 'unfinished': we are reading, or broke off · 'off': by a setting · 'failed': what the
 *  source did or sent, in its own words. The first three are ours: they must not be told as its fault. */
export type UnavailableCode = 'not-read' | 'unfinished' | 'off' | 'failed'

/** @param reasons  of what was listed and not read */
export function codeOfUnread(
  reasons: readonly { readonly reason: string; readonly code?: UnreadCode }[],
): UnavailableCode {
  return reasons.length > 0 &&
    reasons.every(({ code, reason }) => code === 'not-read' || reason === NOT_READ_YET)
    ? 'not-read'
    : 'failed'
}

/** The one of several sources that hold up a section; of different ones what a source did is told in its own words. */
export function commonCode(sources: readonly { readonly code: UnavailableCode }[]): UnavailableCode {
  const [first] = sources
  return first !== undefined && sources.every(({ code }) => code === first.code) ? first.code : 'failed'
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
