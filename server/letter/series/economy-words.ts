import type { Fact } from '../facts/fact.ts'
import { figure } from '../facts/format-fact.ts'
import {
  byDirection,
  capital,
  dayOf,
  monthOf,
  moved,
  say,
  seriesFixedPhrases as phrases,
  type FactBook,
  type FindingWords,
  type WordBook,
} from './series-words-parts.ts'

export const economyWords: WordBook = {
  'real-wage': realPay,
  cpi: (facts) => consumerPrices(facts, 'cpi', 'change'),
  'cpi-core': (facts) => consumerPrices(facts, 'cpi-core', 'change'),
  'cpi-adjusted': (facts) => consumerPrices(facts, 'cpi-adjusted', 'adjusted-change'),
  'cpi-core-adjusted': (facts) => consumerPrices(facts, 'cpi-core-adjusted', 'adjusted-change'),
  payrolls,
  unemployment,
  sahm,
  claims,
  openings,
  'curve-10y-2y': (facts) => yieldCurve(facts, 'curve-10y-2y'),
  'curve-10y-3m': (facts) => yieldCurve(facts, 'curve-10y-3m'),
  'federal-funds': federalFunds,
  sentiment,
}

function realPay(facts: FactBook): FindingWords {
  const real = facts.get('real-wage/change')
  const direction = facts.get('real-wage/direction')
  return {
    title: 'Hourly pay after inflation, over the year',
    main: real,
    when: monthOf(real),
    sentences: [
      byDirection(direction, {
        rose: say('An hour of work bought more than a year before.'),
        fell: say('An hour of work bought less than a year before.'),
        same: say('An hour of work bought as much as a year before.'),
      }),
      say(
        'Hourly pay ',
        moved(facts, 'wage/'),
        ', the prices that wage earners pay ',
        moved(facts, 'wage-prices/'),
        '.',
      ),
      say('It is the pay of workers who are not managers.'),
    ],
    inShort: byDirection(direction, {
      rose: say('an hour bought more'),
      fell: say('an hour bought less'),
      same: say('an hour bought as much'),
    }),
  }
}

const ADJUSTED =
  'By the seasonally adjusted index: the unadjusted index, by which years are usually compared, we could not get. The last digit may differ.'

function consumerPrices(facts: FactBook, group: string, kind: 'change' | 'adjusted-change'): FindingWords {
  const change = facts.get(`${group}/${kind}`)
  const direction = facts.get(`${group}/direction`)
  const isCore = group.startsWith('cpi-core')
  const what = isCore
    ? 'The same goods and services, without food and energy,'
    : 'The same goods and services'
  const name = isCore ? 'Prices without food and energy' : 'Consumer prices'
  return {
    title: `${name}, over the year`,
    main: change,
    when: monthOf(change),
    sentences: [
      byDirection(direction, {
        rose: say(`${what} cost more than a year before.`),
        fell: say(`${what} cost less than a year before.`),
        same: say(`${what} cost as much as a year before.`),
      }),
      ...(kind === 'adjusted-change' ? [say(ADJUSTED)] : []),
    ],
    inShort: byDirection(direction, {
      rose: say('higher than a year before'),
      fell: say('lower than a year before'),
      same: say('as a year before'),
    }),
  }
}

function payrolls(facts: FactBook): FindingWords {
  const change = facts.get('payrolls/change')
  const direction = facts.get('payrolls/direction')
  return {
    title: 'Change in jobs, over the month',
    main: change,
    when: monthOf(change),
    sentences: [
      byDirection(direction, {
        rose: say('Payrolls, farms not counted, had more jobs than the month before.'),
        fell: say('Payrolls, farms not counted, had fewer jobs than the month before.'),
        same: say('Payrolls, farms not counted, had as many jobs as the month before.'),
      }),
    ],
    inShort: byDirection(direction, {
      rose: say('more jobs than the month before'),
      fell: say('fewer jobs than the month before'),
      same: say('as many jobs as the month before'),
    }),
  }
}

function unemployment(facts: FactBook): FindingWords {
  const rate = facts.get('unemployment/rate')
  const direction = facts.find('unemployment/month/direction')
  const overMonth = direction ? say(moved(facts, 'unemployment/month/'), ' over the month') : say()
  return {
    title: 'Unemployment rate',
    main: rate,
    when: monthOf(rate),
    sentences: direction ? [say('It ', overMonth, '.')] : [],
    inShort: overMonth,
  }
}

function sahm(facts: FactBook): FindingWords {
  const gap = facts.get('sahm/gap')
  const state = facts.get('sahm/state')
  const isTriggered = state.value === 'triggered'
  return {
    title: 'Sahm rule, a sign of recessions',
    main: gap,
    when: monthOf(gap),
    sentences: [
      isTriggered
        ? say(
            'It is triggered: unemployment lies so far above its low of the year before that, by this rule of thumb, a recession has begun.',
          )
        : say('It is not triggered: unemployment does not lie far enough above its low of the year before.'),
    ],
    inShort: say(String(state.value)),
    ...(isTriggered
      ? { headline: { weight: 90, texts: ['The Sahm rule, a sign of recessions, is triggered'] } }
      : {}),
  }
}

function claims(facts: FactBook): FindingWords {
  const mean = facts.get('claims/four-week-mean')
  const newest = facts.get('claims/newest-week/level')
  const before = facts.find('claims/four-week-mean-last-week')
  const change = facts.find('claims/week/change')
  const overWeek = change ? say(moved(facts, 'claims/week/'), ' over the week') : say()
  return {
    title: `New jobless claims, ${phrases.fourWeekAverage}`,
    main: mean,
    when: `${phrases.fourWeeks} to ${dayOf(mean)}`,
    sentences: [
      ...(change && before ? [say('It ', overWeek, ', from ', figure(before), '.')] : []),
      say(
        `In the week to ${dayOf(newest)} alone there were `,
        figure(newest),
        ' new claims for jobless pay.',
      ),
    ],
    inShort: change ? overWeek : say('of ', figure(newest), ' in the newest week'),
  }
}

function openings(facts: FactBook): FindingWords {
  const level = facts.get('openings/level')
  const overMonth = facts.find('openings/month/change')
    ? say(moved(facts, 'openings/month/'), ' over the month')
    : say()
  return {
    title: 'Job openings',
    main: level,
    when: monthOf(level),
    sentences: overMonth.length > 0 ? [say('They ', plural(overMonth), '.')] : [],
    inShort: overMonth,
  }
}

/** 'They were unchanged' */
function plural(sentence: ReturnType<typeof say>): ReturnType<typeof say> {
  return sentence.map((span) => (span.text === 'was unchanged' ? { ...span, text: 'were unchanged' } : span))
}

function yieldCurve(facts: FactBook, group: string): FindingWords {
  const spread = facts.get(`${group}/spread`)
  const shape = facts.get(`${group}/shape`)
  const words: Readonly<Record<string, string>> = {
    inverted: 'A short loan to the government pays more than a long loan: the curve is inverted.',
    'not inverted': 'A long loan to the government pays more than a short loan: the curve is not inverted.',
    flat: 'A long loan to the government pays as much as a short loan: the curve is flat.',
  }
  return {
    title: capital(spread.subject),
    main: spread,
    when: dayOf(spread),
    sentences: [say(words[String(shape.value)] ?? `The curve is ${String(shape.value)}.`)],
    inShort: say(String(shape.value)),
  }
}

function federalFunds(facts: FactBook): FindingWords {
  const rate = facts.get('federal-funds/rate')
  const overMonth = facts.find('federal-funds/month/change')
    ? say(moved(facts, 'federal-funds/month/'), ' over the month')
    : say()
  return {
    title: 'Federal funds rate',
    main: rate,
    when: monthOf(rate),
    sentences: [
      ...(overMonth.length > 0 ? [say('It ', overMonth, '.')] : []),
      say('Banks lend to each other overnight at it; the figure is the month’s average.'),
    ],
    inShort: overMonth,
  }
}

function sentiment(facts: FactBook): FindingWords {
  const level = facts.get('sentiment/index')
  const change: Fact | undefined = facts.find('sentiment/month/change')
  const overMonth = change ? say(moved(facts, 'sentiment/month/'), ' over the month') : say()
  return {
    title: 'Consumer sentiment, an index',
    main: level,
    when: monthOf(level),
    sentences: [
      ...(change ? [say('It ', overMonth, '.')] : []),
      say('FRED has this index a month late: its owner publishes newer figures elsewhere.'),
    ],
    inShort: change ? say(overMonth, '; FRED has it a month late') : say('FRED has it a month late'),
  }
}
