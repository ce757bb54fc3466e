import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'

import { apiContext } from '../lib/api-client.ts'
import { browserApiClient } from '../lib/browser-api-client.ts'
import { routes } from '../routes.tsx'
import { parseHydration } from './hydration.ts'
import { reportFailedStart } from '../lib/load-chunk.ts'
import '../styles/base.css'

// Not a top-level await: the chunks that are waited for import this one's own.
void start().catch(reportFailedStart)

async function start(): Promise<void> {
  const hydrationData = parseHydration(document.getElementById('hydration')?.textContent ?? '')
  // The routes on the screen are here before hydration starts: it must find what the server drew.
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all(matches.map(({ route }) => resolveLazy(route)))

  const router = createBrowserRouter(routes, {
    hydrationData,
    getContext: () => new RouterContextProvider(new Map([[apiContext, browserApiClient]])),
  })
  hydrateRoot(
    document.getElementById('root') as HTMLElement,
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}

async function resolveLazy(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return
  const module = await route.lazy()
  Object.assign(route, module)
  delete route.lazy
}
