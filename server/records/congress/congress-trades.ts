import { sql, type RawBuilder } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import { addDays } from '../../lib/dates.ts'
import { mapInTurns } from '../../lib/fair-queue.ts'
import type { Chamber, CongressCoverage, CongressMember, CongressTrade } from './congress-trade.ts'
import { readCongressKind } from '../names/trade-kinds.ts'
import { findNamed, isNearCorrection, titleOfFirst, toFiler, type Named } from './find-named.ts'
import { findRepeats, listAlike, reportKey, type Repeat } from './find-repeats.ts'
import { markReplaced, type Marked } from './mark-replaced.ts'
import { createMemberMatcher, type MemberMatch, type MemberMatcher } from './match-member.ts'
import { rowsOfReports } from './reports.ts'

/** A range of filing days, both ends inclusive, 'YYYY-MM-DD'. */
export interface FilingDays {
  readonly filedFrom: string
  readonly filedTo: string
}

/** Filters for the rows of these days. */
export interface TradesWanted extends FilingDays {
  /** Upper-case; only rows that name one of these, plus the rows needed to tell whether they were amended or deleted. If
   *  left out, every row. */
  readonly tickers?: readonly string[]
  /** Only rows of these reports; if left out, of all. */
  readonly reportIds?: readonly string[]
  /** A matcher for the newest list of members; read from the database if left out. */
  readonly matchMember?: MemberMatcher
}

/** Lists every row of the reports that became public on these days, without reports on paper or unread; matches members by the
 *  newest list. Rows that were amended or deleted since, and rows of reports that repeat another, are included and marked.
 *  @returns rows ordered by filing day, chamber, report and row */
export async function listCongressTrades(
  db: DatabaseOrTransaction,
  { filedFrom, filedTo, tickers, reportIds, matchMember }: TradesWanted,
): Promise<CongressTrade[]> {
  const match = matchMember ?? (await readMemberMatcher(db))
  const named = tickers && (await findNamed(db, { filedFrom, filedTo, tickers }, match))
  if (named?.assets.length === 0) return []
  const wantedRows = sql<boolean>`${
    named
      ? sql`(
          asset = any(${named.assets}::text[]) or congress_line.report_id = any(${named.reports}::text[])
          or ${isNearCorrection(named)}
        )`
      : sql`true`
  } and ${reportIds === undefined ? sql`true` : sql`congress_line.report_id = any(${reportIds}::text[])`}`
  const rows = await selectRows(db, { filedFrom, filedTo }, wantedRows)
  const read = await mapInTurns(rows, (row) => toMarked(row, match))
  const wanted = named ? listMayRepeat(read, named) : reportIds
  const repeats =
    wanted?.length === 0
      ? new Map<string, Repeat>()
      : await findRepeats(db, { filedFrom, filedTo, reportIds: wanted }, match)
  const trades = read.map(({ trade, titleOfFirst: title, amendment }) => ({
    titleOfFirst: title,
    amendment,
    trade: asRepeated(trade, repeats.get(reportKey(trade.chamber, trade.reportId))),
  }))
  const before = await listMayBeCorrected(db, trades, { filedFrom, match })
  return markReplaced([...before, ...trades]).filter((trade) => trade.filedOn >= filedFrom)
}

/** Lists the reports that may repeat one another. Of filers who corrected a row, only some rows were read. */
function listMayRepeat(read: readonly Marked[], { corrected, alike }: Named): string[] {
  const may = new Set(alike)
  const others = new Set(corrected.filter((id) => !may.has(id)))
  return listAlike(read.map(({ trade }) => trade)).filter((id) => !others.has(id))
}

/** A report is corrected within about a year. */
const CORRECTED_WITHIN_DAYS = 400

/** Lists rows in the same assets from earlier House reports by filers of corrected or deleted rows: the corrected row may be among
 *  these, and a similar row of the requested days may be another trade. */
async function listMayBeCorrected(
  db: DatabaseOrTransaction,
  trades: readonly Marked[],
  { filedFrom, match }: { filedFrom: string; match: MemberMatcher },
): Promise<Marked[]> {
  const corrections = trades.flatMap(({ trade }) =>
    trade.chamber === 'house' && (trade.status === 'amended' || trade.status === 'deleted') ? [trade] : [],
  )
  if (corrections.length === 0) return []
  const rows = await selectRows(
    db,
    { filedFrom: addDays(filedFrom, -CORRECTED_WITHIN_DAYS), filedTo: addDays(filedFrom, -1) },
    sql<boolean>`congress_line.chamber = 'house'
      and member = any(${[...new Set(corrections.map(({ filer }) => filer))]}::text[])
      and asset = any(${[...new Set(corrections.map(({ asset }) => asset))]}::text[])`,
  )
  return mapInTurns(rows, (row) => toMarked(row, match))
}

type LineRow = Awaited<ReturnType<typeof selectRows>>[number]

async function selectRows(
  db: DatabaseOrTransaction,
  { filedFrom, filedTo }: FilingDays,
  isWanted: RawBuilder<boolean>,
) {
  return await rowsOfReports(db)
    .innerJoin('source_document', 'source_document.id', 'congress_report.document_id')
    .selectAll('congress_line')
    .select([
      'member',
      'state',
      'district',
      'title',
      'amendment',
      'filed_on',
      'signed_on',
      'page_url',
      'retrieved_at',
    ])
    .where('filed_on', '>=', filedFrom)
    .where('filed_on', '<=', filedTo)
    .where(isWanted)
    .orderBy('filed_on')
    .orderBy('congress_line.chamber')
    .orderBy('congress_line.report_id')
    .orderBy('row')
    .execute()
}

function toMarked(row: LineRow, match: MemberMatcher): Marked {
  const trade: CongressTrade = {
    chamber: row.chamber,
    reportId: row.report_id,
    row: row.row,
    filedOn: row.filed_on,
    signedOn: row.signed_on ?? undefined,
    reportUrl: row.page_url,
    filer: row.member,
    filerState: row.state ?? undefined,
    member: toMember(match(toFiler(row))),
    owner: row.owner,
    asset: row.asset,
    assetDetail: row.asset_detail ?? undefined,
    ticker: row.ticker ?? undefined,
    assetType: row.asset_type ?? undefined,
    type: row.type,
    kind: readCongressKind(row),
    tradedOn: row.traded_on,
    notifiedOn: row.notified_on ?? undefined,
    low: Number(row.low),
    high: row.high === null ? undefined : Number(row.high),
    status: readStatus(row.filing_status, row.amendment),
    replacedBy: undefined,
    repeats: undefined,
    description: row.description ?? undefined,
    comments: row.comments ?? undefined,
    subholding: row.subholding ?? undefined,
    retrievedAt: row.retrieved_at.toISOString(),
  }
  return { trade, titleOfFirst: titleOfFirst(row.title), amendment: row.amendment }
}

/** Lists what the chambers listed for these days, and how much was read. It does not show whether a chamber was requested at all;
 *  the chamber's run does.
 *  @returns the House, then the Senate */
export async function listCongressCoverage(
  db: DatabaseOrTransaction,
  { filedFrom, filedTo }: FilingDays,
): Promise<CongressCoverage[]> {
  const matchOf = await readMemberMatcher(db)
  const reports = await db
    .selectFrom('congress_report')
    .selectAll()
    .where('filed_on', '>=', filedFrom)
    .where('filed_on', '<=', filedTo)
    .orderBy('report_id')
    .execute()
  return (['house', 'senate'] as const).map((chamber) => {
    const own = reports.filter((report) => report.chamber === chamber)
    const idOf = (report: (typeof own)[number]) => ({
      reportId: report.report_id,
      filer: report.member,
      url: report.page_url,
    })
    const read = own.filter(({ status }) => status === 'read')
    return {
      chamber,
      listed: own.length,
      read: read.length,
      readReports: read.map(({ report_id: reportId, page_url: url }) => ({ reportId, url })),
      onPaper: own.filter(({ status }) => status === 'on paper').map(idOf),
      unread: own
        .filter(({ status }) => status === 'unread' || status === 'in part')
        .map((report) =>
          Object.assign(idOf(report), { code: report.unread_code ?? 'other', reason: report.reason ?? '' }),
        ),
      unknownFilers: own.flatMap((report) => {
        const match = matchOf(toFiler(report))
        return 'problem' in match
          ? [{ reportId: report.report_id, filer: report.member, reason: match.problem }]
          : []
      }),
    }
  })
}

/** Finds when the newest stored document of these days was retrieved, ISO 8601 in UTC. A list or report that is fetched
 *  again unchanged keeps its time.
 *  @returns undefined if nothing is stored */
export async function findNewestRetrieval(
  db: DatabaseOrTransaction,
  { filedFrom, filedTo }: FilingDays,
): Promise<string | undefined> {
  const { newest } = await db
    .selectFrom('congress_report')
    .innerJoin('source_document', 'source_document.id', 'congress_report.document_id')
    .select((eb) => eb.fn.max('retrieved_at').as('newest'))
    .where('filed_on', '>=', filedFrom)
    .where('filed_on', '<=', filedTo)
    .executeTakeFirstOrThrow()
  return newest?.toISOString()
}

/** Describes, in sentences for a chamber's run, which filers of these days match no member. */
export async function describeUnknownFilers(
  db: DatabaseOrTransaction,
  chamber: Chamber,
  days: FilingDays,
): Promise<string[]> {
  const someone = await db.selectFrom('member').select('bioguide_id').limit(1).executeTakeFirst()
  if (!someone) return ['The list of members has not been read yet: no report is tied to a member.']
  const coverage = (await listCongressCoverage(db, days)).find((one) => one.chamber === chamber)
  return (coverage?.unknownFilers ?? []).map(
    ({ reportId, filer, reason }) => `${reportId}, ${filer}: ${reason}.`,
  )
}

/** Reads the members into a matcher. Reuse it until the list of members changes: parsing the names takes a while. */
export async function readMemberMatcher(db: DatabaseOrTransaction): Promise<MemberMatcher> {
  const rows = await db
    .selectFrom('member')
    .select(['bioguide_id', 'name', 'name_forms', 'terms', 'committees', 'is_serving'])
    .orderBy('bioguide_id')
    .execute()
  const members = rows.map(({ bioguide_id, name, name_forms, terms, committees, is_serving }) => ({
    bioguideId: bioguide_id,
    name,
    nameForms: name_forms,
    terms,
    // Former members have no committees.
    committees: is_serving ? committees : [],
  }))
  return createMemberMatcher(members)
}

function toMember(match: MemberMatch): CongressMember | undefined {
  if ('problem' in match) return undefined
  const { bioguideId, name, nameForms, committees } = match.member
  const { party, state } = match.term
  const { first, last, nickname, officialFull } = nameForms
  const given = nickname !== undefined && officialFull?.startsWith(`${nickname} `) === true ? nickname : first
  const isInitial = /^\p{L}\.?$/u.test(given)
  return {
    bioguideId,
    name,
    commonName: isInitial ? name : `${given} ${last}`,
    lastName: last,
    party,
    state,
    committees,
  }
}

function readStatus(filingStatus: string | null, amendment: number | null): CongressTrade['status'] {
  const status = filingStatus?.toLowerCase()
  if (status === 'new' || status === 'amended' || status === 'deleted') {
    return status === 'new' && amendment !== null ? 'amended' : status
  }
  return amendment === null ? undefined : 'amended'
}

/** Marks a row that a report repeats; one that it repeats with another amount or other words corrects the first. */
function asRepeated(trade: CongressTrade, repeat: Repeat | undefined): CongressTrade {
  if (repeat?.same.has(trade.row)) return { ...trade, repeats: repeat.first }
  return repeat?.changed.has(trade.row) ? { ...trade, status: 'amended' } : trade
}
