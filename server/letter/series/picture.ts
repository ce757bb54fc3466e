import { addMonths, daysBetween } from '../../lib/dates.ts'
import type { ChartContent } from '../../../shared/edition-contract.ts'
import type { ChartLine } from './chart-line.ts'
import { type Fact, makeFact } from '../facts/fact.ts'
import { periodOf } from './monthly-figures.ts'
import type { SeriesSection } from './series-section.ts'
import { openAttempts } from '../statements/leave-out-unwritable.ts'
import { figure, formatFact } from '../facts/format-fact.ts'
import {
  amountText,
  dayOf,
  monthOf,
  openFacts,
  say,
  seriesFixedPhrases as phrases,
  type FactBook,
} from './fact-book.ts'

const textOf = (fact: Fact): string => formatFact(fact) ?? ''

type Points = ChartContent['points']

const MIN_POINTS = 20
/** How far a drawn value may be from its fact, which is rounded. */
const TOLERANCE = 1e-9

interface Picture {
  readonly chart: ChartContent
  /** Facts used in its words that the section does not have. */
  readonly facts: readonly Fact[]
}

/** Draws the section's only picture. Returns none if its line is missing or short, or does not end at the fact that it
 *  shows.
 *  @param lines  by the id that the analysis asks for, or the id of the reading that stands in */
export function drawFrom(section: SeriesSection, lines: readonly ChartLine[]): Picture | undefined {
  const facts = openFacts(section)
  const findLine = (...ids: readonly string[]) => lines.find(({ id }) => ids.includes(id))
  const draw: Readonly<Record<SeriesSection['section'], () => Picture | undefined>> = {
    housing: () => drawMortgageRate(facts, findLine('PMMS30', 'MORTGAGE30US')),
    economy: () =>
      drawConsumerPrices(facts, 'cpi/change', findLine('CUUR0000SA0', 'CPIAUCNS')) ??
      drawConsumerPrices(facts, 'cpi-adjusted/adjusted-change', findLine('CUSR0000SA0', 'CPIAUCSL')) ??
      drawUnemployment(facts, findLine('LNS14000000', 'UNRATE')),
    markets: () => drawShares(facts, findLine('sp500', '^GSPC')),
  }
  return draw[section.section]()
}

/** The lines from which a picture can be drawn, and the facts in its words; nothing if either throws. */
export function attemptPicture(section: SeriesSection, listLines: () => ChartLine[]) {
  const { attempt, unwritten } = openAttempts(section.section)
  const drawn = attempt({ id: `${section.section}/chart`, kind: 'picture' }, () => {
    const lines = listLines()
    return { lines, facts: drawFrom(section, lines)?.facts ?? [] }
  })
  return { ...(drawn ?? { lines: [], facts: [] }), unwritten }
}

const onDay = (day: string): Fact['period'] => ({ from: day, to: day })
const inMonth = (day: string): Fact['period'] => periodOf('monthly', day)

function drawMortgageRate(facts: FactBook, line: ChartLine | undefined): Picture | undefined {
  const rate = facts.find('mortgage-30/rate')
  const yearAgo = facts.find('mortgage-30/rate-last-year')
  if (!rate || !line || !endsWith(line.points, rate.period.to, Number(rate.value))) return undefined
  return complete(line, {
    title: `The mortgage rate is ${textOf(rate)}${yearAgo ? `. A year ago: ${textOf(yearAgo)}` : ''}`,
    subject: `the ${phrases.mortgageRate}`,
    last: rate,
    // Starts on the day that the title compares it with, if there is one.
    points: lastYears(line.points, 1, yearAgo?.period.to),
    ...(yearAgo ? { told: { kind: 'year-ago', day: yearAgo.period.to } } : {}),
    periodOf: onDay,
    when: (fact) => `on ${dayOf(fact)}`,
  })
}

function drawConsumerPrices(facts: FactBook, id: string, line: ChartLine | undefined): Picture | undefined {
  const change = facts.find(id)
  if (!change || !line) return undefined
  const changes = changesOverYear(line.points)
  const last = changes.at(-1)
  const month = change.period.to.slice(0, 7)
  const percent = Math.round(Number(change.value) * 1000) / 10
  if (last?.[0].slice(0, 7) !== month || last[1] !== percent) return undefined
  return complete(
    { ...line, unit: 'percent' },
    {
      title: `Prices are ${Number(change.value) < 0 ? 'down' : 'up'} ${amountText(change)} in a year`,
      subject: 'how consumer prices changed against the same month a year before',
      last: change,
      points: lastYears(changes, 2),
      // A share, drawn in percent.
      scale: 0.01,
      periodOf: (day) => ({ from: addMonths(day, -12), to: inMonth(day).to }),
      when: (fact) => `in ${monthOf(fact)}`,
    },
  )
}

function drawUnemployment(facts: FactBook, line: ChartLine | undefined): Picture | undefined {
  const rate = facts.find('unemployment/rate')
  if (!rate || !line || !endsWith(line.points, rate.period.from, Number(rate.value))) return undefined
  return complete(line, {
    title: `Unemployment was ${textOf(rate)} in ${monthOf(rate)}`,
    subject: 'the unemployment rate',
    last: rate,
    points: lastYears(line.points, 2),
    periodOf: inMonth,
    when: (fact) => `in ${monthOf(fact)}`,
  })
}

function drawShares(facts: FactBook, line: ChartLine | undefined): Picture | undefined {
  const level = facts.find('sp500/level')
  if (!level || !line || !endsWith(line.points, level.period.to, Number(level.value), 0.005)) return undefined
  const year = facts.find('sp500/year-to-date/change')
  const name = `The ${phrases.sp500}`
  const yearStart = year && year.value !== 0 ? year.period.from : undefined
  return complete(line, {
    title:
      year && yearStart !== undefined
        ? `${name} is ${Number(year.value) < 0 ? 'down' : 'up'} ${amountText(year)} this year`
        : `${name} closed at ${textOf(level)}`,
    subject: `the ${phrases.sp500}, the last close of each week`,
    last: level,
    points: byWeek(lastYears(line.points, 1), yearStart),
    ...(yearStart === undefined ? {} : { told: { kind: 'year-start', day: yearStart } }),
    periodOf: onDay,
    when: (fact) => `on ${dayOf(fact)}`,
  })
}

interface PictureWords {
  readonly title: string
  readonly subject: string
  /** The value that the line ends with. */
  readonly last: Fact
  readonly points: Points
  /** A day that the title compares the last value with. */
  readonly told?: { readonly kind: string; readonly day: string }
  /** Multiplies a drawn value to get the fact's unit. */
  readonly scale?: number
  readonly periodOf: (day: string) => Fact['period']
  readonly when: (fact: Fact) => string
}

/** Adds words for readers who cannot see the picture: where the line begins and ends, its highest and lowest points, and
 *  what the title compares its end with. */
function complete(
  { unit, owner, name }: ChartLine,
  { title, subject, last, points, told, scale = 1, periodOf: periodAt, when }: PictureWords,
): Picture | undefined {
  const [first] = points
  if (!first || points.length < MIN_POINTS) return undefined
  const values = points.map(([, value]) => value)
  const make = (kind: string, [day, value]: Points[number]): Fact =>
    makeFact(
      last.section,
      {
        id: `${last.section}/picture/${kind}`,
        subject: last.subject,
        value: value * scale,
        unit: last.unit,
        precision: last.precision,
        formula: `${kind} of the values that the picture shows: ${name}`,
        inputs: [last.id, `${name}, ${day}`],
      },
      { ...last, period: periodAt(day) },
    )
  const pointOf = (value: number) => points.find((point) => point[1] === value) ?? first
  const start = make('first', first)
  const high = make('highest', pointOf(Math.max(...values)))
  const low = make('lowest', pointOf(Math.min(...values)))
  const toldPoint = points.find(([day]) => day === told?.day)
  const marked = told && toldPoint && toldPoint !== first ? make(told.kind, toldPoint) : undefined
  const alt = say(
    `Line of ${subject}: from `,
    figure(start),
    ` ${when(start)} to `,
    figure(last),
    ` ${when(last)}. Its highest point is `,
    figure(high),
    ` ${when(high)}, its lowest `,
    figure(low),
    ` ${when(low)}.`,
    ...(marked ? [` It was `, figure(marked), ` ${when(marked)}.`] : []),
  )
  const marks = toldPoint ? { marks: [toldPoint[0]] } : {}
  return {
    chart: { title, alt, unit, points, ...marks, credit: owner },
    facts: [start, high, low, ...(marked ? [marked] : [])],
  }
}

/** Whether a line shows what its fact says. */
function endsWith(points: ChartLine['points'], day: string, value: number, slack = TOLERANCE): boolean {
  const last = points.at(-1)
  return last !== undefined && last[0] === day && Math.abs(last[1] - value) <= slack
}

/** @param since  if given, the line begins on this day instead */
function lastYears(points: ChartLine['points'], years: number, since?: string): Points {
  const last = points.at(-1)?.[0] ?? ''
  const from = since ?? `${Number(last.slice(0, 4)) - years}${last.slice(4)}`
  return points.filter(([day]) => day >= from).map(([day, value]) => [day, Math.round(value * 100) / 100])
}

/** Computes the changes over a year in percent, to a tenth. Leaves out months for which the value a year before is
 *  unknown. */
function changesOverYear(points: ChartLine['points']): Points {
  const byMonth = new Map(points.map(([day, value]) => [day.slice(0, 7), value]))
  return points.flatMap(([day, value]): [string, number][] => {
    const before = byMonth.get(`${Number(day.slice(0, 4)) - 1}${day.slice(4, 7)}`)
    return before === undefined ? [] : [[day, Math.round((value / before - 1) * 1000) / 10]]
  })
}

/** Any Monday. */
const MONDAY = '1970-01-05'

/** The last value of each week from Monday to Sunday, so that a holiday moves only the value of its own week.
 *  @param kept  a day to keep as well */
function byWeek(points: Points, kept: string | undefined): Points {
  const weekOf = (day: string) => Math.floor(daysBetween(MONDAY, day) / 7)
  return points.filter(([day], index) => {
    const next = points[index + 1]
    return day === kept || next === undefined || weekOf(next[0]) !== weekOf(day)
  })
}
