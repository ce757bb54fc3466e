import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterContextProvider, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished } from 'vitest'

import { apiContext, type ApiClient } from '../../../lib/api-client.ts'
import { backgroundRoutes, createTickerLoader } from '../load-ticker.ts'
import { TickerScreen } from '../ticker-screen.tsx'

/** The four addresses of the ticker screen over an API of the test's own. */
export function tickerRoutes(api: ApiClient): RouteObject[] {
  const Component = () => <TickerScreen api={api} />
  const HydrateFallback = () => null
  const screens = (['stock', 'crypto'] as const).flatMap((kind) => {
    const path = kind === 'stock' ? '/stocks' : '/crypto'
    const loader = createTickerLoader(kind)
    return [
      { path, Component, loader, HydrateFallback },
      { path: `${path}/:ticker`, Component, loader, HydrateFallback },
    ]
  })
  return [...screens, ...backgroundRoutes]
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
