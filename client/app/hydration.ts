import type { Site } from '../lib/api-client.ts'

/** What the browser needs to take the page's islands over from the server's drawing. */
export interface Hydration {
  site: Site
  /** What the component of each gets, in the order of the page. */
  islands: readonly object[]
}

/** As JSON that may stand in a <script>. */
export const serializeHydration = (hydration: Hydration): string =>
  JSON.stringify(hydration).replaceAll('<', String.raw`\u003c`)

/** The other way, in the browser. */
export const parseHydration = (json: string): Hydration => JSON.parse(json) as Hydration

/** The ids in an island begin with it, so that no two islands share one.
 *  @param index  the island's place in the order of the page */
export const islandKey = (index: number): string => `i${index}`
