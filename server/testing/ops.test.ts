import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import type { Tables } from '../db/database.ts'
import { createMetrics } from '../http/metrics.ts'
import { createMetricsRouter } from '../http/metrics-routes.ts'
import { createLogger } from '../lib/logger.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

/** Never queried: the list of metrics does not depend on a database. */
const UNASKED = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Lists the metrics that /metrics serves. */
function listMetrics(): Set<string> {
  const metrics = createMetrics()
  createMetricsRouter({
    metrics,
    token: 't'.repeat(20),
    db: UNASKED,
    logger: createLogger('silent'),
    countSubscribers: () => Promise.resolve(0),
    dataDir: ROOT,
  })
  const names = metrics.registry.getMetricsAsArray().map(({ name }) => name)
  return new Set([...names, ...names.flatMap((name) => [`${name}_count`, `${name}_bucket`])])
}

const namesIn = (text: string) => [...new Set(text.match(/\b(?:lunchpail|nodejs|process)_[a-z0-9_]+/g))]

describe('ops/alerts.yml', () => {
  it('alerts only when it should', ({ skip }) => {
    skip(!hasPromtool, 'promtool is not on PATH (Debian: prometheus): the rules are not tried out')
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'ops/alerts.test.yml'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect({ status, words: `${stdout}${stderr}` }).toMatchObject({ status: 0 })
  })

  it('links each alert to an existing section of docs/operations.md', () => {
    const headings = new Set(
      [...read('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^a-z0-9 -]/g, '')
          .replaceAll(' ', '-'),
      ),
    )
    const anchors = [...read('ops/alerts.yml').matchAll(/docs\/operations\.md#([a-z0-9-]+)/g)].map(
      ([, anchor = '']) => anchor,
    )
    expect(anchors.length).toBeGreaterThan(10)
    expect(anchors.filter((anchor) => !headings.has(anchor))).toEqual([])
  })
})

describe('the lines of docs/operations.md for docker compose', () => {
  const blocks = [...read('docs/operations.md').matchAll(/^```\n(.*?)^```/gms)].map(([, block = '']) => block)
  const lines = blocks.flatMap((block) =>
    block.split('\n').filter((line) => line.startsWith('docker compose')),
  )

  it('delete the tables that a backup replaces only once it has been restored as a whole and looked at', () => {
    const restore = blocks.find((block) => block.includes('pg_restore')) ?? ''
    const places = [
      'alter schema public rename to lunchpail_before_restore',
      'pg_restore',
      '--single-transaction --exit-on-error',
      'edition list',
      'drop schema lunchpail_before_restore',
    ].map((words) => restore.indexOf(words))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places).not.toContain(-1)
    expect(restore.match(/drop schema/g)).toHaveLength(1)
  })

  it('give a backup, without what a restore put aside, its name once it is complete', () => {
    expect(lines.filter((line) => line.includes('pg_dump'))).toEqual([
      expect.stringMatching(
        / --exclude-schema lunchpail_before_restore .* > (\S+)\.partial && mv \1\.partial \1$/,
      ),
    ])
  })

  it('leave out no service that .env names', () => {
    const wrong = lines.filter(
      (line) =>
        /--scale|--profile/.test(line) ||
        (/ up /.test(line) && !/ up -d(?: --wait postgres)?(?: {2,}#.*)?$/.test(line)) ||
        (/ stop /.test(line) && !line.includes('worker')),
    )
    expect(lines.length).toBeGreaterThan(10)
    expect(wrong).toEqual([])
  })
})

describe('ops/', () => {
  it('uses only metrics that /metrics serves', () => {
    const known = listMetrics()
    const dashboard = z
      .object({
        panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).min(1) })).min(10),
      })
      .parse(JSON.parse(read('ops/dashboard.json')))
    const asked = namesIn(
      [
        read('ops/alerts.yml'),
        ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ].join('\n'),
    )
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.filter((name) => !known.has(name))).toEqual([])
  })
})
