import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'
import { closeKey, type DailyCloses } from '../../records/insiders/judge-trades.ts'
import { fillWords, listFaults } from '../testing/check-statements.ts'
import { createCollection, createFiling, createTransaction } from '../testing/insider-filings.ts'
import type { SectionStatements, Statement } from '../statements/statement.ts'
import { analyseInsiders } from './analyse-insiders.ts'
import { stateInsiders } from './insider-statements.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const CLOSES: DailyCloses = new Map(
  ['2025-01-24', '2025-01-27', '2025-01-28'].map((day) => [
    closeKey('ACME', day),
    { close: 10, adjustedClose: 10 },
  ]),
)

function state(filings: readonly InsiderFiling[], closes = CLOSES): SectionStatements {
  const section = analyseInsiders(createCollection(filings), closes, WEEK)
  const told = stateInsiders(section)
  expect(listFaults(told, section.facts)).toEqual([])
  return told
}

const find = ({ statements, forYou }: SectionStatements, id: string): Statement => {
  const found = [...statements, ...forYou].find((one) => one.id === id)
  if (!found) throw new Error(`${id} is none of ${statements.map((one) => one.id).join(', ')}`)
  return found
}
const allWords = (statement: Statement) =>
  [...statement.tellings, ...(statement.heads ?? []), ...(statement.lines ?? [])].map((template) =>
    fillWords(statement, template),
  )
const ofTransactions = (
  transactions: readonly Parameters<typeof createTransaction>[0][],
  parts: Parameters<typeof createFiling>[0] = {},
) =>
  createFiling({
    ...parts,
    transactions: transactions.map((line, index) => createTransaction({ line: index + 1, ...line })),
  })

describe('a trade of an insider', () => {
  it('says who, what the person is to the company, how much and when', () => {
    const trade = find(state([createFiling()]), 'insiders/buy/42/77')
    expect(trade.tellings.map((telling) => fillWords(trade, telling))).toEqual([
      'Jane Doe, a director of Acme, bought $10,000 of the company’s stock on Jan 27.',
      'Jane Doe bought 1,000 shares of Acme for $10,000 on Jan 27.',
      'At Acme, director Jane Doe bought $10,000 of stock on Jan 27.',
      'On Jan 27, Jane Doe bought $10,000 of Acme stock.',
      'Jane Doe bought $10,000 of Acme stock on Jan 27, at $10.00 a share.',
    ])
    expect(trade).toMatchObject({ kind: 'trade', topic: 'insiders/ACME', direction: 'up', isNews: true })
    expect(trade.heads?.map((head) => fillWords(trade, head))[0]).toBe('Jane Doe bought $10,000 of Acme')
    expect(trade.lines?.map((line) => fillWords(trade, line))).toEqual(['Jane Doe bought $10,000 of Acme.'])
  })

  it.each([
    ['a trust', { ownership: 'indirect', ownershipNature: 'By Trust' }, /trust/],
    ['a spouse', { ownership: 'indirect', ownershipNature: 'By Spouse' }, /spouse/],
    ['children', { ownership: 'indirect', ownershipNature: 'By Son' }, /[Cc]hildren/],
    ['a fund', { ownership: 'indirect', ownershipNature: 'By Doe Fund I, L.P.' }, /[Ff]unds tied to/],
    ['others', { ownership: 'indirect', ownershipNature: 'See footnote' }, /[Aa]n account tied to/],
    ['a plan', { isPlanned: true }, /plan/],
    ['an offering', { via: 'offering' }, /offering/],
    ['a private deal', { via: 'placement' }, /private deal/],
    ['a late report', { tradedOn: '2025-01-06' }, /late/],
  ] as const)('says %s in every telling, head and line', (_what, parts, words) => {
    const told = state(
      [ofTransactions([parts])],
      new Map([...CLOSES, [closeKey('ACME', '2025-01-06'), { close: 10, adjustedClose: 10 }]]),
    )
    const trade = told.statements.find(({ kind }) => kind === 'trade')!
    expect(allWords(trade).filter((text) => !words.test(text))).toEqual([])
    expect(trade.heads?.length).toBeGreaterThan(0)
  })

  it('tells in dollars what part ran on a plan, and does not say so of the rest', () => {
    const told = state([
      ofTransactions([
        { code: 'S', shares: 300_000, isPlanned: true },
        { code: 'S', shares: 100_000, ownership: 'indirect', ownershipNature: 'By Trust' },
      ]),
    ])
    const trade = find(told, 'insiders/sale/42/77')
    expect(allWords(trade).every((text) => /plan/.test(text) && /trust/.test(text))).toBe(true)
    expect(trade.follows).toContain('insiders/sale/42/77/plan')
    expect(fillWords(find(told, 'insiders/sale/42/77/plan'), '{plan}')).toBe('$3.0 million')
  })

  it('cannot lead where the report is of long ago, and is marked where no price could be checked', () => {
    const old = find(state([ofTransactions([{ tradedOn: '2022-01-27' }])], new Map()), 'insiders/buy/42/77')
    expect(old).toMatchObject({ isNews: false, salience: 8 })
    expect(old.heads).toBeUndefined()
    expect(allWords(old).every((text) => /such a gap may be a slip/.test(text))).toBe(true)
    const unchecked = find(state([ofTransactions([{ shares: 1_000_000 }])], new Map()), 'insiders/buy/42/77')
    expect(unchecked.salience).toBe(20)
  })

  it('names the person of joint filers once, with the funds that report too', () => {
    const filing = createFiling()
    const [person] = filing.owners
    const fund = {
      ...person!,
      cik: '78',
      name: 'DOE VENTURES LP',
      isDirector: false,
      isTenPercentOwner: true,
    }
    const told = state([{ ...filing, owners: [fund, person!] }])
    const trades = told.statements.filter(({ kind }) => kind === 'trade')
    expect(trades.map((trade) => fillWords(trade, trade.tellings[0]))).toEqual([
      'Jane Doe and linked funds bought $10,000 of Acme stock on Jan 27.',
    ])
  })

  it('tells an amendment in the place of its original', () => {
    const original = ofTransactions([{ shares: 9000 }])
    const amendment = ofTransactions([{ shares: 1000 }], {
      form: '4/A',
      accession: '0000000042-25-000002',
      originalFiledOn: '2025-01-28',
      filedOn: '2025-01-29',
    })
    const trade = find(state([original, amendment]), 'insiders/buy/42/77')
    expect(fillWords(trade, '{shares} for {value}')).toBe('1,000 shares for $10,000')
  })
})

describe('the sums', () => {
  const offering = ofTransactions([{ shares: 3000, via: 'offering' }], {
    accession: '0000000042-25-000002',
    ownerCiks: ['78'],
    ownerName: 'Roe Ann',
  })

  it('have offerings apart, and tell what part of each dollar they were', () => {
    const told = state([createFiling(), offering])
    expect(fillWords(find(told, 'insiders/total'), '{buy}')).toBe('$10,000')
    expect(
      find(told, 'insiders/offering').tellings.map((telling) =>
        fillWords(find(told, 'insiders/offering'), telling),
      )[0],
    ).toBe(
      'Of each dollar insiders spent, 75 cents went into stock offerings and private deals. That is no plain buying on the market.',
    )
  })

  it('call a purchase beside a conversion no plain buying, and let it lead nothing', () => {
    const told = state([ofTransactions([{ code: 'C', price: undefined, shares: 5000 }, { shares: 2000 }])])
    const trade = find(told, 'insiders/buy/42/77')
    expect(trade.heads).toBeUndefined()
    expect(allWords(trade).every((text) => /market/.test(text))).toBe(true)
    expect(fillWords(find(told, 'insiders/total'), '{buy}')).toBe('$0')
  })

  it('tell the part of one name, and the sum without it', () => {
    const told = state([
      ofTransactions([{ code: 'S', shares: 97_000 }]),
      ofTransactions([{ code: 'S', shares: 3000 }], {
        accession: '0000000042-25-000003',
        ownerCiks: ['79'],
        ownerName: 'Poe Max',
      }),
    ])
    const share = find(told, 'insiders/sale/42/77/share')
    expect(fillWords(share, share.tellings[0])).toBe(
      'Of every dollar that insiders took in by selling stock this week, 97 cents went to Jane Doe, by our count.',
    )
    const [without] = told.forYou
    expect(fillWords(without!, without!.tellings[0])).toBe(
      '“Insiders sold $1.0 million” is true. Leave out Jane Doe, and it is $30,000.',
    )
    expect(find(told, 'insiders/sale/42/77').follows).toContain('insiders/sale/42/77/share')
  })

  it('say nothing of a gift but that it is not counted', () => {
    const told = state([ofTransactions([{ via: 'gift', code: 'S' }])])
    expect(told.statements.filter(({ kind }) => kind === 'trade')).toEqual([])
    expect(fillWords(told.coverage, told.coverage.tellings[0])).toBe(
      'We read the only form listed. Not counted: 1 gift.',
    )
  })
})

it('names several insiders of the same company together', () => {
  const filings = ['77', '78', '79'].map((cik, index) =>
    ofTransactions([{ shares: 1000 + index }], {
      accession: `0000000042-25-00000${index + 1}`,
      ownerCiks: [cik],
    }),
  )
  const cluster = find(state(filings), 'insiders/cluster/42')
  expect(fillWords(cluster, cluster.tellings[0])).toBe(
    '3 insiders of Acme, each on a form of their own, bought $30,030 of its stock on Jan 27.',
  )
  expect(cluster.heads?.map((head) => fillWords(cluster, head))[0]).toBe(
    '3 insiders bought $30,030 of Acme stock',
  )
})

it('tells what was held back in the line on what was read', () => {
  const told = state([ofTransactions([{ shares: 200_000_000, code: 'S' }], { ticker: undefined })], new Map())
  expect(fillWords(told.coverage, told.coverage.tellings[0])).toBe(
    'We read the only form listed. Not counted: 1 Acme sale line ($2.00 billion as typed, no closing price to check).',
  )
})

const NAMES = [
  'Doe Jane',
  'MUSK ELON',
  'Acme Ventures LP',
  'The Doe Family Trust',
  'Van Der Berg Anna Maria',
  'X9 Holdings',
]
const lines = fc.record({
  code: fc.constantFrom('P', 'S', 'P', 'S', 'C', 'G'),
  tradedOn: fc.constantFrom(
    '2022-01-27',
    '2024-06-03',
    '2025-01-06',
    '2025-01-24',
    '2025-01-27',
    '2025-01-28',
  ),
  shares: fc.constantFrom(1, 1500, 250_000, 40_000_000, 900_000_000),
  price: fc.constantFrom(0.003, 9.99, 10, 4000, undefined),
  ownedAfter: fc.constantFrom(undefined, 0, 1500, 5_000_000),
  ownership: fc.constantFrom('direct', 'indirect'),
  ownershipNature: fc.constantFrom(undefined, 'By Trust', 'By Spouse', 'Doe Fund I, L.P.', 'See footnote'),
  isPlanned: fc.constantFrom(true, false, undefined),
  via: fc.constantFrom(undefined, undefined, 'offering', 'placement', 'gift'),
})
const filings = fc
  .array(
    fc.record({
      owners: fc.uniqueArray(fc.integer({ min: 0, max: NAMES.length - 1 }), { minLength: 1, maxLength: 3 }),
      issuer: fc.constantFrom(
        { issuerCik: '42', issuerName: 'Acme Corp.', ticker: 'ACME' },
        { issuerCik: '43', issuerName: '3M CO', ticker: 'MMM' },
        {
          issuerCik: '44',
          issuerName: 'Very Long Name of a Pharmaceutical Company Holdings Inc.',
          ticker: undefined,
        },
      ),
      title: fc.constantFrom(
        undefined,
        'CEO',
        'SVP, GC and Secretary',
        'Chief Financial Officer',
        'Head of 3D',
      ),
      transactions: fc.array(lines, { minLength: 1, maxLength: 4 }),
    }),
    { maxLength: 7 },
  )
  .map((drafts) =>
    drafts.map(({ owners, issuer, title, transactions }, index): InsiderFiling => {
      const filing = ofTransactions(transactions, {
        ...issuer,
        accession: `0000000042-25-${String(index + 1).padStart(6, '0')}`,
      })
      const [owner] = filing.owners
      return {
        ...filing,
        owners: owners.map((at) => ({
          ...owner!,
          cik: String(70 + at),
          name: NAMES[at] ?? '',
          isOfficer: title !== undefined,
          officerTitle: title,
        })),
      }
    }),
  )

describe('any week', () => {
  it('is told in words that its facts bear out, the same whatever the order of its filings', () => {
    fc.assert(
      fc.property(filings, fc.boolean(), (week, hasCloses) => {
        const closes = hasCloses ? CLOSES : new Map()
        const section = analyseInsiders(createCollection(week), closes, WEEK)
        const told = stateInsiders(section)
        expect(listFaults(told, section.facts)).toEqual([])
        const turned = analyseInsiders(createCollection(week.toReversed()), closes, WEEK)
        expect(stateInsiders(turned)).toEqual(told)
      }),
      { numRuns: 150 },
    )
  })
})
