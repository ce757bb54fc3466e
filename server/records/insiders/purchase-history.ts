import { addDays } from '../../lib/dates.ts'
import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import type { PurchaseHistory } from './insider-filing.ts'

/** No further back than this: more is no news. */
const LOOK_BACK_DAYS = 760

/** Who reported a purchase (code P, not of a derivative) in the days before a week, as far back as no business day's
 *  filings are missing.
 *  @param before  the week's first day, 'YYYY-MM-DD'
 *  @returns undefined where the business day before the week is not kept */
export async function readPurchaseHistory(
  db: DatabaseOrTransaction,
  { before }: { before: string },
): Promise<PurchaseHistory | undefined> {
  const rows = await db
    .selectFrom('insider_day')
    .select('day')
    .where('day', '<', before)
    .where('day', '>=', addDays(before, -LOOK_BACK_DAYS))
    .execute()
  const kept = new Set(rows.map(({ day }) => day))
  let unbrokenSince: string | undefined
  for (let day = addDays(before, -1); kept.has(day) || !isBusinessDay(day); day = addDays(day, -1)) {
    if (kept.has(day)) unbrokenSince = day
    if (day < addDays(before, -LOOK_BACK_DAYS)) break
  }
  if (unbrokenSince === undefined) return undefined
  const buyers = await sql<{ pair: string }>`
    select distinct issuer_cik || '/' || (owner ->> 'cik') as pair
    from insider_filing
    cross join lateral jsonb_array_elements(owners) as owner
    where filed_on >= ${unbrokenSince} and filed_on < ${before} and exists (
      select 1 from insider_line
      where insider_line.accession = insider_filing.accession and code = 'P' and not is_derivative
        and (via is null or via in ('offering', 'placement'))
    )`.execute(db)
  return { unbrokenSince, buyers: new Set(buyers.rows.map(({ pair }) => pair)) }
}
