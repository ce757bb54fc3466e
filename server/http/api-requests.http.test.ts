import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createOpenApiDocument } from './openapi.ts'
import { consentCookie, type ContractSite, openContractSite } from '../testing/contract-site.ts'
import { readOpenApi, type DescribedOperation } from '../testing/read-openapi.ts'

const ADA = 'ada@mail.example'
const operations = readOpenApi(JSON.parse(JSON.stringify(createOpenApiDocument({ name: 'Lunchpail' }))))

let site: ContractSite
beforeAll(async () => {
  site = await openContractSite()
})
afterAll(() => site.close())

const send: ContractSite['send'] = (...asked) => site.send(...asked)

const find = (name: string): DescribedOperation => {
  const operation = operations.find((operation) => operation.name === name)
  if (!operation) throw new Error(`${name} is not described`)
  return operation
}

describe('the server accepts exactly what the description allows', () => {
  const TICKERS = [
    'acme',
    'A',
    '9',
    'BRK.B',
    '^GSPC',
    'BTC-USD',
    'EURUSD=X',
    ' acme ',
    'A'.repeat(15),
    'A'.repeat(16),
    '.',
    '-^=.',
    '$$',
    'a b',
    '../etc',
    'ä',
    'A<B',
    ' ',
    '.'.repeat(14) + 'A',
  ]
  it.each(TICKERS)('as a ticker: %j', async (ticker) => {
    const paths = ['/stocks/{ticker}', '/stocks/{ticker}/closes.csv', '/stats/{ticker}', '/related/{ticker}']
    for (const path of paths) {
      const answer = await send('get', { path: path.replace('{ticker}', encodeURIComponent(ticker)) })
      expect([path, answer.status !== 400]).toEqual([
        path,
        find(`get ${path}`).acceptsParameter('ticker', ticker),
      ])
    }
  })

  it.each([
    ['kind', 'stock'],
    ['kind', 'crypto'],
    ['kind', 'bond'],
    ['kind', ''],
    ['kind', 'Stock'],
    ['kind', undefined],
    ['range', '1M'],
    ['range', 'MAX'],
    ['range', 'max'],
    ['range', '2W'],
    ['range', ''],
    ['range', undefined],
  ])('as the parameter %s: %j', async (name, value) => {
    const query = value === undefined ? '' : `?${new URLSearchParams({ [name]: value })}`
    for (const path of ['/stocks/{ticker}', '/stocks/{ticker}/closes.csv']) {
      const answer = await send('get', { path: path.replace('{ticker}', 'OPEN') + query })
      expect([path, answer.status !== 400]).toEqual([path, find(`get ${path}`).acceptsParameter(name, value)])
    }
  })

  it.each([
    'a',
    'acme inc',
    ' acme ',
    'a'.repeat(60),
    ` ${'a'.repeat(60)} `,
    'a'.repeat(61),
    '𝒂'.repeat(60),
    '𝒂'.repeat(61),
    ' ',
    '',
    undefined,
    'ä汉',
  ])('as a search: %j', async (text) => {
    const query = text === undefined ? '' : `?${new URLSearchParams({ q: text })}`
    const answer = await send('get', { path: `/search${query}` })
    expect(answer.status !== 400).toBe(find('get /search').acceptsParameter('q', text))
  })

  it.each([
    '2025-02-03',
    '2025-01-27',
    '0001-01-01',
    '2024-02-29',
    '2025-02-29',
    '2025-2-3',
    '2025-02-03T00:00',
    '20250203',
    'latest',
    '0000-01-01',
    ' 2025-02-03',
  ])('as the Monday of an edition: %j', async (date) => {
    for (const path of ['/editions/{date}', '/editions/{date}/figures']) {
      const answer = await send('get', { path: path.replace('{date}', encodeURIComponent(date)) })
      expect([path, answer.status !== 400]).toEqual([
        path,
        find(`get ${path}`).acceptsParameter('date', date),
      ])
    }
    const answer = await send('get', { path: `/editions?${new URLSearchParams({ before: date })}` })
    expect(answer.status !== 400).toBe(find('get /editions').acceptsParameter('before', date))
  })

  it.each([
    ['1', 200],
    ['50', 200],
    ['0', 400],
    ['51', 400],
    ['-1', 400],
    ['1.5', 400],
    ['1e1', 400],
    ['007', 400],
    ['all', 400],
    ['', 400],
  ])('as the length of a list: %j', async (limit, status) => {
    const answer = await send('get', { path: `/editions?${new URLSearchParams({ limit })}` })
    expect(answer.status).toBe(status)
  })

  const EMAILS = [
    { email: ADA },
    { email: ' Ada@Mail.Example ' },
    { email: 'a@b.c', more: 1 },
    { email: 'a@b' },
    { email: 'a b@c.d' },
    { email: 'a@b@c.d' },
    { email: '' },
    { email: 7 },
    { email: null },
    {},
    [],
    { email: `${'a'.repeat(64)}@b.cd` },
    { email: `${'a'.repeat(65)}@b.cd` },
    { email: `${'a'.repeat(64)}@${'b.'.repeat(93)}cde` },
    { email: `${'a'.repeat(64)}@${'b.'.repeat(94)}cde` },
    { email: 'a\u0000@b.cd' },
    { email: 'a"b@c.de' },
    { email: 'a@(b).cd' },
    { email: '<ada@mail.example>' },
    { email: 'a@b[c.de' },
    { email: "o'hara+1@b-c.de" },
    { email: `${' '.repeat(990)}a@b.c` },
    { email: `${' '.repeat(1000)}a@b.c` },
  ]
  it.each(EMAILS)('as an address: %j', async (body) => {
    for (const [method, path] of [
      ['post', '/subscribe'],
      ['delete', '/unsubscribe'],
    ] as const) {
      const answer = await send(method, { path, body })
      const isTaken = find(`${method} ${path}`).acceptsBody('application/json', body)
      expect([path, answer.status]).toEqual([path, isTaken ? 200 : 400])
    }
  })

  it.each([{ token: '' }, { token: 'a'.repeat(401) }, { token: 5 }, {}, []])(
    'as a confirmation: %j',
    async (body) => {
      expect(find('post /subscribe/confirm').acceptsBody('application/json', body)).toBe(false)
      expect((await send('post', { path: '/subscribe/confirm', body })).status).toBe(400)
    },
  )

  it.each([
    { choice: 'accepted' },
    { choice: 'refused', more: 1 },
    { choice: 'Accepted' },
    { choice: true },
    {},
    [],
  ])('as a choice: %j', async (body) => {
    const isTaken = find('put /consent').acceptsBody('application/json', body)
    expect((await send('put', { path: '/consent', body })).status).toBe(isTaken ? 204 : 400)
  })

  it.each([
    { path: '/', seconds: 0 },
    { path: '/stocks/ACME', seconds: 1.5, referrer: 'https://a.example' },
    { path: '/a?b', seconds: 1 },
    { path: '//a', seconds: 1 },
    { path: 'a', seconds: 1 },
    { path: `/${'a'.repeat(300)}`, seconds: 1 },
    { path: '/a\u0000', seconds: 1 },
    { path: '/', seconds: -1 },
    { path: '/', seconds: '1' },
    { path: '/' },
    { seconds: 1 },
    {},
    [],
    { path: '/', seconds: 1, referrer: 'a'.repeat(4_001) },
    { path: '/ä', seconds: 1 },
  ])('as a visit: %j', async (body) => {
    const answer = await send('post', {
      path: '/visits',
      body,
      headers: { Cookie: await consentCookie(send) },
    })
    expect(answer.status).toBe(find('post /visits').acceptsBody('application/json', body) ? 204 : 400)
  })
})
