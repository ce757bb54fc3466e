import { describe, expect, it } from 'vitest'

import type { Sentence } from '../../../shared/edition-contract.ts'
import { analyseInsiders } from './analyse-insiders.ts'
import { closeKey } from '../../records/insiders/judge-trades.ts'
import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'
import { BY_RULES, WEEK } from '../testing/busy-week.ts'
import { aLetter } from '../testing/edition-content.ts'
import { createCollection, createFiling, createTransaction } from '../testing/insider-filings.ts'
import { checkEditionBound } from '../facts/check-bound.ts'
import { composeEdition } from '../facts/compose-edition.ts'
import { composeInsiders } from './insider-words.ts'

const words = (sentence: Sentence = []) => sentence.map(({ text }) => text).join('')
const accession = (number: number) => `0000000042-25-${String(number).padStart(6, '0')}`
const KNOWN = new Map(
  ['2025-01-24', '2025-01-27'].map((day) => [closeKey('ACME', day), { close: 10, adjustedClose: 10 }]),
)

interface WeekParts {
  readonly closes?: typeof KNOWN
  readonly failed?: readonly string[]
  /** Listed beyond those that were read. */
  readonly unread?: number
}

function compose(
  filings: readonly InsiderFiling[],
  { closes = KNOWN, failed = [], unread = 0 }: WeekParts = {},
) {
  const collection = createCollection(filings)
  const coverage = {
    ...collection.coverage,
    listed: filings.length + unread,
    unread: Array.from({ length: unread }, (_, index) => ({
      accession: accession(900 + index),
      pageUrl: 'https://www.sec.gov/',
      code: 'refused' as const,
      reason: 'the SEC answered 403',
    })),
  }
  const section = analyseInsiders({ ...collection, coverage }, closes, WEEK, new Set(failed))
  const content = composeInsiders(section, BY_RULES)
  return {
    summary: content.summary.map(words),
    findings: content.findings.map(({ kicker, sentences }) => [kicker, ...sentences.map(words)]),
    rows: content.table?.rows.map((row) => row.map(words)),
    coverage: content.coverage.map(words),
  }
}

const of = (number: number, parts: Partial<Parameters<typeof createTransaction>[0]>[], ticker = 'ACME') =>
  createFiling({
    accession: accession(number),
    ownerCiks: [String(100 + number)],
    issuerCik: ticker === 'ACME' ? '42' : String(number),
    ticker,
    transactions: parts.map((part, index) => createTransaction({ line: index + 1, ownedAfter: 10, ...part })),
  })

describe('shares that others hold', () => {
  const trust = { ownership: 'indirect', ownershipNature: 'By Trust' } as const

  it('are never said to be bought by who reports them', () => {
    const { findings, rows } = compose([of(1, [trust])])
    expect(findings).toEqual([
      [
        '+ Bought, held indirectly',
        'Jane Doe (director) reported purchases of 1,000 shares held indirectly (by trust), at $10.00, on Jan 27, 2025.',
      ],
    ])
    expect(rows?.[0]?.[0]).toBe('Jane Doe reported ACME bought, held indirectly')
    expect(JSON.stringify([findings, rows])).not.toContain('Doe bought')
  })

  it('in part are said to be so', () => {
    const { findings } = compose([of(1, [{}, { ...trust, ownershipNature: 'See footnote' }])])
    expect(findings[0]?.slice(0, 2)).toEqual([
      '+ Bought, partly held indirectly',
      'Jane Doe (director) reported purchases of 2,000 shares partly held indirectly, at an average of $10.00, on Jan 27, 2025.',
    ])
  })
})

describe('several trades of one day', () => {
  it('have an average price, and a lag for each filing', () => {
    const { findings, rows } = compose([
      of(1, [{}, { price: 11 }]),
      { ...of(1, [{ shares: 10 }]), accession: accession(2), filedOn: '2025-01-31' },
    ])
    expect(findings[0]?.slice(0, 3)).toEqual([
      '+ Bought, partly reported late',
      'Jane Doe (director) bought 2,010 shares at an average of $10.50, on Jan 27, 2025.',
      'Reported late in part: up to 4 business days after the trade, where two are allowed.',
    ])
    expect(rows?.[0]?.[2]).toBe('2,010 at an average of $10.50')
  })

  it('say the price where there is one trade', () => {
    expect(compose([of(1, [{}])]).rows?.[0]?.[2]).toBe('1,000 at $10.00')
  })
})

describe('prices', () => {
  it('that were checked in part are not said to be unchecked, and each doubt is explained once', () => {
    const partly = (number: number) => of(number, [{ shares: number }, { tradedOn: '2025-01-23' }])
    const free = (number: number) => of(number, [{}], 'FREE')
    const { findings } = compose([partly(1), partly(2), free(3), of(4, [{ code: 'S' }], 'FREE')])
    expect(findings.map(([kicker]) => kicker)).toEqual([
      '+ Bought, partly reported late, price partly checked',
      '+ Bought, partly reported late, price partly checked',
      '+ Bought, price not checked',
      '− Sold, price not checked',
    ])
    const explained = findings.map((texts) => texts.filter((text) => /closing price/.test(text)))
    expect(explained).toEqual([
      ['We could check only part of it against closing prices.'],
      [],
      ['We know no closing price to check it against.'],
      [],
    ])
  })

  it('over years are told as a range', () => {
    const { findings, rows } = compose([of(1, [{ tradedOn: '2011-06-08', price: 28.76 }, { price: 30 }])])
    expect(findings[0]?.[1]).toBe(
      'Jane Doe (director) bought 2,000 shares at prices from $28.76 to $30.00, from Jun 8, 2011 to Jan 27, 2025.',
    )
    expect(rows?.[0]?.[2]).toBe('2,000 at $28.76 to $30.00, partly checked')
  })

  it('whose source failed are said first', () => {
    const filings = [of(1, [{ shares: 1_000_001 }]), of(2, [{}])]
    const { summary, coverage } = compose(filings, { closes: new Map(), failed: ['ACME'] })
    expect(summary[0]).toBe(
      'The source of closing prices failed: we could not check what was reported of 1 company, and left 1 trade of insiders with over ten million dollars out of every sum.',
    )
    expect(coverage).toContain('Left out: Acme Corp. (ACME), bought for $10.0 million in all.')
  })
})

describe('a week that was read in part', () => {
  it('is never said to hold no sale', () => {
    const { summary } = compose([of(1, [{}]), of(2, [{ shares: 2000 }])], { unread: 1 })
    expect(summary).toEqual([
      'This week is incomplete: we read 2 of the 3 reports listed.',
      'Company insiders reported purchases for $30,000 in 1 company, in reports made public from Jan 27, 2025 to Feb 2, 2025.',
      'Among the 2 filings we read there is no sale that we could add up.',
    ])
    expect(compose([of(1, [{}])]).summary).toEqual([
      'Company insiders reported purchases for $10,000 in 1 company and no sale, in reports made public from Jan 27, 2025 to Feb 2, 2025.',
    ])
  })

  it('below half is not added up, and is no quiet week', () => {
    expect(compose([of(1, [{ code: 'S' }])], { unread: 2 }).summary).toEqual([
      'This week is incomplete: we read 1 of the 3 reports listed. That is too little to add up.',
      'Among the 1 filing we read there is no purchase that we could add up.',
    ])
    const empty = compose([createFiling({ transactions: [] })], { unread: 2 })
    expect(empty.summary.at(-1)).toBe(
      'Among the 1 filing we read there is no purchase or sale that we could add up.',
    )
  })

  it('with a trade left out is not said to hold none', () => {
    const { summary } = compose([of(1, [{ price: 1000 }])])
    expect(summary).toEqual(['Among the 1 filing we read there is no purchase or sale that we could add up.'])
  })
})

it('names a person among several owners', () => {
  const filing = createFiling({ ownerCiks: ['1', '2', '3'] })
  const names = ['MITHRIL II LP', 'Mithril GP LLC', 'Thiel Peter']
  const owners = filing.owners.map((owner, index) => ({ ...owner, name: names[index] ?? '' }))
  const first = (count: number) => compose([{ ...filing, owners: owners.slice(0, count) }]).findings[0]?.[1]
  expect(first(3)).toMatch(/^MITHRIL II LP, together with Peter Thiel and others, bought/)
  expect(first(2)).toMatch(/^MITHRIL II LP, together with Mithril GP LLC, bought/)
})

describe('a first purchase in a while', () => {
  it('is said with its months, bound to their fact', () => {
    const collection = createCollection([of(1, [{}])])
    const history = { unbrokenSince: '2024-05-27', buyers: new Set<string>() }
    const section = analyseInsiders(collection, KNOWN, WEEK, new Set(), history)
    const content = composeInsiders(section, BY_RULES)
    const edition = composeEdition({
      slotDate: '2025-02-03',
      week: WEEK,
      letter: aLetter(),
      sections: [content],
    })
    expect(content.findings[0]?.sentences.map(words)).toContain(
      'The first purchase in 8 months or more, as far as our records go.',
    )
    expect(checkEditionBound(edition, section.facts)).toEqual([])
  })
})
