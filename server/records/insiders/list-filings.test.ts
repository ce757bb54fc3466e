import { describe, expect, it } from 'vitest'
import { SourceError } from '../../lib/errors.ts'
import { listFilings } from './collect-insiders.ts'
import type { ReadEdgar } from './daily-index.ts'

const FOLDER = 'https://www.sec.gov/Archives/edgar/daily-index'
const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const DAYS = ['20250127', '20250128', '20250129', '20250130', '20250131']

/** An EDGAR that has these documents and answers 503 for those that are undefined. */
function createEdgar(files: Readonly<Record<string, string | undefined>>): ReadEdgar {
  return async (url, parse) => {
    if (!(url in files)) throw new SourceError('SEC EDGAR', 'SEC EDGAR answered 404', { fault: 'missing' })
    const text = files[url]
    if (text === undefined)
      throw new SourceError('SEC EDGAR', 'SEC EDGAR answered 503', { fault: 'server-failed' })
    const bytes = Buffer.from(text)
    return { value: await parse(bytes), bytes, validators: { etag: null, lastModified: null } }
  }
}

const folder = (days: readonly string[]) =>
  JSON.stringify({ directory: { item: days.map((day) => ({ name: `form.${day}.idx` })) } })

function index(...rows: readonly (readonly [form: string, accession: string, cik?: string])[]): string {
  const lines = rows.map(
    ([form, accession, cik = '42']) =>
      `${form.padEnd(12)}${'ACME CORP'.padEnd(62)}${cik.padEnd(12)}20250127    edgar/data/${cik}/${accession}.txt  `,
  )
  return `${HEAD}\n${[...lines, OTHER_FORM].join('\n')}\n`
}

const HEAD = `Form Type   Company Name            CIK         Date Filed  File Name\n${'-'.repeat(141)}`
const OTHER_FORM = '8-K         BETA CORP    99          20250127    edgar/data/99/0000000099-25-000001.txt'

/** An EDGAR with the week's five indexes, each without an ownership report unless changed. */
function week(changes: Readonly<Record<string, string | undefined>> = {}): ReadEdgar {
  const quarter = `${FOLDER}/2025/QTR1`
  const days = DAYS.map((day) => [`${quarter}/form.${day}.idx`, index()] as const)
  const own = Object.entries(changes).map(([day, text]) => [`${quarter}/form.${day}.idx`, text] as const)
  return createEdgar({ [`${quarter}/index.json`]: folder(DAYS), ...Object.fromEntries([...days, ...own]) })
}

describe('listFilings', () => {
  it('lists each filing once, with the first day that lists it, however many parties it has', async () => {
    const { listed, daysRead, daysUnread } = await listFilings(
      week({
        20250127: index(
          ['4', '0000000042-25-000001'],
          ['4', '0000000042-25-000001', '77'],
          ['3', '0000000042-25-000002'],
        ),
        20250128: index(['4', '0000000042-25-000001']),
      }),
      WEEK,
    )
    expect(listed.map(({ form, accession, filedOn }) => [form, accession, filedOn])).toEqual([
      ['4', '0000000042-25-000001', '2025-01-27'],
      ['3', '0000000042-25-000002', '2025-01-27'],
    ])
    expect(daysRead).toHaveLength(5)
    expect(daysUnread).toEqual([])
  })

  it('reports a business day without an index and reads the others', async () => {
    const { daysRead, daysUnread } = await listFilings(week({ 20250129: undefined }), WEEK)
    expect(daysUnread).toEqual([
      { day: '2025-01-29', code: 'server-failed', reason: 'SEC EDGAR answered 503' },
    ])
    expect(daysRead).toHaveLength(4)
  })

  it('takes an index that lists nothing for one that is not out', async () => {
    const { daysRead, daysUnread } = await listFilings(week({ 20250131: `${HEAD}\n` }), WEEK)
    expect(daysUnread).toEqual([{ day: '2025-01-31', code: 'missing', reason: 'its index lists nothing' }])
    expect(daysRead).toHaveLength(4)
  })

  it('does not miss the index of a day on which the SEC was closed by order', async () => {
    const quarter = `${FOLDER}/2024/QTR4`
    const edgarOf = (days: readonly string[]) =>
      createEdgar({
        [`${quarter}/index.json`]: folder(days),
        ...Object.fromEntries(days.map((day) => [`${quarter}/form.${day}.idx`, index()])),
      })
    const period = { from: '2024-12-23', to: '2024-12-27' }
    const { daysRead, daysUnread } = await listFilings(edgarOf(['20241223', '20241226', '20241227']), period)
    expect(daysRead.map(({ day, url }) => [day, url.slice(FOLDER.length)])).toEqual([
      ['2024-12-23', '/2024/QTR4/form.20241223.idx'],
      ['2024-12-24', '/2024/QTR4/index.json'],
      ['2024-12-26', '/2024/QTR4/form.20241226.idx'],
      ['2024-12-27', '/2024/QTR4/form.20241227.idx'],
    ])
    expect(daysUnread).toEqual([])
    // Not known while no later day is out, nor of any other business day.
    const early = await listFilings(edgarOf(['20241223']), { from: '2024-12-23', to: '2024-12-24' })
    expect(early.daysUnread.map(({ day }) => day)).toEqual(['2024-12-24'])
    const short = await listFilings(edgarOf(['20241224', '20241226', '20241227']), period)
    expect(short.daysUnread.map(({ day }) => day)).toEqual(['2024-12-23'])
  })

  it('fails if no index can be read', async () => {
    const listing = listFilings(createEdgar({}), WEEK)
    await expect(listing).rejects.toBeInstanceOf(SourceError)
    await expect(listing).rejects.toThrow(
      'No daily index of SEC EDGAR from 2025-01-27 to 2025-02-02 could be read: SEC EDGAR answered 404.',
    )
  })

  it('reads a week across two quarters and skips the holiday', async () => {
    const edgar = createEdgar({
      [`${FOLDER}/2024/QTR4/index.json`]: folder(['20241230', '20241231']),
      [`${FOLDER}/2025/QTR1/index.json`]: folder(['20250102', '20250103']),
      [`${FOLDER}/2024/QTR4/form.20241230.idx`]: index(),
      [`${FOLDER}/2024/QTR4/form.20241231.idx`]: index(),
      [`${FOLDER}/2025/QTR1/form.20250102.idx`]: index(),
      [`${FOLDER}/2025/QTR1/form.20250103.idx`]: index(),
    })
    const { daysRead, daysUnread } = await listFilings(edgar, { from: '2024-12-30', to: '2025-01-05' })
    expect(daysRead.map(({ day }) => day)).toEqual(['2024-12-30', '2024-12-31', '2025-01-02', '2025-01-03'])
    expect(daysUnread).toEqual([])
  })
})
