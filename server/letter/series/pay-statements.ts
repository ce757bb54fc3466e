import { type Fact, roundFigure } from '../facts/fact.ts'
import { type SourcedValue, valuesAt } from './known-series.ts'
import { findPrices } from './prices-statements.ts'
import { salience } from './salience.ts'
import { countDeviations, listSteps, listUnbroken } from './series-history.ts'
import { amount, bySign, directionOf, monthName, type StatementBook } from './statement-book.ts'
import { addMonths } from '../../lib/dates.ts'
import { periodOf } from './monthly-figures.ts'

const HOURS = 40
const FLAT_PAY_USD = 1000
const WEEKS_OF_A_YEAR = 52
const MONTHS_OF_A_YEAR = 12
/** Half a thousandth of an hour's pay. */
const LEAST_DEVIATION = 0.001

export function statePay(book: StatementBook): void {
  book.attempt({ id: 'real-pay', kind: 'change' }, () => tellRealPay(book))
  book.attempt({ id: 'flat-pay', kind: 'worth' }, () => tellFlatPay(book))
}

/** What a week of 40 hours pays production and nonsupervisory workers, and how much of that prices took. */
function tellRealPay(book: StatementBook): void {
  const wages = book.open('CES0500000008')
  const prices = book.open('CWUR0000SA0')
  const real = book.find('real-wage/change')
  const wageChange = book.find('wage/change')
  const cost = book.find('wage-prices/change')
  if (!wages || !prices || !real || !wageChange || !cost) return
  const month = wages.observations.findLast(
    ({ date }) => periodOf('monthly', date).to === real.period.to,
  )?.date
  const base = month === undefined ? '' : addMonths(month, -12)
  const paid = month === undefined ? undefined : valuesAt(wages, [month, base])
  const charged = month === undefined ? undefined : valuesAt(prices, [month, base])
  const [w, w0] = paid ?? []
  const [p, p0] = charged ?? []
  if (month === undefined || !paid || !charged || !w || !w0 || !p || !p0) return
  const subject = 'a 40-hour week of production and nonsupervisory workers'
  const words = { subject, unit: 'usd', precision: 0 } as const
  const makePay = (kind: string, hourly: SourcedValue) =>
    book.make(
      {
        ...words,
        id: `week-of-40/${kind}`,
        period: periodOf('monthly', hourly.observation.date),
        value: HOURS * hourly.observation.value,
        formula: `${HOURS} x hourly pay, before tax`,
      },
      [hourly],
    )
  const now = makePay('pay', w)
  const before = makePay('pay-last-year', w0)
  const change = book.make(
    {
      ...words,
      id: 'week-of-40/change',
      period: real.period,
      value: roundFigure(Number(now.value) - Number(before.value), 0),
      formula: 'a week: pay - that of a year before, both in whole dollars',
    },
    paid,
    [now, before],
  )
  const after = book.make(
    {
      ...words,
      id: 'week-of-40/real-change',
      period: real.period,
      value:
        HOURS * (w.observation.value - (w0.observation.value * p.observation.value) / p0.observation.value),
      formula: `${HOURS} x (W - W a year before x CPI-W / CPI-W a year before), in dollars of the newer month`,
    },
    [...paid, ...charged],
    [now, before],
  )
  const steps = listSteps(listUnbroken(wages.observations, 'month'))
  const own =
    salience.monthly(
      countDeviations(steps.at(-1) ?? 0, steps.slice(0, -1), LEAST_DEVIATION * w.observation.value),
    ) + 4
  tellRealWage(book, { real, wageChange, cost, own })
  tellWeekOf40(book, { now, before, change, after })
}

function tellRealWage(
  book: StatementBook,
  { real, wageChange, cost, own }: { real: Fact; wageChange: Fact; cost: Fact; own: number },
): void {
  const month = monthName(real.period.to, book)
  const buys = bySign(real, { up: 'more', down: 'less', same: '' })
  book.add({
    id: 'real-pay',
    kind: 'change',
    topic: 'economy/pay',
    main: real,
    direction: directionOf(real),
    salience: own,
    slots: { real: amount(real), wage: amount(wageChange), cost: amount(cost), month },
    tellings:
      real.value === 0
        ? [
            'In {month}, an hour’s pay bought as much as a year before, on average (workers who are not managers).',
            'Average hourly pay bought as much in {month} as a year before.',
            'After prices, average hourly pay in {month} was what it had been a year before.',
          ]
        : [
            `In {month}, an hour’s pay bought {real} ${buys} than a year before, on average (workers who are not managers).`,
            `Average hourly pay of workers who are not managers bought {real} ${buys} in {month} than a year before.`,
            `After prices, an hour’s pay in {month} was worth {real} ${buys} than a year before (workers who are not managers).`,
          ],
    heads:
      real.value === 0
        ? []
        : [`An hour’s pay buys {real} ${buys} than a year ago`, `Pay buys {real} ${buys} than a year ago`],
    lines:
      real.value === 0
        ? ['An hour’s pay bought as much in {month} as a year before.']
        : [`An hour’s pay bought {real} ${buys} in {month} than a year before.`],
    glances: [
      `An hour’s pay bought ${real.value === 0 ? 'as much in {month} as' : `${buys} in {month} than`} a year before.`,
    ],
    follows: ['week-of-40', 'prices', 'flat-pay'],
  })
}

function tellWeekOf40(
  book: StatementBook,
  { now, before, change, after }: { now: Fact; before: Fact; change: Fact; after: Fact },
): void {
  const up = bySign(change, { up: '{change} more', down: '{change} less', same: 'as much' })
  const than = change.value === 0 ? 'as' : 'than'
  const buys = bySign(after, { up: '{after} more', down: '{after} less', same: 'as much' })
  const thanBuys = after.value === 0 ? 'as' : 'than'
  book.addForYou({
    id: 'week-of-40',
    kind: 'worth',
    topic: 'economy/pay',
    main: after,
    direction: directionOf(after),
    slots: {
      now: { figure: now },
      before: { figure: before },
      change: amount(change),
      after: amount(after),
      month: monthName(now.period.to, book),
    },
    tellings: [
      `At average hourly pay (workers who are not managers), a 40-hour week paid {now} in {month}.\nThat is ${up} ${than} a year before.\nAfter prices it buys ${buys} ${thanBuys} it did then.`,
      `A 40-hour week at average pay (workers who are not managers) came to {now} before tax in {month}.\nA year before it was {before}.\nCounted in what it buys, that is ${buys} ${thanBuys} a year before.`,
      `In {month}, a 40-hour week at average hourly pay (workers who are not managers) was {now}, ${up} ${than} a year before.\nAfter prices it buys ${buys} ${thanBuys} it did then.`,
    ],
    carry: [
      `a 40-hour week at average pay (workers who are not managers) paid {now} in {month}.\nAfter prices it buys ${buys} ${thanBuys} a year before.`,
    ],
    lines: [
      `After prices, a 40-hour week at average pay buys ${buys} ${thanBuys} a year before.`,
      `A 40-hour week at average pay comes to {now}.\nAfter prices it buys ${buys} ${thanBuys} a year before.`,
    ],
  })
  // Used if the story has already said what prices left of the pay.
  book.addForYou({
    id: 'week-of-40-paid',
    kind: 'worth',
    topic: 'economy/pay',
    main: now,
    direction: directionOf(change),
    slots: { now: { figure: now }, change: amount(change), month: monthName(now.period.to, book) },
    tellings: [
      `At average hourly pay (workers who are not managers), a 40-hour week paid {now} in {month}.\nThat is ${up} ${than} a year before, prices left aside.`,
      `In {month}, a 40-hour week at average pay (workers who are not managers) was {now} before tax, ${up} ${than} a year before.`,
      `A 40-hour week at average pay (workers who are not managers): {now} before tax in {month}, ${up} ${than} a year before.`,
    ],
  })
}

/** What pay that did not change buys after a year of rising or falling prices. */
function tellFlatPay(book: StatementBook): void {
  const found = findPrices(book)
  if (!found) return
  const { change, known } = found
  const date = known.newest.date
  const values = valuesAt(known, [date, addMonths(date, -12)])
  const [now, then] = values ?? []
  if (!values || !now || !then || change.value === 0) return
  // Unrounded, since the printed tenth of a percent would move the result by up to half a dollar.
  const grew = now.observation.value / then.observation.value
  const words = {
    subject: 'flat pay of $1,000 a week',
    period: change.period,
    unit: 'usd',
    precision: 0,
  } as const
  const worth = book.make(
    {
      ...words,
      id: 'flat-pay/worth',
      value: FLAT_PAY_USD / grew,
      formula: `a week, in dollars of a year before: ${FLAT_PAY_USD} x the index of a year before / the month's index`,
    },
    values,
    [change],
  )
  const lost = book.make(
    {
      ...words,
      id: 'flat-pay/loss',
      value: Math.abs(FLAT_PAY_USD - Number(worth.value)),
      formula: `a week: ${FLAT_PAY_USD} - what it buys, in whole dollars, without its sign`,
    },
    values,
    [worth],
  )
  const need = book.make(
    {
      ...words,
      id: 'flat-pay/need',
      value: FLAT_PAY_USD * grew,
      formula: `a week: ${FLAT_PAY_USD} x the month's index / that of a year before`,
    },
    values,
    [change],
  )
  const isLoss = Number(change.value) > 0
  const rose = isLoss ? 'rose' : 'fell'
  book.addForYou({
    id: 'flat-pay',
    kind: 'worth',
    topic: 'economy/flat-pay',
    main: change,
    direction: isLoss ? 'down' : 'up',
    slots: {
      worth: { figure: worth },
      need: { figure: need },
      change: amount(change),
      month: monthName(change.period.to, book),
    },
    tellings: [
      `Prices ${rose} {change} in the year to {month}.\nIf your pay stood still at $1,000 a week, it buys what {worth} did a year before.`,
      `After the year to {month}, flat pay of $1,000 a week buys what {worth} did a year before.\nPrices ${rose} {change}.`,
      `Was your pay $1,000 a week in {month}, and a year before?\nThen it buys what {worth} did: prices ${rose} {change}.`,
    ],
    lines: [
      'To stand still, pay of $1,000 a week a year before would have to be {need} now.',
      'If you made $1,000 a week a year before, you need {need} to buy the same.',
    ],
  })
  const shared = { kind: 'worth', topic: 'economy/flat-pay', direction: isLoss ? 'down' : 'up' } as const
  const month = monthName(change.period.to, book)
  // Used if the story has said what the pay buys, and no other figure gives readers a sum of their own.
  book.addForYou({
    ...shared,
    id: 'flat-pay-need',
    main: need,
    slots: { need: { figure: need }, month },
    tellings: [
      'At {month} prices, it takes {need} to buy what $1,000 a week bought a year before.',
      'What $1,000 a week bought a year before cost {need} in {month}.',
      'Asking for a raise?\nWhat $1,000 a week bought a year before cost {need} in {month}.',
    ],
  })
  // Used in the story; the section then has another sum.
  book.addForYou({
    ...shared,
    id: 'flat-pay-now',
    main: worth,
    slots: { worth: { figure: worth }, month },
    tellings: [
      'Pay of $1,000 a week that stood still in the year to {month} now buys what {worth} did.',
      'After the year to {month}, flat pay of $1,000 a week buys what {worth} did a year before.',
      'What {worth} bought before the year to {month} now takes flat pay of $1,000 a week.',
    ],
    carry: [
      'if you got no raise in the year to {month}, $1,000 of pay buys what {worth} did a year before.',
      'without a raise in the year to {month}, $1,000 of pay buys what {worth} did a year before.',
    ],
    thread: 'pay',
    atHome: {
      monthlyUsd: (Number(lost.value) * WEEKS_OF_A_YEAR) / MONTHS_OF_A_YEAR,
      takesUp: [
        'And your own $1,000?\nWithout a raise in the year to {month}, it buys what {worth} did a year before.',
        'And your own $1,000?\nWith no raise in the year to {month}, it buys what {worth} did a year before.',
      ],
    },
    // It also covers the change of prices, which it expresses in dollars, unless that change is the news or the largest
    // for long, which only its size explains.
    tells:
      book.isNews(change) || (book.find('prices/since') ?? book.find('prices/records-from'))
        ? []
        : ['prices', 'prices-streak'],
  })
}
