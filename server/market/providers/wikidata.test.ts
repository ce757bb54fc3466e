import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { startFakeSource, type FakeSource } from '../testing/fake-source.ts'
import { fetchFrom, itSurvivesSourceFaults } from '../testing/source-contract.ts'
import { wikidataBody } from '../testing/wikidata-body.ts'
import type { Asset } from './provider.ts'
import { createWikidataSupplement } from './wikidata.ts'

const SPARQL = '/query.wikidata.org/sparql'
const acme: Asset = { kind: 'stock', ticker: 'ACME', symbol: 'ACME' }
const known = { asset: acme, name: 'Acme Inc.', website: 'https://www.acme.example' }
const acmeItem = {
  id: 'Q1',
  label: 'Acme',
  statements: [
    { fact: 'website', value: 'https://acme.example/' },
    { fact: 'founded', value: '1949-09-17T00:00:00Z', precision: 11 },
    { fact: 'ceo', value: 'http://www.wikidata.org/entity/Q2', label: 'Wile E. Coyote' },
    {
      fact: 'headquarters',
      value: 'http://www.wikidata.org/entity/Q3',
      label: 'Tucson',
      country: 'United States',
    },
  ],
}
const namesake = {
  id: 'Q9',
  label: 'Acme',
  statements: [{ fact: 'website', value: 'https://acme.example.org/' }],
}

const createSupplement = (source: FakeSource) =>
  createWikidataSupplement({ fetch: fetchFrom(source), userAgent: 'Lunchpail hello@lunchpail.example' })

describe('Wikidata, when it fails', () => {
  itSurvivesSourceFaults(async () => {
    const source = await startFakeSource()
    return {
      source,
      answers: { [SPARQL]: wikidataBody([acmeItem]) },
      ask: { facts: () => createSupplement(source).findFacts(known) },
    }
  })
})

describe('Wikidata', () => {
  let source: FakeSource
  beforeEach(async () => {
    source = await startFakeSource()
  })
  afterEach(() => source.close())
  const answer = (...items: (typeof acmeItem | typeof namesake)[]) =>
    source.handlers.set(SPARQL, () => ({ body: wikidataBody(items) }))
  const factsOf = (more: Partial<typeof known> | { website: undefined } = {}) =>
    createSupplement(source).findFacts({ ...known, ...more })

  it('returns the facts of the right company among others with its ticker', async () => {
    answer(namesake, acmeItem)
    expect(await factsOf()).toEqual({
      founded: '1949-09-17',
      ceo: 'Wile E. Coyote',
      headquarters: 'Tucson, United States',
      url: 'https://www.wikidata.org/wiki/Q1',
    })
  })

  it('returns nothing if no item is certainly that company, or two are', async () => {
    answer(acmeItem)
    expect(await factsOf({ website: 'https://other.example' })).toBeUndefined()
    expect(await factsOf({ website: undefined, name: 'Other Inc.' })).toBeUndefined()
    answer()
    expect(await factsOf()).toBeUndefined()
    answer(acmeItem, { ...acmeItem, id: 'Q7' })
    expect(await factsOf()).toBeUndefined()
  })

  it('is not asked about a coin', async () => {
    expect(await factsOf({ asset: { kind: 'crypto', ticker: 'BTC', symbol: 'BTC-USD' } })).toBeUndefined()
    expect(source.asked).toEqual([])
  })

  it('is asked for the ticker as the exchanges write it, with a contact', async () => {
    answer(acmeItem)
    await factsOf({ asset: { kind: 'stock', ticker: 'BRK-B', symbol: 'BRK-B' } })
    const [request] = source.requests
    expect(request?.url.searchParams.get('query')).toContain('VALUES ?ticker { "BRK-B" "BRK.B" }')
    expect(request?.url.searchParams.get('format')).toBe('json')
    expect(request?.headers['user-agent']).toBe('Lunchpail hello@lunchpail.example')
  })

  it('is asked for what holds today: not for what has ended, nor for what has yet to begin', async () => {
    answer(acmeItem)
    await factsOf()
    const query = source.requests[0]?.url.searchParams.get('query')
    // An unknown end is no future one.
    expect(query).toContain(
      'FILTER NOT EXISTS { ?statement pq:P582 ?ended . FILTER(COALESCE(?ended <= NOW(), true)) }',
    )
    expect(query).toContain('FILTER NOT EXISTS { ?statement pq:P580 ?begins . FILTER(?begins > NOW()) }')
  })

  it('is asked with everything within quotation marks escaped', async () => {
    answer()
    await factsOf({ asset: { kind: 'stock', ticker: 'A"}\\\n', symbol: 'A' } })
    expect(source.requests[0]?.url.searchParams.get('query')).toContain(String.raw`{ "A\"}\\ " }`)
  })
})
