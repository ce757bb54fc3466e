import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'

import type { Database } from '../db/database.ts'
import { findFreeBytes } from '../lib/folders.ts'
import type { Logger } from '../lib/logger.ts'
import { listReturns } from '../sending/editions/edition-returns.ts'
import { findOpenCircuit, getEditionStatus, type EditionStatus } from '../sending/editions/edition-status.ts'

const NEWEST_EDITIONS = 3
const CACHE_MS = 10_000
/** A finished edition changes only by hand. */
const ENDED_CACHE_MS = 5 * 60_000
/** A query over a million deliveries takes a second: queries may use at most a twentieth of the time. */
const REST_FACTOR = 20

export interface GaugeDeps {
  readonly db: Database
  readonly logger: Logger
  readonly countSubscribers: () => Promise<number>
  readonly dataDir: string
}

/** The gauge of this server's own disk. */
export function addDiskGauge(
  registry: Registry,
  { dataDir, logger }: Pick<GaugeDeps, 'dataDir' | 'logger'>,
): void {
  // eslint-disable-next-line no-new
  new Gauge({
    name: 'lunchpail_data_dir_free_bytes',
    help: 'Room on the disk of DATA_DIR; left out where it cannot be read',
    registers: [registry],
    async collect() {
      try {
        this.set(await findFreeBytes(dataDir))
      } catch (error) {
        logger.warn({ err: error }, 'how much room DATA_DIR has could not be read')
        this.remove()
      }
    },
  })
}

/** Gauges that all processes share, read from the database on demand and cached for ten seconds, longer for large lists. */
export function addDatabaseGauges(registry: Registry, deps: GaugeDeps): { refresh(): Promise<void> } {
  const registers = [registry]
  const isUp = new Gauge({
    name: 'lunchpail_database_up',
    help: '1 when the database answered the last look; at 0 what is read from it is left out',
    registers,
  })
  const deliveries = new Gauge({
    name: 'lunchpail_deliveries',
    help: `Deliveries of the newest ${NEWEST_EDITIONS} editions by state`,
    labelNames: ['edition', 'state'],
    registers,
  })
  const editions = new Gauge({
    name: 'lunchpail_edition',
    help: `1 for the state that an edition is in, of the newest ${NEWEST_EDITIONS}`,
    labelNames: ['edition', 'state'],
    registers,
  })
  const circuit = new Gauge({
    name: 'lunchpail_mail_circuit_open',
    help: '1 while the mail server is left alone, since it did not answer',
    registers,
  })
  const subscribers = new Gauge({
    name: 'lunchpail_subscribers_active',
    help: 'How many get the next edition',
    registers,
  })

  const sourceAge = new Gauge({
    name: 'lunchpail_source_age_seconds',
    help: 'Since a source of public records was last read, in whole or in part',
    labelNames: ['source'],
    registers,
  })
  const sections = new Gauge({
    name: 'lunchpail_edition_sections',
    help: `Sections of the newest ${NEWEST_EDITIONS} editions, written or unavailable`,
    labelNames: ['edition', 'state'],
    registers,
  })
  const bounces = new Gauge({
    name: 'lunchpail_bounces',
    help: `What came back by mail about the newest ${NEWEST_EDITIONS} editions, by kind`,
    labelNames: ['edition', 'kind'],
    registers,
  })
  const unsubscribed = new Gauge({
    name: 'lunchpail_unsubscribed',
    help: `Who left after the newest ${NEWEST_EDITIONS} editions, by way`,
    labelNames: ['edition', 'way'],
    registers,
  })
  const beside = [deliveries, editions, sourceAge, sections, bounces, unsubscribed]

  const known = new Map<string, { status: EditionStatus; until: number }>()
  let freshUntil = 0
  let running: Promise<void> | undefined

  async function statusOf(date: string): Promise<EditionStatus | undefined> {
    const kept = known.get(date)
    if (kept !== undefined && performance.now() < kept.until) return kept.status
    const startedAt = performance.now()
    const status = await getEditionStatus(deps.db, date)
    if (status === undefined) return undefined
    const isEnded = ['finished', 'missed', 'cancelled'].includes(status.state)
    const restMs = Math.max(CACHE_MS, REST_FACTOR * (performance.now() - startedAt))
    known.set(date, { status, until: performance.now() + (isEnded ? ENDED_CACHE_MS : restMs) })
    return status
  }

  async function read(): Promise<void> {
    const newest = await deps.db
      .selectFrom('edition')
      .select('slot_date')
      .orderBy('slot_date', 'desc')
      .limit(NEWEST_EDITIONS)
      .execute()
    const statuses: EditionStatus[] = []
    for (const { slot_date: date } of newest) {
      const status = await statusOf(date)
      if (status !== undefined) statuses.push(status)
    }
    const openCircuit = await findOpenCircuit(deps.db)
    const active = await deps.countSubscribers()
    const ages = await listSourceAges(deps.db)
    const written = await listSections(deps.db)
    const returned = await listReturns(deps.db, statuses)
    for (const gauge of beside) gauge.reset()
    for (const { source, seconds } of ages) sourceAge.set({ source }, seconds)
    for (const { date, state, count } of written) sections.set({ edition: date, state }, count)
    for (const { date, bounced, complained, unsubscribed: left } of returned) {
      for (const [kind, count] of Object.entries({ ...bounced, complaint: complained })) {
        bounces.set({ edition: date, kind }, count)
      }
      for (const [way, count] of Object.entries(left)) unsubscribed.set({ edition: date, way }, count)
    }
    for (const { date, state, counts } of statuses) {
      editions.set({ edition: date, state }, 1)
      for (const [name, count] of Object.entries(counts))
        deliveries.set({ edition: date, state: name }, count)
    }
    circuit.set(openCircuit === undefined ? 0 : 1)
    subscribers.set(active)
    isUp.set(1)
  }

  async function refresh(): Promise<void> {
    try {
      await read()
      freshUntil = performance.now() + CACHE_MS
    } catch (error) {
      deps.logger.warn({ err: error }, 'the metrics that stand in the database could not be read')
      for (const gauge of beside) gauge.reset()
      circuit.remove()
      subscribers.remove()
      isUp.set(0)
    }
  }

  return {
    async refresh() {
      if (performance.now() < freshUntil) return
      running ??= refresh().finally(() => {
        running = undefined
      })
      await running
    },
  }
}

async function listSourceAges(db: Database): Promise<{ source: string; seconds: number }[]> {
  const { rows } = await sql<{ source: string; seconds: number }>`
    select source, extract(epoch from lunchpail_now() - max(finished_at))::float8 as seconds
    from collect_run where outcome in ('complete', 'partial') and finished_at > lunchpail_now() - interval '30 days'
    group by source`.execute(db)
  return rows
}

async function listSections(db: Database): Promise<{ date: string; state: string; count: number }[]> {
  const { rows } = await sql<{ date: string; state: string; count: number }>`
    select date, state, count(section)::integer as count
    from (values ('written'), ('unavailable')) as states (state) cross join (
      select slot_date as date, content from edition order by slot_date desc limit ${NEWEST_EDITIONS}
    ) as newest left join lateral (
      select section ->> 'state' as section from jsonb_array_elements(
        case when jsonb_typeof(content -> 'letter' -> 'sections') = 'array'
          then content -> 'letter' -> 'sections' else '[]'::jsonb end) as section
    ) as one on (one.section = 'unavailable') = (state = 'unavailable')
    group by date, state`.execute(db)
  return rows
}
