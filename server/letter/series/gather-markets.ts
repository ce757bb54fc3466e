import { marketSeries } from './add-yield.ts'
import { analyseMarkets } from './analyse-markets.ts'
import { listMarketLines } from './chart-line.ts'
import { noteMarketFailures, readMarketHistories, type ReadCloses } from './market-histories.ts'
import type { GatherDeps, GatheredSection, GatherInput } from '../gathered-section.ts'
import { listSources, readWanted, writeSeries } from './gather-series.ts'

/** Gathers a share index and two coins, from the closes that the market's sources give, and a yield that the Treasury
 *  publishes. */
export async function gatherMarkets(
  deps: GatherDeps & { readonly readCloses: ReadCloses },
  { week, sources }: GatherInput,
): Promise<GatheredSection> {
  deps.onProgress('Reading the closes of a share index and two coins.')
  const { histories, failures } = await readMarketHistories(deps.readCloses, week)
  for (const failure of failures) deps.logger.error(failure, 'no closes of an asset for the letter')
  const readings = await readWanted(deps.db, marketSeries, week)
  const section = noteMarketFailures(analyseMarkets(histories, week, readings), failures)
  const [first] = failures
  if (section.facts.length === 0 && first) {
    const source = [...new Set(failures.map((failure) => failure.source))].join(' and ')
    return {
      name: 'markets',
      state: 'unavailable',
      source,
      publisher: source,
      reason: first.message,
      code: first.code,
    }
  }
  return writeSeries(section, {
    sources: { readings, histories },
    used: listSources(marketSeries, readings, sources),
    listLines: () => listMarketLines(histories, week),
  })
}
