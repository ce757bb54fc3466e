import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../logger.ts'
import { createUpstreamFetch } from '../upstream-fetch.ts'
import { buildEdition, type Edition, type ListDailyCloses } from './build-edition.ts'
import {
  deliverEdition,
  freezeEdition,
  getEditionStatus,
  resolveUnknown,
  storeEdition,
  type DeliveryDeps,
  type EditionStatus,
} from './deliver/index.ts'
import type { WeeklyEditionDeps } from './run-weekly-edition.ts'

export { writeEditionFiles } from './build-edition.ts'
export {
  deleteOldDeliveries,
  EditionStateError,
  findDueSlots,
  findEdition,
  listFrozenEditions,
  markMissedEditions,
  type EditionStatus,
  type RecipientLinks,
} from './deliver/index.ts'
export { runWeeklyEdition, writeEdition, type WeeklyEditionDeps } from './run-weekly-edition.ts'

// The SEC's daily index has 2 MB, and a busy day's answer takes its time.
const FETCH_TIMEOUT_MS = 20_000
const FETCH_MAX_BYTES = 32_000_000

/** The weekly letter as commands and the timetable use it. */
export interface Newsletter {
  /** Collects, analyses and composes; keeps nothing.
   *  @param asOf  a Monday, 'YYYY-MM-DD'
   *  @param onProgress  gets sentences for people
   *  @throws InvalidInputError, or AppError when no section could be built */
  build(asOf: string, onProgress?: (line: string) => void): Promise<Edition>
  /** @throws EditionStateError once its recipients are written down */
  store(edition: Edition): Promise<void>
  /** Sends a stored edition now, for 48 hours at most; sends nobody a second one.
   *  @throws EditionStateError when there is none, or it was cancelled */
  sendByHand(slotDate: string, signal: AbortSignal): Promise<EditionStatus>
  findStatus(slotDate: string): Promise<EditionStatus | undefined>
  /** @returns how many deliveries were settled */
  resolveUnknown(slotDate: string, decision: 'resend' | 'assume-submitted'): Promise<number>
  /** What the timetable works with. */
  readonly weekly: WeeklyEditionDeps
}

export function createNewsletter(
  deps: DeliveryDeps & { config: Config; clock: Clock; logger: Logger; listDailyCloses: ListDailyCloses },
): Newsletter {
  const { db, config, clock, logger, listDailyCloses } = deps
  const fetch = createUpstreamFetch({
    upstreamBaseUrl: config.upstreamBaseUrl,
    // The SEC refuses who does not name a contact.
    userAgent: `${config.siteName} ${config.contactEmail}`,
    timeoutMs: FETCH_TIMEOUT_MS,
    maxBytes: FETCH_MAX_BYTES,
  })
  const site = {
    name: config.siteName,
    url: config.siteUrl,
    contactEmail: config.contactEmail,
    operatorName: config.operatorName,
    postalAddress: config.postalAddress,
    mailFrom: config.mailFrom,
  }
  const build: Newsletter['build'] = (asOf, onProgress) =>
    buildEdition({ fetch, listDailyCloses, clock, logger, site, onProgress }, { asOf })

  const weekly: WeeklyEditionDeps = { ...deps, buildEdition: ({ asOf }) => build(asOf) }

  return {
    build,
    store: (edition) => storeEdition(db, edition),
    async sendByHand(slotDate, signal) {
      // Not built here: a mistyped date must not mail an old week to everyone.
      await freezeEdition(db, slotDate, { by: 'hand' })
      return deliverEdition(deps, slotDate, { signal })
    },
    findStatus: (slotDate) => getEditionStatus(db, slotDate),
    resolveUnknown: (slotDate, decision) => resolveUnknown(db, slotDate, decision),
    weekly,
  }
}
