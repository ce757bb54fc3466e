import { capitalize } from '../statements/make-statement.ts'
import { addDays } from '../../lib/dates.ts'
import type { Fact } from '../facts/fact.ts'
import type { Statement } from '../statements/statement.ts'
import type { MarketAssetId, MarketHistory } from './analyse-markets.ts'
import { SHARE_PRECISION } from './monthly-figures.ts'
import type { FigureWords } from './section-builder.ts'
import { amount, dayName, directionOf, type StatementBook } from './statement-book.ts'

const SAVED_USD = 10_000
/** A year in which an asset multiplied its value, or lost half of it, is expressed in dollars. */
const OUTLIER = 0.5
const PUT_IN_USD = 1000

export interface AssetWords {
  readonly asset: MarketAssetId
  readonly name: string
  /** Explains the asset when it is first mentioned. */
  readonly terms: string
  readonly subject: string
  readonly head: string
  readonly own: (change: number) => number
}

export interface UsualWeek {
  /** Follows the change that it is about; empty if too few weeks are known. */
  readonly sentence: string
  readonly slots: Statement['slots']
}

export type MakeFrom = (words: FigureWords, dates: readonly string[], facts?: readonly Fact[]) => Fact

const closeOn = ({ closes }: MarketHistory, day: string) => closes.find(({ date }) => date === day)?.close

/** What a dollar has become over the fact's days, computed from the closes themselves, since the printed change is
 *  rounded. */
function growthOver({ period }: Fact, history: MarketHistory): number | undefined {
  const [base, end] = [closeOn(history, period.from), closeOn(history, period.to)]
  return base === undefined || end === undefined ? undefined : end / base
}

/** Expresses a change of the year that is hard to believe as a percentage in dollars, with its day. */
export function wordOutlier(
  asset: MarketAssetId,
  {
    change,
    year,
    history,
    makeFrom,
  }: { change: Fact; year: Fact; history: MarketHistory; makeFrom: MakeFrom },
): { sentence: string; slots: Statement['slots'] } | undefined {
  const growth = growthOver(year, history)
  if (Math.abs(Number(year.value)) < OUTLIER || growth === undefined) return undefined
  const worth = makeFrom(
    {
      id: `${asset}/year-to-date/of-a-thousand`,
      subject: year.subject,
      period: year.period,
      value: PUT_IN_USD * growth,
      unit: 'usd',
      precision: 0,
      formula: `${PUT_IN_USD} x the week's last close / the last close of the year before: no fees`,
    },
    [year.period.from, year.period.to],
    [year],
  )
  return {
    sentence:
      Number(change.value) * Number(year.value) < 0
        ? '\nThe year is another story: $1,000 put in on {yearStart} was {worth} on {end}, before fees.'
        : '\nThe year went the same way: $1,000 put in on {yearStart} was {worth} on {end}, before fees.',
    slots: { worth: { figure: worth }, yearStart: dayName(year.period.from) },
  }
}

/** States what money that has followed the index since the year began has become. */
export function tellSavings(
  book: StatementBook,
  { year, history, makeFrom }: { year: Fact; history: MarketHistory; makeFrom: MakeFrom },
): void {
  const growth = growthOver(year, history)
  if (growth === undefined) return
  const worth = makeFrom(
    {
      id: 'sp500/year-to-date/savings',
      subject: year.subject,
      period: year.period,
      value: SAVED_USD * growth,
      unit: 'usd',
      precision: 0,
      formula: `${SAVED_USD} x the week's last close / the last close of the year before: no dividends, no fees`,
    },
    [year.period.from, year.period.to],
    [year],
  )
  book.addForYou({
    id: 'savings',
    kind: 'worth',
    topic: 'markets/sp500',
    main: worth,
    direction: directionOf(year),
    slots: { worth: { figure: worth } },
    tellings: [
      '$10,000 in the S&P 500 when the year began has become {worth}, before dividends and fees.',
      'Before dividends and fees, $10,000 in the S&P 500 when the year began is now {worth}.',
      '$10,000 in the S&P 500 at the start of the year is now {worth}, before dividends and fees.',
    ],
    lines: ['$10,000 in the S&P 500 when the year began is now {worth}.'],
  })
}

/** States that a week turned the year around: the index was below the level at which the year began, and is above it now. */
export function tellTurn(
  book: StatementBook,
  { asset, name, terms, subject, own }: AssetWords,
  {
    change,
    year,
    history,
    makeFrom,
  }: { change: Fact; year: Fact | undefined; history: MarketHistory; makeFrom: MakeFrom },
): void {
  const base = closeOn(history, change.period.from)
  const newYear = year && closeOn(history, year.period.from)
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
  const rose = `${isUp ? 'rose' : 'fell'} {change}`
  const named = `${name}${terms}`
  const isWeek = change.period.from === addDays(book.section.week.from, -3)
  const then = isWeek ? 'A week earlier' : 'On {base}'
  book.add({
    id: `${asset}-turn`,
    kind: 'contrast',
    topic: `markets/${asset}`,
    main: change,
    direction: isUp ? 'up' : 'down',
    salience: own(Number(change.value)) + 3,
    slots: {
      change: amount(change),
      before: amount(before),
      year: amount(year),
      end: dayName(change.period.to),
      base: dayName(change.period.from),
    },
    tellings: [
      `${named} ${rose} in the week to {end}.\n${then} it was ${was} for the year; now it is ${is}.`,
      `${named} was ${was} for the year ${isWeek ? 'a week earlier' : 'on {base}'}.\nThen it ${rose} by {end}.\nFor the year it is now ${is}.`,
      `${then} ${subject}${terms} was ${was} for the year.\nThen it ${rose} by {end}, and is now ${is}.`,
    ],
    // Without a close a week earlier, part of the change may have come before the week.
    kickers: [
      isWeek
        ? `The week turned a ${isUp ? 'loss' : 'gain'} for the year into a ${isUp ? 'gain' : 'loss'}.`
        : `${capitalize(subject)} is now ${isUp ? 'up' : 'down'} for the year.`,
    ],
    teases: [
      isWeek
        ? `the week that put ${subject} ${isUp ? 'up' : 'down'} for the year`
        : `${subject}, now ${isUp ? 'up' : 'down'} for the year`,
    ],
    heads: [`${name} ${rose}, and is now ${isUp ? 'up' : 'down'} for the year`],
    lines: [`${name} ${rose} and is now ${is} for the year.`],
    glances: [
      isUp ? `${name} rose, and is now up for the year.` : `${name} fell, and is now down for the year.`,
    ],
    asks: [`Will ${subject} still be ${isUp ? 'up' : 'down'} for the year when the week ends?`],
    follows: [`${asset}-extreme`, `${asset}-move-extreme`, `${asset}-streak`],
  })
}
