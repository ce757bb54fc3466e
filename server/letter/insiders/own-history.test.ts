import { describe, expect, it } from 'vitest'

import { historyKey } from '../../records/insiders/own-histories.ts'
import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'
import type { createTransaction } from '../testing/insider-filings.ts'
import { ACME_CLOSES, aFilingOf, tellInsiders } from '../testing/told-insiders.ts'
import { listTellings } from '../testing/check-statements.ts'

type Line = Parameters<typeof createTransaction>[0]

/** A report by Jane Doe on Acme from another day, with its own accession number. */
const reported = (filedOn: string, line: Line, parts: Parameters<typeof aFilingOf>[1] = {}): InsiderFiling =>
  aFilingOf([{ code: 'S', tradedOn: filedOn, ...line }], {
    filedOn,
    accession: `0000000042-24-${filedOn.slice(2).replaceAll('-', '')}`,
    ...parts,
  })

/** The statements about her sale of 5,000 shares for $50,000, by their kind. */
function tell(
  earlier: readonly InsiderFiling[],
  {
    since = '2022-01-20',
    line = {},
    others = [],
  }: { since?: string; line?: Line; others?: readonly InsiderFiling[] } = {},
) {
  const told = tellInsiders(
    [aFilingOf([{ code: 'S', shares: 5_000, ...line }]), ...others],
    ACME_CLOSES,
    new Map([[historyKey('42', '77'), { since, filings: earlier }]]),
  )
  const trade = told.statements.find(({ kind, joins }) => kind === 'trade' && joins === undefined)!
  return {
    trade,
    parts: new Map(
      ['most', 'first', 'often'].flatMap((part) => {
        const found = told.statements.find(({ id }) => id === `${trade.id}/${part}`)
        return found ? [[part, listTellings(found)]] : []
      }),
    ),
    figures: (part: string) =>
      Object.values(told.statements.find(({ id }) => id === `${trade.id}/${part}`)?.slots ?? {}).flatMap(
        (slot) => ('figure' in slot ? [slot.figure] : []),
      ),
  }
}

describe('a trade compared with its owner’s own history', () => {
  it('is the first if no trade on its side was reported in all the time for which we have complete records', () => {
    const { parts, trade } = tell([reported('2024-06-03', { code: 'P' })])
    expect(parts.get('first')).toEqual([
      'It is the first sale of Acme stock that Jane Doe reported in 36 months or more.',
      'For 36 months or more, Jane Doe had reported no sale of Acme stock.',
      'In the 36 months before, no report of Jane Doe shows a sale of Acme stock.',
    ])
    expect(trade.follows).toContain(`${trade.id}/first`)
    expect(trade.salience).toBeGreaterThan(tell([reported('2024-06-03', {})]).trade.salience)
  })

  it.each([
    ['less than a year is stored', [], '2024-03-01'],
    ['a sale for taxes was reported', [reported('2024-06-03', { via: 'taxes' })], '2022-01-20'],
    ['a sale has no price', [reported('2024-06-03', { price: undefined })], '2022-01-20'],
    [
      'an amendment lacks the report that it amends',
      [reported('2024-06-03', { code: 'P' }, { form: '4/A', originalFiledOn: '2021-06-03' })],
      '2022-01-20',
    ],
  ])('is not called the first if %s', (_name, earlier, since) => {
    expect([...tell(earlier, { since }).parts.keys()]).toEqual([])
  })

  it.each([
    ['in an offering', { via: 'offering' }],
    ['for taxes', { via: 'taxes' }],
    ['at a price that we do not believe', { price: 900 }],
    ['with a note that we do not understand', { via: 'unread note' }],
  ] as const)('is not called the first if another sale of the week was %s', (_name, line) => {
    const isFirstBeside = (cik: string) => {
      const sold = reported('2025-01-27', { tradedOn: '2025-01-24', ...line }, { ownerCiks: [cik] })
      return tell([], { others: [sold] }).parts.has('first')
    }
    expect([isFirstBeside('77'), isFirstBeside('78')]).toEqual([false, true])
  })

  it('is the largest if no week of twelve months has as much, in dollars and in shares', () => {
    const earlier = [
      reported('2024-03-04', { shares: 2_000 }),
      reported('2024-06-03', { shares: 3_000 }),
      reported('2024-06-05', { shares: 1_500 }),
      // More, but more than twelve months ago.
      reported('2024-01-03', { shares: 90_000 }),
    ]
    expect(tell(earlier).parts.get('most')).toEqual([
      'In no week of the twelve months before did Jane Doe report selling as much of Acme: the most was $45,000.',
      'It is the most of Acme that Jane Doe reported selling in a week for at least twelve months; the most before was $45,000.',
      'The largest week of Jane Doe in Acme stock in the twelve months before came to $45,000.',
    ])
    const [fact] = tell(earlier).trade.follows ?? []
    expect(fact).toBe('insiders/sale/42/77/most')
    const more = reported('2024-06-07', { shares: 600 })
    expect(tell([...earlier, more]).parts.has('most')).toBe(false)
  })

  it('is not the largest if a price mistyped too low hides as many shares, or if only one week came before', () => {
    const cheap = reported('2024-06-03', { shares: 9_000, price: 0.1 })
    expect(tell([cheap, reported('2024-03-04', { shares: 10 })]).parts.has('most')).toBe(false)
    expect(tell([reported('2024-03-04', { shares: 10 })]).parts.has('most')).toBe(false)
  })

  it('is not the largest if more was sold for taxes alone, although those sales are not counted with it', () => {
    const earlier = ['2024-03-04', '2024-06-03'].map((day) => reported(day, { shares: 10 }))
    const forTaxes = reported('2024-09-03', { shares: 9_000, via: 'taxes' })
    expect(tell(earlier).parts.has('most')).toBe(true)
    expect([...tell([...earlier, forTaxes]).parts.keys()]).toEqual([])
  })

  it('is one of several if the owner sells often', () => {
    const days = ['2024-03-04', '2024-06-03', '2024-09-03', '2024-12-02']
    const { parts } = tell(days.map((day) => reported(day, { shares: 6_000 })))
    expect(parts.get('often')).toEqual([
      'In 4 weeks of the twelve months before, Jane Doe reported such sales of Acme stock too, $240,000 in all.',
      'In the twelve months before, Jane Doe reported such sales in 4 weeks, $240,000 in all.',
    ])
    expect(parts.has('most')).toBe(false)
  })

  it('lists the records that it is compared with', () => {
    const { figures } = tell([reported('2024-03-04', { shares: 10 }), reported('2024-06-03', { shares: 20 })])
    expect(figures('most').flatMap(({ inputs }) => inputs)).toEqual(['0000000042-24-240603#1'])
  })

  it('is not compared if it is an offering or a sale for taxes', () => {
    expect([...tell([], { line: { via: 'offering' } }).parts.keys()]).toEqual([])
    expect([...tell([], { line: { via: 'taxes' } }).parts.keys()]).toEqual([])
  })
})
