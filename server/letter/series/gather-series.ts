import type { SeriesSection } from './series-section.ts'
import { listWords } from '../../lib/text.ts'
import { addDays } from '../../lib/dates.ts'
import type { Database } from '../../db/database.ts'
import { analyseEconomy, economySeries } from './analyse-economy.ts'
import { analyseHousing, housingSeries } from './analyse-housing.ts'
import { type ChartLine, listSeriesLines } from './chart-line.ts'
import { STATEMENT_LOOK_BACK_DAYS } from './statement-book.ts'
import { readSeries } from '../../records/series/observations.ts'
import { getSeries, listStandIns } from '../../records/series/series.ts'
import { composeSeries } from './series-table.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import type { SeriesReading } from '../../records/series/series-observation.ts'
import { listCredits } from './credits.ts'
import { attemptPicture } from './picture.ts'
import { stateSeries, type SeriesSources } from './series-statements.ts'
import { commonCode } from '../../records/core/unread-reason.ts'
import type { GatherDeps, GatheredSection, GatherInput } from '../gathered-section.ts'
import { getSource, namePublisher, noteSources, type SourceState, type UsedSource } from '../source-states.ts'
import { addUnwritten, stateSection } from '../statements/leave-out-unwritable.ts'

const SECTIONS = {
  housing: { wanted: housingSeries, analyse: analyseHousing },
  economy: { wanted: economySeries, analyse: analyseEconomy },
} as const

/** Gathers housing or the economy from what was known of its series at the week's end. */
export async function gatherSeries(
  deps: GatherDeps,
  { week, sources }: GatherInput,
  name: keyof typeof SECTIONS,
): Promise<GatheredSection> {
  const { wanted, analyse } = SECTIONS[name]
  const readings = await readWanted(deps.db, wanted, week)
  const section = analyse(readings, week)
  const used = listSources(wanted, readings, sources)
  const short = used.filter(({ source }) => source.outcome !== 'complete')
  if (section.facts.length === 0 && short.length > 0) {
    return {
      name,
      state: 'unavailable',
      source: listWords(short.map(({ source }) => source.name)),
      publisher: listWords(short.map(({ source }) => namePublisher(source))),
      reason: short.map(({ source }) => `${source.name}: ${source.reason}`).join('; '),
      code: commonCode(short.map(({ source }) => source)),
    }
  }
  return writeSeries(section, {
    sources: { readings },
    used,
    listLines: () => listSeriesLines(readings, wanted, week),
  })
}

/** Makes a section from its analysis.
 *  @param listLines  lists what a picture can be drawn from */
export function writeSeries(
  section: SeriesSection,
  {
    sources,
    used,
    listLines,
  }: {
    readonly sources: SeriesSources
    readonly used: readonly UsedSource[]
    readonly listLines: () => ChartLine[]
  },
): GatheredSection {
  const { section: name, week } = section
  const notes = noteSources(name, week, used)
  const statements = addUnwritten(
    stateSection(name, () => stateSeries(section, sources)),
    section.unwritten,
  )
  const picture = attemptPicture(section, listLines)
  const facts = [...section.facts, ...statements.facts, ...notes.facts, ...picture.facts]
  return {
    name,
    state: 'ready',
    facts,
    statements: addUnwritten(statements, picture.unwritten),
    notes: notes.sentences,
    credit: (ids) => listCredits(facts.filter(({ id }) => ids.has(id))),
    compose: (_, attempts) => composeSeries(section, facts, picture.lines, attempts),
  }
}

/** Reads what was known of some series at the week's end.
 *  @param lookBackDays  by default, as far back as any statement looks */
export async function readWanted(
  db: Database,
  wanted: readonly { id: string }[],
  week: EditionWeek,
): Promise<SeriesReading[]> {
  const readings: SeriesReading[] = []
  for (const { id } of wanted) {
    readings.push(
      await readSeries(db, id, { knownOn: week.to, from: addDays(week.to, -STATEMENT_LOOK_BACK_DAYS) }),
    )
  }
  return readings
}

/** The sources of a section's series, the agencies' own first, and what is used from each. */
export function listSources(
  wanted: readonly { id: string }[],
  readings: readonly SeriesReading[],
  sources: ReadonlyMap<string, SourceState>,
): UsedSource[] {
  const ids = new Set(
    wanted.flatMap(({ id }) => [getSeries(id), ...listStandIns(id)]).map(({ source }) => source),
  )
  return [...ids].map((id) => {
    const own = readings.filter(({ series, observations }) => series.source === id && observations.length > 0)
    const newest = own
      .map(({ observations }) => observations.at(-1)?.retrievedAt ?? '')
      .sort()
      .at(-1)
    return { source: getSource(sources, id), retrievedAt: newest, url: own[0]?.series.url ?? '' }
  })
}
