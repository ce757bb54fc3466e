import { isIP } from 'node:net'

import { z } from 'zod'

import { alarmProblems, alarmSettingsShape, readAlarmSettings, type AlarmSettings } from './config-alarms.ts'
import {
  DEFAULT_LLM_TIMEOUT_SECONDS,
  llmProblems,
  llmSettingsShape,
  readLlmSettings,
  type LlmSettings,
} from './config-llm.ts'
import { productionProblems } from './config-production.ts'
import {
  readSendingSettings,
  sendingProblems,
  sendingSettingsShape,
  type SendingSettings,
} from './config-sending.ts'

/** A start-up problem with the settings; `problems` has one sentence for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`These settings need a look:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const flag = z.enum(['true', 'false'], 'is either true or false').transform((text) => text === 'true')
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'is not a web address such as https://lunchpail.example',
  abort: true,
})
const baseAddress = webAddress.transform((text) => text.replace(/(?<!\/)\/+$/, ''))
const origin = webAddress
  .refine((text) => URL.parse(text)?.pathname === '/' && !/[?#]/.test(text), {
    error: 'is more than scheme and host, such as https://lunchpail.example',
  })
  .transform((text) => new URL(text).origin)
const key = z.string().min(32, 'needs at least 32 characters; `npm run lunchpail -- init` writes fresh ones')
const mailbox = z
  .string()
  .regex(/^[^\s@<>]+@[^\s@<>.]+\.[^\s@<>]+$/, 'is not an address such as hello@lunchpail.example')
const sender = z
  .string()
  .regex(
    /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>.]+\.[^\s@<>]+>|[^\s@<>]+@[^\s@<>.]+\.[^\s@<>]+)$/,
    'is not a sender such as Lunchpail <monday@lunchpail.example>',
  )
/** Which part before the @ leaves room for a plus sign and a token of 44 characters (RFC 5321: 64 in all). */
const taggableMailbox = mailbox.regex(
  /^[A-Za-z0-9._-]{1,19}@/,
  'has more than 19 characters, or a +, before the @: a token is put there',
)
const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number('is not a number')
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, {
      error: `is not a whole number from ${min} to ${max}`,
    })
const trustedProxies = z.string().transform((text, context): number | string[] | false => {
  const trimmed = text.trim()
  if (/^(false|\d{1,2})$/.test(trimmed)) return Number(trimmed) || false
  const parts = trimmed.split(',').map((part) => part.trim())
  if (parts.every(isProxyAddress)) return parts
  context.addIssue(
    'is neither a number of hops (1) nor addresses and networks between commas (10.0.0.0/8, ::1, loopback)',
  )
  return z.NEVER
})

/** Sources of market data in the order in which they are asked unless MARKET_SOURCES says otherwise. */
const MARKET_SOURCES = ['yahoo', 'coingecko', 'twelve-data'] as const
export type MarketSource = (typeof MARKET_SOURCES)[number]

const settingsSchema = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'is production, development, test or not set')
    .optional(),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  SITE_NAME: z.string().max(40, 'is longer than 40 characters').default('Lunchpail'),
  SITE_URL: origin.optional(),
  DATA_DIR: z.string().default('.data'),
  POSTGRES_PASSWORD: z.string().optional(),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'is not an address such as postgres://user:password@host:5432/name',
    })
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'is not an address such as smtps://user:password@mail.example:465' })
    .optional(),
  MAIL_FROM: sender.optional(),
  BOUNCE_ADDRESS: taggableMailbox.optional(),
  UNSUBSCRIBE_MAILBOX: taggableMailbox.optional(),
  CONTACT_EMAIL: mailbox.optional(),
  OPERATOR_EMAIL: mailbox.optional(),
  OPERATOR_NAME: z.string().optional(),
  POSTAL_ADDRESS: z.string().optional(),
  SECRET_KEY: key.optional(),
  SECRET_KEY_OLD: commaList.pipe(z.array(key)).default([]),
  SUPPRESSION_KEY: key.optional(),
  MARKET_DATA: z.enum(['auto', 'live', 'sample'], 'is auto, live or sample').default('auto'),
  MARKET_SOURCES: commaList
    .pipe(z.array(z.enum(MARKET_SOURCES, `is not a list of ${MARKET_SOURCES.join(', ')}`)).min(1))
    .optional(),
  MARKET_CALLS_PER_MINUTE: wholeNumber(1, 100_000).default(600),
  COINGECKO_API_KEY: z.string().optional(),
  TWELVE_DATA_API_KEY: z.string().optional(),
  TWELVE_DATA_CALLS_PER_MINUTE: wholeNumber(1, 100_000).default(8),
  TWELVE_DATA_MAY_REPUBLISH: flag.default(false),
  UPSTREAM_BASE_URL: baseAddress.optional(),
  SENATE_TERMS_ACCEPTED_BY: z.string().max(200, 'is longer than 200 characters').optional(),
  ...llmSettingsShape,
  TRUST_PROXY: trustedProxies.default(false),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'is not the name of a header')
    .optional(),
  SUBSCRIBE_CONFIRM: flag.default(false),
  UNSUBSCRIBE_REQUIRE_TOKEN: flag.default(false),
  NEWSLETTER_PREVIEW_TO: commaList.pipe(z.array(mailbox)).default([]),
  ...sendingSettingsShape,
  ...alarmSettingsShape,
  WELCOME_MAIL: flag.default(false),
  METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  SOCIAL_LINKS: commaList.pipe(z.array(webAddress)).default([]),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'is not a level')
    .default('info'),
})

/** The name of every setting that the program reads. */
export const settingNames: readonly string[] = Object.keys(settingsSchema.shape)

/** What an operator's contract with Twelve Data allows. */
export interface TwelveDataSettings {
  readonly apiKey: string | undefined
  readonly callsPerMinute: number
  readonly mayRepublish: boolean
}

export interface Config {
  readonly mode: 'production' | 'development' | 'test' | 'embedded'
  readonly port: number
  readonly host: string
  readonly siteName: string
  /** Scheme and host, without a slash at the end. */
  readonly siteUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** The settings are docker compose's, read outside of it: its database is not reached from here. */
  readonly isForCompose: boolean
  readonly smtpUrl: string | undefined
  /** 'Name <address>' or an address. */
  readonly mailFrom: string
  /** Where bounces come back to, as name+TOKEN@domain; undefined: to the sender, without a token. */
  readonly bounceAddress: string | undefined
  /** Where mail programs ask to unsubscribe, as name+TOKEN@domain; undefined: at the contact, without a token. */
  readonly unsubscribeMailbox: string | undefined
  readonly contactEmail: string
  /** Where alarms go; undefined where neither it nor a contact is set: then they are in the log alone. */
  readonly operatorEmail: string | undefined
  readonly operatorName: string
  readonly postalAddress: string
  /** Undefined only outside production: then a key is kept in DATA_DIR. */
  readonly secretKey: string | undefined
  /** Keys that signed before secretKey: what they signed is still read. */
  readonly oldSecretKeys: readonly string[]
  readonly suppressionKey: string | undefined
  readonly marketData: 'auto' | 'live' | 'sample'
  /** In the order in which they are asked; those that lack their key are not among them. */
  readonly marketSources: readonly MarketSource[]
  /** Of questions to Yahoo Finance, over all processes. */
  readonly marketCallsPerMinute: number
  readonly coinGeckoApiKey: string | undefined
  readonly twelveData: TwelveDataSettings
  readonly upstreamBaseUrl: string | undefined
  /** Who agreed to the terms of the Senate's site; undefined leaves it alone. */
  readonly senateTermsAcceptedBy: string | undefined
  /** The model that writes; undefined: fixed rules do. */
  readonly llm: LlmSettings | undefined
  /** For one answer of the model. */
  readonly llmTimeoutMs: number
  /** Whose X-Forwarded-* headers count: a number of hops from this machine or a private network, or addresses and
   *  networks; false: nobody's. */
  readonly trustProxy: number | string[] | false
  readonly countryHeader: string | undefined
  readonly subscribeConfirm: boolean
  readonly unsubscribeRequireToken: boolean
  /** Who gets each edition before it goes out; nobody where it is empty. */
  readonly newsletterPreviewTo: readonly string[]
  readonly sending: SendingSettings
  readonly alarms: AlarmSettings
  /** One short mail to who has just subscribed. */
  readonly welcomeMail: boolean
  /** The bearer token that opens /metrics; undefined: there is no /metrics. */
  readonly metricsToken: string | undefined
  readonly socialLinks: readonly string[]
  readonly logLevel: string
}

/** Reads the settings. The only reader of the process's environment.
 *  @throws ConfigError naming every problem at once */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in settingsSchema.shape && value?.trim() !== ''),
  )
  const parsed = settingsSchema.safeParse(given)
  const isProduction = given['NODE_ENV'] === 'production'
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path[0]?.toString()} ${issue.message}`),
    ...marketProblems(given),
    ...llmProblems(given),
    ...sendingProblems(given),
    ...alarmProblems(given),
    ...(isProduction ? productionProblems(given) : []),
  ]
  if (problems.length > 0 || !parsed.data) throw new ConfigError(problems)
  const settings = parsed.data
  return Object.freeze({
    mode: settings.NODE_ENV ?? 'embedded',
    port: settings.PORT,
    host: settings.HOST,
    siteName: settings.SITE_NAME,
    siteUrl: settings.SITE_URL ?? `http://localhost:${settings.PORT}`,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    isForCompose: settings.POSTGRES_PASSWORD !== undefined && settings.DATABASE_URL === undefined,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? `${settings.SITE_NAME} <newsletter@localhost.localdomain>`,
    bounceAddress: settings.BOUNCE_ADDRESS,
    unsubscribeMailbox: settings.UNSUBSCRIBE_MAILBOX ?? settings.BOUNCE_ADDRESS,
    contactEmail: settings.CONTACT_EMAIL ?? 'contact@localhost.localdomain',
    operatorEmail: settings.OPERATOR_EMAIL ?? settings.CONTACT_EMAIL,
    operatorName: settings.OPERATOR_NAME ?? 'the operator of this copy (OPERATOR_NAME is not set)',
    postalAddress: settings.POSTAL_ADDRESS ?? 'Postal address not set (POSTAL_ADDRESS)',
    secretKey: settings.SECRET_KEY,
    oldSecretKeys: Object.freeze(settings.SECRET_KEY_OLD),
    suppressionKey: settings.SUPPRESSION_KEY,
    marketData: settings.MARKET_DATA,
    marketSources: (settings.MARKET_SOURCES ?? MARKET_SOURCES).filter(
      (source) => source !== 'twelve-data' || settings.TWELVE_DATA_API_KEY !== undefined,
    ),
    marketCallsPerMinute: settings.MARKET_CALLS_PER_MINUTE,
    coinGeckoApiKey: settings.COINGECKO_API_KEY,
    twelveData: {
      apiKey: settings.TWELVE_DATA_API_KEY,
      callsPerMinute: settings.TWELVE_DATA_CALLS_PER_MINUTE,
      mayRepublish: settings.TWELVE_DATA_MAY_REPUBLISH,
    },
    upstreamBaseUrl: settings.UPSTREAM_BASE_URL,
    senateTermsAcceptedBy: settings.SENATE_TERMS_ACCEPTED_BY,
    llm: readLlmSettings(settings),
    llmTimeoutMs: (settings.LLM_TIMEOUT_SECONDS ?? DEFAULT_LLM_TIMEOUT_SECONDS) * 1000,
    trustProxy: settings.TRUST_PROXY,
    countryHeader: settings.COUNTRY_HEADER,
    subscribeConfirm: settings.SUBSCRIBE_CONFIRM,
    unsubscribeRequireToken: settings.UNSUBSCRIBE_REQUIRE_TOKEN,
    newsletterPreviewTo: Object.freeze([
      ...new Set(settings.NEWSLETTER_PREVIEW_TO.map((address) => address.toLowerCase())),
    ]),
    sending: readSendingSettings(settings),
    alarms: readAlarmSettings(settings),
    welcomeMail: settings.WELCOME_MAIL,
    metricsToken: settings.METRICS_TOKEN,
    socialLinks: Object.freeze(settings.SOCIAL_LINKS),
    logLevel: settings.LOG_LEVEL,
  })
}

function marketProblems(given: Readonly<Record<string, string | undefined>>): string[] {
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

function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  // A network of all addresses would believe everybody.
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

/** Tells the libraries that read NODE_ENV (Express, Vike, React) that this is not a development server.
 *  Our own mode was read before and stays what it was. */
export function declareBuiltRuntime(): void {
  process.env['NODE_ENV'] ??= 'production'
}
