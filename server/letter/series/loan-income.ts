import type { Fact } from '../facts/fact.ts'
import { type KnownSeries, valuesAt } from './known-series.ts'
import { type StatementBook } from './statement-book.ts'

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
      'A $375,000 home with a fifth down takes a $300,000 loan.\nTo keep that to 30% of pay, you need {income} a week before tax.\nThe share is the US housing department’s rule of thumb.',
      'To buy a $375,000 home with a fifth down, you need {income} a week before tax.\nThat keeps the loan to 30% of pay, the US housing department’s rule of thumb.',
      'With a fifth down on a $375,000 home, you need {income} a week before tax to keep the loan to 30% of pay.\nThat share is the US housing department’s rule of thumb.',
    ],
    lines: [
      'With a fifth down, a new $300,000 loan buys a $375,000 home.\nFor that to be 30% of pay, you need {income} a week before tax.',
      'A $375,000 home with a fifth down takes a new $300,000 loan.\nTo keep that to 30% of pay, you need {income} a week before tax.',
    ],
  })
}
