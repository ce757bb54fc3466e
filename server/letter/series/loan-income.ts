import type { Fact } from '../facts/fact.ts'
import { type KnownSeries, valuesAt } from './known-series.ts'
import { LOAN_USD, monthlyPayment, perWeek } from './mortgage.ts'
import { type StatementBook } from './statement-book.ts'

const PART_OF_PAY = 0.3

/** The pay with which a loan's payment stays within the housing department's rule of thumb. */
export function tellIncome(book: StatementBook, known: KnownSeries, payment: Fact): void {
  const values = valuesAt(known, [payment.period.to])
  if (!values) return
  const income = book.make(
    {
      id: 'loan-300/income',
      subject: 'pay beside a loan of $300,000',
      period: payment.period,
      value: perWeek(monthlyPayment(LOAN_USD, values[0].observation.value)) / PART_OF_PAY,
      unit: 'usd',
      precision: 0,
      formula: `a week, before tax: payment x 12 / 52 / ${PART_OF_PAY}; 30% of pay is the rule of thumb of the US housing department (HUD)`,
    },
    values,
    [payment],
  )
  book.addForYou({
    id: 'loan-income',
    kind: 'worth',
    topic: 'housing/income',
    main: income,
    slots: { income: { figure: income } },
    tellings: [
      'Who can carry a new $300,000 loan?\nBy the US housing department’s rule of thumb (30% of pay), somebody with {income} a week before tax.',
      'To keep the payment on a new $300,000 loan to 30% of pay, you need {income} a week before tax.\nThat share is the US housing department’s rule of thumb.',
      'The US housing department’s rule of thumb is 30% of pay.\nFor a new $300,000 loan, that takes {income} a week before tax.',
    ],
    lines: ['To keep the payment on a new $300,000 loan at 30% of pay, you need {income} a week before tax.'],
  })
}
