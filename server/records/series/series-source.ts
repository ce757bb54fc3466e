import type { SeriesDefinition } from './series-observation.ts'
import { keepDocument } from '../core/documents.ts'
import type { Coverage, RecordSource, SourceContext, UnreadRecord } from '../core/record-source.ts'
import type { ReadAnswer } from '../core/source-client.ts'
import { toUnread, type Unread } from '../core/unread-reason.ts'
import { findNewestDate, keepObservations } from './observations.ts'
import type { ParsedObservation } from './parsed-observation.ts'

/** A document of series, as it was read. */
export interface SeriesDocument {
  readonly url: string
  /** The series that it should have. */
  readonly series: readonly SeriesDefinition[]
  /** Whether it reaches from its beginning to now, or over the days asked for only. */
  readonly covers: 'all' | 'period'
  /** What the source says of a series that it does not give. */
  readonly reasonFor?: (series: SeriesDefinition) => string | undefined
  readonly answer: ReadAnswer<ReadonlyMap<string, readonly ParsedObservation[]>>
}

/** What is kept of a document that was asked for: its terms may be narrower than its source's. */
export type DocumentTerms = Pick<RecordSource, 'licence' | 'republishable'>

/** Keeps the documents of a source one after another and counts their series.
 *  @param documents  what to ask for: the series due, and the asking, which throws SourceError */
export async function collectSeries(
  { db, onProgress }: SourceContext,
  source: Pick<RecordSource, 'id'> & DocumentTerms,
  documents: readonly {
    readonly series: readonly SeriesDefinition[]
    readonly terms?: DocumentTerms
    readonly read: () => Promise<SeriesDocument>
  }[],
): Promise<Coverage> {
  const listed = documents.reduce((sum, { series }) => sum + series.length, 0)
  const unread: UnreadRecord[] = []
  let read = 0
  const noteUnread = (series: SeriesDefinition, why: Unread) =>
    void unread.push({ what: `${series.id}, ${series.name}`, ...why })

  for (const { series, terms = source, read: readDocument } of documents) {
    const document = await readDocument().catch(toUnread)
    if ('code' in document) {
      for (const one of series) noteUnread(one, document)
    } else {
      const reasons = await keepSeries(db, { ...terms, id: source.id }, document)
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

/** The document and all its values, or nothing of it.
 *  @returns by series id, why it is not wholly read */
async function keepSeries(
  db: SourceContext['db'],
  source: Pick<RecordSource, 'id'> & DocumentTerms,
  { url, series, covers, answer, reasonFor }: SeriesDocument,
): Promise<Map<string, string>> {
  return await db.transaction().execute(async (trx) => {
    const documentId = await keepDocument(trx, source, { ...answer, url })
    const reasons = new Map<string, string>()
    for (const one of series) {
      const observations = answer.value.get(one.id) ?? []
      const newest = observations.at(-1)?.date
      if (newest === undefined) {
        reasons.set(one.id, reasonFor?.(one) ?? 'the document has no value of it')
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
