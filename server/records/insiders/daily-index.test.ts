import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { parseFormIndex, parseIndexFolder } from './daily-index.ts'
import { parseSubmissions } from './submissions.ts'

const HEAD = `Description:           Daily Index of EDGAR Dissemination Feed by Form Type
Last Data Received:    Jan 28, 2025
 
Form Type   Company Name                                                  CIK         Date Filed  File Name
---------------------------------------------------------------------------------------------------------------------------------------------
`
const line = (form: string, company: string, cik: string, accession: string) =>
  `${form.padEnd(12)}${company.padEnd(62)}${cik.padEnd(12)}20250128    edgar/data/${cik}/${accession}.txt         \n`

/** Sorts last, as on every business day. */
const LAST = line('8-K', 'BETA', '99', '0000000099-25-000001')

describe('parseFormIndex', () => {
  it('lists each ownership report once and ignores other forms', () => {
    const text =
      HEAD +
      line('10-K', '4 LEAF  CLOVER INC', '11', '0000000011-25-000001') +
      line('4', 'ACME  CORP', '22', '0000000022-25-000001') +
      line('4', 'Doe Jane', '33', '0000000022-25-000001') +
      line(
        '4/A',
        'A NAME THAT FILLS ITS WHOLE COLUMN UP TO THE VERY LAST PLACE',
        '44',
        '0000000044-25-000001',
      ) +
      line('3', 'Roe Richard', '55', '0000000055-25-000001') +
      LAST
    expect(parseFormIndex(text).entries).toEqual([
      { form: '4', accession: '0000000022-25-000001', cik: '22' },
      { form: '4/A', accession: '0000000044-25-000001', cik: '44' },
      { form: '3', accession: '0000000055-25-000001', cik: '55' },
    ])
  })

  it.each(['  4', '4/a', '4\t'])('reads a form that is written "%s"', (form) => {
    const text = HEAD + line(form, 'ACME', '22', '0000000022-25-000001') + LAST
    expect(parseFormIndex(text).entries).toHaveLength(1)
  })

  it('reads a day without ownership reports', () => {
    const text = HEAD + line('10-K', 'ACME', '1', '0000000001-25-000001') + LAST
    expect(parseFormIndex(text)).toEqual({ entries: [], unread: [], isEmpty: false })
  })

  it('tells an index that lists nothing', () => {
    expect(parseFormIndex(HEAD)).toEqual({ entries: [], unread: [], isEmpty: true })
  })

  it.each([
    ['a name that runs into the next column', line('4', 'A'.repeat(70), '22', '0000000022-25-000001')],
    ['a date with dashes', line('4', 'ACME', '22', '0000000022-25-000001').replace('20250128', '2025-01-28')],
  ])('finds the document of a line with %s', (_name, text) => {
    expect(parseFormIndex(HEAD + text + LAST)).toMatchObject({
      entries: [{ form: '4', accession: '0000000022-25-000001', cik: '22' }],
      unread: [],
    })
  })

  it('lists a line whose document it cannot tell, and refuses an index with many', () => {
    const good = Array.from({ length: 38 }, (_, number) =>
      line('4', 'ACME', '22', `0000000022-25-${String(number).padStart(6, '0')}`),
    ).join('')
    const odd = '4/A         BROKEN CO          22          20250128    edgar/data/22/\n'
    const { entries, unread } = parseFormIndex(HEAD + good + odd + odd + LAST)
    expect(entries).toHaveLength(38)
    expect(unread.map(({ form }) => form)).toEqual(['4/A', '4/A'])
    expect(() => parseFormIndex(HEAD + good + odd.repeat(3) + LAST)).toThrow('3 of 41 lines cannot be read')
  })

  it.each([
    ['a page of HTML', '<!DOCTYPE html><html></html>'],
    ['nothing', ''],
    ['an index cut off in a line', (HEAD + line('4', 'ACME', '1', '0000000001-25-000001')).slice(0, -20)],
    ['a Form 4 line without its document', `${HEAD}4           ACME CORP          22  20250128\n${LAST}`],
    ['an index cut off after a Form 4', HEAD + line('4', 'ACME', '1', '0000000001-25-000001')],
    [
      'an index cut off before its Forms 4',
      HEAD + line('10-K', 'ACME', '1', '0000000001-25-000001') + line('3', 'A', '1', '0000000001-25-000002'),
    ],
  ])('refuses %s', (_name, text) => {
    expect(() => parseFormIndex(text)).toThrow(TypeError)
  })

  // An earlier regular expression took hours on this.
  it('refuses a line with a million blanks', () => {
    expect(() => parseFormIndex(`${HEAD}4 ${' '.repeat(1_000_000)}x\n${LAST}`)).toThrow(TypeError)
  })

  const recorded = new URL('../../../../shared/samples/sec-index/form.20200318.idx', import.meta.url)
  it.skipIf(!existsSync(recorded))('reads a recorded day (skipped without recordings)', () => {
    const { entries, unread } = parseFormIndex(readFileSync(recorded, 'utf8'))
    expect(unread).toEqual([])
    expect(entries.filter(({ form }) => form === '4' || form === '4/A')).toHaveLength(991)
  })
})

describe('parseIndexFolder', () => {
  it('lists the days that have a form index', () => {
    const item = [
      'master.20250127.idx',
      'form.20250128.idx',
      'form.20250127.idx',
      'form.20250129.idx.gz',
    ].map((name) => ({ name }))
    expect(parseIndexFolder(JSON.stringify({ directory: { item } }))).toEqual(['2025-01-27', '2025-01-28'])
  })

  it.each(['{}', '[]', 'null', '{"directory":{}}'])('refuses %s', (text) => {
    expect(() => parseIndexFolder(text)).toThrow(TypeError)
  })

  it('refuses anything but JSON', () => {
    expect(() => parseIndexFolder('<html>')).toThrow(SyntaxError)
  })
})

describe('parseSubmissions', () => {
  const listOf = (recent: { accessionNumber: string[]; filingDate: string[]; form: string[] }) =>
    JSON.stringify({ filings: { recent, files: [] } })
  const accession = '0000000022-25-000001'

  it('lists the Forms 4 among an owner’s filings, amendments too', () => {
    const text = listOf({
      accessionNumber: [accession, '0000000022-25-000002', '0000000022-25-000003'],
      filingDate: ['2025-01-28', '2025-01-27', '2025-01-24'],
      form: ['4', '3', '4/A'],
    })
    expect(parseSubmissions(text, { cik: '33' })).toMatchObject({
      filings: [
        { accession, form: '4', filedOn: '2025-01-28', cik: '33' },
        { accession: '0000000022-25-000003', form: '4/A', filedOn: '2025-01-24', cik: '33' },
      ],
    })
  })

  it.each([
    ['no filings', '{}'],
    ['fewer days than filings', listOf({ accessionNumber: [accession], filingDate: [], form: ['4'] })],
    [
      'fewer forms than filings',
      listOf({ accessionNumber: [accession], filingDate: ['2025-01-28'], form: [] }),
    ],
    [
      'a filing without a number',
      listOf({ accessionNumber: ['x'], filingDate: ['2025-01-28'], form: ['4'] }),
    ],
    ['a filing without a day', listOf({ accessionNumber: [accession], filingDate: ['soon'], form: ['4'] })],
  ])('refuses a list with %s', (_what, text) => {
    expect(() => parseSubmissions(text, { cik: '33' })).toThrow(TypeError)
  })
})
