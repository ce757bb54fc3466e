import { describe, expect, it } from 'vitest'

import { setUpDatabase } from '../../testing/set-up-database.ts'
import { collectOne } from '../core/testing/collect-one.ts'
import { setUpUpstream } from '../core/testing/set-up-upstream.ts'
import { accessionOf } from '../../letter/testing/insider-filings.ts'
import { insiderSource } from './collect-insiders.ts'
import { findOwnHistory, readOwnHistories } from './own-histories.ts'

const DAY = '2025-01-31'
const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const LIST = 'data.sec.gov/submissions/CIK0000000077.json'
const pathOf = (number: number, cik = 77) =>
  `www.sec.gov/Archives/edgar/data/${cik}/${accessionOf(number)}.txt`

let files: Map<string, string | { status: number }>
let stopAt: string | undefined
let stop: AbortController

const upstream = setUpUpstream((address) => {
  if (address === stopAt) stop.abort(new Error('Ctrl-C'))
  return files.get(address)
})
const opened = setUpDatabase(async (db) => {
  stopAt = undefined
  stop = new AbortController()
  for (const table of ['collected_span', 'insider_filing', 'insider_day', 'source_document'] as const) {
    await db.deleteFrom(table).execute()
  }
  const folder = 'www.sec.gov/Archives/edgar/daily-index/2025/QTR1'
  const indexLine = `4           DOE JANE      77    20250131    edgar/data/77/${accessionOf(1)}.txt`
  const otherForm = `8-K         BETA CORP     99    20250131    edgar/data/99/${accessionOf(99)}.txt`
  files = new Map<string, string | { status: number }>([
    [`${folder}/index.json`, JSON.stringify({ directory: { item: [{ name: 'form.20250131.idx' }] } })],
    [
      `${folder}/form.20250131.idx`,
      `Form Type   Company Name  CIK  Date Filed  File Name\n${'-'.repeat(60)}\n${indexLine}\n${otherForm}\n`,
    ],
    [pathOf(1), aSale(5_000)],
  ])
})

const aSale = (shares: number, issuer = 42) => `<SEC-DOCUMENT>x.txt
<XML><ownershipDocument><documentType>4</documentType>
<issuer><issuerCik>${issuer}</issuerCik><issuerName>Acme Corp</issuerName><issuerTradingSymbol>ACME</issuerTradingSymbol></issuer>
<reportingOwner><reportingOwnerId><rptOwnerCik>0000000077</rptOwnerCik><rptOwnerName>Doe Jane</rptOwnerName></reportingOwnerId>
<reportingOwnerRelationship><isDirector>1</isDirector></reportingOwnerRelationship></reportingOwner>
<nonDerivativeTable><nonDerivativeTransaction>
<securityTitle><value>Common Stock</value></securityTitle><transactionDate><value>2025-01-30</value></transactionDate>
<transactionCoding><transactionCode>S</transactionCode></transactionCoding>
<transactionAmounts><transactionShares><value>${shares}</value></transactionShares><transactionPricePerShare><value>10</value></transactionPricePerShare></transactionAmounts>
<ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature>
</nonDerivativeTransaction></nonDerivativeTable></ownershipDocument></XML>
</SEC-DOCUMENT>
`

/** Sets what EDGAR lists under Jane Doe: a Form 4 for each of the days, and one Form 3. */
function list(
  days: readonly string[],
  { further = [], oldest = '2020-05-01' }: { further?: readonly object[]; oldest?: string } = {},
): void {
  files.set(
    LIST,
    JSON.stringify({
      name: 'Doe Jane',
      filings: {
        recent: {
          accessionNumber: [...days.map((_, index) => accessionOf(index + 1)), '0000000042-20-000900'],
          filingDate: [...days, oldest],
          form: [...days.map(() => '4'), '3'],
        },
        files: further,
      },
    }),
  )
}

const collect = (signal?: AbortSignal) =>
  collectOne(opened.db, upstream, insiderSource, { asOf: WEEK.to, days: 3, ...(signal && { signal }) })
const earlierAsked = () =>
  upstream.asked.filter((address) => address.includes('/data/') && address !== pathOf(1))
const historyOf = async (issuer = '42') => {
  const found = findOwnHistory(await readOwnHistories(opened.db, WEEK), issuer, '77')
  return found && [found.since, found.filings.map(({ accession }) => accession)]
}

describe("the histories of the week's largest traders", () => {
  it("reads a history once from the owner's EDGAR list, up to three years back", async () => {
    list([DAY, '2024-06-03', '2022-03-01', '2021-12-31'])
    files.set(pathOf(2), aSale(10)).set(pathOf(3), aSale(20))
    const report = await collect()
    expect(report).toMatchObject({
      outcome: 'complete',
      listed: 1,
      notes: ['Histories of those with the largest trades: 1 of 1 are whole.'],
    })
    expect(earlierAsked().sort()).toEqual([pathOf(2), pathOf(3)])
    expect(await historyOf()).toEqual(['2022-01-26', [accessionOf(2), accessionOf(3)]])
    expect(await historyOf('43')).toEqual(['2022-01-26', []])
    upstream.asked.length = 0
    await collect()
    expect(upstream.asked.filter((address) => address === LIST || address.includes('/data/'))).toEqual([])
  })

  it('resumes an interrupted history where it stopped', async () => {
    const days = [
      DAY,
      ...Array.from({ length: 40 }, (_, index) => `2024-06-${String((index % 28) + 1).padStart(2, '0')}`),
    ]
    list(days)
    for (let number = 2; number <= days.length; number++) files.set(pathOf(number), aSale(number))
    stopAt = pathOf(20)
    await expect(collect(stop.signal)).rejects.toThrow('Ctrl-C')
    expect(await historyOf()).toBeUndefined()
    const before = new Set(
      (
        await opened.db
          .selectFrom('insider_filing')
          .select('accession')
          .where('unread_reason', 'is', null)
          .execute()
      ).map(({ accession }) => accession),
    )
    stopAt = undefined
    upstream.asked.length = 0
    await collect()
    expect(before.size).toBeGreaterThan(1)
    expect(earlierAsked().length).toBe(days.length - before.size)
    expect((await historyOf())?.[1]).toHaveLength(40)
  })

  it('does not count a history with an unread filing as whole, and retries it', async () => {
    list([DAY, '2024-06-03'])
    files.set(pathOf(2), { status: 404 })
    expect((await collect()).notes).toEqual([
      'Histories of those with the largest trades: 0 of 1 are whole; the others cannot be had, are longer than we read, or have unread filings.',
    ])
    expect(await historyOf()).toBeUndefined()
    files.set(pathOf(2), aSale(10))
    await collect()
    expect(await historyOf()).toEqual(['2022-01-26', [accessionOf(2)]])
  })

  it('falls back to one year if three have too many filings, and to none if EDGAR lists the rest in further files', async () => {
    const old = Array.from({ length: 70 }, () => '2023-02-01')
    list([DAY, '2024-06-03', ...old])
    files.set(pathOf(2), aSale(10))
    await collect()
    expect(await historyOf()).toEqual(['2024-01-26', [accessionOf(2)]])

    await opened.db.deleteFrom('collected_span').execute()
    list([DAY, '2024-06-03'], {
      further: [{ name: 'CIK0000000077-submissions-001.json' }],
      oldest: '2024-05-01',
    })
    expect((await collect()).notes?.[0]).toContain('0 of 1 are whole')
    expect(await historyOf()).toBeUndefined()
  })

  it('leaves the week complete if a history cannot be fetched', async () => {
    expect(await collect()).toMatchObject({ outcome: 'complete', listed: 1, read: 1 })
    expect(await historyOf()).toBeUndefined()
  })
})
