import type { UIMatch } from 'react-router'

import type { Site } from './api-client.ts'

/** A screen's part of the document's head. */
export interface Head {
  title: string
  description: string
  /** True if the page was sent without its data, which is requested later. Without scripts the browser reloads the page. */
  isUnfinished?: boolean
  /** True if a part is missing or old that the next reader may get, so that the page is not cached. */
  isIncomplete?: boolean
  /** The canonical path if several lead to this screen; by default its own. */
  canonicalPath?: string
  /** True keeps search engines away: errors, personal links. */
  isHidden?: boolean
  /** The picture shown where the address is shared, 1200 x 630 pixels; by default the site's own. */
  image?: { path: string; alt: string }
  /** For a letter, which was published at a time, ISO 8601. */
  article?: { publishedAt: string; modifiedAt: string }
  /** schema.org objects for search engines: only what the screen shows. */
  structuredData?: readonly object[]
}

/** A route's `handle`: its head from the loader's data, and the source file of its lazy chunk for preloading. */
export interface RouteHandle {
  head?: ((data: unknown, site: Site) => Head) | undefined
  chunk?: string
}

type Match = Pick<UIMatch, 'handle' | 'loaderData'>

/** The innermost route's head. */
export function headOf(matches: readonly Match[], site: Site): Head | undefined {
  const match = matches.findLast(({ handle }) => (handle as RouteHandle | undefined)?.head)
  return (match?.handle as RouteHandle | undefined)?.head?.(match?.loaderData, site)
}

/** A tag of the head. */
export interface HeadTag {
  tag: 'meta' | 'link'
  attributes: Readonly<Record<string, string>>
}

const SITE_IMAGE = {
  path: '/share-image/site.png',
  alt: 'The lunch pail and the words: Money news for people who work for it',
}

/** The screen's own tags in the document's head, except its title and structured data.
 *  @param siteUrl  scheme and host
 *  @param path  the screen's own */
export function listHeadTags(head: Head, siteUrl: string, path: string): HeadTag[] {
  const { title, description, image = SITE_IMAGE } = head
  const describing = [named('description', description)]
  if (head.isHidden === true) return [...describing, named('robots', 'noindex')]
  const canonical = `${siteUrl}${head.canonicalPath ?? path}`
  return [
    ...describing,
    property('og:type', head.article === undefined ? 'website' : 'article'),
    property('og:title', title),
    property('og:description', description),
    { tag: 'link', attributes: { rel: 'canonical', href: canonical } },
    property('og:url', canonical),
    property('og:image', `${siteUrl}${image.path}`),
    property('og:image:type', 'image/png'),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', image.alt),
    named('twitter:card', 'summary_large_image'),
    ...(head.article === undefined
      ? []
      : [
          property('article:published_time', head.article.publishedAt),
          property('article:modified_time', head.article.modifiedAt),
        ]),
  ]
}

const named = (name: string, content: string): HeadTag => ({ tag: 'meta', attributes: { name, content } })

const property = (property: string, content: string): HeadTag => ({
  tag: 'meta',
  attributes: { property, content },
})

/** The id of the element with a screen's structured data. */
export const STRUCTURED_DATA_ID = 'structured-data'

/** As JSON that is safe inside a <script>: nothing in it ends the element. */
export const serializeForScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

/** The place of a page in the site, in schema.org's terms.
 *  @param steps  from the first page below the home page to the page itself */
export function describePlace(
  site: Pick<Site, 'name' | 'url'>,
  steps: readonly { name: string; path: string }[],
): object {
  return {
    '@type': 'BreadcrumbList',
    '@id': `${site.url}${steps.at(-1)?.path}#breadcrumb`,
    itemListElement: [{ name: site.name, path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${site.url}${path}`,
    })),
  }
}
