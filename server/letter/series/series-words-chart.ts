import { daysBetween } from '../../lib/dates.ts'
import type { ChartContent, Sentence } from '../../../shared/edition-contract.ts'
import type { ChartLine } from './chart-line.ts'
import type { Fact } from '../facts/fact.ts'
import type { SeriesSection } from './series-section.ts'
import { figure, formatFact } from '../facts/format-fact.ts'
import {
  amountText,
  dayOf,
  monthOf,
  moved,
  openFacts,
  say,
  seriesFixedPhrases as phrases,
  type FactBook,
} from './series-words-parts.ts'

const textOf = (fact: Fact): string => formatFact(fact) ?? ''

type Points = ChartContent['points']

const MIN_POINTS = 20
/** How far a drawn value may lie from its fact, as a share of it: the fact is rounded. */
const TOLERANCE = 1e-9

/** The section's one picture. None where its line is missing or short, or ends elsewhere than the fact that it shows.
 *  @param lines  by the id that the analysis asks for, or that of the reading that stands in */
export function drawFrom(section: SeriesSection, lines: readonly ChartLine[]): ChartContent | undefined {
  const facts = openFacts(section)
  const findLine = (...ids: readonly string[]) => lines.find(({ id }) => ids.includes(id))
  const draw: Readonly<Record<SeriesSection['section'], () => ChartContent | undefined>> = {
    housing: () => drawMortgageRate(facts, findLine('PMMS30', 'MORTGAGE30US')),
    economy: () =>
      drawConsumerPrices(facts, 'cpi/change', findLine('CUUR0000SA0', 'CPIAUCNS')) ??
      drawConsumerPrices(facts, 'cpi-adjusted/adjusted-change', findLine('CUSR0000SA0', 'CPIAUCSL')) ??
      drawUnemployment(facts, findLine('LNS14000000', 'UNRATE')),
    markets: () => drawShares(facts, findLine('sp500', '^GSPC')),
  }
  return draw[section.section]()
}

function drawMortgageRate(facts: FactBook, line: ChartLine | undefined): ChartContent | undefined {
  const rate = facts.find('mortgage-30/rate')
  const yearAgo = facts.find('mortgage-30/rate-last-year')
  if (!rate || !line || !endsWith(line.points, rate.period.to, Number(rate.value))) return undefined
  const before = yearAgo ? say(figure(yearAgo), ` on ${dayOf(yearAgo)} and `) : say()
  return complete(line, {
    title: `The mortgage rate is ${textOf(rate)}${yearAgo ? `. A year ago: ${textOf(yearAgo)}` : ''}`,
    alt: say(`Line of the ${phrases.mortgageRate}: `, before, figure(rate), ` on ${dayOf(rate)}.`),
    points: lastYears(line.points, 1),
  })
}

function drawConsumerPrices(
  facts: FactBook,
  id: string,
  line: ChartLine | undefined,
): ChartContent | undefined {
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
      alt: say(
        'Line of how consumer prices changed against the same month a year before: by ',
        figure(change),
        ` in ${monthOf(change)}.`,
      ),
      points: lastYears(changes, 2),
    },
  )
}

function drawUnemployment(facts: FactBook, line: ChartLine | undefined): ChartContent | undefined {
  const rate = facts.find('unemployment/rate')
  if (!rate || !line || !endsWith(line.points, rate.period.from, Number(rate.value))) return undefined
  const change = facts.find('unemployment/month/change')
    ? say(' It ', moved(facts, 'unemployment/month/'), ' over the month.')
    : say()
  return complete(line, {
    title: `Unemployment was ${textOf(rate)} in ${monthOf(rate)}`,
    alt: say('Line of the unemployment rate: ', figure(rate), ` in ${monthOf(rate)}.`, change),
    points: lastYears(line.points, 2),
  })
}

function drawShares(facts: FactBook, line: ChartLine | undefined): ChartContent | undefined {
  const level = facts.find('sp500/level')
  if (!level || !line || !endsWith(line.points, level.period.to, Number(level.value), 0.005)) return undefined
  const yearToDate = facts.find('sp500/year-to-date/change')
    ? say(' Since the year began it ', moved(facts, 'sp500/year-to-date/'), '.')
    : say()
  return complete(line, {
    title: `The ${phrases.sp500} closed at ${textOf(level)}`,
    alt: say(`Line of the ${phrases.sp500}: `, figure(level), ` on ${dayOf(level)}.`, yearToDate),
    points: byWeek(lastYears(line.points, 1)),
  })
}

function complete(
  { unit, owner }: ChartLine,
  { title, alt, points }: { title: string; alt: Sentence; points: Points },
): ChartContent | undefined {
  return points.length < MIN_POINTS ? undefined : { title, alt, unit, points, credit: owner }
}

/** Whether a line shows what its fact says. */
function endsWith(points: ChartLine['points'], day: string, value: number, slack = TOLERANCE): boolean {
  const last = points.at(-1)
  return last !== undefined && last[0] === day && Math.abs(last[1] - value) <= slack
}

function lastYears(points: ChartLine['points'], years: number): Points {
  const last = points.at(-1)?.[0] ?? ''
  const from = `${Number(last.slice(0, 4)) - years}${last.slice(4)}`
  return points.filter(([day]) => day >= from).map(([day, value]) => [day, Math.round(value * 100) / 100])
}

/** In percent, to a tenth; a month without its year before is left out. */
function changesOverYear(points: ChartLine['points']): Points {
  const byMonth = new Map(points.map(([day, value]) => [day.slice(0, 7), value]))
  return points.flatMap(([day, value]): [string, number][] => {
    const before = byMonth.get(`${Number(day.slice(0, 4)) - 1}${day.slice(4, 7)}`)
    return before === undefined ? [] : [[day, Math.round((value / before - 1) * 1000) / 10]]
  })
}

/** The last value of each seven days, counted back from the newest. */
function byWeek(points: Points): Points {
  const last = points.at(-1)?.[0] ?? ''
  const weekOf = (day: string) => Math.floor(daysBetween(day, last) / 7)
  return points.filter(([day], index) => {
    const next = points[index + 1]
    return next === undefined || weekOf(next[0]) !== weekOf(day)
  })
}
