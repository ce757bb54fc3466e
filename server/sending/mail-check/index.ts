import { domainToASCII } from 'node:url'
import type { DkimKeyFile } from '../../config/sending.ts'
import {
  checkAlignment,
  checkDkim,
  checkDmarc,
  checkExchangers,
  checkSpf,
  endsDmarcSearch,
  listDmarcDomains,
  type DmarcFound,
  type Check,
} from './check-records.ts'
import { readDkimKey } from './dkim-key.ts'
import type { DnsLookup } from './dns-lookup.ts'
import { checkSmtp, readSmtpAddress } from './smtp-greeting.ts'

export { createDnsLookup } from './dns-lookup.ts'
export type { Check } from './check-records.ts'

/** The settings that the checks are about. */
export interface MailCheckSettings {
  /** 'Name <address>' or an address. */
  readonly mailFrom: string
  readonly bounceAddress: string | undefined
  readonly smtpUrl: string | undefined
  readonly dkimKeys: readonly DkimKeyFile[]
  /** Undefined: the domain of mailFrom. */
  readonly dkimDomain: string | undefined
}

/** Compares what DNS says about the sender with what it should say, and checks that the mail server is there. Read-only;
 *  never throws when something does not answer. */
export async function checkMail(dns: DnsLookup, settings: MailCheckSettings): Promise<Check[]> {
  const from = domainOf(settings.mailFrom)
  const envelope = settings.bounceAddress === undefined ? from : domainOf(settings.bounceAddress)
  const host = settings.smtpUrl === undefined ? undefined : readSmtpAddress(settings.smtpUrl).host
  const signature = settings.dkimKeys.length === 0 ? undefined : (settings.dkimDomain ?? from)
  const dmarc = await findDmarc(dns, from)
  return [
    checkSpf(envelope, host, await dns.listTexts(envelope)),
    ...(await checkKeys(dns, settings.dkimKeys, signature)),
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
