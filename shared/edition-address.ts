import type { SectionName } from './edition-contract.ts'

export const ARCHIVE_PATH = '/newsletter/archive'
export const HOW_WE_KNOW_PATH = '/newsletter/how-we-know'
export const CORRECTIONS_PATH = '/newsletter/corrections'
export const FEED_PATH = '/newsletter/feed.xml'

/** Returns the path of an edition's page.
 *  @param date  its Monday, 'YYYY-MM-DD' */
export function editionPath(date: string): string {
  return `${ARCHIVE_PATH}/${date}`
}

/** Returns the path of the page that gives the source of each figure in an edition. */
export function figuresPath(date: string): string {
  return `${editionPath(date)}/figures`
}

/** A picture is drawn once for each scheme, so that it fits a dark page too. */
export type ColorScheme = 'light' | 'dark'

/** Returns the path of a section's chart, a PNG of 1072 x 536 pixels.
 *  @param version  identifies what the picture shows, so that it can be cached for good; mails of earlier versions have none */
export function chartPath(
  date: string,
  section: SectionName,
  { version, scheme = 'light' }: { version: string; scheme?: ColorScheme },
): string {
  return `/newsletter/charts/${date}/${section}${scheme === 'dark' ? '-dark' : ''}.png?v=${version}`
}

/** Returns the anchor of a fact on the page of figures: its id, with characters that a fragment cannot contain escaped.
 *  Different ids have different anchors. */
export function factAnchor(factId: string): string {
  return factId.replaceAll(
    /[^A-Za-z0-9./-]/gu,
    (character) => `_${character.codePointAt(0)?.toString(16) ?? ''}_`,
  )
}

/** Returns the anchor of a correction on its edition's page.
 *  @param id  of the correction */
export const correctionAnchor = (id: string): string => `correction-${id}`

/** Returns the path of the picture shown where an edition is shared, a PNG of 1200 x 630. @param date  its Monday */
export const editionImagePath = (date: string): string => `/share-image/editions/${date}.png`
