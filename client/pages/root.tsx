import { Outlet, useRouteLoaderData } from 'react-router'

import { Layout } from '../features/layout/layout.tsx'
import type { Site } from '../lib/api-client.ts'
import { SiteContext } from '../lib/island.tsx'
import { ROOT_ROUTE_ID } from '../lib/loading.ts'

/** The route tree of the whole site. */
export function Root() {
  return (
    <SiteContext value={useRouteLoaderData<Site>(ROOT_ROUTE_ID)}>
      <Layout>
        <Outlet />
      </Layout>
    </SiteContext>
  )
}
