import path from 'node:path'

import { createApart, type Apart } from './apart/run-apart.ts'
import { createBounces, type Bounces, type IngestResult } from './sending/bounces/index.ts'
import { systemClock, type Clock } from './lib/clock.ts'
import { createUpstreamFetch } from './lib/upstream-fetch.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import { compareMigrations, migrateToLatest } from './db/migrate.ts'
import { openConfiguredDatabase, type OpenedDatabase } from './db/open-database.ts'
import { loadKeys, type Keys } from './config/local-keys.ts'
import { createLogger, type Logger } from './lib/logger.ts'
import { createHeartbeat, createMailer, longestSubmission, type Mailer } from './sending/mail/index.ts'
import { createMarket, createSharedState, type Market } from './market/index.ts'
import { createEditionReviews, type EditionReviews } from './sending/editions/edition-reviews.ts'
import { createNewsletter, type Newsletter } from './letter/index.ts'
import { describeKnownError } from './operator/describe-failure.ts'
import { createEditionOrders, type EditionOrders } from './operator/edition-orders.ts'
import { listPreviewNotes } from './operator/preview-notes.ts'
import type { ReviewRules } from './sending/editions/await-person.ts'
import { createHandOverLog } from './sending/deliveries/hand-over-log.ts'
import { createSentRecord } from './sending/editions/sent-record.ts'
import { createReturnAddresses, createPreviewLinks, createRecipientLinks, domainOf } from './reader-links.ts'
import { createBounceFetcher, createCollector, createJobs } from './jobs.ts'
import { createJobLocks, type JobLocks } from './schedule/job-locks.ts'
import type { FetchedMailbox } from './sending/mailbox/fetch-mailbox.ts'
import { createWebhooks, type Webhooks } from './sending/webhooks/index.ts'
import { hashAddress } from './sending/tokens.ts'
import {
  checkKeys,
  createNoticeSender,
  createSubscribers,
  lockSubscriber,
  suppressSubscriber,
  unsubscribeById,
  type Subscribers,
} from './subscribers/index.ts'
import type { SourceReport } from './records/collect-records.ts'
import { keepSpellings, listSpellings } from './records/names/list-spellings.ts'
import { createLookupCounter, type LookupCounter } from './visits/lookups.ts'
import { createOverview, type OverviewSource } from './http/overview.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'

/** Everything that is built once and handed down. */
export interface Deps {
  readonly config: Config
  readonly clock: Clock
  readonly logger: Logger
  readonly keys: Keys
  readonly database: OpenedDatabase
  readonly db: Database
  readonly mailer: Mailer
  readonly market: Market
  readonly subscribers: Subscribers
  /** Handles mail that bounces. */
  readonly bounces: Bounces
  /** Reads the bounce mailbox; undefined if none is configured. */
  readonly fetchBounces:
    | ((signal: AbortSignal, onResult?: (result: IngestResult) => void) => Promise<FetchedMailbox>)
    | undefined
  /** Handles the events that mail providers report. */
  readonly webhooks: Webhooks
  readonly newsletter: Newsletter
  /** Counts which tickers are looked up, but not by whom. */
  readonly lookups: LookupCounter
  /** What the search page shows before anyone searches. */
  readonly overview: OverviewSource
  /** What a person does with an edition before and after it goes out. */
  readonly reviews: EditionReviews
  /** The same actions, recorded with the name of the person who takes them. */
  readonly orders: EditionOrders
  /** Reads all public records once no other process is reading them; a server on Postgres uses a separate process.
   *  @returns the reports of the sources read here */
  readonly collect: (signal: AbortSignal) => Promise<SourceReport[]>
  /** Locks for work that only one process may do at a time. */
  readonly jobLocks: JobLocks
  /** This process's counters for monitoring. */
  readonly metrics: Metrics
  /** The jobs that the timetable starts. */
  readonly jobs: ReturnType<typeof createJobs>
  /** Tells an outside watcher that the timetable is running; undefined if none is configured. */
  readonly heartbeat: (() => Promise<void>) | undefined
  close(): Promise<void>
}

/** Logs to standard output. */
export const createServerLogger = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  createLogger(logLevel, 1, { tell: describeKnownError })

/** Opens the database, brings its tables up to date and builds everything on it.
 *  @param options.logger  by default a server's. A caller that retries passes the same each time, since every logger listens for the
 *    end of the process
 *  @param options.say  gets a sentence if tables of an earlier version were changed, which a command must not do unnoticed beside a running server
 *  @param options.longWork  'apart' runs it in separate processes, unless the database is embedded: only one process can open that
 *  @throws FolderInUseError, DataFolderError, DatabaseUnavailableError, ConfigError for a DKIM key that cannot be used,
 *          KeyMismatchError, or a migration's error */
export async function createDeps(
  config: Config,
  {
    logger = createServerLogger(config),
    say,
    longWork = 'here',
  }: { logger?: Logger; say?: (line: string) => void; longWork?: 'here' | 'apart' } = {},
): Promise<Deps> {
  const database = await openConfiguredDatabase(config, (error) => {
    logger.error({ err: error }, 'a database connection was lost')
  })
  try {
    const { isNew } = await compareMigrations(database.db)
    const applied = await migrateToLatest(database.db)
    if (applied.length > 0) {
      logger.info({ applied }, 'migrated')
      const words = `The tables were changed for this version (migrations: ${applied.length}, up to ${applied.at(-1)}). Restart every server of an older one.`
      if (!isNew) say?.(words)
    }
    await checkKeys(database.db, loadKeys(config), logger)
    const apart = longWork === 'apart' && database.kind === 'postgres' ? createApart() : undefined
    return assembleDeps(config, { database, clock: systemClock, logger, apart })
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Builds everything on a database whose tables are up to date; `close` closes the database too.
 *  @param apart  where long work runs; if left out, in this process */
export function assembleDeps(
  config: Config,
  needed: { database: OpenedDatabase; clock: Clock; logger: Logger; apart?: Apart | undefined },
): Deps {
  const { database, clock, logger, apart } = needed
  const { db } = database
  const keys = loadKeys(config)
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    outboxDir: path.join(config.dataDir, 'outbox'),
    from: config.mailFrom,
    connections: config.sending.connections,
    timeouts: {
      connectMs: config.sending.connectTimeoutMs,
      idleMs: config.sending.answerTimeoutMs,
    },
    dkim: {
      keys: config.sending.dkimKeys,
      domain: config.sending.dkimDomain ?? domainOf(config.mailFrom),
    },
    logger,
  })
  const market = createMarket({
    config,
    clock,
    logger,
    listSpellings: keepSpellings(() => listSpellings(db), { clock, logger }),
    shared: createSharedState({ db, locks: database.locks, clock, logger, secretKey: keys.secretKey }),
  })
  const addresses = createReturnAddresses(config, keys)
  const longestSubmissionMs = longestSubmission(config.sending.answerTimeoutMs)
  const noticeDeps = { db, mailer, keys, clock, config, logger, addresses, longestSubmissionMs }
  const notices = createNoticeSender(noticeDeps, Math.ceil(config.sending.connections / 2))
  const subscribers = createSubscribers({
    db,
    keys,
    clock,
    config,
    onNoticeQueued: () => {
      notices.send().catch((error: unknown) => {
        logger.error({ err: error }, 'a notice could not be sent now; the timetable tries again')
      })
    },
  })
  const jobLocks = createJobLocks({ db, logger })
  const rules: ReviewRules = {
    requireRelease: config.requireRelease,
    minSections: config.minSections,
    hasPreview: config.newsletterPreviewTo.length > 0,
  }
  const sentRecord = createSentRecord(config.dataDir, logger)
  const hashOf = (address: string) => hashAddress(address, keys.suppressionKey)
  let unnoted: unknown
  const handOvers = createHandOverLog({
    folder: config.dataDir,
    hashAddress: hashOf,
    logger,
    onUnnoted: (error) => {
      unnoted = error
    },
  })
  const newsletter = createNewsletter({
    db,
    sentRecord,
    handOvers,
    hashAddress: hashOf,
    rules,
    mailer,
    logger,
    clock,
    config,
    links: createRecipientLinks(config, keys),
    list: { domain: domainOf(config.mailFrom), unsubscribeMailbox: config.contactEmail },
    suppressBounced: (trx, subscriberId) => suppressSubscriber(trx, subscriberId, 'bounced'),
    settings: {
      sendPerSecond: config.sending.perSecond,
      connections: config.sending.connections,
      leaseSeconds: config.sending.leaseSeconds,
      retryBaseSeconds: config.sending.retrySeconds,
      warmUp: config.sending.warmUp,
    },
    market,
    whileNobodyElseCollects: (job) => jobLocks.collect.runExclusively(job),
    apart,
  })
  const collect = createCollector({ config, clock, logger, db, jobLocks }, apart)
  const lookups = createLookupCounter({ db, logger })
  const overview = createOverview({ market, trades: newsletter.trades, lookups, clock, logger })
  const bounces = createBounces({
    db,
    keys,
    lockSubscriber,
    suppress: suppressSubscriber,
    unsubscribe: async (subscriberId, way) => void (await unsubscribeById(db, subscriberId, { way })),
  })
  const webhooks = createWebhooks({
    settings: config.providers,
    bounces,
    clock,
    logger,
    fetch: createUpstreamFetch({
      upstreamBaseUrl: config.upstreamBaseUrl,
      timeoutMs: 10_000,
      maxBytes: 64 * 1024,
    }),
  })
  const reviews = createEditionReviews({
    db,
    mailer,
    siteUrl: config.siteUrl,
    domain: domainOf(config.mailFrom),
    previewNotes: listPreviewNotes,
    previewLinks: createPreviewLinks(config, keys),
    rules,
    hashAddress: hashOf,
  })
  const orders = createEditionOrders({ db, reviews, newsletter, jobLocks, logger })
  const metrics = createMetrics()
  const fetchBounces = createBounceFetcher({ config, bounces, metrics })
  return {
    config,
    clock,
    logger,
    keys,
    database,
    db,
    mailer,
    market,
    subscribers,
    bounces,
    fetchBounces,
    webhooks,
    newsletter,
    lookups,
    overview,
    reviews,
    orders,
    collect,
    jobLocks,
    metrics,
    jobs: createJobs({
      config,
      clock,
      logger,
      database,
      db,
      mailer,
      subscribers,
      newsletter,
      reviews,
      collect,
      jobLocks,
      metrics,
      fetchBounces,
      rules,
      sentRecord,
      handOvers,
      takeUnnoted: () => {
        const error = unnoted
        unnoted = undefined
        return error
      },
      submitNotices: (signal) => notices.send(signal),
    }),
    heartbeat: createHeartbeat(config.alarms, { logger }),
    async close() {
      await apart?.close()
      await notices.close()
      await lookups.flush()
      await market.backgroundLoadsEnded()
      await mailer.close()
      await database.close()
    },
  }
}
