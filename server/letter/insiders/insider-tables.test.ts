import { describe, expect, it } from 'vitest'

import { NO_ATTEMPTS } from '../testing/statements.ts'
import { sectionContentSchema } from '../../../shared/edition-contract.ts'
import { closeKey } from '../../records/insiders/judge-trades.ts'
import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'
import { checkEditionBound } from '../facts/check-bound.ts'
import { composeEdition } from '../facts/compose-edition.ts'
import { textOf } from '../statements/tell.ts'
import { createBusyWeek, WEEK } from '../testing/busy-week.ts'
import { aLetter, listRows } from '../testing/edition-content.ts'
import { accessionOf, createCollection, createFiling, createTransaction } from '../testing/insider-filings.ts'
import { analyseInsiders } from './analyse-insiders.ts'
import { stateInsiderCoverage } from './state-insider-coverage.ts'
import { composeInsiders } from './insider-tables.ts'

const SLOT_DATE = '2025-02-03'
const KNOWN = new Map(
  ['2025-01-24', '2025-01-27'].map((day) => [closeKey('ACME', day), { close: 10, adjustedClose: 10 }]),
)
type Line = Parameters<typeof createTransaction>[0]

const of = (number: number, lines: readonly Line[], ticker = 'ACME') =>
  createFiling({
    accession: accessionOf(number),
    ownerCiks: [String(100 + number)],
    issuerCik: ticker === 'ACME' ? '42' : String(number),
    ticker,
    transactions: lines.map((line, index) =>
      createTransaction({ line: index + 1, ownedAfter: undefined, ...line }),
    ),
  })

/** Checks each word against its facts. */
function compose(filings: readonly InsiderFiling[]) {
  const section = analyseInsiders(createCollection(filings), KNOWN, WEEK)
  const content = composeInsiders(section, SLOT_DATE, NO_ATTEMPTS)
  const edition = composeEdition({
    slotDate: SLOT_DATE,
    week: WEEK,
    letter: aLetter(),
    sections: [content],
    statements: [],
  })
  expect(checkEditionBound(edition, section.facts)).toEqual([])
  expect(sectionContentSchema.parse(content)).toEqual(content)
  return { section, content, bought: listRows(content, 'Bought'), sold: listRows(content, 'Sold') }
}

it('shows who traded what, in dollars and shares, on which days and in which filing, and each figure with its fact', () => {
  const { section, content, bought } = compose([of(1, [{}])])
  expect(bought).toEqual([
    ['Jane Doe, director', 'Acme Corp. (ACME)', '$10,000', '1,000 at $10.00', 'Jan 27', 'Form 4 of Jan 28'],
  ])
  const [buy] = section.buys
  const href = buy?.filings[0]?.pageUrl
  expect(content.tables[0]?.rows[0]?.cells.flat().filter((span) => span.href !== undefined)).toEqual([
    { text: '$10,000', href, factId: buy?.facts.value.id },
    { text: '1,000', href, factId: buy?.facts.shares.id },
    { text: '$10.00', href, factId: buy?.facts.averagePrice?.id },
    { text: 'Form 4 of Jan 28', href },
  ])
})

it('lists all trades, largest first, however many there are', () => {
  const filings = Array.from({ length: 30 }, (_, index) => of(index + 1, [{ shares: 100 * (index + 1) }]))
  const { bought } = compose(filings)
  expect(bought).toHaveLength(30)
  expect([bought[0]?.[2], bought.at(-1)?.[2]]).toEqual(['$30,000', '$1,000'])
})

it('links what several filings report to its place among the figures and to each filing', () => {
  const { content } = compose([
    of(1, [{}]),
    { ...of(1, [{ shares: 10 }]), accession: accessionOf(2), filedOn: '2025-01-31' },
  ])
  const [row] = content.tables[0]?.rows ?? []
  expect(row?.cells[0]?.[0]?.href).toBe('/newsletter/archive/2025-02-03/figures#insiders/buy/42/101/value')
  expect(textOf([row?.cells[3] ?? []])).toBe('Form 4 of Jan 28, Form 4 of Jan 31')
  const many = Array.from({ length: 7 }, (_, index) => ({
    ...of(1, [{ shares: index + 1 }]),
    accession: accessionOf(index + 1),
  }))
  expect(compose(many).bought[0]?.at(-1)).toMatch(/^(Form 4 of Jan 28, ){5}all of them$/)
})

describe('the row of shares that others hold', () => {
  const trust = { ownership: 'indirect', ownershipNature: 'By Trust' } as const

  it('presents them as the trust’s, not as those of the person who reports them', () => {
    expect(compose([of(1, [trust])]).bought[0]?.[0]).toBe('A trust of Jane Doe, director')
  })

  it('says in dollars if others hold only part', () => {
    expect(compose([of(1, [{}, trust])]).bought[0]?.slice(0, 3)).toEqual([
      'Jane Doe, director',
      'Acme Corp. (ACME)',
      '$10,000 through a trust',
    ])
  })
})

describe('the kind of a trade', () => {
  const kindOf = (lines: readonly Line[], ticker?: string) => compose([of(1, lines, ticker)]).bought[0]?.[2]

  it('is named if the trade is not ordinary', () => {
    expect(kindOf([{ isPlanned: true }])).toBe('On a plan set up ahead')
    expect(kindOf([{}], 'FREE')).toBe('No closing price to check it against')
    expect(kindOf([{}, { tradedOn: '2025-01-23' }])).toBe(
      'Part of it reported late. Prices checked for only part of it. Up to 3 business days from trade to report.',
    )
  })

  it('is never a purchase if it was an offering', () => {
    const { bought, content } = compose([
      of(1, [{ via: 'offering' }]),
      of(2, [{ via: 'placement', code: 'S' }]),
    ])
    expect(bought).toEqual([])
    expect(listRows(content, 'In offerings and private deals').map((row) => [row[0], row[2]])).toEqual([
      ['Jane Doe, director', 'Bought in a stock offering'],
      ['Jane Doe, director', 'Sold in a private deal'],
    ])
  })

  it('keeps a sale for taxes alone separate and out of every sum', () => {
    const { section, content, sold } = compose([of(1, [{ code: 'S', via: 'taxes' }])])
    expect(sold).toEqual([])
    expect(listRows(content, 'Sold only to cover taxes, in no sum')[0]?.[2]).toBe('Sold only to cover taxes')
    expect(section.totals.saleValue.value).toBe(0)
  })

  it('keeps a trade with a note that we do not understand separate and out of every sum', () => {
    const { section, content, sold } = compose([of(1, [{ code: 'S', via: 'unread note' }])])
    expect(sold).toEqual([])
    expect(
      listRows(
        content,
        'With a note that we do not understand, in no sum; prices are as filed, perhaps in another currency',
      )[0]?.[2],
    ).toBe('Sold by the form’s code, with a note that we do not understand')
    expect(section.totals.saleValue.value).toBe(0)
    expect(textOf(content.coverage)).toContain(
      'out of every sum: its form carries a note that we do not understand.',
    )
    expect(stateInsiderCoverage(section).tellings[0]).toContain(
      'Among what is left out: {unreadNoteValue} of trades with a note we do not understand.',
    )
  })

  it('keeps a gift out of the tables', () => {
    const { content } = compose([of(1, [{ code: 'S', via: 'gift' }]), of(2, [{}])])
    expect(content.tables.map(({ title, rows }) => [title, rows.length])).toEqual([['Bought', 1]])
    expect(textOf(content.coverage)).toContain(
      'We left 1 line out that its own footnote calls a gift or a donation: neither a purchase nor a sale.',
    )
  })
})

it('gives the average of several prices, or the lowest and highest if they span years', () => {
  expect(compose([of(1, [{}, { price: 11 }])]).bought[0]?.[3]).toBe('2,000 at an average of $10.50')
  const years = compose([of(1, [{ tradedOn: '2011-06-08', price: 28.76 }, { price: 20 }])]).bought[0]
  expect(years?.slice(-3, -1)).toEqual(['2,000 at $20.00 to $28.76', 'Jun 8, 2011 to Jan 27'])
})

it('names no owner or ticker that contains a number, since no fact supports the number', () => {
  const filing = createFiling({ issuerName: '2seventy bio, Inc.', ticker: 'TSV7', ownerName: '667, L.P.' })
  expect(compose([filing]).bought[0]?.slice(0, 2)).toEqual(['An insider', '2seventy bio, Inc.'])
})

it('has no table for a week without trades', () => {
  expect(compose([createFiling({ transactions: [] })]).content.tables).toEqual([])
})

describe('the coverage of insiders', () => {
  it('says what was read, what was left out and why', () => {
    const { coverage } = composeInsiders(createBusyWeek(), SLOT_DATE, NO_ATTEMPTS)
    const sentences = coverage.map((sentence) => textOf([sentence]))
    for (const sentence of [
      'The SEC’s daily indexes list 14 Form 4 filings of the week. We read 9 of them; 5 are unread (3: the document could not be read; 2: the SEC’s server failed).',
      'No index could be read for Jan 30, 2025: what was filed that day is missing here.',
      'Left out: Suspect & Co (SUSP), bought for $1,234.50 a share by the form, with a close of $12.25.',
      'Left out: Acme Corp., bought for $8.64 billion in all, as typed.',
      '2 trades were reported late: more than two business days after they were made.',
      '1 corrected report (Form 4/A) belongs to a report that is not among this week’s: its trades are not counted.',
      'Unchecked in all: $1.0 million.',
    ]) {
      expect(sentences).toContain(sentence)
    }
    expect(sentences[0]).toContain('on the open market or in private')
  })

  it('says if the source of prices failed, and what was left out because of it', () => {
    const filings = [of(1, [{ shares: 1_000_001 }]), of(2, [{}])]
    const section = analyseInsiders(createCollection(filings), new Map(), WEEK, new Set(['ACME']))
    const sentences = composeInsiders(section, SLOT_DATE, NO_ATTEMPTS).coverage.map((sentence) =>
      textOf([sentence]),
    )
    expect(sentences).toContain(
      'The source of closing prices failed: we could not check what was reported of 1 company.',
    )
    expect(sentences).toContain('Left out: Acme Corp. (ACME), bought for $10.0 million in all, as typed.')
  })
})
