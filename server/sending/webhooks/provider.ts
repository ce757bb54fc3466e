import { timingSafeEqual } from 'node:crypto'

import type { z } from 'zod'

import { hasMoreParts } from '../../lib/text.ts'
import type { ReturnedEvent } from '../bounces/index.ts'

export const PROVIDERS = ['ses', 'postmark', 'mailgun', 'sendgrid', 'resend'] as const
/** A company that mails our letters and reports their outcomes. */
export type ProviderName = (typeof PROVIDERS)[number]

/** A request as received: signatures are over the bytes. */
export interface WebhookRequest {
  readonly body: Buffer
  /** @returns undefined if it was not sent */
  readonly header: (name: string) => string | undefined
}

/** One provider's webhook. */
export interface Provider {
  /** Checks that the provider sent it, then reads its events.
   *  @throws WebhookRefusedError; SourceError if what proves it cannot be fetched just now */
  read(request: WebhookRequest, now: Date): readonly ReturnedEvent[] | Promise<readonly ReturnedEvent[]>
}

/** The provider did not send this, or not recently, or it is not an event. */
export class WebhookRefusedError extends Error {
  override readonly name = 'WebhookRefusedError'
  readonly why: 'signature' | 'time' | 'shape'

  constructor(why: WebhookRefusedError['why'], message: string) {
    super(message)
    this.why = why
  }
}

const FUTURE_MS = 5 * 60_000

/** @param oldestMs  how long the provider may go on retrying with the same signature
 *  @throws WebhookRefusedError for a time that is too long ago, in the future, or invalid */
export function requireRecent(at: Date, now: Date, oldestMs: number): void {
  const ageMs = now.getTime() - at.getTime()
  if (ageMs <= oldestMs && ageMs >= -FUTURE_MS) return
  throw new WebhookRefusedError('time', 'It was signed too long ago, or at no time of ours.')
}

/** Compares in constant time. */
export const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected)

/** @throws WebhookRefusedError unless the signature is valid */
export function requireSigned(isSigned: boolean): void {
  if (!isSigned) throw new WebhookRefusedError('signature', 'Its signature is not that of the provider.')
}

/** @throws WebhookRefusedError if the text is not JSON, or not of this shape */
export function parseBody<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new WebhookRefusedError('shape', 'It is not JSON.')
  }
  const { data, success } = schema.safeParse(value)
  if (!success)
    throw new WebhookRefusedError('shape', 'It is none of the events that this provider documents.')
  return data
}

/** Larger than any event that must be read to know its sender. */
export const MOST_UNPROVEN_BYTES = 128 * 1024
/** An event has some hundred parts; 12,000 parts in as many bytes take 50 times as long to read. */
const MOST_UNPROVEN_PARTS = 2_000

/** The same for a body that anyone may have sent.
 *  @throws WebhookRefusedError also for a body larger than any event, before it is read */
export function parseUnproven<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  const text = body.length > MOST_UNPROVEN_BYTES ? undefined : body.toString()
  if (text === undefined || hasMoreParts(text, MOST_UNPROVEN_PARTS)) {
    throw new WebhookRefusedError('shape', 'It is larger than any event of this provider.')
  }
  return parseBody(schema, text)
}

/** @param seconds  since 1970 */
export const atSeconds = (seconds: number | string | undefined): Date => new Date(Number(seconds) * 1000)

/** The key under which providers return the token. */
export const MARK = 'letter'

/** Marks a letter so that its provider's events name it: the token is in the Message-ID and, for providers that replace the
 *  Message-ID or leave it out of some events, in the header that they return.
 *  @param token  from signMail
 *  @param domain  of the sender
 *  @param name  distinguishes several mails with the same token */
export function markLetter(
  token: string,
  {
    domain,
    provider,
    name,
  }: { domain: string; provider: ProviderName | undefined; name?: string | undefined },
): { messageId: string; headers: Readonly<Record<string, string>> } {
  const local = name === undefined ? token : `${name}+${token}`
  return { messageId: `${local}@${domain}`, headers: headersFor(provider, token) }
}

function headersFor(provider: ProviderName | undefined, token: string): Record<string, string> {
  switch (provider) {
    case 'postmark':
      return { [`X-PM-Metadata-${MARK}`]: token }
    case 'sendgrid':
      return { 'X-SMTPAPI': JSON.stringify({ unique_args: { [MARK]: token } }) }
    case 'resend':
      return { 'X-Entity-Ref-ID': token }
    case 'ses':
    case 'mailgun':
    case undefined:
    default:
      return {}
  }
}
