import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { loadConfig } from '../config/config.ts'
import { setUpFolder } from '../testing/set-up-folder.ts'
import { runCommand } from './program.ts'

const folder = setUpFolder()

const write = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, name), content)

/** The outcome of `lunchpail inspect` with these words, in a process without a database. */
async function inspect(...words: readonly string[]) {
  const written = { out: '', error: '' }
  const exitCode = await runCommand(
    { words: ['inspect', ...words], folder },
    {
      config: loadConfig({}),
      deps: () => Promise.reject(new Error('a file is read without a database')),
      output: {
        write: (text) => void (written.out += text),
        writeError: (text) => void (written.error += text),
      },
    },
  )
  const lines = written.out.split('\n').filter((line) => line !== '')
  return {
    exitCode,
    rows: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    error: written.error,
  }
}

const form4 = (parts: { head?: string; form?: string; name?: string; rows?: string } = {}) =>
  `${parts.head ?? '<?xml version="1.0"?>'}
<ownershipDocument>
  <documentType>${parts.form ?? '4'}</documentType>
  <issuer><issuerCik>0000000042</issuerCik><issuerName>${parts.name ?? 'Acme'}</issuerName><issuerTradingSymbol>NYSE: ACME</issuerTradingSymbol></issuer>
  <reportingOwner><reportingOwnerId><rptOwnerCik>0000000077</rptOwnerCik></reportingOwnerId></reportingOwner>
  <reportingOwner><reportingOwnerId><rptOwnerCik>0000000078</rptOwnerCik></reportingOwnerId></reportingOwner>
  <aff10b5One>1</aff10b5One>
  ${parts.rows ?? TABLES}
</ownershipDocument>`
const TABLES = `<nonDerivativeTable><nonDerivativeTransaction>
    <transactionDate><value>2025-01-27-05:00</value></transactionDate>
    <transactionCoding><transactionCode>S</transactionCode></transactionCoding>
    <transactionAmounts><transactionShares><value>1,000.5</value></transactionShares>
      <transactionPricePerShare><value>12.50</value></transactionPricePerShare>
      <transactionAcquiredDisposedCode><value>D</value></transactionAcquiredDisposedCode></transactionAmounts>
    <postTransactionAmounts><sharesOwnedFollowingTransaction><value>0</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
    <ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature>
  </nonDerivativeTransaction></nonDerivativeTable>
  <derivativeTable><derivativeTransaction>
    <transactionDate><value>2025-01-28</value></transactionDate>
    <transactionCoding><transactionCode>A</transactionCode></transactionCoding>
    <transactionAmounts><transactionShares><value>7</value></transactionShares>
      <transactionPricePerShare><footnoteId id="F1"/></transactionPricePerShare>
      <transactionAcquiredDisposedCode><value>A</value></transactionAcquiredDisposedCode></transactionAmounts>
  </derivativeTransaction></derivativeTable>`

const senatePage = (rows: string) => `<html><head><title>eFD</title></head><body>
  <h1>Periodic Transaction Report for 01/27/2025</h1><h2 class="filedReport">Ms. Jane Doe (Doe, Jane)</h2>
  <table><tr><th>#</th><th>Transaction Date</th><th>Owner</th><th>Ticker</th><th>Asset Name</th><th>Asset Type</th><th>Type</th><th>Amount</th><th>Comment</th></tr>
  ${rows}</table></body></html>`
const SENATE_ROW =
  '<tr><td>1</td><td>01/20/2025</td><td>Child</td><td>--</td><td>Acme Inc.</td><td>Stock</td><td>Sale (Partial)</td><td>$1,001 - $15,000</td><td>--</td></tr>'

describe('inspect form4', () => {
  it('prints one line per transaction, and the file as it was named', async () => {
    mkdirSync(path.join(folder, 'in'))
    write('in/a.xml', form4())
    const { exitCode, rows, error } = await inspect('form4', 'in/a.xml')
    expect([exitCode, error]).toEqual([0, ''])
    expect(rows).toEqual([
      {
        file: 'in/a.xml',
        issuerCik: '0000000042',
        ticker: 'ACME',
        ownerCiks: ['0000000077', '0000000078'],
        code: 'S',
        derivative: false,
        acquired: false,
        date: '2025-01-27',
        shares: 1000.5,
        price: 12.5,
        ownedAfter: 0,
        planned: true,
      },
      {
        file: 'in/a.xml',
        issuerCik: '0000000042',
        ticker: 'ACME',
        ownerCiks: ['0000000077', '0000000078'],
        code: 'A',
        derivative: true,
        acquired: true,
        date: '2025-01-28',
        shares: 7,
        price: null,
        ownedAfter: null,
        planned: true,
      },
    ])
  })

  it('continues with the other files if one cannot be read', async () => {
    write('good.xml', form4())
    write('three.xml', form4({ form: '3' }))
    write('page.html', '<!DOCTYPE html><html></html>')
    write('empty.xml', '')
    write(
      'bomb.xml',
      form4({ head: '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>', name: '&a;' }),
    )
    const files = ['three.xml', 'page.html', 'missing.xml', 'empty.xml', 'bomb.xml', 'good.xml']
    const { exitCode, rows, error } = await inspect('form4', ...files)
    expect([exitCode, rows.length]).toEqual([1, 2])
    expect(error.trimEnd().split('\n')).toEqual([
      'three.xml: it is a Form 3, not a Form 4',
      'page.html: it is a page of HTML, not a filing',
      'missing.xml: it is not there',
      'empty.xml: it is empty',
      'bomb.xml: its XML declares a document type',
    ])
  })

  it('distinguishes a report without transactions from one that cannot be read', async () => {
    write('none.xml', form4({ rows: '' }))
    expect(await inspect('form4', 'none.xml')).toEqual({
      exitCode: 0,
      rows: [],
      error: 'none.xml: read, and it reports no transaction\n',
    })
  })

  it.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${form4()}`)],
    ['UTF-16', Buffer.from(`\ufeff${form4({ head: '<?xml version="1.0" encoding="UTF-16"?>' })}`, 'utf16le')],
    [
      'Latin 1, said',
      Buffer.from(form4({ head: '<?xml version="1.0" encoding="ISO-8859-1"?>', name: 'Nestlé' }), 'latin1'),
    ],
    ['Latin 1, unsaid', Buffer.from(form4({ name: 'Nestlé' }), 'latin1')],
    ['an encoding that is none', Buffer.from(form4({ head: '<?xml version="1.0" encoding="x-9"?>' }))],
  ])('reads a file in %s', async (_name, bytes) => {
    write('a.xml', bytes)
    const { exitCode, rows } = await inspect('form4', 'a.xml')
    expect([exitCode, rows.length]).toEqual([0, 2])
  })
})

describe('inspect senate', () => {
  it('prints one line per transaction', async () => {
    write('a.html', senatePage(SENATE_ROW))
    expect(await inspect('senate', 'a.html')).toEqual({
      exitCode: 0,
      error: '',
      rows: [
        {
          file: 'a.html',
          member: 'Jane Doe',
          stateDistrict: null,
          owner: 'DC',
          asset: 'Acme Inc.',
          assetDetail: null,
          ticker: null,
          assetType: 'Stock',
          type: 'S (partial)',
          traded: '2025-01-20',
          notified: null,
          low: 1001,
          high: 15000,
          comment: null,
        },
      ],
    })
  })

  it('fails for a report on paper, and for one whose rows are missing', async () => {
    write('paper.html', '<html><h1>Filing Document</h1><img class="filingImage" src="1.gif"></html>')
    write('none.html', senatePage(''))
    expect(await inspect('senate', 'paper.html', 'none.html')).toEqual({
      exitCode: 1,
      rows: [],
      error: 'paper.html: filed on paper, as pictures (1)\nnone.html: its table of transactions is empty\n',
    })
  })
})

describe('inspect ptr', () => {
  it('names each file that cannot be read once, as it was named', async () => {
    write('a.pdf', 'no PDF')
    const { exitCode, rows, error } = await inspect('ptr', 'a.pdf', 'missing.pdf')
    expect([exitCode, rows]).toEqual([1, []])
    expect(error).not.toContain(folder)
    expect(error.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^a\.pdf/),
      expect.stringMatching(/^missing\.pdf/),
    ])
  })
})

describe('inspect', () => {
  it.each([[['form4']], [['bake', 'a.xml']], [[]]])('%j ends with 2', async (words) => {
    expect((await inspect(...words)).exitCode).toBe(2)
  })
})
