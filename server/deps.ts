import path from 'node:path'

import { createApart, type Apart } from './apart/run-apart.ts'
import { createBounces, type Bounces, type IngestResult } from './sending/bounces/index.ts'
import { systemClock, type Clock } from './lib/clock.ts'
import { createUpstreamFetch } from './lib/upstream-fetch.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import { migrateToLatest } from './db/migrate.ts'
import { openConfiguredDatabase, type OpenedDatabase } from './db/open-database.ts'
import { loadKeys, type Keys } from './config/local-keys.ts'
import { createLogger, type Logger } from './lib/logger.ts'
import { createHeartbeat, createMailer, type Mailer } from './sending/mail/index.ts'
import { createMarket, createSharedState, type Market } from './market/index.ts'
import { createEditionDesk, type EditionDesk } from './sending/editions/edition-desk.ts'
import { createNewsletter, type Newsletter } from './letter/index.ts'
import { tellKnown } from './operator/describe-failure.ts'
import { createEditionOrders, type EditionOrders } from './operator/edition-orders.ts'
import { listPreviewNotes } from './operator/preview-notes.ts'
import type { ReviewRules } from './sending/editions/await-person.ts'
import { createHandOverLog } from './sending/deliveries/hand-over-log.ts'
import { createSentRecord } from './sending/editions/sent-record.ts'
import { createNoticeAddresses, createPreviewLinks, createRecipientLinks, domainOf } from './reader-links.ts'
import { createBounceFetcher, createCollector, createJobs } from './jobs.ts'
import { createJobLocks, type JobLocks, type Jobs } from './schedule/index.ts'
import type { FetchedMailbox } from './sending/mailbox/fetch-mailbox.ts'
import { createWebhooks, type Webhooks } from './sending/webhooks/index.ts'
import { hashAddress } from './sending/tokens.ts'
import {
  checkKeys,
  createSubscribers,
  lockSubscriber,
  submitDueNotices,
  suppressSubscriber,
  unsubscribeById,
  type Subscribers,
} from './subscribers/index.ts'
import type { SourceReport } from './records/collect-records.ts'
import { keepSpellings, listSpellings } from './records/names/list-spellings.ts'
import { createLookupCounter, type LookupCounter } from './visits/index.ts'
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
  /** What comes back by mail. */
  readonly bounces: Bounces
  /** Reads the mailbox of bounces; undefined where none is set. */
  readonly fetchBounces:
    | ((signal: AbortSignal, onResult?: (result: IngestResult) => void) => Promise<FetchedMailbox>)
    | undefined
  /** What mail providers tell. */
  readonly webhooks: Webhooks
  readonly newsletter: Newsletter
  /** Which tickers are looked up, without by whom. */
  readonly lookups: LookupCounter
  /** What the page of the search shows before any. */
  readonly overview: OverviewSource
  /** What a person does with an edition before and after it goes out. */
  readonly desk: EditionDesk
  /** The same by name: with who does it, noted. */
  readonly orders: EditionOrders
  /** Reads all sources of public records, once no other process does. A server on Postgres does it in a process of its own.
   *  @returns the reports of the sources read here */
  readonly collect: (signal: AbortSignal) => Promise<SourceReport[]>
  /** What no two processes do at the same time. */
  readonly jobLocks: JobLocks
  /** This process's counters for monitoring. */
  readonly metrics: Metrics
  /** What the timetable wakes. */
  readonly jobs: Jobs
  /** Tells an outside watcher that the timetable goes well; undefined where there is none. */
  readonly heartbeat: (() => Promise<void>) | undefined
  close(): Promise<void>
}

/** Logs to standard output. */
export const createServerLogger = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  createLogger(logLevel, 1, { tell: tellKnown })

function createLoggerFor(output: 'standard output' | 'standard error', config: Config): Logger {
  if (output === 'standard output') return createServerLogger(config)
  // A command's own words say what it does: only what goes wrong is logged beside them.
  return createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel, 2, { tell: tellKnown })
}

/** Opens and builds what the settings ask for; the tables are brought up to date first.
 *  @param options.log  commands log to standard error: their output is for machines. Whoever tries again gives one logger to all
 *    tries, since each listens for the end of the process
 *  @param options.longWork  'apart': it runs in processes of its own, unless the database is embedded, which only one can open
 *  @throws FolderInUseError, DataFolderError, DatabaseUnavailableError, ConfigError for a DKIM key that cannot be used,
 *          KeyMismatchError, or a migration's error */
export async function createDeps(
  config: Config,
  {
    log = 'standard output',
    longWork = 'here',
  }: { log?: Logger | 'standard output' | 'standard error'; longWork?: 'here' | 'apart' } = {},
): Promise<Deps> {
  const logger = typeof log === 'object' ? log : createLoggerFor(log, config)
  const database = await openConfiguredDatabase(config, (error) => {
    logger.error({ err: error }, 'a database connection was lost')
  })
  try {
    const applied = await migrateToLatest(database.db)
    if (applied.length > 0) logger.info({ applied }, 'migrated')
    await checkKeys(database.db, loadKeys(config), logger)
    const apart = longWork === 'apart' && database.kind === 'postgres' ? createApart() : undefined
    return assembleDeps(config, { database, clock: systemClock, logger, apart })
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Builds everything on a database whose tables are up to date; `close` closes that too.
 *  @param apart  where long work runs; left out: in this process */
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
  const addresses = createNoticeAddresses(config, keys)
  const submitNotices = (signal?: AbortSignal) =>
    submitDueNotices({ db, mailer, keys, clock, config, logger, addresses }, signal)
  let underWay = Promise.resolve()
  const subscribers = createSubscribers({
    db,
    keys,
    clock,
    config,
    onNoticeQueued: () => {
      underWay = submitNotices().catch((error: unknown) => {
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
  const desk = createEditionDesk({
    db,
    mailer,
    siteUrl: config.siteUrl,
    domain: domainOf(config.mailFrom),
    previewNotes: listPreviewNotes,
    previewLinks: createPreviewLinks(config, keys),
    rules,
    hashAddress: hashOf,
  })
  const orders = createEditionOrders({ db, desk, newsletter, jobLocks, logger })
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
    desk,
    orders,
    collect,
    jobLocks,
    metrics,
    jobs: createJobs({
      config,
      clock,
      logger,
      db,
      mailer,
      subscribers,
      newsletter,
      desk,
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
      submitNotices,
    }),
    heartbeat: createHeartbeat(config.alarms, { logger }),
    async close() {
      await apart?.close()
      await underWay
      await lookups.flush()
      await market.whenIdle()
      await mailer.close()
      await database.close()
    },
  }
}
