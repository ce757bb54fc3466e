import { z } from 'zod'

import { ARCHIVE_PATH } from '../../../shared/edition-address.ts'
import {
  type ChartContent,
  type CorrectionList,
  type EditionContent,
  type EditionFigures,
  type EditionList,
  publishedContentSchema,
  type PublishedEdition,
  sectionContentSchema,
  type SectionName,
} from '../../../shared/edition-contract.ts'
import { nextMondayDate } from '../../../shared/format-date.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabaseOrTransaction } from '../../db/database.ts'
import { copyExactly, heldBytes } from '../../http/compress.ts'
import type { PageAddress } from '../../http/page-address.ts'
import { AppError, InvalidInputError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import { createReadQueue } from '../../lib/fair-queue.ts'
import { createKept, createKeptOnce } from '../../lib/once.ts'
import { fillRecipientSlots } from '../../sending/deliveries/recipient-mail.ts'
import { chartVersion } from '../edition-input.ts'
import {
  createEditionIndex,
  findPlace,
  nameArchivePage,
  nameNeighbours,
  nameVersions,
  requireSummary,
} from './edition-index.ts'
import { listNamedFacts, StoredContentError, toFactRecord } from './named-facts.ts'
import { listCorrections } from './corrections.queries.ts'
import { findPublishedEdition, findStoredFacts, type StoredEdition } from './published-editions.queries.ts'

const RETRY_AFTER_SECONDS = 30
/** About 150 editions, since a letter with its figures takes a fifth of a megabyte. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024
/** There can be any number of lists, and of charts of days without an edition, so each kind has a cache of its own. */
const MAX_KEPT_LIST_BYTES = 4 * 1024 * 1024
/** How long a chart is kept of an edition that has not gone out, which a person may still change. */
const UNSENT_KEPT_MS = 10_000

export type EditionPart = 'edition' | 'figures'

/** What the public may read of the editions that went out. Each method throws AppError 'not-ready' while the database does
 *  not answer, and 'internal' if what is stored can no longer be read. */
export interface EditionArchive {
  /** The newest first. */
  listPublishedEditions(query: ListQuery): Promise<EditionList>
  /** A list as JSON in UTF-8, named by what it shows; made once for all requests, and kept until an edition changes. */
  findList(query: ListQuery): Promise<{ name: string; getJson: () => Promise<Buffer> }>
  /** @throws AppError 'not-found' if no edition of that Monday went out, InvalidInputError if it is not a day */
  getPublishedEdition(date: string): Promise<PublishedEdition>
  /** The figures of an edition, with their origins.
   *  @throws as getPublishedEdition */
  getEditionFigures(date: string): Promise<EditionFigures>
  /** An edition or its figures as JSON in UTF-8, made once for all requests and kept until the edition changes.
   *  @throws as getPublishedEdition */
  getEditionJson(part: EditionPart, date: string): Promise<Buffer>
  listCorrections(): Promise<CorrectionList>
  /** The Mondays of all editions, newest first, with the time of the last change. */
  listPublishedDates(): Promise<readonly { date: string; changedAt: string }[]>
  /** Changes whenever anything about any edition changes. */
  getVersion(): Promise<string>
  /** The chart of a section of a stored edition, sent or not; that of an edition that went out is read only once.
   *  @returns undefined if there is no such edition, or no chart in that section */
  findChart(date: string, section: SectionName): Promise<StoredChart | undefined>
  /** Identifies a page of the archive and the version of what it is made from: a list is identified by the edition that it
   *  follows, whatever day was requested. Other pages, and all pages while the archive cannot be read, are returned unchanged. */
  namePage(page: PageAddress): Promise<PageAddress>
}

interface StoredChart {
  readonly chart: ChartContent
  /** As in the addresses of its picture. */
  readonly version: string
  /** Whether the edition went out. Until then it may still change. */
  readonly isPublished: boolean
}

interface ListQuery {
  /** Only those of earlier Mondays, 'YYYY-MM-DD'. */
  before?: string | undefined
  limit: number
  /** Only those whose tables of trades name it, in capitals. */
  ticker?: string | undefined
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
  /** What a failure means to the client; the log has the details. */
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

  const readIndex = createEditionIndex({ db, clock })
  const editionJson = createKeptJson(MAX_KEPT_BYTES)
  const listJson = createKeptJson(MAX_KEPT_LIST_BYTES)
  const unsentJson = createKeptJson(MAX_KEPT_LIST_BYTES)
  const keptCorrections = createKept<CorrectionList>()
  const make = { edition: makeEdition, figures: makeFigures }
  const inTurn = createReadQueue(1, 'letters are being read')

  /** Reading and checking a letter takes some twenty milliseconds of the one thread: clients take turns. By now it is known which
   *  letter it is. */
  async function getJson(part: EditionPart, date: string): Promise<Buffer> {
    const place = findPlace(await readIndex(), parseDate(date))
    if (place === undefined) throw describeUnknown(date)
    const name = `${part} ${date} ${nameVersions([place.edition, place.previous, place.next])}`
    return editionJson(name, () => inTurn<object>(() => make[part](date)))
  }

  async function listEditions({ before, limit, ticker }: ListQuery) {
    const { editions, version } = await readIndex()
    const form = ticker === undefined ? undefined : ticker.replace('-', '.')
    const older = editions.filter(
      ({ date, tickers }) =>
        (before === undefined || date < before) && (form === undefined || tickers.has(form)),
    )
    const nextDue = nextMondayDate(clock.now())
    return {
      name: older.length === 0 ? `none ${nextDue}` : [older[0]?.date, limit, nextDue, ticker ?? ''].join(' '),
      version,
      make: (): EditionList => ({
        editions: older.slice(0, limit).map(requireSummary),
        nextBefore: older.length > limit ? (older[limit - 1]?.date ?? null) : null,
        nextDue,
        total: editions.length,
      }),
    }
  }

  async function findChart(date: string, section: SectionName): Promise<StoredChart | undefined> {
    const edition = findPlace(await readIndex(), date)?.edition
    const version =
      edition?.version ?? `${date}, unsent, ${Math.floor(clock.now().getTime() / UNSENT_KEPT_MS)}`
    const read = async () => ({ chart: await findEditionChart(db, date, section) })
    const json = await (edition === undefined ? unsentJson : editionJson)(`chart ${section} ${version}`, read)
    const { chart } = JSON.parse(json.toString()) as Awaited<ReturnType<typeof read>>
    return chart && { chart, version: chartVersion(chart), isPublished: edition !== undefined }
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
      content: edition.content && publishedContentSchema.parse(withChartVersions(edition.content)),
      correctedAt: corrections[0]?.notedAt ?? null,
      // In a mail this is the reader's own link; here it leads to the site.
      text: edition.content === null ? fillRecipientSlots(text, { unsubscribeUrl: siteUrl }, 'text') : null,
      corrections,
      ...nameNeighbours(findPlace(await readIndex(), date)),
    }
  }

  async function makeFigures(date: string): Promise<EditionFigures> {
    const { content, subject } = await getStored(date)
    if (content === null) return { date, subject, sections: [], facts: [] }
    const facts = (await findStoredFacts(db, date)) ?? []
    const corrections = await listCorrections(db, date)
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
      facts: listNamedFacts(content, facts).map((fact) => {
        const correctionId = corrections.find(({ factId }) => factId === fact.id)?.id
        return Object.assign(toFactRecord(fact), correctionId === undefined ? {} : { correctionId })
      }),
    }
  }

  /** @returns the content of the JSON, a separate object for each caller */
  const parseJson = async <Part>(part: EditionPart, date: string): Promise<Part> =>
    JSON.parse((await read(() => getJson(part, date))).toString()) as Part

  return {
    listPublishedEditions: (query) => read(async () => (await listEditions(query)).make()),
    findList: (query) =>
      read(async () => {
        const { name, version, make } = await listEditions(query)
        return { name, getJson: () => read(() => listJson(`${name} ${version}`, async () => make())) }
      }),

    getPublishedEdition: (date) => parseJson('edition', date),
    getEditionFigures: (date) => parseJson('figures', date),
    getEditionJson: (part, date) => read(() => getJson(part, date)),

    listCorrections: () =>
      read(async () =>
        keptCorrections((await readIndex()).version, async () => ({
          corrections: await listCorrections(db),
        })),
      ),
    listPublishedDates: () =>
      read(async () => (await readIndex()).editions.map(({ date, changedAt }) => ({ date, changedAt }))),
    getVersion: () => read(async () => (await readIndex()).version),
    findChart: (date, section) => read(() => findChart(date, section)),
    async namePage(page) {
      if (!page.address.startsWith(ARCHIVE_PATH)) return page
      try {
        return nameArchivePage(page, await read(readIndex))
      } catch (error) {
        if (error instanceof AppError) return page
        throw error
      }
    },
  }
}

/** Caches answers as JSON in UTF-8; concurrent requests wait for the same answer. */
function createKeptJson(maxSize: number) {
  const kept = createKeptOnce({ maxSize, sizeOf: heldBytes })
  return (name: string, make: () => Promise<object>): Promise<Buffer> =>
    kept(name, async () => copyExactly(Buffer.from(JSON.stringify(await make()))))
}

const describeUnknown = (date: string) =>
  new AppError('not-found', `No edition of ${date} went out. /api/editions lists those that did.`)

const daySchema = z.iso.date()

/** @throws InvalidInputError if it is not a day */
function parseDate(text: string): string {
  const parsed = daySchema.safeParse(text)
  if (parsed.success) return parsed.data
  throw new InvalidInputError('An edition is named by its Monday, such as 2025-02-03.')
}

const withChartVersions = ({ sections, ...content }: EditionContent) => ({
  ...content,
  sections: sections.map(({ chart, ...section }) => ({
    ...section,
    chart: chart && { ...chart, version: chartVersion(chart) },
  })),
})

/** Mails of earlier programs show their charts, whatever the format of their words. */
const storedChartsSchema = z.object({
  sections: z.array(sectionContentSchema.pick({ name: true, chart: true })),
})

/** The chart of a section of a stored edition, sent or not: the preview shows it too.
 *  @returns undefined if there is no such edition, or no chart in that section
 *  @throws ZodError for stored words of an unexpected shape */
export async function findEditionChart(
  db: DatabaseOrTransaction,
  slotDate: string,
  section: SectionName,
): Promise<ChartContent | undefined> {
  const row = await db
    .selectFrom('edition')
    .select('content')
    .where('slot_date', '=', slotDate)
    .executeTakeFirst()
  if (row === undefined || row.content === null) return undefined
  return storedChartsSchema.parse(row.content).sections.find(({ name }) => name === section)?.chart
}
