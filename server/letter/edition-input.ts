import type { EditionContent } from '../../shared/edition-contract.ts'

/** Who sends the letter, as set in the configuration. */
export interface EditionSite {
  readonly name: string
  /** Scheme and host, without a trailing slash. */
  readonly url: string
  readonly contactEmail: string
  readonly operatorName: string
  readonly postalAddress: string
  readonly mailFrom: string
}

/** Everything that an edition is rendered from. */
export interface EditionInput {
  readonly site: EditionSite
  readonly content: EditionContent
}

/** Both contain the marks of recipient-mail.ts. */
export interface RenderedEdition {
  /** Below 100,000 bytes: some mailboxes cut off anything longer. */
  readonly html: string
  readonly text: string
}
