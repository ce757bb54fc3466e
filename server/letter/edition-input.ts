import type { EditionContent } from '../../shared/edition-contract.ts'

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

/** All that an edition is rendered from. */
export interface EditionInput {
  readonly site: EditionSite
  readonly content: EditionContent
}

/** Both with the marks of recipient-mail.ts in them. */
export interface RenderedEdition {
  /** Below 100,000 bytes: some mailboxes cut what is longer. */
  readonly html: string
  readonly text: string
}
