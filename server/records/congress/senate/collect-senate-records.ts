import { addDays } from '../../../lib/dates.ts'
import type { ReportUnreadCode } from '../congress-trade.ts'
import { CONGRESS_TERMS, collectReports, keepReport } from '../collect-reports.ts'
import { mayBeSamePerson } from '../match-member.ts'
import { keepReading, type CongressReading, type CongressRow } from '../reports.ts'
import { findDocument } from '../../core/documents.ts'
import {
  BACK_FILL_DAYS,
  type Coverage,
  type RecordSource,
  type SourceContext,
  type UnreadRecord,
} from '../../core/record-source.ts'
import { toUnread, type Unread } from '../../core/unread-reason.ts'
import type { SenatePage, SenateReport } from './read-report.ts'
import { createSenateClient, readSenatePage, SENATE, type SenateClient } from './senate-client.ts'
import type { ListedSenateReport } from './read-list.ts'

/** When this many pages in a row fail, by refusal or after all attempts, the source is taken to be down. */
const GIVE_UP_AFTER = 3
const ATTEMPTS = 6

/** Periodic transaction reports of the Senate.
 *  @param termsAcceptedBy  the operator who accepted the site's terms; without one the source is off and sends no requests */
export function createSenateSource({
  termsAcceptedBy,
}: {
  termsAcceptedBy: string | undefined
}): RecordSource {
  const isAccepted = termsAcceptedBy !== undefined && termsAcceptedBy.trim() !== ''
  return {
    ...CONGRESS_TERMS,
    id: 'senate',
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
  const { asOf, days } = context
  const session: Session = { client: createSenateClient(context.client), lostInARow: 0 }
  const { reports, unreadLines } = await session.client.listReports({
    from: addDays(asOf, 1 - days),
    to: asOf,
  })
  const unread = unreadLines.map((line): UnreadRecord => ({
    what: 'a line of its list of reports',
    code: 'unreadable',
    reason: `it reads ${line}`,
  }))
  return collectReports(context, 'senate', {
    reports,
    unread,
    readers: 1,
    readReport: (report) => readReport(context, session, report),
  })
}

interface Session {
  readonly client: SenateClient
  /** How many pages the site did not return at all, one after the other. */
  lostInARow: number
}

const STOPPED: Unread<'stopped'> = { code: 'stopped', reason: 'the Senate had stopped answering' }

/** Reads one report, from its stored page if it was fetched before. */
async function readReport(
  { db }: SourceContext,
  session: Session,
  report: ListedSenateReport,
): Promise<CongressReading> {
  const noteUnread = async (why: Unread<ReportUnreadCode>): Promise<CongressReading> => {
    const reading = { status: 'unread' as const, why }
    await keepReading(db, 'senate', report.reportId, reading)
    return reading
  }
  const { lostInARow } = session
  if (lostInARow >= GIVE_UP_AFTER) return { status: 'unread', why: STOPPED }
  session.lostInARow = 0
  if (!report.isElectronic) {
    return await noteUnread({ code: 'unreadable', reason: 'it is a kind of page that is not known' })
  }
  const kept = await findDocument(db, { source: 'senate', url: report.pageUrl })
  const found = kept
    ? { ...kept, page: await readSenatePage(kept.bytes) }
    : await session.client.readPage(report).catch(toUnread)
  if ('code' in found) {
    session.lostInARow = lostInARow + 1
    return await noteUnread(found)
  }
  const { page } = found
  // Do not store what may be a different page: the report would never be requested again.
  if (page.status === 'unreadable') return await noteUnread({ code: page.code, reason: page.reason })
  if (page.status === 'read' && !mayBeSamePerson(report.member, page.report.member)) {
    return await noteUnread({ code: 'incomplete', reason: 'its page names somebody else' })
  }
  return keepReport(db, 'senate', report, found, (documentId) => toReading(page, documentId))
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

function toRows({ transactions }: SenateReport): readonly CongressRow[] {
  // Repeated numbers are not usable as row numbers.
  const hasNumbers = new Set(transactions.map(({ row }) => row)).size === transactions.length
  return hasNumbers ? transactions : transactions.map((row, index) => ({ ...row, row: index + 1 }))
}
