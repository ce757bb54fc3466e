import { Component, StrictMode, type ComponentType, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'

import type { Site } from '../lib/api-client.ts'
import { PartsContext, SiteContext, Taken } from '../lib/island.tsx'
import { LoadAgain } from '../ui/primitives.tsx'

/** Lets React take over an island as the server rendered it.
 *  @param key  distinguishes the ids in it from those of other islands: the server uses the same
 *  @returns once clicks and keys in it work */
export function hydrateIsland(
  element: Element,
  {
    Component: Content,
    props,
    site,
    key,
  }: { Component: ComponentType; props: object; site: Site; key: string },
): Promise<void> {
  return new Promise((resolve) => {
    hydrateRoot(
      element,
      <StrictMode>
        <SiteContext value={site}>
          <Guard>
            <PartsContext value={countDown(resolve)}>
              <Content {...props} />
              <Taken />
            </PartsContext>
          </Guard>
        </SiteContext>
      </StrictMode>,
      { identifierPrefix: key },
    )
  })
}

/** @returns a counter for the reports of the island and its parts, which calls `onEnd` once React has taken over all of them */
function countDown(onEnd: () => void): (change: 1 | -1) => void {
  let waiting = 1
  return (change) => {
    waiting += change
    if (waiting === 0) onEnd()
  }
}

/** A crash of one island shows in its place and does not affect the rest of the page. */
class Guard extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override readonly state = { hasFailed: false }
  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <p className="notice" role="alert">
        Something went wrong here. <LoadAgain>Load the page again</LoadAgain>
      </p>
    )
  }
}
