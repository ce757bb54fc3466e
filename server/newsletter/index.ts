import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../logger.ts'
import type { Market } from '../market/index.ts'
import { settleTrades } from './analyse/congress/settle-trades.ts'
import { readAsset } from './analyse/congress/present-asset.ts'
import { judgeTrades } from './analyse/insiders/judge-trades.ts'
import { settleFilings } from './analyse/insiders/settle-filings.ts'
import { buildEdition, type Edition } from './build-edition.ts'
import { listCongressTrades } from './collect/congress/congress-trades.ts'
import { createRecordSources } from './collect/records/all-sources.ts'
import { presentOwner, presentRole } from './compose/present-names.ts'
import {
  deliverEdition,
  findSendingProgress,
  freezeEdition,
  requireReplaceable,
  resolveUnknown,
  storeEdition,
  type DeliveryDeps,
  type EditionStatus,
  type SendingProgress,
} from './deliver/index.ts'
import { createEditionArchive, type EditionArchive } from './publish/archive.ts'
import { createTradeRecords, type TradeRecords } from './publish/trades-of-ticker.ts'
import type { WeeklyEditionDeps } from './run-weekly-edition.ts'
import { createDraftModel } from './write/language-model.ts'

export { formatChicagoTime } from './chicago-time.ts'
export { readHousePdf } from './collect/house/collect-house.ts'
export type { UnreadRow } from './collect/house/house-report.ts'
export { parseOwnershipFile } from './collect/ownership-document.ts'
export { createRecordSources } from './collect/records/all-sources.ts'
export {
  collectRecords,
  findSources,
  type CollectDeps,
  type SourceReport,
} from './collect/records/collect-records.ts'
export type { RecordSource } from './collect/records/record-source.ts'
export { listLatestRuns } from './collect/records/runs.ts'
export { runWhenFree } from './gather/run-when-free.ts'
export { readSenateReport, type SenateReport } from './collect/senate/read-report.ts'
export {
  deleteOldDeliveries,
  EditionStateError,
  findDueSlots,
  isEditionWritten,
  findEditionHead,
  findOpenCircuit,
  findSendingProgress,
  getEditionStatus,
  listFrozenEditions,
  markMissedEditions,
  settleLeftEditions,
  type Edition as StoredEdition,
  type EditionReview,
  type EditionStatus,
  type MissedEdition,
  type PreviewedEdition,
  type RecipientLinks,
  type SendingProgress,
  type SlotTimes,
} from './deliver/index.ts'
export { newYorkDay } from './new-york-day.ts'
export { createEditionDesk, type EditionDesk } from './edition-desk.ts'
export type { InsiderTransaction } from './insider-filing.ts'
export { findEditionChart } from './publish/find-chart.ts'
export type { EditionArchive } from './publish/archive.ts'
export { createFeedRouter } from './publish/feed-routes.ts'
export { createEditionRouter } from './publish/routes.ts'
export type { TradeRecords } from './publish/trades-of-ticker.ts'
export { createTradesRouter } from './publish/trades-of-ticker-routes.ts'
export { runWeeklyEdition, writeEdition, type WeeklyEditionDeps } from './run-weekly-edition.ts'
export { measureWriter, type WriterMeasure } from './write/eval/measure-writer.ts'
export { writeEditionFiles } from './write-edition-files.ts'

/** The weekly letter as commands and the timetable use it. */
export interface Newsletter {
  /** Collects, analyses, writes and composes. Of the letter itself it keeps nothing.
   *  @param asOf  a Monday, 'YYYY-MM-DD'
   *  @param onProgress  gets sentences for people
   *  @param signal  ends it: records that are read by then stay
   *  @throws InvalidInputError, or AppError when no section could be built or a figure is bound to no fact */
  build(asOf: string, onProgress?: (line: string) => void, signal?: AbortSignal): Promise<Edition>
  /** For who is about to build one, which takes minutes.
   *  @throws EditionStateError when it could not be stored */
  requireReplaceable(slotDate: string): Promise<void>
  /** @throws EditionStateError once its recipients are written down */
  store(edition: Edition): Promise<void>
  /** Sends a stored edition now, for 48 hours at most; sends nobody a second one.
   *  @throws EditionStateError when there is none, or it was cancelled */
  sendByHand(slotDate: string, signal: AbortSignal): Promise<EditionStatus>
  /** How far it is, and what stands in its way. */
  findStatus(slotDate: string): Promise<SendingProgress | undefined>
  /** @returns how many deliveries were settled */
  resolveUnknown(slotDate: string, decision: 'resend' | 'assume-submitted'): Promise<number>
  /** What everybody may read of the editions that went out. */
  readonly archive: EditionArchive
  /** What public records say of the trades in one company. */
  readonly trades: TradeRecords
  /** What the timetable works with. */
  readonly weekly: WeeklyEditionDeps
}

export interface NewsletterDeps extends DeliveryDeps {
  readonly config: Config
  readonly clock: Clock
  readonly logger: Logger
  readonly market: Pick<Market, 'listDailyCloses' | 'readCloses'>
  /** Runs a job unless another process reads the public records just now.
   *  @returns false when one does: the job was not run */
  readonly whileNobodyElseCollects: (job: () => Promise<void>) => Promise<boolean>
}

export function createNewsletter(deps: NewsletterDeps): Newsletter {
  const { db, config, clock, logger, market, whileNobodyElseCollects } = deps
  const site = {
    name: config.siteName,
    url: config.siteUrl,
    contactEmail: config.contactEmail,
    operatorName: config.operatorName,
    postalAddress: config.postalAddress,
    mailFrom: config.mailFrom,
  }
  const model = config.llm && createDraftModel(config.llm, { timeoutMs: config.llmTimeoutMs })
  const sources = createRecordSources(config)
  const build: Newsletter['build'] = (asOf, onProgress, signal) =>
    buildEdition(
      {
        db,
        clock,
        logger,
        sources,
        whileNobodyElseCollects,
        upstreamBaseUrl: config.upstreamBaseUrl,
        // The SEC refuses who does not name a contact.
        userAgent: `${config.siteName} ${config.contactEmail}`,
        listDailyCloses: (query) => market.listDailyCloses(query),
        readCloses: (query) => market.readCloses(query),
        model,
        site,
        onProgress: onProgress ?? (() => undefined),
        signal: signal ?? new AbortController().signal,
      },
      { asOf },
    )

  const weekly: WeeklyEditionDeps = {
    ...deps,
    buildEdition: ({ asOf, signal }) => build(asOf, undefined, signal),
  }

  return {
    build,
    requireReplaceable: (slotDate) => requireReplaceable(db, slotDate),
    store: (edition) => storeEdition(db, edition),
    async sendByHand(slotDate, signal) {
      // Not built here: a mistyped date must not mail an old week to everyone.
      await freezeEdition(db, slotDate, { by: 'hand' })
      return deliverEdition(deps, slotDate, { signal })
    },
    findStatus: (slotDate) => findSendingProgress(db, slotDate, config.sending.warmUp),
    resolveUnknown: (slotDate, decision) => resolveUnknown(db, slotDate, decision),
    archive: createEditionArchive({ db, clock, logger, siteUrl: config.siteUrl }),
    trades: createTradeRecords({
      db,
      clock,
      logger,
      rules: {
        settleFilings,
        judgeTrades,
        listCongressTrades,
        settleTrades,
        presentOwner,
        presentRole,
        readAsset,
      },
    }),
    weekly,
  }
}
