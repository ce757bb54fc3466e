import { useRouteLoaderData } from 'react-router'

import type { Site } from './api-client.ts'

export const ROOT_ROUTE_ID = 'root'

/** The site's settings, loaded once by the root route.
 *  @throws Error outside the site's routes */
export function useSite(): Site {
  const site = useRouteLoaderData<Site>(ROOT_ROUTE_ID)
  if (!site) throw new Error('useSite was called outside the root route')
  return site
}
