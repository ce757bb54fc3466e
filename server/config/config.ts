import { z } from 'zod'
import { parseEmailAddress } from '../../shared/email-address.ts'
import { alarmSettings } from './alarms.ts'
import { llmCheckSettings, llmProblems, llmSettings } from './llm.ts'
import { findMisspelt } from './misspelt.ts'
import { productionProblems } from './production.ts'
import { mailboxSettings } from './mailbox.ts'
import { providerSettings, returnProblems } from './providers.ts'
import { sendingSettings, smtpAddress } from './sending.ts'
import { isSettingFile, readSettingFiles } from './setting-files.ts'
import { trustedProxies } from './proxies.ts'
import {
  apiKey,
  areDecodable,
  commaList,
  flag,
  key,
  listSettings,
  mailbox,
  publicMailbox,
  readSettings,
  secondsAsMs,
  sender,
  setting,
  taggableMailbox,
  text,
  webAddress,
  wholeNumber,
  withoutEndSlash,
} from './settings.ts'

/** The settings have problems that prevent a start; `problems` has a sentence for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`These settings need a look:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const siteAddress = webAddress('https://lunchpail.example')
const origin = siteAddress
  .refine((text) => URL.parse(text)?.pathname === '/' && !/[?#]/.test(text), {
    error: 'is more than scheme and host, such as https://lunchpail.example',
  })
  .transform((text) => new URL(text).origin)
const postgresAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'is not an address such as postgres://user:password@host:5432/name',
})
const headerName = z.string().regex(/^[A-Za-z0-9-]+$/, 'is not the name of a header')
/** The default order in which sources of market data are asked; MARKET_SOURCES overrides it. */
const MARKET_SOURCES = ['yahoo', 'coingecko', 'twelve-data'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every setting. Defaults that depend on other settings are filled in at the end. */
const configSchema = z
  .object({
    mode: setting(
      'NODE_ENV',
      z.enum(['production', 'development', 'test'], 'is production, development, test or not set').optional(),
    ),
    /** What this process does: serve readers, run the timetable, or both. */
    role: setting('ROLE', z.enum(['all', 'web', 'worker'], 'is all, web or worker').default('all')),
    port: setting('PORT', wholeNumber(0, 65_535).default(3000)),
    host: setting('HOST', z.string().default('0.0.0.0')),
    siteName: setting('SITE_NAME', text(40).default('Lunchpail')),
    /** Scheme and host, without a trailing slash. */
    siteUrl: setting('SITE_URL', origin.optional()),
    dataDir: setting('DATA_DIR', z.string().default('.data')),
    postgresPassword: setting('POSTGRES_PASSWORD', z.string().optional()),
    databaseUrl: setting('DATABASE_URL', postgresAddress.optional()),
    smtpUrl: setting('SMTP_URL', smtpAddress.optional()),
    /** 'Name <address>' or an address. */
    mailFrom: setting('MAIL_FROM', sender.optional()),
    /** Where bounces are returned, as name+TOKEN@domain; undefined: to the sender, without a token. */
    bounceAddress: setting('BOUNCE_ADDRESS', taggableMailbox.optional()),
    /** Where mail programs send unsubscribe requests, as name+TOKEN@domain; undefined: to the contact, without a token. */
    unsubscribeMailbox: setting('UNSUBSCRIBE_MAILBOX', taggableMailbox.optional()),
    contactEmail: setting('CONTACT_EMAIL', publicMailbox.optional()),
    /** Receives alarms; if undefined, the contact does, and without that they are only logged. */
    operatorEmail: setting('OPERATOR_EMAIL', mailbox.optional()),
    /** Addresses that may sign in to the desk, as returned by parseEmailAddress; with none there is no desk. */
    operators: setting(
      'OPERATORS',
      commaList
        .pipe(z.array(mailbox))
        .transform((addresses) => [...new Set(addresses.map((one) => parseEmailAddress(one) ?? one))])
        .default([])
        .readonly(),
    ),
    operatorName: setting(
      'OPERATOR_NAME',
      z.string().default('the operator of this copy (OPERATOR_NAME is not set)'),
    ),
    postalAddress: setting('POSTAL_ADDRESS', z.string().default('Postal address not set (POSTAL_ADDRESS)')),
    /** Undefined only outside production, where a generated key is kept in DATA_DIR. */
    secretKey: setting('SECRET_KEY', key.optional()),
    /** Earlier values of secretKey: what they signed is still accepted. */
    oldSecretKeys: setting('SECRET_KEY_OLD', commaList.pipe(z.array(key)).default([]).readonly()),
    suppressionKey: setting('SUPPRESSION_KEY', key.optional()),
    marketData: setting(
      'MARKET_DATA',
      z.enum(['auto', 'live', 'sample'], 'is auto, live or sample').default('auto'),
    ),
    /** The sources in the order they are asked, without those that lack a key. */
    marketSources: setting(
      'MARKET_SOURCES',
      commaList
        .pipe(z.array(z.enum(MARKET_SOURCES, `is not a list of ${MARKET_SOURCES.join(', ')}`)).min(1))
        .default([...MARKET_SOURCES])
        .readonly(),
    ),
    /** Limit on calls to Yahoo Finance, over all processes. */
    marketCallsPerMinute: setting('MARKET_CALLS_PER_MINUTE', wholeNumber(1, 100_000).default(600)),
    coinGeckoApiKey: setting('COINGECKO_API_KEY', apiKey.optional()),
    /** Limits set by the operator's contract with Twelve Data. */
    twelveData: z.object({
      apiKey: setting('TWELVE_DATA_API_KEY', apiKey.optional()),
      callsPerMinute: setting('TWELVE_DATA_CALLS_PER_MINUTE', wholeNumber(1, 100_000).default(8)),
      /** In a day in UTC; 0: the contract sets no such limit. */
      callsPerDay: setting('TWELVE_DATA_CALLS_PER_DAY', wholeNumber(0, 10_000).default(800)),
      mayRepublish: setting('TWELVE_DATA_MAY_REPUBLISH', flag.default(false)),
    }),
    upstreamBaseUrl: setting('UPSTREAM_BASE_URL', siteAddress.transform(withoutEndSlash).optional()),
    /** Who accepted the terms of use of the Senate's site; undefined: the site is not read. */
    senateTermsAcceptedBy: setting('SENATE_TERMS_ACCEPTED_BY', text(200).optional()),
    /** The model that edits the letter; undefined: it is written only by rules. */
    llm: llmSettings,
    /** Time limit for one answer of the model: a small model without a graphics card is slow. */
    llmTimeoutMs: setting('LLM_TIMEOUT_SECONDS', secondsAsMs(5, 1800, 120)),
    /** The model that checks the editing model's words; undefined: no words written by a model are used. */
    llmCheck: llmCheckSettings,
    llmCheckTimeoutMs: setting('LLM_CHECK_TIMEOUT_SECONDS', secondsAsMs(5, 1800, 120)),
    /** Which proxies' X-Forwarded-* headers are trusted: a number of hops on this machine or a private network, or a list of
     *  addresses and networks; false: none. */
    trustProxy: setting('TRUST_PROXY', trustedProxies.default(false)),
    countryHeader: setting('COUNTRY_HEADER', headerName.optional()),
    subscribeConfirm: setting('SUBSCRIBE_CONFIRM', flag.default(false)),
    /** Scheme and host of pages that may embed a form pointing to this site. */
    embedOrigins: setting('EMBED_ORIGINS', commaList.pipe(z.array(origin)).default([]).readonly()),
    unsubscribeRequireToken: setting('UNSUBSCRIBE_REQUIRE_TOKEN', flag.default(false)),
    /** Addresses that receive a preview of each edition before it goes out; nobody if empty. */
    newsletterPreviewTo: setting(
      'NEWSLETTER_PREVIEW_TO',
      commaList
        .transform((parts) => (parts.length === 1 && parts[0]?.toLowerCase() === 'none' ? [] : parts))
        .pipe(z.array(mailbox))
        .transform((addresses) => [...new Set(addresses.map((address) => address.toLowerCase()))])
        .readonly()
        .optional(),
    ),
    /** Whether an edition goes out only after a person released it. */
    requireRelease: setting('REQUIRE_RELEASE', flag.default(false)),
    /** An edition with fewer sections than this, out of five, waits for a person. */
    minSections: setting('MIN_SECTIONS', wholeNumber(0, 5).default(3)),
    sending: sendingSettings,
    alarms: alarmSettings,
    providers: providerSettings,
    /** Undefined: no mailbox is read. */
    bounceMailbox: mailboxSettings,
    /** Whether each new subscriber gets one short welcome mail. */
    welcomeMail: setting('WELCOME_MAIL', flag.default(false)),
    /** The bearer token for /metrics; undefined: there is no /metrics. */
    metricsToken: setting('METRICS_TOKEN', z.string().min(16, 'needs at least 16 characters').optional()),
    socialLinks: setting('SOCIAL_LINKS', commaList.pipe(z.array(siteAddress)).default([]).readonly()),
    logLevel: setting('LOG_LEVEL', z.enum(LOG_LEVELS, 'is not a level').default('info')),
  })
  .transform(({ postgresPassword, ...settings }) => ({
    ...settings,
    mode: settings.mode ?? ('embedded' as const),
    siteUrl: settings.siteUrl ?? `http://localhost:${settings.port}`,
    /** Whether the settings belong to docker compose but are read outside it, where its database is not reachable. */
    isForCompose: postgresPassword !== undefined && settings.databaseUrl === undefined,
    mailFrom: settings.mailFrom ?? `${settings.siteName} <newsletter@localhost.localdomain>`,
    unsubscribeMailbox: settings.unsubscribeMailbox ?? settings.bounceAddress,
    contactEmail: settings.contactEmail ?? 'contact@localhost.localdomain',
    operatorEmail: settings.operatorEmail ?? settings.contactEmail,
    newsletterPreviewTo:
      settings.newsletterPreviewTo ??
      // In a trial nobody reads the contact's mail.
      [settings.operatorEmail ?? (settings.mode === 'production' ? settings.contactEmail : undefined)].filter(
        (address) => address !== undefined,
      ),
    marketSources: settings.marketSources.filter(
      (source) => source !== 'twelve-data' || settings.twelveData.apiKey !== undefined,
    ),
  }))
  .readonly()

export type Config = z.infer<typeof configSchema>

const settings = listSettings(configSchema)
/** The name of every setting that the program reads. */
export const settingNames: readonly string[] = settings.map(({ name }) => name)

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the settings. Only this and warnOfMisspeltSettings read the environment of the process.
 *  @throws ConfigError naming every problem at once */
export function loadConfig(env: Environment = process.env): Config {
  const present = withValues(env)
  const files = readSettingFiles(present, settingNames)
  const given = {
    ...Object.fromEntries(Object.entries(present).filter(([name]) => settingNames.includes(name))),
    ...files.values,
  }
  const { data, problems } = readSettings(configSchema, given)
  const all = [
    ...files.problems,
    ...problems,
    ...roleProblems(given),
    ...marketProblems(given),
    ...llmProblems(given),
    ...passwordProblems(given),
    ...returnProblems(given),
    ...settings
      .filter(({ name, needs }) => needs !== undefined && name in given && !(needs in given))
      .map(({ name, needs }) => `${name} does nothing without ${needs}`),
    ...(given['NODE_ENV'] === 'production' ? productionProblems(given) : []),
  ]
  if (all.length > 0 || !data) throw new ConfigError([...new Set(all)])
  return data
}

/** Logs a warning for each variable that is probably a misspelt setting; never its value. */
export function warnOfMisspeltSettings(
  logger: { warn(details: { meant: readonly string[] }, words: string): void },
  env: Environment = process.env,
): void {
  for (const { name, meant } of findMisspelt(
    Object.keys(withValues(env)).filter((name) => !isSettingFile(name, settingNames)),
    settingNames,
  )) {
    logger.warn(
      { meant },
      `${name} is not a setting and does nothing; ${meant.join(' or ')} was probably meant`,
    )
  }
}

/** Drops variables with an empty value: they count as not set. */
function withValues(env: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : [])),
  )
}

function roleProblems({ ROLE: role, DATABASE_URL: url }: Readonly<Record<string, string>>): string[] {
  return (role === 'web' || role === 'worker') && url === undefined
    ? [`ROLE is ${role}, and the embedded database serves one process alone: it needs DATABASE_URL`]
    : []
}

/** docker-compose.yml puts the password into DATABASE_URL as it is. */
function passwordProblems(given: Readonly<Record<string, string>>): string[] {
  const { POSTGRES_PASSWORD: password = '', DATABASE_URL: url = '' } = given
  const isBreaking = /[/?#]/.test(password) || !areDecodable(password)
  return isBreaking && url.includes(`:${password}@`)
    ? [
        'POSTGRES_PASSWORD has a / ? # or %, which ends or changes DATABASE_URL: letters, digits, - and _ only',
      ]
    : []
}

function marketProblems(given: Readonly<Record<string, string>>): string[] {
  const named = (given['MARKET_SOURCES'] ?? '').split(',').map((source) => source.trim())
  const hasKey = given['TWELVE_DATA_API_KEY'] !== undefined
  return [
    ...(named.includes('twelve-data') && !hasKey
      ? ['MARKET_SOURCES names twelve-data, which is asked only with TWELVE_DATA_API_KEY']
      : []),
    ...(new Set(named).size < named.length ? ['MARKET_SOURCES names a source twice'] : []),
    ...(given['TWELVE_DATA_MAY_REPUBLISH'] === 'true' && !hasKey
      ? ['TWELVE_DATA_MAY_REPUBLISH is true, and does nothing without TWELVE_DATA_API_KEY']
      : []),
  ]
}

/** Tells the libraries that read NODE_ENV (Express, React) that this is not a development server, even in a test: React's checks
 *  for developers take several times as long as rendering. This program has read its own mode before, and keeps it. */
export function declareBuiltRuntime(): void {
  process.env['NODE_ENV'] = 'production'
}
