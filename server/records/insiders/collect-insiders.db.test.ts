import { describe, expect, it } from 'vitest'

import { setUpDatabase } from '../../testing/set-up-database.ts'
import { collectOne } from '../core/testing/collect-one.ts'
import { whileRefused } from '../core/testing/refuse-values.ts'
import { setUpUpstream } from '../core/testing/set-up-upstream.ts'
import { accessionOf } from '../../letter/testing/insider-filings.ts'
import { insiderSource, readFootnotes } from './collect-insiders.ts'
import { listInsiderFilings } from './kept-insider-filing.ts'
import { readInsiderCoverage } from './stored-filings.ts'

const QUARTER = 'www.sec.gov/Archives/edgar/daily-index/2025/QTR1'
const WEEK = { filedFrom: '2025-01-27', filedTo: '2025-02-02' }
const FRIDAY_ON = { asOf: '2025-02-02', days: 3 }
const NO_HISTORY =
  'Histories of those with the largest trades: 0 of 1 are whole; the others cannot be had, are longer than we read, or have unread filings.'
const pathOf = (number: number) => `www.sec.gov/Archives/edgar/data/42/${accessionOf(number)}.txt`

/** The last line of every index. */
const OTHER_FORM = '8-K         BETA CORP    99          20250131    edgar/data/99/0000000099-25-000001.txt'

let files: Map<string, string | { status: number }>

const upstream = setUpUpstream((address) => files.get(address))
const opened = setUpDatabase(async (db) => {
  files = new Map()
  await db.deleteFrom('insider_filing').execute()
  await db.deleteFrom('insider_day').execute()
  await db.deleteFrom('source_document').execute()
})

/** Sets what the SEC lists, by day and form; each filing appears under its issuer and its owner. */
function publish(days: Record<string, readonly (readonly [form: string, number: number])[]>): void {
  const names = Object.keys(days).map((day) => ({ name: `form.${day.replaceAll('-', '')}.idx` }))
  files.set(`${QUARTER}/index.json`, JSON.stringify({ directory: { item: names } }))
  for (const [day, filings] of Object.entries(days)) {
    const lines = filings.flatMap(([form, number]) =>
      ['ACME CORP', 'DOE JANE'].map((name) =>
        [
          form.padEnd(12),
          name.padEnd(62),
          '42'.padEnd(12),
          day.replaceAll('-', '').padEnd(12),
          `edgar/data/42/${accessionOf(number)}.txt`,
        ].join(''),
      ),
    )
    const head = `Form Type   Company Name                                                  CIK         Date Filed  File Name`
    files.set(
      `${QUARTER}/form.${day.replaceAll('-', '')}.idx`,
      `${[head, '-'.repeat(120), ...lines, OTHER_FORM].join('\n')}\n`,
    )
  }
}

const line = (row: string, code: string) => `<${row}Transaction>
  <securityTitle><value>${row === 'derivative' ? 'Option' : 'Common Stock'}</value></securityTitle>
  <transactionDate><value>2025-01-29</value></transactionDate>
  <transactionCoding><transactionCode>${code}</transactionCode></transactionCoding>
  <transactionAmounts>
    <transactionShares><value>1000.5</value></transactionShares>
    <transactionPricePerShare><value>12.25</value></transactionPricePerShare>
    <transactionAcquiredDisposedCode><value>A</value></transactionAcquiredDisposedCode>
  </transactionAmounts>
  <postTransactionAmounts><sharesOwnedFollowingTransaction><value>5000</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
  <ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature>
</${row}Transaction>`

/** A filing of Jane Doe, director of Acme: a purchase and an exercised option. */
const aFiling = (form = '4') => `<SEC-DOCUMENT>x.txt
<XML>
<ownershipDocument>
<documentType>${form}</documentType>
<periodOfReport>2025-01-29</periodOfReport>
<issuer><issuerCik>0000000042</issuerCik><issuerName>Acme Corp</issuerName><issuerTradingSymbol>ACME</issuerTradingSymbol></issuer>
<reportingOwner><reportingOwnerId><rptOwnerCik>0000000077</rptOwnerCik><rptOwnerName>Doe Jane</rptOwnerName></reportingOwnerId>
<reportingOwnerRelationship><isDirector>1</isDirector></reportingOwnerRelationship></reportingOwner>
<nonDerivativeTable>${line('nonDerivative', 'P')}</nonDerivativeTable>
<derivativeTable>${line('derivative', 'M')}</derivativeTable>
</ownershipDocument>
</XML>
</SEC-DOCUMENT>
`

const collect = (request: Parameters<typeof collectOne>[3] = FRIDAY_ON) =>
  collectOne(opened.db, upstream, insiderSource, request)
const filingsAsked = () => upstream.asked.filter((address) => address.includes('/data/'))
const listStored = async () => ({
  filings: await opened.db.selectFrom('insider_filing').selectAll().orderBy('accession').execute(),
  lines: await opened.db
    .selectFrom('insider_line')
    .selectAll()
    .orderBy('accession')
    .orderBy('line')
    .execute(),
  days: await opened.db.selectFrom('insider_day').selectAll().execute(),
})

describe('insiderSource', () => {
  it('reads each Form 4 once and notes that Forms 3 and 5 are left out', async () => {
    publish({
      '2025-01-31': [
        ['3', 1],
        ['4', 2],
        ['4/A', 3],
        ['5', 4],
        ['5', 5],
      ],
    })
    files.set(pathOf(2), aFiling()).set(pathOf(3), aFiling('4/A'))
    expect(await collect()).toMatchObject({
      outcome: 'complete',
      listed: 2,
      read: 2,
      unread: [],
      notes: ['Left out, since they report no trade of these days: 1 of Form 3, 2 of Form 5.', NO_HISTORY],
    })
    expect(filingsAsked().sort()).toEqual([pathOf(2), pathOf(3)])
    expect(await listInsiderFilings(opened.db, WEEK)).toEqual([
      {
        accession: accessionOf(2),
        form: '4',
        filedOn: '2025-01-31',
        pageUrl: `https://www.sec.gov/Archives/edgar/data/42/000000004225000002/${accessionOf(2)}-index.htm`,
        recordUrl: `https://${pathOf(2)}`,
        retrievedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        issuer: { cik: '42', name: 'Acme Corp', ticker: 'ACME' },
        owners: [
          { cik: '77', name: 'Doe Jane', isDirector: true, isOfficer: false, isTenPercentOwner: false },
        ],
        periodOfReport: '2025-01-29',
        originalFiledOn: undefined,
        transactions: [
          {
            line: 1,
            security: 'Common Stock',
            tradedOn: '2025-01-29',
            deemedExecutedOn: undefined,
            code: 'P',
            direction: 'acquired',
            shares: 1000.5,
            price: 12.25,
            ownedAfter: 5000,
            ownership: 'direct',
            ownershipNature: undefined,
            isPlanned: undefined,
            isUnasked: false,
            isMoreHeld: false,
          },
        ],
        withdraws: false,
        holdings: [],
      },
      expect.objectContaining({ accession: accessionOf(3), form: '4/A' }),
    ])
    const { lines } = await listStored()
    expect(lines.map((one) => [one.line, one.code, one.is_derivative])).toEqual([
      [1, 'P', false],
      [2, 'M', true],
      [1, 'P', false],
      [2, 'M', true],
    ])
  })

  it('does not request a stored filing again, and a second run changes nothing', async () => {
    publish({
      '2025-01-31': [
        ['4', 1],
        ['3', 2],
      ],
    })
    files.set(pathOf(1), aFiling())
    await collect()
    const before = await listStored()
    upstream.asked.length = 0
    expect(await collect()).toMatchObject({ outcome: 'complete', listed: 1, read: 1 })
    expect(filingsAsked()).toEqual([])
    expect(await listStored()).toEqual(before)
  })

  it('parses the footnotes of filings stored without them, once and without a request', async () => {
    publish({
      '2025-01-31': [
        ['4', 1],
        ['4', 2],
      ],
    })
    const note =
      '<footnotes><footnote id="F1">Dividends were reinvested: a dividend reinvestment plan.</footnote></footnotes>'
    files.set(
      pathOf(1),
      aFiling()
        .replace(
          '<transactionCode>P</transactionCode>',
          '<transactionCode>P</transactionCode><footnoteId id="F1"/>',
        )
        .replace('</derivativeTable>', `</derivativeTable>${note}`),
    )
    const sold =
      '<footnotes><footnote id="F1">Sold for tax planning under a Rule 10b5-1 plan adopted on May 1, 2024, at prices ranging from $12 to $13.</footnote></footnotes>'
    files.set(
      pathOf(2),
      aFiling()
        .replace('<transactionCode>P', '<transactionCode>S')
        .replace(/<\/transactionPricePerShare>/, '<footnoteId id="F1"/></transactionPricePerShare>')
        .replace('</derivativeTable>', `</derivativeTable>${sold}`),
    )
    await collect()
    const viasOf = async () =>
      (await listInsiderFilings(opened.db, WEEK)).map(({ transactions }) => transactions[0]?.via)
    const notedOf = async () => {
      const { transactions } = (await listInsiderFilings(opened.db, WEEK))[1] ?? {}
      const { isPlanned, isUnasked, price, reason, planAdoptedOn, priceRange } = transactions?.[0] ?? {}
      return [isPlanned, isUnasked, price, reason, planAdoptedOn, priceRange]
    }
    const noted = [true, false, 12.25, 'tax planning', '2024-05-01', [12, 13]]
    expect([await viasOf(), await notedOf()]).toEqual([['reinvestment', undefined], noted])
    // The state of filings that were read before footnotes were parsed.
    await opened.db
      .updateTable('insider_line')

      .set({
        is_planned: null,
        is_unasked: false,
        price: 1,
        via: null,
        reason: null,
        plan_adopted_on: null,
        price_low: null,
        price_high: null,
      })
      .execute()
    await opened.db.updateTable('insider_filing').set({ footnotes_read: false, owners: '[]' }).execute()
    upstream.asked.length = 0
    await collect()
    expect([await viasOf(), await notedOf(), filingsAsked()]).toEqual([
      ['reinvestment', undefined],
      noted,
      [],
    ])
    const { filings } = await listStored()
    expect(filings.map(({ footnotes_read, owners }) => [footnotes_read, owners.length])).toEqual([
      [true, 1],
      [true, 1],
    ])
  })

  it('leaves the footnotes of a filing whose reading was stopped for the next run', async () => {
    publish({
      '2025-01-31': [
        ['4', 1],
        ['4', 2],
      ],
    })
    files.set(pathOf(1), aFiling()).set(pathOf(2), aFiling('4/A'))
    await collect()
    await opened.db.updateTable('insider_filing').set({ footnotes_read: false }).execute()
    const context = { db: opened.db, signal: new AbortController().signal }
    const notedOf = async () => (await listStored()).filings.map(({ footnotes_read }) => footnotes_read)
    await readFootnotes(context, (bytes) => {
      if (!bytes.includes('4/A')) return Promise.resolve({ code: 'unreadable', reason: 'it is no filing' })
      return Promise.resolve({ code: 'not-read', reason: 'our reading of it was stopped twice (SIGKILL)' })
    })
    expect(await notedOf()).toEqual([true, false])
    await readFootnotes(context)
    expect(await notedOf()).toEqual([true, true])
  })

  it('reads the others’ footnotes if the database refuses what a filing now says, and keeps its lines', async () => {
    publish({
      '2025-01-31': [
        ['4', 1],
        ['4', 2],
      ],
    })
    files.set(pathOf(1), aFiling()).set(pathOf(2), aFiling())
    await collect()
    const before = await listStored()
    await opened.db.updateTable('insider_filing').set({ footnotes_read: false }).execute()
    const refused = { table: 'insider_line', condition: `new.accession = '${accessionOf(1)}'` } as const
    await whileRefused(opened.db, refused, () =>
      readFootnotes({ db: opened.db, signal: new AbortController().signal }),
    )
    expect(await listStored()).toEqual(before)
  })

  it('gives the reason for an unread filing and retries it in the next run', async () => {
    publish({
      '2025-01-31': [
        ['4', 1],
        ['4', 2],
        ['4', 3],
      ],
    })
    files.set(pathOf(1), aFiling()).set(pathOf(2), { status: 503 }).set(pathOf(3), aFiling('3'))
    expect(await collect()).toMatchObject({
      outcome: 'partial',
      listed: 3,
      read: 1,
      unread: [
        { what: `${accessionOf(2)}, Form 4, filed 2025-01-31`, reason: 'SEC EDGAR answered 503' },
        { what: `${accessionOf(3)}, Form 4, filed 2025-01-31`, reason: 'it is a Form 3, not a Form 4' },
      ],
    })
    expect(await readInsiderCoverage(opened.db, WEEK)).toMatchObject({
      daysRead: ['2025-01-31'],
      daysUnread: [
        { day: '2025-01-27' },
        { day: '2025-01-28' },
        { day: '2025-01-29' },
        { day: '2025-01-30' },
      ],
      listed: 3,
      read: 1,
      unread: [
        { accession: accessionOf(2), code: 'server-failed', reason: 'SEC EDGAR answered 503' },
        { accession: accessionOf(3), code: 'unreadable', reason: 'it is a Form 3, not a Form 4' },
      ],
    })
    files.set(pathOf(2), aFiling())
    upstream.asked.length = 0
    expect(await collect()).toMatchObject({ outcome: 'partial', listed: 3, read: 2 })
    expect(filingsAsked()).toEqual([pathOf(2)])
  })

  it('counts a filing with a value that cannot be stored as unread, and reads the others', async () => {
    publish({
      '2025-01-31': [
        ['4', 1],
        ['4', 2],
      ],
    })
    files.set(pathOf(1), aFiling().replace('1000.5', '123.25')).set(pathOf(2), aFiling())
    const refused = { table: 'insider_line', condition: 'new.shares = 123.25' } as const
    const collected = await whileRefused(opened.db, refused, () => collect())
    expect(collected).toMatchObject({
      listed: 2,
      read: 1,
      unread: [{ code: 'unreadable', reason: 'it has a value that cannot be stored' }],
    })
    // From the stored document.
    upstream.asked.length = 0
    expect(await collect()).toMatchObject({ listed: 2, read: 2 })
    expect(filingsAsked()).toEqual([])
  })

  it('counts a line of an index that it cannot read as an unread filing', async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
    publish({ '2025-01-31': numbers.map((number) => ['4', number] as const) })
    for (const number of numbers) files.set(pathOf(number), aFiling())
    const address = `${QUARTER}/form.20250131.idx`
    files.set(address, `${files.get(address) as string}4           BROKEN CO      42      edgar/data/42/\n`)
    expect(await collect()).toMatchObject({
      outcome: 'partial',
      listed: 21,
      read: 20,
      unread: [
        {
          what: 'a line of the daily index of 2025-01-31',
          code: 'unreadable',
          reason: 'it reads "4           BROKEN CO      42      edgar/data/42/"',
        },
      ],
    })
    expect(await readInsiderCoverage(opened.db, WEEK)).toMatchObject({
      daysRead: ['2025-01-31'],
      listed: 21,
      read: 20,
      unread: [
        {
          pageUrl: `https://${address}`,
          code: 'unreadable',
          reason: 'its line in the daily index cannot be read',
        },
      ],
    })
  })

  it('fails if filings are listed and none can be read', async () => {
    publish({ '2025-01-31': [['4', 1]] })
    expect(await collect()).toMatchObject({ outcome: 'failed', listed: 1, read: 0 })
  })

  it('stops requesting once the SEC is down', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index + 1)
    publish({ '2025-01-31': numbers.map((number) => ['4', number] as const) })
    for (const number of numbers) files.set(pathOf(number), number === 1 ? aFiling() : { status: 503 })
    const { outcome, read, unread } = await collect()
    expect([outcome, read, unread.length]).toEqual(['partial', 1, 59])
    expect(unread.at(-1)).toMatchObject({
      code: 'stopped',
      reason: 'not asked: SEC EDGAR had failed 150 times in a row (SEC EDGAR answered 503)',
    })
  })

  it('fails if no index can be fetched', async () => {
    files.set(`${QUARTER}/index.json`, { status: 503 })
    expect(await collect()).toMatchObject({
      outcome: 'failed',
      unread: [
        {
          reason:
            'No daily index of SEC EDGAR from 2025-01-31 to 2025-02-02 could be read: SEC EDGAR answered 503.',
        },
      ],
    })
  })

  it('counts a business day without an index as unread, except for today', async () => {
    publish({ '2025-01-31': [['4', 1]] })
    files.set(pathOf(1), aFiling())
    expect(await collect({ asOf: '2025-02-04', days: 5 })).toMatchObject({
      outcome: 'partial',
      listed: 2,
      read: 1,
      unread: [{ what: 'the daily index of 2025-02-03', reason: 'the SEC has published no index for it' }],
      notes: ['The daily index of 2025-02-04 is not out yet.', NO_HISTORY],
    })
  })

  it('keeps the earliest day on which a filing is listed', async () => {
    publish({ '2025-01-30': [['4', 1]], '2025-01-31': [['4', 1]] })
    files.set(pathOf(1), aFiling())
    await collect()
    await collect({ asOf: '2025-02-02', days: 4 })
    await collect()
    expect((await listInsiderFilings(opened.db, WEEK)).map(({ filedOn }) => filedOn)).toEqual(['2025-01-30'])
  })

  it('stops when aborted and keeps what it has read', async () => {
    const stopping = new AbortController()
    publish({
      '2025-01-31': [
        ['4', 1],
        ['4', 2],
      ],
    })
    files.set(pathOf(1), aFiling()).set(pathOf(2), aFiling())
    const answer = upstream.answer
    upstream.answer = (address, request) => {
      if (address === pathOf(2)) stopping.abort(new Error('the server stops'))
      return answer(address, request)
    }
    await expect(collect({ ...FRIDAY_ON, signal: stopping.signal })).rejects.toThrow('the server stops')
    upstream.answer = answer
    expect(await collect()).toMatchObject({ outcome: 'complete', listed: 2, read: 2 })
  })
})
