import { existsSync, readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

import { UnreadableFilingError } from '../../core/unread-reason.ts'
import { parseHouseIndex } from './house-index.ts'

type Row = [type: string, docId: string, filed: string, last?: string]
const ROWS: Row[] = [
  ['P', '20099999', '1/6/2025'],
  ['P', '8220001', '12/31/2025', 'Roe'],
  ['C', '10063361', '2/5/2025'],
  ['X', '30022490', '2/5/2025'],
  ['X', '30022491', '2/5/2025'],
]

const xmlOf = (rows: Row[]) =>
  `\uFEFF<?xml version="1.0" encoding="utf-8"?>\r\n<FinancialDisclosure>\r\n${rows
    .map(
      ([type, docId, filed, last = 'Doe']) =>
        `<Member><Prefix>Hon.</Prefix><Last>${last}</Last><First>Jane Q.</First><Suffix />` +
        `<FilingType>${type}</FilingType><StateDst>ZZ07</StateDst><Year>2025</Year>` +
        `<FilingDate>${filed}</FilingDate><DocID>${docId}</DocID></Member>\r\n`,
    )
    .join('')}</FinancialDisclosure>`

const HEAD = 'Prefix\tLast\tFirst\tSuffix\tFilingType\tStateDst\tYear\tFilingDate\tDocID'
const textOf = (rows: Row[]) =>
  [
    `\uFEFF${HEAD}`,
    ...rows.map(
      ([type, docId, filed, last = 'Doe']) =>
        `Hon.\t${last}\tJane Q.\t\t${type}\tZZ07\t2025\t${filed}\t${docId}`,
    ),
    '',
  ].join('\r\n')

function zipOf(xml: string | undefined, txt: string | undefined): Uint8Array {
  return zipSync({
    ...(txt === undefined ? {} : { '2025FD.txt': strToU8(txt) }),
    ...(xml === undefined ? {} : { '2025FD.xml': strToU8(xml) }),
  })
}

describe('parseHouseIndex', () => {
  it('lists transaction reports and counts the rest', () => {
    expect(parseHouseIndex(zipOf(xmlOf(ROWS), textOf(ROWS)), 2025)).toEqual({
      reports: [
        {
          reportId: '20099999',
          member: 'Jane Q. Doe',
          state: 'ZZ',
          district: 7,
          filedOn: '2025-01-06',
          pageUrl: 'https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2025/20099999.pdf',
          isOnPaper: false,
        },
        expect.objectContaining({ reportId: '8220001', filedOn: '2025-12-31', isOnPaper: true }),
      ],
      unread: [],
      inOneFileOnly: 0,
    })
  })

  it.each([
    ['is missing', undefined],
    ['is broken', xmlOf(ROWS).slice(0, 500)],
    ['declares a document type', `<!DOCTYPE a [<!ENTITY b "c">]>${xmlOf(ROWS)}`],
  ])('reads the text file if the XML %s', (_name, xml) => {
    const index = parseHouseIndex(zipOf(xml, textOf(ROWS)), 2025)
    expect(index.reports.map(({ reportId }) => reportId)).toEqual(['20099999', '8220001'])
  })

  it('reads the XML if the text is missing, and a year without filings', () => {
    expect(parseHouseIndex(zipOf(xmlOf(ROWS.slice(0, 1)), undefined), 2025).reports).toHaveLength(1)
    expect(parseHouseIndex(zipOf('<FinancialDisclosure />', `${HEAD}\r\n`), 2025).reports).toEqual([])
  })

  it.each([
    ['a padded date', '<FilingDate>1/6/2025', '<FilingDate>01/06/2025'],
    ['a time', '<FilingDate>1/6/2025', '<FilingDate>1/6/2025 12:00:00 AM'],
    ['a spaced seat', '<StateDst>ZZ07', '<StateDst>zz 7'],
    ['a small letter', '<FilingType>P', '<FilingType>p'],
  ])('reads the same in both lists though one writes %s', (_name, found, written) => {
    const index = parseHouseIndex(zipOf(xmlOf(ROWS).replace(found, written), textOf(ROWS)), 2025)
    expect(index.reports[0]).toMatchObject({
      reportId: '20099999',
      state: 'ZZ',
      district: 7,
      filedOn: '2025-01-06',
    })
    expect([index.reports.length, index.unread, index.inOneFileOnly]).toEqual([2, [], 0])
  })

  it('joins two lists of which one has a line more', () => {
    for (const zip of [
      zipOf(xmlOf(ROWS), textOf(ROWS.slice(1))),
      zipOf(xmlOf(ROWS.slice(1)), textOf(ROWS)),
    ]) {
      const { reports, unread, inOneFileOnly } = parseHouseIndex(zip, 2025)
      expect(reports.map(({ reportId }) => reportId).sort()).toEqual(['20099999', '8220001'])
      expect([unread, inOneFileOnly]).toEqual([[], 1])
    }
  })

  it('does not read a report for which its two lists give different days', () => {
    const other = ROWS.map(([type, docId, filed]): Row => [type, docId, filed.replace('1/6/', '1/9/')])
    const { reports, unread, inOneFileOnly } = parseHouseIndex(zipOf(xmlOf(ROWS), textOf(other)), 2025)
    expect(reports.map(({ reportId }) => reportId)).toEqual(['8220001'])
    expect(unread).toEqual([{ docId: '20099999', reason: 'its two lists differ in its line' }])
    expect(inOneFileOnly).toBe(0)
  })

  it('fails if its two lists differ in many lines', () => {
    expect(() => parseHouseIndex(zipOf(xmlOf(ROWS), textOf(ROWS.slice(2))), 2025)).toThrow(
      'its two lists differ in 2 lines: "20099999 P ZZ07 2025-01-06" stands only in the XML',
    )
    expect(() => parseHouseIndex(zipOf(xmlOf(ROWS.slice(2)), textOf(ROWS)), 2025)).toThrow('only in the text')
    const many = Array.from({ length: 40 }, (_, number): Row => ['P', `2000${1000 + number}`, '1/6/2025'])
    expect(parseHouseIndex(zipOf(xmlOf(many), textOf(many.slice(2))), 2025).reports).toHaveLength(40)
    expect(() => parseHouseIndex(zipOf(xmlOf(many), textOf(many.slice(3))), 2025)).toThrow('in 3 lines')
  })

  it('fails if neither list can be read', () => {
    expect(() => parseHouseIndex(zipOf('<a>', 'one\ttwo'), 2025)).toThrow(UnreadableFilingError)
    expect(() => parseHouseIndex(zipOf('<a/>', `${HEAD}\r\nHon.\tDoe`), 2025)).toThrow(
      'neither of its lists can be read: XML: it is no list of disclosures; text: its line 2 has 2 fields',
    )
  })

  it('lists a report without a date or number as unread, and a duplicate once', () => {
    const rows: Row[] = [['P', '20099999', ''], ['P', '../etc', '1/6/2025'], ...ROWS, ...ROWS]
    const { reports, unread } = parseHouseIndex(zipOf(xmlOf(rows), textOf(rows)), 2025)
    expect(reports).toHaveLength(2)
    expect(unread).toEqual([
      { docId: '20099999', reason: 'its filing date reads ""' },
      { docId: '../etc', reason: 'its number cannot be read' },
    ])
  })

  it('refuses a truncated zip and anything else', () => {
    expect(() => parseHouseIndex(strToU8('<html>'), 2025)).toThrow(new TypeError('it is not a zip'))
    const cut = zipOf(xmlOf(ROWS), textOf(ROWS)).subarray(0, 300)
    expect(() => parseHouseIndex(cut, 2025)).toThrow(new TypeError('the zip is broken or cut off'))
  })

  it('refuses a zip that unpacks too large, and never unpacks more than the declared size', () => {
    const bomb = zipSync({ '2025FD.xml': new Uint8Array(1_000_000) })
    const view = new DataView(bomb.buffer, bomb.byteOffset, bomb.length)
    const directory = bomb.findLastIndex(
      (_byte, at) => at < bomb.length - 4 && view.getUint32(at, true) === 0x02014b50,
    )
    view.setUint32(directory + 24, 20_000_001, true)
    expect(() => parseHouseIndex(bomb, 2025)).toThrow('2025FD.xml would have 20000001 bytes')
    view.setUint32(directory + 24, 100, true)
    expect(() => parseHouseIndex(bomb, 2025)).toThrow('neither of its lists can be read')
    const many = zipSync(
      Object.fromEntries(Array.from({ length: 21 }, (_unused, n) => [`${n}`, strToU8('x')])),
    )
    expect(() => parseHouseIndex(many, 2025)).toThrow('the zip has more than 20 files')
  })
})

const sample = new URL('../../../../../shared/samples/house-fd/2025FD.zip', import.meta.url)

describe.skipIf(!existsSync(sample))('the recorded index (skipped without recordings)', () => {
  it('lists the transaction reports of early 2025', () => {
    const { reports, unread } = parseHouseIndex(readFileSync(sample), 2025)
    expect([reports.length, reports.filter(({ isOnPaper }) => isOnPaper).length, unread]).toEqual([56, 7, []])
    expect(reports.find(({ reportId }) => reportId === '20026517')).toMatchObject({
      member: 'Donald Sternoff Beyer, Jr',
      state: 'VA',
      district: 8,
      filedOn: '2025-01-06',
    })
  })
})
