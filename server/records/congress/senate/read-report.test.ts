import { existsSync, readFileSync } from 'node:fs'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readSenateReport } from './read-report.ts'
import { createReportPage, createRow, PAPER_PAGE } from './testing/senate-pages.ts'

const reportOf = (html: string) => {
  const page = readSenateReport(html)
  if (page.status !== 'read') throw new Error(JSON.stringify(page))
  return page.report
}
const rowOf = (row: string) => reportOf(createReportPage({ rows: [row] })).transactions[0]

describe('readSenateReport', () => {
  it('reads a report with one row', () => {
    expect(readSenateReport(createReportPage())).toEqual({
      status: 'read',
      report: {
        member: 'Jane Q Doe, Jr',
        amendment: undefined,
        transactions: [
          {
            row: 1,
            owner: 'JT',
            asset: 'Acme & Sons Inc.',
            asset_detail: null,
            ticker: 'ACME',
            asset_type: 'Stock',
            type: 'S (partial)',
            traded_on: '2018-05-22',
            notified_on: null,
            low: 1001,
            high: 15000,
            filing_status: null,
            subholding: null,
            description: null,
            comments: null,
          },
        ],
        unreadRows: [],
      },
    })
  })

  it.each([
    ['Self', 'self'],
    ['Spouse', 'SP'],
    ['Child', 'DC'],
    ['Dependent Child', 'DC'],
    ['Joint', 'JT'],
  ])('reads the owner %s', (owner, expected) => {
    expect(rowOf(createRow({ owner }))?.owner).toBe(expected)
  })

  it.each([
    ['Purchase', 'P'],
    ['Sale (Full)', 'S'],
    ['Sale (Partial)', 'S (partial)'],
    ['Exchange', 'E'],
  ])('reads the type %s', (type, expected) => {
    expect(rowOf(createRow({ type }))?.type).toBe(expected)
  })

  it('keeps a range as a range, and an open one open', () => {
    const rows = ['$100,001 - $250,000', 'Over $50,000,000'].map((amount) => createRow({ amount }))
    expect(reportOf(createReportPage({ rows })).transactions.map(({ low, high }) => [low, high])).toEqual([
      [100001, 250000],
      [50000000, null],
    ])
  })

  it('reads missing values as null', () => {
    const row = rowOf(createRow({ ticker: '\n -- \n', assetType: '', comment: 'Sold by the broker' }))
    expect([row?.ticker, row?.asset_type, row?.comments]).toEqual([null, null, 'Sold by the broker'])
  })

  it('separates the details of an option from its name', () => {
    const asset =
      'Acme Common Stock <div class="text-muted">Option Type: Call<br/><em>Strike price:</em> $75.00<br><em>Expires:</em> 2026-08-21</div>'
    const row = rowOf(createRow({ asset, assetType: 'Stock Option' }))
    expect([row?.asset, row?.asset_detail]).toEqual([
      'Acme Common Stock',
      'Option Type: Call Strike price: $75.00 Expires: 2026-08-21',
    ])
  })

  it('reads both assets of an exchange and the first of two tickers', () => {
    const row = rowOf(
      createRow({
        type: 'Exchange',
        ticker: '<a>ACME</a><br><a>BETA</a>',
        asset: 'Acme (Exchanged)<br/>Beta (Received)',
      }),
    )
    expect([row?.type, row?.ticker, row?.asset]).toEqual(['E', 'ACME', 'Acme (Exchanged) Beta (Received)'])
  })

  it('finds columns by heading', () => {
    const headings = ['Amount', 'Type', 'Asset Name', 'Ticker', 'Owner', 'Transaction Date']
    const cells = ['$1,001 - $15,000', 'Purchase', 'Acme', 'ACME', 'Self', '01/02/2025']
    const rows = [`<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`]
    expect(reportOf(createReportPage({ headings, rows })).transactions).toMatchObject([
      { row: 1, owner: 'self', type: 'P', asset: 'Acme', traded_on: '2025-01-02', comments: null },
    ])
  })

  it('reads the number of an amendment', () => {
    const heading = 'Periodic Transaction Report for 07/24/2018 (Amendment 2)'
    expect(reportOf(createReportPage({ heading })).amendment).toBe(2)
  })

  it.each([
    ['owner', { owner: '--' }, 'row 2 has "--" under "owner"'],
    ['owner of two', { owner: 'Self/Spouse' }, 'row 2 has "Self/Spouse" under "owner"'],
    ['type', { type: 'Received' }, 'row 2 has "Received" under "type"'],
    ['missing type', { type: 'N/A' }, 'row 2 has "N/A" under "type"'],
    ['amount', { amount: 'Unknown' }, 'row 2 has "Unknown" under "amount"'],
    ['amount without a lower end', { amount: '$1,000 or less' }, 'row 2 has "$1,000 or less" under "amount"'],
    ['single amount', { amount: '$15,000' }, 'row 2 has "$15,000" under "amount"'],
    ['year of two digits', { date: '11/03/25' }, 'row 2 has "11/03/25" under "transaction date"'],
    ['empty name', { asset: '--' }, 'row 2 has "--" under "asset name"'],
    ['long comment', { comment: 'x'.repeat(5001) }, 'row 2 has a cell of more than 5000 characters'],
  ])('leaves out a row for its %s, and keeps the others', (_name, parts, reason) => {
    const rows = [createRow({ number: '3' }), createRow({ number: '2', ...parts }), createRow()]
    const report = reportOf(createReportPage({ rows }))
    expect(report.transactions.map(({ row }) => row)).toEqual([3, 1])
    expect(report.unreadRows).toEqual([reason])
  })

  it('leaves out a row with a cell too few, and counts it', () => {
    const rows = [createRow({ number: '2' }).replace('<td>Stock</td>', ''), createRow()]
    expect(reportOf(createReportPage({ rows }))).toMatchObject({
      transactions: [{ row: 1, ticker: 'ACME' }],
      unreadRows: ['row 2 has 8 cells under 9 headings'],
    })
    expect(readSenateReport(createReportPage({ rows, total: 1 }))).toMatchObject({
      status: 'unreadable',
      reason: 'it counts 1 transactions and lists 2',
    })
  })

  it('recognizes a report on paper', () => {
    expect(readSenateReport(PAPER_PAGE)).toEqual({ status: 'on paper', pictures: 2 })
  })

  it.each([
    ['an empty table', createReportPage({ rows: [], total: 0 }), 'table of transactions is empty'],
    ['fewer rows than it counts', createReportPage({ total: 2 }), 'counts 2 transactions and lists 1'],
    ['no table', createReportPage().replace(/<table>.*<\/table>/s, ''), 'no table of transactions'],
    [
      'no column for the amount',
      createReportPage().replace('<th scope="col">Amount</th>', '<th>Sum</th>'),
      'no column "amount"',
    ],
    [
      'a row with a cell too few',
      createReportPage().replace('<td>Stock</td>', ''),
      '8 cells under 9 headings',
    ],
    [
      'another owner',
      createReportPage({ rows: [createRow({ owner: 'Trust' })] }),
      'row 1 has "Trust" under "owner"',
    ],
    ['another type', createReportPage({ rows: [createRow({ type: 'Gift' })] }), '"Gift" under "type"'],
    ['no such day', createReportPage({ rows: [createRow({ date: '02/30/2025' })] }), '"02/30/2025"'],
    ['no amount', createReportPage({ rows: [createRow({ amount: 'Unknown' })] }), '"Unknown" under "amount"'],
    [
      'a reversed range',
      createReportPage({ rows: [createRow({ amount: '$15,000 - $1,001' })] }),
      'under "amount"',
    ],
    ['no member', createReportPage({ name: ' ' }), 'names no member'],
    [
      'an annual report',
      createReportPage({ heading: 'Annual Report for Calendar 2024' }),
      'it is "Annual Report for Calendar 2024"',
    ],
  ])('rejects a page with %s', (_name, html, reason) => {
    const page = readSenateReport(html)
    expect(page).toMatchObject({
      status: 'unreadable',
      reason: expect.stringContaining(reason) as string,
    })
    const isOfRow = 'reason' in page && page.reason.startsWith('none of its 1 rows can be read: row 1 has ')
    expect(page).toHaveProperty('code', isOfRow ? 'rows' : 'unreadable')
  })

  it.each([
    ['nothing', ' ', 'empty'],
    ['JSON', '{"data":[]}', 'no page of HTML'],
    ['an interstitial page', '<html><title>One moment…</title></html>', 'One moment…'],
    ['half a page', createReportPage().slice(0, -200), 'cut off'],
    ['the beginning of a page', createReportPage().slice(0, 90), 'cut off'],
  ])('reports %s as incomplete, worth a retry', (_name, html, reason) => {
    expect(readSenateReport(html)).toEqual({
      status: 'unreadable',
      reason: expect.stringContaining(reason) as string,
      code: 'incomplete',
    })
  })

  it('rejects a page truncated anywhere', () => {
    const html = createReportPage({ rows: [createRow({ number: '2' }), createRow()] })
    const end = html.indexOf('</table>')
    for (let length = 1; length < end; length++) {
      expect(readSenateReport(html.slice(0, length)).status).toBe('unreadable')
    }
  })
})

const HOSTILE_TOKENS = [
  '<table>',
  '</table>',
  '<tr>',
  '<td>',
  '</td>',
  '<th>',
  'Transaction Date',
  '<h1>',
  '<h2>',
  '</h2>',
  'Periodic Transaction Report',
  '<br>',
  '<b class="text-muted">',
  '</b>',
  '&#0;',
  '&#xD800;',
  '(',
  ')',
  '<',
  '"',
  '>',
  '<!--',
  '<svg>',
  '<script>',
  '</html>',
  '\u202e',
  '\0',
  '\ud800',
]

describe('readSenateReport on hostile pages', () => {
  const pageOf = (inside: string) => `<html><h1>Periodic Transaction Report</h1>${inside}</html>`
  // Each of these took an earlier parser minutes or crashed it.
  it.each([
    ['brackets in a name', pageOf(`<h2>${'('.repeat(3_000_000)}</h2>`)],
    ['line breaks', pageOf('<br>'.repeat(900_000))],
    ['line breaks in the heading', `<html><h1>${'<br>'.repeat(900_000)}</h1></html>`],
    ['elements within elements', pageOf('<b>'.repeat(1_000_000))],
    ['elements that end others', pageOf('<td><p>'.repeat(500_000))],
    ['classes', pageOf(`<b class="${' '.repeat(3_000_000)}">`)],
    ['a cell without end', createReportPage({ rows: [createRow({ comment: ' ('.repeat(1_000_000) })] })],
    ['rows', createReportPage({ rows: Array.from({ length: 5_000 }, () => createRow()) })],
    ['more characters than the limit', 'x'.padStart(5_000_000, '<')],
  ])('returns a result for a page with %s', (_name, html) => {
    expect(readSenateReport(html).status).toBe('unreadable')
  })

  it('returns a result for any page', () => {
    const token = fc.constantFrom(...HOSTILE_TOKENS)
    fc.assert(
      fc.property(fc.array(token, { maxLength: 60 }), (tokens) => {
        expect(readSenateReport(`<html>${tokens.join('')}`).status).toBe('unreadable')
      }),
    )
  })

  it('ignores numbers too large for a row or amendment', () => {
    expect(rowOf(createRow({ number: '99999999999' }))?.row).toBe(1)
    expect(
      reportOf(createReportPage({ heading: 'Periodic Transaction Report (Amendment 99999999999)' }))
        .amendment,
    ).toBeUndefined()
  })

  it('removes bidirectional characters from names', () => {
    expect(reportOf(createReportPage({ name: 'Jane\u202e Doe' })).member).toBe('Jane Doe')
    expect(rowOf(createRow({ asset: 'Ac\u200bme &#x202e;Inc' }))?.asset).toBe('Acme Inc')
  })
})

const samples = new URL('../../../../../shared/samples/senate-efd/', import.meta.url)

describe.skipIf(!existsSync(samples))('recorded pages (skipped without recordings)', () => {
  const read = (name: string) => readSenateReport(readFileSync(new URL(name, samples), 'utf8'))

  it('reads options, an exchange and rows without a ticker', () => {
    const page = read('ptr_b999bc0e-3eb0-4ca9-ab07-8e8f2e04b41f.html')
    expect(page).toMatchObject({
      status: 'read',
      report: {
        member: 'Alan Armstrong',
        transactions: [
          { row: 4, ticker: 'WMB', type: 'P', traded_on: '2026-08-20', low: 15001, high: 50000 },
          { row: 3, ticker: null, type: 'S', asset: 'Electronic Arts Inc. (EA)' },
          { row: 2, ticker: null, type: 'E' },
          {
            row: 1,
            asset_type: 'Stock Option',
            comments: 'All transactions notified to Filer on September 1, 2026',
          },
        ],
      },
    })
  })

  it('reads a former senator’s report without asset types', () => {
    expect(read('ptr_0c6f8f10-0705-4437-8095-d9f5b0f9aa92.html')).toMatchObject({
      report: {
        member: 'Mark Begich',
        transactions: [
          { ticker: 'KERX', asset_type: null, type: 'S (partial)' },
          { ticker: 'IMH', asset_type: null, type: 'P' },
        ],
      },
    })
  })

  it('recognizes the recorded report on paper', () => {
    expect(read('paper_00756B59-F9EE-48D0-B0C8-288C71EF6B6B.html').status).toBe('on paper')
  })
})
