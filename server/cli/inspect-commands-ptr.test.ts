import { truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

import { drawEnd, drawFiler, drawHeading, drawRow } from '../records/congress/house/testing/house-form.ts'
import { writePdf, type Piece } from '../records/congress/house/testing/write-pdf.ts'
import { setUpFolder } from '../testing/set-up-folder.ts'
import { inspectPtrFile } from './inspect-commands.ts'

const folder = setUpFolder()

async function write(...rows: Piece[]): Promise<string> {
  const file = path.join(folder, '20099999.pdf')
  const page = rows.length === 0 ? [] : [...drawFiler(), ...drawHeading(500), ...rows, ...drawEnd(120)]
  await writeFile(file, writePdf([page]))
  return file
}

describe('inspectPtrFile', () => {
  it('prints each transaction with exactly these fields', async () => {
    const file = await write(...drawRow(456, { owner: ['DC'], amount: ['Over $50,000,000'] }))
    expect(await inspectPtrFile(file)).toEqual([
      {
        file,
        member: 'Hon. Jane Q. Doe',
        stateDistrict: 'ZZ07',
        owner: 'DC',
        asset: 'Acme Corp. - Common Stock',
        ticker: 'ACME',
        assetType: 'ST',
        type: 'P',
        traded: '2025-01-14',
        notified: '2025-01-20',
        low: 50_000_000,
        high: null,
      },
    ])
  })

  it('says why it cannot read a scan, another file or no file', async () => {
    await expect(inspectPtrFile(await write())).rejects.toThrow('filed on paper: it has no text to read')
    const page = path.join(folder, 'page.pdf')
    await writeFile(page, '<html>not found</html>')
    await expect(inspectPtrFile(page)).rejects.toThrow('it is a page of HTML, not a PDF')
    await expect(inspectPtrFile(path.join(folder, 'none.pdf'))).rejects.toThrow('it is not there')
    await expect(inspectPtrFile(folder)).rejects.toThrow('it is not a file')
    await truncate(page, 64_000_001)
    await expect(inspectPtrFile(page)).rejects.toThrow('it has more than 64 MB')
  })

  it('says which rows are missing and returns the others', async () => {
    const file = await write(...drawRow(456), ...drawRow(420, { type: ['?'] }))
    await expect(inspectPtrFile(file)).rejects.toMatchObject({
      message: expect.stringMatching(/^1 of its rows cannot be read: page 1: the type reads "\?": Acme/),
      lines: [expect.objectContaining({ ticker: 'ACME' })],
    })
  })
})
