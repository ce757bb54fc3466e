import { NO_ATTEMPTS } from '../testing/statements.ts'
import { addDays } from '../../lib/dates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { createTestMarket } from '../../market/testing/create-test-market.ts'
import { createFakeClock } from '../../market/testing/fake-clock.ts'
import { hasRecordings, startReplay, type Replay } from '../../market/testing/start-replay.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { analyseEconomy, economySeries } from './analyse-economy.ts'
import { analyseHousing, housingSeries } from './analyse-housing.ts'
import { marketSeries } from './add-yield.ts'
import { analyseMarkets } from './analyse-markets.ts'
import type { WantedSeries } from './known-series.ts'
import { STATEMENT_LOOK_BACK_DAYS } from './statement-book.ts'
import { listMarketLines, listSeriesLines, type ChartLine } from './chart-line.ts'
import { collectRecords } from '../../records/collect-records.ts'
import { withoutWaiting } from '../../records/core/testing/fake-upstream.ts'
import { readSeries } from '../../records/series/observations.ts'
import { seriesSources } from '../../records/series/sources.ts'
import { aLetter, listRows } from '../testing/edition-content.ts'
import { getEditionWeek } from '../../lib/edition-week.ts'
import { noteMarketFailures, readMarketHistories } from './market-histories.ts'
import type { SeriesSection } from './series-section.ts'
import type { Fact } from '../facts/fact.ts'
import { drawFrom } from './picture.ts'
import { checkEditionBound } from '../facts/check-bound.ts'
import { composeEdition } from '../facts/compose-edition.ts'
import { stateSeries, type SeriesSources } from './series-statements.ts'
import { composeSeries } from './series-table.ts'

const EDITIONS = [
  {
    slotDate: '2025-02-03',
    mortgage: ['6.95%', 'down 0.01 percentage points', 'up 0.32 percentage points'],
    claims: '213,500',
    // From the Bureau's release of 15 January 2025: 2.9 % over the year.
    prices: 'up 2.9%',
  },
  {
    slotDate: '2025-03-24',
    mortgage: ['6.67%', 'up 0.02 percentage points', 'down 0.20 percentage points'],
    claims: '228,750',
    // From the release of 12 March 2025: 2.8 %.
    prices: 'up 2.8%',
  },
] as const

// Skipped if the recordings are not next to the project.
describe.skipIf(!hasRecordings)('against recorded answers (needs ../shared/upstream/replay.mjs)', () => {
  const opened = setUpDatabase()
  let replay: Replay
  beforeAll(async () => {
    replay = await startReplay()
    await collectRecords(
      {
        db: opened.db,
        logger: createLogger('silent', 2),
        upstreamBaseUrl: replay.baseUrl,
        userAgent: 'Lunchpail hello@lunchpail.test',
      },
      { sources: withoutWaiting(seriesSources, ['pmms', 'fhfa', 'zillow', 'fred']), asOf: '2025-03-24' },
    )
  })
  afterAll(() => replay.stop())

  const facts: Fact[] = []
  function tell(section: SeriesSection, sources: SeriesSources, lines: readonly ChartLine[]) {
    const own = [
      ...section.facts,
      ...stateSeries(section, sources).facts,
      ...(drawFrom(section, lines)?.facts ?? []),
    ]
    facts.push(...own)
    return composeSeries(section, own, lines, NO_ATTEMPTS)
  }

  async function readAll(wanted: readonly WantedSeries[], knownOn: string) {
    const from = addDays(knownOn, -STATEMENT_LOOK_BACK_DAYS)
    return Promise.all(wanted.map(({ id }) => readSeries(opened.db, id, { knownOn, from })))
  }

  async function tellMarkets(slotDate: string) {
    const week = getEditionWeek(slotDate)
    const moved = await startReplay({ endDate: addDays(slotDate, -3) })
    try {
      const { market } = createTestMarket(moved.baseUrl, {
        config: { marketData: 'live' },
        clock: createFakeClock(`${week.to}T23:30:00Z`),
      })
      const { histories, failures } = await readMarketHistories((query) => market.readCloses(query), week)
      const readings = await readAll(marketSeries, week.to)
      const section = noteMarketFailures(analyseMarkets(histories, week, readings), failures)
      return tell(section, { readings, histories }, listMarketLines(histories, week))
    } finally {
      moved.stop()
    }
  }

  it.each(EDITIONS)(
    'writes the table of the week before $slotDate',
    async ({ slotDate, mortgage, claims, prices }) => {
      const week = getEditionWeek(slotDate)
      const [forHousing, forEconomy] = [
        await readAll(housingSeries, week.to),
        await readAll(economySeries, week.to),
      ]
      const markets = await tellMarkets(slotDate)
      const sections = [
        tell(
          analyseHousing(forHousing, week),
          { readings: forHousing },
          listSeriesLines(forHousing, housingSeries, week),
        ),
        tell(
          analyseEconomy(forEconomy, week),
          { readings: forEconomy },
          listSeriesLines(forEconomy, economySeries, week),
        ),
        markets,
      ]
      const edition = composeEdition({ slotDate, week, letter: aLetter(), sections, statements: [] })
      expect(checkEditionBound(edition, facts)).toEqual([])

      const rows = sections.flatMap((section) => listRows(section, 'All figures'))
      const find = (name: string) => rows.find(([head]) => head === name)
      expect(find('30-year mortgage rate')?.slice(2)).toEqual(mortgage)
      expect(find('New jobless claims a week, four-week average')).toContain(claims)
      expect(find('Consumer prices, over the year')).toContain(prices)
      expect(sections.map(({ chart }) => chart?.title)).toEqual([
        expect.stringMatching(/^The mortgage rate is \d\.\d\d%\. A year ago: \d\.\d\d%$/),
        expect.stringMatching(/^Prices are up \d\.\d% in a year$/),
        expect.stringMatching(/^The S&P 500 is (up|down) [\d.]+% this year$/),
      ])
      // There is no recording of Ether.
      expect(listRows(markets, 'All figures').map(([head]) => head)).toEqual([
        'S&P 500',
        'Bitcoin',
        '10-year Treasury yield',
      ])
      expect(JSON.stringify(markets.coverage)).toContain('We could not get: Ether (')
    },
  )
})
