import type { Database } from '../../db/database.ts'
import { addDays } from '../../lib/dates.ts'
import { lastWholeDay, noteSpan } from '../core/collected-spans.ts'
import { keepDocument, type NewDocument } from '../core/documents.ts'
import type { Coverage, SourceContext, UnreadRecord } from '../core/record-source.ts'
import { toUnstorable } from '../core/unread-reason.ts'
import { workThrough } from '../core/work-through.ts'
import type { Chamber, ReportUnreadCode } from './congress-trade.ts'
import { describeUnknownFilers } from './congress-trades.ts'
import { formatDistrict } from './match-member.ts'
import { keepReading, noteListed, type CongressReading, type ListedCongressReport } from './reports.ts'

/** The terms of either chamber's reports. */
export const CONGRESS_TERMS = {
  licence:
    'Public record. 5 U.S.C. 13107(c): no commercial use but by news media for the general public, no soliciting of money.',
  republishable: false,
} as const

/** Reads the listed reports that are not read yet, and counts all.
 *  @param found.unread  parts of the list that cannot be read; without any, the requested days count as listed completely
 *  @param found.readers  reports read at the same time
 *  @param found.readReport  reads one and stores the result
 *  @returns unread reports and those on paper in the order of the list */
export async function collectReports<Report extends ListedCongressReport>(
  { db, clock, asOf, days, onProgress }: SourceContext,
  chamber: Chamber,
  found: {
    readonly reports: readonly Report[]
    readonly unread: readonly UnreadRecord[]
    readonly readers: number
    readonly readReport: (report: Report) => Promise<CongressReading>
  },
): Promise<Required<Coverage>> {
  const { reports, readers, readReport } = found
  const filedFrom = addDays(asOf, 1 - days)
  const known = await noteListed(db, chamber, reports)
  const to = lastWholeDay(clock, asOf)
  if (found.unread.length === 0 && filedFrom <= to) {
    await noteSpan(db, { source: chamber, subject: '' }, { from: filedFrom, to })
  }
  const listed = reports.length + found.unread.length
  const unread = new Map<Report, UnreadRecord>()
  const onPaper = new Set<Report>()
  let done = found.unread.length
  const rankOf = ({ reportId }: Report) => rankAttempt(known.get(reportId)?.code ?? null)
  const inOrder = reports.toSorted((a, b) => rankOf(a) - rankOf(b))
  await workThrough(inOrder, readers, async (report) => {
    const before = known.get(report.reportId)?.status
    const isKnown = before === 'read' || before === 'on paper'
    const reading = isKnown ? { status: before } : await readReport(report)
    if (reading.status === 'on paper') onPaper.add(report)
    if ('why' in reading && reading.why) unread.set(report, { what: describe(report), ...reading.why })
    done++
    onProgress({ done, listed, unread: found.unread.length + unread.size })
  })
  const allUnread = [...found.unread, ...reports.flatMap((report) => unread.get(report) ?? [])]
  return {
    listed,
    read: listed - allUnread.length,
    unread: allUnread,
    onPaper: reports
      .filter((report) => onPaper.has(report))
      .map((report) => ({ what: describe(report), url: report.pageUrl })),
    notes: await describeUnknownFilers(db, chamber, { filedFrom, filedTo: asOf }),
  }
}

/** Ranks reports that failed before last: a few failures in a row stop the requests, which must not keep the other reports
 *  from being tried every day. */
function rankAttempt(code: ReportUnreadCode | null): number {
  if (code === null || code === 'not-read') return 0
  return code === 'stopped' ? 1 : 2
}

function describe({ reportId, member, state, district, filedOn }: ListedCongressReport): string {
  const seat = state === undefined ? [] : [`${state}${formatDistrict(district)}`]
  return [reportId, member, ...seat, `filed ${filedOn}`].join(', ')
}

/** Stores a report's document, unless it is stored already, together with what was read from it. If the database refuses that, the
 *  document is stored with the reason alone.
 *  @param document  with its id if it is stored
 *  @returns what was stored */
export async function keepReport(
  db: Database,
  chamber: Chamber,
  { reportId, pageUrl: url }: ListedCongressReport,
  { id, ...document }: Omit<NewDocument, 'url'> & { readonly id?: string },
  toReading: (documentId: string) => CongressReading,
): Promise<CongressReading> {
  const source = { ...CONGRESS_TERMS, id: chamber }
  try {
    return await db.transaction().execute(async (trx) => {
      const reading = toReading(id ?? (await keepDocument(trx, source, { ...document, url })))
      await keepReading(trx, chamber, reportId, reading)
      return reading
    })
  } catch (error) {
    const why = toUnstorable(error)
    const documentId = id ?? (await keepDocument(db, source, { ...document, url }))
    const reading: CongressReading = { status: 'unread', why, documentId }
    await keepReading(db, chamber, reportId, reading)
    return reading
  }
}
