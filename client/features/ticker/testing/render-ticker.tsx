import { act } from 'react'
import { createRoot } from 'react-dom/client'
import {
  createMemoryRouter,
  RouterContextProvider,
  RouterProvider,
  useLoaderData,
  type RouteObject,
} from 'react-router'
import { onTestFinished } from 'vitest'

import { apiContext, type ApiClient } from '../../../lib/api-client.ts'
import { createTickerLoader, type TickerScreenData } from '../load-ticker.ts'
import { TickerScreen } from '../ticker-screen.tsx'

/** The four addresses of the ticker screen over an API of the test's own. */
export function tickerRoutes(api: ApiClient): RouteObject[] {
  const Component = () => <TickerScreen data={useLoaderData<TickerScreenData>()} api={api} />
  const HydrateFallback = () => null
  return (['stock', 'crypto'] as const).flatMap((kind) => {
    const path = kind === 'stock' ? '/stocks' : '/crypto'
    const loader = createTickerLoader(kind)
    return [
      { path, Component, loader, HydrateFallback },
      { path: `${path}/:ticker`, Component, loader, HydrateFallback },
    ]
  })
}

/** Draws the ticker screen at an address, in the test's document, until the test is over. */
export async function renderTicker(api: ApiClient, address: string) {
  // React's own switch for tests.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const router = createMemoryRouter(tickerRoutes(api), {
    initialEntries: [address],
    getContext: () => new RouterContextProvider(new Map([[apiContext, api]])),
  })
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  onTestFinished(() => {
    act(() => root.unmount())
    container.remove()
  })
  await act(async () => {
    root.render(<RouterProvider router={router} />)
    await settle()
  })
  return {
    container,
    router,
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
    /** Types into the search field and submits. */
    search: async (typed: string) => {
      const field = container.querySelector<HTMLInputElement>('input[name=ticker]')
      if (!field) throw new Error('no search field')
      await act(async () => {
        field.value = typed
        field.form?.requestSubmit()
        await settle()
      })
    },
    click: async (element: HTMLElement | null | undefined) => {
      if (!element) throw new Error('nothing to click')
      await act(async () => {
        element.click()
        await settle()
      })
    },
  }
}

/** Waits until loaders, lazy modules and effects have had their turns. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}

/** A promise to be kept later. */
export function createDeferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  return Promise.withResolvers<Value>()
}
