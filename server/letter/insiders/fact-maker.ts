import type { EditionWeek } from '../../lib/edition-week.ts'
import type { Fact } from '../facts/fact.ts'
import { latest, makeFact, type FactWords } from '../facts/make-fact.ts'
import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'

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
  return {
    ofFilings(words, filings, period = week) {
      const [first] = filings
      return makeFact('insiders', words, {
        period,
        asOf: latest(filings.map(({ filedOn }) => filedOn)),
        retrievedAt: first?.retrievedAt ?? retrievedAt,
        sourceName: `SEC EDGAR, Form ${first?.form ?? '4'}`,
        sourceUrl: first?.recordUrl ?? weekUrl,
      })
    },
    ofWeek: (words) =>
      makeFact('insiders', words, {
        period: week,
        asOf: week.to,
        retrievedAt,
        sourceName: 'SEC EDGAR, daily index and Form 4 filings',
        sourceUrl: weekUrl,
      }),
  }
}
