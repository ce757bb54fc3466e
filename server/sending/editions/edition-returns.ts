import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { EditionStatus } from './edition-status.ts'

/** Fractions of complaints among submitted mails: the one Gmail asks senders to stay below, and the one it never wants to see
 *  ("Email sender guidelines"). */
export const COMPLAINT_WISH = 0.001
export const COMPLAINT_LIMIT = 0.003
/** Of fewer letters, a few complaints are a large fraction and say little. */
const FEWEST_SUBMITTED = 1000

const BOUNCES = ['permanent', 'transient', 'policy'] as const

/** How readers leave: through a letter's link, their mail program's button, a mail, the form on the site, or the mail
 *  provider. */
const WAYS = ['link', 'one-click', 'mail', 'form', 'provider'] as const

/** What came back about one edition after the mail server had accepted it. Fractions are of `submitted`, and undefined if
 *  nothing was submitted. */
export interface EditionReturns {
  /** 'YYYY-MM-DD' */
  readonly date: string
  /** Accepted by the mail server. */
  readonly submitted: number
  /** By kind, as listed in docs/bounces.md. */
  readonly bounced: Readonly<Record<(typeof BOUNCES)[number], number>>
  readonly complained: number
  readonly unsubscribed: Readonly<Record<(typeof WAYS)[number], number>>
  readonly bouncedFraction: number | undefined
  readonly complainedFraction: number | undefined
  readonly unsubscribedFraction: number | undefined
  /** 'wish': above what Gmail asks for. 'limit': above its limit. */
  readonly complaintsAbove: 'wish' | 'limit' | undefined
}

/** What came back about editions, in their order.
 *  @param editions  as returned by getEditionStatus and listEditions */
export async function listReturns(
  db: DatabaseOrTransaction,
  editions: readonly Pick<EditionStatus, 'date' | 'counts'>[],
): Promise<EditionReturns[]> {
  const { rows } = await sql<{ date: string; what: string; count: number }>`
    select edition.slot_date::text as date, bounce.kind as what, count(*)::integer as count
    from edition join bounce on bounce.edition_id = edition.id
    where edition.slot_date = any(${editions.map(({ date }) => date)}::date[])
    group by edition.slot_date, bounce.kind
    union all
    select edition.slot_date::text, edition_departure.way, edition_departure.readers
    from edition join edition_departure on edition_departure.edition_id = edition.id
    where edition.slot_date = any(${editions.map(({ date }) => date)}::date[])`.execute(db)
  return editions.map(({ date, counts: { submitted } }) => {
    const countOf = (what: string) => rows.find((row) => row.date === date && row.what === what)?.count ?? 0
    const bounced = countEach(BOUNCES, countOf)
    const complained = countOf('complaint')
    const unsubscribed = countEach(WAYS, countOf)
    const fractionOf = (count: number) => (submitted === 0 ? undefined : count / submitted)
    const complainedFraction = fractionOf(complained)
    return {
      date,
      submitted,
      bounced,
      complained,
      unsubscribed,
      bouncedFraction: fractionOf(sumOf(bounced)),
      complainedFraction,
      unsubscribedFraction: fractionOf(sumOf(unsubscribed)),
      complaintsAbove: levelOf(complainedFraction),
    }
  })
}

/** An edition that more readers report as spam than Gmail allows. */
export type ReportedAsSpam = Pick<EditionReturns, 'date' | 'submitted' | 'complained'>

/** Lists such editions of the last four weeks, if they went to enough readers to tell. */
export async function listReportedAsSpam(db: DatabaseOrTransaction): Promise<ReportedAsSpam[]> {
  const { rows } = await sql<ReportedAsSpam>`
    with complaint as (
      select edition.id, slot_date::text as date, count(*)::integer as complained
      from edition join bounce on bounce.edition_id = edition.id and bounce.kind = 'complaint'
      where frozen_at > lunchpail_now() - interval '28 days'
      group by edition.id having count(*) > ${COMPLAINT_LIMIT}::numeric * ${FEWEST_SUBMITTED}::integer
    )
    select date, complained, submitted
    from complaint cross join lateral (
      select count(*)::integer as submitted from delivery where edition_id = complaint.id and state = 'submitted'
    ) as accepted
    where submitted >= ${FEWEST_SUBMITTED} and complained > ${COMPLAINT_LIMIT}::numeric * submitted
    order by date`.execute(db)
  return rows
}

const countEach = <Kind extends string>(kinds: readonly Kind[], countOf: (kind: Kind) => number) =>
  Object.fromEntries(kinds.map((kind) => [kind, countOf(kind)])) as Record<Kind, number>

function levelOf(fraction = 0): EditionReturns['complaintsAbove'] {
  if (fraction > COMPLAINT_LIMIT) return 'limit'
  return fraction > COMPLAINT_WISH ? 'wish' : undefined
}

const sumOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
