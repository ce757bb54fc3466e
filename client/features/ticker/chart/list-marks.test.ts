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

it('says whose account a trade was for, and in what, if not in the shares of the one who reports it', () => {
  const sale = { side: 'sale', via: 'taxes', ownership: 'indirect', isUnasked: true } as const
  const put = {
    owner: 'spouse',
    isShares: false,
    asset: 'options on Acme Corp. (ACME)',
    isManaged: true,
  } as const
  const trades = createTrades({
    insiders: createInsiders({ trades: [anInsiderTrade({ ...sale, tradedTo: '2026-10-01' })] }),
    congress: createCongress({
      trades: [aCongressTrade(put), aCongressTrade({ owner: 'self', isManaged: true })],
    }),
  })
  expect(listMarks(points, { currency: 'USD' }, trades).map(({ words }) => words)).toEqual([
    'Jane Doe (director) sold 1,500 shares for $15,000, only to cover taxes, by the form’s own note, held through others, such as a trust, a fund or family, decided by others, by the form’s own note, filed Nov 18',
    'John Roe (Purple, ZZ, House): sold, options on Acme Corp. (ACME), the spouse’s account, managed by others, $1,001 to $15,000, reported Nov 2',
    'John Roe (Purple, ZZ, House): sold, own account, managed by others, $1,001 to $15,000, reported Nov 2',
  ])
})

it('has no mark for a member’s trade in another company', () => {
  const trades = [aCongressTrade(), aCongressTrade({ isOtherCompany: true })]
  const marks = listMarks(points, { currency: 'USD' }, createTrades({ congress: createCongress({ trades }) }))
  expect(marks).toHaveLength(1)
})
