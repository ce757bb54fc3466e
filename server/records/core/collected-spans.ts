import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { addDays, newYorkDay } from '../../lib/dates.ts'

/** Days between which all that a source lists was asked for, both included, 'YYYY-MM-DD'. */
export interface Span {
  readonly from: string
  readonly to: string
}

/** Of a source, everybody's records (''), or those of one owner by the CIK. */
interface SpanOf {
  readonly source: string
  readonly subject: string
}

/** Writes down that a span was asked for. One that touches the one before makes it longer; of two that lie apart the later one
 *  is kept, since nothing is said across a gap. */
export async function noteSpan(db: DatabaseOrTransaction, of: SpanOf, span: Span): Promise<void> {
  const before = await findSpan(db, of)
  const next = before === undefined ? span : joinSpans(before, span)
  const days = { from_day: next.from, to_day: next.to }
  await db
    .insertInto('collected_span')
    .values({ ...of, ...days })
    .onConflict((conflict) => conflict.columns(['source', 'subject']).doUpdateSet(days))
    .execute()
}

/** @returns undefined where nothing was asked for */
export async function findSpan(
  db: DatabaseOrTransaction,
  { source, subject }: SpanOf,
): Promise<Span | undefined> {
  const row = await db
    .selectFrom('collected_span')
    .select(['from_day', 'to_day'])
    .where('source', '=', source)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && { from: row.from_day, to: row.to_day }
}

/** More may be filed today.
 *  @param asOf  the last day asked for, 'YYYY-MM-DD' */
export function lastWholeDay(clock: Clock, asOf: string): string {
  const today = newYorkDay(clock.now())
  return asOf < today ? asOf : addDays(today, -1)
}

/** @returns one span where they touch, else the later one */
export function joinSpans(a: Span, b: Span): Span {
  const [first, second] = a.from <= b.from ? [a, b] : [b, a]
  if (second.from > addDays(first.to, 1)) return second
  return { from: first.from, to: first.to > second.to ? first.to : second.to }
}
