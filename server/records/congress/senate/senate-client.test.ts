import { describe, expect, it, vi } from 'vitest'

import { createSenateSource } from './collect-senate-records.ts'
import { createSenateClient } from './senate-client.ts'
import {
  createFakeSenate,
  createTestClient,
  noAnswer,
  type FakeReport,
  type FakeSenate,
} from './testing/fake-senate.ts'
import { createReportPage } from './testing/senate-pages.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const PTR: FakeReport = { path: '/search/view/ptr/aaaa-1/', html: createReportPage() }
const PAPER: FakeReport = { path: '/search/view/paper/BBBB-2/' }

const visit = (site: FakeSenate) => createSenateClient(createTestClient(site))

const list = async (site: FakeSenate) => (await visit(site).listReports(WEEK)).reports

/** Lists the reports and reads every electronic page. */
async function readAll(site: FakeSenate) {
  const client = visit(site)
  const { reports: listed } = await client.listReports(WEEK)
  const pages = []
  for (const report of listed) if (report.isElectronic) pages.push(await client.readPage(report))
  return pages
}

/** Faults the first `times` responses to one request. */
const atFirst = (times: number, wanted: string, fault: () => Response | Error) => (request: string) =>
  request === wanted && times-- > 0 ? fault() : undefined

describe('createSenateClient', () => {
  it('agrees to the terms, searches, and reads each page once', async () => {
    const site = createFakeSenate([PTR, PAPER])
    expect(await readAll(site)).toMatchObject([
      {
        bytes: Buffer.from(PTR.html ?? ''),
        page: { status: 'read', report: { transactions: [{ ticker: 'ACME' }] } },
      },
    ])
    expect(site.asked).toEqual([
      'GET /search/home/',
      'POST /search/home/',
      'POST /search/report/data/',
      'GET /search/view/ptr/aaaa-1/',
    ])
  })

  it('lists reports with the kind of page', async () => {
    const other = { path: '/search/view/annual/cccc-3/' }
    expect(await list(createFakeSenate([PTR, PAPER, other]))).toMatchObject([
      {
        reportId: 'aaaa-1',
        isElectronic: true,
        member: 'Jane Q Doe',
        filedOn: '2025-01-28',
        title: 'Periodic Transaction Report for 01/27/2025',
        pageUrl: 'https://efdsearch.senate.gov/search/view/ptr/aaaa-1/',
      },
      {
        reportId: 'BBBB-2',
        isOnPaper: true,
        pageUrl: 'https://efdsearch.senate.gov/search/view/paper/BBBB-2/',
      },
      { reportId: 'cccc-3', isElectronic: false, isOnPaper: false },
    ])
  })

  it('searches for periodic transaction reports of the period', async () => {
    const site = createFakeSenate([])
    expect(await list(site)).toEqual([])
    expect(Object.fromEntries(site.forms[1] ?? [])).toMatchObject({
      report_types: '[11]',
      submitted_start_date: '01/27/2025 00:00:00',
      submitted_end_date: '02/02/2025 23:59:59',
    })
  })

  it.each([
    ['without a link', ['Jane', 'Doe', 'Doe, Jane (Senator)', 'Withdrawn', '01/28/2025']],
    ['without a day', ['Jane', 'Doe', '', '<a href="/search/view/ptr/bbbb-2/">Report</a>', '']],
    ['without a name', [null, 'Doe', '', '<a href="/search/view/ptr/bbbb-2/">Report</a>', '01/28/2025']],
    ['with two cells', ['Jane', 'Doe']],
    ['that is no line', null],
  ])('lists the other reports beside a line %s', async (_name, line) => {
    const odd = { path: '/search/view/ptr/bbbb-2/', line: line ?? 7 }
    const long = Array.from({ length: 120 }, (_, number) => ({ path: `/search/view/ptr/r-${number}/` }))
    const { reports, unreadLines } = await visit(createFakeSenate([odd, ...long])).listReports(WEEK)
    expect(reports).toHaveLength(120)
    expect(unreadLines).toEqual([JSON.stringify(odd.line).slice(0, 80)])
  })

  it('fails if no line of its list can be read', async () => {
    const site = createFakeSenate([{ path: '/', line: ['Withdrawn'] }])
    await expect(list(site)).rejects.toThrow('has no line that can be read, the first is ["Withdrawn"]')
  })

  it('pages through a long list', async () => {
    const reports = Array.from({ length: 230 }, (_, index) => ({ path: `/search/view/paper/id-${index}/` }))
    const site = createFakeSenate(reports)
    expect(await list(site)).toHaveLength(230)
    expect(site.forms.slice(1).map((form) => form.get('start'))).toEqual(['0', '100', '200'])
  })

  it('stops after a page that has too few rows and is not the last', async () => {
    const first = ['Jane', 'Doe', '', '<a href="/search/view/ptr/aaaa-1/">Report</a>', '01/28/2025']
    const site = createFakeSenate([PTR], (request) =>
      request === 'POST /search/report/data/'
        ? Response.json({ recordsFiltered: 20_000, data: [first], result: 'ok' })
        : undefined,
    )
    await expect(list(site)).rejects.toMatchObject({ code: 'source-failed', fault: 'incomplete' })
    expect(site.asked.filter((request) => request === 'POST /search/report/data/')).toHaveLength(1)
  })

  it('agrees again if the site has dropped the session', async () => {
    const site: FakeSenate = createFakeSenate([PTR], (request) => {
      if (request === 'GET /search/view/ptr/aaaa-1/' && !site.asked.slice(0, -1).includes(request))
        site.forget()
      return undefined
    })
    expect(await readAll(site)).toMatchObject([{ page: { status: 'read' } }])
    expect(site.asked.filter((request) => request === 'POST /search/home/')).toHaveLength(2)
  })

  it('reports a refusal and does not retry', async () => {
    const site = createFakeSenate([PTR], () => new Response('<h1>Access Denied</h1>', { status: 403 }))
    await expect(list(site)).rejects.toMatchObject({
      code: 'source-failed',
      fault: 'refused',
      message: expect.stringContaining('refused') as string,
    })
    expect(site.asked).toEqual(['GET /search/home/'])
  })

  it.each([
    ['429', () => new Response('Too Many Requests', { status: 429, headers: { 'retry-after': '7' } })],
    ['503', () => new Response('', { status: 503 })],
    ['a broken connection', noAnswer],
    ['an empty answer', () => new Response('')],
    ['an interstitial page', () => new Response('<html><title>One moment…</title></html>')],
    ['half an answer', () => new Response('{"draw":1,"recordsFi')],
    ['a list of another shape', () => Response.json({ data: [['a', 'b']] })],
  ])('retries after %s', async (_name, fault) => {
    for (const request of [
      'GET /search/home/',
      'POST /search/report/data/',
      'GET /search/view/ptr/aaaa-1/',
    ]) {
      const site = createFakeSenate([PTR], atFirst(2, request, fault))
      expect(await readAll(site)).toMatchObject([{ page: { status: 'read' } }])
    }
  })

  it('makes six attempts and waits at most a minute', async () => {
    const site = createFakeSenate([PTR], () => new Response('', { status: 503 }))
    await expect(list(site)).rejects.toMatchObject({ fault: 'server-failed' })
    expect(site.asked).toHaveLength(6)
    const { limits } = createSenateSource({ termsAcceptedBy: 'Jane Operator' })
    expect(limits).toMatchObject({ requestsPerSecond: 1, backoffMs: { first: 1_000, most: 60_000 } })
  })

  it.each([
    ['answers nothing but 500', () => new Response('', { status: 500 }), 'Senate eFD answered 500'],
    ['breaks every connection', noAnswer, 'The connection failed'],
    ['sends pages instead of data', () => new Response('<html></html>'), 'page of terms'],
  ])('fails if the site %s', async (_name, fault, message) => {
    await expect(list(createFakeSenate([PTR], fault))).rejects.toThrow(message)
  })

  it('does not parse a list that is designed to take long', async () => {
    const brackets = () => new Response('['.repeat(3_000_000))
    const site = createFakeSenate([PTR], atFirst(9, 'POST /search/report/data/', brackets))
    await expect(list(site)).rejects.toMatchObject({
      fault: 'too-much',
      message: 'its list of reports is longer than any',
    })
  })

  it('has its list parsed by another process, so that nothing in this one waits for it', async () => {
    const parsed = vi.spyOn(JSON, 'parse')
    try {
      expect(await list(createFakeSenate([PTR]))).toHaveLength(1)
      expect(parsed).not.toHaveBeenCalled()
    } finally {
      parsed.mockRestore()
    }
  })

  it('keeps no more cookies than a browser would', async () => {
    const site = createFakeSenate([PTR])
    const longest: number[] = []
    const real = createTestClient(site)
    const client = createSenateClient({
      insist: (work) =>
        real.insist((send) =>
          work(async (url, init) => {
            longest.push(new Headers(init?.headers).get('cookie')?.split('; ').length ?? 0)
            const response = await send(url, init)
            for (let index = 0; index < 40; index += 1)
              response.headers.append('set-cookie', `c${longest.length}-${index}=1`)
            return response
          }),
        ),
    })
    for (const report of (await client.listReports(WEEK)).reports) await client.readPage(report)
    expect(Math.max(...longest)).toBe(50)
  })

  it('fails if the list ends before its own total', async () => {
    const short = () => Response.json({ recordsFiltered: 5, data: [], result: 'ok' })
    const site = createFakeSenate([PTR], atFirst(9, 'POST /search/report/data/', short))
    await expect(list(site)).rejects.toThrow('counts 5 reports and lists 0')
  })

  it('reports a missing, empty or truncated page as unreadable', async () => {
    const site = createFakeSenate([
      { path: '/search/view/ptr/lost/' },
      { path: '/search/view/ptr/odd/', html: createReportPage({ rows: [], total: 0 }) },
      { path: '/search/view/ptr/half/', html: createReportPage().slice(0, 300) },
    ])
    expect(await readAll(site)).toMatchObject([
      { page: { status: 'unreadable', code: 'missing', reason: 'Senate eFD answered 404' } },
      { page: { status: 'unreadable', reason: 'its table of transactions is empty' } },
      { page: { status: 'unreadable', reason: expect.stringContaining('it is cut off') as string } },
    ])
  })

  it('fails if a page is refused', async () => {
    const site = createFakeSenate([PTR], (request) =>
      request.includes('/view/') ? new Response('', { status: 403 }) : undefined,
    )
    await expect(readAll(site)).rejects.toThrow('refused')
  })
})
