import { LRUCache } from 'lru-cache'
import { z } from 'zod'

import {
  publishedContentSchema,
  type CorrectionList,
  type EditionFigures,
  type EditionList,
  type PublishedEdition,
} from '../../../shared/edition-contract.ts'
import { nextMondayDate } from '../../../shared/next-monday.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../db/database.ts'
import { copyExactly } from '../../http/compress.ts'
import { AppError, InvalidInputError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import { createOnce } from '../../lib/once.ts'
import { fillRecipientSlots } from '../../sending/deliveries/recipient-mail.ts'
import { listNamedFacts, StoredContentError, toFactRecord } from './named-facts.ts'
import {
  findEditionVersion,
  findNeighbours,
  findPublishedEdition,
  findStoredFacts,
  listCorrections,
  listPublishedDates,
  listPublishedEditions,
  type StoredEdition,
} from './published-editions.queries.ts'

const RETRY_AFTER_SECONDS = 30
/** Some dozens of editions: a letter with its figures is half a megabyte. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024

export type EditionPart = 'edition' | 'figures'

/** What everybody may read of the editions that went out. Each method throws AppError 'not-ready' while the database does
 *  not answer, and 'internal' where what is stored cannot be read any more. */
export interface EditionArchive {
  /** The newest first.
   *  @param before  only those of earlier Mondays, 'YYYY-MM-DD' */
  listPublishedEditions(query: { before?: string | undefined; limit: number }): Promise<EditionList>
  /** @throws AppError 'not-found' where none of that Monday went out, InvalidInputError where it is no day */
  getPublishedEdition(date: string): Promise<PublishedEdition>
  /** How we know what it says.
   *  @throws as getPublishedEdition */
  getEditionFigures(date: string): Promise<EditionFigures>
  /** Either of them as JSON in UTF-8: made once for all who ask, and kept until the edition changes.
   *  @throws as getPublishedEdition */
  getEditionJson(part: EditionPart, date: string): Promise<Buffer>
  listCorrections(): Promise<CorrectionList>
  /** The Mondays of all of them, the newest first, with the time of the last change. */
  listPublishedDates(): Promise<readonly { date: string; changedAt: string }[]>
}

export function createEditionArchive({
  db,
  clock,
  logger,
  siteUrl,
}: {
  db: Database
  clock: Clock
  logger: Logger
  /** Scheme and host. */
  siteUrl: string
}): EditionArchive {
  /** What a failure means to who asked; what it was is in the log. */
  async function read<Value>(query: () => Promise<Value>): Promise<Value> {
    try {
      return await query()
    } catch (error) {
      if (error instanceof AppError) throw error
      logger.error({ err: error }, 'the archive of editions could not be read')
      if (error instanceof StoredContentError) {
        throw new AppError('internal', error.message, { cause: error })
      }
      throw new AppError('not-ready', 'The archive cannot be read at the moment. Please try again.', {
        cause: error,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    }
  }

  const kept = new LRUCache<string, Buffer>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: (json) => json.buffer.byteLength + 512,
  })
  const making = createOnce<Buffer>()
  const make = { edition: makeEdition, figures: makeFigures }

  /** Reading and checking a letter takes milliseconds, asking which one it is a fraction of one. */
  async function getJson(part: EditionPart, date: string): Promise<Buffer> {
    const version = await findEditionVersion(db, parseDate(date))
    if (version === undefined) throw describeUnknown(date)
    const name = `${part} ${version}`
    const makeAndKeep = async () => {
      const json = copyExactly(Buffer.from(JSON.stringify(await make[part](date))))
      kept.set(name, json)
      return json
    }
    return kept.get(name) ?? making.run(name, makeAndKeep)
  }

  async function getStored(date: string): Promise<StoredEdition> {
    const edition = await findPublishedEdition(db, date)
    if (edition !== undefined) return edition
    throw describeUnknown(date)
  }

  async function makeEdition(date: string): Promise<PublishedEdition> {
    const { text, ...edition } = await getStored(date)
    const corrections = await listCorrections(db, date)
    return {
      ...edition,
      content: edition.content && publishedContentSchema.parse(edition.content),
      correctedAt: corrections[0]?.notedAt ?? null,
      // A mail has its reader's own link; here it leads to the site.
      text: edition.content === null ? fillRecipientSlots(text, { unsubscribeUrl: siteUrl }, 'text') : null,
      corrections,
      ...(await findNeighbours(db, date)),
    }
  }

  async function makeFigures(date: string): Promise<EditionFigures> {
    const { content, subject } = await getStored(date)
    if (content === null) return { date, subject, sections: [], facts: [] }
    const facts = (await findStoredFacts(db, date)) ?? []
    return {
      date,
      subject,
      sections: content.sections.map(({ name, title, state, coverage, notices }) => ({
        name,
        title,
        state,
        coverage,
        notices,
      })),
      facts: listNamedFacts(content, facts).map(toFactRecord),
    }
  }

  /** @returns what the JSON says, an object of its own for each who asks */
  const parseJson = async <Part>(part: EditionPart, date: string): Promise<Part> =>
    JSON.parse((await read(() => getJson(part, date))).toString()) as Part

  return {
    listPublishedEditions: ({ before, limit }) =>
      read(async () => {
        const found = await listPublishedEditions(db, { before, limit: limit + 1 })
        const editions = found.slice(0, limit)
        return {
          editions,
          nextBefore: found.length > limit ? (editions.at(-1)?.date ?? null) : null,
          nextDue: nextMondayDate(clock.now()),
        }
      }),

    getPublishedEdition: (date) => parseJson('edition', date),
    getEditionFigures: (date) => parseJson('figures', date),
    getEditionJson: (part, date) => read(() => getJson(part, date)),

    listCorrections: () => read(async () => ({ corrections: await listCorrections(db) })),
    listPublishedDates: () => read(() => listPublishedDates(db)),
  }
}

const describeUnknown = (date: string) =>
  new AppError('not-found', `No edition of ${date} went out. /api/editions lists those that did.`)

/** @throws InvalidInputError */
function parseDate(text: string): string {
  const parsed = z.iso.date().safeParse(text)
  if (parsed.success) return parsed.data
  throw new InvalidInputError('malformed-request', 'An edition is named by its Monday, such as 2025-02-03.')
}
