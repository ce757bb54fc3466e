import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Sentence } from '../../../shared/edition-contract.ts'
import { createCoverage, createTrade, createTradeOf } from './testing/congress-trades.ts'
import type { CongressInput } from './congress-section.ts'
import type { CongressTrade } from '../../records/congress/congress-trade.ts'
import { listRows } from '../testing/edition-content.ts'
import { composeCongressWeek, createRuns } from '../testing/compose-congress-week.ts'

/** Checks each word of a week against its facts. */
function compose(trades: readonly CongressTrade[], parts: Partial<CongressInput> = {}) {
  const { unbound, ...composed } = composeCongressWeek(trades, parts)
  expect(unbound).toEqual([])
  return composed
}

const wordsOf = (sentences: readonly Sentence[]) =>
  sentences.map((sentence) => sentence.map(({ text }) => text).join(''))

describe('a page on a week without trades', () => {
  it.each([
    [
      'no report is listed',
      [],
      createCoverage({ listed: 0, read: 0 }),
      'The House lists no report of the week.',
    ],
    ['no row can be counted', [createTrade({ type: 'E' })], createCoverage(), '1 row reports an exchange'],
    [
      'every report is on paper',
      [],
      createCoverage({
        read: 0,
        onPaper: [{ reportId: '7', filer: 'Bo Roe', url: 'https://house.example/7' }],
      }),
      '1 was filed on paper. It is a picture, and we guess nothing from them: Bo Roe.',
    ],
  ] as const)('says so plainly if %s', (_name, trades, coverage, words) => {
    const { content } = compose(trades, { coverage: [coverage] })
    expect(content.tables.filter(({ title }) => title !== 'Neither bought nor sold')).toEqual([])
    expect(wordsOf(content.coverage).join(' ')).toContain(words)
  })
})

it('says how many rows no sum has because they came out more than a year after the trade', () => {
  const { content } = compose([createTrade(), createTrade({ row: 2, tradedOn: '2018-01-06' })])
  expect(wordsOf(content.coverage)).toContain(
    'We left 1 row out of every sum that came out more than a year after its trade: an old trade, or a slip in the year.',
  )
})

describe('what is neither a purchase nor a sale', () => {
  it('is named as what it is, with its filer and its report', () => {
    const { content } = compose([
      createTrade({ row: 1 }),
      createTrade({ row: 2, type: 'S', description: 'Gift to a museum' }),
      createTradeOf('Ann Roe', { type: 'S', description: 'Donated' }),
      createTradeOf('Bo Poe', { description: 'Dividend reinvestment' }),
      createTradeOf('Cy Loe', { type: 'E' }),
    ])
    const told = content.coverage.filter((sentence) => wordsOf([sentence])[0]?.includes('neither'))
    expect(wordsOf(told)).toEqual([
      '2 rows report gifts or donations, neither purchases nor sales, and are in no sum: Ann Roe, Jane Doe.',
      '1 row reports a dividend or other income reinvested, neither a purchase nor a sale, and is in no sum: Bo Poe.',
      '1 row reports an exchange, neither a purchase nor a sale, and is in no sum: Cy Loe.',
    ])
    expect(told[0]?.flatMap(({ href }) => href ?? [])).toContain('https://house.example/2000-annroe')
    expect(listRows(content, 'Bought')).toHaveLength(1)
    expect(listRows(content, 'Sold')).toEqual([])
  })
})

describe('what was read of Congress', () => {
  it('includes reports on paper and unread ones, with their links', () => {
    const { content } = compose([createTrade()], {
      coverage: [
        createCoverage({
          listed: 4,
          onPaper: [
            { reportId: '7', filer: 'Bo Roe', url: 'https://house.example/7' },
            { reportId: '8', filer: '8220 Unknown', url: 'https://house.example/8' },
          ],
          unread: [
            {
              reportId: '9',
              filer: 'Cy Roe',
              url: 'https://house.example/9',
              code: 'rows',
              reason: 'row 3 reads "x"',
            },
          ],
          unknownFilers: [{ reportId: '20000001', filer: 'Jane Doe', reason: 'nobody' }],
        }),
      ],
    })
    expect(wordsOf(content.coverage).slice(1)).toEqual([
      'The House lists 4 reports of the week. We read 1 wholly.',
      '2 were filed on paper. They are pictures, and we guess nothing from them: Bo Roe, report.',
      '1 was not read, or only in part: Cy Roe (rows of it could not be read).',
      'The filer of 1 report (Jane Doe) cannot be matched to a member then serving, so we name no party.',
      'The Senate lists no report of the week.',
    ])
    expect(content.coverage.flat().flatMap(({ href }) => href ?? [])).toContain('https://house.example/8')
  })

  it.each([
    ['off', 'The Senate’s site is left out: nobody has agreed to its terms for this site.'],
    [
      'failed',
      'The Senate’s site gave no usable answer this week, so its reports are missing. It is not that nobody traded.',
    ],
    ['partial', 'Some entries of its list could not be read.'],
  ] as const)('explains what it means that the Senate is %s', (outcome, words) => {
    const { content } = compose([createTrade()], { runs: createRuns('complete', outcome) })
    expect(wordsOf(content.coverage)).toContain(words)
    const saysNone = wordsOf(content.coverage).includes('The Senate lists no report of the week.')
    expect(saysNone).toBe(outcome === 'partial')
  })

  it('keeps what was read before a source failed, and says that more may be missing', () => {
    const { content } = compose([createTrade()], { runs: createRuns('failed', 'complete') })
    expect(listRows(content, 'Bought')).toHaveLength(1)
    expect(wordsOf(content.coverage).join(' ')).toContain('its newest reports may be missing')
  })

  it('says how many rows cannot be right, and in which reports', () => {
    const { content } = compose([
      createTrade(),
      createTrade({ row: 2, tradedOn: '2025-03-01' }),
      createTrade({ row: 3, tradedOn: '2025-03-01' }),
    ])
    expect(wordsOf(content.coverage)).toContain(
      'We left 2 rows out that date a trade after their report became public. Either the reports or our reading of them have wrong days: Report of Jan 28.',
    )
  })
})

it('prints no number without a fact, whatever names a week contains', () => {
  const name = fc.oneof(
    fc.constantFrom(
      'Two Harbors 5% 2031',
      '3M',
      'Ten-Two',
      '$1,000 <b>Notes</b>',
      'One & Half, Inc.',
      '',
      '١٢',
    ),
    fc.string({ maxLength: 90, unit: 'grapheme' }),
  )
  const week = fc.array(
    fc.record({
      filer: fc.constantFrom('Ann Roe', 'Bo Two', '8220 Unknown', 'Cy', 'Di Roe', 'Ed Roe'),
      asset: name,
      ticker: fc.constantFrom(undefined, 'ACME', '7203', 'TWO', 'BRK/B'),
      assetType: fc.constantFrom('ST', 'OP', 'GS', 'HN'),
      type: fc.constantFrom('P', 'S', 'S (partial)', 'E'),
      tradedOn: fc.constantFrom('2014-01-22', '2024-12-01', '2025-01-20', '2025-02-20'),
      high: fc.constantFrom(15_000, 2_000_000, 1001, undefined),
      isMember: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(week, fc.constantFrom('complete', 'partial', 'failed', 'off'), (drafts, senate) => {
      const trades = drafts.map(({ filer, isMember, ...draft }, index) =>
        createTradeOf(filer, { ...draft, row: index + 1, ...(isMember ? {} : { member: undefined }) }),
      )
      expect(compose(trades, { runs: createRuns('complete', senate) }).content.name).toBe('congress')
    }),
  )
})
