import { beforeAll, describe, expect, it } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { analyseInsiders } from '../../letter/insiders/analyse-insiders.ts'
import { noteListed } from '../congress/reports.ts'
import { noteListedFilings, readInsiderCoverage } from '../insiders/stored-filings.ts'
import { composeUnavailable } from '../../letter/facts/compose-edition.ts'
import { gatherCongress } from '../../letter/congress/gather-congress.ts'
import { gatherInsiders } from '../../letter/insiders/gather-insiders.ts'
import type { SourceState } from '../../letter/source-states.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const DAYS = { filedFrom: WEEK.from, filedTo: WEEK.to }

const opened = setUpDatabase()
beforeAll(async () => {
  const filing = { form: '4', filedOn: '2025-01-28', cik: '42' } as const
  await noteListedFilings(opened.db, [
    { ...filing, accession: '0000000042-25-000001' },
    { ...filing, accession: '0000000042-25-000002' },
  ])
  await noteListed(opened.db, 'house', [
    {
      reportId: '20000001',
      member: 'Jane Doe',
      filedOn: '2025-01-28',
      pageUrl: 'https://house.example/1.pdf',
      isOnPaper: false,
    },
  ])
})

const stateOf = (id: string): SourceState => ({
  id,
  name: `Source ${id}`,
  outcome: 'unfinished',
  reason: 'its reading was not finished',
  code: 'unfinished',
  run: undefined,
})
const sources = new Map(['insiders', 'house', 'senate'].map((id) => [id, stateOf(id)]))
const deps = () => ({
  db: opened.db,
  clock: { now: () => new Date('2025-02-03T12:00:00Z') },
  logger: createLogger('silent', 2),
  onProgress: () => undefined,
})

describe('what is listed but not read yet', () => {
  it('does not report a filing that is not read yet as unreadable', async () => {
    const coverage = await readInsiderCoverage(opened.db, DAYS)
    const collection = { filings: [], coverage, retrievedAt: '2025-02-03T12:00:00Z' }
    const { unreadReasons } = analyseInsiders(collection, new Map(), WEEK)
    expect(unreadReasons.map(({ reason, filings }) => [reason, filings.value])).toEqual([
      ['we have not read them yet', 2],
    ])
  })

  it('does not blame the SEC for filings that are not read yet', async () => {
    const section = await gatherInsiders(
      {
        ...deps(),
        listDailyCloses: () => Promise.reject(new Error('no closes are asked for')),
        listCompanyTitles: () => Promise.reject(new Error('no titles are asked for')),
        findCompany: () => Promise.reject(new Error('no company is asked for')),
      },
      { week: WEEK, sources },
    )
    if (section.state !== 'unavailable') throw new Error('it is ready')
    expect(
      composeUnavailable(section.name, 'SEC EDGAR', section.code).coverage.slice(1).flat(),
    ).toMatchObject([{ text: expect.stringContaining('We had not finished reading it.') as string }])
  })

  it('does not blame the House for reports that are not read yet', async () => {
    const house = new Map(sources).set('senate', { ...stateOf('senate'), outcome: 'off', code: 'off' })
    const section = await gatherCongress(deps(), { week: WEEK, sources: house })
    if (section.state !== 'unavailable') throw new Error('it is ready')
    expect(section.code).toBe('not-read')
    expect(composeUnavailable(section.name, 'The House', section.code).coverage.flat()).toMatchObject([
      { text: 'We have nothing of The House for this week, so this part is missing.' },
      { text: 'We have not read it yet. That does not mean nothing happened.' },
    ])
  })
})
