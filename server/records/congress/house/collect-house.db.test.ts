import { describe, expect, it } from 'vitest'

import { setUpDatabase } from '../../../testing/set-up-database.ts'
import { listCongressCoverage, listCongressTrades } from '../congress-trades.ts'
import { listLatestRuns } from '../../core/runs.ts'
import { collectOne } from '../../core/testing/collect-one.ts'
import { whileRefused } from '../../core/testing/refuse-values.ts'
import { setUpUpstream } from '../../core/testing/set-up-upstream.ts'
import { houseSource } from './collect-house.ts'
import { createHousePdf, createHouseZip, type IndexLine } from './testing/house-files.ts'
import { writePdf } from './testing/write-pdf.ts'

const HOST = 'disclosures-clerk.house.gov/public_disc'
const ZIP = `${HOST}/financial-pdfs/2025FD.zip`
const pdfOf = (docId: string) => `${HOST}/ptr-pdfs/2025/${docId}.pdf`
const LAST_TWO_WEEKS = { filedFrom: '2025-01-21', filedTo: '2025-02-03' }
const WORDS_ONLY = writePdf([[{ text: 'A letter without a table', x: 25, y: 500 }]])

/** The Clerk's files, by host and path. */
let files: Map<string, string | Uint8Array | { status: number }>

const upstream = setUpUpstream((address) => files.get(address))
const opened = setUpDatabase(async (db) => {
  files = new Map()
  await db.deleteFrom('congress_report').execute()
  await db.deleteFrom('source_document').execute()
})

/** Publishes the year's list and the given PDFs; the others answer 404. */
function publish(lines: readonly (IndexLine & { pdf?: string | Uint8Array | { status: number } })[]): void {
  files = new Map([[ZIP, createHouseZip(lines)]])
  for (const { docId, pdf } of lines) if (pdf !== undefined) files.set(pdfOf(docId), pdf)
}

const collect = (request: Parameters<typeof collectOne>[3] = {}) =>
  collectOne(opened.db, upstream, houseSource, request)

const listStored = async () => ({
  reports: await opened.db.selectFrom('congress_report').selectAll().orderBy('report_id').execute(),
  lines: await opened.db
    .selectFrom('congress_line')
    .selectAll()
    .orderBy('report_id')
    .orderBy('row')
    .execute(),
  documents: await opened.db
    .selectFrom('source_document')
    .select(['id', 'url', 'sha256', 'retrieved_at'])
    .orderBy('id')
    .execute(),
})

describe('houseSource', () => {
  it('reads the reports filed in the requested days and lists those on paper', async () => {
    publish([
      { docId: '20000001', pdf: createHousePdf([{}, { owner: ['SP'], type: ['S'], status: 'Deleted' }]) },
      { docId: '8000001', first: 'John', suffix: 'Jr.' },
      { docId: '20000002', filed: '1/20/2025' },
      { docId: '20000003', filed: '2/4/2025' },
      { docId: '20000004', type: 'C' },
    ])
    expect(await collect()).toMatchObject({
      outcome: 'complete',
      listed: 2,
      read: 2,
      unread: [],
      onPaper: [
        { what: '8000001, John Doe, Jr., ZZ07, filed 2025-01-28', url: `https://${pdfOf('8000001')}` },
      ],
    })
    expect(upstream.asked).toEqual([ZIP, pdfOf('20000001')])
    expect(await listCongressTrades(opened.db, LAST_TWO_WEEKS)).toMatchObject([
      {
        chamber: 'house',
        reportId: '20000001',
        row: 1,
        filedOn: '2025-01-28',
        reportUrl: `https://${pdfOf('20000001')}`,
        filer: 'Jane Doe',
        member: undefined,
        owner: 'self',
        ticker: 'ACME',
        assetType: 'ST',
        type: 'P',
        tradedOn: '2025-01-14',
        notifiedOn: '2025-01-20',
        low: 1001,
        high: 15_000,
        status: 'new',
      },
      { row: 2, owner: 'SP', type: 'S', status: 'deleted' },
    ])
    expect(await listCongressCoverage(opened.db, LAST_TWO_WEEKS)).toMatchObject([
      { chamber: 'house', listed: 2, read: 1, onPaper: [{ reportId: '8000001' }], unread: [] },
      { chamber: 'senate', listed: 0 },
    ])
  })

  it('does not fetch a stored report again and changes nothing', async () => {
    publish([{ docId: '20000001', pdf: createHousePdf() }, { docId: '8000001' }])
    await collect()
    const before = await listStored()
    upstream.asked.length = 0
    expect(await collect()).toMatchObject({ outcome: 'complete', listed: 2, read: 2 })
    expect(upstream.asked).toEqual([ZIP])
    expect(await listStored()).toEqual(before)
    expect(before.lines).toHaveLength(1)
  })

  it.each<[string, string | Uint8Array | { status: number }, string]>([
    ['an error', { status: 503 }, 'House of Representatives, Office of the Clerk answered 503'],
    ['nothing', { status: 404 }, 'House of Representatives, Office of the Clerk answered 404'],
    ['HTML', '<!DOCTYPE html><title>One moment</title>', 'a page of HTML came instead'],
    ['half a PDF', createHousePdf().slice(0, 900), 'it is cut off: the end of the PDF is missing'],
    ['a PDF without a table', WORDS_ONLY, 'it has text and no table of transactions'],
    [
      'a row that is cut off',
      createHousePdf([{}, { amount: ['$1,001 -'] }]),
      '1 of its rows cannot be read, the first on page 1: the amount reads "$1,001 -"',
    ],
  ])('lists a report as unread after %s and reads the others', async (_, pdf, reason) => {
    publish([
      { docId: '20000001', pdf: createHousePdf() },
      { docId: '20000002', pdf },
      { docId: '20000003', pdf: createHousePdf() },
    ])
    expect(await collect()).toMatchObject({
      outcome: 'partial',
      listed: 3,
      read: 2,
      unread: [{ what: '20000002, Jane Doe, ZZ07, filed 2025-01-28', reason }],
    })
    expect(await listCongressCoverage(opened.db, LAST_TWO_WEEKS)).toMatchObject([
      { listed: 3, read: 2, unread: [{ reportId: '20000002', reason }] },
      {},
    ])
  })

  it('lists a report with a value that cannot be stored as unread, reads the others, and keeps its PDF', async () => {
    publish([
      { docId: '20000001', pdf: createHousePdf([{ amount: ['$15,001 -', '$50,000'] }]) },
      { docId: '20000002', pdf: createHousePdf() },
    ])
    const refused = { table: 'congress_line', condition: 'new.low = 15001' } as const
    expect(await whileRefused(opened.db, refused, () => collect())).toMatchObject({
      outcome: 'partial',
      read: 1,
      unread: [{ code: 'unreadable', reason: 'it has a value that cannot be stored' }],
    })
    upstream.asked.length = 0
    expect(await collect()).toMatchObject({ outcome: 'complete', read: 2 })
    expect(upstream.asked).toEqual([ZIP])
  })

  it('takes no trades from a PDF whose filer differs from the list’s', async () => {
    publish([
      { docId: '20000001', pdf: createHousePdf() },
      { docId: '20000002', first: 'Mary', last: 'Roe', pdf: createHousePdf() },
    ])
    const reason = 'its PDF names somebody else'
    expect(await collect()).toMatchObject({ listed: 2, read: 1, unread: [{ reason }] })
    expect((await listCongressTrades(opened.db, LAST_TWO_WEEKS)).map(({ filer }) => filer)).toEqual([
      'Jane Doe',
    ])
  })

  it('stores the readable rows of a partly readable report', async () => {
    publish([{ docId: '20000001', pdf: createHousePdf([{}, { amount: ['$1,001 -'] }]) }])
    await collect()
    await collect()
    expect(await listCongressTrades(opened.db, LAST_TWO_WEEKS)).toMatchObject([{ row: 1, ticker: 'ACME' }])
  })

  it('tries failed reports last in the next run', async () => {
    // Whichever of two readers is faster, two of these have failed, eight times in all, before one that can be read is tried.
    publish([
      { docId: '20000001', pdf: { status: 503 } },
      { docId: '20000002', pdf: { status: 503 } },
      { docId: '20000003', pdf: { status: 503 } },
      { docId: '20000004', pdf: createHousePdf() },
      { docId: '20000005', pdf: createHousePdf() },
    ])
    expect(await collect()).toMatchObject({ outcome: 'failed', listed: 5, read: 0 })
    expect(await collect()).toMatchObject({ outcome: 'partial', listed: 5, read: 2 })
  })

  it('reads missed reports in the next run and keeps those it has', async () => {
    publish([
      { docId: '20000001', pdf: createHousePdf() },
      { docId: '20000002', pdf: { status: 404 } },
    ])
    expect(await collect()).toMatchObject({ outcome: 'partial', read: 1 })
    files.set(pdfOf('20000002'), createHousePdf([{ asset: ['Roe Inc. (ROE)', '[ST]'] }]))
    files.delete(pdfOf('20000001'))
    expect(await collect()).toMatchObject({ outcome: 'complete', listed: 2, read: 2, unread: [] })
    expect((await listStored()).lines.map(({ ticker }) => ticker)).toEqual(['ACME', 'ROE'])
  })

  it('fails if reports are listed and none can be read', async () => {
    publish([{ docId: '20000001' }, { docId: '20000002' }, { docId: '8000001' }])
    expect(await collect()).toMatchObject({ outcome: 'failed', listed: 3, read: 1, onPaper: [{}] })
  })

  it.each([
    ['answers 503', { status: 503 }, 'House of Representatives, Office of the Clerk answered 503'],
    ['sends HTML', '<html></html>', 'a page of HTML came instead'],
    ['sends half a zip', createHouseZip([]).slice(0, 60), 'the zip is broken or cut off'],
  ])('fails if the Clerk %s instead of the list', async (_, answer, reason) => {
    files.set(ZIP, answer)
    expect(await collect()).toMatchObject({ outcome: 'failed', listed: 0, unread: [{ reason }] })
    expect(await listLatestRuns(opened.db)).toMatchObject([{ source: 'house', outcome: 'failed' }])
  })

  it('reads the list of the previous year too in January and reports a missing one', async () => {
    files.set(ZIP.replace('2025', '2024'), createHouseZip([{ docId: '20000009', filed: '12/31/2024' }], 2024))
    files.set(pdfOf('20000009').replace('2025', '2024'), createHousePdf())
    expect(await collect({ asOf: '2025-01-02', days: 3 })).toMatchObject({
      outcome: 'partial',
      listed: 2,
      read: 1,
      unread: [
        {
          what: '2025FD.zip, the list of 2025',
          reason: 'House of Representatives, Office of the Clerk answered 404',
        },
      ],
    })
  })

  it('notes that no report is matched while there is no list of members', async () => {
    publish([{ docId: '20000001', pdf: createHousePdf() }])
    expect((await collect()).notes).toEqual([
      'The list of members has not been read yet: no report is tied to a member.',
    ])
  })
})
