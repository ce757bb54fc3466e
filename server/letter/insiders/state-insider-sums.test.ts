import { describe, expect, it } from 'vitest'

import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'
import { fillTemplate } from '../statements/tell.ts'
import { fillWords, listAllWords, listTellings } from '../testing/check-statements.ts'
import { accessionOf, createFiling } from '../testing/insider-filings.ts'
import { ACME_CLOSES, aFilingOf, findStatement, tellInsiders } from '../testing/told-insiders.ts'

describe('the sums of what insiders traded', () => {
  const offering = aFilingOf([{ shares: 3000, via: 'offering' }], {
    accession: '0000000042-25-000002',
    ownerCiks: ['78'],
    ownerName: 'Roe Ann',
  })
  const aSale = (nth: number, owner = '77') =>
    aFilingOf([{ code: 'S', shares: 97_000 }], { accession: accessionOf(nth), ownerCiks: [owner] })

  it('keep offerings separate, and state both sums', () => {
    const told = tellInsiders([createFiling(), offering])
    expect(fillWords(findStatement(told, 'insiders/total'), '{buy}')).toBe('$10,000')
    expect(listTellings(findStatement(told, 'insiders/offering'))).toEqual([
      'Insiders put $30,000 into stock offerings.',
      'Of insiders’ money, $30,000 went into stock offerings.',
    ])
    const second = createFiling({ accession: accessionOf(8), ownerCiks: ['88'], ownerName: 'Loe Kim' })
    const beside = tellInsiders([createFiling(), second, offering])
    expect(findStatement(beside, 'insiders/offering').joins).toBeUndefined()
    expect(findStatement(beside, 'insiders/offering').kickers).toEqual([
      'Most of what insiders “bought”, by our count, was not bought on the open market.',
    ])
    const total = findStatement(told, 'insiders/total')
    expect(total.lines?.map((line) => fillWords(total, line))[0]).toBe(
      'We counted $10,000 of ordinary purchases by insiders (bosses, directors, big owners).',
    )
  })

  it('do not say that purchases on a day of conversion were off the market if there are offerings too', () => {
    const beside = aFilingOf([{ code: 'C', price: undefined, shares: 5000 }, { shares: 2000 }], {
      accession: '0000000042-25-000003',
      ownerCiks: ['79'],
      ownerName: 'Poe Ben',
    })
    expect(
      listTellings(findStatement(tellInsiders([createFiling(), offering, beside]), 'insiders/offering')),
    ).toEqual([
      'Insiders put $50,000 into stock offerings and shares bought on days when the buyer also converted other holdings.',
      'Of insiders’ money, $50,000 went into stock offerings and shares bought on days when the buyer also converted other holdings.',
    ])
  })

  it('leave out what was sold for taxes alone, and say so', () => {
    const told = tellInsiders([
      createFiling(),
      aFilingOf(
        [
          { code: 'S', shares: 4000 },
          { code: 'S', shares: 90_000, via: 'taxes' },
        ],
        {
          accession: '0000000042-25-000004',
          ownerCiks: ['78'],
          ownerName: 'Roe Ann',
        },
      ),
    ])
    const total = findStatement(told, 'insiders/total')
    expect(listTellings(total)[1]).toBe(
      'All told, insiders sold $40,000 and bought $10,000 of their companies’ stock. Not in it: $900,000 sold only to cover taxes.',
    )
  })

  it('name in a headline only the kinds of deals that there were', () => {
    const told = tellInsiders([aFilingOf([{ shares: 900_000, via: 'placement' }])])
    const { heads: [head = ''] = [], ...offering } = findStatement(told, 'insiders/offering')
    expect(fillWords(offering, head)).toBe('Insiders spent $9.0 million in private deals')
  })

  it('do not call a purchase on a day of conversion ordinary, and never lead with it', () => {
    const told = tellInsiders([aFilingOf([{ code: 'C', price: undefined, shares: 5000 }, { shares: 2000 }])])
    const trade = findStatement(told, 'insiders/buy/42/77')
    expect(trade.heads).toBeUndefined()
    expect(listAllWords(trade).filter((text) => !/may not be ordinary buying/.test(text))).toEqual([])
    expect(fillWords(findStatement(told, 'insiders/total'), '{buy}')).toBe('$0')
  })

  it('make no claim about all purchases that would be false if those on a day of conversion are ordinary', () => {
    const beside = (accession: string) =>
      aFilingOf([{ code: 'C', price: undefined, shares: 5000 }, { shares: 2000 }], {
        accession,
        ownerCiks: ['79'],
        ownerName: 'Poe Ben',
        issuerCik: '43',
        issuerName: 'Other Corp.',
        ticker: 'OTHR',
      })
    const told = tellInsiders([createFiling(), beside('0000000042-25-000003')])
    const offering = findStatement(told, 'insiders/offering')
    const total = findStatement(told, 'insiders/total')
    const share = told.statements.find(({ id }) => id === 'insiders/buy/42/77/share')
    const words = [total, ...(share ? [share] : [])].flatMap((one) =>
      [
        ...one.tellings,
        ...(one.kickers ?? []),
        ...(one.carry ?? []),
        ...(one.lines ?? []),
        ...(one.heads ?? []),
      ].map((template) => fillWords(one, template)),
    )
    // The text says what is counted: ordinary trades, or those without a sign of anything else.
    expect(words.filter((text) => !/\bordinary\b|no sign of a special deal/i.test(text))).toEqual([])
    // “Another” needs a purchase beside it, and so do the words that no other is ordinary.
    expect([
      offering.joins,
      ...(offering.carry ?? []).map((template) => fillWords(offering, template)),
    ]).toEqual([
      'insiders/buy/42/77',
      'It is the only purchase we counted that looks ordinary: another $20,000 went into shares bought on days when the buyer also converted other holdings.',
      'Nothing else that we counted looks like an ordinary purchase: another $20,000 went into shares bought on days when the buyer also converted other holdings.',
    ])
    expect(findStatement(told, 'insiders/buy/42/77').salience).toBeGreaterThanOrEqual(offering.salience)
    const only = findStatement(told, 'insiders/buy/42/77/only')
    expect([only.joins, offering.tells]).toEqual([undefined, [only.id]])
    expect(words.join(' ')).not.toMatch(/open market/)
  })

  it('do not count as a second figure if they cover a single trade', () => {
    const told = tellInsiders([
      createFiling(),
      aFilingOf([{ code: 'S', shares: 97_000 }], { accession: '0000000042-25-000003' }),
    ])
    const slots = findStatement(told, 'insiders/total').slots
    expect([slots['buy'], slots['sale']]).toEqual(
      ['insiders/buy/42/77', 'insiders/sale/42/77'].map((id) => ({
        figure: (findStatement(told, id).slots['value'] as { figure: object }).figure,
      })),
    )
  })

  it('also compare purchases with sales without a figure', () => {
    const told = tellInsiders([
      createFiling(),
      aFilingOf([{ code: 'S', shares: 97_000 }], { accession: '0000000042-25-000003' }),
    ])
    const total = findStatement(told, 'insiders/total')
    expect(total.lines?.slice(1).map((line) => fillWords(total, line))).toEqual([
      'We counted $970,000 of sales by insiders (bosses, directors, big owners). The purchases we counted come to far less.',
      'We counted $10,000 of purchases by insiders (bosses, directors, big owners). The sales we counted come to far more.',
    ])
    expect(total.glances).toEqual([
      'By our count, insiders (bosses, directors, big owners) bought far less than they sold.',
    ])
  })

  it('say everywhere that they cover only a part, and give no shares, if much could not be checked', () => {
    const told = tellInsiders([
      aFilingOf([{ code: 'S', shares: 97_000 }]),
      aFilingOf([{ code: 'S', shares: 3000 }], {
        accession: '0000000042-25-000003',
        ownerCiks: ['79'],
        ownerName: 'Poe Max',
      }),
      aFilingOf([{ code: 'S', shares: 20_000_000 }], {
        accession: '0000000043-25-000004',
        issuerCik: '43',
        issuerName: 'Other Corp.',
        ticker: 'OTHR',
        ownerCiks: ['80'],
      }),
    ])
    const sums = [findStatement(told, 'insiders/total'), findStatement(told, 'insiders/without-one/sale')]
    expect(told.statements.filter(({ kind }) => kind === 'share')).toEqual([])
    const isOfPart = /(?:as far as|what) we could count|\b(?:by our count|we counted)\b/i
    const words = sums.flatMap((sum) => listAllWords(sum).concat(sum.carry ?? []))
    expect(words.filter((text) => !isOfPart.test(text))).toEqual([])
    expect(listTellings(told.coverage)).toEqual([
      'We read all 3 forms. Among what is left out: $200.0 million of Other sales, too large to count with no closing price to check them against.',
    ])
  })

  it('state the share of one name and the sum without it', () => {
    const told = tellInsiders([
      aFilingOf([{ code: 'S', shares: 97_000 }]),
      aFilingOf([{ code: 'S', shares: 3000 }], {
        accession: '0000000042-25-000003',
        ownerCiks: ['79'],
        ownerName: 'Poe Max',
      }),
    ])
    const share = findStatement(told, 'insiders/sale/42/77/share')
    expect(fillWords(share, share.tellings[0])).toBe(
      'Of every dollar of insiders’ sales that we counted, 97 cents came from sales of Acme by Jane Doe.',
    )
    const without = findStatement({ ...told, statements: told.forYou }, 'insiders/without-one/sale')
    expect(listTellings(without)[0]).toBe(
      'Most of the insider sales we counted come down to a single name. Leave out Jane Doe, and they are $30,000.',
    )
    expect(findStatement(told, 'insiders/sale/42/77').follows).toContain('insiders/sale/42/77/share')
  })

  const bought = (cik: string, name: string, ...lines: Parameters<typeof aFilingOf>[0]) =>
    aFilingOf(lines, { accession: `00000000${cik}-25-000001`, ownerCiks: [cik], ownerName: name })

  it('say that they leave one name out of ordinary purchases only, if there were offerings too', () => {
    const [doe, roe] = [bought('77', 'Doe Jane', { shares: 5000 }), bought('78', 'Roe Ann', { shares: 1500 })]
    const tell = (...more: InsiderFiling[]) =>
      listTellings(findStatement(tellInsiders([doe, roe, ...more]), 'insiders/without-one/buy'))
    expect(tell(bought('79', 'Poe Max', { shares: 40_000, via: 'offering' }))).toEqual([
      'Most of the ordinary insider purchases we counted come down to a single name. Leave out Jane Doe, and they are $15,000.',
      'Leave out Jane Doe, and the ordinary insider purchases we counted come to $15,000.',
      'A single name is most of the ordinary insider purchases we counted. Without Jane Doe, they come to $15,000.',
    ])
    expect(tell().join(' ')).not.toContain('ordinary')
  })

  it('name the trades whose share they state, since their owner may have made others', () => {
    const roe = bought('78', 'Roe Ann', { shares: 1500 })
    const shareOf = (...filings: InsiderFiling[]) => {
      const told = tellInsiders([...filings, roe])
      const share = told.statements.find(({ id }) => id === 'insiders/buy/42/77/share')
      return share && fillWords(share, share.tellings[0])
    }
    const doe = bought('77', 'Doe Jane', { shares: 5000 }, { shares: 4500, via: 'offering' })
    expect(shareOf(doe)).toBe(
      'Of every dollar of insiders’ purchases that we counted, 45 cents went into ordinary purchases of Acme by Jane Doe.',
    )
    const other = aFilingOf([{ shares: 4500 }], {
      accession: '0000000043-25-000001',
      issuerCik: '43',
      issuerName: 'Other Corp.',
      ticker: 'OTHR',
    })
    expect(shareOf(bought('77', 'Doe Jane', { shares: 5000 }), other)).toBe(
      'Of every dollar of insiders’ purchases that we counted, 45 cents went into purchases of Acme by Jane Doe.',
    )
    // Some of hers are on a form that others share.
    const joint = aFilingOf([{ shares: 4500 }], {
      accession: '0000000077-25-000002',
      ownerCiks: ['77', '80'],
    })
    expect(shareOf(bought('77', 'Doe Jane', { shares: 5000 }), joint)).toBeUndefined()
  })

  it('leave out all that one person bought of a company, or nothing', () => {
    const joint = aFilingOf([{ shares: 500 }], { accession: '0000000077-25-000002', ownerCiks: ['77', '80'] })
    const told = tellInsiders([
      bought('77', 'Doe Jane', { shares: 5000 }),
      bought('78', 'Roe Ann', { shares: 1500 }),
      joint,
    ])
    expect(told.forYou.map(({ id }) => id)).not.toContain('insiders/without-one/buy')
  })

  it('also see the trades of a person that rank too low for the letter', () => {
    const others = Array.from({ length: 12 }, (_, at) =>
      bought(String(81 + at), `Poe Max`, { shares: 100 + at }),
    )
    const small = aFilingOf([{ shares: 10 }], {
      accession: '0000000043-25-000001',
      issuerCik: '43',
      issuerName: 'Other Corp.',
      ticker: 'OTHR',
    })
    const told = tellInsiders([bought('77', 'Doe Jane', { shares: 5000 }), small, ...others])
    expect(listTellings(findStatement(told, 'insiders/without-one/buy'))[1]).toMatch(
      /^Leave out purchases of Acme by Jane Doe, /,
    )
  })

  it('leave out only one company if the same person also sold another whose sales a close confirms', () => {
    const filings = [
      aFilingOf([{ code: 'S', shares: 97_000 }]),
      aFilingOf([{ code: 'S', shares: 3000 }], {
        accession: '0000000043-25-000003',
        issuerCik: '43',
        issuerName: 'Other Corp.',
        ticker: 'OTHR',
      }),
    ]
    const closes = new Map(
      [...ACME_CLOSES].flatMap(([key, close]) =>
        [key, key.replace('ACME', 'OTHR')].map((each) => [each, close] as const),
      ),
    )
    const told = tellInsiders(filings, closes)
    const without = findStatement({ ...told, statements: told.forYou }, 'insiders/without-one/sale')
    expect(listTellings(without)[0]).toMatch(/Leave out sales of Acme by Jane Doe, and they are \$30,000\.$/)
    expect(tellInsiders(filings).forYou.map(({ id }) => id)).not.toContain('insiders/without-one/sale')
  })

  it('tell readers who copy a trade how late they are, unless it was reported by the day after', () => {
    const forYou = (filedOn: string) => tellInsiders([aFilingOf([{}], { filedOn })]).forYou
    const lagOf = (filedOn: string) => forYou(filedOn).filter(({ kind }) => kind === 'lag')
    expect([lagOf('2025-01-28'), lagOf('2025-01-29')].map(({ length }) => length)).toEqual([0, 1])
    expect(forYou('2025-01-27').map(({ id }) => id)).toEqual(['insiders/look-up'])
  })

  it('tell them how late the typical form is, however many lines another one has', () => {
    const late = bought('77', 'Doe Jane', ...Array.from({ length: 40 }, () => ({ tradedOn: '2025-01-06' })))
    const prompt = ['78', '79'].map((cik) => bought(cik, 'Roe Ann', { tradedOn: '2025-01-24' }))
    const lag = tellInsiders([late, ...prompt], new Map()).forYou.find(({ kind }) => kind === 'lag')
    expect(lag && listTellings(lag)[1]).toMatch(
      /^The typical form here came 2 business days after the trade\./,
    )
  })

  it('leave gifts to the page', () => {
    const told = tellInsiders([aFilingOf([{ via: 'gift', code: 'S' }])])
    expect(told.statements.filter(({ kind }) => kind === 'trade')).toEqual([])
    expect(fillWords(told.coverage, told.coverage.tellings[0])).toBe('We read the only form listed.')
  })

  it('say if one side has only a single trade', () => {
    const told = tellInsiders([createFiling(), aSale(3)])
    const only = findStatement(told, 'insiders/sale/42/77/only')
    expect(only.joins).toBe('insiders/sale/42/77')
    expect(listTellings(only)[0]).toBe(
      'The only sale that we could count this week was that of Acme stock by Jane Doe.',
    )
  })

  it('say which stock the line is about, but never name in it a single trade, which its section tells', () => {
    const lineOf = (...filings: InsiderFiling[]) => {
      const total = findStatement(tellInsiders(filings), 'insiders/total')
      return fillWords(total, total.lines?.[0] ?? '')
    }
    expect(lineOf(createFiling(), aSale(3))).toBe(
      'We counted $970,000 of sales by insiders (bosses, directors, big owners). Purchases came to $10,000.',
    )
    expect(lineOf(createFiling(), aSale(3), aSale(4, '78'))).toMatch(
      /^We counted \$1\.9 million of sales by insiders \(bosses, directors, big owners\), all of it Acme\. Purchases came to /,
    )
    const unchecked = aFilingOf([{ shares: 200_000_000, code: 'S' }], {
      accession: '0000000043-25-000009',
      issuerCik: '43',
      issuerName: 'Other Corp.',
      ticker: undefined,
    })
    expect(lineOf(createFiling(), aSale(3), unchecked)).not.toContain('Acme')
  })

  it('link to their places among the figures, even if they come from one record', () => {
    const told = tellInsiders([
      createFiling(),
      createFiling({ accession: '0000000042-25-000002', ownerCiks: ['78'], ownerName: 'Roe Ann' }),
    ])
    const total = findStatement(told, 'insiders/total')
    for (const [statement, role] of [
      [total, '{buy}'],
      [told.coverage, '{read}'],
    ] as const) {
      const [[span] = []] = fillTemplate(statement, role, { slotDate: '2025-02-03' })
      expect(span?.href).toMatch(/^\/newsletter\/archive\/2025-02-03\/figures#insiders\//)
    }
  })
})

it('tells a sum that no price confirms in the line on what was read', () => {
  const told = tellInsiders(
    [aFilingOf([{ shares: 200_000_000, code: 'S' }], { ticker: undefined })],
    new Map(),
  )
  expect(fillWords(told.coverage, told.coverage.tellings[0])).toBe(
    'We read the only form listed. Among what is left out: $2.00 billion of Acme sales, too large to count with no closing price to check them against.',
  )
})

it('tells what was read in one line, whatever was left out', () => {
  const told = tellInsiders([
    aFilingOf([{ shares: 200_000_000, code: 'S' }], { ticker: undefined }),
    aFilingOf([{ code: 'S', via: 'unread note' }], { accession: '0000000042-25-000002', ownerCiks: ['78'] }),
  ])
  expect(listTellings(told.coverage)).toEqual([
    'We read both forms listed. Among what is left out: $2.00 billion of trades too large to count with no price to check them against, or with notes we do not understand.',
  ])
})

it('leaves what is not counted to the page, and says what is counted unchecked', () => {
  const told = tellInsiders(
    [
      aFilingOf([
        { shares: 1000 },
        { via: 'gift', code: 'S' },
        { via: 'employee plan', code: 'S' },
        { via: 'reinvestment' },
        { price: undefined },
      ]),
      aFilingOf([{}], {
        accession: '0000000042-25-000009',
        form: '4/A',
        originalFiledOn: '2024-12-02',
        ownerCiks: ['78'],
      }),
    ],
    new Map(),
  )
  expect(listTellings(told.coverage)).toEqual([
    'We read both forms listed; $10,000 is counted with no closing price to check it against.',
  ])
})
