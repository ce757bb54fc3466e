import { expect, it } from 'vitest'

import {
  aCongressTrade,
  anInsiderTrade,
  createCongress,
  createInsiders,
  createTrades,
} from '../testing/market-answers.ts'
import { listMarks } from './list-marks.ts'

const points = [
  { day: '2026-10-01', price: 10 },
  { day: '2026-11-20', price: 11 },
]

it('gives no sum of a trade with a note that we do not understand', () => {
  const trades = [anInsiderTrade({ tradedTo: '2026-11-02' }), anInsiderTrade({ via: 'unread note' })]
  const marks = listMarks(points, { currency: 'USD' }, createTrades({ insiders: createInsiders({ trades }) }))
  expect(marks.map(({ words }) => words)).toEqual([
    'Jane Doe (director) bought 1,500 shares for $15,000, filed Nov 18',
    'Jane Doe (director) bought 1,500 shares, with a note that we do not understand, filed Nov 18',
  ])
})

it('has no mark for a member’s trade in another company', () => {
  const trades = [aCongressTrade(), aCongressTrade({ isOtherCompany: true })]
  const marks = listMarks(points, { currency: 'USD' }, createTrades({ congress: createCongress({ trades }) }))
  expect(marks).toHaveLength(1)
})
