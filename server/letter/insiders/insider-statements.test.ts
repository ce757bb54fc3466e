import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'
import { closeKey } from '../../records/insiders/judge-trades.ts'
import { textOf } from '../statements/tell.ts'
import { fillWords, listAllWords, listFaults, listTellings } from '../testing/check-statements.ts'
import { accessionOf, createCollection, createFiling } from '../testing/insider-filings.ts'
import {
  ACME_CLOSES,
  aFilingOf,
  findStatement,
  INSIDER_WEEK,
  tellInsiders,
} from '../testing/told-insiders.ts'
import { analyseInsiders } from './analyse-insiders.ts'
import { stateInsiders } from './insider-statements.ts'
import { tellInsiderCoverage } from './tell-coverage.ts'

describe('a trade of an insider', () => {
  it('says who, what the person is to the company, how much and when', () => {
    const trade = findStatement(tellInsiders([createFiling()]), 'insiders/buy/42/77')
    expect(trade.tellings.map((telling) => fillWords(trade, telling))).toEqual([
      'Jane Doe, a director of Acme, bought $10,000 of the company’s stock on Jan 27.',
      'Acme director Jane Doe bought 1,000 shares of the company’s stock for $10,000 on Jan 27.',
      'At Acme, director Jane Doe bought $10,000 of stock on Jan 27.',
      'On Jan 27, Acme director Jane Doe bought $10,000 of the company’s stock.',
      'Acme director Jane Doe bought $10,000 of the company’s stock on Jan 27, at $10.00 a share.',
    ])
    expect(trade).toMatchObject({ kind: 'trade', topic: 'insiders/ACME', direction: 'up', isNews: true })
    expect(trade.slots['company']).toEqual({ name: 'Acme', page: '/stocks/ACME' })
    expect(trade.heads?.map((head) => fillWords(trade, head))[0]).toBe('Jane Doe bought $10,000 of Acme')
    expect(trade.lines?.map((line) => fillWords(trade, line))).toEqual(['Jane Doe bought $10,000 of Acme.'])
  })

  it('ranks above the week’s sum, and replaces it if it is the only trade', () => {
    const find = (filings: InsiderFiling[], id: string) => findStatement(tellInsiders(filings), id)
    const one = [createFiling()]
    const trade = find(one, 'insiders/buy/42/77')
    expect(trade.tells).toEqual(['insiders/total'])
    expect(find(one, 'insiders/total').salience).toBeLessThan(trade.salience)
    const two = [
      createFiling(),
      createFiling({
        accession: '0000000042-25-000002',
        ownerCiks: ['78'],
        ownerName: 'Roe Richard',
      }),
    ]
    expect(find(two, 'insiders/buy/42/77').tells).toBeUndefined()
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
    ['taxes among its reasons', { code: 'S', reason: 'part taxes' }, /partly to cover taxes/],
    ['options as its reason', { code: 'S', reason: 'option cost' }, /to pay for stock options/],
    [
      'tax planning',
      { code: 'S', reason: 'tax planning' },
      /for tax planning|names tax planning as a reason for the sale/,
    ],
    [
      'estate planning',
      { code: 'S', reason: 'estate planning' },
      /for estate planning|names estate planning as a reason for the sale/,
    ],
    ['a loan', { code: 'S', reason: 'loan' }, /to meet a loan/],
    [
      'the spreading of risk',
      { code: 'S', reason: 'diversification' },
      /, to spread risk|names spreading risk as a reason for the sale/,
    ],
    ['who decided', { isUnasked: true }, /others decided|decided by others/],
    ['preferred shares', { security: 'Series B Preferred Stock' }, /preferred/],
    [
      'an employer’s plan that is not a trust',
      { ownership: 'indirect', ownershipNature: 'By ESOP Trust' },
      /[Aa]n account tied/,
    ],
    [
      'a trust of somebody else',
      { ownership: 'indirect', ownershipNature: 'By Parents Trust' },
      /[Aa]n account tied/,
    ],
    [
      'a trust for grandchildren',
      { ownership: 'indirect', ownershipNature: 'By trusts f/b/o grandchildren' },
      /[Aa]n account tied/,
    ],
    [
      'a son-in-law, who is not a child',
      { ownership: 'indirect', ownershipNature: 'By son-in-law' },
      /[Aa]n account tied/,
    ],
    ['a late report', { tradedOn: '2025-01-06' }, /late/],
  ] as const)('says %s in every telling, headline and line', (_what, parts, words) => {
    const told = tellInsiders(
      [aFilingOf([parts])],
      new Map([...ACME_CLOSES, [closeKey('ACME', '2025-01-06'), { close: 10, adjustedClose: 10 }]]),
    )
    const trade = told.statements.find(({ kind }) => kind === 'trade')!
    expect(listAllWords(trade).filter((text) => !words.test(text))).toEqual([])
    expect(trade.heads?.length).toBeGreaterThan(0)
  })

  it('says everywhere that a sale for taxes alone is one, and never leads with it', () => {
    const sale = { code: 'S', shares: 500_000 } as const
    const told = tellInsiders([aFilingOf([{ ...sale, via: 'taxes' }])])
    const trade = findStatement(told, 'insiders/sale/42/77/taxes')
    expect(listTellings(trade)[0]).toBe(
      'Jane Doe, a director of Acme, sold $5.0 million of the company’s stock only to cover taxes on Jan 27.',
    )
    expect(listAllWords(trade).filter((text) => !/only to cover taxes/.test(text))).toEqual([])
    expect(trade.heads).toBeUndefined()
    expect(trade.salience).toBeLessThan(
      findStatement(tellInsiders([aFilingOf([sale])]), 'insiders/sale/42/77').salience,
    )
  })

  it('tells the price range of a trade if its note does', () => {
    const told = tellInsiders([aFilingOf([{ code: 'S', priceRange: [9.5, 10.25] }])])
    expect(listTellings(findStatement(told, 'insiders/sale/42/77'))).toContain(
      'Acme director Jane Doe sold $10,000 of the company’s stock on Jan 27, at $9.50 to $10.25 a share.',
    )
  })

  it('says that a reason is given for only part of a sale', () => {
    const told = tellInsiders([aFilingOf([{ code: 'S', reason: 'tax planning' }, { code: 'S' }])])
    expect(listTellings(findStatement(told, 'insiders/sale/42/77'))[1]).toBe(
      'Acme director Jane Doe sold 2,000 shares of the company’s stock for $20,000 on Jan 27. The form names tax planning as a reason for part of the sale.',
    )
  })

  it('says that taxes were among the reasons for part of a sale', () => {
    const told = tellInsiders([aFilingOf([{ code: 'S', reason: 'part taxes' }, { code: 'S' }])])
    expect(listTellings(findStatement(told, 'insiders/sale/42/77'))[1]).toContain(
      'For part of the sale, the form names taxes among the reasons.',
    )
  })

  it.each([
    [
      'and that no reason is found for the rest',
      [
        { code: 'S', isPlanned: true, reason: 'part taxes' },
        { code: 'S', shares: 3000 },
      ],
      'Not all of the sale was a new decision: $10,000 ran on a plan set up ahead, partly to cover taxes. For the rest, we found no reason on the form.',
    ],
    [
      'and no more if a line outside the plan has a reason',
      [
        { code: 'S', isPlanned: true },
        { code: 'S', shares: 3000, reason: 'part taxes' },
      ],
      'Not all of the sale was a new decision: $10,000 ran on a plan set up ahead, and the form gives taxes as part of the reason.',
    ],
  ] as const)('mentions a part on a plan with taxes as a reason %s', (_, lines, words) => {
    const trade = findStatement(tellInsiders([aFilingOf(lines)]), 'insiders/sale/42/77')
    expect(fillWords(trade, trade.caveat ?? '')).toBe(words)
  })

  it('mentions a part on a plan and a part for taxes together in a line of the week', () => {
    const lines = [
      { code: 'S', isPlanned: true },
      { code: 'S', shares: 3000, reason: 'part taxes' },
    ] as const
    const trade = findStatement(tellInsiders([aFilingOf(lines)]), 'insiders/sale/42/77')
    expect(trade.lines?.map((line) => fillWords(trade, line))).toEqual([
      'Jane Doe sold $40,000 of Acme, part of it planned, or partly for taxes.',
    ])
  })

  it('says so if its prices are too far apart for any market; the page gives them', () => {
    const lines = [
      { code: 'S', price: 6 },
      { code: 'S', price: 19 },
    ] as const
    const pageOf = (list: Parameters<typeof aFilingOf>[0]) =>
      textOf(
        tellInsiderCoverage(
          analyseInsiders(createCollection([aFilingOf(list)]), ACME_CLOSES, INSIDER_WEEK),
          '2025-02-03',
        ),
      )
    expect(pageOf(lines)).toContain(
      'The Acme Corp. (ACME) sale has lines of a few days priced from $6.00 to $19.00 a share. Prices so far apart within days are odd: some lines may be mistyped, or count shares from before a split. Our sum takes each as reported.',
    )
    expect(pageOf([lines[0], { code: 'S', price: 7 }])).not.toContain('priced from')
    const told = tellInsiders([aFilingOf(lines)])
    const trade = findStatement(told, 'insiders/sale/42/77')
    const range = 'The prices reported for it are far apart.'
    expect(fillWords(trade, trade.caveat ?? '')).toBe(range)
    expect(listTellings(trade).every((text) => text.endsWith(` ${range}`))).toBe(true)
    expect(fillWords(trade, trade.lines?.[0] ?? '')).toContain(', at prices far apart.')
    expect(fillWords(told.coverage, told.coverage.tellings[0])).toBe('We read the only form listed.')
  })

  it('names the day a plan was set up if all of the trade ran on that plan', () => {
    const planned = { code: 'S', isPlanned: true, planAdoptedOn: '2024-09-13' } as const
    const tell = (...lines: Parameters<typeof aFilingOf>[0]) =>
      listTellings(findStatement(tellInsiders([aFilingOf(lines)]), 'insiders/sale/42/77'))[1]
    expect(tell(planned, planned)).toBe(
      'Acme director Jane Doe sold 2,000 shares of the company’s stock for $20,000 on Jan 27. The sale ran on a plan set up on Sep 13, 2024.',
    )
    expect(tell(planned, { ...planned, planAdoptedOn: '2024-09-16' })).toContain('a plan set up ahead')
  })

  it('says "mostly" if most of it is held through a trust', () => {
    const tell = (shares: number) =>
      listTellings(
        findStatement(
          tellInsiders([
            aFilingOf([
              { code: 'S', shares: 1000 },
              { code: 'S', shares, ownership: 'indirect', ownershipNature: 'By Trust' },
            ]),
          ]),
          'insiders/sale/42/77',
        ),
      ).filter((text) => text.includes('mostly through a trust')).length
    expect(tell(1000)).toBe(0)
    expect(tell(6000)).toBeGreaterThan(0)
  })

  it('tells in dollars what part ran on a plan and what part is held through a trust', () => {
    const told = tellInsiders([
      aFilingOf([
        { code: 'S', shares: 400_000 },
        { code: 'S', shares: 100_000, isPlanned: true, ownership: 'indirect', ownershipNature: 'By Trust' },
      ]),
    ])
    const trade = findStatement(told, 'insiders/sale/42/77')
    expect(listTellings(trade)[1]).toBe(
      'Acme director Jane Doe sold 500,000 shares of the company’s stock for $5.0 million, partly through a trust, on Jan 27. Not all of the sale was a new decision: $1.0 million ran on a plan set up ahead.',
    )
    expect(listTellings(trade).every((text) => /plan/.test(text) && /trust/.test(text))).toBe(true)
    expect(trade.heads?.map((head) => fillWords(trade, head))).toEqual(
      expect.arrayContaining(['Jane Doe sold $5.0 million of Acme', 'Doe sold $5.0 million of ACME']),
    )
    expect(trade.heads?.join(' ')).not.toMatch(/trust|years/)
    expect(trade.lines?.map((line) => fillWords(trade, line))).toEqual([
      'Jane Doe and a trust sold $5.0 million of Acme, $1.0 million of it on a plan set up ahead.',
    ])
    expect(fillWords(trade, trade.opening?.[0] ?? '')).toBe(
      'On Jan 27, Acme director Jane Doe sold $5.0 million of the company’s stock, partly through a trust.',
    )
    expect(fillWords(trade, trade.caveat ?? '')).toBe(
      'Not all of the sale was a new decision: $1.0 million ran on a plan set up ahead.',
    )
  })

  it.each([
    [3000, 'Jane Doe sold more than 99% of the Acme shares that the form lists.'],
    [0, 'Jane Doe sold 100% of the Acme shares that the form lists.'],
  ])('of 997,000 shares that leaves %i says what part of the holding it was', (ownedAfter, words) => {
    const told = tellInsiders([aFilingOf([{ code: 'S', shares: 997_000, ownedAfter }])])
    expect(listTellings(findStatement(told, 'insiders/sale/42/77/size'))[0]).toBe(words)
  })

  it('names in the headline whoever most of it was held through', () => {
    const headsOf = (own: number, spouses: number) => {
      const told = tellInsiders([
        aFilingOf([
          { code: 'S', shares: own },
          { code: 'S', shares: spouses, ownership: 'indirect', ownershipNature: 'By Spouse' },
        ]),
      ])
      const trade = findStatement(told, 'insiders/sale/42/77')
      return [...(trade.heads ?? []), ...(trade.asks ?? [])].map((words) => fillWords(trade, words))
    }
    expect(headsOf(3000, 9000)).toEqual([
      'Jane Doe and a spouse sold $120,000 of Acme',
      'Doe and a spouse sold $120,000 of Acme',
      'Jane Doe and a spouse sold $120,000 of ACME',
      'Doe and a spouse sold $120,000 of ACME',
      '$120,000 of Acme sold by an insider and a spouse',
      '$120,000 of ACME sold by an insider and a spouse',
      'Will Doe and a spouse sell more? The form would be due within days, and we will look for it.',
    ])
    expect(headsOf(9000, 3000)[0]).toBe('Jane Doe sold $120,000 of Acme')
  })

  it('is late by its own days, not by those of a trade that need not be reported at once', () => {
    const told = tellInsiders(
      [
        aFilingOf([
          { tradedOn: '2024-11-01', isNotDue: true },
          { tradedOn: '2025-01-23' },
          { tradedOn: '2025-01-27' },
        ]),
      ],
      new Map(),
    )
    expect(listTellings(findStatement(told, 'insiders/buy/42/77/late'))).toEqual([
      'Part of the Acme stock that Jane Doe bought came up to 3 business days after the trade, where two are allowed.',
    ])
  })

  it('is told together with what else its owner sold of the company', () => {
    const told = tellInsiders([
      aFilingOf([
        { code: 'S', shares: 400_000 },
        { code: 'S', shares: 90_000, via: 'offering' },
      ]),
    ])
    const offered = findStatement(told, 'insiders/sale/42/77/offering')
    expect(offered).toMatchObject({ joins: 'insiders/sale/42/77' })
    expect(offered.heads).toBeUndefined()
    expect(listTellings(offered)).toEqual([
      'Jane Doe sold another $900,000 of Acme stock in a stock offering.',
      'Jane Doe sold $900,000 more of Acme stock in a stock offering.',
    ])
  })

  it('says that lines left out for their price are not in its sum', () => {
    const told = tellInsiders([aFilingOf([{ code: 'S' }, { code: 'S', price: 900 }])])
    const sale = findStatement(told, 'insiders/sale/42/77')
    expect(fillWords(sale, sale.caveat ?? '')).toBe(
      'Another $900,000 that Jane Doe reported selling is left out: we could not confirm the prices.',
    )
    expect(fillWords(told.coverage, told.coverage.tellings[0])).toBe(
      'We read the only form listed. Among what is left out: 1 line at a price we could not confirm.',
    )
    const whole = findStatement(tellInsiders([aFilingOf([{ code: 'S' }])]), 'insiders/sale/42/77')
    expect(whole.caveat).toBeUndefined()
  })

  describe('with an ordinary trade of its owner in the other direction', () => {
    const LATE_CLOSES = new Map([
      ...ACME_CLOSES,
      ...['2021-12-20', '2023-12-18', '2025-01-17'].map(
        (day) => [closeKey('ACME', day), { close: 10, adjustedClose: 10 }] as const,
      ),
    ])
    const saleBeside = (...more: readonly InsiderFiling[]) =>
      findStatement(tellInsiders([aFilingOf([{ code: 'S' }]), ...more], LATE_CLOSES), 'insiders/sale/42/77')
    const filed = (lines: Parameters<typeof aFilingOf>[0], parts: Parameters<typeof aFilingOf>[1] = {}) =>
      aFilingOf(lines, { accession: accessionOf(2), ...parts })

    it('tells that trade’s sum in its place', () => {
      const both = saleBeside(filed([{ shares: 500 }]))
      expect(fillWords(both, both.caveat ?? '')).toBe('Jane Doe also bought $5,000 of Acme stock.')
      expect(both.tells).toEqual(['insiders/buy/42/77'])
      const odd = saleBeside(filed([{ shares: 500 }, { code: 'S', price: 900 }]))
      expect(fillWords(odd, odd.caveat ?? '')).toBe(
        'Jane Doe also bought $5,000 of Acme stock. Another $900,000 that Doe reported selling is left out: we could not confirm the prices.',
      )
    })

    it.each([
      ['is partly an offering', [filed([{ shares: 500 }, { shares: 50, via: 'offering' }])]],
      ['is from years ago', [filed([{ tradedOn: '2023-12-18' }])]],
      ['may be a slip', [filed([{ tradedOn: '2021-12-20' }])]],
      ['was reported late', [filed([{ tradedOn: '2025-01-17' }])]],
      ['is partly left out for its price', [filed([{ shares: 500 }, { price: 900 }])]],
      ['is not the same owner’s alone', [filed([{ shares: 500 }], { ownerCiks: ['77', '78'] })]],
      ['went through a trust', [filed([{ shares: 500, ownership: 'indirect' }])]],
    ])('leaves it to its own statement if it %s', (_, more) => {
      const { caveat = '', tells } = saleBeside(...more)
      expect([caveat, tells]).toEqual([expect.not.stringMatching(/also/), undefined])
    })

    it('does not tell what was sold for taxes alone beside a purchase', () => {
      const told = tellInsiders([aFilingOf([{ shares: 500 }, { code: 'S', via: 'taxes' }])])
      expect(findStatement(told, 'insiders/buy/42/77').caveat).toBeUndefined()
    })

    it('tells nothing of it while forms are unread', () => {
      const collection = createCollection([aFilingOf([{ code: 'S' }, { shares: 500 }])])
      const coverage = { ...collection.coverage, listed: 2 }
      const section = analyseInsiders({ ...collection, coverage }, ACME_CLOSES, INSIDER_WEEK)
      expect(findStatement(stateInsiders(section), 'insiders/sale/42/77').caveat).toBeUndefined()
    })
  })

  it.each([
    ['has no reason on its form', undefined],
    ['is partly for taxes itself', 'part taxes'],
  ] as const)('says, also if it leads, what was sold for taxes alone, if it %s', (_, reason) => {
    const told = tellInsiders([
      aFilingOf([
        { code: 'S', shares: 400_000, reason },
        { code: 'S', shares: 90_000, via: 'taxes' },
      ]),
    ])
    expect(told.statements.map(({ id }) => id)).toContain('insiders/sale/42/77')
    expect(told.statements.map(({ id }) => id)).not.toContain('insiders/sale/42/77/taxes')
    const sale = findStatement(told, 'insiders/sale/42/77')
    const forTaxes = 'Another $900,000, sold only to cover taxes, is not in that sum.'
    expect(listTellings(sale).filter((text) => !text.endsWith(forTaxes))).toEqual([])
    expect(fillWords(sale, sale.caveat ?? '')).toContain(forTaxes)
  })

  it.each([
    [40_000_000, 'On $1,000 a week, it would take about 7,700 years to earn what the sale came to.'],
    [50_000, undefined],
  ])('of %i shares at $10 is compared with a wage if the comparison is striking', (shares, words) => {
    const told = tellInsiders([aFilingOf([{ code: 'S', shares }])])
    const scale = told.statements.find(({ id }) => id === 'insiders/sale/42/77/scale')
    expect(scale && fillWords(scale, scale.carry?.[0] ?? '')).toBe(words)
  })

  it('is compared with a wage only once in a letter, whichever trade it is', () => {
    const sale = (owner: string) =>
      aFilingOf([{ code: 'S', shares: 40_000_000 }], {
        accession: `0000000042-25-0000${owner}`,
        ownerCiks: [owner],
      })
    const told = tellInsiders([sale('81'), sale('82')])
    expect(findStatement(told, 'insiders/sale/42/81/scale').tells).toEqual(['insiders/sale/42/82/scale'])
    expect(findStatement(told, 'insiders/sale/42/82/scale').tells).toEqual(['insiders/sale/42/81/scale'])
  })

  it.each([
    ['one day at one price', [{}, {}], /in a stock offering/],
    ['two prices', [{}, { price: 10.5 }], /in stock offerings/],
    ['two days', [{}, { tradedOn: '2025-01-28' }], /in stock offerings/],
  ] as const)('counts purchases on %s as several offerings', (_what, lines, words) => {
    const told = tellInsiders([aFilingOf(lines.map((line) => ({ ...line, via: 'offering' })))])
    const trade = findStatement(told, 'insiders/buy/42/77/offering')
    expect(listTellings(trade).filter((text) => !words.test(text))).toEqual([])
    const head = fillWords(trade, trade.heads?.[0] ?? '')
    expect(head).toMatch(words.source.includes('offerings') ? / in offerings/ : / in an offering/)
  })

  it('names a company everywhere as its newest report does', () => {
    const old = aFilingOf([{ via: 'placement' }], { issuerName: 'ACME MOTORS INC' })
    const now = aFilingOf([{ shares: 2000 }], { accession: '0000000042-25-000009', filedOn: '2025-01-30' })
    const told = tellInsiders([old, now])
    expect(told.statements.flatMap(listTellings).filter((text) => /Motors/i.test(text))).toEqual([])
    expect(listTellings(findStatement(told, 'insiders/buy/42/77/placement'))[1]).toMatch(/more of Acme stock/)
  })

  it('ranks a fund’s purchase and a partly checked trade by size', () => {
    const fund = { shares: 5_000_000, ownership: 'indirect', ownershipNature: 'By Doe Fund' } as const
    const large = tellInsiders([aFilingOf([fund, { ...fund, shares: 250_000, tradedOn: '2025-01-29' }])])
    const small = tellInsiders([aFilingOf([{ shares: 400_000, code: 'S' }])])
    expect(findStatement(large, 'insiders/buy/42/77').salience).toBeGreaterThan(
      findStatement(small, 'insiders/sale/42/77').salience,
    )
  })

  it('cannot lead if it was reported long after it was made, and is marked if no price could be checked', () => {
    const old = findStatement(
      tellInsiders([aFilingOf([{ tradedOn: '2022-01-27' }])], new Map()),
      'insiders/buy/42/77',
    )
    expect(old).toMatchObject({ isNews: false, salience: 8 })
    expect(old.heads).toBeUndefined()
    expect(listAllWords(old).every((text) => /such a gap may be a slip/.test(text))).toBe(true)
    const unchecked = findStatement(
      tellInsiders([aFilingOf([{ shares: 1_000_000 }])], new Map()),
      'insiders/buy/42/77',
    )
    expect(unchecked.salience).toBe(35)
    const huge = tellInsiders([aFilingOf([{ shares: 9_900_000 }])], new Map())
    expect(findStatement(huge, 'insiders/buy/42/77').salience).toBe(45)
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
    const told = tellInsiders([{ ...filing, owners: [fund, person!] }])
    const trades = told.statements.filter(({ kind }) => kind === 'trade')
    expect(trades.map((trade) => fillWords(trade, trade.tellings[0]))).toEqual([
      'Jane Doe, a director of Acme, and linked funds bought $10,000 of the company’s stock on Jan 27.',
    ])
  })

  it('says that funds of joint filers traded if no line is the person’s own', () => {
    const filing = aFilingOf([{ ownership: 'indirect', ownershipNature: 'See footnote' }])
    const [person] = filing.owners
    const fund = {
      ...person!,
      cik: '78',
      name: 'DOE VENTURES LP',
      isDirector: false,
      isTenPercentOwner: true,
    }
    const told = tellInsiders([{ ...filing, owners: [person!, fund] }])
    const trade = told.statements.find(({ kind }) => kind === 'trade')!
    expect(fillWords(trade, trade.tellings[0])).toBe(
      'A firm tied to Jane Doe, a director of Acme, bought $10,000 of the company’s stock on Jan 27.',
    )
  })

  it('ends no sentence with the point of a company’s legal form', () => {
    const told = tellInsiders([aFilingOf([{}], { ownerName: 'Bolt Corp.' })])
    const only = findStatement(told, 'insiders/buy/42/77/only')
    expect(listTellings(only)[0]).toMatch(/of Acme stock by Bolt\.$/)
  })

  it('calls a company and its subsidiary linked firms, not funds', () => {
    const filing = createFiling()
    const [person] = filing.owners
    const firm = { ...person!, name: 'Bolt Inc', isDirector: false }
    const told = tellInsiders([{ ...filing, owners: [firm, { ...firm, cik: '78', name: 'Bolt Sub LLC' }] }])
    const trade = told.statements.find(({ kind }) => kind === 'trade')!
    expect(fillWords(trade, trade.tellings[0])).toBe(
      'Bolt and linked firms bought $10,000 of Acme stock on Jan 27.',
    )
  })

  it('states an amendment in place of its original', () => {
    const original = aFilingOf([{ shares: 9000 }])
    const amendment = aFilingOf([{ shares: 1000 }], {
      form: '4/A',
      accession: '0000000042-25-000002',
      originalFiledOn: '2025-01-28',
      filedOn: '2025-01-29',
    })
    const trade = findStatement(tellInsiders([original, amendment]), 'insiders/buy/42/77')
    expect(fillWords(trade, '{shares} for {value}')).toBe('1,000 shares for $10,000')
  })
})

it('names several insiders of the same company together', () => {
  const filings = ['77', '78', '79'].map((cik, index) =>
    aFilingOf([{ shares: 1000 + index }], {
      accession: accessionOf(index + 1),
      ownerCiks: [cik],
    }),
  )
  const cluster = findStatement(tellInsiders(filings), 'insiders/cluster/42')
  expect(fillWords(cluster, cluster.tellings[0])).toBe(
    '3 insiders of Acme, each on a form of their own, bought $30,030 of its stock on Jan 27.',
  )
  expect(cluster.heads?.map((head) => fillWords(cluster, head))[0]).toBe(
    '3 insiders bought $30,030 of Acme stock',
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
      const filing = aFilingOf(transactions, {
        ...issuer,
        accession: accessionOf(index + 1),
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

describe('any week of forms', () => {
  it('is told in words that its facts support, the same for any order of its filings', () => {
    fc.assert(
      fc.property(filings, fc.boolean(), (week, hasCloses) => {
        const closes = hasCloses ? ACME_CLOSES : new Map()
        const section = analyseInsiders(createCollection(week), closes, INSIDER_WEEK)
        const told = stateInsiders(section)
        expect(listFaults(told, section.facts)).toEqual([])
        const turned = analyseInsiders(createCollection(week.toReversed()), closes, INSIDER_WEEK)
        expect(stateInsiders(turned)).toEqual(told)
      }),
      { numRuns: 60 },
    )
  })
})
