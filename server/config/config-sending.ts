import { z } from 'zod'

/** One key that signs mail, and the name under which DNS has its public half. */
export interface DkimKeyFile {
  /** SELECTOR in SELECTOR._domainkey.DOMAIN. */
  readonly selector: string
  /** A private key in PEM, RSA or Ed25519. */
  readonly file: string
}

/** How a new sender begins: so many messages on the first day of sending, and each such day more. */
export interface WarmUp {
  readonly perDay: number
  /** Each day of sending allows so many times the one before. */
  readonly growth: number
}

export interface SendingSettings {
  /** Messages a second, over all processes. */
  readonly perSecond: number
  /** To the mail server, of each process. */
  readonly connections: number
  /** How long a process has a delivery for itself. */
  readonly leaseSeconds: number
  /** The wait after a first refusal for now; each further one is 1.3 times as long. */
  readonly retrySeconds: number
  readonly connectTimeoutMs: number
  /** Without a byte from the server, the answer to the final dot included. */
  readonly answerTimeoutMs: number
  /** Undefined: as many as there are. */
  readonly warmUp: WarmUp | undefined
  /** None: messages are not signed here. */
  readonly dkimKeys: readonly DkimKeyFile[]
  /** Undefined: the domain of the sender's address. */
  readonly dkimDomain: string | undefined
}

const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number('is not a number')
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, {
      error: `is not a whole number from ${min} to ${max}`,
    })

const dkimKeys = z.string().transform((text, context): DkimKeyFile[] => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const keys = parts.map((part) => {
    const [, selector = '', file = ''] = /^([^=]*)=(.*)$/.exec(part) ?? []
    return { selector: selector.trim().toLowerCase(), file: file.trim() }
  })
  const isReadable = ({ selector, file }: DkimKeyFile) =>
    /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)*$/.test(selector) &&
    selector.length <= 63 &&
    file !== ''
  if (keys.every(isReadable) && new Set(keys.map(({ selector }) => selector)).size === keys.length)
    return keys
  context.addIssue(
    'is not a list such as s2026=/run/secrets/dkim.pem: a selector of its own for each key, =, and the file of the private key',
  )
  return z.NEVER
})

/** How mail is sent. */
export const sendingSettingsShape = {
  SEND_PER_SECOND: wholeNumber(1, 10_000).default(20),
  SMTP_CONNECTIONS: wholeNumber(1, 100).default(5),
  SEND_LEASE_SECONDS: wholeNumber(10, 3600).default(15 * 60),
  SEND_RETRY_SECONDS: wholeNumber(1, 3600).default(5 * 60),
  SMTP_CONNECT_SECONDS: wholeNumber(1, 300).default(30),
  // RFC 5321 4.5.3.2.6: ten minutes for the answer to the final dot; a client that gives up sooner makes duplicates.
  SMTP_ANSWER_SECONDS: wholeNumber(1, 3600).default(10 * 60),
  WARM_UP_PER_DAY: wholeNumber(1, 10_000_000).optional(),
  WARM_UP_GROWTH: z.coerce
    .number('is not a number')
    .refine((value) => value >= 1 && value <= 10, { error: 'is not a number from 1 to 10' })
    .default(1.5),
  DKIM_KEYS: dkimKeys.default([]),
  DKIM_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'is not a domain such as lunchpail.example')
    .optional(),
}

type ParsedSettings = z.infer<z.ZodObject<typeof sendingSettingsShape>>

/** @returns a sentence for each setting that does nothing as it is */
export function sendingProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  return [
    ...(given['WARM_UP_GROWTH'] !== undefined && given['WARM_UP_PER_DAY'] === undefined
      ? ['WARM_UP_GROWTH does nothing without WARM_UP_PER_DAY']
      : []),
    ...(given['DKIM_DOMAIN'] !== undefined && given['DKIM_KEYS'] === undefined
      ? ['DKIM_DOMAIN does nothing without DKIM_KEYS']
      : []),
  ]
}

export function readSendingSettings(parsed: ParsedSettings): SendingSettings {
  return {
    perSecond: parsed.SEND_PER_SECOND,
    connections: parsed.SMTP_CONNECTIONS,
    leaseSeconds: parsed.SEND_LEASE_SECONDS,
    retrySeconds: parsed.SEND_RETRY_SECONDS,
    connectTimeoutMs: parsed.SMTP_CONNECT_SECONDS * 1000,
    answerTimeoutMs: parsed.SMTP_ANSWER_SECONDS * 1000,
    warmUp:
      parsed.WARM_UP_PER_DAY === undefined
        ? undefined
        : { perDay: parsed.WARM_UP_PER_DAY, growth: parsed.WARM_UP_GROWTH },
    dkimKeys: parsed.DKIM_KEYS,
    dkimDomain: parsed.DKIM_DOMAIN,
  }
}
