import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { chartBody, startFakeYahoo, summaryBody, type FakeYahoo } from '../market/testing/fake-yahoo.ts'
import { createTestSite } from '../testing/app-fixture.ts'
import { publishEdition } from '../testing/published-edition.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'

const database = setUpDatabase()
let yahoo: FakeYahoo
beforeAll(async () => {
  yahoo = await startFakeYahoo()
  yahoo.handlers.set('/chart/ACME', () => ({ body: chartBody() }))
  yahoo.handlers.set('/quoteSummary/ACME', () => ({
    body: summaryBody({ summaryDetail: { trailingPE: 12.5 } }),
  }))
  await publishEdition(database.db)
})
afterAll(() => yahoo.close())

/** A site that notes each of its statements. */
function openCountedSite() {
  const statements: string[] = []
  const db = database.db.withPlugin({
    transformQuery({ node }) {
      statements.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const settings = { MARKET_DATA: 'live', UPSTREAM_BASE_URL: yahoo.baseUrl }
  return { statements, ...createTestSite({ ...database, db }, { settings }) }
}

describe('an answer that was sent before', () => {
  it.each([
    '/',
    '/stocks/ACME',
    '/newsletter/archive',
    '/api/stocks/ACME',
    '/api/stats/ACME',
    '/api/trades/ACME',
    '/api/editions',
  ])('does not query the database: %s', async (path) => {
    const { app, deps, statements, rendered } = openCountedSite()
    const ask = () => request(app).get(path).set('Accept-Encoding', 'br').expect(200)
    const { headers } = await ask()
    const firstRendered = rendered.length
    expect(statements.length + firstRendered).toBeGreaterThan(0)
    // What is stored after an answer belongs to the first one.
    await deps.market.backgroundLoadsEnded()
    statements.length = 0
    for (let asked = 0; asked < 5; asked += 1) await ask()
    await request(app)
      .get(path)
      .set({ 'Accept-Encoding': 'br', 'If-None-Match': String(headers['etag']) })
      .expect(304)
    expect(statements).toEqual([])
    expect(rendered).toHaveLength(firstRendered)
  })
})
