import { type Selectable, sql } from 'kysely'
import type { Tables, DatabaseOrTransaction } from '../../db/database.ts'
import type { InsiderFiling, InsiderTransaction, PurchaseHistory } from './insider-filing.ts'
import { markPeople } from '../names/present-names.ts'
import { addDays } from '../../lib/dates.ts'
import { isBusinessDay } from '../../lib/business-days.ts'

type Line = Selectable<Tables['insider_line']>

/** A range of filing days, both ends inclusive, 'YYYY-MM-DD'. */
export interface FilingDays {
  readonly filedFrom: string
  readonly filedTo: string
}

/** Lists the read Forms 4 and 4/A filed on these days, as filed.
 *  @param only.tickers  only filings whose issuer has one of these tickers, in any form in which it may be stored
 *  @param only.issuerCik  in addition to those with `tickers`, all filings of this issuer
 *  @param only.ownerCiks  only filings of one of these owners
 *  @returns filings ordered by accession */
export async function listInsiderFilings(
  db: DatabaseOrTransaction,
  { filedFrom, filedTo }: FilingDays,
  only: {
    readonly tickers?: readonly string[]
    readonly issuerCik?: string | undefined
    readonly ownerCiks?: readonly string[]
  } = {},
): Promise<InsiderFiling[]> {
  const { tickers, issuerCik, ownerCiks } = only
  const rows = await db
    .selectFrom('insider_filing')
    .innerJoin('source_document', 'source_document.id', 'insider_filing.document_id')
    .selectAll('insider_filing')
    .select('retrieved_at')
    .where('filed_on', '>=', filedFrom)
    .where('filed_on', '<=', filedTo)
    .where('unread_reason', 'is', null)
    .$if(tickers !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('issuer_ticker', 'in', tickers ?? []),
          ...(issuerCik === undefined ? [] : [eb('issuer_cik', '=', issuerCik)]),
        ]),
      ),
    )
    .$if(ownerCiks !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (
          select from jsonb_array_elements(owners) as owner where owner ->> 'cik' = any(${ownerCiks}::text[]))`,
      ),
    )
    .orderBy('accession')
    .execute()
  if (rows.length === 0) return []
  const lines = await db
    .selectFrom('insider_line')
    .selectAll()
    .where('accession', '=', sql<string>`any(${rows.map(({ accession }) => accession)}::text[])`)
    .orderBy('line')
    .execute()
  const linesOf = Map.groupBy(lines, ({ accession }) => accession)
  const filings = rows.map((row) => toInsiderFiling(row, linesOf.get(row.accession) ?? []))
  const people = await findPeople(db, filings)
  return filings.map((filing) => Object.assign(filing, { owners: markPeople(filing.owners, people) }))
}

/** Among owners who are neither director nor officer by one of these filings, finds those who are by any filing.
 *  @returns CIKs */
async function findPeople(
  db: DatabaseOrTransaction,
  filings: readonly InsiderFiling[],
): Promise<ReadonlySet<string>> {
  const holders = filings.flatMap(({ owners }) =>
    owners.filter((owner) => !owner.isDirector && !owner.isOfficer),
  )
  const ciks = [...new Set(holders.map(({ cik }) => cik))]
  if (ciks.length === 0) return new Set()
  // Counted, since for `exists` the planner expects the first rows of the table to do, and reads them all if none does.
  const isNamed = (box: string) =>
    sql`(select count(*) from insider_filing
      where owners @> jsonb_build_array(jsonb_build_object('cik', cik, ${sql.lit(box)}, true))) > 0`
  const people = await sql<{ cik: string }>`
    select cik from unnest(${ciks}::text[]) as cik
    where ${isNamed('isDirector')} or ${isNamed('isOfficer')}`.execute(db)
  return new Set(people.rows.map(({ cik }) => cik))
}

/** Builds a Form 4 or 4/A from its stored rows.
 *  @param lines  all of its lines, in order */
function toInsiderFiling(
  row: Selectable<Tables['insider_filing']> & { readonly retrieved_at: Date },
  lines: readonly Line[],
): InsiderFiling {
  return {
    accession: row.accession,
    form: row.form,
    filedOn: row.filed_on,
    pageUrl: row.page_url,
    recordUrl: row.record_url,
    retrievedAt: row.retrieved_at.toISOString(),
    issuer: {
      cik: row.issuer_cik ?? '',
      name: row.issuer_name ?? '',
      ticker: row.issuer_ticker ?? undefined,
    },
    owners: row.owners,
    periodOfReport: row.period_of_report ?? undefined,
    originalFiledOn: row.original_filed_on ?? undefined,
    withdraws: row.withdraws,
    ...(row.is_unclear && { isUnclear: true }),
    transactions: lines.filter((line) => !line.is_derivative).map(toTransaction),
    holdings: row.holdings,
  }
}

function toTransaction(line: Line): InsiderTransaction {
  return {
    line: line.line,
    security: line.security,
    tradedOn: line.traded_on,
    deemedExecutedOn: line.deemed_executed_on ?? undefined,
    code: line.code,
    direction: line.direction ?? undefined,
    shares: toNumber(line.shares),
    price: toNumber(line.price),
    ownedAfter: toNumber(line.owned_after),
    ownership: line.ownership ?? undefined,
    ownershipNature: line.ownership_nature ?? undefined,
    isPlanned: line.is_planned ?? undefined,
    isUnasked: line.is_unasked,
    isMoreHeld: line.is_more_held,
    ...(line.is_not_due && { isNotDue: true }),
    ...(line.shares_per_depositary !== null && { sharesPerDepositary: line.shares_per_depositary }),
    via: line.via ?? undefined,
    reason: line.reason ?? undefined,
    planAdoptedOn: line.plan_adopted_on ?? undefined,
    priceRange:
      line.price_low === null || line.price_high === null
        ? undefined
        : [Number(line.price_low), Number(line.price_high)],
  }
}

const toNumber = (numeric: string | null) => (numeric === null ? undefined : Number(numeric))

/** Days to look back at most; going further adds nothing worth telling. */
const LOOK_BACK_DAYS = 760

/** Reads who reported a purchase (code P, not a derivative) before a week, as far back as the filings of every business day
 *  are stored: an unread one may be a purchase by anybody.
 *  @param before  the week's first day, 'YYYY-MM-DD'
 *  @returns undefined if the business day before the week is not stored completely */
export async function readPurchaseHistory(
  db: DatabaseOrTransaction,
  { before }: { before: string },
): Promise<PurchaseHistory | undefined> {
  const rows = await db
    .selectFrom('insider_day')
    .select('day')
    .where('day', '<', before)
    .where('day', '>=', addDays(before, -LOOK_BACK_DAYS))
    .where('unread_lines', '=', 0)
    .where(
      sql<boolean>`not exists (
        select from insider_filing where insider_filing.filed_on = insider_day.day and unread_reason is not null)`,
    )
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
        and (via is null or via in ('offering', 'placement', 'unread note'))
    )`.execute(db)
  return { unbrokenSince, buyers: new Set(buyers.rows.map(({ pair }) => pair)) }
}
