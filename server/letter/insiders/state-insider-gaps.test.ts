import { describe, expect, it } from 'vitest'

import { addDays } from '../../lib/dates.ts'
import { fillWords, listFaults, listTellings } from '../testing/check-statements.ts'
import { accessionOf, createCollection } from '../testing/insider-filings.ts'
import { ACME_CLOSES, aFilingOf, findStatement, INSIDER_WEEK } from '../testing/told-insiders.ts'
import { analyseInsiders } from './analyse-insiders.ts'
import { stateInsiders } from './insider-statements.ts'

const small = aFilingOf([{ code: 'S', shares: 400_000 }])
const large = aFilingOf([{ code: 'S', shares: 3_000_000 }], { accession: accessionOf(2), ownerCiks: ['78'] })

function tell(collection: ReturnType<typeof createCollection>, failed: readonly string[] = []) {
  const closes = failed.length > 0 ? new Map() : ACME_CLOSES
  const section = analyseInsiders(collection, closes, INSIDER_WEEK, new Set(failed))
  const told = stateInsiders(section)
  expect(listFaults(told, section.facts)).toEqual([])
  return told
}

describe('a week of which most is missing', () => {
  it('says how much could not be checked if closing prices failed, and adds up nothing', () => {
    const told = tell(createCollection([small, large]), ['ACME'])
    const gaps = findStatement(told, 'insiders/gaps')
    expect(listTellings(gaps)).toEqual([
      'We could not check most of the money on this week’s forms, because the source of closing prices failed. We left out $30.0 million as reported, on 1 line. What we tell is only smaller trades.',
    ])
    expect(gaps.lines?.map((line) => fillWords(gaps, line))).toEqual([
      'With closing prices missing, we could not check most of the money on the week’s forms.',
    ])
    expect(
      told.statements.flatMap(({ kind }) => (kind === 'total' || kind === 'share' ? [kind] : [])),
    ).toEqual([])
    expect(listTellings(told.coverage)[0]).toBe('We read both forms listed.')
  })

  it('is not one in which most was sold for taxes at prices that a close confirms', () => {
    const forTaxes = aFilingOf([{ code: 'S', shares: 4_000_000, via: 'taxes' }])
    const unchecked = aFilingOf([{ code: 'S', shares: 3_000_000 }], {
      accession: accessionOf(2),
      ownerCiks: ['78'],
      ticker: 'OTHR',
    })
    const week = createCollection([forTaxes, unchecked])
    const section = analyseInsiders(week, ACME_CLOSES, INSIDER_WEEK, new Set(['OTHR']))
    expect(stateInsiders(section).statements.some(({ id }) => id === 'insiders/gaps')).toBe(false)
  })

  it('ranks no sum of what is left', () => {
    const section = analyseInsiders(createCollection([small, large]), ACME_CLOSES, INSIDER_WEEK, new Set())
    const failed = analyseInsiders(
      createCollection([small, large]),
      new Map(),
      INSIDER_WEEK,
      new Set(['ACME']),
    )
    const { listed, read, daysUnread, failedSizes } = section.coverage
    const earlier = [1, 2, 3, 4, 5, 6, 7, 8].map((value) => ({
      slotDate: addDays('2025-01-27', -7 * value),
      facts: [{ ...section.totals.marketSaleValue, value }, listed, read, daysUnread, failedSizes],
    }))
    const ranks = [section, failed].map(
      (one) => stateInsiders(one, earlier).statements.filter(({ kind }) => kind === 'extreme').length,
    )
    expect(ranks).toEqual([1, 0])
  })

  it('says how few forms were read, before any trade', () => {
    const told = tell({
      ...createCollection([small]),
      coverage: { ...createCollection([small]).coverage, listed: 20, read: 1 },
    })
    expect(listTellings(findStatement(told, 'insiders/gaps'))).toEqual([
      'We could read only 1 of the 20 forms listed this week, so there may be larger trades than those told here.',
    ])
    const [first] = told.statements.toSorted((a, b) => b.salience - a.salience)
    expect(first?.id).toBe('insiders/gaps')
  })

  it('still says how much was read of the lists that are not missing', () => {
    const collection = createCollection([small])
    const [first = '', second = '', ...missing] = collection.coverage.daysRead
    const daysUnread = missing.map((day) => ({ day, code: 'server-failed' as const, reason: '' }))
    const told = tell({
      ...collection,
      coverage: { ...collection.coverage, daysRead: [first, second], daysUnread },
    })
    expect(listTellings(told.coverage)).toEqual(['Of the forms on the lists we have, we read 1 of 1.'])
  })

  it('leads no letter', () => {
    const leads = (told: ReturnType<typeof tell>) =>
      told.statements.filter(({ heads }) => heads !== undefined)
    expect(leads(tell(createCollection([small, large]), ['ACME']))).toEqual([])
    expect(leads(tell(createCollection([small]))).length).toBeGreaterThan(0)
  })

  it('is one in which less was left out than counted only in its last line', () => {
    const checked = { code: 'S', shares: 4_000_000 } as const
    const section = analyseInsiders(
      createCollection([
        aFilingOf([checked, { code: 'S', price: 900 }]),
        aFilingOf([{ code: 'S', shares: 3_000_000 }], {
          accession: accessionOf(2),
          ownerCiks: ['78'],
          ticker: 'OTHR',
        }),
      ]),
      ACME_CLOSES,
      INSIDER_WEEK,
      new Set(['OTHR']),
    )
    const told = stateInsiders(section)
    expect(told.statements.some(({ id }) => id === 'insiders/gaps')).toBe(false)
    expect(listTellings(told.coverage)[0]).toBe(
      'We read both forms listed. Among what is left out: $30.0 million as reported, on 1 line, because the source of closing prices failed; 1 line at a price we could not confirm.',
    )
  })
})
