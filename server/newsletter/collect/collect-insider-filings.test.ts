import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { SourceError } from '../../errors.ts'
import { createUpstreamFetch } from '../../upstream-fetch.ts'
import { collectInsiderFilings } from './collect-insider-filings.ts'
import { createEdgarClient } from './edgar-client.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const DAYS = ['20250127', '20250128', '20250129', '20250130', '20250131']
const QUARTER = '/www.sec.gov/Archives/edgar/daily-index/2025/QTR1'
const clock = { now: () => new Date('2025-02-02T12:00:00Z') }

interface Answer {
  status?: number
  body?: string
  headers?: Record<string, string>
  /** Closes the connection instead, or never answers. */
  broken?: 'reset' | 'hang'
}

let server: Server
let pages: Record<string, Answer | Answer[]>
let asked: { path: string; userAgent: string | undefined }[]

beforeEach(async () => {
  asked = []
  pages = {
    [`${QUARTER}/index.json`]: {
      body: JSON.stringify({ directory: { item: DAYS.map((day) => ({ name: `form.${day}.idx` })) } }),
    },
  }
  for (const day of DAYS) pages[`${QUARTER}/form.${day}.idx`] = { body: index([]) }
  server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, userAgent: request.headers['user-agent'] })
    const page = pages[path]
    const answer = Array.isArray(page) ? (page.length > 1 ? page.shift() : page[0]) : page
    if (answer?.broken === 'hang') return
    if (answer?.broken === 'reset') {
      request.socket.destroy()
      return
    }
    response.writeHead(answer ? (answer.status ?? 200) : 404, answer?.headers)
    response.end(answer?.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function collect(waits: number[] = []) {
  const { port } = server.address() as AddressInfo
  const fetch = createUpstreamFetch({
    upstreamBaseUrl: `http://127.0.0.1:${port}`,
    timeoutMs: 10_000,
    maxBytes: 1_000_000,
  })
  const edgar = createEdgarClient({
    fetch,
    userAgent: 'Lunchpail hello@lunchpail.example',
    timeoutMs: 300,
    takeTurn: () => Promise.resolve(),
    sleep: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
  })
  return collectInsiderFilings({ edgar, clock }, WEEK)
}

function index(rows: [form: string, accession: string, cik?: string][]): string {
  const lines = rows.map(
    ([form, accession, cik = '42']) =>
      `${form.padEnd(12)}${'ACME CORP'.padEnd(62)}${cik.padEnd(12)}20250127    edgar/data/${cik}/${accession}.txt  `,
  )
  return [
    'Form Type   Company Name            CIK         Date Filed  File Name',
    '-'.repeat(141),
    ...lines,
    '',
  ].join('\n')
}

const accession = (number: number) => `0000000042-25-${String(number).padStart(6, '0')}`
const filingPath = (number: number) => `/www.sec.gov/Archives/edgar/data/42/${accession(number)}.txt`
const filing: Answer = {
  body: `<SEC-DOCUMENT><DOCUMENT><TEXT><XML><ownershipDocument><documentType>4</documentType>
    <issuer><issuerCik>42</issuerCik><issuerName>ACME CORP</issuerName></issuer>
    <reportingOwner><reportingOwnerId><rptOwnerCik>77</rptOwnerCik><rptOwnerName>Doe Jane</rptOwnerName></reportingOwnerId></reportingOwner>
    </ownershipDocument></XML></TEXT></DOCUMENT></SEC-DOCUMENT>`,
}

function list(...numbers: number[]) {
  pages[`${QUARTER}/form.20250127.idx`] = { body: index(numbers.map((number) => ['4', accession(number)])) }
}

describe('collectInsiderFilings', () => {
  it('reads each listed Form 4 once and says who asks', async () => {
    pages[`${QUARTER}/form.20250127.idx`] = {
      body: index([
        ['4', accession(1)],
        ['4', accession(1), '77'],
        ['3', accession(2)],
      ]),
    }
    pages[filingPath(1)] = filing
    const { filings, coverage, retrievedAt } = await collect()
    expect(filings).toHaveLength(1)
    expect(filings[0]).toMatchObject({
      accession: '0000000042-25-000001',
      filedOn: '2025-01-27',
      pageUrl: 'https://www.sec.gov/Archives/edgar/data/42/000000004225000001/0000000042-25-000001-index.htm',
      recordUrl: 'https://www.sec.gov/Archives/edgar/data/42/0000000042-25-000001.txt',
    })
    expect(coverage).toMatchObject({ listed: 1, read: 1, unread: [], daysUnread: [], otherOwnershipForms: 1 })
    expect(coverage.daysRead).toHaveLength(5)
    expect(retrievedAt).toBe('2025-02-02T12:00:00.000Z')
    expect(new Set(asked.map(({ userAgent }) => userAgent))).toEqual(
      new Set(['Lunchpail hello@lunchpail.example']),
    )
  })

  it.each([
    ['429', { status: 429, headers: { 'retry-after': '2' } }],
    ['503', { status: 503 }],
    ['a page of HTML', { body: '<!DOCTYPE html><html>One moment…</html>' }],
    ['a short body', { body: filing.body?.slice(0, 300) ?? '' }],
    ['a reset', { broken: 'reset' }],
    ['no answer', { broken: 'hang' }],
  ] as [string, Answer][])('asks again after %s', async (_name, fault) => {
    list(1)
    pages[filingPath(1)] = [fault, filing]
    expect((await collect()).coverage).toMatchObject({ read: 1, unread: [] })
  })

  it('waits as long as the SEC says', async () => {
    list(1)
    pages[filingPath(1)] = [{ status: 429, headers: { 'retry-after': '7' } }, filing]
    const waits: number[] = []
    await collect(waits)
    expect(waits).toEqual([7000])
  })

  it('gives a filing up after six attempts, at once where it is missing, and says why', async () => {
    list(1, 2, 3, 4)
    pages[filingPath(1)] = filing
    pages[filingPath(2)] = { status: 503 }
    pages[filingPath(4)] = { body: filing.body?.replace('</issuer>', '') ?? '' }
    const { coverage } = await collect()
    expect(coverage).toMatchObject({ listed: 4, read: 1 })
    expect(coverage.unread.map(({ accession, reason }) => [accession, reason])).toEqual([
      ['0000000042-25-000002', 'the SEC answered 503'],
      ['0000000042-25-000003', 'the SEC answered 404'],
      ['0000000042-25-000004', expect.stringContaining('its XML is broken')],
    ])
    expect(asked.filter(({ path }) => path === filingPath(2))).toHaveLength(6)
    expect(asked.filter(({ path }) => path === filingPath(3))).toHaveLength(1)
  })

  it('fails loudly where filings are listed and none is read', async () => {
    list(1, 2)
    await expect(collect()).rejects.toThrow('lists 2 Form 4 filings and none of them could be read')
    await expect(collect()).rejects.toBeInstanceOf(SourceError)
  })

  it('stops asking for filings once the source is gone', async () => {
    list(...Array.from({ length: 60 }, (_unused, number) => number + 1))
    pages[filingPath(1)] = filing
    for (let number = 2; number <= 60; number++) pages[filingPath(number)] = { status: 503 }
    const { coverage } = await collect()
    expect(coverage.unread).toHaveLength(59)
    expect(coverage.unread.at(-1)?.reason).toBe('the SEC had stopped answering')
  })

  it('says which business day has no index, and reads on', async () => {
    list(1)
    pages[filingPath(1)] = filing
    pages[`${QUARTER}/form.20250129.idx`] = { status: 503 }
    const { coverage } = await collect()
    expect(coverage.daysUnread).toEqual([{ day: '2025-01-29', reason: 'the SEC answered 503' }])
    expect(coverage.daysRead).toHaveLength(4)
  })

  it('fails loudly where no index can be read', async () => {
    pages = {}
    await expect(collect()).rejects.toThrow('No daily index of SEC EDGAR from 2025-01-27 to 2025-02-02')
  })

  it('reads a week over the turn of a quarter, without the holiday', async () => {
    const folder = (days: string[]) => ({
      body: JSON.stringify({ directory: { item: days.map((day) => ({ name: `form.${day}.idx` })) } }),
    })
    const last = '/www.sec.gov/Archives/edgar/daily-index/2024/QTR4'
    pages[`${last}/index.json`] = folder(['20241230', '20241231'])
    pages[`${QUARTER}/index.json`] = folder(['20250102', '20250103'])
    for (const day of ['20241230', '20241231']) pages[`${last}/form.${day}.idx`] = { body: index([]) }
    for (const day of ['20250102', '20250103']) pages[`${QUARTER}/form.${day}.idx`] = { body: index([]) }
    const { port } = server.address() as AddressInfo
    const edgar = createEdgarClient({
      fetch: createUpstreamFetch({
        upstreamBaseUrl: `http://127.0.0.1:${port}`,
        timeoutMs: 10_000,
        maxBytes: 1_000_000,
      }),
      userAgent: 'Lunchpail hello@lunchpail.example',
      takeTurn: () => Promise.resolve(),
    })
    const { coverage } = await collectInsiderFilings(
      { edgar, clock },
      { from: '2024-12-30', to: '2025-01-05' },
    )
    expect(coverage.daysRead).toEqual(['2024-12-30', '2024-12-31', '2025-01-02', '2025-01-03'])
    expect(coverage.daysUnread).toEqual([])
  })
})

describe('createEdgarClient', () => {
  it('refuses to ask without a contact address', () => {
    expect(() =>
      createEdgarClient({
        fetch: createUpstreamFetch({ upstreamBaseUrl: undefined, timeoutMs: 1, maxBytes: 1 }),
        userAgent: 'Lunchpail',
      }),
    ).toThrow('CONTACT_EMAIL')
  })
})
