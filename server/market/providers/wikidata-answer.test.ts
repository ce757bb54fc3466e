import { describe, expect, it } from 'vitest'

import { type FakeStatement, wikidataBody } from '../testing/wikidata-body.ts'
import type { Asset } from './provider.ts'
import { type Company, composeFacts, isSameCompany, listTickers, readCompanies } from './wikidata.ts'

const stock = (ticker: string): Asset => ({ kind: 'stock', ticker, symbol: ticker })
const companyOf = (statements: FakeStatement[], label = 'Acme'): Company =>
  readCompanies(wikidataBody([{ id: 'Q1', label, statements }]))![0]!
const factsOf = (...statements: FakeStatement[]) => composeFacts(companyOf(statements))

const website = (value: string): FakeStatement => ({ fact: 'website', value })
const founded = (value: string, precision: number, rank = 'Normal'): FakeStatement => ({
  fact: 'founded',
  value: `${value}T00:00:00Z`,
  precision,
  rank,
})
const ceo = (label: string, rank = 'Normal'): FakeStatement => ({
  fact: 'ceo',
  value: `http://www.wikidata.org/entity/${label}`,
  label,
  rank,
})
const office = (label: string, country?: string): FakeStatement => ({
  fact: 'headquarters',
  value: `http://www.wikidata.org/entity/${label}`,
  label,
  ...(country === undefined ? {} : { country }),
})

describe('listTickers', () => {
  it.each([
    ['AAPL', ['AAPL']],
    ['OCDO.L', ['OCDO']],
    ['BRK-B', ['BRK-B', 'BRK.B']],
    ['0700.HK', ['0700', '700']],
    ['7203.T', ['7203']],
  ])('writes %s as %j', (ticker, written) => {
    expect(listTickers(ticker)).toEqual(written)
  })
})

describe('isSameCompany', () => {
  const isSame = (company: Company, ticker: string, name: string, known?: string) =>
    isSameCompany(company, { asset: stock(ticker), name, website: known })

  it('compares the host of the official website', () => {
    const company = companyOf([website('https://acme.example/en/'), website('http://old.example')])
    expect(isSame(company, 'ACME', 'Something else', 'https://www.ACME.example')).toBe(true)
    expect(isSame(company, 'ACME.L', 'Something else', 'https://old.example')).toBe(true)
    expect(isSame(company, 'ACME', 'Acme', 'https://acme.example.net')).toBe(false)
    expect(isSame(company, 'ACME', 'Acme', 'https://shop.acme.example')).toBe(false)
  })

  it('compares the name as well if many may share the host', () => {
    const company = companyOf([website('https://social.example/acme-mining')])
    expect(isSame(company, 'ACME', 'Acme Labs Inc.', 'https://social.example/acmelabs')).toBe(false)
    expect(isSame(company, 'ACME', 'Acme Inc.', 'https://social.example/acmelabs')).toBe(true)
    expect(isSame(company, 'ACME.L', 'Acme Inc.', 'https://social.example/acmelabs')).toBe(false)
    expect(isSame(company, 'ACME', 'Something else', 'https://social.example/Acme-Mining/')).toBe(true)
  })

  it.each([
    ['Acme', 'Acme Inc.'],
    ['The Acme Company', 'ACME CO'],
    ['Acme', 'Acme Holdings Ltd', false],
    ['Nestle', 'Nestlé S.A.'],
    ['Nestlé SA', 'Nestle AG'],
    ['Acme', 'Acme, Corp'],
    ['Company', 'Corporation', false],
  ])('without a website compares the names %s and %s', (label, name, isIt = true) => {
    expect(isSame(companyOf([office('Tucson')], label), 'ACME', name)).toBe(isIt)
  })

  it('does not accept a name as proof if the ticker has a suffix', () => {
    expect(isSame(companyOf([office('Tucson')]), 'ACME.L', 'Acme')).toBe(false)
  })

  it('treats an item without a label as having no name', () => {
    const [company] = readCompanies(
      wikidataBody([{ id: 'Q1', label: 'Q1', statements: [office('Tucson')] }]),
    )!
    expect(isSame(company!, 'ACME', 'Q1')).toBe(false)
  })
})

describe('composeFacts', () => {
  it.each([
    [11, '1976-04-01'],
    [10, '1976-04'],
    [9, '1976'],
    [8, undefined],
    [7, undefined],
  ])('with a precision of %s returns %s as the founding date', (precision, date) => {
    expect(factsOf(founded('1976-04-01', precision)).founded).toBe(date)
  })

  it('uses the more precise of two dates that agree, and neither of two that do not', () => {
    expect(factsOf(founded('1976-01-01', 9), founded('1976-04-01', 11)).founded).toBe('1976-04-01')
    expect(factsOf(founded('1976-01-01', 9), founded('1977-01-03', 11)).founded).toBeUndefined()
  })

  it('uses preferred statements and leaves out deprecated ones', () => {
    const facts = factsOf(
      founded('1977-01-03', 11),
      founded('1976-04-01', 11, 'Preferred'),
      ceo('W. Coyote'),
      ceo('R. Runner', 'Deprecated'),
    )
    expect(facts).toMatchObject({ founded: '1976-04-01', ceo: 'W. Coyote' })
  })

  it('names no chief executive if there are two', () => {
    expect(factsOf(ceo('W. Coyote'), ceo('R. Runner')).ceo).toBeUndefined()
  })

  it('returns headquarters with their country', () => {
    expect(factsOf(office('Tucson', 'United States')).headquarters).toBe('Tucson, United States')
    expect(factsOf(office('Tucson')).headquarters).toBe('Tucson')
    expect(factsOf(office('Singapore', 'Singapore')).headquarters).toBe('Singapore')
    expect(factsOf(office('Nicosia', 'Cyprus'), office('Nicosia', 'Elsewhere')).headquarters).toBe('Nicosia')
    expect(factsOf(office('London', 'UK'), office('Rotterdam', 'NL')).headquarters).toBeUndefined()
  })

  it('does not show an item’s number as a name', () => {
    expect(factsOf(ceo('Q42'), office('Q64', 'Q183'))).toEqual({
      founded: undefined,
      ceo: undefined,
      headquarters: undefined,
      url: 'https://www.wikidata.org/wiki/Q1',
    })
  })

  it('treats an unknown value as missing', () => {
    expect(factsOf({ fact: 'ceo', value: 't123', type: 'bnode', label: 't123' }, office('Tucson')).ceo).toBe(
      undefined,
    )
  })
})

describe('readCompanies', () => {
  it('leaves out malformed rows', () => {
    const body = wikidataBody([{ id: 'Q1', label: 'Acme', statements: [office('Tucson')] }])
    body.results.bindings.push(null, {}, { item: { type: 'uri', value: 7 } })
    expect(readCompanies(body)).toHaveLength(1)
  })

  it.each([{}, [], 'hello', { results: null }, { results: { bindings: 'none' } }])(
    'returns undefined for %j',
    (body) => {
      expect(readCompanies(body)).toBeUndefined()
    },
  )
})
