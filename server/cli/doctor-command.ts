import { access, constants } from 'node:fs/promises'
import path from 'node:path'

import type { Command } from 'commander'

import { warnOfMisspeltSettings, type Config } from '../config/config.ts'
import { listReporting, returnWarnings } from '../config/providers.ts'
import { FEWEST_FREE_BYTES, findFreeBytes, nearestFolder } from '../lib/folders.ts'
import { createLogger } from '../lib/logger.ts'
import { checkMail, createDnsLookup, type DnsLookup } from '../sending/mail-check/index.ts'
import { trySignIn } from '../sending/mail/index.ts'
import { createSentRecord } from '../sending/editions/sent-record.ts'
import { formatCount, tidyText } from '../lib/text.ts'
import { checkDatabase, finding, PATIENCE_MS, wordsOf, type Finding } from './doctor-database.ts'
import type { CommandContext } from './program.ts'

const MB = 1024 * 1024
const FEW_MB = 2_000

export function addDoctorCommand(
  program: Command,
  { config, openDatabase, output, setExitCode }: CommandContext,
): void {
  program
    .command('doctor')
    .description(
      'Check everything a site needs, without changing anything or sending mail: settings, disk, database, tables, keys, clock, how long the letter takes, sources, sign-in at the mail server, DNS, the site from outside. Exit code: 1 when something fails.',
    )
    .option('--dns <server>', 'ask this DNS server, ADDRESS or ADDRESS:PORT')
    .option('--json', 'one line of JSON')
    .action(async ({ dns, json }: { dns?: string; json?: true }) => {
      const lookup = createDnsLookup({ server: dns })
      const findings = [
        ...checkSettings(config),
        ...(await checkFolder(config)),
        ...(await checkDatabase(config, openDatabase)),
        ...(await checkSending(config, lookup)),
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
    checkAlarms(config),
    ...checkReturns(config),
    ...(config.alarms.heartbeatUrl === undefined
      ? [finding('Silence', 'warn', 'nobody notices when this server is down: set HEARTBEAT_URL')]
      : []),
  ]
}

/** How an alarm reaches a person, besides the log. */
function checkAlarms({ alarms, smtpUrl, operatorEmail }: Config): Finding {
  const lacking = [
    ...(smtpUrl === undefined ? ['SMTP_URL'] : []),
    ...(operatorEmail === undefined ? ['OPERATOR_EMAIL'] : []),
  ].join(' and ')
  if (alarms.webhookUrl === undefined) {
    return lacking === ''
      ? finding('Alarms', 'warn', 'only by mail, which may be what is broken: set ALARM_WEBHOOK_URL')
      : finding('Alarms', 'warn', `only in the log: set ${lacking}, or ALARM_WEBHOOK_URL`)
  }
  // No alarm is sent, so whether that address takes one shows only then.
  const second = `to ${new URL(alarms.webhookUrl).host} in the form ${alarms.webhookForm}, which is not tried here`
  return lacking === ''
    ? finding('Alarms', 'ok', `by mail, and ${second}`)
    : finding('Alarms', 'warn', `only ${second}: to get them by mail too, set ${lacking}`)
}

/** How bounces and complaints are learnt of. */
function checkReturns({ smtpUrl, siteUrl, providers, bounceAddress, bounceMailbox }: Config): Finding[] {
  if (smtpUrl === undefined) return []
  const ways = [
    ...listReporting(providers).map((name) => `as events at ${siteUrl}/webhooks/${name}`),
    ...(bounceMailbox === undefined ? [] : [`from the mailbox at ${bounceMailbox.host}`]),
    ...(bounceAddress === undefined || bounceMailbox !== undefined
      ? []
      : [`by mail to ${bounceAddress}, if it is piped into "lunchpail bounces ingest"`]),
  ]
  return [
    ways.length === 0
      ? finding(
          'What comes back',
          'warn',
          'nowhere: addresses that do not exist, and readers who complain, are mailed on. Set MAIL_PROVIDER or BOUNCE_ADDRESS (docs/bounces.md)',
        )
      : finding('What comes back', 'ok', `${ways.join(', and ')}; not tried here`),
    ...returnWarnings(providers).map((words) => finding('What comes back', 'warn', words)),
  ]
}

async function checkFolder({ dataDir }: Config): Promise<Finding[]> {
  try {
    const place = nearestFolder(dataDir)
    await access(place, constants.W_OK)
    const freeBytes = await findFreeBytes(dataDir)
    const free = Math.floor(freeBytes / MB)
    const isThere = place === path.resolve(dataDir)
    const words = `${dataDir} ${isThere ? 'can be written' : 'is not there yet and can be made'}, ${formatCount(free)} MB free`
    const noted = createSentRecord(dataDir, createLogger('silent')).list().length
    return [
      freeBytes < FEWEST_FREE_BYTES
        ? finding(
            'Disk',
            'fail',
            `${dataDir} has ${formatCount(free)} MB free: make room, or letters, records and the note of what was sent are lost`,
          )
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

async function checkSending(config: Config, dns: DnsLookup): Promise<Finding[]> {
  const { smtpUrl } = config
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
    (error: unknown) => finding('Mail server', 'fail', `${tidyText(wordsOf(error))}. Look at SMTP_URL`),
  )
  const checks = await checkMail(dns, { ...config, smtpUrl: undefined })
  return [
    signedIn,
    ...checks
      .filter(({ what }) => what !== 'Mail server')
      .map(({ what, state, words, record }) => {
        const isFine = state === 'ok' || state === 'unchecked'
        const todo =
          isFine || record === undefined
            ? ''
            : ` The record of ${record.name} as it should read: lunchpail mail check`
        return finding(
          what,
          state === 'ok' ? 'ok' : state === 'unchecked' || state === 'no answer' ? 'warn' : 'fail',
          state === 'ok' ? (words ?? 'as it should be') : `${state}. ${words ?? ''}${todo}`.trim(),
        )
      }),
  ]
}

/** Whether readers can reach the site: name, certificate and proxy. */
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
