import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'

import type { DkimKeyFile } from '../../config/sending.ts'

/** The public half of a key that signs mail, as DNS should have it. */
export interface DkimKey {
  readonly selector: string
  /** The TXT record's value (RFC 6376 3.6.1, RFC 8463 4). */
  readonly record: string
  /** Such as 'RSA, 2,048 bits'. */
  readonly kind: string
  /** Users of this machine other than its owner may read the private key. */
  readonly isReadableByOthers: boolean
}

/** A key that cannot be used: why, without revealing any of it. */
export interface UnusableKey {
  readonly selector: string
  readonly problem: string
}

/** RFC 8301: verifiers may ignore shorter ones. */
const LEAST_RSA_BITS = 1024

export async function readDkimKey({ selector, file }: DkimKeyFile): Promise<DkimKey | UnusableKey> {
  let pem: string
  let mode: number
  try {
    pem = await readFile(file, 'utf8')
    mode = (await stat(file)).mode
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return { selector, problem: `${file} cannot be read: ${code}` }
  }
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    // OpenSSL's error is of no help, and may quote the key.
    return { selector, problem: `${file} holds no private key in PEM, or one with a password` }
  }
  const described = describeKey(key)
  if ('problem' in described) return { selector, problem: `${file} holds ${described.problem}` }
  return { selector, ...described, isReadableByOthers: (mode & 0o077) !== 0 }
}

function describeKey(key: KeyObject): { record: string; kind: string } | { problem: string } {
  const publicKey = createPublicKey(key)
  if (key.asymmetricKeyType === 'ed25519') {
    // RFC 8463: the 32 bytes alone, without the DER wrapping of other records.
    const { x = '' } = publicKey.export({ format: 'jwk' })
    return {
      record: `v=DKIM1; k=ed25519; p=${Buffer.from(x, 'base64url').toString('base64')}`,
      kind: 'Ed25519',
    }
  }
  if (key.asymmetricKeyType !== 'rsa') {
    return { problem: `a key of the kind ${key.asymmetricKeyType}: mail is signed with RSA or Ed25519` }
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (bits < LEAST_RSA_BITS)
    return { problem: `an RSA key of ${bits} bits: ${LEAST_RSA_BITS} is the least, 2048 is usual` }
  const der = publicKey.export({ format: 'der', type: 'spki' })
  return {
    record: `v=DKIM1; k=rsa; p=${der.toString('base64')}`,
    kind: `RSA, ${bits.toLocaleString('en-US')} bits`,
  }
}
