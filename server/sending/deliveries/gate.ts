import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'

export interface GateSettings {
  /** Messages per second, over all processes. */
  readonly sendPerSecond: number
  /** First pause for a server that does not answer; doubles each time. */
  readonly circuitPauseMs: number
  readonly circuitMaxPauseMs: number
  /** How long after its last renewal a trial counts as abandoned by a killed process. A server may take ten minutes to answer;
   *  the trial is renewed meanwhile. */
  readonly trialLeaseSeconds: number
}

/** Permission to send a chunk of messages. */
export interface Pass {
  /** The version of the circuit: outcomes of these messages are ignored once the circuit has changed. */
  readonly generation: number
  /** The server did not answer last time: a single message, over all processes, tests whether it does now. */
  readonly isTrial: boolean
  /** When the first message may be sent; the others follow at the pace. */
  readonly startInMs: number
}

/** closed: messages may be sent · half-open: one may test the server · open: nothing is sent. */
export type CircuitState =
  | { readonly kind: 'closed' | 'half-open' }
  | { readonly kind: 'open'; readonly forMs: number }

/** The pace and the circuit shared by all processes. When the server is gone, one message finds out for all, and no attempt is
 *  counted. The row in mail_gate decides, by the database's clock. */
export interface MailGate {
  look(): Promise<CircuitState>
  /** Requests permission, and takes the next free slots for a whole chunk at once.
   *  @returns undefined while the circuit is open */
  admit(count: number): Promise<Pass | undefined>
  /** Opens the circuit because the server did not answer, longer each time. If connections break together, the first one counts.
   *  @param reason  the server's words, addresses masked
   *  @returns milliseconds until the next trial; undefined if another process was first */
  trip(pass: Pass, reason: string): Promise<number | undefined>
  /** Closes the circuit because the server answered a trial. */
  close(pass: Pass): Promise<void>
  /** Renews a trial that is still running. */
  renewTrial(pass: Pass): Promise<void>
  /** Returns a trial that had nothing to send, so that another process may have it at once. */
  returnTrial(pass: Pass): Promise<void>
}

/** A statement that waited for the row has the time at which it began: the row may seem to be from a little later. */
const LONGEST_WAIT_SECONDS = 60

/** The row in mail_gate, for all processes and editions. */
export const GATE_NAME = 'newsletter'
const now = sql`lunchpail_now()`
const inSeconds = (seconds: number) => sql`make_interval(secs => ${seconds})`
const millisecondsTo = (time: ReturnType<typeof sql>) =>
  sql<number>`greatest(0, extract(epoch from ${time} - ${now}) * 1000)::float8`

export function createMailGate(db: DatabaseOrTransaction, settings: GateSettings): MailGate {
  const { sendPerSecond, circuitPauseMs, circuitMaxPauseMs, trialLeaseSeconds } = settings
  const longest = inSeconds(Math.max(circuitMaxPauseMs / 1000, trialLeaseSeconds) + LONGEST_WAIT_SECONDS)
  /** A circuit that would be open for longer dates from before the clock was set back. */
  const isOpen = (openUntil: ReturnType<typeof sql>) =>
    sql`(${openUntil} > ${now} and ${openUntil} <= ${now} + ${longest})`
  const changeTrial = async ({ generation }: Pass, openUntil: ReturnType<typeof sql>) => {
    await sql`
      update mail_gate set open_until = ${openUntil}
      where name = ${GATE_NAME} and generation = ${generation} and open_until is not null`.execute(db)
  }

  return {
    async look() {
      const { rows } = await sql<{ forMs: number | null }>`
        select case when ${isOpen(sql`open_until`)} then ${millisecondsTo(sql`open_until`)} else 0 end as "forMs"
        from mail_gate
        where name = ${GATE_NAME} and open_until is not null`.execute(db)
      const forMs = rows[0]?.forMs
      if (forMs === undefined || forMs === null) return { kind: 'closed' }
      return forMs === 0 ? { kind: 'half-open' } : { kind: 'open', forMs }
    },

    async admit(count) {
      const span = inSeconds(count / sendPerSecond)
      // No queue is an hour long: such a time dates from before the clock was set back.
      const { rows } = await sql<{ generation: number; isTrial: boolean; startInMs: number }>`
        insert into mail_gate as gate (name, next_at) values (${GATE_NAME}, ${now} + ${span})
        on conflict (name) do update set
          next_at = case when gate.next_at between ${now} and ${now} + interval '1 hour'
            then gate.next_at else ${now} end + ${span},
          generation = gate.generation + case when gate.open_until is null then 0 else 1 end,
          open_until = case when gate.open_until is null then null else ${now} + ${inSeconds(trialLeaseSeconds)} end
        where gate.open_until is null or not ${isOpen(sql`gate.open_until`)}
        returning generation, open_until is not null as "isTrial",
          ${millisecondsTo(sql`next_at - ${span}`)} as "startInMs"`.execute(db)
      return rows[0]
    },

    async trip({ generation }, reason) {
      const { rows } = await sql<{ pauseMs: number }>`
        update mail_gate set failures = failures + 1, generation = generation + 1, reason = ${reason},
          open_until = ${now} + make_interval(secs => least(
            ${circuitMaxPauseMs / 1000}::float8, ${circuitPauseMs / 1000}::float8 * power(2, least(failures, 30))
          ))
        where name = ${GATE_NAME} and generation = ${generation}
        returning ${millisecondsTo(sql`open_until`)} as "pauseMs"`.execute(db)
      return rows[0]?.pauseMs
    },

    async close({ generation }) {
      await sql`
        update mail_gate set failures = 0, generation = generation + 1, reason = null, open_until = null
        where name = ${GATE_NAME} and generation = ${generation}`.execute(db)
    },

    renewTrial: (pass) => changeTrial(pass, sql`${now} + ${inSeconds(trialLeaseSeconds)}`),
    returnTrial: (pass) => changeTrial(pass, now),
  }
}
