import { describe, expect, it } from 'vitest'

import { createInputNames } from '../../shared/name-inputs.ts'
import { listNamedFacts, toFactRecord } from './archive/named-facts.ts'
import { composeEdition } from './facts/compose-edition.ts'
import { aLetter } from './testing/edition-content.ts'
import { analyseCongress } from './congress/analyse-congress.ts'
import { composeInsiders } from './insiders/insider-tables.ts'
import { analyseInsiders } from './insiders/analyse-insiders.ts'
import { accessionOf, createCollection } from './testing/insider-filings.ts'
import { composeCongress } from './congress/congress-tables.ts'
import { stateCongress } from './congress/congress-statements.ts'
import { createCoverage, createTrade, createTradeOf } from './congress/testing/congress-trades.ts'
import { textOf } from './statements/tell.ts'
import { fillWords } from './testing/check-statements.ts'
import { CONGRESS_WEEK, createRuns } from './testing/compose-congress-week.ts'
import { aSectionToTell, composeFrom, NO_ATTEMPTS, wordsOf } from './testing/statements.ts'
import { ACME_CLOSES, aFilingOf, findStatement, INSIDER_WEEK, tellInsiders } from './testing/told-insiders.ts'

// Weeks with every mistake that a letter has ever contained. Each has a different size, so the digits of a wrong sum show
// which mistake it counted.

const of = (number: number, cik: string, ownerName: string) => ({
  accession: accessionOf(number),
  ownerCiks: [cik],
  ownerName,
})

describe('a week of forms with known mistakes', () => {
  const filings = [
    aFilingOf([{ shares: 100 }], of(1, '77', 'Doe Jane')),
    // Joint filers: one purchase, two owners.
    aFilingOf([{ shares: 200 }], { ...of(2, '78', 'Roe Ann'), ownerCiks: ['78', '79'] }),
    // Corrected the day after: 4,000 shares were 400.
    aFilingOf([{ shares: 4000 }], of(3, '80', 'Poe Max')),
    aFilingOf([{ shares: 400 }], {
      ...of(4, '80', 'Poe Max'),
      form: '4/A',
      filedOn: '2025-01-29',
      originalFiledOn: '2025-01-28',
    }),
    // A price a hundred times that day's close.
    aFilingOf([{ shares: 8000, price: 1000 }], of(5, '81', 'Loe Kim')),
    aFilingOf([{ shares: 50_000, via: 'offering' }], of(6, '82', 'Moe Sam')),
    aFilingOf([{ shares: 2_000_000, code: 'S', via: 'gift' }], of(7, '83', 'Noe Pat')),
    aFilingOf([{ shares: 4_000_000, code: 'S', via: 'taxes' }], of(8, '84', 'Coe Lee')),
    // Two weeks late.
    aFilingOf([{ shares: 1600, code: 'S', tradedOn: '2025-01-13' }], of(9, '85', 'Foe Ray')),
  ]
  const told = tellInsiders(filings)
  const total = findStatement(told, 'insiders/total')

  it('sums market purchases and sales, counting each once', () => {
    expect(fillWords(total, '{buy} bought, {sale} sold')).toBe('$7,000 bought, $16,000 sold')
    expect(fillWords(findStatement(told, 'insiders/offering'), '{apart}')).toBe('$500,000')
    expect(fillWords(total, '{tax}')).toBe('$40.0 million')
  })

  it('gives a letter without any wrong sum, and a page that says what was left out', () => {
    const letter = composeFrom([{ ...aSectionToTell('insiders', []), statements: told }])
    const { big, smaller, more } = wordsOf(letter)
    const words = [letter.headline, textOf(letter.story), big, ...smaller, ...more].join(' ')
    expect(words).not.toMatch(/\$20\.0 million|\$8\.0 million|\$40,000|\$20 million|\$8 million|Noe|Loe/)
    const section = analyseInsiders(createCollection(filings), ACME_CLOSES, INSIDER_WEEK, new Set())
    const onPage = textOf(composeInsiders(section, '2025-02-03', NO_ATTEMPTS).coverage)
    expect(onPage).toMatch(/We left 1 line out of every sum: its price is more than twice/)
    expect(onPage).toMatch(/We left 1 line out that its own footnote calls a gift/)
    const late = told.statements.find(({ id }) => id === 'insiders/sale/42/85')
    expect(fillWords(late!, late!.tellings[0])).toMatch(/reported late/)
  })
})

describe('a week of reports with known mistakes', () => {
  const managed = 'Professionally managed account'
  const section = analyseCongress(
    {
      trades: [
        createTradeOf('Ann Roe', { low: 1001, high: 15_000 }),
        // The amount range of each trade must stay with its asset.
        createTradeOf('Ann Roe', { row: 2, asset: 'Roe Inc.', ticker: 'ROE', low: 15_001, high: 50_000 }),
        createTradeOf('Bo Poe', {
          type: 'S',
          description: 'Gift of 382 shares',
          low: 100_001,
          high: 250_000,
        }),
        createTradeOf('Cy Loe', { description: managed, low: 50_001, high: 100_000 }),
        createTrade({ replacedBy: '20000002', filedOn: '2025-01-27', low: 1_000_001, high: 5_000_000 }),
        createTrade({ reportId: '20000002', status: 'amended', low: 250_001, high: 500_000 }),
        // The same report filed a second time.
        createTradeOf('Ann Roe', { reportId: '20000009', repeats: '20000001', low: 1001, high: 15_000 }),
        createTradeOf('Di Moe', { tradedOn: '2018-01-06', low: 5_000_001, high: 25_000_000 }),
      ],
      coverage: [createCoverage()],
      runs: createRuns('complete', 'complete'),
    },
    CONGRESS_WEEK,
  )
  const told = stateCongress(section)

  it('sums purchases once, without gifts, corrected or repeated rows, and rows from years ago', () => {
    const total = findStatement(told, 'congress/total')
    expect(fillWords(total, '{buy}')).toBe('$316,004 to $665,000')
    expect(total.slots['sale']).toBeUndefined()
  })

  it('says that a row of a repeated report is not counted twice', () => {
    expect(textOf(composeCongress(section, '2025-02-03', NO_ATTEMPTS).coverage)).toContain(
      '1 row says, word for word, what a row of an earlier report by the same filer says: it is not counted again.',
    )
  })

  it('keeps each range with its asset, and says which trades are managed and which were gifts', () => {
    const words = told.statements.flatMap((one) => one.tellings.map((telling) => fillWords(one, telling)))
    const ofRoe = words.filter((text) => text.includes('$15,001 to $50,000'))
    expect(ofRoe.length).toBeGreaterThan(0)
    expect(ofRoe.filter((text) => !/Roe/.test(text) || /Acme/.test(text))).toEqual([])
    const ofLoe = words.filter((text) => text.includes('$50,001 to $100,000'))
    expect(ofLoe.filter((text) => !/others manage/.test(text))).toEqual([])
    const ofPoe = words.filter((text) => text.includes('$100,001 to $250,000'))
    expect(ofPoe.filter((text) => !/gift/.test(text))).toEqual([])
  })
})

describe('the figures page of a week with more trades than are listed', () => {
  const FORM_OR_FOLDER = /daily-index|FinancialDisclosure$|efdsearch\.senate\.gov\/search\/$/
  const several = (count: number, from: number) => Array.from({ length: count }, (_, index) => from + index)
  const ofOwner = (number: number) => ({
    accession: accessionOf(number),
    ownerCiks: [String(number)],
    ownerName: `Doe ${number}`,
  })
  const filings = [
    ...several(130, 1000).map((number) => aFilingOf([{ shares: number }], ofOwner(number))),
    ...several(130, 2000).map((number) => aFilingOf([{ code: 'S', shares: number }], ofOwner(number))),
    // Lines with mistyped prices, and lines dated after their form.
    aFilingOf([{ price: 1000 }, { price: 1001 }, { price: 1002 }], ofOwner(3000)),
    aFilingOf([{ tradedOn: '2025-03-03' }, { tradedOn: '2025-03-04' }], ofOwner(3001)),
    aFilingOf([{}], { ...ofOwner(3002), issuerCik: '43', ticker: 'BOLT' }),
  ]
  const collection = createCollection(filings)
  const insiders = analyseInsiders(
    {
      ...collection,
      coverage: {
        ...collection.coverage,
        daysUnread: [{ day: '2025-01-31', code: 'no-answer', reason: 'no answer' }],
      },
    },
    ACME_CLOSES,
    INSIDER_WEEK,
    new Set(['BOLT']),
  )
  const trades = several(330, 1)
    .map((row) => createTrade({ row, asset: `Asset ${row}`, ticker: undefined, tradedOn: '2024-10-07' }))
    .concat(several(3, 400).map((row) => createTrade({ row, tradedOn: '2025-12-06' })))
  const readReports = [{ reportId: '20000001', url: createTrade().reportUrl }]
  const congress = analyseCongress(
    { trades, coverage: [createCoverage({ readReports })], runs: createRuns('complete', 'complete') },
    CONGRESS_WEEK,
  )
  const facts = [...insiders.facts, ...congress.facts]
  const content = composeEdition({
    slotDate: '2025-02-03',
    week: CONGRESS_WEEK,
    letter: aLetter(),
    sections: [
      composeInsiders(insiders, '2025-02-03', NO_ATTEMPTS),
      composeCongress(congress, '2025-02-03', NO_ATTEMPTS),
    ],
    statements: [],
  })
  const records = listNamedFacts(content, facts)
    .map(toFactRecord)
    .map((fact) => Object.assign(fact, { figures: [{ id: fact.id, value: fact.value }] }))
  const nameInputs = createInputNames(records)

  it('has more trades than it lists, withheld trades, a failed price and an unread day', () => {
    const { suspectPrices, impossibleTrades, pricesFailed, daysUnread } = insiders.coverage
    expect([suspectPrices, impossibleTrades, pricesFailed, daysUnread].map(({ value }) => value)).toEqual([
      3, 2, 1, 1,
    ])
    expect([insiders.totals.buyFindings.value, insiders.totals.saleFindings.value]).toEqual([131, 130])
    const { lateFindings, impossibleDays } = congress.coverage
    expect([lateFindings.value, impossibleDays.value]).toEqual([330, 3])
  })

  it('names each record of each figure in words, and links to the record instead of an index or a search form', () => {
    const links = records.flatMap((record) => nameInputs(record))
    expect(links.length).toBeGreaterThan(1000)
    const isOdd = ({ text, href }: { text: string; href: string }) =>
      /^(?:insiders|congress|house|senate)[ /]|#/.test(text) || FORM_OR_FOLDER.test(href)
    expect(links.filter(isOdd)).toEqual([])
  })

  it('links the records of each count', () => {
    const counts = records.filter(({ id, value }) => id.includes('/coverage/') && /^[1-9][\d,]*$/.test(value))
    expect(counts.filter((count) => nameInputs(count).length === 0).map(({ id }) => id)).toEqual([])
  })
})
