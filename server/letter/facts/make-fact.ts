import type { Fact } from './fact.ts'

/** What a fact says, before it is known where it comes from. */
export interface FactWords extends Pick<Fact, 'id' | 'subject' | 'value' | 'unit' | 'formula' | 'inputs'> {
  /** Left out: the last part of the id. */
  readonly kind?: string
  /** Digits after the decimal point; left out: as filings have them, USD with cents. */
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

/** Twelve digits are free of binary noise; more only where a large sum has its cents there. */
const CLEAN_DIGITS = 12
const MOST_DIGITS = 15

/** Rounds half away from zero in decimal; never minus zero.
 *  @param digits  after the decimal point */
export function roundFigure(value: number, digits: number): number {
  const size = Math.abs(value)
  const before = size < 1 ? 1 : Math.floor(Math.log10(size)) + 1
  const kept = Math.min(MOST_DIGITS, Math.max(CLEAN_DIGITS, before + digits))
  const clean = Number(size.toPrecision(kept))
  const rounded = Number(`${Math.round(Number(`${clean}e${digits}`))}e-${digits}`)
  // Beyond 1e21, and below 1e-6, numbers print with an exponent of their own.
  const finite = Number.isFinite(rounded) ? rounded : Number(clean.toFixed(digits))
  return finite === 0 ? 0 : Math.sign(value) * finite
}

/** @returns the last in the order of code units: of days and instants the newest; '' of none */
export function latest(texts: readonly string[]): string {
  return texts.reduce((last, text) => (text > last ? text : last), '')
}
