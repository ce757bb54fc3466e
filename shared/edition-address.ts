import type { SectionName } from './edition-contract.ts'

export const ARCHIVE_PATH = '/newsletter/archive'
export const HOW_WE_KNOW_PATH = '/newsletter/how-we-know'
export const CORRECTIONS_PATH = '/newsletter/corrections'
export const FEED_PATH = '/newsletter/feed.xml'

/** The page of an edition.
 *  @param date  its Monday, 'YYYY-MM-DD' */
export function editionPath(date: string): string {
  return `${ARCHIVE_PATH}/${date}`
}

/** The page that tells of each of its figures where it comes from. */
export function figuresPath(date: string): string {
  return `${editionPath(date)}/figures`
}

/** Each of a picture's own, so that it is no slab in the other. */
export type ColorScheme = 'light' | 'dark'

/** The picture of a section, PNG of 1072 x 536 pixels. */
export function chartPath(date: string, section: SectionName, scheme: ColorScheme = 'light'): string {
  return `/newsletter/charts/${date}/${section}${scheme === 'dark' ? '-dark' : ''}.png`
}

/** What a fact is called on the page of figures: its id, with what may not stand in a fragment put in other words.
 *  Different ids stay different. */
export function factAnchor(factId: string): string {
  return factId.replaceAll(
    /[^A-Za-z0-9./-]/gu,
    (character) => `_${character.codePointAt(0)?.toString(16) ?? ''}_`,
  )
}

/** Where a correction stands on the page of its edition. @param id  of the correction */
export const correctionAnchor = (id: string): string => `correction-${id}`

/** What stands for an edition where its address is shared: a PNG of 1200 x 630. @param date  of its Monday */
export const editionImagePath = (date: string): string => `/share-image/editions/${date}.png`
