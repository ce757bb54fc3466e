import { createHmac } from 'node:crypto'

/** The keyed hash under which an address is known once it may not be kept: without the key, guessing addresses does
 *  not find it.
 *  @param email  as parseEmailAddress gives it
 *  @returns 43 URL-safe characters (HMAC-SHA256) */
export function hashAddress(email: string, suppressionKey: string): string {
  return createHmac('sha256', suppressionKey).update(`address\n${email}`).digest('base64url')
}
