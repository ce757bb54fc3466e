import { act, type ComponentType, type ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router'
import { onTestFinished } from 'vitest'

import type { Site } from '../lib/api-client.ts'
import { SiteContext } from '../lib/island.tsx'
import { ROOT_ROUTE_ID } from '../lib/loading.ts'

export function createSite(changes: Partial<Site> = {}): Site {
  return {
    name: 'Lunchpail',
    url: 'https://lunchpail.test',
    contactEmail: 'hello@lunchpail.test',
    senderEmail: 'monday@lunchpail.test',
    operatorName: 'Lunchpail Press',
    postalAddress: '1 Mill Street, Springfield',
    socialLinks: [],
    confirmsSubscriptions: false,
    year: 2026,
    ...changes,
  }
}

/** Sets the test's window to an address of the site, as if its page had been opened there.
 *  @param entry  what the browser's history remembers of the page */
export function setAddress(address: string, entry: unknown = null): void {
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } }
  happyDOM.setURL(`http://localhost:3000${address}`)
  window.history.replaceState(entry, '')
}

/** Opens a root of React in the test's document, until the test is over. */
export function openRoot(): { container: HTMLElement; root: Root } {
  // React's own switch for tests.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    container.remove()
  })
  return { container, root }
}

/** Renders an element by itself. */
export function renderElement(element: ReactElement): HTMLElement {
  const { container, root } = openRoot()
  act(() => root.render(element))
  return container
}

/** Renders one screen below a root route with the site's settings, in the test's document, until the test is over.
 *  @param address  of the visitor, with its query
 *  @param entry  what the browser's history remembers of it
 *  @param root  what the root route renders, also on errors; by default only an outlet */
export async function renderScreen(
  Component: ComponentType,
  {
    address = '/',
    entry,
    site = createSite(),
    root = {},
    routes = [],
  }: {
    address?: string
    entry?: unknown
    site?: Site
    root?: Pick<RouteObject, 'Component' | 'ErrorBoundary'>
    routes?: RouteObject[]
  } = {},
) {
  const { container, root: reactRoot } = openRoot()
  const router = createMemoryRouter(
    [
      {
        id: ROOT_ROUTE_ID,
        loader: () => site,
        HydrateFallback: () => null,
        ...root,
        children: [...routes, { path: '*', Component }],
      },
    ],
    { initialEntries: [address], hydrationData: { loaderData: { [ROOT_ROUTE_ID]: site } } },
  )
  setAddress(address, entry)
  await act(async () =>
    reactRoot.render(
      <SiteContext value={site}>
        <RouterProvider router={router} />
      </SiteContext>,
    ),
  )
  return { container, router }
}

/** The button with exactly this text.
 *  @throws Error when there is none */
export function getButton(container: ParentNode, text: string): HTMLButtonElement {
  const found = [...container.querySelectorAll('button')].find((button) => button.textContent === text)
  if (!found) throw new Error(`There is no button "${text}" in: ${container.textContent}`)
  return found
}

/** Clicks a button and waits for the consequences. */
export async function press(button: HTMLElement): Promise<void> {
  await act(async () => {
    button.click()
    await Promise.resolve()
  })
}
