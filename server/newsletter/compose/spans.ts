import type { Fact } from '../fact.ts'
import type { FilingLink } from '../insider-section.ts'
import { numberOf } from './format.ts'

/** A run of text; a figure carries the address of the record that it comes from. */
export interface Span {
  readonly text: string
  readonly href?: string
}

export type Sentence = readonly Span[]

/** A figure of the whole week, linked to the SEC's indexes. */
export function ofWeek(format: (fact: Fact) => string, fact: Fact): Span {
  return { text: format(fact), href: fact.sourceUrl }
}

/** Where the figures of these filings lead. */
export function pageOf(filings: readonly FilingLink[]): string {
  return filings[0]?.pageUrl ?? 'https://www.sec.gov/edgar/search/'
}

export function plain(text: string): Span {
  return { text }
}

export function plural(fact: Fact, one: string, several: string): string {
  return numberOf(fact) === 1 ? one : several
}
