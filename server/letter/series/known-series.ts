import { addDays } from '../../lib/dates.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import type { Observation, SeriesDefinition, SeriesReading } from '../../records/series/series-observation.ts'
import type { HeldBackFigure, SeriesCoverage } from './series-section.ts'
import { compareText } from '../../lib/text.ts'
import type { Dated } from './series-history.ts'

export interface WantedSeries {
  /** Its id in the catalogue; a stand-in is found by the same id. */
  readonly id: string
  readonly limits: ValueLimits
}

/** A series whose newest value is believed and not overdue. */
export interface KnownSeries {
  readonly series: SeriesDefinition
  readonly newest: Observation
  /** Believed ones, oldest first. */
  readonly observations: readonly Observation[]
  /** @returns the value of exactly that date */
  readonly findAt: (date: string) => Observation | undefined
}

/** A value and its series. */
export interface SourcedValue {
  readonly series: SeriesDefinition
  readonly observation: Observation
}

export type SourcedValues = readonly [SourcedValue, ...SourcedValue[]]

/** Values of one series, for a fact's inputs. */
export const sourced = (
  series: SeriesDefinition,
  first: Observation,
  ...others: readonly Observation[]
): SourcedValues => [
  { series, observation: first },
  ...others.map((observation) => ({ series, observation })),
]

/** The values of some dates, for a fact's inputs.
 *  @returns undefined if one is missing */
export function valuesAt(
  { series, findAt }: KnownSeries,
  dates: readonly string[],
): SourcedValues | undefined {
  const [first, ...others] = dates.flatMap((date) => findAt(date) ?? [])
  return first && others.length === dates.length - 1 ? sourced(series, first, ...others) : undefined
}

export interface SeriesLookup {
  find(id: string): KnownSeries | undefined
  readonly heldBack: readonly HeldBackFigure[]
  readonly coverage: readonly SeriesCoverage[]
}

/** No signal looks back further than this: fourteen months before a month that may itself be three months old. */
const SERIES_LOOK_BACK_DAYS = 600

/** The most days from the release of the newest value to the week's end; after more days, the next release is missing.
 *  Daily: the week's own days. Weekly: a week and the shift of a holiday. Monthly: a month, a release by the second
 *  Friday, and one that came early. */
const MAX_AGE_DAYS: Readonly<Record<SeriesDefinition['frequency'], number>> = {
  daily: 6,
  weekly: 9,
  monthly: 45,
  quarterly: 110,
}

/** Arranges what is known about the series that a section wants. Readings may come in any order; if several have the same
 *  id, the one with the newest value counts.
 *  @param lookBackDays  before the week's end; older values are ignored */
export function openSeries(
  readings: readonly SeriesReading[],
  wanted: readonly WantedSeries[],
  week: EditionWeek,
  lookBackDays = SERIES_LOOK_BACK_DAYS,
): SeriesLookup {
  const known = new Map<string, KnownSeries>()
  const heldBack: HeldBackFigure[] = []
  const coverage: SeriesCoverage[] = []
  for (const { id, limits } of wanted) {
    const reading = selectReading(readings, id, { ...week, lookBackDays })
    if (!reading || reading.observations.length === 0) {
      const { id: series, name } = reading?.series ?? { id, name: id }
      coverage.push({ series, name, newestDate: undefined, code: 'no-value' })
      continue
    }
    const judged = judgeReading(reading, limits, week)
    if (judged.isAnyDoubtful) heldBack.push({ name: reading.series.name, code: 'suspect' })
    coverage.push(judged.coverage)
    if (judged.known) known.set(id, judged.known)
  }
  return { find: (id) => known.get(id), heldBack, coverage }
}

function selectReading(
  readings: readonly SeriesReading[],
  id: string,
  reach: EditionWeek & { readonly lookBackDays: number },
): SeriesReading | undefined {
  const [best] = readings
    .filter(({ series }) => series.id === id || series.standsInFor === id)
    .map(({ series, observations }) => ({ series, observations: arrange(observations, reach) }))
    .sort(
      (a, b) =>
        compareText(newestDateOf(b), newestDateOf(a)) ||
        Number(b.series.id === id) - Number(a.series.id === id) ||
        compareText(a.series.id, b.series.id),
    )
  return best
}

/** Returns what was known by the week's end, oldest first. If a date has two values, the one of the later vintage counts. */
function arrange(
  observations: readonly Observation[],
  { to, lookBackDays }: EditionWeek & { readonly lookBackDays: number },
): Observation[] {
  const oldest = addDays(to, -lookBackDays)
  const ordered = observations
    .filter(({ date, publicFrom }) => publicFrom <= to && date >= oldest)
    .sort(
      (a, b) =>
        compareText(a.date, b.date) ||
        compareText(a.vintageDate, b.vintageDate) ||
        compareText(a.retrievedAt, b.retrievedAt) ||
        a.value - b.value,
    )
  return [...new Map(ordered.map((observation) => [observation.date, observation])).values()]
}

function newestDateOf({ observations }: SeriesReading): string {
  return observations.at(-1)?.date ?? ''
}

function judgeReading(
  { series, observations }: SeriesReading,
  limits: ValueLimits,
  week: EditionWeek,
): { known: KnownSeries | undefined; isAnyDoubtful: boolean; coverage: SeriesCoverage } {
  const believed = listBelieved(observations, limits)
  const isAnyDoubtful = believed.length < observations.length
  const newestDate = newestDateOf({ series, observations })
  const newest = believed.at(-1)
  const isStale = isOverdue(series, observations.at(-1), week)
  const isDoubtful = newest?.date !== newestDate
  const coverage: SeriesCoverage = {
    series: series.id,
    name: series.name,
    newestDate,
    code: isStale ? 'stale' : isDoubtful ? 'suspect' : undefined,
  }
  if (isStale || isDoubtful || !newest) return { known: undefined, isAnyDoubtful, coverage }
  const byDate = new Map(believed.map((observation) => [observation.date, observation]))
  return {
    known: { series, newest, observations: believed, findAt: (date) => byDate.get(date) },
    isAnyDoubtful,
    coverage,
  }
}

function isOverdue(
  { frequency }: SeriesDefinition,
  newest: Observation | undefined,
  week: EditionWeek,
): boolean {
  return newest !== undefined && addDays(newest.publicFrom, MAX_AGE_DAYS[frequency]) < week.to
}

/** The limits within which a value of a series is believed: a value outside them is more likely a typing error than a
 *  figure. */
export interface ValueLimits {
  readonly min: number
  readonly max: number
  /** A value further than this from the median of those around it is not believed: 0.1 is ten percent. */
  readonly maxStep?: number
  /** The same in the values' own unit, for rates near zero, in place of `maxStep`. */
  readonly maxPoints?: number
}

/** How many values on each side a value is compared with. */
const NEIGHBOURS = 2

/** Leaves out values that are not believed. If the level breaks for good, as after a new base year, only what comes
 *  after the break is kept, since nothing can be compared across it.
 *  @param values  oldest first, one for each date */
export function listBelieved<Value extends Dated>(
  values: readonly Value[],
  { min, max, maxStep, maxPoints }: ValueLimits,
): Value[] {
  const possible = values.filter(({ value }) => value >= min && value <= max)
  if (maxStep === undefined && maxPoints === undefined) return possible
  const isNear = (from: number, to: number) =>
    Math.abs(to - from) <= (maxPoints ?? Math.abs(from) * (maxStep ?? 0))

  const near = possible.filter(({ value }, index) => {
    const around = possible.slice(Math.max(0, index - NEIGHBOURS * 2), index + NEIGHBOURS + 1)
    // Nothing comes after the newest value, so it is compared with the four before it.
    const window = index + NEIGHBOURS < possible.length ? around.slice(-NEIGHBOURS * 2 - 1) : around
    return isNear(middleOf(window), value)
  })
  const breakAt = near.findLastIndex((value, index) => {
    const before = near[index - 1]
    return before !== undefined && !isNear(before.value, value.value)
  })
  return breakAt > 0 ? near.slice(breakAt) : near
}

function middleOf(values: readonly { readonly value: number }[]): number {
  const ordered = values.map(({ value }) => value).sort((a, b) => a - b)
  const low = ordered[Math.floor((ordered.length - 1) / 2)] ?? 0
  const high = ordered[Math.ceil((ordered.length - 1) / 2)] ?? 0
  return low / 2 + high / 2
}
