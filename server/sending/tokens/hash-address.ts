import { createHmac } from 'node:crypto'

/** The keyed hash under which an address is known once it may not be kept: without the key, guessing addresses does
 *  not find it.
 *  @param email  as parseEmailAddress gives it
 *  @returns 43 URL-safe characters (HMAC-SHA256) */
export function hashAddress(email: string, suppressionKey: string): string {
  return createHmac('sha256', suppressionKey).update(`address\n${email}`).digest('base64url')
}

/** Tells a key from another one and gives nothing of it away: kept in the database, and beside hashes that leave it.
 *  @param name  of its setting
 *  @returns 22 URL-safe characters (HMAC-SHA256, 128 bits) */
export function fingerprintKey(key: string, name: 'SUPPRESSION_KEY' | 'SECRET_KEY'): string {
  return createHmac('sha256', key)
    .update(`fingerprint\n${name}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')
}
