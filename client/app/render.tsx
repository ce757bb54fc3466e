import { setImmediate } from 'node:timers/promises'

import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router'

import { FEED_PATH } from '../../shared/edition-address.ts'
import type { PostedForm } from '../../shared/posted-form.ts'
import type { PageApi, RenderedPage, Site } from '../lib/api-client.ts'
import { type Head, headOf, listHeadTags, serializeForScript, STRUCTURED_DATA_ID } from '../lib/head.ts'
import { type PlacedIsland, PlaceIslandContext, SiteContext } from '../lib/island.tsx'
import { apiContext, postedContext, ROOT_ROUTE_ID } from '../lib/loading.ts'
import { routes } from '../routes.tsx'
import { describeSite } from './describe-site.ts'
import { type Hydration, islandKey, ISLANDS } from './islands.ts'
import { ENTRY_SCRIPT, tagsForPage } from './page-tags.ts'
import iconUrl from '../assets/icon.svg?url'
import touchIconUrl from '../assets/touch-icon.png?url'
import fontUrl from '../fonts/archivo-latin.woff2?url'
import '../styles/base.css'

/** In development Vike adds the font and the script. */
const PRELOADED_FONT = import.meta.env.PROD
  ? `<link rel="preload" href="${fontUrl}" as="font" type="font/woff2" crossorigin>`
  : ''

const handler = createStaticHandler(routes)

/** With scripts the screen requests the rest by itself. */
const ASK_AGAIN = '<noscript><meta http-equiv="refresh" content="2"></noscript>'

/** Other sites are not told where a reader comes from, which the no-referrer header would ensure too. But under that header our own
 *  forms would send "null" as their Origin, and browsers without Sec-Fetch-Site would be refused. */
const REFERRER_POLICY = '<meta name="referrer" content="same-origin">'

/** Renders the document around React Router's answer, without inline scripts or anything personal.
 *  @param address  path and query
 *  @param api  what the loaders call
 *  @param posted  the outcome of the form that the page answers */
export async function renderDocument(
  address: string,
  { api, posted }: { api: PageApi; posted: PostedForm },
): Promise<RenderedPage> {
  const request = new Request(new URL(address, 'http://localhost'))
  const requestContext = new RouterContextProvider()
  requestContext.set(apiContext, api)
  requestContext.set(postedContext, posted)
  const answer = await handler.query(request, { requestContext })
  await api.takeTurn?.()
  if (answer instanceof Response) {
    const location = answer.headers.get('location') ?? '/'
    return { status: answer.status, html: '', location }
  }
  const retryAfter = Object.values(answer.loaderHeaders)
    .map((headers) => headers.get('Retry-After'))
    .find((value) => value !== null)
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
  const screen = islands.reduce(
    (page, { element }, index) =>
      page.replace(markOf(index), () =>
        renderToString(<SiteContext value={site}>{element}</SiteContext>, {
          identifierPrefix: islandKey(index),
        }),
      ),
    frame,
  )
  // Others are answered in between: a page with a century of prices takes as long to write as to draw.
  await setImmediate()
  const { pathname } = new URL(request.url)
  const tags = listHeadTags(head, site.url, pathname).map(
    ({ tag, attributes }) =>
      `<${tag} ${Object.entries(attributes)
        .map(([name, value]) => `${name}="${escapeAttribute(value)}"`)
        .join(' ')}>`,
  )
  const data = [
    ...(head.canonicalPath === '/' ? [structuredData(describeSite(site))] : []),
    ...(head.structuredData ? [structuredData(head.structuredData, STRUCTURED_DATA_ID)] : []),
  ]
  const chunks = tagsForPage({
    pages: matches.map(({ handle }) => (handle as { chunk?: string } | undefined)?.chunk),
    islands: islands.filter(({ when }) => when === 'now').map(({ name }) => ISLANDS[name]?.source),
  })
  const hydration: Hydration = { site, islands: islands.map(({ props }) => props) }
  const html = `<!doctype html>
<html lang="en">
<head>${PRELOADED_FONT}
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${REFERRER_POLICY}
<title>${escapeText(head.title)}</title>
${tags.join('\n')}
${head.isUnfinished ? ASK_AGAIN : ''}
<meta property="og:site_name" content="${escapeAttribute(site.name)}">
<meta name="theme-color" content="#131416">
<meta name="color-scheme" content="dark">
<link rel="alternate" type="application/rss+xml" title="${escapeAttribute(site.name)}" href="${FEED_PATH}">
<link rel="icon" type="image/svg+xml" href="${iconUrl}">
<link rel="apple-touch-icon" sizes="180x180" href="${touchIconUrl}">
${data.join('\n')}
${chunks}
</head>
<body>
<div id="root">${screen}</div>
<script id="hydration" type="application/json">${serializeForScript(hydration)}</script>
${ENTRY_SCRIPT}</body>
</html>`
  return {
    status: answer.statusCode,
    html,
    location: undefined,
    retryAfter,
    isUnfinished: head.isUnfinished === true || head.isIncomplete === true,
  }
}

/** Takes an island's place until it is rendered. */
const markOf = (index: number) => `<!--island ${index}-->`

/** A block of data, not a script: the content policy, which forbids anything inline, allows it. */
function structuredData(data: readonly object[], id?: string): string {
  const graph = { '@context': 'https://schema.org', '@graph': data }
  return `<script${id === undefined ? '' : ` id="${id}"`} type="application/ld+json">${serializeForScript(graph)}</script>`
}

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const escapeAttribute = (text: string) => escapeText(text).replaceAll('"', '&quot;')
