import type { Deps } from '../deps.ts'
import type { SharedCounters } from '../http/shared-counters.ts'

/** What the desk needs to show editions and carry out orders. */
export interface DeskDeps extends Pick<
  Deps,
  | 'config'
  | 'db'
  | 'reviews'
  | 'jobLocks'
  | 'keys'
  | 'logger'
  | 'mailer'
  | 'newsletter'
  | 'orders'
  | 'subscribers'
> {
  readonly counters: SharedCounters
  /** For Message-IDs. */
  readonly mailDomain: string
}

/** Who is signed in.
 *  @throws Error on a route that is open to everyone */
export function operatorOf({ locals }: { readonly locals: Readonly<Record<string, unknown>> }): string {
  const { operator } = locals
  if (typeof operator !== 'string') throw new Error('A page of the desk was asked for without a sign-in')
  return operator
}
