import { randomBytes } from 'node:crypto'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startSite, type RunningSite } from './support/site.ts'
import { startUpstream, type Part, type Upstream } from './support/upstream.ts'

const postgresUrl = process.env['TEST_DATABASE_URL']
const CROWD = 200

describe.skipIf(postgresUrl === undefined)(
  'two servers on one Postgres (only with TEST_DATABASE_URL: the embedded one has one server)',
  () => {
    const name = `lunchpail_e2e_${randomBytes(4).toString('hex')}`
    let upstream: Upstream
    let settings: Record<string, string>
    let sites: RunningSite[] = []

    beforeAll(async () => {
      await runOnServer(`create database ${name}`)
      upstream = await startUpstream()
      const url = new URL(postgresUrl ?? '')
      url.pathname = `/${name}`
      settings = {
        DATABASE_URL: url.href,
        UPSTREAM_BASE_URL: upstream.url,
        // A crowd is many clients, since one client may not have this many requests in progress.
        TRUST_PROXY: '1',
        SECRET_KEY: 's'.repeat(40),
        SUPPRESSION_KEY: 'h'.repeat(40),
      }
      sites = await Promise.all([startSite(settings), startSite(settings)])
    })
    afterAll(async () => {
      await Promise.all(sites.map((site) => site.stop()))
      upstream?.close()
      await runOnServer(`drop database if exists ${name} with (force)`)
    })

    const PARTS: readonly Part[] = ['chart', 'summary', 'recommendations', 'quote']
    const countCalls = () => Object.fromEntries(PARTS.map((part) => [part, upstream.count(part)]))

    it('ask each source once for a crowd, answer while it is down, and keep what they know', async () => {
      const paths = ['/api/stocks/T300', '/api/stats/T300', '/api/related/T300', '/stocks/T300']
      const crowd = Array.from({ length: CROWD }, (_value, index) =>
        fetch(`${sites[index % 2]?.url}${paths[Math.floor(index / 2) % paths.length]}`, {
          headers: { 'X-Forwarded-For': `203.0.113.${index % 200}` },
        }),
      )
      const answers = await Promise.all(crowd)
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      await Promise.all(answers.map((answer) => answer.arrayBuffer()))
      // Profile and statistics are one request each.
      expect(countCalls()).toEqual({ chart: 1, summary: 2, recommendations: 1, quote: 1 })

      const [first, second] = sites as [RunningSite, RunningSite]
      expect((await fetch(`${first.url}/stocks/T301`)).status).toBe(200)
      const before = countCalls()
      for (const part of [...PARTS, 'search', 'listing', 'wikidata'] as const) upstream.fail(part, 'reset')
      const other = await fetch(`${second.url}/api/stocks/T301`)
      expect(await other.json()).toMatchObject({
        info: { 'Company Name': 'Trial T301' },
        meta: { stale: false, profileAvailable: true },
      })

      await first.stop()
      const restarted = await startSite(settings)
      sites = [second, restarted]
      for (const path of paths) {
        expect({ path, status: (await fetch(restarted.url + path)).status }).toEqual({ path, status: 200 })
      }
      expect(countCalls()).toEqual(before)
      expect((await fetch(`${restarted.url}/stocks/T302`)).status).toBe(503)
    })
  },
)

async function runOnServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
