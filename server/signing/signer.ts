import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs what our links carry. A token of one purpose is worth nothing for another. */
interface Signer {
  /** @returns about 30 URL-safe characters that do not expire: links in old letters go on working */
  signUnsubscribe(subscriberId: string): string
  /** @returns the subscriber's id; undefined for anything that we did not sign */
  verifyUnsubscribe(token: string): string | undefined
  /** @returns about 37 URL-safe characters */
  signConfirmation(subscriberId: string, expiresAt: Date): string
  /** @returns the subscriber's id; undefined for anything that we did not sign, or that has expired */
  verifyConfirmation(token: string, now: Date): string | undefined
}

type Purpose = 'unsubscribe' | 'confirm'

// 128 bits: guessing is out of reach, and a short link survives mail programs that wrap lines.
const SIGNATURE_BYTES = 16
const SUBSCRIBER_ID = /^[1-9]\d{0,18}$/
const EXPIRY = /^[0-9a-z]{1,9}$/

/** @param secretKey  signs every token; changing it ends the links that are out there */
export function createSigner(secretKey: string): Signer {
  const sign = (purpose: Purpose, payload: string) => `${payload}.${signature(secretKey, purpose, payload)}`

  /** @returns the payload of a genuine token */
  const verify = (purpose: Purpose, token: string): string | undefined => {
    const end = token.lastIndexOf('.')
    const payload = token.slice(0, Math.max(end, 0))
    const given = Buffer.from(token.slice(end + 1))
    const expected = Buffer.from(signature(secretKey, purpose, payload))
    return given.length === expected.length && timingSafeEqual(given, expected) ? payload : undefined
  }

  return {
    signUnsubscribe: (subscriberId) => sign('unsubscribe', subscriberId),
    verifyUnsubscribe: (token) => {
      const payload = verify('unsubscribe', token)
      return payload !== undefined && SUBSCRIBER_ID.test(payload) ? payload : undefined
    },
    signConfirmation: (subscriberId, expiresAt) =>
      sign('confirm', `${subscriberId}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`),
    verifyConfirmation: (token, now) => {
      const [subscriberId = '', expiry = ''] = verify('confirm', token)?.split('.') ?? []
      if (!SUBSCRIBER_ID.test(subscriberId) || !EXPIRY.test(expiry)) return undefined
      return now.getTime() < Number.parseInt(expiry, 36) * 1000 ? subscriberId : undefined
    },
  }
}

function signature(secretKey: string, purpose: Purpose, payload: string): string {
  return createHmac('sha256', secretKey)
    .update(`${purpose}\n${payload}`)
    .digest()
    .subarray(0, SIGNATURE_BYTES)
    .toString('base64url')
}
