import { formatDay } from '../../../shared/format-date.ts'
import { figure } from '../facts/format-fact.ts'
import {
  capital,
  dayOf,
  moved,
  say,
  seriesFixedPhrases as phrases,
  type FactBook,
  type FindingWords,
  type WordBook,
} from './series-words-parts.ts'

export const marketsWords: WordBook = {
  sp500: (facts) => closes(facts, 'sp500'),
  bitcoin: (facts) => closes(facts, 'bitcoin'),
  ether: (facts) => closes(facts, 'ether'),
  'treasury-10y': tenYearYield,
}

/** The week's change is set large; the level where the week before is not known. */
function closes(facts: FactBook, asset: string): FindingWords {
  const level = facts.get(`${asset}/level`)
  const change = facts.find(`${asset}/change`)
  const name = level.subject
  const yearToDate = facts.find(`${asset}/year-to-date/change`)
    ? [say('Since the year began it ', moved(facts, `${asset}/year-to-date/`), '.')]
    : []
  const at = say('It closed at ', figure(level), ` on ${dayOf(level)}`)
  return {
    title: change ? `${name}, over the week` : name,
    main: change ?? level,
    when: change ? `week to ${dayOf(level)}` : dayOf(level),
    sentences: change
      ? [say(at, `; the change is against the close of ${formatDay(change.period.from)}.`), ...yearToDate]
      : [say(at, '.'), ...yearToDate],
    inShort: change ? say('at ', figure(level)) : say('at the week’s end'),
  }
}

function tenYearYield(facts: FactBook): FindingWords {
  const rate = facts.get('treasury-10y/rate')
  const change = facts.find('treasury-10y/week/change')
  const overWeek = change ? say(moved(facts, 'treasury-10y/week/')) : say()
  return {
    title: capital(phrases.tenYearYield),
    main: rate,
    when: dayOf(rate),
    sentences: [
      ...(change ? [say('It ', overWeek, ` from ${formatDay(change.period.from)}.`)] : []),
      say('The government pays it on a long loan; mortgage rates often move with it.'),
    ],
    inShort: overWeek,
  }
}
