import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { Clock } from '../clock.ts'
import { AppError, SourceError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { UpstreamFetch } from '../upstream-fetch.ts'
import { analyseInsiders } from './analyse/insiders/analyse-insiders.ts'
import { closeKey, type DailyClose } from './analyse/insiders/judge-trades.ts'
import { listClosesWanted } from './analyse/insiders/list-closes-wanted.ts'
import { collectInsiderFilings } from './collect/collect-insider-filings.ts'
import { createEdgarClient } from './collect/edgar-client.ts'
import type { EditionInput, EditionSection, EditionSite, RenderedEdition } from './edition-input.ts'
import { getEditionWeek, type EditionWeek } from './edition-week.ts'
import type { Fact } from './fact.ts'
import type { InsiderCoverage, InsiderFiling } from './insider-filing.ts'
import { fillRecipientSlots, type RecipientValues } from './recipient-slots.ts'

/** A stock's closes from day to day, both included: the market's own method. */
export type ListDailyCloses = (query: {
  ticker: string
  from: string
  to: string
}) => Promise<readonly (DailyClose & { readonly date: string })[]>

export type RenderEdition = (input: EditionInput) => Promise<RenderedEdition>

export interface BuildEditionDeps {
  /** With room for a daily index (2 MB) and for a slow answer (20 s). */
  readonly fetch: UpstreamFetch
  readonly listDailyCloses: ListDailyCloses
  readonly clock: Clock
  readonly logger: Logger
  readonly site: EditionSite
  /** Gets sentences for people while it works. */
  readonly onProgress?: ((line: string) => void) | undefined
  /** The compiled templates unless a test brings its own. */
  readonly renderEdition?: RenderEdition
}

/** One weekly letter, rendered, with the marks of recipient-slots.ts where readers differ. */
export interface Edition extends RenderedEdition {
  /** The Monday it is sent on, 'YYYY-MM-DD'. */
  readonly slotDate: string
  readonly facts: readonly Fact[]
  readonly coverage: EditionCoverage
}

/** What each section could read: its counts, or the failure of its source. */
export interface EditionCoverage {
  readonly insiders: InsiderCoverage | { readonly failure: string }
}

// Each ticker is a request to the source of prices: the largest trades are checked, the rest is said to be unchecked.
const MAX_CLOSE_REQUESTS = 100
const CLOSE_READERS = 4
const GIVE_UP_CLOSES_AFTER = 5
const PROGRESS_EVERY = 25

/** Builds the edition of a Monday from what was public before it: collect, analyse, compose.
 *  @param asOf  the Monday, 'YYYY-MM-DD'
 *  @throws InvalidInputError when that is no Monday; AppError 'source-unavailable' when no section could be built, and
 *    'not-ready' when the templates are not compiled */
export async function buildEdition(deps: BuildEditionDeps, { asOf }: { asOf: string }): Promise<Edition> {
  const week = getEditionWeek(asOf)
  const renderEdition = deps.renderEdition ?? (await loadRenderer())
  const insiders = await buildInsiders(deps, week)
  const sections = [insiders.section]
  if (sections.every(({ state }) => state === 'unavailable')) {
    throw new AppError(
      'source-unavailable',
      `No section of the edition of ${asOf} could be built, so there is none. ${insiders.failure?.message ?? ''}`.trim(),
      { cause: insiders.failure },
    )
  }
  const rendered = await renderEdition({ slotDate: asOf, site: deps.site, sections })
  return { slotDate: asOf, ...rendered, facts: insiders.facts, coverage: { insiders: insiders.coverage } }
}

/** Writes an edition for people to look at: edition.html, edition.txt and facts.json, the list of its facts.
 *  @param folder  made where it is missing
 *  @param values  what stands where readers differ
 *  @returns the paths of the files */
export async function writeEditionFiles(
  edition: Pick<Edition, 'html' | 'text' | 'facts'>,
  folder: string,
  values: RecipientValues,
): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const files = {
    'edition.html': fillRecipientSlots(edition.html, values, 'html'),
    'edition.txt': fillRecipientSlots(edition.text, values, 'text'),
    'facts.json': `${JSON.stringify(edition.facts, null, 2)}\n`,
  }
  return await Promise.all(
    Object.entries(files).map(async ([name, content]) => {
      const file = path.join(folder, name)
      await writeFile(file, content)
      return file
    }),
  )
}

async function loadRenderer(): Promise<RenderEdition> {
  const url = new URL('../../dist/email/render-edition.mjs', import.meta.url)
  if (!existsSync(url)) {
    throw new AppError(
      'not-ready',
      'The letter’s templates are not compiled (dist/email is missing). Run `npm run build` and try again.',
    )
  }
  const templates = (await import(url.href)) as { renderEdition: RenderEdition }
  return templates.renderEdition
}

interface BuiltSection {
  section: EditionSection
  facts: readonly Fact[]
  coverage: EditionCoverage['insiders']
  failure?: SourceError
}

async function buildInsiders(deps: BuildEditionDeps, week: EditionWeek): Promise<BuiltSection> {
  const report = deps.onProgress ?? (() => undefined)
  try {
    report(`Reading the SEC's daily indexes from ${week.from} to ${week.to}.`)
    const edgar = createEdgarClient({
      fetch: deps.fetch,
      userAgent: `${deps.site.name} ${deps.site.contactEmail}`,
    })
    const collection = await collectInsiderFilings(
      {
        edgar,
        clock: deps.clock,
        onProgress: ({ done, listed, unread }) => {
          if (done % PROGRESS_EVERY === 0 || done === listed) {
            report(`Form 4 filings: ${done} of ${listed} done, ${unread} unread.`)
          }
        },
      },
      week,
    )
    const { listed, read, unread, daysUnread } = collection.coverage
    deps.logger.info(
      { listed, read, unread: unread.length, daysUnread: daysUnread.length },
      'insider filings collected',
    )
    const closes = await collectCloses(deps, collection.filings)
    const analysis = analyseInsiders(collection, closes, week)
    return {
      section: { name: 'insiders', state: 'ready', analysis },
      facts: analysis.facts,
      coverage: collection.coverage,
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    deps.logger.error({ err: error }, 'insider section not built')
    return {
      section: { name: 'insiders', state: 'unavailable', source: error.source },
      facts: [],
      coverage: { failure: error.message },
      failure: error,
    }
  }
}

/** The closes of the largest trades' days. What the source of prices does not give stays unknown: trades are then said
 *  to be unchecked. */
async function collectCloses(
  { listDailyCloses, logger, onProgress }: BuildEditionDeps,
  filings: readonly InsiderFiling[],
): Promise<Map<string, DailyClose>> {
  const closes = new Map<string, DailyClose>()
  const wanted = listClosesWanted(filings, MAX_CLOSE_REQUESTS)
  if (wanted.length > 0) onProgress?.(`Checking prices against the closes of ${wanted.length} tickers.`)
  const queue = wanted.values()
  let failuresInARow = 0

  async function readOnward(): Promise<void> {
    for (const query of queue) {
      if (failuresInARow >= GIVE_UP_CLOSES_AFTER) return
      try {
        for (const { date, close, adjustedClose } of await listDailyCloses(query)) {
          closes.set(closeKey(query.ticker, date), { close, adjustedClose })
        }
        failuresInARow = 0
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        // A ticker that the source does not know is an answer; anything else may be the source's end.
        const isFailure = error instanceof SourceError
        if (isFailure) failuresInARow++
        logger[isFailure ? 'warn' : 'debug'](
          { ticker: query.ticker, code: error.code },
          'no closes for a ticker',
        )
      }
    }
  }

  await Promise.all(Array.from({ length: CLOSE_READERS }, readOnward))
  return closes
}
