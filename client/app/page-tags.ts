import { readFileSync } from 'node:fs'

import { ENTRY, filesOf, HYDRATE, type Manifest } from './page-files.ts'

// Vike's own manifest of the client build. In development Vite serves the modules as they are.
const built: Manifest = import.meta.env.PROD
  ? (JSON.parse(readFileSync('dist/assets.json', 'utf8')) as Manifest)
  : {}

/** What the server renders around every page: the browser needs only its styles. */
const FRAME = 'client/routes.tsx'
/** What starts the page in the browser; in development Vike adds it. */
export const ENTRY_SCRIPT = import.meta.env.PROD
  ? `<script src="/${built[ENTRY]?.file}" type="module" async></script>`
  : ''

interface PageFiles {
  pages: readonly (string | undefined)[]
  islands: readonly (string | undefined)[]
}

/** The tags composed so far, by files: one entry for each screen. */
const known = new Map<string, string>()

/** <link> tags of a page: the styles of what the server rendered, and the scripts of the islands that hydrate at once. Without
 *  them the browser would discover each file only after the one before.
 *  @param files  as the manifest names them */
export function tagsForPage(files: PageFiles): string {
  const key = JSON.stringify(files)
  const tags = known.get(key) ?? composeTags(files)
  known.set(key, tags)
  return tags
}

function composeTags(files: PageFiles): string {
  const { styles } = filesOf(built, [ENTRY, FRAME, ...files.pages])
  const { scripts } = filesOf(built, [
    ENTRY,
    ...(files.islands.length > 0 ? [HYDRATE, ...files.islands] : []),
  ])
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    // These come after the styles and the font: the page can be read and used before they load.
    ...[...scripts].map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`),
  ].join('\n')
}
