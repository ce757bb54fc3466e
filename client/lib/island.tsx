import { createContext, Suspense, use, useEffect, type ComponentType, type ReactNode } from 'react'

import type { Site } from './api-client.ts'

export const SiteContext = createContext<Site | undefined>(undefined)

/** The site's settings, on the server and in the browser's islands.
 *  @throws Error outside both */
export function useSite(): Site {
  const site = use(SiteContext)
  if (!site) throw new Error('useSite was called outside of SiteContext')
  return site
}

/** When an island hydrates. 'now': as soon as the page has loaded. 'soon': once the page has been painted and the browser is idle,
 *  or as for 'touch'. 'touch': once somebody points at the island, touches it or moves the focus into it. Until then it is plain
 *  HTML, whose forms and links work. */
export type AliveWhen = 'now' | 'soon' | 'touch'

/** A part of a page that React takes over in the browser. Everything else is HTML that is never hydrated. */
export interface PlacedIsland {
  /** A name in client/app/islands.ts. */
  name: string
  when: AliveWhen
  /** The props of its component, in the browser too: plain JSON. */
  props: object
  element: ReactNode
}

/** Collects the islands of a page that the server renders, in their order.
 *  @returns the placeholder for the island until it is rendered */
export const PlaceIslandContext = createContext<((island: PlacedIsland) => string) | undefined>(undefined)

/** Renders a component that hydrates in the browser. It is rendered on its own, as in the browser, so that both give the same ids.
 *  It sees the site's settings but no router. */
export function Island<Props extends object>({
  name,
  when,
  of: Component,
  props,
}: {
  name: string
  when: AliveWhen
  of: ComponentType<Props>
  props: Props
}) {
  const place = use(PlaceIslandContext)
  const element = <Component {...props} />
  if (!place) return element
  const placeholder = place({ name, when, props, element })
  return (
    <div
      className="island"
      data-island={name}
      data-alive={when}
      // oxlint-disable-next-line react/no-danger -- our own placeholder, which the rendered island replaces
      dangerouslySetInnerHTML={{ __html: placeholder }}
    />
  )
}

/** Each part of an island reports +1 when it appears, and -1 once React has taken it over. */
export const PartsContext = createContext<((change: 1 | -1) => void) | undefined>(undefined)

/** A part of a large island. React takes over the parts in tasks of a few milliseconds, since the whole island in one task would
 *  block a phone. A press in a part makes React take it over first. Nothing in it may suspend. */
export function Part({ children }: { children: ReactNode }) {
  const report = use(PartsContext)
  useEffect(() => report?.(1), [report])
  return (
    <Suspense>
      {children}
      <Taken />
    </Suspense>
  )
}

/** Rendered last in an island and in each part, so that it reports after the parts within. */
export function Taken() {
  const report = use(PartsContext)
  useEffect(() => report?.(-1), [report])
  return null
}
