import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { CongressTrade } from '../../records/congress/congress-trade.ts'
import { fillTemplate } from '../statements/tell.ts'
import { fillWords, listAllWords, listFaults, listTellings } from '../testing/check-statements.ts'
import { CONGRESS_WEEK as WEEK, createRuns } from '../testing/compose-congress-week.ts'
import { analyseCongress } from './analyse-congress.ts'
import { stateCongress } from './congress-statements.ts'
import { createCoverage, createMember, createTrade, createTradeOf } from './testing/congress-trades.ts'
import { ofKind, tellCongress } from './testing/told-congress.ts'

const member = createMember({ name: 'Jane Q. Doe', commonName: 'Jane Doe', lastName: 'Doe' })

describe('a trade in Congress', () => {
  it('says who, what, both ends of the range, and when', () => {
    const trade = ofKind(tellCongress([createTrade({ member })]), 'trade')
    expect(listTellings(trade)).toEqual([
      'Jane Doe (D-CA) bought $1,001 to $15,000 of Acme on Jan 6.',
      'On Jan 6, Jane Doe (D-CA) bought $1,001 to $15,000 of Acme.',
      'A report by Jane Doe (D-CA) shows a purchase of Acme on Jan 6: $1,001 to $15,000.',
      'Made public on Jan 28: Jane Doe (D-CA) bought $1,001 to $15,000 of Acme on Jan 6.',
    ])
    expect(listAllWords(trade)).toContain('Jane Doe bought $1,001 to $15,000 of Acme')
  })

  it.each([
    ['a spouse', { owner: 'SP' }, /spouse/],
    ['a child', { owner: 'DC' }, /child/],
    ['a joint account', { owner: 'JT' }, /joint/],
    ['a trust', { subholding: 'Doe Family Trust > Brokerage' }, /trust/],
    ['who manages the account', { description: 'Professionally managed account' }, /manage/],
    ['that it was reported late', { tradedOn: '2024-11-01' }, /late/],
    [
      'a structured note',
      { asset: 'Bank of Doe, S&P-Linked Notes due June', assetType: 'CS', ticker: undefined },
      /structured note|lawmaker|House/,
    ],
  ] as const)('says %s in every telling, headline and line', (_what, parts, words) => {
    const trade = ofKind(tellCongress([createTrade({ member, ...parts })]), 'trade')
    expect(listAllWords(trade).filter((text) => !words.test(text))).toEqual([])
    expect(trade.heads?.length).toBeGreaterThan(0)
  })

  it('says in all its wordings that the account bears a firm’s name, or that part of it does', () => {
    const inFirm = createTrade({ member, subholding: 'Bolt Brokerage - Doe Law Firm, LLC' })
    const tell = (...trades: CongressTrade[]) => listAllWords(ofKind(tellCongress(trades), 'trade'))
    expect(
      tell(inFirm).filter((text) => !/, in (?:an account that bears )?a firm’s name/.test(text)),
    ).toEqual([])
    const part = tell(inFirm, createTrade({ member, row: 2 }))
    expect(
      part.filter((text) => !/, part(?:ly in an account that bears| in) a firm’s name/.test(text)),
    ).toEqual([])
  })

  it('knows whether the reports have more trades in the same company', () => {
    const isSeveral = (...trades: CongressTrade[]) => ofKind(tellCongress(trades), 'trade').isOneOfSeveral
    const other = createMember({
      bioguideId: 'R000001',
      name: 'Ann Roe',
      commonName: 'Ann Roe',
      lastName: 'Roe',
    })
    expect(isSeveral(createTrade({ member }))).toBeUndefined()
    const sale = createTrade({
      member: other,
      filer: 'Ann Roe',
      reportId: '20000002',
      type: 'S',
      kind: 'sale',
    })
    expect(isSeveral(createTrade({ member }), sale)).toBe(true)
    const others: Partial<CongressTrade>[] = [
      { assetType: 'OP' },
      { assetType: 'CS', asset: 'Acme Corp' },
      { ticker: undefined },
      { kind: 'gift' },
    ]
    for (const parts of others) expect(isSeveral(createTrade({ member }), { ...sale, ...parts })).toBe(true)
  })

  it('never calls a structured note a bond of a company', () => {
    const parts = { asset: 'Doe Bank Market-Linked Note', assetType: 'CS', ticker: undefined }
    const trade = ofKind(tellCongress([createTrade({ member, ...parts })]), 'trade')
    expect(listAllWords(trade).filter((text) => /bond/.test(text))).toEqual([])
    expect(listTellings(trade)[0]).toBe(
      'Jane Doe (D-CA) bought $1,001 to $15,000 of a structured note (Doe Bank Market-Linked Note) on Jan 6.',
    )
  })

  it('judges lateness by the day of signing, and a copier’s delay by the day on which the report came out', () => {
    const told = tellCongress([createTrade({ tradedOn: '2024-11-01', signedOn: '2024-12-01' })])
    expect(listAllWords(ofKind(told, 'trade')).filter((text) => /late/.test(text))).toEqual([])
    const [lag] = told.forYou
    expect(listTellings(lag!)[0]).toBe(
      'Copy Congress, and you trade late: the oldest trade we count was at least 12 weeks old when it came out: a purchase of Acme by Jane Doe. By the date on it, that report was in time: the law allows 45 days.',
    )
    // The report does not show the day on which it came out, so the figure links to its place among the figures.
    const [, [, span] = []] = fillTemplate(lag!, lag!.tellings[1]!, { slotDate: '2025-02-03' })
    expect(span?.href).toMatch(/figures#congress\/.*\/lag-weeks$/)
    expect(told.facts.find(({ id }) => id.endsWith('/lag-weeks'))?.formula).toBe(
      'whole weeks in the days from the trade to the day on which it came out',
    )
  })

  it('never calls options or debt by the ticker of the company’s shares', () => {
    for (const assetType of ['OP', 'CS']) {
      const named = {
        assetType,
        asset: 'Acme International Holdings Corporation',
        low: 500_001,
        high: 1_000_000,
      }
      const trade = ofKind(tellCongress([createTrade({ member, ...named })]), 'trade')
      expect(trade.slots).not.toHaveProperty('ticker')
      expect(listAllWords(trade).filter((text) => !/options on|debt of/.test(text))).toEqual([])
    }
  })

  it('has no day on which it came out if several reports have it', () => {
    const trades = [createTrade({ member }), createTrade({ member, reportId: '3', filedOn: '2025-01-31' })]
    expect(listTellings(ofKind(tellCongress(trades), 'trade')).filter((text) => /public/.test(text))).toEqual(
      [],
    )
  })

  it('is late by the delay of what was late, not by that of what need not be reported', () => {
    const small = createTrade({ member, tradedOn: '2024-06-01', low: 1, high: 1000 })
    const told = tellCongress([small, createTrade({ member, row: 2, tradedOn: '2024-12-12' })])
    const words = listTellings(ofKind(told, 'trade'))
    expect(words.every((text) => /reported late: up to 47 days after/.test(text))).toBe(true)
    // The slowest part of it was not late.
    expect(listTellings(told.forYou[0]!).join(' ')).not.toMatch(/law/)
  })

  it('never leads with a delay of years, and includes such a trade in no sum', () => {
    const told = tellCongress([createTrade({ tradedOn: '2018-01-06' })])
    const trade = ofKind(told, 'trade')
    expect(trade).toMatchObject({ isNews: false, salience: 5 })
    expect([trade.heads, trade.lines]).toEqual([undefined, undefined])
    expect(listTellings(trade).every((text) => /may be a slip, or an old report/.test(text))).toBe(true)
    expect(listTellings(ofKind(told, 'total'))[0]).toBe(
      'The reports we could read show no trade made in the past year.',
    )
    expect(ofKind(told, 'total').lines).toEqual([
      'The reports from Congress show a trade dated over a year back, and none made in the past year.',
    ])
    expect(listTellings(told.coverage)).toEqual([
      'We read the only report listed. Among what is left out: 1 entry with dates over a year before the report.',
    ])
  })

  it('says how many trades are left out as too old beside what counts, and keeps new ones of the same shares', () => {
    const old = createTrade({ row: 2, tradedOn: '2018-01-06' })
    const told = tellCongress([createTrade(), old, createTrade({ row: 3, description: 'Who knows' })])
    expect(listTellings(ofKind(told, 'total'))[1]).toContain('we count purchases of $1,001 to $15,000.')
    expect(listTellings(told.coverage)).toEqual([
      'We read the only report listed. Among what is left out: 2 entries with dates over a year before the report or notes we do not understand.',
    ])
  })

  it('keeps each range with its own asset', () => {
    const told = tellCongress([
      createTrade({ member }),
      createTrade({ member, row: 2, asset: 'Roe Inc.', ticker: 'ROE', low: 1_000_001, high: 5_000_000 }),
    ])
    const trades = told.statements.filter(({ kind }) => kind === 'trade')
    expect(trades.map((trade) => fillWords(trade, '{amount} of {asset} {short}')).toSorted()).toEqual([
      '$1,000,001 to $5,000,000 of Roe Inc. (ROE) Roe',
      '$1,001 to $15,000 of Acme Corp. (ACME) Acme',
    ])
  })
})

describe('the slowest trade', () => {
  const large = Array.from({ length: 22 }, (_, index) =>
    createTradeOf(`Filer ${'abcdefghijklmnopqrstuv'.charAt(index)}`, {
      low: 50_001,
      high: 100_000,
      tradedOn: '2025-01-18',
      asset: `Asset ${'abcdefghijklmnopqrstuv'.charAt(index)}`,
      ticker: undefined,
    }),
  )
  const slow = (parts: Partial<CongressTrade>) =>
    createTradeOf('Slow Joe', { tradedOn: '2024-12-15', ...parts })
  const lagOf = (...trades: CongressTrade[]) =>
    listTellings(tellCongress([...large, ...trades]).forYou[0]!)[0]

  it('is the slowest of all that count, however small', () => {
    expect(lagOf(slow({}))).toBe(
      'Copy Congress, and you trade late: the oldest trade we count was at least 6 weeks old when it came out: a purchase of Acme by Slow Joe.',
    )
  })

  it('is not judged by a law that does not ask for it', () => {
    const fund = slow({ assetType: 'EF', asset: 'Acme ETF', tradedOn: '2024-09-29' })
    expect(lagOf(fund)).toBe(
      'Copy Congress, and you trade late: the oldest trade we count was at least 17 weeks old when it came out: a purchase of Acme ETF by Slow Joe.',
    )
  })

  it('is among the listed ones, however many there are', () => {
    const many = Array.from({ length: 310 }, (_, row) =>
      createTradeOf(`Filer ${'abcd'.charAt(row % 4)}`, {
        row,
        asset: `Asset ${row}`,
        ticker: undefined,
        low: 15_001,
        high: 50_000,
      }),
    )
    const section = analyseCongress({ trades: [...many, slow({})], coverage: [createCoverage()] }, WEEK)
    expect(section.others.at(-1)?.filer.name).toBe('Slow Joe')
    expect(listFaults(stateCongress(section), section.facts)).toEqual([])
  })
})

describe('what is said about ranges', () => {
  it('leaves out that there are only ranges if a row has an exact sum', () => {
    const ranges = tellCongress([createTrade()])
    expect(listTellings(ofKind(ranges, 'total')).every((text) => /only ranges/.test(text))).toBe(true)
    expect(ranges.forYou.map(({ id }) => id)).toContain('congress/range')
    const exact = tellCongress([
      createTrade(),
      createTrade({ row: 2, asset: 'Roe Inc.', low: 5000, high: 5000 }),
    ])
    expect(listTellings(ofKind(exact, 'total')).join(' ')).not.toMatch(/range/)
    expect(exact.forYou.map(({ id }) => id)).not.toContain('congress/range')
  })
})

describe('a week without a trade that counts', () => {
  const total = (...trades: CongressTrade[]) => {
    const { tellings, lines = [], carry = [], ...rest } = ofKind(tellCongress(trades), 'total')
    return [...tellings, ...lines, ...carry].map((template) => fillWords({ tellings, ...rest }, template))
  }

  it.each<[string, CongressTrade[]]>([
    ['a note is not understood', [createTrade({ comments: 'Bought at the request of the other trustee' })]],
    ['a report corrects one of last month', [createTrade({ chamber: 'senate', status: 'amended' })]],
    ['rows are of a report that repeats another', [createTrade({ repeats: '20000000' })]],
    ['something was exchanged', [createTrade({ type: 'E' })]],
    ['a date is impossible', [createTrade({ tradedOn: '2025-01-29' })]],
    [
      'most dates are impossible, and another note is not understood',
      [
        ...[1, 2, 3].map((row) => createTrade({ row, tradedOn: '2025-01-29' })),
        createTrade({ row: 4, comments: 'Bought at the request of the other trustee' }),
      ],
    ],
  ])('is not called one without any trade if %s', (_name, trades) => {
    const words = total(...trades)
    expect(words.filter((text) => !/trade that we can count/.test(text))).toEqual([])
    expect(words.length).toBeGreaterThan(2)
  })
})

describe('a row that is not a trade', () => {
  const gift = createTrade({
    member,
    owner: 'SP',
    type: 'S (partial)',
    low: 100_001,
    high: 250_000,
    description: 'Contribution of 382 shares to Doe University.',
  })

  it('is called the gift that it is, and may lead', () => {
    const told = tellCongress([gift])
    const statement = ofKind(told, 'no-trade')
    expect(listTellings(statement)[0]).toBe(
      'The report of Jane Doe (D-CA) lists $100,001 to $250,000 of Acme, held by Doe’s spouse, as sold on Jan 6. But its own note says it was a gift of 382 shares to a university.',
    )
    expect(statement.salience).toBe(62)
    expect(fillWords(statement, statement.heads?.[0] ?? '')).toBe(
      'A “sale” of 382 shares by Jane Doe’s spouse was a gift',
    )
    expect(listAllWords(statement).filter((text) => !/spouse/.test(text) || !/gift/.test(text))).toEqual([])
    expect(told.statements.map(({ kind }) => kind)).toEqual(['no-trade', 'total'])
  })

  it('is not part of the sum of sales', () => {
    const told = tellCongress([gift, createTradeOf('Ann Roe', { type: 'S' })])
    expect(fillWords(ofKind(told, 'total'), '{filers}: {sale}')).toBe('1: $1,001 to $15,000')
  })

  it.each([
    ['E', undefined, /exchange/],
    ['P', 'Dividend reinvestment', /reinvested/],
    ['S', 'Bond redeemed by issuer', /paid off by its issuer/],
    ['S', 'Shares transferred to another account', /transfer/],
  ] as const)('marked %s with the note %s is told in its own words', (type, description, words) => {
    const statement = ofKind(tellCongress([createTrade({ member, type, description })]), 'no-trade')
    expect(listTellings(statement).every((text) => words.test(text))).toBe(true)
    expect(listTellings(statement).join(' ')).not.toMatch(/(purchase|sale|exchange) “\1”/)
    expect(statement.heads).toBeUndefined()
  })
})

describe('a herd', () => {
  const names = ['Ann Roe', 'Bo Roe', 'Cy Roe']
  const sold = names.map((name) => createTradeOf(name, { type: 'S' }))

  it('is told with what others did on the other side, in dollars', () => {
    const bought = createTradeOf('Di Poe', { low: 250_001, high: 500_000 })
    const herd = ofKind(tellCongress([...sold, bought]), 'herd')
    expect(listTellings(herd)[0]).toBe(
      '3 in Congress sold $3,003 to $45,000 of Acme Corp. (ACME) on Jan 6. In the same reports, 1 bought $250,001 to $500,000 of it. That is a count, no sign that they acted together.',
    )
    // The headline would name only one side, and the other is larger.
    expect(herd.heads).toBeUndefined()
    expect(listAllWords(herd).every((text) => /bought/.test(text))).toBe(true)
  })

  it('says that some trades are by families if only a spouse traded, on either side', () => {
    const own = sold.slice(1)
    const ofSpouse = createTradeOf('Ann Roe', { type: 'S', owner: 'SP' })
    const bought = createTradeOf('Di Poe', { low: 1001, high: 15_000, owner: 'DC' })
    const herd = ofKind(tellCongress([...own, ofSpouse, bought]), 'herd')
    expect(listTellings(herd)[0]).toMatch(
      /^3 in Congress or their families sold .* 1 or their families bought /,
    )
    expect(listAllWords(herd).filter((text) => /in Congress sold/.test(text))).toEqual([])
    const joint = createTradeOf('Ann Roe', { type: 'S', owner: 'JT' })
    expect(listTellings(ofKind(tellCongress([...own, joint]), 'herd'))[0]).toMatch(/^3 in Congress sold/)
  })

  it('counts whoever traded the other way, also in reports without a ticker', () => {
    const herd = ofKind(
      tellCongress([...sold, createTradeOf('Di Poe', { asset: 'Acme Corp', ticker: undefined })]),
      'herd',
    )
    expect(listTellings(herd)[0]).toContain('In the same reports, 1 bought $1,001 to $15,000 of it.')
    const unread = createTradeOf('Di Poe', { comments: 'Bought at the request of the other trustee' })
    expect(listTellings(ofKind(tellCongress([...sold, unread]), 'herd'))[0]).toContain(
      'We count nobody who bought it.',
    )
  })

  it.each([
    ['Eli Lilly and Company', 'Lilly (Eli) & Company'],
    ['Lilly (Eli) & Company', 'Eli Lilly and Company'],
  ])(
    'says nothing of the other side, and has no headline, if its ticker has another name: %s',
    (asset, other) => {
      const lilly = { asset, ticker: 'LLY' }
      const bought = names.map((name) => createTradeOf(name, lilly))
      const unclear = { ...lilly, asset: other, type: 'S', low: 1_000_001, high: 5_000_000 } as const
      const known = createTradeOf('Ed Poe', { ...lilly, type: 'S' })
      for (const sides of [[], [known]]) {
        const herd = ofKind(tellCongress([...bought, ...sides, createTradeOf('Di Poe', unclear)]), 'herd')
        expect(herd.heads).toBeUndefined()
        expect(
          [...listAllWords(herd), ...(herd.glances ?? [])].filter((text) => /nobody|sold/.test(text)),
        ).toEqual([])
        expect(listTellings(herd)[0]).toMatch(/ on Jan 6\. That is a count/)
      }
    },
  )

  it('has a headline if nobody traded the other way', () => {
    const herd = ofKind(tellCongress(sold), 'herd')
    expect(fillWords(herd, herd.heads?.[0] ?? '')).toBe('3 in Congress sold $3,003 to $45,000 of Acme')
  })

  it('mentions the accounts that others manage in the right number', () => {
    const managed = createTrade({ member, description: 'Professionally managed account' })
    const circumstances = (...trades: CongressTrade[]) =>
      tellCongress(trades)
        .statements.filter(({ id }) => id === 'congress/managed')
        .flatMap(listTellings)
    expect(circumstances(managed)).toEqual([])
    expect(circumstances(managed, createTradeOf('Ann Roe'))).toEqual([
      '1 of the 2 trades we count was made in an account that others manage, by the reports’ own words.',
      'By the reports’ own words, others manage the account of 1 of the 2 trades we count.',
    ])
  })

  it('does not include accounts that others manage', () => {
    const managed = names.map((name) =>
      createTradeOf(name, { type: 'S', description: 'Professionally managed account' }),
    )
    const told = tellCongress(managed)
    expect(told.statements.filter(({ kind }) => kind === 'herd')).toEqual([])
    expect(listTellings(ofKind(told, 'circumstance'))[0]).toBe(
      '3 of the 3 trades we count were made in accounts that others manage, by the reports’ own words.',
    )
  })
})

it('counts an amended row only once', () => {
  const original = createTrade({ member, type: 'P', replacedBy: '20000002', filedOn: '2025-01-27' })
  const amended = createTrade({ member, reportId: '20000002', status: 'amended', low: 15_001, high: 50_000 })
  expect(fillWords(ofKind(tellCongress([original, amended]), 'total'), '{buy}')).toBe('$15,001 to $50,000')
})

const RANGES = [
  [1001, 15_000],
  [1_000_001, 5_000_000],
  [100_001, 250_000],
  [3500.33, 3500.33],
  [50_000_000, undefined],
] as const
const rows = fc
  .array(
    fc.record({
      filer: fc.integer({ min: 1, max: 5 }),
      report: fc.integer({ min: 1, max: 3 }),
      asset: fc.constantFrom(
        ['Acme Corp.', 'ACME', 'ST'] as const,
        ['3M Company - Common Stock', 'MMM', 'ST'] as const,
        ['Doe Bank Market-Linked Note 5.00%', undefined, 'CS'] as const,
        ['Massachusetts St Sch Bld 5.00%', undefined, 'GS'] as const,
        ['Roe Inc.', 'ROE', 'OP'] as const,
      ),
      type: fc.constantFrom('P', 'S', 'S (partial)', 'E'),
      owner: fc.constantFrom('self', 'SP', 'JT', 'DC'),
      tradedOn: fc.constantFrom('2014-01-22', '2024-06-03', '2025-01-06', '2025-01-24', '2025-02-01'),
      signedOn: fc.constantFrom(undefined, '2024-07-01', '2025-01-20'),
      range: fc.constantFrom(...RANGES),
      chamber: fc.constantFrom('house', 'senate'),
      subholding: fc.constantFrom(undefined, 'Doe Trust', 'Advisor-managed account'),
      description: fc.constantFrom(
        undefined,
        'Gift of 100 shares to a church',
        'capital call',
        'redeemed',
        'DRIP',
      ),
    }),
    { maxLength: 14 },
  )
  .map((drafts) =>
    drafts.map(({ filer, report, range: [low, high], asset: [asset, ticker, assetType], ...draft }, index) =>
      createTrade({
        ...draft,
        row: index + 1,
        reportId: `${filer}${report}`,
        filedOn: `2025-01-${27 + report}`,
        filer: `Ann Marie Filer${'abcdef'.charAt(filer)}`,
        member:
          filer === 5
            ? undefined
            : createMember({
                bioguideId: `F${filer}`,
                name: `Ann Marie Filer${'abcdef'.charAt(filer)}`,
                commonName: `Ann Filer${'abcdef'.charAt(filer)}`,
                lastName: `Filer${'abcdef'.charAt(filer)}`,
                party: ['Republican', 'Democrat', 'Independent'][filer % 3] ?? '',
              }),
        asset,
        ticker,
        assetType,
        low,
        high,
      }),
    ),
  )

describe('any week of reports', () => {
  it('is told in words that its facts support, the same in any order of its rows', () => {
    fc.assert(
      fc.property(rows, (trades) => {
        const analyse = (list: readonly CongressTrade[]) =>
          analyseCongress(
            { trades: list, coverage: [createCoverage()], runs: createRuns('complete', 'partial') },
            WEEK,
          )
        const section = analyse(trades)
        const told = stateCongress(section)
        expect(listFaults(told, section.facts)).toEqual([])
        expect(stateCongress(analyse(trades.toReversed()))).toEqual(told)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the sum of a spouse’s trades', () => {
  it('is never presented as what the member bought or sold', () => {
    const trades = [
      createTrade({ member, owner: 'SP' }),
      createTrade({ member, row: 2, type: 'S', owner: 'SP', asset: 'Zenith Corp.', ticker: 'ZEN' }),
    ]
    const words = listAllWords(ofKind(tellCongress(trades), 'total'))
    expect(words).not.toEqual([])
    expect(words.filter((text) => /\b(bought|sold)\b/.test(text))).toEqual([])
  })
})
