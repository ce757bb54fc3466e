import type { Site } from '../lib/api-client.ts'

/** What the browser needs to take over the islands that the server rendered. */
export interface Hydration {
  site: Site
  /** The props of each island, in page order. */
  islands: readonly object[]
}

/** As JSON that is safe inside a <script>. */
export const serializeHydration = (hydration: Hydration): string =>
  JSON.stringify(hydration).replaceAll('<', String.raw`\u003c`)

/** The reverse, in the browser. */
export const parseHydration = (json: string): Hydration => JSON.parse(json) as Hydration

/** Prefix of the ids in an island, so that no two islands share one.
 *  @param index  the island's position in page order */
export const islandKey = (index: number): string => `i${index}`
