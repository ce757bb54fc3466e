import { marketSeries } from './add-yield.ts'
import { analyseMarkets } from './analyse-markets.ts'
import { listMarketLines } from './chart-line.ts'
import { composeSeries } from './series-table.ts'
import { noteMarketFailures, readMarketHistories, type ReadCloses } from './market-histories.ts'
import type { GatherDeps, GatheredSection, GatherInput } from '../gathered-section.ts'
import { listSources, readWanted } from './gather-series.ts'
import { listCredits } from './credits.ts'
import { attemptPicture } from './picture.ts'
import { stateSeries } from './series-statements.ts'
import { noteSources } from '../source-states.ts'
import { addUnwritten, stateSection } from '../statements/leave-out-unwritable.ts'

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
  const coverage = { series: section.coverage, failures }
  // A yield alone is not enough for a section on markets.
  const hasPrices = section.facts.some(({ id }) => !id.startsWith('markets/treasury-'))
  if (!hasPrices && first) {
    const source = [...new Set(failures.map((failure) => failure.source))].join(' and ')
    return {
      name: 'markets',
      state: 'unavailable',
      source,
      publisher: source,
      reason: first.message,
      code: first.code,
      coverage,
    }
  }
  const notes = noteSources('markets', week, listSources(marketSeries, readings, sources))
  const statements = addUnwritten(
    stateSection('markets', () => stateSeries(section, { readings, histories })),
    section.unwritten,
  )
  const picture = attemptPicture(section, () => listMarketLines(histories, week))
  const facts = [...section.facts, ...statements.facts, ...notes.facts, ...picture.facts]
  return {
    name: 'markets',
    state: 'ready',
    facts,
    coverage,
    statements: addUnwritten(statements, picture.unwritten),
    notes: notes.sentences,
    credit: (ids) => listCredits(facts.filter(({ id }) => ids.has(id))),
    compose: (_, attempts) => composeSeries(section, facts, picture.lines, attempts),
  }
}
