import type { Apart } from './apart/run-apart.ts'
import { domainOf } from './reader-links.ts'
import type { Deps } from './deps.ts'
import { deleteEndedSessions } from './desk/sessions.ts'
import { deleteEndedCounts } from './http/shared-counters.ts'
import { userAgentOf } from './lib/upstream-fetch.ts'
import { deleteExpiredMarketData } from './market/index.ts'
import { deleteOldDeeds, endLeftBuilds } from './operator/deeds.ts'
import { createRecordSources } from './records/collect-records.ts'
import { collectDaily } from './schedule/collect-daily.ts'
import { holdDueEdition, sendDueEditions, writeDueEdition } from './schedule/due-editions.ts'
import {
  watchDisk,
  watchJobs,
  watchNotices,
  watchSending,
  watchWriting,
} from './schedule/edition-alarms-watch.ts'
import { failedSourcesAlarm, mailboxAlarm } from './schedule/edition-alarms.ts'
import { previewDueEdition } from './schedule/preview-due-edition.ts'
import { raiseAlarms, type Alarm } from './schedule/raise-alarms.ts'
import { deleteEndedLeases, runDaily } from './schedule/run-once.ts'
import { runEachStep, type Jobs } from './schedule/timetable.ts'
import { deleteOldHandOvers } from './sending/deliveries/hand-over-files.ts'
import type { HandOverLog } from './sending/deliveries/hand-over-log.ts'
import type { ReviewRules } from './sending/editions/await-person.ts'
import { deleteOldDeliveries } from './sending/editions/editions.ts'
import { recordSendings, type SentRecord } from './sending/editions/sent-record.ts'
import { createAlarmWebhook, createOperatorAlarm } from './sending/mail/index.ts'
import { createMailboxJob, fetchMailbox } from './sending/mailbox/fetch-mailbox.ts'
import { deleteOldLookups } from './visits/lookups.ts'
import { deleteOldVisits } from './visits/visits.queries.ts'

interface JobDeps extends Pick<
  Deps,
  | 'config'
  | 'clock'
  | 'logger'
  | 'database'
  | 'db'
  | 'mailer'
  | 'subscribers'
  | 'newsletter'
  | 'reviews'
  | 'jobLocks'
  | 'metrics'
  | 'collect'
> {
  readonly fetchBounces: Deps['fetchBounces']
  readonly rules: ReviewRules
  readonly sentRecord: SentRecord
  readonly handOvers: Pick<HandOverLog, 'catchUp'>
  /** Why the last letter could not be noted outside the database; undefined if every letter since the last call was noted. */
  readonly takeUnnoted: () => unknown
  readonly submitNotices: Jobs['notices']
}

/** Reads the bounce mailbox; undefined if none is configured. */
export function createBounceFetcher({
  config,
  bounces,
  metrics,
}: Pick<Deps, 'config' | 'bounces' | 'metrics'>): Deps['fetchBounces'] {
  const settings = config.bounceMailbox
  if (settings === undefined) return undefined
  return (signal, onResult) =>
    fetchMailbox(
      {
        settings,
        bounces,
        onResult: (result) => {
          metrics.countReturn('mailbox', result.token === 'none' ? 'no-token' : result.outcome)
          onResult?.(result)
        },
      },
      signal,
    )
}

/** Reads the public records, in a separate process if long work has one. */
export function createCollector(
  { config, clock, logger, db, jobLocks }: Pick<Deps, 'config' | 'clock' | 'logger' | 'db' | 'jobLocks'>,
  apart: Apart | undefined,
): Deps['collect'] {
  if (apart) return (signal) => apart.run('collect', {}, { signal })
  const { upstreamBaseUrl } = config
  return (signal) =>
    collectDaily(
      { db, clock, logger, upstreamBaseUrl, userAgent: userAgentOf(config), signal },
      { lock: jobLocks.collect, sources: createRecordSources(config) },
    )
}

/** Says what each job of the timetable does. */
export function createJobs(deps: JobDeps): Jobs {
  const { config, clock, logger, db, mailer, newsletter, reviews, jobLocks, metrics, fetchBounces, rules } =
    deps
  const alarm = createOperatorAlarm({
    mailer,
    logger,
    clock,
    to: config.operatorEmail,
    domain: domainOf(config.mailFrom),
    siteName: config.siteName,
    onRaised: (kind) => metrics.countAlarm(kind),
    post: createAlarmWebhook(config.alarms, { name: config.siteName, url: config.siteUrl }, { logger }),
  })
  const alarms = { db, logger, alarm, rules, sending: config.sending }
  const { weekly } = newsletter
  const writeEdition = watchWriting(alarms, (signal) =>
    writeDueEdition(
      {
        ...weekly,
        buildEdition: async (week) => {
          await endLeftBuilds(db, week.asOf)
          return weekly.buildEdition(week)
        },
      },
      signal,
    ),
  )
  /** About the sources that failed, until it is delivered: nothing raises it again before they are read the next day. */
  let failedSources: readonly Alarm[] = []
  const raiseFailedSources = async () => {
    if (await raiseAlarms(alarms, failedSources)) failedSources = []
  }
  const stuckLooks = new Map<string, number>()
  return watchJobs(
    { ...alarms, clock },
    {
      collect: async (signal) => {
        await raiseFailedSources()
        return runDaily({ db, logger }, { name: 'read the public records', from: '17:00' }, async () => {
          const reports = await deps.collect(signal)
          const failed = reports.filter(({ outcome }) => outcome === 'failed')
          failedSources = failed.length === 0 ? [] : [failedSourcesAlarm(failed)]
          await raiseFailedSources()
          return signal.aborted ? 'later' : undefined
        })
      },
      'write-edition': async (signal) => {
        await writeEdition(signal)
        await holdDueEdition(db, rules)
        const previewTo = config.newsletterPreviewTo
        await previewDueEdition({ db, logger, reviews, alarm, previewTo }, signal)
      },
      'send-edition': async (signal) => {
        await sendDueEditions(weekly, signal)
      },
      'watch-sending': async (signal) => {
        // A full disk cannot store a note, but that is no reason to stay silent about the editions.
        try {
          await watchDisk(alarms, { folder: config.dataDir, unnoted: deps.takeUnnoted() })
          await deps.handOvers.catchUp()
          await recordSendings(db, deps.sentRecord)
        } finally {
          try {
            await watchSending(alarms, signal, stuckLooks)
          } finally {
            await watchNotices(alarms, signal)
          }
        }
      },
      notices: deps.submitNotices,
      'fetch-mailbox':
        fetchBounces === undefined
          ? () => Promise.resolve()
          : createMailboxJob({
              fetch: fetchBounces,
              whileNobodyElseDoes: (job) => jobLocks.mailbox.runExclusively(job),
              alarm: (reason) => raiseAlarms(alarms, [mailboxAlarm(reason)]),
            }),
      clean: async () => {
        try {
          return await runDaily({ db, logger }, { name: 'clean', from: '03:30' }, () =>
            runEachStep(logger, {
              'delete old deliveries': () => deleteOldDeliveries(db),
              'delete old visits': () => deleteOldVisits(db),
              'delete old counts of look-ups': () => deleteOldLookups(db),
              'delete expired market data': () => deleteExpiredMarketData(db),
              'delete ended leases': () => deleteEndedLeases(db),
              'delete ended counts of requests': () => deleteEndedCounts(db),
              'delete ended sign-ins to the desk': () => deleteEndedSessions(db, config.operators),
              'delete old deeds': () => deleteOldDeeds(db),
              'forget addresses and traces past their time': () => deps.subscribers.forgetExpired(),
            }),
          )
        } finally {
          // Each machine has its own, and they are deleted though a step fails.
          deleteOldHandOvers(config.dataDir, clock.now())
          await deps.database.tidy?.()
        }
      },
    },
  )
}
