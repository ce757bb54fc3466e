import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { Express } from 'express'

import { createApp } from '../app.ts'
import { loadConfig, type Config } from '../config/config.ts'
import type { OpenedDatabase } from '../db/open-database.ts'
import { assembleDeps, type Deps } from '../deps.ts'
import { createLogger } from '../lib/logger.ts'
import { stretchWaits } from '../lib/patience.ts'
import type { RenderedPage } from '../../client/lib/api-client.ts'
import type { Lifecycle } from '../http/health.ts'

export interface TestSite {
  readonly app: RequestListener
  /** The routes behind the entrance. */
  readonly routes: Express
  readonly deps: Deps
  readonly lifecycle: Lifecycle
  /** The URLs that were rendered, in order. */
  readonly rendered: readonly string[]
  /** Every log line so far. */
  readonly logLines: readonly string[]
  /** Advances the clock of the site. */
  readonly pass: (ms: number) => void
}

/** The keys of every test site. */
const TEST_KEYS = { SECRET_KEY: 's'.repeat(40), SUPPRESSION_KEY: 'h'.repeat(40) }
/** A Friday; the tests' sources have closes up to this day. */
const NOW = '2026-11-20T15:00:00Z'

/** Creates all parts of a site on a test's database; mail goes to a separate folder. No wait for a part of an answer ends early.
 *  @param settings  as in .env, in addition to the keys */
export function createTestDeps(
  database: OpenedDatabase,
  settings: Readonly<Record<string, string>> = {},
): { deps: Deps; logLines: readonly string[]; pass: (ms: number) => void } {
  stretchWaits(60)
  const logLines: string[] = []
  let nowMs = Date.parse(NOW)
  const config = createTestConfig(settings)
  const logger = createLogger(config.logLevel, { write: (line) => void logLines.push(line) })
  const deps = assembleDeps(config, { database, logger, clock: { now: () => new Date(nowMs) } })
  return { deps, logLines, pass: (ms) => void (nowMs += ms) }
}

/** @param settings  as in .env, in addition to the keys */
export function createTestConfig(settings: Readonly<Record<string, string>> = {}): Config {
  return loadConfig({
    NODE_ENV: 'test',
    SITE_URL: 'https://lunchpail.test',
    CONTACT_EMAIL: 'hello@lunchpail.test',
    MAIL_FROM: 'Lunchpail <monday@lunchpail.test>',
    DATA_DIR: path.join(tmpdir(), `lunchpail-${randomBytes(6).toString('hex')}`),
    // Port 1: a test that forgets to set its source reaches nobody.
    UPSTREAM_BASE_URL: 'http://127.0.0.1:1',
    // Tests send many readers' requests from one address, which may use a sixth of this.
    MARKET_CALLS_PER_MINUTE: '12000',
    ...TEST_KEYS,
    ...settings,
  })
}

/** Creates the whole site over HTTP, except for the rendering of pages.
 *  @param options.render  replaces the rendering; by default a page that names its URL */
export function createTestSite(
  database: OpenedDatabase,
  options: {
    settings?: Readonly<Record<string, string>>
    render?: (address: string) => RenderedPage
  } = {},
): TestSite {
  const { deps, logLines, pass } = createTestDeps(database, options.settings)
  const lifecycle: Lifecycle = { isDraining: false }
  const rendered: string[] = []
  const render =
    options.render ??
    ((address: string) => ({
      status: address === '/not-found' ? 404 : 200,
      html: `<!doctype html><title>${address}</title>`,
      location: undefined,
    }))
  const { answer: app, routes } = createApp({
    deps,
    lifecycle,
    renderPage: async (address) => {
      rendered.push(address)
      return render(address)
    },
  })
  return { app, routes, deps, lifecycle, rendered, logLines, pass }
}
