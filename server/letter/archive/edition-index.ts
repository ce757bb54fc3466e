import { createHash } from 'node:crypto'

import { ARCHIVE_PATH } from '../../../shared/edition-address.ts'
import type { EditionSummary, PublishedEdition } from '../../../shared/edition-contract.ts'
import type { Database } from '../../db/database.ts'
import { isWithin, type Clock } from '../../lib/clock.ts'
import type { PageAddress } from '../../http/page-address.ts'
import { createOnce } from '../../lib/once.ts'
import { StoredContentError } from './named-facts.ts'
import { listEditionVersions, readSummaries } from './published-editions.queries.ts'

/** The shortest time between two checks of the database for changes. */
const UNASKED_MS = 2_000
/** Each edition's words are decompressed completely, and other work runs in between. */
const READ_AT_ONCE = 10

/** What lists say about an edition that went out. */
export interface IndexedEdition {
  readonly date: string
  /** Changes with the edition and its corrections. */
  readonly version: string
  readonly subject: string
  /** The time of its last correction, or when it went out. */
  readonly changedAt: string
  /** The tickers in its tables of trades; a class of shares has a point: BRK.B. */
  readonly tickers: ReadonlySet<string>
  /** The summary, or the reason why this release cannot read the edition's words. */
  readonly summary: EditionSummary | StoredContentError
}

export interface EditionIndex {
  /** Changes whenever any of them changes. */
  readonly version: string
  /** Newest first. */
  readonly editions: readonly IndexedEdition[]
}

/** All editions that went out, kept in memory at some 3 kB each. Checks for changes at most every two seconds, for all
 *  requests, and reads only what has changed. Returns the same object while nothing has changed.
 *  @returns throws what the database throws */
export function createEditionIndex({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): () => Promise<EditionIndex> {
  let known: { readonly index: EditionIndex; readonly askedAtMs: number } | undefined
  const asking = createOnce<EditionIndex>()
  return async () => {
    const nowMs = clock.now().getTime()
    if (known !== undefined && isWithin(nowMs, known.askedAtMs, UNASKED_MS)) return known.index
    return asking.run('index', async () => {
      const index = await readIndex(db, known?.index)
      known = { index, askedAtMs: nowMs }
      return index
    })
  }
}

async function readIndex(db: Database, before: EditionIndex | undefined): Promise<EditionIndex> {
  const listed = await listEditionVersions(db)
  const version = nameVersions(listed)
  if (version === before?.version) return before
  const kept = new Map(before?.editions.map((edition) => [edition.version, edition]))
  const changed = listed.filter((edition) => !kept.has(edition.version))
  for (let start = 0; start < changed.length; start += READ_AT_ONCE) {
    const part = changed.slice(start, start + READ_AT_ONCE)
    const read = await readSummaries(
      db,
      part.map(({ date }) => date),
    )
    for (const edition of part) {
      const words = read.get(edition.date)
      if (words === undefined) continue
      // The subject with the figures marked that turned out wrong.
      const subject = words.summary instanceof StoredContentError ? edition.subject : words.summary.subject
      kept.set(edition.version, { ...edition, ...words, subject })
    }
  }
  return {
    version,
    editions: listed.flatMap((edition) => kept.get(edition.version) ?? []),
  }
}

/** @returns 16 characters that identify a row of versions */
export const nameVersions = (editions: readonly ({ version: string } | undefined)[]): string =>
  createHash('sha256')
    .update(editions.map((edition) => edition?.version ?? 'none').join(' '))
    .digest('base64url')
    .slice(0, 16)

/** @throws StoredContentError */
export function requireSummary({ summary }: IndexedEdition): EditionSummary {
  if (summary instanceof StoredContentError) throw summary
  return summary
}

/** An edition with its neighbors, those that went out before and after it. */
interface Place {
  readonly edition: IndexedEdition
  readonly previous: IndexedEdition | undefined
  readonly next: IndexedEdition | undefined
}

/** @returns undefined if no edition of that Monday went out */
export function findPlace({ editions }: EditionIndex, date: string): Place | undefined {
  const at = editions.findIndex((edition) => edition.date === date)
  const edition = editions[at]
  return edition && { edition, previous: editions[at + 1], next: editions[at - 1] }
}

export function nameNeighbours(place: Place | undefined): Pick<PublishedEdition, 'previous' | 'next'> {
  const name = (edition: IndexedEdition | undefined) =>
    edition && { date: edition.date, subject: edition.subject }
  return {
    previous: name(place?.previous) ?? null,
    next: name(place?.next) ?? null,
  }
}

const ARCHIVE_PAGE = /^\/newsletter\/archive(?:\?before=([\d-]+)|\/([\d-]+)(?:\/figures)?)?$/

/** @returns the page with the version of what it shows; a list is named by the Monday of the edition that precedes it.
 *  The page of a day without an edition is not cached, since there are as many of them as there are days */
export function nameArchivePage(page: PageAddress, index: EditionIndex): PageAddress {
  const [match, before, date] = ARCHIVE_PAGE.exec(page.address) ?? []
  if (match === undefined) return page
  if (date !== undefined) {
    const place = findPlace(index, date)
    if (place === undefined) return { ...page, isCacheable: false }
    return {
      ...page,
      version: nameVersions([place.edition, place.previous, place.next]),
    }
  }
  const after =
    before === undefined ? undefined : index.editions.findLast((edition) => edition.date >= before)
  return {
    ...page,
    address: after === undefined ? ARCHIVE_PATH : `${ARCHIVE_PATH}?before=${after.date}`,
    version: index.version,
  }
}
