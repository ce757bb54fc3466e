import { describe, expect, it } from 'vitest'

import type { CongressTrade } from '../../records/congress/congress-trade.ts'
import { composeCongressWeek } from '../testing/compose-congress-week.ts'
import { listRows } from '../testing/edition-content.ts'
import type { CongressInput } from './congress-section.ts'
import { createMember, createTrade, createTradeOf } from './testing/congress-trades.ts'

/** Checks each word of a week against its facts. */
function compose(trades: readonly CongressTrade[], parts: Partial<CongressInput> = {}) {
  const { content, unbound } = composeCongressWeek(trades, parts)
  expect(unbound).toEqual([])
  return { content, bought: listRows(content, 'Bought'), sold: listRows(content, 'Sold') }
}

it('shows a trade with who, what, its range, its day and its report, and each figure with its fact', () => {
  const { content, bought } = compose([createTrade()])
  expect(bought).toEqual([
    ['Jane Doe (D-CA)', 'Acme Corp. (ACME)', '$1,001 to $15,000', 'Jan 6', '22 days', 'Report of Jan 28'],
  ])
  expect(content.tables[0]?.rows[0]?.cells[0]).toEqual([
    {
      text: '$1,001 to $15,000',
      href: 'https://house.example/20000001',
      factId: 'congress/buy/house-20000001-1/amount',
    },
  ])
})

it('lists all trades in the table, largest first', () => {
  const trades = Array.from({ length: 40 }, (_, index) =>
    createTrade({
      row: index + 1,
      asset: `Asset ${index}`,
      ticker: undefined,
      low: 1000 * (index + 1),
      high: 99_000,
    }),
  )
  const { bought } = compose(trades)
  expect(bought).toHaveLength(40)
  expect([bought[0]?.[2], bought.at(-1)?.[2]]).toEqual(['$40,000 to $99,000', '$1,000 to $99,000'])
})

it('adds up rows, links sums to their place among the figures, and links each report', () => {
  const { content, sold } = compose([
    createTrade({ type: 'S' }),
    createTrade({ type: 'S', reportId: '3', tradedOn: '2025-01-10', filedOn: '2025-01-30' }),
  ])
  expect(sold[0]?.slice(2)).toEqual([
    'Several trades',
    '$2,002 to $30,000',
    'Jan 6 to Jan 10',
    '22 days',
    'Report of Jan 28, Report of Jan 30',
  ])
  expect(content.tables[0]?.rows[0]?.cells[0]?.[0]?.href).toBe(
    '/newsletter/archive/2025-02-03/figures#congress/sale/house-20000001-1/amount',
  )
})

it('shows how many days after the trade its record was made public, and names the record by that day', () => {
  const { content, bought } = compose([
    createTrade({ tradedOn: '2025-01-06', signedOn: '2025-01-10', filedOn: '2025-01-28' }),
  ])
  expect(content.tables[0]?.columns.slice(2)).toEqual(['Traded', 'Made public after', 'Record'])
  expect(bought[0]?.slice(-2)).toEqual(['22 days', 'Report of Jan 28'])
})

describe('the note next to a trade’s range', () => {
  const kindOf = (parts: Partial<CongressTrade>) => compose([createTrade(parts)]).bought[0]?.[2]

  it.each<[string, Partial<CongressTrade>]>([
    ['The spouse’s', { owner: 'SP' }],
    ['A child’s', { owner: 'DC' }],
    ['In a joint account', { owner: 'JT' }],
    ['Reported late, by its own date', { tradedOn: '2024-11-01' }],
    [
      'Reported in time, by its own date',
      { tradedOn: '2024-12-01', signedOn: '2024-12-20', filedOn: '2025-01-28' },
    ],
    ['An old trade, or a slip in the year', { tradedOn: '2020-01-06' }],
    ['By the report’s note a capital call', { description: 'Capital call' }],
    ['A hedge fund or a private equity fund', { assetType: 'HN' }],
  ])('says: %s', (words, parts) => {
    expect(kindOf(parts)).toBe(words)
  })

  it('says what is true of only some rows', () => {
    const { bought } = compose([
      createTrade({ tradedOn: '2024-11-01', description: 'Capital call' }),
      createTrade({ row: 2, owner: 'SP' }),
    ])
    expect(bought[0]?.[2]).toBe(
      'Partly in the name of family, several trades, part of it by the report’s note a capital call, reported late in part (after 88 days), by its own date',
    )
  })

  it('says that a sale was partial', () => {
    expect(compose([createTrade({ type: 'S (partial)' })]).sold[0]?.[2]).toBe('Part of the holding')
  })

  it('presents a committee of the filer as a heuristic, and adds the notice only then', () => {
    const committees = [{ id: 'HSBA', name: 'House Committee on Financial Services' }]
    const member = createMember({ committees })
    const { content, bought } = compose([createTrade({ member, asset: 'First Bank' })])
    expect(bought[0]?.[2]).toBe('Sits on the House Committee on Financial Services (banking)')
    const isNote = (notice: string) => notice.includes('not proof of access or intent')
    expect(content.notices.filter(isNote)).toHaveLength(1)
    expect(compose([createTrade()]).content.notices.filter(isNote)).toEqual([])
  })
})

describe('a row that is neither a purchase nor a sale', () => {
  it('is called what it is, and never sold', () => {
    const { content, bought, sold } = compose([
      createTrade({ type: 'S', owner: 'SP', description: 'Gift of 382 shares to a university' }),
      createTradeOf('Bo Poe', { description: 'Dividend reinvestment' }),
      createTradeOf('Cy Loe', { type: 'E' }),
    ])
    expect([bought, sold]).toEqual([[], []])
    expect(listRows(content, 'Neither bought nor sold').map((row) => row.slice(0, 3))).toEqual([
      ['Cy Loe (D-CA)', 'Acme Corp. (ACME)', 'An exchange for another asset'],
      [
        'Jane Doe (D-CA)',
        'Acme Corp. (ACME)',
        'The spouse’s, a gift of 382 shares to a university, marked as a sale',
      ],
      ['Bo Poe (D-CA)', 'Acme Corp. (ACME)', 'Reinvested income, marked as a purchase'],
    ])
  })
})

it('shows both sides of a share next to each other, and says that it is a count', () => {
  const { content } = compose([
    ...['Ann Roe', 'Bo Roe'].map((name) => createTradeOf(name)),
    createTradeOf('Cy Roe', { type: 'S' }),
  ])
  expect(listRows(content, 'Traded by several: a count, no sign that they acted together')).toEqual([
    ['Acme Corp. (ACME)', '2 filers, $2,002 to $30,000', '1 filer, $1,001 to $15,000'],
  ])
})

it('names no party if the filer matches no member, and takes only a state from the report’s words', () => {
  const whoOf = (parts: Partial<CongressTrade>) =>
    compose([createTrade({ member: undefined, ...parts })]).bought[0]?.[0]
  expect(whoOf({ chamber: 'senate' })).toBe('Jane Doe')
  expect(whoOf({ filerState: 'NC' })).toBe('Jane Doe (NC)')
  expect(whoOf({ filerState: '<1' })).toBe('Jane Doe')
})

it('prints numbers in names only if a fact supports them', () => {
  const asset = '3M Twenty-Four 7.5% 2031 Series B'
  const { bought } = compose([
    createTrade({ asset, ticker: undefined, member: undefined, filer: '8220 Unknown' }),
  ])
  expect(bought[0]?.slice(0, 2)).toEqual(['A filer (CA)', asset])
})

it('includes the notice that the law requires', () => {
  const [law] = compose([createTrade()]).content.notices
  expect(law).toContain('5 U.S.C. 13107')
  expect(law).toContain('dissemination to the general public')
})
