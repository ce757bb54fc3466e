import request from 'supertest'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'

import { tradesResponseSchema } from '../../../shared/trades-contract.ts'
import { createTestSite, type TestSite } from '../../testing/app-fixture.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { keepAcmeTrades, keepRun } from '../../letter/testing/kept-trades.ts'

const database = setUpDatabase()
let site: TestSite
beforeAll(async () => {
  site = createTestSite(database)
  await keepAcmeTrades(database.db)
})

const get = (path: string) => request(site.app).get(path)

describe('GET /api/trades/:ticker', () => {
  it('returns the trades of insiders and members of Congress, with the legal notice', async () => {
    const answer = await get('/api/trades/acme').expect(200)
    expect(answer.headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=300')
    const { ticker, insiders, congress, meta } = tradesResponseSchema.parse(answer.body)
    expect([ticker, insiders?.total, congress?.total]).toEqual(['ACME', 1, 1])
    expect(meta.notice).toContain('5 U.S.C. 13107')
    const asIfKept = get('/api/trades/OTHR').set('If-None-Match', String(answer.headers['etag']))
    expect((await asIfKept).status).toBe(200)
  })

  it('answers for twelve months or for all on record, and for nothing else', async () => {
    const all = await get('/api/trades/ACME?window=all').expect(200)
    expect(tradesResponseSchema.parse(all.body).insiders?.total).toBe(1)
    const refused = await get('/api/trades/ACME?window=decade').expect(400)
    expect(refused.body).toMatchObject({
      code: 'malformed-request',
      detail: 'The parameter window is one of year, all.',
    })
  })
})

it('sends no CORS header for trades, since reports of Congress may not be passed on', async () => {
  const { headers } = await get('/api/trades/ACME')
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

it('returns null for a part that cannot be read, and 503 if both cannot', async () => {
  const other = await createTestDatabase()
  const broken = createTestSite(other)
  await keepRun(other.db, { source: 'house', asOf: '2025-01-28' })
  await sql`alter table congress_line rename to moved`.execute(other.db)
  const half = await request(broken.app).get('/api/trades/ACME').expect(200)
  expect([half.body.congress, half.body.insiders.total]).toEqual([null, 0])
  expect(half.headers['cache-control']).toBe('public, max-age=5')
  await sql`alter table collect_run rename to moved_too`.execute(other.db)
  // A part that is missing is looked for again a second later.
  broken.pass(1_000)
  const none = await request(broken.app).get('/api/trades/ACME')
  expect([none.status, none.type, none.body.code, none.headers['retry-after']]).toEqual([
    503,
    'application/problem+json',
    'not-ready',
    '30',
  ])
  await other.close()
})
