import { sql } from 'kysely'
import request from 'supertest'
import { describe, expect, it } from 'vitest'

import { createTestSite } from '../testing/app-fixture.ts'
import {
  addSubscribers,
  freezeFor,
  readers,
  resetTables,
  setDatabaseClock,
} from '../testing/edition-fixtures.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const TOKEN = 't'.repeat(20)
const METRICS_TOKEN = { METRICS_TOKEN: TOKEN }

const database = setUpDatabase(resetTables)

const scrape = (site: ReturnType<typeof createTestSite>, token = TOKEN) =>
  request(site.app).get('/metrics').set('Authorization', `Bearer ${token}`)

describe('/metrics', () => {
  it('does not exist without the setting', async () => {
    const site = createTestSite(database)
    const response = await scrape(site)
    expect(response.status).toBe(404)
    expect(response.text).not.toContain('lunchpail_')
  })

  it.each(['', 'Bearer', `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`])(
    'refuses "%s"',
    async (authorization) => {
      const { app } = createTestSite(database, { settings: METRICS_TOKEN })
      const response = await request(app).get('/metrics').set('Authorization', authorization)
      expect([
        response.status,
        response.headers['www-authenticate'],
        response.headers['cache-control'],
      ]).toEqual([401, 'Bearer', 'no-store'])
      expect(response.text).toBe('The token of METRICS_TOKEN is needed.\n')
    },
  )

  it('accepts the scheme in lower case, per RFC 9110', async () => {
    const { app } = createTestSite(database, { settings: METRICS_TOKEN })
    const response = await request(app).get('/metrics').set('Authorization', `bearer ${TOKEN}`)
    expect(response.status).toBe(200)
  })

  it('covers editions, the mail server, subscribers, requests and alarms, without any address', async () => {
    const { db } = database
    await setDatabaseClock(db, '2026-11-22T12:00:00Z')
    await freezeFor(db, readers(5))
    await sql`update delivery set state = 'unknown', reply = 'reader1@mail.example' where subscriber_id = 1`.execute(
      db,
    )
    await sql`
      insert into mail_gate (name, next_at, failures, open_until)
      values ('newsletter', lunchpail_now(), 2, lunchpail_now())`.execute(db)
    const site = createTestSite(database, { settings: METRICS_TOKEN })
    await request(site.app).get('/api/editions')
    await request(site.app).get('/unsubscribe?email=reader1%40mail.example')
    site.deps.metrics.countAlarm('paused')
    site.deps.metrics.countAlarm('preview')
    site.deps.metrics.noteJob('watch-sending')
    await sql`
      insert into collect_run (source, as_of, started_at, finished_at, outcome, listed, read, unread, on_paper, notes)
      values ('sec', '2026-11-22', lunchpail_now() - interval '1 hour', lunchpail_now() - interval '1 hour', 'complete', 1, 1, '[]', '[]', '[]')`.execute(
      db,
    )
    await sql`insert into bounce (edition_id, subscriber_id, kind, received_at) values (1, 2, 'permanent', lunchpail_now())`.execute(
      db,
    )

    const response = await scrape(site)
    expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=/)
    const lines = response.text.split('\n')
    for (const line of [
      'lunchpail_deliveries{edition="2026-11-23",state="unknown"} 1',
      'lunchpail_deliveries{edition="2026-11-23",state="pending"} 4',
      'lunchpail_edition{edition="2026-11-23",state="frozen"} 1',
      'lunchpail_edition_sections{edition="2026-11-23",state="written"} 0',
      'lunchpail_bounces{edition="2026-11-23",kind="permanent"} 1',
      'lunchpail_mail_circuit_open 1',
      'lunchpail_source_age_seconds{source="sec"} 3600',
      'lunchpail_subscribers_active 5',
      'lunchpail_database_up 1',
      'lunchpail_alarms_total{kind="paused"} 1',
      'lunchpail_alarms_total{kind="preview"} 1',
      // These start at 0, since increase() misses the first event of a series that begins with 1.
      ...[
        'missed',
        'held',
        'not-written',
        'database',
        'unknown',
        'mail-server',
        'source-dark',
        'warm-up',
      ].map((kind) => `lunchpail_alarms_total{kind="${kind}"} 0`),
      'lunchpail_alarms_total{kind="not-everyone-reached"} 0',
      'lunchpail_http_request_seconds_count{group="edition api",method="GET",status="2xx"} 1',
      'lunchpail_http_request_seconds_count{group="page",method="GET",status="2xx"} 1',
    ]) {
      expect(lines).toContain(line)
    }
    expect(response.text).toMatch(/^lunchpail_job_last_success_timestamp_seconds\{task="watch-sending"\} \d/m)
    expect(response.text).toMatch(/^lunchpail_data_dir_free_bytes \d+$/m)
    expect(response.text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect(response.text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(response.text).not.toMatch(/@|reader1|t{20}/)
    expect(site.logLines.join('')).not.toContain('/metrics')
  })

  it('caches its reading for ten seconds, and reports when the database does not answer', async () => {
    const own = await createTestDatabase()
    const site = createTestSite(own, { settings: METRICS_TOKEN })
    await addSubscribers(own.db, readers(1))
    expect((await scrape(site)).text).toContain('lunchpail_subscribers_active 1\n')
    await addSubscribers(own.db, ['late@mail.example'])
    expect((await scrape(site)).text).toContain('lunchpail_subscribers_active 1\n')

    const second = createTestSite(own, { settings: METRICS_TOKEN })
    await own.close()
    const { status, text } = await scrape(second)
    expect(status).toBe(200)
    expect(text).toContain('lunchpail_database_up 0\n')
    expect(text).not.toMatch(/^lunchpail_subscribers_active/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  })
})
