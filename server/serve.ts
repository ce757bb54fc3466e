import { executionAsyncResource } from 'node:async_hooks'

import closeWithGrace from 'close-with-grace'

import { createApp, createWorkerApp } from './app.ts'
import { acceptCommands, type CommandOutput, type TypedCommand } from './cli/handover.ts'
import { declareBuiltRuntime, warnOfMisspeltSettings, type Config } from './config/config.ts'
import { returnWarnings } from './config/providers.ts'
import { whenDatabaseAnswers } from './db/database-unavailable.ts'
import { createDeps, createServerLogger, type Deps } from './deps.ts'
import { holdRestored } from './sending/editions/sent-record.ts'
import { gatherConsole, type Logger } from './lib/logger.ts'
import { startSchedule } from './schedule/timetable.ts'
import type { Lifecycle } from './http/health.ts'
import { createHttpServer } from './http/http-server.ts'
import { listen, type Listening } from './http/listen.ts'
import { createPageApi } from './http/page-api.ts'
import { createDevelopment, createPageRenderer } from './http/render-page.ts'
import { trustOf } from './http/trusted-proxies.ts'

/** How long open requests may continue after the server is told to stop. */
const HTTP_DRAIN_MS = 10_000
/** How long to wait for mail being sent: an SMTP server may take ten minutes to answer (RFC 5321 4.5.3.2). */
const DRAIN_MS = 11 * 60_000

/** Runs the site until the process is told to stop: pages, API and timetable, or the part that its role covers.
 *  It waits for a database that does not answer yet.
 *  @throws whatever keeps it from starting: the database's refusal, the port, a migration */
export async function serve(config: Config): Promise<void> {
  keepTicksFast()
  // Without a listener a full disk below it would end the server.
  process.stderr.on('error', () => undefined)
  const logger = createServerLogger(config)
  let stop = async () => {}
  // Before anything else: a signal that nobody listens to does not end the first process of a container.
  const ending = closeWithGrace(
    { delay: DRAIN_MS, logger: { error: (message: string) => logger.error(message) } },
    async ({ err }) => {
      if (err) logger.fatal({ err }, 'stopping after an unexpected error')
      else logger.info('stopping')
      await stop()
      logger.info('stopped')
    },
  )
  try {
    stop = await start(config, logger)
  } catch (error) {
    // It would end the process as if all had gone well.
    ending.uninstall()
    throw error
  }
}

/** @returns what stops it again */
async function start(config: Config, logger: Logger): Promise<() => Promise<void>> {
  const deps = await whenDatabaseAnswers(() => createDeps(config, { logger, longWork: 'apart' }), logger)
  warnOfMisspeltSettings(logger)
  for (const words of returnWarnings(config.providers)) logger.warn(words)
  if (config.mode !== 'development') gatherConsole(logger)
  const lifecycle: Lifecycle = { isDraining: false }
  let web: Awaited<ReturnType<typeof createWeb>> | undefined
  let listening: Listening | undefined
  let commands: Awaited<ReturnType<typeof acceptCommands>> | undefined
  let schedule: ReturnType<typeof startSchedule> | undefined
  const close = async () => {
    lifecycle.isDraining = true
    await Promise.all([commands?.stop(), listening?.close(HTTP_DRAIN_MS), schedule?.stop()])
    await web?.close()
    await deps.close()
  }
  try {
    await holdRestored(deps.newsletter.weekly)
    web = await createWeb(config, deps, lifecycle)
    const { app } = web
    const trusts = trustOf(app.routes)
    const server = createHttpServer(app.answer, (address) => trusts(address, 0))
    listening = await listen(server, config)
    if (deps.database.kind === 'embedded')
      commands = await acceptCommands(config.dataDir, { run: runCommandOn(deps), logger })
  } catch (error) {
    await close()
    throw error
  }
  const { port } = listening
  logger.info({ port, mode: config.mode, role: config.role, database: deps.database.kind }, 'serving')
  greet(config, deps, port)
  // Only now: a process that cannot serve must not send either.
  if (config.role !== 'web')
    schedule = startSchedule({
      jobs: deps.jobs,
      logger,
      onGoodRound: deps.heartbeat,
      noteJob: (job) => deps.metrics.noteJob(job),
    })
  return close
}

let kept: object | undefined

/** Node makes an object for each `process.nextTick`, about ten per request. V8 knows their shape only while one is alive, and
 *  a full garbage collection usually comes when none is; after that, each costs five times as much. Keeping one prevents that. */
function keepTicksFast(): void {
  process.nextTick(() => {
    kept ??= executionAsyncResource()
  })
}

async function createWeb(config: Config, deps: Deps, lifecycle: Lifecycle) {
  if (config.role === 'worker') return { app: createWorkerApp({ deps, lifecycle }), close: async () => {} }
  const isDevelopment = config.mode === 'development'
  if (!isDevelopment) declareBuiltRuntime()
  const api = createPageApi(deps)
  if (!isDevelopment) {
    const renderPage = await createPageRenderer(api)
    // Loads what rendering needs now, so that no visitor waits for it.
    await renderPage('/')
    return { app: createApp({ deps, renderPage, lifecycle }), close: async () => {} }
  }
  const { renderPage, devMiddleware, close } = await createDevelopment(api)
  return { app: createApp({ deps, renderPage, lifecycle, devMiddleware }), close }
}

const runCommandOn = (deps: Deps) => async (command: TypedCommand, output: CommandOutput) => {
  // Loaded on demand, since most servers never run a command.
  const { runCommand } = await import('./cli/program.ts')
  return runCommand(command, {
    output,
    deps: () => Promise.resolve(deps),
    openDatabase: () => Promise.resolve({ ...deps.database, close: () => Promise.resolve() }),
    config: deps.config,
  })
}

/** Greets the person who started an unconfigured copy; a configured one just logs. */
function greet(config: Config, deps: Deps, port: number): void {
  if (config.mode === 'production' || config.mode === 'test') return
  const lines = [
    `${config.siteName} is at http://localhost:${port}`,
    deps.database.kind === 'embedded'
      ? `  Database: embedded, in ${config.dataDir}. For trying out: one process, and a power cut may lose the last writes.`
      : '  Database: Postgres.',
    config.smtpUrl === undefined
      ? `  Mail: written to ${config.dataDir}/outbox, none is sent.`
      : '  Mail: sent by SMTP.',
  ]
  process.stderr.write(`${lines.join('\n')}\n`)
}
