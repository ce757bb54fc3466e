import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterContextProvider, useLocation, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished } from 'vitest'

import { readTickerPath } from '../../../../shared/asset-address.ts'
import { apiContext, type ApiClient } from '../../../lib/api-client.ts'
import { backgroundRoutes, createTickerLoader } from '../load-ticker.ts'
import { LookUpScreen } from '../look-up/look-up-screen.tsx'
import { TickerSearch } from '../search/ticker-search.tsx'
import { TickerScreen } from '../ticker-screen.tsx'
// Here before the chart asks for it, so that its coming takes no time.
import '../chart/chart-explorer.tsx'

/** The four addresses of the ticker screen over an API of the test's own. */
export function tickerRoutes(api: ApiClient): RouteObject[] {
  const Component = () => (
    <>
      <SearchOfHeader api={api} />
      <TickerScreen api={api} />
    </>
  )
  const Idle = () => <LookUpScreen api={api} />
  const HydrateFallback = () => null
  const screens = (['stock', 'crypto'] as const).flatMap((kind) => {
    const path = kind === 'stock' ? '/stocks' : '/crypto'
    const loader = createTickerLoader(kind)
    return [
      { path, Component: Idle, loader, HydrateFallback },
      { path: `${path}/:ticker`, Component, loader, HydrateFallback },
    ]
  })
  return [...screens, ...backgroundRoutes]
}

/** What stands above a ticker's screen, in the site's header. */
function SearchOfHeader({ api }: { api: ApiClient }) {
  const shown = readTickerPath(useLocation().pathname)
  if (shown?.ticker === undefined) return null
  return <TickerSearch kind={shown.kind} ticker={shown.ticker} api={api} look="compact" />
}

/** Draws the ticker screen at an address, in the test's document, until the test is over.
 *  @param isInView  whether the chart is: documents that are only played have no view */
export async function renderTicker(api: ApiClient, address: string, { isInView = true } = {}) {
  const { IntersectionObserver: original } = globalThis
  globalThis.IntersectionObserver = class extends original {
    readonly #tell: IntersectionObserverCallback
    constructor(tell: IntersectionObserverCallback) {
      super(tell)
      this.#tell = tell
    }
    override observe(target: Element): void {
      this.#tell([{ isIntersecting: isInView, target } as IntersectionObserverEntry], this)
    }
  }
  onTestFinished(() => {
    globalThis.IntersectionObserver = original
  })
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
