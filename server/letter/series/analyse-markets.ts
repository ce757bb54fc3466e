import { addDays, utcDay, weekdayOf } from '../../lib/dates.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import type { Fact } from '../facts/fact.ts'
import type { SeriesReading } from '../../records/series/series-observation.ts'
import type { HeldBackFigure, SeriesCoverage, SeriesSection } from './series-section.ts'
import { listBelieved, openSeries } from './known-series.ts'
import { SHARE_PRECISION } from './monthly-figures.ts'
import { createSectionBuilder, type FactSource, type SectionBuilder } from './section-builder.ts'
import { addTenYearYield, marketSeries } from './add-yield.ts'
import { compareText } from '../../lib/text.ts'

/** A day's close, as the lists of the market module give it. */
export interface MarketClose {
  /** 'YYYY-MM-DD': the exchange's local day; for a coin, the day in UTC. */
  readonly date: string
  readonly close: number
  readonly adjustedClose: number
}

export type MarketAssetId = 'sp500' | 'bitcoin' | 'ether'

/** The closes of one asset, from the last days of the year before to the week's end. */
export interface MarketHistory {
  readonly asset: MarketAssetId
  /** The ticker requested for it: '^GSPC'. */
  readonly ticker: string
  readonly closes: readonly MarketClose[]
  /** ISO 8601 in UTC. */
  readonly retrievedAt: string
  readonly sourceName: string
  readonly sourceUrl: string
}

interface AssetRule {
  readonly subject: string
  readonly unit: 'index' | 'usd'
  /** Days from the week's Monday to the last day of the week on which the asset trades. */
  readonly lastDay: number
  /** How many days before that day its close may be, for a holiday at the week's end. */
  readonly slackDays: number
  /** A coin trades every day, so its base is exactly seven days back. */
  readonly isEveryDay: boolean
  readonly maxStep: number
}

const COIN = {
  unit: 'usd',
  lastDay: 6,
  slackDays: 2,
  isEveryDay: true,
  maxStep: 0.5,
} as const

const ASSETS: Readonly<Record<MarketAssetId, AssetRule>> = {
  sp500: {
    subject: 'S&P 500',
    unit: 'index',
    lastDay: 4,
    slackDays: 1,
    isEveryDay: false,
    // The index has never moved by more than 21 % in a day.
    maxStep: 0.25,
  },
  bitcoin: { ...COIN, subject: 'Bitcoin' },
  ether: { ...COIN, subject: 'Ether' },
}

const LIMITS = { min: 1e-6, max: 1e9 }
const MARKET_ASSETS = ['sp500', 'bitcoin', 'ether'] as const

/** Analyses the week's closes of a share index and two coins, where weeks of shares end on Friday and weeks of coins on
 *  Sunday, and the yield of ten-year government debt. Pure: the same histories in any order give the same section, byte
 *  for byte.
 *  @param histories  at most one for each asset; a missing one is named in the coverage
 *  @param readings  of `marketSeries`; if left out, nothing is said about them */
export function analyseMarkets(
  histories: readonly MarketHistory[],
  week: EditionWeek,
  readings?: readonly SeriesReading[],
): SeriesSection {
  const builder = createSectionBuilder('markets')
  const heldBack: HeldBackFigure[] = []
  const coverage: SeriesCoverage[] = []
  for (const asset of MARKET_ASSETS) {
    const rule = ASSETS[asset]
    const history = histories
      .filter((one) => one.asset === asset)
      .toSorted((a, b) => compareText(a.ticker, b.ticker))[0]
    const known = history ? arrange(history.closes, week) : []
    const newestDate = known.at(-1)?.date
    const cover = (code: SeriesCoverage['code']) =>
      coverage.push({
        series: history?.ticker ?? asset,
        name: `${rule.subject}, daily closes`,
        newestDate,
        code,
      })
    if (!history || newestDate === undefined) {
      cover('no-value')
      continue
    }
    const believed = listBelieved(known, { ...LIMITS, maxStep: rule.maxStep })
    if (believed.length < known.length) heldBack.push({ name: rule.subject, code: 'suspect' })
    const isStale = newestDate < addDays(week.from, rule.lastDay - rule.slackDays)
    const isDoubtful = believed.at(-1)?.date !== newestDate
    cover(isStale ? 'stale' : isDoubtful ? 'suspect' : undefined)
    if (!isStale && !isDoubtful) {
      builder.attempt(rule.subject, () => addAsset(builder, history, rule, believed, week))
    }
  }
  const lookup = openSeries(readings ?? [], readings ? marketSeries : [], week)
  builder.attempt('Treasury yields', () => addTenYearYield(builder, lookup))
  return builder.finish([...heldBack, ...lookup.heldBack], [...coverage, ...lookup.coverage], week)
}

export interface Close {
  readonly date: string
  readonly value: number
}

/** The closes that are believed, up to the week's end, oldest first. */
export function listBelievedCloses({ asset, closes }: MarketHistory, week: EditionWeek): Close[] {
  return listBelieved(arrange(closes, week), { ...LIMITS, maxStep: ASSETS[asset].maxStep })
}

/** The last close of each week by the same rule, oldest first, up to the section's own week: as far back as none is
 *  missing. */
export function listWeekEnds(history: MarketHistory, week: EditionWeek): Close[] {
  const rule = ASSETS[history.asset]
  const closes = listBelievedCloses(history, week)
  const lastDay = addDays(week.from, rule.lastDay)
  const ends: Close[] = []
  let end = findLast(closes, lastDay, rule.slackDays)
  while (end) {
    ends.unshift(end)
    const before: string = addDays(
      rule.isEveryDay ? end.date : lastDay,
      rule.isEveryDay ? -7 : -7 * ends.length,
    )
    end = findLast(closes, before, rule.isEveryDay ? 0 : rule.slackDays)
  }
  return ends
}

/** Returns the closes up to the week's end, oldest first, one a day. */
function arrange(closes: readonly MarketClose[], week: EditionWeek): Close[] {
  const ordered = closes
    .filter(({ date }) => date <= week.to)
    .map(({ date, close }) => ({ date, value: close }))
    .sort((a, b) => compareText(a.date, b.date) || a.value - b.value)
  return [...new Map(ordered.map((close) => [close.date, close])).values()]
}

function addAsset(
  builder: SectionBuilder,
  history: MarketHistory,
  rule: AssetRule,
  closes: readonly Close[],
  week: EditionWeek,
): void {
  const lastDay = addDays(week.from, rule.lastDay)
  const end = findLast(closes, lastDay, rule.slackDays)
  if (!end) {
    builder.holdBack(`${rule.subject}: the week's figures`, 'missing')
    return
  }
  const make = (
    id: string,
    words: Pick<Fact, 'period' | 'unit' | 'precision' | 'formula'> & { value: number },
    used: readonly Close[],
    facts: readonly Fact[] = [],
  ) =>
    builder.factFrom(
      { ...words, id: `${history.asset}/${id}`, subject: rule.subject },
      sourceOfCloses(
        history,
        end.date,
        used.map(({ date }) => date),
        facts,
      ),
    )
  const missingEnd = end.date === lastDay ? '' : `; there is no close for ${lastDay}`
  const level = make(
    'level',
    {
      period: { from: end.date, to: end.date },
      value: end.value,
      unit: rule.unit,
      precision: 2,
      formula: `the last close of the week${missingEnd}`,
    },
    [end],
  )
  const compare = (group: string, base: Close, formula: string) =>
    make(
      `${group}change`,
      {
        period: { from: base.date, to: end.date },
        value: end.value / base.value - 1,
        unit: 'fraction',
        precision: SHARE_PRECISION,
        formula,
      },
      [end, base],
      [level],
    )

  const baseDay = rule.isEveryDay ? addDays(end.date, -7) : addDays(lastDay, -7)
  const base = findLast(closes, baseDay, rule.isEveryDay ? 0 : rule.slackDays)
  const missingBase = base && base.date !== baseDay ? `; there is no close for ${baseDay}` : ''
  const weekly = base
    ? compare('', base, `the week's last close / that of the week before - 1${missingEnd}${missingBase}`)
    : undefined
  if (!base) builder.holdBack(`${rule.subject}: change over the week`, 'missing')

  // A letter of the new year would seem to mean that year by 'since the year began', and its first two weeks say little.
  const isThisYear = end.date > `${week.to.slice(0, 4)}-01-14`
  const newYear = lastDayOfYear(Number(end.date.slice(0, 4)) - 1, rule)
  const yearBase = isThisYear ? findLast(closes, newYear, 0) : undefined
  const yearly = yearBase
    ? compare('year-to-date/', yearBase, "the week's last close / the last close of the year before - 1")
    : undefined
  if (!yearBase && isThisYear) builder.holdBack(`${rule.subject}: change since the year began`, 'missing')

  const [main, ...others] = [weekly, level, yearly].filter((fact) => fact !== undefined)
  if (main) builder.keep(main, ...others)
}

/** Where a fact about closes of some days comes from.
 *  @param facts  from which it is computed as well */
export const sourceOfCloses = (
  { ticker, retrievedAt, sourceName, sourceUrl }: MarketHistory,
  asOf: string,
  dates: readonly string[],
  facts: readonly Fact[],
): FactSource => ({
  asOf,
  retrievedAt,
  sourceName,
  sourceUrl,
  inputs: [...facts.map(({ id }) => id), ...dates.map((date) => `${ticker}@${date}@${utcDay(retrievedAt)}`)],
})

/** The exchange is never shut on the last weekday of a year. */
function lastDayOfYear(year: number, { isEveryDay }: AssetRule): string {
  const day = `${year}-12-31`
  const weekday = weekdayOf(day)
  if (isEveryDay || (weekday !== 0 && weekday !== 6)) return day
  return addDays(day, weekday === 6 ? -1 : -2)
}

/** The last close up to a day, at most `slackDays` before it. */
function findLast(closes: readonly Close[], day: string, slackDays: number): Close | undefined {
  const earliest = addDays(day, -slackDays)
  return closes.findLast(({ date }) => date <= day && date >= earliest)
}
