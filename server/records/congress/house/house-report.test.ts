import { deflateSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import { readHouseReport, readReportText, type HouseReport } from './house-report.ts'
import {
  AT,
  drawEnd,
  drawFiler,
  drawHeading,
  drawNote,
  drawNoteLine,
  drawRow,
  type FormRow,
} from './testing/house-form.ts'
import { toTextItems, writePdf, type Piece } from './testing/write-pdf.ts'

const HEADING_Y = 500
const ROW_Y = 456

async function read(...pages: Piece[][]): Promise<HouseReport> {
  const reading = await readHouseReport(writePdf(pages))
  if (reading.status !== 'read') throw new Error(`not read: ${JSON.stringify(reading)}`)
  return reading.report
}

/** A one-page report with these pieces in its table. */
const onePage = (...table: Piece[]) => [...drawFiler(), ...drawHeading(HEADING_Y), ...table, ...drawEnd(120)]

/** Reads a page's text without writing a PDF. */
function readPage(...table: Piece[]): HouseReport {
  const reading = readReportText([toTextItems(onePage(...table))])
  if (reading.status !== 'read') throw new Error(`not read: ${JSON.stringify(reading)}`)
  return reading.report
}

function readRow(row: FormRow) {
  const { transactions, unreadRows } = readPage(...drawRow(ROW_Y, row))
  expect(unreadRows).toEqual([])
  return transactions[0]
}

describe('readHouseReport', () => {
  it('reads the filer, the signing day, and a row with its notes', async () => {
    const report = await read(
      onePage(
        ...drawRow(ROW_Y, { owner: ['SP'] }),
        drawNote(430, 'FS', 'New'),
        drawNote(418, 'SO', 'Doe Family Trust > Account #2'),
        drawNote(406, 'D', 'Sold 10 shares.'),
      ),
    )
    expect(report).toEqual({
      docId: '20099999',
      member: 'Hon. Jane Q. Doe',
      stateDistrict: 'ZZ07',
      signedOn: '2025-01-22',
      transactions: [
        {
          row: 1,
          owner: 'SP',
          asset: 'Acme Corp. - Common Stock',
          asset_detail: null,
          ticker: 'ACME',
          asset_type: 'ST',
          type: 'P',
          traded_on: '2025-01-14',
          notified_on: '2025-01-20',
          low: 1001,
          high: 15_000,
          filing_status: 'New',
          subholding: 'Doe Family Trust > Account #2',
          description: 'Sold 10 shares.',
          comments: null,
        },
      ],
      unreadRows: [],
    })
  })

  it('joins wrapped cells', () => {
    expect(
      readRow({
        owner: ['JT'],
        asset: ['Long Name of a Trust, EXCHANGE-', 'TRADED Fund, Ltd. -', 'Series B', '(LNTB) [EF]'],
        type: ['S', '(partial)'],
        traded: ['12/31/', '2024'],
        notified: ['01/02/', '2025'],
        amount: ['$15,001 -', '$50,000'],
      }),
    ).toMatchObject({
      owner: 'JT',
      asset: 'Long Name of a Trust, EXCHANGE-TRADED Fund, Ltd. - Series B',
      ticker: 'LNTB',
      asset_type: 'EF',
      type: 'S (partial)',
      traded_on: '2024-12-31',
      notified_on: '2025-01-02',
      low: 15_001,
      high: 50_000,
    })
  })

  it('splits cells that ran together', async () => {
    const merged = [
      { text: 'SP Acme Corp. (ACME) [ST]', x: AT.owner, y: 456 },
      { text: 'S 01/14/2025 01/20/2025 $1,001 - $15,000', x: AT.type, y: 456 },
      { text: 'JT', x: AT.owner, y: 420 },
      { text: 'The Bay Holdings of North America (BAY) [ST] P', x: AT.asset, y: 420, size: 7.7 },
      { text: '01/15/2025 01/21/2025', x: AT.traded, y: 420 },
      { text: '$50,001 -', x: AT.amount, y: 420 },
      { text: '$100,000', x: AT.amount, y: 410 },
    ]
    const { transactions, unreadRows } = await read(onePage(...merged))
    expect(unreadRows).toEqual([])
    expect(transactions).toMatchObject([
      { owner: 'SP', asset: 'Acme Corp.', ticker: 'ACME', type: 'S', traded_on: '2025-01-14', low: 1001 },
      {
        owner: 'JT',
        asset: 'The Bay Holdings of North America',
        ticker: 'BAY',
        type: 'P',
        traded_on: '2025-01-15',
        notified_on: '2025-01-21',
        high: 100_000,
      },
    ])
  })

  it('continues rows and notes on the next page', async () => {
    const { transactions, unreadRows } = await read(
      [
        ...drawFiler(),
        ...drawHeading(HEADING_Y),
        ...drawRow(ROW_Y),
        drawNote(430, 'FS', 'New'),
        drawNote(418, 'C', 'My broker bought this without asking'),
      ],
      [
        ...drawHeading(706),
        drawNoteLine(669, 'me on 01/02/2025 for $2,000 and told me late.'),
        ...drawRow(640, { asset: ['Beta Inc. Class A'], amount: ['$100,001 -'] }),
      ],
      [
        ...drawHeading(706),
        { text: 'Common Stock (BETA) [ST]', x: AT.asset, y: 669 },
        { text: '$250,000', x: AT.amount, y: 669 },
        drawNote(650, 'FS', 'New'),
      ],
      drawEnd(700),
    )
    expect(unreadRows).toEqual([])
    expect(transactions).toMatchObject([
      {
        row: 1,
        comments: 'My broker bought this without asking me on 01/02/2025 for $2,000 and told me late.',
      },
      { row: 2, asset: 'Beta Inc. Class A Common Stock', ticker: 'BETA', low: 100_001, high: 250_000 },
    ])
  })

  it('reads amended and deleted rows, which have the number of the earlier row', async () => {
    const wide = { owner: 82, asset: 121, type: 267, traded: 332, notified: 387, amount: 451, gains: 526 }
    const shift = (piece: Piece): Piece => {
      const column = (Object.keys(wide) as (keyof typeof wide)[]).find((name) => AT[name] === piece.x)
      return column === undefined ? piece : { ...piece, x: wide[column] }
    }
    const { transactions } = await read(
      onePage(
        ...[
          ...drawHeading(HEADING_Y),
          ...drawRow(ROW_Y, { id: ['2000137143'] }),
          drawNote(430, 'FS', 'Amended'),
          ...drawRow(400, { id: ['2000137144'], owner: ['DC'] }),
          drawNote(374, 'FS', 'Deleted'),
        ].map(shift),
      ),
    )
    expect(transactions).toMatchObject([
      { owner: 'self', filing_status: 'Amended' },
      { owner: 'DC', filing_status: 'Deleted' },
    ])
  })

  it('reads the spelled-out labels, lower-case codes and boxes of older reports', async () => {
    const { transactions } = await read(
      onePage(
        ...drawRow(ROW_Y, { asset: ['Acme Corp. (ACME)', '[sT]'], gains: ['gfedcb'] }),
        { text: 'FIlINg STaTuS: New', x: AT.asset, y: 430 },
        { text: 'DESCRIPTION: bought', x: AT.asset, y: 418 },
        ...drawRow(380, { gains: ['gfedc'] }),
      ),
    )
    expect(transactions).toMatchObject([
      { asset_type: 'ST', filing_status: 'New', description: 'bought' },
      { asset_type: 'ST', filing_status: null },
    ])
  })

  it('does not mistake a row without a visible beginning for a note of the previous row', () => {
    const hidden = drawNoteLine(406, 'Beta Inc. (BETA) [ST] bought')
    const { transactions, unreadRows } = readPage(
      ...drawRow(ROW_Y),
      drawNote(430, 'FS', 'New'),
      hidden,
      drawNote(394, 'FS', 'New'),
      ...drawRow(360),
    )
    expect(transactions.map(({ row }) => row)).toEqual([2])
    expect(unreadRows).toMatchObject([{ page: 1, reason: 'two rows ran together' }])
  })

  it.each(['Withdrawn', 'Delete', 'Void'])('does not read a row with the status "%s"', (status) => {
    const { transactions, unreadRows } = readPage(
      ...drawRow(ROW_Y),
      drawNote(430, 'FS', status),
      ...drawRow(360),
    )
    expect(transactions.map(({ row }) => row)).toEqual([2])
    expect(unreadRows).toMatchObject([{ reason: `the filing status reads "${status}"` }])
  })

  it('separates rows without notes between them', () => {
    const { transactions } = readPage(...drawRow(456), ...drawRow(420), ...drawRow(384))
    expect(transactions.map(({ row }) => row)).toEqual([1, 2, 3])
  })

  it.each([
    ['Berkshire Hathaway Inc. New (BRK.B) [ST]', 'Berkshire Hathaway Inc. New', 'BRK.B', 'ST'],
    ['Eaton Corporation, PLC (ETN) [ST]', 'Eaton Corporation, PLC', 'ETN', 'ST'],
    ['Bitcoin [CT]', 'Bitcoin', null, 'CT'],
    ['Acme (Class A) [ST]', 'Acme (Class A)', null, 'ST'],
    ['Acme Corp (NYSE) [ST]', 'Acme Corp (NYSE)', null, 'ST'],
    ['Acme Holding Ltd (ADS) [ST]', 'Acme Holding Ltd (ADS)', null, 'ST'],
    ['Acme plc (NYSE: ACME) [ST]', 'Acme plc', 'ACME', 'ST'],
    ['US Treasury Bill (912797KJ5) [GS]', 'US Treasury Bill (912797KJ5)', null, 'GS'],
    ['Gold Fund II, LP (GF Funds, LP) [HN]', 'Gold Fund II, LP (GF Funds, LP)', null, 'HN'],
    ['Acme (ACME) when issued [ST]', 'Acme (ACME) when issued', null, 'ST'],
    ['Acme Corp (ACME)', 'Acme Corp', 'ACME', null],
    ['C: Drive Systems (CDS) [ST]', 'C: Drive Systems', 'CDS', 'ST'],
  ])('reads the asset "%s"', (text, asset, ticker, assetType) => {
    expect(readRow({ asset: [text] })).toMatchObject({ asset, ticker, asset_type: assetType })
  })

  it.each([
    ['$50,000,001 - $60,000,000', 50_000_001, 60_000_000],
    ['Over $50,000,000', 50_000_000, null],
    ['Spouse/DC Over $1,000,000', 1_000_000, null],
    ['$1,118.07', 1118.07, 1118.07],
  ])('reads the amount "%s"', (text, low, high) => {
    expect(readRow({ amount: [text] })).toMatchObject({ low, high })
  })

  it('keeps a row notified before it was traded or of an unknown type', () => {
    expect(readRow({ asset: ['Acme [ZZ]'], traded: ['12/03/2024'], notified: ['01/08/2024'] })).toMatchObject(
      {
        traded_on: '2024-12-03',
        notified_on: '2024-01-08',
        asset_type: 'ZZ',
      },
    )
  })

  it.each([
    ['a missing half of the amount', { amount: ['$15,001 -'] }, 'the amount reads "$15,001 -"'],
    ['half an amount', { amount: ['$50,000'] }, 'the amount reads "$50,000"'],
    ['an ID that is no number', { id: ['20001371x'] }, 'the ID reads "20001371x"'],
    ['no type', { type: [] }, 'the type reads ""'],
    ['an impossible day', { traded: ['02/30/2025'] }, 'the date reads "02/30/2025"'],
    ['no asset', { asset: [] }, 'no asset is named'],
    ['an unknown owner', { owner: ['XX'] }, 'the owner reads "XX"'],
  ] as [string, FormRow, string][])(
    'lists a row with %s as unread, with its page and text',
    (_name, row, reason) => {
      const { transactions, unreadRows } = readPage(
        ...drawRow(ROW_Y, row),
        drawNote(430, 'FS', 'New'),
        ...drawRow(390),
      )
      expect(transactions.map(({ row: number }) => number)).toEqual([2])
      expect(unreadRows).toEqual([{ page: 1, text: expect.stringContaining('F S: New'), reason }])
    },
  )
})

describe('readHouseReport without a readable report', () => {
  const whole = onePage(...drawRow(ROW_Y))

  it('recognizes a scan by its lack of text', async () => {
    expect(await readHouseReport(writePdf([[], []]))).toEqual({ status: 'on paper' })
  })

  it('recognizes the paper form by its words', async () => {
    const form = [
      'UNITED STATES HOUSE OF REPRESENTATIVES',
      'PERIODIC TRANSACTION REPORT',
      'DATE OF TRANSACTION',
    ]
    const pieces = form.map((text, line) => ({ text, x: 100, y: 700 - line * 20 }))
    expect(await readHouseReport(writePdf([pieces]))).toEqual({ status: 'on paper' })
  })

  it.each([
    ['an empty file', Buffer.from(''), 'it is empty'],
    ['a page of HTML', Buffer.from('<!DOCTYPE html><title>404</title>'), 'it is a page of HTML, not a PDF'],
    ['something else', Buffer.from('PK\u0003\u0004'), 'it is not a PDF'],
    ['a PDF cut off', writePdf([whole]).subarray(0, 3000), 'it is cut off: the end of the PDF is missing'],
    [
      'an encrypted PDF',
      writePdf([whole], {
        trailer: `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -1 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >>`,
      }),
      'it is encrypted',
    ],
    [
      'another document',
      writePdf([[{ text: 'Dear reader', x: 50, y: 700 }]]),
      'it has text and no table of transactions',
    ],
    ['a table without rows', writePdf([onePage()]), 'its table of transactions has no row'],
    [
      'a table without an end',
      writePdf([[...drawFiler(), ...drawHeading(HEADING_Y), ...drawRow(ROW_Y)]]),
      'its table of transactions has no end: it is cut off',
    ],
    [
      'a report without a name',
      writePdf([[...drawFiler(' '), ...drawHeading(HEADING_Y), ...drawRow(ROW_Y), ...drawEnd(120)]]),
      'it names no member',
    ],
  ])('gives the reason for %s', async (_name, pdf, reason) => {
    expect(await readHouseReport(pdf)).toEqual({ status: 'unreadable', code: 'unreadable', reason })
  })

  it('gives the code "rows" if no row can be read', async () => {
    const pdf = writePdf([onePage(...drawRow(ROW_Y, { type: ['?'] }))])
    const reason = 'none of its 1 rows can be read: in the first the type reads "?"'
    expect(await readHouseReport(pdf)).toEqual({ status: 'unreadable', code: 'rows', reason })
  })

  const packed = deflateSync(Buffer.alloc(65_000_000, ' '), { level: 1 }).toString('latin1')
  // Two kilobytes compressed twice can unpack to gigabytes.
  it.each([
    ['twice', '/Filter [/FlateDecode /FlateDecode]', 'one of its streams is packed more than once'],
    [
      'twice under another name',
      '/F#69lter [/FlateDecode /FlateDecode]',
      'one of its streams is packed more than once',
    ],
    ['with another filter', '/Filter /LZWDecode', 'one of its streams is packed in a way that no report is'],
    ['with an indirect filter', '/Filter 9 0 R', 'one of its streams is packed in a way that no report is'],
    ['to more than the limit', '/Filter /FlateDecode', 'its streams unpack to more than 64 MB'],
  ])('does not unpack a stream compressed %s', async (_name, filter, reason) => {
    const pdf = Buffer.from(
      `%PDF-1.4\n1 0 obj\n<< ${filter} >>\nstream\n${packed}\nendstream\nendobj\n%%EOF\n`,
      'latin1',
    )
    expect(await readHouseReport(pdf)).toEqual({ status: 'unreadable', code: 'unreadable', reason })
  })

  it.each([
    ['bytes', { maxBytes: 1000 }, 'it has more than 0.001 MB'],
    ['pages', { maxPages: 1 }, 'it has 2 pages, more than 1'],
    ['text', { maxItems: 20 }, 'it has more than 20 runs of text'],
  ])('rejects a report beyond the limit of %s', async (_name, limits, reason) => {
    const found = await readHouseReport(writePdf([whole, whole]), limits)
    expect(found).toEqual({ status: 'unreadable', code: 'unreadable', reason })
  })
})
