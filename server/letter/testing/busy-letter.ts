import { factAnchor, figuresPath } from '../../../shared/edition-address.ts'
import type { LetterContent } from '../../../shared/edition-contract.ts'
import type { Fact } from '../facts/fact.ts'
import { figure, plain } from '../facts/format-fact.ts'
import { stateInsiders } from '../insiders/insider-statements.ts'
import { createBusyWeek } from './busy-week.ts'
import { aLetter } from './edition-content.ts'

export const BUSY = createBusyWeek()
export const CHANGE: Fact = {
  ...BUSY.totals.buyValue,
  id: 'insiders/rate/change',
  kind: 'change',
  subject: '30-year mortgage rate',
  value: -0.25,
  unit: 'percentage-points',
  precision: 2,
  sourceUrl: 'https://records.test/rate',
}
export const FELL: Fact = {
  ...CHANGE,
  id: 'insiders/rate/direction',
  kind: 'direction',
  value: 'fell',
  unit: 'text',
}
export const LEVEL: Fact = { ...CHANGE, id: 'insiders/rate/rate', kind: 'rate', value: 6.95, unit: 'percent' }
export const RANGE: Fact = {
  ...CHANGE,
  id: 'insiders/trade/amount',
  kind: 'amount',
  value: [1001, 15_000],
  unit: 'usd',
}
export const TOLD = stateInsiders(BUSY)
export const FACTS = [...BUSY.facts, ...TOLD.facts, CHANGE, FELL, LEVEL, RANGE]

/** The letter's Monday. */
export const SLOT_DATE = '2025-02-03'
export const { buyValue, saleValue } = BUSY.totals
/** The address of a fact on the page of an edition's figures. */
export const placeOf = ({ id }: Fact, slotDate = SLOT_DATE) => `${figuresPath(slotDate)}#${factAnchor(id)}`

/** A letter with a figure in each of its parts. */
export const LETTER: LetterContent = aLetter({
  headline: '3 insiders bought $731,071 of Acme',
  lead: { id: 'insiders/cluster/42', kind: 'cluster', topic: 'insiders/42' },
  story: [
    [plain('Insiders bought for '), figure(buyValue, undefined, placeOf(buyValue)), plain(' in all.')],
    [plain('Closer to home: the mortgage rate was '), figure(LEVEL), plain('.')],
  ],
  lines: [
    {
      section: 'insiders',
      sentences: [[plain('Sold for '), figure(saleValue, undefined, placeOf(saleValue)), plain('.')]],
    },
    { section: 'housing', sentences: [[plain('Missing this week.')]] },
  ],
  sections: [
    {
      name: 'insiders',
      title: 'Insider trades',
      state: 'ready',
      label: 'automated summary',
      big: [[plain('They bought for '), figure(buyValue), plain('.')]],
      smaller: [
        [[plain('A report of '), figure(RANGE), plain('.')]],
        [[plain('The rate fell to '), figure(LEVEL), plain('.')]],
      ],
      forYou: [[plain('A loan at '), figure(LEVEL), plain(' costs more.')]],
      coverage: [[plain('We read '), figure(BUSY.coverage.read), plain(' filings.')]],
    },
    {
      name: 'housing',
      title: 'Housing',
      state: 'unavailable',
      label: 'automated summary',
      big: [[plain('Freddie Mac gave no usable answer this week.')]],
      smaller: [],
      forYou: [],
      coverage: [],
    },
  ],
  connects: [[plain('Insiders bought for '), figure(buyValue), plain(' while the rate fell.')]],
})
