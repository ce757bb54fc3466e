import type { Express } from 'express'
import type request from 'supertest'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { createSigner } from '../sending/tokens.ts'
import { createOperatorTokens, SCOPES, type Scope } from '../subscribers/index.ts'
import { CONTRACTS_VERSION } from './contracts-version.ts'
import { createOpenApiDocument } from './openapi.ts'
import { askOften } from '../testing/ask-often.ts'
import { setDatabaseClock } from '../testing/edition-fixtures.ts'
import { publishEdition } from '../testing/published-edition.ts'
import {
  type Ask,
  type Asked,
  consentCookie,
  type ContractSite,
  openContractSite,
} from '../testing/contract-site.ts'
import { readOpenApi, type DescribedOperation } from '../testing/read-openapi.ts'

const description = { name: 'Lunchpail' }
const operations = readOpenApi(JSON.parse(JSON.stringify(createOpenApiDocument(description))))

let site: ContractSite
beforeAll(async () => {
  site = await openContractSite()
  // Before there are any subscribers to mail.
  await publishEdition(site.database.db)
  await setDatabaseClock(site.database.db, '+0 minutes')
})
afterAll(() => site.close())

const send: ContractSite['send'] = (...asked) => site.send(...asked)

const ADA = 'ada@mail.example'
const keys = { secretKey: 's'.repeat(40) }

async function subscriberId(email: string): Promise<string> {
  await send('post', { path: '/subscribe', body: { email } })
  const row = await site.database.db
    .selectFrom('subscriber')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return row.id
}

/** A path of the description with its parameters filled in. */
const filled = (path: string) => path.replace('{ticker}', 'ACME').replace('{date}', '2025-02-03')

/** Repeats a request with the ETag of its answer. */
const again = (path: string) => async (): Promise<Asked> => {
  const { headers } = await send('get', { path })
  return { path, headers: { 'If-None-Match': String(headers['etag']) } }
}

const lookup = (base: string, rest = ''): Record<string, Ask> => ({
  '200': { path: `${base}/ACME${rest}?kind=stock` },
  '304': again(`${base}/ACME${rest}?kind=stock`),
  '400': { path: `${base}/ACME${rest}?kind=bond` },
  '404': { path: `${base}/NOPE${rest}` },
  '502': { path: `${base}/ODD${rest}` },
  '503': { path: `${base}/DOWN${rest}` },
})

const edition = (rest: string): Record<string, Ask> => ({
  '200': { path: `/editions/2025-02-03${rest}` },
  '304': again(`/editions/2025-02-03${rest}`),
  '400': { path: `/editions/yesterday${rest}` },
  '404': { path: `/editions/2025-01-27${rest}` },
})

const writing = (path: string, accepted: Record<string, Ask>, malformed: object): Record<string, Ask> => ({
  '400': { path, body: malformed },
  '403': { path, body: malformed, headers: { 'Sec-Fetch-Site': 'cross-site' } },
  '413': { path, body: { email: 'a'.repeat(20_000) } },
  '415': { path, body: 'email=a', type: 'text/plain' },
  ...accepted,
})

/** Sends a request with a token of its own. */
const withToken =
  (asked: Asked, scopes: readonly Scope[] = SCOPES) =>
  async (): Promise<Asked> => {
    const { token } = await createOperatorTokens(site.database.db).create({ name: 'contract', scopes })
    return { ...asked, headers: { Authorization: `Bearer ${token}` } }
  }

const operator = (path: string, accepted: object | undefined, scope: Scope): Record<string, Ask> => ({
  '200': withToken({ path, ...(accepted && { body: accepted }) }),
  '401': { path, ...(accepted && { body: accepted }) },
  '403': withToken(
    { path, ...(accepted && { body: accepted }) },
    SCOPES.filter((one) => one !== scope),
  ),
  ...(accepted && {
    '400': withToken({ path, body: { email: 'ada' } }),
    '413': withToken({ path, body: { email: 'a'.repeat(5_000) } }),
    '415': withToken({ path, body: 'email=a', type: 'text/plain' }),
  }),
})
const COMPLAINER = 'dan@mail.example'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** How to provoke each described answer; 429 comes from asking too often. */
const CASES: Readonly<Record<string, Readonly<Record<string, Ask>>>> = {
  'get /stocks/{ticker}': lookup('/stocks'),
  'get /stocks/{ticker}/day': lookup('/stocks', '/day'),
  'get /stats/{ticker}': lookup('/stats'),
  'get /related/{ticker}': lookup('/related'),
  'get /stocks/{ticker}/closes.csv': {
    ...lookup('/stocks', '/closes.csv'),
    '200': { path: '/stocks/OPEN/closes.csv' },
    '304': again('/stocks/OPEN/closes.csv'),
    '403': { path: '/stocks/ACME/closes.csv' },
  },
  'get /search': {
    '200': { path: '/search?q=acme' },
    '304': again('/search?q=acme'),
    '400': { path: '/search?q=' },
    '502': { path: '/search?q=ODD' },
    '503': { path: '/search?q=DOWN' },
  },
  'get /trades/{ticker}': {
    '200': { path: '/trades/ACME' },
    '304': again('/trades/ACME'),
    '400': { path: '/trades/A%20B' },
  },
  'get /editions': {
    '200': { path: '/editions' },
    '304': again('/editions'),
    '400': { path: '/editions?limit=0' },
  },
  'get /editions/{date}': edition(''),
  'get /editions/{date}/figures': edition('/figures'),
  'get /overview': {
    '200': { path: '/overview?kind=crypto' },
    '304': again('/overview?kind=crypto'),
    '400': { path: '/overview?kind=bond' },
  },
  'get /quotes': {
    '200': { path: '/quotes?stocks=ACME&coins=BTC' },
    '304': again('/quotes?stocks=ACME'),
    '400': { path: '/quotes?stocks=A%20B' },
  },
  'get /corrections': { '200': { path: '/corrections' }, '304': again('/corrections') },
  'post /subscribe': writing(
    '/subscribe',
    { '200': { path: '/subscribe', body: { email: ADA } } },
    { email: 'ada' },
  ),
  'get /subscribe/token': { '200': { path: '/subscribe/token' } },
  'post /subscribe/confirm': writing(
    '/subscribe/confirm',
    {
      '200': async () => {
        const expiresAt = new Date('2026-11-21T00:00:00Z')
        const token = createSigner(keys.secretKey).signConfirmation(await subscriberId(ADA), expiresAt)
        return { path: '/subscribe/confirm', body: { token } }
      },
    },
    { token: 'forged' },
  ),
  'delete /unsubscribe': writing(
    '/unsubscribe',
    { '200': { path: '/unsubscribe', body: { email: ADA } } },
    {},
  ),
  'get /unsubscribe/one-click': {
    '200': async () => {
      const token = createSigner(keys.secretKey).signUnsubscribe(await subscriberId('cleo@mail.example'))
      return { path: `/unsubscribe/one-click?token=${token}` }
    },
    '400': { path: '/unsubscribe/one-click?token=forged' },
  },
  'post /unsubscribe/one-click': {
    '200': async () => {
      const token = createSigner(keys.secretKey).signUnsubscribe(await subscriberId('bob@mail.example'))
      return oneClick(token)
    },
    '400': { path: '/unsubscribe/one-click?token=forged' },
    '413': { ...oneClick('any'), body: `List-Unsubscribe=One-Click&${'a'.repeat(5_000)}` },
  },
  'put /consent': writing(
    '/consent',
    { '204': { path: '/consent', body: { choice: 'refused' } } },
    { choice: 'maybe' },
  ),
  'post /visits': writing(
    '/visits',
    {
      '204': { path: '/visits', body: { path: '/', seconds: 3 } },
      '400': async () => ({ path: '/visits', body: {}, headers: { Cookie: await consentCookie(send) } }),
    },
    {},
  ),
  'get /operator/subscribers/count': operator('/operator/subscribers/count', undefined, 'subscribers:read'),
  'post /operator/subscribers/find': operator(
    '/operator/subscribers/find',
    { email: ADA },
    'subscribers:read',
  ),
  'post /operator/subscribers': {
    ...operator('/operator/subscribers', { email: 'fay@mail.example' }, 'subscribers:write'),
    '409': async () => {
      const body = { email: COMPLAINER, reason: 'complained' }
      await send('post', await withToken({ path: '/operator/subscribers/suppress', body })())
      return withToken({ path: '/operator/subscribers', body: { email: COMPLAINER } })()
    },
  },
  'post /operator/subscribers/remove': operator(
    '/operator/subscribers/remove',
    { email: ADA },
    'subscribers:write',
  ),
  'post /operator/subscribers/suppress': operator(
    '/operator/subscribers/suppress',
    { email: 'gil@mail.example', reason: 'bounced' },
    'suppressions:write',
  ),
  'get /openapi.json': { '200': { path: '/openapi.json' } },
}

function oneClick(token: string): Asked {
  return {
    path: `/unsubscribe/one-click?token=${token}`,
    type: 'application/x-www-form-urlencoded',
    body: 'List-Unsubscribe=One-Click',
  }
}

const typeOf = ({ headers }: request.Response) => (headers['content-type'] ?? '').split(';')[0] ?? ''

function expectDescribed(operation: DescribedOperation, answer: request.Response): void {
  const type = typeOf(answer)
  const body =
    answer.text === ''
      ? undefined
      : type.endsWith('json')
        ? (JSON.parse(answer.text) as unknown)
        : answer.text
  expect(operation.findFault(answer.status, type, body)).toBeUndefined()
  expect(operation.findHeaderFault(answer.status, answer.headers)).toBeUndefined()
}

describe('the published description', () => {
  it('is the one that is tested here', async () => {
    const { body } = await send('get', { path: '/openapi.json' })
    expect(readOpenApi(body).map(({ name }) => name)).toEqual(operations.map(({ name }) => name))
    expect(body).toEqual(JSON.parse(JSON.stringify(createOpenApiDocument(description))))
  })

  it('lists exactly the routes that the API answers', () => {
    expect(listMountedRoutes(site.routes)).toEqual(operations.map(({ name }) => name).toSorted(byCodeUnits))
  })

  it('has a test case for each of its operations', () => {
    expect(Object.keys(CASES).toSorted(byCodeUnits)).toEqual(
      operations.map(({ name }) => name).toSorted(byCodeUnits),
    )
  })

  it('gives examples that match its schemas', () => {
    const examples = operations.flatMap((operation) => operation.listExamples())
    expect(examples.length).toBeGreaterThan(4)
    expect(examples.filter(({ fault }) => fault !== undefined)).toEqual([])
  })
})

describe.each(operations)('$name', (operation) => {
  const { name, method } = operation

  it.each(Object.keys(operation.responses).filter((status) => status !== '429'))(
    'answers %s as described',
    async (status) => {
      const asked = CASES[name]?.[status]
      if (asked === undefined) throw new Error(`No case has ${name} answer ${status}`)
      const answer = await send(method, asked)
      expect(answer.status).toBe(Number(status))
      expectDescribed(operation, answer)
    },
  )
})

it.each([...Map.groupBy(operations, ({ path }) => path)])(
  '%s answers every other method with 405 and those that it allows',
  async (path, described) => {
    const methods = described.map(({ method }) => method.toUpperCase())
    // Express answers HEAD wherever it answers GET.
    const allowed = methods.join(', ').replace('GET', 'GET, HEAD')
    const answered = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    for (const method of METHODS.filter((other) => !answered.includes(other))) {
      const answer = await send(method.toLowerCase(), { path: filled(path) })
      const { allow } = answer.headers
      expect([method, answer.status, typeOf(answer), allow]).toEqual([
        method,
        405,
        'application/problem+json',
        allowed,
      ])
    }
  },
)

describe('an answer that pages ask for', () => {
  it.each([
    '/stocks/ACME',
    '/stats/ACME',
    '/related/ACME',
    '/trades/ACME',
    '/search?q=acme',
    '/overview',
    '/quotes?stocks=ACME',
    '/editions',
  ])('names the contracts that it keeps: %s', async (path) => {
    const { status, headers } = await send('get', { path })
    expect([status, headers['contracts-version']]).toEqual([200, CONTRACTS_VERSION])
  })
})

describe('a client that asks too often', () => {
  it('gets the documented 429 from every operation', async () => {
    // A busy machine may take longer than the minute that limits count.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const client = '10.9.9.9'
    const { headers } = await send('get', { path: '/nowhere' }, client)
    const left = Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1])
    const headersOf = () => ({ 'X-Forwarded-For': client })
    const statuses = await askOften(site.answer, { path: '/api/nowhere', times: left, headersOf })
    expect(new Set(statuses)).toEqual(new Set([404]))
    for (const operation of operations) {
      const answer = await send(operation.method, { path: filled(operation.path) }, client)
      expect([operation.name, answer.status]).toEqual([operation.name, 429])
      expectDescribed(operation, answer)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  })
})

interface Layer {
  route?: { path: string; stack: readonly { method?: string }[] }
  handle: { stack?: readonly Layer[] }
}

/** Needed only by the page at /docs. */
const DOCS_FILE = /^\/docs\/(st(art\.js|yle\.css)|files\/)/

/** 'get /stocks/{ticker}' for each route of the API's router, except those that only refuse requests. */
function listMountedRoutes(app: Express): string[] {
  const listRoutes = (stack: readonly Layer[]): string[] =>
    stack.flatMap(({ route, handle }) => [
      ...(route?.stack ?? []).flatMap(({ method }) =>
        method === undefined || route === undefined || DOCS_FILE.test(route.path)
          ? []
          : [`${method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`],
      ),
      ...listRoutes(handle.stack ?? []),
    ])
  const layers = app.router.stack as unknown as readonly Layer[]
  const api = layers
    .map(({ handle }) => listRoutes(handle.stack ?? []))
    .find((routes) => routes.includes('get /openapi.json'))
  return [...new Set(api)].toSorted(byCodeUnits)
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : 1
}
