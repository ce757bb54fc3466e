import type { Sentence } from '../../../shared/edition-contract.ts'
import type { HeldBackFigure, SeriesCoverage, SeriesSection } from './series-section.ts'
import { hasNumeral } from '../../records/names/present-names.ts'
import { findSeries } from '../../records/series/series.ts'
import { formatDay, formatMonth } from '../../../shared/format-date.ts'
import { say, seriesFixedPhrases as phrases } from './fact-book.ts'

/** How a series is called here, by its code. */
const NAMES: Readonly<Record<string, string>> = {
  PMMS30: `the ${phrases.mortgageRate}`,
  MSPUS: 'the median price of a new home',
  'ZHVI-102001': 'the typical home value (Zillow)',
  'HPI-USA-NSA': 'house prices (FHFA)',
  CSUSHPINSA: 'home prices (Case-Shiller)',
  'ZORI-102001': 'the typical rent (Zillow)',
  MSACSR: 'the supply of new homes',
  HOUST: 'housing starts',
  PERMIT: 'permits for homes',
  CUUR0000SA0: 'consumer prices, unadjusted',
  CUUR0000SA0L1E: 'prices without food and energy, unadjusted',
  CUSR0000SA0: 'consumer prices, seasonally adjusted',
  CUSR0000SA0L1E: 'prices without food and energy, seasonally adjusted',
  CWUR0000SA0: 'the prices that wage earners pay',
  CUSR0000SAF11: 'prices of food at home',
  GASREGW: 'the price of gas',
  CES0500000008: 'hourly pay',
  LNS14000000: 'the unemployment rate',
  CES0000000001: 'jobs on payrolls',
  ICSA: 'new claims for jobless pay',
  JTS000000000000000JOL: 'job openings',
  BC_10YEAR: `the ${phrases.tenYearYield}`,
  BC_2YEAR: `the ${phrases.twoYearYield}`,
  BC_3MONTH: `the ${phrases.threeMonthYield}`,
  T10Y2Y: `the ${phrases.gapOfTwoYears}`,
  FEDFUNDS: 'the federal funds rate',
  UMCSENT: 'consumer sentiment',
  sp500: `the ${phrases.sp500}`,
  '^GSPC': `the ${phrases.sp500}`,
  bitcoin: 'Bitcoin',
  'BTC-USD': 'Bitcoin',
  ether: 'Ether',
  'ETH-USD': 'Ether',
}

/** The name of the series for which another reading at FRED stands in, because the publisher's own was unavailable or
 *  needs a key. A stand-in that measures something else has a name of its own. */
function nameStandIn(series: string): string | undefined {
  const standsInFor = series in NAMES ? undefined : findSeries(series)?.standsInFor
  return standsInFor === undefined ? undefined : NAMES[standsInFor]
}

const MAX_HELD_BACK = 5

/** Says what was read, what was not and why, and what was left out, in sentences without a figure. */
export function tellSeriesCoverage(section: SeriesSection): Sentence[] {
  const { coverage, section: name } = section
  const isMarkets = name === 'markets'
  const read = coverage.filter(({ code }) => code === undefined)
  const standIns = read.filter(({ series }) => nameStandIn(series) !== undefined)
  const known = new Set(read.map(nameOf))
  const missing = coverage.filter((one) => one.code === 'no-value' && !isDispensable(one, known))
  const stale = coverage.filter(({ code }) => code === 'stale')
  const suspect = coverage.filter(({ code }) => code === 'suspect')
  const failed = coverage.filter(({ code }) => code === 'failed')
  return [
    ...sentenceOf('We read: ', read),
    ...sentenceOf('From FRED, since the publisher’s own file gave nothing newer: ', standIns),
    ...sentenceOf('We could not get: ', missing),
    ...failed.map((one) => say(`We could not get: ${nameOf(one)}${whyOf(one)}.`)),
    ...sentenceOf(
      isMarkets
        ? 'Left out, since no close of the week’s end is known: '
        : 'Left out, since a newer value is overdue: ',
      stale,
      (one) => `${nameOf(one)}, whose newest is of ${newestOf(one)}`,
    ),
    ...sentenceOf('Left out, since the newest value is hardly possible: ', suspect),
    ...heldBackSentences(section),
    ...revisedSentences(section),
  ]
}

/** Series that are read only if others cannot be: their names, and the names of the series that make them unnecessary. */
const MAKES_NEEDLESS: Readonly<Record<string, readonly string[]>> = {
  'consumer prices, seasonally adjusted': ['consumer prices, unadjusted'],
  'prices without food and energy, seasonally adjusted': ['prices without food and energy, unadjusted'],
  [`the ${phrases.gapOfTwoYears}`]: [`the ${phrases.tenYearYield}`, `the ${phrases.twoYearYield}`],
}

function isDispensable(one: SeriesCoverage, known: ReadonlySet<string>): boolean {
  const others = MAKES_NEEDLESS[nameOf(one)]
  return others !== undefined && others.every((name) => known.has(name))
}

/** Text from outside may contain a number, which would look like a figure; in that case the reason is left out. */
function whyOf({ reason }: SeriesCoverage): string {
  return reason === undefined || hasNumeral(reason) ? '' : ` (${reason})`
}

function nameOf({ series, name }: SeriesCoverage): string {
  return NAMES[series] ?? nameStandIn(series) ?? (hasNumeral(name) ? 'a series' : name)
}

function sentenceOf(
  before: string,
  some: readonly SeriesCoverage[],
  describe: (one: SeriesCoverage) => string = nameOf,
): Sentence[] {
  const names = [...new Set(some.map(describe))]
  return names.length === 0 ? [] : [say(`${before}${names.join('; ')}.`)]
}

const BY_DAY = /^(PMMS|MORTGAGE|ICSA|GASREGW|BC_|DGS|T10|\^|BTC|ETH)/

/** A month's value is dated by its first day. */
function newestOf({ series, newestDate = '' }: SeriesCoverage): string {
  return BY_DAY.test(series) ? formatDay(newestDate) : formatMonth(newestDate)
}

/** Values and dates that are not believed are not figures of the letter, so these sentences leave them out. */
function heldBackSentences({ heldBack }: SeriesSection): Sentence[] {
  const unique = [...new Set(heldBack.map(describeHeldBack))]
  const more = unique.length > MAX_HELD_BACK ? [say('And others of this kind.')] : []
  return [...unique.slice(0, MAX_HELD_BACK).map((text) => say(text)), ...more]
}

function describeHeldBack({ name: figure, code, why }: HeldBackFigure): string {
  const name = nameOfFigure(figure)
  if (code === 'suspect') {
    return `Left out, since it is hardly possible: a value of ${name}.`
  }
  if (code === 'missing') {
    return `Not worked out: ${name} (a value that it takes is missing).`
  }
  return why === undefined ? `Not worked out: ${name}.` : `Not worked out: ${name} (${why}).`
}

function nameOfFigure(figure: string): string {
  const name = figure
    .replace('30-year fixed mortgage rate', phrases.mortgageRate)
    .replaceAll(/\b(?:ten|two)-year\b|\bthree-month\b/g, (words) => TERMS[words] ?? words)
  const rest = name.replaceAll(/\b(?:30|10|2)-year\b|\b3-month\b|S&P 500|four weeks/g, '')
  return hasNumeral(rest) ? 'a figure' : name
}

const TERMS: Readonly<Record<string, string>> = {
  'ten-year': '10-year',
  'two-year': '2-year',
  'three-month': '3-month',
}

/** Says once for the section that figures read after the week may differ from what was published then. */
function revisedSentences({ facts, mainFactIds, revisedFactIds }: SeriesSection): Sentence[] {
  const revised = new Set(revisedFactIds)
  const touched = mainFactIds.filter((id) => revised.has(id))
  if (touched.length === 0) return []
  if (touched.length === mainFactIds.length) {
    return [
      say(
        'We read these figures after the week: as revised since, they may differ from what was published then.',
      ),
    ]
  }
  const subjects = touched.map((id) => facts.find((fact) => fact.id === id)?.subject ?? '')
  return [say(`As revised since, for we read them after the week: ${[...new Set(subjects)].join('; ')}.`)]
}
