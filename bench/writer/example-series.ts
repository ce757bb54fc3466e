import type { FactUnit } from '../../server/letter/facts/fact.ts'
import type { ExampleFact, ExampleFacts } from './example-facts.ts'
import type { Random } from './random.ts'

const THIS_WEEK = { from: '2031-03-06', to: '2031-03-06' }
const LAST_WEEK = { from: '2031-02-27', to: '2031-02-27' }
const LAST_YEAR = { from: '2030-03-07', to: '2030-03-07' }
const MONTH = { from: '2031-01-01', to: '2031-01-31' }
const YEAR = { from: '2030-01-01', to: '2031-01-31' }
const YEAR_TO_DATE = { from: '2030-12-31', to: '2031-03-07' }
const TRADING_WEEK = { from: '2031-02-28', to: '2031-03-07' }

const wordOf = (change: number) => (change > 0 ? 'rose' : 'fell')
const size = (random: Random, low: number, high: number, unit: number) =>
  (random.between(low, high) * random.pick([1, -1])) / unit
const round = (value: number, digits: number) => Number(value.toFixed(digits))

/** The mortgage rate against last week and last year, what a median home costs a month, house prices. */
export function createHousingFacts(random: Random): ExampleFacts {
  const rate = random.between(560, 780) / 100
  const change = size(random, 1, 19, 100)
  const yearChange = size(random, 20, 110, 100)
  const payment = random.between(1900, 2600)
  const prices = size(random, 11, 80, 1000)
  const mortgage = '30-year fixed mortgage rate'
  const id = 'housing/mortgage-30'
  const home = { subject: 'a home of median price', period: MONTH }
  const index = { subject: 'house prices', period: YEAR }
  const starts = { subject: 'housing starts', period: MONTH }
  const startsChange = size(random, 11, 160, 1000)
  const loan = { subject: 'a loan of $100,000', period: THIS_WEEK }
  const loanYear = {
    subject: 'a 30-year loan of $100,000',
    period: { from: LAST_YEAR.from, to: THIS_WEEK.to },
  }
  const loanPayment = random.between(590, 730)
  const loanChange = size(random, 5, 90, 1)
  const previous = round(rate - change, 2)
  const before = round(rate - yearChange, 2)
  return {
    facts: [
      { id: `${id}/rate`, subject: mortgage, period: THIS_WEEK, value: rate, unit: 'percent' as FactUnit },
      {
        id: `${id}/rate-last-week`,
        subject: mortgage,
        period: LAST_WEEK,
        value: previous,
        unit: 'percent' as FactUnit,
      },
      {
        id: `${id}/rate-last-year`,
        subject: mortgage,
        period: LAST_YEAR,
        value: before,
        unit: 'percent' as FactUnit,
      },
      {
        id: `${id}/week/change`,
        subject: mortgage,
        period: { from: LAST_WEEK.from, to: THIS_WEEK.to },
        value: change,
        unit: 'percentage-points' as FactUnit,
        inputs: [`${id}/rate`, `${id}/rate-last-week`],
      },
      {
        id: `${id}/week/direction`,
        subject: mortgage,
        period: { from: LAST_WEEK.from, to: THIS_WEEK.to },
        value: wordOf(change),
        unit: 'text',
        inputs: [`${id}/week/change`],
      },
      {
        id: `${id}/year/change`,
        subject: mortgage,
        period: { from: LAST_YEAR.from, to: THIS_WEEK.to },
        value: yearChange,
        unit: 'percentage-points' as FactUnit,
        inputs: [`${id}/rate`, `${id}/rate-last-year`],
      },
      {
        id: `${id}/year/direction`,
        subject: mortgage,
        period: { from: LAST_YEAR.from, to: THIS_WEEK.to },
        value: wordOf(yearChange),
        unit: 'text',
        inputs: [`${id}/year/change`],
      },
      { ...home, id: 'housing/home/payment', value: payment, unit: 'usd' },
      {
        ...home,
        id: 'housing/home/income-needed',
        value: payment * 40,
        unit: 'usd',
        inputs: ['housing/home/payment'],
      },
      { ...home, id: 'housing/home/price', value: random.between(360_000, 460_000), unit: 'usd' },
      { ...index, id: 'housing/index/change', value: prices, unit: 'fraction' },
      {
        ...index,
        id: 'housing/index/direction',
        value: wordOf(prices),
        unit: 'text',
        inputs: ['housing/index/change'],
      },
      { ...starts, id: 'housing/starts/level', value: random.between(1200, 1700) * 1000, unit: 'count' },
      { ...starts, id: 'housing/starts/month/change', value: startsChange, unit: 'fraction' },
      {
        ...starts,
        id: 'housing/starts/month/direction',
        value: wordOf(startsChange),
        unit: 'text',
        inputs: ['housing/starts/month/change'],
      },
      { ...loan, id: 'housing/loan/payment', value: loanPayment, unit: 'usd' },
      {
        ...loan,
        id: 'housing/loan/payment-last-year',
        period: LAST_YEAR,
        value: loanPayment - loanChange,
        unit: 'usd',
      },
      { ...loanYear, id: 'housing/loan/year/change', value: loanChange, unit: 'usd' },
      {
        ...loanYear,
        id: 'housing/loan/year/direction',
        value: wordOf(loanChange),
        unit: 'text',
        inputs: ['housing/loan/year/change'],
      },
    ],
    required: [`${id}/rate`, `${id}/week/change`, 'housing/home/payment', 'housing/index/change'],
  }
}

/** Consumer prices, real pay, jobs and claims. */
export function createEconomyFacts(random: Random): ExampleFacts {
  const cpi = random.between(18, 49) / 1000
  const wage = random.between(12, 60) / 1000
  const real = round((1 + wage) / (1 + cpi) - 1, 4) || 0.001
  const jobs = size(random, 21, 310, 0.001)
  const changeOf = (name: string, subject: string, value: number, unit: FactUnit, period = YEAR) => [
    { id: `economy/${name}/change`, subject, period, value, unit },
    {
      id: `economy/${name}/direction`,
      subject,
      period,
      value: wordOf(value),
      unit: 'text' as const,
      inputs: [`economy/${name}/change`],
    },
  ]
  return {
    facts: [
      ...changeOf('cpi', 'consumer prices', cpi, 'fraction'),
      ...changeOf('wage', 'hourly pay', wage, 'fraction'),
      ...changeOf('real-wage', 'hourly pay after inflation', real, 'fraction'),
      ...changeOf('payrolls', 'payrolls', jobs, 'count', MONTH),
      {
        id: 'economy/unemployment/rate',
        subject: 'unemployment rate',
        period: MONTH,
        value: random.between(34, 61) / 10,
        unit: 'percent' as FactUnit,
      },
      ...changeOf(
        'unemployment/month',
        'unemployment rate',
        size(random, 1, 4, 10),
        'percentage-points' as FactUnit,
        MONTH,
      ),
      {
        id: 'economy/federal-funds/rate',
        subject: 'The federal funds rate',
        period: MONTH,
        value: random.between(210, 540) / 100,
        unit: 'percent' as FactUnit,
      },
      {
        id: 'economy/sentiment/index',
        subject: 'Consumer sentiment (University of Michigan)',
        period: MONTH,
        value: random.between(510, 980) / 10,
        unit: 'index' as FactUnit,
      },
      ...changeOf(
        'sentiment/month',
        'Consumer sentiment (University of Michigan)',
        size(random, 4, 90, 1000),
        'fraction',
        MONTH,
      ),
      ...changeOf('claims/week', 'average of new jobless claims', size(random, 1, 60, 0.004), 'count', {
        from: '2031-01-26',
        to: '2031-03-01',
      }),
      {
        id: 'economy/claims/four-week-mean',
        subject: 'new jobless claims',
        period: { from: '2031-02-02', to: '2031-03-01' },
        value: random.between(201, 290) * 1000,
        unit: 'count',
      },
      {
        id: 'economy/pay-against-prices',
        subject: 'hourly pay',
        period: YEAR,
        value: wage > cpi ? 'more than' : wage < cpi ? 'less than' : 'as much as',
        unit: 'text',
        inputs: ['economy/wage/change', 'economy/cpi/change'],
      } satisfies ExampleFact,
    ],
    required: [
      'economy/real-wage/change',
      'economy/cpi/change',
      'economy/payrolls/change',
      'economy/unemployment/rate',
    ],
  }
}

/** A share index, bitcoin, and the gap between two Treasury yields. */
export function createMarketFacts(random: Random): ExampleFacts {
  const asset = (
    name: string,
    subject: string,
    level: number,
    unit: FactUnit,
    period = TRADING_WEEK,
  ): ExampleFact[] => {
    const change = size(random, 2, 70, 1000)
    const group = `markets/${name}`
    return [
      {
        id: `${group}/level`,
        subject,
        period: { from: TRADING_WEEK.to, to: TRADING_WEEK.to },
        value: level,
        unit,
      },
      { id: `${group}/change`, subject, period, value: change, unit: 'fraction' },
      {
        id: `${group}/direction`,
        subject,
        period,
        value: wordOf(change),
        unit: 'text',
        inputs: [`${group}/change`],
      },
    ]
  }
  return {
    facts: [
      ...asset('sp500', 'S&P 500', random.between(520_000, 790_000) / 100, 'index' as FactUnit),
      ...asset('bitcoin', 'Bitcoin', random.between(41_000, 130_000), 'usd'),
      ...asset('ethereum', 'Ether', random.between(1500, 5000), 'usd'),
      ...asset('bitcoin/year-to-date', 'Bitcoin', 0, 'usd', YEAR_TO_DATE).slice(1),
      {
        id: 'markets/curve/spread',
        subject: 'gap between ten-year and two-year Treasury yields',
        period: { from: TRADING_WEEK.to, to: TRADING_WEEK.to },
        value: size(random, 2, 90, 100),
        unit: 'percentage-points' as FactUnit,
      },
    ],
    required: ['markets/sp500/change', 'markets/bitcoin/change', 'markets/curve/spread'],
  }
}
