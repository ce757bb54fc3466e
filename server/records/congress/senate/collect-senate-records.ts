import { addDays } from '../../../lib/dates.ts'
import type { ReportUnreadCode } from '../congress-trade.ts'
import { mayBeSamePerson } from '../match-member.ts'
import { describeUnknownFilers } from '../congress-trades.ts'
import { keepReading, noteListed, type CongressRow, type ListedCongressReport } from '../reports.ts'
import { findDocument, keepDocument } from '../../core/documents.ts'
import { lastWholeDay, noteSpan } from '../../core/collected-spans.ts'
import {
  BACK_FILL_DAYS,
  type Coverage,
  type PaperRecord,
  type RecordSource,
  type SourceContext,
  type UnreadRecord,
} from '../../core/record-source.ts'
import { toUnread, toUnstorable, type Unread } from '../../core/unread-reason.ts'
import type { SenatePage, SenateReport } from './read-report.ts'
import { createSenateClient, readSenatePage, SENATE, type SenateClient } from './senate-client.ts'
import type { ListedSenateReport } from './read-list.ts'

/** When this many pages in a row fail, by refusal or after all attempts, the source is taken to be down. */
const GIVE_UP_AFTER = 3
const ATTEMPTS = 6

const TERMS = {
  id: 'senate',
  licence:
    'Public record. 5 U.S.C. 13107(c): no commercial use but by news media for the general public, no soliciting of money.',
  republishable: false,
} as const

/** Periodic transaction reports of the Senate.
 *  @param termsAcceptedBy  the operator who accepted the site's terms; without one the source is off and sends no requests */
export function createSenateSource({
  termsAcceptedBy,
}: {
  termsAcceptedBy: string | undefined
}): RecordSource {
  const isAccepted = termsAcceptedBy !== undefined && termsAcceptedBy.trim() !== ''
  return {
    ...TERMS,
    name: SENATE,
    limits: {
      // No limit is published; one a second is as fast as a person could click.
      requestsPerSecond: 1,
      timeoutMs: 20_000,
      maxBytes: 4_000_000,
      attempts: ATTEMPTS,
      backoffMs: { first: 1_000, most: 60_000 },
      failuresToPause: GIVE_UP_AFTER * ATTEMPTS,
    },
    usualDays: 14,
    backFillDays: BACK_FILL_DAYS,
    ...(isAccepted
      ? {}
      : {
          off: 'terms not accepted. Who accepts the terms of efdsearch.senate.gov names themselves in SENATE_TERMS_ACCEPTED_BY.',
        }),
    collect: collectSenate,
  }
}

async function collectSenate(context: SourceContext): Promise<Coverage> {
  const { db, asOf, days, onProgress } = context
  const client = createSenateClient(context.client)
  const filedFrom = addDays(asOf, 1 - days)
  const { reports: entries, unreadLines } = await client.listReports({ from: filedFrom, to: asOf })
  const known = await noteListed(db, 'senate', entries.map(toListed))
  const to = lastWholeDay(context.clock, asOf)
  if (unreadLines.length === 0 && filedFrom <= to) {
    await noteSpan(db, { source: 'senate', subject: '' }, { from: filedFrom, to })
  }
  const onPaper: PaperRecord[] = []
  const unread: UnreadRecord[] = unreadLines.map((line) => ({
    what: 'a line of its list of reports',
    code: 'unreadable',
    reason: `it reads ${line}`,
  }))
  const listed = entries.length + unread.length
  let read = 0
  let lostInARow = 0
  for (const entry of entries) {
    const before = known.get(entry.id)?.status
    let outcome: Outcome = { status: 'unread', why: STOPPED }
    if (before === 'read' || before === 'on paper') outcome = { status: before }
    else if (lostInARow < GIVE_UP_AFTER) {
      outcome = await readReport(context, client, entry)
      lostInARow = outcome.isLost === true ? lostInARow + 1 : 0
    }
    if (outcome.status === 'on paper') onPaper.push({ what: describe(entry), url: entry.pageUrl })
    if (outcome.status === 'unread') unread.push({ what: describe(entry), ...outcome.why })
    else read++
    onProgress({ done: read + unread.length, listed, unread: unread.length })
  }
  const notes = await describeUnknownFilers(db, 'senate', { filedFrom, filedTo: asOf })
  return { listed, read, unread, onPaper, notes }
}

const STOPPED: Unread<'stopped'> = { code: 'stopped', reason: 'the Senate had stopped answering' }

type Outcome =
  | { status: 'read' | 'on paper'; isLost?: false }
  | {
      status: 'unread'
      why: Unread<ReportUnreadCode>
      /** The site did not return the page at all. */
      isLost?: boolean
    }

/** Reads one report, from its stored page if it was fetched before. */
async function readReport(
  { db }: SourceContext,
  client: SenateClient,
  entry: ListedSenateReport,
): Promise<Outcome> {
  const noteUnread = async (why: Unread<ReportUnreadCode>, isLost = false): Promise<Outcome> => {
    await keepReading(db, 'senate', entry.id, { status: 'unread', why })
    return { status: 'unread', why, isLost }
  }
  if (entry.kind !== 'electronic') {
    return await noteUnread({ code: 'unreadable', reason: 'it is a kind of page that is not known' })
  }
  const url = entry.pageUrl
  const kept = await findDocument(db, { source: TERMS.id, url })
  const found = kept
    ? { html: kept.bytes.toString(), page: await readSenatePage(kept.bytes) }
    : await client.readPage(entry).catch(toUnread)
  if ('code' in found) return await noteUnread(found, true)
  const { html, page } = found
  // Do not store what may be a different page: the report would never be requested again.
  if (page.status === 'unreadable') return await noteUnread({ code: page.code, reason: page.reason })
  if (page.status === 'read' && !mayBeSamePerson(entry.member, page.report.member)) {
    return await noteUnread({ code: 'incomplete', reason: 'its page names somebody else' })
  }
  try {
    return await db.transaction().execute(async (trx) => {
      const documentId = kept?.id ?? (await keepDocument(trx, TERMS, { url, bytes: Buffer.from(html) }))
      const reading = toReading(page, documentId)
      await keepReading(trx, 'senate', entry.id, reading)
      return reading.status === 'in part'
        ? { status: 'unread', why: reading.why }
        : { status: reading.status }
    })
  } catch (error) {
    const why = toUnstorable(error)
    const documentId = kept?.id ?? (await keepDocument(db, TERMS, { url, bytes: Buffer.from(html) }))
    await keepReading(db, 'senate', entry.id, { status: 'unread', why, documentId })
    return { status: 'unread', why }
  }
}

function toReading(page: Exclude<SenatePage, { status: 'unreadable' }>, documentId: string) {
  if (page.status === 'on paper') return { status: 'on paper', documentId } as const
  const { report } = page
  const [first, ...others] = report.unreadRows
  const found = { documentId, amendment: report.amendment, rows: toRows(report) }
  if (first === undefined) return { status: 'read', ...found } as const
  const reason = `${others.length + 1} of its rows cannot be read, the first: ${first}`
  return { status: 'in part', why: { code: 'rows', reason }, ...found } as const
}

function toRows({ transactions }: SenateReport): CongressRow[] {
  // Repeated numbers are not usable as row numbers.
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
    subholding: null,
    description: null,
    comments: transaction.comment ?? null,
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
