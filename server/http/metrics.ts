import { Counter, Gauge, Histogram, Registry } from 'prom-client'

import { ALARM_KINDS, type AlarmKind } from '../sending/mail/index.ts'
import { PROVIDERS, type ProviderName } from '../sending/webhooks/index.ts'

/** This process's counters for monitoring. */
export interface Metrics {
  readonly registry: Registry
  countAlarm(kind: AlarmKind): void
  /** A job of the timetable has just succeeded. */
  noteJob(job: string): void
  /** Something came back about a letter.
   *  @param outcome  'no-token': it names no letter that we know; 'refused': it is not from the provider; 'put-off': the
   *    provider is to send it again */
  countReturn(by: ReturnSource, outcome: ReturnOutcome): void
  /** @param group  of the path, never the path itself */
  observeRequest(request: { group: RouteGroup; method: string; status: number; seconds: number }): void
}

export type ReturnSource = ProviderName | 'mailbox'
const RETURN_OUTCOMES = [
  'suppressed',
  'unsubscribed',
  'noted',
  'already',
  'nothing',
  'no-token',
  'refused',
  'put-off',
] as const
export type ReturnOutcome = (typeof RETURN_OUTCOMES)[number]

export type RouteGroup =
  | 'page'
  | 'market api'
  | 'edition api'
  | 'subscriber api'
  | 'other api'
  | 'asset'
  | 'picture'
  | 'webhook'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])

export function createMetrics(): Metrics {
  const registry = new Registry()
  const alarms = new Counter({
    name: 'lunchpail_alarms_total',
    help: 'Alarms raised by this process, by kind',
    labelNames: ['kind'],
    registers: [registry],
  })
  // increase() does not see the first alarm in a series that begins with it.
  for (const kind of ALARM_KINDS) alarms.inc({ kind }, 0)
  const jobs = new Gauge({
    name: 'lunchpail_job_last_success_timestamp_seconds',
    help: 'When a job of the timetable last ended well in this process',
    labelNames: ['task'],
    registers: [registry],
  })
  const returns = new Counter({
    name: 'lunchpail_returns_total',
    help: 'What came back to this process about letters, by who told it and what was done',
    labelNames: ['by', 'outcome'],
    registers: [registry],
  })
  for (const by of [...PROVIDERS, 'mailbox']) {
    for (const outcome of RETURN_OUTCOMES) returns.inc({ by, outcome }, 0)
  }
  const requests = new Histogram({
    name: 'lunchpail_http_request_seconds',
    help: 'Time until an HTTP answer was written, by group of routes',
    labelNames: ['group', 'method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return {
    registry,
    countAlarm: (kind) => alarms.inc({ kind }),
    noteJob: (job) => jobs.setToCurrentTime({ task: job }),
    countReturn: (by, outcome) => returns.inc({ by, outcome }),
    observeRequest({ group, method, status, seconds }) {
      // The client chooses the method: do not let just anything become a label.
      const known = METHODS.has(method) ? method : 'other'
      requests.observe({ group, method: known, status: `${Math.floor(status / 100)}xx` }, seconds)
    },
  }
}

/** @param path  without the query */
export function groupOf(path: string): RouteGroup {
  const [, first = '', second = ''] = path.split('/', 3)
  if (first === 'assets') return 'asset'
  if (first === 'webhooks') return 'webhook'
  if (first === 'share-image' || path.endsWith('.png')) return 'picture'
  if (first !== 'api' && first !== 'prod') return 'page'
  if (['stocks', 'stats', 'related', 'search', 'trades'].includes(second)) return 'market api'
  if (['editions', 'corrections'].includes(second)) return 'edition api'
  return ['subscribe', 'unsubscribe', 'confirm', 'operator'].includes(second) ? 'subscriber api' : 'other api'
}
