import type { Fact } from '../facts/fact.ts'
import type { KnownSeries } from './known-series.ts'
import { type StatementBook, valuesAt } from './statement-book.ts'

const PART_OF_PAY = 0.3
const WEEKS_OF_A_YEAR = 52
const MONTHS_OF_A_YEAR = 12

/** What pay keeps a loan's payment within the housing department's rule of thumb. */
export function tellIncome(book: StatementBook, known: KnownSeries, payment: Fact): void {
  const values = valuesAt(known, [payment.period.to])
  if (!values) return
  const income = book.make(
    {
      id: 'loan-300/income',
      subject: 'pay beside a loan of $300,000',
      period: payment.period,
      value: (Number(payment.value) * MONTHS_OF_A_YEAR) / WEEKS_OF_A_YEAR / PART_OF_PAY,
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
      'To keep a new $300,000 loan to 30% of pay takes {income} a week before tax.\nThat is the US housing department’s rule of thumb.',
      'By the rule of thumb of the US housing department (30% of pay), a new $300,000 loan takes {income} a week before tax.',
      'A new $300,000 loan stays within 30% of pay from {income} a week on, before tax.\nThat share is the US housing department’s rule of thumb.',
    ],
    lines: [
      'To keep it to 30% of pay, a rule of thumb of the US housing department, takes {income} a week before tax.',
      'By the US housing department’s rule of thumb, 30% of pay, that takes {income} a week before tax.',
    ],
  })
}
