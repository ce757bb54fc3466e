import { domainToASCII } from 'node:url'
import { createConnection, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'

import type { Config } from '../../config/config.ts'
import type { DkimKeyFile } from '../../config/sending.ts'
import { formatCount, tidyText } from '../../lib/text.ts'
import {
  type Check,
  checkAlignment,
  checkDkim,
  checkDmarc,
  checkExchangers,
  checkSpf,
  type DmarcFound,
  endsDmarcSearch,
  listDmarcDomains,
} from './check-records.ts'
import type { DnsLookup } from './dns-lookup.ts'

export { createDnsLookup, type DnsLookup } from './dns-lookup.ts'
export type { Check } from './check-records.ts'

/** The settings that the checks are about. */
export type MailCheckSettings = Pick<Config, 'mailFrom' | 'bounceAddress' | 'smtpUrl'> & {
  readonly sending: Pick<Config['sending'], 'dkimKeys' | 'dkimDomain'>
}

/** Compares what DNS says about the sender with what it should say, and checks that the mail server is there. Read-only;
 *  never throws when something does not answer. */
export async function checkMail(dns: DnsLookup, settings: MailCheckSettings): Promise<Check[]> {
  const from = domainOf(settings.mailFrom)
  const envelope = settings.bounceAddress === undefined ? from : domainOf(settings.bounceAddress)
  const host = settings.smtpUrl === undefined ? undefined : readSmtpAddress(settings.smtpUrl).host
  const { dkimKeys, dkimDomain } = settings.sending
  const signature = dkimKeys.length === 0 ? undefined : (dkimDomain ?? from)
  const dmarc = await findDmarc(dns, from)
  return [
    checkSpf(envelope, host, await dns.listTexts(envelope)),
    ...(await checkKeys(dns, dkimKeys, signature)),
    checkDmarc(from, dmarc),
    checkAlignment({ from, envelope, signature }, dmarc),
    ...(await Promise.all([...new Set([from, envelope])].map((domain) => checkMailTo(dns, domain)))),
    await checkSmtp(settings.smtpUrl),
  ]
}

async function checkKeys(
  dns: DnsLookup,
  keys: readonly DkimKeyFile[],
  domain: string | undefined,
): Promise<Check[]> {
  if (domain === undefined) {
    return [
      {
        what: 'DKIM',
        state: 'unchecked',
        words:
          'DKIM_KEYS is not set: mail is not signed here. Whether your mail server signs it, a test message shows (--send).',
      },
    ]
  }
  const checks = await Promise.all(keys.map((file) => checkKey(dns, file, domain)))
  return checks.flat()
}

async function checkKey(dns: DnsLookup, file: DkimKeyFile, domain: string): Promise<Check[]> {
  const what = `DKIM key ${file.selector}`
  const key = await readDkimKey(file)
  if ('problem' in key) return [{ what, state: 'differs', words: `${key.problem}.` }]
  const name = `${file.selector}._domainkey.${domain}`
  return [
    { what: `${what} (${key.kind})`, ...checkDkim(name, key.record, await dns.listTexts(name)) },
    ...(key.isReadableByOthers
      ? [
          {
            what: `File of ${what}`,
            state: 'differs' as const,
            words: `Others on this machine may read the private key: chmod 600 ${file.file}`,
          },
        ]
      : []),
  ]
}

async function checkMailTo(dns: DnsLookup, domain: string): Promise<Check> {
  const exchangers = await dns.listExchangers(domain)
  const addresses = exchangers.kind === 'none' ? await dns.listAddresses(domain) : undefined
  return checkExchangers(domain, exchangers, addresses)
}

async function findDmarc(dns: DnsLookup, from: string): Promise<DmarcFound | undefined> {
  for (const domain of listDmarcDomains(from)) {
    const answer = await dns.listTexts(`_dmarc.${domain}`)
    if (endsDmarcSearch(answer)) return { domain, answer }
  }
  return undefined
}

/** @returns the domain as written in DNS */
function domainOf(sender: string): string {
  const domain = /@([^\s@<>]+)>?\s*$/.exec(sender)?.[1] ?? ''
  return domainToASCII(domain) || domain.toLowerCase()
}

const PATIENCE_MS = 5_000

/** The target of SMTP_URL, without its password. */
function readSmtpAddress(url: string): { host: string; port: number; isTls: boolean } {
  const { hostname, port, protocol } = new URL(url)
  const isTls = protocol === 'smtps:'
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (isTls ? 465 : 587), isTls }
}

/** Whether the mail server of SMTP_URL greets us. A test message tries the sign-in. */
async function checkSmtp(url: string | undefined): Promise<Check> {
  if (url === undefined) {
    return {
      what: 'Mail server',
      state: 'unchecked',
      words: 'SMTP_URL is not set: mail is written to the outbox.',
    }
  }
  const { host, port, isTls } = readSmtpAddress(url)
  const what = `Mail server ${host}:${port}`
  const greeting = await readGreeting(() =>
    isTls ? connectTls({ host, port, servername: host }) : createConnection({ host, port }),
  )
  if ('failure' in greeting)
    return { what, state: 'no answer', words: `It cannot be reached: ${greeting.failure}` }
  return greeting.line.startsWith('220')
    ? { what, state: 'ok', words: greeting.line }
    : { what, state: 'differs', words: `It says ${greeting.line}` }
}

function readGreeting(open: () => Socket): Promise<{ line: string } | { failure: string }> {
  return new Promise((resolve) => {
    const socket = open()
    let text = ''
    const end = (result: { line: string } | { failure: string }) => {
      clearTimeout(patience)
      socket.destroy()
      resolve(result)
    }
    const patience = setTimeout(
      () => end({ failure: `no greeting within ${PATIENCE_MS / 1000} s` }),
      PATIENCE_MS,
    )
    socket.on('error', (error) => end({ failure: error.message }))
    socket.on('close', () => end({ failure: 'it closed the connection without a greeting' }))
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
      if (text.includes('\n') || text.length > 1000)
        end({ line: tidyText((text.split('\n')[0] ?? '').slice(0, 200)) })
    })
  })
}

/** The public half of a key that signs mail, as DNS should have it. */
interface DkimKey {
  /** The TXT record's value (RFC 6376 3.6.1, RFC 8463 4). */
  readonly record: string
  /** Such as 'RSA, 2,048 bits'. */
  readonly kind: string
  /** Users of this machine other than its owner may read the private key. */
  readonly isReadableByOthers: boolean
}

/** RFC 8301: verifiers may ignore shorter ones. */
const LEAST_RSA_BITS = 1024

/** @returns why a key cannot be used, without revealing any of it */
async function readDkimKey({ file }: DkimKeyFile): Promise<DkimKey | { readonly problem: string }> {
  let pem: string
  let mode: number
  try {
    pem = await readFile(file, 'utf8')
    mode = (await stat(file)).mode
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return { problem: `${file} cannot be read: ${code}` }
  }
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    // OpenSSL's error is of no help, and may quote the key.
    return { problem: `${file} holds no private key in PEM, or one with a password` }
  }
  const described = describeKey(key)
  if ('problem' in described) return { problem: `${file} holds ${described.problem}` }
  return { ...described, isReadableByOthers: (mode & 0o077) !== 0 }
}

function describeKey(key: KeyObject): Pick<DkimKey, 'record' | 'kind'> | { readonly problem: string } {
  const publicKey = createPublicKey(key)
  if (key.asymmetricKeyType === 'ed25519') {
    // RFC 8463: only the 32 bytes, without the DER wrapping of other records.
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
    kind: `RSA, ${formatCount(bits)} bits`,
  }
}
