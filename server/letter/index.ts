import type { Apart } from '../apart/run-apart.ts'
import type { Clock } from '../lib/clock.ts'
import type { Config } from '../config/config.ts'
import { AppError } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import { createKept } from '../lib/once.ts'
import { userAgentOf } from '../lib/upstream-fetch.ts'
import type { Market } from '../market/index.ts'
import { buildEdition, type Edition, type RecordsToUse } from './build-edition.ts'
import { createRecordSources } from '../records/collect-records.ts'
import { deliverEdition, type DeliveryDeps } from '../sending/deliveries/deliver-edition.ts'
import {
  findSendingProgress,
  type EditionStatus,
  type SendingProgress,
} from '../sending/editions/edition-status.ts'
import { handOverFile } from '../sending/deliveries/hand-over-files.ts'
import { readHandOvers, type HandedOver } from '../sending/deliveries/hand-over-log.ts'
import { resolveByLog, type ResolvedByLog } from '../sending/deliveries/resolve-by-log.ts'
import { throughOutages } from '../sending/deliveries/pause.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import type { EditOrder } from '../sending/editions/edition-edits.ts'
import { requireReplaceable, storeEdition } from '../sending/editions/editions.ts'
import { holdForReview, type ReviewRules } from '../sending/editions/await-person.ts'
import { holdRestored, whileNoted, type SentRecord } from '../sending/editions/sent-record.ts'
import { resolveUnknown } from '../sending/editions/pause-resume-cancel.ts'
import { createEditionArchive, type EditionArchive } from './archive/archive.ts'
import { createTradeRecords, type TradeRecords } from '../records/trades/trades-of-ticker.ts'
import { checkMeanings } from './writer/check/check-meaning.ts'
import { checkTelling } from './writer/check/check-telling.ts'
import type { LlmSettings } from '../config/llm.ts'
import type { AnswerModel, Question } from './writer/language-model.ts'

export type { EditionArchive } from './archive/archive.ts'
export { createFeedRouter } from './archive/feed-routes.ts'
export { createEditionRouter } from './archive/routes.ts'
export { describeEditionPaths } from './archive/openapi.ts'
export { writeEditionFiles } from './write-edition-files.ts'

/** The weekly letter as commands and the timetable use it. */
export interface Newsletter {
  /** Collects, analyses, writes and composes. The letter itself is not stored.
   *  @param asOf  a Monday, 'YYYY-MM-DD'
   *  @param onProgress  gets sentences for people
   *  @param signal  stops the build; records read by then are kept
   *  @param records  'kept': uses stored records and asks no source
   *  @param order  a person's changes to the edition
   *  @throws InvalidInputError, or AppError when no section could be built or a figure is bound to no fact */
  build(
    asOf: string,
    onProgress?: (line: string) => void,
    signal?: AbortSignal,
    records?: RecordsToUse,
    order?: EditOrder,
  ): Promise<Edition>
  /** Builds and stores an edition. A server on Postgres does it in a separate process.
   *  @returns its subject
   *  @throws EditionStateError when it could not be stored; AppError 'not-ready' when it was stopped; whatever `build` throws */
  buildAndStore(asOf: string, how?: BuildHow): Promise<string>
  /** Sends a stored edition now, for at most 48 hours, and never twice to the same address.
   *  @throws EditionStateError if there is none, it was canceled, or went out before the database was restored; AppError
   *  if the record of what was sent cannot be read */
  sendByHand(slotDate: string, signal: AbortSignal): Promise<EditionStatus>
  /** Releases a stored edition, but leaves sending it to the servers' timetable.
   *  @throws EditionStateError if it must not be sent */
  beginByHand(slotDate: string): Promise<void>
  /** How far sending has come, and what blocks it. */
  findStatus(slotDate: string): Promise<SendingProgress | undefined>
  /** @returns how many deliveries were resolved */
  resolveUnknown(slotDate: string, decision: 'resend' | 'assume-submitted'): Promise<number>
  /** Finds out from logs kept outside the database who already has an edition; sends no mail.
   *  @param files  if left out, this machine's log
   *  @throws EditionStateError, or InvalidInputError for a file that cannot be read */
  resolveByLog(slotDate: string, files: readonly string[]): Promise<ResolvedByLog & HandedOver>
  /** The editions that went out, as the public may read them. */
  readonly archive: EditionArchive
  /** The trades in one company that public records show. */
  readonly trades: TradeRecords
  /** What the timetable needs. */
  readonly weekly: WeeklyEditionDeps
}

/** How an edition is built. */
export interface BuildHow {
  /** 'kept': uses stored records only. */
  readonly records?: RecordsToUse | undefined
  /** A person's change to the edition. */
  readonly order?: EditOrder | undefined
  readonly onProgress?: ((line: string) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** Called with the edition before it is stored. If given, the edition is built in this process. */
  readonly beforeStoring?: ((built: Edition) => Promise<void>) | undefined
}

/** What the timetable needs to build and send an edition. */
export interface WeeklyEditionDeps extends DeliveryDeps {
  /** What went out, kept outside the database. */
  readonly sentRecord: SentRecord
  /** When an edition waits for a person's review; if left out, never. */
  readonly rules?: ReviewRules
  /** Builds and stores an edition, as Newsletter.buildAndStore does.
   *  @param week  asOf: a Monday, 'YYYY-MM-DD'; the signal ends it */
  readonly buildEdition: (week: { asOf: string; signal?: AbortSignal }) => Promise<unknown>
}

export interface NewsletterDeps extends DeliveryDeps {
  readonly sentRecord: SentRecord
  /** The keyed hash that stands for an address outside the database. */
  readonly hashAddress: (email: string) => string
  readonly rules: ReviewRules
  readonly config: Config
  readonly clock: Clock
  readonly logger: Logger
  readonly market: Pick<
    Market,
    'listDailyCloses' | 'readCloses' | 'findKeptCloses' | 'listCompanyTitles' | 'findCompany'
  >
  /** Runs a job unless another process is reading the public records.
   *  @returns false if one is: the job was not run */
  readonly whileNobodyElseCollects: (job: () => Promise<void>) => Promise<boolean>
  /** Builds editions in a separate process; if undefined, they are built in this one. */
  readonly apart: Pick<Apart, 'run'> | undefined
}

export function createNewsletter(deps: NewsletterDeps): Newsletter {
  const { db, config, clock, logger, market, whileNobodyElseCollects } = deps
  const site = {
    name: config.siteName,
    url: config.siteUrl,
    contactEmail: config.contactEmail,
    operatorName: config.operatorName,
    postalAddress: config.postalAddress,
  }
  const { llm, llmCheck, llmTimeoutMs, llmCheckTimeoutMs } = config
  const model = llm && createLazyModel(llm, { timeoutMs: llmTimeoutMs })
  const checker = llmCheck && createLazyModel(llmCheck, { timeoutMs: llmCheckTimeoutMs })
  const sources = createRecordSources(config)
  const build: Newsletter['build'] = (asOf, onProgress, signal, records, order) =>
    buildEdition(
      {
        db,
        clock,
        logger,
        sources,
        whileNobodyElseCollects,
        upstreamBaseUrl: config.upstreamBaseUrl,
        userAgent: userAgentOf(config),
        listDailyCloses: (query) => market.listDailyCloses(query),
        readCloses: (query) => market.readCloses(query),
        listCompanyTitles: () => market.listCompanyTitles(),
        findCompany: (ticker) => market.findCompany(ticker),
        model,
        checker,
        judges: { checkTelling, checkMeanings },
        site,
        onProgress: onProgress ?? (() => undefined),
        signal: signal ?? new AbortController().signal,
      },
      { asOf, records, order },
    )

  const weekly: WeeklyEditionDeps = {
    ...deps,
    buildEdition: ({ asOf, signal }) => newsletter.buildAndStore(asOf, { signal }),
  }

  const beginByHand: Newsletter['beginByHand'] = async (slotDate) => {
    await holdRestored(deps)
    await holdForReview(db, slotDate, { rules: deps.rules, by: 'hand' })
    // Does not build a missing edition: a mistyped date must not mail an old week to everyone.
    await freezeEdition(db, slotDate, { by: 'hand' })
  }

  const newsletter: Newsletter = {
    build,
    async buildAndStore(asOf, { beforeStoring, ...how } = {}) {
      // Checked first, since building takes minutes and asks a model. Skipped for a caller that only wants an old
      // edition's files.
      if (beforeStoring === undefined) await requireReplaceable(db, asOf)
      const { records, order, onProgress, signal } = how
      if (deps.apart && beforeStoring === undefined) {
        return deps.apart.run('build', { asOf, records, order }, { onProgress, signal })
      }
      let built: Edition
      try {
        built = await newsletter.build(asOf, onProgress, signal, records, order)
        signal?.throwIfAborted()
      } catch (error) {
        if (signal?.aborted !== true) throw error
        throw new AppError(
          'not-ready',
          'Stopped: no edition was built. The records that were read by then are kept.',
          { cause: error },
        )
      }
      await beforeStoring?.(built)
      await storeEdition(db, built)
      return built.subject
    },
    beginByHand,
    async sendByHand(slotDate, signal) {
      let isBegun = false
      return throughOutages(
        async () => {
          // Only once: a person may have paused the edition since.
          if (!isBegun) await beginByHand(slotDate)
          isBegun = true
          return whileNoted(deps, slotDate, () => deliverEdition(deps, slotDate, { signal }))
        },
        { logger, signal },
      )
    },
    findStatus: (slotDate) => findSendingProgress(db, slotDate, config.sending.warmUp),
    resolveUnknown: (slotDate, decision) => resolveUnknown(db, slotDate, decision),
    async resolveByLog(slotDate, files) {
      // Hold an edition that a restored backup shows as half sent, even if no server has noticed it yet.
      await holdRestored(deps)
      const ofThisMachine = [handOverFile(config.dataDir, slotDate)]
      const handedOver = await readHandOvers(files.length === 0 ? ofThisMachine : files, deps.hashAddress)
      return { ...handedOver, ...(await resolveByLog(db, slotDate, handedOver)) }
    },
    archive: createEditionArchive({ db, clock, logger, siteUrl: config.siteUrl }),
    trades: createTradeRecords({
      db,
      clock,
      logger,
      findCompany: (ticker) => market.findCompany(ticker),
      findKeptCloses: (ticker, options) => market.findKeptCloses(ticker, options),
    }),
    weekly,
  }
  return newsletter
}

/** Loads the model's code only when it is first asked: that code is large, and most sites have no model. */
function createLazyModel(settings: LlmSettings, options: { timeoutMs: number }): AnswerModel {
  const keep = createKept<AnswerModel>()
  const load = async () => {
    const { createAnswerModel } = await import('./writer/language-model.ts')
    return createAnswerModel(settings, options)
  }
  return {
    name: `${settings.provider}/${settings.model}`,
    async ask<T>(question: Question<T>) {
      return (await keep('model', load)).ask(question)
    },
  }
}
