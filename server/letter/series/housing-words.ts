import { figure } from '../facts/format-fact.ts'
import {
  amountOf,
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

/** In percentage points over the week: a smaller move of the rate is hardly news. */

const TERMS = 'principal and interest only, no taxes, no insurance'

export const housingWords: WordBook = {
  'mortgage-30': mortgageRate,
  loan: loanPayment,
  home: homePayment,
  index: (facts) => homePrices(facts, 'index'),
  'home-value': (facts) => homePrices(facts, 'home-value'),
  supply,
  starts: (facts) => building(facts, 'starts', 'Housing starts'),
  permits: (facts) => building(facts, 'permits', 'Building permits for homes'),
}

function mortgageRate(facts: FactBook): FindingWords {
  const rate = facts.get('mortgage-30/rate')
  const week = facts.find('mortgage-30/week/direction')
  const yearAgo = facts.find('mortgage-30/rate-last-year')
  const overWeek = week ? [...moved(facts, 'mortgage-30/week/'), { text: ' over the week' }] : []
  return {
    title: capital(phrases.mortgageRate),
    main: rate,
    when: dayOf(rate),
    sentences: [
      ...(week ? [say('It ', overWeek, '.')] : []),
      ...(yearAgo ? [say('A year ago it was ', figure(yearAgo), '.')] : []),
    ],
    inShort: say(overWeek),
  }
}

function loanPayment(facts: FactBook): FindingWords {
  const payment = facts.get('loan/payment')
  const before = facts.find('loan/payment-last-year')
  const change = facts.find('loan/year/change')
  const direction = facts.find('loan/year/direction')
  const comparison =
    change && direction
      ? byDirection(direction, {
          rose: say(amountOf(change), ' more than a year ago'),
          fell: say(amountOf(change), ' less than a year ago'),
          same: say('as much as a year ago'),
        })
      : undefined
  return {
    title: `A month’s payment on ${payment.subject}`,
    main: payment,
    when: dayOf(payment),
    sentences: [
      ...(comparison
        ? [
            change?.value === 0 || !before
              ? say('That is ', comparison, '.')
              : say('That is ', comparison, ', when it was ', figure(before), '.'),
          ]
        : []),
      say(`At that day’s ${phrases.mortgageRate}: ${TERMS}.`),
    ],
    inShort: comparison ?? say('at that day’s rate'),
  }
}

function homePayment(facts: FactBook): FindingWords {
  const payment = facts.get('home/payment')
  const income = facts.get('home/income-needed')
  const price = facts.get('home/price')
  const isQuarter = price.period.from.slice(0, 7) !== price.period.to.slice(0, 7)
  return {
    title: `A month’s payment on ${payment.subject}`,
    main: payment,
    when: dayOf(payment),
    sentences: [
      say(
        'It takes an income of ',
        figure(income),
        ` a year, if ${phrases.threeTenths} of it go to the loan.`,
      ),
      say(
        'The price is ',
        figure(price),
        `, that of ${isQuarter ? 'the quarter to ' : ''}${monthOf(price)}, with ${phrases.fifthPaidDown}; ${TERMS}.`,
      ),
    ],
    inShort: say('for a price of ', figure(price)),
  }
}

const STANDS_IN = 'It stands in for the index of the FHFA, the federal agency, which we could not get.'

function homePrices(facts: FactBook, group: 'index' | 'home-value'): FindingWords {
  const change = facts.get(`${group}/change`)
  const direction = facts.get(`${group}/direction`)
  const isStandIn = change.subject.startsWith('Case-Shiller')
  const did = group === 'index' ? 'Homes sold for' : 'By Zillow’s estimate the typical home was worth'
  return {
    title: `${capital(change.subject)}, over the year`,
    main: change,
    when: monthOf(change),
    sentences: [
      byDirection(direction, {
        rose: say(`${did} more than a year before.`),
        fell: say(`${did} less than a year before.`),
        same: say(`${did} as much as a year before.`),
      }),
      ...(isStandIn ? [say(STANDS_IN)] : []),
    ],
    inShort: byDirection(direction, {
      rose: say('higher than a year before'),
      fell: say('lower than a year before'),
      same: say('as a year before'),
    }),
  }
}

function supply(facts: FactBook): FindingWords {
  const level = facts.get('supply/months')
  return {
    title: 'Supply of new homes',
    main: level,
    when: monthOf(level),
    sentences: [say('The new homes for sale would last that long at the latest pace of sales.')],
    inShort: say('at the pace of sales'),
  }
}

function building(facts: FactBook, group: 'starts' | 'permits', title: string): FindingWords {
  const level = facts.get(`${group}/level`)
  const hasMonth = facts.find(`${group}/month/change`) !== undefined
  const hasYear = facts.find(`${group}/year/change`) !== undefined
  const month = hasMonth ? say(moved(facts, `${group}/month/`), ' over the month') : say()
  const year = hasYear ? say(moved(facts, `${group}/year/`), ' over the year') : say()
  const both = hasMonth && hasYear ? ' and ' : ''
  return {
    title: `${title}, at a yearly pace`,
    main: level,
    when: monthOf(level),
    sentences: hasMonth || hasYear ? [say('The pace ', month, both, year, '.')] : [],
    inShort: hasMonth ? month : year,
  }
}
