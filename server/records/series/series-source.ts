import {
  isUnread,
  type ParsedCell,
  type ParsedObservation,
  type SeriesDefinition,
} from './series-observation.ts'
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
  readonly read: () => Promise<ReadAnswer<ReadonlyMap<string, readonly ParsedCell[]>>>
  /** Once it is read: the source's reason for a series that it leaves out. */
  readonly reasonFor?: (series: SeriesDefinition) => string | undefined
}

/** Reads and stores the documents of a source one after another and counts their series. */
export async function collectSeries(
  { db, clock, onProgress }: SourceContext,
  source: Pick<RecordSource, 'id'> & DocumentTerms,
  documents: readonly SeriesDocument[],
): Promise<Coverage> {
  let listed = documents.reduce((sum, { series }) => sum + series.length, 0)
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
      const { reasons, lost } = await keepSeries(
        db,
        { ...terms, id: source.id },
        { ...document, answer },
        today,
      )
      for (const one of series) {
        const why = reasons.get(one.id)
        if (why === undefined) read++
        else noteUnread(one, why)
        const cells = lost.get(one.id)
        if (cells === undefined) continue
        // What is left out of a series that is read otherwise counts as one more record.
        listed++
        unread.push({ what: `values of ${one.id}, ${one.name}`, code: 'rows', reason: cells })
      }
    }
    onProgress({ done: read + unread.length, listed, unread: unread.length })
  }
  return { listed, read, unread }
}

/** Stores a document with all its values in one transaction, except those dated ahead of today, which are typing errors that would
 *  become known on their day, and those of a series whose newest cell cannot be read: an older value would pass for the newest.
 *  @returns by series id: why it was not read, and which of its older cells cannot be read */
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
): Promise<{ reasons: Map<string, Unread>; lost: Map<string, string> }> {
  return await db.transaction().execute(async (trx) => {
    const documentId = await keepDocument(trx, source, { ...answer, url })
    const reasons = new Map<string, Unread>()
    const lost = new Map<string, string>()
    const noteMissing = ({ id }: SeriesDefinition, reason: string) =>
      void reasons.set(id, { code: 'no-value', reason })
    for (const one of series) {
      const cells = answer.value.get(one.id) ?? []
      const given = cells.filter((cell): cell is ParsedObservation => !isUnread(cell))
      const observations = given.filter(({ date }) => date <= today)
      const ahead = given.at(observations.length)
      if (ahead !== undefined) noteMissing(one, `its value of ${ahead.date} is of a day to come`)
      const newest = observations.at(-1)?.date
      const odd = cells.filter(isUnread).filter(({ date }) => date <= today)
      const mayBeNewest = odd.find(({ date }) => date === '' || newest === undefined || date > newest)
      if (mayBeNewest !== undefined) {
        reasons.set(one.id, {
          code: 'rows',
          reason: `its newest value may be unread: ${mayBeNewest.problem}`,
        })
        continue
      }
      if (newest === undefined) {
        if (ahead === undefined) noteMissing(one, reasonFor?.(one) ?? 'the document has no value of it')
        continue
      }
      const [first, ...others] = odd
      if (first !== undefined)
        lost.set(one.id, `${others.length + 1} cannot be read, the first: ${first.problem}`)
      const known = covers === 'all' ? await findNewestDate(trx, one.id) : undefined
      if (known !== undefined && known > newest) {
        noteMissing(one, `the document ends on ${newest}, and ${known} had been read before`)
      }
      await keepObservations(trx, one.id, observations, documentId)
    }
    return { reasons, lost }
  })
}
