import { Outlet, useMatches } from 'react-router'

import { Layout, useDocumentHead } from '../features/layout/index.ts'
import { headOf } from '../lib/head.ts'
import { useSite } from '../lib/use-site.ts'

/** The tree of the whole site. */
export function Root() {
  const site = useSite()
  useDocumentHead(headOf(useMatches(), site), site.url)
  return (
    <Layout>
      <Outlet />
    </Layout>
  )
}
