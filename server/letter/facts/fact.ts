import { z } from 'zod'

import { type SectionName, sectionNameSchema } from '../../../shared/edition-contract.ts'

export { SECTION_TITLES } from '../../../shared/edition-label.ts'
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

/** Units of published series, which filings do not have. 'percent' is a rate as its source prints it: 6.95, not 0.0695. */
export type SeriesFactUnit =
  | 'percent'
  | 'percentage-points'
  | 'index'
  | 'months'
  | 'usd-per-hour'
  | 'usd-per-gallon'

/** One figure of the letter with everything needed to check it. Code computes the figure; only the words around it are
 *  written. */
export type Fact = Readonly<z.infer<typeof factSchema>>

/** A fact as stored with an edition, which may be of an earlier program: its unit can be any word. */
export const factSchema = z.object({
  /** Stable for the same record: 'insiders/buy/1512673/1302410/value'. */
  id: z.string(),
  section: sectionNameSchema,
  /** What it says about its subject: 'value', 'shares', 'average-price', 'filings-listed', ... */
  kind: z.string(),
  /** Its subject, as the source names it. */
  subject: z.string(),
  /** The days it covers, inclusive, 'YYYY-MM-DD'. */
  period: z.object({ from: z.iso.date(), to: z.iso.date() }).readonly(),
  /** A range stays a range; a date or a word is a string. */
  value: z.union([z.number(), z.tuple([z.number(), z.number()]).readonly(), z.string()]),
  unit: z.string<FactUnit | SeriesFactUnit>(),
  /** Digits after the decimal point that the source supports. */
  precision: z.number(),
  /** When it became known, 'YYYY-MM-DD'. */
  asOf: z.iso.date(),
  /** When we read it, ISO 8601 in UTC. */
  retrievedAt: z.string(),
  sourceName: z.string(),
  sourceUrl: z.string(),
  /** How it is computed from its inputs, in words. */
  formula: z.string(),
  /** The records it is made from: accession numbers with their rows, addresses of documents, or the ids of other facts. */
  inputs: z.array(z.string()).readonly(),
})

/** Whether a fact of a finding sums up several trades: what is true of one trade, such as its price or delay, may not be
 *  true of the others. */
export function isOfSeveralTrades({ inputs, period }: Pick<Fact, 'inputs' | 'period'>): boolean {
  return inputs.length > 1 || period.from !== period.to
}

/** The content of a fact, without its origin. */
export interface FactWords extends Pick<Fact, 'id' | 'subject' | 'value' | 'unit' | 'formula' | 'inputs'> {
  /** If left out, the last part of the id. */
  readonly kind?: string
  /** Digits after the decimal point; by default as in filings, USD with cents. */
  readonly precision?: number
}

export type FactSource = Pick<Fact, 'period' | 'asOf' | 'retrievedAt' | 'sourceName' | 'sourceUrl'>

const PRECISION: Readonly<Partial<Record<Fact['unit'], number>>> = {
  usd: 2,
  'usd-per-share': 4,
  fraction: 4,
}

/** @returns the fact, its value rounded to its precision */
export function makeFact(section: Fact['section'], words: FactWords, source: FactSource): Fact {
  const { id, value, unit, precision = PRECISION[unit] ?? 0 } = words
  return {
    id,
    section,
    kind: words.kind ?? id.slice(id.lastIndexOf('/') + 1),
    subject: words.subject,
    period: { from: source.period.from, to: source.period.to },
    value: typeof value === 'number' ? roundFigure(value, precision) : value,
    unit,
    precision,
    asOf: source.asOf,
    retrievedAt: source.retrievedAt,
    sourceName: source.sourceName,
    sourceUrl: source.sourceUrl,
    formula: words.formula,
    inputs: words.inputs,
  }
}

/** The ids under which an input that is another fact may be stored: a sum names findings, and each finding's value is a
 *  fact of its own. */
export const inputFactIds = (input: string): string[] => [
  input,
  `${input}/value`,
  `${input}/amount`,
  `${input}/price`,
]

/** Replaces a finding among the inputs by its records where none of its facts is stored, so that readers can follow each
 *  input.
 *  @param recordsOf  by the id of a finding, or of its value */
export function nameKeptInputs(
  facts: readonly Fact[],
  recordsOf: ReadonlyMap<string, readonly string[]>,
): Fact[] {
  const kept = new Set(facts.map(({ id }) => id))
  const recordsIn = (input: string) =>
    inputFactIds(input).some((id) => kept.has(id)) ? undefined : recordsOf.get(input)
  return facts.map((fact) =>
    fact.inputs.some(recordsIn)
      ? { ...fact, inputs: fact.inputs.flatMap((input) => recordsIn(input) ?? [input]) }
      : fact,
  )
}

/** Twelve digits are free of binary noise; more are used only if a large sum needs them for its cents. */
const CLEAN_DIGITS = 12
const MOST_DIGITS = 15

/** Rounds half away from zero in decimal; never returns minus zero.
 *  @param digits  after the decimal point */
export function roundFigure(value: number, digits: number): number {
  const size = Math.abs(value)
  const before = size < 1 ? 1 : Math.floor(Math.log10(size)) + 1
  const kept = Math.min(MOST_DIGITS, Math.max(CLEAN_DIGITS, before + digits))
  const clean = Number(size.toPrecision(kept))
  const rounded = Number(`${Math.round(Number(`${clean}e${digits}`))}e-${digits}`)
  // Beyond 1e21 and below 1e-6, numbers already print with an exponent.
  const finite = Number.isFinite(rounded) ? rounded : Number(clean.toFixed(digits))
  return finite === 0 ? 0 : Math.sign(value) * finite
}

/** @returns the last in the order of code units, which is the newest of days and instants; '' if there are none */
export function latest(texts: readonly string[]): string {
  return texts.reduce((last, text) => (text > last ? text : last), '')
}
