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

import iconUrl from '../assets/icon.svg?url'
import type { ApiClient, Site } from '../lib/api-client.ts'
import { apiContext } from '../lib/api-context.ts'
import { headOf } from '../lib/head.ts'
import { ROOT_ROUTE_ID } from '../lib/use-site.ts'
import { routes } from '../routes.tsx'
import { serializeHydration } from './hydration.ts'
import { tagsForChunks } from './preload-chunks.ts'
import '../styles/base.css'

declare global {
  namespace Vike {
    interface PageContext {
      /** Given by the server for this render. */
      api: ApiClient
      /** Read by the server after it: the status that React Router decided. */
      routerStatus?: number
    }
  }
}

const handler = createStaticHandler(routes)

/** Renders the document: React Router's answer inside Vike's shell. No inline script, nothing personal. */
export const onRenderHtml: OnRenderHtmlAsync = async (pageContext) => {
  const request = new Request(new URL(pageContext.urlOriginal, 'http://localhost'))
  const requestContext = new RouterContextProvider(new Map([[apiContext, pageContext.api]]))
  const answer = await handler.query(request, { requestContext })
  if (answer instanceof Response) {
    throw redirect(answer.headers.get('location') ?? '/', answer.status as 301 | 302)
  }
  pageContext.routerStatus = answer.statusCode
  const site = answer.loaderData[ROOT_ROUTE_ID] as Site
  const matches = answer.matches.map(({ route }) => ({
    handle: route.handle as unknown,
    loaderData: answer.loaderData[route.id] as unknown,
  }))
  const failed = answer.errors !== null
  const head = (failed ? undefined : headOf(matches, site)) ?? {
    title: answer.statusCode === 404 ? 'Page not found' : 'Something went wrong',
    description: `This page of ${site.name} could not be shown.`,
    isHidden: true,
  }
  const router = createStaticRouter(handler.dataRoutes, answer)
  const html = renderToString(<StaticRouterProvider router={router} context={answer} hydrate={false} />)
  const canonical = `${site.url}${head.canonicalPath ?? new URL(request.url).pathname}`
  const chunks = tagsForChunks(matches.map(({ handle }) => (handle as { chunk?: string } | undefined)?.chunk))
  return escapeInject`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${head.title}</title>
<meta name="description" content="${head.description}">
<meta name="theme-color" content="#131416">
<meta name="color-scheme" content="dark">
${head.isHidden ? escapeInject`<meta name="robots" content="noindex">` : escapeInject`<link rel="canonical" href="${canonical}">`}
<link rel="icon" type="image/svg+xml" href="${iconUrl}">
${dangerouslySkipEscape(chunks)}
</head>
<body>
<div id="root">${dangerouslySkipEscape(html)}</div>
<script id="hydration" type="application/json">${dangerouslySkipEscape(serializeHydration(answer))}</script>
</body>
</html>`
}
