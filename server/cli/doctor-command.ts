import { access, constants, statfs } from 'node:fs/promises'

import type { Command } from 'commander'
import { sql } from 'kysely'

import { loadKeys } from '../config/local-keys.ts'
import { warnOfMisspeltSettings, type Config } from '../config/config.ts'
import { checkTool, serverVersion } from '../db/backup.ts'
import type { Database } from '../db/database.ts'
import { compareMigrations } from '../db/migrate.ts'
import type { OpenedDatabase } from '../db/open-database.ts'
import { makeFolder } from '../lib/make-folder.ts'
import { createLogger } from '../lib/logger.ts'
import { describeFailure } from '../operator/describe-failure.ts'
import { createRecordSources } from '../records/collect-records.ts'
import { listLatestRuns } from '../records/core/runs.ts'
import { checkMail, createDnsLookup } from '../sending/mail-check/index.ts'
import { trySignIn } from '../sending/mail/index.ts'
import { createSentRecord } from '../sending/editions/sent-record.ts'
import { checkKeys } from '../subscribers/index.ts'
import { formatCount } from '../operator/quantities.ts'
import type { CommandContext } from './program.ts'

/** What was looked at, how it stands, and what to do. */
interface Finding {
  readonly what: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly words: string
}

const OLDEST_POSTGRES = 15
const PATIENCE_MS = 10_000
const MB = 1024 * 1024
const FEWEST_MB = 200
const FEW_MB = 2_000
const MOST_SKEW_SECONDS = 30
const OLD_HOURS = 50

/** doctor */
export function addDoctorCommand(
  program: Command,
  { config, openDatabase, output }: CommandContext,
  setExitCode: (code: number) => void,
): void {
  program
    .command('doctor')
    .description(
      'Look at everything that a site needs, change nothing and mail nobody: settings, disk, database, tables, keys, clock, sources, sign-in at the mail server, DNS, the site from outside. Exit code: 1 when something fails.',
    )
    .option('--dns <server>', 'ask this DNS server, ADDRESS or ADDRESS:PORT')
    .option('--json', 'one line of JSON')
    .action(async ({ dns, json }: { dns?: string; json?: true }) => {
      const findings = [
        ...checkSettings(config),
        ...(await checkFolder(config)),
        ...(await checkDatabase(config, openDatabase)),
        ...(await checkSending(config, dns)),
        await checkSite(config),
      ]
      output.write(
        json
          ? `${JSON.stringify({ findings })}\n`
          : findings.map(({ what, state, words }) => `${state.padEnd(5)} ${what}: ${words}\n`).join(''),
      )
      const failed = findings.filter(({ state }) => state === 'fail').length
      if (failed > 0) setExitCode(1)
    })
}

const finding = (what: string, state: Finding['state'], words: string): Finding => ({ what, state, words })

function checkSettings(config: Config): Finding[] {
  const misspelt: string[] = []
  warnOfMisspeltSettings({ warn: (_details, words) => void misspelt.push(words) })
  return [
    config.mode === 'production'
      ? finding('Settings', 'ok', 'complete for production')
      : finding(
          'Settings',
          'warn',
          `NODE_ENV is not production: what is not set has a default, for trying out`,
        ),
    ...misspelt.map((words) => finding('Settings', 'warn', words)),
    ...(config.alarms.webhookUrl === undefined && config.smtpUrl === undefined
      ? [finding('Alarms', 'warn', 'only in the log: set SMTP_URL and OPERATOR_EMAIL, or ALARM_WEBHOOK_URL')]
      : config.alarms.webhookUrl === undefined
        ? [finding('Alarms', 'warn', 'only by mail, which may be what is broken: set ALARM_WEBHOOK_URL')]
        : [finding('Alarms', 'ok', 'by mail and by a second channel')]),
    ...(config.alarms.heartbeatUrl === undefined
      ? [finding('Silence', 'warn', 'nobody notices when this server is down: set HEARTBEAT_URL')]
      : []),
  ]
}

async function checkFolder({ dataDir }: Config): Promise<Finding[]> {
  try {
    makeFolder(dataDir)
    await access(dataDir, constants.W_OK)
    const { bavail, bsize } = await statfs(dataDir)
    const free = Math.floor((bavail * bsize) / MB)
    const words = `${dataDir} can be written, ${formatCount(free)} MB free`
    const noted = createSentRecord(dataDir, createLogger('silent')).list().length
    return [
      free < FEWEST_MB
        ? finding('Disk', 'fail', `${words}: make room, or letters and records are lost`)
        : finding('Disk', free < FEW_MB ? 'warn' : 'ok', words),
      finding(
        'Note of what was sent',
        'ok',
        `${noted === 1 ? 'one edition' : `${noted} editions`} in ${dataDir}`,
      ),
    ]
  } catch (error) {
    return [finding('Disk', 'fail', wordsOf(error))]
  }
}

async function checkDatabase(
  config: Config,
  openDatabase: CommandContext['openDatabase'],
): Promise<Finding[]> {
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
    () => checkStoredKeys(db, config),
    () => checkClock(db, config),
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
    return [
      finding(
        'Database',
        'warn',
        'embedded: for trying out, one process, and a power cut may lose the last writes',
      ),
    ]
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
  const { pending, unknown } = await compareMigrations(db)
  if (unknown.length > 0) {
    return [
      finding(
        'Tables',
        'fail',
        `made by a newer version of the program (${unknown.join(', ')}): start that one, or restore a backup from before it`,
      ),
    ]
  }
  return pending.length > 0
    ? [
        finding(
          'Tables',
          'warn',
          `${pending.length} migrations are to come: a server applies them when it starts`,
        ),
      ]
    : [finding('Tables', 'ok', 'up to date')]
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
  // A published source's own clock tells whether both are wrong.
  const outside = await findOutsideTime(config)
  if (outside === undefined) return [own]
  const skew = Math.round(Math.abs(Date.now() - outside.getTime()) / 1000)
  return skew > MOST_SKEW_SECONDS
    ? [own, finding('Clock', 'fail', `this machine is ${skew} s off the web's time: set it by NTP`)]
    : [own]
}

async function findOutsideTime({
  upstreamBaseUrl,
  siteName,
  contactEmail,
}: Config): Promise<Date | undefined> {
  const address = 'www.sec.gov/robots.txt'
  const answer = await fetch(
    upstreamBaseUrl === undefined ? `https://${address}` : `${upstreamBaseUrl}/${address}`,
    {
      headers: { 'User-Agent': `${siteName} ${contactEmail}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    },
  ).catch(() => undefined)
  const told = new Date(answer?.headers.get('date') ?? '')
  return Number.isNaN(told.getTime()) ? undefined : told
}

async function checkSources(db: Database, config: Config): Promise<Finding[]> {
  if ((await compareMigrations(db)).pending.length > 0) return []
  const runs = new Map((await listLatestRuns(db)).map((run) => [run.source, run]))
  const findings = createRecordSources(config).flatMap(({ id, name }): Finding[] => {
    const run = runs.get(id)
    if (run === undefined) return [finding(name, 'warn', `never read: lunchpail collect ${id}`)]
    const hours = Math.round((Date.now() - Date.parse(run.startedAt)) / 3_600_000)
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

async function checkSending(config: Config, server: string | undefined): Promise<Finding[]> {
  const { smtpUrl, sending } = config
  if (smtpUrl === undefined) {
    return [
      finding('Mail server', 'warn', `SMTP_URL is not set: mail is written to ${config.dataDir}/outbox`),
    ]
  }
  const signedIn = await trySignIn(smtpUrl, {
    connectMs: PATIENCE_MS,
    greetingMs: PATIENCE_MS,
    idleMs: PATIENCE_MS,
  }).then(
    ({ isEncrypted, isSignedIn }) => {
      const words = `${isSignedIn ? 'took our sign-in' : 'answers without a sign-in'}${isEncrypted ? ', with TLS' : ', WITHOUT TLS'}`
      return finding('Mail server', isEncrypted ? 'ok' : 'warn', words)
    },
    (error: unknown) => finding('Mail server', 'fail', `${wordsOf(error)}. Look at SMTP_URL`),
  )
  const checks = await checkMail(createDnsLookup({ server }), {
    mailFrom: config.mailFrom,
    bounceAddress: config.bounceAddress,
    smtpUrl: undefined,
    dkimKeys: sending.dkimKeys,
    dkimDomain: sending.dkimDomain,
  })
  return [
    signedIn,
    ...checks
      .filter(({ what }) => what !== 'Mail server')
      .map(({ what, state, words, record }) => {
        const isFine = state === 'ok' || state === 'unchecked'
        const todo =
          isFine || record === undefined
            ? ''
            : ` Should be: ${record.name}. The whole record: lunchpail mail check`
        return finding(
          what,
          isFine ? 'ok' : state === 'no answer' ? 'warn' : 'fail',
          `${state}. ${words ?? ''}${todo}`.trim(),
        )
      }),
  ]
}

/** Whether readers get through to the site: name, certificate and proxy. */
async function checkSite({ siteUrl }: Config): Promise<Finding> {
  try {
    const answer = await fetch(`${siteUrl}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return answer.ok
      ? finding('Site', 'ok', `${siteUrl} answers`)
      : finding(
          'Site',
          'warn',
          `${siteUrl}/healthz answers ${answer.status}: is the server running, and the proxy set to it?`,
        )
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    return finding(
      'Site',
      'warn',
      `${siteUrl} is not reached from here (${wordsOf(cause ?? error)}): is the server running, and the proxy?`,
    )
  }
}

const wordsOfDatabase = (error: unknown) => describeFailure(error)?.replace(/\.$/, '') ?? wordsOf(error)

const wordsOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
