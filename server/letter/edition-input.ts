import { createHash } from 'node:crypto'

import type { ChartContent, EditionContent } from '../../shared/edition-contract.ts'

/** Who sends the letter, as set in the configuration. */
export interface EditionSite {
  readonly name: string
  /** Scheme and host, without a trailing slash. */
  readonly url: string
  readonly contactEmail: string
  readonly operatorName: string
  readonly postalAddress: string
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

/** Identifies what a chart's picture shows, for the picture's address. Postgres reorders the keys of what it stores, so they are
 *  named here one by one.
 *  @returns 10 characters of base64url, the same for a chart that was stored and read back */
export const chartVersion = ({ title, unit, points, marks = [], credit }: ChartContent): string =>
  createHash('sha256')
    .update(JSON.stringify([title, unit, points, marks, credit]))
    .digest('base64url')
    .slice(0, 10)
