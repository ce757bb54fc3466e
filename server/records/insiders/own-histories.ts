import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import { addDays } from '../../lib/dates.ts'
import { hasNumeral, presentPerson } from '../names/present-names.ts'
import type { InsiderFiling, InsiderOwner } from './insider-filing.ts'
import { listInsiderFilings } from './kept-insider-filing.ts'
import { yearsBefore } from './submissions.ts'

/** Traders per side; the letter mentions fewer. */
const LARGEST = 20

/** What one owner reported on one company before a week. */
export interface OwnHistory {
  /** 'YYYY-MM-DD': complete from then to the week. */
  readonly since: string
  /** Forms 4 and 4/A of these days, by accession; they may name other owners too. */
  readonly filings: readonly InsiderFiling[]
}

/** By `historyKey(issuerCik, ownerCik)`. */
export type OwnHistories = ReadonlyMap<string, OwnHistory>

export const historyKey = (issuerCik: string, ownerCik: string) => `${issuerCik}/${ownerCik}`

/** The owner whose history a trade is compared with: the only person among those who report it, or the only owner.
 *  @returns undefined if several people report it, or several owners and no person, or if the name contains a numeral */
export function traderOf(owners: readonly InsiderOwner[]): InsiderOwner | undefined {
  const people = owners.filter((owner) => presentPerson(owner) !== undefined)
  // Such a name is not printed.
  if (people.some((owner) => hasNumeral(presentPerson(owner)?.name ?? ''))) return undefined
  return people.length === 0 && owners.length === 1 ? owners[0] : people.length === 1 ? people[0] : undefined
}

/** Lists the owners with the largest purchases and sales, as typed, in the reports of a range of days; leaves out lines with
 *  a `via` (offerings, sales for taxes).
 *  @param days  filing days, both ends inclusive, 'YYYY-MM-DD'
 *  @returns CIKs, each once */
export async function listLargestTraders(
  db: DatabaseOrTransaction,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('insider_filing')
    .innerJoin('insider_line', 'insider_line.accession', 'insider_filing.accession')
    .select(['owners', 'issuer_cik', 'code', sql<string>`sum(shares * price)`.as('value')])
    .where('filed_on', '>=', from)
    .where('filed_on', '<=', to)
    .where('unread_reason', 'is', null)
    .where('is_derivative', '=', false)
    .where('code', 'in', ['P', 'S'])
    .where('via', 'is', null)
    .where(sql<boolean>`shares * price > 0`)
    .groupBy(['insider_filing.accession', 'code'])
    .execute()
  const values = new Map<string, { code: string; cik: string; value: number }>()
  for (const { owners, issuer_cik: issuer, code, value } of rows) {
    const cik = traderOf(owners)?.cik
    if (cik === undefined) continue
    const key = `${code} ${issuer} ${cik}`
    values.set(key, { code, cik, value: Number(value) + (values.get(key)?.value ?? 0) })
  }
  const ordered = [...values.values()].sort((a, b) => b.value - a.value || (a.cik < b.cik ? -1 : 1))
  const largestOf = (side: string) => ordered.filter(({ code }) => code === side).slice(0, LARGEST)
  return [...new Set([...largestOf('P'), ...largestOf('S')].map(({ cik }) => cik))]
}

/** Reads the complete histories of the week's largest traders that reach back at least a year before it.
 *  @param week.from  'YYYY-MM-DD' */
export async function readOwnHistories(
  db: DatabaseOrTransaction,
  week: { readonly from: string; readonly to: string },
): Promise<OwnHistories> {
  const traders = await listLargestTraders(db, week)
  if (traders.length === 0) return new Map()
  const last = addDays(week.from, -1)
  const spans = await db
    .selectFrom('collected_span')
    .select(['subject', 'from_day'])
    .where('source', '=', 'insiders')
    .where('subject', 'in', traders)
    .where('from_day', '<=', addDays(yearsBefore(week.to, 1), 1))
    .where('to_day', '>=', last)
    .execute()
  const sinceOf = new Map(spans.map(({ subject, from_day: since }) => [subject, since]))
  if (sinceOf.size === 0) return new Map()
  const filings = await listInsiderFilings(
    db,
    { filedFrom: spans.map((span) => span.from_day).toSorted()[0] ?? last, filedTo: last },
    { ownerCiks: [...sinceOf.keys()] },
  )
  const histories = new Map<string, OwnHistory>()
  for (const [cik, since] of sinceOf) {
    const own = filings.filter(
      ({ owners, filedOn }) => filedOn >= since && owners.some((owner) => owner.cik === cik),
    )
    for (const [issuer, some] of Map.groupBy(own, (filing) => filing.issuer.cik)) {
      histories.set(historyKey(issuer, cik), { since, filings: some })
    }
    // An empty history for companies on which the owner reported nothing.
    histories.set(cik, { since, filings: [] })
  }
  return histories
}

/** @returns an owner's history on a company, with no filings if they reported nothing on it; undefined if it is not
 *    stored */
export function findOwnHistory(
  histories: OwnHistories,
  issuerCik: string,
  ownerCik: string,
): OwnHistory | undefined {
  return histories.get(historyKey(issuerCik, ownerCik)) ?? histories.get(ownerCik)
}
