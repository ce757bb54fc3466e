import type { EditionSite } from '../../edition-input.ts'

/** The site whose letters the tests render. */
export const SITE: EditionSite = {
  name: 'Lunchpail',
  url: 'https://lunchpail.example',
  contactEmail: 'hello@lunchpail.example',
  operatorName: 'Lunchpail Cooperative',
  postalAddress: 'PO Box, Springfield, USA',
  mailFrom: 'Lunchpail <monday@lunchpail.example>',
}
