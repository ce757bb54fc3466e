import { isIP } from 'node:net'

import { z } from 'zod'

import { toDnsName } from '../../shared/email-address.ts'

interface Labels {
  /** The name in the environment, such as 'SEND_PER_SECOND'. */
  readonly name: string
  /** Another setting without which this one has no effect. */
  readonly needs?: string
}
const labels = z.registry<Labels>()

/** Labels a schema with the name of the environment variable it reads. */
export function setting<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  { needs }: Pick<Labels, 'needs'> = {},
): Schema {
  labels.add(schema, { name, ...(needs !== undefined && { needs }) })
  return schema
}

/** @param schema  an object of settings, which may be nested
 *  @returns every setting in it, in order */
export function listSettings(schema: z.core.$ZodType): Labels[] {
  const label = labels.get(schema)
  return label ? [label] : Object.values(membersOf(schema)).flatMap(listSettings)
}

/** Reads an object of settings.
 *  @param given  the settings by their names in the environment, without those that are not set
 *  @returns the value, or one sentence for each unusable setting, starting with its name */
export function readSettings<Schema extends z.ZodType>(
  schema: Schema,
  given: Readonly<Record<string, string>>,
): { data: z.output<Schema> | undefined; problems: string[] } {
  const { data, error } = schema.safeParse(arrange(schema, given))
  const problems = error?.issues.map(({ path, message }) => `${nameAt(schema, path)} ${message}`) ?? []
  return { data, problems }
}

function arrange(schema: z.core.$ZodType, given: Readonly<Record<string, string>>): unknown {
  const label = labels.get(schema)
  if (label) return given[label.name]
  return Object.fromEntries(
    Object.entries(membersOf(schema)).map(([key, member]) => [key, arrange(member, given)]),
  )
}

function nameAt(schema: z.core.$ZodType, [key, ...rest]: readonly PropertyKey[]): string {
  const member = membersOf(schema)[String(key)]
  return labels.get(schema)?.name ?? (member ? nameAt(member, rest) : '')
}

/** Returns the members of an object schema, even a transformed one. */
function membersOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  if (schema instanceof z.ZodObject) return schema.shape
  if (schema instanceof z.ZodReadonly) return membersOf(schema.unwrap())
  return schema instanceof z.ZodPipe ? membersOf(schema.in) : {}
}

export const flag = z.enum(['true', 'false'], 'is either true or false').transform((text) => text === 'true')

const number = z.coerce.number('is not a number')
export const wholeNumber = (min: number, max: number) =>
  number.refine((value) => Number.isInteger(value) && value >= min && value <= max, {
    error: `is not a whole number from ${min} to ${max}`,
  })
export const numberBetween = (min: number, max: number) =>
  number.refine((value) => value >= min && value <= max, { error: `is not a number from ${min} to ${max}` })

/** Whole seconds, converted to milliseconds. */
export const secondsAsMs = (min: number, max: number, standard: number) =>
  wholeNumber(min, max)
    .default(standard)
    .transform((seconds) => seconds * 1000)

export const text = (mostCharacters: number) =>
  z.string().max(mostCharacters, `is longer than ${mostCharacters} characters`)

export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, `is not one of ${words.join(', ')}`)

/** Comma-separated parts, without the empty ones. */
export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

/** @param example  shown in the error, such as 'https://lunchpail.example' */
export const webAddress = (example: string) =>
  z.url({ protocol: /^https?$/, error: `is not a web address such as ${example}`, abort: true })

export const STRAY_PERCENT = 'has a % that begins no escape: write a % itself as %25'
/** Whether decodeURIComponent can read each part of an address. */
export function areDecodable(...parts: readonly string[]): boolean {
  try {
    for (const part of parts) decodeURIComponent(part)
    return true
  } catch {
    // Not an escape, or not one of UTF-8: the setting is refused.
    return false
  }
}

/** A key that is sent in a header, which is safe only in ASCII. */
export const apiKey = z.string().regex(/^[\x20-\x7e]+$/, 'has a character that is in no key')

export const withoutEndSlash = (address: string) => address.replace(/(?<!\/)\/+$/, '')

export const key = z
  .string()
  .min(32, 'needs at least 32 characters; `npm run lunchpail -- init` writes fresh ones')

/** Whether an address, or 'Name <address>', has only ASCII before the @: headers, and links in them, hold no more. */
const isPlain = (text: string) =>
  !/[^\0-\x7f]/.test(text.slice(text.lastIndexOf('<') + 1, text.lastIndexOf('@')))
const NOT_PLAIN = 'has a character beyond ASCII before the @, which not every mail server takes'

/** Writes the domain of an address, or of 'Name <address>', as it is in DNS. */
function withDnsName(text: string, context: z.RefinementCtx): string {
  const start = text.lastIndexOf('@') + 1
  const name = toDnsName(text.slice(start).replace('>', ''))
  if (name === undefined) {
    context.addIssue('has a domain that DNS cannot have')
    return z.NEVER
  }
  return `${text.slice(0, start)}${name}${text.endsWith('>') ? '>' : ''}`
}

const address = z
  .string()
  .regex(/^[^\s@<>]+@[^\s@<>.]+\.[^\s@<>]+$/, 'is not an address such as hello@lunchpail.example')
export const mailbox = address.transform(withDnsName)

/** A mailbox that stands in the headers of mail to readers. */
export const publicMailbox = address.refine(isPlain, NOT_PLAIN).transform(withDnsName)

/** 'Name <address>' or an address. */
export const sender = z
  .string()
  .regex(
    /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>.]+\.[^\s@<>]+>|[^\s@<>]+@[^\s@<>.]+\.[^\s@<>]+)$/,
    'is not a sender such as Lunchpail <monday@lunchpail.example>',
  )
  .refine(isPlain, NOT_PLAIN)
  .transform(withDnsName)

/** A mailbox whose local part leaves room for a plus sign and a token of 44 characters (RFC 5321: 64 in all). */
export const taggableMailbox = address
  .regex(/^[A-Za-z0-9._-]{1,19}@/, 'has more than 19 characters, or a +, before the @: a token is put there')
  .transform(withDnsName)

/** Whether a host is this machine, in a private network, or a name without a dot, such as docker compose gives. */
export function isNearby(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 4) {
    return /^(?:127|10)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\./.test(host)
  }
  if (isIP(host) === 6) return host === '::1' || /^f[cd]|^fe[89ab]/.test(host)
  return !host.includes('.') || /\.(?:localhost|local|internal)$/.test(host)
}
