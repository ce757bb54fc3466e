import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import type { Asset, ProfileSupplement, SupplementedFacts } from './provider.ts'
import { describeFaults } from './source-faults.ts'
import { isRecord, recordOf, recordsOf, textOf } from './read-field.ts'

const WIKIDATA = 'Wikidata'
const ENDPOINT = 'https://query.wikidata.org/sparql'

/** Founding date, chief executive and headquarters from Wikidata (CC0), for the company that is listed under the ticker and is
 *  certainly the right one: its official website is on the same host or, if no website is known, it has the same name.
 *  @param deps.userAgent  with a contact, as their policy requires */
export function createWikidataSupplement(deps: {
  fetch: UpstreamFetch
  userAgent: string
}): ProfileSupplement {
  const faults = describeFaults(WIKIDATA)

  return {
    id: 'wikidata',
    name: WIKIDATA,

    async findFacts(known) {
      if (known.asset.kind === 'crypto') return undefined
      const query = new URLSearchParams({ query: composeQuery(known.asset.ticker), format: 'json' })
      const response = await deps.fetch(`${ENDPOINT}?${query}`, {
        headers: { 'User-Agent': deps.userAgent, Accept: 'application/sparql-results+json' },
      })
      if (!response.ok) throw faults.refused(response)
      const companies = readCompanies(faults.parseJson(await response.text()))
      if (!companies) throw faults.failed(`${WIKIDATA} sent an answer that cannot be read.`)
      const [company, another] = companies.filter((candidate) => isSameCompany(candidate, known))
      // Two matches are as bad as none.
      return company && !another ? composeFacts(company) : undefined
    },
  }
}

/** Returns one row per fact, so that a company with many of each does not return all their combinations. A change of the chief
 *  executive is entered when it is announced, with a day ahead. */
function composeQuery(ticker: string): string {
  const tickers = listTickers(ticker).map(quote).join(' ')
  return `SELECT ?item ?itemLabel ?fact ?rank ?value ?valueLabel ?precision ?countryLabel WHERE {
  { SELECT DISTINCT ?item WHERE {
    VALUES ?ticker { ${tickers} }
    ?listing pq:P249 ?ticker .
    ?item p:P414 ?listing .
    FILTER NOT EXISTS { ?listing pq:P582 ?delisted }
    FILTER NOT EXISTS { ?listing wikibase:rank wikibase:DeprecatedRank }
  } LIMIT 50 }
  {
    BIND("website" AS ?fact)
    ?item p:P856 ?statement . ?statement ps:P856 ?value .
  } UNION {
    BIND("founded" AS ?fact)
    ?item p:P571 ?statement . ?statement psv:P571 ?time .
    ?time wikibase:timeValue ?value ; wikibase:timePrecision ?precision .
  } UNION {
    BIND("ceo" AS ?fact)
    ?item p:P169 ?statement . ?statement ps:P169 ?value .
  } UNION {
    BIND("headquarters" AS ?fact)
    ?item p:P159 ?statement . ?statement ps:P159 ?value .
    OPTIONAL { ?value wdt:P17 ?country }
  } UNION {
    BIND("listing" AS ?fact)
    ?item p:P414 ?statement . ?statement ps:P414 ?value .
  }
  ?statement wikibase:rank ?rank .
  FILTER NOT EXISTS { ?statement pq:P582 ?ended . FILTER(COALESCE(?ended <= NOW(), true)) }
  FILTER NOT EXISTS { ?statement pq:P580 ?begins . FILTER(?begins > NOW()) }
  SERVICE wikibase:label { bd:serviceParam wikibase:language "en,mul" }
}`
}

/** Quotes a text for SPARQL. Tickers contain no such characters, but a query should not rely on that. */
function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[\n\r]/g, ' ')}"`
}

/** A statement about an item. */
interface Statement {
  readonly fact: string
  readonly isPreferred: boolean
  readonly value: string
  readonly label: string | undefined
  readonly precision: number | undefined
  readonly country: string | undefined
}

/** An item listed under the ticker. */
export interface Company {
  /** Such as Q312. */
  readonly id: string
  readonly label: string | undefined
  readonly statements: readonly Statement[]
}

/** A ticker has a few dozen statements. */
const MOST_ROWS = 2_000
const SUFFIX = /\.[A-Z]{1,3}$/
/** Wikidata's codes: 9 a year, 10 a month, 11 a day; below 9 decades and centuries. */
const PRECISION = { year: 9, month: 10 } as const

/** Words that only say how a company is incorporated; names are compared without them. */
const LEGAL_FORMS = new Set(
  'inc incorporated corp corporation co company plc ltd limited llc lp ag sa se nv ab asa oyj spa kgaa'.split(
    ' ',
  ),
)

/** Lists how stock exchanges write a ticker: OCDO.L is OCDO in London, BRK-B is BRK.B, 0700.HK is 700. */
export function listTickers(ticker: string): string[] {
  const bare = ticker.replace(SUFFIX, '')
  return [...new Set([bare, bare.replaceAll('-', '.'), bare.replace(/^0+(?=\d)/, '')])]
}

/** Reads SPARQL's JSON results, one row per statement.
 *  @returns the items in the order in which they come; undefined without a list of rows */
export function readCompanies(body: unknown): Company[] | undefined {
  const rows = isRecord(body) ? recordOf(body['results'])['bindings'] : undefined
  if (!Array.isArray(rows)) return undefined
  const byId = new Map<string, { id: string; label: string | undefined; statements: Statement[] }>()
  for (const row of recordsOf(rows, MOST_ROWS)) {
    const id = /\/entity\/(Q\d+)$/.exec(valueOf(row['item']) ?? '')?.[1]
    const statement = readStatement(row)
    if (id === undefined || !statement) continue
    const company = byId.get(id) ?? { id, label: labelOf(row['itemLabel']), statements: [] }
    company.statements.push(statement)
    byId.set(id, company)
  }
  return [...byId.values()]
}

function readStatement(row: Record<string, unknown>): Statement | undefined {
  const fact = valueOf(row['fact'])
  const value = valueOf(row['value'])
  const rank = /#(\w+)Rank$/.exec(valueOf(row['rank']) ?? '')?.[1]
  if (fact === undefined || value === undefined || rank === undefined || rank === 'Deprecated')
    return undefined
  const precision = Number(valueOf(row['precision']) ?? Number.NaN)
  return {
    fact,
    value,
    isPreferred: rank === 'Preferred',
    label: labelOf(row['valueLabel']),
    precision: Number.isInteger(precision) ? precision : undefined,
    country: labelOf(row['countryLabel']),
  }
}

/** @returns undefined for a value that is only known to exist, which is a blank node */
function valueOf(term: unknown): string | undefined {
  const { type, value } = recordOf(term)
  return type === 'bnode' ? undefined : textOf(value)
}

/** @returns undefined without a label, in which case the service gives the item's number */
function labelOf(term: unknown): string | undefined {
  const label = valueOf(term)
  return label === undefined || /^[QL]\d+$/.test(label) ? undefined : label
}

/** Compares an item with the company: a ticker on another exchange is often the same by chance.
 *  @returns true only for an official website on the same host or, if no website is known, for the same name; a ticker with an
 *    exchange's suffix needs the website. Two different pages of one host, such as a social network, are no proof either */
export function isSameCompany(
  company: Company,
  known: { asset: Asset; name: string; website: string | undefined },
): boolean {
  const name = bareName(known.name)
  const hasSameName = name !== '' && company.label !== undefined && bareName(company.label) === name
  // On another exchange a company of the same name may well be another one.
  const isNamed = hasSameName && !SUFFIX.test(known.asset.ticker)
  const site = findSite(known.website)
  if (site) {
    return company.statements.some(({ fact, value }) => {
      const own = fact === 'website' ? findSite(value) : undefined
      const isOnePage = !own?.page || !site.page || own.page === site.page
      return own?.host === site.host && (isOnePage || isNamed)
    })
  }
  return isNamed
}

/** @returns the host without www, and the page, empty for the first one */
function findSite(address: string | undefined): { host: string; page: string } | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  const { hostname, pathname } = new URL(address)
  const host = hostname.replace(/^www\./, '')
  return host === '' ? undefined : { host, page: pathname.toLowerCase().replace(/\/$/, '') }
}

/** 'The Coca-Cola Company' -> 'coca cola' */
function bareName(name: string): string {
  const words =
    name
      .normalize('NFKD')
      // Accents, and the periods of S.A.
      .replaceAll(/[\p{M}.]/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const start = words.length > 1 && words[0] === 'the' ? 1 : 0
  let end = words.length
  while (end - start > 1 && LEGAL_FORMS.has(words[end - 1] ?? '')) end--
  return words.slice(start, end).join(' ')
}

/** @returns for each fact the preferred value, else the only one; none if values contradict each other */
export function composeFacts(company: Company): SupplementedFacts {
  const chosen = (fact: string) => {
    const all = company.statements.filter((statement) => statement.fact === fact)
    const preferred = all.filter(({ isPreferred }) => isPreferred)
    return preferred.length > 0 ? preferred : all
  }
  return {
    founded: composeDate(chosen('founded')),
    ceo: onlyOne(chosen('ceo').map(({ label }) => label)),
    headquarters: composePlace(chosen('headquarters')),
    url: `https://www.wikidata.org/wiki/${company.id}`,
  }
}

/** A year and a day in that year do not contradict each other: the day is more precise. */
function composeDate(statements: readonly Statement[]): string | undefined {
  const dates = statements.map(readDate).filter((date) => date !== undefined)
  const finest = dates.toSorted((a, b) => b.length - a.length)[0]
  return finest !== undefined && dates.every((date) => finest.startsWith(date)) ? finest : undefined
}

/** @returns '1976', '1976-04' or '1976-04-01', by its precision */
function readDate({ value, precision }: Statement): string | undefined {
  const [day, month, year] = /^((\d{4})-\d{2})-\d{2}/.exec(value) ?? []
  if (precision === undefined || precision < PRECISION.year) return undefined
  if (precision === PRECISION.year) return year
  return precision === PRECISION.month ? month : day
}

function composePlace(statements: readonly Statement[]): string | undefined {
  const place = onlyOne(statements.map(({ label }) => label))
  const country = onlyOne(statements.map((statement) => statement.country))
  return place === undefined || country === undefined || place === country ? place : `${place}, ${country}`
}

function onlyOne(values: readonly (string | undefined)[]): string | undefined {
  const [one, another] = [...new Set(values)]
  return another === undefined ? one : undefined
}
