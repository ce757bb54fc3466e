import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { Outcome } from './ledger.ts'

export interface RefusalLimits {
  /** Refusals for policy from which on an edition may pause, where they are a fifth of the last hundred outcomes. */
  readonly policyThreshold: number
  /** The same for refusals of each other kind, where they are three in ten of them. */
  readonly refusalThreshold: number
}

/** What an edition pauses for: so many of its refusals are alike that something is wrong with us, or with the list.
 *  bounce: readers are said not to exist · ours: we could not write the letter · other: it is too large, for instance. */
export type RefusalKind = 'policy' | 'bounce' | 'ours' | 'other'

/** Letters of an edition that were taken or refused for good are its outcomes; so many of the last ones are looked at,
 *  over all processes, from the last time that they paused it. */
const WINDOW = 100
const TAKEN = '.'
const KINDS: readonly RefusalKind[] = ['policy', 'bounce', 'ours', 'other']
const SIGNS: Readonly<Record<RefusalKind, string>> = { policy: 'p', bounce: 'b', ours: 'u', other: 'o' }
const WORDS: Readonly<Record<RefusalKind, string>> = {
  policy: 'servers refuse the letter for policy',
  bounce: 'servers say that too many readers do not exist',
  ours: 'we cannot write the letter for too many readers, a fault of our own and of no server',
  other: 'servers refuse the letter to too many readers, neither for policy nor as unknown',
}

/** @returns undefined for what is not refused for good */
export function refusalKindOf({
  state,
  isOurs,
  isHardBounce,
  isPolicyRefusal,
}: Outcome): RefusalKind | undefined {
  if (state !== 'failed') return undefined
  if (isOurs === true) return 'ours'
  if (isPolicyRefusal === true) return 'policy'
  return isHardBounce === true ? 'bounce' : 'other'
}

/** @returns one sign an outcome; of what was put off or given back none, since its end is still to come */
export function signsOf(outcomes: readonly Outcome[]): string {
  return outcomes
    .filter(({ state }) => state === 'submitted' || state === 'failed')
    .map(signOf)
    .join('')
}

function signOf(outcome: Outcome): string {
  const kind = refusalKindOf(outcome)
  return kind === undefined ? TAKEN : SIGNS[kind]
}

/** How an edition's pause reads. */
export const pauseReasonFor = (kind: RefusalKind, reply: string) => `${WORDS[kind]}: ${reply}`

/** Adds outcomes to the last hundred of an edition, which stand beside the circuit in a row of their own.
 *  @param signs  of signsOf
 *  @returns what it is to pause for, if for anything; 'not sending' where it is not being sent any more: what was under
 *           way then counts for no second pause */
export async function noteOutcomes(
  trx: DatabaseOrTransaction,
  editionId: string,
  signs: string,
  limits: RefusalLimits,
): Promise<RefusalKind | 'not sending' | undefined> {
  const { rows } = await sql<{ signs: string }>`
    insert into mail_gate as gate (name, next_at, reason)
    select ${nameOf(editionId)}, lunchpail_now(), right(${signs}::text, ${WINDOW}::integer)
    from edition where id = ${editionId} and state = 'frozen' for update
    on conflict (name) do update set reason = right(gate.reason || excluded.reason, ${WINDOW}::integer)
    returning reason as signs`.execute(trx)
  const [row] = rows
  if (row === undefined) return 'not sending'
  return KINDS.find((kind) => isTooMuch(row.signs, kind, limits))
}

function isTooMuch(signs: string, kind: RefusalKind, limits: RefusalLimits): boolean {
  const [threshold, leastShare] =
    kind === 'policy' ? [limits.policyThreshold, 0.2] : [limits.refusalThreshold, 0.3]
  const count = signs.split(SIGNS[kind]).length - 1
  return count >= threshold && count >= leastShare * signs.length
}

/** @returns whether it is paused for so many bounces, or so many addresses that we could not write to, that they tell nothing
 *           about a single reader: then no more of them are suppressed */
export async function isPausedForReaders(trx: DatabaseOrTransaction, editionId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from edition
    where id = ${editionId} and state = 'paused'
      and (starts_with(pause_reason, ${WORDS.bounce}) or starts_with(pause_reason, ${WORDS.ours}))`.execute(
    trx,
  )
  return rows.length > 0
}

/** Counts anew from here: after a pause, and once an edition is over. */
export async function forgetOutcomes(db: DatabaseOrTransaction, editionId: string): Promise<void> {
  await sql`delete from mail_gate where name = ${nameOf(editionId)}`.execute(db)
}

const nameOf = (editionId: string) => `outcomes of edition ${editionId}`
