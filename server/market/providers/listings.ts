import { parseTicker } from '../../../shared/asset-address.ts'
import { dropPlace } from '../../lib/company-name.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import type { AssetFinder } from './provider.ts'
import { isRecord, textOf } from './read-field.ts'
import { describeFaults } from './source-faults.ts'

const SEC = 'SEC EDGAR'
const SEC_FILES = 'https://www.sec.gov/files'
const NASDAQ = 'Nasdaq Trader'
const SYMBOL_DIRECTORY = 'https://www.nasdaqtrader.com/dynamic/SymDir'
const COINGECKO = 'CoinGecko'
const LARGEST_COINS =
  'https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&order=market_cap_desc&per_page=250&page=1'

/** What trades under a ticker of its own besides a company's shares. */
export type OtherSecurity = 'Units' | 'Warrants' | 'Rights' | 'Preferred' | 'Notes'

/** A list in the form in which it is cached, in the source's order; the SEC and CoinGecko list the largest first. */
export interface Listing {
  readonly rows: readonly (readonly [
    ticker: string,
    name: string,
    exchange: string | null,
    cik?: string | null,
    security?: OtherSecurity,
  ])[]
}

/** An official list of one or two files that change daily. What is on a list exists; what is on none may still exist: funds,
 *  foreign exchanges. */
export interface ListingSource extends Pick<AssetFinder, 'id' | 'name' | 'url'> {
  /** @throws SourceError */
  loadListing(): Promise<Listing>
}

interface ListingDeps {
  readonly fetch: UpstreamFetch
  /** 'Product contact@example.com' */
  readonly userAgent: string
}

/** The companies that file with the SEC: about 10,000, 0.5 MB. Public domain. The SEC refuses (403) requests without a contact
 *  in the User-Agent. */
export function createSecListing(deps: ListingDeps): ListingSource {
  const faults = describeFaults(SEC)
  const ask = (file: string) =>
    deps.fetch(`${SEC_FILES}/${file}`, {
      headers: { 'User-Agent': deps.userAgent, Accept: 'application/json' },
    })

  return {
    id: 'sec',
    name: SEC,
    url: 'https://www.sec.gov/search-filings/cik-lookup',

    async loadListing() {
      let response = await ask('company_tickers_exchange.json')
      // The older file has the same companies, without exchanges.
      if (response.status === 404) response = await ask('company_tickers.json')
      if (!response.ok) throw faults.refused(response)
      const listing = parseSecListing(faults.parseJson(await response.text()))
      if (!listing) throw faults.failed(`${SEC} sent a list of companies that cannot be read.`)
      return listing
    },
  }
}

/** The securities traded on exchanges of the United States, including funds: about 12,000, 1 MB in two files. */
export function createNasdaqListing(deps: ListingDeps): ListingSource {
  const faults = describeFaults(NASDAQ)

  async function load(file: string) {
    const response = await deps.fetch(`${SYMBOL_DIRECTORY}/${file}`, {
      headers: { 'User-Agent': deps.userAgent, Accept: 'text/plain' },
    })
    if (!response.ok) throw faults.refused(response)
    const rows = parseSymbolDirectory(await response.text())
    if (!rows) throw faults.failed(`${NASDAQ} sent a list of symbols that cannot be read.`)
    return rows
  }

  return {
    id: 'nasdaq',
    name: NASDAQ,
    url: 'https://www.nasdaqtrader.com/trader.aspx?id=symbollookup',
    loadListing: async () => ({
      rows: [...(await load('nasdaqlisted.txt')), ...(await load('otherlisted.txt'))],
    }),
  }
}

/** The 250 coins with the highest market value. They tell which texts may mean a coin, but not which coin a ticker means at
 *  the sources of prices. */
export function createCoinListing(deps: ListingDeps & { apiKey: string | undefined }): ListingSource {
  const faults = describeFaults(COINGECKO)
  return {
    id: 'coingecko',
    name: COINGECKO,
    url: 'https://www.coingecko.com/',
    async loadListing() {
      const response = await deps.fetch(LARGEST_COINS, {
        headers: {
          'User-Agent': deps.userAgent,
          Accept: 'application/json',
          ...(deps.apiKey === undefined ? {} : { 'x-cg-demo-api-key': deps.apiKey }),
        },
        // Following a redirect would send the key to another host.
        redirect: 'manual',
      })
      if (!response.ok) throw faults.refused(response)
      const body = faults.parseJson(await response.text())
      const rows = Array.isArray(body) ? body.filter(isRecord) : []
      const listing = toListing(rows.map((row) => [row['symbol'], row['name'], undefined]))
      if (!listing) throw faults.failed(`${COINGECKO} sent a list of coins that cannot be read.`)
      return listing
    },
  }
}

/** Reads {fields, data: rows} or {"0": {ticker, title}, ...}.
 *  @returns undefined if it contains no company */
export function parseSecListing(body: unknown): Listing | undefined {
  return toListing(isRecord(body) ? listSecRows(body) : [])
}

function listSecRows(body: Record<string, unknown>): FoundRow[] {
  const { fields, data } = body
  if (Array.isArray(fields) && Array.isArray(data)) {
    const [ticker, name, exchange, cik] = ['ticker', 'name', 'exchange', 'cik'].map((field) =>
      fields.indexOf(field),
    )
    return data
      .filter((row): row is unknown[] => Array.isArray(row))
      .map((row) => [row[ticker ?? -1], row[name ?? -1], row[exchange ?? -1], row[cik ?? -1]])
  }
  return Object.values(body)
    .filter(isRecord)
    .map((row) => [row['ticker'], row['title'], undefined, row['cik_str']])
}

/** Each list has about 10,000 rows. Nothing else is answered while the words of all names are sorted. */
const MOST_LISTED = 20_000
/** Names of preferred shares have up to 175 characters. */
const LONGEST_NAME = 200

type FoundRow = readonly [ticker: unknown, name: unknown, exchange: unknown, cik?: unknown]

function toListing(found: readonly FoundRow[]): Listing | undefined {
  const byTicker = new Map<string, Listing['rows'][number]>()
  for (const [ticker, name, exchange, cik] of found.slice(0, MOST_LISTED)) {
    const known = parseTicker(textOf(ticker) ?? '')
    const title = textOf(name, LONGEST_NAME)
    if (known === undefined || title === undefined || byTicker.has(known)) continue
    const listed = [known, dropPlace(title), textOf(exchange) ?? null] as const
    const digits = /^0*(\d{1,10})$/.exec(String(cik))?.[1]
    byTicker.set(known, digits === undefined ? listed : [...listed, digits])
  }
  return byTicker.size === 0 ? undefined : { rows: [...byTicker.values()] }
}

/** According to the directory's documentation. */
const EXCHANGES: Readonly<Record<string, string>> = {
  A: 'NYSE American',
  N: 'NYSE',
  P: 'NYSE Arca',
  V: 'IEX',
  Z: 'Cboe BZX',
}
const LAST_LINE = 'File Creation Time'
/** AAPL, or BRK.B, which is BRK-B elsewhere. Other suffixes, of units, warrants, rights and preferred shares, are left out, since
 *  every source writes them differently; those without a suffix, such as ACMEW, are the same everywhere. */
const PLAIN_SYMBOL = /^([A-Z]{1,5})(?:\.([A-TV-Z]))?$/

/** Reads nasdaqlisted.txt or otherlisted.txt of the symbol directory: columns separated by bars; the last line holds the time
 *  at which the file was made.
 *  @returns undefined for anything else, such as half a file */
export function parseSymbolDirectory(text: string): Listing['rows'][number][] | undefined {
  // Megabytes of line ends would take long to split.
  const [head = '', ...lines] = text.trimEnd().split(/\r?\n/, 2 * MOST_LISTED)
  const columns = head.split('|')
  const at = (name: string) => columns.indexOf(name)
  const symbolAt = Math.max(at('Symbol'), at('ACT Symbol'))
  const [nameAt, testAt, exchangeAt] = [at('Security Name'), at('Test Issue'), at('Exchange')]
  if (symbolAt < 0 || nameAt < 0 || testAt < 0 || !lines.pop()?.startsWith(LAST_LINE)) return undefined
  const byTicker = new Map<string, Listing['rows'][number]>()
  for (const line of lines.slice(0, MOST_LISTED)) {
    const cells = line.split('|')
    const [, base, shareClass] = PLAIN_SYMBOL.exec(cells[symbolAt] ?? '') ?? []
    const name = textOf(cells[nameAt], LONGEST_NAME)
    if (
      base === undefined ||
      name === undefined ||
      cells[testAt] !== 'N' ||
      shareClass === 'W' ||
      shareClass === 'R'
    )
      continue
    const ticker = shareClass === undefined ? base : `${base}-${shareClass}`
    if (byTicker.has(ticker)) continue
    const exchange = exchangeAt < 0 ? 'Nasdaq' : (EXCHANGES[cells[exchangeAt] ?? ''] ?? null)
    const [company = name, described] = name.split(' - ')
    const row = [ticker, company.replace(/ Common Stock$/, ''), exchange] as const
    const security = findSecurity(described)
    byTicker.set(ticker, security ? [...row, null, security] : row)
  }
  return [...byTicker.values()]
}

const SHARES = /^(?:class \w+ )?(?:common|ordinary|american)\b/i
const OTHER_SECURITIES: readonly (readonly [RegExp, OtherSecurity])[] = [
  [/^units?\b|^UN$/i, 'Units'],
  [/\bpreferred\b|^P[A-Z]?$/i, 'Preferred'],
  [/\bwarrants?\b|^WT[A-Z]?$/i, 'Warrants'],
  [/\brights?\b|^RI$/i, 'Rights'],
  [/\b(?:notes|debentures)\b/i, 'Notes'],
]

/** @param described  in the exchange's words, or as the SEC ends a ticker: the PA of ACME-PA
 *  @returns undefined for shares */
export function findSecurity(described = ''): OtherSecurity | undefined {
  if (SHARES.test(described)) return undefined
  return OTHER_SECURITIES.find(([words]) => words.test(described))?.[1]
}
