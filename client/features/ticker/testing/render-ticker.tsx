import { act, type ReactNode } from 'react'
import { createStaticHandler, RouterContextProvider } from 'react-router'
import { onTestFinished, vi } from 'vitest'

import { readTickerPath } from '../../../../shared/asset-address.ts'
import { SiteContext } from '../../../lib/island.tsx'
import { apiContext } from '../../../lib/loading.ts'
import { createSite, openRoot, setAddress } from '../../../testing/render.tsx'
import type { TickerScreenData } from '../load-ticker.ts'
import { LookUpScreen } from '../look-up/look-up-screen.tsx'
import { startSearch } from '../search/start-search.ts'
import { TickerSearch } from '../search/ticker-search.tsx'
import { createTickerLoader } from '../ticker-route.ts'
import { TickerScreen } from '../ticker-screen.tsx'
import type { TestApi } from './market-answers.ts'
// Imported before the chart needs it, so that loading it takes no time.
import '../chart/chart-explorer.tsx'

const ID = 'screen'

/** What the server loads for one of the four addresses of the ticker screen. */
async function load(
  api: TestApi,
  address: string,
): Promise<{ data: TickerScreenData } | { redirect: string }> {
  const { kind = 'stock' } = readTickerPath(address.replace(/\?.*/, '')) ?? {}
  const path = kind === 'stock' ? '/stocks' : '/crypto'
  const loader = createTickerLoader(kind)
  const handler = createStaticHandler([{ id: ID, path: `${path}/:ticker?`, loader }])
  const context = await handler.query(new Request(`http://localhost${address}`), {
    requestContext: new RouterContextProvider(new Map([[apiContext, api]])),
  })
  if (context instanceof Response) return { redirect: context.headers.get('location') ?? '' }
  return { data: context.loaderData[ID] as TickerScreenData }
}

/** The islands of the page at an address, with the test's own API. */
export async function islandsAt(
  api: TestApi,
  address: string,
): Promise<{ address: string; islands: ReactNode }> {
  const loaded = await load(api, address)
  if ('redirect' in loaded) return islandsAt(api, loaded.redirect)
  const { data } = loaded
  const shown = readTickerPath(address.replace(/\?.*/, ''))
  const islands = (
    <SiteContext value={createSite()}>
      <TickerSearch kind={shown?.kind ?? 'stock'} ticker={shown?.ticker ?? data.ticker} api={api} />
      {shown?.ticker === undefined ? (
        <LookUpScreen first={data} api={api} />
      ) : (
        <TickerScreen first={data} api={api} />
      )}
    </SiteContext>
  )
  return { address, islands }
}

/** Renders the ticker screen at an address, in the test's document, until the test is over. Links and searches lead from page
 *  to page, as in a browser.
 *  @param isInView  whether the chart is in view: simulated documents have no viewport */
export async function renderTicker(api: TestApi, address: string, { isInView = true } = {}) {
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
  const { container, root } = openRoot()
  let pages = 0
  const open = async (next: string) => {
    pages += 1
    const page = pages
    const { address: final, islands } = await islandsAt(api, next)
    if (page !== pages) return
    setAddress(final)
    root.render(<div key={page}>{islands}</div>)
    await waitForUpdates()
  }
  const assign = vi.spyOn(window.location, 'assign').mockImplementation((next) => void open(String(next)))
  container.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || event.defaultPrevented) return
    event.preventDefault()
    void open(link.getAttribute('href') ?? '')
  })
  onTestFinished(() => assign.mockRestore())
  await act(() => open(address))
  const stopSearch = startSearch()
  onTestFinished(stopSearch)
  return {
    container,
    /** Goes to another page. */
    open: (next: string) => act(() => open(next)),
    address: () => `${window.location.pathname}${window.location.search}`,
    /** Types into the search field and submits. */
    search: async (typed: string) => {
      const field = container.querySelector<HTMLInputElement>('input[name=ticker]')
      if (!field) throw new Error('no search field')
      await act(async () => {
        field.value = typed
        field.form?.requestSubmit()
        await waitForUpdates()
      })
    },
    click: async (element: HTMLElement | null | undefined) => {
      if (!element) throw new Error('nothing to click')
      await act(async () => {
        element.click()
        await waitForUpdates()
      })
    },
  }
}

/** Waits until loaders, lazy modules and effects have run. */
export function waitForUpdates(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}

/** A promise that the test resolves later. */
export function createDeferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  return Promise.withResolvers<Value>()
}
