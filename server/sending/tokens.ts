import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Signs the tokens in our links and return addresses. A token for one purpose is invalid for any other. */
interface Signer {
  /** @returns about 30 URL-safe characters that do not expire: links in old letters go on working */
  signUnsubscribe(subscriberId: string): string
  /** @returns the subscriber's id; undefined for anything that we did not sign */
  verifyUnsubscribe(token: string): string | undefined
  /** @returns about 37 URL-safe characters */
  signConfirmation(subscriberId: string, expiresAt: Date): string
  /** @returns the subscriber's id; undefined for anything that we did not sign, or that has expired */
  verifyConfirmation(token: string, now: Date): string | undefined
  /** For a form that a visitor has begun to fill in. It identifies nobody, and no two are the same.
   *  @returns about 45 URL-safe characters */
  signForm(now: Date): string
  /** @returns when it was signed; undefined for anything that we did not sign */
  verifyForm(token: string): Date | undefined
  /** For the links of a preview, which hold and release the edition as it was built then.
   *  @returns about 50 URL-safe characters */
  signPreview(preview: PreviewToken, expiresAt: Date): string
  /** @returns undefined for anything that we did not sign, or that has expired */
  verifyPreview(token: string, now: Date): PreviewToken | undefined
  /** For a browser in which somebody has signed in to the desk. Does not expire, names nobody, and no two are the same.
   *  @returns 35 URL-safe characters */
  signDeskBrowser(address: string): string
  /** @returns whether we signed it for that address */
  isDeskBrowserOf(token: string, address: string): boolean
  /** For what comes back about one mail. Does not expire.
   *  @returns at most 44 characters of a-z, 0-9 and -; read the same in capitals, since some servers change the case */
  signMail(purpose: MailPurpose, mail: DeliveryId | ConsentId): string
  /** @returns undefined for anything that we did not sign for that purpose */
  verifyMail(purpose: MailPurpose, token: string): DeliveryId | ConsentId | undefined
}

/** One edition as it was built at one time. */
export interface PreviewToken {
  /** The Monday, 'YYYY-MM-DD'. */
  readonly slotDate: string
  /** To the millisecond. */
  readonly builtAt: Date
}

type Purpose = 'unsubscribe' | 'confirm' | 'form' | 'preview' | 'desk-browser'
/** Where a mail carries its token: in the address that its bounces come back to, in the address to which a mail program sends
 *  "unsubscribe", or in its Message-ID, which a mail provider names in its events. A reader who answers a letter passes the last
 *  one on, so it counts only in a provider's signed event. */
export type MailPurpose = 'bounce' | 'mail-unsubscribe' | 'letter'
type AddressPurpose = MailPurpose | `consent-${MailPurpose}`

// 128 bits: guessing is out of reach, and a short link survives mail programs that wrap lines.
const LINK_SIGNATURE_BYTES = 16
// 80 bits, since each guess costs a mail, and the part of an address before the @ has 64 characters (RFC 5321 4.5.3.1.1).
const ADDRESS_SIGNATURE_BYTES = 10
const ADDRESS_SIGNATURE_LENGTH = 16
const SUBSCRIBER_ID = /^[1-9]\d{0,18}$/
const TIME = /^[0-9a-z]{1,9}$/

/** @param secretKey  signs every token
 *  @param oldSecretKeys  keys that signed before it: what they signed is still read */
export function createSigner(secretKey: string, oldSecretKeys: readonly string[] = []): Signer {
  const keys = [secretKey, ...oldSecretKeys]
  const isSigned = (given: string, signatureBy: (key: string) => string) =>
    keys.some((key) => isSame(given, signatureBy(key)))

  const sign = (purpose: Purpose, payload: string) =>
    `${payload}.${linkSignature(secretKey, purpose, payload)}`

  /** @returns the payload of a genuine token */
  const verify = (purpose: Purpose, token: string): string | undefined => {
    const end = token.lastIndexOf('.')
    const payload = token.slice(0, Math.max(end, 0))
    return isSigned(token.slice(end + 1), (key) => linkSignature(key, purpose, payload)) ? payload : undefined
  }

  const signAddress = (purpose: AddressPurpose, payload: string) =>
    `${payload}-${addressSignature(secretKey, purpose, payload)}`

  /** @returns the payload of a genuine token; empty for any other */
  const verifyAddress = (purpose: AddressPurpose, token: string): string => {
    const text = token.toLowerCase()
    const end = text.lastIndexOf('-')
    const payload = text.slice(0, Math.max(end, 0))
    return isSigned(text.slice(end + 1), (key) => addressSignature(key, purpose, payload)) ? payload : ''
  }

  return {
    signUnsubscribe: (subscriberId) => sign('unsubscribe', subscriberId),
    verifyUnsubscribe: (token) => {
      const payload = verify('unsubscribe', token)
      return payload !== undefined && SUBSCRIBER_ID.test(payload) ? payload : undefined
    },
    signConfirmation: (subscriberId, expiresAt) => sign('confirm', `${subscriberId}.${secondsOf(expiresAt)}`),
    verifyConfirmation: (token, now) => {
      const [subscriberId = '', expiry = ''] = verify('confirm', token)?.split('.') ?? []
      if (!SUBSCRIBER_ID.test(subscriberId) || !TIME.test(expiry)) return undefined
      return now.getTime() < Number.parseInt(expiry, 36) * 1000 ? subscriberId : undefined
    },
    signForm: (now) => sign('form', `${now.getTime().toString(36)}.${randomBytes(9).toString('base64url')}`),
    verifyForm: (token) => {
      const [time = ''] = verify('form', token)?.split('.') ?? []
      return TIME.test(time) ? new Date(Number.parseInt(time, 36)) : undefined
    },
    signPreview: ({ slotDate, builtAt }, expiresAt) =>
      sign('preview', `${slotDate}.${builtAt.getTime().toString(36)}.${secondsOf(expiresAt)}`),
    verifyPreview: (token, now) => {
      const [slotDate = '', built = '', expiry = ''] = verify('preview', token)?.split('.') ?? []
      if (slotDate === '' || !TIME.test(built) || !TIME.test(expiry)) return undefined
      if (now.getTime() >= Number.parseInt(expiry, 36) * 1000) return undefined
      return { slotDate, builtAt: new Date(Number.parseInt(built, 36)) }
    },
    signDeskBrowser: (address) => {
      const nonce = randomBytes(9).toString('base64url')
      return `${nonce}.${linkSignature(secretKey, 'desk-browser', `${nonce}\n${address}`)}`
    },
    isDeskBrowserOf: (token, address) => {
      const [nonce, signature, ...more] = token.split('.')
      if (nonce === undefined || signature === undefined || more.length > 0) return false
      return isSigned(signature, (key) => linkSignature(key, 'desk-browser', `${nonce}\n${address}`))
    },
    signMail: (purpose, mail) =>
      'editionId' in mail
        ? signAddress(purpose, formatNumbers(mail.editionId, mail.subscriberId))
        : signAddress(`consent-${purpose}`, formatNumbers(mail.recordedAt.getTime(), mail.subscriberId)),
    verifyMail: (purpose, token) =>
      parseConsentId(verifyAddress(`consent-${purpose}`, token)) ??
      parseDeliveryId(verifyAddress(purpose, token)),
  }
}

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000).toString(36)

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function linkSignature(secretKey: string, purpose: Purpose, payload: string): string {
  return hmac(secretKey, purpose, payload).subarray(0, LINK_SIGNATURE_BYTES).toString('base64url')
}

/** Only digits and lower-case letters, since an address does not always keep its capitals. */
function addressSignature(secretKey: string, purpose: AddressPurpose, payload: string): string {
  const bytes = hmac(secretKey, purpose, payload).subarray(0, ADDRESS_SIGNATURE_BYTES)
  return BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(ADDRESS_SIGNATURE_LENGTH, '0')
}

function hmac(secretKey: string, purpose: string, payload: string): Buffer {
  return createHmac('sha256', secretKey).update(`${purpose}\n${payload}`).digest()
}

/** The keyed hash stored instead of an address that must not be kept: without the key, guessing addresses does not find it.
 *  @param email  from parseEmailAddress
 *  @returns 43 URL-safe characters (HMAC-SHA256) */
export function hashAddress(email: string, suppressionKey: string): string {
  return createHmac('sha256', suppressionKey).update(`address\n${email}`).digest('base64url')
}

/** Identifies a key without revealing it: stored in the database, and alongside exported hashes.
 *  @param name  of its setting
 *  @returns 22 URL-safe characters (HMAC-SHA256, 128 bits) */
export function fingerprintKey(key: string, name: 'SUPPRESSION_KEY' | 'SECRET_KEY'): string {
  return createHmac('sha256', key)
    .update(`fingerprint\n${name}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')
}

/** One edition for one subscriber, by the ids of their rows. */
export interface DeliveryId {
  readonly editionId: string
  readonly subscriberId: string
}

/** A subscriber's consent, for mails that belong to no edition. It says nothing about a later consent. */
export interface ConsentId {
  readonly subscriberId: string
  /** When it was recorded here, to the millisecond. */
  readonly recordedAt: Date
}

// 2^63 has 13 digits in base 36.
const NUMBERS = /^([1-9a-z][0-9a-z]{0,12})-([1-9a-z][0-9a-z]{0,12})$/

function parseDeliveryId(text: string): DeliveryId | undefined {
  const numbers = parseNumbers(text)
  return numbers && { editionId: numbers[0], subscriberId: numbers[1] }
}

function parseConsentId(text: string): ConsentId | undefined {
  const numbers = parseNumbers(text)
  return numbers && { recordedAt: new Date(Number(numbers[0])), subscriberId: numbers[1] }
}

/** @returns at most 27 characters of a-z, 0-9 and one - */
function formatNumbers(first: string | number, second: string): string {
  return `${BigInt(first).toString(36)}-${BigInt(second).toString(36)}`
}

function parseNumbers(text: string): [string, string] | undefined {
  const [, first, second] = NUMBERS.exec(text) ?? []
  return first === undefined || second === undefined ? undefined : [parseBase36(first), parseBase36(second)]
}

function parseBase36(text: string): string {
  return text
    .split('')
    .reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
    .toString()
}

/** Puts a token into an address; a mail server that knows name@ delivers it there (RFC 5233).
 *  @returns name+TOKEN@domain */
export function addToken(address: string, token: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${token}${address.slice(at)}`
}

// Only the form; the signature says whether it is ours. Servers on the way may put their own prefix before it:
// 'prvs=12ab=bounces+TOKEN@...', 'SRS0=x=y=pail.test=bounces+TOKEN@...'. A Message-ID begins with it: '<TOKEN@...>'.
const TOKEN_IN_ADDRESS = /(?:^|[+<])([0-9a-z]{1,13}-[0-9a-z]{1,13}-[0-9a-v]{16})(?:@|$)/gi
/** At most this many tokens of a header are read: one that somebody filled with tokens is not worth the work. */
const MAX_TOKENS = 20

/** Finds everything in addresses that has the form of our tokens, genuine or not.
 *  @param texts  addresses, or header values that hold some; Message-IDs; bare tokens */
export function listTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>()
  for (const text of texts) {
    for (const [, token = ''] of text.matchAll(TOKEN_IN_ADDRESS)) {
      tokens.add(token.toLowerCase())
      if (tokens.size === MAX_TOKENS) return [...tokens]
    }
  }
  return [...tokens]
}
