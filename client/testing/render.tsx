import { act, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router'
import { onTestFinished } from 'vitest'

import { ROOT_ROUTE_ID, type Site } from '../lib/api-client.ts'

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

/** Draws one screen below a root route that has the site's settings, in the test's document, until the test is over.
 *  @param address  where the visitor is, with its query
 *  @param root  what the root route draws and does on errors; an outlet alone when left out */
export async function renderScreen(
  Component: ComponentType,
  {
    address = '/',
    site = createSite(),
    root = {},
    routes = [],
  }: {
    address?: string
    site?: Site
    root?: Pick<RouteObject, 'Component' | 'ErrorBoundary'>
    routes?: RouteObject[]
  } = {},
) {
  // React's own switch for tests.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const router = createMemoryRouter(
    [
      {
        id: ROOT_ROUTE_ID,
        loader: () => site,
        shouldRevalidate: () => false,
        HydrateFallback: () => null,
        ...root,
        children: [...routes, { path: '*', Component }],
      },
    ],
    { initialEntries: [address], hydrationData: { loaderData: { [ROOT_ROUTE_ID]: site } } },
  )
  const container = document.createElement('div')
  document.body.append(container)
  const reactRoot = createRoot(container)
  onTestFinished(async () => {
    await act(async () => reactRoot.unmount())
    container.remove()
  })
  await act(async () => reactRoot.render(<RouterProvider router={router} />))
  return { container, router }
}

/** The button with exactly this text.
 *  @throws Error when there is none */
export function getButton(container: ParentNode, text: string): HTMLButtonElement {
  const found = [...container.querySelectorAll('button')].find((button) => button.textContent === text)
  if (!found) throw new Error(`There is no button "${text}" in: ${container.textContent}`)
  return found
}

/** Presses a button and waits for what follows from it. */
export async function press(button: HTMLElement): Promise<void> {
  await act(async () => {
    button.click()
    await Promise.resolve()
  })
}
