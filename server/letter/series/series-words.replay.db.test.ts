import { addDays } from '../../lib/dates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { OpenedDatabase } from '../../db/open-database.ts'
import { createLogger } from '../../lib/logger.ts'
import { createTestMarket } from '../../market/testing/create-test-market.ts'
import { createFakeClock } from '../../market/testing/fake-clock.ts'
import { hasRecordings, startReplay } from '../../market/testing/start-replay.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
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
import { aLetter } from '../testing/edition-content.ts'
import { getEditionWeek } from '../../lib/edition-week.ts'
import { noteMarketFailures, readMarketHistories } from './market-histories.ts'
import type { SeriesSection } from './series-section.ts'
import { writeSection } from '../writer/write-section.ts'
import type { Fact } from '../facts/fact.ts'
import { drawFrom } from './series-words-chart.ts'
import { checkEditionBound } from '../facts/check-bound.ts'
import { composeEdition } from '../facts/compose-edition.ts'
import { composeSeries, listRequiredSeriesFacts } from './series-words.ts'

const EDITIONS = [
  {
    slotDate: '2025-02-03',
    mortgage: ['6.95%', 'It fell by 0.01 percentage points over the week.', 'A year ago it was 6.63%.'],
    claims: '213,500',
    // The Bureau's release of 15 January 2025: 2.9 % over the year.
    prices: '+2.9%',
  },
  {
    slotDate: '2025-03-24',
    mortgage: ['6.67%', 'It rose by 0.02 percentage points over the week.', 'A year ago it was 6.87%.'],
    claims: '228,750',
    // That of 12 March 2025: 2.8 %.
    prices: '+2.8%',
  },
] as const

// Skipped where the recordings are not beside the project.
describe.skipIf(!hasRecordings)('against recorded answers (needs ../shared/upstream/replay.mjs)', () => {
  let replay: Awaited<ReturnType<typeof startReplay>>
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await createTestDatabase()
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
  afterAll(async () => {
    replay.stop()
    await opened.close()
  })

  const drawn: Fact[] = []
  async function tell(section: SeriesSection, lines: readonly ChartLine[]) {
    const required = listRequiredSeriesFacts(section)
    const deps = { model: undefined, logger: createLogger('silent', 2) }
    drawn.push(...(drawFrom(section, lines)?.facts ?? []))
    const { text } = await writeSection(deps, { section: section.section, facts: section.facts, required })
    return composeSeries(section, text, lines)
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
      const section = noteMarketFailures(
        analyseMarkets(histories, week, await readAll(marketSeries, week.to)),
        failures,
      )
      return { section, content: await tell(section, listMarketLines(histories, week)) }
    } finally {
      moved.stop()
    }
  }

  it.each(EDITIONS)('tells the week before $slotDate', async ({ slotDate, mortgage, claims, prices }) => {
    const week = getEditionWeek(slotDate)
    const [forHousing, forEconomy] = [
      await readAll(housingSeries, week.to),
      await readAll(economySeries, week.to),
    ]
    const housing = analyseHousing(forHousing, week)
    const economy = analyseEconomy(forEconomy, week)
    const markets = await tellMarkets(slotDate)
    const sections = [
      await tell(housing, listSeriesLines(forHousing, housingSeries, week)),
      await tell(economy, listSeriesLines(forEconomy, economySeries, week)),
      markets.content,
    ]
    const edition = composeEdition({ slotDate, week, letter: aLetter(), sections })
    const facts = [...housing.facts, ...economy.facts, ...markets.section.facts, ...drawn]
    expect(checkEditionBound(edition, facts)).toEqual([])

    const find = (id: string) => sections.flatMap(({ findings }) => findings).find((one) => one.id === id)
    const first = find('housing/mortgage-30')
    const sentences = (first?.sentences ?? []).map((spans) => spans.map(({ text }) => text).join(''))
    expect([first?.figure.text, ...sentences]).toEqual(mortgage)
    expect(find('economy/claims')?.figure.text).toBe(claims)
    expect(find('economy/cpi-adjusted')?.figure.text).toBe(prices)
    expect(sections.map(({ chart }) => chart?.title)).toEqual([
      expect.stringMatching(/^The mortgage rate is \d\.\d\d%\. A year ago: \d\.\d\d%$/),
      expect.stringMatching(/^Prices are up \d\.\d% in a year$/),
      expect.stringMatching(/^The S&P 500 is (up|down) [\d.]+% this year$/),
    ])
    // Ether is not recorded.
    expect(markets.content.findings.map(({ id }) => id)).toEqual([
      'markets/sp500',
      'markets/treasury-10y',
      'markets/bitcoin',
    ])
    expect(JSON.stringify(markets.content.coverage)).toContain('We could not get: Ether (')
  })
})
