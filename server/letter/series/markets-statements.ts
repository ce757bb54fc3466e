import { addDays } from '../../lib/dates.ts'
import type { Fact } from '../facts/fact.ts'
import { formatCents } from '../facts/format-fact.ts'
import type { SeriesReading } from '../../records/series/series-observation.ts'
import { type Close, listWeekEnds, type MarketAssetId, type MarketHistory } from './analyse-markets.ts'
import type { KnownSeries } from './known-series.ts'
import { periodOf, SHARE_PRECISION } from './monthly-figures.ts'
import { salience } from './salience.ts'
import type { FactSource, FigureWords } from './section-builder.ts'
import { findUsual, listSteps, listUnbroken } from './series-history.ts'
import {
  amount,
  bySign,
  dayName,
  directionOf,
  type StatementBook,
  valuesAt,
  written,
} from './statement-book.ts'
import { tellCourse } from './tell-course.ts'

/** What the statements of markets are made from beside the section itself. */
export interface MarketSources {
  readonly readings: readonly SeriesReading[]
  readonly histories: readonly MarketHistory[]
}

interface AssetWords {
  readonly asset: MarketAssetId
  readonly name: string
  /** What it is, at its first mention. */
  readonly terms: string
  readonly subject: string
  readonly head: string
  readonly own: (change: number) => number
}

const ASSETS: readonly AssetWords[] = [
  {
    asset: 'sp500',
    name: 'The S&P 500',
    terms: ' (big US companies’ stocks)',
    subject: 'the S&P 500',
    head: 'The S&P 500',
    own: salience.shares,
  },
  { asset: 'bitcoin', name: 'Bitcoin', terms: '', subject: 'Bitcoin', head: 'Bitcoin', own: salience.coin },
]

const USUAL_WEEKS = 52
const LEAST_USUAL_WEEKS = 26
const BILL_USD = 1000
const LEAST_STEP = 0.02

export function stateMarkets(book: StatementBook, { histories }: MarketSources): void {
  for (const words of ASSETS) {
    const history = histories.find(({ asset }) => asset === words.asset)
    if (history) tellAsset(book, words, history)
  }
  tellTenYear(book)
  tellBill(book)
}

function tellAsset(book: StatementBook, words: AssetWords, history: MarketHistory): void {
  const { asset, name, terms, own, subject, head } = words
  const change = book.find(`${asset}/change`)
  const year = book.find(`${asset}/year-to-date/change`)
  if (!change) return
  const rose = bySign(change, {
    up: 'rose {change}',
    down: 'fell {change}',
    same: 'ended the week where it began',
  })
  const was = bySign(change, { up: 'up {change}', down: 'down {change}', same: 'unchanged' })
  const isUp = year && bySign(year, { up: 'up {year}', down: 'down {year}', same: 'unchanged' })
  const size = own(Number(change.value))
  const end = dayName(change.period.to)
  const since = isUp === undefined ? '' : `\nSince the year began it is ${isUp}.`
  book.add({
    id: asset,
    kind: 'change',
    topic: `markets/${asset}`,
    main: change,
    direction: directionOf(change),
    salience: size,
    slots: { change: amount(change), end, ...(year ? { year: amount(year) } : {}) },
    tellings: [
      `${name}${terms} ${rose} in the week to {end}.${since}`,
      `${name}${terms} was ${was} in the week to {end}.${isUp === undefined ? '' : `\nFor the year it is ${isUp}.`}`,
      `Over the week to {end}, ${subject}${terms} ${rose}.${isUp === undefined ? '' : `\nThe year so far: ${isUp}.`}`,
    ],
    heads: change.value === 0 ? [] : [`${head} ${rose} in a week`, `${head}: ${was}`],
    lines: [`${name} ${rose}.`, `${name}: ${was} in the week.`],
    follows: [
      `${asset}-turn`,
      `${asset}-extreme`,
      `${asset}-move-extreme`,
      `${asset}-streak`,
      `${asset}-usual`,
      'bill',
    ],
  })
  const ends = listWeekEnds(history, book.section.week)
  const source = sourceOf(history, change)
  const makeFrom = (figure: FigureWords, dates: readonly string[], facts: readonly Fact[] = []) =>
    book.makeFrom(figure, source(dates, facts))
  tellTurn(book, words, { change, year, history, makeFrom })
  tellUsualWeek(book, words, { change, ends, makeFrom })
  tellCourse(book, {
    group: asset,
    topic: `markets/${asset}`,
    subject,
    head,
    main: change,
    values: ends,
    pace: 'week',
    salience: size - 2,
    make: (figure, dates) => makeFrom(figure, dates),
  })
}

type MakeFrom = (words: FigureWords, dates: readonly string[], facts?: readonly Fact[]) => Fact

function sourceOf(history: MarketHistory, change: Fact) {
  return (dates: readonly string[], facts: readonly Fact[]): FactSource => ({
    asOf: change.asOf,
    retrievedAt: history.retrievedAt,
    sourceName: history.sourceName,
    sourceUrl: history.sourceUrl,
    inputs: [
      ...facts.map(({ id }) => id),
      ...dates.map((date) => `${history.ticker}@${date}@${history.retrievedAt.slice(0, 10)}`),
    ],
  })
}

/** A week that turned the year round: below where it began before, above it now. */
function tellTurn(
  book: StatementBook,
  { asset, subject, own }: AssetWords,
  {
    change,
    year,
    history,
    makeFrom,
  }: { change: Fact; year: Fact | undefined; history: MarketHistory; makeFrom: MakeFrom },
): void {
  const closeOn = (date: string | undefined) => history.closes.find((close) => close.date === date)?.close
  const base = closeOn(change.period.from)
  const newYear = closeOn(year?.period.from)
  if (!year || base === undefined || newYear === undefined || year.period.from >= change.period.from) return
  const before = makeFrom(
    {
      id: `${asset}/year-to-week/change`,
      subject: change.subject,
      period: { from: year.period.from, to: change.period.from },
      value: base / newYear - 1,
      unit: 'fraction',
      precision: SHARE_PRECISION,
      formula: 'the last close before the week / the last close of the year before - 1',
    },
    [change.period.from, year.period.from],
    [change, year],
  )
  const isTurned = Number(before.value) * Number(year.value) < 0
  if (!isTurned) return
  const isUp = Number(year.value) > 0
  const [was, is] = isUp ? ['down {before}', 'up {year}'] : ['up {before}', 'down {year}']
  book.add({
    id: `${asset}-turn`,
    kind: 'contrast',
    topic: `markets/${asset}`,
    main: change,
    direction: isUp ? 'up' : 'down',
    salience: own(Number(change.value)) + 3,
    slots: { before: amount(before), year: amount(year) },
    tellings: [
      `${isUp ? 'One good week made the year' : 'One bad week undid the year'}.\nBefore it, ${subject} was ${was} since the year began; now it is ${is}.`,
      `Until this week ${subject} was ${was} for the year.\nNow it is ${is}.`,
      `The week turned the year of ${subject}: from ${was} to ${is}.`,
    ],
    heads: [isUp ? `One good week made the year of ${subject}` : `One bad week undid the year of ${subject}`],
    follows: [asset, `${asset}-usual`],
  })
}

/** How far the index moves in a week, up or down, by the weeks of a year. */
function tellUsualWeek(
  book: StatementBook,
  { asset, subject, own }: AssetWords,
  { change, ends, makeFrom }: { change: Fact; ends: readonly Close[]; makeFrom: MakeFrom },
): void {
  const weeks = ends.slice(0, -1).slice(-USUAL_WEEKS - 1)
  const moves = weeks.slice(1).map(({ value }, index) => Math.abs(value / (weeks[index]?.value ?? value) - 1))
  const first = weeks[1]
  const last = weeks.at(-1)
  if (!first || !last || moves.length < LEAST_USUAL_WEEKS) return
  const usual = makeFrom(
    {
      id: `${asset}/usual-move`,
      subject: change.subject,
      period: { from: weeks[0]?.date ?? first.date, to: last.date },
      value: moves.reduce((sum, move) => sum + move, 0) / moves.length,
      unit: 'fraction',
      precision: SHARE_PRECISION,
      formula: `mean size, up or down, of the ${moves.length} weekly changes before`,
    },
    weeks.map(({ date }) => date),
  )
  const isLarge = Math.abs(Number(change.value)) > Number(usual.value)
  if (usual.value === 0) return
  book.add({
    id: `${asset}-usual`,
    kind: 'against-usual',
    topic: `markets/${asset}`,
    main: change,
    salience: own(Number(change.value)) - 8,
    slots: { usual: { figure: usual } },
    tellings: [
      `Its usual week moves ${subject} by {usual}, up or down: this one moved it ${isLarge ? 'more' : 'no more'}.`,
      `In a usual week of the past year ${subject} moved by {usual}, up or down.`,
      `A week's move of ${subject} was {usual} on average over the past year, up or down.`,
    ],
  })
}

const TEN_YEAR = 'the 10-year Treasury yield'

function tellTenYear(book: StatementBook): void {
  const rate = book.find('treasury-10y/rate')
  const change = book.find('treasury-10y/week/change')
  const known = book.open('BC_10YEAR')
  if (!rate || !known) return
  const steps = weeklySteps(known)
  const usual = Math.max(LEAST_STEP, findUsual(steps.slice(0, -1))?.size ?? LEAST_STEP)
  const own = salience.weekly(Number(change?.value ?? 0) / usual)
  const day = dayName(rate.period.to)
  const base = change && valuesAt(known, [change.period.from])
  const before =
    base &&
    book.make(
      {
        id: 'treasury-10y/rate-last-week',
        subject: rate.subject,
        period: periodOf('daily', base[0].observation.date),
        value: base[0].observation.value,
        unit: 'percent',
        precision: 2,
        formula: `${known.series.name}, as published`,
      },
      base,
    )
  const shared = { id: 'treasury-10y', topic: 'markets/treasury', main: rate, salience: own } as const
  const moved =
    change &&
    before &&
    bySign(change, { up: 'up from {before}', down: 'down from {before}', same: 'unchanged' })
  const tail =
    moved === undefined
      ? ''
      : `, ${moved} a week before`.replace('unchanged a week before', 'unchanged in a week')
  book.add({
    ...shared,
    kind: moved === undefined ? 'level' : 'change',
    direction: change && directionOf(change),
    slots: { rate: { figure: rate }, day, ...(before ? { before: { figure: before } } : {}) },
    tellings: [
      `The 10-year Treasury yield (what the government pays to borrow) was {rate} on {day}${tail}.`,
      `To borrow for long, the government pays {rate} (the 10-year Treasury yield of {day})${tail}.`,
      `The 10-year Treasury yield, the interest on long government loans, was {rate} on {day}${tail}.`,
    ],
    heads:
      moved === undefined || change?.value === 0
        ? []
        : [`The 10-year Treasury yield is {rate}, ${moved}`, '10-year Treasury yield: {rate}'],
    lines: ['The government pays {rate} to borrow long.', 'The 10-year Treasury yield is {rate}.'],
    follows: ['treasury-10y-extreme', 'bill'],
  })
  tellCourse(book, {
    group: 'treasury-10y',
    topic: 'markets/treasury',
    subject: TEN_YEAR,
    head: 'The 10-year yield',
    main: rate,
    values: known.observations,
    pace: 'day',
    salience: own,
    make(words, dates) {
      const values = valuesAt(known, dates)
      return values && book.make(words, values)
    },
  })
}

/** Of the newest day of each week, seven days apart. */
function weeklySteps({ observations, newest }: KnownSeries): number[] {
  const byDate = new Map(listUnbroken(observations, 'day').map((one) => [one.date, one]))
  const days = observations.map((_, index) => addDays(newest.date, -7 * index)).toReversed()
  return listSteps(days.flatMap((date) => byDate.get(date) ?? []))
}

/** What $1,000 earns a month: in bills where their yield is known, else in notes. */
function tellBill(book: StatementBook): void {
  const notes = makeInterest(book, 'treasury-10y', book.open('BC_10YEAR'))
  const bills = makeInterest(book, 'treasury-3m', book.open('BC_3MONTH'))
  const found = bills ?? notes
  if (!found) return
  const { rate, interest } = found
  if (Number(interest.value) <= 0) return
  const paper = bills ? '3-month Treasury bills' : '10-year Treasury notes'
  book.addForYou({
    id: 'bill',
    kind: 'worth',
    topic: 'markets/treasury',
    main: rate,
    slots: { rate: { figure: rate }, interest: written(interest, formatCents), day: dayName(rate.period.to) },
    tellings: [
      `$1,000 in ${paper} ({rate} a year) earns about {interest} a month, before tax.`,
      `At {rate}, $1,000 in ${paper} earns about {interest} a month, before tax.`,
      `Lent to the government, $1,000 in ${paper} brings about {interest} a month before tax, at the {rate} of {day}.`,
    ],
    lines: [`$1,000 in ${paper} earns about {interest} a month.`],
  })
}

function makeInterest(
  book: StatementBook,
  group: 'treasury-3m' | 'treasury-10y',
  known: KnownSeries | undefined,
): { readonly rate: Fact; readonly interest: Fact } | undefined {
  const values = known && valuesAt(known, [known.newest.date])
  if (!known || !values) return undefined
  const rate = book.make(
    {
      id: `${group}/rate`,
      subject: group === 'treasury-3m' ? 'three-month Treasury yield' : 'ten-year Treasury yield',
      period: periodOf('daily', known.newest.date),
      value: known.newest.value,
      unit: 'percent',
      precision: 2,
      formula: `${known.series.name}, as published`,
    },
    values,
  )
  const interest = book.make(
    {
      id: `${group}/interest`,
      subject: '$1,000 lent to the government',
      period: rate.period,
      value: (BILL_USD * Number(rate.value)) / 1200,
      unit: 'usd',
      precision: 2,
      formula: `a month: ${BILL_USD} x rate / 1200, before tax`,
    },
    values,
    [rate],
  )
  return { rate, interest }
}
