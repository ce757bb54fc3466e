import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { hasRecordings, startReplay, type Replay } from '../../market/testing/start-replay.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { collectRecords } from '../collect-records.ts'
import { withoutWaiting } from '../core/testing/fake-upstream.ts'
import { readSeries } from './observations.ts'
import { seriesSources } from './sources.ts'

const KNOWN_ON = '2025-02-02'

// Skipped if the recordings are not next to the project.
describe.skipIf(!hasRecordings)('against recorded responses (skipped without recordings)', () => {
  const opened = setUpDatabase()
  let replay: Replay
  beforeAll(async () => {
    replay = await startReplay()
  })
  afterAll(() => replay.stop())

  async function collect(ids: string[], asOf: string) {
    const reports = await collectRecords(
      {
        db: opened.db,
        logger: createLogger('silent', 2),
        upstreamBaseUrl: replay.baseUrl,
        userAgent: 'Lunchpail hello@lunchpail.test',
      },
      {
        // The replay has no rate limit for these sources.
        sources: withoutWaiting(seriesSources, ids),
        asOf,
      },
    )
    return reports.map(({ source, outcome, listed, read }) => [source, outcome, listed, read])
  }
  const newest = async (seriesId: string) => {
    const { series, observations } = await readSeries(opened.db, seriesId, { knownOn: KNOWN_ON })
    return [series.id, observations.at(-1)?.date, observations.at(-1)?.value]
  }

  it('reads every recorded series and reports the others as unread', async () => {
    expect(await collect(['pmms', 'fhfa', 'zillow', 'fred'], '2025-02-03')).toEqual([
      ['pmms', 'complete', 2, 2],
      // Only one census division is recorded.
      ['fhfa', 'partial', 20, 2],
      ['zillow', 'complete', 2, 2],
      ['fred', 'partial', 29, 17],
    ])
  })

  it('returns for 2 February 2025 what was public then', async () => {
    expect(await newest('PMMS30')).toEqual(['MORTGAGE30US', '2025-01-30', 6.95])
    expect(await newest('PMMS15')).toEqual(['PMMS15', '2024-11-27', 6.1])
    expect(await newest('CUSR0000SA0')).toEqual(['CPIAUCSL', '2024-12-01', 317.603])
    expect(await newest('LNS14000000')).toEqual(['UNRATE', '2024-12-01', 4.1])
    expect(await newest('BC_10YEAR')).toEqual(['DGS10', '2025-01-30', 4.52])
    expect(await newest('ICSA')).toEqual(['ICSA', '2025-01-25', 210_000])
    expect(await newest('ZHVI-102001')).toEqual(['ZHVI-102001', '2024-10-01', 359_098.7570056861])
    expect(await newest('HPI-DV_ENC-SA')).toEqual(['HPI-DV_ENC-SA', '2021-08-01', 283.36])
  })

  it('reads the recorded months of the Treasury', async () => {
    expect(await collect(['treasury'], '2019-04-10')).toEqual([['treasury', 'complete', 6, 6]])
    expect(await collect(['treasury'], '2025-02-03')).toEqual([['treasury', 'failed', 3, 0]])
  })
})
