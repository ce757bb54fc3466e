import { Resolver } from 'node:dns/promises'

import { InvalidInputError } from '../../lib/errors.ts'

/** The answer of DNS. none: there is no such record. */
export type DnsAnswer<Value> =
  | { readonly kind: 'found'; readonly values: readonly Value[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'no answer'; readonly reason: string }

/** Asks DNS; "no answer" is an answer too. */
export interface DnsLookup {
  /** TXT records, the strings of each joined (RFC 7208 3.3). */
  listTexts(name: string): Promise<DnsAnswer<string>>
  /** The hosts that accept mail for a domain; '' is the "null MX" of one that accepts none (RFC 7505). */
  listExchangers(domain: string): Promise<DnsAnswer<string>>
  /** IPv4 and IPv6. */
  listAddresses(host: string): Promise<DnsAnswer<string>>
}

const DEFAULT_PATIENCE_MS = 3_000
/** DNS answered that there is none. */
const NONE = new Set(['ENODATA', 'ENOTFOUND'])

/** @param server  an address with or without a port, in place of the machine's own resolvers
 *  @param patienceMs  how long an answer may take
 *  @throws InvalidInputError if it is not an address */
export function createDnsLookup({
  server,
  patienceMs = DEFAULT_PATIENCE_MS,
}: { server?: string | undefined; patienceMs?: number } = {}): DnsLookup {
  const resolver = new Resolver({ timeout: patienceMs, tries: 1 })
  try {
    if (server !== undefined) resolver.setServers([server])
  } catch (error) {
    throw new InvalidInputError(
      `${server} is not the address of a DNS server, such as 9.9.9.9 or 127.0.0.1:5353.`,
      { cause: error },
    )
  }
  return {
    async listTexts(name) {
      const answer = await asAnswer(() => resolver.resolveTxt(name))
      return answer.kind === 'found'
        ? { kind: 'found', values: answer.values.map((strings) => strings.join('')) }
        : answer
    },
    async listExchangers(domain) {
      const answer = await asAnswer(() => resolver.resolveMx(domain))
      return answer.kind === 'found'
        ? { kind: 'found', values: answer.values.map(({ exchange }) => exchange) }
        : answer
    },
    async listAddresses(host) {
      const answer = await asAnswer(() => resolver.resolve4(host))
      return answer.kind === 'none' ? asAnswer(() => resolver.resolve6(host)) : answer
    },
  }
}

async function asAnswer<Value>(ask: () => Promise<Value[]>): Promise<DnsAnswer<Value>> {
  try {
    const values = await ask()
    return values.length === 0 ? { kind: 'none' } : { kind: 'found', values }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return NONE.has(code) ? { kind: 'none' } : { kind: 'no answer', reason: code }
  }
}
