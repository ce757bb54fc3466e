import { addDays } from '../../../lib/dates.ts'
import { SourceError } from '../../../lib/errors.ts'
import { describeUnknownFilers } from '../congress-trades.ts'
import { keepReading, noteListed, type CongressRow, type ListedCongressReport } from '../reports.ts'
import { findDocument, keepDocument } from '../../core/documents.ts'
import type {
  Coverage,
  PaperRecord,
  RecordSource,
  SourceContext,
  UnreadRecord,
} from '../../core/record-source.ts'
import { sleep } from '../../core/sleep.ts'
import type { SenatePage, SenateReport } from './read-report.ts'
import {
  createSenateClient,
  readSenatePage,
  type ListedSenateReport,
  type SenateClient,
  type SenateDeps,
} from './senate-client.ts'

/** So many pages lost one after another, each after all its attempts or by a refusal, mean that the source is gone. */
const GIVE_UP_AFTER = 3

const TERMS = {
  id: 'senate',
  licence:
    'Public record. 5 U.S.C. 13107(c): no commercial use but by news media for the general public, no soliciting of money.',
  republishable: false,
} as const

/** Periodic transaction reports of the Senate.
 *  @param termsAcceptedBy  the operator who accepted the site's terms; nobody: the source is off, and nothing is asked
 *  @param pace  for tests: whose turn it is, and how to wait */
export function createSenateSource({
  termsAcceptedBy,
  pace = {},
}: {
  termsAcceptedBy: string | undefined
  pace?: Pick<SenateDeps, 'takeTurn' | 'sleep'>
}): RecordSource {
  const isAccepted = termsAcceptedBy !== undefined && termsAcceptedBy.trim() !== ''
  return {
    ...TERMS,
    name: 'Senate eFD',
    limits: { requestsPerSecond: 1, timeoutMs: 20_000, maxBytes: 4_000_000 },
    usualDays: 14,
    ...(isAccepted
      ? {}
      : {
          off: 'terms not accepted. Who accepts the terms of efdsearch.senate.gov names themselves in SENATE_TERMS_ACCEPTED_BY.',
        }),
    collect: (context) => collectSenate(context, pace),
  }
}

async function collectSenate(
  context: SourceContext,
  pace: Pick<SenateDeps, 'takeTurn' | 'sleep'>,
): Promise<Coverage> {
  const { db, fetch, signal, asOf, days, onProgress } = context
  const client = createSenateClient({ fetch, sleep: (ms) => sleep(ms, signal), ...pace })
  const filedFrom = addDays(asOf, 1 - days)
  const entries = await client.listReports({ from: filedFrom, to: asOf })
  const known = await noteListed(db, 'senate', entries.map(toListed))
  const onPaper: PaperRecord[] = []
  const unread: UnreadRecord[] = []
  let read = 0
  let lostInARow = 0
  for (const entry of entries) {
    const status = known.get(entry.id)?.status
    let outcome: Outcome = { status: 'unread', reason: 'the Senate had stopped answering' }
    if (status === 'read' || status === 'on paper') outcome = { status }
    else if (lostInARow < GIVE_UP_AFTER) {
      outcome = await readReport(context, client, entry)
      lostInARow = outcome.isLost === true ? lostInARow + 1 : 0
    }
    if (outcome.status === 'on paper') onPaper.push({ what: describe(entry), url: entry.pageUrl })
    if (outcome.status === 'unread') unread.push({ what: describe(entry), reason: outcome.reason })
    else read++
    onProgress({ done: read + unread.length, listed: entries.length, unread: unread.length })
  }
  const notes = await describeUnknownFilers(db, 'senate', { filedFrom, filedTo: asOf })
  return { listed: entries.length, read, unread, onPaper, notes }
}

type Outcome =
  | { status: 'read' | 'on paper'; isLost?: false }
  | { status: 'unread'; reason: string; /** The site did not give the page at all. */ isLost?: boolean }

/** Reads one report, from what is kept of its page where it was fetched before. */
async function readReport(
  { db }: SourceContext,
  client: SenateClient,
  entry: ListedSenateReport,
): Promise<Outcome> {
  if (entry.kind !== 'electronic') {
    return await noteUnread(db, entry, 'it is a kind of page that is not known')
  }
  const { id: source, licence, republishable } = TERMS
  const kept = await findDocument(db, { source, url: entry.pageUrl })
  const found = kept ? await readKept(kept.bytes) : await fetchPage(client, entry)
  if (found instanceof SourceError) {
    return { ...(await noteUnread(db, entry, found.message)), isLost: true }
  }
  const { html, page } = found
  // It may be another page in the report's place: kept, it would never be asked for again.
  if (page.status === 'unreadable') return await noteUnread(db, entry, page.reason)
  return await db.transaction().execute(async (trx) => {
    const document = { source, url: entry.pageUrl, bytes: Buffer.from(html), licence, republishable }
    const documentId = kept?.id ?? (await keepDocument(trx, document))
    await keepReading(
      trx,
      'senate',
      entry.id,
      page.status === 'on paper'
        ? { status: 'on paper', documentId }
        : {
            status: 'read',
            documentId,
            amendment: page.report.amendment,
            rows: toRows(page.report),
          },
    )
    return { status: page.status }
  })
}

async function noteUnread(
  db: SourceContext['db'],
  entry: ListedSenateReport,
  reason: string,
): Promise<{ status: 'unread'; reason: string }> {
  const reading = { status: 'unread' as const, reason }
  await keepReading(db, 'senate', entry.id, reading)
  return reading
}

async function readKept(bytes: Buffer): Promise<{ html: string; page: SenatePage }> {
  return { html: bytes.toString(), page: await readSenatePage(bytes) }
}

async function fetchPage(client: SenateClient, entry: ListedSenateReport) {
  try {
    return await client.readPage(entry)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return error
  }
}

function toRows({ transactions }: SenateReport): CongressRow[] {
  // Numbers that are given twice are not the report's own.
  const hasNumbers = new Set(transactions.map(({ row }) => row)).size === transactions.length
  return transactions.map((transaction, index) => ({
    row: hasNumbers ? transaction.row : index + 1,
    owner: transaction.owner,
    asset: transaction.asset,
    asset_detail: transaction.assetDetail ?? null,
    ticker: transaction.ticker ?? null,
    asset_type: transaction.assetType ?? null,
    type: transaction.type,
    traded_on: transaction.tradedOn,
    notified_on: null,
    low: transaction.low,
    high: transaction.high ?? null,
    filing_status: null,
    amends_id: null,
    subholding: null,
    description: null,
    comments: transaction.comment ?? null,
    doubts: [],
  }))
}

function toListed(entry: ListedSenateReport): ListedCongressReport {
  return {
    reportId: entry.id,
    member: entry.member,
    title: entry.title,
    filedOn: entry.filedOn,
    pageUrl: entry.pageUrl,
    isOnPaper: entry.kind === 'on paper',
  }
}

function describe({ id, member, filedOn }: ListedSenateReport): string {
  return `${id}, ${member}, filed ${filedOn}`
}
