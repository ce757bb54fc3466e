import type { SectionName } from './fact.ts'
import type { InsiderSection } from './insider-section.ts'

/** Who sends the letter; all of it comes from the settings. */
export interface EditionSite {
  readonly name: string
  /** Scheme and host, without a slash at the end. */
  readonly url: string
  readonly contactEmail: string
  readonly operatorName: string
  readonly postalAddress: string
  readonly mailFrom: string
}

/** One part of the letter: its analysis, or that its source failed. */
export type EditionSection =
  | { readonly name: 'insiders'; readonly state: 'ready'; readonly analysis: InsiderSection }
  | { readonly name: SectionName; readonly state: 'unavailable'; readonly source: string }

/** All that an edition is rendered from. */
export interface EditionInput {
  /** The Monday it is sent on, 'YYYY-MM-DD'. */
  readonly slotDate: string
  readonly site: EditionSite
  /** In the order of the letter. */
  readonly sections: readonly EditionSection[]
}

export interface RenderedEdition {
  /** Below 60 characters. */
  readonly subject: string
  /** The line that a mailbox shows beside the subject. */
  readonly preheader: string
  /** Both with the marks of recipient-slots.ts in them. */
  readonly html: string
  readonly text: string
}
