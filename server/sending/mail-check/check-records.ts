import { isIP } from 'node:net'

import { isNearby } from '../../lib/nearby.ts'
import type { DnsAnswer } from './dns-lookup.ts'

type Tags = ReadonlyMap<string, string>

/** What a domain's record says, tag by tag: 'v=DKIM1; k=rsa' (RFC 6376 3.2). */
function readTags(record: string): Tags {
  const pairs = record.split(';').flatMap((part): [string, string][] => {
    const at = part.indexOf('=')
    return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]]
  })
  return new Map(pairs)
}

const quote = (values: readonly string[]) => values.map((value) => `"${value}"`).join(' and ')

const notAnswered = (reason: string): Pick<Check, 'state' | 'words'> => ({
  state: 'no answer',
  words: `DNS did not answer (${reason}).`,
})

/** A name that only this machine or its network knows, such as a container's. */
const isLocalName = (host: string) =>
  isIP(host) === 0 && (!host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/i.test(host))

/** Who may send for the domain of the envelope's sender (RFC 7208).
 *  @param smtpHost  the mail server of SMTP_URL; undefined if none is set. One on this machine or in its network relays from
 *                   an address that is not known here */
export function checkSpf(domain: string, smtpHost: string | undefined, answer: DnsAnswer<string>): Check {
  const host = smtpHost === undefined || isNearby(smtpHost) || isLocalName(smtpHost) ? undefined : smtpHost
  const mechanism = mechanismFor(host ?? 'YOUR-MAIL-SERVER')
  const expected = `v=spf1 ${mechanism} -all`
  const about = { what: `SPF of ${domain}`, record: { name: domain, value: expected } }
  if (answer.kind === 'no answer') return { ...about, ...notAnswered(answer.reason) }
  const found = answer.kind === 'none' ? [] : answer.values.filter((text) => /^v=spf1(?: |$)/i.test(text))
  const [record] = found
  if (record === undefined) {
    const whose =
      host === undefined
        ? ' YOUR-MAIL-SERVER stands for the name of the machine from which your mail goes out to the internet.'
        : ''
    return { ...about, state: 'missing', words: `Nobody is named who may send.${whose}` }
  }
  if (found.length > 1) {
    return {
      ...about,
      state: 'differs',
      words: `DNS says ${quote(found)}: with several SPF records none counts. Make one of them.`,
    }
  }
  const terms = record.toLowerCase().split(/\s+/).slice(1)
  if (terms.includes('all') || terms.includes('+all')) {
    return { ...about, state: 'differs', words: `DNS says ${quote(found)}: that lets everybody send.` }
  }
  const lets = terms.filter((term) =>
    /^\+?(?:a|mx|ptr|ip4|ip6|include|exists)(?:[:/]|$)|^redirect=/.test(term),
  )
  if (lets.length === 0) {
    return { ...about, state: 'differs', words: `DNS says ${quote(found)}: that lets nobody send.` }
  }
  if (lets.every(isOfLocalAddress)) {
    return {
      ...about,
      state: 'differs',
      words: `DNS says ${quote(found)}: such an address is not seen on the internet, so that lets nobody send.`,
    }
  }
  if (host !== undefined && lets.some((term) => term.replace('+', '') === mechanism.toLowerCase()))
    return { ...about, state: 'ok' }
  return {
    ...about,
    state: 'ok',
    words: `DNS says ${quote(found)}. Whether that names the address from which your mail server sends on cannot be seen from here; a test message shows it (--send).`,
  }
}

/** @param term  such as 'ip4:127.0.0.1' or '+ip6:fc00::/7' */
const isOfLocalAddress = (term: string) => isNearby(/^\+?ip[46]:([^/]+)/.exec(term)?.[1] ?? '')

function mechanismFor(host: string): string {
  const version = isIP(host)
  return version === 0 ? `a:${host}` : `ip${version}:${host}`
}

const keyOf = (tags: Tags) => (tags.get('p') ?? '').replace(/\s+/g, '')

/** What is wrong with a key's record, worst first. */
const KEY_PROBLEMS: readonly { isIt: (tags: Tags, expected: Tags) => boolean; words: string }[] = [
  { isIt: (tags) => keyOf(tags) === '', words: 'an empty p= takes the key back' },
  { isIt: (tags, expected) => keyOf(tags) !== keyOf(expected), words: 'that is another key' },
  {
    isIt: (tags, expected) => (tags.get('k') ?? 'rsa').toLowerCase() !== expected.get('k'),
    words: 'the kind of the key (k=) is wrong',
  },
  { isIt: (tags) => (tags.get('v') ?? 'DKIM1') !== 'DKIM1', words: 'v= is not DKIM1' },
  { isIt: (tags) => !/^$|\bsha256\b/i.test(tags.get('h') ?? ''), words: 'h= shuts out sha256' },
  { isIt: (tags) => !/^$|\*|\bemail\b/i.test(tags.get('s') ?? ''), words: 's= shuts out mail' },
]

/** The public half of a key, at SELECTOR._domainkey.DOMAIN (RFC 6376). */
export function checkDkim(name: string, expected: string, answer: DnsAnswer<string>): Omit<Check, 'what'> {
  const about = { record: { name, value: expected } }
  if (answer.kind === 'no answer') return { ...about, ...notAnswered(answer.reason) }
  const found = answer.kind === 'none' ? [] : answer.values.filter((text) => readTags(text).has('p'))
  const [record] = found
  if (record === undefined) {
    return {
      ...about,
      state: 'missing',
      words: 'Signatures by this key count for nothing until it is there.',
    }
  }
  const says = `DNS says ${quote(found)}`
  if (found.length > 1) return { ...about, state: 'differs', words: `${says}: only one of them may stay.` }
  const tags = readTags(record)
  const expectedTags = readTags(expected)
  const problem = KEY_PROBLEMS.find(({ isIt }) => isIt(tags, expectedTags))?.words
  if (problem !== undefined) return { ...about, state: 'differs', words: `${says}: ${problem}.` }
  const isOnTrial = (tags.get('t') ?? '').split(':').some((flag) => flag.trim() === 'y')
  return {
    ...about,
    state: 'ok',
    ...(isOnTrial ? { words: 't=y says that it is on trial: some servers then ignore it.' } : {}),
  }
}

/** The DMARC record that applies to a domain: its own, or that of the nearest parent domain. */
export interface DmarcFound {
  /** The domain whose record it is. */
  readonly domain: string
  readonly answer: DnsAnswer<string>
}

const isDmarc = (text: string) => /^v=DMARC1\s*(?:;|$)/i.test(text)

/** @returns the names to query in order: the domain and its parents of two labels or more */
export function listDmarcDomains(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_label, index) => labels.slice(index).join('.'))
}

/** @returns whether the search ends here: there is a record, or no answer */
export const endsDmarcSearch = (answer: DnsAnswer<string>) =>
  answer.kind === 'no answer' || (answer.kind === 'found' && answer.values.some(isDmarc))

/** What receivers are asked to do with mail that fails (RFC 7489). */
export function checkDmarc(domain: string, found: DmarcFound | undefined): Check {
  const about = {
    what: `DMARC of ${domain}`,
    record: { name: `_dmarc.${domain}`, value: 'v=DMARC1; p=quarantine' },
  }
  if (found?.answer.kind === 'no answer') return { ...about, ...notAnswered(found.answer.reason) }
  const records = found?.answer.kind === 'found' ? found.answer.values.filter(isDmarc) : []
  const [record] = records
  if (found === undefined || record === undefined) {
    return { ...about, state: 'missing', words: 'Gmail and Yahoo ask every sender of newsletters for one.' }
  }
  const says = `DNS says ${quote(records)}${found.domain === domain ? '' : ` at _dmarc.${found.domain}`}`
  if (records.length > 1) {
    return { ...about, state: 'differs', words: `${says}: with several DMARC records none counts.` }
  }
  const tags = readTags(record)
  const policy = ((found.domain === domain ? undefined : tags.get('sp')) ?? tags.get('p') ?? '').toLowerCase()
  if (!['none', 'quarantine', 'reject'].includes(policy)) {
    return { ...about, state: 'differs', words: `${says}: p= is none, quarantine or reject.` }
  }
  return {
    ...about,
    state: 'ok',
    words: policy === 'none' ? `${says}. It asks receivers to let failing mail through.` : `${says}.`,
  }
}

/** Whether the domain in From matches that of the signature or of the envelope: one of the two must (DMARC).
 *  @param domains  signature: undefined if mail is not signed here */
export function checkAlignment(
  domains: { from: string; envelope: string; signature: string | undefined },
  dmarc: DmarcFound | undefined,
): Check {
  const record = dmarc?.answer.kind === 'found' ? (dmarc.answer.values.find(isDmarc) ?? '') : ''
  const tags = readTags(record)
  const root = record === '' ? domains.from : (dmarc?.domain ?? domains.from)
  const isAligned = (domain: string, mode: string | undefined) =>
    domain === domains.from ||
    (mode !== 's' && (domain === root || domain.endsWith(`.${root}`) || domains.from.endsWith(`.${domain}`)))
  const isSigned = domains.signature !== undefined && isAligned(domains.signature, tags.get('adkim'))
  const isEnveloped = isAligned(domains.envelope, tags.get('aspf'))
  const words = [
    domains.signature === undefined
      ? 'Mail is not signed here.'
      : `The signature's domain ${domains.signature} ${isSigned ? 'counts' : 'does not count'} for it.`,
    `The envelope's domain ${domains.envelope} ${isEnveloped ? 'counts' : 'does not count'} for it.`,
  ]
  const isGood = domains.signature === undefined ? isEnveloped : isSigned
  return {
    what: `Alignment with From (${domains.from})`,
    state: isGood ? 'ok' : 'differs',
    words: words.join(' '),
  }
}

/** Whether a domain accepts mail, so that bounces and replies come back. */
export function checkExchangers(
  domain: string,
  exchangers: DnsAnswer<string>,
  addresses: DnsAnswer<string> | undefined,
): Check {
  const what = `Mail to ${domain}`
  if (exchangers.kind === 'no answer') return { what, ...notAnswered(exchangers.reason) }
  if (exchangers.kind === 'found') {
    return exchangers.values.every((host) => host === '' || host === '.')
      ? { what, state: 'differs', words: 'Its MX says that it takes no mail: bounces and answers are lost.' }
      : { what, state: 'ok', words: `MX ${exchangers.values.join(', ')}` }
  }
  if (addresses?.kind === 'no answer') return { what, ...notAnswered(addresses.reason) }
  return addresses?.kind === 'found'
    ? { what, state: 'ok', words: 'It has no MX; its address stands in.' }
    : { what, state: 'missing', words: 'It has neither MX nor address: bounces and answers are lost.' }
}

/** One thing that was checked. ok: as it should be · differs: there, but not as it should be · missing: not there · no
 *  answer: the server did not answer · unchecked: cannot be seen from here. */
export interface Check {
  /** Such as 'DKIM key s2026'. */
  readonly what: string
  readonly state: 'ok' | 'differs' | 'missing' | 'no answer' | 'unchecked'
  /** The DNS record as it should read; a TXT record. */
  readonly record?: { readonly name: string; readonly value: string }
  /** What was found, or why it matters; a sentence for the operator. */
  readonly words?: string
}
