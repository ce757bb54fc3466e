import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { addDays, newYorkDay } from '../../lib/dates.ts'

/** A range of days for which everything a source lists was requested; both ends inclusive, 'YYYY-MM-DD'. */
export interface Span {
  readonly from: string
  readonly to: string
}

/** The key of a span: a source and either everybody's records ('') or one owner's, by CIK. */
interface SpanOf {
  readonly source: string
  readonly subject: string
}

/** Records that a span was requested. A span that touches the stored one extends it; if there is a gap between them, only the
 *  later span is kept, since nothing is known about the gap. */
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

/** @returns undefined if nothing was requested yet */
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

/** The last complete day, which is never today, since more may still be filed.
 *  @param asOf  the last requested day, 'YYYY-MM-DD' */
export function lastWholeDay(clock: Clock, asOf: string): string {
  const today = newYorkDay(clock.now())
  return asOf < today ? asOf : addDays(today, -1)
}

/** @returns one span if they touch or overlap, else the later one */
export function joinSpans(a: Span, b: Span): Span {
  const [first, second] = a.from <= b.from ? [a, b] : [b, a]
  if (second.from > addDays(first.to, 1)) return second
  return { from: first.from, to: first.to > second.to ? first.to : second.to }
}
