import type { UIMatch } from 'react-router'

import type { Site } from './api-client.ts'

/** What a screen puts into the document's head. */
export interface Head {
  title: string
  description: string
  /** The path that stands for this screen where several lead to it; its own when left out. */
  canonicalPath?: string
  /** True keeps search engines away: errors, personal links. */
  isHidden?: boolean
}

/** A route's `handle`: its head from what its loader gave, and the source file of its lazy chunk for preloading. */
export interface RouteHandle {
  head?: (data: unknown, site: Site) => Head
  chunk?: string
}

type Match = Pick<UIMatch, 'handle' | 'loaderData'>

/** The innermost route's head. */
export function headOf(matches: readonly Match[], site: Site): Head | undefined {
  const match = matches.findLast(({ handle }) => (handle as RouteHandle | undefined)?.head)
  return (match?.handle as RouteHandle | undefined)?.head?.(match?.loaderData, site)
}
