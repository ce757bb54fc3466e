import { describe, expect, it } from 'vitest'

import { systemClock } from '../../../lib/clock.ts'
import { setUpDatabase } from '../../../testing/set-up-database.ts'
import { listCongressCoverage, listCongressTrades } from '../congress-trades.ts'
import { whileRefused } from '../../core/testing/refuse-values.ts'
import { createSenateSource } from './collect-senate-records.ts'
import {
  createFakeSenate,
  createTestClient,
  type FakeReport,
  type FakeSenate,
} from './testing/fake-senate.ts'
import { createReportPage, createRow, PAPER_PAGE } from './testing/senate-pages.ts'

const PTR: FakeReport = { path: '/search/view/ptr/aaaa-1/', html: createReportPage() }
const PAPER: FakeReport = { path: '/search/view/paper/BBBB-2/' }
const DAYS = { filedFrom: '2025-01-21', filedTo: '2025-02-03' }

const opened = setUpDatabase(async (db) => {
  await db.deleteFrom('congress_report').execute()
  await db.deleteFrom('source_document').execute()
  await db.deleteFrom('collected_span').execute()
})

const source = createSenateSource({ termsAcceptedBy: 'Jane Operator' })

function collect(site: FakeSenate) {
  return source.collect({
    db: opened.db,
    clock: systemClock,
    client: createTestClient(site),
    userAgent: 'Lunchpail hello@lunchpail.test',
    signal: new AbortController().signal,
    asOf: '2025-02-03',
    days: 14,
    onMessage: () => undefined,
    onProgress: () => undefined,
  })
}

const pagesAsked = (site: FakeSenate) => site.asked.filter((request) => request.includes('/view/'))

describe('createSenateSource', () => {
  it.each([undefined, '', '  '])('is off if nobody has accepted the terms (%j)', (termsAcceptedBy) => {
    expect(createSenateSource({ termsAcceptedBy }).off).toBe(
      'terms not accepted. Who accepts the terms of efdsearch.senate.gov names themselves in SENATE_TERMS_ACCEPTED_BY.',
    )
    expect(source.off).toBeUndefined()
  })

  it('reads each report and lists those on paper', async () => {
    const site = createFakeSenate([PTR, PAPER, { path: '/search/view/ptr/cccc-3/', html: PAPER_PAGE }])
    expect(await collect(site)).toMatchObject({
      listed: 3,
      read: 3,
      unread: [],
      onPaper: [
        {
          what: 'BBBB-2, Jane Q Doe, filed 2025-01-28',
          url: 'https://efdsearch.senate.gov/search/view/paper/BBBB-2/',
        },
        { what: 'cccc-3, Jane Q Doe, filed 2025-01-28' },
      ],
    })
    expect(await listCongressTrades(opened.db, DAYS)).toMatchObject([
      {
        chamber: 'senate',
        reportId: 'aaaa-1',
        row: 1,
        filedOn: '2025-01-28',
        reportUrl: 'https://efdsearch.senate.gov/search/view/ptr/aaaa-1/',
        filer: 'Jane Q Doe',
        owner: 'JT',
        asset: 'Acme & Sons Inc.',
        ticker: 'ACME',
        assetType: 'Stock',
        type: 'S (partial)',
        tradedOn: '2018-05-22',
        notifiedOn: undefined,
        low: 1001,
        high: 15_000,
        status: undefined,
      },
    ])
    expect(await listCongressCoverage(opened.db, DAYS)).toMatchObject([
      { chamber: 'house', listed: 0 },
      { chamber: 'senate', listed: 3, read: 1, onPaper: [{}, {}], unread: [] },
    ])
  })

  it('does not request a stored page again', async () => {
    await collect(createFakeSenate([PTR, PAPER]))
    const again = createFakeSenate([{ path: PTR.path }, PAPER])
    expect(await collect(again)).toMatchObject({ listed: 2, read: 2, unread: [] })
    expect(pagesAsked(again)).toEqual([])
    expect(await listCongressTrades(opened.db, DAYS)).toHaveLength(1)
  })

  it('gives the reason for an unread report and retries it in the next run', async () => {
    const empty = createReportPage({ rows: [] })
    const site = createFakeSenate([
      PTR,
      { path: '/search/view/ptr/bbbb-2/', html: empty },
      { path: '/search/view/annual/cccc-3/' },
    ])
    expect(await collect(site)).toMatchObject({
      listed: 3,
      read: 1,
      unread: [
        {
          what: 'bbbb-2, Jane Q Doe, filed 2025-01-28',
          code: 'unreadable',
          reason: 'its table of transactions is empty',
        },
        {
          what: 'cccc-3, Jane Q Doe, filed 2025-01-28',
          code: 'unreadable',
          reason: 'it is a kind of page that is not known',
        },
      ],
    })
    const mended = createFakeSenate([PTR, { path: '/search/view/ptr/bbbb-2/', html: createReportPage() }])
    expect(await collect(mended)).toMatchObject({ listed: 2, read: 2, unread: [] })
  })

  it('counts a report with a value that cannot be stored as unread, reads the others, and keeps its page', async () => {
    const other = { path: '/search/view/ptr/bbbb-2/', html: createReportPage() }
    const refused = { table: 'congress_line', condition: "new.report_id = 'aaaa-1'" } as const
    const site = createFakeSenate([PTR, other])
    expect(await whileRefused(opened.db, refused, () => collect(site))).toMatchObject({
      read: 1,
      unread: [{ code: 'unreadable', reason: 'it has a value that cannot be stored' }],
    })
    const again = createFakeSenate([PTR, other])
    expect(await collect(again)).toMatchObject({ read: 2 })
    expect(pagesAsked(again)).toEqual([])
  })

  it('keeps the other rows of a report with an odd one, which counts as read in part', async () => {
    const rows = [createRow({ number: '2', amount: 'Unknown' }), createRow()]
    const site = createFakeSenate([
      PTR,
      { path: '/search/view/ptr/bbbb-2/', html: createReportPage({ rows }) },
    ])
    const why = {
      code: 'rows',
      reason: '1 of its rows cannot be read, the first: row 2 has "Unknown" under "amount"',
    }
    expect(await collect(site)).toMatchObject({
      listed: 2,
      read: 1,
      unread: [{ what: 'bbbb-2, Jane Q Doe, filed 2025-01-28', ...why }],
    })
    expect((await listCongressTrades(opened.db, DAYS)).map(({ reportId, row }) => [reportId, row])).toEqual([
      ['aaaa-1', 1],
      ['bbbb-2', 1],
    ])
    const [, senate] = await listCongressCoverage(opened.db, DAYS)
    expect(senate).toMatchObject({ listed: 2, read: 1, unread: [{ reportId: 'bbbb-2', ...why }] })
  })

  it('counts a line of its list that cannot be read, and takes no fortnight with one for complete', async () => {
    const odd = { path: '/', line: ['Jane', 'Doe', '', 'Withdrawn', '01/28/2025'] }
    const spans = () => opened.db.selectFrom('collected_span').select('from_day').execute()
    expect(await collect(createFakeSenate([PTR, odd]))).toMatchObject({
      listed: 2,
      read: 1,
      unread: [
        {
          what: 'a line of its list of reports',
          code: 'unreadable',
          reason: 'it reads ["Jane","Doe","","Withdrawn","01/28/2025"]',
        },
      ],
    })
    expect(await spans()).toEqual([])
    await collect(createFakeSenate([PTR]))
    expect(await spans()).toHaveLength(1)
  })

  it('takes no trades from a page whose filer differs from the list’s, and requests it again', async () => {
    const path = '/search/view/ptr/bbbb-2/'
    const name = 'The Honorable Mary Roe (Roe, Mary)'
    const site = createFakeSenate([PTR, { path, html: createReportPage({ name }) }])
    expect(await collect(site)).toMatchObject({
      read: 1,
      unread: [{ code: 'incomplete', reason: 'its page names somebody else' }],
    })
    expect((await listCongressTrades(opened.db, DAYS)).map(({ reportUrl }) => reportUrl)).toHaveLength(1)
    const mended = createFakeSenate([PTR, { path, html: createReportPage() }])
    expect(await collect(mended)).toMatchObject({ read: 2, unread: [] })
  })

  it('numbers rows by position if their own numbers repeat', async () => {
    const rows = [createRow({ number: '1' }), createRow({ number: '1', ticker: 'ROE' })]
    await collect(createFakeSenate([{ path: PTR.path, html: createReportPage({ rows }) }]))
    const trades = await listCongressTrades(opened.db, DAYS)
    expect(trades.map(({ row, ticker }) => [row, ticker])).toEqual([
      [1, 'ACME'],
      [2, 'ROE'],
    ])
  })

  it('fails if refused and keeps what it has', async () => {
    await collect(createFakeSenate([PTR]))
    const refusing = createFakeSenate([PTR], () => new Response('Access Denied', { status: 403 }))
    await expect(collect(refusing)).rejects.toMatchObject({
      name: 'SourceError',
      message: expect.stringContaining('refused') as string,
    })
    expect(await listCongressTrades(opened.db, DAYS)).toHaveLength(1)
  })

  it('stops after three pages in a row fail', async () => {
    const reports = ['a', 'b', 'c', 'd'].map((id) => ({
      path: `/search/view/ptr/${id}/`,
      html: PTR.html ?? '',
    }))
    const site = createFakeSenate(reports, (request) =>
      request.includes('/view/') ? new Response('', { status: 403 }) : undefined,
    )
    const { listed, read, unread } = await collect(site)
    expect([listed, read, pagesAsked(site).length]).toEqual([4, 0, 3])
    expect(unread.map(({ code }) => code)).toEqual(['refused', 'refused', 'refused', 'stopped'])
  })

  it('stores each report before it requests the next', async () => {
    const site = createFakeSenate([PTR, { path: '/search/view/ptr/bbbb-2/', html: createReportPage() }])
    const keptBefore: number[] = []
    await collect({
      ...site,
      async fetch(url, init) {
        if (String(url).includes('bbbb-2'))
          keptBefore.push((await listCongressTrades(opened.db, DAYS)).length)
        return site.fetch(url, init)
      },
    })
    expect(keptBefore).toEqual([1])
  })
})
