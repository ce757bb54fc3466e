import type { EditionSite } from '../../edition-input.ts'

/** Whose letters the tests set. */
export const SITE: EditionSite = {
  name: 'Lunchpail',
  url: 'https://lunchpail.example',
  contactEmail: 'hello@lunchpail.example',
  operatorName: 'Lunchpail Cooperative',
  postalAddress: 'PO Box, Springfield, USA',
  mailFrom: 'Lunchpail <monday@lunchpail.example>',
}
