import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { Chamber, CongressCoverage, CongressMember, CongressTrade } from './congress-trade.ts'
import { readCongressKind } from '../names/trade-kinds.ts'
import { findNamed, titleOfFirst, toFiler } from './find-named.ts'
import { findRepeats, reportKey } from './find-repeats.ts'
import { createMemberMatcher, type MemberMatch, type MemberMatcher } from './match-member.ts'

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

/** Lists every row of the reports that became public on these days, without reports on paper or unread; matches members by
 *  the newest list. Includes rows that were amended or deleted since, and those of reports that repeat another, and marks them.
 *  @returns rows ordered by filing day, chamber, report and row */
export async function listCongressTrades(
  db: DatabaseOrTransaction,
  { filedFrom, filedTo, tickers, reportIds, matchMember }: TradesWanted,
): Promise<CongressTrade[]> {
  const match = matchMember ?? (await readMemberMatcher(db))
  const named = tickers && (await findNamed(db, { filedFrom, filedTo, tickers }, match))
  if (named?.assets.length === 0) return []
  const rows = await db
    .selectFrom('congress_line')
    .innerJoin('congress_report', (join) =>
      join
        .onRef('congress_report.chamber', '=', 'congress_line.chamber')
        .onRef('congress_report.report_id', '=', 'congress_line.report_id'),
    )
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
    .where(
      named
        ? sql<boolean>`(asset = any(${named.assets}::text[]) or congress_line.report_id = any(${named.reports}::text[]))`
        : sql<boolean>`true`,
    )
    .$if(reportIds !== undefined, (query) =>
      query.where(sql<boolean>`congress_line.report_id = any(${reportIds ?? []}::text[])`),
    )
    .orderBy('filed_on')
    .orderBy('congress_line.chamber')
    .orderBy('congress_line.report_id')
    .orderBy('row')
    .execute()
  const trades = rows.map((row) => {
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
      doubts: row.doubts,
      retrievedAt: row.retrieved_at.toISOString(),
    }
    return { trade, titleOfFirst: titleOfFirst(row.title), amendment: row.amendment }
  })
  const wanted = tickers === undefined ? reportIds : listAlike(trades.map(({ trade }) => trade))
  const repeats =
    wanted?.length === 0
      ? new Map<string, string>()
      : await findRepeats(db, { filedFrom, filedTo, reportIds: wanted }, match)
  return markReplaced(
    trades.map(({ trade, titleOfFirst, amendment }) => {
      const repeated = repeats.get(reportKey(trade.chamber, trade.reportId))
      return { titleOfFirst, amendment, trade: repeated === undefined ? trade : withRepeats(trade, repeated) }
    }),
  )
}

/** Lists the reports that may repeat one another, by the rows of them that are known.
 *  @returns their ids; mostly none */
function listAlike(trades: readonly CongressTrade[]): string[] {
  const reports = Map.groupBy(trades, ({ chamber, reportId }) => reportKey(chamber, reportId))
  const byRows = Map.groupBy(reports.values(), (rows) =>
    [
      rows[0]?.chamber,
      rows[0]?.member?.bioguideId ?? rows[0]?.filer,
      ...rows.map(correctionKey).toSorted(),
    ].join(' '),
  )
  return [...byRows.values()].flatMap((alike) =>
    alike.length < 2 ? [] : alike.flatMap((rows) => rows[0]?.reportId ?? []),
  )
}

/** Lists what the chambers listed for these days and how much of it was read. Says nothing of a chamber that was not or
 *  could not be requested; its run does.
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
    return {
      chamber,
      listed: own.length,
      read: own.filter(({ status }) => status === 'read').length,
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
    .select(['bioguide_id', 'name', 'name_forms', 'terms', 'committees'])
    .orderBy('bioguide_id')
    .execute()
  const members = rows.map(({ bioguide_id, name, name_forms, terms, committees }) => ({
    bioguideId: bioguide_id,
    name,
    nameForms: name_forms,
    terms,
    committees,
  }))
  return createMemberMatcher(members)
}

function toMember(match: MemberMatch): CongressMember | undefined {
  if ('problem' in match) return undefined
  const { bioguideId, name, nameForms, committees } = match.member
  const { party, state, district } = match.term
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
    district,
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

interface Marked {
  readonly trade: CongressTrade
  /** The title shared by a report and its amendments. */
  readonly titleOfFirst: string | undefined
  readonly amendment: number | null
}

/** Marks replaced rows. A Senate amendment replaces its whole report. An amended or deleted House row replaces the one
 *  earlier row of the same filer with the same owner, asset, type and day; an amended one without such a row, the one that
 *  differs in its owner, its type or its day alone, which is what it corrects. If several match, none is marked; a report and
 *  its repeat count as one. */
function markReplaced(marked: readonly Marked[]): CongressTrade[] {
  const replacedBy = new Map<CongressTrade, string>()
  const placed = marked.map((one, place) => ({ ...one, place }))
  const byRow = Map.groupBy(placed, ({ trade }) => correctionKey(trade))
  const byTitle = Map.groupBy(placed, ({ titleOfFirst }) => titleOfFirst)
  byTitle.delete(undefined)
  const changed: (typeof placed)[number][] = []
  for (const later of placed) {
    const { trade, amendment, titleOfFirst, place } = later
    if (trade.status !== 'amended' && trade.status !== 'deleted') continue
    const alike = amendment === null ? byRow.get(correctionKey(trade)) : byTitle.get(titleOfFirst)
    const earlier = (alike ?? []).filter((one) => one.place < place && isEarlierOfSameFiler(one.trade, trade))
    const copies = earlier.filter((one) => one.trade.repeats !== undefined)
    // What was reported twice, and is deleted, stays reported once.
    const [only, second] =
      trade.status === 'deleted' && copies.length > 0
        ? copies
        : earlier.filter((one) => one.trade.repeats === undefined)
    if (amendment !== null) {
      for (const one of earlier) if (isAmendedBy(one, later)) replacedBy.set(one.trade, trade.reportId)
    } else if (only !== undefined && second === undefined) {
      replacedBy.set(only.trade, trade.reportId)
    } else if (only === undefined && trade.status === 'amended') {
      changed.push(later)
    }
  }
  // Last: a row that is repeated as it was is not what another one corrects.
  for (const { trade, place } of changed) {
    const [only, second] = placed.filter(
      (one) =>
        one.place < place &&
        !replacedBy.has(one.trade) &&
        one.trade.repeats === undefined &&
        isEarlierOfSameFiler(one.trade, trade) &&
        isCorrectedBy(one.trade, trade),
    )
    if (only !== undefined && second === undefined) replacedBy.set(only.trade, trade.reportId)
  }
  return marked.map(({ trade }) => {
    const by = replacedBy.get(trade)
    return by === undefined ? trade : withReplacedBy(trade, by)
  })
}

const withRepeats = (trade: CongressTrade, repeats: string): CongressTrade => ({ ...trade, repeats })

const withReplacedBy = (trade: CongressTrade, replacedBy: string): CongressTrade => ({ ...trade, replacedBy })

/** @param later  a report of the same title */
function isAmendedBy(one: Marked, later: Marked): boolean {
  return (one.amendment ?? 0) < (later.amendment ?? 0)
}

function isEarlierOfSameFiler(one: CongressTrade, later: CongressTrade): boolean {
  const isSame =
    one.member === undefined || later.member === undefined
      ? one.filer === later.filer
      : one.member.bioguideId === later.member.bioguideId
  return isSame && one.chamber === later.chamber && one.reportId !== later.reportId
}

/** Whether a row is of the same asset, and differs in its owner, its type or its day alone. */
export function isCorrectedBy(one: CongressTrade, later: CongressTrade): boolean {
  const parts = ['owner', 'type', 'tradedOn'] as const
  return one.asset === later.asset && parts.filter((part) => one[part] !== later[part]).length <= 1
}

/** A key shared by a row and its correction. */
function correctionKey({ owner, asset, type, tradedOn }: CongressTrade): string {
  return JSON.stringify([owner, asset, type, tradedOn])
}
