import { createHash, sign as signWithKey, type KeyObject, createPrivateKey } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { promisify } from 'node:util'
import { readFileSync } from 'node:fs'
import { ConfigError } from '../../config/config.ts'
import type { Logger } from '../../lib/logger.ts'

/** A private key, and the name of its public half in DNS. */
export interface DkimKey {
  /** SELECTOR in SELECTOR._domainkey.DOMAIN. */
  readonly selector: string
  /** RSA or Ed25519. */
  readonly key: KeyObject
}

/** @param headerLines  all headers of the message, each 'Name: value', folded or not
 *  @param bodyHash  SHA-256 of the body in the relaxed form, base64
 *  @returns a DKIM-Signature line for each key, to be put above the others */
export type DkimSigner = (headerLines: readonly string[], bodyHash: string, at: Date) => Promise<string[]>

/** Signed if a message has them. List-Unsubscribe and -Post must be, or mail programs show no button (RFC 8058 4). */
const SIGNED_HEADERS = [
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
  'precedence',
  'auto-submitted',
]
// Headers that readers see or mail programs act on are listed once more than they occur, so that one added on the way breaks the
// signature (RFC 6376 8.15).
const OVERSIGNED_HEADERS = [
  'from',
  'to',
  'cc',
  'reply-to',
  'subject',
  'date',
  'content-type',
  'list-unsubscribe',
  'list-unsubscribe-post',
]

// With a callback, Node signs on libuv's thread pool: an RSA signature takes about a millisecond.
const signOnThreadPool = promisify(signWithKey)

/** Signs messages with DKIM, relaxed/relaxed (RFC 6376; Ed25519 as in RFC 8463).
 *  @param domain  the signing domain: that of the sender's address, or a parent of it */
export function createDkimSigner({ domain, keys }: { domain: string; keys: readonly DkimKey[] }): DkimSigner {
  const signingDomain = domainToASCII(domain)
  return async (headerLines, bodyHash, at) => {
    const byName = new Map(
      headerLines.map(canonicalHeader).map((line) => [line.slice(0, line.indexOf(':')), line]),
    )
    const names = SIGNED_HEADERS.filter((name) => byName.has(name))
    const signedLines = names.map((name) => `${byName.get(name) ?? ''}\r\n`).join('')
    return Promise.all(
      keys.map(async ({ selector, key }) => {
        const unsigned = [
          `DKIM-Signature: v=1; a=${key.asymmetricKeyType === 'ed25519' ? 'ed25519' : 'rsa'}-sha256; c=relaxed/relaxed;`,
          ` d=${signingDomain}; s=${selector}; t=${Math.floor(at.getTime() / 1000)};`,
          ` h=${foldAfter(/.{1,70}:(?=.)/g, [...names, ...OVERSIGNED_HEADERS].join(':'))};`,
          ` bh=${bodyHash};`,
          ' b=',
        ].join('\r\n')
        const signature = await signData(key, Buffer.from(signedLines + canonicalHeader(unsigned)))
        return unsigned + foldAfter(/.{72}(?=.)/g, signature.toString('base64'))
      }),
    )
  }
}

function signData(key: KeyObject, data: Buffer): Promise<Buffer> {
  // RFC 8463 3: Ed25519 signs the SHA-256 of the headers.
  return key.asymmetricKeyType === 'ed25519'
    ? signOnThreadPool(null, createHash('sha256').update(data).digest(), key)
    : signOnThreadPool('sha256', data, key)
}

function foldAfter(stretch: RegExp, value: string): string {
  return value.replace(stretch, '$&\r\n  ')
}

/** Returns the relaxed form of a header field (RFC 6376 3.4.2), without its final line break.
 *  @param line  'Name: value', folded or not */
function canonicalHeader(line: string): string {
  const colon = line.indexOf(':')
  const value = line
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $/g, '')
  return `${line.slice(0, colon).trimEnd().toLowerCase()}:${value}`
}

/** Returns the relaxed form of some lines of a body (RFC 6376 3.4.4). The caller must drop empty lines at the end of the whole
 *  body, as that form requires.
 *  @param lines  each ended by CRLF */
export function canonicalBody(lines: string): string {
  return lines.replace(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n')
}

/** RFC 8301 3.2: shorter keys must not sign, and 2048 bits are recommended. */
const MIN_RSA_BITS = 1024
const GOOD_RSA_BITS = 2048

/** Reads the signing keys, once, at the start.
 *  @param files  private keys in PEM
 *  @throws ConfigError naming every unusable file, never its content */
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
    // OpenSSL's message helps nobody, and nothing from a key file may be repeated.
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
