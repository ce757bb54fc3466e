import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { Outcome } from './ledger.ts'

export interface RefusalLimits {
  /** Refusals for policy from which on an edition may pause, where they are a fifth of the last hundred outcomes. */
  readonly policyThreshold: number
  /** The same for addresses that are said not to exist, where they are three in ten of them. */
  readonly bounceThreshold: number
}

/** What an edition pauses for: so many of its refusals are alike that something is wrong with us, or with the list. */
export type RefusalKind = 'policy' | 'bounce'

/** Letters of an edition that were taken or refused for good are its outcomes; so many of the last ones are looked at,
 *  over all processes, from the last time that they paused it. */
const WINDOW = 100
const LEAST_SHARE: Readonly<Record<RefusalKind, number>> = { policy: 0.2, bounce: 0.3 }
const SIGNS: Readonly<Record<RefusalKind | 'other', string>> = { policy: 'p', bounce: 'b', other: '.' }
const MANY_BOUNCES = 'servers say that too many readers do not exist'
const WORDS: Readonly<Record<RefusalKind, string>> = {
  policy: 'servers refuse the letter for policy',
  bounce: MANY_BOUNCES,
}

/** @returns undefined for what is not an edition's pause to wait for */
export function refusalKindOf({ isHardBounce, isPolicyRefusal }: Outcome): RefusalKind | undefined {
  if (isPolicyRefusal === true) return 'policy'
  return isHardBounce === true ? 'bounce' : undefined
}

/** @returns one sign an outcome; of what was put off or given back none, since its end is still to come */
export function signsOf(outcomes: readonly Outcome[]): string {
  return outcomes
    .filter(({ state }) => state === 'submitted' || state === 'failed')
    .map((outcome) => SIGNS[refusalKindOf(outcome) ?? 'other'])
    .join('')
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
  if (isTooMuch(row.signs, 'policy', limits.policyThreshold)) return 'policy'
  return isTooMuch(row.signs, 'bounce', limits.bounceThreshold) ? 'bounce' : undefined
}

function isTooMuch(signs: string, kind: RefusalKind, threshold: number): boolean {
  const count = signs.split(SIGNS[kind]).length - 1
  return count >= threshold && count >= LEAST_SHARE[kind] * signs.length
}

/** @returns whether it is paused since readers are said not to exist: then no more of them are suppressed */
export async function isPausedForBounces(trx: DatabaseOrTransaction, editionId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from edition
    where id = ${editionId} and state = 'paused' and starts_with(pause_reason, ${MANY_BOUNCES})`.execute(trx)
  return rows.length > 0
}

/** Counts anew from here: after a pause, and once an edition is over. */
export async function forgetOutcomes(db: DatabaseOrTransaction, editionId: string): Promise<void> {
  await sql`delete from mail_gate where name = ${nameOf(editionId)}`.execute(db)
}

const nameOf = (editionId: string) => `outcomes of edition ${editionId}`
