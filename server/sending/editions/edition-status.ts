import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { Pause } from './pause-resume-cancel.ts'
import type { EditionState } from './tables.ts'
import { GATE_NAME } from '../deliveries/gate.ts'
import type { DeliveryReason, DeliveryState } from '../deliveries/tables.ts'
import { findAllowanceLeft, type WarmUp } from '../deliveries/warm-up.ts'

export interface EditionStatus {
  /** 'YYYY-MM-DD' */
  readonly date: string
  readonly state: EditionState
  readonly counts: Readonly<Record<DeliveryState, number>>
}

/** Deliveries that ended alike for the same reason, or with the same words of a server. */
export interface FailureGroup {
  readonly state: Extract<DeliveryState, 'failed' | 'unknown' | 'deferred' | 'skipped'>
  readonly reason: DeliveryReason | undefined
  /** One of their replies, addresses masked; the others differ only in message numbers. */
  readonly reply: string | undefined
  readonly count: number
}

/** The open circuit of a mail server that does not answer. */
export interface MailCircuit {
  /** Consecutive failures. */
  readonly failures: number
  /** When it is tried again. */
  readonly openUntil: Date
  readonly reason: string | undefined
}

/** An edition's progress, and what is holding it up. */
export interface SendingProgress extends EditionStatus {
  /** Separate, since the three fields above are a fixed format. */
  readonly meta: {
    /** The database's current time. */
    readonly askedAt: Date
    /** When its recipients were written down. */
    readonly frozenAt: Date | undefined
    readonly expiresAt: Date | undefined
    readonly finishedAt: Date | undefined
    /** How many recipients were written down; undefined before. */
    readonly expectedCount: number | undefined
    /** Undefined unless it is paused. */
    readonly paused: (Pause & { readonly since: Date }) | undefined
    /** Submitted per second over the last minute, or since its first message; undefined if there was none. */
    readonly perSecond: number | undefined
    /** Until every open delivery has been tried once at that rate, not counting later retries. Also undefined if the warm-up does
     *  not allow all open deliveries today. */
    readonly secondsToGo: number | undefined
    /** How many more the warm-up allows today in Chicago; undefined without a warm-up. */
    readonly leftToday: number | undefined
    /** Undefined while the mail server answers. */
    readonly circuit: MailCircuit | undefined
    /** Left out by the warm-up; they come first in the next edition. */
    readonly warmUpLeft: number
    /** The latest time by which another process takes over claimed deliveries, dead or alive; undefined if none are claimed. */
    readonly inHandUntil: Date | undefined
    /** Since when there have been deliveries with an unknown outcome. */
    readonly unknownSince: Date | undefined
    /** At most five: unknown before failed, deferred and skipped, the largest group of each first. */
    readonly failures: readonly FailureGroup[]
  }
}

export const NO_DELIVERIES: Readonly<Record<DeliveryState, number>> = {
  pending: 0,
  claimed: 0,
  sending: 0,
  submitted: 0,
  deferred: 0,
  failed: 0,
  skipped: 0,
  unknown: 0,
}

const MOST_FAILURES = 5

/** An edition's status; undefined if there is none of that date. */
export async function getEditionStatus(
  db: DatabaseOrTransaction,
  slotDate: string,
): Promise<EditionStatus | undefined> {
  const edition = await db
    .selectFrom('edition')
    .select(['id', 'state'])
    .where('slot_date', '=', slotDate)
    .executeTakeFirst()
  if (edition === undefined) return undefined
  const rows = await db
    .selectFrom('delivery')
    .select(['state', sql<number>`count(*)::integer`.as('count')])
    .where('edition_id', '=', edition.id)
    .groupBy('state')
    .execute()
  return { date: slotDate, state: edition.state, counts: countsOf(rows) }
}

/** An edition's progress and what is holding it up, in one query of its deliveries; undefined if there is none of that date. */
export async function findSendingProgress(
  db: DatabaseOrTransaction,
  slotDate: string,
  warmUp?: WarmUp,
): Promise<SendingProgress | undefined> {
  const edition = await db
    .selectFrom('edition')
    .select([
      'id',
      'state',
      'frozen_at',
      'expires_at',
      'finished_at',
      'expected_count',
      'paused_at',
      'pause_kind',
      'pause_reason',
      sql<Date>`lunchpail_now()`.as('asked_at'),
    ])
    .where('slot_date', '=', slotDate)
    .executeTakeFirst()
  if (edition === undefined) return undefined
  const groups = await listGroups(db, edition.id, edition.asked_at)
  const counts = countsOf(groups)
  const perSecond = edition.state === 'frozen' ? rateOf(groups) : undefined
  const leftToday = warmUp && (await findAllowanceLeft(db, warmUp))
  return {
    date: slotDate,
    state: edition.state,
    counts,
    meta: {
      askedAt: edition.asked_at,
      frozenAt: edition.frozen_at ?? undefined,
      expiresAt: edition.expires_at ?? undefined,
      finishedAt: edition.finished_at ?? undefined,
      expectedCount: edition.expected_count ?? undefined,
      paused:
        edition.state === 'paused' && edition.paused_at !== null
          ? {
              since: edition.paused_at,
              kind: edition.pause_kind,
              reason: edition.pause_reason ?? undefined,
            }
          : undefined,
      perSecond,
      secondsToGo: perSecond && secondsFor(counts, { perSecond, leftToday }),
      leftToday,
      circuit: await findOpenCircuit(db),
      warmUpLeft: sumOf(groups.filter(({ state, reason }) => state === 'skipped' && reason === 'warm-up')),
      inHandUntil: groups
        .flatMap(({ leaseUntil }) => leaseUntil ?? [])
        .toSorted((a, b) => Number(b) - Number(a))[0],
      unknownSince: groups.flatMap(({ oldest }) => oldest ?? []).toSorted((a, b) => Number(a) - Number(b))[0],
      failures: listFailures(groups),
    },
  }
}

/** One edition in a list of them. */
export interface EditionOverview extends EditionStatus {
  readonly subject: string
  readonly isHeld: boolean
  /** When its recipients were written down, or when a person says it went out; undefined before. */
  readonly sentAt: Date | undefined
  /** Set if it went out on a person's word, with the number of readers if known; undefined if it was sent from here. */
  readonly marked: { readonly count: number | undefined } | undefined
}

/** The newest editions, newest first. */
export async function listEditions(db: DatabaseOrTransaction, limit: number): Promise<EditionOverview[]> {
  const rows = await db
    .selectFrom('edition')
    .select([
      'id',
      'slot_date',
      'state',
      'subject',
      'held_at',
      'frozen_at',
      'marked_sent_at',
      'marked_sent_count',
    ])
    .orderBy('slot_date', 'desc')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const counts = await db
    .selectFrom('delivery')
    .select(['edition_id', 'state', sql<number>`count(*)::integer`.as('count')])
    .where('edition_id', 'in', ids)
    .groupBy(['edition_id', 'state'])
    .execute()
  return rows.map((row) => ({
    date: row.slot_date,
    state: row.state,
    subject: row.subject,
    isHeld: row.held_at !== null,
    sentAt: row.frozen_at ?? undefined,
    marked: row.marked_sent_at === null ? undefined : { count: row.marked_sent_count ?? undefined },
    counts: countsOf(counts.filter(({ edition_id }) => edition_id === row.id)),
  }))
}

/** The open circuit, which stops every edition; undefined while the mail server answers. */
export async function findOpenCircuit(db: DatabaseOrTransaction): Promise<MailCircuit | undefined> {
  const gate = await db
    .selectFrom('mail_gate')
    .select(['failures', 'open_until', 'reason'])
    .where('name', '=', GATE_NAME)
    .executeTakeFirst()
  if (!gate?.open_until || gate.failures === 0) return undefined
  return { failures: gate.failures, openUntil: gate.open_until, reason: gate.reason ?? undefined }
}

interface Group {
  readonly state: DeliveryState
  readonly reason: DeliveryReason | null
  readonly reply: string | null
  readonly count: number
  readonly recent: number
  /** Since the first message of the last minute. */
  readonly recentSeconds: number | null
  readonly oldest: Date | null
  readonly leaseUntil: Date | null
}

/** Parts of a reply that identify one message, such as 'x12-20020a05600c00b0.42'. */
const isOfOneMessage = sql.lit('(^|\\s)(?=\\S{12})\\S*\\d\\S*')

/** @param now  by the database's clock; calling its function here would keep Postgres from using more than one core */
async function listGroups(db: DatabaseOrTransaction, editionId: string, now: Date): Promise<Group[]> {
  // Each submitted delivery has its own reply: grouping by those would be useless.
  const hasFailed = sql`state in ('failed', 'unknown', 'deferred', 'skipped')`
  const reason = sql`case when ${hasFailed} then reason end`
  const reply = sql`case when ${hasFailed} then regexp_replace(reply, ${isOfOneMessage}, ' #', 'g') end`
  // A delivery that a person or the log decided has no server's answer: it was not handed over now.
  const isRecent = sql`state = 'submitted' and reply is not null and updated_at > ${now}::timestamptz - interval '1 minute'`
  const { rows } = await sql<Group>`
    select state, count(*)::integer as count,
      ${reason} as reason, min(case when ${hasFailed} then reply end) as reply,
      (count(*) filter (where ${isRecent}))::integer as recent,
      extract(epoch from ${now}::timestamptz - min(updated_at) filter (where ${isRecent}))::float8 as "recentSeconds",
      min(updated_at) filter (where state = 'unknown') as oldest,
      max(lease_until) filter (where state in ('claimed', 'sending')) as "leaseUntil"
    from delivery
    where edition_id = ${editionId}
    group by state, ${reason}, ${reply}
    order by count(*) desc, state, reply, reason`.execute(db)
  return rows
}

function countsOf(groups: readonly { state: DeliveryState; count: number }[]): EditionStatus['counts'] {
  const counts = { ...NO_DELIVERIES }
  for (const { state, count } of groups) counts[state] += count
  return counts
}

const sumOf = (groups: readonly Group[]) => groups.reduce((sum, { count }) => sum + count, 0)

function rateOf(groups: readonly Group[]): number | undefined {
  const submitted = groups.find(({ state }) => state === 'submitted')
  if (!submitted?.recent) return undefined
  // The first second of a run says little: few messages, and a short time to divide by.
  return submitted.recent / Math.max(1, submitted.recentSeconds ?? 1)
}

function secondsFor(
  { pending, claimed, sending }: EditionStatus['counts'],
  { perSecond, leftToday = Infinity }: { perSecond: number; leftToday: number | undefined },
): number | undefined {
  const open = pending + claimed + sending
  // Deliveries that are at a mail server have already been counted for today.
  return open === 0 || pending + claimed > leftToday ? undefined : Math.ceil(open / perSecond)
}

/** Failures first, then deliveries that are only deferred or were deliberately left out. */
const GRAVITY: readonly DeliveryState[] = ['unknown', 'failed', 'deferred', 'skipped']

function listFailures(groups: readonly Group[]): FailureGroup[] {
  return groups
    .flatMap(({ state, reason, reply, count }): FailureGroup[] =>
      state === 'failed' || state === 'unknown' || state === 'deferred' || state === 'skipped'
        ? [{ state, reason: reason ?? undefined, reply: reply ?? undefined, count }]
        : [],
    )
    .toSorted((one, other) => GRAVITY.indexOf(one.state) - GRAVITY.indexOf(other.state))
    .slice(0, MOST_FAILURES)
}
