import type { SectionName } from '../../../shared/edition-contract.ts'

export type { SectionName }

export type FactUnit =
  | 'usd'
  | 'usd-per-share'
  | 'shares'
  | 'count'
  | 'business-days'
  | 'days'
  | 'fraction'
  | 'date'
  | 'text'

/** Units of published series, which no filing has. 'percent' is a rate as its source prints it: 6.95, not 0.0695. */
export type SeriesFactUnit = 'percent' | 'percentage-points' | 'index' | 'months' | 'usd-per-hour'

/** One figure of the letter with everything needed to check it. Code computes it; words are only put around it. */
export interface Fact {
  /** Stable for the same record: 'insiders/buy/1512673/1302410/value'. */
  readonly id: string
  readonly section: SectionName
  /** What it says of its subject: 'value', 'shares', 'average-price', 'filings-listed', ... */
  readonly kind: string
  /** Whom or what it is about, as the source names it. */
  readonly subject: string
  /** The days it covers, both included, 'YYYY-MM-DD'. */
  readonly period: { readonly from: string; readonly to: string }
  /** A range stays a range; a date or a word is text. */
  readonly value: number | readonly [low: number, high: number] | string
  readonly unit: FactUnit | SeriesFactUnit
  /** Digits after the decimal point that the source supports. */
  readonly precision: number
  /** When it became known, 'YYYY-MM-DD'. */
  readonly asOf: string
  /** When we read it, ISO 8601 in UTC. */
  readonly retrievedAt: string
  readonly sourceName: string
  readonly sourceUrl: string
  /** How it follows from its inputs, in words. */
  readonly formula: string
  /** The records it is made of: accession numbers with their rows, or the ids of other facts. */
  readonly inputs: readonly string[]
}

/** Whether a fact of a finding sums up several trades: what is true of one of them, such as its price or how late it was
 *  reported, need not be true of the others. */
export function isOfSeveralTrades({ inputs, period }: Pick<Fact, 'inputs' | 'period'>): boolean {
  return inputs.length > 1 || period.from !== period.to
}
