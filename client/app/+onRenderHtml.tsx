import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router'
import { redirect } from 'vike/abort'
import { dangerouslySkipEscape, escapeInject } from 'vike/server'
import type { OnRenderHtmlAsync } from 'vike/types'

import { FEED_PATH } from '../../shared/edition-address.ts'
import type { PostedForm } from '../../shared/posted-form.ts'
import iconUrl from '../assets/icon.svg?url'
import touchIconUrl from '../assets/touch-icon.png?url'
import type { ApiClient, Site } from '../lib/api-client.ts'
import { headOf, listHeadTags, serializeStructuredData, STRUCTURED_DATA_ID, type Head } from '../lib/head.ts'
import { PlaceIslandContext, SiteContext, type PlacedIsland } from '../lib/island.tsx'
import { apiContext, postedContext, ROOT_ROUTE_ID } from '../lib/loading.ts'
import { routes } from '../routes.tsx'
import { describeSite } from './describe-site.ts'
import { islandKey, serializeHydration } from './hydration.ts'
import { ISLANDS } from './islands.ts'
import { tagsForPage } from './page-files.ts'
import '../styles/base.css'

declare global {
  namespace Vike {
    interface PageContext {
      /** Given by the server for this render. */
      api: ApiClient
      /** Likewise: the outcome of the form that the page answers. */
      posted: PostedForm
      /** Read by the server afterwards: the status that React Router decided on. */
      routerStatus?: number
      /** Likewise: after how many seconds a failed loader suggests trying again. */
      retryAfter?: string
      /** Likewise: true if a loader did not have all of its data in time. */
      isUnfinished?: boolean
    }
  }
}

const handler = createStaticHandler(routes)

/** With scripts the screen requests the rest by itself. */
const ASK_AGAIN = '<noscript><meta http-equiv="refresh" content="2"></noscript>'

/** Other sites are not told where a reader comes from, as the no-referrer header says too; our own forms send their Origin,
 *  which under that header would be "null", so that browsers without Sec-Fetch-Site would be refused. */
const REFERRER_POLICY = '<meta name="referrer" content="same-origin">'

/** Renders the document: React Router's answer inside Vike's shell. No inline script, nothing personal. */
export const onRenderHtml: OnRenderHtmlAsync = async (pageContext) => {
  const request = new Request(new URL(pageContext.urlOriginal, 'http://localhost'))
  const requestContext = new RouterContextProvider()
  requestContext.set(apiContext, pageContext.api)
  requestContext.set(postedContext, pageContext.posted)
  const answer = await handler.query(request, { requestContext })
  if (answer instanceof Response) {
    throw redirect(answer.headers.get('location') ?? '/', answer.status as 301 | 302)
  }
  pageContext.routerStatus = answer.statusCode
  const retryAfter = Object.values(answer.loaderHeaders)
    .map((headers) => headers.get('Retry-After'))
    .find((value) => value !== null)
  if (retryAfter !== undefined) pageContext.retryAfter = retryAfter
  const site = answer.loaderData[ROOT_ROUTE_ID] as Site
  const matches = answer.matches.map(({ route }) => ({
    handle: route.handle as unknown,
    loaderData: answer.loaderData[route.id] as unknown,
  }))
  const failed = answer.errors !== null
  const head: Head = (failed ? undefined : headOf(matches, site)) ?? {
    title: answer.statusCode === 404 ? 'Page not found' : 'Something went wrong',
    description: `This page of ${site.name} could not be shown.`,
    isHidden: true,
  }
  const router = createStaticRouter(handler.dataRoutes, answer)
  const islands: PlacedIsland[] = []
  const frame = renderToString(
    <PlaceIslandContext value={(island) => markOf(islands.push(island) - 1)}>
      <StaticRouterProvider router={router} context={answer} hydrate={false} />
    </PlaceIslandContext>,
  )
  const html = islands.reduce(
    (page, { element }, index) =>
      page.replace(markOf(index), () =>
        renderToString(<SiteContext value={site}>{element}</SiteContext>, {
          identifierPrefix: islandKey(index),
        }),
      ),
    frame,
  )
  pageContext.isUnfinished = head.isUnfinished === true || head.isIncomplete === true
  const { pathname } = new URL(request.url)
  const tags = listHeadTags(head, site.url, pathname).map(
    ({ tag, attributes }) =>
      `<${tag} ${attributes.map(([name, value]) => `${name}="${escapeAttribute(value)}"`).join(' ')}>`,
  )
  const data = [
    ...(head.canonicalPath === '/' ? [structuredData(describeSite(site))] : []),
    ...(head.structuredData ? [structuredData(head.structuredData, STRUCTURED_DATA_ID)] : []),
  ]
  const chunks = tagsForPage({
    pages: matches.map(({ handle }) => (handle as { chunk?: string } | undefined)?.chunk),
    islands: islands.filter(({ when }) => when === 'now').map(({ name }) => ISLANDS[name]?.source),
  })
  const documentHtml = escapeInject`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${dangerouslySkipEscape(REFERRER_POLICY)}
<title>${head.title}</title>
${dangerouslySkipEscape(tags.join('\n'))}
${dangerouslySkipEscape(head.isUnfinished ? ASK_AGAIN : '')}
<meta property="og:site_name" content="${site.name}">
<meta name="theme-color" content="#131416">
<meta name="color-scheme" content="dark">
<link rel="alternate" type="application/rss+xml" title="${site.name}" href="${FEED_PATH}">
<link rel="icon" type="image/svg+xml" href="${iconUrl}">
<link rel="apple-touch-icon" sizes="180x180" href="${touchIconUrl}">
${dangerouslySkipEscape(data.join('\n'))}
${dangerouslySkipEscape(chunks)}
</head>
<body>
<div id="root">${dangerouslySkipEscape(html)}</div>
<script id="hydration" type="application/json">${dangerouslySkipEscape(serializeHydration({ site, islands: islands.map(({ props }) => props) }))}</script>
</body>
</html>`
  return { documentHtml, injectFilter: leaveOutStyles }
}

/** Vike would add the tags of every page in any order: tagsForPage() writes them all. */
function leaveOutStyles(assets: { assetType: string | null; inject: unknown }[]): void {
  for (const asset of assets) if (asset.assetType === 'style') asset.inject = false
}

/** Takes an island's place until it is rendered. */
const markOf = (index: number) => `<!--island ${index}-->`

/** A block of data, not a script: the content policy, which forbids anything inline, allows it. */
function structuredData(data: readonly object[], id?: string): string {
  return `<script${id === undefined ? '' : ` id="${id}"`} type="application/ld+json">${serializeStructuredData(data)}</script>`
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
