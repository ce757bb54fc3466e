import { describe, expect, it } from 'vitest'

import type { SectionStatements, Statement } from '../statements/statement.ts'
import { fillTemplate, textOf } from '../statements/tell.ts'
import { aFact, aSectionToTell, aStatement } from '../testing/statements.ts'
import { connectCompany, connectGas } from './connections.ts'

const tell = (pair: ReturnType<typeof connectCompany>) =>
  pair?.tellings.map((telling) => textOf(fillTemplate(pair, telling, { slotDate: '2025-02-03' })))

function sectionOf(name: 'insiders' | 'congress', ...statements: readonly Statement[]): SectionStatements {
  const { statements: section } = aSectionToTell(name, statements)
  if (!section) throw new TypeError('a section has statements')
  return section
}

describe('a company traded both by its insiders and by members of Congress', () => {
  const sold = (ticker = 'ACME', changes: Partial<Statement> = {}) =>
    aStatement('insiders/sale/1', {
      slots: {
        who: { name: 'Ann Roe' },
        company: { name: 'Acme' },
        ticker: { name: ticker },
        value: { figure: aFact('insiders/sale/1/value') },
      },
      direction: 'down',
      lines: ['{who}’s trust sold {value} of {company}.'],
      ...changes,
    })
  const bought = (changes: Partial<Statement> = {}) =>
    aStatement('congress/buy/1', {
      slots: {
        who: { name: 'Jane Doe' },
        short: { name: 'Acme' },
        ticker: { name: 'ACME' },
        amount: { figure: aFact('congress/buy/1/amount', { value: [1001, 15_000] }) },
      },
      direction: 'up',
      lines: ['{who}’s spouse bought {amount} of {short}.'],
      ...changes,
    })
  const connect = (a: Statement, b: Statement) =>
    tell(connectCompany([sectionOf('insiders', a), sectionOf('congress', b)]))

  it('is reported with the line of each side, and a warning that the trades need not be linked', () => {
    const both =
      'Ann Roe’s trust sold $1.2 million of Acme. Jane Doe’s spouse bought $1,001 to $15,000 of Acme. That is no sign of a link.'
    expect(connect(sold(), bought())).toEqual([
      `Insiders and filers in Congress went opposite ways on Acme stock. ${both}`,
      `Acme stock: insiders and filers in Congress went opposite ways. ${both}`,
    ])
  })

  it('has trades that “went opposite ways” only if they did', () => {
    const same = connect(sold('ACME', { direction: 'up' }), bought())
    expect(same?.[0]).toMatch(/^Insiders and filers in Congress both bought Acme stock\./)
    expect(connect(sold(), bought({ direction: 'down' }))?.[0]).toContain('both sold Acme stock')
  })

  it.each<[string, Statement, Statement]>([
    ['companies differ', sold('OTHR'), bought()],
    ['one trade is not news', sold('ACME', { isNews: false }), bought()],
    ['one is only part of what the reports contain', sold(), bought({ isOneOfSeveral: true })],
    ['the other is only part of it', sold('ACME', { isOneOfSeveral: true }), bought()],
    ['one is not a trade', sold(), bought({ kind: 'no-trade' })],
    [
      'one is a note that is only linked to the company',
      sold(),
      bought({ lines: ['{who} bought {amount} of a structured note.'] }),
    ],
    ['one trade has no line', sold('ACME', { lines: [] }), bought()],
    [
      'the names differ, so that one ticker may be mistyped',
      sold(),
      bought({ slots: { ...bought().slots, short: { name: 'Invesco Nasdaq Fund' } } }),
    ],
    [
      'only the first letters of the names are the same',
      sold('ACME', { slots: { ...sold().slots, company: { name: 'Acmera' } } }),
      bought({ slots: { ...bought().slots, short: { name: 'Acmeon Materials' } } }),
    ],
  ])('is not reported if %s', (_, a, b) => {
    expect(connect(a, b)).toBeUndefined()
  })

  it('is the one with the most newsworthy trades if there are several such companies', () => {
    const other = sold('OTHR', { id: 'insiders/sale/2', salience: 90 })
    const small = sold('ACME', { id: 'insiders/sale/3', salience: 10, lines: ['{who} sold some {company}.'] })
    const told = tell(
      connectCompany([sectionOf('insiders', small, other, sold()), sectionOf('congress', bought())]),
    )
    expect(told?.[0]).toContain('Ann Roe’s trust sold $1.2 million of Acme.')
  })
})

describe('gas against pay', () => {
  const facts = (values: Readonly<Record<string, number>>) => (id: string) => {
    const value = values[id.replace('economy/', '')]
    return value === undefined ? undefined : aFact(id, { value })
  }
  const known = {
    'gas/tank': 45.9,
    'gas/tank-change': -2.1,
    'week-of-40/pay': 1224,
    'week-of-40/pay-last-year': 1176,
  }

  it('is expressed as the minutes of work that fill a tank, now and a year before', () => {
    // 45.90 / 30.60 = 1.5 hours; 48.00 / 29.40 = 1.633 hours.
    expect(tell(connectGas(facts(known)))).toEqual([
      'Gas against pay: a 15-gallon tank takes 90 minutes of work at the average pay of February. A year before it took 98.',
      'At the average pay of February, a 15-gallon tank of gas takes 90 minutes of work. A year before it was 98.',
      'To fill a 15-gallon tank takes 90 minutes of work at the average pay of February, after 98 a year before.',
    ])
  })

  it('is left out if the time is the same, or a figure is missing', () => {
    expect(connectGas(facts({ ...known, 'gas/tank-change': 1.8 }))).toBeUndefined()
    expect(connectGas((id) => (id.endsWith('pay') ? undefined : facts(known)(id)))).toBeUndefined()
  })
})
