import { existsSync } from 'node:fs'

import { sql } from 'kysely'

import type { Config } from '../config/config.ts'
import { loadKeys } from '../config/local-keys.ts'
import { checkTool, PUT_ASIDE, serverVersion } from '../db/backup.ts'
import type { Database } from '../db/database.ts'
import { compareMigrations } from '../db/migrate.ts'
import { embeddedFolder, type OpenedDatabase } from '../db/open-database.ts'
import { messageOf } from '../lib/errors.ts'
import { userAgentOf } from '../lib/upstream-fetch.ts'
import { describeFailure } from '../operator/describe-failure.ts'
import { createRecordSources } from '../records/collect-records.ts'
import { listLatestRuns } from '../records/core/runs.ts'
import { SENDING_HOURS } from '../sending/editions/edition-slots.ts'
import { describePace } from '../sending/sending-words.ts'
import { checkKeys, isActive } from '../subscribers/index.ts'
import type { CommandContext } from './program.ts'

/** What was checked, its state, and what to do. */
export interface Finding {
  readonly what: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly words: string
}

export const finding = (what: string, state: Finding['state'], words: string): Finding => ({
  what,
  state,
  words,
})

/** How long to wait for anything outside. */
export const PATIENCE_MS = 10_000
const OLDEST_POSTGRES = 15
const TRIAL = 'For trying out: one process, and a power cut may lose the last writes'
const MOST_SKEW_SECONDS = 30
const OLD_HOURS = 50

/** The state of the database, its tables, keys, clock, readers and the sources read into it. Changes nothing. */
export async function checkDatabase(
  config: Config,
  openDatabase: CommandContext['openDatabase'],
): Promise<Finding[]> {
  const { databaseUrl, isForCompose, dataDir } = config
  // Opening an embedded database makes one.
  if (databaseUrl === undefined && !isForCompose && !existsSync(embeddedFolder(dataDir))) {
    return [finding('Database', 'warn', `embedded, not made yet: a server makes it when it starts. ${TRIAL}`)]
  }
  let opened: OpenedDatabase
  try {
    opened = await openDatabase()
  } catch (error) {
    return [finding('Database', 'fail', wordsOfDatabase(error))]
  }
  const { db, kind } = opened
  const looks = [
    () => checkVersion(db, kind),
    () => checkTables(db),
    () => checkPutAside(db),
    () => checkStoredKeys(db, config),
    () => checkClock(db, config),
    () => checkPace(db, config),
    () => checkSources(db, config),
  ]
  try {
    const findings: Finding[] = []
    for (const look of looks) {
      findings.push(
        ...(await look().catch((error: unknown) => [finding('Database', 'fail', wordsOfDatabase(error))])),
      )
    }
    return findings
  } finally {
    await opened.close()
  }
}

async function checkVersion(db: Database, kind: OpenedDatabase['kind']): Promise<Finding[]> {
  if (kind === 'embedded') {
    return [finding('Database', 'warn', `embedded. ${TRIAL}`)]
  }
  const version = await serverVersion(db)
  const tool = await checkTool('pg_dump', version)
  return [
    version < OLDEST_POSTGRES
      ? finding('Database', 'fail', `Postgres ${version}: ${OLDEST_POSTGRES} or newer is needed`)
      : finding('Database', 'ok', `Postgres ${version} answers`),
    tool === undefined
      ? finding('Backups', 'ok', 'pg_dump fits the server')
      : finding('Backups', 'warn', tool),
  ]
}

async function checkTables(db: Database): Promise<Finding[]> {
  const { pending, late, unknown } = await compareMigrations(db)
  if (unknown.length > 0) {
    return [
      finding(
        'Tables',
        'fail',
        `made by a newer version of the program (${unknown.join(', ')}): start that one, or restore a backup from before it`,
      ),
    ]
  }
  if (late.length > 0) {
    return [
      finding(
        'Tables',
        'fail',
        `this version brings changes that belong before ones this database already has (${late.join(', ')}), so no server of it starts here: start the version that changed it last, or restore a backup from before that`,
      ),
    ]
  }
  return pending.length > 0
    ? [
        finding(
          'Tables',
          'warn',
          pending.length === 1
            ? '1 migration is to come: a server applies it when it starts'
            : `${pending.length} migrations are to come: a server applies them when it starts`,
        ),
      ]
    : [finding('Tables', 'ok', 'up to date')]
}

async function checkPutAside(db: Database): Promise<Finding[]> {
  const { rows } = await sql`select 1 where to_regnamespace(${PUT_ASIDE}) is not null`.execute(db)
  return rows.length === 0
    ? []
    : [
        finding(
          'Tables',
          'warn',
          `those of before a restore are kept in the schema ${PUT_ASIDE}, with addresses that were erased since: once the restored ones are right, "drop schema ${PUT_ASIDE} cascade" in psql`,
        ),
      ]
}

async function checkStoredKeys(db: Database, config: Config): Promise<Finding[]> {
  const { pending } = await compareMigrations(db)
  if (pending.length > 0) return []
  const warnings: string[] = []
  await checkKeys(db, loadKeys(config), { warn: (words: string) => void warnings.push(words) })
  return warnings.length === 0
    ? [finding('Keys', 'ok', 'those that this database was used with')]
    : warnings.map((words) => finding('Keys', 'warn', words))
}

async function checkClock(db: Database, config: Config): Promise<Finding[]> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const now = rows[0]?.now
  if (now === undefined) return []
  const apart = Math.round(Math.abs(Date.now() - now.getTime()) / 1000)
  const own =
    apart > MOST_SKEW_SECONDS
      ? finding(
          'Clock',
          'fail',
          `this machine and the database are ${apart} s apart, and the database decides what is due: set both by NTP`,
        )
      : finding('Clock', 'ok', `this machine and the database agree`)
  // A published source's own clock shows whether both are wrong.
  const outside = await findOutsideTime(config)
  if (outside === undefined) return [own]
  const skew = Math.round(Math.abs(Date.now() - outside.getTime()) / 1000)
  return skew > MOST_SKEW_SECONDS
    ? [own, finding('Clock', 'fail', `this machine is ${skew} s off the web's time: set it by NTP`)]
    : [own]
}

async function findOutsideTime(config: Config): Promise<Date | undefined> {
  const address = 'www.sec.gov/robots.txt'
  const answer = await fetch(
    config.upstreamBaseUrl === undefined ? `https://${address}` : `${config.upstreamBaseUrl}/${address}`,
    {
      headers: { 'User-Agent': userAgentOf(config) },
      signal: AbortSignal.timeout(PATIENCE_MS),
    },
  ).catch(() => undefined)
  const told = new Date(answer?.headers.get('date') ?? '')
  return Number.isNaN(told.getTime()) ? undefined : told
}

/** Whether the letter reaches everybody who is subscribed now, before it ends. */
async function checkPace(db: Database, { sending: { perSecond } }: Config): Promise<Finding[]> {
  if ((await compareMigrations(db)).pending.length > 0) return []
  const { rows } = await sql<{ readers: number }>`
    select count(*)::integer as readers from subscriber where ${isActive}`.execute(db)
  const readers = rows[0]?.readers ?? 0
  const seconds = SENDING_HOURS * 3600
  const words = describePace({ readers, perSecond, seconds })
  return [
    readers / perSecond <= seconds
      ? finding('Readers', 'ok', words)
      : finding('Readers', 'warn', `${words}. Raise SEND_PER_SECOND, as far as the mail server allows`),
  ]
}

async function checkSources(db: Database, config: Config): Promise<Finding[]> {
  if ((await compareMigrations(db)).pending.length > 0) return []
  const runs = new Map((await listLatestRuns(db)).map((run) => [run.source, run]))
  const findings = createRecordSources(config).flatMap(({ id, name }): Finding[] => {
    const run = runs.get(id)
    if (run === undefined) return [finding(name, 'warn', `never read: lunchpail collect ${id}`)]
    const hours = Math.round((Date.now() - Date.parse(run.startedAt)) / 3_600_000)
    if (run.outcome === 'unfinished') {
      const begun = `begun ${hours} hours ago and not done yet`
      return [
        finding(name, 'warn', `${begun}: it is being read now, or that was broken off (the log says why)`),
      ]
    }
    const age = `read ${hours} hours ago`
    if (run.outcome === 'failed') {
      return [
        finding(name, 'warn', `${age} without success: ${run.unread[0]?.reason ?? 'nothing could be read'}`),
      ]
    }
    return hours > OLD_HOURS
      ? [finding(name, 'warn', `${age}; it should be daily: is a server running?`)]
      : []
  })
  return findings.length === 0 ? [finding('Sources', 'ok', 'all read within two days')] : findings
}

const wordsOfDatabase = (error: unknown) => describeFailure(error)?.replace(/\.$/, '') ?? wordsOf(error)

/** An error's message, for use within a sentence. */
export const wordsOf = (error: unknown) => messageOf(error).replace(/\.$/, '')
