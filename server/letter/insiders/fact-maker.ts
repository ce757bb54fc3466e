import type { EditionWeek } from '../../lib/edition-week.ts'
import type { Fact, FactUnit } from '../facts/fact.ts'
import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'

const PRECISION: Readonly<Record<FactUnit, number>> = {
  usd: 2,
  'usd-per-share': 4,
  shares: 0,
  count: 0,
  'business-days': 0,
  days: 0,
  fraction: 4,
  date: 0,
  text: 0,
}

export interface FactWords {
  readonly id: string
  readonly kind: string
  readonly subject: string
  readonly value: Fact['value']
  readonly unit: FactUnit
  readonly formula: string
  readonly inputs: readonly string[]
}

/** Makes the section's facts: the same source, the week's days and the time of reading in each. */
export interface FactMaker {
  /** A fact of one or several filings; the first names the source. */
  ofFilings(words: FactWords, filings: readonly InsiderFiling[], period?: Fact['period']): Fact
  /** A fact of the whole week; the SEC's daily index names the source. */
  ofWeek(words: FactWords): Fact
}

export function createFactMaker(week: EditionWeek, retrievedAt: string): FactMaker {
  const quarter = Math.ceil(Number(week.to.slice(5, 7)) / 3)
  const weekUrl = `https://www.sec.gov/Archives/edgar/daily-index/${week.to.slice(0, 4)}/QTR${quarter}/`
  const finish = (
    { id, kind, subject, value, unit, formula, inputs }: FactWords,
    source: Pick<Fact, 'period' | 'asOf' | 'retrievedAt' | 'sourceName' | 'sourceUrl'>,
  ): Fact => ({
    id,
    section: 'insiders',
    kind,
    subject,
    period: { from: source.period.from, to: source.period.to },
    value: typeof value === 'number' ? roundTo(value, PRECISION[unit]) : value,
    unit,
    precision: PRECISION[unit],
    asOf: source.asOf,
    retrievedAt: source.retrievedAt,
    sourceName: source.sourceName,
    sourceUrl: source.sourceUrl,
    formula,
    inputs,
  })
  return {
    ofFilings(words, filings, period = week) {
      const [first] = filings
      return finish(words, {
        period,
        asOf: filings.reduce((latest, { filedOn }) => (filedOn > latest ? filedOn : latest), ''),
        retrievedAt: first?.retrievedAt ?? retrievedAt,
        sourceName: `SEC EDGAR, Form ${first?.form ?? '4'}`,
        sourceUrl: first?.recordUrl ?? weekUrl,
      })
    },
    ofWeek: (words) =>
      finish(words, {
        period: week,
        asOf: week.to,
        retrievedAt,
        sourceName: 'SEC EDGAR, daily index and Form 4 filings',
        sourceUrl: weekUrl,
      }),
  }
}

/** Rounds half away from zero in decimal, so that a sum of cents prints as it adds up. */
function roundTo(value: number, digits: number): number {
  return Number(Math.round(Number(`${value}e${digits}`)) + `e-${digits}`) || Number(value.toFixed(digits))
}
