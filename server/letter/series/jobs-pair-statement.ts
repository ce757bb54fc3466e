import { formatMonth } from '../../../shared/format-date.ts'
import { daysBetween } from '../../lib/dates.ts'
import type { Fact } from '../facts/fact.ts'
import { formatLargeCount, formatOrdinal } from '../facts/format-fact.ts'
import type { Slot } from '../statements/statement.ts'
import { changeOfWeek, hardlyChanged, wordClaims } from './claims-statements.ts'
import { salience } from './salience.ts'
import { makeNextStreak } from './tell-course.ts'
import { amount, directionOf, monthName, type StatementBook, written } from './statement-book.ts'

const DAYS_OF_A_YEAR = 365
const TELLS = ['claims', 'claims-streak', 'claims-extreme', 'openings', 'openings-streak', 'openings-extreme']
const WORDS = {
  down: {
    fewer: 'fewer',
    fewest: 'fewest',
    drop: 'drop',
    fall: 'fall',
    end: 'But there are also fewer jobs to move to.',
  },
  up: {
    fewer: 'more',
    fewest: 'most',
    drop: 'rise',
    fall: 'rise',
    end: 'But there are also more jobs to move to.',
  },
} as const

/** First claims and open jobs if both fall or both rise, so that news that is better for people with a job is worse for
 *  people looking for one. Stated only if claims moved the same way for weeks and open jobs have not been so few, or so
 *  many, since a known month. */
export function tellJobsPair(book: StatementBook): void {
  const mean = book.find('claims/four-week-mean')
  const before = book.find('claims/four-week-mean-last-week')
  const change = book.find('claims/week/change')
  const streak = book.find('claims/streak')
  const level = book.find('openings/level')
  const moved = book.find('openings/month/change')
  const since = book.find('openings/since')
  const known = book.open('ICSA')
  if (!mean || !before || !change || !streak || !level || !moved || !since || !known) return
  const direction = directionOf(change)
  if (!direction || direction !== directionOf(moved) || hardlyChanged(mean, before)) return
  const week = directionOf(changeOfWeek(known))
  if (week && week !== direction) return
  const next = makeNextStreak(book, 'claims', streak)
  const slots: Record<string, Slot> = {
    mean: { figure: mean },
    change: amount(change),
    moved: amount(moved),
    nth: written(streak, formatOrdinal),
    next: written(next, formatOrdinal),
    level: written(level, formatLargeCount),
    month: monthName(level.period.to, book),
    since: written(since, (fact) => formatMonth(String(fact.value))),
  }
  const { fewer, fewest, drop, fall, end } = WORDS[direction]
  const open = `But the newest count of open jobs, that of {month}, was {level}: the ${fewest} since {since}.`
  book.add({
    id: 'jobs-pair',
    kind: 'contrast',
    topic: 'economy/jobs-pair',
    main: mean,
    direction,
    salience: rate(since, Number(streak.value)),
    slots,
    opening: [
      `${wordClaims(change, known)}\nOver four weeks, {mean} a week filed a first claim, on average.\nThat is {change} ${fewer} than the average a week earlier, and the {nth} ${drop} in a row.\n${end}\nIn {month}, the newest month counted, employers had {level} open jobs.\nThat is {moved} ${fewer} than a month earlier, and the ${fewest} since {since}.`,
    ],
    tellings: [
      `New jobless claims (first filings for benefits) averaged {mean} a week over four weeks.\nThat average ${direction === 'down' ? 'fell' : 'rose'} for the {nth} week in a row.\n${open}`,
      `Over four weeks, {mean} people a week filed a first claim for jobless benefits, on average.\nThat average ${direction === 'down' ? 'fell' : 'rose'} for the {nth} week in a row.\n${open}`,
      `For the {nth} week in a row, the four-week average of new jobless claims ${direction === 'down' ? 'fell' : 'rose'}: to {mean}.\n${open}`,
    ],
    kickers: ['Signs about jobs point opposite ways.'],
    teases: ['signs about jobs that point opposite ways'],
    heads: [
      `Average jobless claims ${fall} to {mean}, open jobs ${direction} {moved}`,
      `Average jobless claims ${fall}, open jobs ${direction} {moved}`,
    ],
    lines: [
      `New jobless claims ${direction === 'down' ? 'fell' : 'rose'}, averaged over four weeks.\nBut open jobs in {month}, the newest count, were the ${fewest} since {since}.`,
    ],
    tells: TELLS,
    asks: [
      `Do average jobless claims ${fall} for a {next} week?`,
      `Will it be a {next} ${drop} in average jobless claims?`,
    ],
  })
}

/** Scores the pair by both sides: for how many weeks claims moved, and since when open jobs have not been so few or so
 *  many. */
function rate(since: Fact, weeks: number): number {
  const years = daysBetween(String(since.value), since.period.to) / DAYS_OF_A_YEAR
  return salience.pair(years, weeks)
}
