import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { readCsv } from './read-csv.ts'

const UNCLOSED = 'It has a quotation mark that is never closed.'
const TOO_LONG = 'It is longer than 65,536 characters.'

/** @param size  of a chunk, in bytes */
async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

type CsvValue = { line: number; value: string } | { line: number; problem: string }

function findEmail(cells: readonly string[]): number | undefined {
  const column = cells.findIndex((cell) => cell.toLowerCase() === 'email')
  return column < 0 ? undefined : column
}

async function read(file: string | Uint8Array, size = 7): Promise<CsvValue[]> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const records: CsvValue[] = []
  for await (const { header, line, ...record } of readCsv(inChunks(bytes, size), findEmail)) {
    if ('problem' in record) records.push({ line, problem: record.problem })
    else records.push({ line, value: record.cells[header] ?? '' })
  }
  return records
}

const readValues = async (file: string | Uint8Array, size?: number) =>
  (await read(file, size)).map((record) => ('value' in record ? record.value : record.problem))

describe('readCsv', () => {
  it.each([
    ['one column', 'email\na@b.c\nd@e.f\n', ['a@b.c', 'd@e.f']],
    ['no final line end', 'email\na@b.c', ['a@b.c']],
    ['only a header', 'email\n', []],
    ['a byte order mark', '\uFEFFEmail\na@b.c\n', ['a@b.c']],
    ['line ends of Windows', 'name,email\r\nAda,a@b.c\r\n', ['a@b.c']],
    ['line ends of old spreadsheets on a Mac', 'name,email\rAda,a@b.c\r"B\rb",d@e.f\r', ['a@b.c', 'd@e.f']],
    [
      'line ends of several kinds',
      'email,x\na@b.c,1\rd@e.f,2\r\ng@h.i,3\n\rj@k.l,4',
      ['a@b.c', 'd@e.f', 'g@h.i', 'j@k.l'],
    ],
    ['blank lines, also before the header', '\n \r\nemail,x\n\n,\n  \na@b.c,1\n\n', ['a@b.c']],
    ['semicolons', 'name;E-mail;EMAIL\nA,da;x;a@b.c\n', ['a@b.c']],
    ['tabs', 'name\temail\nA\ta@b.c\n', ['a@b.c']],
    ['quotes', 'name,"email"\n"Lovelace, ""Ada""","a@b.c"\n', ['a@b.c']],
    ['a cell over several lines', 'note,email\n"one\n\ntwo, three",a@b.c\nx,d@e.f\n', ['a@b.c', 'd@e.f']],
    ['a quote within a cell', 'size,email\n5" disk,a@b.c\nx,d@e.f\n', ['a@b.c', 'd@e.f']],
    ['a short record', 'name,email\nAda\n', ['']],
    ['multi-byte characters', 'name,email\nŽofie 🚲,ž@b.c\n', ['ž@b.c']],
  ])('reads %s', async (_, file, values) => {
    expect(await readValues(file)).toEqual(values)
    expect(await readValues(file, 1)).toEqual(values)
    expect(await readValues(file, 1_000)).toEqual(values)
  })

  it('reads UTF-16, as spreadsheets save text', async () => {
    const file = Buffer.from('\uFEFFname\temail\r\nZoë\ta@b.c\r\n', 'utf16le')
    expect(await readValues(file)).toEqual(['a@b.c'])
    expect(await readValues(file.swap16())).toEqual(['a@b.c'])
  })

  it('skips the line in which Excel notes the separator', async () => {
    expect(await readValues('sep=;\r\nname;email\r\nA,da;a@b.c\r\n')).toEqual(['a@b.c'])
  })

  it.each([
    [
      'in UTF-16 without a byte order mark',
      Buffer.from('email\na@b.c\n', 'utf16le'),
      'UTF-16 without a byte order mark',
    ],
    ['an Excel workbook', Buffer.from('PK\u0003\u0004\u0000email\n'), 'a ZIP archive or an Excel workbook'],
  ])('refuses a file that is %s, and says so', async (_, file, words) => {
    await expect(read(file)).rejects.toThrow(words)
  })

  it('reads lines that keep opening and closing quotes in linear time', async () => {
    // Each line opens a quote as a first line, and closes and opens one as a later line; `""` changes nothing.
    const opening = 'a","\n'.repeat(15_000)
    const escaped = `x,"\n${'""\n'.repeat(15_000)}`
    expect(await read(`email,note\n${opening}`, 65_536)).toHaveLength(15_000)
    expect(await read(`email,note\n${escaped}`, 65_536)).toEqual([{ line: 2, problem: UNCLOSED }])
  })

  it('counts lines as an editor does', async () => {
    const file = 'email,note\n\na@b.c,"over\ntwo lines"\n\nd@e.f,\n'
    expect(await read(file)).toEqual([
      { line: 3, value: 'a@b.c' },
      { line: 6, value: 'd@e.f' },
    ])
  })

  it('loses one line to a quote that is never closed', async () => {
    expect(await read('email,note\na@b.c,"open\nd@e.f,\ng@h.i,\n')).toEqual([
      { line: 2, problem: UNCLOSED },
      { line: 3, value: 'd@e.f' },
      { line: 4, value: 'g@h.i' },
    ])
    expect(await read('email,note\na@b.c,"open\n"d@e.f","x"\n"g@h.i","y"\n')).toEqual([
      { line: 2, problem: UNCLOSED },
      { line: 3, value: 'd@e.f' },
      { line: 4, value: 'g@h.i' },
    ])
  })

  it('gives up on an open quote after the maximum length of a record, without losing the lines after it', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `reader${index}@mail.example,`)
    const records = await read(`email,note\na@b.c,"open\n${lines.join('\n')}\n`, 60_000)
    expect(records).toHaveLength(10_001)
    expect(records[0]).toEqual({ line: 2, problem: UNCLOSED })
    expect(records[10_000]).toEqual({ line: 10_002, value: 'reader9999@mail.example' })
  })

  it('reads each line a few times at most, even if every line opens a quote and leaves one open', async () => {
    const looks = vi.spyOn(String.prototype, 'indexOf')
    onTestFinished(() => looks.mockRestore())
    const lines = Array.from({ length: 2_000 }, () => 'x",y,"')
    const records = await read(`email,note\n${lines.join('\n')}\n`, 60_000)
    expect(records.map((record) => 'problem' in record && record.problem)).toEqual(lines.map(() => UNCLOSED))
    expect(looks.mock.calls.length).toBeLessThan(20 * lines.length)
  })

  it('rejects a line that is too long and continues', async () => {
    const long = 'x'.repeat(300_000)
    expect(await read(`email\na@b.c\n${long}\nd@e.f\n`, 50_000)).toEqual([
      { line: 2, value: 'a@b.c' },
      { line: 3, problem: TOO_LONG },
      { line: 4, value: 'd@e.f' },
    ])
    expect(await read(`email\n${long}`, 50_000)).toEqual([{ line: 2, problem: TOO_LONG }])
  })

  it('rejects quotes that are not valid in CSV', async () => {
    expect(await read('email\n"a@b.c"x\nd@e.f\n')).toEqual([
      { line: 2, problem: 'Its quotation marks are not those of a CSV file.' },
      { line: 3, value: 'd@e.f' },
    ])
  })

  it.each(['', '\n\n'])('refuses %j, which is empty', async (file) => {
    await expect(read(file)).rejects.toThrow('The file is empty.')
  })

  it.each(['a@b.c\n', 'e-mail,name\na@b.c,x\n', '{"email":"a@b.c"}\n'])(
    'refuses %j, which has no such column',
    async (file) => {
      await expect(read(file)).rejects.toThrow('The first line of the file has no column of addresses')
    },
  )

  it('reports the header it found instead of an address column, without any address', async () => {
    await expect(read('ada.lovelace@mail.example,x\n')).rejects.toThrow('it reads "a***,x".')
  })

  it('refuses a file without line ends once its beginning is too long for a header', async () => {
    let given = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        given += 1
        yield Buffer.alloc(10_000, 'x')
      }
    }
    await expect(readCsv(endless(), findEmail).next()).rejects.toThrow('it is no CSV file')
    expect(given).toBe(7)
  })

  it('reads anything that a CSV writer writes', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', ';', 'é', "'"), maxLength: 12 })
    const rows = fc.array(fc.tuple(cell, cell), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 30 }), async (written, size) => {
        const file = Papa.unparse([['note', 'email'], ...written], { newline: '\n' })
        const expected = written.filter((row) => row.some((text) => text.trim() !== ''))
        expect(await readValues(file, size)).toEqual(expected.map(([, email]) => email))
      }),
      { numRuns: 250 },
    )
  })
})
