import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import type { ProfileSupplement } from './provider.ts'
import { describeFaults } from './source-faults.ts'
import { composeFacts, isSameCompany, listTickers, readCompanies } from './wikidata-answer.ts'

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

/** Returns one row per fact, so that a company with many of each does not return all their combinations. */
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
  FILTER NOT EXISTS { ?statement pq:P582 ?ended }
  SERVICE wikibase:label { bd:serviceParam wikibase:language "en,mul" }
}`
}

/** Quotes a text for SPARQL. Tickers contain no such characters, but a query should not rely on that. */
function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[\n\r]/g, ' ')}"`
}
