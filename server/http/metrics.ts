import { Counter, Gauge, Registry, type Histogram } from 'prom-client'

import { ALARM_KINDS, type AlarmKind } from '../sending/mail/index.ts'
import { PROVIDERS, type ProviderName } from '../sending/webhooks/index.ts'

/** This process's counters for monitoring. */
export interface Metrics {
  readonly registry: Registry
  countAlarm(kind: AlarmKind): void
  /** A job of the timetable has just succeeded, or begins to be awaited. */
  noteJob(job: string): void
  /** Something came back about a letter.
   *  @param outcome  'no-token': it names no letter that we know; 'refused': it is not from the provider; 'put-off': the
   *    provider must send it again */
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
  // Start at 0, since increase() misses the first alarm of a series that begins with it.
  for (const kind of ALARM_KINDS) alarms.inc({ kind }, 0)
  const jobs = new Gauge({
    name: 'lunchpail_job_last_success_timestamp_seconds',
    help: 'When a job of the timetable last succeeded in this process; for a frequent one at first its start',
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
  const requests = createRequestTimes()
  registry.registerMetric(requests.metric)
  return {
    registry,
    countAlarm: (kind) => alarms.inc({ kind }),
    noteJob: (job) => jobs.setToCurrentTime({ task: job }),
    countReturn: (by, outcome) => returns.inc({ by, outcome }),
    observeRequest({ group, method, status, seconds }) {
      // The client chooses the method: do not let just anything become a label.
      const known = METHODS.has(method) ? method : 'other'
      requests.observe(group, known, Math.floor(status / 100), seconds)
    },
  }
}

/** Seconds; what takes longer counts only in +Inf. */
const BOUNDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** The times of one group, method and class of status. */
interface Times {
  readonly labels: Readonly<Record<'group' | 'method' | 'status', string>>
  /** How many took at most this long, but longer than the bound before. */
  readonly counts: number[]
  count: number
  sum: number
}

/** A histogram of all requests, kept as plain numbers until somebody asks; the library's own would look up labels each time. */
function createRequestTimes() {
  const all = new Map<string, Times>()
  const name = 'lunchpail_http_request_seconds'
  const add = (key: string, group: RouteGroup, method: string, hundreds: number) => {
    const counts = BOUNDS.map(() => 0)
    const times = { labels: { group, method, status: `${hundreds}xx` }, counts, count: 0, sum: 0 }
    all.set(key, times)
    return times
  }
  const list = ({ labels, counts, count, sum }: Times) => {
    let within = 0
    const buckets = BOUNDS.map((le, index) => {
      within += counts[index] ?? 0
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: within }
    })
    return [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
  const metric = {
    name,
    get: () =>
      Promise.resolve({
        name,
        help: 'Time until an HTTP answer was written, by group of routes',
        type: 'histogram',
        aggregator: 'sum',
        values: [...all.values()].flatMap(list),
      }),
    reset: () => all.clear(),
  }
  return {
    // Only the members of a histogram that a registry uses.
    metric: metric as unknown as Histogram,
    observe(this: void, group: RouteGroup, method: string, hundreds: number, seconds: number): void {
      const key = `${hundreds}${method} ${group}`
      const times = all.get(key) ?? add(key, group, method, hundreds)
      times.count += 1
      times.sum += seconds
      const index = BOUNDS.findIndex((bound) => seconds <= bound)
      if (index !== -1) times.counts[index] = (times.counts[index] ?? 0) + 1
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
