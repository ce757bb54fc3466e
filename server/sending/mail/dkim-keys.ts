import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { ConfigError } from '../../config/config.ts'
import type { Logger } from '../../lib/logger.ts'
import type { DkimKey } from './dkim-sign.ts'

/** RFC 8301 3.2: a shorter one must not sign, and 2048 is what it should have. */
const MIN_RSA_BITS = 1024
const GOOD_RSA_BITS = 2048

/** Reads the keys that sign mail, once, at the start.
 *  @param files  private keys in PEM
 *  @throws ConfigError that names every file that cannot be used, never what is in it */
export function loadDkimKeys(
  files: readonly { readonly selector: string; readonly file: string }[],
  logger: Logger,
): DkimKey[] {
  const problems: string[] = []
  const keys = files.flatMap(({ selector, file }): DkimKey[] => {
    const read = readPrivateKey(file)
    if ('problem' in read) {
      problems.push(`DKIM_KEYS: ${file} (${selector}) ${read.problem}`)
      return []
    }
    const bits = rsaBitsOf(read.key)
    if (bits !== undefined && bits < GOOD_RSA_BITS) {
      logger.warn({ file, selector, bits }, 'DKIM_KEYS: an RSA key should have 2048 bits; this one is weak')
    }
    return [{ selector, key: read.key }]
  })
  if (problems.length > 0) throw new ConfigError(problems)
  return keys
}

function readPrivateKey(file: string): { key: KeyObject } | { problem: string } {
  let pem: Buffer
  try {
    pem = readFileSync(file)
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    return { problem: `cannot be read: ${code}` }
  }
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    // OpenSSL's words help nobody, and nothing of a key's file is repeated.
    return { problem: 'holds no private key in PEM that opens without a passphrase' }
  }
  const problem = problemOf(key)
  return problem === undefined ? { key } : { problem }
}

function problemOf(key: KeyObject): string | undefined {
  const kind = key.asymmetricKeyType
  if (kind !== 'rsa' && kind !== 'ed25519')
    return `is a key of the kind ${kind ?? 'unknown'}: DKIM takes RSA and Ed25519`
  const bits = rsaBitsOf(key)
  return bits !== undefined && bits < MIN_RSA_BITS
    ? `is an RSA key of ${bits} bits: take one of ${GOOD_RSA_BITS}`
    : undefined
}

function rsaBitsOf(key: KeyObject): number | undefined {
  return key.asymmetricKeyDetails?.modulusLength
}
