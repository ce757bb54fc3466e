import {
  type ColorScheme,
  chartPath,
  CORRECTIONS_PATH,
  editionPath,
  figuresPath,
} from '../../../shared/edition-address.ts'
import type { ChartContent, SectionName } from '../../../shared/edition-contract.ts'
import { chartVersion, type EditionInput } from '../edition-input.ts'

/** The addresses of an edition on the site. */
export function listPages({ site, content }: EditionInput) {
  return [
    { text: 'View in browser', href: `${site.url}${editionPath(content.slotDate)}` },
    { text: 'How we know', href: `${site.url}${figuresPath(content.slotDate)}` },
    { text: 'Corrections', href: `${site.url}${CORRECTIONS_PATH}` },
  ]
}

/** A section on the edition's page. */
export function sectionPage({ site, content }: EditionInput, section: SectionName): string {
  return `${site.url}${editionPath(content.slotDate)}#${section}`
}

/** The picture of a section's chart, PNG. */
export function chartPicture(
  { site, content }: EditionInput,
  { section, chart, scheme }: { section: SectionName; chart: ChartContent; scheme: ColorScheme },
): string {
  return `${site.url}${chartPath(content.slotDate, section, { version: chartVersion(chart), scheme })}`
}

/** The full address of a record, or of a page of ours. */
export const addressOf = (href: string, siteUrl: string): string =>
  href.startsWith('/') ? siteUrl + href : href
