import type { ParsedObservation, SeriesDefinition } from './series-observation.ts'
import { keepDocument } from '../core/documents.ts'
import type { Coverage, RecordSource, SourceContext, UnreadRecord } from '../core/record-source.ts'
import type { ReadAnswer } from '../core/source-client.ts'
import { toUnread, type Unread } from '../core/unread-reason.ts'
import { newYorkDay } from '../../lib/dates.ts'
import { findNewestDate, keepObservations } from './observations.ts'

/** The terms stored with a document; they may be narrower than its source's. */
export type DocumentTerms = Pick<RecordSource, 'licence' | 'republishable'>

/** A document of series, and how to read it. */
export interface SeriesDocument {
  readonly url: string
  /** The series it should contain. */
  readonly series: readonly SeriesDefinition[]
  readonly terms?: DocumentTerms
  /** Whether it covers the whole series or only the requested days. */
  readonly covers: 'all' | 'period'
  /** @throws SourceError */
  readonly read: () => Promise<ReadAnswer<ReadonlyMap<string, readonly ParsedObservation[]>>>
  /** Once it is read: the source's reason for a series that it leaves out. */
  readonly reasonFor?: (series: SeriesDefinition) => string | undefined
}

/** Reads and stores the documents of a source one after another and counts their series. */
export async function collectSeries(
  { db, clock, onProgress }: SourceContext,
  source: Pick<RecordSource, 'id'> & DocumentTerms,
  documents: readonly SeriesDocument[],
): Promise<Coverage> {
  const listed = documents.reduce((sum, { series }) => sum + series.length, 0)
  const unread: UnreadRecord[] = []
  let read = 0
  const noteUnread = (series: SeriesDefinition, why: Unread) =>
    void unread.push({ what: `${series.id}, ${series.name}`, ...why })

  for (const document of documents) {
    const { series, terms = source } = document
    const answer = await document.read().catch(toUnread)
    if ('code' in answer) {
      for (const one of series) noteUnread(one, answer)
    } else {
      const today = newYorkDay(clock.now())
      const reasons = await keepSeries(db, { ...terms, id: source.id }, { ...document, answer }, today)
      for (const one of series) {
        const reason = reasons.get(one.id)
        if (reason === undefined) read++
        else noteUnread(one, { code: 'no-value', reason })
      }
    }
    onProgress({ done: read + unread.length, listed, unread: unread.length })
  }
  return { listed, read, unread }
}

/** Stores a document with all its values in one transaction, except those dated ahead of today: they are typing errors that would
 *  become known on their day.
 *  @returns why a series was not read completely, by series id */
async function keepSeries(
  db: SourceContext['db'],
  source: Pick<RecordSource, 'id'> & DocumentTerms,
  {
    url,
    series,
    covers,
    answer,
    reasonFor,
  }: SeriesDocument & { answer: Awaited<ReturnType<SeriesDocument['read']>> },
  today: string,
): Promise<Map<string, string>> {
  return await db.transaction().execute(async (trx) => {
    const documentId = await keepDocument(trx, source, { ...answer, url })
    const reasons = new Map<string, string>()
    for (const one of series) {
      const given = answer.value.get(one.id) ?? []
      const observations = given.filter(({ date }) => date <= today)
      const ahead = given.at(observations.length)
      if (ahead !== undefined) reasons.set(one.id, `its value of ${ahead.date} is of a day to come`)
      const newest = observations.at(-1)?.date
      if (newest === undefined) {
        if (ahead === undefined) reasons.set(one.id, reasonFor?.(one) ?? 'the document has no value of it')
        continue
      }
      const known = covers === 'all' ? await findNewestDate(trx, one.id) : undefined
      if (known !== undefined && known > newest) {
        reasons.set(one.id, `the document ends on ${newest}, and ${known} had been read before`)
      }
      await keepObservations(trx, one.id, observations, documentId)
    }
    return reasons
  })
}
